import Domain
import Sync
import Testing

@Suite struct LibraryHistoryTests {
  @Test("Whatever changes come in whatever order, every answer is that of the plain fold")
  func histories() {
    for seed in UInt64(1)...2_000 {
      var maker = HistoryMaker(seed: seed)
      var changes = maker.changes(8 + maker.random.below(40))
      changes += changes.filter { _ in maker.random.below(8) == 0 }
      maker.random.shuffle(&changes)
      var library = Library()
      var reference = ReferenceLibrary()
      for change in changes {
        let before = library.state(of: change.kind, change.id)
        let outcome = library.merge(change)
        reference.merge(change)
        let after = library.state(of: change.kind, change.id)
        let isSound =
          outcome.changed == (before != after)
          && outcome.revived == (before.map { !$0.isAlive && after?.isAlive == true } ?? false)
        if !isSound { Issue.record("outcome of \(change), seed \(seed)") }
      }
      let answers = LibraryAnswers(library)
      let expected = LibraryAnswers(reference)
      if answers != expected { Issue.record("seed \(seed):\n\(answers)\n\(expected)") }
      if let difference = difference(library, reference) {
        Issue.record("seed \(seed): \(difference)")
        return
      }
    }
  }

  /// What the library answers otherwise than the fold, or nil.
  private func difference(_ library: Library, _ reference: ReferenceLibrary) -> String? {
    for deck in reference.deckIDs.union(reference.decks.map(\.id)) {
      let rows = library.noteRows(in: deck)
      if rows.map({ library.noteID($0) }) != reference.notes(in: deck) { return "notes in deck" }
      if library.noteCount(in: deck) != rows.count { return "count in deck" }
    }
    for (key, state) in reference.states {
      if library.isAlive(key.kind, key.id) != state.isAlive { return "life of \(key)" }
      if library.removal(of: key.kind, key.id) != state.removal() { return "removal of \(key)" }
      if key.kind == .note && state.isAlive {
        guard let row = library.row(NoteID(key.id)) else { return "row of \(key)" }
        let fields = BasicField.allCases.map { ReferenceLibrary.text(state, $0.property) }
        if library.note(row).fields != fields { return "fields of \(key)" }
        if library.deckID(row) != ReferenceLibrary.deck(of: state) { return "deck of \(key)" }
        let front = library.notesWithFront(fields[0], in: library.deckID(row))
        if !front.contains(row) { return "front of \(key)" }
      }
      if key.kind == .review {
        let review = state.isAlive ? Review(state) : nil
        if library.review(ReviewID(key.id)) != review { return "review \(key)" }
      }
    }
    return library.latestTime == reference.latestTime ? nil : "latest time"
  }

  @Test("Segments stored at any moment and loaded in any order, and what came later, are the same")
  func storing() throws {
    for seed in UInt64(1)...600 {
      var maker = HistoryMaker(seed: seed)
      let changes = maker.changes(10 + maker.random.below(60))
      var library = Library()
      var stored: [String: [UInt8]] = [:]
      var journal: [Change] = []
      for change in changes {
        library.merge(change)
        journal.append(change)
        if maker.random.below(12) == 0 {
          for (key, bytes) in library.takeDirtySegments() { stored[key] = bytes }
          journal = []
        }
        if maker.random.below(20) == 0 {
          library = try load(stored, journal, &maker.random)
        }
      }
      let reloaded = try load(stored, journal, &maker.random)
      let answers = LibraryAnswers(reloaded)
      let expected = LibraryAnswers(library)
      if answers != expected { Issue.record("seed \(seed):\n\(answers)\n\(expected)") }
      #expect(reloaded.latestTime == library.latestTime, "seed \(seed)")
    }
  }

  /// Tabs of one browser: each has its own library and numbers its rows its own way; one at a time
  /// writes segments, after it has read what the one before it wrote.
  @Test("Tabs that take turns at writing the segments lose nothing")
  func tabs() throws {
    for seed in UInt64(1)...600 {
      var maker = HistoryMaker(seed: seed, entities: 4)
      let fillers = fillers()
      var stored: [String: [UInt8]] = [:]
      var all = Library()
      var tabs: [Library] = []
      // New rows go into the last chunk, so the tabs differ in what they write where.
      for filler in fillers {
        stored.merge(filler) { $1 }
        try read(filler, [], &maker.random, into: &all)
        tabs.append(all)
      }
      var journal: [Change] = []
      var leader = 0
      for change in maker.changes(60) {
        all.merge(change)
        journal.append(change)
        // The other tabs hear of most changes at once, of the rest when they read.
        for tab in tabs.indices where maker.random.below(3) > 0 { tabs[tab].merge(change) }
        if maker.random.below(6) == 0 {
          leader = maker.random.below(3)
          if maker.random.below(8) == 0 { tabs[leader] = Library() }
          try read(stored, journal, &maker.random, into: &tabs[leader])
          for (key, bytes) in tabs[leader].takeDirtySegments() { stored[key] = bytes }
          journal = []
        }
      }
      let answers = LibraryAnswers(try load(stored, journal, &maker.random))
      let expected = LibraryAnswers(all)
      if answers != expected { Issue.record("seed \(seed):\n\(answers)\n\(expected)") }
    }
  }

  /// Three chunks of notes and of reviews with one row each.
  private func fillers() -> [[String: [UInt8]]] {
    (0..<3).map { number in
      var library = Library()
      let stamp = Stamp(time: 1, device: 1)
      let id = EntityID(high: 9, low: UInt64(number))
      let review = Review(
        id: ReviewID(id), card: CardID(NoteID(id)), at: 1, zoneMinutes: 0, kind: .study,
        rating: .good, duration: 1)
      library.merge(Change(.note, id, properties: [PropertySet("front", .text("x"), stamp)]))
      library.merge(Change(review, stamp: stamp))
      var filler: [String: [UInt8]] = [:]
      for (key, bytes) in library.takeDirtySegments() {
        filler[String(key.dropLast()) + "\(number)"] = bytes
      }
      return filler
    }
  }

  private func load(
    _ stored: [String: [UInt8]], _ journal: [Change], _ random: inout Random
  ) throws -> Library {
    var library = Library()
    try read(stored, journal, &random, into: &library)
    return library
  }

  private func read(
    _ stored: [String: [UInt8]], _ journal: [Change], _ random: inout Random,
    into library: inout Library
  ) throws {
    var keys = stored.keys.sorted()
    if random.below(2) == 0 { random.shuffle(&keys) }
    for key in keys {
      try stored[key]?.withUnsafeBytes { bytes in try library.load(segment: key, bytes) }
    }
    for change in journal { library.merge(change) }
  }
}
