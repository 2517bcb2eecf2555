import Domain
import HTML
import Sync

/// The end of a round: the score in a ring and in words, the cards that were missed, what next.
func viewRoundEnd(_ state: State, _ session: StudySession, _ deck: Deck, _ w: Writer) {
  let missed = session.missed.filter { state.library.row($0.note) != nil }
  w.put("<div class=\"study round-end\"><header class=\"bar\">")
  w.iconButton("Close", .close, "study.close")
  viewSign(state, w)
  w.put("<p class=\"grow bar-title\">")
  w.name(deck.name)
  w.put("</p>")
  w.iconButton("Undo", .undo, "study.undo", isDisabled: !session.canUndo)
  w.put("</header><div>")
  viewRing(session, w)
  w.put("<h1 id=\"heading\" tabindex=\"-1\">")
  w.put(missed.isEmpty && session.round > 1 ? "None left" : "Round done")
  w.put("</h1><p class=\"facts num\"><span>")
  viewTime(seconds: seconds(state, session), w)
  w.put("</span></p>")
  if !missed.isEmpty { viewMissed(state, missed, w) }
  w.put("</div><footer class=\"foot round-foot\">")
  if missed.isEmpty {
    w.button("Done", "study.close", classes: "btn-main")
    w.button("Study again", "study.again", icon: .history)
  } else {
    w.button("Study missed cards", "study.missedAgain", classes: "btn-main", icon: .history)
    w.put("<div class=\"pair\">")
    w.button("Study again", "study.again")
    w.button("Done", "study.close")
    w.put("</div>")
  }
  w.put("</footer></div>")
}

private func viewRing(_ session: StudySession, _ w: Writer) {
  let share = session.knownCount * 100 / max(1, session.total)
  w.put("<div class=\"ring\"><svg viewBox=\"0 0 168 168\" aria-hidden=\"true\">")
  w.put("<circle class=\"ring-ground\" cx=\"84\" cy=\"84\" r=\"76\"/>")
  if share > 0 {
    w.put("<circle class=\"ring-part\" cx=\"84\" cy=\"84\" r=\"76\" pathLength=\"100\"")
    w.put(" stroke-dasharray=\"")
    w.int(share)
    w.put(" 100\"/>")
  }
  w.put("</svg><p><b class=\"num\">")
  w.text(grouped(session.knownCount))
  w.put("</b><span class=\"small quiet\">of ")
  w.text(grouped(session.total))
  w.put(" known</span></p></div>")
}

/// The time that the answers of the round took.
private func seconds(_ state: State, _ session: StudySession) -> Int64 {
  var milliseconds: Int64 = 0
  for answer in session.answers {
    milliseconds += Int64(state.library.review(answer.review)?.duration ?? 0)
  }
  return milliseconds / 1000
}

private func viewTime(seconds: Int64, _ w: Writer) {
  if seconds >= 3600 {
    w.int(seconds / 3600)
    w.put(" h ")
  }
  if seconds >= 60 {
    w.int(seconds / 60 % 60)
    w.put(" min")
  }
  if seconds < 3600 {
    if seconds >= 60 { w.put(" ") }
    w.int(max(1, seconds) % 60)
    w.put(" s")
  }
}

/// More than this would make the page slow, and nobody reads so many.
private let missedShownMax = 200

private func viewMissed(_ state: State, _ missed: [CardID], _ w: Writer) {
  w.put("<section class=\"missed\" aria-labelledby=\"missed\"><h2 id=\"missed\">Missed</h2><ul>")
  for card in missed.prefix(missedShownMax) {
    guard let row = state.library.row(card.note) else { continue }
    w.put("<li><div class=\"row\"><span class=\"grow\"><span class=\"strong\" dir=\"auto\">")
    w.text(oneLine(state.library.field(row, .front)))
    w.put("</span><span class=\"small quiet\" dir=\"auto\">")
    w.text(oneLine(state.library.field(row, .back)))
    w.put("</span></span></div></li>")
  }
  w.put("</ul>")
  if missed.count > missedShownMax {
    w.put("<p class=\"quiet\">and ")
    w.count(missed.count - missedShownMax, "more card", "more cards")
    w.put("</p>")
  }
  w.put("</section>")
}
