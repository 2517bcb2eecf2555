import Domain
import Sync
import Testing

@testable import sampler

@Suite("The file of samples")
struct SamplerTests {
  let json: [UInt8]
  let changes: [Change]

  init() throws {
    json = try Sampler.json(read: SampleDeckTests.read)
    changes = try JSONReader.read(json) { (reader) throws(JSONError) in
      try Change.list(from: &reader)
    }
  }

  @Test("holds one change for each deck and card, stamped before every device")
  func stamps() {
    #expect(changes.count == 6 + 676)
    #expect(changes.count { $0.kind == .deck } == 6)
    #expect(Set(changes.map(\.id)).count == changes.count)
    for change in changes {
      #expect(change.properties.allSatisfy { $0.stamp == Stamp(time: 1, device: 0) })
      #expect(change.removals.isEmpty)
    }
  }

  @Test("comes out the same byte for byte")
  func repeatable() throws {
    #expect(try Sampler.json(read: SampleDeckTests.read) == json)
  }

  @Test("fills a library; a second time it changes nothing")
  func seeding() {
    var library = Library()
    for change in changes { library.merge(change) }
    #expect(library.noteCount == 676)
    #expect(library.decks.map(\.name).first == "Finnish first words")
    #expect(library.decks.map(\.sample).last == "katakana")
    for change in changes { #expect(!library.merge(change).changed) }
  }

  @Test("lists the cards of a deck in the order of its list")
  func order() throws {
    var library = Library()
    for change in changes.reversed() { library.merge(change) }
    let deck = try #require(library.decks.first { $0.sample == "capitals" })
    let fronts = library.noteRows(in: deck.id).map { library.field($0, .front) }
    #expect(fronts.prefix(3) == ["Afghanistan", "Albania", "Algeria"])
    #expect(fronts.last == "Zimbabwe")
  }

  @Test("keeps text as text: signs of HTML are escaped")
  func escaping() throws {
    let series = try #require(
      changes.first { $0.id == .named("sample/formulas/geometric-series") })
    let back = series.properties.first { $0.name == "back" }?.value
    #expect(back == .text("Σ arᵏ = a / (1 − r), |r| &lt; 1"))
    let matrix = try #require(
      changes.first { $0.id == .named("sample/formulas/rotation-matrix") })
    #expect(
      matrix.properties.first { $0.name == "back" }?.value
        == .text("(cos θ  −sin θ)<br>(sin θ   cos θ)"))
  }
}

@Suite("Lists with mistakes")
struct ListMistakeTests {
  private func table(_ text: String) throws(SampleError) -> Table {
    try Table(name: "t.tsv", bytes: Array(text.utf8))
  }

  @Test("a row with a field too few is refused with its line")
  func shortRow() {
    #expect(throws: SampleError.unreadable(file: "t.tsv", reason: "line 3 has 1 fields, not 2")) {
      try table("a\tb\n1\t2\n3\n")
    }
  }

  @Test("a missing column is refused by name")
  func missingColumn() throws {
    let table = try table("key\tenglish\n1\t2\n")
    #expect(throws: SampleError.unreadable(file: "t.tsv", reason: "there is no column finnish")) {
      try SampleDeck.finnish(table)
    }
  }

  @Test("bytes that are not UTF-8 are refused")
  func notUTF8() {
    #expect(throws: SampleError.self) { try Table(name: "t.tsv", bytes: [0x61, 0xFF, 0x0A]) }
  }

  @Test("a JSON list that is no array is refused")
  func noArray() {
    #expect(throws: SampleError.unreadable(file: "q.json", reason: "no array")) {
      try Records(name: "q.json", bytes: Array("{}".utf8))
    }
  }

  @Test("a colour that no card has is refused")
  func unknownColor() throws {
    let text = #"[{"key":"k","category":"c","color":"pink","question":"q?","answer":"a"}]"#
    let records = try Records(name: "q.json", bytes: Array(text.utf8))
    #expect(
      throws: SampleError.unreadable(file: "q.json", reason: "there is no colour pink")
    ) {
      try SampleDeck.quizNight(records)
    }
  }

  @Test("an empty side, a repeated key and a repeated front are refused")
  func badCards() {
    var deck = SampleDeck(key: "d", name: "D", color: .blue, cards: [])
    let card = SampleCard(key: "k", front: "f", back: "b")
    deck.cards = [SampleCard(key: "k", front: "f", back: "")]
    #expect(throws: SampleError.emptySide(deck: "d", key: "k")) { try deck.check() }
    deck.cards = [card, SampleCard(key: "k", front: "g", back: "b")]
    #expect(throws: SampleError.repeatedKey(deck: "d", key: "k")) { try deck.check() }
    deck.cards = [card, SampleCard(key: "l", front: "f", back: "b")]
    #expect(throws: SampleError.repeatedFront(deck: "d", front: "f")) { try deck.check() }
  }
}
