import Domain
import Sync

@testable import App

/// A browser on one device: a disk and some tabs, of which one leads.
struct FakeBrowser {
  var disk = FakeDisk()
  var tabs: [FakeTab] = []
  /// Messages on their way to each tab, by its place in `tabs`.
  private var channel: [[[UInt8]]] = []
  private var tabCount: UInt64 = 0
  private let seed: UInt64
  var journalCountMax = Compaction.journalCountMax
  var now: Int64 = 1_800_000_000_000
  /// Changes that a sign has called saved: they must never be lost.
  private(set) var saved: [Change] = []

  init(seed: UInt64) { self.seed = seed }

  mutating func open() {
    tabCount += 1
    let device = disk.text("meta", "device") ?? ""
    var tab = FakeTab(seed: seed &+ tabCount, lane: Int(tabCount & 0xFF), device: device)
    tab.now = max(tab.now, now)
    tab.state.device.journalCountMax = journalCountMax
    if tabs.isEmpty { tab.send("leader") }
    tabs.append(tab)
    channel.append([])
  }

  /// The tab ends as if by a crash: of its writes only some are done, in order.
  mutating func kill(_ place: Int, writesDone: Int) {
    // Messages leave in the same moment as the writes are asked for.
    collectPosts()
    var tab = tabs.remove(at: place)
    channel.remove(at: place)
    now = max(now, tab.now)
    for write in tab.writes.prefix(writesDone) { disk.write(write.operations) }
    tab.writes = []
    if place == 0, !tabs.isEmpty { tabs[0].send("leader") }
  }

  /// Does one write of a tab and notes what is saved now.
  mutating func writeOne(_ place: Int, fails: Bool) {
    guard !tabs[place].writes.isEmpty else { return }
    if fails {
      tabs[place].failWrite()
      return
    }
    let write = tabs[place].writes.removeFirst()
    disk.write(write.operations)
    for operation in write.operations where operation.store == .journal {
      if let bytes = operation.bytes { saved += changes(in: bytes) ?? [] }
    }
    tabs[place].send("wrote:\(write.token)")
  }

  /// Hands one tab's messages to the channel; the other tabs hear them later.
  mutating func collectPosts() {
    for place in tabs.indices {
      for post in tabs[place].posts {
        for other in tabs.indices where other != place { channel[other].append(post) }
      }
      tabs[place].posts = []
    }
  }

  mutating func hearOne(_ place: Int) {
    collectPosts()
    guard !channel[place].isEmpty else { return }
    tabs[place].send("channel", channel[place].removeFirst())
  }

  /// A reading comes after all writes that were asked for before it, as IndexedDB has it.
  mutating func load(_ place: Int) {
    for other in tabs.indices {
      while !tabs[other].writes.isEmpty { writeOne(other, fails: false) }
    }
    tabs[place].load(disk)
  }

  /// Everything runs until nothing is left but waiting.
  mutating func settle(_ server: inout FakeServer) {
    for _ in 0..<60 {
      var isQuiet = true
      for place in tabs.indices {
        if tabs[place].wantsLoad { load(place) }
        tabs[place].settle(&disk, &server)
        collectPosts()
        while !channel[place].isEmpty {
          hearOne(place)
          isQuiet = false
        }
      }
      if isQuiet, channel.allSatisfy(\.isEmpty) { return }
    }
    fatalError("the tabs never come to rest")
  }
}
