import Domain

// Body of a notes segment:
//
//   u32 × 5   notes, devices, decks, stamps, bytes of text
//   u64       the greatest time of a stamp, those in extra parts too
//   u64       for each device
//   16 bytes  for each deck, its id
//   49 bytes  for each note: id 16, flags u8, deck u32, created i64, lengths of five texts u32
//             flags: bits 0-5 the columns that are set, 6 one stamp for all, 7 alive
//   10 bytes  for each stamp: time u64, device u16; of each note one, or one for each column set
//   text      of each note: back, front, note, pronunciation, extra part
//
// Columns in the order of their names: back, created, deck, front, note, pronunciation.

private let headLength = 28
private let noteLength = 49
private let stampLength = 10
private let uniformFlag: UInt8 = 0x40
private let aliveFlag: UInt8 = 0x80
private let maskBits: UInt8 = 0x3F

extension NoteStore {
  /// The segment of a chunk. Compacts the chunk's arena.
  mutating func segment(_ chunk: Int) -> [UInt8] {
    chunks[chunk].compact()
    var deckNumbers: [Int32] = Array(repeating: -1, count: decks.slots.count)
    var deckList: [EntityID] = []
    var noteCount: UInt32 = 0
    var stampCount: UInt32 = 0
    for note in chunks[chunk].notes where !note.isPlaceholder {
      noteCount += 1
      stampCount += UInt32(note.isUniform ? 1 : note.mask.nonzeroBitCount)
      if deckNumbers[Int(note.deck)] < 0 {
        deckNumbers[Int(note.deck)] = Int32(deckList.count)
        deckList.append(decks[note.deck].id)
      }
    }
    let textBytes = chunks[chunk].arena.count
    var writer = SegmentWriter(
      .notes,
      reserving: headLength + 8 * devices.devices.count + 16 * deckList.count
        + noteLength * Int(noteCount) + stampLength * Int(stampCount) + textBytes)
    writer.append(noteCount)
    writer.append(UInt32(devices.devices.count))
    writer.append(UInt32(deckList.count))
    writer.append(stampCount)
    writer.append(UInt32(textBytes))
    writer.append(chunks[chunk].latestTime)
    for device in devices.devices { writer.append(device) }
    for deck in deckList { writer.append(deck) }
    for note in chunks[chunk].notes where !note.isPlaceholder {
      writer.append(note, deck: UInt32(deckNumbers[Int(note.deck)]))
    }
    for note in chunks[chunk].notes where !note.isPlaceholder { writer.appendStamps(of: note) }
    writer.append(chunks[chunk].arena)
    return writer.finished()
  }
}

extension SegmentWriter {
  fileprivate mutating func append(_ note: PackedNote, deck: UInt32) {
    append(note.id)
    append(
      note.mask | (note.isUniform ? uniformFlag : 0) | (note.isAlive ? aliveFlag : 0))
    append(deck)
    append(UInt64(bitPattern: note.created))
    for text in 0..<PackedNote.textCount { append(note.lengths[text]) }
  }

  fileprivate mutating func appendStamps(of note: PackedNote) {
    var first = true
    let isUniform = note.isUniform
    for column in 0..<PackedNote.columnCount where note.mask >> UInt8(column) & 1 == 1 {
      if first || !isUniform {
        append(note.times[column])
        append(note.devices[column])
      }
      first = false
    }
    if note.mask == 0 {
      append(UInt64(0))
      append(UInt16(0))
    }
  }
}

/// A notes segment whose every number has been checked.
struct NoteSegment {
  private let reader: SegmentReader
  let noteCount: Int
  private let deviceCount: Int
  private let deckCount: Int
  private let stampCount: Int
  let textBytes: Int

  private var decksOffset: Int { headLength + 8 * deviceCount }
  private var notesOffset: Int { decksOffset + 16 * deckCount }
  private var stampsOffset: Int { notesOffset + noteLength * noteCount }
  private var textOffset: Int { stampsOffset + stampLength * stampCount }

  init(_ body: UnsafeRawBufferPointer) throws(SegmentError) {
    guard body.count >= headLength else { throw .malformed }
    let reader = SegmentReader(bytes: body)
    self.reader = reader
    // Counts are compared with the length in 64 bits: `Int` has 32 in the browser.
    let counts = (0..<5).map { UInt64(reader.u32(4 * $0)) }
    let length =
      UInt64(headLength) + 8 * counts[1] + 16 * counts[2] + UInt64(noteLength) * counts[0]
      + UInt64(stampLength) * counts[3] + counts[4]
    guard length == UInt64(body.count), counts[0] <= UInt64(NoteChunk.countMax),
      counts[1] <= UInt64(DeviceTable.countMax)
    else { throw .malformed }
    noteCount = Int(counts[0])
    deviceCount = Int(counts[1])
    deckCount = Int(counts[2])
    stampCount = Int(counts[3])
    textBytes = Int(counts[4])
    try check()
  }

  private func check() throws(SegmentError) {
    var stamps = 0
    var text = 0
    for index in 0..<noteCount {
      let offset = notesOffset + noteLength * index
      let flags = reader.bytes[offset + 16]
      guard reader.u32(offset + 17) < UInt32(deckCount),
        deviceCount > 0 || flags & maskBits == 0
      else { throw .malformed }
      for part in 0..<PackedNote.textCount {
        let length = reader.u32(offset + 29 + 4 * part)
        guard length <= UInt32(textBytes - text) else { throw .malformed }
        text += Int(length)
      }
      stamps += flags & uniformFlag != 0 ? 1 : (flags & maskBits).nonzeroBitCount
    }
    guard stamps == stampCount, text == textBytes else { throw .malformed }
    for index in 0..<stampCount {
      let device = reader.u16(stampsOffset + stampLength * index + 8)
      guard Int(device) < max(deviceCount, 1) else { throw .malformed }
    }
  }

  /// The notes with their texts and with numbers that are a library's own; nil if there are too
  /// many devices.
  func chunk(_ devices: inout DeviceTable, _ decks: inout DeckSlots) -> NoteChunk? {
    var deviceNumbers: [UInt16] = []
    for index in 0..<deviceCount {
      guard let number = devices.number(of: reader.u64(headLength + 8 * index)) else { return nil }
      deviceNumbers.append(number)
    }
    if deviceNumbers.isEmpty { deviceNumbers.append(0) }
    let deckNumbers = (0..<deckCount).map { decks.findOrAdd(reader.id(decksOffset + 16 * $0)) }
    var chunk = NoteChunk()
    chunk.arena = Array(reader.bytes[textOffset..<textOffset + textBytes])
    chunk.latestTime = reader.u64(20)
    chunk.notes.reserveCapacity(noteCount)
    var stamp = stampsOffset
    var text: UInt32 = 0
    for index in 0..<noteCount {
      let offset = notesOffset + noteLength * index
      var note = PackedNote(id: reader.id(offset))
      let flags = reader.bytes[offset + 16]
      note.mask = flags & maskBits
      note.isAlive = flags & aliveFlag != 0
      note.deck = deckNumbers[Int(reader.u32(offset + 17))]
      note.created = Int64(bitPattern: reader.u64(offset + 21))
      note.textStart = text
      for part in 0..<PackedNote.textCount {
        note.lengths[part] = reader.u32(offset + 29 + 4 * part)
        text += note.lengths[part]
      }
      let isUniform = flags & uniformFlag != 0
      for column in 0..<PackedNote.columnCount where note.mask >> UInt8(column) & 1 == 1 {
        note.times[column] = reader.u64(stamp)
        note.devices[column] = deviceNumbers[Int(reader.u16(stamp + 8))]
        if !isUniform { stamp += stampLength }
      }
      if isUniform { stamp += stampLength }
      chunk.notes.append(note)
    }
    return chunk
  }
}
