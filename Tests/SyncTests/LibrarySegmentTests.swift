import Domain
import Testing

@testable import Sync

@Suite struct LibrarySegmentTests {
  private func segments(seed: UInt64) -> [(key: String, bytes: [UInt8])] {
    var maker = HistoryMaker(seed: seed)
    var library = Library()
    for change in maker.changes(60) { library.merge(change) }
    return library.takeDirtySegments()
  }

  private func load(
    _ key: String, _ bytes: [UInt8], into library: inout Library
  ) -> SegmentError? {
    bytes.withUnsafeBytes { buffer in
      do throws(SegmentError) {
        try library.load(segment: key, buffer)
        return nil
      } catch {
        return error
      }
    }
  }

  @Test("A byte that changed, went missing or was added is noticed, and nothing is taken over")
  func damage() {
    var random = Random(seed: 5)
    for seed in UInt64(1)...30 {
      for (key, bytes) in segments(seed: seed) {
        for _ in 0..<30 {
          let damaged = damage(bytes, &random)
          if damaged == bytes { continue }
          var library = Library()
          let error = load(key, damaged, into: &library)
          #expect(error != nil, "\(key), seed \(seed)")
          #expect(LibraryAnswers(library) == LibraryAnswers(Library()))
        }
      }
    }
  }

  /// Contents that nobody wrote but whose checksum fits: refused or taken, never a crash.
  @Test("Hostile contents with a fitting checksum do not crash, whatever is asked afterwards")
  func hostile() {
    var random = Random(seed: 6)
    var refused = 0
    var taken = 0
    for seed in UInt64(1)...40 {
      for (key, bytes) in segments(seed: seed) {
        for _ in 0..<20 {
          let body = damage(Array(bytes[Segment.headerLength...]), &random)
          var library = Library()
          let error = load(key, sealed(bytes, body), into: &library)
          if error == nil { taken += 1 } else { refused += 1 }
          ask(&library)
        }
      }
    }
    #expect(refused > 500 && taken > 500)
  }

  private func sealed(_ original: [UInt8], _ body: [UInt8]) -> [UInt8] {
    guard let content = SegmentContent(rawValue: original[6]) else { return original }
    var writer = SegmentWriter(content, reserving: body.count)
    writer.append(body)
    return writer.finished()
  }

  private func damage(_ bytes: [UInt8], _ random: inout Random) -> [UInt8] {
    var bytes = bytes
    if bytes.isEmpty { return [0] }
    switch random.below(4) {
    case 0: bytes.removeLast(1 + random.below(bytes.count))
    case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: random.below(bytes.count))
    default:
      for _ in 0...random.below(3) {
        let place = random.below(min(bytes.count, random.below(2) == 0 ? 64 : bytes.count))
        bytes[place] = random.below(2) == 0 ? 0xFF : bytes[place] ^ 1 << UInt8(random.below(8))
      }
    }
    return bytes
  }

  /// Reads everything and merges into what was read.
  private func ask(_ library: inout Library) {
    _ = LibraryAnswers(library)
    for deck in library.decks.map(\.id) + [DeckID(EntityID(high: 1 << 48, low: 1))] {
      for row in library.noteRows(in: deck) { _ = library.note(row) }
      _ = library.search("a", in: deck)
    }
    for row in library.orphanNotes() {
      _ = library.search("pollo", in: library.deckID(row))
      if let removal = library.removal(of: .note, library.noteID(row).id) { library.merge(removal) }
    }
    var maker = HistoryMaker(seed: 1)
    for change in maker.changes(20) { library.merge(change) }
    _ = library.takeDirtySegments()
  }

  @Test("Segments of a newer version, of another kind or without a key of ours are refused")
  func envelope() throws {
    let (key, bytes) = try #require(segments(seed: 1).first)
    var library = Library()
    var newer = bytes
    newer[4] = 2
    #expect(load(key, newer, into: &library) == .newerVersion)
    #expect(load("notes/00000", bytes, into: &library) == .damaged)
    #expect(load("other/00000", bytes, into: &library) == .notSegment)
    #expect(load("small/1", bytes, into: &library) == .notSegment)
    #expect(load("small/0000x", bytes, into: &library) == .notSegment)
    #expect(load(key, [], into: &library) == .notSegment)
    #expect(load(key, Array(bytes.prefix(9)), into: &library) == .notSegment)
    #expect(load(key, bytes, into: &library) == nil)
  }

  @Test("Only what changed is written again")
  func dirtiness() throws {
    var library = Library()
    let stamp = Stamp(time: 1, device: 1)
    for index in 0..<5_000 {
      library.merge(
        Change(
          .note, EntityID(high: 2, low: UInt64(index)),
          properties: [PropertySet("front", .text("owl"), stamp)]))
    }
    library.merge(
      Change(
        .deck, EntityID(high: 1, low: 1),
        properties: [
          PropertySet("name", .text("Birds"), stamp)
        ]))
    let all = library.takeDirtySegments()
    #expect(all.map(\.key) == ["small/00000", "notes/00000", "notes/00001"])
    #expect(library.takeDirtySegments().isEmpty)

    var loaded = Library()
    for (key, bytes) in all { #expect(load(key, bytes, into: &loaded) == nil) }
    #expect(loaded.takeDirtySegments().isEmpty)

    let known = try #require(loaded.state(of: .note, EntityID(high: 2, low: 4_500)))
    loaded.merge(known)
    #expect(loaded.takeDirtySegments().isEmpty)
    let review = Review(
      id: ReviewID(EntityID(high: 3, low: 1)), card: CardID(NoteID(known.id)), at: 5,
      zoneMinutes: 0, kind: .study, rating: .good, duration: 1)
    loaded.merge(Change(review, stamp: stamp))
    loaded.merge(
      Change(
        .note, known.id,
        properties: [PropertySet("back", .text("eagle"), Stamp(time: 2, device: 1))]))
    #expect(loaded.takeDirtySegments().map(\.key) == ["notes/00001", "reviews/00000"])

    let undo = try #require(loaded.removal(of: .review, review.id.id))
    loaded.merge(undo)
    #expect(loaded.takeDirtySegments().map(\.key) == ["small/00000", "reviews/00000"])
    loaded.markDirty(segment: "notes/00000")
    loaded.markDirty(segment: "notes/00007")
    #expect(loaded.takeDirtySegments().map(\.key) == ["notes/00000"])
  }

  /// One note, or one review, in a segment of its own.
  private func single(_ number: UInt64, isReview: Bool) throws -> (change: Change, bytes: [UInt8]) {
    let id = EntityID(high: 7, low: number)
    let stamp = Stamp(time: number, device: 1)
    let review = Review(
      id: ReviewID(id), card: CardID(NoteID(id)), at: 1, zoneMinutes: 0, kind: .study,
      rating: .good, duration: 1)
    let change =
      isReview
      ? Change(review, stamp: stamp)
      : Change(.note, id, properties: [PropertySet("front", .text("owl"), stamp)])
    var library = Library()
    library.merge(change)
    return (change, try #require(library.takeDirtySegments().first).bytes)
  }

  @Test(
    "What another tab has moved to another segment is written again with the one it is in here",
    arguments: [(false, "notes/0000"), (true, "reviews/0000")])
  func moved(isReview: Bool, key: String) throws {
    let moved = try single(1, isReview: isReview)
    let other = try single(2, isReview: isReview)
    let later = try single(3, isReview: isReview)
    var library = Library()
    #expect(load(key + "0", moved.bytes, into: &library) == nil)
    var stored = [key + "0": other.bytes, key + "1": moved.bytes]
    for key in [key + "1", key + "0"] {
      #expect(load(key, try #require(stored[key]), into: &library) == nil)
    }
    library.merge(later.change)
    for (key, bytes) in library.takeDirtySegments() { stored[key] = bytes }

    var fresh = Library()
    for (key, bytes) in stored { #expect(load(key, bytes, into: &fresh) == nil) }
    for change in [moved.change, other.change, later.change] {
      #expect(fresh.state(of: change.kind, change.id) == change)
    }
  }

  @Test("Removing most of a large library and editing the rest keeps the text arena small")
  func compaction() throws {
    var library = Library()
    let text = String(repeating: "owl ", count: 100)
    for round in UInt64(1)...20 {
      for index in 0..<500 {
        library.merge(
          Change(
            .note, EntityID(high: 2, low: UInt64(index)),
            properties: [
              PropertySet("front", .text(text + "\(round)"), Stamp(time: round, device: 1))
            ]))
      }
    }
    let live = 500 * (text.utf8.count + 2)
    #expect(library.notes.chunks[0].arena.count < 3 * live)
    let segment = try #require(library.takeDirtySegments().first)
    #expect(segment.bytes.count < live + 500 * 64 + 100)
  }

  @Test("Keys sort as their numbers do")
  func keys() {
    #expect(SegmentKey(.reviews, 12).text == "reviews/00012")
    #expect(SegmentKey("reviews/00012") == SegmentKey(.reviews, 12))
    #expect(SegmentKey("reviews/40000") == nil)
  }
}
