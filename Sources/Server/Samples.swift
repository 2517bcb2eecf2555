internal import Domain
internal import Store
internal import Sync

/// The sample decks: a JSON array of changes in their wire form, whose stamps have device 0 and the
/// version of the samples as their time. They are added once for each version; what a person has
/// deleted stays deleted.
enum Samples {
  static let byteCountMax = 16 << 20

  static func seed(_ store: any Store, from path: String, log: Log) throws(StoreError) {
    guard let bytes = readFile(path, max: byteCountMax) else {
      return log(.warn, "samples", ["result": "missing", "path": path])
    }
    let changes: [Change]
    do throws(JSONError) {
      changes = try JSONReader.read(bytes) { reader throws(JSONError) in
        try Change.list(from: &reader)
      }
    } catch {
      return log(
        .error, "samples",
        ["result": "unreadable", "path": path, "offset": String(error.offset)])
    }
    let version = changes.map(\.version).max() ?? 0
    let known = UInt64(try store.note(.samples) ?? "0") ?? 0
    guard version > known else { return }
    // A newer version would bring back what was deleted from an older one.
    let gone = known == 0 ? [] : try removed(from: store)
    let wanted = changes.filter { !gone.contains(EntityKey(kind: $0.kind, id: $0.id)) }
    let report = try store.mergeAndWait(wanted)
    try store.setNote(.samples, String(version))
    // Samples alone are no reason for a backup; the first one is to hold what a person has made.
    if report.base == .zero { try store.setNote(.backup, String(report.latest.value)) }
    log(
      .info, "samples",
      [
        "result": "added", "version": String(version),
        "decks": String(report.added[.deck] ?? 0), "cards": String(report.added[.note] ?? 0),
      ])
  }

  private struct EntityKey: Hashable {
    let kind: EntityKind
    let id: EntityID
  }

  private static func removed(from store: any Store) throws(StoreError) -> Set<EntityKey> {
    var keys: Set<EntityKey> = []
    try store.forEachRow(of: [.deck, .note], onlyAlive: false) { row in
      if !row.isAlive { keys.insert(EntityKey(kind: row.kind, id: row.id)) }
      return true
    }
    return keys
  }
}

extension Change {
  fileprivate var version: UInt64 { properties.map(\.stamp.time).max() ?? 0 }
}
