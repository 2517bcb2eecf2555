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
    guard let key = SegmentKey(key) else { return }
    switch key.content {
    case .small:
      if key.number * EntityTable.segmentCount < table.states.count { table.markDirty(key.number) }
    case .notes: if key.number < notes.chunks.count { notes.chunks[key.number].isDirty = true }
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
    for change in changes { merge(change) }
    table.loadingSegment = -1
  }

  // MARK: Notes

  private mutating func loadNotes(_ segment: NoteSegment, chunk: Int) {
    while notes.chunks.count <= chunk { notes.chunks.append(NoteChunk()) }
    guard let source = segment.chunk(&notes.devices, &notes.decks) else { return }
    latestTime = max(latestTime, source.latestTime)
    let isFree = notes.chunks[chunk].notes.isEmpty
    var taken = 0
    if isFree {
      notes.chunks[chunk].arena = source.arena
      notes.chunks[chunk].latestTime = source.latestTime
      notes.chunks[chunk].notes.reserveCapacity(source.notes.count)
      while taken < source.notes.count, notes.find(source.notes[taken].id) == nil {
        notes.load(source.notes[taken], toChunk: chunk)
        taken += 1
      }
    }
    // From the first note on that is known already, what is left is merged one by one.
    while taken < source.notes.count {
      if isFree { notes.chunks[chunk].garbage += source.notes[taken].textsLength }
      merge(notes.state(in: source, taken))
      taken += 1
    }
  }

  // MARK: Reviews

  private mutating func loadReviews(_ segment: ReviewSegment, chunk: Int) {
    while reviews.chunks.count <= chunk { reviews.chunks.append(ReviewChunk()) }
    guard let numbers = segment.numbers(&notes) else { return }
    var isFree = reviews.chunks[chunk].reviews.isEmpty
    if isFree { reviews.chunks[chunk].reviews.reserveCapacity(segment.count) }
    for index in 0..<segment.count {
      let review = segment.review(index, numbers)
      if isFree && reviews.load(review, toChunk: chunk) {
        latestTime = max(latestTime, review.time)
      } else {
        isFree = false
        merge(plainState(review))
      }
    }
  }
}
