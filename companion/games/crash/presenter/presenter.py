"""How Crash & Grab looks and reads."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.answers import Answer
from companion.core.instructions import Instruction
from companion.core.texts import Words
from companion.games.crash.presenter import log_lines as describing
from companion.games.crash.presenter.gauges import gauges
from companion.games.crash.presenter.labels import CHANCE
from companion.games.crash.presenter.lines import lines
from companion.games.crash.presenter.places import places
from companion.games.crash.presenter.prompts import chapter
from companion.games.crash.presenter.scene import scene
from companion.games.crash.state import State
from companion.games.crash.why import WHY
from companion.scene.gauges import Gauge
from companion.scene.presenter import Presenter
from companion.scene.scene import Card, Line, Place, Private, Scene


class CrashAndGrabPresenter(Presenter[State]):
    """What Crash & Grab shows and says, in place of the plain defaults."""

    why = WHY

    def chance_name(self, item: str) -> Words:
        """What people call a chance item."""
        return CHANCE[item]

    def scene(self, state: State) -> Scene:
        """The whole picture, for people at the shared screen."""
        return scene(state, self.rules.ask(state))

    def private(self, state: State, seat: str) -> Private | None:
        """Nobody has a secret that the companion knows (wire, "View")."""
        return None

    def places(self, state: State) -> list[Place]:
        """What should lie where, place by place."""
        return places(state)

    def lines(self, state: State, instructions: Sequence[Instruction]) -> list[Line]:
        """Instructions in words, in the order in which hands do them."""
        return lines(state, instructions)

    def card(self, state: State, answer: Answer) -> Card | None:
        """The upgrade that was drawn or kept, None if it was none."""
        return describing.card(state, answer)

    def describe(self, state: State, answer: Answer) -> Words:
        """An answer in words, for the log and the undo list."""
        return describing.describe(state.world, answer)

    def outcome(self, state: State, answer: Answer) -> Words:
        """The face, the tile or the card that chance brings, and nothing else."""
        return describing.outcome(state.world, answer)

    def gauges(self, state: State) -> list[Gauge]:
        """Seated crew, energy, boosters and upgrades of everybody."""
        return gauges(state)

    def chapter(self, state: State) -> Words:
        """The round."""
        return chapter(state)
