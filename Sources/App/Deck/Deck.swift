import Sync
import Domain
import HTML

struct DeckState {
  /// The part of the card list that shows.
  var window = WindowSpan(offset: 0, height: 800, rem: 16)
}

public enum DeckAction {
  case placeholder
}

extension DeckAction {
  init?(_ message: Message) { return nil }
}

func reduceDeck(_ state: inout State, _ action: DeckAction, _ env: Env) -> [Effect] { [] }

func enterDeck(_ state: inout State, _ id: DeckID, _ env: Env) -> [Effect] { [] }

/// The library has changed while this page shows.
func refreshDeck(_ state: inout State, _ env: Env) -> [Effect] { [] }

func deckTimer(_ state: inout State, _ message: Message, _ env: Env) -> [Effect] { [] }

func deckKey(_ state: inout State, _ press: KeyPress, _ env: Env) -> [Effect]? { nil }

func viewDeck(_ state: State, _ id: DeckID, _ w: Writer) {
  w.put("<h1 id=\"heading\" tabindex=\"-1\">")
  w.text(state.library.deck(id)?.name ?? "Deck not found")
  w.put("</h1>")
}
