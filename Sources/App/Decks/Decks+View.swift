import Domain
import HTML
import Sync

func viewDecks(_ state: State, _ w: Writer) {
  let decks = state.library.decks
  let lead = state.decks.lead
  w.put(lead == nil ? "<div class=\"narrow\">" : "<div>")
  viewBrandBar(state, w)
  w.put(lead == nil ? "<div>" : "<div class=\"split\">")
  if let lead { viewLead(state, lead, w) }
  w.put("<section><div class=\"head\"><h1 id=\"heading\" tabindex=\"-1\">Decks</h1>")
  w.button("New deck", "decks.new", classes: "btn-bare btn-end", icon: .add)
  w.put("</div>")
  if decks.isEmpty {
    viewNoDecks(w)
  } else {
    w.put("<ul class=\"decks\" aria-label=\"Decks\">")
    for deck in decks { viewDeckRow(state, deck, w) }
    w.put("</ul>")
  }
  w.put("</section></div></div>")
  viewDeckDialog(state, w)
}

private func viewLead(_ state: State, _ lead: DeckLead, _ w: Writer) {
  guard let deck = state.library.deck(lead.deck) else { return }
  w.put("<section class=\"lead\" aria-labelledby=\"lead\"><div class=\"pile\">")
  w.put("<div class=\"card lead-card\"><p class=\"lead-name\" id=\"lead\">")
  w.name(deck.name)
  w.put("</p><div class=\"lead-foot\"><p class=\"small quiet num\">")
  if let place = lead.place {
    w.put("<span>Card ")
    w.text(grouped(place.number))
    w.put(" of ")
    w.text(grouped(place.total))
    w.put("</span><span class=\"track\"><i data-style=\"inline-size:")
    w.int((place.number - 1) * 100 / max(1, place.total))
    w.put("%\"></i></span></p></div></div></div>")
    w.button(
      "Continue", "decks.continue", deck.id.id, classes: "btn-main btn-wide", icon: .play)
  } else {
    w.put("<span>")
    w.cards(state.library.noteCount(in: deck.id))
    w.put("</span></p>")
    w.thumb(deck)
    w.put("</div></div></div>")
    w.button(
      "Start studying", "decks.begin", deck.id.id, classes: "btn-main btn-wide", icon: .play)
  }
  w.put("</section>")
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
