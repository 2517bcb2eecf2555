import Testing

@testable import Domain

private func deck() -> DeckID { DeckID(EntityID(high: 1, low: 1)) }
private func cards(_ count: Int, from first: UInt64 = 1) -> [CardID] {
  (0..<count).map { CardID(NoteID(EntityID(high: 7, low: first + UInt64($0)))) }
}
private func session(_ count: Int, seed: UInt64 = 1) -> StudySession {
  StudySession(deck: deck(), cards: cards(count), seed: seed)
}
private func review(_ number: Int) -> ReviewID {
  ReviewID(EntityID(high: 9, low: UInt64(number)))
}

extension StudySession {
  /// Shows and rates cards until the round is over; `isKnown` says how. Returns the cards shown.
  fileprivate mutating func play(_ isKnown: (Int, CardID) -> Bool = { _, _ in true }) -> [CardID] {
    var shown: [CardID] = []
    while let card = current {
      shown.append(card)
      showAnswer()
      _ = rate(isKnown(shown.count, card) ? .good : .again, review: review(shown.count))
    }
    return shown
  }
}

struct StudySessionOrderTests {
  @Test("Every card comes once", arguments: [1, 2, 31, 100, 1000])
  func everyCardComesOnce(count: Int) {
    var session = session(count)
    let shown = session.play { number, _ in number % 3 != 0 }
    #expect(shown.count == count)
    #expect(Set(shown) == Set(cards(count)))
    #expect(session.phase == .finished)
  }

  @Test("A card that is listed twice comes once")
  func aCardListedTwiceComesOnce() {
    let session = StudySession(deck: deck(), cards: cards(5) + cards(5), seed: 3)
    #expect(session.total == 5)
  }

  @Test("The same seed gives the same order, another seed another")
  func seedGivesTheOrder() {
    var first = session(20, seed: 5)
    var again = session(20, seed: 5)
    var other = session(20, seed: 6)
    let order = first.play()
    #expect(again.play() == order)
    #expect(other.play() != order)
  }

  @Test("Each card is as likely in each place (χ² over 2,000 sessions of 5)")
  func orderIsUniform() {
    var counts = [[Int]](repeating: [Int](repeating: 0, count: 5), count: 5)
    let all = cards(5)
    for seed in 0..<2000 {
      var session = session(5, seed: UInt64(seed))
      for (place, card) in session.play().enumerated() {
        counts[all.firstIndex(of: card)!][place] += 1
      }
    }
    var chiSquare = 0.0
    for row in counts {
      for count in row { chiSquare += Double((count - 400) * (count - 400)) / 400 }
    }
    // 16 degrees of freedom: 39.3 is exceeded by one shuffle in a thousand.
    #expect(chiSquare < 39.3)
  }

  @Test("All 120 orders of 5 cards come up evenly (χ² over 12,000 sessions)")
  func allOrdersComeUp() {
    var counts: [[CardID]: Int] = [:]
    for seed in 0..<12_000 {
      var session = session(5, seed: UInt64(seed))
      counts[session.play(), default: 0] += 1
    }
    #expect(counts.count == 120)
    var chiSquare = 0.0
    for count in counts.values { chiSquare += Double((count - 100) * (count - 100)) / 100 }
    // 119 degrees of freedom: 173.6 is exceeded once in a thousand.
    #expect(chiSquare < 173.6)
  }

  @Test("Cards of one note are not kept together")
  func siblingsAreNotKeptTogether() {
    var all: [CardID] = []
    for note in 1...4 {
      for ordinal in 0..<5 {
        all.append(CardID(NoteID(EntityID(high: 7, low: UInt64(note))), ordinal: UInt16(ordinal)))
      }
    }
    var together = 0
    for seed in 0..<200 {
      var session = StudySession(deck: deck(), cards: all, seed: UInt64(seed))
      let shown = session.play()
      for index in 1..<20 where shown[index].note == shown[index - 1].note { together += 1 }
    }
    // 4 of the 19 other cards are siblings, so 200 × 19 × 4/19 = 800 pairs are expected.
    #expect((650...950).contains(together))
  }

  @Test("A round through the missed cards has an order of its own")
  func missedRoundHasItsOwnOrder() {
    var session = session(40, seed: 2)
    let first = session.play { _, _ in false }
    session.studyMissed(deckCards: cards(40))
    let second = session.play()
    #expect(Set(first) == Set(second))
    #expect(first != second)
  }
}

struct StudySessionRatingTests {
  @Test("A card whose answer has not been seen is not rated")
  func anUnseenCardIsNotRated() {
    var session = session(3)
    #expect(session.rate(.good, review: review(1)) == nil)
    #expect(session.answers.isEmpty)
    session.showAnswer()
    let card = session.current
    #expect(session.rate(.good, review: review(1)) == card)
    // A second tap or a key held down reaches the next card, which has not been seen.
    #expect(session.rate(.good, review: review(2)) == nil)
    #expect(session.answers.count == 1)
    #expect(session.number == 2)
  }

  @Test("The card turns both ways and can be rated on either side once it has been seen")
  func theCardTurnsBothWays() {
    var session = session(2)
    session.turn()
    #expect(session.phase == .answer(facing: .back))
    session.turn()
    #expect(session.phase == .answer(facing: .front))
    session.turn()
    session.showAnswer()
    #expect(session.phase == .answer(facing: .back))
    session.turn()
    #expect(session.rate(.again, review: review(1)) != nil)
    #expect(session.phase == .question)
  }

  @Test("Twenty quick answers are twenty ratings")
  func quickAnswersCount() {
    var session = session(20)
    for number in 1...20 {
      session.showAnswer()
      _ = session.rate(.good, review: review(number))
    }
    #expect(session.knownCount == 20)
    #expect(session.phase == .finished)
  }

  @Test("After the last card nothing turns and nothing is rated")
  func finishedDoesNothing() {
    var session = session(1)
    _ = session.play()
    session.turn()
    session.showAnswer()
    #expect(session.rate(.good, review: review(9)) == nil)
    #expect(session.phase == .finished)
    #expect(session.number == 1)
    #expect(session.total == 1)
  }

  @Test("A deck without cards is finished at once")
  func emptyDeckIsFinished() {
    var session = session(0)
    #expect(session.phase == .finished)
    #expect(session.current == nil)
    #expect(session.total == 0)
    #expect(session.undo() == nil)
    session.studyMissed(deckCards: [])
    #expect(session.phase == .finished)
  }
}

struct StudySessionUndoTests {
  @Test("Undo brings the last card back with its front, also from the end", arguments: [1, 2, 100])
  func undoFromTheEnd(count: Int) {
    var session = session(count)
    let shown = session.play { _, _ in false }
    let answer = session.undo()
    #expect(answer?.card == shown.last)
    #expect(answer?.review == review(count))
    #expect(session.current == shown.last)
    #expect(session.phase == .question)
    #expect(session.number == count)
    #expect(session.total == count)
  }

  @Test("Fifty times back and forth in forty cards still makes forty")
  func backAndForth() {
    var session = session(40)
    for _ in 0..<50 {
      for number in 1...3 {
        session.showAnswer()
        _ = session.rate(.again, review: review(number))
      }
      for _ in 0..<3 { _ = session.undo() }
    }
    #expect(session.total == 40)
    #expect(session.play().count == 40)
    #expect(session.missed.isEmpty)
  }

  @Test("Undo at the beginning does nothing")
  func undoAtTheBeginning() {
    var session = session(2)
    let before = session
    #expect(!session.canUndo)
    #expect(session.undo() == nil)
    #expect(session == before)
  }
}

struct StudySessionMissedTests {
  @Test("Missed cards come again, round after round, until none is left")
  func missedUntilNoneIsLeft() {
    var session = session(12)
    var expected = 12
    for divisor in [2, 3, 1] {
      let shown = session.play { number, _ in number % divisor == 0 }
      #expect(shown.count == expected)
      expected = session.missed.count
      session.studyMissed(deckCards: cards(12))
    }
    #expect(expected == 0)
    #expect(session.phase == .finished)
    #expect(session.round == 3)
  }

  @Test("The missed ones are studied only when the round is over")
  func notBeforeTheEnd() {
    var session = session(3)
    session.showAnswer()
    _ = session.rate(.again, review: review(1))
    let before = session
    session.studyMissed(deckCards: cards(3))
    #expect(session == before)
  }

  @Test("A missed card that is deleted does not come again")
  func deletedMissedCard() {
    var session = session(3)
    let shown = session.play { _, _ in false }
    session.studyMissed(deckCards: [shown[0]])
    #expect(session.total == 1)
    #expect(session.current == shown[0])
  }

  @Test("When all missed cards are deleted the round stays finished")
  func allMissedDeleted() {
    var session = session(2)
    _ = session.play { _, _ in false }
    session.studyMissed(deckCards: [])
    #expect(session.phase == .finished)
    #expect(session.round == 1)
  }
}

struct StudySessionFollowTests {
  @Test("A card deleted elsewhere leaves the session; the next one shows its front")
  func deletedCurrentCard() {
    var session = session(5)
    session.showAnswer()
    let gone = session.current!
    session.follow(deckCards: cards(5).filter { $0 != gone })
    #expect(session.current != gone)
    #expect(session.phase == .question)
    #expect(session.total == 4)
    session.follow(deckCards: cards(5))
    #expect(session.total == 5)
    #expect(session.phase == .question)
    #expect(Set(session.play()).count == 5)
  }

  @Test("A change to other cards leaves the current one on the side it shows")
  func otherCardsChange() {
    var session = session(5)
    session.showAnswer()
    let current = session.current!
    session.follow(deckCards: [current])
    #expect(session.current == current)
    #expect(session.phase == .answer(facing: .back))
    session.follow(deckCards: cards(8))
    #expect(session.current == current)
    #expect(session.phase == .answer(facing: .back))
    #expect(session.total == 8)
  }

  @Test("Cards that come and go leave the order of the others as it was")
  func orderStays() {
    var whole = session(10, seed: 4)
    let order = whole.play()
    var fewer = session(10, seed: 4)
    fewer.follow(deckCards: order.filter { $0 != order[4] && $0 != order[7] })
    fewer.follow(deckCards: cards(10))
    #expect(fewer.play() == order)
  }

  @Test("When every card is deleted the round is finished")
  func everythingDeleted() {
    var session = session(5)
    session.showAnswer()
    _ = session.rate(.good, review: review(1))
    session.follow(deckCards: [])
    #expect(session.phase == .finished)
    #expect(session.total == 1)
  }

  @Test("A finished round stays finished when cards are added")
  func finishedStays() {
    var session = session(2)
    _ = session.play()
    session.follow(deckCards: cards(4))
    #expect(session.phase == .finished)
    #expect(session.total == 2)
  }

  @Test("Undoing the answer to a card that is deleted now leads to the next card")
  func undoOfDeletedCard() {
    var session = session(2)
    session.showAnswer()
    let first = session.rate(.good, review: review(1))!
    let rest = cards(2).filter { $0 != first }
    session.follow(deckCards: rest)
    _ = session.undo()
    session.follow(deckCards: rest)
    #expect(session.current == rest[0])
    #expect(session.total == 1)
  }

  @Test("A session taken up again goes on with the same card, its front up", arguments: [0, 1, 7])
  func takenUpAgain(answered: Int) {
    var session = session(12, seed: 11)
    for number in 0..<answered {
      session.showAnswer()
      _ = session.rate(number % 2 == 0 ? .good : .again, review: review(number))
    }
    let expected = session
    session.showAnswer()
    let restored = StudySession(
      deck: session.deck, seed: session.seed, round: session.round, members: session.members,
      answers: session.answers, deckCards: cards(12).reversed())
    #expect(restored == expected)
  }

  @Test("A round through missed cards is taken up again as it was")
  func missedRoundTakenUpAgain() {
    var session = session(12)
    _ = session.play { number, _ in number > 4 }
    session.studyMissed(deckCards: cards(12))
    session.showAnswer()
    _ = session.rate(.good, review: review(20))
    let restored = StudySession(
      deck: session.deck, seed: session.seed, round: session.round, members: session.members,
      answers: session.answers, deckCards: cards(30))
    #expect(restored == session)
    #expect(restored.total == 4)
  }
}
