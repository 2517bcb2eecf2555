/// Which names this server answers to. A page of another site can make its own name point at
/// 127.0.0.1 (DNS rebinding) and would then be let in as "same origin": its name gives it away.
struct HostRule: Equatable, Sendable {
  private let port: UInt16
  /// Lower-case names and addresses that count with the server's own port.
  private let ownNames: Set<String>
  /// Names given by the operator, for a proxy in front: they count with any port.
  private let proxyNames: Set<String>
  /// Any numeric address counts: the server listens on all of the machine's, and no name can be
  /// made to look like a number.
  private let takesAnyAddress: Bool

  init(address: IPAddress, port: UInt16, machineName: String?, proxyNames: [String] = []) {
    self.port = port
    self.proxyNames = Set(proxyNames.map { $0.lowercased() })
    takesAnyAddress = address.isWildcard
    var names: Set<String> = ["localhost", "127.0.0.1", "[::1]", HostRule.literal(address)]
    if !address.isLoopback, let machine = machineName?.lowercased() {
      names.insert(machine)
      names.insert(machine + ".local")
    }
    ownNames = names
  }

  /// `authority` is what a Host field holds: a name, perhaps with a port.
  func allows(host authority: String) -> Bool { allows(authority, defaultPort: 80) }

  /// `origin` is what an Origin field holds.
  func allows(origin: String) -> Bool {
    let origin = origin.lowercased()
    if origin.hasPrefix("http://") { return allows(String(origin.dropFirst(7)), defaultPort: 80) }
    if origin.hasPrefix("https://") { return allows(String(origin.dropFirst(8)), defaultPort: 443) }
    return false
  }

  private func allows(_ authority: String, defaultPort: UInt16) -> Bool {
    guard let (name, port) = HostRule.split(authority.lowercased()) else { return false }
    if proxyNames.contains(name) { return true }
    guard (port ?? defaultPort) == self.port else { return false }
    if ownNames.contains(name) { return true }
    let bare = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
    return takesAnyAddress && IPAddress(bare) != nil
  }

  /// The name, with the brackets of an IPv6 address, and the port if there is one.
  private static func split(_ authority: String) -> (name: String, port: UInt16?)? {
    let bytes = Array(authority.utf8)
    var nameEnd = bytes.count
    if bytes.first == UInt8(ascii: "[") {
      guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      nameEnd = bracket + 1
    } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
      nameEnd = colon
    }
    let name = String(decoding: bytes[..<nameEnd], as: UTF8.self)
    if nameEnd == bytes.count { return (name, nil) }
    let digits = bytes[(nameEnd + 1)...]
    guard bytes[nameEnd] == UInt8(ascii: ":"), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt16(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return (name, port)
  }

  private static func literal(_ address: IPAddress) -> String {
    switch address {
    case .v4: address.text
    case .v6: "[\(address.text)]"
    }
  }
}
