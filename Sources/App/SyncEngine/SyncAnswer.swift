import Sync

/// The answer to `POST /api/sync`; see Docs/Formats/sync.md.
struct SyncAnswer {
  var seq: Int64 = 0
  var store = ""
  /// The server's Unix time in milliseconds.
  var now: Int64?
  var hasMore = false
  var changes: [Change] = []

  /// nil if it is not such an answer; then nothing of it is used.
  init?(_ body: [UInt8]) {
    do throws(JSONError) {
      self = try JSONReader.read(body) { (reader) throws(JSONError) in
        try SyncAnswer(from: &reader)
      }
    } catch {
      return nil
    }
    if seq < 0 { return nil }
  }

  private init(from reader: inout JSONReader) throws(JSONError) {
    var hasSeq = false
    let start = reader.offset
    try reader.beginObject()
    while let name = try reader.nextName() {
      switch name.string {
      case "seq":
        seq = try reader.int()
        hasSeq = true
      case "store": store = try reader.string()
      case "now": now = try reader.int()
      case "more": hasMore = try reader.bool()
      case "changes": changes = try Change.list(from: &reader)
      default: try reader.skipValue()
      }
    }
    if !hasSeq { throw JSONError(.numberExpected, at: start) }
  }
}

/// Why the server said no: `{"error":code,"message":sentence}`.
struct SyncRefusal {
  var code = ""
  var message = StatusWords.refused

  init(_ body: [UInt8]) {
    guard let tree = try? JSONValue(body) else { return }
    code = tree["error"]?.text ?? ""
    if let text = tree["message"]?.text, text.utf8.count < 500 { message = text }
  }
}
