public import Sync

extension Change {
  /// The change as it travels and is stored: one JSON object.
  public var wireBytes: [UInt8] {
    var writer = JSONWriter(reserving: 320)
    append(to: &writer)
    return writer.bytes
  }

  /// Nil for anything that is not a change.
  public init?(wireBytes: [UInt8]) {
    do throws(JSONError) {
      self = try JSONReader.read(wireBytes) { reader throws(JSONError) in
        try Change(from: &reader)
      }
    } catch {
      return nil
    }
  }
}
