public import Domain

extension Library {
  /// The number of reviews that are alive.
  public var reviewCount: Int { reviews.aliveCount }

  /// The review, if it is alive and says what was answered.
  public func review(_ id: ReviewID) -> Review? {
    guard let row = reviews.find(id.id), reviews[row].isAlive, reviews[row].isReadable else {
      return nil
    }
    return review(reviews[row])
  }

  /// Calls `body` with the reviews that are alive, newest first, until it answers false.
  public func forEachReview(_ body: (Review) -> Bool) {
    let rows = reviews.sortedRows()
    var place = rows.count
    while place > 0 {
      place -= 1
      let packed = reviews[rows[place]]
      if packed.isAlive && !body(review(packed)) { return }
    }
  }

  private func review(_ packed: PackedReview) -> Review {
    if packed.isAside, let state = table.state(.review, packed.id), let review = Review(state) {
      return review
    }
    return Review(
      id: ReviewID(packed.id),
      card: CardID(
        NoteID(notes[packed.note].id),
        ordinal: packed.ordinal == PackedReview.noOrdinal ? 0 : UInt16(packed.ordinal)),
      at: packed.at, zoneMinutes: packed.zoneMinutes, kind: packed.kind, rating: packed.rating,
      duration: packed.duration)
  }

  /// The whole state of a row; nil if it was given up.
  func reviewState(_ row: Int32) -> Change? {
    let packed = reviews[row]
    if packed.isAside { return table.state(.review, packed.id) }
    return packed.flags == 0 ? nil : plainState(packed)
  }

  /// The state of a plain review, of this library or one that is being loaded.
  func plainState(_ packed: PackedReview) -> Change {
    let stamp = Stamp(time: packed.time, device: notes.devices.devices[Int(packed.device)])
    var state = Change(review(packed), stamp: stamp)
    if packed.ordinal == 0 {
      state.merge(Change(.review, packed.id, properties: [PropertySet("ordinal", .int(0), stamp)]))
    }
    return state
  }

  /// Makes this the state of a review.
  mutating func setReview(_ state: Change) {
    let row = reviews.find(state.id) ?? reviews.add(state.id)
    if let packed = packed(state) {
      if reviews[row].isAside { table.clear(.review, state.id) }
      reviews.set(packed, at: row)
      return
    }
    table.set(state)
    var packed = PackedReview(id: state.id)
    packed.flags = PackedReview.aside
    if state.isAlive { packed.flags |= PackedReview.alive }
    if let review = Review(state) {
      packed.flags |= PackedReview.readable
      packed.at = review.at
    }
    reviews.set(packed, at: row)
  }

  /// The review as a row that holds all of its state; nil if a row cannot.
  private mutating func packed(_ state: Change) -> PackedReview? {
    guard state.removals.isEmpty, let stamp = state.properties.first?.stamp,
      let device = notes.devices.number(of: stamp.device)
    else { return nil }
    var packed = PackedReview(id: state.id)
    packed.flags = PackedReview.alive | PackedReview.readable
    packed.time = stamp.time
    packed.device = device
    var taken = 0
    for property in state.properties {
      guard property.stamp == stamp, take(property, into: &packed) else { return nil }
      taken += 1
    }
    let wanted = packed.ordinal == PackedReview.noOrdinal ? 6 : 7
    return taken == wanted && PackedReview.isValid(kindAndRating: packed.kindAndRating)
      ? packed : nil
  }

  /// Takes one property of a plain review; false if it does not fit exactly.
  private mutating func take(_ property: PropertySet, into packed: inout PackedReview) -> Bool {
    switch property.value {
    case .text(let text) where property.name == "note":
      guard let id = EntityID(canonical: text) else { return false }
      packed.note = notes.findOrAdd(id)
    case .text(let text) where property.name == "kind":
      guard let kind = ReviewKind(name: text) else { return false }
      packed.kindAndRating |= kind.rawValue << 3
    case .int(let number):
      return take(number, property.name, into: &packed)
    case .null, .bool, .text, .json: return false
    }
    return true
  }

  private func take(_ number: Int64, _ name: String, into packed: inout PackedReview) -> Bool {
    switch name {
    case "at":
      packed.at = number
    case "duration":
      guard let duration = Int32(exactly: number) else { return false }
      packed.duration = duration
    case "ordinal":
      guard number >= 0, number < Int64(PackedReview.noOrdinal) else { return false }
      packed.ordinal = UInt8(number)
    case "rating":
      guard number >= 1, number <= 4 else { return false }
      packed.kindAndRating |= UInt8(number)
    case "zone":
      guard let zone = Int16(exactly: number) else { return false }
      packed.zoneMinutes = zone
    default: return false
    }
    return true
  }
}
