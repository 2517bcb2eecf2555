/// The formatting that a field can have.
enum FieldTag: UInt8, CaseIterable {
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

/// A piece of a field's HTML, as far as it matters to us.
enum FieldPiece {
  /// Bytes without any markup.
  case text(Int, Int)
  /// A character reference.
  case scalar(Unicode.Scalar)
  /// White space with a line break of the source in it, which HTML shows as a space.
  case sourceBreak
  case lineBreak
  /// The start or the end of an element that begins a new line.
  case block
  case open(FieldTag)
  case close(FieldTag)
}

/// Takes HTML apart as browsers do (WHATWG HTML, section 13.2.5), so far as to find where text ends
/// and tags begin: comments, quoted attributes, scripts. Other than browsers it takes a tag or a
/// comment that never ends for text, and all that follows too: nothing typed is lost, and the time
/// is linear whatever it is given.
struct FieldScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  /// A tag has been met that does not end: from there on all is text.
  private var isRestText = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func next() -> FieldPiece? {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<"): if let piece = markup() { return piece }
      case UInt8(ascii: "&"): return reference()
      case let byte where FieldScanner.isSpace(byte): return space()
      default: return text(from: index)
      }
    }
    return nil
  }

  /// The text from here to the next byte that may be special; at least one byte.
  private mutating func text(from start: Int) -> FieldPiece {
    index = start + 1
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || FieldScanner.isSpace(byte) {
        break
      }
      index += 1
    }
    return .text(start, index)
  }

  private mutating func space() -> FieldPiece {
    let start = index
    var hasBreak = false
    while index < bytes.count, FieldScanner.isSpace(bytes[index]) {
      if bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r") {
        hasBreak = true
      }
      index += 1
    }
    return hasBreak ? .sourceBreak : .text(start, index)
  }

  private mutating func reference() -> FieldPiece {
    guard let (scalar, length) = characterReference(in: bytes, at: index) else {
      return text(from: index)
    }
    index += length
    return scalar == "\n" || scalar == "\r" ? .lineBreak : .scalar(scalar)
  }

  // MARK: Tags

  /// A tag or a comment; nil if it says nothing to us. What is neither is text.
  private mutating func markup() -> FieldPiece? {
    let start = index
    if isRestText { return text(from: start) }
    index += 1
    let isClosing = byte(at: index) == UInt8(ascii: "/")
    if isClosing { index += 1 }
    var piece: FieldPiece?
    let isEnded: Bool
    switch byte(at: index) {
    case let first where isLetter(first): (piece, isEnded) = tag(isClosing: isClosing)
    case UInt8(ascii: "!") where !isClosing: isEnded = comment()
    case UInt8(ascii: "?") where !isClosing: isEnded = skip(past: UInt8(ascii: ">"))
    default:
      if !isClosing { return text(from: start) }
      isEnded = skip(past: UInt8(ascii: ">"))
    }
    if isEnded { return piece }
    isRestText = true
    return text(from: start)
  }

  private mutating func comment() -> Bool {
    guard byte(at: index + 1) == UInt8(ascii: "-"), byte(at: index + 2) == UInt8(ascii: "-") else {
      return skip(past: UInt8(ascii: ">"))
    }
    // `<!-->` and `<!--->` are whole comments, so the dashes may be shared.
    index += 3
    while skip(past: UInt8(ascii: ">")) {
      if bytes[index - 2] == UInt8(ascii: "-"), bytes[index - 3] == UInt8(ascii: "-") {
        return true
      }
    }
    return false
  }

  /// What a tag means, and whether it ends.
  private mutating func tag(isClosing: Bool) -> (FieldPiece?, Bool) {
    let start = index
    while index < bytes.count, !FieldScanner.isSpace(bytes[index]),
      bytes[index] != UInt8(ascii: "/"),
      bytes[index] != UInt8(ascii: ">")
    {
      index += 1
    }
    let name = FieldTagName(bytes, start, index)
    guard skipAttributes() else { return (nil, false) }
    for tag in FieldTag.allCases where name.matches(tag.name) {
      return (isClosing ? .close(tag) : .open(tag), true)
    }
    if name.matches("br") { return (.lineBreak, true) }
    if name.isBlock { return (.block, true) }
    if !isClosing && name.isRawText { skipContent(of: name) }
    return (nil, true)
  }

  /// Goes behind the `>` of a tag; false if there is none.
  private mutating func skipAttributes() -> Bool {
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: ">") { return true }
      guard byte == UInt8(ascii: "=") else { continue }
      while index < bytes.count, FieldScanner.isSpace(bytes[index]) { index += 1 }
      let quote = self.byte(at: index)
      if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        index += 1
        skip(past: quote)
      }
    }
    return false
  }

  /// Goes to the end tag of an element whose content is not HTML, or to the end.
  private mutating func skipContent(of name: FieldTagName) {
    while index < bytes.count {
      skip(past: UInt8(ascii: "<"))
      guard byte(at: index) == UInt8(ascii: "/") else { continue }
      let end = index + 1 + name.count
      guard end <= bytes.count, FieldTagName(bytes, index + 1, end).matches(name) else { continue }
      let after = byte(at: end)
      guard FieldScanner.isSpace(after) || after == UInt8(ascii: "/") || after == UInt8(ascii: ">")
      else { continue }
      index = end
      _ = skipAttributes()
      return
    }
  }

  // MARK: Bytes

  /// Goes behind the next such byte; false if there is none, then to the end.
  @discardableResult
  private mutating func skip(past byte: UInt8) -> Bool {
    while index < bytes.count, bytes[index] != byte { index += 1 }
    guard index < bytes.count else { return false }
    index += 1
    return true
  }

  /// Zero at the end.
  private func byte(at index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  /// The white space of HTML.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C
  }
}

/// The name of an element, compared without regard to case.
private struct FieldTagName {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let start: Int
  let count: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
    self.bytes = bytes
    self.start = start
    count = end - start
  }

  func matches(_ name: StaticString) -> Bool {
    guard count == name.utf8CodeUnitCount else { return false }
    for index in 0..<count where lower(index) != name.utf8Start[index] { return false }
    return true
  }

  func matches(_ other: FieldTagName) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where lower(index) != other.lower(index) { return false }
    return true
  }

  /// Elements that begin and end a line of their own.
  var isBlock: Bool {
    matches("div") || matches("p") || matches("li") || matches("tr") || matches("ul")
      || matches("ol") || matches("dl") || matches("dt") || matches("dd") || matches("table")
      || matches("pre") || matches("blockquote") || matches("hr") || matches("section")
      || matches("article") || matches("center") || isHeading
  }

  /// Elements whose content is no text for people.
  var isRawText: Bool {
    matches("script") || matches("style") || matches("iframe") || matches("noembed")
      || matches("noframes")
  }

  private var isHeading: Bool {
    count == 2 && lower(0) == UInt8(ascii: "h") && lower(1) &- UInt8(ascii: "1") < 6
  }

  private func lower(_ index: Int) -> UInt8 {
    let byte = bytes[start + index]
    return byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}
