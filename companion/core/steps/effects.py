"""Cards whose effects are about people and what they have: rules that count, and a list of effects as a step.

``core.effects`` has the effects that hold others; here a game says whom ``who`` means and how many there are of a
thing, and conditions, ``each`` and who is asked follow from that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from msgspec import UNSET, Struct, structs

from companion.core.effects import OPS, THEM, EffectRules, PersonStep, affordable, begin, bind, with_later
from companion.core.refusals import Fault
from companion.core.state import State
from companion.core.steps.agenda import Step
from companion.core.texts import T
from companion.core.validation import below, entries

PEOPLE_IN: Final[Mapping[Any, str]] = {"each": "of", "choose": "by"}
"""The field of an op that names people; ``who`` in any other."""

S = TypeVar("S", bound=State[Any, Any])
E = TypeVar("E")
A = TypeVar("A")


def price_faults(card: Mapping[str, Any], path: str, aside: Collection[str] = ()) -> Iterator[Fault]:
    """What a card says to pay after something else: it must be there before the card is used.

    ``aside`` are the ops that are not done in order.
    """
    before: set[object] = set()
    for place, effect in entries(card, "effects"):
        if effect.get("op") == "pay" and before - {"pay", *aside}:
            yield Fault(f"{below(path, place)}.op", T("what is paid must come before everything else"))
        before.add(str(effect.get("op")))


def payment_first(effects: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Effects in their order, but what is paid before everything else (``price_faults``)."""
    return sorted(effects, key=lambda effect: effect.get("op") != "pay")


class Later(Struct, Generic[E, A], frozen=True):
    """Effects of a card that are done later: once, or every time ``until`` something; ``doing`` is the card at work.

    They wait in ``now.later``, which is ``UNSET`` without any, as in boxes without effects.
    """

    when: str
    do: list[E]
    doing: A
    until: str | None = None


def later(s: State[Any, Any]) -> Sequence[Later[Any, Any]]:
    """The effects whose time is still to come."""
    return () if s.now.later is UNSET else s.now.later


def due(s: State[Any, Any], when: str, owner: str | None = None) -> list[Step[Any]]:
    """The steps for the effects (of an owner) whose time has come, last first; what is done once no longer waits."""
    found = [one for one in later(s) if one.when == when and owner in (None, one.doing.owner)]
    s.now.later = [one for one in later(s) if one not in found or one.until is not None] or UNSET
    return [EffectList(one.do, one.doing) for one in reversed(found)]


class CountingRules(EffectRules[S]):
    """What a game says about the effects of its cards, by people and numbers.

    ``people`` are the things that are people. ``about`` has the ``owner`` of the card.
    """

    chosen: ClassVar[Collection[str]] = ()
    """The words for one of several people, which the owner chooses."""

    def who(self, s: S, who: str, about: Any) -> list[str]:
        """The people of ``who``; a name stands for itself."""
        raise NotImplementedError

    def number(self, s: S, effect: Any, about: Any) -> int | None:
        """How many there are of a thing that is not people; None: only people know."""
        raise NotImplementedError

    def do_to(self, s: S, effect: Any, who: str, about: Any) -> None:
        """Carry out an effect that holds no others, about one of the people."""
        raise NotImplementedError

    def unseen(self, s: S, what: str) -> bool:
        """True for people of whom only people know who they are."""
        return False

    def seat(self, s: S, person: str) -> str:
        """The seat that answers for a person."""
        return person

    def which(self, s: S, effect: Any, field: str, among: list[str], about: Any) -> Any:
        """The step that asks which of several people is meant in a field of an effect."""
        return PersonStep(effect, among, self.seat(s, about.owner), about)

    # What follows from that.

    def carry_out(self, effects: Sequence[Any], about: Any) -> Step[S]:
        return EffectList([*effects], about)

    def do(self, s: S, effect: Any, about: Any) -> None:
        """Carry out an effect that holds no others, about people who are known by now: one after the other."""
        seats = self.who(s, effect.who, about) if hasattr(effect, "who") else [about.owner]
        if len(seats) > 1:
            s.agenda.append(self.carry_out([structs.replace(effect, who=seat) for seat in seats], about))
        elif seats:
            self.do_to(s, effect, seats[0], about)

    def keep(self, s: S, effect: Any, about: Any) -> None:
        new = Later(effect.when, effect.do, about, effect.until)
        s.now.later = with_later(later(s), new, every=effect.until is not None)

    def asked(self, s: S, by: str, about: Any) -> str | None:
        found = [about.owner] if by == "active" else self.who(s, by, about)
        return self.seat(s, found[0]) if len(found) == 1 else None

    def holds(self, s: S, effect: Any, about: Any) -> bool | None:
        n = None if effect.of is None else self.count(s, effect, about)
        return None if n is None else n >= (effect.least or 0) and (effect.most is None or n <= effect.most)

    def things(self, s: S, effect: Any, about: Any) -> Sequence[Mapping[str, str]] | None:
        n = self.count(s, effect, about)
        if n is None or not self._is_people(s, effect.of):
            return None if n is None else [{}] * n
        return [{THEM: one} for one in self.who(s, effect.of, about)]

    def count(self, s: S, effect: Any, about: Any) -> int | None:
        """How many there are of a thing. Of people with a ``who``: none, unless one of those is among them."""
        if not self._is_people(s, effect.of):
            return self.number(s, effect, about)
        if self.unseen(s, effect.of):
            return None
        found = self.who(s, effect.of, about)
        among = found if effect.who is None else self.who(s, effect.who, about)
        return len(found) if set(among) & set(found) else 0

    def _is_people(self, s: S, what: str) -> bool:
        return what in self.people or what in s.world.seats or what in self.persons(s)

    def persons(self, s: S) -> Collection[str]:
        """The names of all people."""
        names: Collection[str] = s.world.seats
        return names

    def open_field(self, s: S, effect: Any) -> str | None:
        """The field of an effect with people of whom one is still to be chosen.

        What people have is counted of one of them; people themselves are looked for among all of them (``count``).
        """
        tag = effect.__struct_config__.tag
        field = PEOPLE_IN.get(tag, "who")
        if tag in ("if", "each") and effect.of is not None:
            field = ("of" if tag == "each" else "") if self._is_people(s, effect.of) else "who"
        return field if field and getattr(effect, field, None) in self.chosen else None

    def about_person(self, s: S, effect: Any, seat: str) -> Sequence[Any]:
        field = self.open_field(s, effect)
        return [effect if field is None else structs.replace(effect, **{field: seat})]

    def cases(self, s: S, effect: Any, about: Any) -> Sequence[Any]:
        """Nobody has nothing, as a condition; anything else cannot be about nobody."""
        field = self.open_field(s, effect)
        if field is None:
            return [effect]
        among = self.who(s, getattr(effect, field), about)
        if not among and effect.__struct_config__.tag == "if":
            return [effect]
        return [one for seat in among for one in self.about_person(s, effect, seat)]

    def possible(self, s: S, effects: Sequence[Any], about: Any) -> bool:
        """True if every effect can do something (``can``), and everything can be paid.

        An ``if`` counts by the list that it comes to.
        """
        does = (self._does_something(s, effect, about, alone=len(effects) == 1) for effect in effects)
        return affordable(s, effects, about) and all(does)

    def can(self, s: S, effect: Any, about: Any) -> bool:
        """False for an effect that cannot be carried out."""
        return True

    def touches(self, s: S, effect: Any, about: Any) -> bool:
        """False for an effect that holds no others and finds nothing at the people it is about, such as to lose what
        they do not have."""
        return True

    def offered(self, s: S, effect: Any, among: list[str], about: Any) -> list[str]:
        """Of the people of whom one is asked for, those to whom the effect can do something, if there are any; all of
        them for a condition."""
        if effect.__struct_config__.tag == "if":
            return among
        able = [one for one in among if self._reaches(s, self.about_person(s, effect, one), about)]
        return able or among

    def _reaches(self, s: S, effects: Sequence[Any], about: Any) -> bool:
        """True if effects about people who are known are possible, and find something at each of them."""
        found = self.possible(s, effects, about)
        for effect in effects if found else ():
            match effect.__struct_config__.tag:
                case "each":
                    things = self.things(s, effect, about)
                    lists = [bind(effect.do, names, self.people) for names in things or ()]
                    found = found and (things is None or any(self._reaches(s, inner, about) for inner in lists))
                case "if" | "choose" | "die" | "later":
                    pass
                case _:
                    found = found and self.touches(s, effect, about)
        return found

    def does_anything(self, s: S, effects: Sequence[Any], about: Any) -> bool:
        """True if everything can be paid and at least one effect can do something."""
        does = (self._does_something(s, effect, about, alone=True) for effect in effects)
        return affordable(s, effects, about) and any(does)

    def _does_something(self, s: S, effect: Any, about: Any, *, alone: bool) -> bool:
        tag = effect.__struct_config__.tag
        if tag not in OPS:
            return self.can(s, effect, about)
        cases = self.cases(s, effect, about) if tag in ("if", "each") else [effect]
        if cases != [effect]:
            return any(self._does_something(s, one, about, alone=alone) for one in cases)
        match tag:
            case "choose":
                lists = [option.do for option in effect.options if option.do or not alone]
                return any(self.possible(s, inner, about) for inner in lists)
            case "if":
                holds = self.holds(s, effect, about)
                inner = effect.then if holds else effect.else_
                return holds is None or (self.possible(s, inner, about) and not (alone and not inner))
            case "each":
                things = self.things(s, effect, about)
                return things is None or any(
                    self.possible(s, bind(effect.do, names, self.people), about)
                    for names in things[effect.every - 1 :: effect.every]
                )
        return True

    def in_force(self, s: S, effects: Sequence[Any], about: Any) -> Iterator[Any]:
        """Effects that always count, with their conditions decided; what only people know does not hold.

        Nobody is asked: of several people of whom one could be chosen, the one who has the most counts.
        """
        for effect in effects:
            match effect.__struct_config__.tag:
                case "if":
                    holds = any(self.holds(s, one, about) for one in self.cases(s, effect, about))
                    yield from self.in_force(s, effect.then if holds else effect.else_, about)
                case "each":
                    every = [self.things(s, one, about) or () for one in self.cases(s, effect, about)]
                    for names in max(every, key=len, default=())[effect.every - 1 :: effect.every]:
                        yield from self.in_force(s, bind(effect.do, self.now(s, names), self.people), about)
                case _:
                    yield effect


class EffectList(Step[S], Generic[S], frozen=True, tag="effect_list"):
    """Effects in order, each once what follows from the one before is done."""

    list: list[Any]
    about: Any

    def run(self, s: S) -> None:
        if self.list:
            rest = self.list[1:]
            s.agenda += [EffectList(rest, self.about)] if rest else []
            one_effect(s, self.list[0], self.about)


def one_effect(s: Any, effect: Any, about: Any) -> None:
    """Begin an effect: ask first whom it is about, if several people are possible.

    Nothing happens to nobody; nobody has nothing, as a condition.
    """
    rules: CountingRules[Any] = s.world.effects
    field = rules.open_field(s, effect)
    among = rules.who(s, getattr(effect, field), about) if field else []
    if among and field:
        s.agenda.append(rules.which(s, effect, field, rules.offered(s, effect, among, about), about))
    elif (field is None or effect.__struct_config__.tag == "if") and not begin(s, effect, about):
        rules.do(s, effect, about)
