/// A seeded generator (splitmix64, Steele, Lea and Flood 2014): the same seed gives the same
/// sequence on every device, so a session's order can be replayed from the seed in its state.
public struct Random: RandomNumberGenerator, Equatable, Sendable {
  public private(set) var state: UInt64
  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// A number in 0..<bound without bias (Lemire's multiply and reject). `bound` must be positive.
  public mutating func below(_ bound: Int) -> Int {
    let limit = UInt64(bound)
    var product = next().multipliedFullWidth(by: limit)
    if product.low < limit {
      let threshold = (0 &- limit) % limit
      while product.low < threshold { product = next().multipliedFullWidth(by: limit) }
    }
    return Int(truncatingIfNeeded: product.high)
  }

  /// Fisher–Yates, the standard library's own shuffle is not promised to be stable over versions.
  public mutating func shuffle<T>(_ items: inout [T]) {
    var last = items.count - 1
    while last > 0 {
      items.swapAt(last, below(last + 1))
      last -= 1
    }
  }
}
