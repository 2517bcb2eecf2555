import Domain
import Sync
import Testing

@testable import App

struct StudyTests {
  var screen = Screen()

  private mutating func study(cards count: Int) -> DeckID {
    let deck = screen.deck(cards: count)
    screen.go(.deck(deck))
    screen.send("deck.study")
    return deck
  }

  private var front: String {
    guard let card = screen.state.study.session?.current, let row = screen.library.row(card.note)
    else { return "" }
    return screen.library.field(row, .front)
  }

  private mutating func answer(_ isKnown: Bool) {
    screen.send("study.show")
    screen.send(isKnown ? "study.knew" : "study.missed")
  }

  private var ratings: [Rating] {
    var ratings: [Rating] = []
    screen.library.forEachReview { review in
      ratings.append(review.rating)
      return true
    }
    return ratings.reversed()
  }

  @Test("Study starts a round of the deck's cards with the focus on the first")
  mutating func start() {
    let deck = study(cards: 12)
    #expect(screen.state.route == .study(deck))
    #expect(screen.page.contains("<span>1 of 12</span>"))
    #expect(screen.focus == "front-\(screen.state.study.seat)")
    #expect(screen.page.contains("id=\"front-\(screen.state.study.seat)\""))
  }

  @Test("The page has no text of a back before that card is turned, and none of the next card")
  mutating func answersAreNotThere() {
    _ = study(cards: 6)
    for _ in 0..<5 {
      #expect(!screen.page.contains("of front"))
      let own = "of " + front
      screen.send("study.turn")
      #expect(screen.page.contains(own))
      screen.send("study.turn")
      #expect(screen.page.contains(own))
      let next = screen.page
      for number in 1...6 where "of front \(number)" != own {
        #expect(!next.contains("of front \(number)<"))
      }
      screen.send("study.knew")
      screen.tab.fire("study.left")
    }
  }

  @Test("The card that leaves keeps its text, out of reach; the next one has an element of its own")
  mutating func leaving() {
    _ = study(cards: 3)
    let own = "of " + front
    let seat = screen.state.study.seat
    answer(false)
    let leaving =
      "seat000000000000000\(seat)\" class=\"seat leaves-right\" aria-hidden=\"true\" inert"
    #expect(screen.page.contains(leaving))
    #expect(screen.page.contains(own))
    #expect(screen.state.study.seat == seat + 1)
    screen.tab.fire("study.left")
    #expect(!screen.page.contains("leaves-"))
    #expect(!screen.page.contains(own))
  }

  @Test("Each answer is a review with its rating, its time and how long it took")
  mutating func reviews() {
    _ = study(cards: 3)
    screen.tab.now += 5000
    let card = screen.state.study.session?.current
    answer(true)
    answer(false)
    #expect(ratings == [.good, .again])
    let id = screen.state.study.session!.answers[0].review
    let review = screen.library.review(id)
    #expect(review?.card == card)
    #expect(review?.kind == .study)
    #expect(review?.zoneMinutes == 120)
    #expect((5000..<5010).contains(review?.duration ?? 0))
  }

  @Test("An answer and where the session stands are written in one transaction")
  mutating func oneTransaction() {
    let deck = study(cards: 3)
    for action in ["study.knew", "study.undo"] {
      screen.send("study.show")
      screen.tab.write(to: &screen.disk)
      screen.send(action)
      let write = screen.tab.writes.first?.operations ?? []
      #expect(write.contains { $0.store == .journal })
      #expect(write.contains { $0.store == .meta && $0.key == "session/" + deck.id.text })
    }
  }

  @Test("A clock that jumps back makes no negative time")
  mutating func clockJumpsBack() {
    _ = study(cards: 1)
    screen.tab.now -= 3_600_000
    answer(true)
    let id = screen.state.study.session!.answers[0].review
    #expect(screen.library.review(id)?.duration == 0)
  }

  @Test("Keys: Space turns, 1 and left know it, 2 and right miss it, Control and Z takes back")
  mutating func keys() {
    _ = study(cards: 5)
    for (key, rating) in [
      ("1", Rating.good), ("ArrowLeft", .good), ("2", .again), ("ArrowRight", .again),
    ] {
      screen.key(key)
      #expect(screen.state.study.session?.phase == .question)
      screen.key(" ")
      screen.key(key)
      #expect(ratings.last == rating)
    }
    #expect(ratings.count == 4)
    screen.key("z", "c")
    #expect(ratings.count == 3)
    #expect(screen.state.study.session?.number == 4)
  }

  @Test("A key held down turns and rates nothing", arguments: [" ", "Enter", "1", "ArrowRight"])
  mutating func heldKeys(key: String) {
    _ = study(cards: 3)
    screen.send("study.show")
    let phase = screen.state.study.session?.phase
    for _ in 0..<30 { screen.key(key, isRepeat: true) }
    #expect(screen.state.keyWasHandled)
    #expect(screen.state.study.session?.phase == phase)
    #expect(ratings.isEmpty)
  }

  @Test("Space and Enter on a button press the button")
  mutating func keysOnButtons() {
    _ = study(cards: 3)
    for key in [" ", "Enter"] {
      screen.key(key, place: "b")
      #expect(!screen.state.keyWasHandled)
      #expect(screen.state.study.session?.phase == .question)
    }
  }

  @Test("A second tap on an answer rates nothing: the next card has not been seen")
  mutating func doubleTap() {
    _ = study(cards: 3)
    answer(true)
    screen.send("study.knew")
    screen.send("study.missed")
    #expect(ratings == [.good])
  }

  @Test("Undo takes the review back too, also after the last card")
  mutating func undo() {
    _ = study(cards: 2)
    let first = front
    answer(false)
    screen.send("study.undo")
    #expect(front == first)
    #expect(ratings.isEmpty)
    answer(true)
    answer(false)
    #expect(screen.page.contains("Round done"))
    screen.send("study.undo")
    #expect(screen.page.contains("<span>2 of 2</span>"))
    #expect(ratings == [.good])
  }

  @Test("At the end the score is told in words, and the missed cards are listed")
  mutating func end() {
    _ = study(cards: 4)
    var missed: [String] = []
    for number in 0..<4 {
      if number > 1 { missed.append(front) }
      answer(number < 2)
    }
    #expect(screen.announced == ["Missed it. Round done. 2 of 4 known."])
    #expect(screen.focus == "heading")
    for front in missed { #expect(screen.page.contains(">\(front)</span>")) }
    #expect(screen.page.contains("stroke-dasharray=\"50 100\""))
    screen.send("study.missedAgain")
    #expect(screen.page.contains("<span>1 of 2</span>"))
    answer(true)
    answer(true)
    #expect(!screen.page.contains("Study missed cards"))
    screen.send("study.again")
    #expect(screen.page.contains("<span>1 of 4</span>"))
  }

  @Test("A session that was left goes on where it was, after a reload too, with the front up")
  mutating func goesOn() {
    let deck = study(cards: 5)
    answer(true)
    answer(false)
    let next = front
    screen.send("study.show")
    screen.send("study.close")
    #expect(screen.state.route == .deck(deck))
    #expect(screen.page.contains("You are at card 3 of 5."))
    screen.send("deck.continue")
    #expect(front == next)
    #expect(screen.state.study.session?.phase == .question)
    screen.reopen(.deck(deck))
    #expect(screen.page.contains(">Continue</button>") || screen.page.contains("Continue"))
    screen.reopen(.study(deck))
    #expect(front == next)
    #expect(screen.state.study.session?.number == 3)
    #expect(ratings.count == 2)
  }

  @Test("Study begins anew although a session is open, in another order")
  mutating func beginsAnew() {
    let deck = study(cards: 30)
    answer(true)
    let seed = screen.state.study.session?.seed
    screen.send("study.close")
    screen.send("deck.study")
    #expect(screen.state.study.session?.seed != seed)
    #expect(screen.state.study.session?.number == 1)
    #expect(screen.state.route == .study(deck))
  }

  @Test("A round that is over is not offered to go on with")
  mutating func overIsOver() {
    let deck = study(cards: 1)
    answer(false)
    screen.send("study.close")
    #expect(screen.state.device.meta["session/" + deck.id.text] == nil)
    #expect(!screen.page.contains("Continue"))
  }

  @Test("A card deleted meanwhile leaves the session; the next shows its front")
  mutating func deletedCard() {
    _ = study(cards: 3)
    screen.send("study.show")
    let card = screen.state.study.session!.current!
    screen.tab.perform { state, env in
      let effects = commit(
        &state, env, .cardDelete, StepArgs(count: 1), [.delete(.note, card.note.id)])
      return effects + refreshStudy(&state, env)
    }
    #expect(screen.state.study.session?.current != card)
    #expect(screen.page.contains("<span>1 of 2</span>"))
    #expect(!screen.page.contains("of front"))
  }

  @Test("An edit meanwhile leaves the card on the side it shows, with the new text")
  mutating func editedCard() {
    _ = study(cards: 3)
    screen.send("study.show")
    let seat = screen.state.study.seat
    screen.tab.edit(screen.state.study.session!.current!.note, "back", "new answer")
    screen.tab.perform { state, env in refreshStudy(&state, env) }
    #expect(screen.state.study.seat == seat)
    #expect(screen.state.study.session?.phase == .answer(facing: .back))
    #expect(screen.page.contains("new answer"))
  }

  @Test("A deck without cards offers to add one")
  mutating func noCards() {
    let deck = screen.deck(cards: 0)
    screen.go(.study(deck))
    #expect(screen.page.contains("No cards in this deck"))
    screen.send("study.add")
    #expect(screen.state.route == .newCard(deck))
  }

  @Test("What a card says is shown by one policy: allowed tags, no scripts")
  mutating func hostileCard() {
    let deck = screen.deck(cards: 0)
    let note = screen.tab.addCard("<img src=x onerror=alert(1)>H<sub>2</sub>O", in: deck)
    screen.tab.edit(note, "back", "<script>alert(1)</script><b onclick=x>water</b>")
    screen.go(.study(deck))
    screen.send("study.show")
    #expect(screen.page.contains("H<sub>2</sub>O"))
    #expect(screen.page.contains("<b>water</b>"))
    for bad in ["<img", "<script", "onclick", "onerror"] { #expect(!screen.page.contains(bad)) }
  }
}

struct StudySessionJSONTests {
  @Test("A session comes back as it was kept", arguments: [0, 3, 12])
  func roundTrip(answered: Int) throws {
    var session = StudySession(
      deck: DeckID(.named("deck")), cards: (0..<12).map { card($0) }, seed: .max - 5)
    for number in 0..<answered {
      session.showAnswer()
      _ = session.rate(number % 2 == 0 ? .again : .good, review: ReviewID(.named("\(number)")))
    }
    session.studyMissed(deckCards: (0..<12).map { card($0) })
    let kept = try #require(StudySession.Kept(json: session.json(at: 77)))
    #expect(kept.at == 77)
    let again = StudySession(
      deck: session.deck, seed: kept.seed, round: kept.round, members: kept.members,
      answers: kept.answers, deckCards: (0..<12).map { card($0) })
    #expect(again == session)
  }

  @Test(
    "What is not a session is none",
    arguments: [
      "", "{}", "[]", "null", #"{"v":2,"seed":"00","round":1,"answers":[]}"#,
      #"{"v":1,"seed":"xyz","round":1,"answers":[]}"#,
      #"{"v":1,"seed":"1","round":0,"answers":[]}"#,
      #"{"v":1,"seed":"1","round":1,"answers":[[1,2,3,4]]}"#,
      #"{"v":1,"seed":"1","round":1,"answers":[],"missed":[["x",0]]}"#,
    ])
  func refused(json: String) {
    #expect(StudySession.Kept(json: Array(json.utf8)) == nil)
  }

  private func card(_ number: Int) -> CardID {
    CardID(NoteID(.named("card \(number)")), ordinal: UInt16(number % 3))
  }
}
