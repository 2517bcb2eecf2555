import Domain
import Exchange
import Sync
import Testing

@Suite("Bad library files")
struct BadLibraryFileTests {
  let head = #"{"format":"omena-library","version":1,"#

  func problem(_ text: String) -> LibraryFileProblem? { error(Array(text.utf8))?.problem }

  func error(_ bytes: [UInt8]) -> LibraryFileError? {
    var library = FileLibrary(deck())
    do throws(LibraryFileError) {
      _ = try library.open(bytes)
      return nil
    } catch {
      #expect(error.sentence.hasSuffix("."))
      #expect(!error.sentence.contains("cannot print"))
      return error
    }
  }

  @Test("a file that is cut off anywhere is refused, and the sentence says where it ends")
  func truncated() {
    let whole = Array(FileLibrary(deck(), note(), review(), setting("a", .bool(true))).file().utf8)
    for length in 0..<whole.count - 1 {
      let found = error(Array(whole[..<length]))
      switch found?.problem {
      case .empty: #expect(length == 0)
      case .truncated: #expect(found?.sentence.contains("cut off") == true)
      case .some(let other): Issue.record("\(length): \(other)")
      case nil: Issue.record("\(length) was accepted")
      }
    }
    let text = String(decoding: whole, as: UTF8.self)
    let cut = text[..<text.firstRange(of: "omena\"")!.lowerBound]
    #expect(
      error(Array(cut.utf8))?.sentence
        == "The file is cut off: it ends within cards[0].front at line 5, column 101. "
        + "Please get a complete copy.")
  }

  @Test("what is no JSON is named with line and column")
  func notJSON() {
    #expect(
      error(Array("Dear diary,".utf8))?.sentence
        == "This is no library file: it is not valid JSON at line 1, column 1 "
        + "(a character that cannot stand here).")
    let found = error(Array((head + "\n\"decks\":[}").utf8))
    #expect(found?.problem == .notJSON("a character that cannot stand here"))
    #expect(found?.line == 2 && found?.column == 10)
    #expect(problem("\0\u{1}") == .notJSON("a character that cannot stand here"))
    #expect(problem(head + "\"decks\":[]} x") == .notJSON("something follows after the end"))
    #expect(error([0x89, 0x50, 0x4E, 0x47]) != nil)
    #expect(error([0xFF, 0xFE, 0x7B, 0x00]) != nil)
  }

  @Test("other JSON files and newer versions are told apart")
  func otherFiles() {
    #expect(problem("[]") == .notLibrary)
    #expect(problem("1") == .notLibrary)
    #expect(problem(#"{"a":1}"#) == .notLibrary)
    #expect(problem(#"{"format":"other","version":1}"#) == .notLibrary)
    #expect(problem(#"{"format":1,"version":1}"#) == .notLibrary)
    #expect(problem(#"{"format":"omena-library"}"#) == .missing("version"))
    #expect(
      problem(#"{"format":"omena-library","version":"1"}"#)
        == .wrongValue("version", "a whole number"))
    #expect(problem(#"{"format":"omena-library","version":0}"#) == .missing("version"))
    #expect(problem(#"{"format":"omena-library","version":2}"#) == .newerVersion(2))
    let late = #"{"decks":[{"new":"shape"}],"version":7,"format":"omena-library"}"#
    #expect(problem(late) == .newerVersion(7), "before anything in it is judged")
    #expect(error(Array(late.utf8))?.sentence.contains("update Omena") == true)
  }

  @Test(
    "wrong values are named by their path",
    arguments: [
      (#""decks":{}"#, LibraryFileProblem.wrongValue("decks", "a list")),
      (#""decks":[1]"#, .wrongValue("decks[0]", "an object")),
      (#""decks":[{}]"#, .missing("decks[0].name")),
      (#""decks":[{"name":"x"}]"#, .missing("decks[0].id")),
      (#""decks":[{"id":"D","name":7}]"#, .wrongValue("decks[0].name", "a text")),
      (#""decks":[{"id":"D","name":" \u200b"}]"#, .unnamedDeck("decks[0].name")),
      (#""decks":[{"id":"D","name":"x","color":[]}]"#, .wrongValue("decks[0].color", "a text")),
      (
        #""decks":[{"id":"D","name":"x","position":1.5}]"#,
        .wrongValue("decks[0].position", "a whole number")
      ),
      (#""decks":[{"id":"D","name":"x","name":"y"}]"#, .sameName("decks[0].name")),
      (
        #""decks":[{"id":"D","name":"x","stamp":"1"}]"#,
        .wrongValue("decks[0].stamp", "a stamp of 32 hexadecimal digits")
      ),
      (#""decks":[{"id":"D","name":"x","stamps":{"no":"S"}}]"#, .missing("decks[0].no")),
      (#""decks":[],"decks":[]"#, .sameName("decks")),
      (#""exported":"today""#, .wrongValue("exported", "a whole number")),
      (#""cards":[{"id":"x"}]"#, .wrongValue("cards[0].id", "an id of 36 characters")),
      (#""cards":[{"id":"D","front":"f","back":"b"}]"#, .missing("cards[0].deck")),
      (#""cards":[{"id":"D","deck":"D","front":"f"}]"#, .missing("cards[0].back")),
      (#""cards":[{"front":7}]"#, .wrongValue("cards[0].front", "a text")),
      (#""cards":[{"front":null}]"#, .wrongValue("cards[0].front", "a text")),
      (#""cards":[{"front":" <br>&nbsp;"}]"#, .emptySide("cards[0].front", "front")),
      (#""cards":[{"back":"<script>x</script>"}]"#, .emptySide("cards[0].back", "back")),
      (#""cards":[{"tags":"a"}]"#, .wrongValue("cards[0].tags", "a list")),
      (#""cards":[{"tags":[1]}]"#, .wrongValue("cards[0].tags", "a text")),
      (#""cards":[{"":1}]"#, .wrongValue("cards[0]", "named with 1 to 100 bytes")),
      (#""reviews":[{"card":"D","rating":3}]"#, .missing("reviews[0].at")),
      (#""reviews":[{"rating":5}]"#, .wrongValue("reviews[0].rating", "from 1 to 4")),
      (
        #""reviews":[{"rating":99999999999999999999}]"#,
        .wrongValue("reviews[0].rating", "a whole number")
      ),
      (#""reviews":[{"at":-1}]"#, .wrongValue("reviews[0].at", "from 0 to 281474976710655")),
      (
        #""reviews":[{"duration":86400001}]"#,
        .wrongValue("reviews[0].duration", "from 0 to 86400000")
      ),
      (#""settings":[{"name":null,"value":1}]"#, .missing("settings[0].id")),
      (#""settings":[{"value":1}]"#, .missing("settings[0].name")),
      (#""more":[{}]"#, .wrongValue("more[0]", "a change")),
    ])
  func wrongValues(member: String, expected: LibraryFileProblem) {
    let text = member.replacing("\"D\"", with: "\"\(deckID.text)\"")
      .replacing("\"S\"", with: "\"\(stamp(1).text)\"")
    #expect(problem(head + text + "}") == expected)
  }

  @Test("two entities with one id are refused, wherever they stand")
  func sameIDs() {
    let ids = (1...5).map { EntityID(high: 0, low: UInt64($0)).text }
    func cards(_ order: [Int]) -> String {
      let cards = order.map {
        "{\"id\":\"\(ids[$0])\",\"deck\":\"\(deckID.text)\",\"front\":\"f\",\"back\":\"b\"}"
      }
      return head + "\"cards\":[\(cards.joined(separator: ","))]}"
    }
    #expect(problem(cards([0, 1, 2])) == nil)
    #expect(problem(cards([2, 1, 0])) == nil)
    #expect(problem(cards([0, 0])) == .sameID("cards[1]", "cards[0]"))
    #expect(problem(cards([3, 1, 4, 2, 1])) == .sameID("cards[4]", "cards[1]"))
  }

  @Test("files and fields beyond the limits are refused")
  func limits() {
    let field = String(repeating: "x", count: 10_000_001)
    #expect(problem(head + #""cards":[{"front":"\#(field)"}]}"#) == .fieldTooLong("cards[0].front"))
    let escaped = String(repeating: "&", count: 2_500_000)
    #expect(problem(head + #""cards":[{"back":"\#(escaped)"}]}"#) == .fieldTooLong("cards[0].back"))
    let members = (0...1000).map { "\"p\($0)\":1" }.joined(separator: ",")
    #expect(problem(head + "\"cards\":[{\(members)}]}") == .tooManyProperties("cards[0]"))
    let deep = String(repeating: "[", count: 100_000)
    #expect(problem(head + "\"cards\":[{\"a\":\(deep)") == .notJSON("nested too deeply"))

    // The pages are never touched: only the size is looked at.
    let size = LibraryFile.bytesMax + 1
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: size)
    defer { memory.deallocate() }
    #expect(throws: LibraryFileError(.tooLarge(size))) {
      try LibraryFileReader.read(
        UnsafeBufferPointer(memory), fresh: FileLibrary.fresh, existing: { _, _ in nil })
    }
  }

  @Test("damaged files never do worse than be refused, at random")
  func mutations() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = Random(seed: seed)
    let whole = Array(FileLibrary(deck(), note(), review(), setting("a", .int(3))).file().utf8)
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0...random.below(3) {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1: bytes.remove(at: place)
        default: bytes.insert(Array("{}[]\",:0x".utf8)[random.below(9)], at: place)
        }
      }
      _ = error(bytes)
    }
  }
}
