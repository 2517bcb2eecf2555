import Foundation
import Testing

@testable import App

struct CreditsTests {
  @Test("What the Credits page names, THIRD-PARTY.md names too")
  func sameAsThirdParty() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("THIRD-PARTY.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    for credit in Credits.libraries + Credits.decks {
      for name in "\(credit.title)".replacing(" and ", with: ", ").split(separator: ", ") {
        #expect(page.contains(name), "\(name)")
      }
    }
  }
}
