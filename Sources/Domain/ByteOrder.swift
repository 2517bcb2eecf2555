/// Compares two texts by their UTF-8 bytes: negative if `a` comes first, zero if they are the same.
/// This order never changes, while Unicode's own may with its versions; and over the bytes in place
/// it is many times faster than a step at a time through `UTF8View`.
public func compareBytes(_ a: String, _ b: String) -> Int {
  var a = a
  var b = b
  return a.withUTF8 { first in
    b.withUTF8 { second in
      let common = min(first.count, second.count)
      var index = 0
      while index < common {
        if first[index] != second[index] { return Int(first[index]) - Int(second[index]) }
        index += 1
      }
      return first.count - second.count
    }
  }
}
