import Domain

/// The whole states of entities that are few: decks, settings, steps, what a later version adds,
/// and reviews that are more than a plain answer.
struct EntityTable: Sendable {
  private(set) var states: [Change] = []
  private var index = IDIndex()
  /// For each segment whether it differs from what is stored.
  private(set) var dirtySegments: [Bool] = []
  /// The segment that is being loaded: what it brings is stored already.
  var loadingSegment = -1

  static let segmentCount = 512

  func place(_ kind: EntityKind, _ id: EntityID) -> Int? {
    var probe = index.probe(EntityTable.hash(kind, id))
    while let row = index.next(&probe) {
      if states[Int(row)].id == id && states[Int(row)].kind == kind { return Int(row) }
    }
    return nil
  }

  /// The state, or nil if there is none or it was given up.
  func state(_ kind: EntityKind, _ id: EntityID) -> Change? {
    guard let place = place(kind, id), !states[place].isEmpty else { return nil }
    return states[place]
  }

  mutating func set(_ state: Change) {
    if let place = place(state.kind, state.id) {
      states[place] = state
      markDirty(place / EntityTable.segmentCount)
      return
    }
    index.insert(EntityTable.hash(state.kind, state.id), row: Int32(states.count))
    let segment = states.count / EntityTable.segmentCount
    states.append(state)
    if segment != loadingSegment { markDirty(segment) }
  }

  /// Gives up a state that is kept elsewhere from now on.
  mutating func clear(_ kind: EntityKind, _ id: EntityID) {
    guard let place = place(kind, id) else { return }
    states[place] = Change(kind, id)
    markDirty(place / EntityTable.segmentCount)
  }

  mutating func markDirty(_ segment: Int) {
    while dirtySegments.count <= segment { dirtySegments.append(false) }
    dirtySegments[segment] = true
  }

  mutating func markClean(_ segment: Int) { dirtySegments[segment] = false }

  private static func hash(_ kind: EntityKind, _ id: EntityID) -> UInt32 {
    IDIndex.hash(id, salt: UInt64(kind.rawValue) << 56)
  }
}

/// Numbers for the devices that made stamps, so that a stamp in a row takes ten bytes.
struct DeviceTable: Sendable {
  private(set) var devices: [UInt64] = []
  private var latest = 0

  /// Beyond so many, states are kept whole: the search is linear.
  static let countMax = 4_096

  mutating func number(of device: UInt64) -> UInt16? {
    if latest < devices.count, devices[latest] == device { return UInt16(latest) }
    if let known = devices.firstIndex(of: device) {
      latest = known
      return UInt16(known)
    }
    guard devices.count < DeviceTable.countMax else { return nil }
    latest = devices.count
    devices.append(device)
    return UInt16(latest)
  }
}

extension Change {
  var isEmpty: Bool { properties.isEmpty && removals.isEmpty }
}
