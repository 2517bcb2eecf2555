"""The same sync work done by Anki: its own client and its own sync server, both from PyPI, on this
machine in the same run. Runs in a Python environment of its own; prints figures.

usage: peer_anki.py FOLDER CARDS"""

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

from anki.collection import AddNoteRequest, Collection
from anki.sync import SyncAuth


def figure(name, value, unit="s"):
    print(json.dumps({"figure": name, "value": round(value, 4), "unit": unit}), flush=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start_server(folder):
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "anki.syncserver"], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "SYNC_USER1": "bench:bench", "SYNC_HOST": "127.0.0.1",
             "SYNC_PORT": str(port), "SYNC_BASE": str(folder / "server"),
             "MAX_SYNC_PAYLOAD_MEGS": "1000"})
    for _ in range(400):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return server, f"http://127.0.0.1:{port}/"
        except OSError:
            time.sleep(0.01)
    raise RuntimeError("Anki's sync server does not answer")


def fill(collection, cards):
    basic = collection.models.by_name("Basic")
    deck = collection.decks.id("Bench")
    requests = []
    for number in range(cards):
        note = collection.new_note(basic)
        note["Front"] = f"front side of card {number}"
        note["Back"] = f"back side of card {number}, with a few more words"
        requests.append(AddNoteRequest(note, deck))
    collection.add_notes(requests)


def one_review(collection):
    collection.decks.set_current(collection.decks.id("Bench"))
    queued = collection.sched.get_queued_cards()
    first = queued.cards[0]
    card = collection.get_card(first.card.id)
    card.start_timer()
    answer = collection.sched.build_answer(card=card, states=first.states, rating=2)
    collection.sched.answer_card(answer)


def full_sync(collection, auth, upload):
    needed = collection.sync_collection(auth, False)
    collection.close_for_full_sync()
    collection.full_upload_or_download(
        auth=auth, server_usn=needed.server_media_usn, upload=upload)
    collection.reopen(after_full_sync=True)


def main():
    folder, cards = Path(sys.argv[1]), int(sys.argv[2])
    folder.mkdir(parents=True)
    server, address = start_server(folder)
    try:
        one = Collection(str(folder / "one.anki2"))
        fill(one, cards)
        login = one.sync_login("bench", "bench", address)
        auth = SyncAuth(hkey=login.hkey, endpoint=address)
        start = time.perf_counter()
        full_sync(one, auth, upload=True)
        figure(f"Anki: first upload of {cards} cards", time.perf_counter() - start)
        two = Collection(str(folder / "two.anki2"))
        start = time.perf_counter()
        full_sync(two, auth, upload=False)
        figure(f"Anki: first download of {cards} cards", time.perf_counter() - start)
        assert two.card_count() == cards
        times = []
        for _ in range(15):
            one_review(one)
            start = time.perf_counter()
            one.sync_collection(auth, False)
            times.append(time.perf_counter() - start)
        figure("Anki: one review up, median of 15", sorted(times)[len(times) // 2] * 1000, "ms")
    finally:
        server.terminate()
        server.wait(10)


if __name__ == "__main__":
    main()
