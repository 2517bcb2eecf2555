"""The first open page: what a new person finds."""

from urllib.parse import urlparse

import pytest
from playwright.sync_api import expect

from Harness.app import SAMPLES


def test_the_first_page_lists_the_sample_decks_with_their_counts(app):
    names = app.deck_names()
    assert sorted(names) == sorted(SAMPLES)
    for name, counts in SAMPLES.items():
        assert app.deck_count(name) in counts, name


def test_a_deck_of_the_samples_opens_and_shows_its_cards(app):
    app.open_deck("Finnish first words")
    expect(app.page.get_by_text("245 cards").first).to_be_visible()
    app.search("omena")
    expect(app.card_row("omena")).to_contain_text("apple")


def test_the_page_asks_nobody_but_its_own_server(devices, server):
    app = devices.new()
    hosts = set()
    app.page.on("request", lambda request: hosts.add(urlparse(request.url).netloc))
    app.open().expect_synced()
    hosts.discard("")
    assert hosts == {f"127.0.0.1:{server.port}"}


def test_a_second_visit_needs_no_server_answer_to_show_the_decks(devices, server):
    app = devices.new().open().expect_synced()
    devices.allow("Failed to load resource", "ERR_")
    app.page.route("**/api/**", lambda route: route.abort())
    app.reload()
    assert sorted(app.deck_names()) == sorted(SAMPLES)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_follows_the_theme_of_the_system(devices, scheme):
    app = devices.new(color_scheme=scheme).open()
    background = app.page.evaluate("getComputedStyle(document.body).backgroundColor")
    numbers = [int(n) for n in background[4:-1].split(",")[:3]]
    assert (sum(numbers) > 500) == (scheme == "light"), background
