import Domain
import HTML
import Sync

func viewDecks(_ state: State, _ w: Writer) {
  let decks = state.library.decks
  w.put("<div class=\"narrow\">")
  viewBrandBar(state, w)
  w.put("<div class=\"head\"><h1 id=\"heading\" tabindex=\"-1\">Decks</h1>")
  w.button("New deck", "decks.new", classes: "btn-bare btn-end", icon: .add)
  w.put("</div>")
  if decks.isEmpty {
    viewNoDecks(w)
  } else {
    w.put("<ul class=\"decks\" aria-label=\"Decks\">")
    for deck in decks { viewDeckRow(state, deck, w) }
    w.put("</ul>")
  }
  w.put("</div>")
  viewDeckDialog(state, w)
}

private func viewDeckRow(_ state: State, _ deck: Deck, _ w: Writer) {
  w.keyed("li", Key("d", deck.id.id.high, deck.id.id.low)) {
    w.put("><a class=\"row\" href=\"#/deck/")
    w.id(deck.id.id)
    w.put("\">")
    w.thumb(deck)
    w.put("<span class=\"grow\"><span class=\"strong\">")
    w.name(deck.name)
    w.put("</span><span class=\"small quiet\">")
    w.cards(state.library.noteCount(in: deck.id))
    w.put("</span></span></a><button type=\"button\" class=\"icon-btn\"")
    w.click("decks.options", deck.id.id)
    w.attribute("aria-label", "More for " + deck.name)
    w.put(">")
    w.icon(.more)
    w.put("</button>")
  }
}

private func viewNoDecks(_ w: Writer) {
  w.put("<div class=\"empty\"><span class=\"thumb\" aria-hidden=\"true\"><b></b></span>")
  w.put("<h2>No decks yet</h2>")
  w.put("<p class=\"quiet\">A deck holds the cards of one subject. Make one of your own, or bring")
  w.put(" the sample decks back in <a href=\"#/settings\">Settings</a>.</p></div>")
}
