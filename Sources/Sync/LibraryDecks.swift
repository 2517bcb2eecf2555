import Domain

/// A deck that is known or that notes say they are in.
struct DeckSlot: Sendable {
  let id: EntityID
  /// Notes in the deck that are alive.
  var noteCount = 0
  /// These notes, oldest first.
  var order = RowOrder()
  var isAlive = false
}

/// The decks by number, so that a note's deck takes four bytes.
struct DeckSlots: Sendable {
  var slots: [DeckSlot] = []
  private var index = IDIndex()

  subscript(number: Int32) -> DeckSlot { slots[Int(number)] }

  func find(_ id: EntityID) -> Int? {
    var probe = index.probe(IDIndex.hash(id))
    while let number = index.next(&probe) {
      if slots[Int(number)].id == id { return Int(number) }
    }
    return nil
  }

  mutating func findOrAdd(_ id: EntityID) -> Int32 {
    if let known = find(id) { return Int32(known) }
    let number = Int32(slots.count)
    slots.append(DeckSlot(id: id))
    index.insert(IDIndex.hash(id), row: number)
    return number
  }
}

// MARK: The order of the notes in a deck

extension NoteStore {
  /// Whether a row comes before another: by the time they were made, then by id.
  static func precedes(_ a: Int32, _ b: Int32, _ chunks: [NoteChunk]) -> Bool {
    let first = chunks[chunk(a)].notes[place(a)].created
    let second = chunks[chunk(b)].notes[place(b)].created
    if first != second { return first < second }
    return chunks[chunk(a)].notes[place(a)].id < chunks[chunk(b)].notes[place(b)].id
  }

  static func isAlive(_ row: Int32, in deck: Int, _ chunks: [NoteChunk]) -> Bool {
    let chunk = chunk(row)
    let place = place(row)
    return chunks[chunk].notes[place].isAlive && Int(chunks[chunk].notes[place].deck) == deck
  }

  /// Takes the row out of its deck's order before its state changes.
  mutating func leaveDeck(_ row: Int32, _ old: PackedNote, for new: PackedNote) {
    guard old.isAlive else { return }
    let deck = Int(old.deck)
    if new.isAlive && new.deck == old.deck {
      if new.created != old.created { decks.slots[deck].order.removeEntirely(row) }
      return
    }
    let chunks = self.chunks
    decks.slots[deck].noteCount -= 1
    decks.slots[deck].order.remove(row) { NoteStore.precedes($0, $1, chunks) }
  }

  /// Puts the row into its deck's order after its state has changed.
  mutating func enterDeck(_ row: Int32, _ old: PackedNote, _ new: PackedNote) {
    guard new.isAlive else { return }
    let deck = Int(new.deck)
    let stays = old.isAlive && new.deck == old.deck
    if stays && new.created == old.created { return }
    if !stays { decks.slots[deck].noteCount += 1 }
    let chunks = self.chunks
    decks.slots[deck].order.insert(row) {
      NoteStore.precedes($0, $1, chunks)
    } keeps: {
      NoteStore.isAlive($0, in: deck, chunks)
    }
  }

  /// Puts a row into its deck's order whose note is alive and in no order yet; cheap when rows come
  /// in order.
  mutating func appendToDeck(_ row: Int32) {
    let deck = Int(self[row].deck)
    let isLast = decks.slots[deck].order.rows.last.map { !NoteStore.precedes(row, $0, chunks) }
    decks.slots[deck].noteCount += 1
    decks.slots[deck].order.append(row, isLast: isLast ?? true)
  }

  mutating func settleOrder(ofDeck deck: Int) {
    if decks.slots[deck].order.isSettled { return }
    let chunks = self.chunks
    decks.slots[deck].order.settle {
      NoteStore.precedes($0, $1, chunks)
    } keeps: {
      NoteStore.isAlive($0, in: deck, chunks)
    }
  }

  /// The notes of a deck that are alive, oldest first.
  func rows(inDeck deck: Int) -> [Int32] {
    var order = decks.slots[deck].order
    if !order.isSettled {
      let chunks = self.chunks
      order.settle {
        NoteStore.precedes($0, $1, chunks)
      } keeps: {
        NoteStore.isAlive($0, in: deck, chunks)
      }
    }
    return order.rows
  }
}
