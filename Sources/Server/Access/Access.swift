internal import Store
internal import Synchronization

/// The pass phrase that stands before a server which others can reach.
final class Access: Sendable {
  private let sessions: Sessions
  private let throttle = Mutex(SignInThrottle())
  private let passphraseHash: String
  private let clock: WallClock
  private let log: Log
  /// Checking a pass phrase takes 19 MiB and 40 ms: one at a time, beside all other work.
  private let checks = WorkQueue(threadCount: 1)

  static let passphraseLengthMin = 8
  static let passphraseLengthMax = 1024

  /// A pass phrase that differs from the one before ends all sessions.
  init(
    passphrase: [UInt8], _ store: any Store, clock: WallClock, log: Log
  ) throws(StoreError) {
    self.clock = clock
    self.log = log
    if let known = try store.note(.passphrase),
      Secrets.verify(passphrase: passphrase, hash: known)
    {
      passphraseHash = known
    } else {
      guard let made = Secrets.hash(passphrase: passphrase) else {
        throw .failed(code: 0, message: "no memory to hash the pass phrase")
      }
      try store.removeSessions(.all)
      try store.setNote(.passphrase, made)
      passphraseHash = made
    }
    sessions = try Sessions(store, clock: clock)
  }

  func close() { checks.close() }

  func isSignedIn(_ request: Request) -> Bool {
    guard let token = Sessions.token(inCookies: request.header("Cookie")) else { return false }
    let answer = sessions.check(token)
    if answer.isNoteDue {
      checks.run { [sessions, log] in
        do throws(StoreError) {
          try sessions.noteUse(token)
        } catch {
          log(.warn, "session", ["reason": error.description])
        }
      }
    }
    return answer.isOpen
  }

  func signIn(_ request: Request) -> Reply {
    if request.isRead { return .now(SignInPage.response(.ok, message: nil)) }
    let network = request.peer.network
    let now = clock.now()
    if let wait = throttle.withLock({ $0.wait(for: network, now: now) }) {
      let seconds = (wait + 999) / 1000
      log(.warn, "sign-in", ["result": "slowed", "peer": request.peer.text])
      return .now(
        SignInPage.response(
          .tooManyRequests, message: "Too many tries. Try again in \(seconds) s.",
          [HeaderField("Retry-After", String(seconds))]))
    }
    let answer = Deferred()
    let passphrase = FormBody.value(of: "passphrase", in: request.takeBody()) ?? []
    let peer = request.peer
    checks.run { answer.complete(self.check(passphrase, peer)) }
    return .later(answer)
  }

  func signOut(_ request: Request) -> Reply {
    let answer = Deferred()
    let token = Sessions.token(inCookies: request.header("Cookie")) ?? ""
    checks.run { [sessions] in
      do throws(StoreError) {
        try sessions.close(token)
        answer.complete(Access.redirect(to: "/sign-in", Sessions.cookie("")))
      } catch {
        answer.complete(error.response)
      }
    }
    return .later(answer)
  }

  private func check(_ passphrase: [UInt8], _ peer: Peer) -> Response {
    guard passphrase.count <= Access.passphraseLengthMax,
      Secrets.verify(passphrase: passphrase, hash: passphraseHash)
    else {
      log(.warn, "sign-in", ["result": "wrong", "peer": peer.text])
      return SignInPage.response(.unauthorized, message: "That is not the pass phrase.")
    }
    do throws(StoreError) {
      let token = try sessions.open()
      throttle.withLock { $0.succeeded(peer.network) }
      log(.info, "sign-in", ["result": "ok", "peer": peer.text])
      return Access.redirect(to: "/", Sessions.cookie(token))
    } catch {
      log(.error, "sign-in", ["reason": error.description])
      return error.response
    }
  }

  private static func redirect(to path: String, _ cookie: HeaderField) -> Response {
    Response(
      .seeOther, [],
      [HeaderField("Location", path), HeaderField("Cache-Control", "no-store"), cookie])
  }
}
