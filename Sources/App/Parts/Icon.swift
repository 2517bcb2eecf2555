import HTML

/// The icons of the sprite in `index.html`. Their names are written once, so a page cannot ask for
/// one that is not drawn.
enum Icon {
  case add, alert, back, check, close, color, cross, decks, delete, device, down, download, edit
  case flip, forward, history, keys, more, move, open, people, play, search, undo, up

  var name: StaticString {
    switch self {
    case .add: "add"
    case .alert: "alert"
    case .back: "back"
    case .check: "check"
    case .close: "close"
    case .color: "color"
    case .cross: "cross"
    case .decks: "decks"
    case .delete: "delete"
    case .device: "device"
    case .down: "down"
    case .download: "download"
    case .edit: "edit"
    case .flip: "flip"
    case .forward: "forward"
    case .history: "history"
    case .keys: "keys"
    case .more: "more"
    case .move: "move"
    case .open: "open"
    case .people: "people"
    case .play: "play"
    case .search: "search"
    case .undo: "undo"
    case .up: "up"
    }
  }

  /// Icons that point along the line are mirrored where text runs from right to left.
  var isDirected: Bool {
    switch self {
    case .back, .forward, .move, .undo: true
    case .add, .alert, .check, .close, .color, .cross, .decks, .delete, .device, .down, .download,
      .edit, .flip, .history, .keys, .more, .open, .people, .play, .search, .up:
      false
    }
  }
}

extension Writer {
  /// An icon, 24 px or, when small, 20 px. It is never read out: the words beside it are.
  @inline(never)
  func icon(_ icon: Icon, isSmall: Bool = false) {
    put("<svg class=\"icon")
    if isSmall { put(" icon-s") }
    if icon.isDirected { put(" icon-dir") }
    put("\" aria-hidden=\"true\"><use href=\"#i-")
    put(icon.name)
    put("\"/></svg>")
  }
}
