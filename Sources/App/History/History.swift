import Domain
import Sync

/// The page **History**: the steps of the last 30 days and the study rounds, newest first.
struct HistoryState {
  var items: [HistoryItem] = []
  /// How many of them show; **Show more** raises it.
  var shownCount = HistoryState.pageCount
  /// Of the last look, for "Today" and the times.
  var now: Int64 = 0
  var zoneMinutes: Int16 = 0

  static let pageCount = 100
}

enum HistoryItem {
  case step(HistoryStep)
  case round(StudyRound)

  var at: Int64 {
    switch self {
    case .step(let step): step.at
    case .round(let round): round.last
    }
  }
}

public enum HistoryAction {
  case reverted(StepID)
  /// A round is named by its deck and its last answer.
  case roundReverted(ReviewID)
  case moreWanted
}

extension HistoryAction {
  init?(_ message: Message) {
    switch message.verb {
    case "revert":
      guard let id = message.id else { return nil }
      self = .reverted(StepID(id))
    case "revertRound":
      guard let id = message.id else { return nil }
      self = .roundReverted(ReviewID(id))
    case "more": self = .moreWanted
    default: return nil
    }
  }
}

func reduceHistory(_ state: inout State, _ action: HistoryAction, _ env: Env) -> [Effect] {
  switch action {
  case .reverted(let step):
    return revert(&state, step, env) + [.announce("Reverted"), .focus(id: "heading")]
  case .roundReverted(let review): return revertRound(&state, review, env)
  case .moreWanted:
    state.history.shownCount += HistoryState.pageCount
    return []
  }
}

func enterHistory(_ state: inout State, _ env: Env) -> [Effect] {
  state.history.shownCount = HistoryState.pageCount
  return refreshHistory(&state, env)
}

/// Puts steps and rounds together again.
func refreshHistory(_ state: inout State, _ env: Env) -> [Effect] {
  let now = state.now(env)
  let start = now - HistoryLimits.milliseconds
  var items: [HistoryItem] = []
  for step in state.library.steps(since: start) where StepKind(rawValue: step.kind) != nil {
    items.append(.step(step))
  }
  for round in state.library.studyRounds(since: start) { items.append(.round(round)) }
  items.sort { $0.at > $1.at }
  state.history.items = items
  state.history.now = now
  state.history.zoneMinutes = env.zoneMinutes
  return []
}

private func revertRound(_ state: inout State, _ review: ReviewID, _ env: Env) -> [Effect] {
  for item in state.history.items {
    guard case .round(let round) = item, round.reviews.first == review else { continue }
    let edits: [Edit] = round.reviews.map { .delete(.review, $0.id) }
    let args = StepArgs(name: deckName(state, round.deck), count: round.reviews.count)
    return commit(&state, env, .roundDelete, args, edits, offersUndo: true)
      + [.focus(id: "heading")]
  }
  return []
}

/// A deck's name, also if it has been deleted.
func deckName(_ state: State, _ deck: DeckID) -> String { title(state, .deck, deck.id) }
