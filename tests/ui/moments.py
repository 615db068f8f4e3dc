"""Moments of recorded games: one for every kind of question, and one after each was answered.

A game needs only its recordings (``tests/playthroughs/games``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from msgspec import structs

from companion.chance.dealer import Dealer
from companion.games.registry import load_game
from companion.packs.loader import LoadedPack, load_pack
from companion.scene.scene import Scene
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


def alone(game: str) -> Iterator[Moment]:
    """The first kind of choice that one seat makes alone, if there is one."""
    for moment in questions(game):
        table = moment.table()
        if moment.kind.startswith("choose") and table.ask.only is not None and len(table.legal() or ()) > 1:
            yield moment
            return


# Moments that many tests begin at.


def _groups(scene: Scene) -> set[str | None]:
    return {choice.group for choice in scene.choices}


def _ends_at_once(table: Table) -> bool:
    """The amber button ends the turn, squares of the board can still be entered, and an item can be used."""
    choices = table.scene().choices
    ending = any(choice.primary and choice.unused is None for choice in choices)
    return ending and sum(choice.spot is not None for choice in choices) > 4 and "item:gloves" in _groups(table.scene())


def _in_the_middle(table: Table) -> bool:
    """Two ways to collect, a new roll, a move on the board, and items: an action is left."""
    choices = table.scene().choices
    collecting = [choice for choice in choices if choice.group == "collect"]
    return len(collecting) == 2 and {"move", "reroll", "item:mask", "item:bike"} <= _groups(table.scene())


def _whole_board(table: Table) -> bool:
    """The player to move has a contact, no wound and no equipment."""
    board = next(board for board in table.scene().boards if board.active)
    counters = {counter.id: counter for counter in board.counters}
    return (
        bool(board.holdings)
        and not any(cell.on for cell in counters["wounds"].cells)
        and counters["equipment"].less is None
    )


STARTS: dict[str, tuple[str, str, Callable[[Table], bool]]] = {
    "setup": ("ball_four", "pick square", lambda table: table.rev > 0),
    "draw": ("ball_four", "draw police", lambda table: table.ask.left == 1),
    "roll": ("ball_four", "roll", lambda table: "".join(sorted(table.ask.dice)) == "blue1grey1red1red2yellow1"),
    "actions": ("ball_mended", "choose play", _in_the_middle),
    "turn": ("ball_whims", "choose play", _ends_at_once),
    "over": ("ball_four", "over", lambda table: True),
    "boards": ("escape_secrets_mended", "choose turn", _whole_board),
    "board of one": ("escape_one", "choose turn", lambda table: True),
    "boards of five": ("escape_five_ledger", "choose turn", lambda table: True),
    "tile": ("escape_secrets_mended", "choose tile", lambda table: len(table.scene().tiles) == 4),
    "whole city": ("escape_secrets_mended", "choose turn", lambda table: len(table.scene().tiles) == 14),
    "several": ("escape_five_ledger", "choose extra", lambda table: True),
    "number": ("escape_secrets_mended", "choose line", lambda table: True),
}
"""By name: the recording, the kind of question, and what the table must be like."""


@cache
def start(name: str) -> Moment:
    """The first such moment of its recording."""
    recording, kind, wanted = STARTS[name]
    revs = (rev for rev, line in enumerate(read(recording)) if kind_of(line["ask"]) == kind)
    return next(found for rev in revs if wanted((found := Moment(kind, recording, rev)).table()))


def start_at(name: str, by_hand: str | None = None) -> Table:
    """The table at such a moment, always with the same luck; people draw or roll ``by_hand``."""
    table = start(name).table()
    table.dealer = Dealer("start")
    if by_hand is not None:
        table.set_chance(by_hand, "asked")
    return table
