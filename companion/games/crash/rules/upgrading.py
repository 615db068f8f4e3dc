"""Buying upgrades (R-CG-67 to R-CG-70)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.answers import Answer
from companion.core.asks import DrawAsk
from companion.core.steps.chance import DO_LATER, DrawStep
from companion.core.steps.listed import ForcedStep, ListedStep
from companion.core.todo import move, place, remove, shuffle
from companion.games.crash import answers as say
from companion.games.crash.asks import SaucerAsk
from companion.games.crash.content.effect_data import UpgradeCost, UpgradeDraw
from companion.games.crash.rules.hands import mat, pay
from companion.games.crash.rules.windows import passive
from companion.games.crash.state import State, active, turn
from companion.games.crash.words import UPGRADE_PRICE, UPGRADES_DRAWN

RULE = "R-CG-67"
DECK = "upgrades"
DRAWN = f"drawn:{DECK}"
DISCARD = f"discard:{DECK}"


class OfferUpgrade(ListedStep[State], frozen=True, tag="offer_upgrade"):
    """R-CG-67: energy for an upgrade, if both suffice."""

    def asks(self, s: State) -> bool:
        saucer = active(s)[1]
        open_ = s.world.options.many_upgrades or turn(s).upgrades == 0
        cards = s.now.deck.pile or s.now.deck.discard
        return open_ and bool(cards) and s.now.saucers[saucer].energy >= price(s, saucer)

    def ask(self, s: State) -> SaucerAsk:
        who, saucer = active(s)
        return SaucerAsk(who, RULE, "upgrade", saucer=saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.BuyUpgrade(), say.Pass()]

    def take(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, say.BuyUpgrade):
            return
        saucer = active(s)[1]
        pay(s, saucer, price(s, saucer), 0, RULE)
        turn(s).upgrades += 1
        draws = passive(s, saucer, UpgradeDraw)
        cards = max((effect.cards for effect in draws if isinstance(effect, UpgradeDraw)), default=UPGRADES_DRAWN)
        s.agenda += [self, KeepUpgrade(), DrawUpgrade(cards)]


def price(s: State, saucer: str) -> int:
    """The energy that an upgrade costs a saucer now."""
    costs = passive(s, saucer, UpgradeCost)
    return min((effect.energy for effect in costs if isinstance(effect, UpgradeCost)), default=UPGRADE_PRICE)


class DrawUpgrade(DrawStep[State], frozen=True, tag="draw_upgrade"):
    """R-CG-67, R-CG-69: draw the cards of which one is kept; an empty deck is refilled from the discard first."""

    by_hand = DO_LATER

    left: int

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return DECK, s.now.deck.pile

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(active(s)[0], RULE, DECK)

    def done(self, s: State, card: str) -> None:
        s.now.deck.draw(card)
        s.now.deck.display.sort()
        place(s, f"upgrade:{card}", DRAWN, rule=RULE)
        if self.left > 1:
            s.agenda.append(DrawUpgrade(self.left - 1))

    def run(self, s: State) -> None:
        deck = s.now.deck
        if not deck.discard:
            return
        for card in deck.discard:
            remove(s, f"upgrade:{card}", DISCARD, rule="R-CG-69")
        shuffle(s, DECK, "R-CG-69")
        deck.reshuffle()
        s.agenda.append(self)


class KeepUpgrade(ForcedStep[State], frozen=True, tag="keep_upgrade"):
    """R-CG-67: one of the drawn cards is kept, the others are discarded."""

    def ask(self, s: State) -> SaucerAsk:
        who, saucer = active(s)
        return SaucerAsk(who, RULE, "keep", saucer=saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.Keep(card) for card in dict.fromkeys(s.now.deck.display)]

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, say.Keep)
        deck, saucer, card = s.now.deck, active(s)[1], answer.upgrade
        deck.display.remove(card)
        here = s.now.saucers[saucer]
        here.upgrades = sorted([*here.upgrades, card])
        s.now.fresh = sorted([*s.now.fresh, card])
        move(s, f"upgrade:{card}", DRAWN, mat(saucer), rule=RULE)
        for other in deck.display:
            move(s, f"upgrade:{other}", DRAWN, DISCARD, rule=RULE)
        deck.clear_display()
