/// What the next value is.
public enum JSONKind: Sendable { case object, array, text, number, bool, null }

/// Reads JSON (RFC 8259) from bytes, one piece at a time and without a tree in between.
///
/// Written here because the browser's module cannot use Foundation; the server uses the same one,
/// so that both always agree about what is valid. It is strict: UTF-8 is checked, surrogates must
/// be pairs, control characters must be escaped, numbers follow the grammar, nothing may follow the
/// value, containers nest at most `depthMax` deep. A byte order mark is an error.
///
///     try reader.beginObject()
///     while let name = try reader.nextName() {
///       switch name {
///       case "v": version = try reader.int()
///       default: _ = try reader.skipValue()
///       }
///     }
///     try reader.finish()
///
/// The reader, its texts and slices point into the bytes and must not outlive them: `read(_:_:)`
/// is the safe way in.
public struct JSONReader {
  public let bytes: UnsafeBufferPointer<UInt8>
  /// Bytes read so far.
  public internal(set) var offset = 0
  /// Containers that are open.
  public private(set) var depth = 0
  /// Never above 64: `skipValue` remembers the open containers in the bits of one word.
  public var depthMax = JSONReader.depthLimit
  /// Nothing has been read yet of the container that was opened last.
  private var isFresh = false

  public static let depthLimit = 64

  public init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Reads a whole text: `body` takes the value, and nothing may follow it.
  public static func read<Result>(
    _ bytes: [UInt8], _ body: (inout JSONReader) throws(JSONError) -> Result
  ) throws(JSONError) -> Result {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) -> Result in
      var reader = JSONReader(buffer)
      let result = try body(&reader)
      try reader.finish()
      return result
    }
  }

  /// What comes next, without taking it.
  public mutating func peek() throws(JSONError) -> JSONKind {
    switch try nextByte() {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .text
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    default: throw fail(.unexpectedByte)
    }
  }

  /// Only white space may be left.
  public mutating func finish() throws(JSONError) {
    skipWhitespace()
    if offset < bytes.count { throw fail(.trailingBytes) }
  }

  // MARK: Containers

  public mutating func beginObject() throws(JSONError) {
    try begin(UInt8(ascii: "{"), or: .objectExpected)
  }

  public mutating func beginArray() throws(JSONError) {
    try begin(UInt8(ascii: "["), or: .arrayExpected)
  }

  /// The next name of the object, its colon taken; nil when the object ends here.
  public mutating func nextName() throws(JSONError) -> JSONText? {
    guard try advance(until: UInt8(ascii: "}")) else { return nil }
    guard try nextByte() == UInt8(ascii: "\"") else { throw fail(.unexpectedByte) }
    let name = try text()
    guard try nextByte() == UInt8(ascii: ":") else { throw fail(.unexpectedByte) }
    offset += 1
    return name
  }

  /// Whether the array has another element; takes its end when not.
  public mutating func nextElement() throws(JSONError) -> Bool {
    try advance(until: UInt8(ascii: "]"))
  }

  // MARK: Values

  public mutating func string() throws(JSONError) -> String { try text().string }

  public mutating func bool() throws(JSONError) -> Bool {
    switch try nextByte() {
    case UInt8(ascii: "t"):
      try literal("true")
      return true
    case UInt8(ascii: "f"):
      try literal("false")
      return false
    default: throw try wrongType(.boolExpected)
    }
  }

  public mutating func null() throws(JSONError) {
    guard try nextByte() == UInt8(ascii: "n") else { throw try wrongType(.nullExpected) }
    try literal("null")
  }

  /// Takes `null` if that is what comes next.
  public mutating func takeNull() throws(JSONError) -> Bool {
    guard try nextByte() == UInt8(ascii: "n") else { return false }
    try literal("null")
    return true
  }

  /// Takes any value; gives its bytes as they stand, without white space around.
  @discardableResult
  public mutating func skipValue() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    skipWhitespace()
    let start = offset
    let outer = depth
    var isObject: UInt64 = 0
    repeat {
      switch try peek() {
      case .object:
        try beginObject()
        isObject = isObject << 1 | 1
      case .array:
        try beginArray()
        isObject <<= 1
      case .text: _ = try text()
      case .number: _ = try number()
      case .bool: _ = try bool()
      case .null: try null()
      }
      while depth > outer {
        if isObject & 1 == 1 ? try nextName() != nil : try nextElement() { break }
        isObject >>= 1
      }
    } while depth > outer
    return slice(start, offset)
  }

  /// An error at this place.
  public func error(_ reason: JSONReason) -> JSONError { JSONError(reason, at: offset) }

  // MARK: Steps

  func fail(_ reason: JSONReason) -> JSONError { error(reason) }

  /// The error for a value of another type, or the value's own error when it is none at all.
  mutating func wrongType(_ reason: JSONReason) throws(JSONError) -> JSONError {
    _ = try peek()
    return fail(reason)
  }

  mutating func nextByte() throws(JSONError) -> UInt8 {
    skipWhitespace()
    guard offset < bytes.count else { throw fail(.unexpectedEnd) }
    return bytes[offset]
  }

  mutating func skipWhitespace() {
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
        return
      }
      offset += 1
    }
  }

  func slice(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[start..<end])
  }

  private mutating func begin(_ bracket: UInt8, or reason: JSONReason) throws(JSONError) {
    guard try nextByte() == bracket else { throw try wrongType(reason) }
    guard depth < min(depthMax, JSONReader.depthLimit) else { throw fail(.tooDeep) }
    offset += 1
    depth += 1
    isFresh = true
  }

  /// Goes over the comma to the next member, or over the closing bracket (false).
  private mutating func advance(until bracket: UInt8) throws(JSONError) -> Bool {
    let byte = try nextByte()
    let wasFresh = isFresh
    isFresh = false
    if byte == bracket {
      offset += 1
      depth -= 1
      return false
    }
    if wasFresh { return true }
    guard byte == UInt8(ascii: ",") else { throw fail(.unexpectedByte) }
    offset += 1
    return true
  }

  private mutating func literal(_ word: StaticString) throws(JSONError) {
    let expected = UnsafeBufferPointer(word)
    for byte in expected {
      guard offset < bytes.count else { throw fail(.unexpectedEnd) }
      guard bytes[offset] == byte else { throw fail(.unexpectedByte) }
      offset += 1
    }
  }
}
