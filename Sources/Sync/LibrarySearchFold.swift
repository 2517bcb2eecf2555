import Domain

/// Text as the search sees it: letters without case and marks, so "Pöllö" is found by "pollo".
///
/// Written here because the browser's module has no Foundation, and `lowercased()` takes a second
/// for the texts of 100,000 notes. Covers Latin, Greek, Cyrillic, Armenian and wide forms; other
/// scripts stay as they are. What is folded is a superset of Unicode's simple case folding there:
/// "ß" is "ss", "æ" is "ae", "ø" is "o".
///
/// A folded text is never longer than what it was made from.
enum SearchFold {
  /// Writes a plain text; white space becomes single spaces between words. Gives the length; there
  /// must be room for as many bytes as come in.
  static func fold(
    plain bytes: UnsafeBufferPointer<UInt8>, to start: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var output = FoldedOutput(start: start)
    var position = 0
    while position < bytes.count {
      if bytes[position] < 0x80 {
        output.append(ascii: bytes[position])
        position += 1
      } else {
        output.append(scalar: scalar(bytes, &position))
      }
    }
    return output.count
  }

  /// Writes the text of HTML of the small subset: tags are left out, a line break is a space,
  /// character references are what they stand for. Gives the length.
  static func fold(
    html bytes: UnsafeBufferPointer<UInt8>, to start: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var output = FoldedOutput(start: start)
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "<"), let end = tagEnd(bytes, position) {
        let first = bytes[position + 1] | 0x20
        if first == UInt8(ascii: "b") && bytes[position + 2] | 0x20 == UInt8(ascii: "r") {
          output.append(ascii: 0x20)
        }
        position = end
      } else if byte == UInt8(ascii: "&"), let scalar = reference(bytes, &position) {
        output.append(scalar: scalar)
      } else if byte < 0x80 {
        output.append(ascii: byte)
        position += 1
      } else {
        output.append(scalar: scalar(bytes, &position))
      }
    }
    return output.count
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

  /// The scalar at a position, which moves on; a question mark for a wrong byte.
  private static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int
  ) -> UInt32 {
    let first = UInt32(bytes[position])
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    guard length > 1, position + length <= bytes.count else {
      position += 1
      return 0x3F
    }
    var value = first & (0x7F >> UInt32(length))
    for index in position + 1..<position + length {
      value = value << 6 | UInt32(bytes[index] & 0x3F)
    }
    position += length
    return value & 0x1F_FFFF
  }
}

private struct FoldedOutput {
  let start: UnsafeMutablePointer<UInt8>
  var count = 0

  @inline(__always)
  mutating func append(ascii byte: UInt8) {
    if byte > 0x20 {
      append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
    } else if count > 0, start[count - 1] != 0x20 {
      append(0x20)
    }
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    start[count] = byte
    count += 1
  }

  mutating func append(scalar: UInt32) {
    let scalar = FoldTable.fold(scalar)
    if scalar < 0x80 {
      append(ascii: UInt8(scalar))
    } else if scalar < 0x800 {
      append(0xC0 | UInt8(scalar >> 6))
      append(0x80 | UInt8(scalar & 0x3F))
    } else if scalar < 0x1_0000 {
      append(0xE0 | UInt8(scalar >> 12))
      append(0x80 | UInt8(scalar >> 6 & 0x3F))
      append(0x80 | UInt8(scalar & 0x3F))
    } else if scalar < FoldTable.pairMark {
      append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
      append(0x80 | UInt8(scalar >> 12 & 0x3F))
      append(0x80 | UInt8(scalar >> 6 & 0x3F))
      append(0x80 | UInt8(scalar & 0x3F))
    } else if scalar != FoldTable.nothing {
      append(UInt8(scalar >> 8 & 0xFF))
      append(UInt8(scalar & 0xFF))
    }
  }
}
