public import Domain

/// A device's whole collection in memory: the join of all changes it has seen, in any order.
/// For every entity the state equals the fold of `Change.merge` over its changes.
public struct Library: Sendable {
  private var places: [EntityID: Int32] = [:]
  private var states: [Change] = []

  /// The greatest `time` of any stamp merged.
  public private(set) var latestTime: UInt64 = 0

  public init() {}

  /// Takes over what is new in a change.
  @discardableResult
  public mutating func merge(_ change: Change) -> MergeOutcome {
    for property in change.properties { latestTime = max(latestTime, property.stamp.time) }
    for removal in change.removals { latestTime = max(latestTime, removal.time) }
    guard let place = place(change.kind, change.id) else {
      let fresh = joined(Change(change.kind, change.id), change)
      if fresh.properties.isEmpty && fresh.removals.isEmpty { return .unchanged }
      if places[change.id] == nil { places[change.id] = Int32(states.count) }
      states.append(fresh)
      return MergeOutcome(changed: true, revived: false, overwritten: [])
    }
    let old = states[place]
    let new = joined(old, change)
    if new == old { return .unchanged }
    states[place] = new
    let overwritten = old.properties.filter { before in
      new.properties.contains { $0.name == before.name && $0 != before }
    }
    return MergeOutcome(
      changed: true, revived: !old.hasUncoveredProperty && new.hasUncoveredProperty,
      overwritten: overwritten)
  }

  private func place(_ kind: EntityKind, _ id: EntityID) -> Int? {
    if let place = places[id], states[Int(place)].kind == kind { return Int(place) }
    return places[id] == nil ? nil : states.firstIndex { $0.kind == kind && $0.id == id }
  }

  /// The whole state of an entity, also of a removed one; nil if nothing is known of it.
  public func state(of kind: EntityKind, _ id: EntityID) -> Change? {
    place(kind, id).map { states[$0] }
  }

  public func isAlive(_ kind: EntityKind, _ id: EntityID) -> Bool {
    state(of: kind, id)?.hasUncoveredProperty ?? false
  }

  /// The change that removes the entity as it is now; nil if it is not alive.
  public func removal(of kind: EntityKind, _ id: EntityID) -> Change? {
    guard let state = state(of: kind, id), state.hasUncoveredProperty else { return nil }
    let seen = Change(kind, id, removals: state.properties.map { $0.stamp })
    return joined(Change(kind, id), seen)
  }

  /// Calls `body` with every entity's whole state, removed ones too.
  public func forEachState(_ body: (Change) -> Void) {
    for state in states { body(state) }
  }

  private func alive(_ kind: EntityKind) -> [Change] {
    states.filter { $0.kind == kind && $0.hasUncoveredProperty }
  }

  // MARK: Decks

  /// The decks that are alive, by position, then id.
  public var decks: [Deck] {
    alive(.deck).map { Deck($0) }.sorted {
      $0.position == $1.position ? $0.id < $1.id : $0.position < $1.position
    }
  }

  /// The deck, if it is alive.
  public func deck(_ id: DeckID) -> Deck? {
    isAlive(.deck, id.id) ? state(of: .deck, id.id).map { Deck($0) } : nil
  }

  // MARK: Notes

  /// The number of notes that are alive.
  public var noteCount: Int { alive(.note).count }

  public func noteCount(in deck: DeckID) -> Int { noteRows(in: deck).count }

  /// The notes of a deck that are alive, oldest first.
  public func noteRows(in deck: DeckID) -> [NoteRow] {
    var rows: [NoteRow] = []
    for (index, state) in states.enumerated()
    where state.kind == .note && state.deck == deck && state.hasUncoveredProperty {
      rows.append(NoteRow(index: Int32(index)))
    }
    return rows.sorted {
      let a = states[Int($0.index)]
      let b = states[Int($1.index)]
      let made = (a.int("created"), b.int("created"))
      return made.0 == made.1 ? a.id < b.id : made.0 < made.1
    }
  }

  /// The note's row, if it is alive.
  public func row(_ id: NoteID) -> NoteRow? {
    guard let place = place(.note, id.id), states[place].hasUncoveredProperty else { return nil }
    return NoteRow(index: Int32(place))
  }
  public func noteID(_ row: NoteRow) -> NoteID { NoteID(states[Int(row.index)].id) }
  public func deckID(_ row: NoteRow) -> DeckID { states[Int(row.index)].deck }
  public func note(_ row: NoteRow) -> Note {
    Note(
      id: noteID(row), deck: deckID(row), fields: BasicField.allCases.map { field(row, $0) })
  }

  /// HTML of the small subset; empty for a field that is not set.
  public func field(_ row: NoteRow, _ field: BasicField) -> String {
    states[Int(row.index)].text(field.property)
  }

  /// The notes of a deck with exactly this front.
  public func notesWithFront(_ html: String, in deck: DeckID) -> [NoteRow] {
    noteRows(in: deck).filter { field($0, .front) == html }
  }

  /// The notes that are alive while their deck is not.
  public func orphanNotes() -> [NoteRow] {
    var rows: [NoteRow] = []
    for (index, state) in states.enumerated()
    where state.kind == .note && state.hasUncoveredProperty && deck(state.deck) == nil {
      rows.append(NoteRow(index: Int32(index)))
    }
    return rows
  }

  /// The notes of a deck in which every word of the query occurs, in any field; oldest first.
  public mutating func search(_ query: String, in deck: DeckID) -> [NoteRow] {
    let words = query.lowercased().utf8.split(separator: UInt8(ascii: " ")).map { Array($0) }
    return noteRows(in: deck).filter { row in
      var text: [UInt8] = []
      for name in BasicField.allCases { text += field(row, name).lowercased().utf8 + [0] }
      return words.allSatisfy { word in
        text.indices.contains { text[$0...].starts(with: word) }
      }
    }
  }

  // MARK: Reviews

  /// The number of reviews that are alive.
  public var reviewCount: Int { alive(.review).count }

  /// The review, if it is alive.
  public func review(_ id: ReviewID) -> Review? {
    isAlive(.review, id.id) ? state(of: .review, id.id).flatMap { Review($0) } : nil
  }

  /// Calls `body` with the reviews that are alive, newest first, until it answers false.
  public func forEachReview(_ body: (Review) -> Bool) {
    let reviews = alive(.review).compactMap { Review($0) }
    let newestFirst = reviews.sorted { $0.at == $1.at ? $1.id < $0.id : $1.at < $0.at }
    for review in newestFirst where !body(review) { return }
  }

  // MARK: Settings, history, samples

  public func setting(_ name: String) -> PropertyValue? {
    let id = EntityID.named("setting/" + name)
    return isAlive(.setting, id) ? state(of: .setting, id)?.value("value") : nil
  }

  /// The steps at or after a time (Unix milliseconds), newest first.
  public func steps(since milliseconds: Int64) -> [HistoryStep] {
    alive(.step).map { HistoryStep($0) }.filter { $0.at >= milliseconds }.sorted {
      $0.at == $1.at ? $1.id < $0.id : $1.at < $0.at
    }
  }

  /// The sample decks and notes that were removed.
  public func deadSamples() -> [(EntityKind, EntityID)] {
    var dead: [(EntityKind, EntityID)] = []
    for state in states where state.isSample && !state.hasUncoveredProperty {
      dead.append((state.kind, state.id))
    }
    return dead
  }

  // MARK: Device storage

  /// The segments that changed since they were last taken or loaded.
  public mutating func takeDirtySegments() -> [(key: String, bytes: [UInt8])] { [] }

  /// Joins a stored segment into this library.
  public mutating func load(
    segment key: String, _ bytes: UnsafeRawBufferPointer
  ) throws(SegmentError) {
    throw .notSegment
  }
}
