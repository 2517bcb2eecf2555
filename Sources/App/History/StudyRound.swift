import Domain
import Sync

/// Answers to one deck's cards, with no long pause between them.
struct StudyRound: Equatable {
  var deck: DeckID
  /// Unix times in milliseconds of the first and the last answer.
  var first: Int64
  var last: Int64
  var knownCount: Int
  /// Newest first.
  var reviews: [ReviewID]

  /// A longer pause begins another round.
  static let pauseMilliseconds: Int64 = 30 * 60_000
  /// Of a very busy month only the latest answers are looked at.
  static let reviewCountMax = 20_000
}

extension Library {
  /// The rounds since a time (Unix milliseconds), newest first.
  func studyRounds(since start: Int64) -> [StudyRound] {
    var rounds: [StudyRound] = []
    var count = 0
    forEachReview { review in
      count += 1
      if review.at < start || count > StudyRound.reviewCountMax { return false }
      guard let deck = deck(of: review.card.note) else { return true }
      let known = review.rating == .again ? 0 : 1
      // Rounds of two devices may interleave, so the deck's latest round need not be the last.
      let place = rounds.lastIndex { $0.deck == deck }
      if let place, rounds[place].first - review.at <= StudyRound.pauseMilliseconds {
        rounds[place].first = review.at
        rounds[place].knownCount += known
        rounds[place].reviews.append(review.id)
      } else {
        rounds.append(
          StudyRound(
            deck: deck, first: review.at, last: review.at, knownCount: known,
            reviews: [review.id]))
      }
      return true
    }
    return rounds
  }

  /// The deck of a note, also of a deleted one.
  private func deck(of note: NoteID) -> DeckID? {
    if let row = row(note) { return deckID(row) }
    guard case .text(let text) = state(of: .note, note.id)?.value("deck") else { return nil }
    return EntityID(text).map { DeckID($0) }
  }
}
