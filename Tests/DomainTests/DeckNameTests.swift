import Testing

@testable import Domain

struct DeckNameTests {
  @Test("White space at the ends goes, inside it stays")
  func trims() throws {
    #expect(try DeckName.checked(" \t\u{3000}\u{A0}Finnish  words\u{2029}\n") == "Finnish  words")
  }

  @Test(
    "A name that cannot be seen is empty",
    arguments: ["", " ", "\n\t", "\u{3000}\u{2003}", "\u{200B}\u{FEFF}", "\u{2066} \u{2069}"])
  func empty(typed: String) {
    #expect(throws: DeckNameProblem.empty) { try DeckName.checked(typed) }
    #expect(DeckName.clipped(typed) == nil)
  }

  @Test(
    "200 characters are allowed and 201 are not, counted as people count them",
    arguments: ["a", "é", "e\u{301}", "漢", "👨‍👩‍👧", "🏳️‍🌈", "🇬🇧", "ع"])
  func length(character: String) throws {
    let longest = String(repeating: character, count: 200)
    #expect(try DeckName.checked("  " + longest + " ") == longest)
    #expect(throws: DeckNameProblem.tooLong) { try DeckName.checked(longest + character) }
    #expect(DeckName.clipped(longest + character) == longest)
  }

  @Test("Text is kept as typed, composed or not")
  func keepsTheBytes() throws {
    for typed in ["e\u{301}", "\u{E9}", "\u{212B}"] {
      #expect(Array(try DeckName.checked(typed).utf8) == Array(typed.utf8))
    }
  }

  @Test("One character with a megabyte of marks is refused, and cut from a file")
  func hostileMarks() {
    let hostile = "a" + String(repeating: "\u{301}", count: 500_000)
    #expect(throws: DeckNameProblem.tooLong) { try DeckName.checked(hostile) }
    #expect((DeckName.clipped("b" + hostile) ?? "").utf8.count <= DeckName.byteCountMax)
    #expect(DeckName.clipped("b" + hostile) == "b")
  }

  @Test("A cut leaves no white space at the end")
  func cutIsTrimmed() {
    let text = String(repeating: "a", count: 199) + " bc"
    #expect(DeckName.clipped(text) == String(repeating: "a", count: 199))
  }
}
