import Sync

// Compaction turns the journal into segments: the changed segments are written and the journal
// records that they contain deleted, in one transaction. Only the leader does it, and it deletes
// only records whose changes it holds; what another tab has just written stays for the next time.

enum Compaction {
  /// The journal is compacted when it is larger than this or has more records.
  static let journalBytesMax = 1 << 19
  static let journalCountMax = 400
  /// After the last change, so that it does not come in the middle of the work.
  static let delayMilliseconds: Int64 = 1500
}

func compactSoon(_ state: inout State) -> [Effect] {
  guard state.device.isLeader, state.phase == .ready, state.device.storage == .good,
    state.device.compacting == nil,
    state.device.journalBytes > Compaction.journalBytesMax
      || state.device.journal.count > state.device.journalCountMax
  else { return [] }
  return [.timer(id: "device.compact", milliseconds: Compaction.delayMilliseconds)]
}

func compact(_ state: inout State) -> [Effect] {
  guard state.device.isLeader, state.device.storage == .good, state.device.compacting == nil,
    state.device.loading == nil
  else { return [] }
  guard state.device.hasReadAsLeader else { return readAgain(&state) }
  // A record that is still on its way could otherwise land after its deletion and stay.
  guard state.device.writes.pending.isEmpty else {
    return [.timer(id: "device.compact", milliseconds: Compaction.delayMilliseconds)]
  }
  var operations: [WriteOperation] = []
  for segment in state.library.takeDirtySegments() {
    operations.append(WriteOperation(.segments, segment.key, segment.bytes))
    state.device.hold(segment: segment.key)
  }
  for entry in state.device.journal {
    operations.append(WriteOperation(.journal, entry.key, nil))
  }
  guard !operations.isEmpty else { return [] }
  state.device.compacting = state.device.journal
  let posts = [ChannelMessage.compacted(state.device.journal.map { $0.key })]
  return write(&state, operations, posts: posts, isCompaction: true)
}

/// The compaction is on the disk: its journal records are gone, for the other tabs too.
func compacted(_ state: inout State) -> [Effect] {
  guard let entries = state.device.compacting else { return [] }
  state.device.compacting = nil
  state.device.drop(journal: entries.map { $0.key })
  return []
}
