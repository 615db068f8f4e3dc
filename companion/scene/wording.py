"""The words of a game: names, and answers and instructions in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import UNSET, Struct, structs

from companion.core.answers import Answer, Draw, Pick, Pull, Roll
from companion.core.asks import Ask
from companion.core.instructions import Instruction, ident, kind
from companion.core.rules import Rules
from companion.core.state import State
from companion.core.texts import T, Text, Words, as_printed, listed, of_seat, own_name, placeholders, readable
from companion.scene.reveals import Reveal
from companion.scene.scene import (
    Card,
    Line,
)

S = TypeVar("S", bound=State[Any, Any])

SEAT = "seat"
"""The selector of facts that belong to a player."""
SHARED: Mapping[str, Words] = MappingProxyType(
    {
        "R-GEN-04": T(
            "Nothing appears and nothing gets lost: table, hands, decks and bags together always hold what came in the "
            "box. A correction has to say what can really be so."
        ),
    }
)
"""The rules of every game, in plain words, by number."""
IN_EVERY_GAME = T("In every game")
"""The heading of ``SHARED``, which no rulebook has."""


WORDS: Mapping[str, Words] = MappingProxyType({"chance:dice": T("Dice"), "die:die": T("Die")})
"""Words that all games share, by name."""


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

    decks: ClassVar[Sequence[str]] = ()
    """The tables of a box that are decks, as ``police_cards`` or ``agents.*.fighters``; ``*`` is any key."""

    def __init__(self, rules: Rules[S]) -> None:
        self.rules = rules

    def word(self, state: S, name: str) -> Words:
        """The word for a name like ``card:oak`` or ``seat:ann``: from ``words``, or made from its id."""
        own = ident(name) or name
        seat = kind(name) == SEAT or own in self._seats(state)
        found = self.words.get(name) or WORDS.get(name)
        if found is None:
            return own_name(own) if seat else readable(own)
        return of_seat(own, as_printed(found)) if kind(name) == SEAT else found

    def icon(self, state: S, name: str) -> str:
        """The icon for a name."""
        return name

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
        """The label of an answer."""
        return self._filled_in(state, answer, answer.label) or self._said(state, answer)

    def describe(self, state: S, answer: Answer) -> Words:
        """An answer in words that everybody may read, for the log and the undo list."""
        return self._filled_in(state, answer, answer.logged) or self.label(state, answer)

    def outcome(self, state: S, answer: Answer) -> Words:
        """The outcome of a chance answer in few words; equivalent answers may share it."""
        match answer:
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

    def _filled_in(self, state: S, said: Struct, words: Words | tuple[Words, ...]) -> Words:
        """The first template whose blanks the fields of an answer or ask can fill (``Answer``); empty if none."""
        for one in words if isinstance(words, tuple) else (words,):
            if not isinstance(one, str | Text):
                return one
            fields = {blank: getattr(said, blank) for blank in placeholders(one if isinstance(one, str) else one.msgid)}
            if UNSET in fields.values() or None in fields.values():
                continue
            named = {blank: self._field(state, blank, value) for blank, value in fields.items()}
            return structs.replace(one, args=named) if isinstance(one, Text) else next(iter(named.values()), one)
        return ""

    def _said(self, state: S, answer: Answer) -> Words:
        """The verb and its fields; for chance, the source and the outcome."""
        match answer:
            case Draw(deck=source) | Pull(bag=source) | Pick(what=source):
                return T("{what}: {how}", what=readable(source), how=self.outcome(state, answer))
            case Roll():
                return T("Rolled: {face}", face=self.outcome(state, answer))
        values = [(name, getattr(answer, name)) for name in answer.__struct_fields__]
        fields = [self._field(state, name, value) for name, value in values if value or isinstance(value, int)]
        verb = readable(str(answer.__struct_config__.tag))
        return T("{what}: {how}", what=verb, how=listed(fields)) if fields else verb

    def _field(self, state: S, name: str, value: Any) -> Words:
        """The value of a field or fact in words."""
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
        kind_of = SEAT if name == "to" and value in self._seats(state) else name
        return self.word(state, str(value) if ident(str(value)) else f"{kind_of}:{value}")

    def lines(self, state: S, instructions: Sequence[Instruction]) -> list[Line]:
        """Instructions in words, in order."""
        return [self._line(state, todo) for todo in instructions]

    def _line(self, state: S, todo: Instruction) -> Line:
        if todo.verb == "tell":
            return Line("", "speaker", todo.text or "", todo.at, todo.rule, instruction=todo, read=True)
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

    def _seats(self, state: S) -> Sequence[str]:
        """The seats at this table."""
        return list(self.rules.corrections.names(state, SEAT))

    def seat_icon(self, state: S, seat: str) -> str:
        """The icon of a player: by default a disc in the seat's colour with a letter or number."""
        return f"{SEAT}:{self._seats(state).index(seat)}:{seat[-1] if seat[-1].isdigit() else seat[0]}"
