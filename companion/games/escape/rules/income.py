"""Phase 1: income (R-EP-44 to R-EP-49)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk
from companion.core.refusals import Refused, not_this
from companion.core.texts import T
from companion.core.todo import move, tell
from companion.games.escape.answers import Pass, Unlock
from companion.games.escape.names import seat_name
from companion.games.escape.rules.counters import counter
from companion.games.escape.state import EPStep, Player, State
from companion.games.escape.words import ASSET_PRICE, ASSETS


class PayIncome(EPStep, frozen=True, tag="pay_income"):
    """R-EP-45 to R-EP-48: everybody receives the lowest visible number; then assets are offered (R-EP-49)."""

    def run(self, s: State) -> None:
        now = s.now
        now.phase = "income"
        for seat in now.order:
            player = now.players[seat]
            text = T("{seat} receives ${n}k.", seat=seat_name(seat), n=player.income)
            tell(s, text, f"player:{seat}", "R-EP-45", seat)
            if player.cash is not None:
                player.cash += player.income
        now.queue = [seat for seat in now.order if _may_unlock(s, now.players[seat])]


def _may_unlock(s: State, player: Player) -> bool:
    return player.notoriety in s.world.options.asset_notoriety and len(player.unlocked) < len(ASSETS)


class OfferAssets(EPStep, frozen=True, tag="offer_assets"):
    """R-EP-49, C-EP-06: players with enough notoriety may unlock one asset, once a day."""

    def asks(self, s: State) -> bool:
        return bool(s.now.queue)

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(s.now.queue[0], "R-EP-49", "asset")

    def legal(self, s: State) -> Sequence[Answer]:
        player = s.now.players[s.now.queue[0]]
        return [*(Unlock(asset) for asset in ASSETS if asset not in player.unlocked), Pass()]

    def play(self, s: State, answer: Answer) -> None:
        seat = s.now.queue[0]
        if isinstance(answer, Unlock):
            self._unlock(s, seat, answer.asset)
        elif not isinstance(answer, Pass):
            raise not_this("R-EP-49")
        s.now.queue = s.now.queue[1:]
        s.agenda.append(self)

    def _unlock(self, s: State, seat: str, asset: str) -> None:
        player, flag = s.now.players[seat], counter(f"asset:{asset}")
        if flag.value(player):
            raise Refused("illegal", T("That asset is unlocked already."), "R-EP-49")
        flag.set(s, player, True)
        if player.cash is not None:
            player.cash -= ASSET_PRICE
        text = T("{seat} pays ${n}k.", seat=seat_name(seat), n=ASSET_PRICE)
        tell(s, text, f"player:{seat}", "R-EP-49", seat)
        move(s, flag.what, f"locked:{seat}", f"unlocked:{seat}", rule="R-EP-49")
