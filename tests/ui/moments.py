"""Moments of recorded games: one for every kind of question, and one after each was answered.

A game needs only its recordings (``tests/playthroughs/games``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from msgspec import structs

from companion.games.registry import load_game
from companion.packs.loader import LoadedPack, load_pack
from companion.table.table import Table
from tests.lookback.games import recorded
from tests.playthroughs.recording import Line, frozen_pack, names, read


@dataclass(frozen=True)
class Moment:
    """A recording after ``rev`` log entries; ``kind`` is its kind of question."""

    kind: str
    recording: str
    rev: int

    def table(self) -> Table:
        """The table at that moment."""
        return recorded(self.recording, self.rev, spoken(self.recording))


@cache
def spoken(recording: str) -> LoadedPack:
    """The pack of a recording with the translations of the bundled one, if it is a copy of that."""
    setup = read(recording)[0]["setup"]
    loaded = frozen_pack(setup["game"], setup["pack"])
    bundled = load_pack(load_game(setup["game"])).pack
    if loaded.pack.id != bundled.id or not hasattr(bundled, "texts"):
        return loaded
    return structs.replace(loaded, pack=structs.replace(loaded.pack, texts=bundled.texts))


def kind_of(ask: dict[str, Any]) -> str:
    """The kind of a question, without its specific card or place."""
    about = next((ask[name] for name in ("choice", "deck", "bag", "what") if name in ask), "")
    return f"{ask['kind']} {about.partition(':')[0]}".strip()


@cache
def recordings(game: str) -> dict[str, list[Line]]:
    """The lines of all recordings of a game, by name."""
    found = {name: read(name) for name in names()}
    return {name: lines for name, lines in found.items() if lines[0]["setup"]["game"] == game}


def questions(game: str) -> Iterator[Moment]:
    """Every kind of question once: the middle one of the first recording that has it."""
    seen: set[str] = set()
    for name, lines in recordings(game).items():
        kinds = [kind_of(line["ask"]) for line in lines]
        for kind in dict.fromkeys(kinds):
            if kind not in seen and kind != "over":
                seen.add(kind)
                revs = [rev for rev, other in enumerate(kinds) if other == kind]
                yield Moment(kind, name, revs[len(revs) // 2])


def answers(game: str) -> Iterator[Moment]:
    """Every kind of answer to every kind of question once, and every other kind of log entry."""
    seen: set[tuple[str, str]] = set()
    for name, lines in recordings(game).items():
        for rev, (before, line) in enumerate(pairwise(lines), 1):
            chosen = line["kind"] in ("answer", "chance")
            kind = kind_of(before["ask"]) if chosen else line["kind"]
            sort = (kind, line["answer"]["do"] if chosen else "")
            if sort not in seen:
                seen.add(sort)
                yield Moment(kind, name, rev)


def ends(game: str) -> Iterator[Moment]:
    """The last moment of every recording."""
    for name, lines in recordings(game).items():
        yield Moment("over", name, len(lines) - 1)


def busiest(game: str) -> Moment:
    """The most frequent public question, in the middle of the recording with the most players."""
    found = recordings(game)
    name = max(found, key=lambda one: len(found[one][0]["setup"]["seats"]))
    kinds = [kind_of(line["ask"]) for line in found[name]]
    for often, _ in Counter(kind for kind in kinds if kind.startswith("choose")).most_common():
        revs = [rev for rev, kind in enumerate(kinds) if kind == often]
        moment = Moment(often, name, revs[len(revs) // 2])
        if moment.table().ask.only is None:
            return moment
    raise AssertionError(f"{name} asks nobody anything that all may see")
