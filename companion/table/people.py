"""The names of the people at a table, by seat."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import structs

from companion.core.refusals import BadSetup
from companion.core.texts import T, Words, as_printed
from companion.scene.scene import Rank, Scene

PEOPLE = "people"
"""The key of the note of a table that holds the names: ``{seat: name}``. They are not part of the log."""
LONGEST = 24
"""Maximum length of a name in characters."""
_JOINERS = "\u200c\u200d"
"""Joiners occur in Persian names and in composed emoji."""
_REFUSED = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


class PeopleAt(Mapping[str, str]):
    """The names that ``people`` returns, read again each time: names can change during a game."""

    def __init__(self, people: Callable[[], Mapping[str, str]]) -> None:
        self._people = people

    def __getitem__(self, seat: str) -> str:
        return self._people()[seat]

    def __iter__(self) -> Iterator[str]:
        return iter(self._people())

    def __len__(self) -> int:
        return len(self._people())


def isolated(names: Mapping[str, str]) -> dict[str, Words]:
    """The names for use in sentences: those written from right to left do not reorder what stands beside them."""
    return {seat: f"\u2068{name}\u2069" if _from_right(name) else name for seat, name in names.items()}


def _from_right(name: str) -> bool:
    return any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)


def clean_name(name: str) -> str:
    """A name in its stored form: trimmed, single spaces, letters composed with their accents.

    Raises ``BadSetup`` for a name that is empty or too long, or has invisible characters.
    """
    found = " ".join(unicodedata.normalize("NFC", name).split())
    if not found:
        raise BadSetup(T("A name needs at least one letter."))
    if len(found) > LONGEST:
        raise BadSetup(
            T("A name has at most {most} letters: shorten {name}.", most=LONGEST, name=found[:LONGEST] + "…")
        )
    if any(unicodedata.category(letter) in _REFUSED and letter not in _JOINERS for letter in found):
        raise BadSetup(T("That name has characters in it that nobody can see. Type it anew."))
    return found


def name_key(name: str) -> str:
    """The key by which names of one person are equal: case is ignored."""
    return unicodedata.normalize("NFC", clean_name(name).casefold())


def names_by_seat(seats: Sequence[str], names: Mapping[str, str]) -> dict[str, str]:
    """Clean names by seat, in the order of ``seats``; seats without a name are left out.

    Raises ``BadSetup`` for a seat that is not at the table, and for one name in two seats.
    """
    strange = next((seat for seat in names if seat not in seats), None)
    if strange is not None:
        raise BadSetup(T("{seat} is not at this table.", seat=strange))
    found = {seat: clean_name(names[seat]) for seat in seats if names.get(seat, "").strip()}
    twice = [name for name in found.values() if [name_key(other) for other in found.values()].count(name_key(name)) > 1]
    if twice:
        raise BadSetup(T("Two players are called {name}: give one of them another name.", name=twice[0]))
    return found


def with_people(scene: Scene, people: Mapping[str, str]) -> Scene:
    """The scene with the names of people beside those of their seats, in the list of players and in the ranking."""
    if not people:
        return scene
    seats = [structs.replace(seat, name=with_person(seat.name, people.get(seat.id))) for seat in scene.seats]
    return structs.replace(scene, seats=seats, ranking=ranking_with_people(scene.ranking, people))


def ranking_with_people(ranking: Sequence[Rank], people: Mapping[str, str]) -> list[Rank]:
    """The final ranking with the names of people beside those of their seats."""
    return [structs.replace(rank, name=with_person(rank.name, people.get(rank.seat))) for rank in ranking]


def with_person(seat: Words, name: str | None) -> Words:
    """The name of a seat, with the name of its person if there is one."""
    return T("{first} · {second}", first=name, second=as_printed(seat)) if name else seat
