import Domain
import Sync
import Testing

@testable import App

/// Two devices that change the same things without seeing each other.
struct MergeDecisionTests {
  var server = FakeServer()
  var diskA = FakeDisk()
  var diskB = FakeDisk()

  private mutating func pair() -> (FakeTab, FakeTab, DeckID, NoteID) {
    var a = readyTab(seed: 1, &diskA, &server)
    let deck = a.addDeck("Birds")
    let card = a.addCard("owl", in: deck)
    a.settle(&diskA, &server)
    let b = readyTab(seed: 2, &diskB, &server)
    return (a, b, deck, card)
  }

  private mutating func sync(_ a: inout FakeTab, _ b: inout FakeTab) {
    for _ in 0..<3 {
      a.send("focus")
      a.settle(&diskA, &server)
      b.send("focus")
      b.settle(&diskB, &server)
    }
  }

  private func steps(_ tab: FakeTab, _ kind: StepKind) -> [HistoryStep] {
    tab.state.library.steps(since: 0).filter { $0.kind == kind.rawValue }
  }

  @Test("Of two edits of one text the later stays; the history tells, and reverting has the other")
  mutating func conflict() {
    var (a, b, _, card) = pair()
    a.edit(card, "front", "eagle owl")
    b.now = a.now + 5_000
    b.edit(card, "front", "snowy owl")
    sync(&a, &b)
    #expect(a.front(card) == "snowy owl" && b.front(card) == "snowy owl")
    #expect(steps(a, .mergeReplaced).count == 1)
    #expect(steps(a, .mergeReplaced) == steps(b, .mergeReplaced))
    a.send("history.revert:\(steps(a, .mergeReplaced)[0].id.id.text)")
    sync(&a, &b)
    #expect(a.front(card) == "eagle owl" && b.front(card) == "eagle owl")
  }

  @Test("The edit that was sent first can be had back too")
  mutating func conflictOtherWay() {
    var (a, b, _, card) = pair()
    b.edit(card, "front", "snowy owl")
    a.now = b.now + 5_000
    a.edit(card, "front", "eagle owl")
    b.settle(&diskB, &server)
    sync(&a, &b)
    #expect(a.front(card) == "eagle owl")
    #expect(steps(b, .mergeReplaced).count == 1)
    b.send("history.revert:\(steps(b, .mergeReplaced)[0].id.id.text)")
    #expect(b.front(card) == "snowy owl")
  }

  @Test("Edits of different fields are both kept and are no conflict")
  mutating func noConflict() {
    var (a, b, _, card) = pair()
    a.edit(card, "front", "eagle owl")
    b.edit(card, "note", "hoots")
    sync(&a, &b)
    for tab in [a, b] {
      let row = tab.state.library.row(card)!
      #expect(tab.state.library.field(row, .front) == "eagle owl")
      #expect(tab.state.library.field(row, .note) == "hoots")
      #expect(steps(tab, .mergeReplaced).isEmpty)
    }
  }

  @Test("An edit on top of what the device had seen is no conflict, even before it is sent")
  mutating func knownIsNoConflict() {
    var (a, b, _, card) = pair()
    b.edit(card, "front", "snowy owl")
    sync(&a, &b)
    a.edit(card, "front", "barn owl")
    b.edit(card, "back", "another field, so that the row is sent to the other again")
    sync(&a, &b)
    #expect(a.front(card) == "barn owl" && b.front(card) == "barn owl")
    #expect(steps(a, .mergeReplaced).isEmpty && steps(b, .mergeReplaced).isEmpty)
  }

  @Test("A card deleted here and edited there lives; the history tells once, and can delete it")
  mutating func revived() {
    var (a, b, _, card) = pair()
    a.perform { state, env in
      commit(&state, env, .cardDelete, StepArgs(name: "owl"), [.delete(.note, card.id)])
    }
    b.edit(card, "back", "edited")
    sync(&a, &b)
    #expect(a.front(card) == "owl" && b.front(card) == "owl")
    #expect(steps(a, .mergeRevived).count == 1)
    #expect(steps(a, .mergeRevived) == steps(b, .mergeRevived))
    a.send("history.revert:\(steps(a, .mergeRevived)[0].id.id.text)")
    sync(&a, &b)
    #expect(a.front(card) == nil && b.front(card) == nil)
  }

  @Test("A deletion taken back on purpose is no decision of the merge")
  mutating func undoneOnPurpose() {
    var (a, b, deck, card) = pair()
    a.deleteDeck(deck)
    sync(&a, &b)
    #expect(b.front(card) == nil)
    a.send("toast.undo")
    sync(&a, &b)
    #expect(b.front(card) == "owl" && b.state.library.deck(deck) != nil)
    #expect(steps(a, .mergeRevived).isEmpty && steps(b, .mergeRevived).isEmpty)
    #expect(b.state.library.deck(recoveredDeck) == nil)
  }

  @Test("A card written into a deck that was deleted elsewhere is found in Recovered")
  mutating func recovered() {
    var (a, b, deck, _) = pair()
    a.deleteDeck(deck)
    let late = b.addCard("written late", in: deck)
    sync(&a, &b)
    for tab in [a, b] {
      #expect(tab.state.library.deck(recoveredDeck)?.name == "Recovered")
      let row = tab.state.library.row(late)!
      #expect(tab.state.library.deckID(row) == recoveredDeck)
      #expect(steps(tab, .recover).count == 1)
    }
  }

  @Test("Steps older than 30 days leave the history, and their words and inverses are emptied")
  mutating func pruned() {
    var (a, b, _, _) = pair()
    let old = a.state.library.steps(since: 0).map(\.id)
    #expect(old.count == 2)
    for _ in 0..<2 {
      a.now += 31 * 86_400_000
      server.now = a.now
      b.now = a.now
      sync(&a, &b)
    }
    for tab in [a, b] {
      #expect(tab.state.library.steps(since: 0).isEmpty)
      let state = tab.state.library.state(of: .step, old[0].id)!
      #expect(state.value("undo") == .null)
    }
    #expect(contents(a.state.library) == contents(b.state.library))
  }

  @Test("A study round stands in the history and can be taken out and brought back")
  mutating func rounds() {
    var (a, _, deck, card) = pair()
    for (index, rating) in [Rating.good, .again, .good].enumerated() {
      a.perform { state, env in
        record(
          &state, env,
          Review(
            id: ReviewID(.named("r\(index)")), card: CardID(card), at: state.now(env),
            zoneMinutes: 0, kind: .study, rating: rating, duration: 1000))
      }
    }
    a.send("route", "#/history")
    let rounds = a.state.library.studyRounds(since: 0)
    #expect(rounds.count == 1)
    #expect(rounds[0].deck == deck && rounds[0].knownCount == 2 && rounds[0].reviews.count == 3)
    a.send("history.revertRound:\(rounds[0].reviews[0].id.text)")
    #expect(a.state.library.reviewCount == 0)
    a.send("toast.undo")
    #expect(a.state.library.reviewCount == 3)
  }
}
