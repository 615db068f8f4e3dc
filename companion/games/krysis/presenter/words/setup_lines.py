"""The setup as a short check-list, including parts the companion never asks about (R-KR-05 to R-KR-17)."""

from __future__ import annotations

from msgspec import structs

from companion.core.instructions import Instruction
from companion.core.texts import T, Words, as_printed
from companion.games.krysis.presenter.words.labels import (
    BANK,
    HOME,
    RELIC,
    VP,
    company_name,
    goods_words,
    seat_icon,
    seat_name,
)
from companion.games.krysis.state import State
from companion.games.krysis.words import DRAWN_AT_START, HOME_AT_START, RELICS, TACTICAL_HAND
from companion.scene.scene import Line


def is_set_up(todo: Instruction) -> bool:
    """True for an instruction that occurs only in setup: score cubes come out of the box."""
    return todo.verb == "place" and (todo.piece or "").startswith("cube:")


def _line(icon: str, words: Words, rule: str, deck: str | None = None) -> Line:
    return Line("+", icon, words, None, rule, deck=deck)


def set_up(s: State) -> list[Line]:
    """The check-list for this pack and these seats."""
    w, options = s.world, s.world.options
    found = [_line(BANK, T("the board; all crystals beside it are the bank"), "R-KR-09")]
    for seat in w.seats:
        name, company = seat_name(w, seat), company_name(w, seat)
        alike = as_printed(name) == company
        whose = structs.replace(name, beside=True) if alike else company
        words: Words = T("{seat}: agents, miner, cube, screen, 2 summary cards", seat=whose)
        if not alike:
            words = T("{name} · {words}", name=name, words=words)
        found.append(_line(seat_icon(w, seat), words, "R-KR-05"))
    found += [
        _line(VP, T("score cubes on 0"), "R-KR-08"),
        _line(HOME, T("behind each screen: {goods}", goods=goods_words(HOME_AT_START)), "R-KR-14"),
        _line(RELIC, T("shuffle the relics"), "R-KR-12", RELICS),
        *_agents(s),
    ]
    if options.missions:
        found.append(_line("players", T("shuffle the 4 missions"), "R-KR-72", "missions"))
    return found


def _agents(s: State) -> list[Line]:
    """How agents get into decks and hands; if they are tracked, each step is an instruction of its own."""
    options = s.world.options
    fighters = "agent:fighter"
    found = []
    if options.advanced:
        words = T("all take their 6 special agents; two with one star, two with two and two with three go into the box")
        found.append(_line(fighters, words, "R-KR-64", "agents"))
    else:
        found.append(_line(fighters, T("special agents stay in the box"), "R-KR-07", "agents"))
    if options.tactical:
        words = T("all choose {n} agents for their hand; the others form two shuffled decks", n=TACTICAL_HAND)
        return [*found, _line(fighters, words, "R-KR-85", "agents")]
    words = T("shuffle fighters and transporters apart; draw {n} of each", n=DRAWN_AT_START)
    return [*found, _line(fighters, words, "R-KR-11", "agents")]
