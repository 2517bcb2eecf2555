/// How well an answer was known. *Missed it* is `again`, *Knew it* is `good`.
public enum Rating: UInt8, Sendable, CaseIterable { case again = 1, hard, good, easy }

/// The way of practising that an answer was given in.
public enum ReviewKind: UInt8, Sendable, CaseIterable {
  case study = 1, learn, quiz, challenge, review
}

/// One answer to one card: a fact that is never changed, only taken back by a tombstone.
public struct Review: Equatable, Sendable {
  public var id: ReviewID
  public var card: CardID
  /// Unix time in milliseconds.
  public var at: Int64
  /// The learner's offset from UTC in minutes when the answer was given.
  public var zoneMinutes: Int16
  public var kind: ReviewKind
  public var rating: Rating
  /// From seeing the question to the answer, in milliseconds, at most 24 hours.
  public var duration: Int32

  public init(
    id: ReviewID, card: CardID, at: Int64, zoneMinutes: Int16, kind: ReviewKind, rating: Rating,
    duration: Int32
  ) {
    self.id = id
    self.card = card
    self.at = at
    self.zoneMinutes = zoneMinutes
    self.kind = kind
    self.rating = rating
    self.duration = duration
  }
}
