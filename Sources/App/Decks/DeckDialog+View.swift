import Domain
import HTML
import Sync

/// The dialog about a deck, if one is open.
func viewDeckDialog(_ state: State, _ w: Writer) {
  switch state.decks.dialog {
  case .new(let draft):
    viewDialog(w, Key("deck-new"), title: "New deck") {
      viewNameField(draft, w)
      viewColors(draft.color, w)
      viewFormActions("Create", w)
    }
  case .rename(let id, let draft):
    guard state.library.deck(id) != nil else { return }
    viewDialog(w, Key("deck-rename"), title: "Rename deck") {
      viewNameField(draft, w)
      viewFormActions("Save", w)
    }
  case .color(let id):
    guard let deck = state.library.deck(id) else { return }
    viewDialog(w, Key("deck-color"), title: "Colour") {
      viewColors(deck.color, w)
      w.put("<div class=\"actions\">")
      w.button("Done", "decks.close", classes: "btn-main")
      w.put("</div>")
    }
  case .options(let id):
    guard let deck = state.library.deck(id) else { return }
    viewOptions(state, deck, w)
  case nil: break
  }
}

private func viewDialog(
  _ w: Writer, _ key: Key, title: StaticString, _ body: () -> Void
) {
  w.keyed("dialog", key) {
    w.put(" data-open data-cancel=\"decks.close\" aria-labelledby=\"dialog-title\">")
    w.put("<form class=\"sheet\" data-submit=\"decks.submit\" novalidate>")
    w.put("<h2 id=\"dialog-title\">")
    w.put(title)
    w.put("</h2>")
    body()
    w.put("</form>")
  }
}

private func viewNameField(_ draft: DeckDraft, _ w: Writer) {
  w.put("<div class=\"field\"><label for=\"deck-name\">Name</label>")
  w.put("<input class=\"input\" id=\"deck-name\" data-input=\"decks.typed\" autofocus dir=\"auto\"")
  w.put(" autocomplete=\"off\" autocapitalize=\"sentences\"")
  w.attribute("value", draft.name)
  if draft.problem != nil {
    w.put(" aria-invalid=\"true\" aria-describedby=\"deck-name-error\"")
  }
  w.put(">")
  if let problem = draft.problem {
    w.put("<p class=\"error\" id=\"deck-name-error\">")
    w.icon(.alert, isSmall: true)
    w.put("<span>")
    switch problem {
    case .empty: w.put("Write a name for the deck.")
    case .tooLong: w.put("A name has at most 200 characters. Please shorten it.")
    }
    w.put("</span></p>")
  }
  w.put("</div>")
}

private func viewColors(_ chosen: CardColor, _ w: Writer) {
  w.put("<fieldset><legend class=\"label\">Colour</legend><div class=\"swatches\">")
  for color in CardColor.allCases {
    w.put("<label class=\"")
    w.put(color.cssClass)
    w.put("\"><input type=\"radio\" name=\"color\" data-change=\"decks.color\"")
    w.attribute("value", color.name)
    w.flag("checked", color == chosen)
    w.put("><i aria-hidden=\"true\">")
    w.icon(.check)
    w.put("</i><span class=\"vh\">")
    w.put(color.words)
    w.put("</span></label>")
  }
  w.put("</div></fieldset>")
}

private func viewFormActions(_ name: StaticString, _ w: Writer) {
  w.put("<div class=\"actions\">")
  w.button("Cancel", "decks.close")
  w.put("<button type=\"submit\" class=\"btn btn-main\">")
  w.put(name)
  w.put("</button></div>")
}

private func viewOptions(_ state: State, _ deck: Deck, _ w: Writer) {
  let decks = state.library.decks
  w.keyed("dialog", Key("deck-options")) {
    w.put(" data-open data-cancel=\"decks.close\" aria-labelledby=\"dialog-title\">")
    w.put("<div class=\"sheet\"><h2 id=\"dialog-title\">")
    w.name(deck.name)
    w.put("</h2><p class=\"vh\" data-own=\"live\" role=\"status\"></p><div>")
    option("Rename", .edit, "decks.rename", deck, w)
    option("Change colour", .color, "decks.recolor", deck, w)
    option("Move up", .up, "decks.up", deck, w, isDisabled: decks.first?.id == deck.id)
    option("Move down", .down, "decks.down", deck, w, isDisabled: decks.last?.id == deck.id)
    option("Delete", .delete, "decks.delete", deck, w)
    w.put("</div><div class=\"actions\">")
    w.button("Close", "decks.close")
    w.put("</div></div>")
  }
}

private func option(
  _ name: StaticString, _ icon: Icon, _ action: StaticString, _ deck: Deck, _ w: Writer,
  isDisabled: Bool = false
) {
  w.put("<button type=\"button\" class=\"row")
  if icon == .delete { w.put(" danger") }
  w.put("\"")
  w.click(action, deck.id.id)
  // Not `disabled`: a button that the focus is on would lose it.
  if isDisabled { w.put(" aria-disabled=\"true\"") }
  w.put(">")
  w.icon(icon)
  w.put(name)
  w.put("</button>")
}
