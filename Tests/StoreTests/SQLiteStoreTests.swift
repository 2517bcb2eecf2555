import Domain
import Foundation
import StoreSupport
import Sync
import Synchronization
import Testing

@testable import Store

@Suite("The store in SQLite")
struct SQLiteStoreTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/omena.db" }

  @Test("is the same one after a restart")
  func restart() throws {
    let first = try SQLiteStore(making: path)
    _ = try first.mergeAndWait([.note(1), .note(2)])
    try first.renewID()
    let (id, rows) = (first.id, try first.allRows())
    first.close()
    let second = try SQLiteStore(opening: path)
    defer { second.close() }
    #expect(second.id == id)
    #expect(try second.allRows() == rows)
    #expect(try second.mergeAndWait([.note(3)]).base == Sequence(2))
    #expect(try second.problems().isEmpty)
  }

  @Test("is not made by opening")
  func missing() {
    #expect(throws: StoreError.missing(path: path)) { try SQLiteStore(opening: path) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("is refused when it is not a database")
  func garbage() throws {
    try Data(repeating: 0x61, count: 5_000).write(to: URL(fileURLWithPath: path))
    #expect { try SQLiteStore(making: path) } throws: { error in
      guard case .damaged = error as? StoreError else { return false }
      return true
    }
  }

  @Test("is refused when it belongs to another program")
  func foreign() throws {
    let database = try Database(path, .create, cacheKiB: 100)
    try database.execute("CREATE TABLE bookmark (url TEXT)")
    #expect(throws: StoreError.damaged("it is the database of another program")) {
      try SQLiteStore(making: path)
    }
  }

  @Test("is refused when a newer version wrote it")
  func newer() throws {
    try SQLiteStore(making: path).close()
    let version = Database.migrations.count + 1
    try Database(path, .readWrite, cacheKiB: 100).execute("PRAGMA user_version = \(version)")
    #expect(throws: StoreError.newer(version: version)) { try SQLiteStore(making: path) }
  }

  @Test("takes only the steps of its schema that are missing")
  func migration() throws {
    let database = try Database(path, .create, cacheKiB: 100)
    try database.migrate()
    try database.migrate(
      Database.migrations + ["CREATE TABLE extra (value TEXT) STRICT"])
    try database.execute("INSERT INTO extra VALUES ('kept')")
    try database.migrate(
      Database.migrations + [
        "CREATE TABLE extra (value TEXT) STRICT", "ALTER TABLE extra ADD COLUMN other TEXT",
      ])
    let query = try database.statement("SELECT value, other FROM extra")
    #expect(try query.step())
    #expect(query.text(0) == "kept")
  }

  @Test("undoes a step of its schema that fails")
  func failedMigration() throws {
    let database = try Database(path, .create, cacheKiB: 100)
    try database.migrate()
    #expect(throws: StoreError.self) {
      try database.migrate(Database.migrations + ["CREATE TABLE half (a TEXT); nonsense"])
    }
    try database.migrate()
    #expect(throws: StoreError.self) { try database.statement("SELECT a FROM half") }
  }

  @Test("finds rows that were tampered with")
  func problems() throws {
    let store = try SQLiteStore(making: path)
    defer { store.close() }
    _ = try store.mergeAndWait([.note(1), .note(2), .note(3), .note(4)])
    #expect(try store.problems().isEmpty)
    let database = try Database(path, .readWrite, cacheKiB: 100)
    try database.execute(
      """
      UPDATE entity SET change = '{"k":"no' WHERE seq = 1;
      UPDATE entity SET alive = 0 WHERE seq = 2;
      UPDATE entity SET change = (SELECT change FROM entity WHERE seq = 4) WHERE seq = 3;
      """)
    let problems = try store.problems()
    #expect(problems.count == 3)
    #expect(problems.contains { $0.hasSuffix("cannot be read") })
    #expect(problems.contains { $0.hasSuffix("marked wrongly as kept or removed") })
    #expect(problems.contains { $0.hasSuffix("holds another entity") })
    // A row that cannot be read is not overwritten.
    #expect {
      try store.mergeAndWait([.note(1, ["front": "x"], at: .at(9))])
    } throws: { error in
      guard case .damaged = error as? StoreError else { return false }
      return true
    }
  }

  @Test("takes writes of two processes at the same time")
  func twoWriters() throws {
    let one = try SQLiteStore(making: path)
    let two = try SQLiteStore(making: path)
    defer {
      one.close()
      two.close()
    }
    let left = Atomic<Int>(200)
    for number in 0..<100 {
      for (store, offset) in [(one, 0), (two, 1000)] {
        store.merge([.note(number + offset)], since: .zero) { result in
          #expect(throws: Never.self) { try result.get() }
          left.subtract(1, ordering: .acquiringAndReleasing)
        }
      }
    }
    while left.load(ordering: .acquiring) > 0 { usleep(1000) }
    #expect(try one.counts().alive == [.note: 200])
    #expect(try two.latest() == Sequence(200))
  }

  @Test("is whole again after its disk was full")
  func full() throws {
    let database = try Database(path, .create, cacheKiB: 100)
    try database.migrate()
    try database.execute("PRAGMA max_page_count = 20")
    let long = String(repeating: "x", count: 3_000)
    #expect(throws: StoreError.full) {
      try database.transaction { () throws(StoreError) in
        for number in 0..<100 {
          _ = try database.merge([.note(number, ["front": long])], since: .zero)
        }
      }
    }
    #expect(try database.latestSequence() == .zero)
    try database.execute("PRAGMA max_page_count = 10000")
    let report = try database.transaction { () throws(StoreError) in
      try database.merge([.note(1, ["front": long])], since: .zero)
    }
    #expect(report.latest == Sequence(1))
    #expect(try database.integrityProblems().isEmpty)
  }
}
