"""What is followed over a whole game, and what many games are compared by."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text
from companion.games.crash.names import seat_name
from companion.games.crash.presenter.labels import seat_icon
from companion.games.crash.state import State, seated
from companion.games.crash.words import POSITIONS
from companion.games.player import Figure
from companion.scene.gauges import Colour, Gauge, Marker

MARKS: Final[tuple[tuple[Colour, Marker], ...]] = (
    ("red", "triangle"),
    ("blue", "diamond"),
    ("yellow", "disc"),
    ("green", "square"),
    ("rose", "hexagon"),
    ("grey", "house"),
)
"""Colour and shape of each player, by the place of the colour of the first saucer in the pack."""


def gauges(s: State) -> list[Gauge]:
    """Seated crew, energy, boosters and upgrades of every player, over both saucers with two players."""
    found = [_gauge(s, seat, "seated", T("Seated crew"), seated(s, seat), weight=3) for seat in s.world.seats]
    for name, chart in (("energy", T("Energy")), ("boosters", T("Boosters"))):
        found += [_gauge(s, seat, name, chart, _sum(s, seat, name)) for seat in s.world.seats]
    upgrades = T("Upgrades")
    return found + [
        _gauge(s, seat, "upgrades", upgrades, sum(len(s.now.saucers[one].upgrades) for one in s.world.saucers_of[seat]))
        for seat in s.world.seats
    ]


def _sum(s: State, seat: str, what: str) -> int:
    return sum(getattr(s.now.saucers[saucer], what) for saucer in s.world.saucers_of[seat])


def _gauge(s: State, seat: str, what: str, chart: Text, value: int, *, weight: float = 0) -> Gauge:
    saucers = s.world.saucers_of[seat]
    colour, marker = MARKS[s.world.pack.colours.index(saucers[0])]
    most = POSITIONS * len(saucers) if what == "seated" else None
    icon = seat_icon(s.world, seat)
    return Gauge(f"{what}:{seat}", chart, seat_name(s.world, seat), value, icon, colour, marker, most, weight)


def figures(s: State) -> list[Figure]:
    """The rounds, how close the best of the others was, upgrades in use, whether the first player has won."""
    winner = None if s.now.result is None else s.now.result["winner"]
    others = [seated(s, seat) for seat in s.world.seats if seat != winner]
    return [
        Figure(T("rounds"), s.now.round),
        Figure(T("seated crew of the second"), max(others)),
        Figure(T("upgrades on the mats"), sum(len(saucer.upgrades) for saucer in s.now.saucers.values())),
        Figure(T("first player won"), winner == s.world.seats[0], share=True),
    ]
