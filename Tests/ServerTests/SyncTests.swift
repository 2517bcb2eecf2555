import Domain
import Store
import StoreSupport
import Sync
import Testing

@testable import Server

@Suite("Syncing over HTTP")
struct SyncTests {
  @Test("keeps what a device sends and gives it to another one")
  func twoDevices() throws {
    let server = try TestServer()
    let first = try SyncAnswer(try server.sync([.note(1), .note(2)]))
    #expect(first.seq == 2)
    #expect(first.changes.isEmpty)
    #expect(first.now == ManualClock.start)
    #expect(first.store == server.store.id.text)
    let second = try SyncAnswer(try server.sync([]))
    #expect(second.changes == [.note(1), .note(2)])
    #expect(second.seq == 2)
    #expect(try SyncAnswer(try server.sync([], since: 2)).changes.isEmpty)
  }

  @Test("changes nothing when a request is sent again")
  func repeated() throws {
    let server = try TestServer()
    let first = try server.sync([.note(1)])
    let again = try server.sync([.note(1)], since: 1)
    #expect(first.body == again.body)
  }

  @Test("gives back the joined state when a change met one that its sender had not seen")
  func conflict() throws {
    let server = try TestServer()
    _ = try server.sync([.note(1, ["front": "theirs"], at: .at(1)), .note(2)])
    let mine = Change.note(1, ["back": "mine"], at: .at(2))
    let answer = try SyncAnswer(try server.sync([mine, .note(3)]))
    let joined = Change.note(1, ["front": "theirs"], at: .at(1)).merging(mine)
    #expect(answer.changes == [.note(2), joined])
    #expect(answer.seq == 4)
    let next = try SyncAnswer(
      try server.sync([.note(1, ["back": "again"], at: .at(3))], since: answer.seq))
    #expect(next.changes.isEmpty)
  }

  @Test("gives a large library in pages, each row once")
  func pages() throws {
    let server = try TestServer()
    let filler = String(repeating: "x", count: 400)
    for start in [0, 3_000, 6_000] {
      let batch = (start..<start + 3_000).map { Change.note($0, ["front": filler]) }
      _ = try server.sync(batch, since: Int64(start))
    }
    var since: Int64 = 0
    var ids: [EntityID] = []
    var pageCount = 0
    while true {
      let answer = try SyncAnswer(try server.sync([], since: since))
      ids += answer.changes.map(\.id)
      since = answer.seq
      pageCount += 1
      if !answer.more { break }
    }
    #expect(ids == (0..<9_000).map(EntityID.numbered))
    #expect(since == 9_000)
    #expect(pageCount == 5)
  }

  @Test("loses nothing when changes are sent before all pages came")
  func pushWhilePaging() throws {
    let server = try TestServer()
    let filler = String(repeating: "x", count: 400)
    _ = try server.sync((0..<3_000).map { Change.note($0, ["front": filler]) })
    let first = try SyncAnswer(try server.sync([.note(9_000), .note(2_999, ["back": "b"])]))
    #expect(first.more)
    let second = try SyncAnswer(try server.sync([], since: first.seq))
    let all = first.changes + second.changes
    #expect(Set(all.map(\.id)).count == 3_001)
    #expect(second.changes.contains { $0.id == .numbered(9_000) })
  }

  @Test("starts over with a device that knows later numbers, and asks all for what they have")
  func olderCopy() throws {
    let server = try TestServer()
    let old = try SyncAnswer(try server.sync([.note(1)]))
    func ask(store: String?) throws -> SyncAnswer {
      let body = TestServer.syncBody([], since: 50, store: store)
      return try SyncAnswer(try server.ask("POST", "/api/sync", [TestServer.json], body: body))
    }
    // A device that comes from another store is the one that must change.
    for store in [nil, "00000000000000ff"] {
      let answer = try ask(store: store)
      #expect(answer.changes == [.note(1)])
      #expect(answer.store == old.store)
    }
    let answer = try ask(store: old.store)
    #expect(answer.changes == [.note(1)])
    #expect(answer.store != old.store)
  }

  @Test("refuses a stamp that lies years ahead, and stores nothing of its request")
  func clock() throws {
    let server = try TestServer()
    let limit = ManualClock.start + HybridClock.driftMaxMilliseconds
    let answer = try server.sync([.note(1), .note(2, at: .at(limit + 1))])
    #expect(answer.status == 422)
    #expect(try JSONValue(answer.body)["error"]?.text == "clock")
    let removal = try server.sync([.removal(of: 1, seen: [.at(limit + 1)])])
    #expect(removal.status == 422)
    #expect(try server.store.latest() == .zero)
    #expect(try server.sync([.note(2, at: .at(limit))]).status == 200)
  }

  @Test(
    "refuses what is not a request of version 1",
    arguments: [
      "", "{", "[]", "null", #"{"v":1"#, #"{"v":1}x"#, #"{"v":2,"changes":[]}"#, #"{"since":0}"#,
      #"{"v":"1"}"#, #"{"v":1,"since":-1}"#, #"{"v":1,"since":1.5}"#, #"{"v":1,"since":"0"}"#,
      #"{"v":1,"since":99999999999999999999}"#, #"{"v":1,"changes":{}}"#,
      #"{"v":1,"changes":[1]}"#, #"{"v":1,"changes":[{}]}"#,
      #"{"v":1,"changes":[{"k":"spoon","i":"01890000-0000-7000-8000-000000000001"}]}"#,
      #"{"v":1,"changes":[{"k":"note","i":"1"}]}"#,
      #"{"v":1,"changes":[{"k":"note","i":"01890000-0000-7000-8000-000000000001","p":{"a":1}}]}"#,
      "{\"v\":1,\"x\":\"\u{1}\"}", #"{"v":1,"device":7}"#, #"{"v":1,"device":"00"}"#,
      #"{"v":1,"device":"+000000000000100"}"#, #"{"v":1,"now":"x"}"#,
    ])
  func malformed(body: String) throws {
    let server = try TestServer()
    let answer = try server.ask(
      "POST", "/api/sync", [TestServer.json], body: Array(body.utf8))
    #expect(answer.status == 400)
    #expect(answer.field("content-type") == "application/json")
    let error = try JSONValue(answer.body)
    #expect(["malformed", "version"].contains(error["error"]?.text))
    #expect(error["message"]?.text?.hasSuffix(".") == true)
  }

  @Test("skips what it does not know in a request")
  func unknownNames() throws {
    let server = try TestServer()
    let body = #"{"v":1,"later":{"a":[1,2]},"device":"00000000000001ff","store":null,"changes":[]}"#
    let answer = try server.ask("POST", "/api/sync", [TestServer.json], body: Array(body.utf8))
    #expect(answer.status == 200)
  }

  @Test(
    "says what is wrong with its store",
    arguments: [
      (StoreError.full, 507, "full"), (.busy, 503, "busy"), (.closed, 503, "stopping"),
      (.damaged("at /secret/place"), 500, "store"), (.failed(code: 1, message: "x"), 500, "store"),
    ])
  func storeErrors(error: StoreError, status: Int, code: String) throws {
    let store = MemoryStore()
    let server = try TestServer(store: store)
    store.fault = error
    for changes in [[], [Change.note(1)]] {
      let answer = try server.sync(changes)
      #expect(answer.status == status)
      #expect(try JSONValue(answer.body)["error"]?.text == code)
      #expect(!answer.text.contains("secret"))
    }
    #expect(server.log.all.contains { $0.contains("event=store") })
    store.fault = nil
    #expect(try server.sync([.note(1)]).status == 200)
  }
}
