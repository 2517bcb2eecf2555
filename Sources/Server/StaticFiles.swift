internal import CSodium
internal import Glibc
internal import Store
internal import Synchronization

/// The files of the web app. Beside `app.wasm` there may be `app.wasm.br` and `app.wasm.gz` with
/// the same content compressed. A file is read when it is first asked for and again when it has
/// changed. It is sent from memory, so one that is replaced meanwhile does not come in halves.
final class StaticFiles: Sendable {
  private let root: String
  private let known = Mutex<[String: WebFile]>([:])

  /// Larger files are not part of a web app.
  static let byteCountMax = 16 << 20

  init(root: String) { self.root = root }

  /// The answer to GET or HEAD of `path`, as it stands in the request.
  func response(_ path: String, acceptEncoding: String?, knownTags: String?, isVersioned: Bool)
    -> Response
  {
    guard let name = StaticFiles.fileName(path), let file = file(name) else {
      if path == "/" {
        return .text(.unavailable, "The web app is not built. Run: make build")
      }
      return .text(.notFound, "There is nothing here.")
    }
    let variant = file.variant(accepting: AcceptEncoding(acceptEncoding))
    let tag = "\"\(file.hash)\(variant.coding.map { "-" + $0 } ?? "")\""
    let isFixed = isVersioned || WebFileName.hasHash(name)
    let caching = isFixed ? "public, max-age=31536000, immutable" : "no-cache"
    var fields = [
      HeaderField("ETag", tag), HeaderField("Cache-Control", caching),
      HeaderField("Vary", "Accept-Encoding"), SecurityHeaders.contentPolicy(),
    ]
    if let knownTags, StaticFiles.matches(knownTags, tag) {
      return Response(.notModified, [], fields)
    }
    fields.append(HeaderField("Content-Type", WebFileName.mediaType(name)))
    if let coding = variant.coding { fields.append(HeaderField("Content-Encoding", coding)) }
    return Response(.ok, variant.bytes, fields)
  }

  /// `a/b.js` for `/a/b.js`; nil for what cannot be the name of a file here: hidden files, steps
  /// up, percent signs and anything else unusual.
  static func fileName(_ path: String) -> String? {
    if path == "/" { return "index.html" }
    let bytes = path.utf8
    guard bytes.count <= 200, bytes.first == UInt8(ascii: "/") else { return nil }
    var last = UInt8(ascii: "/")
    for byte in bytes.dropFirst() {
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "/"):
        if last == UInt8(ascii: "/") { return nil }
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        break
      default: return nil
      }
      last = byte
    }
    return last == UInt8(ascii: "/") ? nil : String(path.dropFirst())
  }

  /// Whether an If-None-Match field names this entity tag.
  static func matches(_ field: String, _ tag: String) -> Bool {
    field.split(separator: ",").contains { part in
      var text = part.drop { $0 == " " }
      while text.last == " " { text.removeLast() }
      if text.hasPrefix("W/") { text = text.dropFirst(2) }
      return text == "*" || text == tag
    }
  }

  private func file(_ name: String) -> WebFile? {
    let path = root + "/" + name
    guard let stamp = FileStamp(path) else { return nil }
    if let known = known.withLock({ $0[name] }), known.stamp == stamp { return known }
    guard let file = WebFile(path, stamp) else { return nil }
    known.withLock { $0[name] = file }
    return file
  }
}

/// What changes when a file changes.
private struct FileStamp: Equatable, Sendable {
  let inode: UInt
  let size: Int
  let modified: Int
  let modifiedNanoseconds: Int

  /// Nil when there is no regular file of an allowed size.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= StaticFiles.byteCountMax
    else { return nil }
    inode = UInt(status.st_ino)
    size = Int(status.st_size)
    modified = status.st_mtim.tv_sec
    modifiedNanoseconds = status.st_mtim.tv_nsec
  }
}

/// One file in its codings.
private struct WebFile: Sendable {
  struct Variant: Sendable {
    let coding: String?
    let bytes: [UInt8]
  }
  let stamp: FileStamp
  let hash: String
  private let plain: Variant
  /// The smallest first.
  private let compressed: [Variant]

  init?(_ path: String, _ stamp: FileStamp) {
    guard let bytes = readFile(path, max: StaticFiles.byteCountMax) else { return nil }
    self.stamp = stamp
    plain = Variant(coding: nil, bytes: bytes)
    hash = WebFile.hash(bytes)
    compressed = [("br", ".br"), ("gzip", ".gz")].compactMap { coding, suffix in
      // An older one is left from a build before.
      guard let other = FileStamp(path + suffix), other.modified >= stamp.modified,
        let bytes = readFile(path + suffix, max: StaticFiles.byteCountMax)
      else { return nil }
      return Variant(coding: coding, bytes: bytes)
    }
  }

  func variant(accepting accepted: AcceptEncoding) -> Variant {
    compressed.first { accepted.takes($0.coding!) } ?? plain
  }

  private static func hash(_ bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: 16)
    crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
    return hexText(digest)
  }
}

/// The content codings that an Accept-Encoding field allows.
struct AcceptEncoding {
  private var weights: [String: Bool] = [:]

  init(_ field: String?) {
    for part in (field ?? "").lowercased().split(separator: ",") {
      let pieces = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let coding = pieces.first else { continue }
      let isRefused = pieces.dropFirst().contains { piece in
        piece.hasPrefix("q=0") && piece.dropFirst(3).allSatisfy { $0 == "." || $0 == "0" }
      }
      weights[String(coding)] = !isRefused
    }
  }

  func takes(_ coding: String) -> Bool { weights[coding] ?? weights["*"] ?? false }
}

/// What a file's name says.
enum WebFileName {
  static func mediaType(_ name: String) -> String {
    let end = name.utf8.lastIndex(of: UInt8(ascii: ".")) ?? name.utf8.startIndex
    return switch name[end...] {
    case ".html": "text/html; charset=utf-8"
    case ".js", ".mjs": "text/javascript; charset=utf-8"
    case ".css": "text/css; charset=utf-8"
    case ".wasm": "application/wasm"
    case ".json", ".map": "application/json"
    case ".webmanifest": "application/manifest+json"
    case ".svg": "image/svg+xml"
    case ".png": "image/png"
    case ".jpg", ".jpeg": "image/jpeg"
    case ".webp": "image/webp"
    case ".ico": "image/x-icon"
    case ".woff2": "font/woff2"
    case ".mp3": "audio/mpeg"
    case ".txt": "text/plain; charset=utf-8"
    default: "application/octet-stream"
    }
  }

  /// `app.3f9c01ab.wasm` or `a/3f9c01ab/app.wasm`: one of the inner parts is a hash of at least 8
  /// digits, so this name never gets another content.
  static func hasHash(_ name: String) -> Bool {
    name.split { $0 == "." || $0 == "/" }.dropFirst().dropLast().contains { part in
      part.utf8.count >= 8 && part.utf8.allSatisfy { isHexDigit($0) }
    }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}
