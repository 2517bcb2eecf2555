/// What has happened. Actions record events, not orders; `reduce` decides what follows.
public enum Action {
  case app(AppAction)
  case device(DeviceAction)
  case sync(SyncAction)
  case decks(DecksAction)
  case deck(DeckAction)
  case form(CardFormAction)
  case study(StudyAction)
  case history(HistoryAction)
  case data(DataAction)
  case toast(ToastAction)
  case help(HelpAction)
  case key(KeyAction)
  /// A timer has fired; the screen that owns the id answers.
  case timer(String)
  /// The visible part of a windowed list has changed.
  case window(id: String, WindowSpan)
}

/// What part of a long list shows, in CSS pixels.
public struct WindowSpan: Equatable, Sendable {
  var offset: Int64
  var height: Int64
  /// The size of one rem, which row heights follow.
  var rem: Int64
}

public struct KeyAction {
  let press: KeyPress
}

/// Events of the page as a whole.
public enum AppAction {
  case start(StartInfo)
  case route(hash: String)
  case back
  case visible
  case hidden
  case focus
}

/// What the page knows when it starts.
public struct StartInfo {
  /// Which of the browser's tabs this is, 0 to 255: part of its stamps.
  var lane: UInt8
  /// The stored device id, if there is one.
  var device: UInt64?
  var hash: String
  var isOnline: Bool
}
