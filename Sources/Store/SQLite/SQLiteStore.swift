public import Domain
internal import Synchronization
public import Sync

/// The store in one SQLite file: one thread writes, any number of threads read.
public final class SQLiteStore: Store {
  public let path: String
  private let writer: WriterThread
  private let readers: ReaderPool
  private let currentID: Mutex<StoreID>

  /// Opens the store at `path`, or makes one there.
  public convenience init(making path: String) throws(StoreError) {
    try self.init(path, .create)
  }

  /// Opens the store that is at `path`.
  public convenience init(opening path: String) throws(StoreError) {
    guard fileExists(path) else { throw .missing(path: path) }
    try self.init(path, .readWrite)
  }

  private init(_ path: String, _ mode: Database.Mode) throws(StoreError) {
    let database = try Database(path, mode, cacheKiB: WriterThread.cacheKiB)
    try database.migrate()
    guard let text = try database.meta("store"), let value = UInt64(text, radix: 16) else {
      throw .damaged("it has no id")
    }
    currentID = Mutex(StoreID(value))
    self.path = path
    writer = WriterThread(path, database)
    readers = ReaderPool(path)
  }

  public var id: StoreID { currentID.withLock { $0 } }

  public func renewID() throws(StoreError) {
    let new = StoreID(UInt64.random(in: .min ... .max))
    try writer.perform { database throws(StoreError) in
      try database.setMeta("store", new.text)
    }
    currentID.withLock { $0 = new }
  }

  public func merge(
    _ batch: [Change], since: Sequence, done: @escaping @Sendable (MergeResult) -> Void
  ) {
    writer.merge(batch, since: since, done: done)
  }

  public func latest() throws(StoreError) -> Sequence {
    try readers.read { database throws(StoreError) in try database.latestSequence() }
  }

  public func page(
    since: Sequence, through: Sequence, limit: PageLimit
  ) throws(StoreError) -> Page {
    try readers.read { database throws(StoreError) in
      try database.page(since: since, through: through, limit: limit)
    }
  }

  public func forEachRow(
    of kinds: [EntityKind], onlyAlive: Bool, _ body: (StoredRow) -> Bool
  ) throws(StoreError) {
    try readers.read { database throws(StoreError) in
      try database.view { () throws(StoreError) in
        for kind in kinds {
          guard try database.forEachRow(of: kind, onlyAlive: onlyAlive, body) else { return }
        }
      }
    }
  }

  public func state(of kind: EntityKind, _ id: EntityID) throws(StoreError) -> Change? {
    try readers.read { database throws(StoreError) in
      guard let row = try database.row(kind, id) else { return nil }
      return try row.change()
    }
  }

  public func counts() throws(StoreError) -> StoreCounts {
    try readers.read { database throws(StoreError) in try database.counts() }
  }

  public func note(_ name: StoreNote) throws(StoreError) -> String? {
    try readers.read { database throws(StoreError) in try database.meta(name.rawValue) }
  }

  public func setNote(_ name: StoreNote, _ value: String) throws(StoreError) {
    try writer.perform { database throws(StoreError) in
      try database.setMeta(name.rawValue, value)
    }
  }

  public func sessions() throws(StoreError) -> [StoredSession] {
    try readers.read { database throws(StoreError) in try database.sessions() }
  }

  public func putSession(_ session: StoredSession) throws(StoreError) {
    try writer.perform { database throws(StoreError) in try database.putSession(session) }
  }

  public func removeSessions(_ which: SessionChoice) throws(StoreError) {
    try writer.perform { database throws(StoreError) in
      switch which {
      case .all: try database.removeSessions(usedBefore: .max)
      case .hash(let hash): try database.removeSession(hash: hash)
      case .unusedSince(let time): try database.removeSessions(usedBefore: time)
      }
    }
  }

  /// SQLite's own check of the whole file, then of each row; empty when all is sound.
  public func problems() throws(StoreError) -> [String] {
    var problems = try readers.read { database throws(StoreError) in
      try database.integrityProblems()
    }
    try forEachRow(of: EntityKind.allCases, onlyAlive: false) { row in
      if let problem = row.problem { problems.append(problem) }
      return problems.count < 20
    }
    return problems
  }

  public func close() {
    readers.close()
    writer.close()
  }
}

extension StoredRow {
  /// What is wrong with this row, in words; nil when it is sound.
  fileprivate var problem: String? {
    let name = "\(kind.name) \(id.text)"
    guard let change = Change(wireBytes: Array(json)) else { return "\(name) cannot be read" }
    if change.kind != kind || change.id != id { return "\(name) holds another entity" }
    if change.isAlive != isAlive { return "\(name) is marked wrongly as kept or removed" }
    return nil
  }
}
