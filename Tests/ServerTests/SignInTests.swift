import Store
import StoreSupport
import Testing

@testable import Server

@Suite("Signing in")
struct SignInTests {
  private static let passphrase = "correct horse"
  private let store = MemoryStore()

  private func makeServer(_ passphrase: String = SignInTests.passphrase) throws -> TestServer {
    try TestServer(store: store) { $0.passphrase = Array(passphrase.utf8) }
  }

  private func signIn(
    _ server: TestServer, _ passphrase: String = SignInTests.passphrase
  ) throws -> RawAnswer {
    let form = "passphrase=" + passphrase.replacing(" ", with: "+")
    return try server.ask(
      "POST", "/sign-in",
      [
        ("Content-Type", "application/x-www-form-urlencoded"),
        ("Origin", "http://\(server.host)"),
      ], body: Array(form.utf8))
  }

  /// The field that a browser sends back for an answer's cookie.
  private func cookie(_ answer: RawAnswer) throws -> (String, String) {
    let field = try #require(answer.field("set-cookie"))
    return ("Cookie", "a=b; " + field.prefix { $0 != ";" })
  }

  @Test("is asked of everyone who is not")
  func locked() throws {
    let server = try makeServer()
    let page = try server.ask("GET", "/")
    #expect(page.status == 303)
    #expect(page.field("location") == "/sign-in")
    #expect(try server.ask("GET", "/index.html").status == 401)
    let sync = try server.sync([.note(1)])
    #expect(sync.status == 401)
    #expect(sync.text.contains(#""error":"sign-in""#))
    #expect(try server.ask("GET", "/healthz").status == 200)
    for value in ["omena_session=", "omena_session=AAAA", "omena_session"] {
      #expect(try server.sync([], since: 0, [("Cookie", value)]).status == 401)
    }
    #expect(try store.latest() == .zero)
  }

  @Test("opens everything with the pass phrase, until signing out")
  func signInAndOut() throws {
    let server = try makeServer()
    let answer = try signIn(server)
    #expect(answer.status == 303)
    #expect(answer.field("location") == "/")
    let set = try #require(answer.field("set-cookie"))
    for part in ["; Path=/", "; HttpOnly", "; SameSite=Strict", "; Max-Age=7776000"] {
      #expect(set.contains(part))
    }
    let cookie = try cookie(answer)
    #expect(try server.ask("GET", "/", [cookie]).status == 200)
    #expect(try server.sync([.note(1)], [cookie]).status == 200)
    let out = try server.ask(
      "POST", "/sign-out", [cookie, ("Content-Type", "application/x-www-form-urlencoded")],
      body: [])
    #expect(out.status == 303)
    #expect(out.field("set-cookie")?.contains("Max-Age=0") == true)
    #expect(try server.sync([], [cookie]).status == 401)
    #expect(try store.sessions().isEmpty)
  }

  @Test("fails with another pass phrase", arguments: ["", "Correct horse", "correct horse "])
  func wrong(passphrase: String) throws {
    let server = try makeServer()
    let answer = try signIn(server, passphrase)
    #expect(answer.status == 401)
    #expect(answer.field("set-cookie") == nil)
    #expect(answer.text.contains("That is not the pass phrase."))
  }

  @Test("fails without a form that is well-formed")
  func badForms() throws {
    let server = try makeServer()
    let type = ("Content-Type", "application/x-www-form-urlencoded")
    for form in ["passphrase=%zz", "passphrase=%4", "other=correct+horse"] {
      #expect(try server.ask("POST", "/sign-in", [type], body: Array(form.utf8)).status == 401)
    }
    let large = [UInt8](repeating: 0x61, count: 5_000)
    #expect(try server.ask("POST", "/sign-in", [type], body: large).status == 413)
    server.clock.advance(by: 1_000)
    let encoded = Array("x=1&passphrase=%63orrect%20horse".utf8)
    #expect(try server.ask("POST", "/sign-in", [type], body: encoded).status == 303)
  }

  @Test("lasts over a restart, but not over another pass phrase")
  func restart() throws {
    var server = try makeServer()
    let cookie = try cookie(try signIn(server))
    server = try makeServer()
    // The server before has closed the store; here it stays the same one.
    store.fault = nil
    #expect(try server.sync([], [cookie]).status == 200)
    server = try makeServer("another horse")
    store.fault = nil
    #expect(try server.sync([], [cookie]).status == 401)
    #expect(try store.sessions().isEmpty)
  }

  @Test("ends after ninety days without use")
  func expiry() throws {
    let server = try makeServer()
    let cookie = try cookie(try signIn(server))
    let day: Int64 = 86_400_000
    server.clock.advance(by: 60 * day)
    #expect(try server.sync([], [cookie]).status == 200)
    server.clock.advance(by: 60 * day)
    #expect(try server.sync([], [cookie]).status == 200)
    server.clock.advance(by: 91 * day)
    #expect(try server.sync([], [cookie]).status == 401)
  }

  @Test("is slowed after misses, and then even for the right pass phrase")
  func slowed() throws {
    let server = try makeServer()
    for _ in 0..<3 { #expect(try signIn(server, "guess number x").status == 401) }
    let slowed = try signIn(server)
    #expect(slowed.status == 429)
    #expect(slowed.field("retry-after") == "1")
    server.clock.advance(by: 1_000)
    #expect(try signIn(server).status == 303)
    // A success clears the slate.
    for _ in 0..<3 { #expect(try signIn(server, "guess number x").status == 401) }
  }

  @Test("shows a page whose style its policy allows by its hash")
  func page() throws {
    let server = try makeServer()
    let page = try server.ask("GET", "/sign-in")
    #expect(page.status == 200)
    #expect(page.field("cache-control") == "no-store")
    let style = try #require(
      page.text.firstRange(of: "<style>").flatMap { start in
        page.text.firstRange(of: "</style>").map { page.text[start.upperBound..<$0.lowerBound] }
      })
    let policy = try #require(page.field("content-security-policy"))
    #expect(policy.contains("'sha256-\(Secrets.policyHash(String(style)))'"))
    #expect(!page.text.contains("<script"))
  }

  @Test("is refused from pages of other sites")
  func foreign() throws {
    let server = try makeServer()
    let answer = try server.ask(
      "POST", "/sign-in",
      [
        ("Content-Type", "application/x-www-form-urlencoded"), ("Origin", "http://evil.example"),
      ], body: Array("passphrase=correct+horse".utf8))
    #expect(answer.status == 403)
  }

  @Test("is needed to listen where others can reach")
  func refusal() throws {
    #expect(throws: ServerError.passphraseNeeded) { try TestServer { $0.host = "0.0.0.0" } }
    #expect(throws: ServerError.passphraseNeeded) { try TestServer { $0.host = "::" } }
    #expect(throws: ServerError.passphraseLength) {
      try TestServer {
        $0.host = "0.0.0.0"
        $0.passphrase = Array("short".utf8)
      }
    }
    let open = try TestServer {
      $0.host = "0.0.0.0"
      $0.passphrase = Array(SignInTests.passphrase.utf8)
    }
    #expect(try open.ask("GET", "/").status == 303)
  }
}
