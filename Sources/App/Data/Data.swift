import Domain
import Exchange
import Sync

/// The Settings page: the library file, the sample decks, how it looks.
struct DataState {
  /// The library file that waits for a yes.
  var preview: LibraryPreview?
  /// Why the last file was refused.
  var refusal = ""

  /// The largest file that the page takes in, in bytes.
  static let fileBytesMax = Int64(LibraryFile.bytesMax)
}

/// A library file that was read and found good, and what opening it would do.
struct LibraryPreview {
  var name: String
  var bytes: [UInt8]
  var summary: LibraryFileSummary
}

public enum DataAction {
  case downloaded
  case opened
  case picked(name: String, bytes: [UInt8])
  case tooLarge(bytes: Int64)
  case confirmed
  case cancelled
  case refusalSeen
  case samplesRestored
  case themed(Theme)
  case persistenceAsked
  case reloaded
}

extension DataAction {
  init?(_ message: Message) {
    switch message.verb {
    case "download": self = .downloaded
    case "open": self = .opened
    case "confirm": self = .confirmed
    case "cancel": self = .cancelled
    case "refusalSeen": self = .refusalSeen
    case "restoreSamples": self = .samplesRestored
    case "theme": self = .themed(Theme(name: message.text) ?? .automatic)
    case "askPersistence": self = .persistenceAsked
    case "reload": self = .reloaded
    case "file": self = .picked(name: afterColon(message.arg), bytes: message.payload)
    case "fileTooLarge":
      guard let bytes = Int64(afterColon(message.arg)) else { return nil }
      self = .tooLarge(bytes: bytes)
    default: return nil
    }
  }
}

/// What follows the token in `token:name`.
private func afterColon(_ text: String) -> String {
  guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return text }
  return String(text[text.index(after: colon)...])
}

func reduceData(_ state: inout State, _ action: DataAction, _ env: Env) -> [Effect] {
  switch action {
  case .downloaded:
    return [
      .download(
        name: libraryFileName(env), type: "application/json",
        bytes: libraryFile(state.library, exported: state.now(env)))
    ]
  case .opened:
    state.data.refusal = ""
    return [
      .pickFile(
        token: "library", accept: ".json,application/json", bytesMax: DataState.fileBytesMax)
    ]
  case .picked(let name, let bytes):
    return goToSettings(&state, env) + previewLibrary(&state, name, bytes, env)
  case .tooLarge(let bytes):
    let sizes = LibraryFileError(.tooLarge(Int(truncatingIfNeeded: min(bytes, 1 << 31 - 1))))
    return goToSettings(&state, env) + refuse(&state, sizes.sentence)
  case .confirmed: return addLibrary(&state, env)
  case .cancelled:
    state.data.preview = nil
    return [.focus(id: "open-library")]
  case .refusalSeen:
    state.data.refusal = ""
    return [.focus(id: "open-library")]
  case .samplesRestored: return restoreSamples(&state, env)
  case .themed(let theme): return setTheme(&state, theme, env)
  case .persistenceAsked: return [.askPersist]
  case .reloaded: return [.reload]
  }
}

/// A file may be dropped on any page; what is said about it stands in the settings.
private func goToSettings(_ state: inout State, _ env: Env) -> [Effect] {
  state.route == .settings ? [] : openPage(&state, .settings, .push, env)
}

func enterData(_ state: inout State, _ env: Env) -> [Effect] { [] }

func refuse(_ state: inout State, _ sentence: String) -> [Effect] {
  state.data.preview = nil
  state.data.refusal = sentence
  return [.announce(sentence)]
}

// MARK: Sample decks

private func restoreSamples(_ state: inout State, _ env: Env) -> [Effect] {
  var edits: [Edit] = []
  var decks = 0
  for (kind, id) in state.library.deadSamples() {
    edits.append(.restore(kind, id))
    if kind == .deck { decks += 1 }
  }
  if edits.isEmpty { return [.announce(DataWords.samplesThere)] }
  let effects = commit(
    &state, env, .samplesRestore, StepArgs(count: decks), edits, offersUndo: true)
  return effects + [.announce(DataWords.samplesBack)]
}

// MARK: Appearance

extension Theme {
  var name: StaticString {
    switch self {
    case .light: "light"
    case .dark: "dark"
    case .automatic: "auto"
    }
  }
  init?(name: String) {
    switch name {
    case "light": self = .light
    case "dark": self = .dark
    case "auto": self = .automatic
    default: return nil
    }
  }
}

extension State {
  /// How the app should look on all devices of this library.
  var theme: Theme {
    guard case .text(let name) = library.setting("appearance") else { return .automatic }
    return Theme(name: name) ?? .automatic
  }
}

func themeEffects(_ state: State) -> [Effect] { [.theme(state.theme)] }

private func setTheme(_ state: inout State, _ theme: Theme, _ env: Env) -> [Effect] {
  let id = EntityID.named("setting/appearance")
  let properties = [Property("name", "appearance"), Property("value", String(theme.name))]
  let effects = commit(
    &state, env, .setting, StepArgs(name: "Appearance"), [.set(.setting, id, properties)])
  return effects + themeEffects(state)
}
