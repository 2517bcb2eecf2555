import StoreSupport
import Testing

@testable import Server

@Suite("Requests that are not as they must be")
struct RequestHeadTests {
  private let server: TestServer

  init() throws { server = try TestServer() }

  /// What is sent after the first line and a Host; the body stands after the empty line.
  static let badPosts = [
    "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
    "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "Transfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "Transfer-Encoding: identity\r\n\r\nabc",
    "Content-Length: -3\r\n\r\nabc",
    "Content-Length: +3\r\n\r\nabc",
    "Content-Length: 0x3\r\n\r\nabc",
    "Content-Length: 3 3\r\n\r\nabc",
    "Content-Length:\r\n\r\n",
    "Content-Length : 3\r\n\r\nabc",
    "Content-Length: 99999999999999999999\r\n\r\nabc",
    "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n-1\r\nabc\r\n0\r\n\r\n",
    "Host: other\r\nContent-Length: 3\r\n\r\nabc",
    "A B: c\r\nContent-Length: 3\r\n\r\nabc",
    "A\u{1}: c\r\nContent-Length: 3\r\n\r\nabc",
    "A: c\u{1}d\r\nContent-Length: 3\r\n\r\nabc",
  ]

  @Test("are refused with a 4xx, and nothing of them is done", arguments: badPosts)
  func posts(rest: String) throws {
    let client = try RawClient(port: server.port)
    client.send(
      "POST /api/sync HTTP/1.1\r\nHost: \(server.host)\r\nContent-Type: application/json\r\n"
        + rest)
    client.finish()
    let answer = try #require(client.answer(), "closed without an answer")
    #expect((400..<500).contains(answer.status), "\(answer.status)")
    #expect(client.isClosedByServer())
    #expect(try server.sync([.note(1)]).status == 200)
  }

  @Test(
    "are refused with a 4xx when their first line is wrong",
    arguments: [
      "GET http://127.0.0.1/ HTTP/1.1", "GET * HTTP/1.1", "GET index.html HTTP/1.1",
      "GET /a b HTTP/1.1", "GET / HTTP/1.1 x", "\u{16}\u{3}\u{1}", "GET", "GET /",
    ])
  func firstLines(line: String) throws {
    let client = try RawClient(port: server.port)
    client.send("\(line)\r\nHost: \(server.host)\r\n\r\n")
    client.finish()
    if let answer = client.answer() {
      #expect((400..<500).contains(answer.status), "\(answer.status)")
    }
    #expect(client.isClosedByServer())
  }

  @Test("are refused when they speak another version")
  func versions() throws {
    for version in ["HTTP/2.0", "HTTP/0.9", "HTTP/1.10", "HTTP/9.1"] {
      let client = try RawClient(port: server.port)
      client.send("GET / \(version)\r\nHost: \(server.host)\r\n\r\n")
      client.finish()
      if let answer = client.answer() { #expect(answer.status >= 400, "\(version)") }
      #expect(client.isClosedByServer())
    }
  }

  @Test("are refused without a Host, in every version")
  func noHost() throws {
    for version in ["HTTP/1.1", "HTTP/1.0"] {
      let client = try RawClient(port: server.port)
      client.send("GET / \(version)\r\n\r\n")
      let answer = try #require(client.answer())
      #expect(answer.status == 400)
    }
  }

  @Test("are refused when their head is too large")
  func largeHead() throws {
    let long = String(repeating: "a", count: 40_000)
    for head in [
      "GET /\(long) HTTP/1.1\r\nHost: \(server.host)\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: \(server.host)\r\nX: \(long)\r\n\r\n",
    ] {
      let client = try RawClient(port: server.port)
      client.send(head)
      let answer = try #require(client.answer())
      #expect([413, 414, 431].contains(answer.status))
    }
  }

  @Test("are not confused by requests that follow on the same connection")
  func pipelined() throws {
    let client = try RawClient(port: server.port)
    let get = server.head("GET", "/")
    client.send(get + get + server.head("GET", "/missing") + get)
    let statuses = (0..<4).map { _ in client.answer()?.status }
    #expect(statuses == [200, 200, 404, 200])
  }

  @Test("wait for a body that is promised with Expect")
  func expectContinue() throws {
    let client = try RawClient(port: server.port)
    let body = TestServer.syncBody([.note(1)])
    client.send(
      server.head(
        "POST", "/api/sync", [TestServer.json, ("Expect", "100-continue")],
        bodyCount: body.count))
    #expect(client.answer()?.status == 100)
    client.send(body)
    #expect(client.answer()?.status == 200)
  }

  @Test("may send their body in chunks")
  func chunked() throws {
    let body = TestServer.syncBody([.note(1)])
    let client = try RawClient(port: server.port)
    client.send(
      server.head("POST", "/api/sync", [TestServer.json, ("Transfer-Encoding", "chunked")]))
    for byte in body { client.send(Array("1\r\n".utf8) + [byte] + Array("\r\n".utf8)) }
    client.send("0\r\n\r\n")
    #expect(client.answer()?.status == 200)
    #expect(try server.store.counts().alive == [.note: 1])
  }
}

@Suite("Bodies that are too large")
struct BodyLimitTests {
  private let server: TestServer

  init() throws { server = try TestServer() }

  @Test("are refused by their length, before they are read")
  func declared() throws {
    let client = try RawClient(port: server.port)
    client.send(
      server.head("POST", "/api/sync", [TestServer.json], bodyCount: 8 << 20 | 1))
    let answer = try #require(client.answer())
    #expect(answer.status == 413)
    #expect(answer.field("connection")?.lowercased() == "close")
  }

  @Test("are refused when they turn out so")
  func chunked() throws {
    let client = try RawClient(port: server.port)
    client.send(
      server.head("POST", "/api/sync", [TestServer.json, ("Transfer-Encoding", "chunked")]))
    let piece = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
    for _ in 0..<9 { client.send(Array("100000\r\n".utf8) + piece + Array("\r\n".utf8)) }
    client.send("0\r\n\r\n")
    #expect(client.answer()?.status == 413)
  }

  @Test("are taken up to the limit")
  func atLimit() throws {
    var body = TestServer.syncBody([.note(1)])
    body += [UInt8](repeating: UInt8(ascii: " "), count: 8 << 20 - body.count)
    #expect(body.count == 8 << 20)
    #expect(try server.ask("POST", "/api/sync", [TestServer.json], body: body).status == 200)
  }

  @Test("are refused where no body belongs")
  func get() throws {
    #expect(try server.ask("GET", "/", body: [1, 2, 3]).status == 413)
    #expect(try server.ask("GET", "/", body: []).status == 200)
  }
}
