/// A 128-bit id, made on the device: a UUIDv7 (48 bits of milliseconds, then random bits), so ids
/// sort by the time they were made. Written as the usual 36 characters in lower case.
public struct EntityID: Hashable, Comparable, Sendable {
  public let high: UInt64
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the 36-character form (8-4-4-4-12 hexadecimal digits, either case), else nil.
  public init?(_ text: some Collection<UInt8>) {
    guard text.count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    var digits = 0
    var position = 0
    for byte in text {
      if position == 8 || position == 13 || position == 18 || position == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard let digit = hexDigitValue(byte) else { return nil }
        if digits < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
        digits += 1
      }
      position += 1
    }
    self.init(high: high, low: low)
  }

  public init?(_ text: String) {
    // Over its bytes in place: a step through `UTF8View` costs twenty times as much.
    var text = text
    guard let id = text.withUTF8({ EntityID($0) }) else { return nil }
    self = id
  }

  /// A new UUIDv7. `milliseconds` is the Unix time; its upper bits beyond 48 are dropped.
  public static func make(milliseconds: Int64, random: inout Random) -> EntityID {
    let time = UInt64(bitPattern: milliseconds) & 0xFFFF_FFFF_FFFF
    let high = time << 16 | 0x7000 | random.next() & 0x0FFF
    let low = 0x8000_0000_0000_0000 | random.next() >> 2
    return EntityID(high: high, low: low)
  }

  /// An id that is the same on every device: for settings (by their name) and sample cards.
  /// FNV-1a over the name, twice with different offsets, marked as a UUIDv8 (RFC 9562).
  public static func named(_ name: String) -> EntityID {
    var first: UInt64 = 0xCBF2_9CE4_8422_2325
    var second: UInt64 = 0x6C62_272E_07BB_0142
    for byte in name.utf8 {
      first = (first ^ UInt64(byte)) &* 0x100_0000_01B3
      second = (second ^ UInt64(byte) ^ first >> 32) &* 0x100_0000_01B3
    }
    let high = first & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
    return EntityID(high: high, low: 0x8000_0000_0000_0000 | second >> 2)
  }

  public static func < (a: EntityID, b: EntityID) -> Bool {
    a.high == b.high ? a.low < b.low : a.high < b.high
  }

  public func append(to bytes: inout [UInt8]) {
    appendHex(high >> 32, digits: 8, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendHex(high >> 16, digits: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendHex(high, digits: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendHex(low >> 48, digits: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendHex(low, digits: 12, to: &bytes)
  }

  public var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

public struct DeckID: Hashable, Comparable, Sendable {
  public let id: EntityID
  public init(_ id: EntityID) { self.id = id }
  public static func < (a: DeckID, b: DeckID) -> Bool { a.id < b.id }
}

public struct NoteID: Hashable, Comparable, Sendable {
  public let id: EntityID
  public init(_ id: EntityID) { self.id = id }
  public static func < (a: NoteID, b: NoteID) -> Bool { a.id < b.id }
}

public struct ReviewID: Hashable, Comparable, Sendable {
  public let id: EntityID
  public init(_ id: EntityID) { self.id = id }
  public static func < (a: ReviewID, b: ReviewID) -> Bool { a.id < b.id }
}

public struct StepID: Hashable, Comparable, Sendable {
  public let id: EntityID
  public init(_ id: EntityID) { self.id = id }
  public static func < (a: StepID, b: StepID) -> Bool { a.id < b.id }
}

/// A card is one side-pair made from a note: its note and which template (0 for a Basic note).
public struct CardID: Hashable, Sendable {
  public let note: NoteID
  public let ordinal: UInt16
  public init(_ note: NoteID, ordinal: UInt16 = 0) {
    self.note = note
    self.ordinal = ordinal
  }
}
