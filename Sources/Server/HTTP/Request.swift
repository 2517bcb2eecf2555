internal import CMicrohttpd

/// One request, from its head to the end of its answer. Used by one thread of libmicrohttpd at a
/// time.
final class Request {
  let method: String
  /// The path as it was sent, without the query; percent signs are not decoded.
  let path: String
  let peer: Peer
  private let connection: OpaquePointer

  var bodyMax = 0
  private(set) var body: [UInt8] = []
  private(set) var bodyCount = 0
  var deferred: Deferred?
  /// For the log: the answer and when the head arrived.
  var answer: (status: Status, size: Int)?
  let startedAt: Int64

  init(method: String, path: String, connection: OpaquePointer, peer: Peer, startedAt: Int64) {
    self.method = method
    self.path = path
    self.connection = connection
    self.peer = peer
    self.startedAt = startedAt
  }

  var isRead: Bool { method == "GET" || method == "HEAD" }

  /// Whether the query has a parameter of this name.
  func hasQuery(_ name: StaticString) -> Bool { value(name, .GET_ARGUMENT_KIND) != nil }

  /// The value of a header field (its last one), whatever the case of its name.
  func header(_ name: StaticString) -> String? { value(name, .HEADER_KIND) }

  private func value(_ name: StaticString, _ kind: MHD_ValueKind) -> String? {
    let value = name.withUTF8Buffer {
      $0.withMemoryRebound(to: CChar.self) {
        MHD_lookup_connection_value(connection, kind, $0.baseAddress)
      }
    }
    return value.map { String(cString: $0) }
  }

  /// The fields of the head in the order they came.
  var fields: [HeaderField] {
    var fields: [HeaderField] = []
    withUnsafeMutablePointer(to: &fields) { target in
      _ = MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { target, _, name, nameSize, value, valueSize in
          let name = UnsafeRawBufferPointer(start: name, count: nameSize)
          let value = UnsafeRawBufferPointer(start: value, count: valueSize)
          target!.assumingMemoryBound(to: [HeaderField].self).pointee.append(
            HeaderField(
              String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
          return .YES
        }, target)
    }
    return fields
  }

  /// The whole body is known to come with this length.
  func reserve(_ count: Int) { body.reserveCapacity(min(count, bodyMax)) }

  /// False when the body is larger than allowed; it is dropped then.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bodyCount += bytes.count
    if bodyCount > bodyMax {
      body = []
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// Hands the body over, so that it is held once.
  func takeBody() -> [UInt8] {
    defer { body = [] }
    return body
  }
}
