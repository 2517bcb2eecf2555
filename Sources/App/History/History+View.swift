import Sync
import Domain
import HTML

func viewHistory(_ state: State, _ w: Writer) {
  w.put("<div class=\"narrow history\"><header class=\"bar\">")
  w.iconLink("Back", .back, "#/settings")
  w.put("<h1 id=\"heading\" tabindex=\"-1\">History</h1><span class=\"grow\"></span>")
  viewSign(state, w)
  w.put("</header>")
  viewSteps(state, w)
  w.put("</div>")
}

private func viewSteps(_ state: State, _ w: Writer) {
  let history = state.history
  if history.items.isEmpty {
    w.put("<p class=\"quiet\">Nothing yet. What you do with decks and cards is kept here for ")
    w.put("30 days, and can be reverted.</p>")
    return
  }
  w.put("<p class=\"quiet\">The last 30 days. Reverting a step keeps what you did after it.</p>")
  let today = CalendarDay(milliseconds: history.now, zoneMinutes: history.zoneMinutes)
  var day: CalendarDay?
  for item in history.items.prefix(history.shownCount) {
    let itemDay = CalendarDay(milliseconds: item.at, zoneMinutes: history.zoneMinutes)
    if itemDay != day {
      w.put(day == nil ? "<h2>" : "</ul><h2>")
      w.text(itemDay.words(today: today))
      w.put("</h2><ul class=\"steps\">")
      day = itemDay
    }
    row(state, item, w)
  }
  w.put("</ul>")
  if history.items.count > history.shownCount {
    w.put("<button class=\"btn\" type=\"button\" data-click=\"history.more\">Show more</button>")
  }
}

private func row(_ state: State, _ item: HistoryItem, _ w: Writer) {
  switch item {
  case .step(let step):
    guard let kind = StepKind(rawValue: step.kind) else { return }
    w.keyed("li", Key("s", step.id.id.high, step.id.id.low)) {
      w.put(" class=\"row\">")
      let words = stepWords(kind, StepArgs(json: step.args))
      body(words, step.at, state, w)
      if step.isReverted {
        w.put("<span class=\"quiet small\">Reverted</span>")
      } else {
        button("history.revert:", step.id.id, words, w)
      }
    }
  case .round(let round):
    guard let last = round.reviews.first else { return }
    w.keyed("li", Key("r", last.id.high, last.id.low)) {
      w.put(" class=\"row\">")
      let words = roundWords(round, deckName(state, round.deck))
      body(words, round.last, state, w)
      button("history.revertRound:", last.id, words, w)
    }
  }
}

private func body(_ words: [Piece], _ at: Int64, _ state: State, _ w: Writer) {
  w.put("<span class=\"grow\"><span>")
  writePieces(words, w)
  w.put("</span><span class=\"small quiet num\">")
  w.text(clockTime(at, zoneMinutes: state.history.zoneMinutes))
  w.put("</span></span>")
}

private func button(_ action: StaticString, _ id: EntityID, _ words: [Piece], _ w: Writer) {
  w.put("<button class=\"btn btn-bare\" type=\"button\" data-click=\"")
  w.put(action)
  w.text(id.text)
  w.put("\"")
  w.attribute("aria-label", "Revert: " + plainText(words))
  w.put(">Revert</button>")
}

/// "Studied Capitals: knew 7 of 9"
private func roundWords(_ round: StudyRound, _ deck: String) -> [Piece] {
  let score = round.knownCount.description + " of " + round.reviews.count.description
  return [.words("Studied "), .name(deck), .words(": knew " + score)]
}
