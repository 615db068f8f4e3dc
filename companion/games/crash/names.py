"""What people call saucers, crew, directions and seats: as the pack puts them in words, or by their ids."""

from __future__ import annotations

from companion.core.texts import T, Words, translated
from companion.games.crash.world import World, colour_of, type_of


def word(w: World, name: str) -> Words:
    """A colour, a type, a direction, a tile, or the name or text of an upgrade."""
    return translated(w.pack.texts, name, w.pack.language)


def saucer_name(w: World, saucer: str) -> Words:
    """A saucer, by its colour."""
    return word(w, saucer)


def crew_name(w: World, crew: str) -> Words:
    """A member of the crew, by colour and type."""
    return T("{colour} {type}", colour=word(w, colour_of(crew)), type=word(w, type_of(crew)))


def upgrade_name(w: World, upgrade: str) -> Words:
    """The name on an upgrade card."""
    return word(w, w.upgrades[upgrade].name)


def seat_name(w: World, seat: str) -> Words:
    """A player: the colour of the saucer if there is one only and the seat is called so, else as they named it."""
    if seat in w.pack.colours:
        return word(w, seat)
    return seat.replace("_", " ").strip().title() or seat
