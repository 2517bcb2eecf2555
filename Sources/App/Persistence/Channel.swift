import Sync

/// What the tabs of one browser tell each other, so that all show the same.
/// The form is a JSON object with the kind in `op`; what is unknown is skipped.
enum ChannelMessage: Equatable {
  /// A tab has made changes and written them to the journal and the outbox.
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
    return compactSoon(&state) + (state.device.isLeader ? syncSoon(&state) : [])
  case .remote(let record):
    _ = merge(&state, record)
    return []
  case .acknowledged(let keys):
    state.sync.outbox.removeAll { keys.contains($0.key) }
    return []
  case .compacted(let keys):
    state.device.drop(journal: keys)
    return []
  case .health(let health, let offset):
    if !state.device.isLeader { (state.sync.health, state.sync.clockOffset) = (health, offset) }
    return []
  case .startOver: return [.reload]
  case .wake:
    return state.device.isLeader ? syncSoon(&state) : []
  }
}

/// Merges what another tab has written to the journal; false if it cannot be read.
private func merge(_ state: inout State, _ record: Record) -> Bool {
  guard let changes = changes(in: record.bytes) else { return false }
  for change in changes { state.library.merge(change) }
  state.device.hold(journal: record.key, record.bytes.count)
  state.revision += 1
  return true
}
