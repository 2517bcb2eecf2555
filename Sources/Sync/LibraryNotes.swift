import Domain

/// The notes of a library, packed in chunks. A row's number never changes.
struct NoteStore: Sendable {
  var chunks: [NoteChunk] = []
  private var index = IDIndex()
  var devices = DeviceTable()
  var decks = DeckSlots()

  func find(_ id: EntityID) -> Int32? {
    var probe = index.probe(IDIndex.hash(id))
    while let row = index.next(&probe) {
      if chunks[NoteStore.chunk(row)].notes[NoteStore.place(row)].id == id { return row }
    }
    return nil
  }

  /// The row of an id that is probably one of the next after `row`, -1 to begin.
  func find(_ id: EntityID, after row: Int32) -> Int32? {
    var chunk = row < 0 ? 0 : NoteStore.chunk(row)
    var place = row < 0 ? -1 : NoteStore.place(row)
    for _ in 0..<8 {
      place += 1
      if chunk < chunks.count, place >= chunks[chunk].notes.count {
        (chunk, place) = (chunk + 1, 0)
      }
      guard chunk < chunks.count, place < chunks[chunk].notes.count else { break }
      if chunks[chunk].notes[place].id == id { return NoteStore.row(chunk, place) }
    }
    return find(id)
  }

  subscript(row: Int32) -> PackedNote {
    chunks[NoteStore.chunk(row)].notes[NoteStore.place(row)]
  }

  static func chunk(_ row: Int32) -> Int { Int(row >> NoteChunk.bits) }
  static func place(_ row: Int32) -> Int { Int(row) & (NoteChunk.countMax - 1) }
  static func row(_ chunk: Int, _ place: Int) -> Int32 {
    Int32(truncatingIfNeeded: chunk << Int(NoteChunk.bits) | place)
  }

  /// The row of an id, a new one if there is none yet.
  mutating func findOrAdd(_ id: EntityID) -> Int32 {
    if let row = find(id) { return row }
    if chunks.isEmpty || chunks[chunks.count - 1].notes.count >= NoteChunk.countMax {
      chunks.append(NoteChunk())
    }
    let chunk = chunks.count - 1
    let row = NoteStore.row(chunk, chunks[chunk].notes.count)
    chunks[chunk].notes.append(PackedNote(id: id))
    index.insert(IDIndex.hash(id), row: row)
    return row
  }

  /// Adds a note of a segment whose id has no row yet, to a chunk whose arena has its texts.
  mutating func load(_ note: PackedNote, toChunk chunk: Int) {
    let row = NoteStore.row(chunk, chunks[chunk].notes.count)
    chunks[chunk].notes.append(note)
    chunks[chunk].garbage -= note.textsLength
    index.insert(IDIndex.hash(note.id), row: row)
    if note.isAlive { appendToDeck(row) }
  }

  /// Whether a row is the same, texts and all, as a note in another chunk with the same numbers.
  func holds(_ other: NoteChunk, _ place: Int, at row: Int32) -> Bool {
    let own = chunks[NoteStore.chunk(row)]
    let note = own.notes[NoteStore.place(row)]
    guard note.says(other.notes[place]) else { return false }
    let start = Int(note.textStart)
    let otherStart = Int(other.notes[place].textStart)
    for offset in 0..<note.textsLength
    where own.arena[start + offset] != other.arena[otherStart + offset] {
      return false
    }
    return true
  }

  // MARK: States

  /// The whole state; nil for a note that has not arrived.
  func state(_ row: Int32) -> Change? {
    let chunk = NoteStore.chunk(row)
    let place = NoteStore.place(row)
    return chunks[chunk].notes[place].isPlaceholder ? nil : state(in: chunks[chunk], place)
  }

  /// The whole state of a note in a chunk, of this library or one that is being loaded.
  func state(in chunk: NoteChunk, _ place: Int) -> Change {
    let note = chunk.notes[place]
    var state = Change(.note, note.id)
    state.properties.reserveCapacity(8)
    for column in NoteColumn.allCases where note.has(column) {
      let value: PropertyValue =
        switch column {
        case .created: .int(note.created)
        case .deck: .text(decks[note.deck].id.text)
        case .back, .front, .note, .pronunciation:
          .text(chunk.text(place, column.text ?? 0))
        }
      let device = devices.devices[Int(note.devices[column.rawValue])]
      let stamp = Stamp(time: note.times[column.rawValue], device: device)
      state.properties.append(PropertySet(column.property, value, stamp))
    }
    if note.lengths[PackedNote.extraText] > 0 {
      state.merge(chunk.extra(place))
    }
    return state
  }

  /// Replaces the state of a row. Keeps the decks' orders and counts.
  mutating func set(_ state: Change, at row: Int32) {
    let old = self[row]
    var note = PackedNote(id: state.id)
    note.textStart = old.textStart
    note.lengths = old.lengths
    note.isAlive = state.isAlive
    note.created = state.int("created")
    note.deck = decks.findOrAdd(state.deck.id)
    var texts = ["", "", "", ""]
    var extra = Change(.note, state.id, removals: state.removals)
    for property in state.properties {
      guard let column = NoteColumn(property.name), take(property, as: column, &texts),
        let device = devices.number(of: property.stamp.device)
      else {
        extra.properties.append(property)
        continue
      }
      note.mask |= 1 << UInt8(column.rawValue)
      note.times[column.rawValue] = property.stamp.time
      note.devices[column.rawValue] = device
    }
    var writer = JSONWriter()
    if !extra.isEmpty { extra.append(to: &writer) }
    leaveDeck(row, old, for: note)
    let chunk = NoteStore.chunk(row)
    let place = NoteStore.place(row)
    chunks[chunk].isDirty = true
    chunks[chunk].observe(state)
    chunks[chunk].notes[place] = note
    chunks[chunk].setTexts(texts, extra: writer.bytes, at: place)
    enterDeck(row, old, note)
  }

  /// Whether the value fits the column, and its text if it has one.
  private func take(
    _ property: PropertySet, as column: NoteColumn, _ texts: inout [String]
  ) -> Bool {
    switch (column, property.value) {
    case (.created, .int): return true
    case (.deck, .text(let text)): return EntityID(canonical: text) != nil
    case (.back, .text(let text)), (.front, .text(let text)), (.note, .text(let text)),
      (.pronunciation, .text(let text)):
      texts[column.text ?? 0] = text
      return true
    case (_, .null), (_, .bool), (_, .int), (_, .text), (_, .json): return false
    }
  }
}
