"""How Escape Plan looks and reads."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.answers import Answer
from companion.core.instructions import Instruction
from companion.core.texts import Words
from companion.games.escape.presenter.gauges import gauges
from companion.games.escape.presenter.places import places
from companion.games.escape.presenter.private import private
from companion.games.escape.presenter.questions.prompts import chapter
from companion.games.escape.presenter.scene import scene
from companion.games.escape.presenter.words import log_lines as describing
from companion.games.escape.presenter.words.labels import CHANCE
from companion.games.escape.presenter.words.lines import lines
from companion.games.escape.state import State
from companion.games.escape.why import WHY
from companion.scene.gauges import Gauge
from companion.scene.presenter import Presenter
from companion.scene.scene import Card, Line, Place, Private, Scene


class EscapePlanPresenter(Presenter[State]):
    """What Escape Plan shows and says, in place of the plain defaults."""

    why = WHY

    def chance_name(self, item: str) -> Words:
        """What people call a chance item."""
        return CHANCE[item]

    def scene(self, state: State) -> Scene:
        """The whole picture, for people at the shared screen."""
        return scene(state, self.rules.ask(state))

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
