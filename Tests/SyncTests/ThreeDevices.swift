import Domain

@testable import Sync

/// Three devices that edit, delete and restore a few entities while the network between them loses
/// its order, doubles, delays and is cut; and what is true of it, kept apart from the merge: which
/// writes there were, and which of them each remover had seen.
struct ThreeDevices {
  /// One write of one property: an operation may be two.
  struct Write {
    var entity: Int
    var name: String
    var value: PropertyValue
    var stamp: Stamp
    /// Its bit in the sets of what was seen.
    var bit: UInt64
  }

  struct Message {
    var entity: Int
    var change: Change
    /// The writes that it tells of.
    var writes: UInt64
  }

  struct Device {
    var clock: HybridClock
    /// How far its clock is off, in milliseconds.
    var skew: Int64
    var states: [Change]
    /// For each entity the writes that it has seen.
    var seen: [UInt64]
  }

  static let entityCount = 2
  static let names = ["back", "front", "tag:x"]

  private(set) var devices: [Device] = []
  private(set) var writes: [Write] = []
  /// For each entity what the removers had seen, one set a deletion.
  private(set) var deletions: [[UInt64]] = Array(repeating: [], count: entityCount)
  /// What is under way, by sender and receiver (`3 * from + to`).
  private var queues: [[Message]] = Array(repeating: [], count: 9)
  private var random: Random
  private let isOrdered: Bool
  private var now: Int64 = 1_000_000

  /// `isOrdered`: what one device sends to another arrives in that order, as with the server.
  init(seed: UInt64, isOrdered: Bool) {
    random = Random(seed: seed)
    self.isOrdered = isOrdered
    for device in 1...3 {
      let states = (0..<ThreeDevices.entityCount).map {
        Change(.note, EntityID(high: 0, low: UInt64($0)))
      }
      devices.append(
        Device(
          clock: HybridClock(device: UInt64(device) << 8), skew: 0, states: states,
          seen: Array(repeating: 0, count: states.count)))
    }
  }

  /// Lives through a history, then delivers all that is under way.
  mutating func run() {
    var cut: Int?
    for _ in 0..<26 {
      now += Int64(random.below(3))
      switch random.below(10) {
      case 0, 1, 2: edit(by: random.below(3))
      case 3, 4: deleteOrRestore(by: random.below(3))
      case 5: sendState(by: random.below(3))
      case 6 where random.below(2) == 0: cut = cut == nil ? random.below(3) : nil
      case 6: devices[random.below(3)].skew = Int64(random.below(2001) - 1000)
      default: deliver(from: random.below(3), to: random.below(3), cut: cut)
      }
    }
    for from in 0..<3 {
      for to in 0..<3 {
        while !queues[3 * from + to].isEmpty { deliver(from: from, to: to, cut: nil) }
      }
    }
  }

  // MARK: What people do

  private mutating func edit(by device: Int) {
    let entity = random.below(ThreeDevices.entityCount)
    let stamp = tick(device)
    var change = Change(.note, devices[device].states[entity].id)
    var bits: UInt64 = 0
    for name in ThreeDevices.names where random.below(2) == 0 {
      let value = PropertyValue.int(Int64(random.below(3)))
      change.properties.append(PropertySet(name, value, stamp))
      bits |= write(entity, name, value, stamp)
    }
    if bits != 0 { apply(change, entity, bits, by: device) }
  }

  private mutating func deleteOrRestore(by device: Int) {
    let entity = random.below(ThreeDevices.entityCount)
    let state = devices[device].states[entity]
    if let removal = state.removal() {
      deletions[entity].append(devices[device].seen[entity])
      apply(removal, entity, 0, by: device)
    } else if !state.properties.isEmpty, random.below(3) == 0 {
      let stamp = tick(device)
      let bit = write(entity, "restored", .bool(true), stamp)
      apply(state.restored(at: stamp), entity, bit, by: device)
    }
  }

  private mutating func tick(_ device: Int) -> Stamp {
    devices[device].clock.tick(now: now + devices[device].skew)
  }

  private mutating func write(
    _ entity: Int, _ name: String, _ value: PropertyValue, _ stamp: Stamp
  ) -> UInt64 {
    precondition(writes.count < 64, "more writes than bits")
    let bit = UInt64(1) << UInt64(writes.count)
    writes.append(Write(entity: entity, name: name, value: value, stamp: stamp, bit: bit))
    return bit
  }

  /// Takes the change on and sends it to the others.
  private mutating func apply(
    _ change: Change, _ entity: Int, _ writes: UInt64, by device: Int
  ) {
    let message = Message(entity: entity, change: change, writes: writes)
    receive(message, device)
    for other in 0..<3 where other != device { queues[3 * device + other].append(message) }
  }

  // MARK: The network

  /// A device passes on all that it knows of an entity, of others' changes too.
  private mutating func sendState(by device: Int) {
    let entity = random.below(ThreeDevices.entityCount)
    let message = Message(
      entity: entity, change: devices[device].states[entity], writes: devices[device].seen[entity])
    queues[3 * device + (device + 1 + random.below(2)) % 3].append(message)
  }

  private mutating func deliver(from: Int, to: Int, cut: Int?) {
    let queue = 3 * from + to
    guard from != to, from != cut, to != cut, !queues[queue].isEmpty else { return }
    let place = isOrdered ? 0 : random.below(queues[queue].count)
    let message = queues[queue].remove(at: place)
    receive(message, to)
    // Sometimes it comes once more, later.
    if random.below(4) == 0 { queues[queue].append(message) }
  }

  private mutating func receive(_ message: Message, _ device: Int) {
    for property in message.change.properties { devices[device].clock.observe(property.stamp) }
    devices[device].states[message.entity].merge(message.change)
    devices[device].seen[message.entity] |= message.writes
  }

  // MARK: What must be true

  /// What the state of an entity must be: of each property the write with the latest stamp.
  func expectedValues(_ entity: Int) -> [Write] {
    (ThreeDevices.names + ["restored"]).sorted().compactMap { name in
      writes.filter { $0.entity == entity && $0.name == name }.max { $0.stamp < $1.stamp }
    }
  }

  /// Whether an entity must be alive: some value that stands was not seen by any remover.
  func isExpectedAlive(_ entity: Int) -> Bool {
    expectedValues(entity).contains { write in
      deletions[entity].allSatisfy { $0 & write.bit == 0 }
    }
  }
}
