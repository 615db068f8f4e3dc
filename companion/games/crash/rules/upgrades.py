"""Upgrades: when they may be used, what they do, and how they are bought (R-CG-66 to R-CG-70)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec import UNSET, structs

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, DrawAsk
from companion.core.steps.chance import DO_LATER, DrawStep
from companion.core.steps.listed import ForcedStep, ListedStep
from companion.core.texts import T
from companion.core.todo import move, place, remove, shuffle, tell
from companion.games.crash import answers as say
from companion.games.crash.answers import ResolveAsk, SaucerAsk
from companion.games.crash.content import (
    CLOCKWISE,
    COUNTER,
    UPGRADE_PRICE,
    UPGRADES_DRAWN,
    AnyEffect,
    GainEffect,
    Pay,
    Reverse,
    UpgradeCost,
    UpgradeDraw,
)
from companion.games.crash.rules.pieces import gain, mat, pay
from companion.games.crash.state import CGStep, State, active, turn

# Using upgrades: the windows in which a saucer may, and the effects (WIRE.md, "Upgrades").

USING_RULE = "R-CG-68"


class Window(ListedStep[State], frozen=True):
    """A window in which a saucer may use its upgrades of one timing, one after another, until it passes.

    What follows is in ``run``, called when the saucer passes or has nothing to use.
    """

    saucer: str

    timing: ClassVar[str]
    rule: ClassVar[str]

    def asks(self, s: State) -> bool:
        return len(s.listed(self) or ()) > 1

    def ask(self, s: State) -> ChooseAsk:
        return SaucerAsk(s.world.seat_of[self.saucer], self.rule, self.timing, saucer=self.saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        return [*self.uses(s), say.Decline()]

    def uses(self, s: State) -> Iterator[say.UseUpgrade]:
        """The possible uses now: ready, of this timing, affordable, and with an effect."""
        for upgrade in ready(s, self.saucer, self.timing):
            if self._can_pay(s, upgrade):
                yield from self.ways(s, upgrade)

    def take(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, say.UseUpgrade):
            self.run(s)
            return
        direction = None if answer.dir is UNSET else str(answer.dir)
        s.now.used = sorted([*s.now.used, answer.upgrade])
        name = s.world.called(f"upgrade:{answer.upgrade}")
        text = T("{saucer} uses {upgrade}.", saucer=s.world.called(f"saucer:{self.saucer}"), upgrade=name)
        tell(s, text, mat(self.saucer), USING_RULE)
        after = self.again(s, answer.upgrade, direction)
        s.agenda += [*after, self.carry_out(answer.upgrade, direction)]

    def carry_out(self, upgrade: str, direction: str | None) -> CGStep:
        """Apply the effects of an upgrade, in order."""
        return UpgradeEffects(self.saucer, upgrade)

    def again(self, s: State, upgrade: str, direction: str | None) -> list[CGStep]:
        """The steps after the effects of an upgrade, last first."""
        return [self]

    def _can_pay(self, s: State, upgrade: str) -> bool:
        here = s.now.saucers[self.saucer]
        energy, boosters = s.world.price_of[upgrade]
        return energy <= here.energy and boosters <= here.boosters

    def ways(self, s: State, upgrade: str) -> Iterator[say.UseUpgrade]:
        """The uses of an upgrade that is ready and affordable."""
        yield say.UseUpgrade(upgrade)


def ready(s: State, saucer: str, timing: str) -> list[str]:
    """The upgrades of a saucer of one timing that were neither used nor acquired just now (R-CG-70)."""
    now, timed = s.now, s.world.timed.get(timing, ())
    return [
        upgrade
        for upgrade in now.saucers[saucer].upgrades
        if upgrade in timed and upgrade not in now.used and upgrade not in now.fresh
    ]


def effects_of(s: State, upgrade: str) -> Sequence[AnyEffect]:
    """The effects of an upgrade; none if the table resolves its text."""
    return s.world.upgrades[upgrade].effects or ()


def passive(s: State, saucer: str, kind: type) -> list[AnyEffect]:
    """The effects of one operation that apply to a saucer automatically."""
    cards = ready(s, saucer, "passive")
    return [effect for upgrade in cards for effect in effects_of(s, upgrade) if type(effect) is kind]


class UpgradeEffects(CGStep, frozen=True, tag="effects"):
    """The effects of an upgrade, in order from ``first`` on; without any, the table carries out the text.

    Effects that only the window can apply (a deflected push, a re-rolled die) are already done.
    """

    saucer: str
    upgrade: str
    direction: str | None = None
    first: int = 0

    def run(self, s: State) -> None:
        effects = s.world.upgrades[self.upgrade].effects
        if effects is None:
            s.agenda.append(Resolve(self.saucer, self.upgrade))
            return
        for number, effect in enumerate(effects[self.first :], self.first + 1):
            if isinstance(effect, Pay):
                pay(s, self.saucer, effect.energy, effect.boosters, USING_RULE)
            elif isinstance(effect, GainEffect):
                gain(s, self.saucer, effect.energy, effect.boosters, USING_RULE)
            elif isinstance(effect, Reverse):
                turn_over(s)
            else:
                steps = self.moving(s, effect)
                if steps:
                    s.agenda += [structs.replace(self, first=number), *steps]
                    return

    def moving(self, s: State, effect: AnyEffect) -> list[CGStep]:
        """The steps of an effect that takes several, last first."""
        return []


class Resolve(ListedStep[State], frozen=True, tag="resolve"):
    """R-CG-68: the table carries out an upgrade without effects, and corrects."""

    saucer: str
    upgrade: str

    def asks(self, s: State) -> bool:
        return True

    def ask(self, s: State) -> ResolveAsk:
        who = s.world.seat_of[self.saucer]
        return ResolveAsk(who, USING_RULE, "resolve", saucer=self.saucer, upgrade=self.upgrade)

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.Finished()]

    def take(self, s: State, answer: Answer) -> None:
        """The companion tracks nothing of it."""


def turn_over(s: State) -> None:
    """The rotation die shows its other side."""
    s.now.rotation = CLOCKWISE if s.now.rotation == COUNTER else COUNTER
    text = T("This round goes clockwise.") if s.now.rotation == CLOCKWISE else T("This round goes counter-clockwise.")
    tell(s, text, rule=USING_RULE)


# Buying upgrades (R-CG-67 to R-CG-70).

BUYING_RULE = "R-CG-67"
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
        return SaucerAsk(who, BUYING_RULE, "upgrade", saucer=saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.BuyUpgrade(), say.Decline()]

    def take(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, say.BuyUpgrade):
            return
        saucer = active(s)[1]
        pay(s, saucer, price(s, saucer), 0, BUYING_RULE)
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
        return DrawAsk(active(s)[0], BUYING_RULE, DECK)

    def done(self, s: State, card: str) -> None:
        s.now.deck.draw(card)
        s.now.deck.display.sort()
        place(s, f"upgrade:{card}", DRAWN, rule=BUYING_RULE)
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
        return SaucerAsk(who, BUYING_RULE, "keep", saucer=saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.KeepCard(card) for card in dict.fromkeys(s.now.deck.display)]

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, say.KeepCard)
        deck, saucer, card = s.now.deck, active(s)[1], answer.upgrade
        deck.display.remove(card)
        here = s.now.saucers[saucer]
        here.upgrades = sorted([*here.upgrades, card])
        s.now.fresh = sorted([*s.now.fresh, card])
        move(s, f"upgrade:{card}", DRAWN, mat(saucer), rule=BUYING_RULE)
        for other in deck.display:
            move(s, f"upgrade:{other}", DRAWN, DISCARD, rule=BUYING_RULE)
        deck.clear_display()
