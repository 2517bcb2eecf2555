/// What the app says about saving and syncing.
enum StatusWords {
  static let savedAgain = "Saving works again. Everything is saved on this device."
  static let cannotSave = "Can't save on this device."
  static let refused = "The server refused the changes."

  /// The quiet sign at the top of the pages.
  static func sign(_ state: State) -> StaticString {
    if state.device.storage != .good { return "Can't save on this device" }
    if !state.device.writes.isSaved { return "Saving…" }
    switch state.sync.health {
    case .synced: return state.sync.outbox.isEmpty ? "Synced" : "Saved on this device"
    case .offline: return "Offline, will sync"
    case .unknown, .signIn, .refused: return "Saved on this device"
    }
  }

  /// What is worth an announcement: trouble, and its end.
  static func news(from before: SyncHealth, to after: SyncHealth) -> String? {
    switch after {
    case .offline: "Offline, will sync"
    case .synced: before == .offline || before == .refused ? "Synced" : nil
    case .unknown, .signIn, .refused: nil
    }
  }
}

/// Something the learner should know and can do something about.
enum Notice: Equatable {
  case storageFull
  case storageFailing(String)
  case storageUnavailable
  case storageNewer
  case damaged
  case signIn
  case refused(String)
  /// Minutes that this device's clock is ahead (positive) or behind.
  case clock(minutes: Int64)
}

extension State {
  /// What is to be told now, the most important first.
  var notices: [Notice] {
    var notices: [Notice] = []
    switch device.storage {
    case .good: break
    case .failing(let reason):
      notices.append(reason == "QuotaExceededError" ? .storageFull : .storageFailing(reason))
    case .unavailable(let reason):
      notices.append(reason == "newer" ? .storageNewer : .storageUnavailable)
    }
    if device.showsDamage { notices.append(.damaged) }
    switch sync.health {
    case .signIn: notices.append(.signIn)
    case .refused: notices.append(.refused(sync.refusal))
    case .unknown, .synced, .offline: break
    }
    if abs(sync.clockOffset) > SyncLimits.clockWarningMilliseconds {
      notices.append(.clock(minutes: -sync.clockOffset / 60_000))
    }
    return notices
  }
}
