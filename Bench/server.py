"""Figures of the server: its start, syncing, and memory. Anki does the same work for comparison."""

import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from common import ROOT, figure, made_up_library, median, memory_mb

from Harness.server import Server
from Harness.wire import Clock, Library, push, sync

CARDS = 10_000
ROUNDS = 5


def timed_post(url, body):
    """Seconds from the first byte sent to the last byte read; and the answer."""
    request = urllib.request.Request(
        url + "/api/sync", data=body, method="POST", headers={"Content-Type": "application/json"})
    start = time.perf_counter()
    with urllib.request.urlopen(request) as answer:
        text = answer.read()
    return time.perf_counter() - start, json.loads(text)


def request_body(changes, since, device=0x1100):
    return json.dumps({"v": 1, "device": f"{device:016x}", "since": since,
                       "now": int(time.time() * 1000), "changes": changes},
                      separators=(",", ":")).encode()


def start_time(folder):
    times = []
    server = Server(folder / "start", log=folder / "log").start()
    for _ in range(ROUNDS):
        server.stop()
        begin = time.perf_counter()
        server.start()
        times.append(time.perf_counter() - begin)
    server.stop()
    figure("omena serve: from start to the first answer, median", median(times) * 1000, "ms", 100)


def first_sync(folder):
    up, down = [], []
    for number in range(ROUNDS):
        server = Server(folder / f"first-{number}", log=folder / "log").start()
        seq = sync(server.url)[1]["seq"]
        library = made_up_library(CARDS)
        seconds = 0.0
        for start in range(0, len(library.changes), 5000):
            took, _ = timed_post(
                server.url, request_body(library.changes[start:start + 5000], seq))
            seconds += took
        up.append(seconds)
        since, more, seconds, got = seq, True, 0.0, 0
        while more:
            took, answer = timed_post(server.url, request_body([], since, device=0x2200))
            seconds, since, more = seconds + took, answer["seq"], answer["more"]
            got += len(answer["changes"])
        assert got >= CARDS, got
        down.append(seconds)
        server.stop()
    figure(f"sync: {CARDS} cards up for the first time, median", median(up), "s", 0.35)
    figure(f"sync: {CARDS} cards down, median", median(down), "s", 0.12)


def one_review(folder):
    server = Server(folder / "review", log=folder / "log").start()
    library = made_up_library(CARDS)
    push(server.url, library)
    seq = sync(server.url, since=0)[1]["seq"]
    notes = [change["i"] for change in library.changes if change["k"] == "note"]
    reviews = Library(seed=7, clock=Clock(device=0x3300))
    times = []
    for number in range(50):
        reviews.changes.clear()
        reviews.review(notes[number], 1_700_000_000_000 + number)
        took, answer = timed_post(server.url, request_body(reviews.changes, seq, device=0x3300))
        seq = answer["seq"]
        times.append(took)
    server.stop()
    figure("sync: one review up, median of 50", median(times) * 1000, "ms", 13)


def memory(folder):
    server = Server(folder / "memory", log=folder / "log").start()
    pid = server.process.pid
    push(server.url, made_up_library(100_000))
    figure("server: memory after taking in 100,000 cards (RSS)", memory_mb(pid), "MB", 80)
    for _ in range(20):
        sync(server.url)
    figure("server: memory after sending them 20 times (RSS)", memory_mb(pid), "MB", 80)
    figure("server: greatest memory (VmHWM)", memory_mb(pid, peak=True), "MB", 80)
    server.stop()


def peer(folder):
    python = ROOT / ".build" / "anki-venv" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(python.parent.parent)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", "-r",
                        str(ROOT / "Bench" / "requirements-peer.txt")], check=True)
    subprocess.run([str(python), str(ROOT / "Bench" / "peer_anki.py"), str(folder / "anki"),
                    str(CARDS)], check=True)


def main():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        start_time(folder)
        first_sync(folder)
        one_review(folder)
        memory(folder)
        peer(folder)


if __name__ == "__main__":
    main()
