"""What things are called, and which icons picture them."""

from __future__ import annotations

from typing import Final

from companion.core.texts import P, T, Text, Words, listed
from companion.games.crash.names import crew_name, saucer_name, seat_name
from companion.games.crash.state import State, board
from companion.games.crash.words import LIGHT
from companion.games.crash.world import World, colour_of, type_of

CHANCE: Final[dict[str, Text]] = {
    "board": T("Board"),
    "placement": T("Placement die"),
    "rotation": T("Rotation die"),
    "upgrades": T("Upgrade cards"),
}
"""What people call the chance items."""
TIMINGS: Final[dict[str, Text]] = {
    "planning": T("After the rotation die"),
    "start_of_turn": T("At the start of your turn"),
    "movement": T("On an accelerator"),
    "collision": T("When you are pushed"),
    "crash": T("When you crash"),
    "placement": T("When something is placed by die"),
    "end_of_turn": T("At the end of your turn"),
    "end_of_round": T("At the end of the round"),
    "passive": T("Always works"),
}
"""When an upgrade can be used."""
ICONS: Final = frozenset(
    {
        *(f"saucer:{n}" for n in range(1, 7)),
        *(f"crew:{kind}" for kind in ("pilot", "scientist", "doctor", "engineer")),
        *(f"crew:{n}:{kind}" for n in range(1, 7) for kind in ("pilot", "scientist", "doctor", "engineer")),
        *(f"marker:{n}" for n in range(1, 5)),
        *("accelerator", "site", "upgrade", "tile:square", "players", "speaker", "shuffle"),
        *("token:energy", "token:booster", "token:override", "token:probe"),
        *("movement:2", "movement:3", "movement:0-5", "rotation:cw", "rotation:ccw", "die:placement", "die:rotation"),
    }
)
"""The icons of this game."""


def saucer_icon(w: World, saucer: str) -> str:
    """The picture of a saucer, by the place of its colour in the pack."""
    return f"saucer:{w.pack.colours.index(saucer) + 1}"


def seat_icon(w: World, seat: str) -> str:
    """The picture of a player: that of the first saucer."""
    return saucer_icon(w, w.saucers_of[seat][0])


def crew_icon(w: World, crew: str) -> str:
    """The picture of a member of the crew, by the place of its colour in the pack."""
    return f"crew:{w.pack.colours.index(colour_of(crew)) + 1}:{type_of(crew)}"


def marker_icon(w: World, direction: str) -> str:
    """The picture of a direction marker, by its place in the pack."""
    return f"marker:{w.pack.directions.index(direction) + 1}"


def piece_icon(w: World, piece: str) -> str:
    """The picture of a saucer or of crew by its name on the wire."""
    kind, _, name = piece.partition(":")
    return saucer_icon(w, name) if kind == "saucer" else crew_icon(w, name)


def piece_name(w: World, piece: str) -> Words:
    """What a saucer or crew is called, by its name on the wire."""
    kind, _, name = piece.partition(":")
    return saucer_name(w, name) if kind == "saucer" else crew_name(w, name)


def mat_name(w: World, saucer: str) -> Words:
    """A saucer with its player, where the player is not called like it."""
    seat = w.seat_of[saucer]
    if seat == saucer:
        return saucer_name(w, saucer)
    return T("{seat} · {saucer}", seat=seat_name(w, seat), saucer=saucer_name(w, saucer))


def seats_listed(w: World, seats: list[str]) -> Words:
    """Names of seats in a row."""
    return listed([seat_name(w, seat) for seat in seats])


def coordinates(square: str) -> str:
    """Where a square is, as on a chessboard from above: column C, row 4 is ``C4``."""
    column, row = square[1:].split("r")
    return f"{chr(ord('A') + int(column) - 1)}{row}" if int(column) <= 26 else f"{column}/{row}"


def site_on(s: State, square: str) -> int | None:
    """The number of the crash site there."""
    return next((number for number, at in board(s).sites.items() if at == square), None)


def square_name(s: State, square: str) -> Words:
    """What people call a square: by its crash site if it has one, else by where it is."""
    number = site_on(s, square)
    if number is not None:
        return T("site {n}", n=number)
    if square in board(s).accelerators:
        return T("accelerator {place}", place=coordinates(square))
    return coordinates(square)


def whereabouts(s: State, at: str | None) -> Words:
    """Where something is that may be on the board."""
    if at is None:
        return T("off the board")
    return T("on the board") if at == LIGHT else T("on {place}", place=square_name(s, at))


def brought(energy: int, boosters: int) -> Words | None:
    """What something brings; None for nothing."""
    found: list[Words] = []
    if energy:
        found.append(P("+{n} energy", "+{n} energy", energy))
    if boosters:
        found.append(P("+{n} booster", "+{n} boosters", boosters))
    return listed(found) if found else None


def seated_words(n: int) -> Words:
    """How much of the crew is seated."""
    return P("{n} seated", "{n} seated", n)


def turned_words(rotation: int) -> Words:
    """How a tile lies."""
    return T("{n}° clockwise", n=rotation) if rotation else T("as printed")


def rotation_words(face: str | None) -> Words:
    """Which way round a round goes; "Order" where that is not said (yet)."""
    return {"cw": T("Clockwise"), "ccw": T("Counter-clockwise")}.get(face or "", T("Order"))
