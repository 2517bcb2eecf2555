import Domain
import Sync

/// Where a session that was left stands: the 3 of "3 of 12".
struct StudyPlace: Equatable {
  var number: Int
  var total: Int
  /// When it was left, in milliseconds of Unix time.
  var at: Int64
}

/// The place of a deck's open session; nil when there is none to go on with. It is counted without
/// laying out the session, which takes longer in a large deck.
func studyPlace(_ state: State, _ deck: DeckID) -> StudyPlace? {
  guard let bytes = state.device.meta[sessionKey(deck)],
    let kept = StudySession.Kept(json: bytes)
  else { return nil }
  func isThere(_ card: CardID) -> Bool {
    state.library.row(card.note).map { state.library.deckID($0) == deck } ?? false
  }
  var answered = 0
  for answer in kept.answers where isThere(answer.card) { answered += 1 }
  var members = 0
  switch kept.members {
  case .deck: members = state.library.noteCount(in: deck)
  case .missed(let cards): for card in cards where isThere(card) { members += 1 }
  }
  // A session in which nothing was answered yet is no different from a new one.
  guard members > answered, !kept.answers.isEmpty || kept.round > 1 else { return nil }
  let gone = kept.answers.count - answered
  return StudyPlace(number: kept.answers.count + 1, total: members + gone, at: kept.at)
}

func sessionKey(_ deck: DeckID) -> String { "session/" + deck.id.text }

func forgetSession(_ state: inout State, _ deck: DeckID) -> [Effect] {
  keep(&state, sessionKey(deck), nil)
}

/// The cards that a deck has: one for each of its notes.
func deckCards(_ state: State, _ deck: DeckID) -> [CardID] {
  state.library.noteRows(in: deck).map { CardID(state.library.noteID($0)) }
}
