import Domain
import Sync

// What a merge decides is never silent. When an answer brings another value for a text that this
// device has changed and not sent yet, the later one stays and the other can be had back from the
// history; so can the deletion of a thing that comes back because somebody else changed it.
//
// The record of such a decision has an id made from what met, so that devices which see the same
// meeting make the same record.

struct MergedRemote {
  /// What was not known before.
  var news: [Change] = []
  var steps: [(change: Change, stamp: Stamp)] = []
}

/// Merges an answer's changes and records what was decided.
func mergeRemote(_ state: inout State, _ changes: [Change], _ env: Env) -> MergedRemote {
  var merged = MergedRemote()
  for change in changes {
    let conflict = conflict(state, change)
    let outcome = state.library.merge(change)
    if !outcome.changed { continue }
    merged.news.append(change)
    if let conflict {
      merged.steps.append(step(&state, conflict, env))
    }
    if outcome.revived, let revival = revival(state, change) {
      merged.steps.append(step(&state, revival, env))
    }
  }
  if !merged.news.isEmpty { state.revision += 1 }
  return merged
}

private struct Decision {
  var kind: StepKind
  /// What the record's id is made from.
  var name: String
  var args: StepArgs
  var undo: Inverse
}

/// Texts that a person writes. Of the rest (order, colours, counters) the later value is enough.
private func isText(_ kind: EntityKind, _ name: String) -> Bool {
  switch kind {
  case .deck: name == "name"
  case .note:
    name == "front" || name == "back" || name == "pronunciation" || name == "note"
  case .noteType, .card, .review, .media, .setting, .step: false
  }
}

/// The values that lose when `change` meets what this device has not sent yet.
private func conflict(_ state: State, _ change: Change) -> Decision? {
  guard change.kind == .deck || change.kind == .note, !state.sync.outbox.isEmpty,
    let own = state.library.state(of: change.kind, change.id)
  else { return nil }
  var lost = Change(change.kind, change.id)
  var name = "conflict/" + change.id.text
  for theirs in change.properties where isText(change.kind, theirs.name) {
    guard let ours = own.properties.first(where: { $0.name == theirs.name }),
      ours.stamp != theirs.stamp, ours.value != theirs.value,
      let record = state.sync.outbox.first(where: { $0.key.utf8.starts(with: ours.stamp.text.utf8) }
      ),
      base(of: theirs.name, change.id, in: state.sync.outbox, record.key) < theirs.stamp
    else { continue }
    let (winner, loser) = ours.stamp < theirs.stamp ? (theirs, ours) : (ours, theirs)
    lost.properties.append(loser)
    name += "/" + winner.stamp.text + "/" + loser.stamp.text
  }
  if lost.properties.isEmpty { return nil }
  let args = StepArgs(name: title(state, change.kind, change.id))
  return Decision(kind: .mergeReplaced, name: name, args: args, undo: .set(lost))
}

/// The stamp of the value that this device saw when it wrote its own, from the undo of the step in
/// the outbox; zero if there was none. What is not later than this is no news.
private func base(
  of property: String, _ id: EntityID, in outbox: [Record], _ key: String
) -> Stamp {
  var base = Stamp(time: 0, device: 0)
  let start = String(decoding: key.utf8.prefix(32), as: UTF8.self)
  for record in outbox where record.key.utf8.starts(with: start.utf8) {
    for change in changes(in: record.bytes) ?? [] where change.kind == .step {
      guard case .json(let undo) = change.value("undo") else { continue }
      forEachUndo(undo) { item in
        guard case .set(let before) = item, before.id == id else { return }
        for old in before.properties where old.name == property { base = old.stamp }
      }
    }
  }
  return base
}

/// A deck or note that had been deleted here is alive again by somebody's edit. Bringing it back on
/// purpose is a step of its own and needs no record.
private func revival(_ state: State, _ change: Change) -> Decision? {
  guard change.kind == .deck || change.kind == .note,
    let own = state.library.state(of: change.kind, change.id)
  else { return nil }
  var latest = Stamp(time: 0, device: 0)
  var isOnPurpose = false
  for property in own.properties where !own.covers(property.stamp) {
    if property.name == "restored" { isOnPurpose = true }
    latest = max(latest, property.stamp)
  }
  if isOnPurpose { return nil }
  return Decision(
    kind: .mergeRevived, name: "revived/" + change.id.text + "/" + latest.text,
    args: StepArgs(name: title(state, change.kind, change.id)),
    undo: .delete(change.kind, change.id))
}

private func step(
  _ state: inout State, _ decision: Decision, _ env: Env
) -> (change: Change, stamp: Stamp) {
  var undo = UndoWriter()
  undo.append(decision.undo)
  let stamp = state.tick(env)
  let change = Change.step(
    .named(decision.name), decision.kind, decision.args, at: state.now(env), undo: undo.finish(),
    stamp)
  return (change, stamp)
}

/// How the history names a thing: a deck by its name, a card by its front.
func title(_ state: State, _ kind: EntityKind, _ id: EntityID) -> String {
  guard let own = state.library.state(of: kind, id) else { return "" }
  guard case .text(let text) = own.value(kind == .deck ? "name" : "front") else { return "" }
  return kind == .deck ? text : FieldText.plain(html: text)
}

extension Change {
  /// A removal covers this stamp.
  func covers(_ stamp: Stamp) -> Bool {
    for removal in removals where removal.device == stamp.device {
      return stamp.time <= removal.time
    }
    return false
  }
}
