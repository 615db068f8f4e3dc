"""The order after revealed bids and teams, with values and ties in words (R-KR-21, R-KR-32)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.core.texts import T, Words
from companion.games.krysis.presenter.words.labels import bid_words, seat_icon, seat_name
from companion.games.krysis.state import State, none, worth
from companion.scene.scene import Line


def bid_lines(s: State) -> list[Line]:
    """The bids in the resulting order; empty once a miner has moved."""
    now = s.now
    if not now.revealed or now.order is None or now.done or now.phase != "mining":
        return []
    bids = {seat: player.bid or none() for seat, player in now.players.items()}
    values = {seat: worth(bid) for seat, bid in bids.items()}
    return _ranked(s, values, lambda seat: bid_words(bids[seat]), "R-KR-21")


def initiative_lines(s: State) -> list[Line]:
    """The initiative in order; empty before the third agent, and once a seat has been active."""
    now = s.now
    if now.phase != "action" or now.initiative is None or now.order is None or now.done:
        return []
    found = now.initiative
    return _ranked(s, found, lambda seat: T("initiative {n}", n=found[seat]), "R-KR-32")


def _ranked(s: State, values: Mapping[str, int], said: Callable[[str], Words], rule: str) -> list[Line]:
    order = s.now.order or []
    found = []
    for place, seat in enumerate(order, 1):
        words: Words = T("{place}. {seat}: {value}", place=place, seat=seat_name(s.world, seat), value=said(seat))
        tied = _tied_behind(order, values, place - 1)
        if tied is not None:
            words = T("{line}; the miner is ahead of {seat}", line=words, seat=seat_name(s.world, tied))
        found.append(Line("", seat_icon(s.world, seat), words, None, rule, "good" if place == 1 else "normal"))
    return found


def _tied_behind(order: Sequence[str], values: Mapping[str, int], at: int) -> str | None:
    """The next seat with the same value."""
    following = order[at + 1] if at + 1 < len(order) else None
    return following if following is not None and values[following] == values[order[at]] else None
