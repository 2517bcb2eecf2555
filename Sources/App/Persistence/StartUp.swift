import Domain
import Sync

/// The page has started: takes or makes the device's id, then reads what the device keeps.
func startDevice(_ state: inout State, _ info: StartInfo, _ env: Env) -> [Effect] {
  var effects: [Effect] = []
  var device = info.device ?? 0
  if device == 0 {
    device = state.random.next() >> 8
    effects += write(&state, [WriteOperation(.meta, "device", hexBytes(device))])
  }
  state.clock = HybridClock(device: device << 8 | UInt64(info.lane))
  state.route = Route(hash: info.hash)
  state.device.loading = .start
  // A tab that leads before it reads has seen all that was ever written.
  state.device.hasReadAsLeader = state.device.isLeader
  return effects + [.title("Omena"), .load]
}

/// The lock is ours. Sync begins at once; segments only after another look at the storage, when
/// another tab may have written to it since ours was read.
func becomeLeader(_ state: inout State, _ env: Env) -> [Effect] {
  if state.device.isLeader { return [] }
  state.device.isLeader = true
  // Before the first reading is done there is no library to look after yet.
  guard state.device.loading == nil, state.clock.device != 0 else { return [] }
  if case .unavailable = state.device.storage { return syncSoon(&state) }
  return readAgain(&state)
}

/// Reads the storage into the library that is there already: everything merges.
func readAgain(_ state: inout State) -> [Effect] {
  if state.device.loading != nil { return [] }
  state.device.loading = .takeOver
  state.device.hasReadAsLeader = true
  return [.load]
}

// MARK: One record

func loadSegment(_ state: inout State, _ key: String, _ bytes: [UInt8]) {
  guard state.device.loading != nil else { return }
  state.device.hold(segment: key)
  do throws(SegmentError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(SegmentError) in
      try state.library.load(segment: key, UnsafeRawBufferPointer(buffer))
    }
  } catch {
    switch error {
    case .newerVersion: state.device.storage = .unavailable("newer")
    case .notSegment, .damaged, .malformed: state.device.damage(.segments, key, bytes)
    }
  }
}

func loadJournal(_ state: inout State, _ key: String, _ bytes: [UInt8]) {
  guard state.device.loading != nil else { return }
  guard let changes = changes(in: bytes) else {
    state.device.damage(.journal, key, bytes)
    return
  }
  for change in changes { state.library.merge(change) }
  if !state.device.journal.contains(where: { $0.key == key }) {
    state.device.hold(journal: key, bytes.count)
  }
}

func loadOutbox(_ state: inout State, _ key: String, _ bytes: [UInt8]) {
  guard state.device.loading != nil else { return }
  guard let changes = changes(in: bytes) else {
    state.device.damage(.outbox, key, bytes)
    return
  }
  // They are in the journal or a segment too, unless that one is damaged.
  for change in changes { state.library.merge(change) }
  state.sync.add(Record(key: key, bytes: bytes))
}

func loadMeta(_ state: inout State, _ key: String, _ bytes: [UInt8]) {
  guard state.device.loading != nil else { return }
  let text = String(decoding: bytes, as: UTF8.self)
  switch key {
  case "device": break
  case "since": state.sync.since = max(state.sync.since, Int64(text) ?? 0)
  case "store": state.sync.store = text
  case "clockOffset": state.sync.clockOffset = Int64(text) ?? 0
  default:
    // Damaged records that were put aside stay on the disk only.
    if key.utf8.starts(with: "damaged/".utf8) { return }
    if state.device.loading == .start { state.device.meta[key] = bytes }
  }
}

/// The changes of a record, or nil if it is damaged.
func changes(in bytes: [UInt8]) -> [Change]? {
  do throws(JSONError) {
    return try JSONReader.read(bytes) { (reader) throws(JSONError) in
      try Change.list(from: &reader)
    }
  } catch {
    return nil
  }
}

// MARK: The end

func loaded(_ state: inout State, _ env: Env) -> [Effect] {
  guard let loading = state.device.loading else { return [] }
  state.device.loading = nil
  state.revision += 1
  if case .unavailable = state.device.storage { state.sync.since = 0 }
  var effects = setAsideDamaged(&state)
  effects.append(.channel(ChannelMessage.hello(state.sync.outbox.map { $0.key }).bytes))
  switch loading {
  case .start: effects += showOrAwait(&state, env)
  case .takeOver: break
  }
  if state.device.isLeader { effects += writeHeard(&state) }
  // What is new since the last visit is asked for at once.
  let isFirst = loading == .start && state.maySync
  return effects + (isFirst ? startSync(&state, env) : syncSoon(&state))
}

/// Writes what this tab has heard of before it led: the tab that made it may have ended before it
/// could write.
private func writeHeard(_ state: inout State) -> [Effect] {
  let heard = state.sync.heard
  state.sync.heard = []
  let records = state.sync.outbox.filter { heard.contains($0.key) }
  return write(&state, records.flatMap { $0.puts }, posts: records.map { .local($0) })
}

/// The storage cannot be read. Nothing is written over it; the server may know everything.
func loadFailed(_ state: inout State, _ reason: String, _ env: Env) -> [Effect] {
  guard let loading = state.device.loading else { return [] }
  state.device.loading = nil
  state.sync.since = 0
  var effects = storageLost(&state, reason, env)
  if loading == .start { effects += showOrAwait(&state, env) }
  return effects
}

/// How long a new device waits for its first answer before it shows that it has nothing.
private let firstAnswerMilliseconds: Int64 = 4000

/// A device that holds nothing waits a moment for the server, so that a new learner does not see
/// an empty list before the sample decks.
private func showOrAwait(_ state: inout State, _ env: Env) -> [Effect] {
  let isNew = state.sync.since == 0 && state.library.decks.isEmpty
  guard isNew else { return showFirst(&state, env) }
  return [.timer(id: "sync.first", milliseconds: firstAnswerMilliseconds)]
}

/// Shows the first page, if it does not show yet.
func showFirst(_ state: inout State, _ env: Env) -> [Effect] {
  guard state.phase == .loading, state.device.loading == nil else { return [] }
  state.phase = .ready
  return themeEffects(state) + enter(&state, env, isFirst: true) + compactSoon(&state)
}

/// Damaged records go, with a copy kept aside if it is small, and everything is fetched again.
/// Only the leader does it: the others would delete what it has just repaired.
private func setAsideDamaged(_ state: inout State) -> [Effect] {
  if state.device.damaged.isEmpty { return [] }
  state.device.showsDamage = true
  state.sync.since = 0
  guard state.device.isLeader else {
    state.device.damaged = []
    return []
  }
  var operations = [WriteOperation(.meta, "since", [UInt8(ascii: "0")])]
  for record in state.device.damaged {
    if record.bytes.count <= DamagedRecord.keptBytesMax {
      let key = "damaged/" + storeName(record.store) + "/" + record.key
      operations.append(WriteOperation(.meta, key, record.bytes))
    }
    operations.append(WriteOperation(record.store, record.key, nil))
  }
  state.device.damaged = []
  return write(&state, operations)
}

extension DeviceState {
  fileprivate mutating func damage(_ store: WriteOperation.Store, _ key: String, _ bytes: [UInt8]) {
    damaged.append(DamagedRecord(store: store, key: key, bytes: bytes))
  }
}

private func storeName(_ store: WriteOperation.Store) -> String {
  switch store {
  case .segments: "segments"
  case .journal: "journal"
  case .outbox: "outbox"
  case .meta: "meta"
  }
}

func hexBytes(_ number: UInt64) -> [UInt8] {
  var bytes: [UInt8] = []
  appendHex(number, digits: 16, to: &bytes)
  return bytes
}

extension StartInfo {
  /// Reads what the page says at the start; nil if it is not such a text.
  init?(json: [UInt8]) {
    guard let tree = try? JSONValue(json) else { return nil }
    var device: UInt64 = 0
    for byte in (tree["device"]?.text ?? "").utf8 {
      guard let digit = hexDigitValue(byte) else { break }
      device = device << 4 | UInt64(digit)
    }
    self.init(
      lane: UInt8(truncatingIfNeeded: tree["lane"]?.int ?? 0), device: device == 0 ? nil : device,
      hash: tree["hash"]?.text ?? "", isOnline: tree["online"]?.bool ?? true)
  }
}
