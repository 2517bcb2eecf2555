import Domain

extension JSONReader {
  /// The next value, a text, checked but not copied.
  public mutating func text() throws(JSONError) -> JSONText {
    guard try nextByte() == UInt8(ascii: "\"") else { throw try wrongType(.textExpected) }
    offset += 1
    let start = offset
    var hasEscapes = false
    while true {
      skipPlain()
      guard offset < bytes.count else { throw fail(.unexpectedEnd) }
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") {
        let raw = slice(start, offset)
        offset += 1
        return JSONText(raw: raw, hasEscapes: hasEscapes)
      } else if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        try skipEscape()
      } else if byte < 0x20 {
        throw fail(.controlCharacter)
      } else {
        try skipMultibyte(byte)
      }
    }
  }

  /// Goes to the next byte that is a quote, a backslash, a control character or not ASCII.
  /// Eight bytes at a time: the classic tests for "a byte below" and "a byte equal to", whose
  /// lowest hit is exact.
  private mutating func skipPlain() {
    let low: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    let raw = UnsafeRawBufferPointer(bytes)
    while offset + 8 <= bytes.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let quote = word ^ 0x2222_2222_2222_2222
      let slash = word ^ 0x5C5C_5C5C_5C5C_5C5C
      let control = (word &- 0x2020_2020_2020_2020) & ~word
      let hits = (control | (quote &- low) & ~quote | (slash &- low) & ~slash | word) & high
      if hits != 0 {
        offset += hits.trailingZeroBitCount >> 3
        return
      }
      offset += 8
    }
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        return
      }
      offset += 1
    }
  }

  private mutating func skipEscape() throws(JSONError) {
    guard offset + 1 < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
    switch bytes[offset + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 2
    case UInt8(ascii: "u"):
      let start = offset
      let first = try hexUnit()
      if first & 0xF800 != 0xD800 { return }
      let isPair =
        first < 0xDC00 && offset + 1 < bytes.count && bytes[offset] == UInt8(ascii: "\\")
        && bytes[offset + 1] == UInt8(ascii: "u")
      guard isPair, try hexUnit() & 0xFC00 == 0xDC00 else {
        throw JSONError(.loneSurrogate, at: start)
      }
    default: throw fail(.invalidEscape)
    }
  }

  /// Takes `\uXXXX`.
  private mutating func hexUnit() throws(JSONError) -> UInt32 {
    var unit: UInt32 = 0
    for index in offset + 2..<offset + 6 {
      guard index < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
      guard let digit = hexDigitValue(bytes[index]) else { throw fail(.invalidEscape) }
      unit = unit << 4 | UInt32(digit)
    }
    offset += 6
    return unit
  }

  /// Takes one character of two to four bytes: the well-formed sequences of the Unicode standard,
  /// table 3-7.
  private mutating func skipMultibyte(_ lead: UInt8) throws(JSONError) {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: throw fail(.invalidUTF8)
    }
    for index in 1..<length {
      guard offset + index < bytes.count else { throw fail(.invalidUTF8) }
      let byte = bytes[offset + index]
      let isRight = index == 1 ? second.contains(byte) : byte & 0xC0 == 0x80
      guard isRight else { throw fail(.invalidUTF8) }
    }
    offset += length
  }
}
