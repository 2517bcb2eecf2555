import Domain
import Sync

func enterNewCard(_ state: inout State, _ deck: DeckID, _ env: Env) -> [Effect] {
  let revision = state.form.revision + 1
  state.form = CardFormState()
  state.form.revision = revision
  guard state.library.deck(deck) != nil else { return [] }
  state.form.deck = deck
  takeUpDraft(&state)
  return [.focus(id: "field-front")]
}

func enterCard(_ state: inout State, _ id: NoteID, _ env: Env) -> [Effect] {
  let revision = state.form.revision + 1
  state.form = CardFormState()
  state.form.revision = revision
  guard let row = state.library.row(id) else { return [] }
  state.form.deck = state.library.deckID(row)
  state.form.note = id
  readCard(&state, row)
  takeUpDraft(&state)
  return []
}

/// The library has changed while this page shows. Fields that are not being changed follow it.
func refreshCardForm(_ state: inout State, _ env: Env) -> [Effect] {
  guard let note = state.form.note, let row = state.library.row(note) else { return [] }
  state.form.deck = state.library.deckID(row)
  let before = state.form
  readCard(&state, row)
  for field in BasicField.allCases where before[field] != before.saved[field.rawValue] {
    state.form[field] = before[field]
  }
  if state.form.texts != before.texts { state.form.revision += 1 }
  checkDuplicate(&state)
  return []
}

private func readCard(_ state: inout State, _ row: NoteRow) {
  for field in BasicField.allCases {
    let text = FieldText.plain(html: state.library.field(row, field))
    state.form[field] = text
    state.form.saved[field.rawValue] = text
  }
}

/// Keeps what is typed on this device until it is saved or discarded.
func keepDraft(_ state: inout State) -> [Effect] {
  guard let key = draftKey(state.form) else { return [] }
  if !state.form.isChanged { return keep(&state, key, nil) }
  var json = JSONWriter()
  json.beginArray()
  for text in state.form.texts { json.string(text) }
  json.endArray()
  return keep(&state, key, json.bytes)
}

func forgetDraft(_ state: inout State) -> [Effect] {
  guard let key = draftKey(state.form) else { return [] }
  return keep(&state, key, nil)
}

private func takeUpDraft(_ state: inout State) {
  guard let key = draftKey(state.form), let bytes = state.device.meta[key],
    let texts = draftTexts(bytes)
  else { return }
  state.form.texts = texts
  state.form.isDraft = state.form.isChanged
  checkDuplicate(&state)
}

private func draftTexts(_ bytes: [UInt8]) -> [String]? {
  do throws(JSONError) {
    guard let array = try JSONValue(bytes).array, array.count == BasicField.allCases.count
    else { return nil }
    var texts: [String] = []
    for value in array {
      guard let text = value.text else { return nil }
      texts.append(text)
    }
    return texts
  } catch {
    return nil
  }
}

/// A new card's draft belongs to its deck, a changed card's to the card.
private func draftKey(_ form: CardFormState) -> String? {
  if let note = form.note { return "draft/" + note.id.text }
  return form.deck.map { "draft/" + $0.id.text }
}
