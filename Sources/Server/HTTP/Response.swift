internal import CMicrohttpd

/// The answers this server gives.
enum Status: UInt32, Sendable {
  case ok = 200
  case noContent = 204
  case seeOther = 303
  case notModified = 304
  case badRequest = 400
  case unauthorized = 401
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case lengthRequired = 411
  case tooLarge = 413
  case unsupportedType = 415
  case misdirected = 421
  case unprocessable = 422
  case tooManyRequests = 429
  case failed = 500
  case unavailable = 503
  case versionNotSupported = 505
  case insufficientStorage = 507
}

struct HeaderField: Sendable {
  let name: String
  let value: String
  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// An answer that can be given any number of times, from any thread: libmicrohttpd counts the
/// references to it and locks inside.
final class Response: @unchecked Sendable {
  let raw: OpaquePointer
  let status: Status
  /// The length of the body in bytes.
  let size: Int

  init(_ status: Status, _ body: [UInt8] = [], _ fields: [HeaderField]) {
    let made = body.withUnsafeBytes {
      MHD_create_response_from_buffer(
        $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
    }
    // It only fails for want of memory.
    raw = made!
    self.status = status
    size = body.count
    for field in SecurityHeaders.all { MHD_add_response_header(raw, field.name, field.value) }
    for field in fields { MHD_add_response_header(raw, field.name, field.value) }
  }

  /// Drops this reference; one that is being sent lives on.
  deinit { MHD_destroy_response(raw) }

  static func json(_ status: Status, _ body: [UInt8], _ fields: [HeaderField] = []) -> Response {
    Response(
      status, body,
      [HeaderField("Content-Type", "application/json"), HeaderField("Cache-Control", "no-store")]
        + fields)
  }

  static func text(_ status: Status, _ text: String, _ fields: [HeaderField] = []) -> Response {
    Response(
      status, Array((text + "\n").utf8),
      [
        HeaderField("Content-Type", "text/plain; charset=utf-8"),
        HeaderField("Cache-Control", "no-store"),
      ] + fields)
  }
}

/// What every answer carries. Scripts only come from this server, never from within a page; nobody
/// frames the app; nothing is guessed from content.
enum SecurityHeaders {
  static let all: [HeaderField] = [
    HeaderField("X-Content-Type-Options", "nosniff"),
    // Not `no-referrer`: with it browsers send `Origin: null` for a form, also to its own server.
    HeaderField("Referrer-Policy", "same-origin"),
    HeaderField("Cross-Origin-Opener-Policy", "same-origin"),
    HeaderField("Cross-Origin-Resource-Policy", "same-origin"),
    HeaderField("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"),
  ]

  /// The content security policy. `styleHashes` allows style elements with these hashes.
  static func contentPolicy(styleHashes: [String] = []) -> HeaderField {
    let styles = (["'self'"] + styleHashes.map { "'sha256-\($0)'" }).joined(separator: " ")
    return HeaderField(
      "Content-Security-Policy",
      [
        "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src \(styles)",
        "style-src-attr 'unsafe-inline'", "connect-src 'self'", "img-src 'self' data: blob:",
        "media-src 'self' blob:", "font-src 'self'", "manifest-src 'self'", "worker-src 'self'",
        "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
      ].joined(separator: "; "))
  }
}
