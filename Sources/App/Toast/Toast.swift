import HTML

struct ToastState {}

public enum ToastAction {
  case dismissed
}

extension ToastAction {
  init?(_ message: Message) {
    guard message.verb == "dismiss" else { return nil }
    self = .dismissed
  }
}

func reduceToast(_ state: inout State, _ action: ToastAction, _ env: Env) -> [Effect] { [] }

func toastTimer(_ state: inout State, _ message: Message, _ env: Env) -> [Effect] { [] }

func toastKey(_ state: inout State, _ press: KeyPress, _ env: Env) -> [Effect]? { nil }

func viewToast(_ state: State, _ w: Writer) {}
