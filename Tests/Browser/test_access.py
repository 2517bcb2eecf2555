"""Everybody's app: axe on every screen, the keyboard alone, large text, small screens, RTL."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from Harness.app import DESKTOP, PHONE
from Harness.wire import Library, numbered, push

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen"


@pytest.fixture
def library(server):
    library = Library()
    library.deck("Deck", numbered(3))
    library.deck("Long words", [(LONG, LONG), ("שלום עולם " * 20, "text " * 200)])
    library.deck("Empty")
    push(server.url, library)


def screens(app):
    """Goes through every screen; yields the name of each."""
    app.open()
    yield "decks"
    app.button("New deck").click()
    yield "new deck"
    app.press("Escape")
    app.open_deck("Empty")
    yield "empty deck"
    app.open_deck("Deck")
    yield "deck"
    app.search("nothing like it")
    yield "nothing found"
    app.search("")
    app.select("front 1")
    yield "selection"
    app.press("Escape")
    app.open_deck("Long words")
    yield "long words"
    app.add_card_form()
    app.button("Save").click()
    yield "card form with errors"
    app.fill_card(LONG, LONG)
    yield "card form"
    app.leave_form()
    expect(app.dialog()).to_be_visible()
    yield "leaving the form"
    app.button("Discard", app.dialog()).click()
    app.open_deck("Deck").study()
    yield "study, front"
    app.turn()
    app.page.wait_for_timeout(700)
    yield "study, back"
    app.button("Missed it").click()
    for _ in range(2):
        app.answer(knew=False)
    expect(app.link_or_button("Study missed cards")).to_be_visible()
    app.page.wait_for_timeout(900)
    yield "study, end"
    for place, heading in [("history", "History"), ("settings", "Settings")]:
        app.page.goto(app.url + f"/#/{place}")
        expect(app.page.get_by_role("heading", level=1).first).to_be_visible()
        yield heading
    app.home()
    app.press("Shift+?")
    yield "keys"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_on_any_screen(devices, library, kind, scheme):
    app = devices.new(kind, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True)
    found = []
    for name in screens(app):
        app.page.wait_for_timeout(150)
        for violation in Axe().run(app.page, options=RULES).response["violations"]:
            nodes = "; ".join(node["html"][:160] for node in violation["nodes"][:3])
            found.append(f"{name}: {violation['id']}: {nodes}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width, zoom", [(320, 1), (1280, 2), (390, 2)])
def test_no_screen_scrolls_sideways(devices, library, width, zoom, scheme):
    size = {"width": width // zoom if width > 400 else width, "height": 568}
    app = devices.new({"viewport": size}, color_scheme=scheme, reduced_motion="reduce")
    if width == 390:
        app.page.add_init_script(
            "addEventListener('DOMContentLoaded', () => "
            "{ document.documentElement.style.fontSize = '200%'; })")
    wide = []
    for name in screens(app):
        over = app.page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if over > 0:
            wide.append(f"{name}: {over} px too wide")
    assert not wide, "\n".join(wide)


@pytest.mark.parametrize("kind", [PHONE, {"viewport": {"width": 320, "height": 568}}],
                         ids=["phone", "small phone"])
def test_targets_are_large_enough(devices, library, kind):
    app = devices.new(kind, reduced_motion="reduce")
    small = []
    for name in screens(app):
        small += [f"{name}: {what}" for what in app.page.evaluate(
            """() => [...document.querySelectorAll('button, a[href], input, [role=button]')]
            .filter(e => e.checkVisibility() && e.getClientRects().length)
            .map(e => [e.closest('label') || e, e])
            .map(([box, e]) => [box.getBoundingClientRect(), e])
            .filter(([b, e]) => b.width > 1 && (b.width < 24 || b.height < 24))
            .map(([b, e]) => `${e.outerHTML.slice(0, 100)} ${b.width}x${b.height}`)""")]
    assert not small, "\n".join(small)


def test_a_whole_round_by_keyboard_alone(devices):
    app = devices.new().open()
    page = app.page

    def tab_to(name, role=None):
        for _ in range(80):
            focused = page.evaluate(
                "() => { const e = document.activeElement; return (e.getAttribute('aria-label')"
                " || (e.labels && e.labels[0] && e.labels[0].innerText) || e.innerText || '')"
                ".trim().replace(/\\s+/g, ' '); }")
            if re.search(name, focused):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{name} cannot be reached by Tab")

    tab_to("^New deck$")
    app.press("Enter")
    page.keyboard.type("Keys only")
    app.press("Enter")
    expect(app.deck_row("Keys only")).to_be_visible()
    tab_to("Keys only")
    app.press("Enter")
    expect(app.heading("Keys only")).to_be_visible()
    tab_to("^Add card$")
    app.press("Enter")
    for front, back in [("yksi", "one"), ("kaksi", "two")]:
        page.keyboard.type(front)
        app.press("Tab")
        page.keyboard.type(back)
        tab_to("^Save and add another$")
        app.press("Enter")
        expect(app.form_field("Front")).to_have_value("")
    app.press("Escape")
    expect(app.card_rows()).to_have_count(2)
    tab_to("^Study$")
    app.press("Enter")
    for _ in range(2):
        app.turn()
        app.press("1")
    expect(app.link_or_button("Done")).to_be_visible()
    tab_to("^Done$")
    app.press("Enter")
    expect(app.heading("Keys only")).to_be_visible()


def test_the_focus_is_always_to_be_seen(app):
    for _ in range(12):
        app.press("Tab")
        outline = app.page.evaluate(
            "() => { const s = getComputedStyle(document.activeElement);"
            " return [s.outlineStyle, parseFloat(s.outlineWidth), s.boxShadow]; }")
        assert (outline[0] != "none" and outline[1] >= 2) or outline[2] != "none", outline


def test_a_dialog_keeps_the_focus_and_gives_it_back(app):
    app.button("New deck").click()
    for _ in range(12):
        app.press("Tab")
        assert app.page.evaluate(
            "() => document.activeElement === document.body"
            " || !!document.activeElement.closest('dialog, [role=dialog]')")
    app.press("Escape")
    expect(app.dialog()).to_have_count(0)
    expect(app.button("New deck")).to_be_focused()


def test_the_list_of_keys_opens_with_a_question_mark(app):
    app.press("Shift+?")
    expect(app.dialog()).to_be_visible()
    for key in ("Space", "1", "2", "Ctrl"):
        expect(app.dialog()).to_contain_text(key)
    app.press("Escape")
    expect(app.dialog()).to_have_count(0)


def test_the_title_tells_the_screen(app):
    assert "Omena" in app.page.title()
    app.open_deck("Capitals")
    assert "Capitals" in app.page.title()


def test_reduced_motion_turns_nothing(devices, library):
    app = devices.new(reduced_motion="reduce").open().open_deck("Deck").study()
    app.press("Space")
    turned = app.page.evaluate(
        """() => new Promise(done => { let seen = 0; const t0 = performance.now();
        const f = () => { for (const e of document.querySelectorAll('*')) {
            const s = getComputedStyle(e);
            const m = new DOMMatrix(s.transform === 'none' ? '' : s.transform);
            const angle = Math.abs(m.m13);
            if (angle > 0.1 && angle < 0.95) seen++; }
          performance.now() - t0 < 500 ? requestAnimationFrame(f) : done(seen); }; f(); })""")
    assert turned == 0
    expect(app.button("Knew it")).to_be_visible()


def test_right_to_left_layout_mirrors_without_breaking(devices, library):
    app = devices.new({"viewport": {"width": 390, "height": 844}}, reduced_motion="reduce")
    app.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { document.documentElement.dir = 'rtl'; })")
    for name in screens(app):
        over = app.page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, name
