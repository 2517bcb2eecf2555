struct SyncState {
  /// The server's clock minus this device's, in milliseconds.
  var clockOffset: Int64 = 0
}

public enum SyncAction {
  case online
  case offline
}

extension SyncAction {
  init?(_ message: Message) {
    switch message.verb {
    case "online": self = .online
    case "offline": self = .offline
    default: return nil
    }
  }
}

func reduceSync(_ state: inout State, _ action: SyncAction, _ env: Env) -> [Effect] { [] }

func syncSoon(_ state: inout State, _ env: Env) -> [Effect] { [] }

func syncTimer(_ state: inout State, _ message: Message, _ env: Env) -> [Effect] { [] }
