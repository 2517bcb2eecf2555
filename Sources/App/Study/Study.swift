import Domain
import HTML

struct StudyState {}

public enum StudyAction {
  case placeholder
}

extension StudyAction {
  init?(_ message: Message) { return nil }
}

func reduceStudy(_ state: inout State, _ action: StudyAction, _ env: Env) -> [Effect] { [] }

func enterStudy(_ state: inout State, _ deck: DeckID, _ env: Env) -> [Effect] { [] }

func leaveStudy(_ state: inout State, _ env: Env) -> [Effect] { [] }

/// The library has changed while this page shows.
func refreshStudy(_ state: inout State, _ env: Env) -> [Effect] { [] }

func studyTimer(_ state: inout State, _ message: Message, _ env: Env) -> [Effect] { [] }

func studyKey(_ state: inout State, _ press: KeyPress, _ env: Env) -> [Effect]? { nil }

func viewStudy(_ state: State, _ id: DeckID, _ w: Writer) {
  w.put("<h1 id=\"heading\" tabindex=\"-1\">Study</h1>")
}
