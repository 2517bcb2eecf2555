import Domain

/// Finds the row of an id: open addressing with linear probing over one array of words.
///
/// Written here because `Dictionary<EntityID, Int32>` needs 24 bytes for an entry and its
/// capacity doubled while it grows; a million reviews must fit beside the rest in a browser tab.
/// A slot is eight bytes: the hash and the row's number plus one, zero when it is free. The hash
/// tells almost all wrong rows apart without a look at them, and makes growing possible without the
/// ids. Its upper bits are the place, so that growing reads and writes in one direction. Rows are
/// never taken out.
struct IDIndex: Sendable {
  private var slots: [UInt64] = Array(repeating: 0, count: 64)
  private(set) var count = 0
  /// By how much a hash is shifted to its place: 32 less the bits of the number of slots.
  private var shift: UInt32 = 26

  static func hash(_ id: EntityID, salt: UInt64 = 0) -> UInt32 {
    var mixed = (id.high ^ salt) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 32 ^ id.low) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 29) &* 0x94D0_49BB_1331_11EB
    return UInt32(truncatingIfNeeded: mixed >> 32)
  }

  /// The rows that may have this hash, one at each call of `next`.
  func probe(_ hash: UInt32) -> Probe {
    Probe(hash: hash, place: Int(truncatingIfNeeded: hash >> shift))
  }

  struct Probe {
    let hash: UInt32
    fileprivate var place: Int
  }

  func next(_ probe: inout Probe) -> Int32? {
    let mask = slots.count - 1
    while true {
      let slot = slots[probe.place]
      if slot == 0 { return nil }
      probe.place = (probe.place + 1) & mask
      if UInt32(truncatingIfNeeded: slot >> 32) == probe.hash {
        return Int32(truncatingIfNeeded: slot & 0xFFFF_FFFF) - 1
      }
    }
  }

  /// Adds a row whose id is not in the index: `next` has answered nil for this probe.
  mutating func insert(_ probe: Probe, row: Int32) {
    count += 1
    let slot = UInt64(probe.hash) << 32 | UInt64(UInt32(bitPattern: row + 1))
    if count * 3 > slots.count * 2 {
      grow()
      place(slot)
    } else {
      slots[probe.place] = slot
    }
  }

  /// Adds a row whose id is not in the index.
  mutating func insert(_ hash: UInt32, row: Int32) {
    var probe = probe(hash)
    while next(&probe) != nil {}
    insert(probe, row: row)
  }

  private mutating func place(_ slot: UInt64) {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: slot >> UInt64(32 + shift))
    while slots[place] != 0 { place = (place + 1) & mask }
    slots[place] = slot
  }

  private mutating func grow() {
    let old = slots
    let bits: UInt32 = old.count < 1 << 18 ? 2 : 1
    shift -= bits
    slots = Array(repeating: 0, count: old.count << Int(bits))
    for slot in old where slot != 0 { place(slot) }
  }
}
