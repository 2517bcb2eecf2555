import Domain
import HTML
import Sync

func viewDeck(_ state: State, _ id: DeckID, _ w: Writer) {
  guard let deck = state.library.deck(id) else {
    viewDeckMissing(w)
    return
  }
  let count = state.library.noteCount(in: id)
  w.put("<div class=\"bar\">")
  w.iconLink("Back to decks", .back, "#/")
  w.put("<span class=\"grow\"></span>")
  viewSign(state, w)
  w.iconButton("More", .more, "decks.options", id.id)
  w.put("</div><div class=\"split\"><section class=\"deck-head\"><div>")
  w.put("<h1 id=\"heading\" tabindex=\"-1\">")
  w.name(deck.name)
  w.put("</h1><p class=\"quiet\">")
  w.cards(count)
  w.put("</p></div>")
  // While cards are being chosen the window is for them.
  if state.deck.chosen == nil { viewWays(state, count, w) }
  w.put("</section><section aria-labelledby=\"cards\">")
  viewCardsHead(state, count, w)
  if count == 0 { viewNoCards(w) } else { viewCards(state, w) }
  if let chosen = state.deck.chosen { viewChosen(chosen.count, w) }
  w.put("</section></div>")
  viewDeckDialog(state, w)
  if state.deck.isMoving { viewMoveDialog(state, id, w) }
}

func viewDeckMissing(_ w: Writer) {
  w.put("<div class=\"empty\"><span class=\"thumb\" aria-hidden=\"true\"><b></b></span>")
  w.put("<h1 id=\"heading\" tabindex=\"-1\">Deck not found</h1>")
  w.put("<p class=\"quiet\">It may have been deleted, here or on another device.")
  w.put(" History in Settings can bring it back.</p>")
  w.put("<a class=\"btn btn-main\" href=\"#/\">Go to your decks</a></div>")
}

/// The ways to practise, the one to go on with first.
private func viewWays(_ state: State, _ count: Int, _ w: Writer) {
  guard count > 0 else { return }
  w.put("<div class=\"stack\">")
  if let place = state.deck.session {
    w.put("<p class=\"small quiet\">You are at card ")
    w.text(grouped(place.number))
    w.put(" of ")
    w.text(grouped(place.total))
    w.put(".</p>")
    w.button("Continue", "deck.continue", classes: "btn-main btn-wide", icon: .play)
    w.button("Study", "deck.study", classes: "btn-wide")
  } else {
    w.button("Study", "deck.study", classes: "btn-main btn-wide", icon: .play)
  }
  w.put("</div>")
}

private func viewCardsHead(_ state: State, _ count: Int, _ w: Writer) {
  w.put("<div class=\"cards-head\"><div class=\"head\"><h2 id=\"cards\">Cards</h2>")
  if state.deck.chosen == nil {
    w.button("Add card", "deck.add", classes: "btn-bare btn-end", icon: .add)
  }
  w.put("</div>")
  guard count > 0 else {
    w.put("</div>")
    return
  }
  w.put("<label class=\"find\">")
  w.icon(.search, isSmall: true)
  w.put("<span class=\"vh\">Search cards</span>")
  w.put("<input type=\"search\" data-input=\"deck.search\" placeholder=\"Search cards\"")
  w.put(" autocomplete=\"off\" spellcheck=\"false\" dir=\"auto\"")
  w.attribute("value", state.deck.query)
  w.put("></label><div class=\"head\"><p class=\"small quiet num\" role=\"status\">")
  let isSearching = !DeckName.trimmed(state.deck.query).isEmpty
  if isSearching {
    w.cards(state.deck.rows.count)
    w.put(" found")
  }
  w.put("</p>")
  if state.deck.chosen == nil {
    w.put("<button type=\"button\" id=\"choose\" class=\"btn btn-bare btn-end small\"")
    w.click("deck.choose")
    w.put(">Select</button>")
  } else {
    w.put("<span>")
    w.button("Select all", "deck.all", classes: "btn-bare btn-low small")
    w.button("Select none", "deck.none", classes: "btn-bare btn-end small")
    w.put("</span>")
  }
  w.put("</div></div>")
}

/// Only the rows in sight, and some around them, are in the page; room is kept for the others.
private func viewCards(_ state: State, _ w: Writer) {
  let rows = state.deck.rows
  if rows.isEmpty {
    w.put("<div class=\"cards\"><p class=\"none quiet\">No cards match. Try another word,")
    w.put(" or part of one.</p></div>")
    return
  }
  let shown = state.deck.window.rows(of: rows.count)
  w.put("<div data-window=\"cards\" data-style=\"padding-block:")
  w.rem(rows: shown.lowerBound)
  w.put(" ")
  w.rem(rows: rows.count - shown.upperBound)
  w.put("\"><ul class=\"cards")
  if shown.lowerBound > 0 { w.put(" is-cut") }
  w.put("\" aria-label=\"Cards\">")
  for index in shown { viewCardRow(state, rows[index], index, rows.count, w) }
  w.put("</ul></div>")
}

private func viewCardRow(
  _ state: State, _ row: NoteRow, _ index: Int, _ count: Int, _ w: Writer
) {
  let id = state.library.noteID(row).id
  w.keyed("li", Key("n", id.high, id.low)) {
    w.attribute("aria-setsize", count)
    w.attribute("aria-posinset", index + 1)
    w.put(">")
    let chosen = state.deck.chosen
    if let chosen {
      w.put("<label class=\"row\"><input type=\"checkbox\" class=\"check\"")
      w.put(" data-change=\"deck.pick:")
      w.id(id)
      w.put("\"")
      w.flag("checked", chosen.contains(NoteID(id)))
      w.put(">")
    } else {
      w.put("<a class=\"row\" href=\"#/card/")
      w.id(id)
      w.put("\">")
    }
    w.put("<span class=\"grow\"><span class=\"strong\" dir=\"auto\">")
    w.text(oneLine(state.library.field(row, .front)))
    w.put("</span><span class=\"small quiet\" dir=\"auto\">")
    w.text(oneLine(state.library.field(row, .back)))
    w.put("</span></span>")
    w.put(chosen == nil ? "</a>" : "</label>")
  }
}

private func viewNoCards(_ w: Writer) {
  w.put("<div class=\"empty\"><span class=\"thumb\" aria-hidden=\"true\"><b></b></span>")
  w.put("<p><span class=\"strong\">No cards yet</span><br><span class=\"quiet\">")
  w.put("Write the first one: a question on the front, the answer on the back.</span></p></div>")
}

private func viewChosen(_ count: Int, _ w: Writer) {
  w.keyed("div", Key("chosen")) {
    w.put(" class=\"chosen\" role=\"region\" aria-label=\"Selected cards\">")
    w.put("<div class=\"head\"><p class=\"strong num\" role=\"status\">")
    w.text(grouped(count))
    w.put(" selected</p>")
    w.button("Done", "deck.chosen", classes: "btn-bare btn-end")
    w.put("</div><div class=\"pair\">")
    w.button("Move", "deck.move", icon: .move, isDisabled: count == 0)
    w.button("Delete", "deck.delete", classes: "btn-danger", icon: .delete, isDisabled: count == 0)
    w.put("</div>")
  }
}

private func viewMoveDialog(_ state: State, _ id: DeckID, _ w: Writer) {
  w.keyed("dialog", Key("deck-move")) {
    w.put(" data-open data-cancel=\"deck.stay\" aria-labelledby=\"move-title\">")
    w.put("<div class=\"sheet\"><h2 id=\"move-title\">Move to</h2>")
    let others = state.library.decks.filter { $0.id != id }
    if others.isEmpty {
      w.put("<p>There is no other deck yet. Make one first, under Decks.</p>")
    } else {
      w.put("<ul class=\"decks\" aria-label=\"Other decks\">")
      for deck in others {
        w.put("<li><button type=\"button\" class=\"row\"")
        w.click("deck.to", deck.id.id)
        w.put(">")
        w.thumb(deck)
        w.put("<span class=\"grow\"><span class=\"strong\">")
        w.name(deck.name)
        w.put("</span></span></button></li>")
      }
      w.put("</ul>")
    }
    w.put("<div class=\"actions\">")
    w.button("Cancel", "deck.stay")
    w.put("</div></div>")
  }
}

extension WindowSpan {
  /// Rows drawn beyond the window on either side, so that a quick scroll finds them there.
  private static let rowsAround = 12

  /// Which of `count` rows to draw.
  func rows(of count: Int) -> Range<Int> {
    let rowPixels = max(1, DeckState.rowRemTenths * max(8, rem) / 10)
    let first = Int(min(Int64(count), max(0, offset) / rowPixels))
    let visible = Int(min(Int64(count), max(0, height) / rowPixels + 2))
    let start = max(0, min(first, count - 1) - WindowSpan.rowsAround)
    return start..<min(count, first + visible + WindowSpan.rowsAround)
  }
}

extension Writer {
  /// The height of so many rows.
  fileprivate func rem(rows: Int) {
    let tenths = Int64(rows) * DeckState.rowRemTenths
    int(tenths / 10)
    put(".")
    int(tenths % 10)
    put("rem")
  }
}
