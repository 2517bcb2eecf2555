import Foundation
import Store
import StoreSupport
import Sync
import Synchronization
import Testing

@testable import Server

/// A clock that stands until a test moves it.
final class ManualClock: Sendable {
  private let milliseconds: Mutex<Int64>

  /// 2026-01-31T09:30:00Z
  static let start: Int64 = 1_769_851_800_000

  init(_ milliseconds: Int64 = ManualClock.start) { self.milliseconds = Mutex(milliseconds) }

  var now: Int64 { milliseconds.withLock { $0 } }
  func advance(by step: Int64) { milliseconds.withLock { $0 += step } }
  var clock: WallClock { WallClock { self.now } }
}

/// The lines that a server logged.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])

  func log(_ clock: WallClock) -> Log {
    Log(clock: clock) { line in self.lines.withLock { $0.append(line) } }
  }
  var all: [String] { lines.withLock { $0 } }
}

/// A server on a port of its own, with a web root of its own.
final class TestServer {
  let store: any Store
  let clock = ManualClock()
  let log = LogLines()
  let folder = TemporaryFolder()
  let server: OmenaServer
  var port: UInt16 { server.port }
  var webRoot: String { folder.path + "/web" }

  init(
    store: any Store = MemoryStore(), files: [String: String] = ["index.html": "<!doctype html>"],
    samples: String? = nil, configure: (inout ServerSettings) -> Void = { _ in }
  ) throws {
    self.store = store
    let web = folder.path + "/web"
    for (name, text) in files {
      let url = URL(fileURLWithPath: web + "/" + name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    let samplesPath = folder.path + "/samples.json"
    if let samples { try Data(samples.utf8).write(to: URL(fileURLWithPath: samplesPath)) }
    var settings = ServerSettings(webRoot: web, samplesPath: samplesPath)
    settings.port = 0
    settings.clock = clock.clock
    settings.log = log.log(clock.clock)
    configure(&settings)
    server = try OmenaServer(store, settings)
  }

  deinit { server.stop() }

  var host: String { "127.0.0.1:\(port)" }

  /// One request on a connection of its own. `fields` replace those that a browser would send.
  func ask(
    _ method: String, _ path: String, _ fields: [(String, String)] = [], body: [UInt8]? = nil
  ) throws -> RawAnswer {
    let client = try RawClient(port: port)
    client.send(head(method, path, fields, bodyCount: body?.count))
    if let body { client.send(body) }
    return try #require(client.answer(toHead: method == "HEAD"), "no answer")
  }

  func head(
    _ method: String, _ path: String, _ fields: [(String, String)] = [], bodyCount: Int? = nil
  ) -> String {
    var text = "\(method) \(path) HTTP/1.1\r\n"
    if !fields.contains(where: { $0.0 == "Host" }) { text += "Host: \(host)\r\n" }
    for (name, value) in fields { text += "\(name): \(value)\r\n" }
    if let bodyCount { text += "Content-Length: \(bodyCount)\r\n" }
    return text + "\r\n"
  }

  static let json = ("Content-Type", "application/json")

  func sync(
    _ changes: [Change], since: Int64 = 0, _ fields: [(String, String)] = []
  ) throws -> RawAnswer {
    try ask(
      "POST", "/api/sync", [TestServer.json] + fields,
      body: TestServer.syncBody(changes, since: since))
  }

  static func syncBody(_ changes: [Change], since: Int64 = 0, store: String? = nil) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("v")
    writer.int(1)
    writer.name("since")
    writer.int(since)
    if let store {
      writer.name("store")
      writer.string(store)
    }
    writer.name("changes")
    writer.beginArray()
    for change in changes { change.append(to: &writer) }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }
}

/// An answer to a sync, read back.
struct SyncAnswer: Equatable {
  let store: String
  let seq: Int64
  let now: Int64
  let more: Bool
  let changes: [Change]

  init(_ answer: RawAnswer) throws {
    try #require(answer.status == 200, "\(answer.text)")
    let value = try JSONValue(answer.body)
    #expect(value["v"]?.int == 1)
    store = try #require(value["store"]?.text)
    seq = try #require(value["seq"]?.int)
    now = try #require(value["now"]?.int)
    more = try #require(value["more"]?.bool as Bool?)
    changes = try #require(value["changes"]?.array).map { item in
      var writer = JSONWriter()
      item.append(to: &writer)
      return try #require(Change(wireBytes: writer.bytes))
    }
  }
}
