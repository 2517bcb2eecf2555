import Domain
import Sync

/// The form that makes a card or changes one.
struct CardFormState: Equatable {
  /// Where a new card goes, or where the edited one is.
  var deck: DeckID?
  /// The edited card; nil for a new one.
  var note: NoteID?
  /// The fields as plain text, in the order of `BasicField`.
  var texts = CardFormState.empty
  /// What they were when the form was opened or last saved.
  var saved = CardFormState.empty
  /// The sides found empty when the form was last submitted.
  var isFrontMissing = false
  var isBackMissing = false
  /// The deck has another card with this front.
  var isDuplicate = false
  /// The texts were typed earlier and not saved.
  var isDraft = false
  /// Where the person wanted to go, while the form asks whether to leave.
  var leaving: Route?
  /// Raised when the form itself changes the texts, so that even the field with the focus follows.
  var revision: Int64 = 0

  static let empty = ["", "", "", ""]

  var isChanged: Bool { texts != saved }

  subscript(field: BasicField) -> String {
    get { texts[field.rawValue] }
    set { texts[field.rawValue] = newValue }
  }
}

public enum CardFormAction: Equatable {
  case typed(BasicField, String)
  case saved
  case savedForAnother
  case closed
  case stayed
  case discarded
  case draftDropped
  case deleted
}

extension CardFormAction {
  init?(_ message: Message) {
    switch message.verb {
    case "typed":
      guard let field = BasicField(property: message.arg) else { return nil }
      self = .typed(field, message.text)
    case "save": self = .saved
    case "another": self = .savedForAnother
    case "close": self = .closed
    case "stay": self = .stayed
    case "discard": self = .discarded
    case "drop": self = .draftDropped
    case "delete": self = .deleted
    default: return nil
    }
  }
}

extension BasicField {
  init?(property: String) {
    for field in BasicField.allCases where field.property == property {
      self = field
      return
    }
    return nil
  }
}

func reduceCardForm(_ state: inout State, _ action: CardFormAction, _ env: Env) -> [Effect] {
  guard state.form.deck != nil else { return [] }
  switch action {
  case .typed(let field, let text): return keepTyped(&state, field, text)
  case .saved:
    return save(&state, env) { state in openPage(&state, state.route.parent(state), .back, env) }
  case .savedForAnother:
    return save(&state, env) { state in
      clearForm(&state)
      return [.announce("Card added"), .focus(id: "field-front")]
    }
  case .closed: return leaveForm(&state, for: state.route.parent(state), env)
  case .stayed:
    state.form.leaving = nil
    return [.focus(id: "field-front")]
  case .discarded:
    let target = state.form.leaving ?? state.route.parent(state)
    let effects = forgetDraft(&state)
    state.form.texts = state.form.saved
    state.form.leaving = nil
    let isBack = target == state.route.parent(state)
    return effects + openPage(&state, target, isBack ? .back : .push, env)
  case .draftDropped:
    let effects = forgetDraft(&state)
    state.form.texts = state.form.saved
    state.form.isDraft = false
    state.form.revision += 1
    checkDuplicate(&state)
    return effects + [.focus(id: "field-front")]
  case .deleted: return deleteCard(&state, env)
  }
}

/// When there is unsaved text: asks first and returns the effects that go back to the address of
/// the form; nil lets the person go. Called with another route before it is shown.
func stayInCardForm(
  _ state: inout State, leavingFor route: Route, _ env: Env
) -> [Effect]? {
  switch state.route {
  case .newCard, .card: break
  case .decks, .deck, .study, .history, .settings, .credits, .missing: return nil
  }
  guard state.form.isChanged else { return nil }
  state.form.leaving = route
  return [.route(hash: state.route.hash, .push)]
}

func cardFormTimer(_ state: inout State, _ message: Message, _ env: Env) -> [Effect] { [] }

func cardFormKey(_ state: inout State, _ press: KeyPress, _ env: Env) -> [Effect]? {
  guard state.form.deck != nil else { return nil }
  if press.name == "Escape" {
    if state.form.leaving != nil { return reduceCardForm(&state, .stayed, env) }
    return reduceCardForm(&state, .closed, env)
  }
  guard press.name == "Enter", press.isControl, state.form.leaving == nil else { return nil }
  return press.isRepeat ? [] : reduceCardForm(&state, .saved, env)
}

private func keepTyped(_ state: inout State, _ field: BasicField, _ text: String) -> [Effect] {
  state.form[field] = text
  switch field {
  case .front:
    state.form.isFrontMissing = false
    checkDuplicate(&state)
  case .back: state.form.isBackMissing = false
  case .pronunciation, .note: break
  }
  return keepDraft(&state)
}

private func leaveForm(_ state: inout State, for route: Route, _ env: Env) -> [Effect] {
  guard state.form.isChanged else { return openPage(&state, route, .back, env) }
  state.form.leaving = route
  return []
}

/// Empties the form for the next card of the same deck.
private func clearForm(_ state: inout State) {
  state.form.texts = CardFormState.empty
  state.form.saved = CardFormState.empty
  state.form.isDuplicate = false
  state.form.isDraft = false
  state.form.revision += 1
}

/// Marks the other cards of the deck that have the same front. It is a warning: two cards may well
/// ask the same.
func checkDuplicate(_ state: inout State) {
  guard let deck = state.form.deck else { return }
  let front = state.form[.front]
  state.form.isDuplicate = false
  guard !isBlank(front) else { return }
  for row in state.library.notesWithFront(FieldText.html(plain: front), in: deck)
  where state.library.noteID(row) != state.form.note {
    state.form.isDuplicate = true
  }
}

/// Whether a side has nothing that could be seen.
func isBlank(_ text: String) -> Bool { DeckName.trimmed(text).isEmpty }

private func save(
  _ state: inout State, _ env: Env, then next: (inout State) -> [Effect]
) -> [Effect] {
  guard let deck = state.form.deck else { return [] }
  state.form.isFrontMissing = isBlank(state.form[.front])
  state.form.isBackMissing = isBlank(state.form[.back])
  if state.form.isFrontMissing { return [.focus(id: "field-front")] }
  if state.form.isBackMissing { return [.focus(id: "field-back")] }
  let args = StepArgs(
    name: oneLine(FieldText.html(plain: state.form[.front])),
    other: state.library.deck(deck)?.name ?? "")
  var effects: [Effect] = []
  if let note = state.form.note {
    let properties = changedProperties(state.form)
    if !properties.isEmpty {
      effects = commit(&state, env, .cardEdit, args, [.set(.note, note.id, properties)])
    }
  } else {
    let properties =
      changedProperties(state.form) + [
        Property("deck", deck.id.text), Property("created", state.now(env)),
      ]
    effects = commit(&state, env, .cardNew, args, [.set(.note, state.newID(env), properties)])
  }
  effects += forgetDraft(&state)
  state.form.saved = state.form.texts
  return effects + next(&state)
}

/// The fields to write: those that were changed, so that formatting in the others stays.
private func changedProperties(_ form: CardFormState) -> [Property] {
  var properties: [Property] = []
  for field in BasicField.allCases where form[field] != form.saved[field.rawValue] {
    properties.append(Property(field.property, FieldText.html(plain: form[field])))
  }
  return properties
}

private func deleteCard(_ state: inout State, _ env: Env) -> [Effect] {
  guard let note = state.form.note, let row = state.library.row(note) else { return [] }
  let deck = state.library.deckID(row)
  let args = StepArgs(
    name: oneLine(state.library.field(row, .front)), other: state.library.deck(deck)?.name ?? "",
    count: 1)
  let effects = forgetDraft(&state)
  state.form.texts = state.form.saved
  return effects
    + commit(&state, env, .cardDelete, args, [.delete(.note, note.id)], offersUndo: true)
    + openPage(&state, .deck(deck), .back, env)
}
