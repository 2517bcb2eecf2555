/// The text of a note's field: HTML of a small subset, so that cards from elsewhere keep their bold
/// and their subscripts. Allowed are `b i u em strong s sub sup br`, without attributes, and the
/// entities for `& < > "`. Everything else is dropped to its text, wherever the field came from.
public enum FieldText {
  /// What a person typed, as a field: nothing in it is markup, line breaks stay.
  public static func html(plain: String) -> String {
    var html: [UInt8] = []
    html.reserveCapacity(plain.utf8.count)
    var isAfterReturn = false
    for byte in plain.utf8 {
      switch byte {
      case UInt8(ascii: "\r"): append("<br>", to: &html)
      case UInt8(ascii: "\n"): if !isAfterReturn { append("<br>", to: &html) }
      default: appendEscaped(byte, to: &html)
      }
      isAfterReturn = byte == UInt8(ascii: "\r")
    }
    return String(decoding: html, as: UTF8.self)
  }

  /// A field as a person would type it: without markup, `\n` where lines break.
  public static func plain(html: String) -> String {
    if isPlain(html) { return html }
    var text: [UInt8] = []
    read(html) { piece in
      switch piece {
      case .byte(let byte): text.append(byte)
      case .lineBreak: text.append(UInt8(ascii: "\n"))
      case .open, .close: break
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A field made safe to show: only the allowed tags, each of them closed, and escaped text.
  /// Every view and every import goes through this, so one policy holds for all.
  public static func safeHTML(_ html: String) -> String {
    if isPlain(html) { return html }
    var safe: [UInt8] = []
    var open: [FieldTag] = []
    read(html) { piece in
      switch piece {
      case .byte(let byte): appendEscaped(byte, to: &safe)
      case .lineBreak: append("<br>", to: &safe)
      case .open(let tag):
        guard open.count < openTagsMax else { return }
        open.append(tag)
        append(tag, isEnd: false, to: &safe)
      case .close(let tag):
        guard let place = open.lastIndex(of: tag) else { return }
        // What was opened inside ends with it: `<b><i>x</b>` is `<b><i>x</i></b>`.
        while open.count > place { append(open.removeLast(), isEnd: true, to: &safe) }
      }
    }
    while let tag = open.popLast() { append(tag, isEnd: true, to: &safe) }
    return String(decoding: safe, as: UTF8.self)
  }

  /// Tags inside one another beyond this are dropped: browsers slow down long before it matters.
  static let openTagsMax = 32

  /// Most fields are a word or a sentence, which all three forms have in common.
  private static func isPlain(_ text: String) -> Bool {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), 0...0x1F: return false
      default: break
      }
    }
    return true
  }

  private static func append(_ tag: FieldTag, isEnd: Bool, to bytes: inout [UInt8]) {
    append(isEnd ? "</" : "<", to: &bytes)
    append(tag.name, to: &bytes)
    bytes.append(UInt8(ascii: ">"))
  }

  private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
    for index in 0..<text.utf8CodeUnitCount { bytes.append(text.utf8Start[index]) }
  }

  private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "&"): append("&amp;", to: &bytes)
    case UInt8(ascii: "<"): append("&lt;", to: &bytes)
    case UInt8(ascii: ">"): append("&gt;", to: &bytes)
    default: bytes.append(byte)
    }
  }
}

/// The tags that a field may have, besides `br`.
enum FieldTag: CaseIterable {
  case b, i, u, em, strong, s, sub, sup

  var name: StaticString {
    switch self {
    case .b: "b"
    case .i: "i"
    case .u: "u"
    case .em: "em"
    case .strong: "strong"
    case .s: "s"
    case .sub: "sub"
    case .sup: "sup"
    }
  }
}
