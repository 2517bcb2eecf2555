"""Changes as the sync protocol has them, made by hand: what a test puts on a server before it opens
the page, and what it reads back. Written from Docs/Formats, not from the app's code."""

import itertools
import json
import random
import urllib.error
import urllib.request
import uuid

DEVICE = 0x00_7E57_7E57_7E57_00


class Clock:
    """Stamps of one made-up device: rising, all of them in the past."""

    def __init__(self, milliseconds=1_700_000_000_000, device=DEVICE):
        self.device = device
        self.times = itertools.count(milliseconds << 16)

    def stamp(self):
        return f"{next(self.times):016x}{self.device:016x}"


class Library:
    """Decks, notes and reviews that a test makes up. The same seed gives the same ids."""

    def __init__(self, seed=1, clock=None):
        self.random = random.Random(seed)
        self.clock = clock or Clock()
        self.changes = []
        self.position = 1 << 30

    def new_id(self):
        bits = self.random.getrandbits(128)
        bits = bits & ~(0xF << 76) | 7 << 76
        bits = bits & ~(0x3 << 62) | 2 << 62
        return str(uuid.UUID(int=bits))

    def add(self, kind, properties, id=None):
        id = id or self.new_id()
        self.changes.append({"k": kind, "i": id, "s": self.clock.stamp(), "p": properties})
        return id

    def deck(self, name, cards=(), color="blue"):
        """Adds a deck with (front, back[, pronunciation[, note]]) cards; the deck's id."""
        self.position += 1 << 20
        deck = self.add("deck", {"color": color, "name": name, "position": self.position})
        self.notes = [self.note(deck, *card) for card in cards]
        return deck

    def note(self, deck, front, back, pronunciation=None, note=None):
        made = 1_700_000_000_000 + len(self.changes)
        properties = {"back": back, "created": made, "deck": deck, "front": front}
        if note:
            properties["note"] = note
        if pronunciation:
            properties["pronunciation"] = pronunciation
        return self.add("note", dict(sorted(properties.items())))

    def review(self, note, at, rating=3, duration=2500):
        return self.add(
            "review",
            {"at": at, "duration": duration, "kind": "study", "note": note, "rating": rating,
             "zone": 120})


def numbered(count, front="front", back="back"):
    """Cards whose sides tell which card they are of."""
    return [(f"{front} {n}", f"{back} {n}") for n in range(1, count + 1)]


def post(url, body, headers=()):
    """Posts JSON; (status, decoded answer)."""
    request = urllib.request.Request(
        url, data=body if isinstance(body, bytes) else json.dumps(body).encode(), method="POST",
        headers={"Content-Type": "application/json", **dict(headers)})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        text = error.read()
        return error.code, json.loads(text) if text[:1] == b"{" else text


def sync(url, changes=(), since=0, device=DEVICE, now=None, headers=()):
    """One sync with the server at `url`; follows `more`. (status, answer with all changes)."""
    import time

    sent, got, status, answer = list(changes), [], 0, {}
    while True:
        status, answer = post(
            url + "/api/sync",
            {"v": 1, "device": f"{device:016x}", "since": since,
             "now": now or int(time.time() * 1000), "changes": sent}, headers)
        if status != 200:
            return status, answer
        got += answer["changes"]
        since, sent = answer["seq"], []
        if not answer["more"]:
            answer["changes"] = got
            return status, answer


def push(url, library, batch=5000):
    """Puts a made-up library on the server."""
    since = latest(url)
    for start in range(0, len(library.changes), batch):
        status, answer = sync(url, library.changes[start:start + batch], since=since)
        assert status == 200, answer
        since = answer["seq"]


def latest(url):
    """The server's last sequence number."""
    status, answer = sync(url)
    assert status == 200, answer
    return answer["seq"]


def alive(change):
    """Whether an entity's whole state says that it exists (DESIGN of the merge: Docs/Formats)."""
    removals = {stamp[16:]: stamp[:16] for stamp in change.get("x", [])}
    stamps = [change.get("t", {}).get(name, change.get("s")) for name in change.get("p", {})]
    return any(removals.get(stamp[16:], "") < stamp[:16] for stamp in stamps)


def held(url, headers=()):
    """What the server holds: {kind: {id: properties}} of everything alive."""
    status, answer = sync(url, headers=headers)
    assert status == 200, answer
    kinds = {}
    for change in answer["changes"]:
        if alive(change):
            kinds.setdefault(change["k"], {})[change["i"]] = change["p"]
    return kinds
