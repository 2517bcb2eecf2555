internal import CMicrohttpd

/// Checks of a request's head that libmicrohttpd 0.9.75 leaves out. It takes repeated lengths, a
/// length beside a transfer coding, and spaces before the colon: all of them let two servers in a
/// row read different requests out of the same bytes.
enum RequestHead {
  /// What refuses the request; nil when its head is sound.
  static func refusal(version: String, path: String, fields: [HeaderField]) -> Response? {
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      return .text(.versionNotSupported, "This server speaks HTTP/1.1.", [close])
    }
    if let reason = pathProblem(path) ?? fieldsProblem(fields) {
      return .text(.badRequest, reason, [close])
    }
    return nil
  }

  /// After a request whose end is in doubt nothing more is read from the connection.
  static let close = HeaderField("Connection", "close")

  private static func pathProblem(_ path: String) -> String? {
    guard path.utf8.first == UInt8(ascii: "/") else { return "The path must begin with a slash." }
    for byte in path.utf8 where byte <= 0x20 || byte >= 0x7F {
      return "The path has a character that must be percent-encoded."
    }
    return nil
  }

  private static func fieldsProblem(_ fields: [HeaderField]) -> String? {
    var hosts = 0
    var lengths = 0
    var codings = 0
    for field in fields {
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(isTokenByte) else {
        return "A header field has a name that is not allowed."
      }
      for byte in field.value.utf8 where byte < 0x20 && byte != 0x09 || byte == 0x7F {
        return "A header field has a control character."
      }
      switch field.name.lowercased() {
      case "host": hosts += 1
      case "content-length":
        lengths += 1
        let isNumber = field.value.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        guard isNumber, (1...15).contains(field.value.utf8.count) else {
          return "Content-Length is not a number."
        }
      case "transfer-encoding":
        codings += 1
        guard field.value.lowercased() == "chunked" else {
          return "The only transfer coding here is chunked."
        }
      default: continue
      }
    }
    if hosts != 1 { return "A request needs one Host." }
    if lengths + codings > 1 { return "The length of the body is given more than once." }
    return nil
  }

  /// The characters of a field name (RFC 9110, 5.6.2).
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
