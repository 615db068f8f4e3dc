"""Charted numbers, and figures for comparing games."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text
from companion.games.krysis.presenter.words.labels import CAMP, COMBAT, VP, company_number, seat_name
from companion.games.krysis.rules.fighting import defence
from companion.games.krysis.state import State, worth
from companion.games.player import Figure
from companion.scene.gauges import Colour, Gauge, Marker

MARKS: Final[tuple[tuple[Colour, Marker], ...]] = (
    ("red", "triangle"),
    ("blue", "disc"),
    ("green", "cross"),
    ("yellow", "square"),
)
"""Colour and marker of each player, by the index of the company in the pack."""


def gauges(s: State) -> list[Gauge]:
    """Points, the value of the camp's crystals, and the team's strength, by seat."""
    players = s.now.players
    found = [_gauge(s, seat, VP, T("Points"), players[seat].vp, weight=1) for seat in s.world.seats]
    found += [
        _gauge(s, seat, CAMP, T("Value in the camp"), worth(players[seat].camp.crystals), weight=0.5)
        for seat in s.world.seats
    ]
    return found + [_gauge(s, seat, COMBAT, T("Combat"), defence(s, seat)) for seat in s.world.seats]


def _gauge(s: State, seat: str, what: str, chart: Text, value: int, *, weight: float = 0) -> Gauge:
    colour, marker = MARKS[company_number(s.world, seat) - 1]
    return Gauge(f"{what}:{seat}", chart, seat_name(s.world, seat), value, what, colour, marker, weight=weight)


def figures(s: State) -> list[Figure]:
    """The winner's points and lead, points from bank and relics, and who has won."""
    result = s.now.result
    scores = {} if result is None else result["scores"]
    ranking = [scores[seat] for seat in ([] if result is None else result["ranking"])]
    totals = [one["total"] for one in ranking]
    return [
        Figure(T("points of the winner"), totals[0] if totals else 0),
        Figure(T("lead of the winner"), totals[0] - totals[1] if totals else 0),
        Figure(T("points of all from the bank"), sum(one["bank"] for one in ranking)),
        Figure(T("points of all for relics"), sum(one["relics"] for one in ranking)),
        Figure(T("first player won"), result is not None and result["winner"] == s.world.seats[0], share=True),
    ]
