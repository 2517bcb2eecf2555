/// A list as it stands in a `.tsv` file: a header row, then rows of as many fields. Fields end at a
/// tab, rows at a line feed; there is no quoting. Every row is named by its columns.
struct Table {
  let name: String
  let columns: [String]
  let rows: [[String]]

  init(name: String, bytes: [UInt8]) throws(SampleError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .unreadable(file: name, reason: "it is not UTF-8")
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    let rows = lines.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let columns = rows.first else { throw .unreadable(file: name, reason: "it is empty") }
    for (index, row) in rows.enumerated() where row.count != columns.count {
      throw .unreadable(
        file: name, reason: "line \(index + 1) has \(row.count) fields, not \(columns.count)")
    }
    self.name = name
    self.columns = columns
    self.rows = Array(rows.dropFirst())
  }

  /// One text of each row: `body` asks for the row's fields by column.
  func map<Result>(
    _ body: ((String) throws(SampleError) -> String) throws(SampleError) -> Result
  ) throws(SampleError) -> [Result] {
    var results: [Result] = []
    for row in rows {
      results.append(
        try body { (column) throws(SampleError) in
          guard let index = columns.firstIndex(of: column) else {
            throw .unreadable(file: name, reason: "there is no column \(column)")
          }
          return row[index]
        })
    }
    return results
  }
}
