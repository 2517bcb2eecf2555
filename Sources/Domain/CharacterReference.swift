/// Reads a character reference (`&amp;`, `&#228;`, `&#xE4;`) and gives its length in bytes with it;
/// nil if the `&` at `start` is just one. Of the names only those are known that people meet in
/// lists of words; the others stay as they are written.
func characterReference(
  in bytes: UnsafeBufferPointer<UInt8>, at start: Int
) -> (Unicode.Scalar, Int)? {
  guard start + 1 < bytes.count else { return nil }
  if bytes[start + 1] == UInt8(ascii: "#") { return numericReference(in: bytes, at: start) }
  // All names begin with a small letter.
  guard bytes[start + 1] &- UInt8(ascii: "a") < 26 else { return nil }
  for entry in references {
    let name = entry.name
    let end = start + 1 + name.utf8CodeUnitCount
    guard end <= bytes.count else { continue }
    var isSame = true
    for index in 0..<name.utf8CodeUnitCount where bytes[start + 1 + index] != name.utf8Start[index]
    {
      isSame = false
      break
    }
    guard isSame else { continue }
    if end < bytes.count, bytes[end] == UInt8(ascii: ";") {
      return (entry.scalar, name.utf8CodeUnitCount + 2)
    }
    if entry.isBare { return (entry.scalar, name.utf8CodeUnitCount + 1) }
  }
  return nil
}

private func numericReference(
  in bytes: UnsafeBufferPointer<UInt8>, at start: Int
) -> (Unicode.Scalar, Int)? {
  var index = start + 2
  let isHex = index < bytes.count && bytes[index] | 0x20 == UInt8(ascii: "x")
  if isHex { index += 1 }
  let first = index
  var value: UInt32 = 0
  while index < bytes.count, let digit = hexDigitValue(bytes[index]), isHex || digit < 10 {
    // Stays above the greatest scalar once it is, whatever follows.
    value = min(value * (isHex ? 16 : 10) + UInt32(digit), 0x11_0000)
    index += 1
  }
  guard index > first else { return nil }
  if index < bytes.count, bytes[index] == UInt8(ascii: ";") { index += 1 }
  if value >= 0x80, value < 0xA0 { value = windows1252(value) }
  let scalar = value == 0 ? nil : Unicode.Scalar(value)
  return (scalar ?? "\u{FFFD}", index - start)
}

/// Numbers 128 to 159 mean the characters of Windows-1252, as in browsers.
private func windows1252(_ value: UInt32) -> UInt32 {
  let text: StaticString = """
    20AC0081201A0192201E20262020202102C62030016020390152008D017D008F\
    009020182019201C201D20222013201402DC21220161203A0153009D017E0178
    """
  var result: UInt32 = 0
  let start = Int(value - 0x80) * 4
  for index in start..<start + 4 {
    result = result << 4 | UInt32(hexDigitValue(text.utf8Start[index]) ?? 0)
  }
  return result
}

private struct NamedReference {
  let name: StaticString
  let scalar: Unicode.Scalar
  /// Old names that browsers know without the semicolon too.
  var isBare = false
}

private let references: [NamedReference] = [
  .init(name: "amp", scalar: "&", isBare: true),
  .init(name: "lt", scalar: "<", isBare: true),
  .init(name: "gt", scalar: ">", isBare: true),
  .init(name: "quot", scalar: "\"", isBare: true),
  .init(name: "nbsp", scalar: "\u{A0}", isBare: true),
  .init(name: "apos", scalar: "'"),
  .init(name: "ndash", scalar: "–"),
  .init(name: "mdash", scalar: "—"),
  .init(name: "hellip", scalar: "…"),
  .init(name: "lsquo", scalar: "‘"),
  .init(name: "rsquo", scalar: "’"),
  .init(name: "ldquo", scalar: "“"),
  .init(name: "rdquo", scalar: "”"),
  .init(name: "laquo", scalar: "«"),
  .init(name: "raquo", scalar: "»"),
  .init(name: "middot", scalar: "·"),
  .init(name: "bull", scalar: "•"),
  .init(name: "times", scalar: "×"),
  .init(name: "deg", scalar: "°"),
  .init(name: "rarr", scalar: "→"),
  .init(name: "larr", scalar: "←"),
  .init(name: "euro", scalar: "€"),
  .init(name: "ensp", scalar: "\u{2002}"),
  .init(name: "emsp", scalar: "\u{2003}"),
  .init(name: "thinsp", scalar: "\u{2009}"),
  .init(name: "zwnj", scalar: "\u{200C}"),
  .init(name: "zwj", scalar: "\u{200D}"),
  .init(name: "lrm", scalar: "\u{200E}"),
  .init(name: "rlm", scalar: "\u{200F}"),
  .init(name: "shy", scalar: "\u{AD}"),
]
