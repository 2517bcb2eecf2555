import Domain
import Store
import StoreSupport
import Sync
import Synchronization
import Testing

@Suite("Every store")
struct StoreContractTests {
  private let folder = TemporaryFolder()

  @Test("starts with nothing in it", arguments: StoreMaker.allCases)
  func empty(maker: StoreMaker) throws {
    let store = try maker.make(in: folder)
    #expect(try store.latest() == .zero)
    #expect(try store.page(since: .zero, through: .max, limit: .sync) == Page(since: .zero))
    #expect(try store.counts() == StoreCounts())
    for note in StoreNote.allCases { #expect(try store.note(note) == nil) }
  }

  @Test("numbers what comes and gives it back in its wire form", arguments: StoreMaker.allCases)
  func pushAndPage(maker: StoreMaker) throws {
    let store = try maker.make(in: folder)
    let report = try store.mergeAndWait([.note(1), .note(2)])
    #expect(report.base == .zero)
    #expect(report.latest == Sequence(2))
    #expect(report.added == [.note: 2])
    let page = try store.page(since: .zero, through: .max, limit: .sync)
    #expect(page.rowCount == 2)
    #expect(page.last == Sequence(2))
    #expect(!page.hasMore)
    let expected = Change.note(1).wireBytes + [UInt8(ascii: ",")] + Change.note(2).wireBytes
    #expect(page.json == expected)
  }

  @Test("gives no number to what changes nothing", arguments: StoreMaker.allCases)
  func noChange(maker: StoreMaker) throws {
    let store = try maker.make(in: folder)
    _ = try store.mergeAndWait([.note(1, ["front": "new"], at: .at(5))])
    let again = try store.mergeAndWait([.note(1, ["front": "new"], at: .at(5))])
    let older = try store.mergeAndWait([.note(1, ["front": "old"], at: .at(4))])
    let empty = try store.mergeAndWait([Change(.note, .numbered(9))])
    for report in [again, older, empty] {
      #expect(report.base == Sequence(1))
      #expect(report.latest == Sequence(1))
      #expect(report.added.isEmpty)
      #expect(report.updated == 0)
    }
    #expect(try store.counts().alive == [.note: 1])
  }

  @Test(
    "keeps the later value of each property, and those it does not know",
    arguments: StoreMaker.allCases)
  func merge(maker: StoreMaker) throws {
    let store = try maker.make(in: folder)
    _ = try store.mergeAndWait([.note(1, ["front": "a", "later": "kept"], at: .at(1))])
    _ = try store.mergeAndWait([.note(2)])
    let report = try store.mergeAndWait([.note(1, ["front": "b", "back": "c"], at: .at(2))])
    #expect(report.updated == 1)
    #expect(report.latest == Sequence(3))
    let page = try store.page(since: Sequence(2), through: .max, limit: .sync)
    #expect(page.rowCount == 1)
    let merged = try #require(Change(wireBytes: page.json))
    #expect(merged.properties.map(\.name) == ["back", "front", "later"])
    #expect(merged.properties.map(\.value) == [.text("c"), .text("b"), .text("kept")])
    // The row has moved: it is not also at its old place.
    #expect(try store.page(since: .zero, through: .max, limit: .sync).rowCount == 2)
  }

  @Test("merges changes of one entity within a batch", arguments: StoreMaker.allCases)
  func sameBatch(maker: StoreMaker) throws {
    let store = try maker.make(in: folder)
    let report = try store.mergeAndWait([
      .note(1, ["front": "a"], at: .at(1)), .note(1, ["back": "b"], at: .at(2)),
    ])
    #expect(report.added == [.note: 1])
    #expect(report.updated == 1)
    #expect(report.unseen.isEmpty)
    #expect(try store.counts().alive == [.note: 1])
  }

  @Test(
    "counts what was removed, and an edit that the remover had not seen brings it back",
    arguments: StoreMaker.allCases)
  func removal(maker: StoreMaker) throws {
    let store = try maker.make(in: folder)
    _ = try store.mergeAndWait([.note(1, at: .at(1)), .note(2, at: .at(1))])
    _ = try store.mergeAndWait([.removal(of: 1, seen: [.at(1)])])
    #expect(try store.counts().alive == [.note: 1])
    #expect(try store.counts().removed == [.note: 1])
    let edit = Change.note(1, ["front": "edited"], at: .at(1, device: 0xB00))
    let report = try store.mergeAndWait([edit])
    #expect(report.added == [.note: 1])
    #expect(try store.counts().alive == [.note: 2])
    #expect(try store.counts().removed.isEmpty)
  }

  @Test(
    "tells the sender what its change met that it had not seen",
    arguments: StoreMaker.allCases)
  func unseen(maker: StoreMaker) throws {
    let store = try maker.make(in: folder)
    _ = try store.mergeAndWait([.note(1, ["front": "theirs"], at: .at(1))])
    let mine = Change.note(1, ["back": "mine"], at: .at(2))
    func send(_ since: Sequence, _ change: Change) throws -> MergeReport {
      let report = Mutex<MergeResult?>(nil)
      store.merge([change], since: since) { result in report.withLock { $0 = result } }
      while report.withLock({ $0 == nil }) {}
      return try report.withLock { try $0!.get() }
    }
    let report = try send(.zero, mine)
    let both = Change.note(1, ["front": "theirs"], at: .at(1)).merging(mine)
    #expect(report.unseen == [both.wireBytes])
    // Now it has seen all of it.
    let next = try send(report.latest, .note(1, ["back": "mine again"], at: .at(3)))
    #expect(next.unseen.isEmpty)
  }

  @Test(
    "ends a page at its limits and misses nothing between pages",
    arguments: StoreMaker.allCases, [1, 3, 7, 20, 50])
  func paging(maker: StoreMaker, rowCountMax: Int) throws {
    let store = try maker.make(in: folder)
    _ = try store.mergeAndWait((1...20).map { .note($0) })
    var since = Sequence.zero
    var seen: [UInt8] = []
    var rowCount = 0
    while true {
      let limit = PageLimit(rowCountMax: rowCountMax, byteCountMax: 1000)
      let page = try store.page(since: since, through: .max, limit: limit)
      #expect(page.rowCount <= rowCountMax)
      #expect(page.json.count <= 1000)
      seen += (seen.isEmpty ? [] : [UInt8(ascii: ",")]) + page.json
      rowCount += page.rowCount
      since = page.last
      if !page.hasMore { break }
    }
    #expect(rowCount == 20)
    #expect(String(decoding: seen, as: UTF8.self) == (try store.allRows()))
  }

  @Test("gives a row that is larger than a page all the same", arguments: StoreMaker.allCases)
  func largeRow(maker: StoreMaker) throws {
    let store = try maker.make(in: folder)
    let long = String(repeating: "ä", count: 5_000)
    _ = try store.mergeAndWait([.note(1, ["front": long]), .note(2)])
    let limit = PageLimit(rowCountMax: 10, byteCountMax: 1000)
    let page = try store.page(since: .zero, through: .max, limit: limit)
    #expect(page.rowCount == 1)
    #expect(page.hasMore)
    #expect(page.json == Change.note(1, ["front": long]).wireBytes)
  }

  @Test(
    "walks the rows of the kinds asked for, by id, and stops when told",
    arguments: StoreMaker.allCases)
  func walk(maker: StoreMaker) throws {
    let store = try maker.make(in: folder)
    let deck = Change(
      .deck, .numbered(9), properties: [PropertySet("name", .text("Fish"), .at(1))])
    _ = try store.mergeAndWait([.note(3), .note(1), deck, .note(2)])
    _ = try store.mergeAndWait([.removal(of: 2, seen: [.at(1)])])
    func ids(_ kinds: [EntityKind], onlyAlive: Bool, countMax: Int = .max) throws -> [EntityID] {
      var ids: [EntityID] = []
      try store.forEachRow(of: kinds, onlyAlive: onlyAlive) { row in
        #expect(Change(wireBytes: Array(row.json))?.id == row.id)
        ids.append(row.id)
        return ids.count < countMax
      }
      return ids
    }
    let numbers = [9, 1, 2, 3].map(EntityID.numbered)
    #expect(try ids([.deck, .note], onlyAlive: false) == numbers)
    #expect(try ids([.deck, .note], onlyAlive: true) == [numbers[0], numbers[1], numbers[3]])
    #expect(try ids([.note], onlyAlive: false, countMax: 2) == [numbers[1], numbers[2]])
    #expect(try ids([.review], onlyAlive: false).isEmpty)
  }

  @Test("keeps notes and sessions beside the library", arguments: StoreMaker.allCases)
  func notesAndSessions(maker: StoreMaker) throws {
    let store = try maker.make(in: folder)
    try store.setNote(.samples, "1")
    try store.setNote(.samples, "2")
    #expect(try store.note(.samples) == "2")
    #expect(try store.note(.backup) == nil)

    let sessions = (1...3).map { StoredSession(hash: [UInt8($0), 0], usedAt: Int64($0)) }
    for session in sessions { try store.putSession(session) }
    try store.putSession(StoredSession(hash: [1, 0], usedAt: 10))
    try store.removeSessions(.hash([2, 0]))
    #expect(try Set(store.sessions().map(\.usedAt)) == [10, 3])
    try store.removeSessions(.unusedSince(4))
    #expect(try store.sessions().map(\.usedAt) == [10])
    try store.removeSessions(.all)
    #expect(try store.sessions().isEmpty)
  }

  @Test(
    "gives the whole state of one entity, also when it was removed",
    arguments: StoreMaker.allCases)
  func state(maker: StoreMaker) throws {
    let store = try maker.make(in: folder)
    _ = try store.mergeAndWait([.note(1, ["front": "a"], at: .at(1))])
    _ = try store.mergeAndWait([.note(1, ["back": "b"], at: .at(2))])
    let removal = Change.removal(of: 1, seen: [.at(2)])
    _ = try store.mergeAndWait([removal])
    let whole = Change.note(1, ["front": "a"], at: .at(1))
      .merging(.note(1, ["back": "b"], at: .at(2))).merging(removal)
    #expect(try store.state(of: .note, .numbered(1)) == whole)
    #expect(try store.state(of: .note, .numbered(2)) == nil)
    #expect(try store.state(of: .deck, .numbered(1)) == nil)
  }

  @Test("takes a new id when asked", arguments: StoreMaker.allCases)
  func renew(maker: StoreMaker) throws {
    let store = try maker.make(in: folder)
    let old = store.id
    try store.renewID()
    #expect(store.id != old)
  }

  @Test("takes nothing after its close", arguments: StoreMaker.allCases)
  func closed(maker: StoreMaker) throws {
    let store = try maker.make(in: folder)
    store.close()
    #expect(throws: StoreError.closed) { try store.mergeAndWait([.note(1)]) }
    #expect(throws: StoreError.closed) { try store.setNote(.samples, "1") }
  }
}
