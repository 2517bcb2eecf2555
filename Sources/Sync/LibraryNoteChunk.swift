import Domain

/// The properties of a note that have columns of their own, in the order of their names. All
/// others, and values of another type, are in the note's extra part.
enum NoteColumn: Int, CaseIterable {
  case back, created, deck, front, note, pronunciation

  init?(_ name: String) {
    switch name {
    case "back": self = .back
    case "created": self = .created
    case "deck": self = .deck
    case "front": self = .front
    case "note": self = .note
    case "pronunciation": self = .pronunciation
    default: return nil
    }
  }

  var property: String {
    switch self {
    case .back: "back"
    case .created: "created"
    case .deck: "deck"
    case .front: "front"
    case .note: "note"
    case .pronunciation: "pronunciation"
    }
  }

  /// The number of the text in the note's part of the arena.
  var text: Int? {
    switch self {
    case .back: 0
    case .front: 1
    case .note: 2
    case .pronunciation: 3
    case .created, .deck: nil
    }
  }
}

extension BasicField {
  var text: Int {
    switch self {
    case .back: 0
    case .front: 1
    case .note: 2
    case .pronunciation: 3
    }
  }
}

/// What is known of a note, but for its texts, which lie in its chunk's arena one after another:
/// back, front, note, pronunciation, extra part (JSON of a change with the other properties and
/// the removals).
struct PackedNote: Sendable {
  static let columnCount = 6
  static let textCount = 5
  static let extraText = 4

  var id: EntityID
  /// Unix time in milliseconds; zero if it is not known.
  var created: Int64 = 0
  var times = InlineArray<6, UInt64>(repeating: 0)
  /// Numbers of `DeviceTable`.
  var devices = InlineArray<6, UInt16>(repeating: 0)
  var textStart: UInt32 = 0
  var lengths = InlineArray<5, UInt32>(repeating: 0)
  /// The number of the deck's slot, -1 for a note that has not arrived.
  var deck: Int32 = -1
  /// The columns that are set.
  var mask: UInt8 = 0
  var isAlive = false

  init(id: EntityID) { self.id = id }

  /// Reviews refer to it, but nothing of it has arrived.
  var isPlaceholder: Bool { mask == 0 && lengths[PackedNote.extraText] == 0 }

  /// Whether both are the same but for where their texts are.
  func says(_ other: PackedNote) -> Bool {
    for column in 0..<PackedNote.columnCount
    where times[column] != other.times[column] || devices[column] != other.devices[column] {
      return false
    }
    for text in 0..<PackedNote.textCount where lengths[text] != other.lengths[text] { return false }
    return id == other.id && created == other.created && deck == other.deck && mask == other.mask
      && isAlive == other.isAlive
  }

  func has(_ column: NoteColumn) -> Bool { mask >> UInt8(column.rawValue) & 1 == 1 }

  var textsLength: Int {
    var sum = 0
    for text in 0..<PackedNote.textCount { sum += Int(lengths[text]) }
    return sum
  }

  func textRange(_ text: Int) -> Range<Int> {
    var start = Int(textStart)
    for before in 0..<text { start += Int(lengths[before]) }
    return start..<start + Int(lengths[text])
  }

  /// Whether all columns that are set have one stamp.
  var isUniform: Bool {
    var first = -1
    for column in 0..<PackedNote.columnCount where mask >> UInt8(column) & 1 == 1 {
      if first < 0 { first = column }
      if times[column] != times[first] || devices[column] != devices[first] { return false }
    }
    return true
  }
}

/// Up to `countMax` notes: what one segment holds.
struct NoteChunk: Sendable {
  /// 4,096 notes; a row's number is the chunk's, then this many bits of the place in it.
  static let bits: Int32 = 12
  static let countMax = 1 << 12

  var notes: [PackedNote] = []
  var arena: [UInt8] = []
  /// Bytes of the arena that no note uses any more.
  var garbage = 0
  /// Whether the chunk differs from its stored segment.
  var isDirty = false
  /// The greatest time of a stamp of its notes.
  var latestTime: UInt64 = 0
  var folded = FoldedTexts()

  mutating func observe(_ state: Change) {
    for property in state.properties { latestTime = max(latestTime, property.stamp.time) }
    for removal in state.removals { latestTime = max(latestTime, removal.time) }
  }

  func text(_ place: Int, _ text: Int) -> String {
    let range = notes[place].textRange(text)
    if range.isEmpty { return "" }
    return arena.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  /// The properties without a column and the removals; empty if there are none.
  func extra(_ place: Int) -> Change {
    let none = Change(.note, notes[place].id)
    let range = notes[place].textRange(PackedNote.extraText)
    if range.isEmpty { return none }
    return arena.withUnsafeBufferPointer {
      var reader = JSONReader(UnsafeBufferPointer(rebasing: $0[range]))
      do throws(JSONError) {
        let change = try Change(from: &reader)
        return change.kind == .note && change.id == none.id ? change : none
      } catch {
        return none
      }
    }
  }

  /// Puts the texts of a note at the end of the arena; the old ones become garbage.
  mutating func setTexts(_ texts: [String], extra: [UInt8], at place: Int) {
    garbage += notes[place].textsLength
    notes[place].textStart = UInt32(arena.count)
    for text in 0..<PackedNote.extraText {
      var string = texts[text]
      notes[place].lengths[text] = UInt32(string.utf8.count)
      string.withUTF8 { arena.append(contentsOf: $0) }
    }
    notes[place].lengths[PackedNote.extraText] = UInt32(extra.count)
    arena.append(contentsOf: extra)
    folded.markStale(place)
    if garbage > 65_536 && garbage > arena.count / 2 { compact() }
  }

  /// Writes the arena anew: the texts in the order of the notes, without garbage.
  mutating func compact() {
    var live: [UInt8] = []
    live.reserveCapacity(arena.count - garbage)
    for place in 0..<notes.count {
      let start = Int(notes[place].textStart)
      notes[place].textStart = UInt32(live.count)
      live.append(contentsOf: arena[start..<start + notes[place].textsLength])
    }
    arena = live
    garbage = 0
  }
}
