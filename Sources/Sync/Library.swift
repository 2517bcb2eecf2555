public import Domain

/// A device's whole collection in memory: the join of all changes it has seen, in any order.
///
/// For every entity the state equals the fold of `Change.merge` over its changes: it is built from
/// what is kept, merged, and packed again. Notes and plain reviews are packed (`NoteStore`,
/// `ReviewStore`), all else is a table of states. Lists and counts follow each change.
public struct Library: Sendable {
  var notes = NoteStore()
  var reviews = ReviewStore()
  var table = EntityTable()
  var aliveDecks: [Deck] = []

  /// The greatest `time` of any stamp merged.
  public internal(set) var latestTime: UInt64 = 0

  public init() {}

  /// Takes over what is new in a change.
  @discardableResult
  public mutating func merge(_ change: Change) -> MergeOutcome {
    for property in change.properties { latestTime = max(latestTime, property.stamp.time) }
    for removal in change.removals { latestTime = max(latestTime, removal.time) }
    guard let old = state(of: change.kind, change.id) else {
      if change.isEmpty { return .unchanged }
      set(change.isNormalised ? change : change.normalised)
      return MergeOutcome(changed: true, revived: false, overwritten: [])
    }
    var new = old
    guard new.merge(change) else { return .unchanged }
    set(new)
    return MergeOutcome(
      changed: true, revived: !old.isAlive && new.isAlive,
      overwritten: Library.overwritten(old, by: new))
  }

  /// Makes this the entity's state.
  private mutating func set(_ state: Change) {
    switch state.kind {
    case .note:
      notes.set(state, at: notes.findOrAdd(state.id))
    case .review:
      setReview(state)
    case .deck:
      table.set(state)
      setDeck(state)
    case .noteType, .card, .media, .setting, .step:
      table.set(state)
    }
  }

  /// The old properties that are not in the new state as they were. Both are sorted by name.
  private static func overwritten(_ old: Change, by new: Change) -> [PropertySet] {
    var result: [PropertySet] = []
    var place = 0
    for property in old.properties {
      while place < new.properties.count, new.properties[place].precedes(property) { place += 1 }
      guard place < new.properties.count else { break }
      if new.properties[place].stamp != property.stamp
        || new.properties[place].value != property.value
      {
        result.append(property)
      }
    }
    return result
  }

  // MARK: Any entity

  /// The whole state of an entity, also of a removed one; nil if nothing is known of it.
  public func state(of kind: EntityKind, _ id: EntityID) -> Change? {
    switch kind {
    case .note: notes.find(id).flatMap { notes.state($0) }
    case .review: reviews.find(id).flatMap { reviewState($0) }
    case .deck, .noteType, .card, .media, .setting, .step: table.state(kind, id)
    }
  }

  public func isAlive(_ kind: EntityKind, _ id: EntityID) -> Bool {
    switch kind {
    case .note: notes.find(id).map { notes[$0].isAlive } ?? false
    case .review: reviews.find(id).map { reviews[$0].isAlive } ?? false
    case .deck, .noteType, .card, .media, .setting, .step:
      table.place(kind, id).map { table.states[$0].isAlive } ?? false
    }
  }

  /// The change that removes the entity as it is now; nil if it is not alive.
  public func removal(of kind: EntityKind, _ id: EntityID) -> Change? {
    state(of: kind, id)?.removal()
  }

  /// Calls `body` with every entity's whole state, removed ones too.
  public func forEachState(_ body: (Change) -> Void) {
    for state in table.states where !state.isEmpty { body(state) }
    for chunk in 0..<notes.chunks.count {
      for place in 0..<notes.chunks[chunk].notes.count {
        if let state = notes.state(NoteStore.row(chunk, place)) { body(state) }
      }
    }
    for chunk in 0..<reviews.chunks.count {
      for place in 0..<reviews.chunks[chunk].reviews.count
      where !reviews.chunks[chunk].reviews[place].isAside {
        if let state = reviewState(ReviewStore.row(chunk, place)) { body(state) }
      }
    }
  }

  /// The sample decks and notes that were removed.
  public func deadSamples() -> [(EntityKind, EntityID)] {
    var dead: [(EntityKind, EntityID)] = []
    for state in table.states where state.isSample && !state.isAlive {
      dead.append((state.kind, state.id))
    }
    for chunk in 0..<notes.chunks.count {
      for place in 0..<notes.chunks[chunk].notes.count
      where !notes.chunks[chunk].notes[place].isAlive {
        let state = notes.state(NoteStore.row(chunk, place))
        if let state, state.isSample { dead.append((.note, state.id)) }
      }
    }
    return dead
  }

  // MARK: Settings and history

  /// The value of a setting; nil if it was never set.
  public func setting(_ name: String) -> PropertyValue? {
    let state = table.state(.setting, EntityID.named("setting/" + name))
    guard let state, state.isAlive else { return nil }
    return state.value("value")
  }

  /// The steps at or after a time (Unix milliseconds), newest first.
  public func steps(since milliseconds: Int64) -> [HistoryStep] {
    var places: [Int32] = []
    for place in 0..<table.states.count
    where table.states[place].kind == .step && table.states[place].int("at") >= milliseconds
      && table.states[place].isAlive
    {
      places.append(Int32(place))
    }
    places.sort { a, b in
      let first = table.states[Int(a)]
      let second = table.states[Int(b)]
      return first.int("at") == second.int("at")
        ? second.id < first.id : second.int("at") < first.int("at")
    }
    return places.map { HistoryStep(table.states[Int($0)]) }
  }
}
