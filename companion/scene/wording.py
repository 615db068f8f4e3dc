"""How a game reads: what things are called, and answers and instructions in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import UNSET, Struct, structs

from companion.core.answers import Answer, Draw, Pick, Pull, Roll
from companion.core.asks import Ask
from companion.core.instructions import Instruction
from companion.core.names import ident, kind
from companion.core.rules import Rules
from companion.core.state import State
from companion.core.texts import T, Text, Words, blanks, listed, own_name, readable
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
"""The rules that hold in every game, in plain words, by number."""
IN_EVERY_GAME = T("In every game")
"""The heading of ``SHARED``: no rulebook has one for them."""


WORDS: Mapping[str, Words] = MappingProxyType({"chance:dice": T("Dice"), "die:die": T("Die")})
"""What is called the same in all games that have it, by name."""


class Wording(Generic[S]):
    """The words of a game. Every method has a default, made from names, answers and instructions."""

    why: Mapping[str, Words] = {}
    """The rules in plain words, by number, as asks, lines and refusals name them."""
    headings: Mapping[str, Words] = {}
    """Where they stand in the printed rulebook, by number."""
    words: ClassVar[Mapping[str, Words]] = {}
    """What things are called, by names like ``card:oak``, ``die:red``, ``choice:bid`` (a question) or ``group:bid``."""
    box: ClassVar[Mapping[str, Words]] = {}
    """What stands on the cards of a box: fields, kinds of effects, values, as ``packs.editing.words`` has them."""
    box_icons: ClassVar[Mapping[str, str]] = {}
    """Pictures of it, by the same keys."""

    decks: ClassVar[Sequence[str]] = ()
    """The tables of a box that are decks of cards, as ``police_cards`` or ``agents.*.fighters``: ``*`` is any."""

    def __init__(self, rules: Rules[S]) -> None:
        self.rules = rules

    # What things are called.

    def word(self, state: S, name: str) -> Words:
        """What people call something, by a name like ``card:oak`` or ``seat:ann``: as ``words`` or else its id says."""
        own = ident(name) or name
        called = own_name(own) if kind(name) == SEAT or own in self._seats(state) else readable(own)
        return self.words.get(name) or WORDS.get(name) or called

    def icon(self, state: S, name: str) -> str:
        """The icon of something, by the same name."""
        return name

    def chance_name(self, item: str) -> Words:
        """What people call one of ``Rules.chance_items``."""
        name = f"chance:{item}"
        return self.words.get(name) or WORDS.get(name) or readable(item)

    def rule(self, number: str) -> Words | None:
        """The rule of that number in plain words, of this game or of every game; None if there is none."""
        return self.why.get(number) or SHARED.get(number)

    def heading(self, number: str) -> Words | None:
        """The chapter and heading under which people find that rule in the printed rulebook; None where there is none
        to name."""
        return self.headings.get(number) or (IN_EVERY_GAME if number in SHARED else None)

    def chapter(self, state: S) -> Words:
        """Where in the game this is, in a word or two: the headings of its log. By default the round, where ``now`` has
        a ``round``."""
        n = getattr(state.now, "round", None)
        return "" if n is None else T("Round {n}", n=n)

    # Answers in words.

    def label(self, state: S, answer: Answer) -> Words:
        """What choosing an answer is called."""
        return self._filled_in(state, answer, answer.label) or self._said(state, answer)

    def describe(self, state: S, answer: Answer) -> Words:
        """An answer in words, for the log and the undo list: it fits for everybody."""
        return self._filled_in(state, answer, answer.logged) or self.label(state, answer)

    def outcome(self, state: S, answer: Answer) -> Words:
        """What a chance answer brings, as short as people say it; answers that come to the same may share it."""
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
        """The card that an answer has just turned up, to be shown large; None if it was no card."""
        return None

    def reveals(self, state: S, answer: Answer, asked: Ask | None, instructions: Sequence[Instruction]) -> list[Reveal]:
        """What an answer has brought to light that deserves a moment of its own, besides a card; by default nothing.

        ``asked`` is what was asked, ``instructions`` what the answer has done.
        """
        return []

    def printed_at(self, state: S, answer: Answer) -> str | None:
        """The place of the board that is printed on a card which can be drawn, so that it is found by that; None where
        none is."""
        return None

    def named_in(self, data: Mapping[str, Any], sort: str) -> Mapping[str, Words]:
        """The things that a field of this sort can name in a box, such as squares; all of them for an empty sort.

        ``data`` is the JSON of the box, which may be far from complete.
        """
        return {}

    def box_card(self, data: Mapping[str, Any], table: str, row: Mapping[str, Any]) -> Card | None:
        """A row of a table of a box as it is shown when it comes up; None if it is shown in no way of its own.

        ``data`` is the JSON of the box. Box and row may be far from complete.
        """
        return None

    def _filled_in(self, state: S, said: Struct, words: Words | tuple[Words, ...]) -> Words:
        """Words with their blanks filled by the fields of an answer or ask (``Answer``); nothing if none fit."""
        for one in words if isinstance(words, tuple) else (words,):
            if not isinstance(one, str | Text):
                return one
            fields = {blank: getattr(said, blank) for blank in blanks(one if isinstance(one, str) else one.msgid)}
            if UNSET in fields.values() or None in fields.values():
                continue
            named = {blank: self._field(state, blank, value) for blank, value in fields.items()}
            return structs.replace(one, args=named) if isinstance(one, Text) else next(iter(named.values()), one)
        return ""

    def _said(self, state: S, answer: Answer) -> Words:
        """The verb and its fields; chance says where it comes from and what it brings."""
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
        """The value of a field or fact: what it names, or as it is."""
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

    # Instructions in words.

    def lines(self, state: S, instructions: Sequence[Instruction]) -> list[Line]:
        """Instructions in words, in the order in which hands do them."""
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

    # Players.

    def _seats(self, state: S) -> Sequence[str]:
        """The seats at this table, as the facts name them."""
        return list(self.rules.corrections.names(state, SEAT))

    def seat_icon(self, state: S, seat: str) -> str:
        """What pictures a player: by default a disc in the colour of the place, with a letter or the number."""
        return f"{SEAT}:{self._seats(state).index(seat)}:{seat[-1] if seat[-1].isdigit() else seat[0]}"
