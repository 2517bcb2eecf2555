import Domain
import Sync
import Testing

@Suite struct LibraryTests {
  @Test("A note is listed in its deck, counted, found by its front, and gone after its removal")
  func noteInDeck() throws {
    var library = Library()
    let stamp = Stamp(milliseconds: 1000, device: 1)
    let deck = DeckID(EntityID(high: 1, low: 1))
    let note = NoteID(EntityID(high: 2, low: 2))
    library.merge(
      Change(.deck, deck.id, properties: [PropertySet("name", .text("Birds"), stamp)]))
    library.merge(
      Change(
        .note, note.id,
        properties: [
          PropertySet("back", .text("owl"), stamp),
          PropertySet("deck", .text(deck.id.text), stamp),
          PropertySet("front", .text("pöllö"), stamp),
        ]))
    let row = try #require(library.row(note))
    #expect(library.decks.map(\.name) == ["Birds"])
    #expect(library.noteRows(in: deck) == [row])
    #expect(library.noteCount(in: deck) == 1)
    #expect(library.field(row, .front) == "pöllö")
    #expect(library.notesWithFront("pöllö", in: deck) == [row])
    #expect(library.orphanNotes() == [])

    let removal = try #require(library.removal(of: .note, note.id))
    #expect(library.merge(removal).changed)
    #expect(library.row(note) == nil)
    #expect(library.noteCount(in: deck) == 0)
    #expect(library.removal(of: .note, note.id) == nil)
    #expect(!library.merge(removal).changed)
  }

  private func stamp(_ time: UInt64, device: UInt64 = 1) -> Stamp {
    Stamp(time: time, device: device)
  }

  @Test("What a change replaced is told, what was set for the first time is not")
  func overwritten() {
    var library = Library()
    let id = EntityID(high: 2, low: 2)
    library.merge(
      Change(.note, id, properties: [PropertySet("front", .text("owl"), stamp(5))]))
    let outcome = library.merge(
      Change(
        .note, id,
        properties: [
          PropertySet("back", .text("pöllö"), stamp(7)),
          PropertySet("front", .text("eagle"), stamp(7)),
        ]))
    #expect(outcome.overwritten == [PropertySet("front", .text("owl"), stamp(5))])
    let late = Change(.note, id, properties: [PropertySet("front", .text("kite"), stamp(6))])
    #expect(!library.merge(late).changed)
  }

  @Test("An edit that the remover had not seen revives the note")
  func revival() throws {
    var library = Library()
    let id = EntityID(high: 2, low: 2)
    library.merge(
      Change(.note, id, properties: [PropertySet("front", .text("owl"), stamp(5))]))
    library.merge(try #require(library.removal(of: .note, id)))
    let edit = Change(.note, id, properties: [PropertySet("back", .text("x"), stamp(4, device: 2))])
    let outcome = library.merge(edit)
    #expect(outcome.revived && outcome.changed && outcome.overwritten.isEmpty)
    #expect(library.row(NoteID(id)) != nil)
  }

  @Test("Steps come newest first, without those before the given time and those taken back")
  func steps() throws {
    var library = Library()
    for (index, at) in [30, 10, 20, 40].enumerated() {
      library.merge(
        Change(
          .step, EntityID(high: 5, low: UInt64(index)),
          properties: [
            PropertySet("args", .json("{\"n\":\(index)}"), stamp(1)),
            PropertySet("at", .int(Int64(at)), stamp(1)),
            PropertySet("kind", .text("editCard"), stamp(1)),
            PropertySet("reverted", .bool(index == 2), stamp(1)),
            PropertySet("undo", .json("[{}]"), stamp(1)),
          ]))
    }
    library.merge(try #require(library.removal(of: .step, EntityID(high: 5, low: 3))))
    let steps = library.steps(since: 20)
    #expect(steps.map(\.at) == [30, 20])
    #expect(steps.map(\.isReverted) == [false, true])
    #expect(steps.first?.args == "{\"n\":0}" && steps.first?.undo == "[{}]")
  }

  @Test("A setting is found by its name")
  func setting() {
    var library = Library()
    let id = EntityID.named("setting/theme")
    library.merge(
      Change(.setting, id, properties: [PropertySet("value", .text("dark"), stamp(1))]))
    #expect(library.setting("theme") == .text("dark"))
    #expect(library.setting("other") == nil)
  }

  @Test("Removed samples are told, cards of one's own and living samples are not")
  func samples() throws {
    var library = Library()
    let sample = EntityID.named("sample/birds/owl")
    let kept = EntityID.named("sample/birds/eagle")
    let own = EntityID(high: 0x0190_0000_0000_7000, low: 1 << 63)
    for id in [sample, kept] {
      let version = Stamp(time: 1, device: 0)
      library.merge(Change(.note, id, properties: [PropertySet("front", .text("x"), version)]))
    }
    library.merge(Change(.note, own, properties: [PropertySet("front", .text("x"), stamp(2))]))
    for id in [sample, own] { library.merge(try #require(library.removal(of: .note, id))) }
    #expect(library.deadSamples().map(\.1) == [sample])
  }

  @Test("Reviews are walked newest first until the answer is no")
  func walking() {
    var library = Library()
    for at in [Int64(5), 9, 1, 7] {
      let review = Review(
        id: ReviewID(EntityID(high: 3, low: UInt64(at))),
        card: CardID(NoteID(EntityID(high: 2, low: 2))),
        at: at, zoneMinutes: -300, kind: .study, rating: .again, duration: 20)
      library.merge(Change(review, stamp: stamp(UInt64(at))))
    }
    var seen: [Int64] = []
    library.forEachReview {
      seen.append($0.at)
      return seen.count < 3
    }
    #expect(seen == [9, 7, 5])
    #expect(library.noteCount == 0 && library.reviewCount == 4)
  }

  @Test("Deleting and restoring a deck of three thousand notes, note by note, keeps the order")
  func largeDeck() throws {
    var library = Library()
    let deck = DeckID(EntityID(high: 1, low: 1))
    let count = 3_000
    for index in 0..<count {
      library.merge(
        Change(
          .note, EntityID(high: 2, low: UInt64(index)),
          properties: [
            PropertySet("created", .int(Int64(index * 7_919 % count)), stamp(1)),
            PropertySet("deck", .text(deck.id.text), stamp(1)),
          ]))
    }
    let before = library.noteRows(in: deck)
    for row in before {
      library.merge(try #require(library.removal(of: .note, library.noteID(row).id)))
    }
    #expect(library.noteRows(in: deck).isEmpty && library.noteCount(in: deck) == 0)
    for row in before {
      library.merge(Change(.note, library.noteID(row).id).restored(at: stamp(3)))
    }
    #expect(library.noteRows(in: deck) == before)
  }
}
