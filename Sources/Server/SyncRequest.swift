internal import Domain
internal import Sync

/// What a device sends to `POST /api/sync`, version 1:
///
///     {"v":1,"device":"<16 hex>","since":812,"now":<ms>,"store":"<16 hex>","changes":[…]}
///
/// `since` is the last sequence number that the device has, 0 for none; `changes` are in their wire
/// form (see Change). `store` is the store that `since` belongs to; it may be left out, as may
/// `device` and `now`. Unknown names are skipped. A body has at most `byteCountMax` bytes.
struct SyncRequest {
  var since: Int64 = 0
  var store: String?
  var changes: [Change] = []

  static let version: Int64 = 1
  static let byteCountMax = 8 << 20

  /// `now`: the server's time, against which the stamps are held.
  init(_ body: [UInt8], now: Int64) throws(SyncRefusal) {
    var found: Int64?
    do throws(JSONError) {
      try JSONReader.read(body) { (reader) throws(JSONError) in
        try reader.beginObject()
        while let name = try reader.nextName() {
          switch name {
          case "v": found = try reader.int()
          case "since": since = try reader.int(in: 0...Int64.max)
          case "store": store = try reader.takeNull() ? nil : try reader.string()
          case "device": try SyncRequest.checkDevice(&reader)
          case "now": _ = try reader.int()
          case "changes": changes = try Change.list(from: &reader)
          default: try reader.skipValue()
          }
        }
      }
    } catch {
      throw .malformed(error)
    }
    guard found == SyncRequest.version else { throw .version }
    for change in changes where change.latestMilliseconds > now + HybridClock.driftMaxMilliseconds {
      throw .clock
    }
  }
}

extension SyncRequest {
  /// The device's number is of no use here yet, but it must be one.
  private static func checkDevice(_ reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    let text = try reader.string()
    guard text.utf8.count == 16, text.utf8.allSatisfy({ hexDigitValue($0) != nil }) else {
      throw JSONError(.invalidID, at: start)
    }
  }
}

enum SyncRefusal: Error {
  case malformed(JSONError)
  case version
  /// A stamp lies further in the future than any honest clock: the device's clock is wrong.
  case clock

  var response: Response {
    switch self {
    case .malformed(let error):
      .json(
        .badRequest,
        errorBody("malformed", "Byte \(error.offset) of the request: \(error.reason.words)."))
    case .version:
      .json(.badRequest, errorBody("version", "This server speaks version 1 of the protocol."))
    case .clock:
      .json(
        .unprocessable,
        errorBody(
          "clock", "The clock of this device is years ahead of the server's. Set it and try again.")
      )
    }
  }
}

extension Change {
  fileprivate var latestMilliseconds: Int64 {
    var latest: Int64 = 0
    for property in properties { latest = max(latest, property.stamp.milliseconds) }
    for removal in removals { latest = max(latest, removal.milliseconds) }
    return latest
  }
}

/// The body of an answer that refuses or reports a failure.
func errorBody(_ code: StaticString, _ message: String) -> [UInt8] {
  var writer = JSONWriter()
  writer.beginObject()
  writer.name("error")
  writer.string("\(code)")
  writer.name("message")
  writer.string(message)
  writer.endObject()
  return writer.bytes
}
