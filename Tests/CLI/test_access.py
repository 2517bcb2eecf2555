"""A server that others can reach: the pass phrase, signing in, and what stays closed."""

import http.client
import os
import urllib.parse

import pytest

from Harness.server import Server, free_port, omena
from Harness.wire import Library, numbered, sync

PASSPHRASE = "correct horse battery"


@pytest.fixture
def passphrase_file(tmp_path):
    path = tmp_path / "passphrase"
    path.write_text(PASSPHRASE + "\nsecond line\n")
    return path


@pytest.fixture
def open_server(data, passphrase_file):
    server = Server(data, arguments=[
        "--host", "0.0.0.0", "--passphrase-file", str(passphrase_file)]).start()
    yield server
    if server.process:
        server.stop()


def ask(server, method, path, body=None, headers=()):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request(method, path, body, dict(headers))
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read().decode()


def sign_in(server, passphrase):
    return ask(server, "POST", "/sign-in", urllib.parse.urlencode({"passphrase": passphrase}),
               {"Content-Type": "application/x-www-form-urlencoded",
                "Origin": f"http://127.0.0.1:{server.port}"})


def cookie(headers):
    return {"Cookie": headers["Set-Cookie"].split(";")[0]}


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_it_refuses_to_start_without_a_passphrase(data, host):
    done = omena("serve", "--port", free_port(), "--host", host, data=data, timeout=20)
    assert done.returncode == 1
    assert "--passphrase-file" in done.stderr


@pytest.mark.parametrize("text", ["", "short", "\nlong enough but on the second line"])
def test_it_refuses_a_passphrase_that_is_too_short(data, passphrase_file, text):
    passphrase_file.write_text(text)
    done = omena("serve", "--port", free_port(), "--host", "0.0.0.0", "--passphrase-file",
                 passphrase_file, data=data, timeout=20)
    assert done.returncode == 1
    assert "pass phrase" in done.stderr


def test_it_refuses_a_passphrase_that_cannot_be_read(data, tmp_path):
    done = omena("serve", "--port", free_port(), "--host", "0.0.0.0", "--passphrase-file",
                 tmp_path / "nothing", data=data, timeout=20)
    assert done.returncode == 1 and "nothing" in done.stderr


def test_it_refuses_a_host_that_is_not_known(data):
    done = omena("serve", "--port", free_port(), "--host", "no.such.host.invalid", data=data,
                 timeout=60)
    assert done.returncode == 1 and "no.such.host.invalid" in done.stderr


def test_signing_in_opens_it_and_lasts_over_a_restart(open_server):
    status, headers, _ = ask(open_server, "GET", "/")
    assert (status, headers["Location"]) == (303, "/sign-in")
    assert sync(open_server.url)[0] == 401
    assert sign_in(open_server, PASSPHRASE + "!")[0] == 401
    status, headers, _ = sign_in(open_server, PASSPHRASE)
    assert status == 303
    assert "HttpOnly" in headers["Set-Cookie"] and "SameSite=Strict" in headers["Set-Cookie"]
    session = cookie(headers)
    library = Library()
    library.deck("Deck", numbered(2))
    assert sync(open_server.url, library.changes, headers=session)[0] == 200
    open_server.restart()
    assert sync(open_server.url, headers=session)[0] == 200
    assert ask(open_server, "GET", "/", headers=session)[0] == 200
    status, headers, _ = ask(open_server, "POST", "/sign-out", "", session | {
        "Content-Type": "application/x-www-form-urlencoded"})
    assert status == 303
    assert sync(open_server.url, headers=session)[0] == 401


def test_guessing_is_slowed(open_server):
    statuses = [sign_in(open_server, f"guess number {n}")[0] for n in range(6)]
    assert statuses[:3] == [401, 401, 401]
    assert statuses[-1] == 429
    status, headers, page = sign_in(open_server, PASSPHRASE)
    assert status == 429 and int(headers["Retry-After"]) >= 1 and "Try again" in page


def test_neither_passphrase_nor_session_stand_in_files_or_log(open_server, data):
    session = cookie(sign_in(open_server, PASSPHRASE)[1])["Cookie"].split("=")[1]
    open_server.stop()
    log = open_server.log.read_text()
    stored = b"".join(path.read_bytes() for path in data.rglob("*") if path.is_file())
    for secret in (PASSPHRASE, session):
        assert secret not in log and secret.encode() not in stored
    for path in data.rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path


@pytest.mark.skipif(not os.path.exists("/proc/net/if_inet6"), reason="no IPv6 here")
def test_it_listens_on_ipv6_loopback_without_a_passphrase(data):
    port = free_port()
    server = Server(data, arguments=["--host", "::1"])
    server.port = port
    server.start(wait=False)
    try:
        for _ in range(500):
            try:
                connection = http.client.HTTPConnection("::1", port, timeout=10)
                connection.request("GET", "/healthz")
                assert connection.getresponse().status == 200
                return
            except ConnectionRefusedError:
                continue
        pytest.fail("no answer")
    finally:
        server.stop()
