import Domain
import Sync

/// The steps of this visit that Ctrl+Z takes back, and those that Ctrl+Shift+Z does again.
struct UndoStack: Equatable {
  /// What becomes of the step that is being made.
  enum Mode: Equatable { case step, undo, redo }

  var mode = Mode.step
  private(set) var done: [StepID] = []
  private(set) var undone: [StepID] = []

  private static let countMax = 100

  /// A step was made.
  mutating func add(_ step: StepID) {
    switch mode {
    case .undo: undone.append(step)
    case .redo: done.append(step)
    case .step:
      undone = []
      done.append(step)
    }
    if done.count > UndoStack.countMax { done.removeFirst() }
  }

  mutating func takeDone() -> StepID? { done.popLast() }
  mutating func takeUndone() -> StepID? { undone.popLast() }
}

/// Takes a step back. That is a step too, so it can be taken back as well.
func revert(_ state: inout State, _ step: StepID, _ env: Env) -> [Effect] {
  guard let record = state.library.state(of: .step, step.id), state.library.isAlive(.step, step.id),
    record.value("reverted") != .bool(true), case .text(let kindText) = record.value("kind"),
    let kind = StepKind(rawValue: kindText)
  else { return [] }
  var args = StepArgs()
  if case .text(let text) = record.value("args") { args = StepArgs(json: text) }
  var edits: [Edit] = []
  switch record.value("undo") {
  case .json(let undo), .text(let undo): edits = undoEdits(undo)
  case .null, .bool, .int, nil: return []
  }
  edits.append(.set(.step, step.id, [Property("reverted", .bool(true))]))
  let isRevert = kind == .revert
  if !isRevert && kind != .redo { args.of = kind.rawValue }
  return commit(&state, env, isRevert ? .redo : .revert, args, edits)
}

/// Ctrl+Z takes back the last step of this visit, Ctrl+Shift+Z or Ctrl+Y does it again. In a text
/// field these keys belong to the text.
func undoKey(_ state: inout State, _ press: KeyPress, _ env: Env) -> [Effect]? {
  guard press.isControl, !press.isAlt, !press.isInText else { return nil }
  switch press.name {
  case "z", "Z": return press.isShift ? redo(&state, env) : undo(&state, env)
  case "y", "Y": return redo(&state, env)
  default: return nil
  }
}

private func undo(_ state: inout State, _ env: Env) -> [Effect] {
  guard let step = state.undo.takeDone() else { return [.announce("Nothing to undo")] }
  state.undo.mode = .undo
  let effects = revert(&state, step, env)
  state.undo.mode = .step
  return hideToast(&state) + effects + [.announce("Undone")]
}

private func redo(_ state: inout State, _ env: Env) -> [Effect] {
  guard let step = state.undo.takeUndone() else { return [.announce("Nothing to redo")] }
  state.undo.mode = .redo
  let effects = revert(&state, step, env)
  state.undo.mode = .step
  return effects + [.announce("Done again")]
}

/// Takes back the step that the toast offers.
func undoOffered(_ state: inout State, _ step: StepID, _ env: Env) -> [Effect] {
  if state.undo.done.last == step { return undo(&state, env) + [.focus(id: "heading")] }
  let effects = revert(&state, step, env)
  return hideToast(&state) + effects + [.announce("Undone"), .focus(id: "heading")]
}
