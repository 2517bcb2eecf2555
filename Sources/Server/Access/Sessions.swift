internal import Store
internal import Synchronization

/// Who is signed in. A session is a random token in a cookie; the store keeps its hash, so sessions
/// survive a restart.
final class Sessions: Sendable {
  static let cookieName = "omena_session"
  /// A session ends when it has not been used for so long: 90 days.
  static let unusedMaxMilliseconds: Int64 = 90 * 86_400_000
  /// Its use is noted in the store once a day.
  private static let noteEveryMilliseconds: Int64 = 86_400_000

  private let store: any Store
  private let clock: WallClock
  private let usedAt: Mutex<[[UInt8]: Int64]>

  init(_ store: any Store, clock: WallClock) throws(StoreError) {
    self.store = store
    self.clock = clock
    try store.removeSessions(.unusedSince(clock.now() - Sessions.unusedMaxMilliseconds))
    var known: [[UInt8]: Int64] = [:]
    for session in try store.sessions() { known[session.hash] = session.usedAt }
    usedAt = Mutex(known)
  }

  /// The token of a new session.
  func open() throws(StoreError) -> String {
    let token = Secrets.token()
    let session = StoredSession(hash: Secrets.hash(token: token), usedAt: clock.now())
    try store.putSession(session)
    usedAt.withLock { $0[session.hash] = session.usedAt }
    return token
  }

  func close(_ token: String) throws(StoreError) {
    let hash = Secrets.hash(token: token)
    usedAt.withLock { $0[hash] = nil }
    try store.removeSessions(.hash(hash))
  }

  /// Whether the token belongs to a session, and if its use should be noted by `noteUse`.
  func check(_ token: String) -> (isOpen: Bool, isNoteDue: Bool) {
    let hash = Secrets.hash(token: token)
    let now = clock.now()
    return usedAt.withLock { usedAt in
      guard let last = usedAt[hash], now - last < Sessions.unusedMaxMilliseconds else {
        return (false, false)
      }
      guard now - last > Sessions.noteEveryMilliseconds else { return (true, false) }
      usedAt[hash] = now
      return (true, true)
    }
  }

  func noteUse(_ token: String) throws(StoreError) {
    try store.putSession(StoredSession(hash: Secrets.hash(token: token), usedAt: clock.now()))
  }

  /// The token in a Cookie field.
  static func token(inCookies field: String?) -> String? {
    for part in (field ?? "").split(separator: ";") {
      let pair = part.drop { $0 == " " }
      if pair.hasPrefix(cookieName + "=") { return String(pair.dropFirst(cookieName.count + 1)) }
    }
    return nil
  }

  /// No script reads it, and requests that other sites start do not carry it.
  static func cookie(_ token: String) -> HeaderField {
    let seconds = token.isEmpty ? 0 : unusedMaxMilliseconds / 1000
    return HeaderField(
      "Set-Cookie",
      "\(cookieName)=\(token); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict")
  }
}
