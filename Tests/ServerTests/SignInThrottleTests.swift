import Testing

@testable import Server

@Suite("The slowing of guesses")
struct SignInThrottleTests {
  @Test("waits longer after each miss, up to five minutes")
  func doubling() {
    let waits = (0...14).map(SignInThrottle.wait)
    #expect(
      waits == [
        0, 0, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000,
        300_000, 300_000,
      ])
    #expect(SignInThrottle.wait(after: .max) == 300_000)
  }

  @Test("holds one network back, not the others")
  func networks() {
    var throttle = SignInThrottle()
    for _ in 0..<3 { #expect(throttle.wait(for: "a", now: 0) == nil) }
    #expect(throttle.wait(for: "a", now: 0) == 1_000)
    #expect(throttle.wait(for: "a", now: 999) == 1)
    #expect(throttle.wait(for: "b", now: 999) == nil)
    #expect(throttle.wait(for: "a", now: 1_000) == nil)
    #expect(throttle.wait(for: "a", now: 1_000) == 2_000)
  }

  @Test("forgets a network that succeeded or has been quiet for an hour")
  func forgetting() {
    var throttle = SignInThrottle()
    for _ in 0..<3 { #expect(throttle.wait(for: "a", now: 0) == nil) }
    throttle.succeeded("a")
    for _ in 0..<3 { #expect(throttle.wait(for: "a", now: 0) == nil) }
    #expect(throttle.wait(for: "a", now: 0) != nil)
    let later = SignInThrottle.forgetMilliseconds + 1
    for _ in 0..<3 { #expect(throttle.wait(for: "a", now: later) == nil) }
  }

  @Test("lets all networks together try a few times a minute")
  func total() {
    var throttle = SignInThrottle()
    for network in 0..<30 { #expect(throttle.wait(for: "\(network)", now: 0) == nil) }
    #expect(throttle.wait(for: "next", now: 0) == 2_000)
    #expect(throttle.wait(for: "next", now: 2_000) == nil)
    #expect(throttle.wait(for: "another", now: 2_000) == 2_000)
  }

  @Test("keeps no more than a bounded number of networks")
  func bounded() {
    var throttle = SignInThrottle()
    var now: Int64 = 0
    for network in 0..<30_000 {
      now += SignInThrottle.refillMilliseconds
      #expect(throttle.wait(for: "\(network)", now: now) == nil)
    }
    #expect(throttle.networkCount <= SignInThrottle.networkCountMax)
  }
}
