"""A deck's page and the card form."""

import re

import pytest
from playwright.sync_api import expect

from Harness.wire import Library, numbered, push

TEXTS = {
    "markup": "<b>bold</b> & <script>alert(1)</script>",
    "emoji": "🍎👩‍👩‍👧‍👦 family",
    "hebrew": "תפוח",
    "japanese": "りんご",
    "combining": "e\u0301te\u0301",
    "quotes": "\"it's\" \\ `so`",
}


@pytest.fixture
def deck(app):
    """The app on the page of a new, empty deck."""
    return app.new_deck("Things").open_deck("Things")


def test_a_card_with_all_its_fields_is_listed_and_kept(deck):
    deck.add_card("omena", "apple", "/ˈomenɑ/", "a fruit")
    expect(deck.card_row("omena")).to_contain_text("apple")
    deck.reload()
    deck.edit_card("omena")
    expect(deck.form_field("Front")).to_have_value("omena")
    expect(deck.form_field("Back")).to_have_value("apple")
    expect(deck.form_field("Pronunciation")).to_have_value("/ˈomenɑ/")
    expect(deck.form_field("Note")).to_have_value("a fruit")


@pytest.mark.parametrize("empty, filled", [("Front", "Back"), ("Back", "Front")])
def test_an_empty_side_is_refused_with_the_focus_on_it(deck, empty, filled):
    deck.add_card_form()
    deck.form_field(filled).fill("kept text")
    deck.form_field("Note").fill("kept too")
    deck.button("Save").click()
    field = deck.form_field(empty)
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    message = deck.page.locator("#" + field.get_attribute("aria-describedby").split()[-1])
    expect(message).to_be_visible()
    expect(deck.form_field(filled)).to_have_value("kept text")
    expect(deck.form_field("Note")).to_have_value("kept too")
    field.fill("now there")
    deck.button("Save").click()
    expect(deck.card_rows()).to_have_count(1)


def test_spaces_alone_do_not_make_a_side(deck):
    deck.add_card_form().fill_card("  \n ", "back")
    deck.button("Save").click()
    expect(deck.form_field("Front")).to_have_attribute("aria-invalid", "true")


def test_the_preview_shows_both_faces_while_typing(deck):
    deck.add_card_form().fill_card("kissa", "cat")
    preview = deck.page.get_by_role("region", name=re.compile("preview", re.I))
    expect(preview.get_by_text("kissa", exact=True)).to_be_visible()
    expect(preview.get_by_text("cat", exact=True)).to_be_visible()
    deck.form_field("Front").press_sequentially("t")
    expect(preview.get_by_text("kissat", exact=True)).to_be_visible()


def test_control_enter_saves(deck):
    deck.add_card_form().fill_card("kissa", "cat")
    deck.form_field("Back").focus()
    deck.press("Control+Enter")
    expect(deck.card_row("kissa")).to_be_visible()


def test_save_and_add_another_keeps_the_form_open_with_the_focus_in_front(deck):
    deck.add_card_form()
    for front, back in [("yksi", "one"), ("kaksi", "two"), ("kolme", "three")]:
        expect(deck.form_field("Front")).to_be_focused()
        deck.page.keyboard.type(front)
        deck.form_field("Back").fill(back)
        deck.button("Save and add another").click()
        expect(deck.form_field("Front")).to_have_value("")
        expect(deck.form_field("Back")).to_have_value("")
    deck.close_form()
    expect(deck.card_rows()).to_have_count(3)


def test_a_front_that_exists_warns_and_still_saves(deck):
    deck.add_card("kissa", "cat")
    deck.add_card_form().fill_card("kissa", "a small tiger")
    expect(deck.page.get_by_text(re.compile("already", re.I)).first).to_be_visible()
    deck.button("Save").click()
    expect(deck.card_row("kissa")).to_have_count(2)


def test_leaving_with_unsaved_text_asks_and_keeps_it_when_told_so(deck):
    deck.add_card_form().fill_card("half", None)
    deck.leave_form()
    question = deck.page.get_by_role("alertdialog").or_(deck.dialog())
    expect(question).to_be_visible()
    deck.button("Keep editing", question).click()
    expect(deck.form_field("Front")).to_have_value("half")
    deck.leave_form()
    deck.button("Discard", question).click()
    expect(deck.card_rows()).to_have_count(0)
    expect(deck.link_or_button("Add card").first).to_be_visible()


def test_leaving_an_untouched_form_does_not_ask(deck):
    deck.add_card_form()
    deck.leave_form()
    expect(deck.heading("Things")).to_be_visible()


@pytest.mark.parametrize("name", TEXTS)
def test_text_is_text(deck, name):
    text = TEXTS[name]
    deck.add_card(text, "back of " + text)
    expect(deck.card_row(text)).to_be_visible()
    deck.reload()
    expect(deck.card_row(text)).to_be_visible()
    deck.edit_card(text)
    expect(deck.form_field("Front")).to_have_value(text)
    deck.leave_form()
    deck.study()
    assert deck.shown_front() == text


def test_line_breaks_are_kept(deck):
    deck.add_card_form().fill_card("one\ntwo\n\nfour", "back")
    deck.button("Save").click()
    expect(deck.card_rows()).to_have_count(1)
    deck.card_rows().first.get_by_role("button").or_(
        deck.card_rows().first.get_by_role("link")).first.click()
    expect(deck.form_field("Front")).to_have_value("one\ntwo\n\nfour")
    deck.leave_form()
    deck.study()
    assert [line.strip() for line in deck.shown_front().split("\n")] == ["one", "two", "", "four"]


def test_the_direction_is_found_for_each_field(deck):
    deck.add_card("שלום עולם", "hello world")
    deck.study()
    direction = "e => getComputedStyle(e).direction"
    front = deck.page.get_by_text("שלום עולם", exact=True).first
    assert front.evaluate(direction) == "rtl"
    deck.turn()
    assert deck.page.get_by_text("hello world", exact=True).first.evaluate(direction) == "ltr"


def test_editing_changes_the_card_and_undo_takes_it_back(deck):
    deck.add_card("kisa", "cat")
    deck.edit_card("kisa").fill_card("kissa")
    deck.button("Save").click()
    expect(deck.card_row("kissa")).to_be_visible()
    expect(deck.card_row("kisa")).to_have_count(0)
    deck.press("Control+z")
    expect(deck.card_row("kisa")).to_be_visible()


def test_a_deleted_card_comes_back_with_undo(deck):
    deck.add_card("kissa", "cat").add_card("koira", "dog")
    deck.select("kissa")
    deck.button("Delete").click()
    expect(deck.card_row("kissa")).to_have_count(0)
    deck.button("Undo").click()
    expect(deck.card_row("kissa")).to_be_visible()
    expect(deck.card_rows()).to_have_count(2)


def test_a_card_can_be_moved_to_another_deck(deck):
    deck.add_card("kissa", "cat").add_card("koira", "dog")
    deck.new_deck("Cats").open_deck("Things")
    deck.select("kissa")
    deck.move_to("Cats")
    expect(deck.card_row("kissa")).to_have_count(0)
    deck.open_deck("Cats")
    expect(deck.card_row("kissa")).to_be_visible()


def test_many_selected_cards_are_deleted_and_brought_back_at_once(devices, server):
    library = Library()
    library.deck("Many", numbered(40))
    push(server.url, library)
    app = devices.new().open().open_deck("Many")
    app.select("front 1", "front 2", "front 3")
    expect(app.page.get_by_text("3 selected").first).to_be_visible()
    app.button("Delete").click()
    expect(app.page.get_by_text("37 cards").first).to_be_visible()
    app.button("Undo").click()
    expect(app.page.get_by_text("40 cards").first).to_be_visible()
    app.select_all()
    app.button("Delete").click()
    expect(app.page.get_by_text("0 cards").or_(app.page.get_by_text("No cards")).first
           ).to_be_visible()
    app.button("Undo").click()
    expect(app.page.get_by_text("40 cards").first).to_be_visible()


def test_search_finds_as_you_type_in_any_field_whatever_case_and_accents(devices, server):
    library = Library()
    library.deck("Words", [("metsä", "forest"), ("Järvi", "lake", "/ˈjærʋi/"),
                           ("meri", "sea", None, "Big water"), ("joki", "river")])
    push(server.url, library)
    app = devices.new().open().open_deck("Words")
    for query, fronts in [("metsa", ["metsä"]), ("JARVI", ["Järvi"]), ("water", ["meri"]),
                          ("me", ["metsä", "meri"]), ("sea big", ["meri"]), ("zzz", [])]:
        app.search(query)
        expect(app.card_rows()).to_have_count(len(fronts))
        for front in fronts:
            expect(app.card_row(front)).to_be_visible()
    expect(app.page.get_by_text(re.compile("no cards? ", re.I)).first).to_be_visible()
    app.search("")
    expect(app.card_rows()).to_have_count(4)


def test_a_long_list_keeps_few_rows_on_the_page_and_reaches_its_end(devices, server):
    library = Library()
    library.deck("Long", numbered(5000))
    push(server.url, library)
    app = devices.new().open().open_deck("Long")
    expect(app.card_row("front 1")).to_be_visible()
    assert app.card_rows().count() < 200
    app.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(app.card_row("front 5000")).to_be_visible()
    assert app.card_rows().count() < 200
    app.page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
    expect(app.card_row("front 2500")).to_be_attached()


def test_a_card_of_ten_thousand_characters_is_kept_whole(deck):
    text = "word " * 2000
    deck.add_card_form().fill_card("long", text)
    deck.button("Save").click()
    expect(deck.card_row("long")).to_be_visible()
    deck.reload()
    deck.edit_card("long")
    assert deck.form_field("Back").input_value().strip() == text.strip()
