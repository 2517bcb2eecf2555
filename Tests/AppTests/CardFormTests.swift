import Domain
import Testing

@testable import App

struct CardFormTests {
  var screen = Screen()

  private mutating func open() -> DeckID {
    let deck = screen.deck(cards: 0)
    screen.go(.newCard(deck))
    return deck
  }

  private mutating func type(_ front: String, _ back: String) {
    screen.send("form.typed:front", front)
    screen.send("form.typed:back", back)
  }

  @Test("A card is saved with its fields as text, and the deck shows")
  mutating func save() {
    let deck = open()
    #expect(screen.state.form.deck == deck)
    type("<b>a</b>\nb", "c & d")
    screen.send("form.typed:pronunciation", "/x/")
    screen.send("form.save")
    #expect(screen.state.route == .deck(deck))
    let row = screen.library.noteRows(in: deck)[0]
    #expect(screen.library.field(row, .front) == "&lt;b&gt;a&lt;/b&gt;<br>b")
    #expect(screen.library.field(row, .back) == "c &amp; d")
    #expect(screen.library.field(row, .pronunciation) == "/x/")
    #expect(screen.library.field(row, .note) == "")
  }

  @Test("An empty side is refused: the focus goes to the first one, and nothing typed is lost")
  mutating func emptySides() {
    let deck = open()
    for (front, back, focus) in [
      ("", "", "front"), ("x", " \n ", "back"), ("\u{3000}", "y", "front"),
    ] {
      type(front, back)
      screen.send("form.save")
      #expect(screen.focus == "field-\(focus)")
      #expect(screen.page.contains("aria-describedby=\"message-\(focus)\""))
      #expect(screen.page.contains("id=\"message-\(focus)\""))
      #expect(screen.state.form[.front] == front)
      #expect(screen.state.form[.back] == back)
    }
    #expect(screen.fronts(deck).isEmpty)
    screen.send("form.typed:front", "now")
    #expect(!screen.state.form.isFrontMissing)
  }

  @Test("Control and Enter save, held down they save once")
  mutating func controlEnter() {
    let deck = open()
    type("a", "b")
    screen.key("Enter", "c", place: "t")
    #expect(screen.fronts(deck) == ["a"])
    screen.key("Enter", "c", place: "t", isRepeat: true)
    #expect(screen.fronts(deck) == ["a"])
  }

  @Test("Save and add another empties the form and brings the focus to Front")
  mutating func another() {
    let deck = open()
    for number in 1...3 {
      type("front \(number)", "back")
      let revision = screen.state.form.revision
      screen.send("form.another")
      #expect(screen.focus == "field-front")
      #expect(screen.announced == ["Card added"])
      #expect(screen.state.form.revision > revision)
      #expect(screen.state.form.texts == CardFormState.empty)
    }
    #expect(screen.fronts(deck) == ["front 1", "front 2", "front 3"])
    screen.send("form.close")
    #expect(screen.state.route == .deck(deck))
  }

  @Test("A front that the deck has already is warned of and saved all the same")
  mutating func duplicate() {
    let deck = open()
    type("kissa", "cat")
    screen.send("form.another")
    screen.send("form.typed:front", "kissa")
    #expect(screen.page.contains("already has a card"))
    screen.send("form.typed:front", "kissat")
    #expect(!screen.page.contains("already has a card"))
    type("kissa", "tiger")
    screen.send("form.save")
    #expect(screen.fronts(deck) == ["kissa", "kissa"])
  }

  @Test("Editing a card does not warn of itself")
  mutating func noWarningOfItself() {
    let deck = screen.deck(cards: 1)
    screen.go(.card(screen.library.noteID(screen.library.noteRows(in: deck)[0])))
    screen.send("form.typed:front", "front 1")
    #expect(!screen.state.form.isDuplicate)
  }

  @Test("Leaving with unsaved text asks; the text stays, or goes when told so")
  mutating func leaving() {
    let deck = open()
    screen.send("form.typed:front", "half")
    screen.send("form.close")
    #expect(screen.state.route == .newCard(deck))
    #expect(screen.page.contains("Leave without saving?"))
    screen.send("form.stay")
    #expect(screen.state.form[.front] == "half")
    screen.go(.settings)  // the browser's own way back, or a link
    #expect(screen.state.route == .newCard(deck))
    #expect(screen.state.form.leaving == .settings)
    screen.key("Escape")
    #expect(screen.state.form.leaving == nil)
    screen.go(.settings)
    screen.send("form.discard")
    #expect(screen.state.route == .settings)
    screen.go(.newCard(deck))
    #expect(screen.state.form.texts == CardFormState.empty)
  }

  @Test("An untouched form is left without a question")
  mutating func untouched() {
    let deck = open()
    screen.send("form.typed:front", "x")
    screen.send("form.typed:front", "")
    screen.key("Escape", place: "t")
    #expect(screen.state.route == .deck(deck))
  }

  @Test("What was typed and not saved is there again after a reload, and can be discarded")
  mutating func draft() {
    let deck = open()
    type("unsaved", "text")
    screen.reopen(.newCard(deck))
    #expect(screen.state.form[.front] == "unsaved")
    #expect(screen.state.form[.back] == "text")
    #expect(screen.page.contains("what you had typed before"))
    screen.send("form.drop")
    #expect(screen.state.form.texts == CardFormState.empty)
    screen.reopen(.newCard(deck))
    #expect(screen.state.form.texts == CardFormState.empty)
  }

  @Test("A saved card leaves no draft")
  mutating func noDraftAfterSaving() {
    let deck = open()
    type("a", "b")
    screen.send("form.save")
    screen.reopen(.newCard(deck))
    #expect(screen.state.form.texts == CardFormState.empty)
  }

  @Test("Editing writes what was changed; formatting in the other fields stays")
  mutating func formatting() {
    let deck = screen.deck(cards: 1)
    let note = screen.library.noteID(screen.library.noteRows(in: deck)[0])
    screen.tab.edit(note, "back", "H<sub>2</sub>O")
    screen.go(.card(note))
    #expect(screen.state.form[.back] == "H2O")
    screen.send("form.typed:front", "water")
    screen.send("form.save")
    let row = screen.library.noteRows(in: deck)[0]
    #expect(screen.library.field(row, .back) == "H<sub>2</sub>O")
    #expect(screen.library.field(row, .front) == "water")
  }

  @Test("A change from elsewhere comes into the fields that are not being changed")
  mutating func follows() {
    let deck = screen.deck(cards: 1)
    let note = screen.library.noteID(screen.library.noteRows(in: deck)[0])
    screen.go(.card(note))
    screen.send("form.typed:front", "mine")
    let edits: [Edit] = [
      .set(.note, note.id, [Property("front", "theirs"), Property("back", "theirs")])
    ]
    screen.tab.perform { state, env in
      commit(&state, env, .cardEdit, StepArgs(), edits) + refreshCardForm(&state, env)
    }
    #expect(screen.state.form[.front] == "mine")
    #expect(screen.state.form[.back] == "theirs")
  }

  @Test("Typed markup is text in the preview and in the fields")
  mutating func escaping() {
    _ = open()
    type("<img src=x onerror=alert(1)>", "\"><script>")
    #expect(!screen.page.contains("<img"))
    #expect(!screen.page.contains("<script"))
    #expect(screen.page.contains("data-value=\"&quot;&gt;&lt;script&gt;\""))
  }

  @Test("Deleting the card leads back to the deck and can be undone")
  mutating func delete() {
    let deck = screen.deck(cards: 2)
    screen.go(.card(screen.library.noteID(screen.library.noteRows(in: deck)[0])))
    screen.send("form.typed:back", "changed")
    screen.send("form.delete")
    #expect(screen.state.route == .deck(deck))
    #expect(screen.fronts(deck) == ["front 2"])
    screen.send("toast.undo")
    #expect(screen.fronts(deck).count == 2)
  }
}
