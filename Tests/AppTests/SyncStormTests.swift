import Domain
import Sync
import Testing

@testable import App

/// Three browsers, some with two tabs, and a server, driven by chance: steps, crashes in the middle
/// of writes, lost requests and lost answers, a full disk, closed tabs.
private struct Storm {
  var chance: Random
  var server = FakeServer()
  var browsers: [FakeBrowser]
  var decks: [DeckID] = []
  var notes: [NoteID] = []
  var number = 0

  init(seed: UInt64) {
    chance = Random(seed: seed)
    browsers = (1...3).map { FakeBrowser(seed: seed &* 1000 &+ $0 &* 100) }
    server.pageCount = 3 + chance.below(20)
    for index in browsers.indices {
      // Some turn their journal into segments all the time.
      if chance.below(2) == 0 { browsers[index].journalCountMax = 1 + chance.below(8) }
      browsers[index].open()
    }
  }

  mutating func act() {
    let b = chance.below(browsers.count)
    if browsers[b].tabs.isEmpty {
      browsers[b].open()
      return
    }
    let t = chance.below(browsers[b].tabs.count)
    switch chance.below(20) {
    case 0..<6: step(b, t)
    case 6..<10: browsers[b].writeOne(t, fails: chance.below(12) == 0)
    case 10..<12: network(b, t)
    case 12..<14: browsers[b].hearOne(t)
    case 14..<17: fire(b, t)
    case 17: browsers[b].tabs[t].send("focus")
    case 18:
      if browsers[b].tabs[t].wantsLoad { browsers[b].load(t) }
    default:
      if browsers[b].tabs.count < 2, chance.below(2) == 0 {
        browsers[b].open()
      } else if chance.below(3) == 0 {
        let count = browsers[b].tabs[t].writes.count
        browsers[b].kill(t, writesDone: chance.below(count + 1))
      }
    }
    if !browsers[b].tabs.isEmpty, t < browsers[b].tabs.count, browsers[b].tabs[t].wantsLoad {
      if chance.below(2) == 0 { browsers[b].load(t) }
    }
  }

  private mutating func step(_ b: Int, _ t: Int) {
    guard browsers[b].tabs[t].state.phase == .ready else { return }
    number += 1
    switch chance.below(8) {
    case 0: decks.append(browsers[b].tabs[t].addDeck("deck \(number)"))
    case 1...3:
      guard let deck = decks.randomElement(using: &chance) else { return }
      notes.append(browsers[b].tabs[t].addCard("card \(number)", in: deck))
    case 4, 5:
      guard let note = notes.randomElement(using: &chance) else { return }
      let name = ["front", "back", "note"][chance.below(3)]
      browsers[b].tabs[t].edit(note, name, "text \(number)")
    case 6:
      guard let deck = decks.randomElement(using: &chance) else { return }
      browsers[b].tabs[t].deleteDeck(deck)
    default: browsers[b].tabs[t].send("key", chance.below(2) == 0 ? "z|c||" : "Z|cs||")
    }
  }

  private mutating func network(_ b: Int, _ t: Int) {
    guard !browsers[b].tabs[t].requests.isEmpty else { return }
    switch chance.below(6) {
    case 0: browsers[b].tabs[t].loseRequest()
    case 1:
      // The server has it, but the answer is lost.
      _ = server.answer(browsers[b].tabs[t].requests[0])
      browsers[b].tabs[t].loseRequest()
    default: browsers[b].tabs[t].ask(&server)
    }
  }

  private mutating func fire(_ b: Int, _ t: Int) {
    let timers = browsers[b].tabs[t].timers.keys.sorted()
    guard let id = timers.randomElement(using: &chance) else { return }
    browsers[b].tabs[t].fire(id)
  }

  /// Peace: every browser settles twice, so that the first hears of the last one's changes.
  mutating func settle() {
    for _ in 0..<3 {
      for b in browsers.indices {
        if browsers[b].tabs.isEmpty { browsers[b].open() }
        for t in browsers[b].tabs.indices { browsers[b].tabs[t].send("focus") }
        browsers[b].settle(&server)
      }
    }
  }
}

struct SyncStormTests {
  @Test("Whatever happens, three browsers end with equal libraries and lose nothing that was saved")
  func storms() {
    let first = UInt64(20_261_130)
    for seed in first..<(first + 200) {
      var storm = Storm(seed: seed)
      for _ in 0..<220 { storm.act() }
      storm.settle()
      let held = storm.server.rows.mapValues(\.state)
      for (b, browser) in storm.browsers.enumerated() {
        for (t, tab) in browser.tabs.enumerated() {
          let own = contents(tab.state.library)
          #expect(difference(own, held) == "", "seed \(seed), browser \(b), tab \(t)")
          #expect(tab.state.library.orphanNotes().isEmpty, "seed \(seed)")
          #expect(tab.state.sync.outbox.isEmpty, "seed \(seed), browser \(b), tab \(t)")
        }
        for change in browser.saved {
          var state = held[change.id] ?? Change(change.kind, change.id)
          let isLost = state.merge(change)
          #expect(!isLost, "seed \(seed), browser \(b): lost \(change)")
        }
      }
    }
  }

  @Test("What a browser has on its disk after a storm is what it shows")
  func reopening() {
    var segmentCount = 0
    for seed in UInt64(7_000)..<7_060 {
      var storm = Storm(seed: seed)
      for _ in 0..<220 { storm.act() }
      storm.settle()
      for b in storm.browsers.indices {
        let before = contents(storm.browsers[b].tabs[0].state.library)
        var offline = FakeServer()
        offline.failure = (503, "")
        segmentCount += storm.browsers[b].disk.stores["segment"]?.count ?? 0
        while !storm.browsers[b].tabs.isEmpty { storm.browsers[b].kill(0, writesDone: 0) }
        storm.browsers[b].open()
        storm.browsers[b].settle(&offline)
        let after = contents(storm.browsers[b].tabs[0].state.library)
        #expect(difference(after, before) == "", "seed \(seed)")
      }
    }
    #expect(segmentCount > 0)
  }

  @Test("The same actions with the same environments give the same state and the same effects")
  func replay() {
    func run() -> ([Effect], [EntityID: Change]) {
      var disk = FakeDisk()
      var server = FakeServer()
      var tab = readyTab(seed: 77, &disk, &server)
      let deck = tab.addDeck("Birds")
      tab.edit(tab.addCard("owl", in: deck), "front", "eagle owl")
      tab.deleteDeck(deck)
      tab.send("toast.undo")
      tab.send("route", "#/history")
      tab.settle(&disk, &server)
      return (tab.others, contents(tab.state.library))
    }
    let (one, two) = (run(), run())
    #expect(one.0 == two.0)
    #expect(one.1 == two.1)
  }
}
