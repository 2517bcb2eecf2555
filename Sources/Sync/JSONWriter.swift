public import Domain

/// Writes compact JSON at the end of a byte array. Commas are set by the writer; that objects are
/// closed and names precede values is up to the caller.
public struct JSONWriter: Sendable {
  public var bytes: [UInt8]
  private var needsComma = false

  public init(reserving capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// What was written as a text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Begins a new line in front of the next element or name, after its comma.
  public mutating func newLine() {
    separate()
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// A name that needs no escapes.
  public mutating func name(_ name: StaticString) {
    plain(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Any name.
  public mutating func name(text: String) {
    string(text)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func null() { literal("null") }
  public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

  public mutating func int(_ value: Int64) {
    separate()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// The shortest digits that read back as the same double. JSON has no infinity and no NaN:
  /// both become `null`.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    bytes.append(contentsOf: value.description.utf8)
  }

  public mutating func string(_ value: String) {
    var value = value
    value.withUTF8 { string(utf8: $0) }
  }

  /// A text that needs no escapes.
  public mutating func plain(_ text: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: UnsafeBufferPointer(text))
    bytes.append(UInt8(ascii: "\""))
  }

  /// A text given as UTF-8, which must be valid.
  public mutating func string(utf8: UnsafeBufferPointer<UInt8>) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    for index in 0..<utf8.count {
      let byte = utf8[index]
      if byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") { continue }
      bytes.append(contentsOf: utf8[start..<index])
      start = index + 1
      escape(byte)
    }
    bytes.append(contentsOf: utf8[start...])
    bytes.append(UInt8(ascii: "\""))
  }

  public mutating func id(_ id: EntityID) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    id.append(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  public mutating func stamp(_ stamp: Stamp) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    stamp.append(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// A value that is JSON already.
  public mutating func raw(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
  }

  public mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func literal(_ word: StaticString) {
    separate()
    bytes.append(contentsOf: UnsafeBufferPointer(word))
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    default:
      bytes.append(UInt8(ascii: "u"))
      appendHex(UInt64(byte), digits: 4, to: &bytes)
    }
  }
}
