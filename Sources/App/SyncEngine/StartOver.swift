import Domain
import Sync

/// The server has another store than before, as after a loss of its data. Everything that this
/// device holds is sent again, and everything there fetched.
func meetOtherStore(_ state: inout State, _ answer: SyncAnswer, _ env: Env) -> [Effect] {
  let stamp = state.tick(env)
  var all: [Change] = []
  state.library.forEachState { all.append($0) }
  state.sync.store = answer.store
  state.sync.since = 0
  var operations = [
    WriteOperation(.meta, "store", Array(answer.store.utf8)),
    WriteOperation(.meta, "since", [UInt8(ascii: "0")]),
  ]
  for record in state.sync.outbox { operations.append(WriteOperation(.outbox, record.key, nil)) }
  state.sync.outbox = records(all, key: stamp.text)
  for record in state.sync.outbox {
    operations.append(WriteOperation(.outbox, record.key, record.bytes))
  }
  return write(&state, operations) + [.timer(id: "sync.now", milliseconds: 0)]
}

/// The server has refused stamps that lie years ahead, so this device's clock was wrong when it
/// made them, and now the right time is known. What has not been sent gets new stamps; everything
/// else is forgotten here and fetched again, so that no stamp from that future stays.
func startOverWithRightClock(_ state: inout State, _ env: Env) -> [Effect] {
  state.sync.clockIsRefused = false
  let limit = state.now(env)
  state.clock = HybridClock(device: state.clock.device)
  var operations: [WriteOperation] = []
  var unsent: [Change] = []
  for record in state.sync.outbox {
    unsent += changes(in: record.bytes) ?? []
    operations.append(WriteOperation(.outbox, record.key, nil))
  }
  for entry in state.device.journal { operations.append(WriteOperation(.journal, entry.key, nil)) }
  for key in state.device.segments { operations.append(WriteOperation(.segments, key, nil)) }
  operations.append(WriteOperation(.meta, "since", [UInt8(ascii: "0")]))

  state.library = Library()
  state.sync.since = 0
  state.sync.outbox = []
  state.device.journal = []
  state.device.journalBytes = 0
  state.device.segments = []
  for index in unsent.indices {
    unsent[index].moveBack(to: limit, state.clock.tick(now: limit))
    state.library.merge(unsent[index])
  }
  for record in records(unsent, key: state.clock.tick(now: limit).text) {
    operations += record.puts
    state.sync.outbox.append(record)
    state.device.hold(journal: record.key, record.bytes.count)
  }
  state.revision += 1
  return write(&state, operations, posts: [.startOver]) + [
    .timer(id: "sync.now", milliseconds: 0)
  ]
}

extension Change {
  /// Gives stamps after `limit` (Unix milliseconds) the stamp `now` instead. Removals too: one from
  /// the future would delete what its device writes from now on.
  mutating func moveBack(to limit: Int64, _ now: Stamp) {
    for index in properties.indices where properties[index].stamp.milliseconds > limit {
      properties[index].stamp = now
    }
    for index in removals.indices where removals[index].milliseconds > limit {
      removals[index] = Stamp(time: now.time, device: removals[index].device)
    }
  }
}
