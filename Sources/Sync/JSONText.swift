/// A string of a JSON text, checked but not yet copied: the bytes between its quotes.
/// It points into the reader's bytes and must not outlive them.
public struct JSONText {
  public let raw: UnsafeBufferPointer<UInt8>
  public let hasEscapes: Bool

  /// The text with its escapes resolved.
  public var string: String {
    if !hasEscapes { return String(decoding: raw, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: raw.count) { unescape(into: $0) }
  }

  /// Whether this is the given name, so that `switch` works over the names of an object.
  public static func ~= (name: StaticString, text: JSONText) -> Bool {
    if text.hasEscapes {
      let string = text.string
      return string.utf8.elementsEqual(UnsafeBufferPointer(name))
    }
    let expected = UnsafeBufferPointer(name)
    guard expected.count == text.raw.count else { return false }
    for index in 0..<expected.count where expected[index] != text.raw[index] { return false }
    return true
  }

  /// Writes the text without escapes, which is never longer than with them; gives its length.
  private func unescape(into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var read = 0
    var written = 0
    while read < raw.count {
      var byte = raw[read]
      read += 1
      if byte == UInt8(ascii: "\\") {
        byte = raw[read]
        read += 1
        if byte == UInt8(ascii: "u") {
          let scalar = escapedScalar(at: &read)
          written += encode(scalar, into: output, at: written)
          continue
        }
        byte = JSONText.plainByte(ofEscape: byte)
      }
      output[written] = byte
      written += 1
    }
    return written
  }

  /// The scalar of the digits after `\u` and, for a pair, of the second escape. The reader has
  /// checked that the pair is whole.
  private func escapedScalar(at index: inout Int) -> UInt32 {
    let first = hexUnit(at: index)
    index += 4
    guard first & 0xFC00 == 0xD800 else { return first }
    let second = hexUnit(at: index + 2)
    index += 6
    return 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF
  }

  private func hexUnit(at index: Int) -> UInt32 {
    var unit: UInt32 = 0
    for digit in index..<index + 4 { unit = unit << 4 | UInt32(hexValue(raw[digit])) }
    return unit
  }

  private static func plainByte(ofEscape letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  init(_ text: StaticString) {
    self.init(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}

private func hexValue(_ byte: UInt8) -> UInt8 { byte & 0xF + (byte >> 6) * 9 }

private func encode(
  _ scalar: UInt32, into output: UnsafeMutableBufferPointer<UInt8>, at index: Int
) -> Int {
  func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar >> shift & 0x3F) }
  switch scalar {
  case 0..<0x80:
    output[index] = UInt8(scalar)
    return 1
  case 0x80..<0x800:
    output[index] = 0xC0 | UInt8(scalar >> 6)
    output[index + 1] = tail(0)
    return 2
  case 0x800..<0x10000:
    output[index] = 0xE0 | UInt8(scalar >> 12)
    output[index + 1] = tail(6)
    output[index + 2] = tail(0)
    return 3
  default:
    output[index] = 0xF0 | UInt8(scalar >> 18)
    output[index + 1] = tail(12)
    output[index + 2] = tail(6)
    output[index + 3] = tail(0)
    return 4
  }
}
