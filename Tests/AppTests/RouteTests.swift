import Domain
import Testing

@testable import App

struct RouteTests {
  private let id = EntityID.named("x")

  @Test("Every page's address leads back to the page")
  func roundTrip() {
    let routes: [Route] = [
      .decks, .deck(DeckID(id)), .newCard(DeckID(id)), .card(NoteID(id)), .study(DeckID(id)),
      .history, .settings, .credits,
    ]
    for route in routes { #expect(Route(hash: route.hash) == route) }
  }

  @Test("An address that names no page is a page not found, an empty one is the decks")
  func strange() {
    for hash in ["#/deck", "#/deck/12", "#/x", "#/deck/\(id.text)/old", "#/a/b/c/d"] {
      #expect(Route(hash: hash) == .missing)
    }
    #expect(Route(hash: "") == .decks)
    #expect(Route(hash: "#") == .decks)
  }

  @Test("A message is screen, verb and argument; the argument may hold dots and colons")
  func message() {
    let message = Message("http:sync:200", payload: [65])
    #expect(message.screen == "" && message.verb == "http" && message.arg == "sync:200")
    #expect(message.text == "A")
    let other = Message("loaded.meta:a.b:c")
    #expect(other.screen == "loaded" && other.verb == "meta" && other.arg == "a.b:c")
  }

  @Test("A key press carries its modifiers, also when the key is the separator")
  func keys() {
    let undo = KeyPress(payload: Array("z|cs|t|".utf8))
    #expect(undo.name == "z" && undo.isControl && undo.isShift && !undo.isAlt && undo.isInText)
    #expect(!undo.isRepeat)
    #expect(KeyPress(payload: Array("Enter|||r".utf8)).isRepeat)
    let bar = KeyPress(payload: Array("||s||".utf8))
    #expect(bar.name == "|" && bar.isShift)
  }

  @Test("Unknown messages are no action")
  func unknown() {
    #expect(Action(Message("nothing.like:this")).map { _ in 1 } == nil)
    #expect(WindowSpan(Array("1,2".utf8)) == nil)
  }

  @Test("The visible part of a list is read from three numbers, fractions cut off")
  func window() {
    let span = WindowSpan(Array("-12.75,844,16".utf8))
    #expect(span == WindowSpan(offset: -12, height: 844, rem: 16))
  }
}
