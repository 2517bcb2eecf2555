/// Slows the guessing of the pass phrase: each network (an IPv4 address, 64 bits of IPv6) waits
/// longer after each miss, and all together have a few tries a minute. A refused try costs nothing
/// and blocks nobody; those who are signed in never notice.
struct SignInThrottle: Sendable {
  /// Tries without a wait, for slips of the fingers.
  static let freeTryCount = 3
  static let waitMaxMilliseconds: Int64 = 5 * 60_000
  /// A network that has been quiet for so long starts anew.
  static let forgetMilliseconds: Int64 = 60 * 60_000
  static let networkCountMax = 10_000
  /// Tries of all networks: this many at once, then one every `refillMilliseconds`.
  static let totalMax: Int64 = 30
  static let refillMilliseconds: Int64 = 2_000

  private struct Misses {
    var count: Int
    var lastAt: Int64
  }
  private var misses: [String: Misses] = [:]
  /// When the total will be full again: each try moves it on by one refill.
  private var fullAt: Int64 = 0

  /// Nil when a try is allowed now, which then counts as a miss until `succeeded`; so that many
  /// tries at the same time gain nothing. Otherwise the wait in milliseconds.
  mutating func wait(for network: String, now: Int64) -> Int64? {
    var own = misses[network] ?? Misses(count: 0, lastAt: now)
    if now - own.lastAt > SignInThrottle.forgetMilliseconds { own.count = 0 }
    let ready = own.lastAt + SignInThrottle.wait(after: own.count)
    if ready > now { return ready - now }
    let debt = max(fullAt, now) + SignInThrottle.refillMilliseconds - now
    let excess = debt - SignInThrottle.totalMax * SignInThrottle.refillMilliseconds
    if excess > 0 { return excess }
    if misses.count >= SignInThrottle.networkCountMax { forget(now) }
    fullAt = now + debt
    misses[network] = Misses(count: own.count + 1, lastAt: now)
    return nil
  }

  /// Networks that are remembered.
  var networkCount: Int { misses.count }

  mutating func succeeded(_ network: String) { misses[network] = nil }

  /// 0 for the first tries, then 1 s, 2 s, 4 s … five minutes.
  static func wait(after missCount: Int) -> Int64 {
    guard missCount >= freeTryCount else { return 0 }
    return min(waitMaxMilliseconds, 1000 << Int64(min(missCount - freeTryCount, 20)))
  }

  /// Drops the quiet networks, or all when none is quiet: the total still holds them back.
  private mutating func forget(_ now: Int64) {
    misses = misses.filter { now - $0.value.lastAt <= SignInThrottle.waitMaxMilliseconds }
    if misses.count >= SignInThrottle.networkCountMax { misses = [:] }
  }
}
