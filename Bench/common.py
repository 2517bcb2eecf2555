"""What the benchmarks share: one JSON line a figure, and the libraries that are measured."""

import json
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests"))

from Harness.wire import Library  # noqa: E402

SEED = 20_240_901
WORDS = "ilma vesi maa tuli puu kivi kala lintu omena leipä talo tie järvi metsä yö päivä".split()


def figure(name, value, unit, goal=None):
    """Prints one figure. `goal` is the number to reach, where there is one."""
    line = {"figure": name, "value": round(value, 3), "unit": unit}
    if goal is not None:
        line["goal"] = goal
        line["reached"] = value <= goal
    print(json.dumps(line, ensure_ascii=False), flush=True)


def median(values):
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


def memory_mb(pid, peak=False):
    """Resident memory of a process in megabytes (VmHWM when `peak`)."""
    wanted = "VmHWM:" if peak else "VmRSS:"
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(wanted):
            return int(line.split()[1]) / 1024
    return 0.0


def made_up_library(cards, reviews=0, decks=10, seed=SEED):
    """A library of that size; the same seed gives the same one."""
    chance = random.Random(seed)
    library = Library(seed=seed)
    ids = [library.deck(f"Deck {number}") for number in range(decks)]
    # The first deck holds half of the cards: the long list that is scrolled and searched.
    notes = []
    for number in range(cards):
        deck = ids[0] if number % 2 == 0 else ids[number % decks]
        words = " ".join(chance.choices(WORDS, k=4))
        notes.append(library.note(deck, f"{words} {number}", f"back of {number}: {words}"))
    start = 1_600_000_000_000
    for number in range(reviews):
        library.review(chance.choice(notes), start + number * 60_000,
                       rating=chance.choice((1, 3, 3, 3)), duration=chance.randrange(800, 9000))
    return library
