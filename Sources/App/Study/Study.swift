import Domain
import Sync

/// The screen on which a deck is studied.
struct StudyState {
  var session: StudySession?
  /// Counts the cards as they come to lie on the pile. Each gets an element of its own, so no card
  /// ever takes over the text or the turn of another.
  var seat: UInt64 = 0
  var entrance = Entrance.none
  var leaving: Leaving?
  /// When the current card's front came to be seen, in milliseconds of Unix time.
  var askedAt: Int64 = 0
  /// The library's revision that the session has followed.
  var revision: UInt64 = 0

  /// How the current card came.
  enum Entrance: Equatable {
    case none
    /// It lay on the pile.
    case fromPile
    /// Its answer was taken back.
    case back(Side)
  }

  /// A card on its way off the table. It keeps its own text and the side it shows.
  struct Leaving: Equatable {
    var card: CardID
    var seat: UInt64
    var side: Side
    var facing: CardFace
  }

  /// Known cards go to the left, missed ones to the right, as their buttons stand.
  enum Side: Equatable { case left, right }

  /// Longer than a card takes to leave, in milliseconds.
  static let leavingMilliseconds: Int64 = 400
  /// The longest time that an answer is said to have taken: 24 hours.
  static let durationMax: Int64 = 86_400_000
}

func reduceStudy(_ state: inout State, _ action: StudyAction, _ env: Env) -> [Effect] {
  switch action {
  case .turned:
    state.study.session?.turn()
    return focusFace(state)
  case .answerShown:
    state.study.session?.showAnswer()
    return focusFace(state)
  case .rated(let rating): return rate(&state, rating, env)
  case .undone: return undo(&state, env)
  case .missedStarted:
    guard var session = state.study.session else { return [] }
    session.studyMissed(deckCards: deckCards(state, session.deck))
    guard session.phase != .finished else { return [] }
    state.study.session = session
    return seatCard(&state, .fromPile, env) + keepSession(&state, env) + [.scrollTop(0)]
  case .startedAgain:
    guard let deck = state.study.session?.deck else { return [] }
    startSession(&state, deck)
    return seatCard(&state, .fromPile, env) + keepSession(&state, env) + [.scrollTop(0)]
  case .addOpened:
    guard let deck = state.study.session?.deck else { return [] }
    return openPage(&state, .newCard(deck), .push, env)
  case .closed: return openPage(&state, state.route.parent(state), .back, env)
  }
}

/// Starts a new session of the deck, whatever was left open, and goes to it.
func beginStudy(_ state: inout State, _ deck: DeckID, _ env: Env) -> [Effect] {
  startSession(&state, deck)
  return keepSession(&state, env) + openPage(&state, .study(deck), .push, env)
}

/// Goes on with the session that was kept, or starts one.
func enterStudy(_ state: inout State, _ deck: DeckID, _ env: Env) -> [Effect] {
  guard state.library.deck(deck) != nil else {
    state.study.session = nil
    return []
  }
  var effects: [Effect] = []
  if let bytes = state.device.meta[sessionKey(deck)], let kept = StudySession.Kept(json: bytes) {
    state.study.session = StudySession(
      deck: deck, seed: kept.seed, round: kept.round, members: kept.members,
      answers: kept.answers, deckCards: deckCards(state, deck))
  } else {
    startSession(&state, deck)
    effects = keepSession(&state, env)
  }
  state.study.revision = state.revision
  return effects + seatCard(&state, .none, env)
}

func leaveStudy(_ state: inout State, _ env: Env) -> [Effect] {
  let session = state.study.session
  let seat = state.study.seat
  state.study = StudyState()
  state.study.seat = seat + 1
  guard let session, session.phase == .finished else { return [] }
  return forgetSession(&state, session.deck)
}

/// The library has changed while this page shows: by another device, another tab, or an undo.
func refreshStudy(_ state: inout State, _ env: Env) -> [Effect] {
  guard let session = state.study.session, state.study.revision != state.revision else { return [] }
  return followLibrary(&state, before: session, .fromPile, env)
}

func studyTimer(_ state: inout State, _ message: Message, _ env: Env) -> [Effect] {
  if message.verb == "left" { state.study.leaving = nil }
  return []
}

/// A key held down does nothing more: it would run through cards that nobody has seen.
func studyKey(_ state: inout State, _ press: KeyPress, _ env: Env) -> [Effect]? {
  guard let session = state.study.session else { return nil }
  if press.isControl {
    guard press.name == "z", !press.isShift else { return nil }
    return press.isRepeat ? [] : undo(&state, env)
  }
  if press.isAlt { return nil }
  let isFinished = session.phase == .finished
  switch press.name {
  case " ":
    if isFinished || press.isOnControl { return press.isRepeat ? [] : nil }
    return press.isRepeat ? [] : reduceStudy(&state, .turned, env)
  case "Enter": return press.isRepeat ? [] : nil
  case "1", "ArrowLeft":
    if isFinished { return nil }
    return press.isRepeat ? [] : rate(&state, .good, env)
  case "2", "ArrowRight":
    if isFinished { return nil }
    return press.isRepeat ? [] : rate(&state, .again, env)
  default: return nil
  }
}

// MARK: Details

private func startSession(_ state: inout State, _ deck: DeckID) {
  let seed = state.random.next()
  state.study.session = StudySession(deck: deck, cards: deckCards(state, deck), seed: seed)
  state.study.revision = state.revision
}

private func keepSession(_ state: inout State, _ env: Env) -> [Effect] {
  guard let note = sessionNote(state, env) else { return [] }
  return keep(&state, note.key, note.bytes)
}

private func sessionNote(_ state: State, _ env: Env) -> DeviceNote? {
  state.study.session.map {
    DeviceNote(key: sessionKey($0.deck), bytes: $0.json(at: state.now(env)))
  }
}

/// Lays the current card on the pile with its front up, and brings the focus to it.
private func seatCard(
  _ state: inout State, _ entrance: StudyState.Entrance, _ env: Env
) -> [Effect] {
  state.study.seat += 1
  state.study.entrance = entrance
  state.study.askedAt = env.now
  return focusFace(state)
}

/// The side that shows gets the focus, so that it is read out.
private func focusFace(_ state: State) -> [Effect] {
  guard let session = state.study.session else { return [] }
  switch session.phase {
  case .question, .answer(facing: .front): return [.focus(id: faceID(.front, state.study.seat))]
  case .answer(facing: .back): return [.focus(id: faceID(.back, state.study.seat))]
  case .finished: return [.focus(id: "heading")]
  }
}

func faceID(_ face: CardFace, _ seat: UInt64) -> String {
  (face == .front ? "front-" : "back-") + grouped(Int(truncatingIfNeeded: seat))
}

private func rate(_ state: inout State, _ rating: Rating, _ env: Env) -> [Effect] {
  guard let session = state.study.session else { return [] }
  let review = ReviewID(state.newID(env))
  guard let card = state.study.session?.rate(rating, review: review) else { return [] }
  let side: StudyState.Side = rating == .again ? .right : .left
  let facing: CardFace = session.phase == .answer(facing: .back) ? .back : .front
  state.study.leaving = .init(card: card, seat: state.study.seat, side: side, facing: facing)
  let duration = min(max(0, env.now - state.study.askedAt), StudyState.durationMax)
  let effects =
    record(
      &state, env,
      Review(
        id: review, card: card, at: state.now(env), zoneMinutes: env.zoneMinutes, kind: .study,
        rating: rating, duration: Int32(duration)), with: sessionNote(state, env))
  state.study.revision = state.revision
  return effects + seatCard(&state, .fromPile, env) + [
    .timer(id: "study.left", milliseconds: StudyState.leavingMilliseconds),
    .announce(resultWords(state, rating)),
  ]
}

private func undo(_ state: inout State, _ env: Env) -> [Effect] {
  guard var session = state.study.session, let answer = session.undo() else { return [] }
  state.study.session = session
  state.study.leaving = nil
  let effects = takeBack(&state, env, answer.review, with: sessionNote(state, env))
  let side: StudyState.Side = answer.isMissed ? .right : .left
  return effects + followLibrary(&state, before: nil, .back(side), env)
    + [.announce("Answer taken back. " + placeWords(state))]
}

/// Brings the session up to the library. A new seat is taken when the current card is another than
/// in `before`.
private func followLibrary(
  _ state: inout State, before: StudySession?, _ entrance: StudyState.Entrance, _ env: Env
) -> [Effect] {
  guard var session = state.study.session else { return [] }
  state.study.revision = state.revision
  session.follow(deckCards: deckCards(state, session.deck))
  state.study.session = session
  let effects = keepSession(&state, env)
  if let before, before.current == session.current { return effects }
  return effects + seatCard(&state, entrance, env)
}

private func placeWords(_ state: State) -> String {
  guard let session = state.study.session else { return "" }
  return grouped(session.number) + " of " + grouped(session.total)
}

/// What the live region says after an answer.
private func resultWords(_ state: State, _ rating: Rating) -> String {
  guard let session = state.study.session else { return "" }
  let said = rating == .again ? "Missed it. " : "Knew it. "
  if session.phase == .finished { return said + scoreWords(session) }
  return said + placeWords(state)
}

/// "Round done. 9 of 12 known."
func scoreWords(_ session: StudySession) -> String {
  "Round done. " + grouped(session.knownCount) + " of " + grouped(session.total) + " known."
}
