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
      let folded = fold(scalar: scalar)
      if folded == scalar {
        for place in 0..<length { out.append(bytes[index + place]) }
      } else if folded < 0x80 {
        out.append(UInt8(folded))
      } else if folded < pairMark {
        out.append(UInt8(truncatingIfNeeded: 0xC0 | folded >> 6))
        out.append(UInt8(truncatingIfNeeded: 0x80 | folded & 0x3F))
      } else if folded != nothing {
        out.append(UInt8(truncatingIfNeeded: folded >> 8))
        out.append(UInt8(truncatingIfNeeded: folded))
      }
      index += length
    }
  }

  /// Above all scalars: what folds to two ASCII letters has them in its lowest 16 bits.
  public static let pairMark: UInt32 = 0x100_0000
  /// What folds to nothing.
  public static let nothing: UInt32 = 0x200_0000

  /// What one scalar folds to: itself, a scalar below U+0800, a pair, or nothing. Never longer in
  /// UTF-8 than it was.
  public static func fold(scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x41...0x5A: scalar + 0x20
    case 0..<0x80: scalar
    case 0xC0...0x24F: cell(FoldTable.latin, scalar - 0xC0) ?? scalar
    case 0x370...0x52F: cell(FoldTable.greekAndCyrillic, scalar - 0x370) ?? scalar
    case 0x1E00...0x1FFF: cell(FoldTable.latinAndGreekExtended, scalar - 0x1E00) ?? scalar
    case 0xA0, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: 0x20
    case 0x2018, 0x2019, 0x2BC: 0x27
    case 0x201C, 0x201D: 0x22
    case 0x2010...0x2015: 0x2D
    case 0xFF01...0xFF5E: fold(scalar: scalar - 0xFEE0)
    case 0x531...0x556: scalar + 0x30
    case 0x622, 0x623, 0x625, 0x671: 0x627
    case 0x624: 0x648
    case 0x626, 0x649: 0x64A
    default: isIgnored(scalar) ? nothing : scalar
    }
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

  private static func cell(_ table: StaticString, _ index: UInt32) -> UInt32? {
    let first = UInt32(table.utf8Start[Int(index) * 2])
    let second = UInt32(table.utf8Start[Int(index) * 2 + 1])
    if first == 0xC2 && second == 0xBF { return nil }
    if second == 0x20 { return first }
    if first < 0x80 { return pairMark | first << 8 | second }
    return (first & 0x1F) << 6 | second & 0x3F
  }
}
