"""How Escape Plan looks and reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from companion.core.answers import Answer
from companion.core.instructions import Instruction
from companion.core.texts import T, Words, readable
from companion.games.escape.names import SEATS, seat_name
from companion.games.escape.presenter import picture
from companion.games.escape.presenter.boards import boards
from companion.games.escape.presenter.gauges import gauges
from companion.games.escape.presenter.places import places
from companion.games.escape.presenter.private import plan_face, private, secrets
from companion.games.escape.presenter.questions import choices as offered
from companion.games.escape.presenter.questions.actions import OTHERWISE, is_turn
from companion.games.escape.presenter.questions.prompts import chapter, prompt
from companion.games.escape.presenter.questions.tips import tips
from companion.games.escape.presenter.words import log_lines as describing
from companion.games.escape.presenter.words.box import BOX, ICONS
from companion.games.escape.presenter.words.labels import CHANCE, OUT, disc, line_name, number
from companion.games.escape.presenter.words.lines import lines
from companion.games.escape.presenter.words.log_lines import contact_face
from companion.games.escape.presenter.words.notices import notices
from companion.games.escape.rules.ending import score_sheet
from companion.games.escape.state import State
from companion.games.escape.why import WHY
from companion.games.escape.why.headings import HEADINGS
from companion.scene.gauges import Gauge
from companion.scene.presenter import Presenter
from companion.scene.scene import Card, Line, Place, Private, Rank, Scene, Scored


class EscapePlanPresenter(Presenter[State]):
    """The presenter of Escape Plan."""

    why = WHY
    headings = HEADINGS
    box = BOX
    decks = ("patrol_cards", "contacts", "escape_plans")
    box_icons = ICONS

    words: ClassVar[Mapping[str, Words]] = {**CHANCE, **{f"seat:{seat}": name for seat, name in SEATS.items()}}

    def box_card(self, data: Mapping[str, Any], table: str, row: Mapping[str, Any]) -> Card | None:
        """Contacts and escape plans."""
        text = row.get("text") or None
        if table == "contacts":
            return contact_face(row.get("name") or readable(str(row.get("id", ""))), None, text)
        return plan_face(text or readable(str(row.get("id", "")))) if table == "escape_plans" else None

    def scene(self, state: State) -> Scene:
        """The whole picture, for people at the shared screen."""
        ask, answers = self.rules.ask(state), self.rules.legal(state) or []
        found = offered.choices(state, ask, answers)
        return Scene(
            prompt=prompt(state, ask),
            choices=found,
            groups=offered.groups(state, found),
            notices=notices(state, ask),
            result=self._result(ask),
            clock=picture.clock(state),
            order=picture.order(state, ask.who),
            rows=picture.rows(state),
            tiles=picture.tiles(state),
            boards=boards(state, frozenset(answers), ask.who),
            entry=offered.entry(state, ask, answers),
            several=offered.several(state, ask, answers),
            ranking=_scored(state, state.now.result) if state.now.result is not None else [],
            secrets=secrets(state),
            tips=tips(state, ask),
            otherwise=OTHERWISE if is_turn(ask) else None,
        )

    def private(self, state: State, seat: str) -> Private | None:
        """The escape plan, the cash and the entered lines of a seat, for its own eyes (wire, "View")."""
        return private(state, seat, frozenset(self.rules.legal(state) or ()))

    def places(self, state: State) -> list[Place]:
        """What should lie where, place by place."""
        return places(state)

    def lines(self, state: State, instructions: Sequence[Instruction]) -> list[Line]:
        """Instructions in words, in the order in which hands do them."""
        return lines(state, instructions)

    def card(self, state: State, answer: Answer) -> Card | None:
        """The card that an answer has just turned up for everybody, None if it was none."""
        return describing.card(state, answer)

    def describe(self, state: State, answer: Answer) -> Words:
        """An answer in words, for the log and the undo list, without what only one seat may know."""
        return describing.describe(state.world, answer)

    def outcome(self, state: State, answer: Answer) -> Words:
        """The exit, the contact, the tile or the officer that chance brings, and nothing else."""
        return describing.outcome(state.world, answer)

    def gauges(self, state: State) -> list[Gauge]:
        """Notoriety and income of everybody, and how the city closes."""
        return gauges(state)

    def chapter(self, state: State) -> Words:
        """The day and its part (R-EP-43, R-EP-76)."""
        return chapter(state)


def _steps(s: State, seat: str) -> list[Scored]:
    """The score sheet, line by line, without zero lines."""
    return [Scored(line_name(s.world, line), number(n)) for line, n in score_sheet(s, seat).items() if n]


def _scored(s: State, result: dict[str, Any]) -> list[Rank]:
    """R-EP-88, R-EP-89: escaped seats by rank, then arrested ones, without a total."""
    out = [
        Rank(
            entry["seat"],
            seat_name(entry["seat"]),
            disc(s.world, entry["seat"]),
            entry["rank"],
            number(entry["total"]),
            OUT[entry["escape"] - 1],
            winner=entry["seat"] in result["winner"],
            steps=_steps(s, entry["seat"]),
        )
        for entry in result["ranking"]
    ]
    arrested = [
        Rank(seat, seat_name(seat), disc(s.world, seat), None, "", T("arrested")) for seat in result["arrested"]
    ]
    return out + arrested
