"""Faults of the server: killed during a sync storm, a full disk, hostile requests."""

import http.client
import os
import random
import resource
import socket
import subprocess
import threading
import time

import pytest

from Harness.server import Server, omena
from Harness.wire import Clock, Library, held, latest, numbered, push, sync

KILLS = int(os.environ.get("OMENA_KILLS", "25"))


def test_what_was_acknowledged_survives_a_kill(data):
    """`OMENA_KILLS=200` makes it the long form."""
    seed = int(os.environ.get("OMENA_SEED", "0")) or random.randrange(1 << 30)
    print(f"seed {seed}")
    chance = random.Random(seed)
    acknowledged = set()
    server = Server(data)
    for round in range(KILLS):
        server.start()
        stop = threading.Event()
        threads = [threading.Thread(target=storm, args=(
            server.url, 0xAB00 + (round << 24) + (lane << 16), stop, acknowledged))
            for lane in range(3)]
        for thread in threads:
            thread.start()
        time.sleep(chance.uniform(0.01, 0.25))
        server.kill()
        stop.set()
        for thread in threads:
            thread.join()
    done = omena("check", data=data)
    assert done.returncode == 0, f"seed {seed}: {done.stderr}"
    server.start()
    missing = acknowledged - set(held(server.url)["note"])
    server.stop()
    assert len(acknowledged) > KILLS
    assert not missing, f"seed {seed}: {len(missing)} of {len(acknowledged)} lost"


def storm(url, device, stop, acknowledged):
    """Sends small batches until the server is gone; notes what it acknowledged."""
    library = Library(seed=device, clock=Clock(device=device))
    deck = library.deck("Storm")
    since = 0
    while not stop.is_set():
        library.changes.clear()
        ids = [library.note(deck, "front", "back") for _ in range(5)]
        try:
            status, answer = sync(url, library.changes, since=since, device=device)
        except (OSError, http.client.HTTPException, ValueError):
            return
        if status == 200:
            since = answer["seq"]
            acknowledged.update(ids)


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 8 MB, where this may be made, and a server on it."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)],
                          capture_output=True, text=True)
    if made.returncode:
        pytest.skip("a small disk can only be mounted as root")
    server = Server(folder / "data", log=tmp_path / "log").start()
    yield folder, server
    if server.process:
        server.kill()
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_told_and_passes(small_disk):
    folder, server = small_disk
    library = Library()
    deck = library.deck("Deck", numbered(10))
    push(server.url, library)
    ballast = folder / "ballast"
    with open(ballast, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1 << 16))
        except OSError:
            pass
    status, since = 200, latest(server.url)
    for _ in range(200):
        library.changes.clear()
        ids = [library.note(deck, "x" * 900, "y" * 900) for _ in range(100)]
        status, answer = sync(server.url, library.changes, since=since)
        if status != 200:
            break
        since = answer["seq"]
    assert status == 507, answer
    assert answer["error"] and answer["message"].endswith(".")
    ballast.unlink()
    status, _ = sync(server.url, library.changes, since=since)
    assert status == 200
    assert set(ids) <= set(held(server.url)["note"])
    server.stop()
    assert omena("check", data=folder / "data").returncode == 0


def test_a_limit_on_file_sizes_is_told_like_a_full_disk(server, data):
    library = Library()
    deck = library.deck("Deck")
    push(server.url, library)
    since = latest(server.url)
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1 << 20, hard))
    library.changes.clear()
    ids = [library.note(deck, "x" * 900, "y" * 900) for _ in range(1000)]
    status, answer = sync(server.url, library.changes, since=since)
    assert (status, answer["error"]) == (507, "full")
    assert not set(ids) & set(held(server.url)["note"])
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
    assert sync(server.url, library.changes, since=since)[0] == 200
    assert set(ids) <= set(held(server.url)["note"])
    server.stop()
    assert omena("check", data=data).returncode == 0


def raw(server, request, timeout=5):
    """Sends bytes as they are; the first line of the answer, or '' when the server hung up."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=timeout) as connection:
        try:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            answer = b""
            while b"\r\n" not in answer:
                part = connection.recv(4096)
                if not part:
                    break
                answer += part
        except OSError:
            return ""
    return answer.split(b"\r\n")[0].decode("latin-1")


def post_raw(server, body, host=None, origin=None, length=None, path="/api/sync"):
    host = f"127.0.0.1:{server.port}" if host is None else host
    lines = [f"POST {path} HTTP/1.1", f"Host: {host}",
             "Content-Type: application/json",
             f"Content-Length: {len(body) if length is None else length}"]
    if origin:
        lines.append(f"Origin: {origin}")
    return raw(server, "\r\n".join([*lines, "Connection: close", "", ""]).encode() + body)


def test_foreign_hosts_and_origins_are_refused(server):
    body = b'{"v":1,"device":"0000000000000100","since":0,"now":0,"changes":[]}'
    own = f"http://127.0.0.1:{server.port}"
    assert " 200 " in post_raw(server, body) + " "
    assert " 200 " in post_raw(server, body, origin=own) + " "
    assert " 200 " in post_raw(server, body, host=f"localhost:{server.port}") + " "
    for refused in (post_raw(server, body, host="evil.example"),
                    post_raw(server, body, host=f"evil.example:{server.port}"),
                    post_raw(server, body, host=""),
                    post_raw(server, body, origin="http://evil.example"),
                    post_raw(server, body, origin="null"),
                    post_raw(server, body, origin=f"http://127.0.0.1:{server.port + 1}")):
        assert refused.split(" ")[1][:1] == "4", refused


BODIES = {
    "empty": b"", "not JSON": b"hello", "an array": b"[]", "half": b'{"v":1,"device":"00',
    "deep": b"[" * 100_000,
    "changes that are a text": b'{"v":1,"device":"0000000000000100","changes":"all"}',
    "newer": b'{"v":9,"device":"0000000000000100","since":0,"now":0,"changes":[]}',
    "bad id": b'{"v":1,"device":"0000000000000100","since":0,"now":0,"changes":'
              b'[{"k":"note","i":"x","s":"y","p":{}}]}',
    "bad UTF-8": b'{"v":1,"device":"\xff\xfe"}', "zeros": bytes(1000),
    "huge numbers": b'{"v":1e999,"since":99999999999999999999999}',
}


@pytest.mark.parametrize("name", BODIES)
def test_a_malformed_body_is_answered_with_400(server, name):
    line = post_raw(server, BODIES[name])
    assert line.split(" ")[1][:1] == "4", line
    assert held(server.url)


REQUESTS = [
    b"", b"\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00",
    b"GET /../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /app.js%00.html HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"POST /api/sync HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /api/sync HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
]


@pytest.mark.parametrize("number", range(len(REQUESTS)))
def test_a_malformed_request_is_refused_and_the_server_lives(server, number):
    line = raw(server, REQUESTS[number].replace(b"127.0.0.1", b"127.0.0.1:%d" % server.port))
    assert line == "" or line.split(" ")[1][:1] in "345", line
    assert held(server.url)


def test_an_oversized_body_is_refused_before_it_is_read(server):
    line = post_raw(server, b'{"v":1,', length=10 << 30)
    assert line.split(" ")[1] == "413", line


def test_random_bytes_do_not_stop_it(server):
    seed = random.randrange(1 << 30)
    print(f"seed {seed}")
    chance = random.Random(seed)
    good = (b'{"v":1,"device":"0000000000000100","since":0,"now":1700000000000,"changes":'
            b'[{"k":"note","i":"0190a000-0000-7000-8000-000000000001",'
            b'"s":"018bcfe5680000000000000000000100","p":{"front":"a"}}]}')
    for _ in range(300):
        body = bytearray(good)
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(body))
            if chance.random() < 0.3:
                del body[at:at + chance.randrange(1, 20)]
            else:
                body[at:at + 1] = bytes([chance.randrange(256)])
        line = post_raw(server, bytes(body))
        assert line.split(" ")[1][:1] in "24", (seed, bytes(body), line)
    assert held(server.url)


def test_a_stamp_of_the_far_future_is_refused(server):
    far = int(time.time() * 1000) + 5 * 366 * 86_400_000
    library = Library(clock=Clock(milliseconds=far))
    library.deck("Future", numbered(1))
    status, answer = sync(server.url, library.changes)
    assert status == 422 and answer["error"] == "clock"
    assert "Future" not in {p["name"] for p in held(server.url)["deck"].values()}


def test_a_slow_client_does_not_hold_others_up(server):
    slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(50)]
    try:
        for connection in slow:
            connection.sendall(b"POST /api/sync HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le")
        start = time.monotonic()
        assert held(server.url)
        assert time.monotonic() - start < 2
    finally:
        for connection in slow:
            connection.close()
