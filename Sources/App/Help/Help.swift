import HTML

struct HelpState {}

public enum HelpAction {
  case closed
}

extension HelpAction {
  init?(_ message: Message) {
    guard message.verb == "close" else { return nil }
    self = .closed
  }
}

func reduceHelp(_ state: inout State, _ action: HelpAction, _ env: Env) -> [Effect] { [] }

func helpKey(_ state: inout State, _ press: KeyPress, _ env: Env) -> [Effect]? { nil }

func viewHelp(_ state: State, _ w: Writer) {}
