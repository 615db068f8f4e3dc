"""Instructions in words, one short line each (wire/crash.md, "Pieces").

A saucer's flight in one direction is one line, whatever it picks up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct, structs

from companion.core.instructions import Instruction, ident, kind, split
from companion.core.texts import P, T, Words
from companion.games.crash.content.board import square_id
from companion.games.crash.presenter.setup_lines import LISTED, SIDE_WORDS, SetupLines, is_set_up
from companion.games.crash.rules.upgrading import DECK, DISCARD
from companion.games.crash.state import State, board
from companion.games.crash.words import SIDES
from companion.scene.scene import Gain, Line, Tone

SAID = frozenset({"R-CG-40", "R-CG-42", "R-CG-49"})
"""Announcements (crashes, pushes, crew picked up) that the lines of the pieces already cover."""

TELLING: Mapping[str, tuple[str, Tone]] = MappingProxyType(
    {
        "R-CG-25": ("players", "normal"),
        "R-CG-26": ("players", "normal"),
        "R-CG-60": ("site", "normal"),
        "R-CG-68": ("upgrade", "normal"),
        "R-CG-72": ("token:probe", "normal"),
        "R-CG-74": ("players", "good"),
    }
)
"""The icon and tone of an announcement, by rule."""
ANNOUNCED = TELLING.keys() - {"R-CG-68"}
"""Announcements that are only read aloud; the rotation die and upgrades also have to be handled."""
PLACES: Mapping[str, Words] = MappingProxyType(
    {
        "board": T("onto the board"),
        "lost": T("to the lost crew"),
        "drawn": T("face up beside the deck"),
        "discard": T("to the discard"),
    }
)
"""Destinations that exist only once."""


class Run(Struct, frozen=True):
    """A saucer's flight of ``n`` squares in one direction, or its move between any two squares (``direction`` None).

    ``end`` None is off the board. ``todo`` is the last of its instructions.
    """

    saucer: str
    start: str
    end: str | None
    n: int
    direction: str | None
    todo: Instruction


Part: TypeAlias = Instruction | Run


class Lines(SetupLines):
    """The instructions in words."""

    def lines(self, s: State, instructions: Sequence[Instruction]) -> list[Line]:
        """Instructions in words, in order; setup first, as a short check-list."""
        first: list[Line] = []
        if any(map(is_set_up, instructions)):
            first = self.set_up(s)
            instructions = [todo for todo in instructions if todo.rule is not None and todo.rule not in LISTED]
        parts = merged(s, instructions)
        return first + [self._run_line(s, part) if isinstance(part, Run) else self._line(s, part) for part in parts]

    def _run_line(self, s: State, run: Run) -> Line:
        saucer, rule = f"saucer:{run.saucer}", run.todo.rule
        name, icon = self.word(s, saucer), self.icon(s, saucer)
        spot = f"square:{run.start if run.end is None else run.end}"
        if run.end is None:
            return Line("→", icon, T("{piece}: off the board", piece=name), spot, rule, "warn", run.todo)
        place = self.word(s, spot)
        if run.direction is None:
            return Line("→", icon, T("{piece}: to {place}", piece=name, place=place), spot, rule, instruction=run.todo)
        words: Words = P(
            "{piece}: {n} square towards {direction}",
            "{piece}: {n} squares towards {direction}",
            run.n,
            piece=name,
            direction=s.world.word(run.direction),
        )
        if run.end in board(s).accelerators or run.end in board(s).site_on:
            words = T("{way}, onto {place}", way=words, place=place)
        return Line("→", icon, words, spot, rule, instruction=run.todo)

    def _line(self, s: State, todo: Instruction) -> Line:
        if todo.verb == "tell":
            icon, tone = TELLING.get(todo.rule or "", ("speaker", "normal"))
            return Line("", icon, todo.text or "", None, todo.rule, tone, todo, read=todo.rule in ANNOUNCED)
        if todo.verb == "shuffle":
            shuffle = T("shuffle the discarded upgrades into a new deck")
            return Line("", "shuffle", shuffle, None, todo.rule, "quiet", todo, DECK)
        deck = DECK if kind(todo.piece) == "upgrade" else None
        sign = {"place": "+", "remove": "−"}.get(todo.verb, "→")
        icon, tone = self.icon(s, todo.piece or ""), "quiet" if deck else "normal"
        gain = self._gain(s, todo, icon)
        return Line(sign, icon, self._goes(s, todo), _spot(s, todo), todo.rule, tone, todo, deck, gain=gain)

    def _gain(self, s: State, todo: Instruction, icon: str) -> Gain | None:
        """Energy and boosters to or from a mat."""
        n = todo.n or 1
        what = {"token:energy": T("energy"), "token:booster": P("booster", "boosters", n)}.get(todo.piece or "")
        if what is None or todo.verb == "move" or kind(todo.at) != "mat":
            return None
        saucer = f"saucer:{ident(todo.at or '')}"
        return Gain(T("{saucer}: {what}", saucer=self.word(s, saucer), what=what), self.icon(s, saucer), n, icon)

    def _goes(self, s: State, todo: Instruction) -> Words:
        """A piece and its destination, or its removal."""
        n, piece = todo.n or 1, self.word(s, todo.piece or "")
        if kind(todo.piece) == "token" and todo.verb != "move":
            tokens = {
                "token:energy": P("{n} energy", "{n} energy", n),
                "token:booster": P("{n} booster", "{n} boosters", n),
            }
            what = tokens.get(todo.piece or "", piece)
            return T("{saucer}: {what}", saucer=self.word(s, todo.at or ""), what=what)
        if kind(todo.piece) == "saucer" and kind(todo.to) == "mat":
            return T("{piece}: off the board", piece=piece)
        if todo.verb == "remove":
            return T("{piece}: away, it was {place}", piece=piece, place=self._to(s, todo.at))
        return T("{piece}: {place}", piece=piece, place=self._to(s, todo.to if todo.verb == "move" else todo.at))

    def _to(self, s: State, location: str | None) -> Words:
        """The destination, or the place of a removal."""
        place, one = split(location)
        match place:
            case "square":
                return T("onto {place}", place=self.word(s, location or ""))
            case "side":
                return SIDE_WORDS[SIDES.index(one)]
            case "slot":
                return T("on place {n}", n=one)
            case "mat" | "seat":
                return T("to {saucer}", saucer=self.word(s, location or ""))
        return PLACES[place]


def merged(s: State, instructions: Sequence[Instruction]) -> list[Part]:
    """Merge consecutive steps of a saucer, and cards shuffled into their deck with the shuffle."""
    done: list[Part] = []
    last: int | None = None
    shuffled = any(todo.verb == "shuffle" for todo in instructions)
    for todo in instructions:
        if (todo.verb == "tell" and todo.rule in SAID) or (shuffled and todo.verb == "remove" and todo.at == DISCARD):
            continue
        run = _run(s, todo)
        if run is None:
            done.append(todo)
            continue
        before = None if last is None else done[last]
        joined = _joined(before, run) if isinstance(before, Run) else None
        if joined is not None and last is not None:
            done[last] = joined
        else:
            last = len(done)
            done.append(run)
    return done


def _run(s: State, todo: Instruction) -> Run | None:
    """The step of a saucer to another square, or off the board."""
    source, to = square_of(todo.source), square_of(todo.to)
    if todo.verb != "move" or kind(todo.piece) != "saucer" or source is None:
        return None
    direction = None
    if to is not None and to in s.world.beside[source]:
        direction = s.now.markers[s.world.beside[source].index(to)]
    return Run(ident(todo.piece), source, to, 1, direction, todo)


def _joined(before: Run, run: Run) -> Run | None:
    """Two runs as one, if the second continues the first."""
    if before.saucer != run.saucer or before.end != run.start:
        return None
    if run.end is None:
        return structs.replace(run, n=before.n + 1)
    if run.direction is None or run.direction != before.direction:
        return None
    return structs.replace(before, end=run.end, n=before.n + 1, todo=run.todo)


def square_of(location: str | None) -> str | None:
    """The square of a location; None if it is not a square."""
    return ident(location) if kind(location) == "square" else None


def _spot(s: State, todo: Instruction) -> str | None:
    """The square of the picture that a line is about; for a tile, its first one."""
    for place in (todo.to, todo.at, todo.source):
        if kind(place) == "square":
            return place
        if kind(place) == "slot":
            slot = s.world.slots[int(ident(place)) - 1]
            return f"square:{square_id(slot.x, slot.y)}"
    return None
