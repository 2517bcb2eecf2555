import Domain
import HTML
import Sync

func viewStudy(_ state: State, _ id: DeckID, _ w: Writer) {
  guard let deck = state.library.deck(id), let session = state.study.session else {
    viewDeckMissing(w)
    return
  }
  if session.total == 0 {
    viewNothingToStudy(deck, w)
    return
  }
  switch session.phase {
  case .question: viewRound(state, session, deck, isSeen: false, w)
  case .answer: viewRound(state, session, deck, isSeen: true, w)
  case .finished: viewRoundEnd(state, session, deck, w)
  }
}

private func viewRound(
  _ state: State, _ session: StudySession, _ deck: Deck, isSeen: Bool, _ w: Writer
) {
  w.put("<div class=\"study\"><header class=\"bar\"><h1 class=\"vh\">Study: ")
  w.name(deck.name)
  w.put("</h1>")
  w.iconButton("Close", .close, "study.close")
  viewSign(state, w)
  viewProgress(session, w)
  w.iconButton("Undo", .undo, "study.undo", isDisabled: !session.canUndo)
  w.put("</header><div class=\"table\">")
  viewPile(state, session, w)
  w.put("</div>")
  viewAnswers(state.study.seat, isSeen: isSeen, w)
  w.put("</div>")
}

private func viewProgress(_ session: StudySession, _ w: Writer) {
  w.put("<div class=\"grow progress num\"><span>")
  w.text(grouped(session.number))
  w.put(" of ")
  w.text(grouped(session.total))
  w.put("</span><span class=\"track\" role=\"progressbar\" aria-label=\"Cards answered\"")
  w.attribute("aria-valuemin", 0)
  w.attribute("aria-valuemax", session.total)
  w.attribute("aria-valuenow", session.answers.count)
  w.put("><i data-style=\"inline-size:")
  w.int(Int64(session.answers.count) * 100 / Int64(max(1, session.total)))
  w.put("%\"></i></span></div>")
}

// MARK: The pile

private func viewPile(_ state: State, _ session: StudySession, _ w: Writer) {
  guard let card = session.current, let row = state.library.row(card.note) else { return }
  let note = state.library.note(row)
  let isTall =
    TextSize(.front, note.fields).isTall || TextSize(.back, note.fields).isTall
  w.put("<div class=\"pile")
  if session.remaining == 1 { w.put(" pile-1") }
  if session.remaining == 2 { w.put(" pile-2") }
  if isTall { w.put(" pile-tall") }
  w.put("\">")
  let color = ownColor(note.id, state.library)
  viewSeat(note, color, seat: state.study.seat, turn: Turn(session.phase), w) {
    switch state.study.entrance {
    case .none: break
    case .fromPile: w.put(" arrives")
    case .back(.left): w.put(" returns-left")
    case .back(.right): w.put(" returns-right")
    }
  }
  viewLeaving(state, w)
  w.put("</div>")
}

private func viewLeaving(_ state: State, _ w: Writer) {
  guard let leaving = state.study.leaving, let row = state.library.row(leaving.card.note)
  else { return }
  let note = state.library.note(row)
  let turn: Turn = leaving.facing == .back ? .back : .front
  let color = ownColor(note.id, state.library)
  viewSeat(note, color, seat: leaving.seat, turn: turn, isLeaving: true, w) {
    switch leaving.side {
    case .left: w.put(" leaves-left")
    case .right: w.put(" leaves-right")
    }
  }
}

/// How far a card has been turned.
private enum Turn {
  /// Its back has not been seen: the page does not have the text of it.
  case unseen
  case front
  case back

  init(_ phase: StudySession.Phase) {
    switch phase {
    case .question, .finished: self = .unseen
    case .answer(facing: .front): self = .front
    case .answer(facing: .back): self = .back
    }
  }
}

private func viewSeat(
  _ note: Note, _ color: CardColor?, seat: UInt64, turn: Turn,
  isLeaving: Bool = false, _ w: Writer, _ motion: () -> Void
) {
  w.keyed("div", Key("seat", 0, seat)) {
    w.put(" class=\"seat")
    if let color {
      w.put(" has-color ")
      w.put(color.cssClass)
    }
    motion()
    w.put("\"")
    if isLeaving { w.put(" aria-hidden=\"true\" inert") }
    w.put("><div class=\"turn")
    switch turn {
    case .unseen: break
    case .front: w.put(" is-front")
    case .back: w.put(" is-back")
    }
    w.put("\" data-click=\"study.turn\">")
    viewSide(.front, note, seat, isFacing: turn != .back, isFilled: true, w)
    viewSide(.back, note, seat, isFacing: turn == .back, isFilled: turn != .unseen, w)
    w.put("</div>")
  }
}

private func viewSide(
  _ face: CardFace, _ note: Note, _ seat: UInt64, isFacing: Bool, isFilled: Bool, _ w: Writer
) {
  w.put("<div class=\"card face ")
  w.put(TextSize(face, note.fields).cssClass)
  w.put("\" role=\"group\"")
  w.attribute("id", faceID(face, seat))
  w.attribute("aria-label", face == .front ? "Front" : "Back")
  w.put(isFacing ? " tabindex=\"0\">" : " aria-hidden=\"true\" inert>")
  if isFilled { viewFace(face, note.fields, w) }
  w.put("</div>")
}

// MARK: The answers

private func viewAnswers(_ seat: UInt64, isSeen: Bool, _ w: Writer) {
  w.put("<footer class=\"foot\"><p class=\"hint\">")
  if isSeen {
    w.put("<span class=\"touch\">Did you know it?</span><span class=\"keys\">")
    w.put("<kbd>1</kbd> knew it &nbsp; <kbd>2</kbd> missed it</span></p>")
    // Left is left in every language, as for the arrow keys and the way the cards go.
    w.keyed("div", Key("rate", 0, seat)) {
      w.put(" class=\"pair\" dir=\"ltr\">")
      answer("Knew it", .check, "btn-knew", "study.knew", w)
      answer("Missed it", .cross, "btn-missed", "study.missed", w)
    }
  } else {
    w.put("<span class=\"touch\">Say it to yourself, then turn the card</span>")
    w.put("<span class=\"keys\"><kbd>Space</kbd> turns the card</span></p>")
    w.keyed("div", Key("show", 0, seat)) {
      w.put(">")
      answer("Show answer", .flip, "btn-main btn-wide", "study.show", w)
    }
  }
  w.put("</footer>")
}

private func answer(
  _ name: StaticString, _ icon: Icon, _ classes: StaticString, _ action: StaticString, _ w: Writer
) {
  w.put("<button type=\"button\" class=\"btn btn-tall ")
  w.put(classes)
  w.put("\"")
  w.click(action)
  w.put(">")
  w.icon(icon)
  w.put(name)
  w.put("</button>")
}

private func viewNothingToStudy(_ deck: Deck, _ w: Writer) {
  w.put("<div class=\"study\"><header class=\"bar\">")
  w.iconButton("Close", .close, "study.close")
  w.put("</header><div class=\"table empty\"><span class=\"thumb\" aria-hidden=\"true\"><b></b>")
  w.put("</span><h1 id=\"heading\" tabindex=\"-1\">No cards in this deck</h1><p class=\"quiet\">")
  w.name(deck.name)
  w.put(" has no card to study yet.</p>")
  w.button("Add card", "study.add", classes: "btn-main", icon: .add)
  w.put("</div></div>")
}
