"""How New York Crisis looks and reads."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.answers import Answer
from companion.core.instructions import Instruction
from companion.core.texts import Words
from companion.games.newyork.presenter.gauges import gauges
from companion.games.newyork.presenter.places import places
from companion.games.newyork.presenter.questions.prompts import chapter
from companion.games.newyork.presenter.scene import scene
from companion.games.newyork.presenter.words import log_lines as describing
from companion.games.newyork.presenter.words.labels import CHANCE
from companion.games.newyork.presenter.words.lines import lines
from companion.games.newyork.state import State
from companion.games.newyork.why import WHY
from companion.scene.gauges import Gauge
from companion.scene.presenter import Presenter
from companion.scene.scene import Card, Line, Place, Private, Scene


class NewYorkPresenter(Presenter[State]):
    """What New York Crisis shows and says, in place of the plain defaults."""

    why = WHY

    def chance_name(self, item: str) -> Words:
        """What people call a chance item."""
        return CHANCE[item]

    def scene(self, state: State) -> Scene:
        """The whole picture, for people at the shared screen."""
        return scene(state, self.rules.ask(state))

    def private(self, state: State, seat: str) -> Private | None:
        """Nobody has secrets (wire section 9)."""
        return None

    def places(self, state: State) -> list[Place]:
        """What should lie where, place by place."""
        return places(state)

    def lines(self, state: State, instructions: Sequence[Instruction]) -> list[Line]:
        """Instructions in words, in the order in which hands do them."""
        return lines(state, instructions)

    def card(self, state: State, answer: Answer) -> Card | None:
        """The card that an answer has just turned up, None if it was no card."""
        return describing.card(state, answer)

    def describe(self, state: State, answer: Answer) -> Words:
        """An answer in words, for the log and the undo list."""
        return describing.describe(state.world, answer)

    def outcome(self, state: State, answer: Answer) -> Words:
        """The square of a card, or what a token is: what one waits for, without the rest of the card."""
        return describing.outcome(state.world, answer)

    def gauges(self, state: State) -> list[Gauge]:
        """The tracks, and what lies on the board against the family."""
        return gauges(state)

    def chapter(self, state: State) -> Words:
        """The round that is being played."""
        return chapter(state)
