import HTML

struct DataState {}

public enum DataAction {
  case cancelled
}

extension DataAction {
  init?(_ message: Message) { return nil }
}

func reduceData(_ state: inout State, _ action: DataAction, _ env: Env) -> [Effect] { [] }

func enterData(_ state: inout State, _ env: Env) -> [Effect] { [] }

func viewSettings(_ state: State, _ w: Writer) {
  w.put("<h1 id=\"heading\" tabindex=\"-1\">Settings</h1>")
}

func viewCredits(_ state: State, _ w: Writer) {
  w.put("<h1 id=\"heading\" tabindex=\"-1\">Credits</h1>")
}

func themeEffects(_ state: State) -> [Effect] { [] }
