"""Facts: the parts of the state that people can correct (R-GEN-01, R-GEN-05; WIRE.md, Corrections).

A game declares each fact once. A correction only sets facts and triggers no rules. Invariants over all pieces are
checked once, after the last change (``Rules.balance``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from types import NoneType
from typing import Any, Generic, Literal, TypeAlias, TypeVar, get_args, get_origin

import msgspec

from companion.core.answers import TOO_LARGE, countable
from companion.core.instructions import split
from companion.core.piles import Bag
from companion.core.refusals import Refused, inconsistent, known
from companion.core.state import State
from companion.core.texts import T, Text, Words, readable

MOST = 99
"""The upper limit of a count in a correction, unless the box has a lower one."""

S = TypeVar("S", bound=State[Any, Any])
Setter = TypeVar("Setter", bound=Callable[..., None])


def always(s: State[Any, Any]) -> bool:
    """The default of ``possible``."""
    return True


class Fact(msgspec.Struct, Generic[S], frozen=True):
    """A fact that can be corrected.

    Its functions are called with the state, the part of its name after the colon if there is one, and its selectors.
    """

    set: Callable[..., None]
    """Sets it; the value is the last argument."""
    type: Any
    selects: Callable[[S], tuple[str, ...]]
    """The names of its selectors in the current state."""
    part: str
    """The selector for the part of its name after the colon; empty without one."""
    possible: Callable[[S], bool]
    """Whether it can be corrected now."""
    names: Callable[..., None] | None
    """Refuses names that do not exist; the value is the last argument."""
    values: Callable[..., Sequence[Any]] | None
    """The values that it can be set to now; None if there are too many to list."""
    get: Callable[..., Any] | None = None
    """Its current value; None if only ``Rules.facts`` of the game has it."""
    label: Words = ""
    """Its name for people; its selectors can be blanks, and ``{icon}`` is the word for its icon."""
    icon: str = ""
    """Its selectors can be blanks, as in ``info:{token}``."""
    followed: bool = False
    """Its values over the game are drawn as a chart."""
    secret: bool | Callable[[S, Mapping[str, Any]], str] = False
    """Only the seat of its selector ``seat`` may know its value. Or a function of the state and a change of it that
    returns which field of the change nobody else may know; empty: none."""
    offered: Callable[..., Sequence[Any]] | None = None
    """The values that people are offered, if ``set`` or the invariants check which are allowed."""
    each: Callable[[S], Iterable[tuple[str, ...]]] | None = None
    """The selectors for which it is shown, if those are not all names; others can be corrected, too."""
    place: str = ""
    """The place of the table check where it is corrected; its selectors can be blanks, as in ``camp:{seat}``."""

    def at(self, place: str) -> dict[str, str] | None:
        """The selectors that a place of the table check stands for; None if the fact is corrected elsewhere."""
        found = _places(self.place).fullmatch(place) if self.place else None
        return None if found is None else found.groupdict()


@cache
def _places(template: str) -> re.Pattern[str]:
    """The places that a place with blanks stands for."""
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(template)))


Known: TypeAlias = tuple[Fact[S], str, tuple[str, ...], Any]
"""A declared fact, its full name, its selectors, its value."""

Colour: TypeAlias = Literal["red", "blue", "yellow", "green", "purple", "orange"]
Marker: TypeAlias = Literal["triangle", "diamond", "disc", "square", "cross", "star"]


class FollowedNumber(msgspec.Struct, Generic[S], frozen=True):
    """A number that is followed over a whole game; one for each name of its selectors."""

    id: str
    get: Callable[..., int]
    """Its value; called with the state and its selectors."""
    selects: tuple[str, ...]
    each: Callable[[S], Iterable[tuple[str, ...]]]
    chart: Words
    """Lines of the same chart are drawn together."""
    label: Words
    """Its name where it has no selectors."""
    icon: str
    """Its selectors can be blanks; by default that of the player, or its id."""
    most: Callable[..., int | None]
    weight: float
    """The weight of a change by one in the search for turning points; 0 ignores it."""
    mark: tuple[Colour, Marker] | None
    """Its colour and shape; by default those of the player, or the next ones."""


class Facts(Generic[S]):
    """The facts of a game.

    ``selectors`` maps each selector to a function that returns its possible names. A selector without an entry accepts
    any name, which the fact itself checks. ``numbers`` are the selectors whose values are numbers.
    """

    def __init__(
        self, selectors: Mapping[str, Callable[[S], Collection[Any]]], *, numbers: Container[str] = ()
    ) -> None:
        self._selectors = selectors
        self._numbers = numbers
        self._facts: dict[str, Fact[S]] = {}
        self._at: dict[str, list[tuple[str, dict[str, str]]]] = {}
        self.followed: list[FollowedNumber[S]] = []
        """What is followed over a whole game, in the order of declaration."""
        self.secret = False
        """True if some facts are secret."""

    def __iter__(self) -> Iterator[str]:
        """The names of all facts; one that ends in a colon stands for a family of facts."""
        return iter(self._facts)

    def __getitem__(self, name: str) -> Fact[S]:
        return self._facts[name]

    def fact(
        self,
        name: str,
        kind: Any,
        *chosen_by: str,
        selects: Callable[[S], tuple[str, ...]] | None = None,
        possible: Callable[[S], bool] = always,
        names: Callable[..., None] | None = None,
        values: Callable[..., Sequence[Any]] | None = None,
        get: Callable[..., Any] | None = None,
        label: Words = "",
        icon: str = "",
        followed: bool = False,
        secret: bool | Callable[[S, Mapping[str, Any]], str] = False,
        offered: Callable[..., Sequence[Any]] | None = None,
        each: Callable[[S], Iterable[tuple[str, ...]]] | None = None,
        place: str = "",
    ) -> Callable[[Setter], Setter]:
        """Decorator for the function that sets a fact of type ``kind``.

        A ``name`` like ``key:colour`` declares one fact for each name of the selector after the colon. ``chosen_by``
        are its selectors; use ``selects`` if they depend on the state. ``possible`` says whether it can be corrected
        now. ``names`` refuses (``unknown``) names that are not covered by a selector. ``values`` returns the allowed
        values: people are offered these, and others are refused (``illegal``, R-GEN-04). Without it the decorated
        function must check the range itself, and people are offered ``offered``. ``each`` returns the selectors for
        which it is shown. A ``secret`` fact is known to the seat of its selector ``seat`` alone.
        """
        stem, part = _family(name)

        def register(setter: Setter) -> Setter:
            asked = selects or (lambda s: chosen_by)
            named = label or readable(split(name)[0])
            self.secret = self.secret or bool(secret)
            shown = (named, icon, followed, secret, offered, each, place)
            declared = self._facts[stem] = Fact(setter, kind, asked, part, possible, names, values, get, *shown)
            if followed and not secret:
                self._follow(name, declared, chosen_by)
            return setter

        return register

    def number(
        self,
        name: str,
        values: range,
        *chosen_by: str,
        of: Callable[..., Any] | None = None,
        possible: Callable[[S], bool] = always,
        label: Words = "",
        icon: str = "",
        followed: bool = False,
        secret: bool = False,
    ) -> None:
        """Declare an integer stored in the field of that name of ``now``, or of the record returned by ``of``; 0 if
        that is None.

        With selectors, the field of ``now`` is a dict keyed by them; with a part after the colon it is a bag.
        """
        stem, part = _family(name)
        field = stem.rstrip(":")
        record = of or (lambda s, *chosen: s.now)
        keys = 0 if of else len(chosen_by) + bool(part)

        def get(s: S, *chosen: Any) -> int:
            inside = record(s, *chosen)
            found: Any = 0 if inside is None else getattr(inside, field)
            for key in chosen[:keys]:
                found = found.get(key, 0)
            return int(found)

        def put(s: S, *chosen: Any) -> None:
            *before, value = chosen
            if not keys:
                setattr(record(s, *before), field, value)
                return
            inside = getattr(s.now, field)
            for key in before[:-1]:
                inside = inside[key]
            if part:
                set_count(inside, before[-1], value)
            else:
                inside[before[-1]] = value

        self.fact(
            name, int, *chosen_by, possible=possible, values=lambda s, *chosen: values, get=get, label=label,
            icon=icon, followed=followed, secret=secret,
        )(put)  # fmt: skip

    def _follow(self, name: str, fact: Fact[S], chosen_by: tuple[str, ...]) -> None:
        """Follow a fact, with the part of its name after the colon as its first selector."""
        assert fact.get is not None
        self.follow(
            name.partition(":")[0],
            fact.get,
            *((fact.part, *chosen_by) if fact.part else chosen_by),
            each=lambda s: ((*part, *choice) for part, choice in product(self._parts(s, fact), self._chosen(s, fact))),
            label=fact.label,
            icon=fact.icon or (f"{name.partition(':')[0]}:{{{fact.part}}}" if fact.part else name),
        )

    def follow(
        self,
        id: str,
        get: Callable[..., int],
        *chosen_by: str,
        label: Words,
        each: Callable[[S], Iterable[tuple[str, ...]]] | None = None,
        chart: Words = "",
        icon: str = "",
        most: Callable[..., int | None] | int | None = None,
        weight: float = 1,
        mark: tuple[Colour, Marker] | None = None,
    ) -> None:
        """Follow a number over the whole game that is no fact by itself, such as a sum of facts. Everybody sees it.

        ``most`` is its maximum. Numbers of one ``chart`` are drawn together, by default those of one label. ``weight``
        is that of a change by one in the search for turning points; 0 ignores it.
        """
        limit_of = most if callable(most) else lambda *_: most
        every = each or (lambda s: product(*(self._selectors[one](s) for one in chosen_by)))
        line = FollowedNumber(id, get, chosen_by, every, chart or label, label, icon, limit_of, weight, mark)
        self.followed.append(line)

    def at(self, place: str) -> Sequence[tuple[str, Mapping[str, str]]]:
        """The facts that are corrected at a place of the table check, with the selectors that it stands for."""
        if place not in self._at:
            found = ((name, fact.at(place)) for name, fact in self._facts.items())
            self._at[place] = [(name, some) for name, some in found if some is not None]
        return self._at[place]

    def names(self, s: S, selector: str) -> Collection[Any]:
        """The possible names of a selector; empty for an unknown one."""
        return self._selectors[selector](s) if selector in self._selectors else ()

    def declared(self, s: S) -> Iterator[Known[S]]:
        """Every fact with a getter: the fact, its full name, its selectors, its value."""
        for stem, fact in self._facts.items():
            if fact.get is None:
                continue
            for part, choice in product(self._parts(s, fact), self._chosen(s, fact)):
                yield fact, stem + "".join(part), choice, fact.get(s, *part, *choice)

    def _parts(self, s: S, fact: Fact[S]) -> Iterable[tuple[str, ...]]:
        """What can stand after the colon of a fact's name."""
        return [(part,) for part in self._selectors[fact.part](s)] if fact.part else [()]

    def _chosen(self, s: S, fact: Fact[S]) -> Iterable[tuple[str, ...]]:
        """The selectors for which a fact is shown."""
        return fact.each(s) if fact.each else product(*(list(self._selectors[one](s)) for one in fact.selects(s)))

    def chosen(self, s: S, name: str, some: Mapping[str, str]) -> list[dict[str, str]]:
        """The same for one fact, by selector, where ``some`` of them are given."""
        fact, _ = self.find(s, name)
        return self.chosen_of(s, fact, some)

    def chosen_of(self, s: S, fact: Fact[S], some: Mapping[str, str]) -> list[dict[str, str]]:
        """The same of a fact that was found."""
        selects = fact.selects(s)
        for one in some:
            if one not in selects:
                return []
        if fact.each is not None:
            given = [(n, some[one]) for n, one in enumerate(selects) if one in some]
            if len(given) == len(selects):
                choice = tuple(name for _, name in given)
                return [dict(zip(selects, choice, strict=True))] if choice in fact.each(s) else []
            shown = (choice for choice in fact.each(s) if all(choice[n] == name for n, name in given))
            return [dict(zip(selects, choice, strict=True)) for choice in shown]
        found: list[dict[str, str]] = [{}]
        for one in selects:
            there = self._selectors[one](s)
            if one not in some:
                found = [{**before, one: name} for before in found for name in there]
            elif some[one] in there:
                for before in found:
                    before[one] = some[one]
            else:
                return []
        return found

    def known(self, s: S, seat: str | None) -> Iterator[Known[S]]:
        """Those of ``declared`` that ``seat`` may know; None: the shared screen. At the end nothing is secret."""
        for one in self.declared(s):
            fact, _, chosen, _ = one
            owner = dict(zip(fact.selects(s), chosen, strict=True)).get("seat", "") if fact.secret else ""
            if not fact.secret or not s.agenda or owner == seat:
                yield one

    def public(self, s: S, change: Mapping[str, Any]) -> dict[str, Any]:
        """A change of a correction with null for what only one seat may know."""
        fact = self._facts.get(_family(str(change.get("fact", "")))[0])
        if fact is None or not fact.secret:
            return dict(change)
        field = "value" if fact.secret is True else fact.secret(s, change)
        return {**change, field: None} if field else dict(change)

    def now(self, s: S, facts: Iterable[Known[S]] | None = None) -> dict[str, Any]:
        """The values of ``facts``, by default all with a getter, nested by name and selectors."""
        found: dict[str, Any] = {}
        for _, name, chosen, value in self.declared(s) if facts is None else facts:
            inside = found
            for step in (name, *chosen[:-1]) if chosen else ():
                inside = inside.setdefault(step, {})
            inside[chosen[-1] if chosen else name] = list(value) if isinstance(value, tuple) else value
        return found

    def apply(self, s: S, change: Any) -> None:
        """Apply one ``change`` (a JSON object), or raise ``Refused``.

        Checked in this order: the fact's name, which determines the form; form and types (``malformed``); names
        (``unknown``); R-GEN-04 (``illegal``).
        """
        in_range = countable(change)
        if not isinstance(change, Mapping) or not isinstance(change.get("fact"), str):
            raise Refused("malformed", T("Each change names its fact."))
        name = change["fact"]
        fact, part = self.find(s, name)
        selects = fact.selects(s)
        if change.keys() != {"fact", "value", *selects}:
            raise inconsistent(name)
        chosen = [change[selector] for selector in selects]
        for selector, one in zip(selects, chosen, strict=True):
            if type(one) is not (int if selector in self._numbers else str):
                raise Refused("malformed", T("{one} chooses no {selector}.", one=str(one), selector=selector))
        value = _read(fact, change["value"])
        for selector, one in zip(selects, chosen, strict=True):
            if selector in self._selectors:
                known(one, self._selectors[selector](s))
        if fact.names is not None:
            fact.names(s, *part, *chosen, value)
        if not fact.possible(s):
            raise Refused("illegal", T("{fact} cannot be corrected now.", fact=name), "R-GEN-04")
        limit(in_range, TOO_LARGE)
        limit(fact.values is None or value in fact.values(s, *part, *chosen))
        fact.set(s, *part, *chosen, value)

    def possible(self, s: S, name: str) -> bool:
        """True if a fact can be corrected now; ``name`` may end in a colon."""
        return self._facts[_family(name)[0]].possible(s)

    def values(self, s: S, name: str, *chosen: str) -> Sequence[Any] | None:
        """The values a fact can be set to now, with ``chosen`` for its selectors; empty if it cannot be corrected.

        None if there are too many to list.
        """
        fact, part = self.find(s, name)
        return self.values_of(s, fact, (*part, *chosen))

    def values_of(self, s: S, fact: Fact[S], chosen: Sequence[str]) -> Sequence[Any] | None:
        """The same of a fact; ``chosen`` begins with the part of its name after the colon, if there is one."""
        if not fact.possible(s):
            return ()
        values = fact.values or fact.offered
        return values(s, *chosen) if values is not None else _few(fact.type)

    def find(self, s: S, name: str) -> tuple[Fact[S], list[str]]:
        stem, part = _family(name)
        fact = self._facts.get(stem)
        if fact is None or (":" in name and part not in self._selectors[fact.part](s)):
            raise Refused("unknown", T("There is no fact {name} to correct.", name=name))
        return fact, [part] if ":" in name else []


@cache
def _family(name: str) -> tuple[str, str]:
    """Split a name after its colon: the key under which the fact is registered, and the rest."""
    stem, part = split(name)
    return (f"{stem}:" if ":" in name else stem), part


def _few(kind: Any) -> Sequence[Any] | None:
    """All values of a small enumerable type; None for any other."""
    if kind is bool:
        return (False, True)
    if kind is NoneType:
        return (None,)
    if get_origin(kind) is Literal:
        return get_args(kind)
    parts = [_few(part) for part in get_args(kind)]
    return [value for part in parts for value in part or ()] if parts and None not in parts else None


def _read(fact: Fact[S], value: object) -> Any:
    """The value converted to the fact's type; ``malformed`` if it does not fit."""
    try:
        return msgspec.convert(value, fact.type)
    except msgspec.ValidationError as error:
        raise Refused("malformed", T("This value cannot be read: {problem}.", problem=str(error))) from None


OUT_OF_RANGE = T("That cannot be: more than the box holds, or out of range.")


def limit(holds: bool, why: Text = OUT_OF_RANGE) -> None:
    """Refuse with ``illegal`` R-GEN-04 unless ``holds``; ``why`` is the sentence for people."""
    if not holds:
        raise Refused("illegal", why, "R-GEN-04")


def set_count(bag: Bag, kind: str, n: int) -> None:
    """Set the count of a kind; a kind with count 0 is removed."""
    limit(0 <= n <= MOST)
    if n:
        bag[kind] = n
    else:
        bag.pop(kind, None)
