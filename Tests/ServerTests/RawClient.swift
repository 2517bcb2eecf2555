import Glibc

/// What a server sent back.
struct RawAnswer {
  let status: Int
  let fields: [(name: String, value: String)]
  let body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The value of a field whose name is given in lower case; several are joined.
  func field(_ name: String) -> String? {
    let values = fields.filter { $0.name == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

struct NoConnection: Error {}

/// A TCP connection that sends exactly the bytes it is given.
final class RawClient {
  private let file: Int32
  private var received: [UInt8] = []

  init(port: UInt16) throws {
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let code = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if code != 0 { throw NoConnection() }
  }

  deinit { close(file) }

  /// The server may close before all is sent; then what it said counts.
  func send(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(file, $0.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      done += count
    }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Nothing more will be sent.
  func finish() { shutdown(file, Int32(SHUT_WR)) }

  /// The next answer; nil when the connection ends without one.
  func answer(toHead isHead: Bool = false) -> RawAnswer? {
    while true {
      if let end = headEnd, let answer = parse(end, isHead: isHead) { return answer }
      guard receive() else { return nil }
    }
  }

  /// True when the server closes the connection.
  func isClosedByServer() -> Bool {
    while receive() {}
    return errno != EAGAIN
  }

  private func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    errno = 0
    let count = recv(file, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    received.append(contentsOf: buffer[..<count])
    return true
  }

  /// The index after the empty line.
  private var headEnd: Int? {
    guard received.count >= 4 else { return nil }
    return (4...received.count).first { received[$0 - 4..<$0].elementsEqual("\r\n\r\n".utf8) }
  }

  private func parse(_ headEnd: Int, isHead: Bool) -> RawAnswer? {
    let head = String(decoding: received[..<(headEnd - 4)], as: UTF8.self)
    var lines = head.split(separator: "\r\n")[...]
    let status = Int(lines.popFirst()?.split(separator: " ").dropFirst().first ?? "") ?? 0
    let fields = lines.map { line in
      let end = line.firstIndex(of: ":") ?? line.endIndex
      let value = line[end...].dropFirst().drop { $0 == " " }
      return (name: line[..<end].lowercased(), value: String(value))
    }
    let isEmpty = isHead || status == 304 || status < 200
    let length = fields.last { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
    let count = isEmpty ? 0 : length
    guard received.count >= headEnd + count else { return nil }
    let body = Array(received[headEnd..<(headEnd + count)])
    received.removeFirst(headEnd + count)
    return RawAnswer(status: status, fields: fields, body: body)
  }
}
