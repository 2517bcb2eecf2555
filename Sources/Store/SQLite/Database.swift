internal import CSQLite
internal import Glibc

/// One connection to SQLite. It is used by one thread at a time (SQLite's own locks are off).
final class Database {
  enum Mode { case readOnly, readWrite, create }

  private let raw: OpaquePointer
  private let path: String
  private var statements: [String: Statement] = [:]

  /// `cacheKiB`: how much of the file SQLite keeps in memory.
  init(_ path: String, _ mode: Mode, cacheKiB: Int) throws(StoreError) {
    var handle: OpaquePointer?
    let access =
      switch mode {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let code = sqlite3_open_v2(
      path, &handle, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let handle else {
      let reason = String(cString: sqlite3_errstr(code))
      sqlite3_close_v2(handle)
      throw code & 0xFF == SQLITE_NOMEM
        ? .failed(code: code, message: reason) : .denied(path: path, reason: reason)
    }
    raw = handle
    self.path = path
    sqlite3_busy_timeout(raw, StoreError.busyMaxMilliseconds)
    // The write-ahead log with a sync at every commit keeps what was acknowledged. Memory mapping
    // is off: a file cut short under a mapping kills the process instead of giving an error.
    if mode != .readOnly { try execute("PRAGMA journal_mode = WAL") }
    try execute(
      """
      PRAGMA synchronous = FULL; PRAGMA mmap_size = 0; PRAGMA trusted_schema = OFF;
      PRAGMA foreign_keys = ON; PRAGMA cache_size = -\(cacheKiB)
      """)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(raw)
  }

  /// Runs any number of statements that give no rows.
  func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(raw, sql, nil, nil, nil)
    if code != SQLITE_OK { throw error(code) }
  }

  /// The prepared statement for `sql`, reset and without bindings; kept for the next time.
  func statement(_ sql: String) throws(StoreError) -> Statement {
    if let known = statements[sql] {
      known.reset()
      return known
    }
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(raw, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw error(code) }
    let made = Statement(handle, of: self)
    statements[sql] = made
    return made
  }

  /// How many rows the last statement changed.
  var changeCount: Int { Int(sqlite3_changes(raw)) }

  /// Runs `body` in a transaction that takes the write lock at once. An error undoes all of it.
  func transaction<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    try execute("BEGIN IMMEDIATE")
    do throws(StoreError) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // A full disk may have ended the transaction already.
      if sqlite3_get_autocommit(raw) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Runs `body` in one consistent view of the store.
  func view<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    try execute("BEGIN")
    defer { try? execute("ROLLBACK") }
    return try body()
  }

  /// The error for a result code, asked right after the call that failed.
  func error(_ code: Int32) -> StoreError {
    let message = String(cString: sqlite3_errmsg(raw))
    switch code & 0xFF {
    case SQLITE_FULL: return .full
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged(message)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_AUTH:
      return .denied(path: path, reason: message)
    case SQLITE_IOERR:
      return hasNoRoom ? .full : .failed(code: code, message: message)
    default: return .failed(code: code, message: message)
    }
  }
  /// Whether a quota or a limit on file sizes stopped the last write: those come as input/output
  /// errors. Only the files know the cause; `sqlite3_system_errno` is overwritten on the way here.
  private var hasNoRoom: Bool {
    [SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER].contains { which in
      var file: UnsafeMutablePointer<sqlite3_file>?
      var cause: Int32 = 0
      guard sqlite3_file_control(raw, "main", which, &file) == SQLITE_OK, let file,
        let methods = file.pointee.pMethods,
        methods.pointee.xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &cause) == SQLITE_OK
      else { return false }
      return [ENOSPC, EDQUOT, EFBIG].contains(cause)
    }
  }
}
