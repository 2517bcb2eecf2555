import Domain
import Sync

/// What a library must answer, told in the plainest way: a fold of `Change.merge` for each entity
/// and a look at all states for each question.
struct ReferenceLibrary {
  struct Key: Hashable {
    let kind: EntityKind
    let id: EntityID
  }
  private(set) var states: [Key: Change] = [:]

  mutating func merge(_ change: Change) {
    if change.properties.isEmpty && change.removals.isEmpty { return }
    states[Key(kind: change.kind, id: change.id), default: Change(change.kind, change.id)]
      .merge(change)
  }

  func alive(_ kind: EntityKind) -> [Change] {
    states.values.filter { $0.kind == kind && $0.isAlive }
  }

  var decks: [Deck] {
    alive(.deck).map { Deck($0) }.sorted { ($0.position, $0.id) < ($1.position, $1.id) }
  }

  /// The ids of a deck's notes, oldest first.
  func notes(in deck: DeckID) -> [NoteID] {
    let notes = alive(.note).filter { ReferenceLibrary.deck(of: $0) == deck }
    return notes.sorted {
      (ReferenceLibrary.created($0), $0.id) < (ReferenceLibrary.created($1), $1.id)
    }.map { NoteID($0.id) }
  }

  static func deck(of note: Change) -> DeckID {
    if case .text(let text) = note.value("deck"), let id = EntityID(text) { return DeckID(id) }
    return DeckID(EntityID(high: 0, low: 0))
  }

  private static func created(_ note: Change) -> Int64 {
    if case .int(let time) = note.value("created") { return time }
    return 0
  }

  static func text(_ note: Change, _ property: String) -> String {
    if case .text(let text) = note.value(property) { return text }
    return ""
  }

  var deckIDs: Set<DeckID> { Set(alive(.note).map { ReferenceLibrary.deck(of: $0) }) }

  var orphans: Set<NoteID> {
    let alive = Set(decks.map(\.id))
    return Set(deckIDs.subtracting(alive).flatMap { notes(in: $0) })
  }

  var reviewsNewestFirst: [Review] {
    alive(.review).compactMap { Review($0) }.sorted { ($0.at, $0.id) > ($1.at, $1.id) }
  }

  var latestTime: UInt64 {
    states.values.map { state in
      let stamps = state.properties.map(\.stamp) + state.removals
      return stamps.map(\.time).max() ?? 0
    }.max() ?? 0
  }
}

/// Every answer of a library that a test compares, in a form to print.
struct LibraryAnswers: Equatable, CustomStringConvertible {
  var states: [Change] = []
  var decks: [Deck] = []
  var counts: [Int] = []
  var reviews: [Review] = []
  var orphans: Set<NoteID> = []

  init(_ library: Library) {
    library.forEachState { states.append($0) }
    sortStates()
    decks = library.decks
    counts = [library.noteCount, library.reviewCount]
    library.forEachReview {
      reviews.append($0)
      return true
    }
    orphans = Set(library.orphanNotes().map { library.noteID($0) })
  }

  init(_ reference: ReferenceLibrary) {
    states = Array(reference.states.values)
    sortStates()
    decks = reference.decks
    counts = [reference.alive(.note).count, reference.alive(.review).count]
    reviews = reference.reviewsNewestFirst
    orphans = reference.orphans
  }

  private mutating func sortStates() {
    states.sort { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }
  }

  var description: String {
    let lines = states.map { state in
      var writer = JSONWriter()
      state.append(to: &writer)
      return writer.text
    }
    return "\(lines.joined(separator: "\n"))\n\(decks)\n\(counts)\n\(reviews)\n\(orphans)"
  }
}

/// Makes changes that three devices could send, and some that no sound device would.
struct HistoryMaker {
  var random: Random
  private var time: UInt64 = 1 << 16
  /// With more entities fewer changes meet at one.
  private let entities: Int

  init(seed: UInt64, entities: Int = 1) {
    random = Random(seed: seed)
    self.entities = entities
  }

  private mutating func stamp() -> Stamp {
    time += UInt64(random.below(3))
    return Stamp(time: time, device: UInt64(random.below(3)))
  }

  private mutating func id(_ space: UInt64, _ count: Int) -> EntityID {
    EntityID(high: space << 48, low: UInt64(1 + random.below(count * entities)))
  }

  mutating func changes(_ count: Int) -> [Change] {
    var known = ReferenceLibrary()
    var changes: [Change] = []
    for _ in 0..<count {
      let change = change(known)
      changes.append(change)
      // Devices do not always see what others did before they act.
      if random.below(4) > 0 { known.merge(change) }
    }
    return changes
  }

  private mutating func change(_ known: ReferenceLibrary) -> Change {
    let pick = random.below(20)
    if pick < 5, !known.states.isEmpty {
      let keys = known.states.keys.sorted {
        ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id)
      }
      let key = keys[random.below(keys.count)]
      if let removal = known.states[key]?.removal() { return removal }
      return Change(key.kind, key.id).restored(at: stamp())
    }
    switch pick {
    case 0..<8: return wholeNote()
    case 8..<11: return partOfNote()
    case 11..<15: return review()
    case 15..<17: return deck()
    case 17: return oddReview()
    case 18:
      return Change(.setting, id(4, 3), properties: [PropertySet("value", value(), stamp())])
    default: return step()
    }
  }

  private mutating func wholeNote() -> Change {
    let stamp = stamp()
    var properties = [
      PropertySet("back", .text(word()), stamp),
      PropertySet("created", .int(Int64(random.below(6))), stamp),
      PropertySet("deck", .text(id(1, 4).text), stamp),
      PropertySet("front", .text(word()), stamp),
    ]
    if random.below(3) == 0 { properties.append(PropertySet("note", .text(word()), stamp)) }
    if random.below(3) == 0 { properties.append(PropertySet("tag:verb", .bool(true), stamp)) }
    return Change(.note, id(2, 8), properties: properties)
  }

  private mutating func partOfNote() -> Change {
    let names = ["back", "created", "deck", "front", "note", "pronunciation", "tag:x", "type"]
    var change = Change(.note, id(2, 8))
    for name in names where random.below(4) == 0 {
      let value: PropertyValue =
        switch name {
        case _ where random.below(6) == 0: value()
        case "created": .int(Int64(random.below(6)))
        case "deck": .text(random.below(8) == 0 ? id(1, 4).text.uppercased() : id(1, 4).text)
        default: .text(word())
        }
      change.properties.append(PropertySet(name, value, stamp()))
    }
    return change
  }

  private mutating func review() -> Change {
    let card = CardID(NoteID(id(2, 10)), ordinal: UInt16(random.below(2)))
    let review = Review(
      id: ReviewID(id(3, 10)), card: card, at: Int64(random.below(50)), zoneMinutes: 120,
      kind: .study, rating: random.below(2) == 0 ? .again : .good,
      duration: Int32(random.below(9)))
    return Change(review, stamp: stamp())
  }

  private mutating func oddReview() -> Change {
    var change = review()
    let place = random.below(change.properties.count)
    switch random.below(5) {
    case 0: change.properties[place].stamp = stamp()
    case 1: change.properties[place].value = value()
    case 2: change.properties.remove(at: place)
    case 3: change.properties.append(PropertySet("zoo", value(), stamp()))
    default:
      change.merge(
        Change(
          .review, change.id,
          properties: [PropertySet("ordinal", .int(Int64(random.below(300))), stamp())]))
    }
    return change
  }

  private mutating func deck() -> Change {
    let stamp = stamp()
    return Change(
      .deck, id(1, 4),
      properties: [
        PropertySet("name", .text(word()), stamp),
        PropertySet("position", .int(Int64(random.below(3))), stamp),
      ])
  }

  private mutating func step() -> Change {
    let stamp = stamp()
    return Change(
      .step, id(5, 4),
      properties: [
        PropertySet("at", .int(Int64(random.below(9))), stamp),
        PropertySet("kind", .text("editCard"), stamp),
      ])
  }

  private mutating func word() -> String {
    ["pöllö", "", "hauki", "<b>kuha</b>", "mustarastas\nja sen poikaset", "🦉"][random.below(6)]
  }

  private mutating func value() -> PropertyValue {
    [.null, .bool(true), .int(-3), .text("5"), .json("[1,2.5]")][random.below(5)]
  }
}
