/// Texts as a search compares them: without case and diacritics, so that "aiti" finds "Äiti".
///
/// Latin, Greek, Cyrillic and Armenian letters lose both; Hebrew and Arabic lose their points and
/// the forms of alif and hamza; wide letters become narrow, typographic quotes, dashes and spaces
/// plain ones; marks and characters without width go. Written here because the browser's module
/// has no case mapping that would not cost more than these tables. The result is not for people.
public enum TextFold {
  public static func fold(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the folded text as UTF-8.
  public static func append(_ text: String, to out: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(utf8: $0, to: &out) }
  }

  /// Appends the folded text of UTF-8 that is known to be valid.
  public static func append(utf8 bytes: UnsafeBufferPointer<UInt8>, to out: inout [UInt8]) {
    out.reserveCapacity(out.count + bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        out.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
        index += 1
        continue
      }
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      var scalar = UInt32(byte) & (0x7F >> UInt32(length))
      for place in 1..<length { scalar = scalar << 6 | UInt32(bytes[index + place] & 0x3F) }
      if !appendFolded(scalar, to: &out) {
        for place in 0..<length { out.append(bytes[index + place]) }
      }
      index += length
    }
  }

  /// Appends what the scalar becomes, which may be nothing; false if it stays as it is.
  private static func appendFolded(_ scalar: UInt32, to out: inout [UInt8]) -> Bool {
    switch scalar {
    case 0xC0...0x24F: return append(FoldTable.latin, scalar - 0xC0, to: &out)
    case 0x370...0x52F: return append(FoldTable.greekAndCyrillic, scalar - 0x370, to: &out)
    case 0x1E00...0x1FFF:
      return append(FoldTable.latinAndGreekExtended, scalar - 0x1E00, to: &out)
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: out.append(UInt8(ascii: " "))
    case 0x2018, 0x2019, 0x2BC: out.append(UInt8(ascii: "'"))
    case 0x201C, 0x201D: out.append(UInt8(ascii: "\""))
    case 0x2010...0x2015: out.append(UInt8(ascii: "-"))
    case 0xFF01...0xFF5E:
      let byte = UInt8(scalar - 0xFEE0)
      out.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
    case 0x531...0x556: appendTwoBytes(scalar + 0x30, to: &out)
    case 0x622, 0x623, 0x625, 0x671: appendTwoBytes(0x627, to: &out)
    case 0x624: appendTwoBytes(0x648, to: &out)
    case 0x626, 0x649: appendTwoBytes(0x64A, to: &out)
    default: return isIgnored(scalar)
    }
    return true
  }

  /// Marks above and below letters, vowel points, variation selectors, the soft hyphen, joiners.
  private static func isIgnored(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xAD, 0x300...0x36F, 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7,
      0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E8, 0x6EA...0x6ED,
      0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069,
      0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xFEFF:
      true
    default: false
    }
  }

  private static func append(_ table: StaticString, _ cell: UInt32, to out: inout [UInt8]) -> Bool {
    let first = table.utf8Start[Int(cell) * 2]
    let second = table.utf8Start[Int(cell) * 2 + 1]
    if first == 0xC2 && second == 0xBF { return false }
    out.append(first)
    if second != UInt8(ascii: " ") { out.append(second) }
    return true
  }

  private static func appendTwoBytes(_ scalar: UInt32, to out: inout [UInt8]) {
    out.append(UInt8(0xC0 | scalar >> 6))
    out.append(UInt8(0x80 | scalar & 0x3F))
  }
}
