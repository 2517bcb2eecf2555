/// What a field is made of, once markup that is not allowed has gone.
enum FieldPiece: Equatable {
  /// One byte of text in UTF-8, entities resolved.
  case byte(UInt8)
  case lineBreak
  case open(FieldTag)
  case close(FieldTag)
}

extension FieldText {
  /// Reads a field piece by piece. Blocks (`div`, `p`, `li`…) become line breaks, `script` and
  /// `style` go with what is in them, and a `<` that begins no tag is text.
  static func read(_ html: String, _ body: (FieldPiece) -> Void) {
    let bytes = Array(html.utf8)
    var position = 0
    var hasText = false
    var isBreakDue = false
    // Once a tag has been found to have no end, none after it is looked for: reading stays linear.
    var isRestText = false
    func text(_ byte: UInt8) {
      if isBreakDue, hasText { body(.lineBreak) }
      isBreakDue = false
      hasText = true
      body(.byte(byte))
    }
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<"):
        guard !isRestText, let tag = FieldMarkup(bytes, at: position, isEndless: &isRestText) else {
          text(UInt8(ascii: "<"))
          position += 1
          continue
        }
        position = tag.end
        switch tag.kind {
        case .inline(let inline): body(tag.isEnd ? .close(inline) : .open(inline))
        case .lineBreak:
          if isBreakDue, hasText { body(.lineBreak) }
          isBreakDue = false
          hasText = true
          body(.lineBreak)
        case .block: isBreakDue = true
        case .hidden:
          if !tag.isEnd { position = end(ofHidden: tag.name, in: bytes, from: position) }
        case .other: break
        }
      case UInt8(ascii: "&"):
        if let entity = FieldEntity(bytes, at: position) {
          for byte in UTF8.encode(entity.scalar)! { text(byte) }
          position = entity.end
        } else {
          text(UInt8(ascii: "&"))
          position += 1
        }
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        // In HTML these are spaces; a line breaks at `br`.
        text(UInt8(ascii: " "))
        position += 1
      default:
        text(bytes[position])
        position += 1
      }
    }
  }

  /// Just past the closing tag of a `script` or `style`, or the end.
  private static func end(ofHidden name: [UInt8], in bytes: [UInt8], from start: Int) -> Int {
    var position = start
    var isEndless = false
    while position < bytes.count, !isEndless {
      if bytes[position] == UInt8(ascii: "<"),
        let tag = FieldMarkup(bytes, at: position, isEndless: &isEndless), tag.isEnd,
        tag.name == name
      {
        return tag.end
      }
      position += 1
    }
    return bytes.count
  }
}

/// A tag, comment or declaration that stands at a `<`.
private struct FieldMarkup {
  enum Kind {
    case inline(FieldTag)
    case lineBreak, block, hidden, other
  }

  var kind = Kind.other
  var isEnd = false
  /// In lower case.
  var name: [UInt8] = []
  /// The position just past it.
  var end: Int

  static let nameLengthMax = 16

  /// nil when the `<` at `start` begins no markup, or some that never ends: then sets `isEndless`.
  init?(_ bytes: [UInt8], at start: Int, isEndless: inout Bool) {
    var position = start + 1
    guard position < bytes.count else { return nil }
    if bytes[position] == UInt8(ascii: "!") {
      guard let end = FieldMarkup.endOfDeclaration(bytes, from: position + 1) else {
        isEndless = true
        return nil
      }
      self.end = end
      return
    }
    if bytes[position] == UInt8(ascii: "/") {
      isEnd = true
      position += 1
    }
    guard position < bytes.count, FieldMarkup.isLetter(bytes[position]) else { return nil }
    while position < bytes.count, FieldMarkup.isNameByte(bytes[position]) {
      if name.count < FieldMarkup.nameLengthMax { name.append(bytes[position] | 0x20) }
      position += 1
    }
    // A ">" inside a quoted attribute does not end the tag.
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        end = position
        kind = FieldMarkup.kind(of: name)
        return
      }
    }
    isEndless = true
    return nil
  }

  private static func endOfDeclaration(_ bytes: [UInt8], from start: Int) -> Int? {
    let dash = UInt8(ascii: "-")
    let isComment = start + 1 < bytes.count && bytes[start] == dash && bytes[start + 1] == dash
    var position = isComment ? start + 2 : start
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: ">"),
        !isComment || bytes[position - 1] == dash && bytes[position - 2] == dash
      {
        return position + 1
      }
      position += 1
    }
    return nil
  }

  private static func kind(of name: [UInt8]) -> Kind {
    for tag in FieldTag.allCases where isSame(name, tag.name) { return .inline(tag) }
    if isSame(name, "br") { return .lineBreak }
    for block in blocks where isSame(name, block) { return .block }
    if isSame(name, "script") || isSame(name, "style") { return .hidden }
    return .other
  }

  private static let blocks: [StaticString] = [
    "div", "p", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
    "blockquote", "pre", "dl", "dt", "dd", "section", "article",
  ]

  private static func isSame(_ name: [UInt8], _ other: StaticString) -> Bool {
    guard name.count == other.utf8CodeUnitCount else { return false }
    for (index, byte) in name.enumerated() where byte != other.utf8Start[index] { return false }
    return true
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): true
    default: false
    }
  }
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: isLetter(byte)
    }
  }
}

/// A character reference: the five of XML, `nbsp`, and numbers.
private struct FieldEntity {
  let scalar: Unicode.Scalar
  /// The position just past the `;`.
  let end: Int

  static let lengthMax = 10

  init?(_ bytes: [UInt8], at start: Int) {
    var position = start + 1
    var name: [UInt8] = []
    while position < bytes.count, bytes[position] != UInt8(ascii: ";") {
      guard name.count < FieldEntity.lengthMax else { return nil }
      name.append(bytes[position])
      position += 1
    }
    guard position < bytes.count, let first = name.first else { return nil }
    end = position + 1
    if first == UInt8(ascii: "#") {
      guard let scalar = FieldEntity.number(name[1...]) else { return nil }
      self.scalar = scalar
      return
    }
    switch String(decoding: name, as: UTF8.self) {
    case "amp": scalar = "&"
    case "lt": scalar = "<"
    case "gt": scalar = ">"
    case "quot": scalar = "\""
    case "apos": scalar = "'"
    case "nbsp": scalar = "\u{A0}"
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var value: UInt32 = 0
    var rest = digits
    let isHex = rest.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    if isHex { rest = rest.dropFirst() }
    guard !rest.isEmpty else { return nil }
    for byte in rest {
      guard let digit = hexDigitValue(byte), isHex || digit < 10 else { return nil }
      value = value * (isHex ? 16 : 10) + UInt32(digit)
      if value > 0x10FFFF { return nil }
    }
    // A zero and controls are not text.
    return value < 0x20 ? nil : Unicode.Scalar(value)
  }
}
