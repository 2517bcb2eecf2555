import Domain
import Sync

/// The dialog about a deck that lies over Decks or over the page of the deck.
enum DeckDialog: Equatable {
  case new(DeckDraft)
  /// What can be done with the deck.
  case options(DeckID)
  case rename(DeckID, DeckDraft)
  case color(DeckID)
}

/// What is typed into the dialog.
struct DeckDraft: Equatable {
  var name = ""
  var color = CardColor.tomato
  /// Why the name was refused when it was last submitted.
  var problem: DeckNameProblem?
}

struct DecksState: Equatable {
  var dialog: DeckDialog?
  /// The deck that lies on top of the page: what to do next.
  var lead: DeckLead?
}

/// The deck to go on with, or to begin with.
struct DeckLead: Equatable {
  var deck: DeckID
  /// Where its session was left; nil when nothing has been studied yet.
  var place: StudyPlace?
}

public enum DecksAction: Equatable {
  case newOpened
  case optionsOpened(DeckID)
  case renameOpened(DeckID)
  case colorOpened(DeckID)
  case nameTyped(String)
  case colorPicked(CardColor)
  case submitted
  case dialogClosed
  case movedUp(DeckID)
  case movedDown(DeckID)
  case deleted(DeckID)
  case continued(DeckID)
  case begun(DeckID)
}

extension DecksAction {
  init?(_ message: Message) {
    switch message.verb {
    case "new": self = .newOpened
    case "typed": self = .nameTyped(message.text)
    case "submit": self = .submitted
    case "close": self = .dialogClosed
    case "color":
      guard let color = CardColor(name: message.text) else { return nil }
      self = .colorPicked(color)
    default:
      guard let deck = message.deck else { return nil }
      self.init(verb: message.verb, deck)
    }
  }

  private init?(verb: String, _ deck: DeckID) {
    switch verb {
    case "options": self = .optionsOpened(deck)
    case "rename": self = .renameOpened(deck)
    case "recolor": self = .colorOpened(deck)
    case "up": self = .movedUp(deck)
    case "down": self = .movedDown(deck)
    case "delete": self = .deleted(deck)
    case "continue": self = .continued(deck)
    case "begin": self = .begun(deck)
    default: return nil
    }
  }
}
