internal import Synchronization

/// Connections for reading, each with one borrower at a time.
final class ReaderPool: Sendable {
  /// Only the borrower touches the connection: that makes it safe to pass on.
  private struct Reader: @unchecked Sendable { let database: Database }

  private static let cacheKiB = 1024
  private static let idleCountMax = 4

  private let path: String
  private let idle = Mutex<[Reader]>([])

  init(_ path: String) { self.path = path }

  func read<T>(_ body: (Database) throws(StoreError) -> T) throws(StoreError) -> T {
    let known = idle.withLock { $0.popLast() }
    let reader: Reader
    if let known {
      reader = known
    } else {
      reader = Reader(database: try Database(path, .readOnly, cacheKiB: ReaderPool.cacheKiB))
    }
    defer { idle.withLock { if $0.count < ReaderPool.idleCountMax { $0.append(reader) } } }
    return try body(reader.database)
  }

  func close() { idle.withLock { $0.removeAll() } }
}
