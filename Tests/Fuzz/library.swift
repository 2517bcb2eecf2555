import Domain
import Exchange
import Sync

private struct Key: Hashable {
  var kind: EntityKind
  var id: EntityID
}

// A file that is accepted changes nothing the second time, and what it made is written and read
// back the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  var states: [Key: Change] = [:]
  do throws(LibraryFileError) {
    _ = try open(bytes, &states)
  } catch {
    precondition(!error.sentence.isEmpty)
    return 0
  }
  precondition(try! open(bytes, &states).changesNothing, "the second time")
  let file = write(states)
  var copy: [Key: Change] = [:]
  _ = try! open(file, &copy)
  precondition(try! open(file, &states).changesNothing, "its own file")
  precondition(write(copy) == file)
  return 0
}

private func open(
  _ bytes: [UInt8], _ states: inout [Key: Change]
) throws(LibraryFileError) -> LibraryFileSummary {
  let before = states
  var changes: [Change] = []
  let summary = try bytes.withUnsafeBufferPointer {
    (bytes) throws(LibraryFileError) -> LibraryFileSummary in
    try LibraryFileReader.read(
      bytes, fresh: Stamp(milliseconds: 1_800_000_000_000, device: 0xFF00),
      existing: { before[Key(kind: $0, id: $1)] }, each: { changes.append($0) })
  }
  for change in changes {
    let key = Key(kind: change.kind, id: change.id)
    states[key] = states[key]?.merging(change) ?? change.normalised
  }
  return summary
}

private func write(_ states: [Key: Change]) -> [UInt8] {
  var writer = LibraryFileWriter(exported: 0)
  for kind in LibraryFile.kinds {
    for state in states.values.filter({ $0.kind == kind }).sorted(by: { $0.id < $1.id }) {
      writer.add(state)
    }
  }
  writer.finish()
  return writer.take()
}
