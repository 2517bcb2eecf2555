import Domain
import Sync

// What a merge decides is never silent. When two devices have changed one text without seeing each
// other's, the later one stays and the other can be had back from the history; so can the deletion
// of a thing that comes back because somebody else changed it.
//
// Whether a writer had seen a value is told by the undo of its step, which comes with the change
// and has the stamp of the value before. The record of a decision has an id made from what met, so
// devices which see the same meeting make the same record.

/// Merges an answer's changes; gives the records of what was decided.
func mergeRemote(
  _ state: inout State, _ changes: [Change], _ env: Env
) -> [(change: Change, stamp: Stamp)] {
  var steps: [(change: Change, stamp: Stamp)] = []
  var isNews = false
  for change in changes {
    let conflicts = conflicts(state, change, changes)
    let outcome = state.library.merge(change)
    if !outcome.changed { continue }
    isNews = true
    for conflict in conflicts { steps.append(step(&state, conflict, env)) }
    if outcome.revived, let revival = revival(state, change) {
      steps.append(step(&state, revival, env))
    }
  }
  if isNews { state.revision += 1 }
  return steps
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

/// The values that lose when `change`, one of an answer's, meets what this device has.
private func conflicts(_ state: State, _ change: Change, _ answer: [Change]) -> [Decision] {
  guard change.kind == .deck || change.kind == .note,
    let own = state.library.state(of: change.kind, change.id)
  else { return [] }
  var decisions: [Decision] = []
  for theirs in change.properties where isText(change.kind, theirs.name) {
    guard let ours = own.properties.first(where: { $0.name == theirs.name }),
      ours.stamp != theirs.stamp, ours.value != theirs.value
    else { continue }
    let place = Place(id: change.id, property: theirs.name)
    let isLater = ours.stamp < theirs.stamp
    let isConflict =
      isLater
      ? state.sync.isUnsent(ours.stamp)
        || hadNotSeen(ours.stamp, theirs.stamp, place) { step(at: $0, in: answer) }
      : state.sync.isUnsent(ours.stamp)
        && hadNotSeen(theirs.stamp, ours.stamp, place) { state.sync.unsentStep(at: $0) }
    guard isConflict else { continue }
    let (winner, loser) = isLater ? (theirs, ours) : (ours, theirs)
    decisions.append(
      Decision(
        kind: .mergeReplaced,
        name: "conflict/" + change.id.text + "/" + winner.stamp.text + "/" + loser.stamp.text,
        args: StepArgs(name: title(state, change.kind, change.id)),
        undo: .set(Change(change.kind, change.id, properties: [loser]))))
  }
  return decisions
}

private struct Place {
  var id: EntityID
  var property: String
}

/// Whether the value stamped `later` was certainly written without a look at the one stamped
/// `earlier`. `find` gives the step with a stamp; each tells what the writer had before, and so on
/// back through what one device wrote in a row.
private func hadNotSeen(
  _ earlier: Stamp, _ later: Stamp, _ place: Place, _ find: (Stamp) -> Change?
) -> Bool {
  var stamp = later
  while let step = find(stamp), let base = base(of: place, in: step), base < stamp {
    if base == earlier { return false }
    if base < earlier { return true }
    stamp = base
  }
  return false
}

private func step(at stamp: Stamp, in changes: [Change]) -> Change? {
  changes.first { $0.kind == .step && $0.isMade(at: stamp) }
}

/// The stamp of the value that a step replaced, zero if there was none; nil if the step does not
/// tell.
private func base(of place: Place, in step: Change) -> Stamp? {
  var base: Stamp?
  guard case .json(let undo) = step.value("undo") else { return nil }
  forEachUndo(undo) { item in
    guard case .set(let before) = item, before.id == place.id else { return }
    for old in before.properties where old.name == place.property { base = old.stamp }
  }
  return base
}

extension SyncState {
  /// The record of the outbox in which a stamp was made.
  private func records(at stamp: Stamp) -> [Record] {
    let start = Array(stamp.text.utf8)
    return outbox.filter { $0.key.utf8.starts(with: start) }
  }

  fileprivate func isUnsent(_ stamp: Stamp) -> Bool {
    !outbox.isEmpty && !records(at: stamp).isEmpty
  }

  fileprivate func unsentStep(at stamp: Stamp) -> Change? {
    for record in records(at: stamp) {
      if let step = step(at: stamp, in: changes(in: record.bytes) ?? []) { return step }
    }
    return nil
  }
}

extension Change {
  /// The step itself has this stamp (`reverted` may be later).
  fileprivate func isMade(at stamp: Stamp) -> Bool {
    properties.contains { $0.name == "undo" && $0.stamp == stamp }
  }
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
