"""A process that appends to a journal and reports acknowledgements, for crash tests.

``python -m tests.journal.playing JOURNAL COUNT`` starts a game or resumes the last one, appends COUNT entries in one
transaction each (0: without end), and prints ``game ID`` and ``saved REV`` lines. With a third word, ``together``, the
numbers of entries in ``TOGETHER`` form a transaction.
"""

from __future__ import annotations

import itertools
import os
import sys
import threading
from functools import partial

from companion.journal import Journal
from companion.table.log import Entry, Setup

SETUP = Setup("newyork", "bundled", "0" * 32, ["father", "daughter"], {"story": "tutorial"})
TOGETHER = 12
CHANCE = {"police": "digital", "dice": "asked"}
SQUARES = ("central-park", "harlem", "chelsea", "east-village", "the-battery")


def entry(rev: int) -> Entry:
    """The deterministic entry ``rev``; kinds and lengths vary."""
    at = 1_763_739_200 + rev * 7.25
    if rev % 11 == 0:
        return Entry(rev, "undo", "touch", at, n=1)
    if rev % 5 == 0:
        faces = {f"red{n}": ("PHYS", "MENT", "SOC", "WILD")[(rev + n) % 4] for n in range(1, 2 + rev % 4)}
        return Entry(rev, "answer", "serial", at, {"do": "roll", "faces": faces})
    if rev % 3 == 0:
        return Entry(rev, "chance", "dealer", at, {"do": "draw", "deck": "police", "card": f"police-{rev % 23}"})
    return Entry(rev, "answer", "touch", at, {"do": "move", "seat": "father", "to": SQUARES[rev % 5]})


def say(line: str) -> None:
    """Print a line in one system call."""
    os.write(1, line.encode() + b"\n")


def saved(rev: int, done: threading.Event) -> None:
    """Acknowledge an entry."""
    say(f"saved {rev}")
    done.set()


def main(path: str, count: int, at_once: int) -> None:
    """Append ``at_once`` entries at a time."""
    journal = Journal(path)
    game_id = journal.last() or journal.create(SETUP, CHANCE)
    say(f"game {game_id}")
    first = len(journal.load(game_id)[2]) + 1
    for rev in range(first, first + count, at_once) if count else itertools.count(first, at_once):
        done, last = threading.Event(), rev + at_once - 1
        journal.append_all(game_id, [entry(one) for one in range(rev, last + 1)], partial(saved, last, done))
        done.wait()
    journal.close()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), TOGETHER if "together" in sys.argv else 1)
