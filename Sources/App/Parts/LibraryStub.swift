import Domain
import Sync

// Stands in until the library of `Sync` lands; then this file goes.
struct NoteRow: Hashable { let index: Int32 }
struct Library {
  var decks: [Deck] { [] }
  func deck(_ id: DeckID) -> Deck? { nil }
  func noteCount(in deck: DeckID) -> Int { 0 }
  func noteRows(in deck: DeckID) -> [NoteRow] { [] }
  func row(_ id: NoteID) -> NoteRow? { nil }
  func noteID(_ row: NoteRow) -> NoteID { NoteID(EntityID(high: 0, low: 0)) }
  func deckID(_ row: NoteRow) -> DeckID { DeckID(EntityID(high: 0, low: 0)) }
  func note(_ row: NoteRow) -> Note { Note(id: noteID(row), deck: deckID(row), fields: []) }
  func field(_ row: NoteRow, _ f: BasicField) -> String { "" }
  func notesWithFront(_ html: String, in deck: DeckID) -> [NoteRow] { [] }
  func review(_ id: ReviewID) -> Review? { nil }
  func setting(_ name: String) -> PropertyValue? { nil }
  func isAlive(_ kind: EntityKind, _ id: EntityID) -> Bool { false }
  mutating func search(_ query: String, in deck: DeckID) -> [NoteRow] { [] }
}
