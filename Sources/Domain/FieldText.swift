/// A field's text: HTML of a small subset, and how it comes from and goes back to plain typing.
///
/// The subset is text, `<br>`, and `<b> <i> <u> <em> <strong> <s> <sub> <sup>` without attributes;
/// of the characters only `&`, `<` and `>` are written as references. Spaces and tabs stand as they
/// were typed, so a field is shown with `white-space: pre-wrap`; a line break is always `<br>`.
public enum FieldText {
  /// Plain typing as HTML. CR LF and CR count as one line break.
  public static func html(plain: String) -> String {
    var plain = plain
    return plain.withUTF8 { bytes in
      guard bytes.contains(where: { isMarkup($0) }) else {
        return String(decoding: bytes, as: UTF8.self)
      }
      var out: [UInt8] = []
      out.reserveCapacity(bytes.count + bytes.count / 8)
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case UInt8(ascii: "\n"):
          if index == 0 || bytes[index - 1] != UInt8(ascii: "\r") { append("<br>", to: &out) }
        case UInt8(ascii: "\r"): append("<br>", to: &out)
        default: appendEscaped(byte, to: &out)
        }
      }
      return String(decoding: out, as: UTF8.self)
    }
  }

  /// The text of a field without its formatting: line breaks and the edges of blocks become `\n`.
  /// Gives back what `html(plain:)` was given, but for CR.
  public static func plain(html: String) -> String {
    rewritten(html, isHTML: false)
  }

  /// Any HTML brought into the subset, whoever wrote it. Other elements are dropped and their text
  /// is kept, but for scripts, styles and frames, which go with their content; what was left open
  /// is closed. What is in the subset already comes back as it is.
  public static func safeHTML(_ html: String) -> String {
    rewritten(html, isHTML: true)
  }

  /// Whether the field says more than its plain text: it would lose something as plain text.
  public static func isFormatted(_ html: String) -> Bool {
    let again = self.html(plain: plain(html: html))
    return !again.utf8.elementsEqual(html.utf8)
  }

  private static func rewritten(_ html: String, isHTML: Bool) -> String {
    var html = html
    return html.withUTF8 { bytes in
      guard bytes.contains(where: { isMarkup($0) }) else {
        return String(decoding: bytes, as: UTF8.self)
      }
      var scanner = FieldScanner(bytes)
      var writer = FieldWriter(isHTML: isHTML, capacity: bytes.count)
      while let piece = scanner.next() { writer.write(piece, of: bytes) }
      writer.finish()
      return String(decoding: writer.out, as: UTF8.self)
    }
  }

  private static func isMarkup(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "&")
      || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  static func append(_ text: StaticString, to out: inout [UInt8]) {
    out.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  static func appendEscaped(_ byte: UInt8, to out: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "&"): append("&amp;", to: &out)
    case UInt8(ascii: "<"): append("&lt;", to: &out)
    case UInt8(ascii: ">"): append("&gt;", to: &out)
    default: out.append(byte)
    }
  }
}

/// Writes the pieces of a field as HTML of the subset or as plain text.
private struct FieldWriter {
  let isHTML: Bool
  var out: [UInt8] = []
  private var open: [FieldTag] = []
  /// Nothing but tags since the start or the last line break.
  private var isLineStart = true
  /// A break or a space that counts only if something follows on this side of the next break.
  private var needsBreak = false
  private var needsSpace = false

  /// Formatting within formatting, deeper than anybody writes; deeper tags are dropped.
  private static let depthMax = 32

  init(isHTML: Bool, capacity: Int) {
    self.isHTML = isHTML
    out.reserveCapacity(capacity + capacity / 16)
  }

  mutating func write(_ piece: FieldPiece, of bytes: UnsafeBufferPointer<UInt8>) {
    switch piece {
    case .text(let start, _) where needsBreak && FieldScanner.isSpace(bytes[start]):
      // Between two blocks, where white space does not show.
      break
    case .text(let start, let end):
      prepareForText()
      for index in start..<end { appendTextByte(bytes[index]) }
    case .scalar(let value):
      prepareForText()
      for byte in UTF8.encode(value).unsafelyUnwrapped { appendTextByte(byte) }
    case .sourceBreak: needsSpace = true
    case .lineBreak:
      if needsBreak { lineBreak() }
      lineBreak()
    case .block: if !isLineStart { needsBreak = true }
    case .open(let tag): begin(tag)
    case .close(let tag): end(tag)
    }
  }

  mutating func finish() {
    while let tag = open.popLast() { appendTag(tag, isClosing: true) }
  }

  private mutating func prepareForText() {
    if needsBreak { lineBreak() }
    if needsSpace && !isLineStart { out.append(UInt8(ascii: " ")) }
    needsSpace = false
    isLineStart = false
  }

  private mutating func lineBreak() {
    if isHTML { FieldText.append("<br>", to: &out) } else { out.append(UInt8(ascii: "\n")) }
    isLineStart = true
    needsBreak = false
    needsSpace = false
  }

  private mutating func appendTextByte(_ byte: UInt8) {
    if isHTML { FieldText.appendEscaped(byte, to: &out) } else { out.append(byte) }
  }

  private mutating func begin(_ tag: FieldTag) {
    guard isHTML, open.count < FieldWriter.depthMax else { return }
    open.append(tag)
    appendTag(tag, isClosing: false)
  }

  /// Closes the tag and what was opened within it; nothing if it is not open.
  private mutating func end(_ tag: FieldTag) {
    guard open.contains(tag) else { return }
    while let last = open.popLast() {
      appendTag(last, isClosing: true)
      if last == tag { return }
    }
  }

  private mutating func appendTag(_ tag: FieldTag, isClosing: Bool) {
    FieldText.append(isClosing ? "</" : "<", to: &out)
    FieldText.append(tag.name, to: &out)
    out.append(UInt8(ascii: ">"))
  }
}
