internal import Sync

extension Database {
  /// Merges `batch` inside a transaction that the caller has begun.
  func merge(_ batch: [Change], since: Sequence) throws(StoreError) -> MergeReport {
    let base = try latestSequence()
    var report = MergeReport(base: base, latest: base)
    for change in batch where !change.isEmpty {
      let next = Sequence(report.latest.value + 1)
      // Most changes are new entities: insert first, and look only when there is one already.
      let row = EntityRow(
        sequence: next, kind: change.kind, id: change.id, isAlive: change.isAlive,
        json: change.wireBytes)
      if try insert(row) {
        report.latest = next
        if row.isAlive { report.added[change.kind, default: 0] += 1 }
      } else {
        try mergeIntoRow(change, next, since: since, &report)
      }
    }
    return report
  }

  private func mergeIntoRow(
    _ change: Change, _ next: Sequence, since: Sequence, _ report: inout MergeReport
  ) throws(StoreError) {
    guard let old = try row(change.kind, change.id) else {
      throw .damaged("\(change.kind.name) \(change.id.text) is there and is not")
    }
    var merged = try old.change()
    guard merged.merge(change) else { return }
    let new = EntityRow(
      sequence: next, kind: change.kind, id: change.id, isAlive: merged.isAlive,
      json: merged.wireBytes)
    try replace(new)
    report.latest = next
    if new.isAlive && !old.isAlive {
      report.added[change.kind, default: 0] += 1
    } else {
      report.updated += 1
    }
    // A row that this batch itself made is known to its sender.
    if old.sequence > since && old.sequence <= report.base { report.unseen.append(new.json) }
  }
}

extension EntityRow {
  func change() throws(StoreError) -> Change {
    guard let change = Change(wireBytes: json), change.kind == kind, change.id == id else {
      throw .damaged("the row of \(kind.name) \(id.text) cannot be read")
    }
    return change
  }
}

extension Change {
  /// It names an entity but says nothing about it.
  package var isEmpty: Bool { properties.isEmpty && removals.isEmpty }
}
