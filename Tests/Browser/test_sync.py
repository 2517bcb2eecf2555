"""Two browsers, two tabs, a server that goes and comes: nothing lost, nothing doubled."""

import random
import re

import pytest
from playwright.sync_api import expect

from Harness.app import SAMPLES
from Harness.wire import Library, held, numbered, push

OFFLINE_NOISE = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION", "Failed to load resource",
                 "ERR_EMPTY_RESPONSE", "ERR_NETWORK")


def focus(app):
    """Comes back to the page, which makes it sync."""
    app.page.bring_to_front()
    app.page.evaluate("dispatchEvent(new Event('focus'))")
    return app


def fronts(server, deck):
    library = held(server.url)
    ids = {id for id, p in library["deck"].items() if p["name"] == deck}
    return sorted(p["front"] for p in library["note"].values() if p["deck"] in ids)


def test_a_second_browser_gets_the_same_library_and_both_follow(devices):
    one = devices.new().open().new_deck("Shared").open_deck("Shared")
    one.add_card("yksi", "one").expect_synced()
    two = devices.new().open().expect_synced()
    assert sorted(two.deck_names()) == sorted([*SAMPLES, "Shared"])
    two.open_deck("Shared").add_card("kaksi", "two").expect_synced()
    expect(focus(one).card_row("kaksi")).to_be_visible(timeout=5_000)
    one.edit_card("yksi").fill_card(back="number one")
    one.button("Save").click()
    one.expect_synced()
    expect(focus(two).card_row("yksi")).to_contain_text("number one", timeout=5_000)


def test_changes_arrive_within_half_a_minute_without_doing_anything(devices):
    one, two = devices.new().open(), devices.new().open()
    one.new_deck("Late news").expect_synced()
    expect(two.deck_row("Late news")).to_be_visible(timeout=35_000)


def test_both_edit_one_card_and_both_see_the_same(devices, server):
    one = devices.new().open().new_deck("Both").open_deck("Both")
    one.add_card("front", "back").expect_synced()
    two = devices.new().open().open_deck("Both")
    devices.allow(*OFFLINE_NOISE)
    for app, field in [(one, "front"), (two, "pronunciation")]:
        app.page.context.set_offline(True)
        app.edit_card("front").fill_card(**{field: f"new {field}"})
        app.button("Save").click()
        expect(app.form_field("Front")).to_have_count(0)
    for app in (one, two, one, two):
        app.page.context.set_offline(False)
        focus(app).expect_synced()
    for app in (one, two):
        app.reload()
        app.edit_card("new front")
        expect(app.form_field("Pronunciation")).to_have_value("new pronunciation")


def test_a_card_deleted_here_and_edited_there_lives(devices):
    one = devices.new().open().new_deck("Both").open_deck("Both")
    one.add_card("front", "back").expect_synced()
    two = devices.new().open().open_deck("Both").expect_synced()
    devices.allow(*OFFLINE_NOISE)
    for app in (one, two):
        app.page.context.set_offline(True)
    one.select("front")
    one.button("Delete").click()
    two.edit_card("front").fill_card(back="edited")
    two.button("Save").click()
    expect(two.form_field("Front")).to_have_count(0)
    for app in (one, two, one):
        app.page.context.set_offline(False)
        focus(app).expect_synced()
    for app in (one, two):
        expect(app.card_row("front")).to_contain_text("edited")


def test_a_card_whose_deck_was_deleted_elsewhere_is_recovered(devices):
    one = devices.new().open().new_deck("Gone").expect_synced()
    two = devices.new().open().open_deck("Gone").expect_synced()
    devices.allow(*OFFLINE_NOISE)
    two.page.context.set_offline(True)
    two.add_card("written late", "back")
    one.open_deck("Gone").deck_menu("Delete")
    if one.dialog().count():
        one.button("Delete", one.dialog()).click()
    one.expect_synced()
    two.page.context.set_offline(False)
    focus(two).expect_synced()
    focus(one).home()
    expect(one.deck_row("Recovered")).to_be_visible()
    one.open_deck("Recovered")
    expect(one.card_row("written late")).to_be_visible()


def test_without_the_server_everything_goes_on_and_is_sent_later(devices, server):
    app = devices.new().open().expect_synced()
    devices.allow(*OFFLINE_NOISE)
    server.kill()
    app.new_deck("Island").open_deck("Island")
    for number in range(3):
        app.add_card(f"front {number}", f"back {number}")
    expect(app.page.get_by_text(re.compile("will sync", re.I)).first).to_be_visible(timeout=10_000)
    app.study()
    for _ in range(3):
        app.answer(knew=True)
    app.page.wait_for_timeout(100)
    context = app.page.context
    app.page.close()
    server.start()
    later = devices.tab(context).open().expect_synced()
    expect(later.deck_row("Island")).to_contain_text("3 cards")
    library = held(server.url)
    assert fronts(server, "Island") == ["front 0", "front 1", "front 2"]
    assert len(library["review"]) == 3


def test_the_server_killed_at_any_moment_loses_and_doubles_nothing(devices, server):
    seed = 20_240_607
    chance = random.Random(seed)
    app = devices.new().open().new_deck("Storm").open_deck("Storm")
    devices.allow(*OFFLINE_NOISE)
    for number in range(12):
        app.add_card(f"front {number}", f"back {number}")
        if chance.random() < 0.4:
            if server.process:
                server.kill()
            else:
                server.start()
        app.page.wait_for_timeout(chance.randrange(120))
    if not server.process:
        server.start()
    focus(app).expect_synced(timeout=40_000)
    assert fronts(server, "Storm") == sorted(f"front {n}" for n in range(12)), f"seed {seed}"


def test_an_answer_is_kept_before_the_screen_says_so(devices, server):
    library = Library()
    library.deck("Deck", numbered(6))
    push(server.url, library)
    app = devices.new().open().expect_synced().open_deck("Deck").study()
    devices.allow(*OFFLINE_NOISE)
    app.page.context.set_offline(True)
    for _ in range(4):
        app.answer(knew=True)
    context = app.page.context
    app.page.close()
    context.set_offline(False)
    devices.tab(context).open().expect_synced()
    assert len(held(server.url)["review"]) == 4


def test_two_tabs_follow_each_other_without_the_server(devices, server):
    one = devices.new().open().expect_synced()
    two = devices.tab(one.page.context).open()
    devices.allow(*OFFLINE_NOISE)
    server.kill()
    one.new_deck("From one")
    expect(two.deck_row("From one")).to_be_visible()
    two.new_deck("From two")
    expect(one.deck_row("From two")).to_be_visible()
    one.page.close()
    two.new_deck("Alone")
    server.start()
    two.reload()
    assert {"From one", "From two", "Alone"} <= set(two.deck_names())


def test_the_tab_that_stays_takes_over_the_syncing(devices, server):
    one = devices.new().open().expect_synced()
    two = devices.tab(one.page.context).open()
    one.page.close()
    two.new_deck("Heir").expect_synced()
    assert "Heir" in {p["name"] for p in held(server.url)["deck"].values()}


def test_the_sign_tells_saved_synced_and_offline(devices, server):
    app = devices.new().open().expect_synced()
    devices.allow(*OFFLINE_NOISE)
    app.page.context.set_offline(True)
    app.new_deck("While offline")
    expect(app.page.get_by_text(re.compile("offline, will sync", re.I)).first).to_be_visible()
    app.page.context.set_offline(False)
    focus(app).expect_synced()


def test_a_server_with_another_store_gets_everything_again(devices, server, tmp_path):
    app = devices.new().open().new_deck("Kept here").expect_synced()
    devices.allow(*OFFLINE_NOISE)
    server.stop()
    server.data = tmp_path / "other"
    server.start()
    app.reload().expect_synced()
    app.page.wait_for_timeout(500)
    assert "Kept here" in {p["name"] for p in held(server.url)["deck"].values()}
    expect(app.deck_row("Kept here")).to_have_count(1)


@pytest.mark.parametrize("offset_days", [365, -365])
def test_a_clock_a_year_off_does_not_break_merging(devices, server, offset_days):
    wrong = devices.new()
    wrong.page.context.add_init_script(
        f"{{const now = Date.now.bind(Date); Date.now = () => now() + {offset_days} * 86400000;}}")
    wrong.open().new_deck("Wrong clock").open_deck("Wrong clock")
    wrong.add_card("front", "written with the wrong clock").expect_synced()
    right = devices.new().open().expect_synced().open_deck("Wrong clock")
    right.edit_card("front").fill_card(back="edited after")
    right.button("Save").click()
    right.expect_synced()
    expect(right.card_row("front")).to_contain_text("edited after")
    expect(focus(wrong).card_row("front")).to_contain_text("edited after")
