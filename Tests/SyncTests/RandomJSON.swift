import Domain

/// Random JSON documents, with what makes parsers differ, and random damage to them.
struct RandomJSON {
  var random: Random
  init(seed: UInt64) { random = Random(seed: seed) }

  mutating func document() -> [UInt8] {
    var text = ""
    value(depth: 0, to: &text)
    return Array(text.utf8)
  }

  /// The document with up to three bytes changed, left out or put in, or cut off.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let syntax = Array("{}[]\",:\\u0dD8Ee+-. \n\u{0}\u{1F}tfn/".utf8)
    for _ in 0...random.below(3) where !bytes.isEmpty {
      let place = random.below(bytes.count)
      switch random.below(6) {
      case 0: bytes[place] = UInt8(random.below(256))
      case 1: bytes[place] = syntax[random.below(syntax.count)]
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(syntax[random.below(syntax.count)], at: place)
      case 4: bytes.insert(bytes[random.below(bytes.count)], at: place)
      default: if random.below(4) == 0 { bytes.removeSubrange(place...) }
      }
    }
    return bytes
  }

  private mutating func value(depth: Int, to text: inout String) {
    space(to: &text)
    switch random.below(depth > 4 ? 6 : 9) {
    case 0: text += "null"
    case 1: text += random.below(2) == 0 ? "true" : "false"
    case 2, 3: text += number()
    case 4, 5: string(to: &text)
    case 6, 7:
      text += "{"
      for index in 0..<random.below(5) {
        if index > 0 { text += "," }
        space(to: &text)
        string(to: &text)
        space(to: &text)
        text += ":"
        value(depth: depth + 1, to: &text)
      }
      space(to: &text)
      text += "}"
    default:
      text += "["
      for index in 0..<random.below(5) {
        if index > 0 { text += "," }
        value(depth: depth + 1, to: &text)
      }
      space(to: &text)
      text += "]"
    }
    space(to: &text)
  }

  private mutating func space(to text: inout String) {
    if random.below(4) == 0 { text += ["\u{20}", "\n", "\t", "\r\n"][random.below(4)] }
  }

  private mutating func number() -> String {
    let edges = [
      "0", "-0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
      "1e5", "1E+05", "-1.5e-3", "0.1", "1e-400", "123456789012345678901234567890", "5e-324",
      "1.7976931348623157e308", "9007199254740993", "2.50",
    ]
    if random.below(2) == 0 { return edges[random.below(edges.count)] }
    var text = random.below(2) == 0 ? "-" : ""
    text += "\(random.next() >> UInt64(random.below(64)))"
    if random.below(2) == 0 { text += ".\(random.next() >> UInt64(random.below(64)))" }
    if random.below(3) == 0 { text += "e\(random.below(40) - 20)" }
    return text
  }

  private mutating func string(to text: inout String) {
    let parts = [
      "a", "key", "\\n", "\\\\", "\\\"", "\\/", "\\u0041", "\\u00e4", "\\uD83C\\uDF4E", "\\u0000",
      "ä", "€", "🍎", "\u{7F}", "\u{2028}", "plain text of some length", " ", "e\u{301}", "\u{FFFF}",
    ]
    text += "\""
    for _ in 0..<random.below(5) { text += parts[random.below(parts.count)] }
    text += "\""
  }
}
