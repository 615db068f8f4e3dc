"""What people at the table are called, beside the seats they sit in."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import structs

from companion.core.refusals import BadSetup
from companion.core.texts import T, Words, as_printed
from companion.scene.scene import Rank, Scene

PEOPLE = "people"
"""Under this key names stand among the notes of a table: ``{seat: name}``. They are no part of its log."""
LONGEST = 24
"""Characters of a name at most."""
_JOINERS = "\u200c\u200d"
"""They are in Persian names, and in faces that are made of several."""
_REFUSED = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


class PeopleAt(Mapping[str, str]):
    """The names that ``people`` returns, read anew each time: names can change while a game goes on."""

    def __init__(self, people: Callable[[], Mapping[str, str]]) -> None:
        self._people = people

    def __getitem__(self, seat: str) -> str:
        return self._people()[seat]

    def __iter__(self) -> Iterator[str]:
        return iter(self._people())

    def __len__(self) -> int:
        return len(self._people())


def isolated(names: Mapping[str, str]) -> dict[str, Words]:
    """Names as they stand in a sentence of another script: what is read from right to left keeps to itself, so that
    a number beside it stays where it is."""
    return {seat: f"\u2068{name}\u2069" if _from_right(name) else name for seat, name in names.items()}


def _from_right(name: str) -> bool:
    return any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)


def clean(name: str) -> str:
    """A name as it is kept: trimmed, one space between words, a letter and its accent as one. ``BadSetup`` for a name
    that is empty or too long, and for characters that nobody can see."""
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


def same(name: str) -> str:
    """What the names of one person have in common: capitals and small letters are alike."""
    return unicodedata.normalize("NFC", clean(name).casefold())


def by_seat(seats: Sequence[str], names: Mapping[str, str]) -> dict[str, str]:
    """Names by seat, cleaned, in the order of ``seats``; seats without a name, or an empty one, are left out.
    ``BadSetup`` for a seat that nobody took, and for one name in two seats."""
    strange = next((seat for seat in names if seat not in seats), None)
    if strange is not None:
        raise BadSetup(T("{seat} is not at this table.", seat=strange))
    found = {seat: clean(names[seat]) for seat in seats if names.get(seat, "").strip()}
    twice = [name for name in found.values() if [same(other) for other in found.values()].count(same(name)) > 1]
    if twice:
        raise BadSetup(T("Two players are called {name}: give one of them another name.", name=twice[0]))
    return found


def named(scene: Scene, people: Mapping[str, str]) -> Scene:
    """The picture with the names of people beside their seats, where the players stand in a row and where it ends."""
    if not people:
        return scene
    seats = [structs.replace(seat, name=called(seat.name, people.get(seat.id))) for seat in scene.seats]
    return structs.replace(scene, seats=seats, ranking=named_ranking(scene.ranking, people))


def named_ranking(ranking: Sequence[Rank], people: Mapping[str, str]) -> list[Rank]:
    """The final ranking with the names of people beside their seats."""
    return [structs.replace(rank, name=called(rank.name, people.get(rank.seat))) for rank in ranking]


def called(seat: Words, name: str | None) -> Words:
    """What a seat is called with the name of who sits there; None or empty: nobody said one."""
    return T("{first} · {second}", first=name, second=as_printed(seat)) if name else seat
