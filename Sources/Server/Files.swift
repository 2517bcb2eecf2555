internal import Domain
internal import Glibc
internal import Store

/// Why a file could not be written.
public struct FileError: Error, Equatable, CustomStringConvertible {
  public let path: String
  public let reason: String
  public var description: String { "\(path) cannot be written: \(reason)." }

  /// With the reason that the last call of the operating system gave.
  init(_ path: String) {
    self.path = path
    reason = lastReason()
  }
}

/// A whole file, or nil when it cannot be read or has more than `max` bytes.
public func readFile(_ path: String, max: Int) -> [UInt8]? {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var status = stat()
  guard fstat(file, &status) == 0, status.st_size <= max else { return nil }
  // One byte more than expected, to notice the end.
  var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
  var count = 0
  while count <= max {
    if count == bytes.count { bytes.append(contentsOf: repeatElement(0, count: 64 * 1024)) }
    let space = bytes.count - count
    let taken = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress! + count, space) }
    if taken < 0 && errno == EINTR { continue }
    if taken < 0 { return nil }
    if taken == 0 { break }
    count += taken
  }
  guard count <= max else { return nil }
  bytes.removeLast(bytes.count - count)
  return bytes
}

/// The size of a regular file in bytes; nil for anything else.
public func fileSize(_ path: String) -> Int? {
  var status = stat()
  guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
  return Int(status.st_size)
}

/// A file that appears under its name only when it is whole and on the disk: it is written beside
/// it, synced, then renamed.
public final class AtomicFile {
  private let path: String
  private let temporaryPath: String
  private var file: Int32

  static let suffix = ".part"

  public init(_ path: String) throws(FileError) {
    self.path = path
    temporaryPath = path + AtomicFile.suffix
    file = open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if file < 0 { throw FileError(path) }
  }

  /// What was not finished leaves nothing behind.
  deinit {
    if file >= 0 {
      close(file)
      unlink(temporaryPath)
    }
  }

  public func write(_ bytes: [UInt8]) throws(FileError) { try writeAll(bytes, to: file, path) }

  public func finish() throws(FileError) {
    guard fsync(file) == 0, rename(temporaryPath, path) == 0 else { throw FileError(path) }
    close(file)
    file = -1
    // The new name is safe when its folder is on the disk too.
    let end = path.lastIndex(of: "/") ?? path.startIndex
    let folder = open(end == path.startIndex ? "." : String(path[..<end]), O_RDONLY | O_CLOEXEC)
    defer { if folder >= 0 { close(folder) } }
    guard folder >= 0, fsync(folder) == 0 else { throw FileError(path) }
  }
}

/// Writes all of `bytes`, however many calls it takes.
public func writeAll(_ bytes: [UInt8], to file: Int32, _ path: String) throws(FileError) {
  var done = 0
  while done < bytes.count {
    let count = bytes.withUnsafeBytes {
      Glibc.write(file, $0.baseAddress! + done, bytes.count - done)
    }
    if count < 0 && errno == EINTR { continue }
    if count < 0 { throw FileError(path) }
    done += count
  }
}

/// The names in a folder; none when it cannot be read.
func namesInFolder(_ path: String) -> [String] {
  guard let folder = opendir(path) else { return [] }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let size = MemoryLayout.size(ofValue: entry.pointee.d_name)
    names.append(
      withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: size) { String(cString: $0) }
      })
  }
  return names
}

func hexText(_ bytes: [UInt8]) -> String {
  var text: [UInt8] = []
  for byte in bytes { appendHex(UInt64(byte), digits: 2, to: &text) }
  return String(decoding: text, as: UTF8.self)
}
