import Sync

// A change that is accepted has one wire form, is within the limits, and merges with itself, its
// removal and its restoration as the laws say.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let change = try? read(bytes) else { return 0 }
  precondition(change.isNormalised)
  let wire = write(change)
  let again = try! read(wire)
  precondition(write(again) == wire)
  var merged = change
  precondition(!merged.merge(again))
  if let removal = change.removal() {
    precondition(change.isAlive)
    merged.merge(removal)
    precondition(!merged.isAlive && write(merged) == write(removal.merging(change)))
    merged.merge(merged.restored(at: Stamp(time: .max, device: .max)))
    precondition(merged.isAlive || change.properties.count == Change.propertyCountMax)
  } else {
    precondition(!change.isAlive)
  }
  return 0
}

private func read(_ bytes: [UInt8]) throws(JSONError) -> Change {
  try JSONReader.read(bytes) { (reader) throws(JSONError) in try Change(from: &reader) }
}

private func write(_ change: Change) -> [UInt8] {
  var writer = JSONWriter()
  change.append(to: &writer)
  return writer.bytes
}
