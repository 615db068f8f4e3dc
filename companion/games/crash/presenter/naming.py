"""Names and icons."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import structs

from companion.core.answers import Answer, Draw, Pick
from companion.core.instructions import split
from companion.core.piles import UNKNOWN
from companion.core.texts import P, T, Text, Words, as_printed, listed, of_seat
from companion.games.crash import answers as a
from companion.games.crash.state import State, board
from companion.games.crash.words import CLOCKWISE, COUNTER, LIGHT
from companion.games.crash.world import colour_of, type_of
from companion.scene.nameless import nameless_card
from companion.scene.presenter import Presenter
from companion.scene.scene import Card, Counter, Piece

CHANCE: Final[dict[str, Text]] = {
    "board": T("Board"),
    "placement": T("Placement die"),
    "rotation": T("Rotation die"),
    "upgrades": T("Upgrade cards"),
}
"""The names of the chance items."""
FACES: Final[dict[str, Text]] = {CLOCKWISE: T("clockwise"), COUNTER: T("counter-clockwise")}
TOKENS: Final[dict[str, Text]] = {
    "energy": T("Energy"),
    "booster": T("Boosters"),
    "override": T("the override token"),
    "probe": T("the probe"),
}
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
"""The timings of upgrades in words."""


class Naming(Presenter[State]):
    """The names and icons of single things."""

    def chance_name(self, item: str) -> Words:
        """What people call a chance item."""
        return CHANCE[item]

    def word(self, s: State, name: str) -> Words:
        """What people call something, by its name on the wire."""
        kind, one = split(name)
        match kind:
            case "piece":
                words = self.word(s, one)
            case "square":
                words = self.square(s, one)
            case "tile" if "@" in one:
                tile, rotation = one.split("@")
                turned = self.word(s, f"rotation:{rotation}")
                words = T("{tile}, {turned}", tile=s.world.word(tile), turned=turned)
            case "rotation":
                words = T("{n}° clockwise", n=one) if int(one) else T("as printed")
            case "token":
                words = TOKENS[one]
            case "die":
                words = CHANCE[one]
            case "face":
                words = FACES.get(one, one)
            case _:
                words = s.world.called(name)
        return words

    def icon(self, s: State, name: str) -> str:
        """The icon of something, by the index of its colour or direction in the pack."""
        pack = s.world.pack
        kind, one = split(name)
        icon = name
        match kind:
            case "saucer":
                icon = f"saucer:{pack.colours.index(one) + 1}"
            case "seat":
                icon = self.icon(s, f"saucer:{s.world.saucers_of[one][0]}")
            case "crew" if one not in pack.types:
                icon = f"crew:{pack.colours.index(colour_of(one)) + 1}:{type_of(one)}"
            case "marker":
                icon = f"marker:{pack.directions.index(one) + 1}"
            case "tile":
                icon = "tile:square"
            case "upgrade":
                icon = "upgrade"
        return icon

    def piece(self, s: State, name: str) -> Piece:
        """A saucer or a member of the crew in a picture."""
        return Piece(self.icon(s, name), self.word(s, name))

    def mat(self, s: State, saucer: str) -> Words:
        """The name of a saucer, with its player if the names differ."""
        seat, name = s.world.seat_of[saucer], self.word(s, f"saucer:{saucer}")
        if seat == saucer:
            return structs.replace(of_seat(seat, as_printed(name)), beside=s.world.pair)
        return T("{seat} · {saucer}", seat=self.word(s, f"seat:{seat}"), saucer=name)

    def square(self, s: State, square: str) -> Words:
        """The name of a square: its crash site, or its coordinates."""
        printed = board(s)
        if square in printed.site_on:
            return T("site {n}", n=printed.site_on[square])
        if square in printed.accelerators:
            return T("accelerator {place}", place=coordinates(square))
        return coordinates(square)

    def tokens(self, s: State, saucer: str) -> list[Counter]:
        """Counters for energy and boosters, with corrections."""
        return [*self.counter(s, "energy", saucer=saucer), *self.counter(s, "boosters", saucer=saucer)]

    def whereabouts(self, s: State, at: str | None) -> Words:
        """The name of a place, which may be on the board."""
        if at is None:
            return T("off the board")
        return T("on the board") if at == LIGHT else T("on {place}", place=self.square(s, at))

    def describe(self, s: State, answer: Answer) -> Words:
        """An answer in words, for the log and the undo list."""
        match answer:
            case Draw():
                return T("Upgrade: {name}", name=self.outcome(s, answer))
            case Pick():
                return T("Board: {what}", what=self.outcome(s, answer))
        return super().describe(s, answer)

    def card(self, s: State, answer: Answer) -> Card | None:
        """The upgrade that was drawn or kept; None if it was another answer."""
        match answer:
            case Draw(card=card):
                return self.upgrade(s, card)
            case a.Keep(upgrade=card):
                saucer = next((name for name, one in s.now.saucers.items() if card in one.upgrades), None)
                return self.upgrade(s, card, saucer and T("For {seat}", seat=self.word(s, f"saucer:{saucer}")))
        return None

    def upgrade(self, s: State, card: str, heading: Words | None = None) -> Card:
        """The text of an upgrade; ``heading`` None is its timing."""
        if card == UNKNOWN:
            return nameless_card("upgrades", "upgrade", heading)
        printed = s.world.upgrades[card]
        when = heading or TIMINGS[printed.timing]
        return structs.replace(upgrade_face(s.world.word(printed.name), when, s.world.word(printed.text)), id=card)


def upgrade_face(name: Words, heading: Words | None, text: Words) -> Card:
    """An upgrade card."""
    return Card("upgrades", "upgrade", name, heading, text)


@cache
def coordinates(square: str) -> str:
    """Coordinates as on a chessboard seen from above: column C, row 4 is ``C4``."""
    column, row = square[1:].split("r")
    return f"{chr(ord('A') + int(column) - 1)}{row}" if int(column) <= 26 else f"{column}/{row}"


def brought(energy: int, boosters: int) -> Words | None:
    """A gain in words; None for nothing."""
    found: list[Words] = []
    if energy:
        found.append(P("+{n} energy", "+{n} energy", energy))
    if boosters:
        found.append(P("+{n} booster", "+{n} boosters", boosters))
    return listed(found) if found else None


def seated_words(n: int) -> Words:
    """The number of seated crew."""
    return P("{n} seated", "{n} seated", n)
