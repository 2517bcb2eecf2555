import Glibc
import Store
import StoreSupport
import Synchronization
import Testing

@testable import Server

/// Answers `/now` at once, `/never` never, and any other path when the test says so.
private final class StubHandler: RequestHandler {
  let pending = Mutex<[Deferred]>([])
  let finishedCount = Atomic<Int>(0)

  func admit(_ request: Request) -> Admission { .body(max: 100) }

  func handle(_ request: Request) -> Reply {
    if request.path == "/now" { return .now(.text(.ok, "now")) }
    let deferred = Deferred()
    pending.withLock { $0.append(deferred) }
    return .later(deferred)
  }

  func finished(_ request: Request) { finishedCount.add(1, ordering: .relaxed) }

  func completeAll(_ text: String) {
    for deferred in pending.withLock({ $0 }) { deferred.complete(.text(.ok, text)) }
  }
}

@Suite("The HTTP server")
struct HTTPServerTests {
  private let handler = StubHandler()
  private let server: HTTPServer
  private let port: UInt16

  init() throws {
    var limits = HTTPLimits()
    limits.headSecondsMax = 1
    limits.bodySecondsMax = 1
    limits.stopSecondsMax = 1
    limits.connectionCountMax = 40
    server = HTTPServer(handler, limits: limits)
    let listener = try Listener(.v4(0x7F00_0001), port: 0)
    port = listener.port
    try server.start(listener)
  }

  private func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

  /// Waits until so many requests wait for their answer.
  private func wait(forPending count: Int) {
    for _ in 0..<2_000 where handler.pending.withLock({ $0.count }) < count { usleep(5_000) }
  }

  @Test("hangs up on a client that sends its head too slowly, and serves others meanwhile")
  func slowHead() throws {
    let slow = try RawClient(port: port)
    slow.send("GET /now HTTP/1.1\r\n")
    let start = monotonicMilliseconds()
    let letters = Array("X: a very long field that comes letter by letter".utf8)
    for letter in letters where monotonicMilliseconds() - start < 1_000 {
      slow.send([letter])
      let other = try RawClient(port: port)
      other.send(get("/now"))
      #expect(other.answer()?.status == 200)
      usleep(100_000)
    }
    #expect(slow.isClosedByServer())
    #expect(monotonicMilliseconds() - start < 10_000)
    server.stop()
  }

  @Test("hangs up on a client that sends its body too slowly")
  func slowBody() throws {
    let slow = try RawClient(port: port)
    slow.send("POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 90\r\n\r\n")
    let start = monotonicMilliseconds()
    while monotonicMilliseconds() - start < 1_500 {
      slow.send("x")
      usleep(100_000)
    }
    #expect(slow.answer() == nil)
    server.stop()
    #expect(handler.finishedCount.load(ordering: .relaxed) == 1)
  }

  @Test("waits for an answer that takes longer than any limit")
  func deferred() throws {
    let client = try RawClient(port: port)
    client.send(get("/later"))
    wait(forPending: 1)
    usleep(2_500_000)
    handler.completeAll("later")
    #expect(client.answer()?.text == "later\n")
    // The connection is good for another request.
    client.send(get("/now"))
    #expect(client.answer()?.text == "now\n")
    server.stop()
  }

  @Test("answers other connections while many wait")
  func manyWaiting() throws {
    let waiting = try (0..<20).map { _ in try RawClient(port: port) }
    for client in waiting { client.send(get("/later")) }
    wait(forPending: 20)
    let other = try RawClient(port: port)
    other.send(get("/now"))
    #expect(other.answer()?.status == 200)
    handler.completeAll("all")
    for client in waiting { #expect(client.answer()?.text == "all\n") }
    server.stop()
  }

  @Test("takes the first of two answers")
  func twoAnswers() throws {
    let client = try RawClient(port: port)
    client.send(get("/later"))
    wait(forPending: 1)
    handler.completeAll("first")
    handler.completeAll("second")
    #expect(client.answer()?.text == "first\n")
    server.stop()
  }

  @Test("forgets a client that went away before its answer came")
  func goneClient() throws {
    do {
      let client = try RawClient(port: port)
      client.send(get("/later"))
      wait(forPending: 1)
    }
    handler.completeAll("nobody hears")
    for _ in 0..<2_000 where handler.finishedCount.load(ordering: .relaxed) == 0 {
      usleep(5_000)
    }
    #expect(handler.finishedCount.load(ordering: .relaxed) == 1)
    server.stop()
  }

  @Test("ends with an answer for each request that still waits")
  func stopWithWaiting() throws {
    let clients = try (0..<5).map { _ in try RawClient(port: port) }
    for client in clients { client.send(get("/never")) }
    wait(forPending: 5)
    server.stop()
    #expect(handler.finishedCount.load(ordering: .relaxed) == 5)
    for client in clients {
      if let answer = client.answer() { #expect(answer.status == 503) }
    }
  }

  @Test("lets a request under way finish before it ends")
  func drain() throws {
    let client = try RawClient(port: port)
    client.send(get("/later"))
    wait(forPending: 1)
    let stopper = Thread { [server] in server.stop() }
    usleep(200_000)
    handler.completeAll("in time")
    #expect(client.answer()?.text == "in time\n")
    stopper.join()
    #expect(throws: NoConnection.self) { try RawClient(port: port) }
  }

  @Test("serves no more connections at once than its limit")
  func connectionLimit() throws {
    let clients = try (0..<60).map { _ in try RawClient(port: port) }
    for client in clients { client.send(get("/later")) }
    wait(forPending: 40)
    usleep(200_000)
    #expect(handler.pending.withLock { $0.count } <= 40)
    server.stop()
  }
}

@Suite("Listening")
struct ListenerTests {
  @Test("knows numeric addresses and names of this machine")
  func resolve() throws {
    for (text, address) in [
      ("127.0.0.1", IPAddress.v4(0x7F00_0001)), ("::1", .v6(0, 1)), ("[::1]", .v6(0, 1)),
      ("0.0.0.0", .v4(0)), ("::ffff:10.0.0.1", .v4(0x0A00_0001)), ("localhost", .v4(0x7F00_0001)),
    ] {
      #expect(try Listener.resolve(text) == address, "\(text)")
    }
    #expect(throws: ListenError.unknownHost("no.such.host.invalid")) {
      try Listener.resolve("no.such.host.invalid")
    }
  }

  @Test("says that a port is taken")
  func taken() throws {
    let first = try Listener(.v4(0x7F00_0001), port: 0)
    defer { close(first.file) }
    #expect(throws: ListenError.portInUse(first.port)) {
      try Listener(.v4(0x7F00_0001), port: first.port)
    }
  }

  @Test("says that this machine does not have an address")
  func foreign() {
    #expect(throws: ListenError.noSuchAddress("192.0.2.1")) {
      try Listener(.v4(0xC000_0201), port: 0)
    }
  }

  @Test("tells loopback and wildcard addresses from others")
  func kinds() throws {
    for (text, isLoopback, isWildcard) in [
      ("127.0.0.1", true, false), ("127.9.9.9", true, false), ("::1", true, false),
      ("0.0.0.0", false, true), ("::", false, true), ("192.168.1.5", false, false),
      ("fe80::1", false, false), ("::ffff:127.0.0.1", true, false),
    ] {
      let address = try #require(IPAddress(text))
      #expect(address.isLoopback == isLoopback, "\(text)")
      #expect(address.isWildcard == isWildcard, "\(text)")
    }
    for text in ["", "localhost", "1.2.3", "256.0.0.1", "1.2.3.4.5", ":::", "[::1]", "0x7f.1"] {
      #expect(IPAddress(text) == nil, "\(text)")
    }
  }
}
