"""Effects that every game has alike: one of several, a condition, for each, a die decides, later (WIRE.md, Effects).

An effect is a record with an ``op``. These five hold lists of further effects, of the game's own and of these. A game
declares their records with its own list type, and says in its ``EffectRules`` what can be counted and named, who is
asked, and how a list of effects is carried out; the steps are here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from msgspec import Meta, Struct, structs

from companion.core.answers import Answer, Face
from companion.core.asks import ChooseAsk, RollAsk
from companion.core.phrases import ALOUD, Forms, Phrase
from companion.core.refusals import Fault, Refused
from companion.core.state import State
from companion.core.steps.agenda import Step
from companion.core.steps.chance import RollStep
from companion.core.steps.listed import ForcedStep, ListedStep
from companion.core.texts import T
from companion.core.validation import below

S = TypeVar("S", bound=State[Any, Any])

IT: Final = "it"
"""Inside ``each``: the place of the thing, or of the person."""
THEM: Final = "them"
"""Inside ``each``: the person."""
LISTS: Final[Mapping[str, tuple[str, ...]]] = {"if": ("then", "else"), "each": ("do",), "later": ("do",)}
"""The fields of an op that are lists of effects."""
PARTS: Final[Mapping[str, str]] = {"choose": "options", "die": "on"}
"""The field of an op that is a list of records, each with a list of effects in ``do``."""
OPS: Final = frozenset({*LISTS, *PARTS})
BOUND: Final = frozenset({"at", "from", "from_", "to", "who", "by"})
"""The fields in which ``it`` and ``them`` can stand."""

Many: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
"""How many of a thing a condition counts."""
Asked: TypeAlias = str | Annotated[dict[str, str], Meta(min_length=1)]
"""A question to the table: a text, or the same in several languages."""

MOST_DEPTH: Final = 5
"""So many lists of effects can be inside one another."""
MOST_EACH: Final = 2
"""So many ``each`` can be inside one another, so that a card stays something that people can carry out."""


# Answers.


class ChooseOption(Answer, frozen=True, tag="option"):
    """Which of several lists of effects is carried out, counted from 1."""

    fleeting: ClassVar = True

    n: int


class Holds(Answer, frozen=True, tag="holds"):
    """Whether a condition holds that only people can know."""

    label: ClassVar = ()
    fleeting: ClassVar = True

    holds: bool


class ChoosePerson(Answer, frozen=True, tag="person"):
    """Whom an effect is about."""

    seat: str


# Reading: nested lists out of JSON, and the faults that types cannot express.


class Scope(Struct, frozen=True):
    """Where a list of effects stands: how deep, in how many ``each``, and what ``it`` and ``them`` mean there."""

    depth: int = 1
    each: int = 0
    names: frozenset[str] = frozenset()

    def inside(self, raw: Mapping[str, Any], people: Collection[str]) -> Scope:
        """The scope of the lists of an effect."""
        if raw.get("op") != "each":
            return structs.replace(self, depth=self.depth + 1)
        names = {IT, THEM} if raw.get("of") in people else {IT}
        return Scope(self.depth + 1, self.each + 1, self.names | names)


Prepare = Callable[[dict[str, Any], str, Scope], object]
"""Prepares one effect of a game: its JSON, path and scope; returns the JSON for its record."""


def prepare_list(raw: object, path: str, problems: list[Fault], one: Prepare, scope: Scope | None = None) -> object:
    """A copy of a list of effects, each prepared by ``one``. Malformed values are left; validation reports them."""
    scope = scope or Scope()
    if not isinstance(raw, list):
        return raw
    if scope.depth > MOST_DEPTH:
        problems.append(Fault(path, T("has too many effects inside one another; at most {most}", most=MOST_DEPTH)))
        return []
    return [
        one(effect, below(path, index), scope) if isinstance(_said(effect, "op"), str) else effect
        for index, effect in enumerate(raw)
    ]


def prepare_inner(
    raw: dict[str, Any], path: str, problems: list[Fault], one: Prepare, scope: Scope, people: Collection[str]
) -> dict[str, Any]:
    """An effect with its lists prepared, and the faults of its structure."""
    problems.extend(_faults(raw, path, scope))
    inner = scope.inside(raw, people)
    return with_lists(raw, path, lambda effects, at: prepare_list(effects, at, problems, one, inner))


def with_lists(raw: dict[str, Any], path: str, change: Callable[[object, str], object]) -> dict[str, Any]:
    """An effect in JSON with each of its lists of effects replaced by ``change`` (list, path)."""
    ready, op = dict(raw), str(raw["op"])
    for name in LISTS.get(op, ()):
        if name in raw:
            ready[name] = change(raw[name], below(path, name))
    field = PARTS.get(op)
    if field is not None and isinstance(raw.get(field), list):
        at = below(path, field)
        ready[field] = [
            part | {"do": change(part["do"], f"{at}[{n}].do")} if isinstance(part, dict) and "do" in part else part
            for n, part in enumerate(raw[field])
        ]
    return ready


def _condition_faults(raw: Mapping[str, Any], path: str) -> Iterator[Fault]:
    """A condition asks a question, or counts something."""
    if bool(raw.get("ask")) == (raw.get("of") is not None):
        yield Fault(path, T("must ask a question, or count something"))
    elif raw.get("of") is not None and raw.get("least") is None and raw.get("most") is None:
        yield Fault(below(path, "least"), T("is missing; say how many it takes"))


def _faults(raw: Mapping[str, Any], path: str, scope: Scope) -> Iterator[Fault]:
    if raw["op"] == "if":
        yield from _condition_faults(raw, path)
    for field in BOUND & raw.keys():
        if raw[field] in (IT, THEM) and raw[field] not in scope.names:
            wrong = T('"{name}" means something only inside "for each"', name=str(raw[field]))
            yield Fault(below(path, field), wrong)
    match raw["op"]:
        case "if" if raw.get("then") == []:
            yield Fault(below(path, "then"), T("must have at least one effect"))
        case "each" if scope.each >= MOST_EACH:
            wrong = T('at most {most} "for each" can be inside one another', most=MOST_EACH)
            yield Fault(below(path, "op"), wrong)
        case "each" | "later" if raw.get("do") == []:
            yield Fault(below(path, "do"), T("must have at least one effect"))
        case "choose" if isinstance(raw.get("options"), list) and len(raw["options"]) < 2:
            yield Fault(below(path, "options"), T("must have at least two to choose from"))
        case "note" if isinstance(raw.get("text"), str) and raw["text"].isspace():
            yield Fault(below(path, "text"), T("is missing; write what people do"))
        case "die" if isinstance(raw.get("on"), list):
            yield from _face_faults(raw["on"], below(path, "on"))


def lacking(raw: Mapping[str, Any]) -> list[str]:
    """The fields without which an effect of this page means nothing, the first one first.

    Of two fields of which one is enough, the second is asked for once the first was left empty.
    """
    op, found = str(raw["op"]), []
    if op == "if":
        counts = raw.get("of") is not None
        pair = ("least", "most") if counts else ("of", "ask")
        if all(raw.get(field) in (None, "", {}) for field in pair):
            first, second = pair
            found.append(second if first in raw and second not in raw else first)
    found += [field for field in LISTS.get(op, ()) if field != "else" and not raw.get(field)]
    if op in PARTS and len(raw.get(PARTS[op]) or ()) < (2 if op == "choose" else 1):
        found.append(PARTS[op])
    return found


def _face_faults(parts: Sequence[Any], path: str) -> Iterator[Fault]:
    if not parts:
        yield Fault(path, T("must say what at least one face does"))
    seen: set[Any] = set()
    for n, part in enumerate(parts):
        faces = part.get("faces") if isinstance(part, dict) else None
        if faces == []:
            yield Fault(f"{path}[{n}].faces", T("must name at least one face"))
        for face in faces if isinstance(faces, list) else ():
            if isinstance(face, str | int) and face in seen:
                yield Fault(f"{path}[{n}].faces", T('names "{face}" a second time', face=str(face)))
            elif isinstance(face, str | int):
                seen.add(face)


# Names inside ``each`` become the things themselves, so that no step needs to remember what they stand for.


def bind(value: Any, names: Mapping[str, str], people: Collection[str]) -> Any:
    """Effects in which ``it`` and ``them`` are replaced by ``names``; an inner ``each`` has names of its own."""
    if isinstance(value, list):
        return [bind(one, names, people) for one in value]
    if isinstance(value, dict):
        return {field: _bound(value, field, one, names, people) for field, one in value.items()}
    if not isinstance(value, Struct):
        return value
    old = {field: getattr(value, field) for field in value.__struct_fields__}
    new = {field: _bound(value, field, one, names, people) for field, one in old.items()}
    changed = {field: one for field, one in new.items() if one is not old[field]}
    return structs.replace(value, **changed) if changed else value


def _bound(effect: Any, field: str, value: Any, names: Mapping[str, str], people: Collection[str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value) if field in BOUND else value
    if field == "do" and _said(effect, "op") == "each":
        hidden = {IT, THEM} if _said(effect, "of") in people else {IT}
        names = {name: one for name, one in names.items() if name not in hidden}
    return bind(value, names, people) if isinstance(value, list | dict | Struct) else value


def _said(effect: Any, field: str) -> Any:
    if not isinstance(effect, Struct):
        return effect.get(field) if isinstance(effect, Mapping) else None
    return effect.__struct_config__.tag if field == "op" else getattr(effect, field, None)


# What a game says about its effects.

Price = Mapping[tuple[str, str], int]
"""What is to be paid: by whom, what, and how many."""


class EffectRules(Generic[S]):
    """How a game carries out effects; one instance for all tables, at ``world.effects``.

    ``about`` is what the game wants to know again when it goes on, such as the rule of the card.
    """

    people: Collection[str] = ()
    """The words for ``each`` that mean people; ``them`` stands for each of them."""

    def carry_out(self, effects: Sequence[Any], about: Any) -> Step[S]:
        """The step that carries out effects in order."""
        raise NotImplementedError

    def rule(self, about: Any) -> str:
        """The rule number of questions."""
        raise NotImplementedError

    def asked(self, s: S, by: str, about: Any) -> str | None:
        """The seat that decides; None: the table."""
        raise NotImplementedError

    def holds(self, s: S, effect: Any, about: Any) -> bool | None:
        """Whether the condition of an ``if`` holds; None: only people can know."""
        raise NotImplementedError

    def things(self, s: S, effect: Any, about: Any) -> Sequence[Mapping[str, str]] | None:
        """What an ``each`` is done for: for each thing, what ``it`` and ``them`` stand for; None: only people know."""
        raise NotImplementedError

    def by_hand(self, s: S, effect: Any, about: Any) -> None:
        """Tell the table to carry out an effect of which the companion does not know what it is about."""
        raise NotImplementedError

    def keep(self, s: S, effect: Any, about: Any) -> None:
        """Keep a ``later`` until its time comes."""
        raise NotImplementedError

    def possible(self, s: S, effects: Sequence[Any], about: Any) -> bool:
        """False for an option that cannot be chosen, such as to pay what nobody has."""
        return True

    def price(self, s: S, effect: Any, about: Any) -> Price:
        """What must be there for an effect that holds no others, about people who are known; empty: it is free."""
        return {}

    def owned(self, s: S, who: str, what: str) -> int:
        """How many of what a price names somebody has."""
        raise NotImplementedError

    def cases(self, s: S, effect: Any, about: Any) -> Sequence[Any]:
        """The effect about each of several people of whom one is still to be chosen; otherwise as it is."""
        return [effect]

    def now(self, s: S, names: Mapping[str, str]) -> Mapping[str, str]:
        """What ``it`` and ``them`` stand for once one of ``things`` comes up: by default what they stood for then."""
        return names

    def about_person(self, s: S, effect: Any, seat: str) -> Sequence[Any]:
        """The effect, about somebody who was chosen."""
        return [structs.replace(effect, who=seat)]

    def die(self, die: str) -> str:
        """The name of the die that is rolled."""
        return die

    def sides(self, die: str) -> Collection[Face]:
        """The faces of a die."""
        raise NotImplementedError


def with_later(there: Sequence[Any], new: Any, *, every: bool) -> list[Any]:
    """``there`` and what is to be done ``later``. What the same card does ``every`` time, and a reminder, is there once
    if the card comes again."""
    reminds = all(effect.__struct_config__.tag == "note" for effect in new.do)
    return [*there] if new in there and (every or reminds) else [*there, new]


def affordable(s: State[Any, Any], effects: Sequence[Any], about: Any) -> bool:
    """True if there is a way through a list of effects on which everything can be paid; its prices add up.

    Of an ``each`` for people, it is enough if one of them can pay. What somebody gets on the way does not count.
    """
    return bool(_bills(s, effects, about, [{}], sure=True))


def _bills(
    s: State[Any, Any], effects: Sequence[Any], about: Any, bills: Sequence[Price], *, sure: bool
) -> Sequence[Price]:
    """What there can be to pay after a list, each within what is there; ``bills`` is what there was before.

    Unless ``sure``, what came before may have changed what a condition counts. What is free for one of several people
    adds nothing, since that is the least.
    """
    rules: EffectRules[Any] = s.world.effects
    for effect in effects:
        tag = effect.__struct_config__.tag
        cases = [effect] if tag == "choose" else rules.cases(s, effect, about)
        if tag in OPS:
            found = [bill for case in cases for bill in _bills_of(s, case, about, bills, sure=sure)]
            bills = list({frozenset(bill.items()): bill for bill in found}.values())
        else:
            after: list[Price] = []
            for case in cases:
                price = rules.price(s, case, about)
                if not price:
                    break
                after += _with_price(s, price, bills)
            else:
                bills = after
        sure = False
    return bills


def _with_price(s: State[Any, Any], price: Price, bills: Sequence[Price]) -> Iterator[Price]:
    """Those of the bills that can still be paid with this price."""
    for bill in bills:
        after = dict(bill)
        for purse, n in price.items():
            after[purse] = after.get(purse, 0) + n
            if after[purse] > s.world.effects.owned(s, *purse):
                break
        else:
            yield after


def _bills_of(s: State[Any, Any], effect: Any, about: Any, bills: Sequence[Price], *, sure: bool) -> Sequence[Price]:
    """The same after one effect that holds others."""
    rules: EffectRules[Any] = s.world.effects
    match effect.__struct_config__.tag:
        case "choose":
            lists = [option.do for option in effect.options]
        case "if":
            holds = rules.holds(s, effect, about) if sure else None
            lists = [inner for inner, by in ((effect.then, True), (effect.else_, False)) if holds in (None, by)]
        case "each":
            things = (rules.things(s, effect, about) or ())[effect.every - 1 :: effect.every]
            bound = [bind(effect.do, rules.now(s, names), rules.people) for names in things]
            people = any(THEM in names for names in things)
            lists = bound if people else [[one for inner in bound for one in inner]]
            lists = lists if sure and lists else [*lists, []]
        case _:
            lists = [[]]
    return [bill for inner in lists for bill in _bills(s, inner, about, bills, sure=sure)]


# Doing them.


def begin(s: State[Any, Any], effect: Any, about: Any) -> bool:
    """Begin one of the effects of this page; False for any other effect."""
    rules: EffectRules[Any] = s.world.effects
    match effect.__struct_config__.tag:
        case "choose":
            s.agenda.append(OptionStep(effect.options, rules.asked(s, effect.by, about), about))
        case "if":
            holds = rules.holds(s, effect, about)
            if holds is None:
                s.agenda.append(ConditionStep(effect, about))
            else:
                _go_on(s, effect.then if holds else effect.else_, about)
        case "each":
            things = rules.things(s, effect, about)
            if things is None:
                rules.by_hand(s, effect, about)
            else:
                every = things[effect.every - 1 :: effect.every]
                s.agenda.append(EachStep([dict(names) for names in every], effect.do, about))
        case "die":
            s.agenda.append(DieStep(rules.die(effect.die), effect.on, rules.asked(s, "active", about), about))
        case "later":
            rules.keep(s, effect, about)
        case _:
            return False
    return True


def _go_on(s: State[Any, Any], effects: Sequence[Any], about: Any) -> None:
    if effects:
        s.agenda.append(s.world.effects.carry_out(effects, about))


class OptionStep(ForcedStep[State[Any, Any]], frozen=True, tag="effect_option"):
    """One of several lists of effects. What cannot be paid is not offered, unless nothing else is left."""

    options: list[Any]
    by: str | None
    about: Any

    def ask(self, s: State[Any, Any]) -> ChooseAsk:
        return ChooseAsk(self.by, s.world.effects.rule(self.about), "effect")

    def legal(self, s: State[Any, Any]) -> Sequence[Answer]:
        every = range(1, len(self.options) + 1)
        possible = [n for n in every if s.world.effects.possible(s, self.options[n - 1].do, self.about)]
        return [ChooseOption(n) for n in possible or every]

    def take(self, s: State[Any, Any], answer: ChooseOption) -> None:
        _go_on(s, self.options[answer.n - 1].do, self.about)


class ConditionStep(ListedStep[State[Any, Any]], frozen=True, tag="effect_condition"):
    """A condition that only people can know."""

    effect: Any
    about: Any

    def ask(self, s: State[Any, Any]) -> ChooseAsk:
        return ChooseAsk(None, s.world.effects.rule(self.about), "condition")

    def legal(self, s: State[Any, Any]) -> Sequence[Answer]:
        return [Holds(True), Holds(False)]

    def take(self, s: State[Any, Any], answer: Holds) -> None:
        _go_on(s, self.effect.then if answer.holds else self.effect.else_, self.about)


class EachStep(Step[State[Any, Any]], frozen=True, tag="effect_each"):
    """The same effects for one thing after the other; which ones there are was settled when it began."""

    things: list[dict[str, str]]
    do: list[Any]
    about: Any

    def run(self, s: State[Any, Any]) -> None:
        if self.things:
            s.agenda.append(EachStep(self.things[1:], self.do, self.about))
            names = s.world.effects.now(s, self.things[0])
            _go_on(s, bind(self.do, names, s.world.effects.people), self.about)


class DieStep(RollStep[State[Any, Any]], frozen=True, tag="effect_die"):
    """A die decides; a face that is not named does nothing."""

    die: str
    on: list[Any]
    by: str | None
    about: Any

    def dice(self, s: State[Any, Any]) -> list[str]:
        return [self.die]

    def ask(self, s: State[Any, Any]) -> RollAsk:
        return RollAsk(self.by, s.world.effects.rule(self.about), [self.die])

    def rolled(self, s: State[Any, Any], faces: Mapping[str, Face]) -> None:
        face = faces[self.die]
        if face not in s.world.effects.sides(self.die):
            raise Refused("illegal", T("This die has no such face."), s.world.effects.rule(self.about))
        for part in self.on:
            if face in part.faces:
                _go_on(s, part.do, self.about)


class PersonStep(ForcedStep[State[Any, Any]], frozen=True, tag="effect_person"):
    """Whom an effect is about, if people decide; a single one is not asked for."""

    effect: Any
    seats: list[str]
    by: str | None
    about: Any

    def ask(self, s: State[Any, Any]) -> ChooseAsk:
        return ChooseAsk(self.by, s.world.effects.rule(self.about), "person")

    def legal(self, s: State[Any, Any]) -> Sequence[Answer]:
        return [ChoosePerson(seat) for seat in self.seats]

    def take(self, s: State[Any, Any], answer: ChoosePerson) -> None:
        _go_on(s, s.world.effects.about_person(s, self.effect, answer.seat), self.about)


# In words: the phrases of these effects, for the tables of the games (``phrases.Phrases``).

CHOOSE: Final = "choose[ by {by}] {options}"
SOMEBODY_CHOOSES: Final = "{by} choose(s) {options}"
OPTION: Final = "[{text} ]{do}"
DIE: Final = "roll {die}: {on}"
FACES: Final = "{faces} {do}"
LATER: Final = "{when}[ every time this {until}] {do}"
IF: Final = "if[ {ask}][ {of}][ of {who}][ at least {least}][ at most {most}] then {then}[ else {else}]"
"""Of a game that counts what people have, as the next one."""
EACH: Final = "for each[ {every}] {of}[ of {who}] {do}"

_OTHERWISE, _SI_NO = "{then}[; otherwise {else}]", "{then}[; si no, {else}]"
SPANISH: Final = Forms(
    words={
        "when=round start": "al empezar la ronda",
        "when=round end": "al acabar la ronda",
        "when=turn start": "al empezar el turno",
        "when=turn end": "al acabar el turno",
    },
    phrases={
        CHOOSE: "elegir[ {by}] {options}",
        SOMEBODY_CHOOSES: "{by} elige[n][s] {options}",
        OPTION: OPTION,
        DIE: "tirar {die}: {on}",
        FACES: FACES,
        LATER: "{when}[ cada vez {until}] {do}",
        f"aloud {CHOOSE}": "elegir[ {by}]: {options}",
        f"aloud {SOMEBODY_CHOOSES}": "{by} elige[n][s]: {options}",
        f"aloud {OPTION}": "[{text}: ]{do}",
        f"aloud {DIE}": "tirar el {die}: {on}",
        f"aloud {FACES}": "con {faces} {do}",
        f"aloud {LATER}": "{when}[, cada vez {until}]: {do}",
    },
)
SPANISH_COUNTING: Final = SPANISH | Forms(
    phrases={
        IF: "si[ {ask}][ {of}][ de {who}][ al menos {least}][ como mucho {most}] entonces {then}[ si no {else}]",
        EACH: "por cada[ {every}] {of}[ de {who}] {do}",
        f"aloud {IF}": "si[ {ask}][ {who} tiene[n][s]][ al menos {least}][ como mucho {most}][ {of}]: " + _SI_NO,
        f"aloud {EACH}": "por cada[ {every}] {of}[ de {who}]: {do}",
    }
)
ENGLISH: Final = Forms(
    phrases={
        f"aloud {CHOOSE}": "choose[ by {by}]: {options}",
        f"aloud {SOMEBODY_CHOOSES}": "{by} choose(s): {options}",
        f"aloud {OPTION}": "[{text}: ]{do}",
        f"aloud {DIE}": "roll the {die} die: {on}",
        f"aloud {FACES}": "on {faces} {do}",
        f"aloud {LATER}": "{when}[, as long as this {until} lasts]: {do}",
        f"aloud {IF}": "if[ {ask}][ {who} (have|has)][ at least {least}][ at most {most}][ {of}]: " + _OTHERWISE,
        f"aloud {EACH}": "for each[ {every}] {of}[ of {who}]: {do}",
    },
    words={
        "when=round start": "next round",
        "when=round end": "at the end of the round",
        "when=turn start": "at the start of the turn",
        "when=turn end": "at the end of the turn",
        "aloud who=them": "they",
        "aloud by=them": "they",
    },
)


def said_by(forms: Forms, *whens: str, die: bool = False, later: str = LATER) -> Forms:
    """The forms of a game that has these times for ``later``, said like this or otherwise, and a die or none."""
    words = {key: form for key, form in forms.words.items() if key.removeprefix("when=") in (*whens, key)}
    unsaid = ({DIE, FACES} if not die else set()) | ({LATER} if later != LATER else set())
    phrases = {key: form for key, form in forms.phrases.items() if key.removeprefix(ALOUD) not in unsaid}
    return structs.replace(forms, words=words, phrases=phrases)


def if_people(
    kind: Any, having: Mapping[str, tuple[str, str]], being: Mapping[str, tuple[str, str]]
) -> tuple[list[Phrase], dict[str, str]]:
    """What is said of a condition that somebody is among people, such as those with most keys, and that in Spanish.

    ``having`` and ``being`` have, by name, what these people have, and what they are.
    """
    said, spanish = [], {}
    for names, verb, es_verb in ((having, "(have|has)", "tiene[n][s]"), (being, "(are|is)", "está[n][s]")):
        for name, (what, es_what) in names.items():
            for sets, alone, solo in (({}, "", ""), ({"most": 1}, " alone", "solo ")):
                template = f"if {{who}}{alone} {verb} {what}: {_OTHERWISE}"
                said.append(Phrase(kind, template, "", {"of": name, "least": 1} | sets, only_said=True))
                spanish[template] = f"si {solo}{{who}} {es_verb} {es_what}: {_SI_NO}"
    return said, spanish


def if_none(kind: Any) -> tuple[list[Phrase], dict[str, str]]:
    """The same of a condition that there is nothing, or that somebody has nothing."""
    spanish = {
        f"if {{who}} (have|has) no {{of}}: {_OTHERWISE}": f"si {{who}} no tiene[n][s] {{of}}: {_SI_NO}",
        f"if no {{of}}: {_OTHERWISE}": f"si no hay {{of}}: {_SI_NO}",
    }
    return [Phrase(kind, template, "", {"most": 0}, only_said=True) for template in spanish], spanish


def if_level(kind: Any, named: Mapping[str, tuple[str, str]]) -> tuple[list[Phrase], dict[str, str]]:
    """The same of how far something has come, such as the round; ``named`` has its names."""
    said, spanish = [], {}
    for name, (what, es_what) in named.items():
        template = f"if {what} is[ at least {{least}}][ at most {{most}}]: {_OTHERWISE}"
        said.append(Phrase(kind, template, "", {"of": name}, only_said=True))
        spanish[template] = f"si {es_what} es[ al menos {{least}}][ como mucho {{most}}]: {_SI_NO}"
    return said, spanish


def for_chosen(kind: Any, named: Mapping[str, tuple[str, str]]) -> tuple[list[Phrase], dict[str, str]]:
    """What is said of effects about one of several people, who is chosen for them."""
    spanish = {f"choose {what}: {{do}}": f"elegir a {es_what}: {{do}}" for what, es_what in named.values()}
    said = [
        Phrase(kind, f"choose {what}: {{do}}", "", {"of": name}, only_said=True) for name, (what, _) in named.items()
    ]
    return said, spanish


def english_people(named: Mapping[str, str], most: Collection[str] = ()) -> dict[str, str]:
    """English words for people in sentences; those with the ``most`` of something are said alike."""
    who = {"them": "each of them", "others": "all the others", **named, **{one: f"whoever has {one}" for one in most}}
    return {f"said {field}={name}": form for field in ("who", "by") for name, form in who.items()}


def spanish_people(named: Mapping[str, str], most: Mapping[str, str], of: str) -> dict[str, str]:
    """Spanish words for people. Of ``most`` (``most keys``) it is said what they have ("más llaves"); these can also be
    counted, as ``of``."""
    who = {**named, **{name: f"quien tenga {what}" for name, what in most.items()}}
    words = {f"{field}={name}": form for field in ("who", "by") for name, form in who.items()}
    return words | {f"of={name}": f"{of} con {what}" for name, what in most.items()}
