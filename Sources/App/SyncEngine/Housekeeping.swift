import Domain
import Sync

/// The deck for cards whose deck was deleted on another device: the same one everywhere.
let recoveredDeck = DeckID(.named("recovered"))

/// Gives notes whose deck is gone a home in the deck *Recovered*. Only after an answer that was the
/// last one: in the middle of a long first sync decks may simply not have arrived yet.
func recoverOrphans(_ state: inout State, _ env: Env) -> [Effect] {
  let orphans = state.library.orphanNotes()
  if orphans.isEmpty { return [] }
  var edits: [Edit] = []
  if state.library.deck(recoveredDeck) == nil {
    let last = state.library.decks.last?.position ?? 0
    edits.append(
      .set(
        .deck, recoveredDeck.id,
        [
          Property("name", "Recovered"), Property("color", CardColor.ochre.name),
          Property("position", last + Deck.positionStep),
        ]))
  }
  for row in orphans {
    let deck = Property("deck", recoveredDeck.id.text)
    edits.append(.set(.note, state.library.noteID(row).id, [deck]))
  }
  return commit(&state, env, .recover, StepArgs(count: orphans.count), edits)
}

enum HistoryLimits {
  static let days: Int64 = 30
  static let milliseconds = days * 86_400_000
  /// At most so many old steps go at once.
  static let prunedCountMax = 500
}

/// Deletes steps older than 30 days, once a day. Their words and inverses are emptied too, since a
/// deleted thing otherwise keeps what it had.
func pruneHistory(_ state: inout State, _ env: Env) -> [Effect] {
  let now = state.now(env)
  guard now - state.sync.prunedAt > 86_400_000 else { return [] }
  state.sync.prunedAt = now
  var changes: [Change] = []
  let stamp = state.tick(env)
  // Newest first, so the oldest are at the end.
  for step in state.library.steps(since: 0).reversed() {
    if step.at >= now - HistoryLimits.milliseconds { break }
    if changes.count == HistoryLimits.prunedCountMax { break }
    guard var change = state.library.removal(of: .step, step.id.id) else { continue }
    change.properties = [
      PropertySet("args", .null, stamp), PropertySet("undo", .null, stamp),
    ]
    change.removals.removeAll { $0.device == stamp.device }
    change.removals.append(stamp)
    changes.append(change.normalised)
  }
  return changes.isEmpty ? [] : keepChanges(&state, changes, stamp)
}
