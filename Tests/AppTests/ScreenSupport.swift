import Domain
import HTML
import Sync

@testable import App

/// A tab with its browser and server, on which a test acts as the page would.
struct Screen {
  var disk = FakeDisk()
  var server = FakeServer()
  var tab: FakeTab

  init(seed: UInt64 = 1) { tab = readyTab(seed: seed, &disk, &server) }

  var state: State { tab.state }
  var library: Library { tab.state.library }

  /// The whole page as it would be written for an empty window.
  var page: String {
    let writer = Writer()
    writer.begin()
    view(tab.state, writer)
    writer.end()
    return writer.string
  }

  /// Sends an action and goes where the app wants to go, as the host does.
  mutating func send(_ action: String, _ payload: String = "") {
    tab.others = []
    tab.send(action, payload)
    for effect in tab.others {
      if case .route(let hash, _) = effect { tab.send("route", hash) }
    }
  }

  mutating func key(_ name: String, _ mods: String = "", place: String = "", isRepeat: Bool = false)
  {
    send("key", "\(name)|\(mods)|\(place)|\(isRepeat ? "r" : "")")
  }

  mutating func go(_ route: Route) { send("route", route.hash) }

  /// A deck of cards "front 1" to "front <count>", each with the back "of front …".
  mutating func deck(_ name: String = "Deck", cards count: Int) -> DeckID {
    let deck = tab.addDeck(name)
    for number in 0..<count { tab.addCard("front \(number + 1)", in: deck) }
    return deck
  }

  /// The element that the last action brought the focus to.
  var focus: String? {
    for effect in tab.others.reversed() {
      if case .focus(let id) = effect { return id }
    }
    return nil
  }

  /// What the last action had read out.
  var announced: [String] {
    tab.others.compactMap { effect in
      if case .announce(let words) = effect { words } else { nil }
    }
  }

  var names: [String] { library.decks.map(\.name) }
  func fronts(_ deck: DeckID) -> [String] {
    library.noteRows(in: deck).map { library.field($0, .front) }
  }

  /// Closes the tab and opens another in the same browser.
  mutating func reopen(_ route: Route) {
    tab.write(to: &disk)
    let device = disk.text("meta", "device") ?? ""
    tab = FakeTab(seed: 99, device: device, hash: route.hash)
    tab.load(disk)
  }
}
