import Domain
import Testing

@testable import App

struct DecksTests {
  var screen = Screen()

  private mutating func make(_ name: String) {
    screen.send("decks.new")
    screen.send("decks.typed", name)
    screen.send("decks.submit")
  }

  @Test("A new deck goes to the end of the list, its name trimmed")
  mutating func newDeck() {
    make("Birds")
    make("  Two  words\t")
    #expect(screen.names == ["Birds", "Two  words"])
    #expect(screen.state.decks.dialog == nil)
    #expect(screen.announced == ["Deck Two  words added"])
  }

  @Test("A name that cannot be is refused at the field, and what was typed stays")
  mutating func refusedName() {
    for (name, words) in [("  ", "Write a name"), (String(repeating: "x", count: 201), "at most")] {
      make(name)
      #expect(screen.names.isEmpty)
      #expect(screen.focus == "deck-name")
      #expect(screen.page.contains("aria-invalid=\"true\" aria-describedby=\"deck-name-error\""))
      #expect(screen.page.contains(words))
      #expect(screen.page.contains("value=\"\(name)\""))
    }
    screen.key("Escape", place: "t")
    #expect(screen.state.decks.dialog == nil)
    #expect(screen.state.keyWasHandled)
  }

  @Test("Renaming keeps the deck where it is and can be undone")
  mutating func rename() {
    let deck = screen.deck("First", cards: 1)
    make("Second")
    screen.send("decks.rename:\(deck.id.text)")
    screen.send("decks.typed", "Renamed")
    screen.send("decks.submit")
    #expect(screen.names == ["Renamed", "Second"])
    screen.key("z", "c")
    #expect(screen.names == ["First", "Second"])
  }

  @Test("Saving the same name makes no step")
  mutating func sameName() {
    let deck = screen.deck("Same", cards: 0)
    let steps = screen.library.steps(since: 0).count
    screen.send("decks.rename:\(deck.id.text)")
    screen.send("decks.submit")
    #expect(screen.library.steps(since: 0).count == steps)
  }

  @Test("A colour is taken at once for a deck, and with the name for a new one")
  mutating func colours() {
    screen.send("decks.new")
    screen.send("decks.typed", "Paint")
    screen.send("decks.color", "rose")
    screen.send("decks.submit")
    let deck = screen.library.decks[0]
    #expect(deck.color == .rose)
    screen.send("decks.recolor:\(deck.id.id.text)")
    screen.send("decks.color", "teal")
    #expect(screen.library.decks[0].color == .teal)
    screen.send("decks.color", "no colour")
    #expect(screen.library.decks[0].color == .teal)
  }

  @Test("Decks move up and down and stop at the ends")
  mutating func order() {
    for name in ["A", "B", "C"] { make(name) }
    let last = screen.library.decks[2].id.id.text
    screen.send("decks.up:\(last)")
    #expect(screen.names == ["A", "C", "B"])
    #expect(screen.announced == ["Number 2 of 3"])
    screen.send("decks.up:\(last)")
    screen.send("decks.up:\(last)")
    #expect(screen.names == ["C", "A", "B"])
    screen.send("decks.down:\(last)")
    #expect(screen.names == ["A", "C", "B"])
  }

  @Test("Deleting a deck takes its cards with it, and Undo brings all of them back")
  mutating func delete() {
    let deck = screen.deck(cards: 3)
    screen.go(.deck(deck))
    screen.send("decks.delete:\(deck.id.text)")
    #expect(screen.state.route == .decks)
    #expect(screen.library.noteCount == 0)
    #expect(screen.page.contains("No decks yet"))
    screen.send("toast.undo")
    #expect(screen.library.noteCount(in: deck) == 3)
  }

  @Test("A name is text, in the list and in the label of its button")
  mutating func escaping() {
    make("<b>\"bold\"</b> & so")
    let page = screen.page
    #expect(page.contains("<bdi>&lt;b&gt;&quot;bold&quot;&lt;/b&gt; &amp; so</bdi>"))
    #expect(page.contains("aria-label=\"More for &lt;b&gt;&quot;bold&quot;"))
    #expect(!page.contains("<b>\"bold"))
  }

  @Test("Before anything was studied the first deck with cards lies on top, then what was left off")
  mutating func lead() {
    make("Empty")
    let first = screen.deck("First", cards: 2)
    let second = screen.deck("Second", cards: 3)
    screen.go(.settings)
    screen.go(.decks)
    #expect(screen.state.decks.lead == DeckLead(deck: first))
    screen.send("decks.begin:\(second.id.text)")
    #expect(screen.state.route == .study(second))
    screen.send("study.show")
    screen.send("study.knew")
    screen.send("study.close")
    screen.go(.decks)
    #expect(screen.state.decks.lead?.deck == second)
    #expect(screen.state.decks.lead?.place?.number == 2)
    screen.send("decks.continue:\(second.id.text)")
    for _ in 0..<2 {
      screen.send("study.show")
      screen.send("study.knew")
    }
    screen.send("study.close")
    screen.go(.decks)
    #expect(screen.state.decks.lead == nil)
  }
}

struct PartsTests {
  @Test("A deck is marked by the beginning of its name, in whole characters")
  func beginnings() {
    for (name, start) in [
      ("Finnish", "Fi"), ("x", "x"), ("× tables", "×"), ("👩🏽‍🚀 x", "👩🏽‍🚀"), ("حروف", "ح"),
      ("日本語", "日"), ("A b", "A"), ("e\u{301}te", "e\u{301}t"), ("", ""), ("7 wonders", "7"),
    ] {
      #expect(initials(of: name) == start)
    }
  }

  @Test("Numbers have commas between thousands")
  func numbers() {
    for (number, text) in [
      (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (100_000, "100,000"),
      (1_234_567, "1,234,567"),
    ] {
      #expect(grouped(number) == text)
    }
  }

  @Test("A list shows one line of a field, cut between characters")
  func lines() {
    #expect(oneLine("a<br>b &lt;i&gt; <b>c</b>") == "a b <i> c")
    let long = oneLine(String(repeating: "é", count: 5000))
    #expect(long.utf8.count < 700)
    #expect(!long.unicodeScalars.contains("\u{FFFD}"))
    #expect(long.hasSuffix("é…"))
  }

  @Test("Longer texts are set smaller, each side by itself")
  func sizes() {
    let sentence = "A sentence of some length that goes over two or three lines of a card."
    for (text, size) in [
      ("omena", TextSize.word), ("a few short words", .word), ("Donaudampfschiffe", .phrase),
      (sentence, .sentence), (String(repeating: sentence, count: 3), .paragraph),
      (String(repeating: sentence, count: 9), .page), ("日本語の長い言葉です", .word),
      (String(repeating: "W", count: 400), .page), ("<b>omena</b>", .word),
    ] {
      #expect(TextSize(.front, [text, "", "", ""]) == size)
      #expect(TextSize(.back, ["", text, "", ""]) == size)
      #expect(TextSize(.front, ["omena", text, "", text]) == .word)
    }
  }
}
