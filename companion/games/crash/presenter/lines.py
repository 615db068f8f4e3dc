"""What hands must do, in words: one short line for each thing (wire/crash.md, "Pieces").

A saucer that flies several squares in one direction is one line, whatever it picks up on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct, structs

from companion.core.instructions import Instruction
from companion.core.texts import P, T, Words
from companion.games.crash.content.board import square_id
from companion.games.crash.names import crew_name, saucer_name, seat_name, upgrade_name
from companion.games.crash.presenter.labels import (
    crew_icon,
    marker_icon,
    saucer_icon,
    site_on,
    square_name,
    turned_words,
)
from companion.games.crash.presenter.setup_lines import LISTED, SIDE_WORDS, is_set_up, set_up
from companion.games.crash.rules.upgrading import DECK, DISCARD
from companion.games.crash.state import State, board
from companion.games.crash.words import SIDES
from companion.scene.scene import Line, Tone

SAID = frozenset({"R-CG-40", "R-CG-42", "R-CG-49"})
"""What is told of a move (crashes, pushes, crew picked up) stands in the lines of the pieces themselves."""


class Run(Struct, frozen=True):
    """A saucer that goes ``n`` squares in one direction, or from one square to any other (``direction`` None).

    ``end`` None is off the board. ``todo`` is the last of its instructions.
    """

    saucer: str
    start: str
    end: str | None
    n: int
    direction: str | None
    todo: Instruction


Part: TypeAlias = Instruction | Run


def lines(s: State, instructions: Sequence[Instruction]) -> list[Line]:
    """Instructions in words, in the order in which hands do them; set-up first, as a short check-list."""
    if any(map(is_set_up, instructions)):
        since = [todo for todo in instructions if todo.rule is not None and todo.rule not in LISTED]
        return [*set_up(s), *_lines(s, since)]
    return _lines(s, instructions)


def _lines(s: State, instructions: Sequence[Instruction]) -> list[Line]:
    return [_run_line(s, part) if isinstance(part, Run) else _line(s, part) for part in _merged(s, instructions)]


def _merged(s: State, instructions: Sequence[Instruction]) -> list[Part]:
    """Steps of a saucer one after the other become one; cards that are shuffled into their deck go there with it."""
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
    """The step of a saucer from a square to another one, or off the board."""
    source, to = _square(todo.source), _square(todo.to)
    if todo.verb != "move" or _kind(todo) != "saucer" or source is None:
        return None
    direction = None
    if to is not None and to in s.world.beside[source]:
        direction = s.now.markers[s.world.beside[source].index(to)]
    return Run(_which(todo.piece), source, to, 1, direction, todo)


def _joined(before: Run, run: Run) -> Run | None:
    """Two runs as one, if the second goes on where the first has ended."""
    if before.saucer != run.saucer or before.end != run.start:
        return None
    if run.end is None:
        return structs.replace(run, n=before.n + 1)
    if run.direction is None or run.direction != before.direction:
        return None
    return structs.replace(before, end=run.end, n=before.n + 1, todo=run.todo)


def _run_line(s: State, run: Run) -> Line:
    name, rule = saucer_name(s.world, run.saucer), run.todo.rule
    icon, spot = saucer_icon(s.world, run.saucer), f"square:{run.start if run.end is None else run.end}"
    if run.end is None:
        return Line("→", icon, T("{piece}: off the board", piece=name), spot, rule, "warn", run.todo)
    if run.direction is None:
        there = T("{piece}: to {place}", piece=name, place=square_name(s, run.end))
        return Line("→", icon, there, spot, rule, instruction=run.todo)
    words: Words = P(
        "{piece}: {n} square towards {direction}",
        "{piece}: {n} squares towards {direction}",
        run.n,
        piece=name,
        direction=s.world.word(run.direction),
    )
    if run.end in board(s).accelerators or site_on(s, run.end) is not None:
        words = T("{way}, onto {place}", way=words, place=square_name(s, run.end))
    return Line("→", icon, words, spot, rule, instruction=run.todo)


def _line(s: State, todo: Instruction) -> Line:
    if todo.verb == "tell":
        icon, tone = _TELLING.get(todo.rule or "", ("speaker", "normal"))
        return Line("", icon, todo.text or "", None, todo.rule, tone, todo)
    if todo.verb == "shuffle":
        shuffle = T("shuffle the discarded upgrades into a new deck")
        return Line("", "shuffle", shuffle, None, todo.rule, "quiet", todo, DECK)
    icon, words = _PIECES[_kind(todo)](s, todo)
    deck = DECK if _kind(todo) == "upgrade" else None
    sign = {"place": "+", "remove": "−"}.get(todo.verb, "→")
    return Line(sign, icon, words, _spot(s, todo), todo.rule, "quiet" if deck else "normal", todo, deck)


_TELLING: Mapping[str, tuple[str, Tone]] = MappingProxyType(
    {
        "R-CG-25": ("players", "normal"),
        "R-CG-26": ("players", "normal"),
        "R-CG-60": ("site", "normal"),
        "R-CG-68": ("upgrade", "normal"),
        "R-CG-72": ("token:probe", "normal"),
        "R-CG-74": ("players", "good"),
    }
)
"""Icon and tone of what is only read aloud, by the rule that says it."""


def _kind(todo: Instruction) -> str:
    return (todo.piece or "").partition(":")[0]


def _which(name: str | None) -> str:
    return (name or "").partition(":")[2]


def _square(location: str | None) -> str | None:
    kind, _, name = (location or "").partition(":")
    return name if kind == "square" else None


def _spot(s: State, todo: Instruction) -> str | None:
    """The square of the picture that a line is about; of a tile the first one."""
    for place in (todo.to, todo.at, todo.source):
        if place is not None and place.startswith("square:"):
            return place
        if place is not None and place.startswith("slot:"):
            slot = s.world.slots[int(_which(place)) - 1]
            return f"square:{square_id(slot.x, slot.y)}"
    return None


def _to(s: State, location: str | None) -> Words:
    """Where something goes, or where it is taken away."""
    kind, _, name = (location or "").partition(":")
    if kind == "square":
        return T("onto {place}", place=square_name(s, name))
    return _TO[kind](s, name)


_TO: Mapping[str, Callable[[State, str], Words]] = MappingProxyType(
    {
        "board": lambda s, name: T("onto the board"),
        "mat": lambda s, name: T("to {saucer}", saucer=saucer_name(s.world, name)),
        "lost": lambda s, name: T("to the lost crew"),
        "drawn": lambda s, name: T("face up beside the deck"),
        "discard": lambda s, name: T("to the discard"),
        "seat": lambda s, name: T("to {saucer}", saucer=seat_name(s.world, name)),
        "side": lambda s, name: SIDE_WORDS[SIDES.index(name)],
        "slot": lambda s, name: T("on place {n}", n=name),
    }
)


def _goes(s: State, piece: Words, todo: Instruction) -> Words:
    """A piece and where it goes; or that it goes away, and from where."""
    if todo.verb == "remove":
        return T("{piece}: away, it was {place}", piece=piece, place=_to(s, todo.at))
    return T("{piece}: {place}", piece=piece, place=_to(s, todo.to if todo.verb == "move" else todo.at))


def _saucer(s: State, todo: Instruction) -> tuple[str, Words]:
    saucer = _which(todo.piece)
    name, icon = saucer_name(s.world, saucer), saucer_icon(s.world, saucer)
    if (todo.to or "").startswith("mat:"):
        return icon, T("{piece}: off the board", piece=name)
    return icon, _goes(s, name, todo)


def _crew(s: State, todo: Instruction) -> tuple[str, Words]:
    crew = _which(todo.piece)
    return crew_icon(s.world, crew), _goes(s, crew_name(s.world, crew), todo)


def _token(s: State, todo: Instruction) -> tuple[str, Words]:
    token, n = str(todo.piece), todo.n or 1
    if todo.verb == "move":
        return token, _goes(s, T("the probe"), todo)
    mat = saucer_name(s.world, _which(todo.at))
    what: Words = T("the override token")
    if token == "token:energy":
        what = P("{n} energy", "{n} energy", n)
    elif token == "token:booster":
        what = P("{n} booster", "{n} boosters", n)
    return token, T("{saucer}: {what}", saucer=mat, what=what)


def _upgrade(s: State, todo: Instruction) -> tuple[str, Words]:
    return "upgrade", _goes(s, upgrade_name(s.world, _which(todo.piece)), todo)


def _tile(s: State, todo: Instruction) -> tuple[str, Words]:
    tile, _, rotation = _which(todo.piece).partition("@")
    piece = T("{tile}, {turned}", tile=s.world.word(tile), turned=turned_words(int(rotation)))
    return "tile:square", _goes(s, piece, todo)


def _marker(s: State, todo: Instruction) -> tuple[str, Words]:
    direction = _which(todo.piece)
    return marker_icon(s.world, direction), _goes(s, s.world.word(direction), todo)


_PIECES: Mapping[str, Callable[[State, Instruction], tuple[str, Words]]] = MappingProxyType(
    {
        "saucer": _saucer,
        "crew": _crew,
        "token": _token,
        "upgrade": _upgrade,
        "tile": _tile,
        "marker": _marker,
    }
)
"""Icon and words by kind of piece; movement cards stay where setting up has put them."""
