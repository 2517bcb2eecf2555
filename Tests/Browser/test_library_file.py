"""Downloading the library as a file and opening one."""

import copy
import json
import re

import pytest
from playwright.sync_api import expect

from Harness.app import SAMPLES
from Harness.files import schema_errors, write_huge

DAMAGES = {
    "truncated": lambda text: text[: len(text) // 2],
    "not JSON": lambda text: "Dear diary,",
    "empty": lambda text: "",
    "another JSON": lambda text: '{"hello": [1, 2, 3]}',
    "wrong types": lambda text: json.dumps({**json.loads(text), "decks": 7}),
    "newer version": lambda text: json.dumps({**json.loads(text), "version": 99}),
}


def download(app, path):
    app.settings()
    with app.page.expect_download() as waiting:
        app.button("Download my library").click()
    assert waiting.value.suggested_filename.endswith(".json")
    waiting.value.save_as(path)
    return path


def choose(app, path):
    app.settings()
    with app.page.expect_file_chooser() as waiting:
        app.button("Open a library file").click()
    waiting.value.set_files(path)
    return app




@pytest.fixture
def filled(app):
    """The app with a deck of its own, cards and reviews."""
    app.new_deck("Things").open_deck("Things")
    app.add_card("<b>yksi</b>", "one", "/ˈyksi/", "a number").add_card("תפוח", "apple")
    app.study()
    app.answer(knew=True)
    app.answer(knew=False)
    app.button("Done").click()
    return app.expect_synced()


def test_the_file_follows_its_schema_and_holds_everything(filled, tmp_path):
    file = json.loads(download(filled, tmp_path / "library.json").read_text())
    assert schema_errors(file) == []
    assert len(file["decks"]) == len(SAMPLES) + 1
    assert len(file["reviews"]) == 2
    text = json.dumps(file, ensure_ascii=False)
    assert "תפוח" in text and "/ˈyksi/" in text


def test_opening_it_elsewhere_shows_a_preview_and_then_adds(filled, devices, tmp_path):
    path = download(filled, tmp_path / "library.json")
    filled.open_deck("Things").deck_menu("Delete")
    if filled.dialog().count():
        filled.button("Delete", filled.dialog()).click()
    filled.home()
    filled.expect_synced()
    choose(filled, path)
    expect(filled.dialog()).to_contain_text("2 cards")
    filled.button("Cancel", filled.dialog()).click()
    filled.home()
    expect(filled.deck_row("Things")).to_have_count(0)
    choose(filled, path)
    add_button(filled).click()
    filled.home()
    expect(filled.deck_row("Things")).to_contain_text("2 cards")
    filled.open_deck("Things").edit_card("<b>yksi</b>")
    expect(filled.form_field("Note")).to_have_value("a number")


def add_button(app):
    return app.dialog().get_by_role("button", name=re.compile("^Add"))


def test_the_same_file_twice_changes_nothing(filled, tmp_path):
    path = download(filled, tmp_path / "library.json")
    before = json.loads(path.read_text())
    choose(filled, path)
    expect(filled.dialog()).to_contain_text(re.compile("nothing|already", re.I))
    expect(add_button(filled)).to_have_count(0)
    filled.dialog().get_by_role("button").last.click()
    expect(filled.dialog()).to_have_count(0)
    after = json.loads(download(filled, tmp_path / "again.json").read_text())
    for part in ("decks", "cards", "notes", "reviews"):
        assert before.get(part) == after.get(part)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_bad_file_is_refused_in_words_and_changes_nothing(app, tmp_path, damage):
    good = download(app, tmp_path / "library.json")
    bad = tmp_path / "bad.json"
    bad.write_text(DAMAGES[damage](good.read_text()))
    choose(app, bad)
    expect(app.page.get_by_role("alert").or_(app.dialog()).first).to_contain_text(
        re.compile("newer" if damage == "newer version" else r"\w+ \w+ \w+"))
    expect(add_button(app)).to_have_count(0)
    app.press("Escape")
    app.home()
    assert sorted(app.deck_names()) == sorted(SAMPLES)


@pytest.mark.parametrize("megabytes, words", [(500, "not valid"), (600, "large|MB")])
def test_a_huge_file_is_refused_in_words(app, tmp_path, megabytes, words):
    path = write_huge(tmp_path / "huge.json", megabytes << 20)
    choose(app, path)
    expect(app.page.get_by_role("alert")).to_contain_text(re.compile(words), timeout=40_000)
    app.home()
    assert sorted(app.deck_names()) == sorted(SAMPLES)


def test_doubled_ids_and_a_name_of_a_megabyte_are_handled(filled, tmp_path):
    file = json.loads(download(filled, tmp_path / "library.json").read_text())
    own = next(d for d in file["decks"] if d["name"] == "Things")
    twin = copy.deepcopy(own)
    twin["name"] = "n" * (1 << 20)
    file["decks"].append(twin)
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(file))
    choose(filled, path)
    if add_button(filled).count() and add_button(filled).is_enabled():
        add_button(filled).click()
    else:
        filled.press("Escape")
    filled.home()
    names = filled.deck_names()
    assert len(names) == len(SAMPLES) + 1
    assert max(map(len, names)) <= 200


def test_a_file_dropped_on_the_page_is_opened(filled, tmp_path):
    path = download(filled, tmp_path / "library.json")
    filled.home()
    data = filled.page.evaluate_handle(
        """text => { const t = new DataTransfer();
           t.items.add(new File([text], 'library.json', {type: 'application/json'}));
           return t; }""", path.read_text())
    filled.page.dispatch_event("body", "dragover", {"dataTransfer": data})
    filled.page.dispatch_event("body", "drop", {"dataTransfer": data})
    expect(filled.dialog()).to_contain_text(re.compile("nothing|already", re.I))
