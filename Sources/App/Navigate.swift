import Domain
import Sync

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
  let title = pageTitleEffect(state)
  return (isFirst ? [title] : [title, .scrollTop(0), .focus(id: "heading")]) + effects
}

/// Shows another page by the app's own doing. A page further on follows from the new address, so
/// the host can note how far this one is scrolled before it goes. Otherwise the page changes at
/// once, as going back in the history takes a moment; the address that comes then changes nothing.
func openPage(
  _ state: inout State, _ route: Route, _ change: RouteChange, _ env: Env
) -> [Effect] {
  switch change {
  case .push: [.route(hash: route.hash, .push)]
  case .replace, .back: [.route(hash: route.hash, change)] + go(&state, route, env)
  }
}

/// Names the window after the page that shows.
func pageTitleEffect(_ state: State) -> Effect { .title(pageTitle(state) + " · Omena") }

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
