"""The script of the page by itself: morph, storage and tabs.

Most of these load one module of `Web/` into an empty page of the server, so what is seen is the
module's doing alone."""

import re
import urllib.request

import pytest
from playwright.sync_api import expect

NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', {get: () => undefined});"
NO_MOVE = "delete Element.prototype.moveBefore;"
NEVER_OPENS = "IDBFactory.prototype.open = () => ({});"


class Bench:
    """An empty page with modules of the runtime in it."""

    def __init__(self, app, url):
        with urllib.request.urlopen(url) as answer:
            self.folder = re.search(r'src="(a/\w+)/runtime.js"', answer.read().decode()).group(1)
        self.page = app.page
        self.page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
        self.url = url

    def open(self, *modules):
        self.page.goto(self.url + "/healthz")
        self.page.evaluate("document.body.innerHTML = '<div id=root></div>'")
        for name in modules:
            self.page.evaluate(
                "async ([name, url]) => { window[name] = await import(url); }",
                [name, f"{self.url}/{self.folder}/{name}.js"])
        return self

    def show(self, html):
        """Morphs the page's root into `html`; whether every kept piece was there."""
        return self.page.evaluate("html => morph.morph(document.getElementById('root'), html)",
                                  html)

    def html(self):
        return self.page.evaluate("document.getElementById('root').innerHTML")


@pytest.fixture
def empty(devices, server):
    """A page with nothing of the app in it."""
    return Bench(devices.new(bypass_csp=True), server.url)


@pytest.fixture(params=["with moveBefore", "without moveBefore"])
def bench(empty, request):
    if request.param == "without moveBefore":
        empty.page.context.add_init_script(NO_MOVE)
    return empty.open("morph")


# Morph

def row(key, text=""):
    return f'<li data-key="{key}"><b>{text or key}</b></li>'


def rows(keys):
    return "<ul>" + "".join(map(row, keys)) + "</ul>"


@pytest.mark.parametrize("after", ["bcd", "abxcd", "dcba", "cab", "dxa", "", "xyz", "acbd"])
def test_a_list_becomes_what_is_wanted_and_keeps_its_elements(bench, after):
    bench.show(rows("abcd"))
    bench.page.evaluate("for (const li of document.querySelectorAll('li')) li.was = li.dataset.key")
    assert bench.show(rows(after))
    assert bench.html() == rows(after)
    kept = bench.page.evaluate("Array.from(document.querySelectorAll('li'), li => li.was ?? '')")
    assert kept == [key if key in "abcd" else "" for key in after]


def test_placeholders_keep_what_is_there_and_a_missing_one_is_told(bench):
    bench.show(rows("abc"))
    placed = '<ul><k- k="c"></k-><k- k="a"></k->' + row("b", "new") + "</ul>"
    assert bench.show(placed)
    assert bench.html() == "<ul>" + row("c") + row("a") + row("b", "new") + "</ul>"
    assert not bench.show('<ul><k- k="lost"></k-></ul>')
    assert bench.show(rows("a"))
    assert bench.html() == rows("a")


def test_the_element_in_use_keeps_focus_and_selection_when_its_list_turns_round(bench):
    def fields(keys):
        return "".join(f'<p data-key="{k}"><input aria-label="{k}"></p>' for k in keys)

    bench.show(fields("abcde"))
    field = bench.page.get_by_label("d", exact=True)
    field.fill("words here")
    field.evaluate("field => field.setSelectionRange(2, 5)")
    for keys in ["edcba", "dabce", "bd", "xbyd"]:
        bench.show(fields(keys))
        order = bench.page.evaluate(
            "Array.from(document.querySelectorAll('input'), i => i.ariaLabel).join('')")
        assert order == keys
        expect(field).to_be_focused()
        assert field.evaluate("f => [f.value, f.selectionStart, f.selectionEnd]") == [
            "words here", 2, 5]


def test_an_error_above_a_field_neither_takes_its_focus_nor_its_text(bench):
    field = '<input id="front" value="">'
    bench.show(f"<form>{field}</form>")
    bench.page.locator("#front").press_sequentially("half a wo")
    bench.show(f"<form><p>Too short</p>{field}</form>")
    bench.show(f"<form>{field}</form>")
    expect(bench.page.locator("#front")).to_be_focused()
    expect(bench.page.locator("#front")).to_have_value("half a wo")


def test_the_text_of_a_field_in_use_changes_only_with_a_new_revision(bench):
    def fields(text, revision):
        return (f'<input id="i" value="{text}" data-rev="{revision}">'
                f'<textarea id="t" data-value="{text}" data-rev="{revision}"></textarea>')

    bench.show(fields("", 1))
    for name in "it":
        field = bench.page.locator("#" + name)
        field.fill("typed")
        bench.show(fields("from the app", 1))
        expect(field).to_have_value("typed")
        field.evaluate("field => field.blur()")
        bench.show(fields("from the app", 1))
        expect(field).to_have_value("from the app")
        field.focus()
        bench.show(fields("cleared", 2))
        expect(field).to_have_value("cleared")
        bench.show(fields("", 1))


def test_a_composition_goes_on_while_the_page_changes_around_it(bench):
    def page(count):
        return f'<p>{count} found</p><ul>{row(count)}</ul><input id="q" value="">'

    bench.show(page(0))
    bench.page.locator("#q").focus()
    cdp = bench.page.context.new_cdp_session(bench.page)
    for step, text in enumerate(["n", "に", "にh", "にほ"]):
        cdp.send("Input.imeSetComposition", {
            "text": text, "selectionStart": len(text), "selectionEnd": len(text)})
        bench.show(page(step + 1))
    cdp.send("Input.insertText", {"text": "日"})
    expect(bench.page.locator("#q")).to_have_value("日")
    expect(bench.page.locator("#q")).to_be_focused()


def test_boxes_and_choices_show_what_the_application_holds(bench):
    def form(is_on, chosen):
        return (f'<input type="checkbox" id="c"{" checked" if is_on else ""}>'
                f'<select id="s" data-value="{chosen}"><option value="a">A</option>'
                '<option value="b">B</option></select>')

    bench.show(form(False, "b"))
    expect(bench.page.locator("#s")).to_have_value("b")
    bench.page.locator("#c").check()
    bench.page.evaluate("document.activeElement.blur()")
    bench.show(form(False, "a"))
    expect(bench.page.locator("#c")).not_to_be_checked()
    expect(bench.page.locator("#s")).to_have_value("a")


def test_what_the_person_opened_scrolled_or_started_stays(bench):
    def page(text):
        return (f'<details id="d"><summary>More</summary>{text}</details>'
                f'<div id="s" data-style="height:50px;overflow:auto"><p>{text}</p>'
                '<div data-style="height:500px"></div></div>'
                '<div id="a" data-style="animation: turn 60s">turning</div>'
                '<div id="o" data-own>own</div>')

    bench.page.add_style_tag(content="@keyframes turn { to { rotate: 360deg } }")
    bench.show(page("one"))
    bench.page.locator("summary").click()
    bench.page.evaluate("""() => {
      document.getElementById('s').scrollTop = 120;
      document.getElementById('o').textContent = 'mine';
      window.animation = document.getElementById('a').getAnimations()[0]; }""")
    bench.show(page("two"))
    assert bench.page.evaluate("""[
      document.getElementById('d').open, document.getElementById('s').scrollTop,
      document.getElementById('o').textContent, document.querySelector('#s p').textContent,
      document.getElementById('a').getAnimations()[0] === window.animation]""") == [
        True, 120, "mine", "two", True]


def test_styles_follow_their_attribute(bench):
    bench.show('<div id="x" data-style="--share: .5"></div>')
    read = "getComputedStyle(document.getElementById('x')).getPropertyValue('--share')"
    assert bench.page.evaluate(read) == ".5"
    bench.show('<div id="x" data-style="--share: 1"></div>')
    assert bench.page.evaluate(read) == "1"
    bench.show('<div id="x"></div>')
    assert bench.page.evaluate(read) == ""


def test_a_dialog_that_is_taken_away_gives_the_focus_back(bench):
    bench.show('<button id="b">Open</button>')
    bench.page.locator("#b").focus()
    bench.show('<button id="b">Open</button><dialog id="d"><input></dialog>')
    bench.page.evaluate("document.getElementById('d').showModal()")
    bench.show('<button id="b">Open</button>')
    expect(bench.page.locator("#b")).to_be_focused()


# Storage

def stored(page):
    """Everything that `load` hands over, as [action, bytes], and how it ended."""
    return page.evaluate("""() => new Promise(end => {
      const all = [];
      storage.load((action, bytes) => all.push([action, Array.from(bytes)]),
        failure => end([all, failure ?? 'done']));
    })""")


def write(page, *operations):
    """Writes; 'wrote' or the reason why not."""
    return page.evaluate("""operations => storage.write(operations.map(
      ([op, store, key, bytes]) => [op, store, key, new Uint8Array(bytes ?? [])]))
      .then(() => 'wrote', reason => reason)""", [list(each) for each in operations])


def opened(page):
    return page.evaluate("""storage.open(reason => { window.lost = reason; })
      .then(() => 'open', reason => reason)""")


def test_what_was_written_is_read_back_after_a_reload_in_order(empty):
    page = empty.open("storage").page
    assert opened(page) == "open"
    assert write(page, ("put", "outbox", "o", [9]), ("put", "journal", "b", [2]),
                 ("put", "journal", "a", [1]), ("put", "meta", "device", [7]),
                 ("put", "segments", "notes/0", [0, 255])) == "wrote"
    assert write(page, ("put", "journal", "c", [3]), ("delete", "journal", "b")) == "wrote"
    page = empty.open("storage").page
    assert opened(page) == "open"
    assert stored(page) == [[
        ["loaded.segment:notes/0", [0, 255]], ["loaded.journal:a", [1]],
        ["loaded.journal:c", [3]], ["loaded.outbox:o", [9]], ["loaded.meta:device", [7]]], "done"]
    assert page.evaluate("storage.read('meta', 'device').then(bytes => bytes[0])") == 7
    assert page.evaluate("storage.read('meta', 'nothing')") is None


def test_a_write_that_fails_leaves_nothing_behind_and_says_why(empty):
    page = empty.open("storage").page
    opened(page)
    assert write(page, ("put", "journal", "a", [1]), ("put", "nowhere", "b", [2])) == (
        "NotFoundError")
    assert stored(page) == [[], "done"]


def test_a_newer_version_gets_the_database_and_the_old_page_is_told(empty):
    page = empty.open("storage").page
    opened(page)
    assert page.evaluate("""() => new Promise(end => {
      const request = indexedDB.open('omena', 2);
      request.onsuccess = () => { request.result.close(); end('opened'); };
      request.onblocked = () => end('blocked');
    })""") == "opened"
    assert page.evaluate("window.lost") == "VersionChange"
    assert write(page, ("put", "journal", "a", [1])) == "UnavailableError"
    assert stored(page) == [[], "UnavailableError"]
    page = empty.open("storage").page
    assert opened(page) == "VersionError"


def test_a_database_that_never_opens_is_given_up_in_the_end(empty):
    empty.page.context.add_init_script(NEVER_OPENS)
    empty.page.clock.install()
    page = empty.open("storage").page
    page.evaluate("storage.open(() => {}).catch(reason => { window.reason = reason; })")
    page.clock.run_for(9_000)
    assert page.evaluate("window.reason") == "TimeoutError"
    assert write(page, ("put", "journal", "a", [1])) == "UnavailableError"


# Tabs

def held_locks(app):
    names = app.page.evaluate("navigator.locks.query().then(q => q.held.map(l => l.name))")
    return sorted(name for name in names if name.startswith("omena"))


def test_two_tabs_have_lanes_of_their_own_and_the_lead_is_handed_over(devices):
    first = devices.new().open()
    second = devices.tab(first.page.context).open()
    expect_locks = ["omena-lane-0", "omena-lane-1", "omena-leader"]
    assert held_locks(second) == expect_locks
    waiting = "navigator.locks.query().then(q => q.pending.map(l => l.name))"
    assert second.page.evaluate(waiting) == ["omena-leader"]
    first.page.close()
    second.page.wait_for_function(
        "navigator.locks.query().then(q => q.pending.length === 0 && q.held.length === 2)")
    assert held_locks(second) == ["omena-lane-1", "omena-leader"]
    third = devices.tab(second.page.context).open()
    assert held_locks(third) == expect_locks


def test_without_web_locks_one_tab_leads_and_the_next_takes_over(empty, devices, server):
    context = empty.page.context
    context.add_init_script(NO_LOCKS)
    other = Bench(devices.tab(context), server.url)
    start = "tabs.lead(() => { window.leads = true; })"
    empty.open("tabs").page.evaluate(start)
    empty.page.wait_for_function("window.leads")
    other.open("tabs").page.evaluate(start)
    other.page.wait_for_timeout(2_500)
    assert other.page.evaluate("window.leads") is None
    assert empty.page.evaluate("tabs.mayLead()") is True
    empty.page.goto("about:blank")
    other.page.wait_for_function("window.leads")
    lane = other.page.evaluate("tabs.takeLane()")
    assert 0 <= lane < 256


def test_without_web_locks_a_tab_that_lost_the_lead_starts_anew(empty):
    empty.page.context.add_init_script(NO_LOCKS)
    page = empty.open("tabs").page
    page.evaluate("tabs.lead(() => { window.leads = true; })")
    page.wait_for_function("window.leads")
    with page.expect_navigation():
        page.evaluate("""() => {
          localStorage.setItem('omena-leader', JSON.stringify({holder: 'x', time: Date.now()}));
          window.may = tabs.mayLead(); }""")


# Where the app cannot run


def test_the_runtime_starts_once_however_often_it_is_loaded(devices):
    app = devices.new(bypass_csp=True).open()
    app.page.evaluate("""() => {
      const source = document.querySelector('script[type=module]').src;
      return import(source + '?again'); }""")
    app.page.wait_for_timeout(300)
    assert held_locks(app) == ["omena-lane-0", "omena-leader"]
