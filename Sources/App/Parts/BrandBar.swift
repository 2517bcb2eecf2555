import HTML

/// The bar over the decks: the apple and the name, on phones; wider windows have them in the tabs.
func viewBrandBar(_ state: State, _ w: Writer) {
  w.put("<div class=\"bar\">")
  viewBrand(w)
  w.put("<span class=\"grow\"></span>")
  viewSign(state, w)
  w.put("</div>")
}

/// The apple with the name of the app.
func viewBrand(_ w: Writer) {
  w.put("<a class=\"brand\" href=\"#/\"><svg viewBox=\"0 0 48 48\" aria-hidden=\"true\">")
  w.put("<use href=\"#i-apple\"/></svg>Omena</a>")
}
