import Domain
import Sync

/// The page of one deck: its cards in a list of any length.
struct DeckState {
  var deck: DeckID?
  var query = ""
  /// The cards that the list holds: all of the deck, or those found. Oldest first.
  var rows: [NoteRow] = []
  /// The part of the card list that shows.
  var window = WindowSpan(offset: 0, height: 800, rem: 16)
  /// The chosen cards, while cards are being chosen.
  var chosen: Set<NoteID>?
  /// Whether the dialog that asks for another deck is open.
  var isMoving = false
  /// Where the open study session stands, if there is one.
  var session: StudyPlace?

  /// The height of a row in tenths of a rem; `.cards .row` in the style sheet has the same.
  static let rowRemTenths: Int64 = 42
}

public enum DeckAction: Equatable {
  case studied
  case continued
  case addOpened
  case searched(String)
  case choosingStarted
  case choosingEnded
  case chosen(NoteID, Bool)
  case allChosen
  case noneChosen
  case moveOpened
  case moveClosed
  case moved(DeckID)
  case cardsDeleted
}

extension DeckAction {
  init?(_ message: Message) {
    switch message.verb {
    case "study": self = .studied
    case "continue": self = .continued
    case "add": self = .addOpened
    case "search": self = .searched(message.text)
    case "choose": self = .choosingStarted
    case "chosen": self = .choosingEnded
    case "all": self = .allChosen
    case "none": self = .noneChosen
    case "move": self = .moveOpened
    case "stay": self = .moveClosed
    case "delete": self = .cardsDeleted
    case "pick":
      guard let note = message.note else { return nil }
      self = .chosen(note, message.payload == Array("true".utf8))
    case "to":
      guard let deck = message.deck else { return nil }
      self = .moved(deck)
    default: return nil
    }
  }
}

func reduceDeck(_ state: inout State, _ action: DeckAction, _ env: Env) -> [Effect] {
  guard let deck = state.deck.deck else { return [] }
  switch action {
  case .studied: return beginStudy(&state, deck, env)
  case .continued: return openPage(&state, .study(deck), .push, env)
  case .addOpened: return openPage(&state, .newCard(deck), .push, env)
  case .searched(let query):
    state.deck.query = query
    findRows(&state)
  case .choosingStarted: state.deck.chosen = []
  case .choosingEnded: return endChoosing(&state)
  case .chosen(let note, let isChosen):
    if isChosen { state.deck.chosen?.insert(note) } else { state.deck.chosen?.remove(note) }
  case .allChosen:
    for row in state.deck.rows { state.deck.chosen?.insert(state.library.noteID(row)) }
  case .noneChosen: state.deck.chosen = []
  case .moveOpened: state.deck.isMoving = state.deck.chosen?.isEmpty == false
  case .moveClosed: state.deck.isMoving = false
  case .moved(let target): return moveChosen(&state, from: deck, to: target, env)
  case .cardsDeleted: return deleteChosen(&state, deck, env)
  }
  return []
}

func enterDeck(_ state: inout State, _ id: DeckID, _ env: Env) -> [Effect] {
  let window = state.deck.window
  state.deck = DeckState()
  state.deck.window = WindowSpan(offset: 0, height: window.height, rem: window.rem)
  state.deck.deck = id
  state.decks.dialog = nil
  refreshRows(&state)
  return []
}

/// The library has changed while this page shows.
func refreshDeck(_ state: inout State, _ env: Env) -> [Effect] {
  refreshRows(&state)
  return []
}

func deckTimer(_ state: inout State, _ message: Message, _ env: Env) -> [Effect] { [] }

func deckKey(_ state: inout State, _ press: KeyPress, _ env: Env) -> [Effect]? {
  if let effects = deckDialogKey(&state, press) { return effects }
  if state.decks.dialog != nil { return nil }
  guard press.name == "Escape" else { return nil }
  if state.deck.isMoving {
    state.deck.isMoving = false
    return []
  }
  return state.deck.chosen == nil ? nil : endChoosing(&state)
}

private func endChoosing(_ state: inout State) -> [Effect] {
  state.deck.chosen = nil
  state.deck.isMoving = false
  return [.focus(id: "choose")]
}

private func refreshRows(_ state: inout State) {
  guard let deck = state.deck.deck else { return }
  findRows(&state)
  state.deck.session = studyPlace(state, deck)
  guard let chosen = state.deck.chosen else { return }
  state.deck.chosen = chosen.filter { id in
    state.library.row(id).map { state.library.deckID($0) == deck } ?? false
  }
  if state.deck.chosen?.isEmpty == true { state.deck.isMoving = false }
}

private func findRows(_ state: inout State) {
  guard let deck = state.deck.deck else { return }
  let query = DeckName.trimmed(state.deck.query)
  state.deck.rows =
    query.isEmpty
    ? state.library.noteRows(in: deck) : state.library.search(query, in: deck)
}

private func moveChosen(
  _ state: inout State, from deck: DeckID, to target: DeckID, _ env: Env
) -> [Effect] {
  guard let place = state.library.deck(target), target != deck else { return [] }
  let notes = chosenNotes(state)
  guard !notes.isEmpty else { return [] }
  let edits = notes.map { Edit.set(.note, $0.id, [Property("deck", target.id.text)]) }
  let args = StepArgs(name: firstFront(state, notes), other: place.name, count: notes.count)
  state.deck.chosen = nil
  state.deck.isMoving = false
  return commit(&state, env, .cardMove, args, edits, offersUndo: true) + [.focus(id: "choose")]
}

private func deleteChosen(_ state: inout State, _ deck: DeckID, _ env: Env) -> [Effect] {
  let notes = chosenNotes(state)
  guard !notes.isEmpty else { return [] }
  let name = state.library.deck(deck)?.name ?? ""
  let args = StepArgs(name: firstFront(state, notes), other: name, count: notes.count)
  state.deck.chosen = nil
  return commit(
    &state, env, .cardDelete, args, notes.map { Edit.delete(.note, $0.id) }, offersUndo: true)
    + [.focus(id: "choose")]
}

/// The chosen cards in the order of the list, also those that the search hides now.
private func chosenNotes(_ state: State) -> [NoteID] {
  guard let deck = state.deck.deck, let chosen = state.deck.chosen else { return [] }
  var notes: [NoteID] = []
  for row in state.library.noteRows(in: deck) {
    let note = state.library.noteID(row)
    if chosen.contains(note) { notes.append(note) }
  }
  return notes
}

/// The front of the card when there is just one, for the words of the step.
private func firstFront(_ state: State, _ notes: [NoteID]) -> String {
  guard notes.count == 1, let row = state.library.row(notes[0]) else { return "" }
  return oneLine(state.library.field(row, .front))
}
