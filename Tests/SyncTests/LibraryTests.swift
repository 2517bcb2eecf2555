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
}
