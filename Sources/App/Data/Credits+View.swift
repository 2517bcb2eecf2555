import HTML

func viewCredits(_ state: State, _ w: Writer) {
  w.put("<div class=\"narrow credits\"><header class=\"bar\">")
  w.iconLink("Back", .back, "#/settings")
  w.put("<h1 id=\"heading\" tabindex=\"-1\">Credits</h1></header>")
  list("Omena", [Credits.omena], w)
  list("Sample decks", Credits.decks, w)
  list("Software", Credits.libraries, w)
  w.put("</div>")
}

private func list(_ title: StaticString, _ credits: [Credit], _ w: Writer) {
  w.put("<section><h2>")
  w.put(title)
  w.put("</h2><dl>")
  for credit in credits {
    w.put("<dt>")
    w.text(String(credit.title))
    w.put("</dt><dd><p>")
    w.text(String(credit.text))
    w.put("</p><p class=\"small quiet\">")
    w.text(String(credit.licence))
    w.put("</p></dd>")
  }
  w.put("</dl></section>")
}
