public import Domain

extension Library {
  /// The notes of a deck in which every word of the query occurs, in any field and whatever the
  /// case and marks of its letters; oldest first. No words find all notes.
  public mutating func search(_ query: String, in deck: DeckID) -> [NoteRow] {
    guard let slot = notes.decks.find(deck.id) else { return [] }
    notes.settleOrder(ofDeck: slot)
    let words = SearchWord.words(query)
    let rows = notes.decks.slots[slot].order.rows
    if words.isEmpty { return rows.map { NoteRow(index: $0) } }
    var found: [NoteRow] = []
    var start = 0
    while start < rows.count {
      let chunk = NoteStore.chunk(rows[start])
      var end = start
      while end < rows.count, NoteStore.chunk(rows[end]) == chunk {
        notes.chunks[chunk].foldIfStale(NoteStore.place(rows[end]))
        end += 1
      }
      notes.chunks[chunk].folded.find(words, rows[start..<end], &found)
      start = end
    }
    return found
  }
}

extension Library {
  /// Folds the texts of up to `limit` notes of a deck for the search; true when all are folded.
  /// Without it the first search does it, which takes about 0.5 ms for 1,000 notes in a browser;
  /// called when there is time, no search in a large deck has to wait.
  public mutating func prepareSearch(in deck: DeckID, limit: Int) -> Bool {
    guard let slot = notes.decks.find(deck.id) else { return true }
    notes.settleOrder(ofDeck: slot)
    var left = limit
    for row in notes.decks.slots[slot].order.rows {
      let chunk = NoteStore.chunk(row)
      let place = NoteStore.place(row)
      if !notes.chunks[chunk].folded.isStale(place) { continue }
      if left <= 0 { return false }
      notes.chunks[chunk].foldIfStale(place)
      left -= 1
    }
    return true
  }
}

/// A folded word that is looked for.
struct SearchWord {
  let bytes: [UInt8]
  /// The first and the second byte, eight times each; a word of one byte has it twice.
  fileprivate let first: UInt64
  fileprivate let second: UInt64

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = Array(bytes)
    first = UInt64(self.bytes[0]) &* 0x0101_0101_0101_0101
    second = UInt64(self.bytes[self.bytes.count > 1 ? 1 : 0]) &* 0x0101_0101_0101_0101
  }

  /// The words of a query, the longest first, since it rules out most.
  static func words(_ query: String) -> [SearchWord] {
    var query = query
    var folded = query.withUTF8 { bytes in
      [UInt8](unsafeUninitializedCapacity: bytes.count + 1) { buffer, count in
        if let start = buffer.baseAddress { count = SearchFold.fold(plain: bytes, to: start) }
      }
    }
    folded.append(0x20)
    var words: [SearchWord] = []
    var start = 0
    for end in 0..<folded.count where folded[end] == 0x20 {
      if end > start {
        let word = SearchWord(folded[start..<end])
        var place = 0
        while place < words.count, words[place].bytes.count >= word.bytes.count { place += 1 }
        words.insert(word, at: place)
      }
      start = end + 1
    }
    return words
  }

  /// Whether the word occurs between two places. Eight places are tried at once: where the first
  /// two bytes fit, a zero byte is left, and the lowest such byte is found exactly.
  fileprivate func occurs(in bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Bool {
    let next = self.bytes.count > 1 ? 1 : 0
    let last = end - self.bytes.count
    var place = start
    while place <= last {
      var candidate = place
      if place + 9 <= bytes.count {
        let a = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        let b = bytes.loadUnaligned(fromByteOffset: place + next, as: UInt64.self)
        let miss = (UInt64(littleEndian: a) ^ first) | (UInt64(littleEndian: b) ^ second)
        let hits = (miss &- 0x0101_0101_0101_0101) & ~miss & 0x8080_8080_8080_8080
        if hits == 0 {
          place += 8
          continue
        }
        candidate = place + hits.trailingZeroBitCount >> 3
        if candidate > last { return false }
      }
      if fits(bytes, at: candidate) { return true }
      place = candidate + 1
    }
    return false
  }

  private func fits(_ text: UnsafeRawBufferPointer, at start: Int) -> Bool {
    for offset in 0..<bytes.count where text[start + offset] != bytes[offset] { return false }
    return true
  }
}

/// The folded texts of a chunk's notes, made when a search needs them.
struct FoldedTexts: Sendable {
  private var arena: [UInt8] = []
  private var starts: [UInt32] = []
  private var ends: [UInt32] = []
  private var garbage = 0

  private static let stale = UInt32.max

  func isStale(_ place: Int) -> Bool {
    place >= starts.count || starts[place] == FoldedTexts.stale
  }

  /// The note has another text now.
  mutating func markStale(_ place: Int) {
    if isStale(place) { return }
    garbage += Int(ends[place] - starts[place])
    starts[place] = FoldedTexts.stale
    if garbage > 65_536 && garbage > arena.count / 2 { self = FoldedTexts() }
  }

  /// Takes the texts of a note, HTML, each folded into a line of its own. The chunk may need
  /// `room` bytes for all its notes.
  mutating func set(
    _ place: Int, _ texts: UnsafeBufferPointer<UInt8>, lengths: InlineArray<5, UInt32>, room: Int
  ) {
    if arena.isEmpty { arena.reserveCapacity(room) }
    while starts.count <= place {
      starts.append(FoldedTexts.stale)
      ends.append(0)
    }
    starts[place] = UInt32(arena.count)
    var from = 0
    for text in 0..<PackedNote.extraText {
      let to = from + Int(lengths[text])
      if to > from {
        let html = UnsafeBufferPointer(rebasing: texts[from..<to])
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: html.count) { buffer in
          guard let start = buffer.baseAddress else { return }
          let count = SearchFold.fold(html: html, to: start)
          arena.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
        }
        arena.append(0x0A)
      }
      from = to
    }
    ends[place] = UInt32(arena.count)
  }

  /// Appends the rows that hold all words. All must be fresh.
  func find(_ words: [SearchWord], _ rows: ArraySlice<Int32>, _ found: inout [NoteRow]) {
    arena.withUnsafeBytes { bytes in
      for row in rows {
        let place = NoteStore.place(row)
        let start = Int(starts[place])
        let end = Int(ends[place])
        var holdsAll = true
        for word in words where !word.occurs(in: bytes, start, end) {
          holdsAll = false
          break
        }
        if holdsAll { found.append(NoteRow(index: row)) }
      }
    }
  }
}

extension NoteChunk {
  mutating func foldIfStale(_ place: Int) {
    guard folded.isStale(place) else { return }
    let start = Int(notes[place].textStart)
    let end = notes[place].textRange(PackedNote.extraText).lowerBound
    let lengths = notes[place].lengths
    let room = arena.count - garbage
    arena.withUnsafeBufferPointer { bytes in
      let texts = UnsafeBufferPointer(rebasing: bytes[start..<end])
      folded.set(place, texts, lengths: lengths, room: room)
    }
  }
}
