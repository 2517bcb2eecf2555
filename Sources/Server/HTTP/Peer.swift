internal import Glibc

/// The address at the other end of a connection.
struct Peer: Hashable, Sendable {
  /// As it is written; an IPv4 address mapped into IPv6 is written as IPv4.
  let text: String
  /// One household: an IPv4 address, or the first 64 bits of an IPv6 address.
  let network: String

  init(_ name: UnsafePointer<sockaddr>?) {
    let address = IPAddress(name)
    text = address?.text ?? "-"
    network = address?.network ?? "-"
  }
}

/// A numeric address.
enum IPAddress: Hashable, Sendable {
  case v4(UInt32)
  case v6(UInt64, UInt64)

  /// Reads the usual written forms, IPv6 without brackets; nil for a name.
  init?(_ text: String) {
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      self = .v4(UInt32(bigEndian: four.s_addr))
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      self.init(six)
    } else {
      return nil
    }
  }

  init?(_ name: UnsafePointer<sockaddr>?) {
    switch name?.pointee.sa_family {
    case sa_family_t(AF_INET):
      self = name!.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        .v4(UInt32(bigEndian: $0.pointee.sin_addr.s_addr))
      }
    case sa_family_t(AF_INET6):
      self = name!.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        IPAddress($0.pointee.sin6_addr)
      }
    default: return nil
    }
  }

  init(_ address: in6_addr) {
    let (high, low) = withUnsafeBytes(of: address) {
      (
        UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    // ::ffff:a.b.c.d is how a socket for both families sees an IPv4 peer.
    self = high == 0 && low >> 32 == 0xFFFF ? .v4(UInt32(truncatingIfNeeded: low)) : .v6(high, low)
  }

  var isIPv4: Bool {
    switch self {
    case .v4: true
    case .v6: false
    }
  }

  var isLoopback: Bool {
    switch self {
    case .v4(let value): value >> 24 == 127
    case .v6(let high, let low): high == 0 && low == 1
    }
  }

  /// An address that only counts within one cable.
  private var isLinkLocal: Bool {
    switch self {
    case .v4(let value): value >> 16 == 0xA9FE
    case .v6(let high, _): high >> 54 == 0x3FA
    }
  }

  /// The addresses under which other machines reach this one.
  static var ofThisMachine: [IPAddress] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var found: [IPAddress] = []
    var next = list
    while let entry = next {
      next = entry.pointee.ifa_next
      guard let address = IPAddress(entry.pointee.ifa_addr) else { continue }
      if !address.isLoopback && !address.isLinkLocal { found.append(address) }
    }
    return found
  }

  /// The address that means "every address of this machine".
  var isWildcard: Bool {
    switch self {
    case .v4(let value): value == 0
    case .v6(let high, let low): high == 0 && low == 0
    }
  }

  var text: String {
    switch self {
    case .v4(let value): IPAddress.written(AF_INET, value.bigEndian)
    case .v6(let high, let low): IPAddress.written(AF_INET6, (high.bigEndian, low.bigEndian))
    }
  }

  fileprivate var network: String {
    switch self {
    case .v4: text
    case .v6(let high, _): IPAddress.v6(high, 0).text + "/64"
    }
  }

  private static func written<Value>(_ family: Int32, _ value: Value) -> String {
    withUnsafeBytes(of: value) { bytes in
      var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
      guard inet_ntop(family, bytes.baseAddress, &buffer, socklen_t(buffer.count)) != nil else {
        return "-"
      }
      return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
