"""Instructions in words, one line each (wire section 10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import structs

from companion.core.instructions import Instruction, ident, split
from companion.core.texts import T, Words
from companion.games.newyork.presenter.words.labels import COLOURS, ITEMS, SEATS, piece, square_name
from companion.games.newyork.state import State
from companion.games.newyork.world import World
from companion.scene.scene import Line, Tone

DECKS = ("police", "mafia")
"""Decks that can be digital; then their cards are not on the table."""


def lines(s: State, instructions: Sequence[Instruction]) -> list[Line]:
    """Instructions in words, in order; one movement of a hand is one line.

    Following the lines has the same result as following the instructions.
    """
    return [_line(s.world, todo) for todo in _merged(instructions)]


def _merged(instructions: Iterable[Instruction]) -> list[Instruction]:
    """Merge consecutive steps of a marker, and equal pieces to the same place.

    Instructions for the same kind of piece keep their order.
    """
    done: list[Instruction] = []
    for todo in instructions:
        at = next((i for i in reversed(range(len(done))) if done[i].piece == todo.piece), None)
        if todo.piece is None or at is None:
            done.append(todo)
            continue
        last = done[at]
        if todo.verb == last.verb and (todo.at, todo.source, todo.to) == (last.at, last.source, last.to):
            done[at] = structs.replace(last, n=(last.n or 1) + (todo.n or 1))
        elif todo.piece.startswith("marker:") and todo.verb == last.verb == "move" and last.to == todo.source:
            done[at] = structs.replace(last, to=todo.to)
        else:
            done.append(todo)
    return [todo for todo in done if todo.verb != "move" or todo.source != todo.to]


def _line(world: World, todo: Instruction) -> Line:
    if todo.verb == "tell":
        icon = "book" if todo.at == "display:story" else "speaker"
        return Line("", icon, todo.text or "", _spot(todo.at), todo.rule, instruction=todo)
    if todo.verb == "shuffle":
        return _shuffle(todo)
    if todo.verb == "flip":
        return Line("", "flip", _flip(todo), None, todo.rule, instruction=todo)
    sign, words = _MOVES[todo.verb](world, todo)
    kind, which = split(todo.piece)
    deck = which if kind == "card" and which in DECKS else None
    spot = _spot(todo.at) or _spot(todo.to) or _spot(todo.source)
    return Line(sign, str(todo.piece), words, spot, todo.rule, "quiet" if deck else _tone(todo), todo, deck)


def _shuffle(todo: Instruction) -> Line:
    deck = ident(todo.at)
    words = T("shuffle the police deck") if deck == "police" else T("shuffle the mafia deck")
    return Line("", "shuffle", words, None, todo.rule, "quiet", todo, deck)


def _spot(location: str | None) -> str | None:
    return location if location is not None and location.startswith("square:") else None


def _tone(todo: Instruction) -> Tone:
    if todo.piece != "marker:alert" or todo.verb != "move":
        return "normal"
    return "warn" if _position(todo.to) > _position(todo.source) else "good"


def _position(location: str | None) -> int:
    return int(ident(location))


def _flip(todo: Instruction) -> Words:
    item, seat = ITEMS[ident(todo.piece)], SEATS[ident(todo.at)]
    if todo.rule == "R-NYC-86":
        return T("{item} of {seat} face up", item=item, seat=seat)
    return T("{item} of {seat} face down", item=item, seat=seat)


def _place(world: World, todo: Instruction) -> tuple[str, Words]:
    kind, which = split(todo.piece)
    seat = SEATS.get(ident(todo.at), "")
    if kind == "wound" and which:
        return "−", T("{seat}: a {colour} die set aside", seat=seat, colour=COLOURS[which])
    return "+", _phrase(todo, where(world, str(todo.at)))


def _remove(world: World, todo: Instruction) -> tuple[str, Words]:
    kind, which = split(todo.piece)
    seat = SEATS.get(ident(todo.at), "")
    if kind == "wound" and which:
        return "+", T("{seat}: a {colour} die comes back", seat=seat, colour=COLOURS[which])
    if str(todo.at).startswith("hand:"):
        return "−", T("{piece} of {seat}, back to the supply", piece=piece(str(todo.piece), todo.n or 1), seat=seat)
    return "−", _phrase(todo, away(world, str(todo.at)))


def _move(world: World, todo: Instruction) -> tuple[str, Words]:
    source, to = str(todo.source), str(todo.to)
    ends: dict[str, Words]
    if todo.piece in ("marker:alert", "marker:story"):
        ends = {"start": _position(source), "end": _position(to)}
        if todo.piece == "marker:alert":
            return "→", T("alert {start} → {end}", **ends)
        return "→", T("story {start} → {end}", **ends)
    if _spot(source) and _spot(to):
        ends = {"start": _square(world, source), "end": _square(world, to)}
        return "→", T("{piece}: {start} → {end}", piece=piece(str(todo.piece), todo.n or 1), **ends)
    if todo.piece == "car" and _spot(to):
        return "+", _phrase(todo, where(world, to))
    way = T("{away} {where}", away=away(world, source), where=_onward(world, to))
    return "+" if _spot(to) else "−" if _spot(source) else "→", _phrase(todo, way)


def _square(world: World, location: str) -> Words:
    return square_name(world, ident(location))


_MOVES = {"place": _place, "remove": _remove, "move": _move}


def _phrase(todo: Instruction, way: Words) -> Words:
    return T("{piece} {way}", piece=piece(str(todo.piece), todo.n or 1), way=way)


def _onward(world: World, location: str) -> Words:
    """Where to, after where from: ``from the bag to Chelsea``."""
    return T("to {square}", square=_square(world, location)) if _spot(location) else where(world, location)


def where(world: World, location: str) -> Words:
    """To a place: ``on Chelsea``, ``into the bag``."""
    kind, which = split(location)
    if kind == "square":
        return T("on {square}", square=square_name(world, which))
    if kind == "hand":
        return T("to {seat}", seat=SEATS[which])
    if kind == "alert":
        return T("on alert {n}", n=which)
    if kind == "story":
        return T("on story {n}", n=which)
    return _TO[location]


def away(world: World, location: str) -> Words:
    """Away from a place: ``from Chelsea``, ``from the bag``."""
    kind, which = split(location)
    if kind == "square":
        return T("from {square}", square=square_name(world, which))
    if kind == "hand":
        return T("from {seat}", seat=SEATS[which])
    if kind == "alert":
        return T("from alert {n}", n=which)
    if kind == "story":
        return T("from story {n}", n=which)
    return _FROM[location]


_TO: dict[str, Words] = {
    "bag:info": T("into the bag"),
    "kept:info": T("beside the board, to keep"),
    "box": T("into the box"),
    "beside:police": T("beside the police deck"),
    "deck:police": T("onto the police deck"),
    "deck:mafia": T("onto the mafia deck"),
    "discard:police": T("onto the police discard"),
    "discard:mafia": T("onto the mafia discard"),
    "display:police": T("face up, beside the police deck"),
    "display:mafia": T("face up, beside the mafia deck"),
    "display:story": T("face up, to read"),
}
_FROM: dict[str, Words] = {
    "bag:info": T("from the bag"),
    "kept:info": T("from beside the board"),
    "box": T("from the box"),
    "beside:police": T("from beside the police deck"),
    "deck:police": T("from the police deck"),
    "deck:mafia": T("from the mafia deck"),
    "discard:police": T("from the police discard"),
    "discard:mafia": T("from the mafia discard"),
    "display:police": T("from beside the police deck"),
    "display:mafia": T("from beside the mafia deck"),
    "display:story": T("from the open story cards"),
}
