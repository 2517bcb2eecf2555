import Domain
import Store
import StoreSupport
import Sync
import Testing

/// Random changes in random batches, held against merging them one by one in memory.
@Suite("Every store, against a model")
struct StoreModelTests {
  private let folder = TemporaryFolder()

  @Test(
    "ends with the merge of all it was sent, in whatever order and however often",
    arguments: StoreMaker.allCases)
  func model(maker: StoreMaker) throws {
    for round in 0..<20 {
      let seed = UInt64.random(in: .min ... .max)
      let store = try maker.make(in: folder)
      var random = Random(seed: seed)
      var changes = (0..<60).map { _ in randomChange(&random) }
      changes += changes.prefix(20)
      random.shuffle(&changes)
      var model: [EntityID: Change] = [:]
      var rest = changes[...]
      var latest = Sequence.zero
      while !rest.isEmpty {
        let batch = Array(rest.prefix(1 + random.below(9)))
        rest = rest.dropFirst(batch.count)
        let report = try store.mergeAndWait(batch)
        #expect(report.base == latest, "round \(round), seed \(seed)")
        latest = report.latest
        for change in batch {
          model[change.id] = model[change.id]?.merging(change) ?? change.normalised
        }
      }
      try compare(store, with: model, seed)
    }
  }

  private func compare(_ store: any Store, with model: [EntityID: Change], _ seed: UInt64) throws {
    var found = 0
    try store.forEachRow(of: [.note], onlyAlive: false) { row in
      found += 1
      #expect(Change(wireBytes: Array(row.json)) == model[row.id], "seed \(seed)")
      #expect(row.isAlive == model[row.id]?.isAlive, "seed \(seed)")
      return true
    }
    #expect(found == model.count, "seed \(seed)")
    let alive = model.values.count { $0.isAlive }
    #expect(try store.counts().alive[.note] ?? 0 == alive, "seed \(seed)")
  }

  private func randomChange(_ random: inout Random) -> Change {
    let number = random.below(8)
    let stamp = Stamp.at(Int64(1 + random.below(10)), device: UInt64(1 + random.below(3)) << 8)
    if random.below(4) == 0 { return .removal(of: number, seen: [stamp]) }
    let name = ["front", "back", "tag:a"][random.below(3)]
    return .note(number, [name: "value \(random.below(5))"], at: stamp)
  }
}
