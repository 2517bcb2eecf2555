import Sync

/// A list as it stands in a `.json` file: an array of objects.
struct Records {
  let name: String
  let items: [JSONValue]

  init(name: String, bytes: [UInt8]) throws(SampleError) {
    self.name = name
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(bytes)
    } catch {
      throw .unreadable(file: name, reason: "\(error.reason.words), at byte \(error.offset)")
    }
    guard let items = value.array else { throw .unreadable(file: name, reason: "no array") }
    self.items = items
  }

  struct Record {
    let file: String
    let value: JSONValue

    func text(_ name: String) throws(SampleError) -> String {
      guard let text = value[name]?.text else {
        throw .unreadable(file: file, reason: "a record has no text \(name)")
      }
      return text
    }

    func optionalText(_ name: String) -> String { value[name]?.text ?? "" }
  }

  func map<Result>(
    _ body: (Record) throws(SampleError) -> Result
  ) throws(SampleError) -> [Result] {
    var results: [Result] = []
    for item in items { results.append(try body(Record(file: name, value: item))) }
    return results
  }
}
