"""Drawing agents (R-KR-11, R-KR-77, R-KR-78)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, DrawAsk
from companion.core.steps.chance import DO_LATER, DrawStep
from companion.core.steps.listed import ForcedStep
from companion.core.todo import move
from companion.games.krysis import answers as say
from companion.games.krysis.state import State, sees_agents
from companion.games.krysis.words import DECKS


class DrawAgent(DrawStep[State], frozen=True, tag="draw_agent"):
    """Draw an agent from one of the seat's decks; nothing if it is empty."""

    by_hand = DO_LATER

    seat: str
    deck: str
    rule: str

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return f"{self.deck}:{self.seat}", s.now.players[self.seat].deck(self.deck)

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(self.seat, self.rule, f"{self.deck}:{self.seat}", only=self.seat)

    def done(self, s: State, agent: str) -> None:
        player = s.now.players[self.seat]
        player.deck(self.deck).remove(agent)
        player.hand = sorted([*player.hand, agent])
        move(s, "agent", f"{self.deck}:{self.seat}", f"hand:{self.seat}", rule=self.rule)


class ChooseDeck(ForcedStep[State], frozen=True, tag="choose_deck"):
    """R-KR-77: choose the deck for the next agent; the other one if one is empty (R-KR-78)."""

    seat: str
    left: int

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-KR-77", "deck", self.left, only=sees_agents(s, self.seat))

    def legal(self, s: State) -> Sequence[Answer]:
        player = s.now.players[self.seat]
        return [say.ChooseDeck(deck) for deck in DECKS if player.deck(deck)]

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, say.ChooseDeck)
        s.agenda.append(DrawAgent(self.seat, answer.deck, "R-KR-77"))
