import Domain

/// A hybrid logical clock stamp (Kulkarni et al. 2014): later stamps win. Ordered by milliseconds,
/// counter, device. Written as 32 hexadecimal digits (12 + 4 + 16), so text sorts the same way.
public struct Stamp: Hashable, Comparable, Sendable {
  /// `milliseconds << 16 | counter`: 48 bits of Unix time and a counter within it.
  public let time: UInt64
  /// The device's random id (upper 56 bits) and the lane of the browser tab (lower 8 bits):
  /// two tabs of one browser never make the same stamp.
  public let device: UInt64

  public init(time: UInt64, device: UInt64) {
    self.time = time
    self.device = device
  }
  public init(milliseconds: Int64, counter: UInt16 = 0, device: UInt64) {
    time = UInt64(bitPattern: milliseconds) << 16 | UInt64(counter)
    self.device = device
  }

  public var milliseconds: Int64 { Int64(time >> 16) }

  public static func < (a: Stamp, b: Stamp) -> Bool {
    a.time == b.time ? a.device < b.device : a.time < b.time
  }

  /// Reads 32 hexadecimal digits; nil for anything else.
  public init?(_ text: some Collection<UInt8>) {
    guard text.count == 32 else { return nil }
    var time: UInt64 = 0
    var device: UInt64 = 0
    var position = 0
    for byte in text {
      guard let digit = hexDigitValue(byte) else { return nil }
      if position < 16 {
        time = time << 4 | UInt64(digit)
      } else {
        device = device << 4 | UInt64(digit)
      }
      position += 1
    }
    self.init(time: time, device: device)
  }

  public func append(to bytes: inout [UInt8]) {
    appendHex(time, digits: 16, to: &bytes)
    appendHex(device, digits: 16, to: &bytes)
  }

  public var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Makes stamps that always rise: never below the device's clock nor any stamp seen.
public struct HybridClock: Equatable, Sendable {
  public let device: UInt64
  /// The `time` part of the latest stamp made or seen.
  public private(set) var latest: UInt64

  /// Stamps further ahead of the receiver's clock than this are refused by the server: two years.
  public static let driftMaxMilliseconds: Int64 = 2 * 366 * 86_400_000

  public init(device: UInt64, latest: UInt64 = 0) {
    self.device = device
    self.latest = latest
  }

  /// The next stamp. When the clock stands still or jumps back the counter goes on, and carries
  /// over into the milliseconds when it is full.
  public mutating func tick(now milliseconds: Int64) -> Stamp {
    let physical = UInt64(bitPattern: max(0, milliseconds)) << 16
    // The last possible stamp repeats rather than crashes; the limit on drift keeps it far away.
    latest = physical > latest ? physical : latest == .max ? .max : latest + 1
    return Stamp(time: latest, device: device)
  }

  /// Takes note of a stamp from elsewhere, so that the next own one is later.
  public mutating func observe(_ stamp: Stamp) {
    if stamp.time > latest { latest = stamp.time }
  }
}
