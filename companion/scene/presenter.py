"""How a game looks and reads. Every method has a default, derived from the open ask, the legal answers and the facts.

``Presenter`` shows a game that has only rules plainly but completely. A game overrides what it can show better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from string import digits
from typing import Any, TypeVar

from msgspec import structs

from companion.core.answers import Answer
from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PickAsk, PullAsk, RollAsk
from companion.core.facts import Fact
from companion.core.instructions import ident, kind
from companion.core.state import State
from companion.core.texts import P, T, Words, listed, readable
from companion.scene.counters import as_described
from companion.scene.gauges import Gauge, mark
from companion.scene.scene import (
    Box,
    Choice,
    Counter,
    DieView,
    Group,
    Piece,
    Place,
    PlaceGroup,
    Private,
    Prompt,
    Rank,
    Row,
    Scene,
    SeatBoard,
)
from companion.scene.stakes import Stakes
from companion.scene.wording import SEAT, Wording

S = TypeVar("S", bound=State[Any, Any])

FEW = 9
"""Up to this many answers get a button each; more are grouped by verb."""


def _names(fact: Fact[S], state: S, name: str, chosen: Sequence[Any]) -> list[str]:
    """The names of what a fact is about: the part after its colon, and its selectors."""
    part = [f"{fact.part}:{ident(name)}"] if fact.part else []
    return part + [f"{selector}:{one}" for selector, one in zip(fact.selects(state), chosen, strict=True)]


class Presenter(Wording[S]):
    """How one game looks and reads. One instance serves all tables."""

    def counters(self, state: S, seat: str | None = None) -> list[Counter]:
        """A counter for each fact that can be corrected: those of a seat, or of no seat (None)."""
        facts, found = self.rules.corrections, []
        for fact, name, chosen, value in facts.declared(state):
            selects = dict(zip(fact.selects(state), chosen, strict=True))
            if selects.get(SEAT) != seat:
                continue
            named = _names(fact, state, name, chosen)
            inside = [self.word(state, one) for one in named if one != f"{SEAT}:{seat}"]
            label = T("{place}: {what}", place=fact.label, what=listed(inside)) if inside else fact.label
            said = partial(self._field, state, name)
            icon = fact.icon or self.icon(state, name)
            found += as_described(facts, state, name, label, icon, value, said, **selects)
        return found

    def counter(self, state: S, name: str, **selects: str) -> list[Counter]:
        """The counter that corrects one declared fact, with the fact's name as id; empty if there is none now."""
        facts = self.rules.corrections
        fact, part = facts.find(state, name)
        value = None if fact.get is None else fact.get(state, *part, *selects.values())
        icon = fact.icon or self.icon(state, name)
        found = as_described(facts, state, name, fact.label, icon, value, None, **selects)
        return [structs.replace(counter, id=name) for counter in found]

    def places(self, state: S) -> list[Place]:
        """Everything on the table, place by place, for the table check: by default every declared fact."""
        here = PlaceGroup("table", T("Table"), "table")
        found = self._place("table", self.rules.title, here, here.icon, self.counters(state))
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
        """The numbers to chart; always the same ones in the same order."""
        found: list[Gauge] = []
        for fact, name, chosen, value in self.rules.corrections.declared(state):
            if fact.followed:
                alike = sum(gauge.chart == fact.label for gauge in found)
                colour, marker = mark(alike)
                named = [self.word(state, one) for one in _names(fact, state, name, chosen)]
                whose = listed(named) if named else fact.label
                id = ":".join([name, *map(str, chosen)])
                found.append(Gauge(id, fact.label, whose, value, fact.icon or name, colour, marker, weight=1))
        return found

    def scene(self, state: S) -> Scene:
        """The whole scene for the shared screen."""
        ask = self.rules.ask(state)
        choices = self.choices(state, () if isinstance(ask, RollAsk | Over) else self.rules.legal(state) or ())
        names = {str(face): self.word(state, f"face:{face}") for face in self._faces(ask)}
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
        )

    def prompt(self, state: S, ask: Ask) -> Prompt:
        """What to do now."""
        over = self.chapter(state) or self.rules.title
        return Prompt(over, self._title(state, ask), self._hint(state, ask), ask.rule)

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
                title: Words = T("Draw: {what}", what=readable(what))
            case PullAsk(bag=what):
                title = T("Draw: {what}", what=readable(what))
            case PickAsk(what=what) | ChooseAsk(choice=what):
                title = self.words.get(f"choice:{what}") or T("{what}?", what=readable(what))
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
        """A choice for each answer; many are grouped by verb, a single one is primary."""
        many = len(legal) > FEW
        made = [self.choice(state, answer) for answer in legal]
        if many:
            made = [structs.replace(one, group=str(one.answer.__struct_config__.tag)) for one in made]
        return [structs.replace(made[0], primary=True)] if len(made) == 1 else made

    def choice(self, state: S, answer: Answer) -> Choice:
        """The label, detail and icons of an answer."""
        detail = (answer.detail and self._filled_in(state, answer, answer.detail)) or None
        icons = [self.icon(state, answer.icon.format(**structs.asdict(answer)))] if answer.icon else []
        return Choice(answer, self.label(state, answer), detail, icons, primary=answer.primary, closing=answer.closing)

    def _groups(self, state: S, choices: Sequence[Choice]) -> list[Group]:
        names = dict.fromkeys(choice.group for choice in choices if choice.group is not None)
        return [Group(name, self.word(state, f"group:{name}")) for name in names]

    def _die(self, state: S, ask: RollAsk, die: str) -> Words:
        """The name of a die that is rolled now."""
        return self.word(state, f"die:{die.rstrip(digits)}")

    def _faces(self, ask: Ask) -> list[Any]:
        if not isinstance(ask, RollAsk):
            return []
        return list(dict.fromkeys(face for die in ask.dice for face in self.rules.dice[die]))

    def _rows(self, state: S, ask: Ask) -> list[Row]:
        """The facts as rows, one per name, and the pieces of each place."""
        rows: dict[str, Row] = {}
        for fact, name, chosen, value in self.rules.corrections.declared(state):
            named = [self.word(state, one) for one in _names(fact, state, name, chosen)]
            shown = self._field(state, fact.part or name, value)
            box = Box(":".join(["fact", name, *map(str, chosen)]), shown, listed(named) if named else fact.label)
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
        pieces = self.rules.pieces(state)
        lying = [Row("pieces", T("Lies there"), [self._box(state, at, here) for at, here in pieces.items()])]
        return [*rows.values(), *(lying if pieces else [])]

    def _box(self, state: S, at: str, here: Mapping[str, int]) -> Box:
        pieces = [Piece(self.icon(state, piece), self.word(state, piece), n) for piece, n in here.items()]
        return Box(at, "", self.word(state, at), pieces=pieces)

    def _boards(self, state: S, ask: Ask) -> list[SeatBoard]:
        boards = [
            SeatBoard(
                seat,
                self.word(state, f"{SEAT}:{seat}"),
                self.seat_icon(state, seat),
                self.counters(state, seat),
                active=seat == ask.who,
            )
            for seat in self._seats(state)
        ]
        if counters := self.counters(state):
            boards.append(SeatBoard(None, T("Table"), "table", counters))
        short = [structs.replace(one, counters=[each for each in one.counters if not each.listed]) for one in boards]
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

    def private(self, state: S, seat: str) -> Private | None:
        """What only that seat may see; None if it has no secrets."""
        return None

    def filled(self, state: S, template: Answer, amounts: Mapping[str, int], names: Sequence[str]) -> Answer:
        """A listed template (``Answer.template``) filled in: ``amounts`` by portion, and the chosen ``names``."""
        return template

    def entered(self, state: S, template: Answer, answer: Answer) -> tuple[dict[str, int], list[str]] | None:
        """The inverse of ``filled``: amounts and names; None if ``answer`` does not come from this template."""
        return None
