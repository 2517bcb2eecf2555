/// What a step is told of the world. `reduce` has no clock and no random source of its own, so the
/// same actions with the same environments always give the same state.
public struct Env: Equatable, Sendable {
  /// The device's Unix time in milliseconds.
  public var now: Int64
  /// The learner's offset from UTC in minutes, east positive.
  public var zoneMinutes: Int16
  /// Fresh random bits for this step.
  public var seed: UInt64

  public init(now: Int64, zoneMinutes: Int16 = 0, seed: UInt64) {
    self.now = now
    self.zoneMinutes = zoneMinutes
    self.seed = seed
  }
}
