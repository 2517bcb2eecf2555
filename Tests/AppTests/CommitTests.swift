import Domain
import Sync
import Testing

@testable import App

struct CommitTests {
  var disk = FakeDisk()
  var server = FakeServer()

  @Test("A step is on the disk, journal and outbox, before the sign says that it is saved")
  mutating func journalFirst() {
    var tab = readyTab(seed: 1, &disk, &server)
    tab.addDeck("Birds")
    #expect(StatusWords.sign(tab.state).description == "Saving…")
    #expect(disk.stores["journal", default: [:]].isEmpty)
    tab.write(to: &disk)
    #expect(StatusWords.sign(tab.state).description == "Saved on this device")
    #expect(disk.stores["journal"]?.count == 1)
    #expect(disk.stores["outbox"]?.count == 1)
    tab.settle(&disk, &server)
    #expect(StatusWords.sign(tab.state).description == "Synced")
    #expect(disk.stores["outbox"]?.isEmpty == true)
  }

  @Test("Edits that change nothing make no step")
  mutating func noStep() {
    var tab = readyTab(seed: 2, &disk, &server)
    let deck = tab.addDeck("Birds")
    let card = tab.addCard("owl", in: deck)
    tab.write(to: &disk)
    let before = contents(tab.state.library)
    tab.edit(card, "front", "owl")
    #expect(tab.writes.isEmpty)
    #expect(contents(tab.state.library) == before)
  }

  @Test("What was made is found again after the tab is closed")
  mutating func reopened() {
    var tab = readyTab(seed: 3, &disk, &server)
    let deck = tab.addDeck("Birds")
    tab.addCard("owl", in: deck)
    tab.write(to: &disk)
    let again = readyTab(seed: 4, &disk, &server)
    #expect(again.state.library.deck(deck)?.name == "Birds")
    #expect(again.state.library.noteCount(in: deck) == 1)
    #expect(again.state.clock.device == tab.state.clock.device)
  }

  @Test("Reverting a step brings back what was, and reverting that does it again")
  mutating func revertTwice() {
    var tab = readyTab(seed: 5, &disk, &server)
    let deck = tab.addDeck("Birds")
    let card = tab.addCard("owl", in: deck)
    tab.deleteDeck(deck)
    #expect(tab.state.library.deck(deck) == nil)
    #expect(tab.front(card) == nil)
    let step = tab.state.library.steps(since: 0)[0]
    #expect(step.kind == StepKind.deckDelete.rawValue)
    tab.send("history.revert:\(step.id.id.text)")
    #expect(tab.state.library.deck(deck)?.name == "Birds")
    #expect(tab.front(card) == "owl")
    let reverted = tab.state.library.steps(since: 0).first { $0.id == step.id }
    #expect(reverted?.isReverted == true)
    let revert = tab.state.library.steps(since: 0)[0]
    tab.send("history.revert:\(revert.id.id.text)")
    #expect(tab.state.library.deck(deck) == nil)
    #expect(tab.front(card) == nil)
  }

  @Test("Reverting an edit leaves what was edited later in other fields")
  mutating func revertKeepsLater() {
    var tab = readyTab(seed: 6, &disk, &server)
    let card = tab.addCard("kisa", in: tab.addDeck("Finnish"))
    tab.edit(card, "front", "kissa")
    let edit = tab.state.library.steps(since: 0)[0]
    tab.edit(card, "note", "purrs")
    tab.send("history.revert:\(edit.id.id.text)")
    let row = tab.state.library.row(card)!
    #expect(tab.state.library.field(row, .front) == "kisa")
    #expect(tab.state.library.field(row, .note) == "purrs")
  }

  @Test("Ctrl+Z goes back step by step, Ctrl+Shift+Z forward again")
  mutating func undoKeys() {
    var tab = readyTab(seed: 7, &disk, &server)
    let card = tab.addCard("1", in: tab.addDeck("Numbers"))
    tab.edit(card, "front", "2")
    tab.edit(card, "front", "3")
    var seen: [String?] = []
    for key in ["z|c||", "z|c||", "Z|cs||", "Z|cs||", "z|c||"] {
      tab.send("key", key)
      #expect(tab.state.keyWasHandled)
      seen.append(tab.front(card))
    }
    #expect(seen == ["2", "1", "2", "3", "2"])
    tab.send("key", "z|c|t|")
    #expect(!tab.state.keyWasHandled, "in a text field the key belongs to the text")
  }

  @Test("The toast offers Undo for ten seconds and stands still while it is held")
  mutating func toast() {
    var tab = readyTab(seed: 8, &disk, &server)
    let deck = tab.addDeck("Birds")
    tab.deleteDeck(deck)
    #expect(tab.timers["toast.end"] == tab.now + 10_000)
    tab.now += 3_999
    tab.send("toast.hold:1")
    #expect(tab.timers["toast.end"] == nil)
    tab.now += 60_000
    tab.send("toast.hold:0")
    #expect(tab.timers["toast.end"] == tab.now + 6_000)
    tab.send("toast.undo")
    #expect(tab.state.toast.offer == nil)
    #expect(tab.state.library.deck(deck)?.name == "Birds")
  }

  @Test("A step with thousands of cards is cut into records and can be reverted")
  mutating func large() {
    var tab = readyTab(seed: 9, &disk, &server)
    let deck = tab.addDeck("Many")
    tab.perform { state, env in
      var edits: [Edit] = []
      for number in 0..<3000 {
        let id = EntityID.named("n\(number)")
        edits.append(
          .set(.note, id, [Property("deck", deck.id.text), Property("front", "\(number)")]))
      }
      return commit(&state, env, .libraryAdd, StepArgs(name: "many.json", count: 3000), edits)
    }
    #expect(tab.writes.last!.operations.count >= 4)
    tab.settle(&disk, &server)
    #expect(server.rows.count > 3000)
    tab.deleteDeck(deck)
    #expect(tab.state.library.noteCount == 0)
    tab.send("key", "z|c||")
    #expect(tab.state.library.noteCount(in: deck) == 3000)
  }
}
