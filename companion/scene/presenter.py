"""How a game looks and reads. Every method has a default, derived from the open ask, the legal answers and the facts.

``Presenter`` shows a game that has only rules plainly but completely. A game overrides what it can show better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property, partial
from string import digits
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import UNSET, Struct, structs, to_builtins

from companion.core.answers import Answer, Draw, DrawUnknown, Pick, Pull, Roll
from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PickAsk, PullAsk, RollAsk
from companion.core.buttons import said_by
from companion.core.effects import ChoosePerson
from companion.core.facts import Colour, Fact, Facts, Known, Marker
from companion.core.instructions import Instruction, ident, kind
from companion.core.piles import NOT_KNOWN
from companion.core.rules import Rules
from companion.core.secrets import keeps_secrets, secrets_of
from companion.core.setup import once
from companion.core.state import State
from companion.core.steps.effects import later
from companion.core.texts import (
    OwnText,
    P,
    SeatName,
    T,
    Text,
    Words,
    as_printed,
    by_language,
    listed,
    of_seat,
    own_name,
    placeholders,
    readable,
)
from companion.scene import effects
from companion.scene.charts import Gauge, mark
from companion.scene.counters import Change, as_described, counter_of, setter
from companion.scene.icons import known
from companion.scene.layout import laid_out, spread_out
from companion.scene.scene import (
    FACT,
    Board,
    Card,
    Choice,
    Counter,
    DieView,
    Grid,
    Group,
    Line,
    Piece,
    Place,
    PlaceGroup,
    Private,
    Prompt,
    Rank,
    Reveal,
    Row,
    RowPlace,
    Scene,
    SeatBoard,
    Spot,
    Square,
    Stakes,
    Tip,
)

# Names, and answers and instructions in words.

S = TypeVar("S", bound=State[Any, Any])

SEAT, PLACE = "seat", "place"
"""The selectors of facts that belong to a player, and to a place of the board."""
ON_BOARD: Final = T("tap the board")
SHARED: Mapping[str, Words] = MappingProxyType(
    {
        "R-GEN-04": T(
            "Nothing appears and nothing gets lost: table, hands, decks and bags together always hold what came in the "
            "box. A correction has to say what can really be so."
        )
    }
)
"""The rules of every game, in plain words, by number."""
IN_EVERY_GAME = T("In every game")
"""The heading of ``SHARED``, which no rulebook has."""


NAMED = {"en": "{what}?", "es": "¿Y ahora?"}
"""A question without words: its name is English."""
IN_SECRET = T("in secret")
"""What stands for an outcome that only one seat may know."""
WORDS: Mapping[str, Words] = MappingProxyType({"chance:dice": T("Dice"), "die:die": T("Die")})
"""Words that all games share, by name."""


class QuestionText(Struct, frozen=True):
    """A question in words; its blanks are filled by the fields of the ask, or by ``Wording.blanks``."""

    title: Words
    hint: Words = ""
    declined: Words = ""
    """The label of doing nothing."""


class Wording(Generic[S]):
    """The words of a game. Every method has a default, derived from names, answers and instructions."""

    why: Mapping[str, Words] = {}
    """The rules in plain words, by the numbers in asks, lines and refusals."""
    headings: Mapping[str, Words] = {}
    """The headings of the printed rulebook, by rule number."""
    words: ClassVar[Mapping[str, Words]] = {}
    """Words by name, such as ``card:oak``, ``die:red``, ``choice:bid`` (a question) or ``group:bid``."""
    box: ClassVar[Mapping[str, Words]] = {}
    """Labels for the forms of a box: fields, kinds, values; the keys are those of ``packs.editing.words``."""
    box_icons: ClassVar[Mapping[str, str]] = {}
    """Icons by the same keys."""
    box_usual: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """What effects say in these fields unless a card says otherwise, by the table of the card."""
    box_switches: ClassVar[Mapping[str, Mapping[str, tuple[str, ...]]]] = {}
    """Switches of a card that go on when its effects name something, such as the place that is drawn for it: their
    paths, by the table of the card and that name."""

    blanks: ClassVar[Mapping[Any, Callable[[Any, Any], Words | None]]] = {}
    """What fills the blanks of texts that answers and asks say of themselves, by name, or by type and name where it
    differs. Called with the state and the answer or ask; None leaves that text out, as it must where the field is None,
    because it is secret."""
    says_effects: ClassVar[bool] = False
    """Questions about effects of cards are in the words of every game (``scene.effects``) and of the sheets."""
    tips: ClassVar[Mapping[str, Sequence[Tip]]] = {}
    """Tips for a first game, by decision, or by the kind of ask (``roll``)."""
    decks: ClassVar[Sequence[str]] = ()
    """The tables of a box that are decks, as ``police_cards`` or ``agents.*.fighters``; ``*`` is any key."""

    def __init__(self, rules: Rules[S]) -> None:
        self.rules = rules

    @cached_property
    def _sentences(self) -> Callable[[type[Answer], str], Sequence[Sentence]]:
        """The texts of each kind of answer, made ready once."""
        return cache(partial(_said_by, self.blanks))

    @cached_property
    def _laid_out(self) -> Mapping[str, tuple[float, float, Words]]:
        """Position and name of each place of the board."""
        return laid_out(self.rules.places, self.rules.beside)

    def word(self, state: S, name: str) -> Words:
        """The word for a name like ``card:oak`` or ``seat:ann``: from ``words``, or made from its id.

        ``man:white`` is the man of a player if ``white`` is a seat.
        """
        sort, found = kind(name), self.words.get(name) or WORDS.get(name)
        if found is not None and sort != SEAT:
            return found
        own = ident(name) or name
        if found is None and sort == PLACE and own in self.rules.places:
            found = self._laid_out[own][2] or None
        if found is not None:
            return of_seat(own, as_printed(found)) if sort == SEAT else found
        if sort == SEAT or own in self._seats(state):
            seat = self.rules.seat_name(state, own)
            piece = self.words.get(sort) or readable(sort)
            return T("{piece} of {seat}", piece=piece, seat=seat) if sort not in ("", SEAT) else seat
        return readable(own)

    def icon(self, state: S, name: str) -> str:
        """The icon of a piece: its name. One of a player without a drawing of its own looks like that player."""
        if known(name) and not name.startswith(f"{SEAT}:"):
            return name
        own = ident(name)
        return self.seat_icon(state, own) if own in self._seats(state) else name

    def chance_name(self, item: str) -> Words:
        """The name of one of ``Rules.chance_items``."""
        name = f"chance:{item}"
        return self.words.get(name) or WORDS.get(name) or readable(item)

    def rule(self, number: str) -> Words | None:
        """A rule in plain words; None if there is none with that number."""
        return self.why.get(number) or SHARED.get(number)

    def heading(self, number: str) -> Words | None:
        """The heading of a rule in the printed rulebook; None if there is none."""
        return self.headings.get(number) or (IN_EVERY_GAME if number in SHARED else None)

    def chapter(self, state: S) -> Words:
        """The current part of the game, in a word or two, as a heading of the log. By default the round of ``now``."""
        n = getattr(state.now, "round", None)
        return "" if n is None else T("Round {n}", n=n)

    def label(self, state: S, answer: Answer) -> Words:
        return self._first(state, answer, self._sentences(type(answer), "label")) or self._said(state, answer)

    def describe(self, state: S, answer: Answer) -> Words:
        """An answer in words that everybody may read, for the log and the undo list."""
        if self.says_effects and isinstance(answer, ChoosePerson):
            return T("Chosen: {what}", what=self.word(state, f"{SEAT}:{answer.seat}"))
        if self.says_effects and isinstance(answer, effects.ANSWERS):
            return effects.chosen(state, answer, self._sentence) or self._said(state, answer)
        return self._first(state, answer, self._sentences(type(answer), "logged")) or self.label(state, answer)

    def told(self, state: S, answer: Answer, asked: Ask | None) -> Words:
        """A given answer in words that everybody may read, whatever ``asked`` was for one seat alone."""
        return self.describe(state, self.rules.open_answer(state, answer, asked))

    def outcome(self, state: S, answer: Answer) -> Words:
        """The outcome of a chance answer in few words; equivalent answers may share it."""
        match answer:
            case Draw(card=None) | Pull(token=None) | Pick(one=None) | Roll(faces=None):
                return IN_SECRET
            case Draw(card=one):
                return self.word(state, f"card:{one}")
            case Pull(token=one):
                return self.word(state, f"token:{one}")
            case Pick(what=what, one=one):
                return self.word(state, f"{what}:{one}")
            case Roll(faces=faces):
                return listed([self.word(state, f"face:{face}") for _, face in sorted(faces.items())])
        return self.describe(state, answer)

    def card(self, state: S, answer: Answer) -> Card | None:
        """The card that an answer has just turned up, to show large; None if it was not a card."""
        return None

    def reveals(self, state: S, answer: Answer, asked: Ask | None, instructions: Sequence[Instruction]) -> list[Reveal]:
        """What an answer has revealed, besides a card; by default nothing.

        ``asked`` is the ask, ``instructions`` are the effects of the answer.
        """
        return []

    def announced(self, state: S) -> Reveal | None:
        """What is announced to the whole table when it begins: a round, a day, the last one. By default the round of
        ``now``, and the last one if the rules know it (``now.last``)."""
        n = getattr(state.now, "round", None)
        if getattr(state.now, "last", None) is not None:
            return Reveal("last", T("The last round"), "alert")
        return Reveal("round", T("Round {n}", n=n), "timer") if n else None

    def printed_at(self, state: S, answer: Answer) -> str | None:
        """The place of the board that is printed on a card, to find the card by it; None if there is none."""
        return None

    def named_in(self, data: Mapping[str, Any], sort: str) -> Mapping[str, Words]:
        """The things of a sort that fields of a box can refer to, such as squares; all sorts if ``sort`` is empty.

        ``data`` is the JSON of the box, which may be incomplete.
        """
        return {}

    def box_card(self, data: Mapping[str, Any], table: str, row: Mapping[str, Any]) -> Card | None:
        """A row of a box's table as a card; None for the default form.

        ``data`` is the JSON of the box. Box and row may be incomplete.
        """
        return None

    def _sentence(self, done: Sequence[Any]) -> Words:
        """What effects do."""
        return self.rules.sheets.sentence(done) if self.rules.sheets is not None else ""

    def _filled_in(self, state: S, said: Struct, words: Words | tuple[Words, ...]) -> Words:
        """The first text whose blanks can all be filled (``Answer``); empty if none."""
        return self._first(state, said, self._ready(type(said), words))

    def _ready(self, kind: type[Struct], words: Words | tuple[Words, ...]) -> Sequence[Sentence]:
        """Texts of a kind of answer or ask, with what fills their blanks."""
        texts = words if isinstance(words, tuple) else (words,)
        return [_sentence(self.blanks, kind, one) for one in texts]

    def _first(self, state: S, said: Struct, sentences: Iterable[Sentence]) -> Words:
        """The same of sentences that are ready."""
        for text, fills, whole in sentences:
            if not fills:
                return text
            found: dict[str, Words] = {}
            for name, fill in fills:
                # What ``blanks`` says, else the field of that name, if it is set.
                filled = fill(state, said) if fill is not None else self._set(state, said, name)
                if filled is None:
                    break
                found[name] = filled
            else:
                return next(iter(found.values())) if whole else _with_blanks(text, found)
        return ""

    def _set(self, state: S, said: Struct, name: str) -> Words | None:
        value = getattr(said, name)
        return None if value is None or value is UNSET else self._field(state, name, value)

    def _said(self, state: S, answer: Answer) -> Words:
        """The verb and its fields; for chance, the source and the outcome."""
        match answer:
            case Draw(deck=source) | Pull(bag=source) | Pick(what=source):
                kind_of = "deck" if isinstance(answer, Draw) else "bag" if isinstance(answer, Pull) else "choice"
                return T("{what}: {how}", what=self.word(state, f"{kind_of}:{source}"), how=self.outcome(state, answer))
            case Roll():
                return T("Rolled: {face}", face=self.outcome(state, answer))
        values = [(name, getattr(answer, name)) for name in answer.__struct_fields__]
        fields = [self._field(state, name, value) for name, value in values if value or isinstance(value, int)]
        verb = self.word(state, f"group:{answer.__struct_config__.tag}")
        return T("{what}: {how}", what=verb, how=listed(fields)) if fields else verb

    def _field(self, state: S, name: str, value: Any) -> Words:
        if isinstance(value, list | tuple | set | frozenset):
            return listed([self._field(state, name, one) for one in value]) if value else T("none")
        if isinstance(value, Mapping):
            pairs = [(self._field(state, name, one), self._field(state, name, n)) for one, n in value.items()]
            return listed([T("{place}: {what}", place=one, what=n) for one, n in pairs])
        if isinstance(value, bool):
            return T("Yes") if value else T("No")
        if value is None or value is UNSET:
            return T("none")
        if isinstance(value, int):
            return str(value)
        kind_of = SEAT if value in self._seats(state) else PLACE if value in self.rules.places else name
        return self.word(state, str(value) if ident(str(value)) else f"{kind_of}:{value}")

    def lines(self, state: S, instructions: Sequence[Instruction]) -> list[Line]:
        """Instructions in words, in order."""
        return [self._line(state, todo) for todo in instructions]

    def _line(self, state: S, todo: Instruction) -> Line:
        if todo.verb == "tell":
            said = self._with_names(state, todo.text or "")
            return Line("", "speaker", said, todo.at, todo.rule, instruction=todo, read=True)
        at, source, to = (self.word(state, place or "") for place in (todo.at, todo.source, todo.to))
        if todo.verb == "shuffle":
            words: Words = T("Shuffle: {place}", place=at)
            return Line("", "shuffle", words, None, todo.rule, "quiet", todo, ident(todo.at))
        piece = self.word(state, todo.piece or "")
        if (todo.n or 1) > 1:
            piece = T("{n} × {piece}", n=todo.n or 1, piece=piece)
        words = {
            "place": T("{piece}: to {place}", piece=piece, place=at),
            "remove": T("{piece}: away from {place}", piece=piece, place=at),
            "move": T("{piece}: from {source} to {place}", piece=piece, source=source, place=to),
            "flip": T("Turn over: {piece}, {place}", piece=piece, place=at),
        }[todo.verb]
        sign = {"place": "+", "remove": "−"}.get(todo.verb, "→")
        return Line(sign, self.icon(state, todo.piece or ""), words, todo.to or todo.at, todo.rule, instruction=todo)

    def _with_names(self, state: S, words: Words) -> Words:
        """A text of the rules, in which seats have the names of ``word``."""
        if isinstance(words, SeatName):
            return self.word(state, f"{SEAT}:{words.seat}") if words == own_name(words.seat) else words
        if isinstance(words, Text) and words.args:
            args = {name: self._with_names(state, value) for name, value in words.args.items()}
            return words if args == words.args else structs.replace(words, args=args)
        return words

    def _seats(self, state: S) -> Sequence[str]:
        return list(self.rules.corrections.names(state, SEAT)) or getattr(state.world, "seats", ())

    def seat_icon(self, state: S, seat: str) -> str:
        """The icon of a player: by default a disc in the seat's colour with a letter or number: a letter only where the
        seat begins with it in every language."""
        number = self._seats(state).index(seat)
        if seat[-1].isdigit():
            return f"{SEAT}:{number}:{seat[-1]}"
        name = as_printed(self.rules.seat_name(state, seat))
        own = name if isinstance(name, dict) else name.own if isinstance(name, OwnText) else {"en": seat}
        letters = {one[:1].lower() for one in own.values()}
        return f"{SEAT}:{number}:{seat[0] if letters == {seat[0].lower()} else number + 1}"


def _as_text(words: Words) -> Words:
    """Words with blanks as a text that can be filled in."""
    if isinstance(words, dict):
        return by_language(words)
    return Text(words) if isinstance(words, str) and placeholders(words) else words


Blanks: TypeAlias = Mapping[Any, Callable[[Any, Any], Words | None]]
Sentence: TypeAlias = tuple[Words, Sequence[tuple[str, Callable[[Any, Any], Words | None] | None]], bool]
"""A text, and what fills each of its blanks; None: the field of that name. True if it is nothing but a blank."""


def _sentence(blanks: Blanks, kind: type[Struct], words: Words) -> Sentence:
    """A text that a record of a kind says of itself."""
    text = _as_text(words)
    if not isinstance(text, Text):
        return text, (), False
    texts = text.own.values() if isinstance(text, OwnText) else (text.msgid,)
    names = dict.fromkeys(name for one in texts for name in placeholders(one))
    fills = [(name, blanks.get((kind, name)) or blanks.get(name)) for name in names]
    return text, fills, any(text.msgid == f"{{{name}}}" for name in names)


def _said_by(blanks: Blanks, kind: type[Answer], what: str) -> Sequence[Sentence]:
    """All texts of an answer for one purpose: ``label``, ``detail`` or ``logged``."""
    said = () if what in kind.__struct_fields__ else getattr(kind, what)
    texts = said if isinstance(said, tuple) else (said,) if said else ()
    return [_sentence(blanks, kind, one) for one in texts]


Name: TypeAlias = tuple[str, Sequence[tuple[str, str]]]
"""The beginning of a name; then each of its blanks, which are fields of an answer, and what follows it."""


def _name(name: str) -> Name:
    first, *parts = name.split("{")
    return first, [(blank, rest) for blank, _, rest in (part.partition("}") for part in parts)]


def _named(answer: Answer, name: Name) -> str | None:
    """A name with its blanks filled; None if one is not set, or for an empty name."""
    said, parts = name
    for blank, rest in parts:
        value = getattr(answer, blank)
        if value is UNSET:
            return None
        said = f"{said}{value}{rest}"
    return said or None


def _with_blanks(text: Words, found: dict[str, Words]) -> Words:
    """A text with its blanks filled."""
    if not isinstance(text, Text) or not (found or text.args):
        return text
    n = found.get("n") if text.plural else None
    n = n if isinstance(n, int) else text.n
    return Text(text.msgid, found, text.plural, n) if type(text) is Text else structs.replace(text, args=found, n=n)


# The picture.

SECRETS = Counter("secrets", T("Secrets"), "eye:shut", secret=True)
"""Stands on a player's board for what only that player may see."""
OPEN = "…"
"""Stands for what is not chosen yet."""
FEW = 9
"""Up to this many answers get a button each; more are grouped by verb."""
STEP = "step"
"""The kind of the groups that lead to an answer in two steps."""


def _names(fact: Fact[S], state: S, name: str, chosen: Sequence[Any]) -> list[str]:
    """The names of what a fact is about: the part after its colon, and its selectors."""
    part = [f"{fact.part}:{ident(name)}"] if fact.part else []
    return part + [f"{selector}:{one}" for selector, one in zip(fact.selects(state), chosen, strict=True)]


def _open_facts(state: S, facts: Facts[S]) -> Sequence[Known[S]]:
    return list(facts.known(state, None))


class FactLook(NamedTuple):
    """How a fact is shown that people can correct: the name of its counter, its label and icon, and what sets it."""

    id: str
    label: Words
    icon: str
    fixed: Callable[[Any], list[Change]]


@once
def _fact_looks(world: Any, presenter: type) -> dict[Any, FactLook]:
    """What facts look like in a world, by their names and selectors; filled as they are shown."""
    return {}


class Presenter(Wording[S]):
    """How one game looks and reads. One instance serves all tables."""

    def counters(self, state: S, seat: str | None = None) -> list[Counter]:
        """A counter for each fact that can be corrected: those of a seat, or of no seat (None)."""
        return self._counters(state, seat, self._known(state))

    def _known(self, state: S) -> Sequence[Known[S]]:
        """The facts that everybody may know, looked up once for a picture."""
        return state.cached(_open_facts, self.rules.corrections)

    def _counters(
        self, state: S, seat: str | None, known: Iterable[Known[S]], place: str | None = None
    ) -> list[Counter]:
        """The same for ``known`` facts; of a ``place``, those that are about places of the board alone."""
        facts, found, about = self.rules.corrections, [], (f"{SEAT}:{seat}", f"{PLACE}:{place}")
        for fact, name, chosen, value in known:
            selects = dict(zip(fact.selects(state), chosen, strict=True))
            if selects.get(SEAT) != seat or (chosen[0] if self._on_board(fact, state) else None) != place:
                continue
            named = _names(fact, state, name, chosen)
            inside = [self.word(state, one) for one in named if one not in about]
            label = T("{place}: {what}", place=fact.label, what=listed(inside)) if inside else fact.label
            said = partial(self._field, state, name)
            icon = fact.icon or self.icon(state, name)
            found += as_described(facts, state, name, label, icon, value, said, **selects)
        return found

    def counter(self, state: S, name: str, **some: str) -> list[Counter]:
        """The counters that correct a declared fact, for all its selectors if only some are given; none if it cannot be
        corrected now. Their id is the fact's name, or its icon if that says which of several pieces it counts."""
        return self._counters_of(state, name, some)

    def counters_at(self, state: S, place: str) -> list[Counter]:
        """The counters of the facts that are corrected at a place (``Fact.place``), in the order they are declared; a
        fact that cannot be corrected now shows its value."""
        at = self.rules.corrections.at(place)
        return [one for name, some in at for one in self._counters_of(state, name, some, shown=True)]

    def _counters_of(self, state: S, name: str, some: Mapping[str, str], *, shown: bool = False) -> list[Counter]:
        """The same for one fact."""
        facts, looks = self.rules.corrections, _fact_looks(state.world, type(self))
        fact, part = facts.find(state, name)
        found: list[Counter] = []
        for selects in facts.chosen_of(state, fact, some):
            chosen = (*part, *selects.values())
            look = looks.get((name, chosen))
            if look is None:
                look = looks[name, chosen] = self._of_fact(state, fact, name, selects)
            value = None if fact.get is None else fact.get(state, *chosen)
            values, said = facts.values_of(state, fact, chosen), partial(self._field, state, name)
            if values:
                found.append(counter_of(look.id, look.label, look.icon, value, values, look.fixed, said))
            elif shown:
                found.append(Counter(look.id, look.label, look.icon, said(value)))
        return found

    def _of_fact(self, state: S, fact: Fact[S], name: str, selects: Mapping[str, str]) -> FactLook:
        """How a fact looks, with its selectors in the blanks of label and icon."""
        icon = fact.icon.format_map(selects) if "{" in fact.icon else fact.icon or self.icon(state, name)
        id, fixed = icon if fact.label == "{icon}" or "{" in fact.icon else name, setter(name, **selects)
        label = self.word(state, icon) if fact.label == "{icon}" else _as_text(fact.label)
        blanks = placeholders(label.msgid) if isinstance(label, Text) and not label.args else ()
        if blanks:
            args = {one: self.word(state, f"{one}:{selects[one]}" if one != "icon" else icon) for one in blanks}
            label = _with_blanks(label, args)
        return FactLook(id, label, icon, fixed)

    def places(self, state: S) -> list[Place]:
        """Everything on the table, place by place, for the table check: by default every declared fact."""
        here = PlaceGroup("table", T("Table"), "table")
        found = self._place("table", self.rules.title, here, here.icon, self.counters(state))
        board = PlaceGroup("board", T("Board"), "board")
        known = self._known(state) if self._laid_out else []
        for place in self._laid_out:
            spot = f"{PLACE}:{place}"
            counters = self._counters(state, None, known, place)
            found += self._place(spot, self.word(state, spot), board, board.icon, counters)
        people = PlaceGroup("players", T("Players"), "players")
        for seat in self._seats(state):
            name, icon = self.word(state, f"{SEAT}:{seat}"), self.seat_icon(state, seat)
            found += self._place(seat, name, people, icon, self.counters(state, seat))
        return found

    def cards_of(self, state: S, item: str) -> list[Place]:
        """Where each card of a chance item's deck lies. The first option of each counter is the deck itself.

        Empty if the item is not a deck of cards, or is secret.
        """
        return [place for place in self.places(state) if place.deck == item]

    def _place(self, id: str, name: Words, group: PlaceGroup, icon: str, counters: Sequence[Counter]) -> list[Place]:
        """A place with its counters, and one more place for each listed counter."""
        counted = [one for one in counters if not one.listed]
        found = [Place(id, name, group, icon, counted)] if counted else []
        for one in counters:
            if one.listed:
                what = one.name if id == group.id else T("{place}: {what}", place=name, what=one.name)
                found.append(Place(one.id, what, group, one.icon, [one]))
        return found

    def gauges(self, state: S) -> list[Gauge]:
        """The numbers to chart (``Facts.followed``); always the same ones in the same order."""
        found: list[Gauge] = []
        for one in self.rules.corrections.followed:
            for chosen in one.each(state):
                alike = sum(gauge.chart == one.chart for gauge in found)
                seat = chosen[0] if one.selects == (SEAT,) else None
                look = one.mark or (mark(alike) if seat is None else self.seat_mark(state, seat))
                about = dict(zip(one.selects, chosen, strict=True))
                named = [self.word(state, f"{selector}:{name}") for selector, name in about.items()]
                icon = one.icon.format_map(about) or (one.id if seat is None else self.icon(state, f"{SEAT}:{seat}"))
                name, value, most = listed(named) or one.label, one.get(state, *chosen), one.most(state, *chosen)
                id = ":".join([one.id, *map(str, chosen)])
                found.append(Gauge(id, one.chart, name, value, icon, *look, most, one.weight))
        return found

    def seat_mark(self, state: S, seat: str) -> tuple[Colour, Marker]:
        """A player's colour and shape in charts: by default by the number of the seat."""
        return mark(list(self._seats(state)).index(seat))

    def noted(self, state: S, scene: Scene, notes: Mapping[str, Any]) -> Scene:
        """The scene with what people noted beside the game (``scene.NoteTap``); by default nothing of that is shown."""
        return scene

    def scene(self, state: S) -> Scene:
        ask = self.rules.ask(state)
        choices = self.choices(state, () if isinstance(ask, RollAsk | Over) else self.rules.offered(state))
        names = {str(face): self.word(state, f"face:{face}") for face in self._faces(ask)}
        board, grid = self._board(state)
        return Scene(
            prompt=self.prompt(state, ask),
            dice=[DieView(die, "paper", name=self._die(state, ask, die)) for die in ask.dice]
            if isinstance(ask, RollAsk)
            else [],
            faces=list(names),
            face_names=names,
            choices=choices,
            groups=self._groups(state, choices),
            result=self._result(ask),
            rows=self._rows(state, ask),
            boards=self._boards(state, ask),
            ranking=self._ranking(state, ask),
            board=board,
            grid=grid,
            secrets=self.secrets(state),
            lasting=self.lasting(state),
            tips=list(self.tips.get(ask.choice if isinstance(ask, ChooseAsk) else str(ask.__struct_config__.tag), ())),
        )

    def lasting(self, state: S) -> list[Card]:
        """The cards that still do something later (``core.steps.effects``), and what that is."""
        sheets = self.rules.sheets
        if sheets is None or not state.agenda or not hasattr(state.now, "later"):
            return []
        found: list[Card] = []
        for one in later(state):
            until = {} if one.until is None else {"until": one.until}
            done = {"op": "later", "when": one.when, "do": to_builtins(one.do), **until}
            does = said_by(sheets.buttons, done, {}) or self._sentence([done])
            card = self.at_work(state, one.doing)
            found += [] if card is None else [structs.replace(card, heading=None, text=does)]
        return found

    def at_work(self, state: S, doing: Any) -> Card | None:
        """The card whose effects are done later; by default it is not shown."""
        return None

    def secrets(self, state: S) -> list[str]:
        """The seats that have something to look at alone."""
        return [seat for seat in self._seats(state) if self.private(state, seat) is not None]

    @cached_property
    def _squared(self) -> bool:
        """True if the board is one of squares: positions in whole numbers, without names and lines."""
        at = self._laid_out.values()
        return not self.rules.beside and bool(at) and all(not name and x == int(x) and y == int(y) for x, y, name in at)

    def _board(self, state: S) -> tuple[Board | None, Grid | None]:
        """The places of the board: as squares, or with lines between neighbours; neither for a game without places."""
        if not self._laid_out:
            return None, None
        lying, found = self._lying(state), [(f"{PLACE}:{place}", x, y) for place, (x, y, _) in self._laid_out.items()]
        at = [(spot, self.word(state, spot), x, y, lying.get(spot, [])) for spot, x, y in found]
        if self._squared:
            return None, Grid([Square(spot, name, int(x), int(y), 0, pieces=here) for spot, name, x, y, here in at])
        xs, ys = spread_out([one[2] for one in at]), spread_out([one[3] for one in at])
        at = [(spot, name, x, y, here) for (spot, name, _, _, here), x, y in zip(at, xs, ys, strict=True)]
        lines = [sorted((one, other)) for one, near in self.rules.beside.items() for other in near]
        links = list(dict.fromkeys((f"{PLACE}:{one}", f"{PLACE}:{other}") for one, other in lines))
        return Board([Spot(*one) for one in at], links, drawn=True), None

    def _lying(self, state: S) -> dict[str, list[Piece]]:
        """What lies at each place."""
        return {
            at: [Piece(self.icon(state, piece), self.word(state, piece), n) for piece, n in here.items()]
            for at, here in self.rules.open_pieces(state, None).items()
        }

    def _on_board(self, fact: Fact[S], state: S) -> bool:
        """True if a fact is about places of the board alone, where it is shown."""
        return bool(self.rules.places) and fact.selects(state) == (PLACE,)

    def prompt(self, state: S, ask: Ask) -> Prompt:
        """What to do now, in a line, with a hint."""
        return Prompt(self._where(state, ask), *self._asked(state, ask), ask.rule)

    def _where(self, state: S, ask: Ask) -> Words:
        """The part of the game, above the question."""
        return self.chapter(state) or self.rules.title

    def _asked(self, state: S, ask: Ask) -> tuple[Words, Words | None]:
        """The title and the hint; those of a question about effects are everywhere the same."""
        about = effects.question(state, self._sentence) if self.says_effects and state.agenda else None
        said = None if about is not None or isinstance(ask, Over) else self._question_text(state, ask)
        if said is None:
            return about or (self._title(state, ask), self._hint(state, ask))
        hint = self._hint(state, ask) or self._filled_in(state, ask, said.hint)
        return self._filled_in(state, ask, said.title), hint or None

    def _question_text(self, state: S, ask: Ask) -> QuestionText | None:
        """The words of a question; None (the default) if they are derived from the ask."""
        return None

    def _hint(self, state: S, ask: Ask) -> Words | None:
        """At the end, the numbers of the result."""
        result = ask.result if isinstance(ask, Over) else {}
        numbers = {key: n for key, n in result.items() if isinstance(n, int) and not isinstance(n, bool)}
        said = listed([T("{place}: {what}", place=readable(key), what=n) for key, n in numbers.items()])
        return said or None

    def _title(self, state: S, ask: Ask) -> Words:
        match ask:
            case Over(result=result):
                return self._over(state, result)
            case DrawAsk(deck=what):
                title: Words = T("Draw: {what}", what=self.word(state, f"deck:{what}"))
            case PullAsk(bag=what):
                title = T("Draw: {what}", what=self.word(state, f"bag:{what}"))
            case PickAsk(what=what) | ChooseAsk(choice=what):
                title = self.words.get(f"choice:{what}") or by_language(NAMED, {"what": readable(what)})
            case RollAsk(dice=dice):
                title = P("Roll the die", "Roll {n} dice", len(dice))
            case _:
                title = ""
        return title if ask.who is None else T("{seat}: {what}", seat=self.word(state, f"{SEAT}:{ask.who}"), what=title)

    def _over(self, state: S, result: Mapping[str, Any]) -> Words:
        if result.get("winner") is not None:
            return T("{seat} has won", seat=self.word(state, f"{SEAT}:{result['winner']}"))
        won = {"win": T("You have won"), "loss": T("You have lost"), "tie": T("It is a tie")}
        return won.get(str(result.get("outcome")), T("The game is over"))

    def _result(self, ask: Ask) -> Any:
        if not isinstance(ask, Over):
            return None
        outcome = ask.result.get("outcome")
        return outcome if outcome in ("win", "loss") else "end"

    def choices(self, state: S, legal: Sequence[Answer]) -> list[Choice]:
        """A choice for each answer; a single one is primary. Those of the board are tapped there; many are grouped by
        verb, or chosen in two steps (``_steps``)."""
        made = [self.choice(state, answer) for answer in legal]
        if not any(one.group or one.spot for one in made):
            alike: dict[type[Answer], list[Answer]] = {}
            for answer in legal:
                alike.setdefault(type(answer), []).append(answer)
            steps = {verb: self._steps(some, len(legal)) for verb, some in alike.items()}
            made = [self._in_steps(one, *steps[type(one.answer)]) for one in made]
        return [structs.replace(made[0], primary=True)] if len(made) == 1 else made

    def _steps(self, alike: Sequence[Answer], of: int) -> tuple[str | None, str]:
        """How one of the answers with the same verb is found among ``of`` answers: the field that is chosen first, and
        the field of its place on the board, empty if there is none.

        Of two places, as of two fields of many answers, one is chosen first. Else many answers are grouped by verb, and
        the field is empty, or None for no group.
        """
        values = {name: [getattr(one, name) for one in alike] for name in alike[0].__struct_fields__}
        differ = [name for name, found in values.items() if any(one != found[0] for one in found)]
        # The only answer of a verb is tapped at its place as well, if it has one place.
        named = [name for name in (values if len(alike) == 1 else differ) if all(map(self._spot, values[name]))]
        placed = named if len(alike) > 1 or len(named) == 1 else []
        plain = [name for name in differ if all(isinstance(one, str | int) for one in values[name])]
        at = placed[-1] if placed else ""
        if len(placed) > 1 or (len(plain) > 1 and len(alike) > FEW):
            return (placed if len(placed) > 1 else plain)[0], at
        return "" if of > FEW else None, at

    def _in_steps(self, choice: Choice, first: str | None, at: str) -> Choice:
        """The choice in the group that its ``first`` field opens, and at its place on the board."""
        answer, verb = choice.answer, str(choice.answer.__struct_config__.tag)
        group = f"{STEP}:{verb}:{first}:{getattr(answer, first)}" if first else None if first is None else verb
        return structs.replace(choice, group=group, spot=self._spot(getattr(answer, at)) if at else None)

    def _spot(self, value: Any) -> str | None:
        """The name of a place of the board; None for any other value."""
        return f"{PLACE}:{value}" if isinstance(value, str) and value in self.rules.places else None

    def choice(self, state: S, answer: Answer) -> Choice:
        """The label, detail and icons of an answer; to a question about effects, what they do."""
        if self.says_effects and isinstance(answer, effects.ANSWERS):
            about = effects.choice(state, answer, self._sentence)
            if about is not None:
                return about
        details, icons, group, place = self._looks(type(answer))
        return Choice(
            answer,
            self.label(state, answer),
            (self._first(state, answer, details) or None) if details else None,
            [self.icon(state, named) for one in icons if (named := _named(answer, one))] if icons else [],
            _named(answer, group) if group[1] else group[0] or None,
            _named(answer, place) if place[1] else place[0] or None,
            answer.primary,
            None,
            answer.closing,
        )

    @cached_property
    def _looks(self) -> Callable[[type[Answer]], tuple[Sequence[Sentence], Sequence[Name], Name, Name]]:
        """What each kind of answer says of its choice, made ready once: its details, icons, group and place."""

        def looks(kind: type[Answer]) -> tuple[Sequence[Sentence], Sequence[Name], Name, Name]:
            # A field may have the same name.
            icon, group, place = (
                "" if one in kind.__struct_fields__ else getattr(kind, one) for one in ("icon", "group", "place")
            )
            return self._sentences(kind, "detail"), [_name(one) for one in icon.split()], _name(group), _name(place)

        return cache(looks)

    def _groups(self, state: S, choices: Sequence[Choice]) -> list[Group]:
        inside: dict[str, list[Choice]] = {}
        for choice in choices:
            if choice.group is not None:
                inside.setdefault(choice.group, []).append(choice)
        return [self._group_of(state, name, some) for name, some in inside.items()]

    def _group_of(self, state: S, name: str, choices: Sequence[Choice]) -> Group:
        on_map, answer = all(choice.spot for choice in choices), choices[0].answer
        if not name.startswith(f"{STEP}:"):
            label = self._begun(state, name, answer, "")
            return Group(name, label, ON_BOARD if on_map else None, on_map=on_map)
        _, verb, field, value = name.split(":", 3)
        return Group(name, self._begun(state, verb, answer, field), spot=self._spot(value) if on_map else None)

    def _begun(self, state: S, group: str, answer: Answer, known: str) -> Words:
        """What a group of answers is called of which only the field ``known`` is chosen so far: its word, or the label
        of one of them with its other fields left open."""
        named, fields = f"group:{group}", answer.__struct_fields__
        for text, fills, _ in () if named in self.words else self._sentences(type(answer), "label"):
            names = [name for name, _ in fills]
            if names and set(names) <= set(fields):
                shown = {one: self._field(state, one, getattr(answer, one)) if one == known else OPEN for one in names}
                return _with_blanks(text, shown)
        word, value = self.word(state, named), getattr(answer, known) if known else None
        return word if value is None else T("{what}: {how}", what=word, how=self._field(state, known, value))

    def _die(self, state: S, ask: RollAsk, die: str) -> Words:
        return self.word(state, f"die:{die.rstrip(digits)}")

    def _faces(self, ask: Ask) -> list[Any]:
        if not isinstance(ask, RollAsk):
            return []
        return list(dict.fromkeys(face for die in ask.dice for face in self.rules.dice[die]))

    def _rows(self, state: S, ask: Ask) -> list[Row]:
        """The facts as rows, one per name, and the pieces of each place."""
        rows: dict[str, Row] = {}
        for fact, name, chosen, value in self._known(state):
            if self._on_board(fact, state):
                continue
            named = [self.word(state, one) for one in _names(fact, state, name, chosen)]
            shown = self._field(state, fact.part or name, value)
            box = RowPlace(FACT + ":".join([name, *map(str, chosen)]), shown, listed(named) if named else fact.label)
            if not isinstance(value, int) or isinstance(value, bool):
                # Only numbers are shown large; other values are read with their name.
                box = structs.replace(box, label="", name=T("{place}: {what}", place=box.name, what=shown))
            if chosen[:1] == (ask.who,):
                box = structs.replace(box, state="good")
            if not named:
                rows.setdefault("facts", Row("facts", T("Table"), [], "small")).boxes.append(box)
            else:
                own = SEAT in fact.selects(state)
                row = Row(kind(name), fact.label, [], "large" if own else "small")
                rows.setdefault(row.id, row).boxes.append(box)
        beside = {at: here for at, here in self._lying(state).items() if not self._spot(ident(at))}
        lying = [RowPlace(at, "", self.word(state, at), pieces=pieces) for at, pieces in beside.items()]
        return [*rows.values(), *([Row("pieces", T("Lies there"), lying)] if lying else [])]

    def _boards(self, state: S, ask: Ask) -> list[SeatBoard]:
        secret = self.secrets(state)
        boards = [
            SeatBoard(
                seat,
                self.word(state, f"{SEAT}:{seat}"),
                self.seat_icon(state, seat),
                [*self.counters(state, seat), *([SECRETS] if seat in secret else [])],
                active=seat == ask.who,
            )
            for seat in self._seats(state)
        ]
        if counters := self.counters(state):
            boards.append(SeatBoard(None, T("Table"), "table", counters))
        shown = _ended if isinstance(ask, Over) else lambda counter: counter
        short = [
            structs.replace(one, counters=[shown(each) for each in one.counters if not each.listed]) for one in boards
        ]
        return [board for board in short if board.counters]

    def _ranking(self, state: S, ask: Ask) -> list[Rank]:
        """The ranking by the scores of the result, highest first; else the winner alone."""
        if not isinstance(ask, Over):
            return []
        winner, scores = ask.result.get("winner"), ask.result.get("scores") or {}
        order = sorted(scores, key=lambda seat: (seat != winner, -scores[seat])) or ([winner] if winner else [])
        return [
            Rank(
                seat,
                self.word(state, f"{SEAT}:{seat}"),
                self.seat_icon(state, seat) if seat in self._seats(state) else "players",
                1 if seat == winner else 1 + sum(scores[other] > scores[seat] for other in order),
                str(scores.get(seat, "")),
                winner=seat == winner,
            )
            for seat in order
        ]

    def stakes(self, state: S, spot: str) -> Stakes | None:
        """The stakes of acting at a place, for the player to move; None (the default) if there are none."""
        return None

    def follows(self, state: S) -> Answer | None:
        """The answer to the open ask that is given with the one before, where nothing else makes a difference; None
        (the default) if people are asked."""
        return None

    def left_open(self, state: S, scene: Scene, granted: Answer) -> Scene:
        """The scene without what follows from an answer that is only taken for granted (``Rules.may_wait``)."""
        return scene

    def in_hand(self, state: S, answer: Answer, instructions: Sequence[Instruction]) -> bool:
        """True if the player's own hands do anyway what an answer brings, so that nobody need say that it is done; by
        default what was pulled out of a bag is laid down."""
        return isinstance(answer, Pull) and all(todo.verb == "place" for todo in instructions)

    def private(self, state: S, seat: str) -> Private | None:
        """What only that seat may see; None if it has no secrets, as at the end.

        By default its secret facts, which can be corrected there, and its secret fields of the state.
        """
        facts = self.rules.corrections
        if not state.agenda or not (facts.secret or keeps_secrets(state.now)):
            return None
        mine = [one for one in facts.known(state, seat) if one[0].secret]
        counters = self._counters(state, seat, mine)
        told = {kind(name) or name for _, name, _, _ in mine if any(one.id.startswith(name) for one in counters)}
        facts_by_name = {name: fact for fact, name, _, _ in mine}
        for name, value in secrets_of(state.now, self._seats(state), seat).items():
            if name not in told and value is not None:
                fact = facts_by_name.get(name)
                label = self.word(state, name) if fact is None else fact.label
                icon = fact.icon if fact is not None and fact.icon else self.icon(state, name)
                counters.append(Counter(name, label, icon, self._field(state, name, value)))
        if not counters:
            return None
        return Private(seat, self.word(state, f"{SEAT}:{seat}"), self.seat_icon(state, seat), [], counters)

    def filled(self, state: S, template: Answer, amounts: Mapping[str, int], names: Sequence[str]) -> Answer:
        """A listed template (``Answer.template``) filled in: ``amounts`` by portion, and the chosen ``names``."""
        return template

    def entered(self, state: S, template: Answer, answer: Answer) -> tuple[dict[str, int], list[str]] | None:
        """The inverse of ``filled``: amounts and names; None if ``answer`` does not come from this template."""
        return None


# Headings of the printed rulebook.

HOUSE_RULE: Final = T("House rule, not in the rulebook")
"""For rules the rulebook leaves open."""


def _ended(counter: Counter) -> Counter:
    """The counter when nothing is put right any more."""
    cells = [structs.replace(cell, tap=None) for cell in counter.cells]
    return structs.replace(counter, more=None, less=None, cells=cells)


def headings(family: str, rows: Mapping[str, Text]) -> Mapping[str, Words]:
    """The heading of each rule, by its number.

    Rows are written like a book's index: ``headings("R-CG", {"40, 61-63": …})`` is the heading of R-CG-40 and of
    R-CG-61 to R-CG-63. Raises ``ValueError`` if a rule has two headings.
    """
    found: dict[str, Words] = {}
    for row, heading in rows.items():
        for n in _numbers(row):
            number = f"{family}-{n:02}"
            if number in found:
                raise ValueError(f"{number} has two headings")
            found[number] = heading
    return MappingProxyType(found)


def _numbers(row: str) -> Iterable[int]:
    for part in row.split(", "):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


# How an unknown card or token is shown (core/WIRE.md, Boxes known in part).


def nameless_card(deck: str, icon: str, heading: Words | None = None) -> Card:
    return Card(deck, icon, NOT_KNOWN, heading, DrawUnknown.detail)
