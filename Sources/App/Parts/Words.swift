import Domain
import HTML

extension Writer {
  /// "1 card", "195 cards", "100,000 cards".
  @inline(never)
  func count(_ number: Int, _ one: StaticString, _ many: StaticString) {
    text(grouped(number))
    put(" ")
    put(number == 1 ? one : many)
  }

  func cards(_ number: Int) { count(number, "card", "cards") }

  /// A name as people wrote it, kept apart from the direction of the words around it.
  @inline(never)
  func name(_ name: String) {
    put("<bdi>")
    text(name)
    put("</bdi>")
  }
}

/// "195 cards", for announcements.
func cardsText(_ number: Int) -> String {
  grouped(number) + (number == 1 ? " card" : " cards")
}

/// A whole number with a comma between thousands.
func grouped(_ number: Int) -> String {
  var digits: [UInt8] = []
  var rest = number.magnitude
  repeat {
    if digits.count % 4 == 3 { digits.append(UInt8(ascii: ",")) }
    digits.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
    rest /= 10
  } while rest > 0
  if number < 0 { digits.append(UInt8(ascii: "-")) }
  return String(decoding: digits.reversed(), as: UTF8.self)
}

/// A field as one line of plain text, for lists.
func oneLine(_ html: String) -> String {
  var line: [UInt8] = []
  for byte in FieldText.plain(html: html).utf8 {
    line.append(byte == UInt8(ascii: "\n") ? UInt8(ascii: " ") : byte)
    // A list shows one line; the rest of a long text would only weigh on the page.
    if line.count > lineBytesMax, byte & 0xC0 != 0x80 {
      line.removeLast()
      return String(decoding: line, as: UTF8.self) + "…"
    }
  }
  return String(decoding: line, as: UTF8.self)
}

/// More bytes than fit in any row.
private let lineBytesMax = 600

extension String {
  init(_ text: StaticString) {
    self.init(
      decoding: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount),
      as: UTF8.self)
  }
}
