import Domain
import Sync

struct DeviceState {
  /// What this device alone keeps, by key.
  var meta: [String: [UInt8]] = [:]
}

public enum DeviceAction {
  case wrote(token: Int64)
}

extension DeviceAction {
  init?(_ message: Message) {
    switch message.verb {
    case "wrote":
      guard let token = message.number else { return nil }
      self = .wrote(token: token)
    default: return nil
    }
  }
}

func reduceDevice(_ state: inout State, _ action: DeviceAction, _ env: Env) -> [Effect] {
  switch action {
  case .wrote: []
  }
}

func startDevice(_ state: inout State, _ info: StartInfo, _ env: Env) -> [Effect] {
  state.phase = .ready
  state.route = Route(hash: info.hash)
  return enter(&state, env)
}

func deviceTimer(_ state: inout State, _ message: Message, _ env: Env) -> [Effect] { [] }

extension StartInfo {
  init?(json: [UInt8]) { self.init(lane: 0, device: nil, hash: "#/", isOnline: true) }
}
