import Domain
import Sync

/// The user steps that History tells of. The raw value is stored.
enum StepKind: String, CaseIterable {
  /// name
  case deckNew
  /// name = old, other = new
  case deckRename
  /// name
  case deckColor
  /// name
  case deckReorder
  /// name, count = cards
  case deckDelete
  /// name = front, other = deck
  case cardNew
  /// name = front, other = deck
  case cardEdit
  /// name = front if it is one, other = deck, count
  case cardDelete
  /// name = front if it is one, other = the deck they went to, count
  case cardMove
  /// count = decks
  case samplesRestore
  /// name = file, count = decks and cards
  case libraryAdd
  /// name = deck, count = answers
  case roundDelete
  /// name, other, count of the step taken back; `of` names its kind
  case revert
  /// As `revert`; the step taken back was a revert
  case redo
  /// Two devices changed the same text; the later one stays. name = front or deck
  case mergeReplaced
  /// A deleted thing came back because another device had changed it. name
  case mergeRevived
  /// Cards without a deck went to the deck Recovered. count
  case recover
  /// name of the setting
  case setting
}

/// What a step's words need.
struct StepArgs: Equatable {
  var name = ""
  var other = ""
  var count = 0
  /// The kind of the step that was reverted, or empty.
  var of = ""

  /// Names longer than this are cut in the history: it tells, it does not store.
  static let nameLengthMax = 80

  init(name: String = "", other: String = "", count: Int = 0, of: String = "") {
    self.name = name
    self.other = other
    self.count = count
    self.of = of
  }

  init(json: String) {
    guard let tree = try? JSONValue(Array(json.utf8)) else { return }
    name = tree["name"]?.text ?? ""
    other = tree["other"]?.text ?? ""
    count = Int(truncatingIfNeeded: tree["count"]?.int ?? 0)
    of = tree["of"]?.text ?? ""
  }

  var json: String {
    var writer = JSONWriter()
    writer.beginObject()
    if !name.isEmpty {
      writer.name("name")
      writer.string(clipped(name))
    }
    if !other.isEmpty {
      writer.name("other")
      writer.string(clipped(other))
    }
    if count != 0 {
      writer.name("count")
      writer.int(Int64(count))
    }
    if !of.isEmpty {
      writer.name("of")
      writer.string(of)
    }
    writer.endObject()
    return writer.text
  }

  private func clipped(_ text: String) -> String {
    guard
      let end = text.index(
        text.startIndex, offsetBy: StepArgs.nameLengthMax, limitedBy: text.endIndex),
      end != text.endIndex
    else { return text }
    return String(text[..<end]) + "…"
  }
}

extension Change {
  /// The record of a step in History.
  static func step(
    _ id: EntityID, _ kind: StepKind, _ args: StepArgs, at: Int64, undo: String, _ stamp: Stamp
  ) -> Change {
    Change(
      .step, id,
      properties: [
        PropertySet("args", .text(args.json), stamp), PropertySet("at", .int(at), stamp),
        PropertySet("kind", .text(kind.rawValue), stamp), PropertySet("undo", .json(undo), stamp),
      ])
  }
}
