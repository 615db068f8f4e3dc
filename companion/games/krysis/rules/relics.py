"""Drawing relics: of two, one is kept (R-KR-26, R-KR-27)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, DrawAsk
from companion.core.steps.chance import DO_LATER, DrawStep
from companion.core.steps.listed import ForcedStep
from companion.core.todo import move
from companion.games.krysis import answers as say
from companion.games.krysis.rules.hands import put_relic, refill_deck
from companion.games.krysis.state import KRStep, State, camp_at
from companion.games.krysis.words import RELICS

RULE = "R-KR-26"


class Symbols(KRStep, frozen=True, tag="symbols"):
    """R-KR-26: the relic symbols one by one; ``left`` of them."""

    seat: str
    left: int

    def run(self, s: State) -> None:
        if not self.left:
            return
        s.agenda.append(Symbols(self.seat, self.left - 1))
        if s.world.options.knows_relics:
            s.agenda.append(DrawRelic(self.seat, self.left, 2))
        else:
            _draw_unseen(s, self.seat)


def _draw_unseen(s: State, seat: str) -> None:
    """Draw one into the camp and one onto the discard, as far as possible, unidentified."""
    drawn: list[str] = []
    for _ in range(2):
        refill_deck(s)
        if s.now.relic_deck:
            drawn.append(s.now.relic_deck.pop())
    for relic, pile, at in zip(
        drawn, (s.now.players[seat].camp.relics, s.now.relic_discard), (camp_at(seat), "discard:relics"), strict=False
    ):
        put_relic(pile, relic)
        move(s, "relic", "deck:relics", at, rule=RULE)


class DrawRelic(DrawStep[State], frozen=True, tag="draw_relic"):
    """R-KR-26, R-KR-27: draw a relic for the seat to look at; ``more`` are still to draw for this symbol."""

    by_hand = DO_LATER

    seat: str
    symbols: int
    more: int

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return RELICS, s.now.relic_deck

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(self.seat, RULE, RELICS, only=self.seat)

    def done(self, s: State, relic: str) -> None:
        s.now.relic_deck.remove(relic)
        put_relic(s.now.players[self.seat].drawn, relic)
        move(s, "relic", "deck:relics", f"drawn:{self.seat}", rule=RULE)
        following = DrawRelic(self.seat, self.symbols, self.more - 1) if self.more > 1 else None
        s.agenda.append(following or KeepRelic(self.seat, self.symbols))

    def run(self, s: State) -> None:
        if s.now.relic_discard:
            refill_deck(s)
            s.agenda.append(self)
        else:
            s.agenda.append(KeepRelic(self.seat, self.symbols))


class KeepRelic(ForcedStep[State], frozen=True, tag="keep_relic"):
    """R-KR-26: one goes face down into the camp, the other is discarded face up."""

    seat: str
    symbols: int

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, RULE, "keep", only=self.seat if s.world.options.knows_relics else None)

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.Keep(relic) for relic in dict.fromkeys(s.now.players[self.seat].drawn)]

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, say.Keep)
        player = s.now.players[self.seat]
        kept = player.drawn.index(answer.relic)
        for n, relic in enumerate(player.drawn):
            put_relic(player.camp.relics if n == kept else s.now.relic_discard, relic)
            move(s, "relic", f"drawn:{self.seat}", camp_at(self.seat) if n == kept else "discard:relics", rule=RULE)
        player.drawn = []
