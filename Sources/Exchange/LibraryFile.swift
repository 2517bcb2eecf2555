import Domain
public import Sync

// The library file, version 1: JSON (RFC 8259, UTF-8), in this order:
//
//   {"format":"omena-library","version":1,"exported":<ms>,
//    "decks":[…],"cards":[…],"reviews":[…],"settings":[…],"more":[…]}
//
//   deck     id, name, color, position, sample
//   card     id, deck, front, back, pronunciation, note (HTML of the subset), created, tags
//   review   id, card, ordinal, at, zone, kind, rating, duration
//   setting  name, value
//   more     changes in their wire form: what does not fit the shapes above
//
// Each but the last has `stamp` and, for properties with another one, `stamps`, and keeps whatever
// other properties it has. Limits: 512 MB a file; fields, names and counts as for changes.
// Docs/Formats/library-file.md tells the whole.
public enum LibraryFile {
  public static let format: StaticString = "omena-library"
  /// The version written, and the greatest that can be read.
  public static let version: Int64 = 1
  public static let bytesMax = 512 << 20

  /// The kinds that a file holds, in the order in which the writer takes them.
  public static let kinds: [EntityKind] = [
    .deck, .note, .review, .setting, .noteType, .card, .media,
  ]
}

/// The lists of a file.
enum LibraryFileSection: UInt8, CaseIterable {
  case decks, cards, reviews, settings, more

  var name: StaticString {
    switch self {
    case .decks: "decks"
    case .cards: "cards"
    case .reviews: "reviews"
    case .settings: "settings"
    case .more: "more"
    }
  }

  var text: String { String(name) }

  /// The list in which entities of a kind stand if they are whole. Steps are of the device only.
  init?(_ kind: EntityKind) {
    switch kind {
    case .deck: self = .decks
    case .note: self = .cards
    case .review: self = .reviews
    case .setting: self = .settings
    case .noteType, .card, .media: self = .more
    case .step: return nil
    }
  }

  var kind: EntityKind? {
    switch self {
    case .decks: .deck
    case .cards: .note
    case .reviews: .review
    case .settings: .setting
    case .more: nil
    }
  }

  /// What must be there, by the names of the file.
  var required: [StaticString] {
    switch self {
    case .decks: ["name"]
    case .cards: ["deck", "front", "back"]
    case .reviews: ["card", "at", "rating"]
    case .settings: ["name", "value"]
    case .more: []
    }
  }

  /// What a value must be like.
  func rule(_ name: JSONText) -> LibraryFileRule {
    switch self {
    case .decks:
      switch name {
      case "name": .name
      case "color", "sample": .text
      case "position": .number(Int64.min...Int64.max)
      default: .any
      }
    case .cards:
      switch name {
      case "deck": .id
      case "front", "back": .side
      case "pronunciation", "note": .field
      case "created": .number(Int64.min...Int64.max)
      case "tags": .tags
      default: .any
      }
    case .reviews:
      switch name {
      case "card": .id
      case "ordinal": .number(0...65_535)
      case "at": .number(0...LibraryFileRule.timeMax)
      case "zone": .number(-1440...1440)
      case "kind": .text
      case "rating": .number(1...4)
      case "duration": .number(0...86_400_000)
      default: .any
      }
    case .settings:
      switch name {
      case "name": .text
      default: .any
      }
    case .more: .any
    }
  }
}

enum LibraryFileRule: Equatable {
  /// A name of a deck: clipped to what a name may be, not empty.
  case name
  case text
  /// A field that must say something, a field that may be missing, null or empty.
  case side, field
  case id
  case number(ClosedRange<Int64>)
  case tags
  case any

  /// The end of the 48 bits of milliseconds that stamps and ids have.
  static let timeMax: Int64 = 1 << 48 - 1
}

extension String {
  init(_ text: StaticString) {
    self.init(
      decoding: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount),
      as: UTF8.self)
  }
}
