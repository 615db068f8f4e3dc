"""What hands must do, in words: one line for each thing (wire/escape.md, "Pieces")."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from companion.core.instructions import Instruction
from companion.core.scenes import Line, Tone
from companion.core.texts import T, Words, listed
from companion.games.escape.names import seat_name
from companion.games.escape.show.laying_out import is_set_up, set_up
from companion.games.escape.show.wording import PARTS, icon_of, piece, tile_name
from companion.games.escape.state import State
from companion.games.escape.world import World

CARDS = {"patrol": "patrol", "contact": "contacts", "plan": "plans"}
"""Kinds of cards whose deck can be digital: then they are not on the table."""


def lines(s: State, instructions: Sequence[Instruction]) -> list[Line]:
    """Instructions in words, in the order in which hands do them; set-up first, as a short check-list."""
    if any(map(is_set_up, instructions)):
        laid = [todo for todo in instructions if todo.rule is None]
        rest = [todo for todo in instructions if todo.rule is not None]
        return [*set_up(s.world, laid), *_lines(s.world, rest)]
    return _lines(s.world, instructions)


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
    """Equal pieces to the same place are counted together; steps of a marker one after the other become one.

    Nothing is moved past an instruction for the same piece.
    """
    done: list[Instruction] = []
    for todo in instructions:
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
    return (todo.piece or "").partition(":")[0]


def _order(turns: Sequence[Instruction]) -> Line:
    """The markers of the turn order track, all at once (R-EP-71)."""
    moved: list[tuple[str, str]] = sorted((_which(todo.to), _which(todo.piece)) for todo in turns)
    places: list[Words] = [T("{n} {seat}", n=place, seat=seat_name(seat)) for place, seat in moved]
    return Line("→", "players", T("turn order: {places}", places=listed(places)), rule="R-EP-71")


def _line(w: World, todo: Instruction) -> Line:
    if todo.verb == "tell":
        return _told(w, todo)
    if todo.verb == "shuffle":
        return Line("", "shuffle", T("shuffle the contact cards"), None, todo.rule, "quiet", todo, "contacts")
    if todo.verb == "flip":
        return _flipped(w, todo)
    sign, words = _MOVES[todo.verb](w, todo)
    deck = CARDS.get(_kind(todo))
    if deck == "plans" and not w.options.private_plans:
        deck = None
    return Line(
        sign, icon_of(w, str(todo.piece)), words, _spot(todo), todo.rule, "quiet" if deck else _tone(todo), todo, deck
    )


def _told(w: World, todo: Instruction) -> Line:
    icon = "speaker"
    tone: Tone = "normal"
    if todo.rule == "R-EP-52":
        icon, tone = "door:blocked", "warn"
    elif todo.rule == "R-EP-56":
        icon, tone = "door", "good"
    elif todo.rule in ("R-EP-45", "R-EP-49", "R-EP-87"):
        icon = "cash"
    elif todo.rule == "R-EP-71":
        icon = "players"
    spot = todo.at if todo.at is not None and todo.at.startswith("patrol:") else None
    return Line("", icon, todo.text or "", spot, todo.rule, tone, todo)


def _flipped(w: World, todo: Instruction) -> Line:
    name = T("{piece} of {seat}", piece=piece(w, str(todo.piece)), seat=seat_name(_which(todo.at)))
    icon = icon_of(w, str(todo.piece))
    return Line("", icon, T("turn over the {piece}", piece=name), None, todo.rule, instruction=todo)


def _spot(todo: Instruction) -> str | None:
    """The box or the tile of the picture that a line is about."""
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
    return (name or "").partition(":")[2]


def _phrase(w: World, todo: Instruction, way: Words) -> Words:
    return T("{piece} {way}", piece=piece(w, str(todo.piece), todo.n or 1), way=way)


def _place(w: World, todo: Instruction) -> tuple[str, Words]:
    return "+", _phrase(w, todo, where(w, str(todo.at)))


def _remove(w: World, todo: Instruction) -> tuple[str, Words]:
    place = str(todo.at)
    if _kind(todo) == "officer":
        return "−", T(
            "{piece} from {tile}, back into the bag",
            piece=piece(w, str(todo.piece), todo.n or 1),
            tile=tile_name(w, _which(place)),
        )
    return "−", _phrase(w, todo, away(w, place))


def _move(w: World, todo: Instruction) -> tuple[str, Words]:
    source, to = str(todo.source), str(todo.to)
    kind, which = _kind(todo), _which(todo.piece)
    if kind == "notoriety":
        words = T("{seat}: notoriety {start} → {end}", seat=seat_name(which), start=_which(source), end=_which(to))
        return "→", words
    if kind == "time":
        return "→", T("time: {start} → {end}", start=_part(source), end=_part(to))
    if kind == "wound":
        seat = seat_name(_which(to))
        n = piece(w, str(todo.piece), todo.n or 1)
        if to.startswith("wounds"):
            return "→", T("{seat}: {cubes} out of the green box", seat=seat, cubes=n)
        return "→", T("{seat}: {cubes} back into the green box", seat=seat, cubes=n)
    if kind == "asset":
        seat, name = seat_name(_which(to)), piece(w, str(todo.piece))
        if to.startswith("unlocked"):
            return "→", T("{seat}: {asset} to the unlocked ones", seat=seat, asset=name)
        return "→", T("{seat}: {asset} back to the locked ones", seat=seat, asset=name)
    return "→", _phrase(w, todo, T("{away} {where}", away=away(w, source), where=where(w, to)))


_MOVES = {"place": _place, "remove": _remove, "move": _move}


def _part(location: str) -> Words:
    return PARTS[int(_which(location)) - 1][1]


def where(w: World, location: str) -> Words:
    """To a place: ``on Fish Market``, ``into the stock``."""
    kind, _, which = location.partition(":")
    match kind:
        case "tile":
            return T("on {tile}", tile=tile_name(w, which))
        case "player":
            return T("to {seat}", seat=seat_name(which))
        case "display":
            return T("on stack {letter}, face up", letter=which)
        case "patrol":
            return T("on the patrol space of exit {n}", n=which)
        case "income":
            seat, _, space = which.partition(".")
            return T("on income {n} of {seat}", n=space, seat=seat_name(seat))
        case "order" | "notoriety" | "time":
            return T("on space {n}", n=which)
        case "locked" | "unlocked" | "green" | "wounds" | "gangs":
            return T("onto the board of {seat}", seat=seat_name(which))
    return _TO[location]


def away(w: World, location: str) -> Words:
    """Away from a place: ``from Fish Market``, ``from the stock``."""
    kind, _, which = location.partition(":")
    match kind:
        case "tile":
            return T("from {tile}", tile=tile_name(w, which))
        case "player":
            return T("from {seat}", seat=seat_name(which))
        case "display":
            return T("from stack {letter}", letter=which)
        case "patrol":
            return T("from the patrol space of exit {n}", n=which)
        case "income":
            seat, _, space = which.partition(".")
            return T("from income {n} of {seat}", n=space, seat=seat_name(seat))
        case "order" | "notoriety" | "time":
            return T("from space {n}", n=which)
        case "locked" | "unlocked" | "green" | "wounds" | "gangs":
            return T("from the board of {seat}", seat=seat_name(which))
    return _FROM[location]


_TO: dict[str, Words] = {
    "board:city": T("into the city"),
    "board:gang": T("to the gang on the board"),
    "board:gangs": T("onto the gang area of the board"),
    "board:business": T("to the business tiles on the board"),
    "board:safe_houses": T("to the safe house tiles on the board"),
    "board:exits": T("beside the board"),
    "board:stock": T("into the stock"),
    "contacts:display": T("to the open contacts"),
    "contacts:discard": T("to the contacts put away"),
}
_FROM: dict[str, Words] = {
    "board:city": T("from the city"),
    "board:gang": T("from the gang on the board"),
    "board:gangs": T("from the gang area of the board"),
    "board:business": T("from the business tiles on the board"),
    "board:safe_houses": T("from the safe house tiles on the board"),
    "board:exits": T("from beside the board"),
    "board:stock": T("from the stock"),
    "contacts:display": T("from the open contacts"),
    "contacts:discard": T("from the contacts put away"),
}
