"""The charted numbers: notoriety and income of each seat, and how far the city has closed."""

from __future__ import annotations

from companion.core.texts import T, Text
from companion.games.escape.names import seat_name
from companion.games.escape.presenter.words.labels import disc
from companion.games.escape.state import State
from companion.games.escape.words import EXITS
from companion.scene.gauges import MARKS, Gauge


def gauges(s: State) -> list[Gauge]:
    """Notoriety and income by seat; officers, gang members and blocked exits, and how many have escaped."""
    now = s.now
    notoriety, income, city = T("Notoriety"), T("Income"), T("In the city")
    officers = sum(sum(kinds.values()) for kinds in now.officers.values())
    members, blocked, out = sum(now.gang.values()), len(now.blocked), len(now.escaped)
    return [
        *(_of_seat(s, seat, notoriety, now.players[seat].notoriety, weight=1) for seat in s.world.seats),
        *(_of_seat(s, seat, income, now.players[seat].income) for seat in s.world.seats),
        Gauge("officers", city, T("Officers"), officers, "officer:blue", "blue", "diamond", weight=0.2),
        Gauge("gang", city, T("Gang members"), members, "gang:member", "purple", "square", weight=0.2),
        Gauge("blocked", city, T("Blocked exits"), blocked, "door:blocked", "red", "triangle", len(EXITS), weight=4),
        Gauge("escaped", city, T("Out of the city"), out, "escape", "green", "disc", len(s.world.seats), weight=4),
    ]


def _of_seat(s: State, seat: str, what: Text, value: int, *, weight: float = 0) -> Gauge:
    icon = disc(s.world, seat)
    colour, marker = MARKS[int(icon.split(":")[1]) % len(MARKS)]
    return Gauge(f"{what.msgid.lower()}:{seat}", what, seat_name(seat), value, icon, colour, marker, weight=weight)
