/// The identity of a fragment among its siblings: written as `data-key`, so the morph keeps the
/// element it has. Two fragments of one parent must not share a key.
public struct Key: Sendable {
  public let prefix: StaticString
  public let high: UInt64
  public let low: UInt64

  /// `high` and `low` are the two halves of an id, or a plain number in `low`, or nothing.
  public init(_ prefix: StaticString, _ high: UInt64 = 0, _ low: UInt64 = 0) {
    self.prefix = prefix
    self.high = high
    self.low = low
  }

  /// A hash that stands for this key inside the fragment whose hash is `scope`.
  func hash(in scope: UInt64) -> UInt64 {
    var hash = Hash(scope)
    hash.fold(prefix.utf8Start, count: prefix.utf8CodeUnitCount)
    hash.fold(high)
    hash.fold(low)
    return hash.value
  }
}

/// A fast 64-bit hash for telling an unchanged fragment. It is not meant to withstand an attacker:
/// a made collision only keeps an old picture of the attacker's own card on the screen.
struct Hash {
  private(set) var value: UInt64

  init(_ seed: UInt64) { value = seed ^ 0x6A09_E667_F3BC_C908 }

  @inline(__always)
  mutating func fold(_ word: UInt64) {
    value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 29
  }

  /// Folds eight bytes at a time, and the rest with its count, so `"a"` and `"a\0"` differ.
  mutating func fold(_ bytes: UnsafePointer<UInt8>, count: Int) {
    let raw = UnsafeRawPointer(bytes)
    var position = 0
    while position + 8 <= count {
      fold(raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      position += 8
    }
    var rest = UInt64(count - position) << 56
    var shift: UInt64 = 0
    while position < count {
      rest |= UInt64(bytes[position]) << shift
      shift += 8
      position += 1
    }
    if rest != 0 { fold(rest) }
  }
}
