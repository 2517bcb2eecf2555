import Domain
import Sync

/// Makes a user step: stamps and merges its edits, keeps them in the journal and the outbox in one
/// write, records the step with its inverse in History and wakes the sync. Edits that would change
/// nothing are left out, and a step without edits is not made.
///
/// `offersUndo` shows the toast with **Undo** for ten seconds.
func commit(
  _ state: inout State, _ env: Env, _ kind: StepKind, _ args: StepArgs, _ edits: [Edit],
  offersUndo: Bool = false
) -> [Effect] {
  let stamp = state.tick(env)
  var changes: [Change] = []
  var undo = UndoWriter()
  for turn in 0...3 {
    for edit in edits where edit.turn == turn {
      guard let change = state.library.change(edit, stamp) else { continue }
      undo.append(state.library.inverse(of: change))
      changes.append(change)
    }
  }
  guard !changes.isEmpty else { return [] }
  let id = state.newID(env)
  changes.append(
    .step(id, kind, args, at: state.now(env), undo: undo.finish(), stamp))
  var effects = keepChanges(&state, changes, stamp)
  state.undo.add(StepID(id))
  if offersUndo { effects += showUndo(&state, StepID(id), kind, args, env) }
  return effects
}

/// Keeps an answer. Reviews are not steps; History groups them by study round. `note` is written in
/// the same transaction, so a session never asks again for an answer that is kept.
func record(
  _ state: inout State, _ env: Env, _ review: Review, with note: DeviceNote? = nil
) -> [Effect] {
  let stamp = state.tick(env)
  return keepChanges(&state, [Change(review, stamp: stamp)], stamp, with: note)
}

/// Takes an answer back by a tombstone.
func takeBack(
  _ state: inout State, _ env: Env, _ review: ReviewID, with note: DeviceNote? = nil
) -> [Effect] {
  guard let removal = state.library.removal(of: .review, review.id) else { return [] }
  return keepChanges(&state, [removal], state.tick(env), with: note)
}

/// Something of this device only, as `keep` takes it.
struct DeviceNote {
  var key: String
  var bytes: [UInt8]
}

/// Keeps something of this device only ("session/<deck>", "draft/<deck>"); nil forgets it.
/// Read it back from `state.device.meta`.
func keep(_ state: inout State, _ key: String, _ bytes: [UInt8]?) -> [Effect] {
  if state.device.meta[key] == bytes { return [] }
  state.device.meta[key] = bytes
  return write(&state, [WriteOperation(.meta, key, bytes)])
}

/// Merges changes made on this device, writes them to the journal and the outbox, tells the other
/// tabs and wakes the sync. `stamp` names the records.
func keepChanges(
  _ state: inout State, _ changes: [Change], _ stamp: Stamp, with note: DeviceNote? = nil
) -> [Effect] {
  var operations: [WriteOperation] = []
  var effects: [Effect] = []
  for change in changes { state.library.merge(change) }
  state.revision += 1
  for record in records(changes, key: stamp.text) {
    operations += record.puts
    state.device.hold(journal: record.key, record.bytes.count)
    state.sync.outbox.append(record)
    effects.append(.channel(ChannelMessage.local(record).bytes))
  }
  if let note {
    state.device.meta[note.key] = note.bytes
    operations.append(WriteOperation(.meta, note.key, note.bytes))
  }
  return write(&state, operations) + effects + compactSoon(&state) + syncSoon(&state)
}

/// A record of the journal or the outbox: a JSON array of changes. Keys start with a stamp, so they
/// sort by time and no two tabs make the same.
struct Record: Equatable {
  var key: String
  var bytes: [UInt8]

  /// Records are cut at this size, so that a sync can send a big step in parts.
  static let bytesMax = 1 << 18

  /// What keeps the record until it is in a segment and the server has it.
  var puts: [WriteOperation] {
    [WriteOperation(.journal, key, bytes), WriteOperation(.outbox, key, bytes)]
  }
}

/// Cuts changes into records. All but the first have a number behind the key.
func records(_ changes: [Change], key: String) -> [Record] {
  var records: [Record] = []
  var writer = JSONWriter()
  writer.beginArray()
  var isEmpty = true
  for change in changes {
    if writer.bytes.count >= Record.bytesMax {
      writer.endArray()
      records.append(Record(key: recordKey(key, records.count), bytes: writer.bytes))
      writer = JSONWriter()
      writer.beginArray()
    }
    change.append(to: &writer)
    isEmpty = false
  }
  if isEmpty { return [] }
  writer.endArray()
  records.append(Record(key: recordKey(key, records.count), bytes: writer.bytes))
  return records
}

private func recordKey(_ key: String, _ number: Int) -> String {
  guard number > 0 else { return key }
  var bytes = Array(key.utf8) + [UInt8(ascii: "-")]
  appendHex(UInt64(number), digits: 4, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

extension State {
  /// The next stamp of this tab, later than every stamp it has seen.
  mutating func tick(_ env: Env) -> Stamp {
    clock.observe(Stamp(time: library.latestTime, device: 0))
    return clock.tick(now: now(env))
  }
}
