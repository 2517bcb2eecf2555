"""Study: a deck once through, the card turned, the missed ones again."""

import re
import time

import pytest
from playwright.sync_api import expect

from Harness.app import PHONE
from Harness.frames import FrameWatch
from Harness.wire import Library, held, numbered, push


@pytest.fixture
def study(devices, server):
    """Makes a deck of numbered cards and opens its page in a new browser."""
    def make(count, kind=None, cards=None, **options):
        library = Library(seed=count)
        library.deck("Deck", cards or numbered(count))
        push(server.url, library)
        app = devices.new(kind, **options) if kind else devices.new(**options)
        app.library = library
        return app.open().open_deck("Deck")
    return make


def reviews(server, count):
    """The answers that the server holds in their order, when it holds `count`."""
    until = time.monotonic() + 15
    while True:
        found = list(held(server.url).get("review", {}).values())
        if len(found) >= count or time.monotonic() > until:
            break
        time.sleep(0.1)
    time.sleep(0.5)  # long enough for one too many to arrive
    found = list(held(server.url).get("review", {}).values())
    assert len(found) == count, found
    return sorted(found, key=lambda review: review["at"])


def test_every_card_comes_once_and_the_score_is_told(study, server):
    app = study(12).study()
    fronts = []
    for number in range(1, 13):
        expect(app.progress()).to_have_text(f"{number} of 12")
        fronts.append(app.shown_front())
        app.answer(knew=number % 3 != 0)
    assert sorted(fronts) == sorted(f"front {n}" for n in range(1, 13))
    expect(app.page.get_by_text(re.compile("8 of 12|8 out of 12")).first).to_be_visible()
    assert sorted(r["rating"] for r in reviews(server, 12)) == [1] * 4 + [3] * 8


def test_the_order_is_new_each_time(study):
    app = study(30)
    orders = set()
    for _ in range(3):
        app.study()
        orders.add(tuple(one_round(app)))
        app.button("Done").click()
    assert len(orders) == 3


def one_round(app, knew=lambda front: True):
    """Answers every card; the fronts in their order."""
    total = int(app.progress().inner_text().split(" of ")[1])
    fronts = []
    for _ in range(total):
        fronts.append(app.shown_front())
        app.answer(knew(fronts[-1]))
    return fronts


def test_missed_cards_come_again_until_none_is_left(study):
    app = study(6).study()
    one_round(app, knew=lambda front: front not in ("front 2", "front 5", "front 6"))
    for front in ("front 2", "front 5", "front 6"):
        expect(app.page.get_by_text(front, exact=True).first).to_be_visible()
    app.link_or_button("Study missed cards").click()
    again = one_round(app, knew=lambda front: front != "front 5")
    assert sorted(again) == ["front 2", "front 5", "front 6"]
    app.link_or_button("Study missed cards").click()
    assert one_round(app) == ["front 5"]
    expect(app.link_or_button("Study missed cards")).to_have_count(0)
    app.link_or_button("Study again").click()
    expect(app.progress()).to_have_text("1 of 6")


def test_the_card_turns_both_ways_and_hides_the_side_that_faces_away(study):
    app = study(1).study()
    texts = ["front 1", "back 1"]
    with FrameWatch(app.page, texts) as before:
        app.page.wait_for_timeout(150)
    assert before.ever_seen() == {"front 1"}
    with FrameWatch(app.page, texts) as turning:
        app.press("Space")
        app.page.wait_for_timeout(900)
    assert {text for text, _ in turning.frames[-1]} == {"back 1"}
    assert all(len({text for text, _ in frame}) <= 1 for frame in turning.frames)
    assert turning.ever_mirrored() == set()
    with FrameWatch(app.page, texts) as back:
        app.press("Space")
        app.page.wait_for_timeout(900)
    assert {text for text, _ in back.frames[-1]} == {"front 1"}
    assert back.ever_mirrored() == set()


def test_a_click_and_a_tap_turn_the_card(study, devices, server):
    app = study(1).study()
    app.page.get_by_text("front 1", exact=True).click()
    expect(app.button("Knew it")).to_be_visible()
    phone = devices.new(PHONE).open().open_deck("Deck").study()
    phone.page.get_by_text("front 1", exact=True).tap()
    expect(phone.button("Knew it")).to_be_visible()


def test_the_turn_goes_about_the_vertical_axis(study):
    app = study(1).study()
    app.press("Space")
    shapes = app.page.evaluate(
        """() => new Promise(done => { const seen = []; const t0 = performance.now();
        const f = () => { for (const e of document.querySelectorAll('*')) {
            const s = getComputedStyle(e);
            const m = new DOMMatrix(s.transform === 'none' ? '' : s.transform);
            if (Math.abs(m.m13) > 0.2) seen.push([m.m12, m.m13, m.m22, m.m23]); 
            if (s.rotate.startsWith('y')) seen.push([0, 1, 1, 0]); }
          performance.now() - t0 < 500 ? requestAnimationFrame(f) : done(seen); }; f(); })""")
    assert shapes, "no frame of the turn was seen"
    assert all(abs(m12) < 0.1 and abs(m22 - 1) < 0.1 for m12, _, m22, _ in shapes)


def test_keys_answer_one_knows_two_misses(study, server):
    app = study(4).study()
    for key in ["1", "2", "ArrowLeft", "ArrowRight"]:
        app.turn()
        app.press(key)
        app.page.wait_for_timeout(50)
    expect(app.button("Done").or_(app.link("Done"))).to_be_visible()
    ratings = [r["rating"] for r in reviews(server, 4)]
    assert ratings[:2] == [3, 1]
    assert sorted(ratings[2:]) == [1, 3]


def test_nothing_rates_a_card_whose_answer_was_not_seen(study, server):
    app = study(3).study()
    front = app.shown_front()
    app.press("1", "2", "ArrowLeft", "ArrowRight")
    app.page.wait_for_timeout(200)
    expect(app.progress()).to_have_text("1 of 3")
    assert app.shown_front() == front
    for name in ("Knew it", "Missed it"):
        expect(app.button(name).and_(app.page.locator(":enabled:visible"))).to_have_count(0)
    reviews(server, 0)


@pytest.mark.parametrize("how", ["double click", "two taps at once"])
def test_a_double_tap_rates_nothing(study, server, how):
    app = study(3, PHONE if "tap" in how else None).study()
    card = app.page.get_by_text(re.compile(r"^front \d$"))
    if "tap" in how:
        box = card.bounding_box()
        for _ in range(2):
            app.page.touchscreen.tap(box["x"] + 5, box["y"] + 5)
    else:
        card.dblclick()
    app.page.wait_for_timeout(700)
    expect(app.progress()).to_have_text("1 of 3")
    reviews(server, 0)


def test_a_double_tap_on_an_answer_rates_one_card(study, server):
    app = study(3, PHONE).study().turn()
    app.page.wait_for_timeout(250)  # a tap that comes sooner is the second half of a double tap
    box = app.button("Knew it").bounding_box()
    for _ in range(2):
        app.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    app.page.wait_for_timeout(700)
    expect(app.progress()).to_have_text("2 of 3")
    reviews(server, 1)


@pytest.mark.parametrize("key", ["Enter", " ", "2"])
def test_a_key_held_down_rates_one_card_at_most(study, server, key):
    app = study(5).study()
    if key == "2":
        app.turn()
    for _ in range(30):  # the first is a press, the rest are its repeats
        app.page.keyboard.down(key)
        app.page.wait_for_timeout(20)
    app.page.keyboard.up(key)
    app.page.wait_for_timeout(300)
    reviews(server, 1 if key == "2" else 0)


def test_undo_takes_back_the_last_answer_also_after_the_last_card(study, server):
    app = study(2).study()
    first = app.shown_front()
    app.answer(knew=False)
    app.button("Undo").click()
    expect(app.progress()).to_have_text("1 of 2")
    assert app.shown_front() == first
    app.answer(knew=True)
    app.answer(knew=False)
    expect(app.link_or_button("Study missed cards")).to_be_visible()
    app.button("Undo").click()
    expect(app.progress()).to_have_text("2 of 2")
    app.answer(knew=True)
    expect(app.link_or_button("Study missed cards")).to_have_count(0)
    assert [r["rating"] for r in reviews(server, 2)] == [3, 3]


def test_control_z_takes_back_an_answer_too(study):
    app = study(3).study()
    app.answer(knew=True)
    expect(app.progress()).to_have_text("2 of 3")
    app.press("Control+z")
    expect(app.progress()).to_have_text("1 of 3")


@pytest.mark.parametrize("kind", ["desktop", "phone", "reduced motion"])
def test_the_next_answer_never_shows_while_the_cards_change(study, kind):
    options = {"reduced_motion": "reduce"} if kind == "reduced motion" else {}
    app = study(5, PHONE if kind == "phone" else None, **options).study()
    backs = [f"back {n}" for n in range(1, 6)]
    for _ in range(4):
        own = app.shown_front().replace("front", "back")
        app.turn()
        with FrameWatch(app.page, backs) as watch:
            app.button("Knew it").click()
            app.page.wait_for_timeout(900)
        assert len(watch.frames) > 10
        assert watch.ever_seen() <= {own}
        assert watch.frames[-1] == [], "the answer of the last card still stands"


def test_leaving_keeps_the_session_and_continue_goes_on(study, server):
    app = study(5).study()
    app.answer(knew=True)
    app.answer(knew=False)
    front = app.shown_front()
    app.leave_study()
    app.link_or_button("Continue").click()
    expect(app.progress()).to_have_text("3 of 5")
    assert app.shown_front() == front
    reviews(server, 2)


def test_a_reload_in_the_middle_keeps_the_session(study, server):
    app = study(5).study()
    app.answer(knew=True)
    front = app.shown_front()
    app.reload()
    if app.progress().count() == 0:
        app.open_deck("Deck")
        app.link_or_button("Continue").click()
    expect(app.progress()).to_have_text("2 of 5")
    assert app.shown_front() == front
    one_rest(app, 4)
    reviews(server, 5)


def one_rest(app, count):
    for _ in range(count):
        app.answer(knew=True)


def test_a_tab_closed_in_the_middle_loses_no_answer(study, devices, server):
    app = study(5).study()
    for _ in range(3):
        app.turn()
        app.button("Knew it").click()
        app.page.wait_for_timeout(30)
    context = app.page.context
    app.page.close()
    again = devices.tab(context).open().open_deck("Deck")
    again.link_or_button("Continue").click()
    expect(again.progress()).to_have_text("4 of 5")
    reviews(server, 3)


def test_a_deck_of_one_card(study):
    app = study(1).study()
    expect(app.progress()).to_have_text("1 of 1")
    app.answer(knew=False)
    app.link_or_button("Study missed cards").click()
    expect(app.progress()).to_have_text("1 of 1")
    app.answer(knew=True)
    app.link_or_button("Done").click()
    expect(app.heading("Deck")).to_be_visible()


def test_a_deck_without_cards_offers_to_add_one(app):
    app.new_deck("Empty").open_deck("Empty")
    study = app.link_or_button("Study").and_(app.page.locator(":enabled"))
    if study.count():
        study.click()
        expect(app.page.get_by_text(re.compile("no cards", re.I)).first).to_be_visible()
    expect(app.link_or_button("Add card").first).to_be_visible()
    app.page.goto(app.page.url.rstrip("/") + "/study")
    app.page.wait_for_timeout(300)
    expect(app.page.get_by_role("heading", level=1).first).to_be_visible()


def test_a_card_deleted_in_another_tab_leaves_the_session(study, devices):
    app = study(4).study()
    front = app.shown_front()
    other = devices.tab(app.page.context).open().open_deck("Deck")
    other.select(front)
    other.button("Delete").click()
    expect(other.card_row(front)).to_have_count(0)
    expect(app.page.get_by_text(front, exact=True)).to_have_count(0)
    seen = []
    while app.progress().count():
        seen.append(app.shown_front())
        app.answer(knew=True)
        app.page.wait_for_timeout(50)
    assert len(seen) == 3 and front not in seen


def test_a_deck_deleted_in_another_tab_ends_the_session(study, devices):
    app = study(4).study()
    other = devices.tab(app.page.context).open().open_deck("Deck").deck_menu("Delete")
    dialog = other.dialog()
    if dialog.count():
        other.button("Delete", dialog).click()
    expect(app.progress()).to_have_count(0)
    expect(app.page.get_by_role("heading", level=1).first).to_be_visible()


def test_the_result_is_read_out(study):
    app = study(2).study()
    app.answer(knew=True)
    app.turn()
    live = app.page.locator("[aria-live], [role=status]")
    assert live.count() > 0
    assert app.page.get_by_role("progressbar").count() == 1
