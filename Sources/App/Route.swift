import Domain
import Sync

/// The page that shows. The address after `#` is its only stored form.
enum Route: Equatable {
  case decks
  case deck(DeckID)
  case newCard(DeckID)
  case card(NoteID)
  case study(DeckID)
  case history
  case settings
  case credits
  /// An address that names no page.
  case missing

  /// Screens that leave the whole window to the card, without tabs.
  var isFocusScreen: Bool {
    switch self {
    case .study: true
    case .decks, .deck, .newCard, .card, .history, .settings, .credits, .missing: false
    }
  }

  /// The page that Escape and the back button lead to.
  func parent(_ state: State) -> Route {
    switch self {
    case .decks, .deck, .settings, .missing: .decks
    case .newCard(let deck), .study(let deck): .deck(deck)
    case .card(let note):
      state.library.row(note).map { .deck(state.library.deckID($0)) } ?? .decks
    case .history, .credits: .settings
    }
  }
}

extension Route {
  init(hash: String) {
    let parts = pathParts(hash)
    switch parts.count {
    case 0: self = .decks
    case 1: self = Route.page(parts[0])
    case 2:
      guard let id = EntityID(parts[1]) else {
        self = .missing
        return
      }
      switch parts[0] {
      case "deck": self = .deck(DeckID(id))
      case "card": self = .card(NoteID(id))
      case "study": self = .study(DeckID(id))
      default: self = .missing
      }
    case 3:
      guard parts[0] == "deck", parts[2] == "new", let id = EntityID(parts[1]) else {
        self = .missing
        return
      }
      self = .newCard(DeckID(id))
    default: self = .missing
    }
  }

  var hash: String {
    switch self {
    case .decks, .missing: "#/"
    case .deck(let id): "#/deck/" + id.id.text
    case .newCard(let id): "#/deck/" + id.id.text + "/new"
    case .card(let id): "#/card/" + id.id.text
    case .study(let id): "#/study/" + id.id.text
    case .history: "#/history"
    case .settings: "#/settings"
    case .credits: "#/credits"
    }
  }

  private static func page(_ name: String) -> Route {
    switch name {
    case "history": .history
    case "settings": .settings
    case "credits": .credits
    default: .missing
    }
  }
}

/// The parts between the slashes of `#/a/b`; empty parts do not count.
private func pathParts(_ hash: String) -> [String] {
  var parts: [String] = []
  var part: [UInt8] = []
  for byte in hash.utf8 {
    if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#") {
      if !part.isEmpty { parts.append(String(decoding: part, as: UTF8.self)) }
      part.removeAll(keepingCapacity: true)
    } else {
      part.append(byte)
    }
  }
  if !part.isEmpty { parts.append(String(decoding: part, as: UTF8.self)) }
  return parts
}
