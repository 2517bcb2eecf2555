import Domain
import Foundation
import Store
import StoreSupport
import Sync
import Testing

@testable import Server

@Suite("Which backups stay")
struct BackupRetentionTests {
  private static let day: Int64 = 86_400_000

  private func expendable(_ times: [Int64], now: Int64) -> [String] {
    BackupRetention.expendable(among: times.map(BackupName.init(milliseconds:)), now: now)
      .map(\.text).sorted()
  }

  @Test("the last ten, however old")
  func lastTen() {
    let times = (0..<12).map { Int64($0) * 60_000 }
    let now = 400 * BackupRetentionTests.day
    #expect(expendable(Array(times[2...]), now: now).isEmpty)
    #expect(
      expendable(times, now: now) == times[..<2].map { BackupName(milliseconds: $0).text })
  }

  @Test("the last of each of thirty days")
  func daily() {
    // A backup every hour for forty days, the last one now.
    let hour: Int64 = 3_600_000
    let now = ManualClock.start
    let times = (0..<960).map { now - Int64($0) * hour }
    let gone = Set(expendable(times, now: now))
    let kept = times.map { BackupName(milliseconds: $0) }.filter { !gone.contains($0.text) }
    let days = Dictionary(grouping: kept, by: \.day)
    #expect(days.count == 30)
    let today = BackupName(milliseconds: now).day
    // Nine hours of today (09:30) make ten backups.
    #expect(days[today]?.count == 10)
    for (day, names) in days where day != today {
      #expect(names.map(\.text) == ["omena-\(day)T233000Z.json"])
    }
  }

  @Test("and no other file is a backup")
  func names() {
    #expect(BackupName("omena-20260131T093000Z.json")?.day == "20260131")
    for name in [
      "omena-20260131T093000Z.json.part", "omena-20260131.json", "omena-20260131T0930xxZ.json",
      "mine-20260131T093000Z.json", "omena-20260131t093000z.json", "omena-.json", "omena-.json.",
    ] {
      #expect(BackupName(name) == nil, "\(name)")
    }
  }
}

@Suite("Backups")
struct BackupTests {
  private let folder = TemporaryFolder()
  private let store = MemoryStore()
  private let clock = ManualClock()
  private let log = LogLines()
  private let backups: Backups
  private var path: String { folder.path + "/backups" }

  init() {
    backups = Backups(
      store, folder: folder.path + "/backups", clock: clock.clock, log: log.log(clock.clock))
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  private func content(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  @Test("hold the library")
  func content() throws {
    let deck = EntityID.numbered(100).text
    _ = try store.mergeAndWait([.note(1, ["deck": deck, "front": "kala", "back": "fish"])])
    _ = backups.runIfDue()
    #expect(names == ["omena-20260131T093000Z.json"])
    let value = try JSONValue(Array(try content(names[0]).utf8))
    #expect(value["format"]?.text == "omena-library")
    #expect(value["exported"]?.int == ManualClock.start)
    #expect(value["cards"]?.array?.map { $0["front"]?.text } == ["kala"])
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + names[0])
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("are written after changes only, once in ten minutes")
  func schedule() throws {
    _ = backups.runIfDue()
    #expect(names.isEmpty)
    _ = try store.mergeAndWait([.note(1)])
    _ = backups.runIfDue()
    #expect(names.count == 1)
    clock.advance(by: 3_600_000)
    _ = backups.runIfDue()
    #expect(names.count == 1)

    _ = try store.mergeAndWait([.note(2)])
    _ = backups.runIfDue()
    #expect(names.count == 2)
    _ = try store.mergeAndWait([.note(3)])
    clock.advance(by: 9 * 60_000)
    #expect(backups.runIfDue() < Backups.intervalMilliseconds)
    #expect(names.count == 2)
    clock.advance(by: 60_000)
    _ = backups.runIfDue()
    #expect(names.count == 3)
  }

  @Test("go on with the same rules after a restart")
  func restart() throws {
    _ = try store.mergeAndWait([.note(1)])
    _ = backups.runIfDue()
    let next = Backups(store, folder: path, clock: clock.clock, log: log.log(clock.clock))
    clock.advance(by: 3_600_000)
    _ = next.runIfDue()
    #expect(names.count == 1)
    _ = try store.mergeAndWait([.note(2)])
    _ = next.runIfDue()
    #expect(names.count == 2)
    _ = try store.mergeAndWait([.note(3)])
    _ = Backups(store, folder: path, clock: clock.clock, log: log.log(clock.clock)).runIfDue()
    #expect(names.count == 2)
  }

  @Test("are not held back by a file from the future")
  func future() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: path + "/omena-20300101T000000Z.json"))
    _ = try store.mergeAndWait([.note(1)])
    _ = backups.runIfDue()
    #expect(names.count == 2)
  }

  @Test("replace older ones, and leave other files alone")
  func pruning() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for name in ["mine.json", "omena-20260131T000000Z.json.part", "other.part"] {
      try Data().write(to: URL(fileURLWithPath: path + "/" + name))
    }
    for number in 0..<15 {
      _ = try store.mergeAndWait([.note(number)])
      _ = backups.runIfDue()
      clock.advance(by: 11 * 60_000)
    }
    #expect(names.count { $0.hasPrefix("omena-") } == BackupRetention.lastCount)
    #expect(names.contains("mine.json"))
    #expect(names.contains("other.part"))
    #expect(!names.contains { $0.hasPrefix("omena-") && $0.hasSuffix(".part") })
  }

  @Test("that fail leave nothing, say why, and are tried again")
  func failure() throws {
    _ = try store.mergeAndWait([.note(1)])
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(backups.runIfDue() == Backups.intervalMilliseconds)
    #expect(log.all.contains { $0.contains("level=error event=backup") })
    try FileManager.default.removeItem(atPath: path)
    _ = backups.runIfDue()
    #expect(names.count == 1)
  }

  @Test("are written by a running server, after it has been quiet for a moment")
  func thread() throws {
    let server = try TestServer { $0.backupsPath = path }
    #expect(try server.sync([.note(1)]).status == 200)
    let until = Date(timeIntervalSinceNow: 20)
    while names.isEmpty || names.contains(where: { $0.hasSuffix(".part") }), until > Date() {
      usleep(20_000)
    }
    #expect(names == ["omena-20260131T093000Z.json"])
  }
}

@Suite("A file that appears when it is whole")
struct AtomicFileTests {
  private let folder = TemporaryFolder()

  @Test("keeps the old content until the new one is there")
  func replace() throws {
    let path = folder.path + "/file"
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let file = try AtomicFile(path)
    try file.write(Array("new".utf8))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    try file.finish()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
  }

  @Test("leaves nothing when it is given up")
  func abandoned() throws {
    do { try AtomicFile(folder.path + "/file").write([1]) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("says why it cannot be written")
  func refused() {
    let path = folder.path + "/no/file"
    #expect {
      try AtomicFile(path)
    } throws: { error in
      "\(error)" == "\(path) cannot be written: No such file or directory."
    }
  }
}
