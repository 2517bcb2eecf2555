import HTML

struct HistoryState {}

public enum HistoryAction {
  case reverted
}

extension HistoryAction {
  init?(_ message: Message) { return nil }
}

func reduceHistory(_ state: inout State, _ action: HistoryAction, _ env: Env) -> [Effect] { [] }

func enterHistory(_ state: inout State, _ env: Env) -> [Effect] { [] }

func viewHistory(_ state: State, _ w: Writer) {
  w.put("<h1 id=\"heading\" tabindex=\"-1\">History</h1>")
}
