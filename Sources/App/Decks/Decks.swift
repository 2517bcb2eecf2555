import Domain
import HTML

struct DecksState {}

public enum DecksAction {
  case placeholder
}

extension DecksAction {
  init?(_ message: Message) { return nil }
}

func reduceDecks(_ state: inout State, _ action: DecksAction, _ env: Env) -> [Effect] { [] }

func enterDecks(_ state: inout State, _ env: Env) -> [Effect] { [] }

func decksTimer(_ state: inout State, _ message: Message, _ env: Env) -> [Effect] { [] }

func decksKey(_ state: inout State, _ press: KeyPress, _ env: Env) -> [Effect]? { nil }

func viewDecks(_ state: State, _ w: Writer) {
  w.put("<h1 id=\"heading\" tabindex=\"-1\">Decks</h1>")
}
