"""Ten Thousand: presenter, player, and the game."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion.core.answers import Answer
from companion.core.texts import P, T, Words
from companion.games.game import Game
from companion.games.player import Player
from companion.games.thousand.rules import Bank, KeepDice, S, TenThousand, score
from companion.games.thousand.why import WHY
from companion.scene.presenter import Presenter
from companion.scene.scene import Choice

PLENTY = 300


class TenThousandPresenter(Presenter[S]):
    """Shows dice by their points."""

    why = WHY
    words: ClassVar = {
        "choice:keep": T("What to keep?"),
        "choice:go": T("Go on, or stop?"),
        "group:less": T("Other dice"),
    }

    def label(self, state: S, answer: Answer) -> Words:
        if isinstance(answer, KeepDice):
            return T("{dice}: {n}", dice=" ".join(map(str, answer.dice)), n=score(answer.dice, state.world)[0])
        return super().label(state, answer)

    def choice(self, state: S, answer: Answer) -> Choice:
        plain, left = super().choice(state, answer), len(state.now.thrown)
        if isinstance(answer, KeepDice):
            return replace(plain, detail=P("throw 1 die", "throw {n} dice", left - len(answer.dice) or 6))
        return replace(plain, primary=isinstance(answer, Bank) and answer.points >= PLENTY)

    def choices(self, state: S, legal: Sequence[Answer]) -> list[Choice]:
        """Choices worth less than others with as many dice are grouped behind a last button."""
        best = {len(one.dice): one for one in reversed(legal) if isinstance(one, KeepDice)}
        less = [one for one in legal if isinstance(one, KeepDice) and one != best[len(one.dice)]]
        made = [self.choice(state, one) for one in legal if one not in less]
        return made + [replace(self.choice(state, one), group="less") for one in less]


class TenThousandPlayer(Player[S]):
    """Keeps the most points, and stops with many, or with more than anybody has."""

    def advise(self, state: S, legal: Sequence[Answer], luck: Callable[[], float]) -> Answer:
        behind = max(state.now.score.values()) - state.now.score[state.now.turn]
        enough = PLENTY if state.now.last is None else behind + 50
        return next(one for one in legal if not isinstance(one, Bank) or one.points >= enough)


GAME = Game(TenThousand(), TenThousandPresenter, TenThousandPlayer)
