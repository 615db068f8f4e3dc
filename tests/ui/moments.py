"""Moments of recorded games: for every kind of question one at which it is open, and one after it was answered.

A game needs nothing here but its recordings (``tests/playthroughs/games``).
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
    """A recording after ``rev`` entries of its log; ``kind`` says of which sort it is."""

    kind: str
    recording: str
    rev: int

    def table(self) -> Table:
        """The table as it stood."""
        return recorded(self.recording, self.rev, spoken(self.recording))


@cache
def spoken(recording: str) -> LoadedPack:
    """The pack of a recording, in all languages that the bundled one speaks now if it is a copy of that."""
    setup = read(recording)[0]["setup"]
    loaded = frozen_pack(setup["game"], setup["pack"])
    bundled = load_pack(load_game(setup["game"])).pack
    if loaded.pack.id != bundled.id or not hasattr(bundled, "texts"):
        return loaded
    return structs.replace(loaded, pack=structs.replace(loaded.pack, texts=bundled.texts))


def kind_of(ask: dict[str, Any]) -> str:
    """What is asked, without the one card or place that it is asked about."""
    about = next((ask[name] for name in ("choice", "deck", "bag", "what") if name in ask), "")
    return f"{ask['kind']} {about.partition(':')[0]}".strip()


@cache
def recordings(game: str) -> dict[str, list[Line]]:
    """The lines of all recordings of a game, by name."""
    found = {name: read(name) for name in names()}
    return {name: lines for name, lines in found.items() if lines[0]["setup"]["game"] == game}


def questions(game: str) -> Iterator[Moment]:
    """Every kind of question once: of the first recording that has it the middle one, when there is much to see."""
    seen: set[str] = set()
    for name, lines in recordings(game).items():
        kinds = [kind_of(line["ask"]) for line in lines]
        for kind in dict.fromkeys(kinds):
            if kind not in seen and kind != "over":
                seen.add(kind)
                revs = [rev for rev, other in enumerate(kinds) if other == kind]
                yield Moment(kind, name, revs[len(revs) // 2])


def answers(game: str) -> Iterator[Moment]:
    """Every kind of answer to every kind of question once, and what else an entry of the log can be."""
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
    """Amid the recording with the most players, where that is asked which all may see and which is asked most often."""
    found = recordings(game)
    name = max(found, key=lambda one: len(found[one][0]["setup"]["seats"]))
    kinds = [kind_of(line["ask"]) for line in found[name]]
    for often, _ in Counter(kind for kind in kinds if kind.startswith("choose")).most_common():
        revs = [rev for rev, kind in enumerate(kinds) if kind == often]
        moment = Moment(often, name, revs[len(revs) // 2])
        if moment.table().ask.only is None:
            return moment
    raise AssertionError(f"{name} asks nobody anything that all may see")
