import Domain
import Sync
import Testing

@testable import App

/// What goes wrong on the device and with the server, one thing at a time.
struct FaultTests {
  var disk = FakeDisk()
  var server = FakeServer()

  private func sign(_ tab: FakeTab) -> String { StatusWords.sign(tab.state).description }

  // MARK: The device

  @Test("On a full disk the app says so, keeps trying, and writes everything when there is space")
  mutating func fullDisk() {
    var tab = readyTab(seed: 1, &disk, &server)
    let first = tab.addDeck("When full")
    tab.failWrite()
    #expect(sign(tab) == "Can't save on this device")
    #expect(tab.state.notices == [.storageFull])
    let second = tab.addDeck("After")
    #expect(tab.writes.isEmpty, "writes wait for the next attempt")
    tab.fire("device.retry")
    tab.failWrite()
    tab.fire("device.retry")
    tab.settle(&disk, &server)
    #expect(sign(tab) == "Synced")
    #expect(tab.state.notices.isEmpty)
    let again = readyTab(seed: 2, &disk, &server)
    #expect(again.state.library.deck(first) != nil && again.state.library.deck(second) != nil)
  }

  @Test("While the disk is full, nothing of a later answer is stored without what came before")
  mutating func sinceWaits() {
    var tab = readyTab(seed: 3, &disk, &server)
    tab.addDeck("Mine")
    tab.failWrite()
    let since = disk.text("meta", "since")
    tab.fire("sync.now")
    tab.ask(&server)
    #expect(tab.state.sync.since > 0)
    #expect(tab.writes.isEmpty)
    #expect(disk.text("meta", "since") == since)
  }

  @Test("Without storage the app goes on in memory and lets the server keep what is done")
  mutating func noStorage() {
    var other = readyTab(seed: 4, &disk, &server)
    other.addDeck("On the server")
    other.settle(&disk, &server)
    var tab = FakeTab(seed: 5)
    tab.send("loaded.failed", "SecurityError")
    tab.wantsLoad = false
    var nothing = FakeDisk()
    tab.writes = []
    tab.settle(&nothing, &server)
    #expect(tab.state.library.decks.map(\.name) == ["On the server"])
    #expect(tab.state.notices == [.storageUnavailable])
    #expect(sign(tab) == "Can't save on this device")
    tab.addDeck("In memory")
    tab.settle(&nothing, &server)
    #expect(nothing.stores.isEmpty)
    #expect(server.rows.values.contains { $0.state.value("name") == .text("In memory") })
  }

  @Test(
    "Damaged records are told, set aside and fetched from the server again",
    arguments: ["journal", "segment", "outbox"])
  mutating func damaged(store: String) {
    var tab = readyTab(seed: 6, &disk, &server)
    let deck = tab.addDeck("Safe")
    tab.settle(&disk, &server)
    if store == "segment" {
      disk.stores["journal"] = [:]
    }
    disk.stores[store, default: [:]]["bad"] = [1, 2, 3, 255]
    if store == "journal" {
      for key in disk.stores["journal"]!.keys { disk.stores["journal"]![key] = [91, 123] }
    }
    let again = readyTab(seed: 7, &disk, &server)
    #expect(again.state.notices == [.damaged])
    #expect(again.state.library.deck(deck)?.name == "Safe")
    #expect(disk.stores[store]?["bad"] == nil)
    let kept = disk.stores["meta"]!.keys.filter { $0.hasPrefix("damaged/") }
    #expect(!kept.isEmpty)
    let third = readyTab(seed: 8, &disk, &server)
    #expect(third.state.notices.isEmpty)
    #expect(contents(third.state.library) == contents(again.state.library))
  }

  @Test("What a newer version has stored is left alone")
  mutating func newerVersion() {
    var tab = FakeTab(seed: 9)
    tab.send("leader")
    tab.state.device.storage = .unavailable("newer")
    tab.send("loaded.done")
    tab.writes = []
    tab.addDeck("Not written")
    #expect(tab.writes.isEmpty)
    #expect(tab.state.notices == [.storageNewer])
  }

  // MARK: The server

  @Test("A server that cannot be reached is asked again after a while that grows")
  mutating func backoff() {
    var tab = readyTab(seed: 10, &disk, &server)
    tab.addDeck("Island")
    tab.write(to: &disk)
    var delays: [Int64] = []
    for _ in 0..<7 {
      tab.fire("sync.now")
      tab.loseRequest()
      delays.append(tab.timers["sync.now"]! - tab.now)
    }
    #expect(delays == [2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
    #expect(sign(tab) == "Offline, will sync")
    tab.send("online")
    tab.settle(&disk, &server)
    #expect(sign(tab) == "Synced")
  }

  @Test(
    "An answer that makes no sense changes nothing",
    arguments: ["not json", #"{"v":1,"seq":"x"}"#, #"{"v":1,"changes":[]}"#, "", "[]", "null"])
  mutating func nonsense(body: String) {
    var tab = readyTab(seed: 11, &disk, &server)
    tab.addDeck("Patient")
    tab.write(to: &disk)
    let before = contents(tab.state.library)
    tab.fire("sync.now")
    tab.requests = []
    tab.send("http:sync:200", body)
    #expect(contents(tab.state.library) == before)
    #expect(tab.state.sync.outbox.count == 1)
    #expect(tab.state.sync.health == .offline)
  }

  @Test("Signed out, the app says so and goes on after signing in")
  mutating func signedOut() {
    var tab = readyTab(seed: 12, &disk, &server)
    server.failure = (401, #"{"error":"sign-in","message":"Sign in first."}"#)
    tab.addDeck("Mine")
    tab.write(to: &disk)
    tab.fire("sync.now")
    tab.ask(&server)
    #expect(tab.state.notices == [.signIn])
    server.failure = nil
    tab.send("focus")
    tab.settle(&disk, &server)
    #expect(tab.state.notices.isEmpty)
    #expect(tab.state.sync.outbox.isEmpty)
  }

  @Test("A full server is told in its own words, and the changes are sent when it has space")
  mutating func serverFull() {
    var tab = readyTab(seed: 13, &disk, &server)
    server.failure = (507, #"{"error":"full","message":"The server's disk is full."}"#)
    tab.addDeck("Mine")
    tab.write(to: &disk)
    tab.fire("sync.now")
    tab.ask(&server)
    #expect(tab.state.notices == [.refused("The server's disk is full.")])
    server.failure = nil
    tab.fire("sync.now")
    tab.settle(&disk, &server)
    #expect(tab.state.notices.isEmpty)
    #expect(tab.state.sync.outbox.isEmpty)
  }

  @Test("One change that the server refuses does not hold up the others")
  mutating func oneRefused() {
    var tab = readyTab(seed: 14, &disk, &server)
    let names = ["one", "two", "three"]
    for name in names { tab.addDeck(name) }
    tab.write(to: &disk)
    for _ in 0..<12 where tab.state.sync.hasUnsent {
      tab.fire("sync.now")
      tab.write(to: &disk)
      guard let body = tab.requests.first else { continue }
      if String(decoding: body, as: UTF8.self).contains("\"two\"") {
        tab.requests = []
        tab.send("http:sync:413", #"{"error":"large","message":"Too large."}"#)
      } else {
        tab.ask(&server)
      }
      tab.write(to: &disk)
    }
    let there = server.rows.values.compactMap { $0.state.value("name") }
    #expect(there.contains(.text("one")) && there.contains(.text("three")))
    #expect(tab.state.notices == [.refused("Too large.")])
    #expect(tab.state.sync.outbox.count == 1)
    #expect(disk.stores["outbox"]?.count == 1)
  }

  @Test("A server with another store gets everything again")
  mutating func otherStore() {
    var tab = readyTab(seed: 15, &disk, &server)
    tab.addCard("owl", in: tab.addDeck("Birds"))
    tab.settle(&disk, &server)
    var empty = FakeServer()
    empty.storeID = "00000000000000bb"
    empty.now = server.now
    tab.send("focus")
    tab.settle(&disk, &empty)
    #expect(empty.rows.mapValues(\.state) == contents(tab.state.library))
    #expect(disk.text("meta", "store") == "00000000000000bb")
    #expect(tab.state.sync.outbox.isEmpty)
  }

  // MARK: Clocks

  @Test("A clock that is hours off is told, and what is written fits the server's clock")
  mutating func wrongClock() {
    var tab = FakeTab(seed: 16)
    tab.now += 5 * 3_600_000
    tab.send("leader")
    server.now = 1_800_000_000_000
    tab.load(disk)
    tab.write(to: &disk)
    while !tab.requests.isEmpty {
      let answer = server.answer(tab.requests.removeFirst())
      tab.send("http:sync:\(answer.status)", answer.body)
      tab.write(to: &disk)
    }
    #expect(tab.state.notices == [.clock(minutes: 300)])
    let deck = tab.addDeck("On time")
    let stamp = tab.state.library.state(of: .deck, deck.id)!.properties[0].stamp
    #expect(abs(stamp.milliseconds - server.now) < 60_000)
  }

  @Test("Stamps from years ahead are made anew by the server's clock, and nothing is lost")
  mutating func clockYearsAhead() {
    var tab = FakeTab(seed: 17)
    tab.now += 5 * 366 * 86_400_000
    let right = server.now
    tab.send("leader")
    tab.load(disk)
    tab.write(to: &disk)
    tab.fire("sync.first")
    tab.requests = []
    tab.send("http:sync:0")
    let deck = tab.addDeck("From the future")
    let card = tab.addCard("kept", in: deck)
    tab.edit(card, "front", "kept and edited")
    let gone = tab.addCard("gone", in: deck)
    tab.perform { state, env in
      commit(&state, env, .cardDelete, StepArgs(name: "gone"), [.delete(.note, gone.id)])
    }
    for _ in 0..<20 {
      tab.write(to: &disk)
      if tab.requests.isEmpty { tab.fire("sync.now") }
      guard !tab.requests.isEmpty else { continue }
      server.now = right
      let answer = server.answer(tab.requests.removeFirst())
      tab.send("http:sync:\(answer.status)", answer.body)
    }
    tab.write(to: &disk)
    #expect(tab.state.sync.outbox.isEmpty)
    #expect(tab.front(card) == "kept and edited")
    #expect(tab.front(gone) == nil)
    #expect(server.rows.mapValues(\.state) == contents(tab.state.library))
    for row in server.rows.values {
      for property in row.state.properties {
        #expect(property.stamp.milliseconds < right + 86_400_000)
      }
    }
    let again = readyTab(seed: 18, &disk, &server)
    #expect(contents(again.state.library) == contents(tab.state.library))
  }
}
