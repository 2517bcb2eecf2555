// Segments: how a device keeps its library. Docs/Formats/device-segments.md tells the whole.
//
//   key      "notes/00003"   up to 4,096 notes        "reviews/00012"  up to 65,536 reviews
//            "small/00000"   up to 512 states of anything else
//   envelope "OMSG", u16 version (1), u8 content (1 small, 2 notes, 3 reviews), u8 zero,
//            u64 checksum of the body, body
//
// All numbers are little-endian, nothing is aligned. A segment is whole or refused. The same entity
// may stand in several segments and in any order: loading is merging.

import Domain

/// What a segment holds.
enum SegmentContent: UInt8, CaseIterable {
  case small = 1, notes, reviews

  var name: String {
    switch self {
    case .small: "small"
    case .notes: "notes"
    case .reviews: "reviews"
    }
  }
}

/// Which segment it is: `number` counts those of one content.
struct SegmentKey: Equatable {
  let content: SegmentContent
  let number: Int

  static let digits = 5

  /// Padded with zeros, so that keys sort as their numbers do.
  var text: String {
    var digits: [UInt8] = []
    var rest = number
    while digits.count < SegmentKey.digits {
      digits.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    }
    digits.reverse()
    return content.name + "/" + String(decoding: digits, as: UTF8.self)
  }

  init(_ content: SegmentContent, _ number: Int) {
    self.content = content
    self.number = number
  }

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    for content in SegmentContent.allCases {
      let prefix = Array((content.name + "/").utf8)
      guard bytes.count == prefix.count + SegmentKey.digits else { continue }
      var number = 0
      var fits = true
      for index in 0..<bytes.count {
        if index < prefix.count {
          fits = fits && bytes[index] == prefix[index]
        } else if bytes[index] >= UInt8(ascii: "0") && bytes[index] <= UInt8(ascii: "9") {
          number = number * 10 + Int(bytes[index] - UInt8(ascii: "0"))
        } else {
          return nil
        }
      }
      guard fits, number < SegmentKey.numberMax(content) else { continue }
      self.init(content, number)
      return
    }
    return nil
  }

  /// Rows are counted in 31 bits.
  private static func numberMax(_ content: SegmentContent) -> Int {
    content == .reviews ? 32_767 : 100_000
  }
}

/// Puts a segment together.
struct SegmentWriter {
  private(set) var bytes: [UInt8] = []

  init(_ content: SegmentContent, reserving bodyBytes: Int) {
    bytes.reserveCapacity(Segment.headerLength + bodyBytes)
    for byte in Segment.magic { bytes.append(byte) }
    append(Segment.version)
    bytes.append(content.rawValue)
    bytes.append(0)
    append(UInt64(0))
  }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }
  mutating func append(_ value: UInt16) { append(UInt64(value), length: 2) }
  mutating func append(_ value: UInt32) { append(UInt64(value), length: 4) }
  mutating func append(_ value: UInt64) { append(value, length: 8) }
  mutating func append(_ id: EntityID) {
    append(id.high)
    append(id.low)
  }
  mutating func append(_ other: ArraySlice<UInt8>) { bytes.append(contentsOf: other) }
  mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  private mutating func append(_ value: UInt64, length: Int) {
    var rest = value
    for _ in 0..<length {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// The segment, with its checksum.
  consuming func finished() -> [UInt8] {
    let sum = bytes.withUnsafeBytes {
      Segment.checksum(UnsafeRawBufferPointer(rebasing: $0[Segment.headerLength...]))
    }
    for offset in 0..<8 {
      bytes[Segment.checksumOffset + offset] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * offset))
    }
    return bytes
  }
}

enum Segment {
  static let magic: [UInt8] = [0x4F, 0x4D, 0x53, 0x47]
  static let version: UInt16 = 1
  static let checksumOffset = 8
  static let headerLength = 16

  /// The body, after its envelope has been checked.
  static func body(
    of content: SegmentContent, _ bytes: UnsafeRawBufferPointer
  ) throws(SegmentError) -> UnsafeRawBufferPointer {
    guard bytes.count >= headerLength else { throw .notSegment }
    for index in 0..<magic.count where bytes[index] != magic[index] { throw .notSegment }
    let stored = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt16.self))
    guard stored <= version else { throw .newerVersion }
    guard stored == version, bytes[6] == content.rawValue, bytes[7] == 0 else { throw .damaged }
    let sum = bytes.loadUnaligned(fromByteOffset: checksumOffset, as: UInt64.self)
    let body = UnsafeRawBufferPointer(rebasing: bytes[headerLength...])
    guard checksum(body) == UInt64(littleEndian: sum) else { throw .damaged }
    return body
  }

  /// A sum over words of eight bytes, the last filled with zeros, and the length: fast enough for
  /// the 45 MB of a million reviews. It finds damage; it is no protection against forgery.
  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var sum = UInt64(bytes.count) ^ 0x6A09_E667_F3BC_C908
    var offset = 0
    while offset + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      sum = mix(sum, UInt64(littleEndian: word))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return mix(sum, rest)
  }

  private static func mix(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let product = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 32
  }
}

/// Reads numbers out of a body at places that have been checked against its length.
struct SegmentReader {
  let bytes: UnsafeRawBufferPointer

  func u16(_ offset: Int) -> UInt16 {
    UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }
  func u32(_ offset: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
  func u64(_ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
  func id(_ offset: Int) -> EntityID { EntityID(high: u64(offset), low: u64(offset + 8)) }
}
