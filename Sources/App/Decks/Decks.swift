import Domain
import Sync

func reduceDecks(_ state: inout State, _ action: DecksAction, _ env: Env) -> [Effect] {
  switch action {
  case .newOpened:
    let decks = state.library.decks
    let color = CardColor(rawValue: UInt8(decks.count % CardColor.allCases.count)) ?? .tomato
    state.decks.dialog = .new(DeckDraft(color: color))
  case .optionsOpened(let id): state.decks.dialog = .options(id)
  case .renameOpened(let id):
    guard let deck = state.library.deck(id) else { break }
    state.decks.dialog = .rename(id, DeckDraft(name: deck.name, color: deck.color))
  case .colorOpened(let id): state.decks.dialog = .color(id)
  case .nameTyped(let name): editDraft(&state) { $0.name = name }
  case .colorPicked(let color): return pickColor(&state, color, env)
  case .submitted: return submit(&state, env)
  case .dialogClosed: state.decks.dialog = nil
  case .movedUp(let id): return move(&state, id, by: -1, env)
  case .movedDown(let id): return move(&state, id, by: 1, env)
  case .deleted(let id): return delete(&state, id, env)
  case .continued(let id): return openPage(&state, .study(id), .push, env)
  case .begun(let id): return beginStudy(&state, id, env)
  }
  return []
}

func enterDecks(_ state: inout State, _ env: Env) -> [Effect] {
  state.decks.dialog = nil
  state.decks.lead = deckLead(state)
  return []
}

/// The library has changed while this page shows.
func refreshDecks(_ state: inout State, _ env: Env) -> [Effect] {
  state.decks.lead = deckLead(state)
  return []
}

/// The deck whose session was left last. As long as nothing has been studied at all it is the first
/// deck that has cards, to begin with.
private func deckLead(_ state: State) -> DeckLead? {
  let decks = state.library.decks
  var latest: DeckLead?
  for deck in decks {
    guard let place = studyPlace(state, deck.id) else { continue }
    if let other = latest?.place, other.at >= place.at { continue }
    latest = DeckLead(deck: deck.id, place: place)
  }
  if latest != nil || state.library.reviewCount > 0 { return latest }
  for deck in decks where state.library.noteCount(in: deck.id) > 0 {
    return DeckLead(deck: deck.id)
  }
  return nil
}

func decksTimer(_ state: inout State, _ message: Message, _ env: Env) -> [Effect] { [] }

func decksKey(_ state: inout State, _ press: KeyPress, _ env: Env) -> [Effect]? {
  deckDialogKey(&state, press)
}

/// While a dialog is open the page under it gets no keys; Escape closes the dialog.
func deckDialogKey(_ state: inout State, _ press: KeyPress) -> [Effect]? {
  guard state.decks.dialog != nil, press.name == "Escape" else { return nil }
  state.decks.dialog = nil
  return []
}

private func editDraft(_ state: inout State, _ edit: (inout DeckDraft) -> Void) {
  switch state.decks.dialog {
  case .new(var draft):
    edit(&draft)
    state.decks.dialog = .new(draft)
  case .rename(let id, var draft):
    edit(&draft)
    state.decks.dialog = .rename(id, draft)
  case .options, .color, nil: break
  }
}

private func submit(_ state: inout State, _ env: Env) -> [Effect] {
  switch state.decks.dialog {
  case .new(let draft):
    guard let name = checkedName(&state, draft) else { return [.focus(id: "deck-name")] }
    return make(&state, name, draft.color, env)
  case .rename(let id, let draft):
    guard let name = checkedName(&state, draft) else { return [.focus(id: "deck-name")] }
    state.decks.dialog = nil
    guard let deck = state.library.deck(id), deck.name != name else { return [] }
    return commit(
      &state, env, .deckRename, StepArgs(name: deck.name, other: name),
      [.set(.deck, id.id, [Property("name", name)])]) + [pageTitleEffect(state)]
  case .options, .color, nil: return []
  }
}

/// The name to keep; when it is refused the dialog says why and nil is returned.
private func checkedName(_ state: inout State, _ draft: DeckDraft) -> String? {
  do throws(DeckNameProblem) {
    return try DeckName.checked(draft.name)
  } catch {
    editDraft(&state) { $0.problem = error }
    return nil
  }
}

private func make(
  _ state: inout State, _ name: String, _ color: CardColor, _ env: Env
) -> [Effect] {
  state.decks.dialog = nil
  let position = DeckOrder.positionAtEnd(of: places(state))
  let id = state.newID(env)
  let effects = commit(
    &state, env, .deckNew, StepArgs(name: name),
    [
      .set(
        .deck, id,
        [
          Property("name", name), Property("color", colorText(color)),
          Property("position", position),
        ])
    ])
  return effects + [.announce("Deck " + name + " added")]
}

private func pickColor(_ state: inout State, _ color: CardColor, _ env: Env) -> [Effect] {
  guard case .color(let id) = state.decks.dialog else {
    editDraft(&state) { $0.color = color }
    return []
  }
  guard let deck = state.library.deck(id), deck.color != color else { return [] }
  return commit(
    &state, env, .deckColor, StepArgs(name: deck.name),
    [.set(.deck, id.id, [Property("color", colorText(color))])])
}

private func move(_ state: inout State, _ id: DeckID, by distance: Int, _ env: Env) -> [Effect] {
  let decks = state.library.decks
  guard let place = decks.firstIndex(where: { $0.id == id }) else { return [] }
  let moves = DeckOrder.moves(places(state), from: place, to: place + distance)
  guard !moves.isEmpty else { return [] }
  let edits = moves.map { Edit.set(.deck, $0.deck.id, [Property("position", $0.position)]) }
  let words =
    "Number " + grouped(place + distance + 1) + " of " + grouped(decks.count)
  return commit(&state, env, .deckReorder, StepArgs(name: decks[place].name), edits)
    + [.announce(words)]
}

private func delete(_ state: inout State, _ id: DeckID, _ env: Env) -> [Effect] {
  guard let deck = state.library.deck(id) else { return [] }
  state.decks.dialog = nil
  let rows = state.library.noteRows(in: id)
  var edits = [Edit.delete(.deck, id.id)]
  edits.reserveCapacity(rows.count + 1)
  for row in rows { edits.append(.delete(.note, state.library.noteID(row).id)) }
  let effects = commit(
    &state, env, .deckDelete, StepArgs(name: deck.name, count: rows.count), edits,
    offersUndo: true)
  return effects + forgetSession(&state, id)
    + (state.route == .decks ? [.focus(id: "heading")] : openPage(&state, .decks, .replace, env))
}

private func places(_ state: State) -> [DeckOrder.Place] {
  state.library.decks.map { DeckOrder.Place(deck: $0.id, position: $0.position) }
}

private func colorText(_ color: CardColor) -> String { color.name }
