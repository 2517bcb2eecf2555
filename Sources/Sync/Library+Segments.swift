import Domain

extension Library {
  /// The segments that differ from what is stored; they count as stored from now on. They must be
  /// written in one transaction, since an entity may move from one to another.
  public mutating func takeDirtySegments() -> [(key: String, bytes: [UInt8])] {
    var segments: [(key: String, bytes: [UInt8])] = []
    for number in 0..<table.dirtySegments.count where table.dirtySegments[number] {
      table.markClean(number)
      segments.append((SegmentKey(.small, number).text, smallSegment(number)))
    }
    for number in 0..<notes.chunks.count where notes.chunks[number].isDirty {
      notes.chunks[number].isDirty = false
      segments.append((SegmentKey(.notes, number).text, notes.segment(number)))
    }
    for number in 0..<reviews.chunks.count where reviews.chunks[number].isDirty {
      reviews.chunks[number].isDirty = false
      segments.append((SegmentKey(.reviews, number).text, reviewSegment(number)))
    }
    settleOrders()
    return segments
  }

  /// Takes a segment as not stored: the next `takeDirtySegments` has it again. For a writing that
  /// failed. Other keys are ignored.
  public mutating func markDirty(segment key: String) {
    if let key = SegmentKey(key) { markDirty(key) }
  }

  private mutating func markDirty(_ key: SegmentKey) {
    switch key.content {
    case .small:
      if key.number * EntityTable.segmentCount < table.states.count { table.markDirty(key.number) }
    case .notes:
      if key.number < notes.chunks.count { notes.chunks[key.number].isDirty = true }
    case .reviews:
      if key.number < reviews.chunks.count { reviews.chunks[key.number].isDirty = true }
    }
  }

  /// Joins a stored segment into this library. What it brings counts as stored. A segment that is
  /// refused changes nothing.
  public mutating func load(
    segment key: String, _ bytes: UnsafeRawBufferPointer
  ) throws(SegmentError) {
    guard let key = SegmentKey(key) else { throw .notSegment }
    let body = try Segment.body(of: key.content, bytes)
    switch key.content {
    case .small: try loadSmall(body, number: key.number)
    case .notes: loadNotes(try NoteSegment(body), chunk: key.number)
    case .reviews: loadReviews(try ReviewSegment(body), chunk: key.number)
    }
  }

  private mutating func settleOrders() {
    reviews.settleOrder()
    for deck in 0..<notes.decks.slots.count { notes.settleOrder(ofDeck: deck) }
  }

  // MARK: Small entities: a JSON array of changes

  private func smallSegment(_ number: Int) -> [UInt8] {
    var json = JSONWriter()
    json.beginArray()
    let start = number * EntityTable.segmentCount
    for place in start..<min(start + EntityTable.segmentCount, table.states.count)
    where !table.states[place].isEmpty {
      table.states[place].append(to: &json)
    }
    json.endArray()
    var writer = SegmentWriter(.small, reserving: json.bytes.count)
    writer.append(json.bytes)
    return writer.finished()
  }

  private mutating func loadSmall(
    _ body: UnsafeRawBufferPointer, number: Int
  ) throws(SegmentError) {
    let changes: [Change]
    do throws(JSONError) {
      var reader = JSONReader(body.bindMemory(to: UInt8.self))
      changes = try Change.list(from: &reader)
      try reader.finish()
    } catch {
      throw .malformed
    }
    table.loadingSegment = number
    for change in changes {
      merge(change)
      keepHome(of: change, unless: SegmentKey(.small, number))
    }
    table.loadingSegment = -1
  }

  // MARK: Notes

  private mutating func loadNotes(_ segment: NoteSegment, chunk: Int) {
    while notes.chunks.count <= chunk { notes.chunks.append(NoteChunk()) }
    guard let source = segment.chunk(&notes.devices, &notes.decks) else { return }
    latestTime = max(latestTime, source.latestTime)
    // Rows go straight into a chunk that is free, until one has to be merged.
    var isFree = notes.chunks[chunk].notes.isEmpty
    if isFree {
      notes.chunks[chunk].arena = source.arena
      notes.chunks[chunk].garbage = source.arena.count
      notes.chunks[chunk].latestTime = source.latestTime
      notes.chunks[chunk].notes.reserveCapacity(source.notes.count)
    }
    for place in 0..<source.notes.count {
      let id = source.notes[place].id
      let known = notes.find(id)
      if let known, notes.holds(source, place, at: known) {
        if NoteStore.chunk(known) != chunk { notes.chunks[NoteStore.chunk(known)].isDirty = true }
      } else if isFree && known == nil {
        notes.load(source.notes[place], toChunk: chunk)
      } else {
        isFree = false
        let state = notes.state(in: source, place)
        merge(state)
        keepHome(of: state, unless: SegmentKey(.notes, chunk))
      }
    }
  }

  // MARK: Reviews

  private mutating func loadReviews(_ segment: ReviewSegment, chunk: Int) {
    while reviews.chunks.count <= chunk { reviews.chunks.append(ReviewChunk()) }
    guard let numbers = segment.numbers(&notes) else { return }
    let isFree = reviews.chunks[chunk].reviews.isEmpty
    if isFree { reviews.chunks[chunk].reviews.reserveCapacity(segment.count) }
    for index in 0..<segment.count {
      let review = segment.review(index, numbers)
      latestTime = max(latestTime, review.time)
      let hasRoom = reviews.chunks[chunk].reviews.count < ReviewChunk.countMax
      if isFree && hasRoom && reviews.load(review, toChunk: chunk) { continue }
      if let known = reviews.find(review.id), reviews[known] == review {
        let home = ReviewStore.chunk(known)
        if home != chunk { reviews.chunks[home].isDirty = true }
      } else {
        let state = plainState(review)
        merge(state)
        keepHome(of: state, unless: SegmentKey(.reviews, chunk))
      }
    }
  }

  /// After an entity was found in a stored segment: if it belongs to another one here, that one has
  /// to be written, or the entity would be lost with the next writing of the segment it was in.
  /// This happens when another tab of the browser has stored the library.
  private mutating func keepHome(of state: Change, unless loaded: SegmentKey) {
    let home: SegmentKey
    if let place = table.place(state.kind, state.id), !table.states[place].isEmpty {
      home = SegmentKey(.small, place / EntityTable.segmentCount)
    } else if state.kind == .note, let row = notes.find(state.id) {
      home = SegmentKey(.notes, NoteStore.chunk(row))
    } else if state.kind == .review, let row = reviews.find(state.id) {
      home = SegmentKey(.reviews, ReviewStore.chunk(row))
    } else {
      return
    }
    if home != loaded { markDirty(home) }
  }
}
