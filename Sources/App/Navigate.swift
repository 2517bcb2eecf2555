import Sync
import Domain

/// The page has another address: leaves the screen that shows and enters the new one.
func go(_ state: inout State, _ route: Route, _ env: Env) -> [Effect] {
  guard state.phase == .ready else {
    state.route = route
    return []
  }
  if route == state.route { return [] }
  if let effects = stayInCardForm(&state, leavingFor: route, env) { return effects }
  let leaving = leave(&state, env)
  state.route = route
  return leaving + enter(&state, env)
}

/// Sets up the screen of `state.route`: its own effects, then title, scroll and focus.
///
/// The first page takes no focus: the person has not come from anywhere in the app.
func enter(_ state: inout State, _ env: Env, isFirst: Bool = false) -> [Effect] {
  let effects: [Effect] =
    switch state.route {
    case .decks: enterDecks(&state, env)
    case .deck(let id): enterDeck(&state, id, env)
    case .newCard(let deck): enterNewCard(&state, deck, env)
    case .card(let id): enterCard(&state, id, env)
    case .study(let deck): enterStudy(&state, deck, env)
    case .history: enterHistory(&state, env)
    case .settings, .credits: enterData(&state, env)
    case .missing: []
    }
  let title = Effect.title(pageTitle(state) + " · Omena")
  return (isFirst ? [title] : [title, .scrollTop(0), .focus(id: "heading")]) + effects
}

private func leave(_ state: inout State, _ env: Env) -> [Effect] {
  switch state.route {
  case .study: leaveStudy(&state, env)
  case .decks, .deck, .newCard, .card, .history, .settings, .credits, .missing: []
  }
}

private func pageTitle(_ state: State) -> String {
  switch state.route {
  case .decks: "Decks"
  case .deck(let id), .study(let id): state.library.deck(id)?.name ?? "Deck not found"
  case .newCard: "New card"
  case .card: "Edit card"
  case .history: "History"
  case .settings: "Settings"
  case .credits: "Credits"
  case .missing: "Page not found"
  }
}
