import Domain
import Exchange
import Sync

/// The whole library as a file.
func libraryFile(_ library: Library, exported: Int64) -> [UInt8] {
  var writer = LibraryFileWriter(exported: exported)
  var decks: [Change] = []
  var others: [Change] = []
  // The library gives the small kinds before notes and reviews; the file has decks first.
  library.forEachState { state in
    switch state.kind {
    case .deck: decks.append(state)
    case .note, .review:
      for deck in decks { writer.add(deck) }
      decks = []
      writer.add(state)
    case .setting, .noteType, .card, .media: others.append(state)
    case .step: break
    }
  }
  for state in decks { writer.add(state) }
  for kind in LibraryFile.kinds {
    for state in others where state.kind == kind { writer.add(state) }
  }
  writer.finish()
  return writer.take()
}

/// "omena-2026-11-30.json", by the learner's own day.
func libraryFileName(_ env: Env) -> String {
  let day = CalendarDay(milliseconds: env.now, zoneMinutes: env.zoneMinutes)
  return "omena-" + day.text + ".json"
}

/// Reads a file without changing anything and shows what opening it would do, or why not.
func previewLibrary(
  _ state: inout State, _ name: String, _ bytes: [UInt8], _ env: Env
) -> [Effect] {
  state.data.refusal = ""
  do throws(LibraryFileError) {
    let summary = try readLibrary(state, bytes, state.peekStamp(env)) { _ in }
    state.data.preview = LibraryPreview(name: name, bytes: bytes, summary: summary)
    return []
  } catch {
    return refuse(&state, error.sentence)
  }
}

/// Adds the previewed file as one step. The file is read again, as the library may have changed.
func addLibrary(_ state: inout State, _ env: Env) -> [Effect] {
  guard let preview = state.data.preview else { return [] }
  state.data.preview = nil
  let stamp = state.tick(env)
  var changes: [Change] = []
  var undo = UndoWriter()
  let library = state.library
  do throws(LibraryFileError) {
    _ = try readLibrary(state, preview.bytes, stamp) { change in
      undo.append(library.inverse(of: change))
      changes.append(change)
    }
  } catch {
    return refuse(&state, error.sentence)
  }
  guard !changes.isEmpty else { return [.announce(DataWords.nothingNew)] }
  // Own stamps in the file may lie ahead of this device's; what is done from now on comes later.
  let args = StepArgs(name: preview.name, count: changes.count)
  let id = state.newID(env)
  changes.append(.step(id, .libraryAdd, args, at: state.now(env), undo: undo.finish(), stamp))
  var effects = keepChanges(&state, changes, stamp)
  state.undo.add(StepID(id))
  effects += showUndo(&state, StepID(id), .libraryAdd, args, env)
  return effects + themeEffects(state) + [.focus(id: "open-library")]
}

private func readLibrary(
  _ state: State, _ bytes: [UInt8], _ stamp: Stamp, _ each: (Change) -> Void
) throws(LibraryFileError) -> LibraryFileSummary {
  var outcome: Result<LibraryFileSummary, LibraryFileError> = .failure(LibraryFileError(.empty))
  bytes.withUnsafeBufferPointer { buffer in
    do throws(LibraryFileError) {
      outcome = .success(
        try LibraryFileReader.read(
          buffer, fresh: stamp, existing: { state.library.state(of: $0, $1) }, each: each))
    } catch { outcome = .failure(error) }
  }
  return try outcome.get()
}

extension State {
  /// A stamp for looking only: the clock is not moved.
  func peekStamp(_ env: Env) -> Stamp {
    var clock = clock
    clock.observe(Stamp(time: library.latestTime, device: 0))
    return clock.tick(now: now(env))
  }
}
