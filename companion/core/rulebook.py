"""A game whose rules are steps on an agenda: what the table needs of it that is the same in every such game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from companion.core.answers import Answer, Face
from companion.core.asks import Ask, Over, PickAsk, PullAsk
from companion.core.correcting import Facts
from companion.core.games import Gauge
from companion.core.instructions import Instruction, Picture, Pieces, difference, put_right
from companion.core.pictures import Place
from companion.core.refusals import Refused
from companion.core.state import State
from companion.core.steps import Step
from companion.core.texts import T, Words
from companion.core.why import SHARED

S = TypeVar("S", bound=State[Any, Any])


class Rulebook(Generic[S]):
    """The steps of a game behind ``companion.core.games.Game``; the game over is an agenda with nothing on it.

    A game gives ``corrections`` (its facts), ``lay_out``, ``over``, ``pieces`` and ``balance``, and ``dice``,
    ``keep_going`` and ``why`` (its rules in plain words, by number) if it has any.
    """

    corrections: Facts[S]
    hideable: tuple[str, ...] = ()
    dice: Mapping[str, Sequence[Face]] = {}
    why: Mapping[str, Words] = {}

    def lay_out(self, pack: Any, seats: Sequence[str], settings: Mapping[str, str]) -> S:
        """The table before the first step has run; ``BadSetup`` for a seat, key or value that is not known."""
        raise NotImplementedError

    def over(self, state: S) -> Over:
        """The last ask, with the result. Called only when nothing is left to do."""
        raise NotImplementedError

    def pieces(self, state: S) -> Pieces:
        """What lies on the table, everywhere."""
        raise NotImplementedError

    def face_down(self, state: S) -> Pieces:
        """Which of the pieces lie with their used side up; by default none can."""
        return {}

    def picture(self, state: S) -> Picture:
        """All that hands could see: what lies where, and which way up."""
        return Picture(self.pieces(state), self.face_down(state))

    def balance(self, state: S) -> None:
        """R-GEN-04, after the last change of a correction: work out what the supplies hold.

        ``Refused`` ``illegal`` if more is out than was printed.
        """
        raise NotImplementedError

    def after_correction(self) -> list[Step[S]]:
        """Steps that run once facts have been set, before the open question is looked at anew: none by default."""
        return []

    def keep_going(self, state: S) -> list[dict[str, Any]]:
        """The corrections that keep the game from ending soon: none, where nothing but its course ends it."""
        return []

    def rule(self, number: str) -> Words | None:
        """The rule of that number in plain words, of this game or of every game; None if there is none."""
        return self.why.get(number) or SHARED.get(number)

    def settings_for(self, pack: Any, seats: Sequence[str]) -> dict[str, str]:
        """By default nothing follows from the seats."""
        return {}

    def gauges(self, state: S) -> list[Gauge]:
        """By default nothing is followed."""
        return []

    def chapter(self, state: S) -> Words:
        """By default a game has no chapters."""
        return ""

    def begin(self, pack: Any, seats: Sequence[str], settings: Mapping[str, str]) -> S:
        """A new game, settled at its first question; all that lies there is put there by its instructions."""
        state = self.lay_out(pack, seats, settings)
        state.todo = difference({}, self.pieces(state))
        state.settle()
        return state

    def ask(self, state: S) -> Ask:
        """The one open question; ``Over`` at the end."""
        return state.agenda[-1].ask(state) if state.agenda else self.over(state)

    def legal(self, state: S) -> Sequence[Answer] | None:
        """The answers to list; None for a roll, none at the end."""
        return state.listed(state.agenda[-1]) if state.agenda else []

    def odds(self, state: S) -> list[float] | None:
        """The chance of each legal answer where the ask is chance and not a roll."""
        return state.agenda[-1].odds(state) if state.agenda else None

    def describe(self, state: S, answer: Answer) -> Words:
        """An answer in words."""
        raise NotImplementedError

    def outcome(self, state: S, answer: Answer) -> Words:
        """By default the answer in words, as the log has it."""
        return self.describe(state, answer)

    def goes_along(self, ask: Ask) -> bool:
        """Tokens and places belong to the card or the answer that brought them up."""
        return isinstance(ask, PullAsk | PickAsk)

    def public(self, settings: Mapping[str, str], raw: Mapping[str, Any]) -> dict[str, Any]:
        """By default nothing that is said is secret."""
        return dict(raw)

    def filled(self, state: S, template: Answer, amounts: Mapping[str, int], names: Sequence[str]) -> Answer:
        """By default no answer has to be filled in."""
        return template

    def entered(self, state: S, template: Answer, answer: Answer) -> tuple[dict[str, int], list[str]] | None:
        """By default no answer has been filled in."""
        return None

    def allows(self, state: S, answer: Answer) -> bool:
        """By trying it on a copy."""
        try:
            self.play(state.copy(), answer)
        except Refused:
            return False
        return True

    def play(self, state: S, answer: Answer) -> list[Instruction]:
        """Take an answer, settle, and say what hands must do; or raise ``Refused`` with nothing changed."""
        if not state.agenda:
            raise Refused("over", T("The game has ended."))
        state.play(answer)
        return state.take_todo()

    def correct(self, state: S, changes: Sequence[Any]) -> list[Instruction]:
        """Set facts (WIRE, Corrections), all or none, or raise ``Refused`` with nothing changed.

        Gives what hands must do: the difference on the table, and what follows from the question that is open then.
        """
        trial = self.corrected(state, changes)
        trial.todo = put_right(self.picture(state), self.picture(trial))
        trial.agenda += self.after_correction()
        trial.settle()
        state.become(trial)
        return trial.take_todo()

    def corrected(self, state: S, changes: Sequence[Any]) -> S:
        """The table with these facts set and nothing that follows from them; ``Refused`` as for ``correct``."""
        if not state.agenda:
            raise Refused("over", T("The game has ended. Undo instead."))
        if not changes:
            raise Refused("malformed", T("A correction needs at least one change."))
        trial = state.copy()
        for change in changes:
            self.corrections.apply(trial, change)
        self.balance(trial)
        return trial

    def places(self, state: S) -> list[Place]:
        """What lies on the table, place by place; nowhere, unless a game says it."""
        return []
