import Domain
import Testing

@testable import Sync

@Suite struct LibraryRowOrderTests {
  @Test("Rows that come, go, come back and change their keys are in order at every look")
  func order() {
    for seed in UInt64(1)...10 {
      var random = Random(seed: seed)
      var keys: [Int] = []
      var alive: [Bool] = []
      var order = RowOrder()
      for step in 0..<3_000 {
        let keys0 = keys
        let precedes: RowOrder.Precedes = {
          keys0[Int($0)] == keys0[Int($1)] ? $0 < $1 : keys0[Int($0)] < keys0[Int($1)]
        }
        let row = keys.isEmpty ? 0 : random.below(keys.count)
        switch random.below(20) {
        case 0 where alive.contains(true) && alive[row]:
          order.remove(Int32(row), precedes: precedes)
          alive[row] = false
          keys[row] = random.below(5_000)
        case 1 where !keys.isEmpty && !alive[row]:
          alive[row] = true
          insert(row, keys, alive, &order)
        case 2 where !keys.isEmpty && alive[row]:
          order.removeEntirely(Int32(row))
          keys[row] = random.below(5_000)
          insert(row, keys, alive, &order)
        default:
          keys.append(random.below(3) == 0 ? random.below(5_000) : step)
          alive.append(true)
          insert(keys.count - 1, keys, alive, &order)
        }
        if random.below(300) == 0 { look(order, keys, alive, seed) }
      }
      look(order, keys, alive, seed)
    }
  }

  private func insert(_ row: Int, _ keys: [Int], _ alive: [Bool], _ order: inout RowOrder) {
    order.insert(Int32(row)) {
      keys[Int($0)] == keys[Int($1)] ? $0 < $1 : keys[Int($0)] < keys[Int($1)]
    } keeps: {
      alive[Int($0)]
    }
  }

  private func look(_ order: RowOrder, _ keys: [Int], _ alive: [Bool], _ seed: UInt64) {
    var settled = order
    settled.settle {
      keys[Int($0)] == keys[Int($1)] ? $0 < $1 : keys[Int($0)] < keys[Int($1)]
    } keeps: {
      alive[Int($0)]
    }
    let expected = keys.indices.filter { alive[$0] }.sorted { (keys[$0], $0) < (keys[$1], $1) }
    #expect(settled.rows.map { Int($0) } == expected, "seed \(seed)")
  }

  @Test("The index finds every row through all its growth, and nothing else")
  func index() {
    var random = Random(seed: 2)
    var index = IDIndex()
    var ids: [EntityID] = []
    func find(_ id: EntityID) -> Int32? {
      var probe = index.probe(IDIndex.hash(id))
      while let row = index.next(&probe) { if ids[Int(row)] == id { return row } }
      return nil
    }
    for row in 0..<50_000 {
      // Ids that differ in few bits, and ids that differ in all.
      let id =
        row % 2 == 0
        ? EntityID(high: 0, low: UInt64(row)) : EntityID(high: random.next(), low: random.next())
      ids.append(id)
      index.insert(IDIndex.hash(id), row: Int32(row))
    }
    for row in 0..<50_000 where find(ids[row]) != Int32(row) { Issue.record("row \(row)") }
    for value in UInt64(60_000)..<70_000 where find(EntityID(high: 0, low: value)) != nil {
      Issue.record("found \(value)")
    }
  }
}
