"""Figures of the app in Chromium: opening, memory, the frame after an answer, the long list.

usage: browser.py [CARDS REVIEWS]     the large library; 100000 1000000 when not said"""

import sys
import tempfile
import time
from pathlib import Path

import psutil
from playwright.sync_api import sync_playwright

from common import figure, made_up_library, median, memory_mb

from Harness.app import DESKTOP, App
from Harness.server import Server
from Harness.wire import Library, numbered, push

# The moment at which a deck's name stands in the page, in milliseconds since the navigation began.
MARK = """
name => {
  const seen = () => [...document.querySelectorAll('a, button')]
    .some(e => e.textContent.includes(name) && e.getClientRects().length);
  const watch = new MutationObserver(() => {
    if (window.interactiveAt || !seen()) return;
    requestAnimationFrame(() => setTimeout(() => { window.interactiveAt ??= performance.now(); }));
  });
  watch.observe(document, {subtree: true, childList: true, characterData: true});
}
"""
# Milliseconds from an event to the first moment after the frame that shows its effect.
AFTER_FRAME = """
() => { window.frameTimes = [];
  addEventListener('input', event => {
    const start = event.timeStamp;
    requestAnimationFrame(() => { const c = new MessageChannel();
      c.port1.onmessage = () => frameTimes.push(performance.now() - start);
      c.port2.postMessage(0); });
  }, true); }
"""
# Counts the frames from a key to the first one in which another card's front stands in the page.
COUNT_FRAMES = """
() => { window.frameCounts = [];
  const front = () => (document.body.innerText.match(/front \\d+/) || [''])[0];
  addEventListener('keydown', event => {
    if (event.key !== '2') return;
    const before = front(), start = event.timeStamp;
    let frames = 0;
    const look = () => { frames++;
      if (front() !== before && front() !== '') {
        frameCounts.push([frames, performance.now() - start]); return; }
      if (frames < 200) requestAnimationFrame(look); };
    requestAnimationFrame(look);
  }, true); }
"""
SCROLL = """
steps => new Promise(done => {
  const gaps = []; let last = 0, step = 0;
  const end = document.documentElement.scrollHeight - innerHeight;
  const frame = now => {
    if (last) gaps.push(now - last);
    last = now;
    if (step++ >= steps) return done(gaps);
    scrollTo(0, (step * 7919 % 1000) / 1000 * end);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})
"""


def browser_processes(marker):
    """The processes of the browser whose profile folder is `marker`."""
    found = []
    for process in psutil.process_iter(["cmdline"]):
        if any(marker in part for part in process.info["cmdline"] or []):
            found.append(process)
    return found


def renderer_memory(profile):
    """Resident memory of the greatest renderer process in MB: the page with all of the browser's
    own code in it, so more than the page alone."""
    return max((memory_mb(p.pid) for p in browser_processes(profile)
                if "--type=renderer" in p.info["cmdline"]), default=0.0)


class Chromium:
    """Chromium with a profile on the disk, as a person's is."""

    def __init__(self, playwright, folder):
        self.folder = folder
        self.context = playwright.chromium.launch_persistent_context(
            str(folder), executable_path="/usr/bin/chromium", **DESKTOP,
            args=["--no-sandbox", "--disable-dev-shm-usage", "--enable-precise-memory-info"])

    def open(self, url, name):
        """Opens the page in a new tab; (the app, milliseconds until the deck `name` is there)."""
        page = self.context.new_page()
        page.add_init_script(f"({MARK})({name!r})")
        page.goto(url)
        page.wait_for_function("window.interactiveAt > 0", timeout=900_000)
        return App(page, url), page.evaluate("interactiveAt")


def opening(playwright, folder):
    server = Server(folder / "small", log=folder / "log").start()
    first, again = [], []
    for number in range(5):
        chromium = Chromium(playwright, folder / f"profile-{number}")
        app, took = chromium.open(server.url, "Capitals")
        first.append(took)
        app.expect_synced()
        app.page.close()
        app, took = chromium.open(server.url, "Capitals")
        again.append(took)
        chromium.context.close()
    server.stop()
    figure("open: first visit until the sample decks are there, median", median(first), "ms", 300)
    figure("open: second visit, median", median(again), "ms", 300)


def answering(playwright, folder):
    server = Server(folder / "answer", log=folder / "log").start()
    library = Library()
    library.deck("Deck", numbered(60))
    push(server.url, library)
    chromium = Chromium(playwright, folder / "profile-answer")
    app, _ = chromium.open(server.url, "Deck")
    app.open_deck("Deck").study()
    app.page.evaluate(COUNT_FRAMES)
    for _ in range(50):
        app.press("Space")
        app.page.wait_for_timeout(40)
        app.press("2")
        app.page.wait_for_timeout(60)
    counts = app.page.evaluate("frameCounts")
    chromium.context.close()
    server.stop()
    assert len(counts) >= 40, counts
    figure("study: frames from an answer to the next card, greatest of 50",
           max(frames for frames, _ in counts), "frames", 1)
    figure("study: from an answer to the next card's frame, median",
           median([ms for _, ms in counts]), "ms")


def long_list(app):
    app.open_deck("Deck 0")
    gaps = app.page.evaluate(SCROLL, 120)
    figure("list: greatest time between frames while scrolling by leaps", max(gaps), "ms", 50)
    figure("list: median time between frames while scrolling by leaps", median(gaps), "ms")
    app.page.evaluate(AFTER_FRAME)
    box = app.page.get_by_role("searchbox")
    for word in ("metsa", "vesi 77", "back of 9", "zzz"):
        for letter in word:
            box.press(letter if letter != " " else "Space")
            app.page.wait_for_timeout(60)
        box.fill("")
        app.page.wait_for_timeout(100)
    times = app.page.evaluate("frameTimes")
    figure("list: from a key to the filtered list on the screen, greatest", max(times), "ms", 50)
    figure("list: from a key to the filtered list on the screen, median", median(times), "ms")


def large(playwright, folder, cards, reviews):
    server = Server(folder / "large", log=folder / "log").start()
    start = time.perf_counter()
    push(server.url, made_up_library(cards, reviews))
    print(f"# {cards} cards and {reviews} reviews put on the server in "
          f"{time.perf_counter() - start:.1f} s", file=sys.stderr)
    chromium = Chromium(playwright, folder / "profile-large")
    start = time.perf_counter()
    app, _ = chromium.open(server.url, "Deck 9")
    app.expect_synced(timeout=900_000)
    figure(f"first sync of {cards} cards and {reviews} reviews into the browser",
           time.perf_counter() - start, "s")
    figure("memory of the page's process after it (renderer, RSS)",
           renderer_memory(str(chromium.folder)), "MB")
    app.page.wait_for_timeout(5_000)
    chromium.context.close()
    opens, used = [], []
    for _ in range(3):
        chromium = Chromium(playwright, folder / "profile-large")
        app, took = chromium.open(server.url, "Deck 9")
        opens.append(took)
        app.page.wait_for_timeout(1_500)
        used.append(renderer_memory(str(chromium.folder)))
        if len(opens) == 3:
            long_list(app)
            app.page.wait_for_timeout(500)
            figure("large: memory of the page's process after searching (renderer, RSS)",
                   renderer_memory(str(chromium.folder)), "MB", 250)
        chromium.context.close()
    server.stop()
    what = f"{cards} cards and {reviews} reviews on the device"
    figure(f"open: {what}, median", median(opens), "ms", 1000)
    figure(f"memory: {what} (renderer, RSS)", median(used), "MB", 250)


def main():
    cards, reviews = (int(n) for n in (sys.argv[1:] or ("100000", "1000000")))
    with (tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name,
          sync_playwright() as playwright):
        folder = Path(name)
        opening(playwright, folder)
        answering(playwright, folder)
        large(playwright, folder, cards, reviews)


if __name__ == "__main__":
    main()
