"""What people call saucers, crew, directions and seats: as the pack puts them in words, or by their ids."""

from __future__ import annotations

from companion.core.texts import T, Words, own_name
from companion.games.crash.world import World, colour_of, type_of


def called(colour: Words) -> Words:
    """A colour as the name of somebody, with a capital in every language."""
    if isinstance(colour, dict):
        return {language: name[:1].upper() + name[1:] for language, name in colour.items()}
    return colour


def saucer_name(w: World, saucer: str) -> Words:
    """A saucer, by its colour."""
    return called(w.word(saucer))


def crew_name(w: World, crew: str) -> Words:
    """A member of the crew, by colour and type."""
    return T("{colour} {type}", colour=w.word(colour_of(crew)), type=w.word(type_of(crew)))


def upgrade_name(w: World, upgrade: str) -> Words:
    """The name on an upgrade card."""
    return w.word(w.upgrades[upgrade].name)


def seat_name(w: World, seat: str) -> Words:
    """A player: the colour of the saucer if there is one only and the seat is called so, else as they named it."""
    if seat in w.pack.colours:
        return called(w.word(seat))
    return own_name(seat)
