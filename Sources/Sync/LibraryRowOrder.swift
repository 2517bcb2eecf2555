/// Rows in the order of a key that their owner knows: a sorted part, then a tail in the order of
/// arrival that is sorted in when it has grown or before the next search or writing. So a change
/// costs microseconds, and a hundred thousand that come in any order one sort.
///
/// A row that left far from the end stays behind as a stale entry until rows are added again:
/// taking out each note of a large deck would move the rest every time.
struct RowOrder: Sendable {
  /// Whether the first row comes before the second.
  typealias Precedes = (Int32, Int32) -> Bool

  private(set) var rows: [Int32] = []
  private var sortedCount = 0
  private var staleCount = 0

  /// A row is put in or taken out at once when at most so many come after it.
  private static let movedMax = 512
  private static let tailMin = 256

  var isSettled: Bool { sortedCount == rows.count && staleCount == 0 }

  /// Adds a row at the end; `isLast` if it does not come before the row that is last now.
  mutating func append(_ row: Int32, isLast: Bool) {
    if isLast && sortedCount == rows.count { sortedCount += 1 }
    rows.append(row)
  }

  /// Adds a row. It may be in the order as a stale entry; `keeps` tells which others are not stale.
  mutating func insert(_ row: Int32, precedes: Precedes, keeps: (Int32) -> Bool) {
    if staleCount > 0 { dropStale { $0 != row && keeps($0) } }
    guard sortedCount == rows.count else {
      rows.append(row)
      if rows.count - sortedCount > RowOrder.tailMin + sortedCount / 2 {
        settle(precedes: precedes, keeps: keeps)
      }
      return
    }
    guard let last = rows.last, precedes(row, last) else {
      return append(row, isLast: true)
    }
    let place = firstPlace(notBefore: row, precedes)
    if rows.count - place > RowOrder.movedMax {
      rows.append(row)
    } else {
      rows.insert(row, at: place)
      sortedCount += 1
    }
  }

  /// Takes out a row whose key is still the one it was sorted by. What it leaves stale must not be
  /// kept by `keeps` later on.
  mutating func remove(_ row: Int32, precedes: Precedes) {
    if isSettled, let last = rows.last {
      let place = row == last ? rows.count - 1 : firstPlace(notBefore: row, precedes)
      if place < rows.count, rows[place] == row, rows.count - place <= RowOrder.movedMax {
        rows.remove(at: place)
        sortedCount -= 1
        return
      }
    }
    staleCount += 1
  }

  /// Takes out a row at any cost, because it comes back at another place.
  mutating func removeEntirely(_ row: Int32) {
    guard let place = rows.firstIndex(of: row) else { return }
    rows.remove(at: place)
    if place < sortedCount { sortedCount -= 1 }
  }

  /// Sorts the tail in and drops stale entries.
  mutating func settle(precedes: Precedes, keeps: (Int32) -> Bool) {
    if staleCount > 0 { dropStale(keeps) }
    if sortedCount < rows.count { rows.sort(by: precedes) }
    sortedCount = rows.count
  }

  private mutating func dropStale(_ keeps: (Int32) -> Bool) {
    var kept = 0
    var keptSorted = 0
    for index in 0..<rows.count where keeps(rows[index]) {
      rows[kept] = rows[index]
      kept += 1
      if index < sortedCount { keptSorted += 1 }
    }
    rows.removeLast(rows.count - kept)
    sortedCount = keptSorted
    staleCount = 0
  }

  private func firstPlace(notBefore row: Int32, _ precedes: Precedes) -> Int {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if precedes(rows[middle], row) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
