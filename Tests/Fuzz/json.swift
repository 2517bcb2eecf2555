import Sync

// What is read and written must read back the same; skipping a value must accept exactly what
// reading does, but for numbers, which it does not convert.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  var skipped: JSONError?
  do throws(JSONError) {
    try JSONReader.read(bytes) { (reader) throws(JSONError) in _ = try reader.skipValue() }
  } catch { skipped = error }
  do throws(JSONError) {
    let value = try JSONValue(bytes)
    precondition(skipped == nil, "skipping refuses what reading accepts")
    var writer = JSONWriter()
    value.append(to: &writer)
    let again = try! JSONValue(writer.bytes)
    var second = JSONWriter()
    again.append(to: &second)
    precondition(writer.bytes == second.bytes && value == again)
  } catch {
    precondition(error.offset <= count)
    if error.reason != .numberTooLarge { precondition(skipped == error) }
    _ = bytes.withUnsafeBufferPointer { error.position(in: $0) }
  }
  return 0
}
