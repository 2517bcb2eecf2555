internal import Domain
internal import Sync

// One function a query. Names of tables and columns are in Database+Schema.swift.

extension EntityID {
  /// The 16 bytes that stand in the tables; they sort as the id does.
  var blob: [UInt8] {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
  }
  init?(blob: UnsafeRawBufferPointer) {
    guard blob.count == 16 else { return nil }
    self.init(
      high: UInt64(bigEndian: blob.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: blob.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }
}

/// What stands in a row of `entity`.
struct EntityRow {
  var sequence: Sequence
  var kind: EntityKind
  var id: EntityID
  var isAlive: Bool
  var json: [UInt8]
}

extension Database {
  func latestSequence() throws(StoreError) -> Sequence {
    let query = try statement("SELECT max(seq) FROM entity")
    defer { query.reset() }
    return try query.step() ? Sequence(query.int(0)) : .zero
  }

  /// False when the entity has a row already; nothing is changed then.
  func insert(_ row: EntityRow) throws(StoreError) -> Bool {
    let query = try statement(
      """
      INSERT INTO entity (seq, kind, id, alive, change) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (kind, id) DO NOTHING
      """)
    query.bind(1, row.sequence.value)
    query.bind(2, Int64(row.kind.rawValue))
    query.bind(3, blob: row.id.blob)
    query.bind(4, row.isAlive ? 1 : 0)
    query.bind(5, text: row.json)
    try query.run()
    return changeCount == 1
  }

  func replace(_ row: EntityRow) throws(StoreError) {
    let query = try statement(
      "UPDATE entity SET seq = ?, alive = ?, change = ? WHERE kind = ? AND id = ?")
    query.bind(1, row.sequence.value)
    query.bind(2, row.isAlive ? 1 : 0)
    query.bind(3, text: row.json)
    query.bind(4, Int64(row.kind.rawValue))
    query.bind(5, blob: row.id.blob)
    try query.run()
  }

  func row(_ kind: EntityKind, _ id: EntityID) throws(StoreError) -> EntityRow? {
    let query = try statement("SELECT seq, alive, change FROM entity WHERE kind = ? AND id = ?")
    query.bind(1, Int64(kind.rawValue))
    query.bind(2, blob: id.blob)
    defer { query.reset() }
    guard try query.step() else { return nil }
    return EntityRow(
      sequence: Sequence(query.int(0)), kind: kind, id: id, isAlive: query.int(1) != 0,
      json: Array(query.bytes(2)))
  }

  func page(
    since: Sequence, through: Sequence, limit: PageLimit
  ) throws(StoreError) -> Page {
    let query = try statement(
      "SELECT seq, change FROM entity WHERE seq > ? AND seq <= ? ORDER BY seq")
    query.bind(1, since.value)
    query.bind(2, through.value)
    defer { query.reset() }
    var page = Page(since: since)
    while try query.step() {
      let text = query.bytes(1)
      let isFull =
        page.rowCount == limit.rowCountMax
        || page.json.count + text.count > limit.byteCountMax && page.rowCount > 0
      if isFull {
        page.hasMore = true
        break
      }
      if page.rowCount > 0 { page.json.append(UInt8(ascii: ",")) }
      page.json.append(contentsOf: text)
      page.rowCount += 1
      page.last = Sequence(query.int(0))
    }
    return page
  }

  /// Rows of one kind in the order of their ids. False: `body` wanted no more.
  func forEachRow(
    of kind: EntityKind, onlyAlive: Bool, _ body: (StoredRow) -> Bool
  ) throws(StoreError) -> Bool {
    let query = try statement(
      "SELECT seq, id, alive, change FROM entity WHERE kind = ? AND alive >= ? ORDER BY id")
    query.bind(1, Int64(kind.rawValue))
    query.bind(2, onlyAlive ? 1 : 0)
    defer { query.reset() }
    while try query.step() {
      guard let id = EntityID(blob: query.bytes(1)) else {
        throw .damaged("row \(query.int(0)) has no id")
      }
      let row = StoredRow(
        sequence: Sequence(query.int(0)), kind: kind, id: id, isAlive: query.int(2) != 0,
        json: query.bytes(3))
      if !body(row) { return false }
    }
    return true
  }

  func counts() throws(StoreError) -> StoreCounts {
    let query = try statement("SELECT kind, alive, count(*) FROM entity GROUP BY kind, alive")
    defer { query.reset() }
    var counts = StoreCounts()
    while try query.step() {
      guard let kind = EntityKind(rawValue: UInt8(clamping: query.int(0))) else {
        throw .damaged("there is a row of the unknown kind \(query.int(0))")
      }
      if query.int(1) != 0 {
        counts.alive[kind] = Int(query.int(2))
      } else {
        counts.removed[kind] = Int(query.int(2))
      }
    }
    return counts
  }

  func meta(_ name: String) throws(StoreError) -> String? {
    let query = try statement("SELECT value FROM meta WHERE name = ?")
    query.bind(1, text: name)
    defer { query.reset() }
    return try query.step() ? query.text(0) : nil
  }

  func setMeta(_ name: String, _ value: String) throws(StoreError) {
    let query = try statement("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)")
    query.bind(1, text: name)
    query.bind(2, text: value)
    try query.run()
  }

  func sessions() throws(StoreError) -> [StoredSession] {
    let query = try statement("SELECT hash, used FROM session")
    defer { query.reset() }
    var sessions: [StoredSession] = []
    while try query.step() {
      sessions.append(StoredSession(hash: Array(query.bytes(0)), usedAt: query.int(1)))
    }
    return sessions
  }

  func putSession(_ session: StoredSession) throws(StoreError) {
    let query = try statement("INSERT OR REPLACE INTO session (hash, used) VALUES (?, ?)")
    query.bind(1, blob: session.hash)
    query.bind(2, session.usedAt)
    try query.run()
  }

  func removeSession(hash: [UInt8]) throws(StoreError) {
    let query = try statement("DELETE FROM session WHERE hash = ?")
    query.bind(1, blob: hash)
    try query.run()
  }

  func removeSessions(usedBefore milliseconds: Int64) throws(StoreError) {
    let query = try statement("DELETE FROM session WHERE used < ?")
    query.bind(1, milliseconds)
    try query.run()
  }

  /// SQLite's own check of the whole file; empty when it is sound.
  func integrityProblems() throws(StoreError) -> [String] {
    let query = try statement("PRAGMA integrity_check(20)")
    defer { query.reset() }
    var problems: [String] = []
    while try query.step() {
      let line = query.text(0)
      if line != "ok" { problems.append(line) }
    }
    return problems
  }
}
