"""Fixtures: a server with its own data, browsers like a phone's and a desktop's, and a look at
what the page complained of."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from Harness.app import DESKTOP, PHONE, App
from Harness.server import ROOT, Server

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PICTURES = ROOT / ".build" / "test" / "pictures"
expect.set_options(timeout=7_000)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call":
        item.failed = report.failed
    return report


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def server(data):
    """A running server that ends with the test."""
    server = Server(data)
    server.start()
    yield server
    if server.process:
        server.kill()


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield browser
        browser.close()


class Devices:
    """Makes browsers that know nothing of each other, and keeps what their pages complained of."""

    def __init__(self, chromium, server):
        self.chromium = chromium
        self.server = server
        self.contexts = []
        self.pages = []
        self.complaints = []
        self.allowed = []

    def allow(self, *patterns):
        """Complaints that a test provokes, as regular expressions."""
        self.allowed += patterns

    def new(self, kind=DESKTOP, **options):
        """A browser of its own (its own storage) with one page; the App on it, not yet opened."""
        context = self.chromium.new_context(**{**kind, **options})
        context.set_default_timeout(7_000)
        self.contexts.append(context)
        return self.tab(context)

    def tab(self, context):
        """Another tab of the same browser."""
        page = context.new_page()
        self.pages.append(page)
        page.on("console", lambda m: self.note(m.type, m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: self.note("exception", str(error)))
        return App(page, self.server.url)

    def note(self, kind, text):
        self.complaints.append(f"{kind}: {text}")

    def unexpected(self):
        return [c for c in self.complaints if not any(re.search(p, c) for p in self.allowed)]


@pytest.fixture
def devices(chromium, server, request):
    devices = Devices(chromium, server)
    yield devices
    if getattr(request.node, "failed", False):
        save_pictures(request.node.name, devices)
    for context in devices.contexts:
        context.close()
    unexpected = devices.unexpected()
    assert not unexpected, "the page complained:\n" + "\n".join(unexpected)


def save_pictures(name, devices):
    PICTURES.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r"[^\w.-]+", "_", name)
    for number, page in enumerate(devices.pages):
        if page.is_closed():
            continue
        try:
            page.screenshot(path=PICTURES / f"{stem}-{number}.png", timeout=3_000)
            Path(PICTURES / f"{stem}-{number}.html").write_text(page.content())
        except Exception as error:  # a picture is a help, never the reason that a test fails
            print("no picture:", error)


@pytest.fixture
def app(devices):
    """The app on a desktop, opened."""
    return devices.new().open()


@pytest.fixture
def phone(devices):
    """The app on a phone, opened."""
    return devices.new(PHONE).open()
