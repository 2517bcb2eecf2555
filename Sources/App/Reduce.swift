import Domain

/// The whole logic: what has happened changes the state and asks for effects.
public func reduce(_ state: inout State, _ action: Action, _ env: Env) -> [Effect] {
  state.random = Random(seed: env.seed)
  state.keyWasHandled = false
  let revision = state.revision
  var effects = perform(&state, action, env)
  if state.revision != revision, state.phase == .ready { effects += refresh(&state, env) }
  return effects
}

private func perform(_ state: inout State, _ action: Action, _ env: Env) -> [Effect] {
  switch action {
  case .app(let action): reduceApp(&state, action, env)
  case .device(let action): reduceDevice(&state, action, env)
  case .sync(let action): reduceSync(&state, action, env)
  case .decks(let action): reduceDecks(&state, action, env)
  case .deck(let action): reduceDeck(&state, action, env)
  case .form(let action): reduceCardForm(&state, action, env)
  case .study(let action): reduceStudy(&state, action, env)
  case .history(let action): reduceHistory(&state, action, env)
  case .data(let action): reduceData(&state, action, env)
  case .toast(let action): reduceToast(&state, action, env)
  case .help(let action): reduceHelp(&state, action, env)
  case .key(let action): reduceKey(&state, action.press, env)
  case .timer(let id): reduceTimer(&state, id, env)
  case .window(let id, let span): reduceWindow(&state, id, span, env)
  }
}

private func reduceApp(_ state: inout State, _ action: AppAction, _ env: Env) -> [Effect] {
  switch action {
  case .start(let info): return startDevice(&state, info, env)
  case .route(let hash): return go(&state, Route(hash: hash), env)
  case .back: return [.route(hash: state.route.parent(state).hash, .back)]
  case .visible, .focus: return syncSoon(&state)
  case .hidden: return []
  }
}

/// Tells the screen that shows that the library has changed under it.
private func refresh(_ state: inout State, _ env: Env) -> [Effect] {
  switch state.route {
  case .deck: refreshDeck(&state, env)
  case .newCard, .card: refreshCardForm(&state, env)
  case .study: refreshStudy(&state, env)
  case .history: refreshHistory(&state, env)
  case .decks: refreshDecks(&state, env)
  case .settings, .credits, .missing: []
  }
}

private func reduceTimer(_ state: inout State, _ id: String, _ env: Env) -> [Effect] {
  let message = Message(id)
  return switch message.screen {
  case "decks": decksTimer(&state, message, env)
  case "deck": deckTimer(&state, message, env)
  case "form": cardFormTimer(&state, message, env)
  case "study": studyTimer(&state, message, env)
  case "sync": syncTimer(&state, message, env)
  case "device": deviceTimer(&state, message, env)
  case "toast": toastTimer(&state, message, env)
  default: []
  }
}

private func reduceWindow(
  _ state: inout State, _ id: String, _ span: WindowSpan, _ env: Env
) -> [Effect] {
  switch id {
  case "cards": state.deck.window = span
  default: break
  }
  return []
}

/// A key goes to the screen first, then to the whole app. The browser keeps the keys while a dialog
/// is open.
private func reduceKey(_ state: inout State, _ press: KeyPress, _ env: Env) -> [Effect] {
  guard state.phase == .ready else { return [] }
  if let effects = helpKey(&state, press, env) ?? screenKey(&state, press, env)
    ?? undoKey(&state, press, env)
  {
    state.keyWasHandled = true
    return effects
  }
  if press.name == "Escape", state.route != .decks {
    state.keyWasHandled = true
    return [.route(hash: state.route.parent(state).hash, .back)]
  }
  return []
}

/// nil: the screen has no use for this key.
private func screenKey(_ state: inout State, _ press: KeyPress, _ env: Env) -> [Effect]? {
  switch state.route {
  case .decks: decksKey(&state, press, env)
  case .deck: deckKey(&state, press, env)
  case .newCard, .card: cardFormKey(&state, press, env)
  case .study: studyKey(&state, press, env)
  case .history, .settings, .credits, .missing: nil
  }
}
