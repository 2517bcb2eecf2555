import Domain
import Testing

@testable import App

struct DeckTests {
  var screen = Screen()

  private func id(_ index: Int, in deck: DeckID) -> String {
    screen.library.noteID(screen.library.noteRows(in: deck)[index]).id.text
  }

  @Test("Search finds as one types, and says how much it found")
  mutating func search() {
    let deck = screen.deck(cards: 12)
    screen.go(.deck(deck))
    screen.send("deck.search", "FRONT 1")
    #expect(screen.state.deck.rows.count == 4)
    #expect(screen.page.contains("role=\"status\">4 cards found</p>"))
    screen.send("deck.search", "zebra")
    #expect(screen.page.contains("role=\"status\">0 cards found</p>"))
    #expect(screen.page.contains("No cards match"))
    screen.send("deck.search", "  ")
    #expect(screen.state.deck.rows.count == 12)
  }

  @Test("Chosen cards are deleted together and come back together")
  mutating func deleteChosen() {
    let deck = screen.deck(cards: 5)
    screen.go(.deck(deck))
    screen.send("deck.choose")
    screen.send("deck.pick:\(id(1, in: deck))", "true")
    screen.send("deck.pick:\(id(3, in: deck))", "true")
    #expect(screen.page.contains("role=\"status\">2 selected</p>"))
    screen.send("deck.pick:\(id(3, in: deck))", "false")
    screen.send("deck.pick:\(id(4, in: deck))", "true")
    screen.send("deck.delete")
    #expect(screen.fronts(deck) == ["front 1", "front 3", "front 4"])
    #expect(screen.state.deck.chosen == nil)
    screen.send("toast.undo")
    #expect(screen.fronts(deck).count == 5)
  }

  @Test("Select all takes what the search shows; what was chosen before stays chosen")
  mutating func selectAll() {
    let deck = screen.deck(cards: 12)
    screen.go(.deck(deck))
    screen.send("deck.choose")
    screen.send("deck.pick:\(id(1, in: deck))", "true")
    screen.send("deck.search", "front 1")
    screen.send("deck.all")
    #expect(screen.page.contains("role=\"status\">5 selected</p>"))
    screen.send("deck.none")
    #expect(screen.page.contains("role=\"status\">0 selected</p>"))
    #expect(screen.page.contains("data-click=\"deck.delete\" disabled"))
  }

  @Test("Chosen cards move to another deck and back with Undo")
  mutating func move() {
    let deck = screen.deck(cards: 3)
    let other = screen.deck("Other", cards: 0)
    screen.go(.deck(deck))
    screen.send("deck.choose")
    screen.send("deck.move")
    #expect(!screen.state.deck.isMoving)
    screen.send("deck.pick:\(id(0, in: deck))", "true")
    screen.send("deck.move")
    #expect(screen.page.contains("data-click=\"deck.to:\(other.id.text)\""))
    #expect(!screen.page.contains("data-click=\"deck.to:\(deck.id.text)\""))
    screen.send("deck.to:\(other.id.text)")
    #expect(screen.fronts(other) == ["front 1"])
    #expect(screen.fronts(deck).count == 2)
    screen.send("toast.undo")
    #expect(screen.fronts(deck).count == 3)
  }

  @Test("A chosen card that is deleted elsewhere is chosen no more")
  mutating func chosenCardGoes() {
    let deck = screen.deck(cards: 2)
    screen.go(.deck(deck))
    screen.send("deck.choose")
    screen.send("deck.all")
    let note = screen.library.noteID(screen.library.noteRows(in: deck)[0])
    screen.tab.perform { state, env in
      let effects = commit(
        &state, env, .cardDelete, StepArgs(count: 1), [.delete(.note, note.id)])
      return effects + refreshDeck(&state, env)
    }
    #expect(screen.state.deck.chosen?.count == 1)
    #expect(screen.page.contains("1 selected"))
  }

  @Test("Escape closes what is on top: the dialog, the choosing, the page")
  mutating func escape() {
    let deck = screen.deck(cards: 2)
    screen.go(.deck(deck))
    screen.send("deck.choose")
    screen.send("deck.all")
    screen.send("deck.move")
    screen.key("Escape")
    #expect(!screen.state.deck.isMoving)
    #expect(screen.state.deck.chosen != nil)
    screen.key("Escape")
    #expect(screen.state.deck.chosen == nil)
    #expect(screen.state.route == .deck(deck))
    screen.key("Escape")
    #expect(screen.state.route == .decks)
  }

  @Test("Fronts and backs are text in the list; formatting is left out")
  mutating func escaping() {
    let deck = screen.deck(cards: 0)
    let note = screen.tab.addCard("&lt;b&gt;not bold&lt;/b&gt;", in: deck)
    screen.tab.edit(note, "back", "<b>bold</b><script>alert(1)</script>")
    screen.go(.deck(deck))
    #expect(screen.page.contains("&lt;b&gt;not bold&lt;/b&gt;</span>"))
    #expect(screen.page.contains(">bold</span>"))
    #expect(!screen.page.contains("<script"))
    #expect(!screen.page.contains("alert"))
  }

  @Test("Only the rows in sight are in the page, and room is kept for the others")
  mutating func window() {
    let deck = screen.deck(cards: 300)
    screen.go(.deck(deck))
    screen.send("window:cards", "6720,840,16")
    let rows = screen.page.components(between: "<li data-key=\"n", and: "</li>")
    #expect((20...60).contains(rows.count))
    #expect(rows.contains { $0.contains("front 101<") })
    #expect(rows[0].contains("aria-setsize=\"300\""))
    let first = 100 - 12
    #expect(screen.page.contains("padding-block:\(first * 42 / 10).\(first * 42 % 10)rem"))
  }

  @Test(
    "Whatever is said to be in sight, the rows are some of those there are",
    arguments: [(0, 800, 16), (99_999_999, 800, 16), (-50, 0, 0), (5000, 400, 32), (0, 99_999, 8)])
  func windowRange(offset: Int64, height: Int64, rem: Int64) {
    let span = WindowSpan(offset: offset, height: height, rem: rem)
    for count in [1, 2, 40, 100_000] {
      let rows = span.rows(of: count)
      #expect(rows.lowerBound >= 0 && rows.upperBound <= count && !rows.isEmpty)
    }
  }

  @Test("A deck that is not there says so")
  mutating func missing() {
    let deck = screen.deck(cards: 1)
    screen.tab.deleteDeck(deck)
    for route in [Route.deck(deck), .study(deck)] {
      screen.go(route)
      #expect(screen.page.contains("Deck not found"))
    }
    screen.go(.newCard(deck))
    #expect(screen.page.contains("Card not found"))
  }
}

extension String {
  /// The parts that stand between two marks.
  fileprivate func components(between start: String, and end: String) -> [String] {
    var parts: [String] = []
    for piece in self.split(separator: start).dropFirst() {
      if let range = piece.firstRange(of: end) { parts.append(String(piece[..<range.lowerBound])) }
    }
    return parts
  }
}
