import HTML

/// The dialog **Keyboard shortcuts**, opened by `?`.
struct HelpState {
  var isOpen = false
}

public enum HelpAction {
  case opened
  case closed
}

extension HelpAction {
  init?(_ message: Message) {
    switch message.verb {
    case "open": self = .opened
    case "close": self = .closed
    default: return nil
    }
  }
}

func reduceHelp(_ state: inout State, _ action: HelpAction, _ env: Env) -> [Effect] {
  switch action {
  case .opened: state.help.isOpen = true
  case .closed: state.help.isOpen = false
  }
  return []
}

func helpKey(_ state: inout State, _ press: KeyPress, _ env: Env) -> [Effect]? {
  guard press.name == "?", !press.isInText, !press.isControl, !press.isAlt else { return nil }
  state.help.isOpen.toggle()
  return []
}

func viewHelp(_ state: State, _ w: Writer) {
  if !state.help.isOpen { return }
  w.keyed("dialog", Key("help")) {
    w.put(" data-open data-cancel=\"help.close\" aria-labelledby=\"help-title\">")
    w.put("<div class=\"sheet\"><h2 id=\"help-title\">Keyboard shortcuts</h2><div>")
    group("Everywhere", w)
    key(["Ctrl", "Z"], "undo the last step", w)
    key(["Ctrl", "Shift", "Z"], "do it again", w)
    key(["Esc"], "go back, or close", w)
    key(["?"], "show these keys", w)
    w.put("</dl>")
    group("Study", w)
    key(["Space"], "turn the card", w)
    key(["1"], "knew it", w)
    key(["2"], "missed it", w)
    key(["Ctrl", "Z"], "take back the last answer", w)
    w.put("</dl>")
    group("Card", w)
    key(["Ctrl", "Enter"], "save", w)
    w.put("</dl></div><div class=\"actions\">")
    w.button("Close", "help.close")
    w.put("</div></div>")
  }
}

private func group(_ name: StaticString, _ w: Writer) {
  w.put("<h3>")
  w.put(name)
  w.put("</h3><dl class=\"keys-list\">")
}

private func key(_ keys: [StaticString], _ meaning: StaticString, _ w: Writer) {
  w.put("<div><dt>")
  for key in keys {
    w.put("<kbd>")
    w.put(key)
    w.put("</kbd> ")
  }
  w.put("</dt><dd>")
  w.put(meaning)
  w.put("</dd></div>")
}
