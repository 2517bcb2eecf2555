internal import Exchange
public import Store
internal import Sync

/// Why a library file was not written.
public enum ExportError: Error, Equatable {
  case store(StoreError)
  case file(FileError)
  /// The server is stopping.
  case stopped
}

extension ExportError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .store(let error): error.description
    case .file(let error): error.description
    case .stopped: "The server is stopping."
    }
  }
}

/// Writes a store as a library file, piece by piece: a large library takes no more memory than a
/// small one.
public enum LibraryExport {
  /// Bytes that are collected before they are written.
  private static let pieceByteCount = 256 * 1024

  /// `exported` is the time that the file names, Unix milliseconds. `write` takes the pieces.
  public static func run(
    _ store: any Store, exported: Int64, isStopped: () -> Bool = { false },
    write: ([UInt8]) throws(FileError) -> Void
  ) throws(ExportError) {
    var writer = LibraryFileWriter(exported: exported)
    var failure: ExportError?
    do throws(StoreError) {
      try store.forEachRow(of: LibraryFile.kinds, onlyAlive: true) { row in
        guard let state = Change(wireBytes: Array(row.json)) else {
          failure = .store(.damaged("the row of \(row.id.text) cannot be read"))
          return false
        }
        writer.add(state)
        guard writer.count > pieceByteCount else { return true }
        failure = isStopped() ? .stopped : put(writer.take(), write)
        return failure == nil
      }
    } catch {
      throw .store(error)
    }
    if let failure { throw failure }
    writer.finish()
    if let failure = put(writer.take(), write) { throw failure }
  }

  private static func put(
    _ piece: [UInt8], _ write: ([UInt8]) throws(FileError) -> Void
  ) -> ExportError? {
    do throws(FileError) {
      try write(piece)
      return nil
    } catch {
      return .file(error)
    }
  }
}
