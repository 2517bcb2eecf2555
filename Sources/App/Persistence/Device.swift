import Sync

/// What this device keeps, and how that is going.
struct DeviceState {
  /// What this device alone keeps ("session/<deck>", "draft/<deck>"), by key.
  var meta: [String: [UInt8]] = [:]
  var storage = StorageHealth.good
  var writes = Writes()

  /// This tab holds the writer lock: it syncs and compacts for all tabs of the browser.
  var isLeader = false
  /// The storage has been read since this tab leads, so it has seen everything that the leader
  /// before it wrote. Only then may it write segments: they replace what is stored.
  var hasReadAsLeader = false
  var loading: Loading?

  /// The keys of the segments on the disk.
  var segments: [String] = []
  /// Journal records on the disk whose changes are in the library.
  var journal: [JournalEntry] = []
  var journalBytes = 0
  /// With more records than this the journal is turned into segments.
  var journalCountMax = Compaction.journalCountMax
  /// The journal records that the compaction in progress replaces.
  var compacting: [JournalEntry]?

  /// Records that could not be read. They are dropped, and the rest comes from the server again.
  var damaged: [DamagedRecord] = []
  /// The learner has not yet been told that records were damaged.
  var showsDamage = false
  var persistence = Persistence.unknown
}

struct JournalEntry: Equatable {
  var key: String
  var bytes: Int
}

struct DamagedRecord: Equatable {
  var store: WriteOperation.Store
  var key: String
  var bytes: [UInt8]

  /// A damaged record up to this size is kept aside, for whoever wants to look at it.
  static let keptBytesMax = 1 << 20
}

/// Whether the browser has promised not to clear this site's storage by itself.
enum Persistence: Equatable { case unknown, granted, denied }

enum Loading: Equatable {
  /// At the start: nothing is shown yet.
  case start
  /// The leader before this tab has gone: what it wrote is read and merged.
  case takeOver
}

extension DeviceState {
  /// Takes note of a journal record that is on the disk (or on its way) and merged.
  mutating func hold(journal key: String, _ bytes: Int) {
    journal.append(JournalEntry(key: key, bytes: bytes))
    journalBytes += bytes
  }

  mutating func hold(segment key: String) {
    if !segments.contains(key) { segments.append(key) }
  }

  mutating func drop(journal keys: [String]) {
    journal.removeAll { keys.contains($0.key) }
    journalBytes = 0
    for entry in journal { journalBytes += entry.bytes }
  }
}

public enum DeviceAction {
  case loadedSegment(key: String, [UInt8])
  case loadedJournal(key: String, [UInt8])
  case loadedOutbox(key: String, [UInt8])
  case loadedMeta(key: String, [UInt8])
  case loaded
  case loadFailed(reason: String)
  case wrote(token: Int64)
  case writeFailed(token: Int64, reason: String)
  case storageUnavailable(reason: String)
  case leader
  case channel([UInt8])
  case persistence(isGranted: Bool)
  case damageSeen
}

extension DeviceAction {
  init?(_ message: Message) {
    switch message.verb {
    case "segment": self = .loadedSegment(key: message.arg, message.payload)
    case "journal": self = .loadedJournal(key: message.arg, message.payload)
    case "outbox": self = .loadedOutbox(key: message.arg, message.payload)
    case "meta": self = .loadedMeta(key: message.arg, message.payload)
    case "done": self = .loaded
    case "failed": self = .loadFailed(reason: message.text)
    case "storageUnavailable": self = .storageUnavailable(reason: message.text)
    case "leader": self = .leader
    case "channel": self = .channel(message.payload)
    case "persistence": self = .persistence(isGranted: message.arg == "granted")
    case "damageSeen": self = .damageSeen
    case "wrote":
      guard let token = message.number else { return nil }
      self = .wrote(token: token)
    case "writeFailed":
      guard let token = message.number else { return nil }
      self = .writeFailed(token: token, reason: message.text)
    default: return nil
    }
  }
}

func reduceDevice(_ state: inout State, _ action: DeviceAction, _ env: Env) -> [Effect] {
  switch action {
  case .loadedSegment(let key, let bytes): loadSegment(&state, key, bytes)
  case .loadedJournal(let key, let bytes): loadJournal(&state, key, bytes)
  case .loadedOutbox(let key, let bytes): loadOutbox(&state, key, bytes)
  case .loadedMeta(let key, let bytes): loadMeta(&state, key, bytes)
  case .loaded: return loaded(&state, env)
  case .loadFailed(let reason): return loadFailed(&state, reason, env)
  case .wrote(let token): return wrote(&state, token, env)
  case .writeFailed(let token, let reason): return writeFailed(&state, token, reason, env)
  case .storageUnavailable(let reason): return storageLost(&state, reason, env)
  case .leader: return becomeLeader(&state, env)
  case .channel(let bytes): return hear(&state, bytes, env)
  case .persistence(let isGranted): state.device.persistence = isGranted ? .granted : .denied
  case .damageSeen: state.device.showsDamage = false
  }
  return []
}

func deviceTimer(_ state: inout State, _ message: Message, _ env: Env) -> [Effect] {
  switch message.verb {
  case "retry": retryWrites(&state)
  case "compact": compact(&state)
  default: []
  }
}
