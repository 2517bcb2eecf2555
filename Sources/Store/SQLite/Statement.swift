internal import CSQLite

/// SQLite's marker for "copy the bytes before the call returns", a cast macro in C.
nonisolated(unsafe) private let copied = unsafeBitCast(
  OpaquePointer(bitPattern: -1), to: sqlite3_destructor_type.self)

/// A prepared statement. Parameters count from 1, columns from 0, as in SQLite.
final class Statement {
  private let raw: OpaquePointer
  private unowned let database: Database

  init(_ raw: OpaquePointer, of database: Database) {
    self.raw = raw
    self.database = database
  }
  deinit { sqlite3_finalize(raw) }

  func reset() {
    sqlite3_reset(raw)
    sqlite3_clear_bindings(raw)
  }

  func bind(_ parameter: Int32, _ value: Int64) { sqlite3_bind_int64(raw, parameter, value) }

  func bind(_ parameter: Int32, text: [UInt8]) {
    text.withUnsafeBytes { bytes in
      // An empty Swift buffer may have no address, which SQLite would read as NULL.
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      _ =
        start == nil
        ? sqlite3_bind_text(raw, parameter, "", 0, copied)
        : sqlite3_bind_text(raw, parameter, start, Int32(bytes.count), copied)
    }
  }
  func bind(_ parameter: Int32, text: String) { bind(parameter, text: Array(text.utf8)) }

  func bind(_ parameter: Int32, blob: [UInt8]) {
    _ = blob.withUnsafeBytes { bytes in
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(raw, parameter, 0)
        : sqlite3_bind_blob(raw, parameter, bytes.baseAddress, Int32(bytes.count), copied)
    }
  }

  /// Goes to the next row; false when there is none.
  func step() throws(StoreError) -> Bool {
    let code = sqlite3_step(raw)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let error = database.error(code)
      sqlite3_reset(raw)
      throw error
    }
  }

  /// Runs to the end and lets go of the locks that a statement under way holds.
  func run() throws(StoreError) {
    while try step() {}
    reset()
  }

  func int(_ column: Int32) -> Int64 { sqlite3_column_int64(raw, column) }

  /// The column's bytes, valid until the next step or reset.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    // The text first, then its length: SQLite may convert in the first call.
    let start = sqlite3_column_blob(raw, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, column)))
  }

  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
}
