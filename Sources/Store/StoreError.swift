/// Everything that can go wrong with a store.
public enum StoreError: Error, Equatable, Sendable {
  /// No room: the disk, a quota or a limit on file sizes. Nothing was changed.
  case full
  /// Another process has held the store for longer than `busyMaxMilliseconds`.
  case busy
  /// There is no store at this path.
  case missing(path: String)
  /// The folder or the file cannot be read or written.
  case denied(path: String, reason: String)
  /// Another server works on this data folder.
  case locked(path: String)
  /// The file is not a store, or it is broken.
  case damaged(String)
  /// The store was written by a newer version of Omena.
  case newer(version: Int)
  /// The store is being closed.
  case closed
  case failed(code: Int32, message: String)

  /// How long a write waits for another process, in milliseconds.
  public static let busyMaxMilliseconds: Int32 = 5_000
}

extension StoreError: CustomStringConvertible {
  /// A sentence for the person who runs the server.
  public var description: String {
    switch self {
    case .full: "There is no space left on the disk that holds the library."
    case .busy: "The library is in use by another program; try again in a moment."
    case .missing(let path): "There is no library in \(path)."
    case .denied(let path, let reason): "\(path) cannot be used: \(reason)."
    case .locked(let path): "Another Omena server is running with the library in \(path)."
    case .damaged(let reason): "The library's file is damaged: \(reason)."
    case .newer(let version):
      "The library was written by a newer version of Omena (store version \(version))."
    case .closed: "The library is being closed."
    case .failed(let code, let message): "SQLite error \(code): \(message)."
    }
  }
}
