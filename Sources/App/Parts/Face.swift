import Domain
import HTML
import Sync

enum CardFace: Equatable { case front, back }

/// The text of one side of a card. `fields` are in the order of `BasicField`, as stored.
func viewFace(_ face: CardFace, _ fields: [String], _ w: Writer) {
  w.put("<div class=\"face-text\"><p class=\"word\" dir=\"auto\">")
  switch face {
  case .front: w.raw(FieldText.safeHTML(field(fields, .front)))
  case .back: w.raw(FieldText.safeHTML(field(fields, .back)))
  }
  w.put("</p>")
  if face == .back {
    viewPart(field(fields, .pronunciation), "say", w)
    viewPart(field(fields, .note), "aside", w)
  }
  w.put("</div>")
}

private func viewPart(_ html: String, _ cssClass: StaticString, _ w: Writer) {
  guard !isBlank(FieldText.plain(html: html)) else { return }
  w.put("<p dir=\"auto\" class=\"")
  w.put(cssClass)
  w.put("\">")
  w.raw(FieldText.safeHTML(html))
  w.put("</p>")
}

private func field(_ fields: [String], _ field: BasicField) -> String {
  field.rawValue < fields.count ? fields[field.rawValue] : ""
}

/// The colour of a card that has one of its own, as those of the sample deck *Quiz night*.
func ownColor(_ note: NoteID, _ library: Library) -> CardColor? {
  guard let state = library.state(of: .note, note.id) else { return nil }
  for property in state.properties where property.name == "color" {
    if case .text(let name) = property.value { return CardColor(name: name) }
  }
  return nil
}

/// The size that the text of a card is set in, from `text-1` (a word) to `text-5` (a page), by the
/// longer of its sides, so that the card does not change its size when it turns. `texts` are plain.
func textClass(_ texts: [String]) -> StaticString {
  let front = TextLength(texts.first ?? "")
  let back = TextLength(texts.dropFirst().first ?? "")
  var extra = 0
  for text in texts.dropFirst(2) { extra += TextLength(text).total }
  let total = max(front.total, back.total + extra / 2)
  let word = max(front.word, back.word)
  if total <= 26, word <= 13 { return "text-1" }
  if total <= 64, word <= 19 { return "text-2" }
  if total <= 130, word <= 25 { return "text-3" }
  return total <= 360 ? "text-4" : "text-5"
}

/// Whether a card of this size needs to be taller than the usual one.
func isTall(_ textClass: StaticString) -> Bool {
  textClass.utf8Start[textClass.utf8CodeUnitCount - 1] >= UInt8(ascii: "4")
}

/// How much room a text takes, in narrow letters.
private struct TextLength {
  var total = 0
  /// The longest piece that cannot be broken.
  var word = 0

  /// A line break ends a line that is half full on average.
  static let lineBreak = 12
  /// Beyond this it makes no difference.
  static let totalMax = 1000

  init(_ text: String) {
    var run = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A:
        total += TextLength.lineBreak
        run = 0
      case 0x20, 0x2D:
        total += 1
        run = 0
      case 0x0300...0x036F, 0x200B...0x200F, 0xFE00...0xFE0F: break
      case 0x1100...0x11FF, 0x2E80...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFF60, 0x1F000...0x3FFFF:
        // Wide characters, which may be broken anywhere.
        total += 2
        run = 0
        word = max(word, 2)
      default:
        total += 1
        run += 1
        word = max(word, run)
      }
      if total > TextLength.totalMax { return }
    }
  }
}
