"""The seats that the companion plays, by how well it plays them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from companion.chance.dealer import CHANCE, HIDDEN
from companion.core.refusals import BadSetup
from companion.core.texts import T, Words
from companion.games.game import Game
from companion.table.people import name_key

COMPANIONS: Final = "companions"
"""The key of the note of a table with the seats that the companion plays: ``{seat: level}``. It is not part of the
log: a seat can change hands at any time."""
LEVELS: Final[Mapping[str, Words]] = {"easy": T("easy"), "good": T("good"), "strong": T("strong")}
"""How well the companion plays, by the name of the player (``companion.chance.playing.PLAYERS``)."""
PERSON: Final = "person"
"""Stands for people where levels are set."""
NAMES: Final = ("Robin", "Jay", "Wren", "Martin", "Phoebe", "Merle", "Teal", "Linnet", "Dove", "Raven")
"""What it is called in its seats."""
NOBODY: Final[Mapping[str, str]] = {}


def checked_levels(game: Game, seats: Sequence[str], levels: Mapping[str, str]) -> dict[str, str]:
    """The levels by seat, in the order of ``seats``, without those of people.

    Raises ``BadSetup`` for a seat that is not at the table, an unknown level, and a game that the companion cannot
    play.
    """
    for seat, level in levels.items():
        if seat not in seats:
            raise BadSetup(T("player.{seat}: there is no such seat. There are: {seats}.", seat=seat,
                             seats=", ".join(seats)))  # fmt: skip
        if level not in (*LEVELS, PERSON):
            known = ", ".join((*LEVELS, PERSON))
            raise BadSetup(T("player.{seat} is one of {levels}, not {level}.", seat=seat, levels=known, level=level))
    found = {seat: levels[seat] for seat in seats if levels.get(seat, PERSON) != PERSON}
    if found and game.player.apart is not None:
        raise BadSetup(game.player.apart)
    return found


def settings_with_companions(game: Game, settings: Mapping[str, str]) -> dict[str, str]:
    """The settings of a new game in which the companion plays a seat: what it must know is known to it. Cards that
    people draw and name themselves are."""
    asked = {key: value for key, value in settings.items() if value == "asked"}
    return {**settings, **game.player.wants, **asked}


def require_known(game: Game, settings: Mapping[str, str]) -> None:
    """Raise ``BadSetup`` if the companion cannot know what its own seat knows with these settings of the game."""
    if not knows_enough(game, settings):
        raise BadSetup(
            T(
                "Where the companion plays a seat it must know its own cards and goods, and in this game it does "
                "not. Give it a seat when you set up the next one."
            )
        )


def knows_enough(game: Game, settings: Mapping[str, str]) -> bool:
    """Whether the companion knows what each seat knows with these settings of the game."""
    for key, value in game.player.wants.items():
        now = settings.get(key, HIDDEN if key.startswith(CHANCE) else "")
        if now != value and (not key.startswith(CHANCE) or now == HIDDEN):
            return False
    return True


def with_names(
    people: Mapping[str, str], levels: Collection[str], called: Mapping[str, str] = NOBODY
) -> dict[str, str]:
    """The names of a table, with one for each seat of the companion that has none: what it was ``called`` there, unless
    somebody else is."""
    taken = {name_key(name) for name in people.values()}
    own = {seat: called[seat] for seat in levels if seat in called and name_key(called[seat]) not in taken}
    found = {**own, **people}
    for seat in levels:
        if seat not in found:
            taken = {name_key(name) for name in found.values()}
            free = [name for name in NAMES if name_key(name) not in taken]
            if free:
                found[seat] = free[0]
    return found
