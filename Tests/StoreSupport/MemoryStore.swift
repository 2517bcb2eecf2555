public import Domain
public import Store
internal import Synchronization
public import Sync

/// A store without a disk: what the contract asks for, as plainly as it can be written.
/// With `fault` set, everything fails with that error.
public final class MemoryStore: Store {
  private struct Key: Hashable {
    let kind: EntityKind
    let id: EntityID
  }
  private struct Row {
    var sequence: Sequence
    var change: Change
  }
  private struct State {
    var id = StoreID(1)
    var rows: [Key: Row] = [:]
    var latest = Sequence.zero
    var notes: [StoreNote: String] = [:]
    var sessions: [[UInt8]: Int64] = [:]
    var fault: StoreError?
  }
  private let state = Mutex(State())

  public init() {}

  public var fault: StoreError? {
    get { state.withLock { $0.fault } }
    set { state.withLock { $0.fault = newValue } }
  }

  public var id: StoreID { state.withLock { $0.id } }

  public func renewID() throws(StoreError) {
    try sound { $0.id = StoreID($0.id.value + 1) }
  }

  public func merge(
    _ batch: [Change], since: Sequence, done: @escaping @Sendable (MergeResult) -> Void
  ) {
    do throws(StoreError) {
      done(.success(try sound { MemoryStore.merge(batch, since: since, &$0) }))
    } catch {
      done(.failure(error))
    }
  }

  private static func merge(
    _ batch: [Change], since: Sequence, _ state: inout State
  ) -> MergeReport {
    var report = MergeReport(base: state.latest, latest: state.latest)
    for change in batch where !(change.properties.isEmpty && change.removals.isEmpty) {
      let key = Key(kind: change.kind, id: change.id)
      let old = state.rows[key]
      let merged = old?.change.merging(change) ?? change.normalised
      if merged == old?.change { continue }
      state.latest.value += 1
      state.rows[key] = Row(sequence: state.latest, change: merged)
      if merged.isAlive && old?.change.isAlive != true {
        report.added[change.kind, default: 0] += 1
      } else if old != nil {
        report.updated += 1
      }
      if let old, old.sequence > since, old.sequence <= report.base {
        report.unseen.append(merged.wireBytes)
      }
    }
    report.latest = state.latest
    return report
  }

  public func latest() throws(StoreError) -> Sequence { try sound { $0.latest } }

  public func page(
    since: Sequence, through: Sequence, limit: PageLimit
  ) throws(StoreError) -> Page {
    try sound { state in
      let rows = state.rows.values.filter { $0.sequence > since && $0.sequence <= through }
      var page = Page(since: since)
      for row in rows.sorted(by: { $0.sequence < $1.sequence }) {
        let json = row.change.wireBytes
        let isLong = page.json.count + json.count > limit.byteCountMax && page.rowCount > 0
        if isLong || page.rowCount == limit.rowCountMax {
          page.hasMore = true
          break
        }
        page.json += (page.rowCount > 0 ? [UInt8(ascii: ",")] : []) + json
        page.rowCount += 1
        page.last = row.sequence
      }
      return page
    }
  }

  public func forEachRow(
    of kinds: [EntityKind], onlyAlive: Bool, _ body: (StoredRow) -> Bool
  ) throws(StoreError) {
    let rows = try sound { Array($0.rows.values) }
    for kind in kinds {
      let own = rows.filter { $0.change.kind == kind && ($0.change.isAlive || !onlyAlive) }
      for row in own.sorted(by: { $0.change.id < $1.change.id }) {
        let wantsMore = row.change.wireBytes.withUnsafeBytes {
          body(
            StoredRow(
              sequence: row.sequence, kind: kind, id: row.change.id,
              isAlive: row.change.isAlive, json: $0))
        }
        if !wantsMore { return }
      }
    }
  }

  public func state(of kind: EntityKind, _ id: EntityID) throws(StoreError) -> Change? {
    try sound { $0.rows[Key(kind: kind, id: id)]?.change }
  }

  public func counts() throws(StoreError) -> StoreCounts {
    try sound { state in
      var counts = StoreCounts()
      for row in state.rows.values {
        if row.change.isAlive {
          counts.alive[row.change.kind, default: 0] += 1
        } else {
          counts.removed[row.change.kind, default: 0] += 1
        }
      }
      return counts
    }
  }

  public func note(_ name: StoreNote) throws(StoreError) -> String? {
    try sound { $0.notes[name] }
  }

  public func setNote(_ name: StoreNote, _ value: String) throws(StoreError) {
    try sound { $0.notes[name] = value }
  }

  public func sessions() throws(StoreError) -> [StoredSession] {
    try sound { $0.sessions.map { StoredSession(hash: $0.key, usedAt: $0.value) } }
  }

  public func putSession(_ session: StoredSession) throws(StoreError) {
    try sound { $0.sessions[session.hash] = session.usedAt }
  }

  public func removeSessions(_ which: SessionChoice) throws(StoreError) {
    try sound { state in
      switch which {
      case .all: state.sessions = [:]
      case .hash(let hash): state.sessions[hash] = nil
      case .unusedSince(let time): state.sessions = state.sessions.filter { $0.value >= time }
      }
    }
  }

  public func close() { fault = .closed }

  private func sound<Result: Sendable>(
    _ body: (inout State) -> Result
  ) throws(StoreError) -> Result {
    let answer: Swift.Result<Result, StoreError> = state.withLock { state in
      if let fault = state.fault { return .failure(fault) }
      return .success(body(&state))
    }
    return try answer.get()
  }
}
