"""The fourth wound (R-EP-80)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk
from companion.core.refusals import Refused, not_this
from companion.core.texts import T
from companion.games.escape.answers import Handcuffs
from companion.games.escape.rules.hands import take_from_stock
from companion.games.escape.state import EPStep, State


class AskHandcuffs(EPStep, frozen=True, tag="handcuffs"):
    """R-EP-80: the wound counter stays where it is, and a handcuffs card is offered."""

    seat: str

    def asks(self, s: State) -> bool:
        return True

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-EP-80", "handcuffs")

    def legal(self, s: State) -> Sequence[Answer]:
        return [Handcuffs(True), Handcuffs(False)] if s.now.stock.get("handcuffs") else [Handcuffs(False)]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, Handcuffs):
            raise not_this("R-EP-80")
        if answer.take:
            if not s.now.stock.get("handcuffs"):
                raise Refused("illegal", T("There is no handcuffs card left."), "R-EP-80")
            take_from_stock(s, self.seat, "handcuffs", "R-EP-80")
