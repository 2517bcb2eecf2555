import Domain
import Sync

// The `undo` property of a step: a JSON array that takes the step back.
//
//   {"k":…,"i":…,"s":…,"p":…,"t":…}   a change (see Sync): sets these values again; the stamps are
//                                     those that the values had, and are not used for new ones
//   "+note <32 hex digits>…"          brings these notes back (any kind of entity)
//   "-note <32 hex digits>…"          deletes these notes
//
// Ids in a row keep the undo of a deck with 100,000 cards at 3.2 MB. Anything else is skipped.

/// Writes inverses as the `undo` property.
struct UndoWriter {
  private var json = JSONWriter()
  /// The row of ids that is open: its first bytes, and the ids.
  private var row: [UInt8] = []
  private var rowHead: [UInt8] = []

  init() { json.beginArray() }

  mutating func append(_ inverse: Inverse) {
    switch inverse {
    case .set(let change):
      endRow()
      change.append(to: &json)
    case .delete(let kind, let id): append(UInt8(ascii: "-"), kind, id)
    case .restore(let kind, let id): append(UInt8(ascii: "+"), kind, id)
    }
  }

  mutating func finish() -> String {
    endRow()
    json.endArray()
    return json.text
  }

  private mutating func append(_ sign: UInt8, _ kind: EntityKind, _ id: EntityID) {
    let head = [sign] + Array(kind.name.utf8)
    if head != rowHead {
      endRow()
      rowHead = head
      row = head + [UInt8(ascii: " ")]
    }
    appendHex(id.high, digits: 16, to: &row)
    appendHex(id.low, digits: 16, to: &row)
  }

  private mutating func endRow() {
    if !row.isEmpty { row.withUnsafeBufferPointer { json.string(utf8: $0) } }
    row = []
    rowHead = []
  }
}

/// Reads the `undo` property; what is damaged or unknown is left out.
func undoEdits(_ undo: String) -> [Edit] {
  var edits: [Edit] = []
  forEachUndo(undo) { item in
    switch item {
    case .set(let change):
      let properties = change.properties.map { Property($0.name, $0.value) }
      edits.append(.set(change.kind, change.id, properties))
    case .delete(let kind, let id): edits.append(.delete(kind, id))
    case .restore(let kind, let id): edits.append(.restore(kind, id))
    }
  }
  return edits
}

func forEachUndo(_ undo: String, _ body: (Inverse) -> Void) {
  do throws(JSONError) {
    try JSONReader.read(Array(undo.utf8)) { (reader) throws(JSONError) in
      try reader.beginArray()
      while try reader.nextElement() {
        switch try reader.peek() {
        case .object:
          let none = Stamp(time: 0, device: 0)
          body(.set(try Change(from: &reader, defaultStamp: none)))
        case .text: readRow(Array(try reader.string().utf8), body)
        case .array, .number, .bool, .null: try reader.skipValue()
        }
      }
    }
  } catch {}  // What could be read up to here has been given to `body`.
}

private func readRow(_ row: [UInt8], _ body: (Inverse) -> Void) {
  guard let space = row.firstIndex(of: UInt8(ascii: " ")), space > 1,
    let kind = EntityKind(name: String(decoding: row[1..<space], as: UTF8.self))
  else { return }
  let isRestore = row[0] == UInt8(ascii: "+")
  var position = space + 1
  while position + 32 <= row.count {
    var halves: (UInt64, UInt64) = (0, 0)
    for index in 0..<32 {
      guard let digit = hexDigitValue(row[position + index]) else { return }
      if index < 16 {
        halves.0 = halves.0 << 4 | UInt64(digit)
      } else {
        halves.1 = halves.1 << 4 | UInt64(digit)
      }
    }
    let id = EntityID(high: halves.0, low: halves.1)
    body(isRestore ? .restore(kind, id) : .delete(kind, id))
    position += 32
  }
}
