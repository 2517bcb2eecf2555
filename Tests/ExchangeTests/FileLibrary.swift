import Domain
import Exchange
import Sync

/// A library for tests of files: the states of entities by kind and id.
struct FileLibrary {
  struct Key: Hashable {
    var kind: EntityKind
    var id: EntityID
  }
  var states: [Key: Change] = [:]

  init(_ changes: Change...) { for change in changes { merge(change) } }

  mutating func merge(_ change: Change) {
    let key = Key(kind: change.kind, id: change.id)
    states[key] = states[key]?.merging(change) ?? change.normalised
  }

  func state(_ kind: EntityKind, _ id: EntityID) -> Change? { states[Key(kind: kind, id: id)] }

  /// The file, in the order of ids.
  func file() -> String {
    var writer = LibraryFileWriter(exported: 1_700_000_000_000)
    for kind in LibraryFile.kinds {
      let ofKind = states.values.filter { $0.kind == kind }
      for state in ofKind.sorted(by: { $0.id < $1.id }) { writer.add(state) }
    }
    writer.finish()
    return String(decoding: writer.take(), as: UTF8.self)
  }

  /// Opens a file; the library is as it was if that fails.
  mutating func open(_ text: String, fresh: Stamp = fresh) throws(LibraryFileError)
    -> LibraryFileSummary
  {
    try open(Array(text.utf8), fresh: fresh)
  }

  mutating func open(_ bytes: [UInt8], fresh: Stamp = fresh) throws(LibraryFileError)
    -> LibraryFileSummary
  {
    let before = self
    var changes: [Change] = []
    let summary = try bytes.withUnsafeBufferPointer {
      (bytes) throws(LibraryFileError) -> LibraryFileSummary in
      try LibraryFileReader.read(
        bytes, fresh: fresh, existing: { before.state($0, $1) }, each: { changes.append($0) })
    }
    for change in changes { merge(change) }
    return summary
  }

  static let fresh = Stamp(milliseconds: 1_800_000_000_000, device: 0xFF00)
}

let deckID = EntityID("01900000-0000-7000-8000-0000000000d1")!
let noteID = EntityID("01900000-0000-7000-8000-0000000000a1")!
let reviewID = EntityID("01900000-0000-7000-8000-0000000000b1")!

func stamp(_ milliseconds: Int64, _ device: UInt64 = 0x100) -> Stamp {
  Stamp(milliseconds: milliseconds, device: device)
}

func deck(_ name: String = "Deck", id: EntityID = deckID, at time: Int64 = 1000) -> Change {
  Change(
    .deck, id,
    properties: [
      .init("color", .text("blue"), stamp(time)), .init("name", .text(name), stamp(time)),
      .init("position", .int(1), stamp(time)),
    ])
}

func note(_ front: String = "omena", id: EntityID = noteID, at time: Int64 = 1000) -> Change {
  Change(
    .note, id,
    properties: [
      .init("back", .text("apple"), stamp(time)), .init("created", .int(5), stamp(time)),
      .init("deck", .text(deckID.text), stamp(time)), .init("front", .text(front), stamp(time)),
    ])
}

func review(id: EntityID = reviewID, at time: Int64 = 1000) -> Change {
  Change(
    Review(
      id: ReviewID(id), card: CardID(NoteID(noteID)), at: time, zoneMinutes: 120, kind: .study,
      rating: .good, duration: 2500), stamp: stamp(time))
}

func setting(_ name: String, _ value: PropertyValue) -> Change {
  Change(
    .setting, EntityID.named("setting/" + name),
    properties: [.init("name", .text(name), stamp(1000)), .init("value", value, stamp(1000))])
}
