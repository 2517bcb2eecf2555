public import Domain

// The wire form of a change, compact and with its names in this order:
//
//   {"k":"note","i":"<id>","s":"<stamp>","p":{"back":"…"},"t":{"back":"<stamp>"},"x":["<stamp>",…]}
//
//   k  kind of entity          i  id, 36 characters       s  stamp of the properties
//   p  properties              t  stamps of the properties that have another one than `s`
//   x  removals, one stamp a device
//
// Empty parts are left out. One state has one wire form, byte for byte: names are sorted by bytes,
// `s` is the stamp that most properties have (of equally many the one that comes first).
// The reader takes any order and skips names it does not know at this level; names within `p` are
// kept whatever they are. Limits are below; Docs/Formats/changes.md tells the whole.

extension Change {
  /// UTF-8 bytes of a property's name, which is not empty.
  public static let nameBytesMax = 100
  public static let propertyCountMax = 1_000
  /// Stamps of removals: one for each tab of each device that ever set a property of the entity.
  public static let removalCountMax = 10_000
  /// UTF-8 bytes of a value's text or JSON.
  public static let valueBytesMax = 10_000_000
  /// Containers within each other in a value; what holds changes may nest as deep again.
  public static let valueDepthMax = 32

  /// Takes a change. `defaultStamp` is for properties that come without one, as in the inverse of a
  /// step; without it they are an error.
  public init(from reader: inout JSONReader, defaultStamp: Stamp? = nil) throws(JSONError) {
    var parts = ChangeParts()
    let start = reader.offset
    try reader.beginObject()
    while let name = try reader.nextName() { try parts.read(name, from: &reader) }
    guard let kind = parts.kind else { throw JSONError(.missingKind, at: start) }
    guard let id = parts.id else { throw JSONError(.missingID, at: start) }
    self.init(kind, id, properties: parts.properties, removals: parts.removals)
    try parts.setStamps(of: &properties, default: parts.stamp ?? defaultStamp, at: start)
    if !isNormalised {
      let count = properties.count
      self = normalised
      if properties.count < count { throw JSONError(.duplicateName, at: start) }
    }
  }

  /// Takes an array of changes.
  public static func list(
    from reader: inout JSONReader, defaultStamp: Stamp? = nil
  ) throws(JSONError) -> [Change] {
    var list: [Change] = []
    try reader.beginArray()
    while try reader.nextElement() {
      list.append(try Change(from: &reader, defaultStamp: defaultStamp))
    }
    return list
  }

  /// Writes the change; without the stamps of its properties if `stamped` is false.
  public func append(to writer: inout JSONWriter, stamped: Bool = true) {
    writer.beginObject()
    writer.name("k")
    writer.string(kind.name)
    writer.name("i")
    writer.id(id)
    if !properties.isEmpty { appendProperties(to: &writer, stamped: stamped) }
    if !removals.isEmpty {
      writer.name("x")
      writer.beginArray()
      for removal in removals { writer.stamp(removal) }
      writer.endArray()
    }
    writer.endObject()
  }

  private func appendProperties(to writer: inout JSONWriter, stamped: Bool) {
    let usual = usualStamp
    if stamped {
      writer.name("s")
      writer.stamp(usual)
    }
    writer.name("p")
    writer.beginObject()
    for property in properties {
      writer.name(text: property.name)
      property.value.append(to: &writer)
    }
    writer.endObject()
    var hasOthers = false
    for property in properties where stamped && property.stamp != usual {
      if !hasOthers {
        writer.name("t")
        writer.beginObject()
        hasOthers = true
      }
      writer.name(text: property.name)
      writer.stamp(property.stamp)
    }
    if hasOthers { writer.endObject() }
  }

  /// The stamp that most properties have, of equally many the first. There must be a property.
  public var usualStamp: Stamp {
    var best = properties[0].stamp
    var bestCount = 0
    for (index, candidate) in properties.enumerated() {
      if properties.count - index <= bestCount { break }
      var count = 0
      for property in properties[index...] where property.stamp == candidate.stamp { count += 1 }
      if count > bestCount { (best, bestCount) = (candidate.stamp, count) }
    }
    return best
  }
}

extension PropertyValue {
  /// Takes any value. Arrays, objects, and numbers that are not whole within 64 bits stay the text
  /// they are.
  public init(from reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    switch try reader.peek() {
    case .null:
      try reader.null()
      self = .null
    case .bool: self = .bool(try reader.bool())
    case .text:
      let text = try reader.text()
      guard text.raw.count <= 6 * Change.valueBytesMax else {
        throw JSONError(.valueTooLong, at: start)
      }
      self = .text(text.string)
    case .number:
      let number = try reader.number()
      // Minus zero is no whole number of 64 bits: as one it would not come back the same.
      let isMinusZero =
        number.raw.count == 2 && number.raw[1] == UInt8(ascii: "0")
        && number.raw[0] == UInt8(ascii: "-")
      if let int = number.int, !isMinusZero {
        self = .int(int)
      } else {
        self = .json(String(decoding: number.raw, as: UTF8.self))
      }
    case .array, .object:
      let outer = reader.depthMax
      reader.depthMax = min(outer, reader.depth + Change.valueDepthMax)
      self = .json(String(decoding: try reader.skipValue(), as: UTF8.self))
      reader.depthMax = outer
    }
    guard bytesCount <= Change.valueBytesMax else { throw JSONError(.valueTooLong, at: start) }
  }

  public func append(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .int(let value): writer.int(value)
    case .text(let value): writer.string(value)
    case .json(let value): writer.raw(value)
    }
  }

  /// The value as JSON.
  public var json: [UInt8] {
    var writer = JSONWriter()
    append(to: &writer)
    return writer.bytes
  }

  /// UTF-8 bytes of the text or JSON, zero for the small values.
  private var bytesCount: Int {
    switch self {
    case .null, .bool, .int: 0
    case .text(let value), .json(let value): value.utf8.count
    }
  }
}

extension EntityID {
  init?(_ text: JSONText) {
    if text.hasEscapes { self.init(text.string) } else { self.init(text.raw) }
  }
}

extension Stamp {
  init?(_ text: JSONText) {
    if text.hasEscapes { self.init(text.string.utf8) } else { self.init(text.raw) }
  }

  /// The same as the general initialiser, over bytes in memory.
  public init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 32, let time = hexValue(text, 0..<16), let device = hexValue(text, 16..<32)
    else { return nil }
    self.init(time: time, device: device)
  }
}

extension EntityKind {
  init?(_ text: JSONText) {
    switch text {
    case "deck": self = .deck
    case "noteType": self = .noteType
    case "note": self = .note
    case "card": self = .card
    case "review": self = .review
    case "media": self = .media
    case "setting": self = .setting
    case "step": self = .step
    default: return nil
    }
  }
}

extension JSONReader {
  /// The next value, an id of 36 characters.
  public mutating func id() throws(JSONError) -> EntityID {
    let start = offset
    guard let id = EntityID(try text()) else { throw JSONError(.invalidID, at: start) }
    return id
  }

  /// The next value, a stamp of 32 hexadecimal digits.
  public mutating func stamp() throws(JSONError) -> Stamp {
    let start = offset
    guard let stamp = Stamp(try text()) else { throw JSONError(.invalidStamp, at: start) }
    return stamp
  }
}

/// What has been read of a change so far.
private struct ChangeParts {
  var kind: EntityKind?
  var id: EntityID?
  var stamp: Stamp?
  var properties: [PropertySet] = []
  var removals: [Stamp] = []
  /// The part `t`.
  private var stamps: [(name: String, stamp: Stamp)] = []
  /// The parts that were there, as bits in the order k, i, s, p, t, x.
  private var seen: UInt8 = 0

  private static let noStamp = Stamp(time: 0, device: 0)

  mutating func read(_ name: JSONText, from reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    switch name {
    case "k":
      try once(0, at: start)
      kind = EntityKind(try reader.text())
      if kind == nil { throw JSONError(.unknownKind, at: start) }
    case "i":
      try once(1, at: start)
      id = try reader.id()
    case "s":
      try once(2, at: start)
      stamp = try reader.stamp()
    case "p":
      try once(3, at: start)
      try readProperties(from: &reader)
    case "t":
      try once(4, at: start)
      try readStamps(from: &reader)
    case "x":
      try once(5, at: start)
      try reader.beginArray()
      while try reader.nextElement() {
        guard removals.count < Change.removalCountMax else { throw reader.fail(.tooManyRemovals) }
        removals.append(try reader.stamp())
      }
    default: try reader.skipValue()
    }
  }

  /// Gives every property its stamp.
  func setStamps(
    of properties: inout [PropertySet], default stamp: Stamp?, at start: Int
  ) throws(JSONError) {
    if let stamp {
      for index in properties.indices { properties[index].stamp = stamp }
      if stamps.isEmpty { return }
    } else if stamps.count < properties.count {
      throw JSONError(.missingStamp, at: start)
    }
    var indices: [Int] = Array(properties.indices)
    indices.sort { properties[$0].precedes(properties[$1]) }
    let sorted = stamps.sorted { compareBytes($0.name, $1.name) < 0 }
    var place = 0
    for entry in sorted {
      while place < indices.count,
        compareBytes(properties[indices[place]].name, entry.name) < 0
      {
        place += 1
      }
      guard place < indices.count, compareBytes(properties[indices[place]].name, entry.name) == 0
      else { throw JSONError(.stampWithoutProperty, at: start) }
      properties[indices[place]].stamp = entry.stamp
      place += 1
    }
  }

  private mutating func readProperties(from reader: inout JSONReader) throws(JSONError) {
    properties.reserveCapacity(8)
    try reader.beginObject()
    while let name = try reader.nextName() {
      guard properties.count < Change.propertyCountMax else {
        throw reader.fail(.tooManyProperties)
      }
      let name = try propertyName(name, at: reader.offset)
      let value = try PropertyValue(from: &reader)
      properties.append(PropertySet(name, value, ChangeParts.noStamp))
    }
  }

  private mutating func readStamps(from reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let name = try reader.nextName() {
      guard stamps.count < Change.propertyCountMax else { throw reader.fail(.tooManyProperties) }
      stamps.append((try propertyName(name, at: reader.offset), try reader.stamp()))
    }
  }

  private func propertyName(_ text: JSONText, at offset: Int) throws(JSONError) -> String {
    guard text.raw.count <= 6 * Change.nameBytesMax else {
      throw JSONError(.invalidName, at: offset)
    }
    let name = text.string
    guard !name.isEmpty, name.utf8.count <= Change.nameBytesMax else {
      throw JSONError(.invalidName, at: offset)
    }
    return name
  }

  private mutating func once(_ part: UInt8, at offset: Int) throws(JSONError) {
    guard seen & 1 << part == 0 else { throw JSONError(.duplicateName, at: offset) }
    seen |= 1 << part
  }
}
