import HTML
import Testing

@testable import App

struct CardColorTests {
  var disk = FakeDisk()
  var server = FakeServer()

  /// The page of a study round over one card that has this property `color`.
  private mutating func studyPage(color: String?) -> String {
    var tab = readyTab(seed: 1, &disk, &server)
    let deck = tab.addDeck("Quiz")
    let card = tab.addCard("Which?", in: deck)
    if let color { tab.edit(card, "color", color) }
    tab.send("route", Route.study(deck).hash)
    let writer = Writer()
    writer.begin()
    view(tab.state, writer)
    writer.end()
    return writer.string
  }

  @Test("A card with a colour of its own is studied in it")
  mutating func colored() {
    #expect(studyPage(color: "violet").contains("has-color c-violet"))
  }

  @Test("A card without a colour, or with one that does not exist, is paper")
  mutating func paper() {
    for color in [nil, "pink\" onload=\"x"] {
      let page = studyPage(color: color)
      #expect(page.contains("class=\"seat"))
      #expect(!page.contains("has-color"))
    }
  }
}
