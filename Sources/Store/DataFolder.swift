internal import Glibc

/// The folder that holds a library and all that belongs to it.
public struct DataFolder: Sendable {
  public let path: String
  public init(_ path: String) { self.path = path }

  public var storePath: String { path + "/omena.db" }
  public var backupsPath: String { path + "/backups" }

  /// Makes the folder, with those above it, for this user only.
  public func make() throws(StoreError) { try makeFolder(path) }

  /// Holds the folder for one server until the process ends, also by a kill.
  public func lock() throws(StoreError) -> DataFolderLock {
    let lockPath = path + "/lock"
    let file = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .denied(path: lockPath, reason: lastReason()) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      Glibc.close(file)
      throw .locked(path: path)
    }
    return DataFolderLock(file)
  }
}

/// Lets go of the folder when it is released.
public final class DataFolderLock: Sendable {
  private let file: Int32
  init(_ file: Int32) { self.file = file }
  deinit { Glibc.close(file) }
}

/// Makes a folder and those above it, readable by this user only.
package func makeFolder(_ path: String) throws(StoreError) {
  var end = path.utf8.startIndex
  let bytes = path.utf8
  while end < bytes.endIndex {
    end = bytes[bytes.index(after: end)...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
    let part = String(path[..<end])
    if mkdir(part, 0o700) != 0 && errno != EEXIST {
      throw errno == ENOSPC ? .full : .denied(path: part, reason: lastReason())
    }
  }
  var status = stat()
  guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
    throw .denied(path: path, reason: "it is not a folder")
  }
}

package func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// What the last call of the operating system failed of, in words.
package func lastReason() -> String { String(cString: strerror(errno)) }
