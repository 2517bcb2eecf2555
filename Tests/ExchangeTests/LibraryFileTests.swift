import Domain
import Exchange
import Sync
import Testing

@Suite("Library file")
struct LibraryFileTests {
  @Test("has its parts in one order, one entity a line")
  func form() {
    var note = note("a<br>b")
    note.merge(
      Change(
        .note, noteID,
        properties: [
          .init("front", .text("new"), stamp(2000)), .init("later", .json("[1]"), stamp(1000)),
          .init("tag:x", .bool(true), stamp(1000)), .init("tag:y", .null, stamp(1000)),
        ]))
    let library = FileLibrary(deck(), note, review(), setting("theme", .text("dark")))
    let s1 = stamp(1000).text
    let s2 = stamp(2000).text
    #expect(
      library.file() == """
        {"format":"omena-library","version":1,"exported":1700000000000,
        "decks":[
        {"id":"\(deckID.text)","name":"Deck","color":"blue","position":1,"stamp":"\(s1)"}],
        "cards":[
        {"id":"\(noteID.text)","deck":"\(deckID.text)","front":"new","back":"apple","created":5,\
        "tags":["x"],"later":[1],"tag:y":null,"stamp":"\(s1)","stamps":{"front":"\(s2)"}}],
        "reviews":[
        {"id":"\(reviewID.text)","card":"\(noteID.text)","at":1000,"zone":120,"kind":"study",\
        "rating":3,"duration":2500,"stamp":"\(s1)"}],
        "settings":[
        {"name":"theme","value":"dark","stamp":"\(s1)"}],
        "more":[]}

        """)
  }

  @Test("an empty library makes a file that can be read")
  func emptyLibrary() throws {
    var other = FileLibrary()
    let summary = try other.open(FileLibrary().file())
    #expect(summary.changesNothing && summary.exported == 1_700_000_000_000)
    #expect(other.states.isEmpty)
  }

  @Test("what was written is read back into an empty library, and the second time changes nothing")
  func roundTrip() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = Random(seed: seed)
    let library = randomLibrary(&random)
    var copy = FileLibrary()
    let first = try copy.open(library.file())
    #expect(
      copy.states.count == first.decks.added + first.cards.added + first.reviews.added
        + first.settings.added + first.others.added, "seed \(seed)")
    for (key, state) in library.states where state.isAlive && state.kind != .step {
      #expect(copy.states[key]?.properties == state.properties, "seed \(seed)")
    }
    #expect(copy.file() == library.file(), "seed \(seed)")
    let before = copy.file()
    let second = try copy.open(library.file(), fresh: stamp(1_900_000_000_000))
    #expect(second.changesNothing, "seed \(seed)")
    #expect(copy.file() == before, "seed \(seed)")
  }

  private func randomLibrary(_ random: inout Random) -> FileLibrary {
    var library = FileLibrary()
    for index in 0..<300 {
      let id = EntityID.make(milliseconds: Int64(index), random: &random)
      var state: Change
      switch random.below(6) {
      case 0: state = deck("Deck \(index)", id: id)
      case 1: state = review(id: id, at: Int64(index))
      case 2: state = setting("s\(index)", .json("{\"a\":[1.50]}"))
      case 3: state = Change(.media, id, properties: [.init("hash", .text("x"), stamp(3))])
      case 4: state = Change(.note, id, properties: [.init("front", .text("half"), stamp(3))])
      default: state = note("<b>front</b> \(index)", id: id)
      }
      if random.below(3) == 0 {
        let name = ["tag:ä", "tag:\u{301}", "new", "restored", "id", "stamps"][random.below(6)]
        state.merge(Change(state.kind, state.id, properties: [.init(name, .bool(true), stamp(9))]))
      }
      if random.below(5) == 0, let removal = state.removal() { state.merge(removal) }
      library.merge(state)
    }
    return library
  }

  @Test("merges by stamps: the later wins on either side")
  func merging() throws {
    var library = FileLibrary(deck(), note("here", at: 2000))
    var other = FileLibrary(deck("Renamed", at: 3000), note("there", at: 1000))
    let id = EntityID(high: 1, low: 2)
    other.merge(note("new", id: id))
    let summary = try library.open(other.file())
    #expect(summary.decks == LibraryFileCount(updated: 1))
    #expect(summary.cards == LibraryFileCount(added: 1, same: 1))
    #expect(library.state(.deck, deckID)?.value("name") == .text("Renamed"))
    #expect(library.state(.note, noteID)?.value("front") == .text("here"))
    #expect(library.state(.note, id)?.value("front") == .text("new"))
  }

  @Test("brings back what was deleted here")
  func restoring() throws {
    var library = FileLibrary(deck(), note(), review())
    let file = library.file()
    for state in Array(library.states.values) { library.merge(state.removal()!) }
    #expect(library.states.values.allSatisfy { !$0.isAlive })
    let summary = try library.open(file)
    #expect(summary.decks.restored == 1 && summary.cards.restored == 1)
    #expect(summary.reviews.restored == 1)
    #expect(library.states.values.allSatisfy { $0.isAlive })
    #expect(library.state(.note, noteID)?.value("front") == .text("omena"))
    let again = try library.open(file, fresh: stamp(1_900_000_000_000))
    #expect(again.changesNothing, "the second time nothing happens")
  }

  @Test("what has no stamps only adds what is missing")
  func withoutStamps() throws {
    let file = """
      {"format":"omena-library","version":1,
       "decks":[{"id":"\(deckID.text)","name":"Other"}],
       "cards":[{"id":"\(noteID.text)","deck":"\(deckID.text)","front":"f","back":"b","note":"n",
                 "tags":["a"]},
                {"id":"01900000-0000-7000-8000-0000000000a2","deck":"\(deckID.text)",
                 "front":"new","back":"card"}],
       "reviews":[{"id":"\(reviewID.text)","card":"\(noteID.text)","at":9,"rating":1}],
       "settings":[{"name":"theme","value":"dark"}]}
      """
    var library = FileLibrary(deck(), note())
    let summary = try library.open(file)
    #expect(summary.decks == LibraryFileCount(same: 1))
    #expect(summary.cards == LibraryFileCount(added: 1, updated: 1))
    #expect(summary.reviews.added == 1 && summary.settings.added == 1)
    let state = try #require(library.state(.note, noteID))
    #expect(state.value("front") == .text("omena") && state.value("note") == .text("n"))
    #expect(state.value("tag:a") == .bool(true))
    #expect(state.properties.last?.stamp == FileLibrary.fresh)
    #expect(library.state(.deck, deckID)?.value("name") == .text("Deck"))
    #expect(try library.open(file, fresh: stamp(1_900_000_000_000)).changesNothing)
  }

  @Test("stamps from a clock far ahead count as none")
  func futureStamps() throws {
    let far = Stamp(milliseconds: 2_400_000_000_000, device: 0x100)
    var library = FileLibrary(deck())
    var file = FileLibrary(deck("Future", at: far.milliseconds))
    file.merge(note(at: far.milliseconds))
    let summary = try library.open(file.file())
    #expect(summary.decks.same == 1 && summary.cards.added == 1)
    for state in library.states.values {
      #expect(state.properties.allSatisfy { $0.stamp <= FileLibrary.fresh })
    }
  }

  @Test("fields come in through the sanitiser, names are trimmed and clipped")
  func cleaning() throws {
    let name = String(repeating: "n", count: 1_000_000)
    let file = """
      {"format":"omena-library","version":1,
       "decks":[{"id":"\(deckID.text)","name":" \(name) "}],
       "cards":[{"id":"\(noteID.text)","deck":"\(deckID.text)",
                 "front":"<img src=x onerror=alert(1)><b>f","back":"<script>x</script>b",
                 "pronunciation":null,"note":""}]}
      """
    var library = FileLibrary()
    let summary = try library.open(file)
    #expect(summary.clippedNames == 1)
    #expect(
      library.state(.deck, deckID)?.value("name") == .text(String(repeating: "n", count: 200)))
    #expect(library.state(.note, noteID)?.value("front") == .text("<b>f</b>"))
    #expect(library.state(.note, noteID)?.value("back") == .text("b"))
    #expect(try library.open(file).changesNothing)
  }

  @Test("keeps a byte order mark out, takes its parts in any order and skips unknown ones")
  func tolerance() throws {
    let file =
      "\u{FEFF}" + """
        {"reviews":[],"future":{"a":[]},"cards":[{"stamps":{"front":"\(stamp(5).text)"},
         "back":"b","stamp":"\(stamp(4).text)","front":"f","deck":"\(deckID.text)",
         "id":"\(noteID.text.uppercased())"}],"version":1,"format":"omena\\u002dlibrary"}
        """
    var library = FileLibrary()
    #expect(try library.open(file).cards.added == 1)
    let state = try #require(library.state(.note, noteID))
    #expect(state.properties.map { $0.stamp } == [stamp(4), stamp(4), stamp(5)])
  }

  @Test("can be taken in pieces while it is written")
  func streaming() {
    let library = FileLibrary(deck(), note(), review())
    var writer = LibraryFileWriter(exported: 1_700_000_000_000)
    var bytes: [UInt8] = []
    for state in [deck(), note(), review()] {
      writer.add(state)
      bytes += writer.take()
      #expect(writer.count == 0)
    }
    writer.finish()
    bytes += writer.take()
    #expect(String(decoding: bytes, as: UTF8.self) == library.file())
  }
}
