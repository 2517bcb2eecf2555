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

  init(_ address: IPAddress, port: UInt16) throws(ListenError) {
    let family: Int32
    switch address {
    case .v4: family = AF_INET
    case .v6: family = AF_INET6
    }
    let file = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { throw .failed(Listener.reason()) }
    var on: Int32 = 1
    // Connections that wait out their end must not keep a new start from the port.
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, 4)
    guard Listener.bind(file, address, port), listen(file, Listener.backlog) == 0 else {
      let cause = errno
      close(file)
      switch cause {
      case EADDRINUSE: throw .portInUse(port)
      case EACCES: throw .notAllowed(port)
      case EADDRNOTAVAIL: throw .noSuchAddress(address.text)
      default: throw .failed(String(cString: strerror(cause)))
      }
    }
    self.file = file
    self.address = address
    self.port = Listener.port(of: file)
  }

  /// The address of a host: numeric, with or without brackets, or a name that the system knows.
  static func resolve(_ host: String) throws(ListenError) -> IPAddress {
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    if let address = IPAddress(isBracketed ? String(host.dropFirst().dropLast()) : host) {
      return address
    }
    for family in [AF_INET, AF_INET6] {
      var hints = addrinfo()
      hints.ai_family = family
      var found: UnsafeMutablePointer<addrinfo>?
      guard getaddrinfo(host, nil, &hints, &found) == 0, let found else { continue }
      defer { freeaddrinfo(found) }
      if let address = IPAddress(found.pointee.ai_addr) { return address }
    }
    throw .unknownHost(host)
  }

  var isIPv6: Bool { !address.isIPv4 }

  /// The address as a browser of this machine takes it.
  var url: String { url(of: address.isWildcard ? .v4(0x7F00_0001) : address) }

  /// What browsers of other machines take when it listens on all addresses of this one.
  var otherURLs: [String] {
    guard address.isWildcard else { return [] }
    let own = IPAddress.ofThisMachine.filter { isIPv6 || $0.isIPv4 }
    return own.map { url(of: $0) }
  }

  private func url(of address: IPAddress) -> String {
    address.isIPv4 ? "http://\(address.text):\(port)/" : "http://[\(address.text)]:\(port)/"
  }

  private static func reason() -> String { String(cString: strerror(errno)) }

  private static func bind(_ file: Int32, _ address: IPAddress, _ port: UInt16) -> Bool {
    switch address {
    case .v4(let value):
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_port = port.bigEndian
      name.sin_addr.s_addr = value.bigEndian
      return bind(file, &name)
    case .v6(let high, let low):
      var name = sockaddr_in6()
      name.sin6_family = sa_family_t(AF_INET6)
      name.sin6_port = port.bigEndian
      withUnsafeMutableBytes(of: &name.sin6_addr) {
        $0.storeBytes(of: high.bigEndian, as: UInt64.self)
        $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
      }
      return bind(file, &name)
    }
  }

  private static func bind<Name>(_ file: Int32, _ name: inout Name) -> Bool {
    withUnsafeMutablePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(file, $0, socklen_t(MemoryLayout<Name>.size)) == 0
      }
    }
  }

  private static func port(of file: Int32) -> UInt16 {
    var name = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    return withUnsafeMutablePointer(to: &name) { pointer in
      _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(file, $0, &size)
      }
      // The port stands at the same place in the names of both families.
      return UInt16(bigEndian: pointer.pointee.sin6_port)
    }
  }
}
