import Exchange
import HTML
import Sync

func viewSettings(_ state: State, _ w: Writer) {
  w.put("<div class=\"narrow settings\"><header class=\"bar\">")
  w.put("<h1 id=\"heading\" tabindex=\"-1\">Settings</h1><span class=\"grow\"></span>")
  viewSign(state, w)
  w.put("</header>")
  viewAppearance(state, w)
  viewLibrary(state, w)
  viewDevice(state, w)
  viewAbout(w)
  w.put("</div>")
  viewPreview(state, w)
}

private func group(_ title: StaticString, _ w: Writer, _ body: () -> Void) {
  w.put("<section class=\"group\"><h2>")
  w.put(title)
  w.put("</h2>")
  body()
  w.put("</section>")
}

private func viewAppearance(_ state: State, _ w: Writer) {
  group("Appearance", w) {
    w.put("<fieldset class=\"seg\"><legend class=\"vh\">Appearance</legend>")
    for theme in [Theme.automatic, .light, .dark] {
      w.put("<label><input type=\"radio\" name=\"theme\" data-change=\"data.theme\"")
      w.attribute("value", is: theme.name)
      w.flag("checked", theme == state.theme)
      w.put(">")
      switch theme {
      case .automatic: w.put("Automatic")
      case .light: w.put("Light")
      case .dark: w.put("Dark")
      }
      w.put("</label>")
    }
    w.put("</fieldset>")
  }
}

private func viewLibrary(_ state: State, _ w: Writer) {
  group("Your library", w) {
    action("Download my library", .download, "data.download", "download-library", w) {
      w.put("One file with all decks, cards and answers")
    }
    action("Open a library file", .open, "data.open", "open-library", w) {
      w.put("Shows first what it would add")
    }
    if !state.data.refusal.isEmpty {
      w.put("<div class=\"notice\" role=\"alert\">")
      w.icon(.alert)
      w.put("<p>The file was not opened and nothing has changed. ")
      w.text(state.data.refusal)
      w.put("</p><button class=\"btn btn-bare\" type=\"button\" data-click=\"data.refusalSeen\">")
      w.put("Close</button></div>")
    }
    action("Restore sample decks", .decks, "data.restoreSamples", "restore-samples", w) {
      w.put("Brings back those you have deleted")
    }
    link("History", .history, "#/history", w) { w.put("The last 30 days, each step with Revert") }
  }
}

private func viewDevice(_ state: State, _ w: Writer) {
  group("This device", w) {
    w.put("<div class=\"row\">")
    w.icon(.device)
    w.put("<p class=\"grow\"><span>Kept here</span><span class=\"small quiet\">")
    w.count(state.library.decks.count, "deck", "decks")
    w.put(", ")
    w.cards(state.library.noteCount)
    w.put(", ")
    w.count(state.library.reviewCount, "answer", "answers")
    w.put("</span></p></div>")
    switch state.device.persistence {
    case .granted: note(DataWords.persistent, w)
    case .unknown, .denied:
      action(
        "Keep it even when space is short", .check, "data.askPersistence", "ask-persistence", w
      ) {
        if state.device.persistence == .denied {
          w.text(DataWords.notPersistent)
        } else {
          w.put("Asks the browser never to clear it by itself")
        }
      }
    }
  }
}

private func note(_ text: String, _ w: Writer) {
  w.put("<div class=\"row\">")
  w.icon(.check)
  w.put("<p class=\"grow small quiet\">")
  w.text(text)
  w.put("</p></div>")
}

private func viewAbout(_ w: Writer) {
  group("About", w) {
    action("Keyboard shortcuts", .keys, "help.open", "shortcuts", w) { w.put("Also by the key ?") }
    link("Credits", .people, "#/credits", w) { w.put("Who made what Omena is made of") }
  }
}

private func action(
  _ name: StaticString, _ icon: Icon, _ action: StaticString, _ id: StaticString, _ w: Writer,
  _ more: () -> Void
) {
  w.put("<button type=\"button\" class=\"row\"")
  w.attribute("id", is: id)
  w.click(action)
  w.put(" aria-labelledby=\"")
  w.put(id)
  w.put("-name\" aria-describedby=\"")
  w.put(id)
  w.put("-more\">")
  w.icon(icon)
  w.put("<span class=\"grow\"><span id=\"")
  w.put(id)
  w.put("-name\">")
  w.put(name)
  w.put("</span><span class=\"small quiet\" id=\"")
  w.put(id)
  w.put("-more\">")
  more()
  w.put("</span></span></button>")
}

private func link(
  _ name: StaticString, _ icon: Icon, _ address: StaticString, _ w: Writer, _ more: () -> Void
) {
  w.put("<a class=\"row\"")
  w.attribute("href", is: address)
  w.put(" aria-label=\"")
  w.put(name)
  w.put("\">")
  w.icon(icon)
  w.put("<span class=\"grow\"><span>")
  w.put(name)
  w.put("</span><span class=\"small quiet\">")
  more()
  w.put("</span></span>")
  w.icon(.forward, isSmall: true)
  w.put("</a>")
}

// MARK: The library file that waits for a yes

private func viewPreview(_ state: State, _ w: Writer) {
  guard let preview = state.data.preview else { return }
  let summary = preview.summary
  w.keyed("dialog", Key("library-preview")) {
    w.put(" data-open data-cancel=\"data.cancel\" aria-labelledby=\"dialog-title\">")
    w.put("<div class=\"sheet\"><h2 id=\"dialog-title\">Open ")
    w.name(preview.name)
    w.put("</h2>")
    if summary.changesNothing {
      w.put("<p>")
      w.text(DataWords.nothingNew)
      w.put("</p>")
    } else {
      w.put("<ul class=\"preview-counts\">")
      lines(countWords(summary.decks, "deck"), w)
      lines(countWords(summary.cards, "card"), w)
      lines(countWords(summary.reviews, "answer"), w)
      lines(countWords(summary.settings, "setting"), w)
      lines(countWords(summary.others, "other thing"), w)
      w.put("</ul>")
    }
    if summary.clippedNames > 0 {
      w.put("<p class=\"quiet\">")
      w.count(summary.clippedNames, "name is", "names are")
      w.put(" too long and will be cut at 200 characters.</p>")
    }
    w.put("<p class=\"quiet\">Nothing of yours is deleted. You can take this back in History.</p>")
    w.put("<div class=\"actions\">")
    w.button(summary.changesNothing ? "Close" : "Cancel", "data.cancel")
    if !summary.changesNothing {
      w.button("Add to my library", "data.confirm", classes: "btn-main")
    }
    w.put("</div></div>")
  }
}

private func lines(_ lines: [String], _ w: Writer) {
  for line in lines {
    w.put("<li>")
    w.text(line)
    w.put("</li>")
  }
}
