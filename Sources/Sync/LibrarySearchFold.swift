import Domain

/// Text as the search sees it: letters without case and marks, so "Pöllö" is found by "pollo".
///
/// Written here because the browser's module has no Foundation, and `lowercased()` takes a second
/// for the texts of 100,000 notes. Covers Latin, Greek, Cyrillic, Armenian and wide forms; other
/// scripts stay as they are. What is folded is a superset of Unicode's simple case folding there:
/// "ß" is "ss", "æ" is "ae", "ø" is "o".
enum SearchFold {
  /// Appends a plain text; white space becomes single spaces between words.
  static func append(plain bytes: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8]) {
    var position = 0
    while position < bytes.count {
      if bytes[position] < 0x80 {
        append(ascii: bytes[position], to: &folded)
        position += 1
      } else {
        append(scalar(bytes, &position), to: &folded)
      }
    }
  }

  /// Appends the text of HTML of the small subset: tags are left out, a line break is a space,
  /// character references are what they stand for.
  static func append(html bytes: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8]) {
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "<"), let end = tagEnd(bytes, position) {
        let first = bytes[position + 1] | 0x20
        if first == UInt8(ascii: "b") && bytes[position + 2] | 0x20 == UInt8(ascii: "r") {
          append(ascii: 0x20, to: &folded)
        }
        position = end
      } else if byte == UInt8(ascii: "&"), let scalar = reference(bytes, &position) {
        append(scalar, to: &folded)
      } else if byte < 0x80 {
        append(ascii: byte, to: &folded)
        position += 1
      } else {
        append(scalar(bytes, &position), to: &folded)
      }
    }
  }

  // MARK: Pieces of the input

  /// The position after the tag's end; nil if no tag starts here.
  private static func tagEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    guard start + 2 < bytes.count else { return nil }
    let first = bytes[start + 1]
    let isTag = first == UInt8(ascii: "/") || (first | 0x20 >= 0x61 && first | 0x20 <= 0x7A)
    guard isTag else { return nil }
    var position = start + 2
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: ">") { return position + 1 }
      position += 1
    }
    return nil
  }

  /// The scalar of a character reference; nil, and nothing taken, if it is none that is known.
  private static func reference(
    _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int
  ) -> UInt32? {
    var end = position + 1
    while end < bytes.count, end - position < 10, bytes[end] != UInt8(ascii: ";") { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ";") else { return nil }
    let name = UnsafeBufferPointer(rebasing: bytes[position + 1..<end])
    let scalar = named(name) ?? number(name)
    if scalar != nil { position = end + 1 }
    return scalar
  }

  private static func named(_ name: UnsafeBufferPointer<UInt8>) -> UInt32? {
    if name.elementsEqual("amp".utf8) { return 0x26 }
    if name.elementsEqual("lt".utf8) { return 0x3C }
    if name.elementsEqual("gt".utf8) { return 0x3E }
    if name.elementsEqual("quot".utf8) { return 0x22 }
    if name.elementsEqual("apos".utf8) { return 0x27 }
    return name.elementsEqual("nbsp".utf8) ? 0x20 : nil
  }

  private static func number(_ name: UnsafeBufferPointer<UInt8>) -> UInt32? {
    guard name.count > 1, name[0] == UInt8(ascii: "#") else { return nil }
    let isHex = name[1] | 0x20 == UInt8(ascii: "x")
    let start = isHex ? 2 : 1
    guard start < name.count else { return nil }
    var value: UInt32 = 0
    for index in start..<name.count {
      guard let digit = hexDigitValue(name[index]), isHex || digit < 10 else { return nil }
      value = value * (isHex ? 16 : 10) + UInt32(digit)
    }
    return value < 0xD800 || (value > 0xDFFF && value < 0x11_0000) ? value : nil
  }

  /// The scalar at a position, which moves on; a wrong byte stands for itself.
  private static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int
  ) -> UInt32 {
    let first = UInt32(bytes[position])
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    guard length > 1, position + length <= bytes.count else {
      position += 1
      return first
    }
    var value = first & (0x7F >> UInt32(length))
    for index in position + 1..<position + length {
      value = value << 6 | UInt32(bytes[index] & 0x3F)
    }
    position += length
    return value & 0x1F_FFFF
  }

  // MARK: Output

  @inline(__always)
  private static func append(ascii byte: UInt8, to folded: inout [UInt8]) {
    if byte > 0x20 {
      folded.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
    } else if let last = folded.last, last > 0x20 {
      folded.append(0x20)
    }
  }

  private static func append(_ scalar: UInt32, to folded: inout [UInt8]) {
    let scalar = FoldTable.fold(scalar)
    if scalar < 0x80 {
      append(ascii: UInt8(scalar), to: &folded)
    } else if scalar < 0x800 {
      folded.append(0xC0 | UInt8(scalar >> 6))
      folded.append(0x80 | UInt8(scalar & 0x3F))
    } else if scalar < 0x1_0000 {
      folded.append(0xE0 | UInt8(scalar >> 12))
      folded.append(0x80 | UInt8(scalar >> 6 & 0x3F))
      folded.append(0x80 | UInt8(scalar & 0x3F))
    } else if scalar < FoldTable.pairMark {
      folded.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
      folded.append(0x80 | UInt8(scalar >> 12 & 0x3F))
      folded.append(0x80 | UInt8(scalar >> 6 & 0x3F))
      folded.append(0x80 | UInt8(scalar & 0x3F))
    } else if scalar != FoldTable.nothing {
      folded.append(UInt8(scalar >> 8 & 0xFF))
      folded.append(UInt8(scalar & 0xFF))
    }
  }
}
