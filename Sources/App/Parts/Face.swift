import Domain
import HTML
import Sync

enum CardFace: Equatable { case front, back }

/// The text of one side of a card: the front with its pronunciation, the back with the note.
/// `fields` are in the order of `BasicField`, as stored.
func viewFace(_ face: CardFace, _ fields: [String], _ w: Writer) {
  w.put("<div class=\"face-text\"><p class=\"word\" dir=\"auto\">")
  switch face {
  case .front: w.raw(FieldText.safeHTML(field(fields, .front)))
  case .back: w.raw(FieldText.safeHTML(field(fields, .back)))
  }
  w.put("</p>")
  switch face {
  case .front: viewPart(field(fields, .pronunciation), "say", w)
  case .back: viewPart(field(fields, .note), "aside", w)
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

/// The sizes that the text of a face is set in.
enum TextSize: Int {
  case word = 1, phrase, sentence, paragraph, page

  var cssClass: StaticString {
    switch self {
    case .word: "text-1"
    case .phrase: "text-2"
    case .sentence: "text-3"
    case .paragraph: "text-4"
    case .page: "text-5"
    }
  }

  /// Whether a card with this text needs to be taller than the usual one.
  var isTall: Bool { rawValue >= TextSize.paragraph.rawValue }

  /// `fields` are in the order of `BasicField`, as stored.
  init(_ face: CardFace, _ fields: [String]) {
    let (main, below): (BasicField, BasicField) =
      switch face {
      case .front: (.front, .pronunciation)
      case .back: (.back, .note)
      }
    var text = TextLength(FieldText.plain(html: field(fields, main)))
    // What stands below is set smaller.
    text.total += TextLength(FieldText.plain(html: field(fields, below))).total / 2
    self =
      if text.total <= 26, text.word <= 13 {
        .word
      } else if text.total <= 64, text.word <= 19 {
        .phrase
      } else if text.total <= 130, text.word <= 25 {
        .sentence
      } else {
        text.total <= 360 ? .paragraph : .page
      }
  }
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
