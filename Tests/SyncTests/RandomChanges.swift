import Domain

@testable import Sync

/// Random parts of one entity's state, with few names and devices so that they often meet.
struct RandomChanges {
  var random: Random
  init(seed: UInt64) { random = Random(seed: seed) }

  static let id = EntityID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
  static let names = ["back", "deck", "front", "tag:é", "tag:e\u{301}", "zz"]

  mutating func stamp() -> Stamp {
    Stamp(milliseconds: 1000 + Int64(random.below(4)), device: UInt64(1 + random.below(3)) << 8)
  }

  mutating func value() -> PropertyValue {
    switch random.below(7) {
    case 0: .null
    case 1: .bool(random.below(2) == 0)
    case 2: .int(Int64(random.below(3)))
    case 3: .text(["", "é", "e\u{301}", "a\"\n"][random.below(4)])
    case 4: .json("[1, {\"a\":2.50}]")
    case 5: .json("1e400")
    default: .text("word")
    }
  }

  mutating func change() -> Change {
    var change = Change(.note, RandomChanges.id)
    for name in RandomChanges.names where random.below(3) == 0 {
      change.properties.append(PropertySet(name, value(), stamp()))
    }
    for _ in 0..<random.below(3) { change.removals.append(stamp()) }
    if random.below(4) == 0 { random.shuffle(&change.properties) }
    return change
  }
}

extension Change {
  /// Equality of states is equality of their bytes; `==` would hold é and e + accent equal.
  var wire: String {
    var writer = JSONWriter()
    append(to: &writer)
    return writer.text
  }

  init(wire: String) throws(JSONError) {
    self = try JSONReader.read(Array(wire.utf8)) { (reader) throws(JSONError) in
      try Change(from: &reader)
    }
  }
}
