import Testing

@testable import Server

@Suite("Which names the server answers to")
struct HostRuleTests {
  private let loopback = HostRule(
    address: IPAddress("127.0.0.1")!, port: 8750, machineName: "laptop")

  @Test(
    "its own on loopback, with its port",
    arguments: ["localhost:8750", "LOCALHOST:8750", "127.0.0.1:8750", "[::1]:8750"])
  func own(host: String) {
    #expect(loopback.allows(host: host))
    #expect(loopback.allows(origin: "http://\(host)"))
  }

  @Test(
    "no others",
    arguments: [
      "", "localhost", "localhost:8751", "localhost:08750x", "evil.example:8750", "127.0.0.1",
      "127.0.0.2:8750", "localhost.evil.example:8750", "localhost:8750.evil.example", "[::1]",
      "[::1:8750", "::1:8750", "localhost:", "localhost:8750 ", "localhost:99999", "laptop:8750",
      "192.168.1.5:8750", "2130706433:8750", "0x7f.1:8750",
    ])
  func foreign(host: String) {
    #expect(!loopback.allows(host: host))
    #expect(!loopback.allows(origin: "http://\(host)"))
  }

  @Test(
    "no origin without a web address",
    arguments: [
      "null", "", "localhost:8750", "file://localhost:8750", "http://", "https://localhost:8751",
      "http://localhost:8750/", "http://user@localhost:8750", "moz-extension://8750",
    ])
  func origins(origin: String) {
    #expect(!loopback.allows(origin: origin))
  }

  @Test("every numeric address and the machine's name when it listens on all")
  func wildcard() {
    let rule = HostRule(address: IPAddress("0.0.0.0")!, port: 8750, machineName: "Laptop")
    for host in [
      "192.168.1.5:8750", "[fd00::5]:8750", "laptop:8750", "laptop.local:8750", "localhost:8750",
    ] {
      #expect(rule.allows(host: host), "\(host)")
    }
    for host in ["192.168.1.5", "192.168.1.5:80", "evil.example:8750", "[laptop]:8750"] {
      #expect(!rule.allows(host: host), "\(host)")
    }
  }

  @Test("one address when it listens on one")
  func oneAddress() {
    let rule = HostRule(address: IPAddress("192.168.1.5")!, port: 80, machineName: nil)
    #expect(rule.allows(host: "192.168.1.5"))
    #expect(rule.allows(host: "192.168.1.5:80"))
    #expect(!rule.allows(host: "192.168.1.6"))
    #expect(!rule.allows(origin: "https://192.168.1.5"))
  }

  @Test("the names of a proxy, with any port")
  func proxy() {
    let rule = HostRule(
      address: IPAddress("127.0.0.1")!, port: 8750, machineName: nil,
      proxyNames: ["Cards.example"])
    #expect(rule.allows(host: "cards.example"))
    #expect(rule.allows(host: "cards.example:8443"))
    #expect(rule.allows(origin: "https://cards.example"))
    #expect(!rule.allows(host: "other.example"))
  }
}
