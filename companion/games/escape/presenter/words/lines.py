"""Instructions in words, one line each (wire/escape.md, "Pieces")."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from msgspec import structs

from companion.core.instructions import Instruction, ident, kind, split
from companion.core.texts import T, Words, listed
from companion.games.escape.names import seat_name
from companion.games.escape.presenter.words.labels import PARTS, icon_of, piece, tile_name
from companion.games.escape.presenter.words.notices import offer
from companion.games.escape.presenter.words.setup_lines import is_set_up, set_up
from companion.games.escape.state import State
from companion.games.escape.world import World
from companion.scene.scene import Line, Tone

CARDS = {"patrol": "patrol", "contact": "contacts", "plan": "plans"}
"""Kinds of cards whose deck can be digital; then they are not on the table."""


def lines(s: State, instructions: Sequence[Instruction]) -> list[Line]:
    """Instructions in words, in order; setup first, as a short check-list."""
    if any(map(is_set_up, instructions)):
        since = [todo for todo in instructions if todo.rule is not None]
        return [*set_up(s.world), *_lines(s.world, since)]
    found = _lines(s.world, instructions)
    if s.now.phase == "income" and any(todo.rule == "R-EP-45" for todo in instructions):
        found += [Line("", "asset", offer(s, seat), rule="R-EP-49", read=True) for seat in s.now.queue]
    return found


def _lines(w: World, instructions: Sequence[Instruction]) -> list[Line]:
    merged = _merged(instructions)
    turns = [todo for todo in merged if _kind(todo) == "turn" and todo.verb == "move"]
    said = any(todo.verb == "tell" and todo.rule == "R-EP-71" for todo in merged)
    found: list[Line] = []
    for todo in merged:
        if todo in turns:
            if todo is turns[0] and not said:
                found.append(_order(turns))
        else:
            found.append(_line(w, todo))
    return found


def _merged(instructions: Sequence[Instruction]) -> list[Instruction]:
    """Merge equal pieces to the same place, and consecutive steps of a marker.

    Instructions for the same piece keep their order. Cards shuffled into their deck are merged with the shuffle.
    """
    done: list[Instruction] = []
    shuffled = any(todo.verb == "shuffle" for todo in instructions)
    for todo in instructions:
        if shuffled and todo.verb == "remove" and todo.at == "contacts:discard":
            continue
        at = next((i for i in reversed(range(len(done))) if done[i].piece == todo.piece), None)
        if todo.piece is None or at is None or todo.verb == "flip":
            done.append(todo)
            continue
        last = done[at]
        if todo.verb == last.verb and (todo.at, todo.source, todo.to) == (last.at, last.source, last.to):
            done[at] = structs.replace(last, n=(last.n or 1) + (todo.n or 1))
        elif todo.verb == last.verb == "move" and last.to == todo.source and _kind(todo) in ("time", "notoriety"):
            done[at] = structs.replace(last, to=todo.to)
        else:
            done.append(todo)
    return [todo for todo in done if todo.verb != "move" or todo.source != todo.to]


def _kind(todo: Instruction) -> str:
    return kind(todo.piece)


def _order(turns: Sequence[Instruction]) -> Line:
    """All markers of the turn order track at once (R-EP-71)."""
    moved: list[tuple[str, str]] = sorted((_which(todo.to), _which(todo.piece)) for todo in turns)
    places: list[Words] = [T("{n} {seat}", n=place, seat=seat_name(seat)) for place, seat in moved]
    return Line("→", "players", T("turn order: {places}", places=listed(places)), rule="R-EP-71")


def _line(w: World, todo: Instruction) -> Line:
    if todo.verb == "tell":
        return _told(w, todo)
    if todo.verb == "shuffle":
        return Line(
            "", "shuffle", T("shuffle the contact discard into the deck"), None, todo.rule, "quiet", todo, "contacts"
        )
    if todo.verb == "flip":
        return _flipped(w, todo)
    sign, words = _MOVES[todo.verb](w, todo)
    deck = CARDS.get(_kind(todo))
    if deck == "plans" and not w.options.private_plans:
        deck = None
    tone = "quiet" if deck else _tone(todo)
    return Line(sign, icon_of(w, str(todo.piece)), words, _spot(todo), todo.rule, tone, todo, deck)


def _told(w: World, todo: Instruction) -> Line:
    icon, tone = _TELLING.get(todo.rule or "", ("speaker", "normal"))
    spot = todo.at if todo.at is not None and todo.at.startswith("patrol:") else None
    return Line("", icon, todo.text or "", spot, todo.rule, tone, todo, read=todo.rule not in HANDED)


_TELLING: Mapping[str, tuple[str, Tone]] = MappingProxyType(
    {
        "R-EP-45": ("cash", "normal"),
        "R-EP-49": ("cash", "normal"),
        "R-EP-52": ("door:blocked", "warn"),
        "R-EP-56": ("door", "good"),
        "R-EP-71": ("players", "normal"),
        "R-EP-86": ("escape", "good"),
        "R-EP-87": ("escape", "good"),
    }
)
"""The icon and tone of an announcement, by rule."""
HANDED = frozenset({"R-EP-45", "R-EP-49", "R-EP-71", "R-EP-87"})
"""Announcements about money that changes hands and markers that move; the others are only read aloud."""


def _flipped(w: World, todo: Instruction) -> Line:
    name = T("{piece} of {seat}", piece=piece(w, str(todo.piece)), seat=seat_name(_which(todo.at)))
    icon = icon_of(w, str(todo.piece))
    return Line("", icon, T("turn over the {piece}", piece=name), None, todo.rule, instruction=todo)


def _spot(todo: Instruction) -> str | None:
    """The box or tile of the picture that a line is about."""
    if _kind(todo) == "tile":
        return todo.piece
    for place in (todo.at, todo.to, todo.source):
        if place is not None and place.startswith(("tile:", "patrol:")):
            return place
    return todo.piece if _kind(todo) == "contact" else None


def _tone(todo: Instruction) -> Tone:
    if todo.verb == "move" and _kind(todo) == "wound":
        return "warn" if str(todo.to).startswith("wounds") else "good"
    return "normal"


def _which(name: str | None) -> str:
    return ident(name)


def _phrase(w: World, todo: Instruction, way: Words) -> Words:
    return T("{piece} {way}", piece=piece(w, str(todo.piece), todo.n or 1), way=way)


def _place(w: World, todo: Instruction) -> tuple[str, Words]:
    if _kind(todo) == "income":
        seat, _, space = _which(todo.at).partition(".")
        return "+", T("{seat}: an income cube on {n}", seat=seat_name(seat), n=space)
    return "+", _phrase(w, todo, where(w, str(todo.at)))


def _remove(w: World, todo: Instruction) -> tuple[str, Words]:
    if _kind(todo) == "income":
        seat, _, space = _which(todo.at).partition(".")
        return "−", T("{seat}: the income cube off {n}", seat=seat_name(seat), n=space)
    way = away(w, str(todo.at))
    if _kind(todo) == "officer":
        way = T("{away}, back into the bag", away=way)
    elif todo.at == "board:stock":
        way = T("{away}, out of the game", away=way)
    return "−", _phrase(w, todo, way)


def _move(w: World, todo: Instruction) -> tuple[str, Words]:
    """A move between the table and a supply, or between two places."""
    source, to = str(todo.source), str(todo.to)
    if _kind(todo) in _OWN:
        return "→", _OWN[_kind(todo)](w, todo)
    if source in _SUPPLIES:
        return "+", _phrase(w, todo, where(w, to))
    if to in _SUPPLIES:
        return "−", _phrase(w, todo, T("{away}, back {where}", away=away(w, source), where=where(w, to)))
    return "→", _phrase(w, todo, T("{away} {where}", away=away(w, source), where=where(w, to)))


_MOVES = {"place": _place, "remove": _remove, "move": _move}
_SUPPLIES = frozenset({"board:gang", "board:business", "board:safe_houses", "board:exits", "board:stock"})


def _notoriety(w: World, todo: Instruction) -> Words:
    seat = seat_name(_which(todo.piece))
    return T("{seat}: notoriety {start} → {end}", seat=seat, start=_which(todo.source), end=_which(todo.to))


def _time(w: World, todo: Instruction) -> Words:
    start, end = (PARTS[int(_which(place)) - 1][1] for place in (todo.source, todo.to))
    return T("time: {start} → {end}", start=start, end=end)


def _wound(w: World, todo: Instruction) -> Words:
    seat, cubes = seat_name(_which(todo.to)), piece(w, str(todo.piece), todo.n or 1)
    if str(todo.to).startswith("wounds"):
        return T("{seat}: {cubes} out of the green box", seat=seat, cubes=cubes)
    return T("{seat}: {cubes} back into the green box", seat=seat, cubes=cubes)


def _asset(w: World, todo: Instruction) -> Words:
    seat, name = seat_name(_which(todo.to)), piece(w, str(todo.piece))
    if str(todo.to).startswith("unlocked"):
        return T("{seat}: {asset} to the unlocked ones", seat=seat, asset=name)
    return T("{seat}: {asset} back to the locked ones", seat=seat, asset=name)


def _marker(w: World, todo: Instruction) -> Words:
    marker = piece(w, str(todo.piece), todo.n or 1)
    if todo.to == "board:gangs":
        return T("{marker} from the board of the player", marker=marker)
    return T("{marker} back onto the board of the player", marker=marker)


def _cube(w: World, todo: Instruction) -> Words:
    ends = [_which(place).partition(".") for place in (todo.source, todo.to)]
    start, end = (T("{seat} {n}", seat=seat_name(seat), n=space) for seat, _, space in ends)
    return T("income cube: {start} → {end}", start=start, end=end)


_OWN: Mapping[str, Callable[[World, Instruction], Words]] = MappingProxyType(
    {
        "notoriety": _notoriety,
        "time": _time,
        "wound": _wound,
        "asset": _asset,
        "gang_marker": _marker,
        "income": _cube,
    }
)
"""Moves of pieces that have their own places."""


def where(w: World, location: str) -> Words:
    """To a place: ``on Fish Market``, ``into the stock``."""
    kind, which = split(location)
    return _TO[location] if location in _TO else _ONTO[kind](w, which)


def away(w: World, location: str) -> Words:
    """Away from a place: ``from Fish Market``, ``from the stock``."""
    kind, which = split(location)
    return _FROM[location] if location in _FROM else _OFF[kind](w, which)


_ONTO: Mapping[str, Callable[[World, str], Words]] = MappingProxyType(
    {
        "tile": lambda w, tile: T("on {tile}", tile=tile_name(w, tile)),
        "player": lambda w, seat: T("to {seat}", seat=seat_name(seat)),
        "display": lambda w, letter: T("on stack {letter}, face up", letter=letter),
        "patrol": lambda w, exit: T("on the patrol space of exit {n}", n=exit),
    }
)
_OFF: Mapping[str, Callable[[World, str], Words]] = MappingProxyType(
    {
        "tile": lambda w, tile: T("from {tile}", tile=tile_name(w, tile)),
        "player": lambda w, seat: T("from {seat}", seat=seat_name(seat)),
        "display": lambda w, letter: T("from stack {letter}", letter=letter),
        "patrol": lambda w, exit: T("from the patrol space of exit {n}", n=exit),
    }
)
_TO: Mapping[str, Words] = MappingProxyType(
    {
        "board:city": T("into the city"),
        "board:gang": T("to the gang on the board"),
        "board:business": T("to the business tiles on the board"),
        "board:safe_houses": T("to the safe house tiles on the board"),
        "board:exits": T("beside the board"),
        "board:stock": T("into the stock"),
        "contacts:display": T("to the open contacts"),
        "contacts:discard": T("to the contact discard"),
    }
)
_FROM: Mapping[str, Words] = MappingProxyType(
    {
        "board:city": T("from the city"),
        "board:gang": T("from the gang on the board"),
        "board:business": T("from the business tiles on the board"),
        "board:safe_houses": T("from the safe house tiles on the board"),
        "board:exits": T("from beside the board"),
        "board:stock": T("from the stock"),
        "contacts:display": T("from the open contacts"),
        "contacts:discard": T("from the contact discard"),
    }
)
