import Sync

/// What the tabs of one browser tell each other, so that all show the same.
/// The form is a JSON object with the kind in `op`; what is unknown is skipped.
enum ChannelMessage: Equatable {
  /// A tab has made changes and is writing them to the journal and the outbox. The leader writes
  /// them too: it will send them, and must not rely on that tab living long enough.
  case local(Record)
  /// The leader has received changes and written them to the journal.
  case remote(Record)
  /// The server has these records of the outbox.
  case acknowledged([String])
  /// These journal records are in segments now.
  case compacted([String])
  /// How the sync of the leader stands.
  case health(SyncHealth, clockOffset: Int64)
  /// The leader has thrown away what the device held: the others have to read it anew.
  case startOver
  /// A tab has read the storage and found these records in the outbox. What the others have not
  /// written yet it cannot have seen.
  case hello([String])
  /// A follower wants a sync: it has been looked at again.
  case wake
}

extension ChannelMessage {
  var bytes: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.name("op")
    switch self {
    case .local(let record):
      json.string("local")
      append(record, to: &json)
    case .remote(let record):
      json.string("remote")
      append(record, to: &json)
    case .acknowledged(let keys):
      json.string("acknowledged")
      append(keys, to: &json)
    case .compacted(let keys):
      json.string("compacted")
      append(keys, to: &json)
    case .health(let health, let offset):
      json.string("health")
      json.name("health")
      json.string(health.rawValue)
      json.name("offset")
      json.int(offset)
    case .startOver: json.string("startOver")
    case .hello(let keys):
      json.string("hello")
      append(keys, to: &json)
    case .wake: json.string("wake")
    }
    json.endObject()
    return json.bytes
  }

  private func append(_ record: Record, to json: inout JSONWriter) {
    json.name("key")
    json.string(record.key)
    json.name("changes")
    json.raw(record.bytes)
  }

  private func append(_ keys: [String], to json: inout JSONWriter) {
    json.name("keys")
    json.beginArray()
    for key in keys { json.string(key) }
    json.endArray()
  }

  init?(_ bytes: [UInt8]) {
    do throws(JSONError) {
      let parts = try JSONReader.read(bytes) { (reader) throws(JSONError) in
        try ChannelParts(from: &reader)
      }
      guard let message = parts.message else { return nil }
      self = message
    } catch {
      return nil
    }
  }
}

private struct ChannelParts {
  var op = ""
  var key = ""
  var changes: [UInt8] = []
  var keys: [String] = []
  var health = ""
  var offset: Int64 = 0

  init(from reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let name = try reader.nextName() {
      switch name.string {
      case "op": op = try reader.string()
      case "key": key = try reader.string()
      case "changes": changes = Array(try reader.skipValue())
      case "health": health = try reader.string()
      case "offset": offset = try reader.int()
      case "keys":
        try reader.beginArray()
        while try reader.nextElement() { keys.append(try reader.string()) }
      default: try reader.skipValue()
      }
    }
  }

  var message: ChannelMessage? {
    switch op {
    case "local": .local(Record(key: key, bytes: changes))
    case "remote": .remote(Record(key: key, bytes: changes))
    case "acknowledged": .acknowledged(keys)
    case "compacted": .compacted(keys)
    case "startOver": .startOver
    case "hello": .hello(keys)
    case "wake": .wake
    case "health":
      SyncHealth(rawValue: health).map { .health($0, clockOffset: offset) }
    default: nil
    }
  }
}

/// Another tab has told something.
func hear(_ state: inout State, _ bytes: [UInt8], _ env: Env) -> [Effect] {
  guard let message = ChannelMessage(bytes) else { return [] }
  switch message {
  case .local(let record):
    guard merge(&state, record) else { return [] }
    state.sync.add(record)
    guard state.device.isLeader else {
      state.sync.heard.append(record.key)
      return []
    }
    // Told once more: a tab that was opened meanwhile has heard nothing from one that has ended.
    return write(&state, record.puts, posts: [message]) + compactSoon(&state) + syncSoon(&state)
  case .remote(let record):
    _ = merge(&state, record)
    return []
  case .acknowledged(let keys):
    state.sync.outbox.removeAll { keys.contains($0.key) }
    state.sync.heard.removeAll { keys.contains($0) }
    return []
  case .compacted(let keys):
    state.device.drop(journal: keys)
    return []
  case .health(let health, let offset):
    if !state.device.isLeader { (state.sync.health, state.sync.clockOffset) = (health, offset) }
    return []
  case .startOver: return [.reload]
  case .hello(let keys): return tellUnwritten(state) + readForgotten(&state, keys)
  case .wake:
    return state.device.isLeader ? syncSoon(&state) : []
  }
}

/// Merges what another tab has written to the journal; false if it cannot be read.
private func merge(_ state: inout State, _ record: Record) -> Bool {
  guard let changes = changes(in: record.bytes) else { return false }
  for change in changes { state.library.merge(change) }
  if !state.device.journal.contains(where: { $0.key == record.key }) {
    state.device.hold(journal: record.key, record.bytes.count)
  }
  state.revision += 1
  return true
}

/// Tells a new tab what is on its way to the disk.
private func tellUnwritten(_ state: State) -> [Effect] {
  let writes = state.device.writes
  let operations = writes.pending.flatMap { $0.operations } + writes.failed
  return state.changesMessages(operations).map { .channel($0.bytes) }
}

/// A record that the leader does not know was written after it had been sent, or by a tab that
/// ended at once. It is read and sent, so that the outbox becomes empty.
private func readForgotten(_ state: inout State, _ keys: [String]) -> [Effect] {
  guard state.device.isLeader, state.device.storage == .good else { return [] }
  for key in keys where !state.sync.outbox.contains(where: { $0.key == key }) {
    return readAgain(&state)
  }
  return []
}

extension State {
  /// The messages that tell of the changes in the journal records of a write.
  func changesMessages(_ operations: [WriteOperation]) -> [ChannelMessage] {
    var messages: [ChannelMessage] = []
    for operation in operations where operation.store == .journal {
      guard let bytes = operation.bytes else { continue }
      let record = Record(key: operation.key, bytes: bytes)
      let isUnsent = sync.outbox.contains { $0.key == record.key }
      messages.append(isUnsent ? .local(record) : .remote(record))
    }
    return messages
  }
}
