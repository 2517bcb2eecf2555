internal import CMicrohttpd
internal import Glibc

/// Why the server cannot listen.
enum ListenError: Error, Equatable {
  case unknownHost(String)
  case portInUse(UInt16)
  case notAllowed(UInt16)
  case noSuchAddress(String)
  case failed(String)
}

extension ListenError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownHost(let host): "The address \(host) is not known here."
    case .portInUse(let port):
      "Port \(port) is in use by another program; choose another one with --port."
    case .notAllowed(let port): "Port \(port) needs the rights of root; choose one above 1023."
    case .noSuchAddress(let host): "This machine has no address \(host)."
    case .failed(let reason): "The server cannot listen: \(reason)."
    }
  }
}

/// A socket that takes connections.
struct Listener: Sendable {
  let file: Int32
  let address: IPAddress
  /// The port it listens on, also when 0 was asked for.
  let port: UInt16

  private static let backlog: Int32 = 511

  /// `host` is a numeric address or a name that the system can resolve.
  init(host: String, port: UInt16) throws(ListenError) {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0, let found else {
      throw .unknownHost(host)
    }
    defer { freeaddrinfo(found) }
    let file = socket(
      found.pointee.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { throw .failed(Listener.reason()) }
    var on: Int32 = 1
    // Connections that wait out their end must not keep a new start from the port.
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, 4)
    guard bind(file, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0,
      listen(file, Listener.backlog) == 0
    else {
      let cause = errno
      close(file)
      switch cause {
      case EADDRINUSE: throw .portInUse(port)
      case EACCES: throw .notAllowed(port)
      case EADDRNOTAVAIL: throw .noSuchAddress(host)
      default: throw .failed(String(cString: strerror(cause)))
      }
    }
    self.file = file
    (address, self.port) = Listener.name(of: file)
  }

  var isIPv6: Bool {
    switch address {
    case .v4: false
    case .v6: true
    }
  }

  /// The address as a browser takes it.
  var urlText: String {
    let shown = address.isWildcard ? "127.0.0.1" : address.text
    return isIPv6 && !address.isWildcard ? "http://[\(shown)]:\(port)/" : "http://\(shown):\(port)/"
  }

  private static func reason() -> String { String(cString: strerror(errno)) }

  private static func name(of file: Int32) -> (IPAddress, UInt16) {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(file, $0, &size) }
      if pointer.pointee.ss_family == sa_family_t(AF_INET6) {
        return pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
          (IPAddress($0.pointee.sin6_addr), UInt16(bigEndian: $0.pointee.sin6_port))
        }
      }
      return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        (
          IPAddress.v4(UInt32(bigEndian: $0.pointee.sin_addr.s_addr)),
          UInt16(bigEndian: $0.pointee.sin_port)
        )
      }
    }
  }
}
