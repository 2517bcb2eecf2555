internal import Domain
internal import Glibc

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

func hexText(_ bytes: [UInt8]) -> String {
  var text: [UInt8] = []
  for byte in bytes { appendHex(UInt64(byte), digits: 2, to: &text) }
  return String(decoding: text, as: UTF8.self)
}
