"""History: the steps of the last 30 days in words, each with Revert."""

import re

from playwright.sync_api import expect

from Harness.app import SAMPLES


def open_history(app):
    app.page.goto(app.url + "/#/history")
    expect(app.heading("History")).to_be_visible()
    return app


def step(app, text):
    return app.page.get_by_role("listitem").filter(has_text=re.compile(text))


def delete_deck(app, name):
    app.open_deck(name).deck_menu("Delete")
    if app.dialog().count():
        app.button("Delete", app.dialog()).click()
    expect(app.heading("Decks")).to_be_visible()


def test_a_deleted_deck_comes_back_from_the_history(app):
    count = app.deck_count("Capitals")
    delete_deck(app, "Capitals")
    app.reload()
    open_history(app)
    row = step(app, rf"Deleted deck Capitals \({count} cards\)")
    expect(row).to_be_visible()
    app.button("Revert", row).or_(row.get_by_role("button", name=re.compile("^Revert"))
                                  ).first.click()
    app.home()
    assert app.deck_count("Capitals") == count
    assert sorted(app.deck_names()) == sorted(SAMPLES)


def test_each_kind_of_step_is_told_in_words(app):
    app.new_deck("Things").open_deck("Things").add_card("yksi", "one").add_card("kaksi", "two")
    app.edit_card("yksi").fill_card(back="uno")
    app.button("Save").click()
    expect(app.card_row("yksi")).to_contain_text("uno")
    app.deck_menu("Rename")
    app.field("Name", app.dialog()).fill("Numbers")
    app.button("Save", app.dialog()).click()
    app.select("kaksi")
    app.button("Delete").click()
    open_history(app)
    for words in ["deck.*Things", "yksi", "Renamed", "Deleted.*kaksi|Deleted.*card"]:
        expect(step(app, words).first).to_be_visible()


def test_reverting_an_edit_keeps_what_came_later(app):
    app.new_deck("Things").open_deck("Things").add_card("kisa", "cat")
    app.edit_card("kisa").fill_card(front="kissa")
    app.button("Save").click()
    app.edit_card("kissa").fill_card(note="purrs")
    app.button("Save").click()
    open_history(app)
    edits = step(app, "Edited.*(kisa|kissa)")
    expect(edits).to_have_count(2)
    edits.last.get_by_role("button", name=re.compile("^Revert")).click()
    app.open_deck("Things").edit_card("kisa")
    expect(app.form_field("Note")).to_have_value("purrs")


def test_a_reverted_step_can_be_reverted_back(app):
    delete_deck(app, "Formulas")
    open_history(app)
    step(app, "Deleted deck Formulas").get_by_role(
        "button", name=re.compile("^Revert")).first.click()
    app.home()
    expect(app.deck_row("Formulas")).to_be_visible()
    app.press("Control+z")
    expect(app.deck_row("Formulas")).to_have_count(0)
    app.press("Control+Shift+z")
    expect(app.deck_row("Formulas")).to_be_visible()


def test_the_history_is_the_same_on_another_device(devices):
    app = devices.new().open()
    delete_deck(app, "Formulas")
    app.expect_synced()
    other = open_history(devices.new().open().expect_synced())
    row = step(other, "Deleted deck Formulas")
    row.get_by_role("button", name=re.compile("^Revert")).first.click()
    other.home()
    expect(other.deck_row("Formulas")).to_be_visible()


def test_a_study_round_stands_in_the_history(app):
    app.new_deck("Things").open_deck("Things").add_card("yksi", "one").add_card("kaksi", "two")
    app.study()
    app.answer(knew=True)
    app.answer(knew=False)
    open_history(app)
    expect(step(app, "Studied.*Things|Things.*(1 of 2|2 (answers|cards))").first).to_be_visible()
