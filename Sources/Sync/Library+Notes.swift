public import Domain

extension Library {
  // MARK: Decks

  /// The decks that are alive, by position, then id.
  public var decks: [Deck] { aliveDecks }

  /// The deck, if it is alive.
  public func deck(_ id: DeckID) -> Deck? {
    guard let slot = notes.decks.find(id.id), notes.decks.slots[slot].isAlive else { return nil }
    for deck in aliveDecks where deck.id == id { return deck }
    return nil
  }

  /// Follows the state of a deck.
  mutating func setDeck(_ state: Change) {
    let slot = Int(notes.decks.findOrAdd(state.id))
    if notes.decks.slots[slot].isAlive,
      let place = aliveDecks.firstIndex(where: { $0.id.id == state.id })
    {
      aliveDecks.remove(at: place)
    }
    notes.decks.slots[slot].isAlive = state.isAlive
    if !state.isAlive { return }
    let deck = Deck(state)
    var place = aliveDecks.count
    while place > 0 {
      let before = aliveDecks[place - 1]
      if before.position < deck.position
        || (before.position == deck.position && before.id < deck.id)
      {
        break
      }
      place -= 1
    }
    aliveDecks.insert(deck, at: place)
  }

  // MARK: Notes

  /// The number of notes that are alive.
  public var noteCount: Int {
    var count = 0
    for slot in notes.decks.slots { count += slot.noteCount }
    return count
  }

  /// The number of notes in a deck that are alive.
  public func noteCount(in deck: DeckID) -> Int {
    notes.decks.find(deck.id).map { notes.decks.slots[$0].noteCount } ?? 0
  }

  /// The notes of a deck that are alive, oldest first.
  public func noteRows(in deck: DeckID) -> [NoteRow] {
    guard let slot = notes.decks.find(deck.id) else { return [] }
    return notes.rows(inDeck: slot).map { NoteRow(index: $0) }
  }

  /// The note's row, if it is alive.
  public func row(_ id: NoteID) -> NoteRow? {
    guard let row = notes.find(id.id), notes[row].isAlive else { return nil }
    return NoteRow(index: row)
  }

  public func noteID(_ row: NoteRow) -> NoteID { NoteID(notes[row.index].id) }

  /// The deck that the note says it is in; the id of zeros if it does not say.
  public func deckID(_ row: NoteRow) -> DeckID {
    let deck = notes[row.index].deck
    return DeckID(deck < 0 ? EntityID(high: 0, low: 0) : notes.decks[deck].id)
  }

  public func note(_ row: NoteRow) -> Note {
    Note(
      id: noteID(row), deck: deckID(row), fields: BasicField.allCases.map { field(row, $0) })
  }

  /// HTML of the small subset; empty for a field that is not set.
  public func field(_ row: NoteRow, _ field: BasicField) -> String {
    notes.chunks[NoteStore.chunk(row.index)].text(NoteStore.place(row.index), field.text)
  }

  /// The notes of a deck with exactly this front, oldest first.
  public func notesWithFront(_ html: String, in deck: DeckID) -> [NoteRow] {
    guard let slot = notes.decks.find(deck.id) else { return [] }
    var found: [NoteRow] = []
    var html = html
    let front = BasicField.front.text
    html.withUTF8 { wanted in
      for row in notes.rows(inDeck: slot) where notes.text(row, front, equals: wanted) {
        found.append(NoteRow(index: row))
      }
    }
    return found
  }

  /// The notes that are alive while their deck is not.
  public func orphanNotes() -> [NoteRow] {
    var orphans: [NoteRow] = []
    for slot in 0..<notes.decks.slots.count
    where !notes.decks.slots[slot].isAlive && notes.decks.slots[slot].noteCount > 0 {
      for row in notes.rows(inDeck: slot) { orphans.append(NoteRow(index: row)) }
    }
    return orphans
  }
}

extension NoteStore {
  /// Whether a text of a note has exactly these bytes.
  func text(_ row: Int32, _ text: Int, equals wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    let chunk = NoteStore.chunk(row)
    let place = NoteStore.place(row)
    if Int(chunks[chunk].notes[place].lengths[text]) != wanted.count { return false }
    let start = chunks[chunk].notes[place].textRange(text).lowerBound
    for offset in 0..<wanted.count where chunks[chunk].arena[start + offset] != wanted[offset] {
      return false
    }
    return true
  }
}
