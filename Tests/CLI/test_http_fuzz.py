"""Random requests that are wrong in their framing: the server refuses them or hangs up (when it
waits for more, after its time for a head is over), and lives on without keeping files open."""

import os
import random
import socket

from Harness.wire import held

ROUNDS = int(os.environ.get("OMENA_FUZZ", "500"))
ANSWER_SECONDS_MAX = 0.3

METHODS = [b"GET", b"POST", b"HEAD", b"PUT", b"OPTIONS", b"get", b"", b"G\x00T", b"POST " * 3]
TARGETS = [b"/", b"/api/sync", b"/healthz", b"/index.html", b"/%00", b"/%zz", b"*", b"//", b"/..",
           b"http://evil.example/", b"/?" + b"a=1&" * 500, b"/" + b"a/" * 300, b"/\xff\xfe"]
VERSIONS = [b"HTTP/1.1", b"HTTP/1.0", b"HTTP/2.0", b"HTTP/1.1 x", b"http/1.1", b"", b"HTTP/1.99999"]
FIELDS = [
    b"Content-Length: 3", b"Content-Length: 0", b"Content-Length: -1", b"Content-Length: 1e3",
    b"Content-Length: 18446744073709551616", b"Content-Length : 3", b"Content-Length: 3, 3",
    b"Transfer-Encoding: chunked", b"Transfer-Encoding: gzip", b"Transfer-Encoding:\tchunked",
    b"Transfer-Encoding: chunked, chunked", b"Connection: close", b"Connection: upgrade",
    b"Expect: 100-continue", b"Expect: 200-ok", b"Content-Type: application/json",
    b"Content-Type: text/plain", b"Cookie: omena_session=\xff; a", b"Origin: null",
    b"Origin: http://evil.example", b"Host: evil.example", b"X: " + b"y" * 5000, b": empty",
    b"X\x00Y: z", b"no colon", b" folded", b"Range: bytes=0-1", b"If-None-Match: \"", b"X: \x7f",
    b"Accept-Encoding: " + b"gzip;q=0." * 50, b"Upgrade: h2c", b"Accept-Encoding: ;;;=,q",
]
BODIES = [b"", b"abc", b"3\r\nabc\r\n0\r\n\r\n", b"ffffffffffffffff\r\n", b"0\r\n\r\n", b"-1\r\n",
          b"3;ext=\"x\r\nabc\r\n0\r\nTrailer: x\r\n\r\n", b"\x00" * 100, b"GET / HTTP/1.1\r\n\r\n"]


def request(chance, port):
    """Bytes like a request, with some of its parts wrong."""
    lines = [chance.choice(METHODS[:3] if chance.random() < 0.7 else METHODS) + b" "
             + chance.choice(TARGETS[:4] if chance.random() < 0.5 else TARGETS) + b" "
             + chance.choice(VERSIONS[:1] if chance.random() < 0.7 else VERSIONS)]
    if chance.random() < 0.9:
        lines.append(b"Host: 127.0.0.1:%d" % port)
    lines += chance.choices(FIELDS, k=chance.randrange(4))
    end = chance.choice([b"\r\n"] * 8 + [b"\n", b"\r"])
    raw = bytearray(end.join(lines) + end + end + chance.choice(BODIES))
    for _ in range(chance.choice([0, 0, 0, 1, 3])):
        at = chance.randrange(len(raw))
        if chance.random() < 0.5:
            raw[at] = chance.randrange(256)
        else:
            del raw[at:at + chance.randrange(1, 30)]
        if not raw:
            break
    return bytes(raw)


def send(port, raw, chance):
    """Sends in one piece or in two; what came back, None when the server waits for more."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), timeout=ANSWER_SECONDS_MAX) as connection:
        try:
            if chance.random() < 0.3:
                middle = chance.randrange(len(raw) + 1)
                connection.sendall(raw[:middle])
                connection.sendall(raw[middle:])
            else:
                connection.sendall(raw)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                answer += part
        except TimeoutError:
            return None
        except OSError:
            pass
    return answer


def open_files(server):
    """How many files and connections the server has open."""
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def test_random_requests_do_not_stop_it(server):
    seed = int(os.environ.get("OMENA_SEED", "0")) or random.randrange(1 << 30)
    print(f"seed {seed}")
    chance = random.Random(seed)
    before, files = held(server.url), open_files(server)
    statuses, waits = set(), 0
    for _ in range(ROUNDS):
        raw = request(chance, server.port)
        answer = send(server.port, raw, chance)
        assert server.process.poll() is None, (seed, raw)
        if answer is None:
            waits += 1
        elif answer:
            assert answer.startswith(b"HTTP/1."), (seed, raw, answer[:100])
            status = int(answer.split(b" ")[1])
            assert status < 500 or status in (501, 505), (seed, raw, answer[:200])
            statuses.add(status)
    assert {200, 400, 421} <= statuses
    assert held(server.url) == before
    assert waits < ROUNDS / 5
    assert open_files(server) <= files + waits + 4
