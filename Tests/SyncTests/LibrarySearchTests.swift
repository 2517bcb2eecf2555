import Domain
import Foundation
import Testing

@testable import Sync

@Suite struct LibrarySearchTests {
  private let deck = DeckID(EntityID(high: 9, low: 9))

  private func library(_ fronts: [String]) -> Library {
    var library = Library()
    for (index, front) in fronts.enumerated() {
      library.merge(note(index, front, time: 1))
    }
    return library
  }

  private func note(_ index: Int, _ front: String, back: String = "", time: UInt64) -> Change {
    let stamp = Stamp(time: time, device: 1)
    return Change(
      .note, EntityID(high: 2, low: UInt64(index)),
      properties: [
        PropertySet("back", .text(back), stamp),
        PropertySet("created", .int(Int64(index)), stamp),
        PropertySet("deck", .text(deck.id.text), stamp),
        PropertySet("front", .text(front), stamp),
      ])
  }

  private func found(_ query: String, in library: Library) -> [Int] {
    var library = library
    return library.search(query, in: deck).map { Int(library.noteID($0).id.low) }
  }

  @Test(
    "Words are found without regard to case and marks",
    arguments: [
      ("Pöllö istuu", "pollo"), ("pollo", "PÖLLÖ"), ("Ελλάδα", "ελλαδα"), ("ΟΔΌΣ", "οδος"),
      ("Ёлка", "елка"), ("Й", "и"), ("straße", "STRASSE"), ("Ærø", "aero"), ("Łódź", "lodz"),
      ("naïve", "naive"), ("Tiếng Việt", "tieng viet"), ("ＡＢＣ", "abc"), ("Ա", "ա"),
      ("a\u{308}iti", "äiti"), ("mañana", "man\u{303}ana"), ("it’s", "it's"), ("日本語", "本"),
      ("🦉 owl", "🦉"), ("x", "X"), ("Ɔkɔ", "ɔkɔ"), ("zero\u{200B}width", "zerowidth"),
    ])
  func folding(_ text: String, _ query: String) {
    #expect(found(query, in: library(["other", text])) == [1])
  }

  @Test("Letters that differ by more than a mark do not find each other")
  func notFolding() {
    #expect(found("か", in: library(["が"])) == [])
    #expect(found("pollo", in: library(["pello"])) == [])
  }

  @Test("Every word must occur, in any field and any order; oldest notes come first")
  func words() {
    var library = library(["red owl", "owl", "red"])
    library.merge(note(3, "owl", back: "it is Red", time: 1))
    #expect(found("red owl", in: library) == [0, 3])
    #expect(found("  OWL   red ", in: library) == [0, 3])
    #expect(found("red owls", in: library) == [])
    #expect(found("", in: library) == [0, 1, 2, 3])
  }

  @Test("A word is not found across the border of two fields")
  func fieldBorder() {
    var library = library([])
    library.merge(note(0, "ab", back: "cd", time: 1))
    #expect(found("bc", in: library) == [])
    #expect(found("cd", in: library) == [0])
  }

  @Test(
    "HTML is searched as the text it shows",
    arguments: [
      ("<b>bo</b>ld", "bold", true), ("a &lt;b&gt; tag", "<b>", true), ("one<br>two", "two", true),
      ("one<br>two", "onetwo", false), ("one<BR/>two", "onetwo", false), ("<b>x</b>", "b", false),
      ("R&amp;D", "r&d", true), ("&#246;", "ö", true), ("&#xF6;", "o", true),
      ("&nope;", "nope", true),
      ("5 < 7 & 8", "< 7 &", true), ("a&nbsp;b", "b", true), ("<", "<", true), ("&", "&", true),
    ])
  func html(_ html: String, _ query: String, _ isFound: Bool) {
    #expect(found(query, in: library([html])) == (isFound ? [0] : []))
  }

  @Test("An edit, a move and a removal are seen by the next search")
  func afterChanges() throws {
    var library = library(["owl", "owl"])
    #expect(library.search("owl", in: deck).count == 2)
    library.merge(note(0, "eagle", time: 2))
    #expect(found("owl", in: library) == [1])
    #expect(found("eagle", in: library) == [0])
    let removal = try #require(library.removal(of: .note, EntityID(high: 2, low: 0)))
    library.merge(removal)
    #expect(found("eagle", in: library) == [])
    let other = DeckID(EntityID(high: 8, low: 8))
    library.merge(
      Change(
        .note, EntityID(high: 2, low: 1),
        properties: [PropertySet("deck", .text(other.id.text), Stamp(time: 3, device: 1))]))
    #expect(found("owl", in: library) == [])
    #expect(library.search("owl", in: other).count == 1)
  }

  @Test("A word is found at every place of texts of every length")
  func places() {
    var random = Random(seed: 3)
    for _ in 0..<400 {
      let length = random.below(40)
      let text = String((0..<length).map { _ in "abc".randomElement(using: &random) ?? "a" })
      let wordLength = 1 + random.below(4)
      let word = String((0..<wordLength).map { _ in "abc".randomElement(using: &random) ?? "a" })
      let expected = text.range(of: word) == nil ? [] : [0]
      #expect(found(word, in: library([text, "-"])) == expected, "\(word) in \(text)")
    }
  }

  @Test("Preparing in parts ends, and the search finds the same")
  func preparing() {
    var library = library((0..<25).map { "owl \($0)" })
    var rounds = 1
    while !library.prepareSearch(in: deck, limit: 10) { rounds += 1 }
    #expect(rounds == 3)
    #expect(library.search("owl 2", in: deck).count == 7)
  }

  /// The tables against Foundation, over the blocks they cover.
  @Test("Folding joins what Foundation joins")
  func tables() {
    let blocks: [ClosedRange<UInt32>] = [
      0xC0...0x17F, 0x1CD...0x1DC, 0x200...0x21B, 0x1E00...0x1E99, 0x1EA0...0x1EF9,
      0x386...0x3CE, 0x400...0x481, 0x48A...0x4BF, 0x4D0...0x52F, 0x1F00...0x1FFF,
    ]
    // Letters that Foundation leaves, which people type without: ø, đ, ł and others.
    let more: Set<UInt32> = [
      0xC6, 0xD0, 0xD8, 0xDE, 0xDF, 0xE6, 0xF0, 0xF8, 0xFE, 0x110, 0x111, 0x126, 0x127, 0x131,
      0x132, 0x133, 0x138, 0x13F, 0x140, 0x141, 0x142, 0x149, 0x14A, 0x14B, 0x152, 0x153, 0x166,
      0x167, 0x17F, 0x3C2,
    ]
    for block in blocks {
      for value in block where !more.contains(value) {
        guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic else { continue }
        let expected = String(scalar).folding(
          options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        #expect(
          folded(String(scalar)) == folded(expected), "\(scalar) U+\(String(value, radix: 16))")
        #expect(folded(folded(String(scalar))) == folded(String(scalar)))
      }
    }
  }

  private func folded(_ text: String) -> String {
    var text = text
    let bytes = text.withUTF8 { input in
      [UInt8](unsafeUninitializedCapacity: input.count + 1) { buffer, count in
        if let start = buffer.baseAddress { count = SearchFold.fold(plain: input, to: start) }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("Any bytes fold to no more bytes")
  func anyBytes() {
    var random = Random(seed: 11)
    for _ in 0..<20_000 {
      let input = (0..<random.below(24)).map { _ in
        random.below(2) == 0
          ? UInt8(truncatingIfNeeded: random.next())
          : [0x26, 0x23, 0x3B, 0x3C, 0x3E, 0x31, 0xC3, 0xE1, 0xF0, 0x2F][random.below(10)]
      }
      var output: [UInt8] = Array(repeating: 0xAA, count: input.count + 8)
      let count = input.withUnsafeBufferPointer { bytes in
        output.withUnsafeMutableBufferPointer { buffer in
          buffer.baseAddress.map { SearchFold.fold(html: bytes, to: $0) } ?? 0
        }
      }
      #expect(count <= input.count && output[input.count...].allSatisfy { $0 == 0xAA }, "\(input)")
    }
  }
}
