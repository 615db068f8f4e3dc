"""Instructions in words, one short line each (wire/krysis.md, section 8).

Crystals on the same way are one line. Revealed bids and teams are listed in the resulting order, with ties.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from msgspec import structs

from companion.core.instructions import Instruction, ident, kind, split
from companion.core.texts import P, T, Words
from companion.games.krysis.presenter.questions.openings import bid_lines, initiative_lines
from companion.games.krysis.presenter.words.labels import (
    RELIC,
    VP,
    company_number,
    good_icon,
    goods_words,
    miner_icon,
    points,
    seat_name,
    space_name,
)
from companion.games.krysis.presenter.words.setup_lines import is_set_up, set_up
from companion.games.krysis.state import State
from companion.games.krysis.words import COLOURS, RELICS
from companion.scene.scene import Line

DRAWN, BIDS, AGENTS = "R-KR-26", "R-KR-19", "R-KR-28"
DISCARD, DECK = "discard:relics", "deck:relics"


def lines(s: State, instructions: Sequence[Instruction]) -> list[Line]:
    """Instructions in words, in order; setup first, as a short check-list."""
    if any(map(is_set_up, instructions)):
        since = [todo for todo in instructions if todo.rule is not None]
        return [*set_up(s), *_lines(s, since)]
    return _lines(s, instructions)


def _lines(s: State, instructions: Sequence[Instruction]) -> list[Line]:
    opened = max((at for at, todo in enumerate(instructions) if _opens(todo)), default=None)
    done: list[Line] = []
    at = 0
    while at < len(instructions):
        todo = instructions[at]
        n = _alike(instructions, at)
        if _opens(todo):
            done += _opened(s, todo, latest=at == opened)
        elif not _on_the_table_already(s, todo):
            done.append(_line(s, instructions[at : at + n]))
        at += n
    return done


def _opens(todo: Instruction) -> bool:
    return todo.verb == "tell" and todo.rule in (BIDS, AGENTS)


def _opened(s: State, todo: Instruction, *, latest: bool) -> list[Line]:
    """Announcements; for what was just revealed, the resulting order."""
    if latest and todo.rule == BIDS:
        return bid_lines(s) or [_told(todo)]
    found = [_told(todo)] if s.world.options.knows_agents else []
    return [*found, *(initiative_lines(s) if latest else [])]


def _on_the_table_already(s: State, todo: Instruction) -> bool:
    """True for physical agents, which hands have turned up before they are entered."""
    return todo.rule == AGENTS and not s.world.options.knows_agents


def _told(todo: Instruction) -> Line:
    return Line("", "speaker", todo.text or "", None, todo.rule, instruction=todo, read=todo.rule != AGENTS)


def _alike(instructions: Sequence[Instruction], at: int) -> int:
    """The number of instructions from ``at`` that form one line: goods on the same way, or steps of a cube."""
    first = instructions[at]
    sort = _sort(first)
    if sort is None:
        return 1
    n = at + 1
    while n < len(instructions) and _sort(instructions[n]) == sort:
        n += 1
    if (
        sort[0] == RELIC
        and sort[2] == DECK
        and n == at + 1
        and n < len(instructions)
        and _goes_with(first, instructions[n])
    ):
        n += 1
    return n - at


def _sort(todo: Instruction) -> tuple[str | None, ...] | None:
    kind = _kind(todo.piece)
    if kind == "cube":
        return (todo.piece,)
    return (kind, todo.verb, todo.source, todo.to, todo.at) if kind in ("crystal", RELIC) else None


def _goes_with(first: Instruction, second: Instruction) -> bool:
    """The relic that is not kept is discarded along with the choice."""
    unseen = first.rule == second.rule == DRAWN and first.source == second.source == DECK
    return unseen and second.to == DISCARD and first.to != DISCARD


def _kind(name: str | None) -> str:
    return kind(name)


def _which(name: str | None) -> str:
    return ident(name)


def _line(s: State, parts: Sequence[Instruction]) -> Line:
    todo = parts[0]
    if todo.verb == "tell":
        return _told(todo)
    kind = _kind(todo.piece)
    return _PIECES[kind](s, parts)


def _seat(s: State, name: str | None) -> Words:
    return seat_name(s.world, _which(name))


_PLACES: Mapping[str, Callable[[State, str], Words]] = MappingProxyType(
    {
        "camp": lambda s, seat: T("the camp of {seat}", seat=seat_name(s.world, seat)),
        "home": lambda s, seat: T("the home of {seat}", seat=seat_name(s.world, seat)),
        "homes": lambda s, name: T("behind the screen"),
        "drawn": lambda s, seat: T("drawn by {seat}", seat=seat_name(s.world, seat)),
        "fighters": lambda s, seat: T("the fighters of {seat}", seat=seat_name(s.world, seat)),
        "transporters": lambda s, seat: T("the transporters of {seat}", seat=seat_name(s.world, seat)),
        "hand": lambda s, seat: T("the hand of {seat}", seat=seat_name(s.world, seat)),
        "reserve": lambda s, seat: T("hand and decks of {seat}", seat=seat_name(s.world, seat)),
        "team": lambda s, seat: T("the team of {seat}", seat=seat_name(s.world, seat)),
        "mission": lambda s, seat: T("the mission of {seat}", seat=seat_name(s.world, seat)),
        "space": lambda s, space: space_name(s.world, space),
        "score": lambda s, n: points(int(n)),
    }
)


def _place(s: State, location: str | None) -> Words:
    """The name of a location."""
    kind, name = split(location)
    if location == DISCARD:
        return T("the relic discard")
    if kind == "discard":
        return T("the discarded agents of {seat}", seat=seat_name(s.world, name))
    if kind == "deck":
        return T("the relic deck") if name == RELICS else T("the missions")
    return _PLACES[kind](s, name)


def _spot(todo: Instruction) -> str | None:
    """The place of the picture that a line is about."""
    places = (todo.to, todo.at, todo.source)
    return next((place for place in places if _kind(place) in ("camp", "space")), None)


def _way(s: State, what: Words, parts: Sequence[Instruction]) -> tuple[str, Words]:
    """The sign and words of a piece that comes, goes or moves."""
    todo = parts[0]
    if todo.verb == "place":
        return "+", T("{what}: {place}", what=what, place=_place(s, todo.at))
    if todo.verb == "remove":
        return "−", T("{what}: away, it was {place}", what=what, place=_place(s, todo.at))
    return "→", T("{what}: {source} → {to}", what=what, source=_place(s, todo.source), to=_place(s, todo.to))


def _crystals(s: State, parts: Sequence[Instruction]) -> Line:
    todo = parts[0]
    goods = {colour: sum(one.n or 1 for one in parts if _which(one.piece) == colour) for colour in COLOURS}
    what, icon = goods_words(goods), good_icon(_which(todo.piece))
    if todo.verb == "remove":
        words: Words = T("{goods} to the bank: {place}", goods=what, place=_place(s, todo.at))
        return Line("−", icon, words, _spot(todo), todo.rule, instruction=todo)
    sign, words = _way(s, what, parts)
    return Line(sign, icon, words, _spot(todo), todo.rule, instruction=todo)


def _relic(s: State, parts: Sequence[Instruction]) -> Line:
    todo = parts[0]
    line = Line("→", RELIC, "", _spot(todo), todo.rule, instruction=todo, deck=RELICS)
    if todo.verb == "flip":
        return structs.replace(line, sign="", words=T("{seat}: turn the relic over", seat=_seat(s, todo.at)))
    if todo.source == DISCARD and todo.to == DECK:
        words = T("shuffle the discarded relics into a new deck")
        return structs.replace(line, sign="", icon="shuffle", words=words, tone="quiet")
    if len(parts) == 2 and parts[1].to == DISCARD and todo.to != DISCARD:
        words = T("{seat}: draw 2 relics, keep 1 face down in the camp, discard the other", seat=_seat(s, todo.to))
        return structs.replace(line, words=words)
    n = sum(one.n or 1 for one in parts)
    sign, words_ = _way(s, goods_words({RELICS: n}), parts)
    return structs.replace(line, sign=sign, words=words_)


def _agents(s: State, parts: Sequence[Instruction]) -> Line:
    todo = parts[0]
    n = todo.n or 1
    line = Line("→", "agent:fighter", "", None, todo.rule, instruction=todo, deck="agents")
    if todo.rule == AGENTS:
        words: Words = T("{seat}: an agent face down", seat=_seat(s, todo.to))
        return structs.replace(line, words=words, tone="quiet")
    if todo.verb == "remove":
        words = T("{seat}: an agent into the box, unseen", seat=_seat(s, todo.at))
        return structs.replace(line, sign="−", words=words)
    sign, words = _way(s, P("{n} agent", "{n} agents", n), parts)
    return structs.replace(line, sign=sign, words=words)


def _miner(s: State, parts: Sequence[Instruction]) -> Line:
    todo = parts[0]
    seat = _which(todo.piece)
    miner = T("the miner of {seat}", seat=seat_name(s.world, seat))
    sign, words = "→", T("{what}: {place}", what=miner, place=_place(s, todo.to or todo.at))
    if todo.verb == "remove":
        sign, words = _way(s, miner, parts)  # type: ignore[assignment]
    icon = miner_icon(s.world, seat)
    return Line(sign, icon, words, _spot(todo), todo.rule, instruction=todo)


def _cube(s: State, parts: Sequence[Instruction]) -> Line:
    todo = parts[-1]
    seat = _which(todo.piece)
    words = T("{seat}: score cube on {n}", seat=seat_name(s.world, seat), n=_which(todo.to or todo.at))
    return Line("→", VP, words, None, todo.rule, "good", todo)


def _mission(s: State, parts: Sequence[Instruction]) -> Line:
    todo = parts[0]
    line = Line("→", "players", "", None, todo.rule, instruction=todo, deck="missions")
    if todo.to is not None and todo.to.startswith("mission:"):
        seat = _which(todo.to)
        icon = f"company:{company_number(s.world, seat)}"
        words = T("{seat}: a mission, for your eyes only", seat=seat_name(s.world, seat))
        return structs.replace(line, icon=icon, words=words)
    sign, way = _way(s, T("a mission"), parts)
    return structs.replace(line, sign=sign, words=way)


_PIECES: Mapping[str, Callable[[State, Sequence[Instruction]], Line]] = MappingProxyType(
    {
        "crystal": _crystals,
        RELIC: _relic,
        "agent": _agents,
        "miner": _miner,
        "cube": _cube,
        "mission": _mission,
    }
)
"""The line for each kind of piece."""
