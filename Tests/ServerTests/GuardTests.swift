import Glibc
import StoreSupport
import Testing

@testable import Server

@Suite("Who is let in")
struct GuardTests {
  private let server: TestServer

  init() throws { server = try TestServer() }

  @Test("nobody who calls the server by another name", arguments: ["GET", "HEAD", "POST"])
  func hosts(method: String) throws {
    for host in ["evil.example", "127.0.0.1", "localhost:1", "evil.example:\(server.port)", ""] {
      for path in ["/", "/api/sync", "/healthz"] {
        let answer = try server.ask(method, path, [("Host", host), TestServer.json], body: [])
        #expect(answer.status == 421, "\(method) \(path) as \(host)")
      }
    }
    for host in ["localhost", "127.0.0.1", "[::1]", "LocalHost"] {
      #expect(try server.ask("GET", "/", [("Host", "\(host):\(server.port)")]).status == 200)
    }
  }

  @Test("no page of another site")
  func origins() throws {
    let foreign = [
      ("Origin", "http://evil.example"), ("Origin", "null"), ("Origin", "http://localhost:1"),
      ("Origin", "http://127.0.0.1"), ("Origin", "http://evil.example:\(server.port)"),
      ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"),
    ]
    for field in foreign {
      let answer = try server.sync([.note(1)], [field])
      #expect(answer.status == 403, "\(field)")
      #expect(answer.field("access-control-allow-origin") == nil)
    }
    #expect(try server.store.latest() == .zero)
  }

  @Test("its own pages, and programs that are no browsers")
  func own() throws {
    let own: [[(String, String)]] = [
      [], [("Origin", "http://\(server.host)")], [("Origin", "http://localhost:\(server.port)")],
      [("Sec-Fetch-Site", "same-origin")], [("Sec-Fetch-Site", "none")],
      [("Origin", "http://\(server.host)"), ("Sec-Fetch-Site", "same-origin")],
    ]
    for fields in own { #expect(try server.sync([], fields).status == 200) }
  }

  @Test("links from elsewhere to the page itself")
  func links() throws {
    #expect(try server.ask("GET", "/", [("Sec-Fetch-Site", "cross-site")]).status == 200)
  }

  @Test("no body of a type that a plain form can send")
  func types() throws {
    let body = TestServer.syncBody([.note(1)])
    for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; b=1"] {
      let answer = try server.ask("POST", "/api/sync", [("Content-Type", type)], body: body)
      #expect(answer.status == 415, "\(type)")
    }
    #expect(try server.ask("POST", "/api/sync", [], body: body).status == 415)
    let withCharset = [("Content-Type", "application/json; charset=utf-8")]
    #expect(try server.ask("POST", "/api/sync", withCharset, body: body).status == 200)
  }

  @Test("only the methods that a path takes")
  func methods() throws {
    for (method, path, allow) in [
      ("POST", "/", "GET, HEAD"), ("DELETE", "/index.html", "GET, HEAD"),
      ("GET", "/api/sync", "POST"), ("OPTIONS", "/api/sync", "POST"), ("PUT", "/api/sync", "POST"),
      ("POST", "/healthz", "GET, HEAD"), ("BREW", "/", "GET, HEAD"),
    ] {
      let answer = try server.ask(method, path, [TestServer.json], body: [])
      #expect(answer.status == 405, "\(method) \(path)")
      #expect(answer.field("allow") == allow)
    }
    #expect(try server.ask("GET", "/api/other").status == 404)
    #expect(try server.ask("GET", "/sign-in").status == 404)
  }

  @Test("with headers that keep a page within its own server")
  func headers() throws {
    for path in ["/", "/missing", "/healthz"] {
      let answer = try server.ask("GET", path)
      #expect(answer.field("x-content-type-options") == "nosniff")
      #expect(answer.field("referrer-policy") == "same-origin")
      #expect(answer.field("cross-origin-resource-policy") == "same-origin")
      #expect(answer.field("cross-origin-opener-policy") == "same-origin")
    }
    let policy = try #require(try server.ask("GET", "/").field("content-security-policy"))
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("script-src 'self' 'unsafe"))
    #expect(!policy.contains("style-src 'unsafe-inline'"))
  }

  @Test("and each request is logged in one line")
  func log() throws {
    _ = try server.ask("GET", "/a%0Ab\"c?secret=1")
    // A request is logged when its answer has been sent, which is after it has come.
    var lines: [String] = []
    for _ in 0..<2_000 where lines.isEmpty {
      usleep(5_000)
      lines = server.log.all.filter { $0.contains("event=request") }
    }
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    #expect(line.hasPrefix("time=2026-01-31T09:30:00Z level=info event=request method=GET"))
    #expect(line.contains(#" path="/a%0Ab\"c" peer=127.0.0.1 status=404 in=0 "#))
    #expect(!line.contains("secret"))
  }
}
