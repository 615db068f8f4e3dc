"""Names and icons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.core.instructions import split
from companion.core.piles import UNKNOWN
from companion.core.texts import P, SeatName, T, Text, Words, as_printed, listed, of_seat
from companion.games.newyork.words import WILD, colour_of, cost_of
from companion.games.newyork.world import World

SEATS: Final[dict[str, SeatName]] = {
    "father": of_seat("father", T("Father")),
    "mother": of_seat("mother", T("Mother")),
    "daughter": of_seat("daughter", T("Daughter")),
    "son": of_seat("son", T("Son")),
}
COLOURS: Final[dict[str, Text]] = {"blue": T("blue"), "red": T("red"), "yellow": T("yellow"), "grey": T("grey")}
INFO: Final[dict[str, Text]] = {"blue": T("blue info"), "red": T("red info"), "yellow": T("yellow info")}
TOKENS: Final[dict[str, Text]] = {
    "bomb": T("bomb"),
    "boat": T("boat"),
    "door": T("door"),
    "fire": T("fire"),
    "hostage": T("hostage"),
    "key": T("key"),
    "suitcase": T("suitcase"),
    "witness": T("witness"),
}
"""Names of multi-purpose tokens (R-NYC-07) that are translated; other names of a pack are not."""
ITEMS: Final[dict[str, Text]] = {
    "phone": T("phone"),
    "laptop": T("laptop"),
    "cash": T("cash"),
    "mask": T("mask"),
    "gloves": T("gloves"),
    "bike": T("bike"),
    "newspaper": T("newspaper"),
    "radio": T("police radio"),
    "drone": T("drone"),
    "raincoat": T("raincoat"),
}
CHANCE: Final[Mapping[str, Words]] = {
    "chance:police": T("Police"),
    "chance:mafia": T("Mafia"),
    "chance:info": T("Info"),
    "chance:items": T("Items"),
    "chance:squares": T("Squares"),
    "chance:dice": T("Dice"),
}
FACE_NAMES: Final[dict[str, Text]] = {
    "PHYS": T("physical"),
    "MENT": T("mental"),
    "SOC": T("social"),
    "WILD": T("wildcard"),
}
FACE_ORDER: Final = ("MENT", "PHYS", "SOC", WILD)


def faces(counts: Mapping[str, int]) -> Words:
    """Results in words: ``2 mental, 1 wild``."""
    words: dict[str, Words] = {
        "PHYS": P("{n} physical", "{n} physical", counts.get("PHYS", 0)),
        "MENT": P("{n} mental", "{n} mental", counts.get("MENT", 0)),
        "SOC": P("{n} social", "{n} social", counts.get("SOC", 0)),
        "WILD": P("{n} wildcard", "{n} wildcards", counts.get("WILD", 0)),
    }
    return listed([words[face] for face in FACE_ORDER if counts.get(face)])


def count_faces(shown: Sequence[str]) -> dict[str, int]:
    """The number of each face."""
    return {face: shown.count(face) for face in FACE_ORDER if face in shown}


def square_name(world: World, square: str) -> Words:
    """The name of a square in the languages of the pack."""
    return world.names[square]


def person(world: World, seat: str) -> Words:
    """The pack's name for a member of the family."""
    return world.characters[seat].name


def info(token: str) -> Text:
    """An info token by its kind (``blue``, ``red3``)."""
    if token == UNKNOWN:
        return T("info that is not known")
    words = INFO[colour_of(token)]
    return words if cost_of(token) == 2 else T("{info} costing {cost}", info=words, cost=cost_of(token))


def token_name(name: str) -> Words:
    """The pack's name for a multi-purpose token."""
    return TOKENS.get(name, name.replace("_", " "))


def piece(name: str, n: int = 1) -> Words:
    """``n`` of a piece by its name on the wire (``mafia``, ``info:blue``, ``card:police``)."""
    kind, which = split(name)
    one: Words
    if kind == "mafia":
        return P("mafia", "{n} mafia", n)
    if kind == "car":
        return P("police car", "{n} police cars", n)
    if kind == "skill":
        return P("skill token", "{n} skill tokens", n)
    if kind == "card":
        return cards(which, n)
    if kind == "wound":
        return wounds(which, n)
    if kind == "fbi":
        one = T("FBI")
    elif kind == "marker":
        one = T("alert marker") if which == "alert" else T("story marker")
    elif kind == "figure":
        one = as_printed(SEATS[which])  # The figure is the same whoever plays it.
    elif kind == "item":
        one = ITEMS[which]
    elif kind == "info":
        one = info(which)
    else:
        one = T("{name} token", name=token_name(which))
    return one if n == 1 else T("{n} × {piece}", n=n, piece=one)


def cards(deck: str, n: int) -> Text:
    """``n`` cards of a deck."""
    if deck == "police":
        return P("police card", "{n} police cards", n)
    if deck == "mafia":
        return P("mafia card", "{n} mafia cards", n)
    return P("story card", "{n} story cards", n)


def wounds(colour: str, n: int) -> Text:
    """``n`` wounds: lost dice of a colour, or just wounds in light mode."""
    if not colour:
        return P("wound", "{n} wounds", n)
    return P("wound on a {colour} die", "{n} wounds on {colour} dice", n, colour=COLOURS[colour])
