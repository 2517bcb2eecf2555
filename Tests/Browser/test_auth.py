"""Listening beyond this computer: a pass phrase, a sign-in page, a session cookie."""

import time

import pytest
from playwright.sync_api import expect

from Harness.app import SAMPLES
from Harness.server import Server, free_port, omena
from Harness.wire import sync

PHRASE = "correct horse battery staple"


@pytest.fixture
def passphrase(tmp_path):
    path = tmp_path / "phrase"
    path.write_text(PHRASE + "\n")
    path.chmod(0o600)
    return path


@pytest.fixture
def server(data, passphrase):
    server = Server(data, arguments=["--host", "0.0.0.0", "--passphrase-file", passphrase])
    server.start()
    yield server
    if server.process:
        server.kill()


def sign_in(page, url, phrase=PHRASE):
    page.goto(url)
    page.get_by_label("Pass phrase").fill(phrase)
    page.get_by_role("button", name="Sign in").click()


def test_without_a_pass_phrase_it_does_not_listen_beyond_this_computer(data):
    done = omena("serve", "--port", free_port(), "--host", "0.0.0.0", data=data)
    assert done.returncode in (1, 2)
    assert "--passphrase-file" in done.stderr
    assert done.stdout == ""


def test_the_right_phrase_opens_the_library(devices, server):
    devices.allow("401")
    app = devices.new()
    sign_in(app.page, server.url)
    app.ready()
    assert sorted(app.deck_names()) == sorted(SAMPLES)
    cookies = app.page.context.cookies()
    assert len(cookies) == 1
    assert cookies[0]["httpOnly"] and cookies[0]["sameSite"] == "Strict"
    app.reload()
    app.new_deck("Signed in").expect_synced()


def test_a_wrong_phrase_is_told_and_slowed(devices, server):
    devices.allow("401", "403", "429")
    page = devices.new().page
    sign_in(page, server.url, "wrong")
    expect(page.get_by_role("alert")).to_be_visible()
    times = []
    for _ in range(4):
        start = time.monotonic()
        page.get_by_label("Pass phrase").fill("wrong again")
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_load_state()
        expect(page.get_by_role("alert")).to_be_visible(timeout=30_000)
        times.append(time.monotonic() - start)
    assert sum(times) > 1, times
    assert page.context.cookies() == []


def test_nothing_is_given_away_without_signing_in(server):
    status, _ = sync(server.url)
    assert status == 401
    status, _ = sync(server.url, headers={"Cookie": "omena=0123456789abcdef"})
    assert status == 401


def test_a_session_outlives_a_restart_or_asks_again(devices, server):
    devices.allow("401", "ERR_CONNECTION", "Failed to load resource")
    app = devices.new()
    sign_in(app.page, server.url)
    app.ready()
    app.new_deck("Before").expect_synced()
    server.restart()
    app.page.goto(server.url)
    signs_in = app.page.get_by_label("Pass phrase")
    expect(signs_in.or_(app.heading("Decks")).first).to_be_visible()
    if signs_in.count():
        sign_in(app.page, server.url)
    app.ready()
    expect(app.deck_row("Before")).to_be_visible()
