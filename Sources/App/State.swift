import Domain
import Sync

/// Everything the app knows. The page is a function of it.
public struct State {
  var phase = Phase.loading
  var route = Route.decks
  var library = Library()
  /// Raised at every change of `library`, so screens know when to look again.
  var revision: UInt64 = 0
  /// Fresh random numbers in every step, seeded from `Env`.
  var random = Random(seed: 0)
  var clock = HybridClock(device: 0)

  // The screens.
  var decks = DecksState()
  var deck = DeckState()
  var form = CardFormState()
  var study = StudyState()
  var history = HistoryState()
  var data = DataState()

  // Around the screens.
  var device = DeviceState()
  var sync = SyncState()
  var undo = UndoStack()
  var toast = ToastState()
  var help = HelpState()

  /// Whether the last key press was used, so the browser must not act on it as well.
  public internal(set) var keyWasHandled = false

  public init() {}

  /// A new id for something made in this step.
  mutating func newID(_ env: Env) -> EntityID {
    EntityID.make(milliseconds: now(env), random: &random)
  }

  /// The time by the server's clock as far as it is known, in milliseconds: stamps and reviews
  /// use it, so a device whose clock is wrong still fits in with the others.
  func now(_ env: Env) -> Int64 { env.now + sync.clockOffset }
}

enum Phase: Equatable {
  /// The device's storage is being read.
  case loading
  case ready
}
