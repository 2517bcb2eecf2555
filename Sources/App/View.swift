import HTML

/// Writes the whole page for `state`.
public func view(_ state: State, _ w: Writer) {
  if !state.route.isFocusScreen { tabs(state, w) }
  if state.phase == .ready {
    viewNotices(state, w)
  }
  w.keyed("main", Key("main")) {
    w.attribute("id", is: "main")
    w.attribute("class", is: state.route.isFocusScreen ? "focus" : "page")
    w.put(">")
    if state.phase == .loading { viewLoading(w) } else { screen(state, w) }
  }
  viewToast(state, w)
  viewHelp(state, w)
}

private func screen(_ state: State, _ w: Writer) {
  switch state.route {
  case .decks: viewDecks(state, w)
  case .deck(let id): viewDeck(state, id, w)
  case .newCard, .card: viewCardForm(state, w)
  case .study(let id): viewStudy(state, id, w)
  case .history: viewHistory(state, w)
  case .settings: viewSettings(state, w)
  case .credits: viewCredits(state, w)
  case .missing: viewMissing(w)
  }
}

private func tabs(_ state: State, _ w: Writer) {
  w.keyed("nav", Key("tabs")) {
    w.put(" class=\"tabs\" aria-label=\"Main\">")
    viewBrand(w)
    w.put("<ul>")
    tab(w, "#/", "Decks", "i-decks", current: state.route.decksMark)
    tab(w, "#/settings", "Settings", "i-settings", current: state.route.settingsMark)
    w.put("</ul>")
  }
}

private func tab(
  _ w: Writer, _ address: StaticString, _ name: StaticString, _ icon: StaticString,
  current: StaticString?
) {
  w.put("<li><a")
  w.attribute("href", is: address)
  if let current { w.attribute("aria-current", is: current) }
  w.put("><svg class=\"icon\" aria-hidden=\"true\"><use href=\"#")
  w.put(icon)
  w.put("\"/></svg>")
  w.put(name)
  w.put("</a></li>")
}

extension Route {
  /// The tab that a page belongs to is marked: `page` on the page of the tab itself, `true` below.
  fileprivate var decksMark: StaticString? {
    switch self {
    case .decks: "page"
    case .deck, .newCard, .card, .study: "true"
    case .history, .settings, .credits, .missing: nil
    }
  }
  fileprivate var settingsMark: StaticString? {
    switch self {
    case .settings: "page"
    case .history, .credits: "true"
    case .decks, .deck, .newCard, .card, .study, .missing: nil
    }
  }
}

private func viewLoading(_ w: Writer) {
  w.put("<p class=\"quiet\" role=\"status\">Opening your library…</p>")
}

private func viewMissing(_ w: Writer) {
  w.put("<h1 id=\"heading\" tabindex=\"-1\">Page not found</h1>")
  w.put("<p>There is nothing at this address.</p>")
  w.put("<p><a class=\"btn\" href=\"#/\">Go to your decks</a></p>")
}
