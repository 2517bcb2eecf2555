/// One pass through a deck: its cards one at a time in random order, each seen before it is rated,
/// then the missed ones again until none is left.
///
/// The order is by a hash of the seed, the round and the card, not by shuffling a list: it is as
/// random, but the place of a card does not depend on the others. So a session is kept as its seed
/// and its answers (small, whatever the size of the deck), and cards that come or go meanwhile
/// leave the order of the rest as it was.
public struct StudySession: Equatable, Sendable {
  public enum Phase: Equatable, Sendable {
    /// The front of the current card shows and its back has not been seen: it cannot be rated.
    case question
    /// The back has been seen; the card can be turned as often as one likes, and rated.
    case answer(facing: Side)
    /// No card is left in this round.
    case finished
  }

  public enum Side: Equatable, Sendable { case front, back }

  public struct Answer: Equatable, Sendable {
    public let card: CardID
    public let rating: Rating
    public let review: ReviewID

    public init(card: CardID, rating: Rating, review: ReviewID) {
      self.card = card
      self.rating = rating
      self.review = review
    }
    public var isMissed: Bool { rating == .again }
  }

  /// Which cards belong to a round.
  public enum Members: Equatable, Sendable {
    /// Every card of the deck, also those that are added meanwhile.
    case deck
    /// The cards missed in the round before.
    case missed([CardID])
  }

  public let deck: DeckID
  public let seed: UInt64
  /// Counts from 1; each round through the missed cards is one more.
  public private(set) var round: Int32
  public private(set) var members: Members
  /// This round's answers, oldest first.
  public private(set) var answers: [Answer]
  public private(set) var phase: Phase
  /// The cards to come, the current one last, so that taking it costs nothing in a long deck.
  private var pile: [CardID]

  /// A new session with `cards`, in the order that `seed` gives.
  public init(deck: DeckID, cards: [CardID], seed: UInt64) {
    self.init(deck: deck, seed: seed, round: 1, members: .deck, answers: [], deckCards: cards)
  }

  /// A session as it was kept; `deckCards` are the cards that the deck has now.
  /// The current card shows its front, whichever side it was left on.
  public init(
    deck: DeckID, seed: UInt64, round: Int32, members: Members, answers: [Answer],
    deckCards: [CardID]
  ) {
    self.deck = deck
    self.seed = seed
    self.round = round
    self.members = members
    self.answers = answers
    pile = []
    phase = .question
    deal(deckCards)
    phase = pile.isEmpty ? .finished : .question
  }

  public var current: CardID? {
    switch phase {
    case .question, .answer: pile.last
    case .finished: nil
    }
  }

  /// The current card's place in the round, counted from 1: the 3 of "3 of 12".
  public var number: Int { min(answers.count + 1, total) }
  /// The cards of the round: answered and still to come.
  public var total: Int { answers.count + remaining }
  public var remaining: Int { pile.count }

  public var knownCount: Int {
    var count = 0
    for answer in answers where !answer.isMissed { count += 1 }
    return count
  }
  /// The cards missed in this round, in the order they came.
  public var missed: [CardID] {
    var cards: [CardID] = []
    for answer in answers where answer.isMissed { cards.append(answer.card) }
    return cards
  }
}

extension StudySession {
  /// Turns the current card over, to either side.
  public mutating func turn() {
    switch phase {
    case .question, .answer(facing: .front): phase = .answer(facing: .back)
    case .answer(facing: .back): phase = .answer(facing: .front)
    case .finished: break
    }
  }

  /// Shows the back; a card that already shows it stays as it is.
  public mutating func showAnswer() {
    switch phase {
    case .question, .answer: phase = .answer(facing: .back)
    case .finished: break
    }
  }

  /// Rates the current card, if its answer has been seen, and brings the next one.
  /// Returns the rated card; nil when nothing was rated.
  public mutating func rate(_ rating: Rating, review: ReviewID) -> CardID? {
    switch phase {
    case .question, .finished: return nil
    case .answer: break
    }
    guard let card = pile.popLast() else { return nil }
    answers.append(Answer(card: card, rating: rating, review: review))
    phase = pile.isEmpty ? .finished : .question
    return card
  }

  public var canUndo: Bool { !answers.isEmpty }

  /// Takes back the round's last answer, also when the round is finished. Its card is the current
  /// one again and shows its front. Returns the answer, whose review is to be taken back too.
  public mutating func undo() -> Answer? {
    guard let answer = answers.popLast() else { return nil }
    pile.append(answer.card)
    phase = .question
    return answer
  }

  /// Begins a round with the cards missed in this one that are among `deckCards`. Does nothing
  /// before the round is finished or when no missed card is left.
  public mutating func studyMissed(deckCards: [CardID]) {
    guard phase == .finished else { return }
    let exists = Set(deckCards)
    let cards = missed.filter { exists.contains($0) }
    guard !cards.isEmpty else { return }
    round += 1
    members = .missed(cards)
    answers = []
    deal(deckCards)
    phase = .question
  }

  /// Follows what happened to the deck elsewhere: cards that are gone leave the pile, cards that
  /// are new or back find their place in it. The current card stays on top, on the side it shows,
  /// unless it is the one that is gone. A finished round stays finished.
  public mutating func follow(deckCards: [CardID]) {
    switch phase {
    case .finished: return
    case .question, .answer: break
    }
    let top = pile.last
    deal(deckCards)
    guard let top, let index = pile.lastIndex(of: top) else {
      phase = pile.isEmpty ? .finished : .question
      return
    }
    pile.remove(at: index)
    pile.append(top)
  }

  /// Lays the pile: the round's members that the deck has and that have no answer yet, each once.
  private mutating func deal(_ deckCards: [CardID]) {
    var taken: Set<CardID> = []
    for answer in answers { taken.insert(answer.card) }
    var wanted: Set<CardID> = []
    var isWholeDeck = true
    switch members {
    case .deck: break
    case .missed(let cards):
      isWholeDeck = false
      for card in cards { wanted.insert(card) }
    }
    var places: [Place] = []
    places.reserveCapacity(deckCards.count)
    for card in deckCards where isWholeDeck || wanted.contains(card) {
      guard taken.insert(card).inserted else { continue }
      places.append(Place(key: orderKey(of: card), card: card))
    }
    places.sort { a, b in
      a.key == b.key ? a.card.note < b.card.note : a.key > b.key
    }
    pile.removeAll(keepingCapacity: true)
    for place in places { pile.append(place.card) }
  }

  /// The card's place in the order of this round, smallest first.
  private func orderKey(of card: CardID) -> UInt64 {
    var random = Random(seed: seed &+ UInt64(UInt32(bitPattern: round)))
    random = Random(seed: random.next() ^ card.note.id.high)
    random = Random(seed: random.next() ^ card.note.id.low ^ UInt64(card.ordinal) << 48)
    return random.next()
  }

  private struct Place {
    let key: UInt64
    let card: CardID
  }
}
