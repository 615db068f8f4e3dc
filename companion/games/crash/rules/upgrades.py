"""Upgrades: when they may be used, what they do, and how they are bought (R-CG-66 to R-CG-70)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias, TypeVar

from msgspec import UNSET, structs

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, DrawAsk
from companion.core.effects import Price
from companion.core.setup import once
from companion.core.steps.chance import DO_LATER, DrawStep
from companion.core.steps.effects import CountingRules, EffectList, due, one_effect
from companion.core.steps.listed import ForcedStep, ListedStep
from companion.core.texts import T
from companion.core.todo import move, place, remove, shuffle, tell
from companion.games.crash import answers as say
from companion.games.crash.answers import InvolvedAsk, ResolveAsk, SaucerAsk
from companion.games.crash.content import (
    CHOSEN,
    CLOCKWISE,
    COUNTER,
    FACES,
    ONE,
    PEOPLE,
    UPGRADE_PRICE,
    UPGRADES_DRAWN,
    AnyEffect,
    Deflect,
    EachEffect,
    GainTokens,
    IfEffect,
    LoseTokens,
    MoveEffect,
    Pay,
    Push,
    Reverse,
    UpgradeCost,
    UpgradeDraw,
    UpgradeEffect,
    sentence,
)
from companion.games.crash.rules.pieces import gain, mat, pay
from companion.games.crash.state import (
    CGStep,
    CrashWorld,
    Saucer,
    State,
    UpgradeInUse,
    active,
    colour_of,
    coordinates,
    turn,
    turn_order,
)

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
        # They are listed only where some are ready.
        return bool(ready(s, self.saucer, self.timing)) and len(s.listed(self) or ()) > 1

    def ask(self, s: State) -> ChooseAsk:
        return SaucerAsk(s.world.seat_of[self.saucer], self.rule, self.timing, saucer=self.saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        return [*self.uses(s), say.Decline()]

    def uses(self, s: State) -> Iterator[say.UseUpgrade]:
        """The possible uses now: ready, of this timing, affordable, and with an effect."""
        past = self.left_out()
        for upgrade in ready(s, self.saucer, self.timing):
            if upgrade not in past and paid_for(s, self.saucer, upgrade) and possible(s, self.doing(upgrade)):
                yield from self.ways(s, upgrade)

    def left_out(self) -> Sequence[str]:
        """The upgrades that have done their part in this window."""
        return ()

    def doing(self, upgrade: str) -> UpgradeInUse:
        """Whose upgrade does something, and to whom."""
        return UpgradeInUse(self.saucer, self.saucer, upgrade)

    def take(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, say.UseUpgrade):
            self.run(s)
            return
        direction = None if answer.dir is UNSET else str(answer.dir)
        self.note_use(s, answer.upgrade)
        name = s.world.called(f"upgrade:{answer.upgrade}")
        text = T("{saucer} uses {upgrade}.", saucer=s.world.called(f"saucer:{self.saucer}"), upgrade=name)
        tell(s, text, mat(self.saucer), USING_RULE)
        after = self.again(s, answer.upgrade, direction)
        s.agenda += [*after, self.carry_out(s, answer.upgrade, direction)]

    def note_use(self, s: State, upgrade: str) -> None:
        """Each upgrade can be used once a turn."""
        s.now.used = sorted([*s.now.used, upgrade])

    def carry_out(self, s: State, upgrade: str, direction: str | None) -> CGStep:
        """Apply the effects of an upgrade, in order."""
        return UpgradeEffects(self.saucer, upgrade)

    def again(self, s: State, upgrade: str, direction: str | None) -> list[CGStep]:
        """The steps after the effects of an upgrade, last first."""
        return [self]

    def ways(self, s: State, upgrade: str) -> Iterator[say.UseUpgrade]:
        """The uses of an upgrade that is ready and affordable."""
        yield say.UseUpgrade(upgrade)


def ready(s: State, saucer: str, timing: str) -> list[str]:
    """The upgrades of a saucer of one timing that were neither used nor acquired just now (R-CG-70)."""
    now, timed = s.now, s.world.timed.get(timing)
    held = now.saucers[saucer].upgrades
    if not timed or timed.isdisjoint(held):
        return []
    found = [upgrade for upgrade in held if upgrade in timed and upgrade not in now.used and upgrade not in now.fresh]
    return found if now.asleep is UNSET else [upgrade for upgrade in found if upgrade not in now.asleep]


def asleep(s: State) -> Sequence[str]:
    """The upgrades that are turned over until the next round."""
    return () if s.now.asleep is UNSET else s.now.asleep


def wake(s: State, upgrade: str) -> None:
    """An upgrade that has left its mat is no longer turned over."""
    s.now.asleep = [card for card in asleep(s) if card != upgrade] or UNSET


class Whenever(Window, frozen=True):
    """A window that opens as often as something happens; each upgrade can be used once each time.

    ``other`` is the other saucer to which it happens.
    """

    other: str | None = None
    past: tuple[str, ...] = ()

    rule: ClassVar[str] = USING_RULE

    def ask(self, s: State) -> ChooseAsk:
        who = s.world.seat_of[self.saucer]
        if self.other is None:
            return SaucerAsk(who, self.rule, self.timing, saucer=self.saucer)
        return InvolvedAsk(who, self.rule, self.timing, saucer=self.saucer, other=self.other)

    def left_out(self) -> Sequence[str]:
        return self.past

    def doing(self, upgrade: str) -> UpgradeInUse:
        return UpgradeInUse(self.saucer, self.saucer, upgrade, self.other)

    def note_use(self, s: State, upgrade: str) -> None:
        """It may be used again when it happens again."""

    def again(self, s: State, upgrade: str, direction: str | None) -> list[CGStep]:
        return [structs.replace(self, past=(*self.past, upgrade))]

    def carry_out(self, s: State, upgrade: str, direction: str | None) -> CGStep:
        if self.other is None or s.world.upgrades[upgrade].effects is None:
            return UpgradeEffects(self.saucer, upgrade)
        return EffectList([*effects_of(s, upgrade)], self.doing(upgrade))


E = TypeVar("E", bound=UpgradeEffect)
W = TypeVar("W", bound=Whenever)


def windows(s: State, kind: type[W], saucers: Iterable[str], other: str | None = None) -> list[CGStep]:
    """Windows for what has just happened, the first on top; none for a box without upgrades of that timing."""
    if kind.timing not in s.world.timed:
        return []
    return [kind(saucer, other) for saucer in reversed(list(saucers))]


class Spent(Whenever, frozen=True, tag="spent"):
    """A booster was spent."""

    timing: ClassVar[str] = "spend"


class Robbed(Whenever, frozen=True, tag="robbed"):
    """R-CG-63: another player has stolen crew from the saucer."""

    timing: ClassVar[str] = "robbed"


def effects_of(s: State, upgrade: str) -> Sequence[AnyEffect]:
    """The effects of an upgrade; none if the table resolves its text."""
    return s.world.upgrades[upgrade].effects or ()


def paid_for(s: State, saucer: str, upgrade: str) -> bool:
    """True if a saucer has what an upgrade costs; one of which that depends on more may be ``possible``."""
    energy, boosters = s.world.prices.get(upgrade, (0, 0))
    here = s.now.saucers[saucer]
    return energy <= here.energy and boosters <= here.boosters


def possible(s: State, doing: UpgradeInUse) -> bool:
    """True if each effect of an upgrade can do something; for one whose price depends on more, if that can be paid."""
    if doing.upgrade not in s.world.prices:
        return EFFECTS.possible(s, effects_of(s, doing.upgrade), doing)
    doubtful = _doubtful(s.world, doing.upgrade)
    return not doubtful or all(EFFECTS.can(s, effect, doing) for effect in doubtful)


@once
def _doubtful(w: CrashWorld, upgrade: str) -> list[AnyEffect]:
    """The effects of an upgrade that may find nothing to do."""
    effects: Sequence[AnyEffect] = w.upgrades[upgrade].effects or ()
    return [one for one in effects if type(one) in _CHECKS or getattr(one, "who", "me") != "me"]


def passive(s: State, saucer: str, kind: type[E]) -> list[E]:
    """The effects of one operation that apply to a saucer automatically."""
    found: list[E] = []
    bring = s.world.automatic.get(kind)
    if bring is None or bring.isdisjoint(s.now.saucers[saucer].upgrades):
        return found
    for upgrade in ready(s, saucer, "passive"):
        if upgrade in bring:
            doing = UpgradeInUse(saucer, saucer, upgrade)
            found += [one for one in EFFECTS.in_force(s, effects_of(s, upgrade), doing) if type(one) is kind]
    return found


# What effects do, in order. The function of an effect is registered with ``does``.


STEERED = (MoveEffect, Push, Deflect)
"""Effects with a direction; that of the first one is chosen with the card."""
Handler: TypeAlias = Callable[[State, UpgradeInUse, Any], list[CGStep] | None]
Check: TypeAlias = Callable[[State, UpgradeInUse, Any], bool]
_HANDLERS: dict[type[UpgradeEffect], Handler] = {}
_CHECKS: dict[type[UpgradeEffect], Check] = {}


def does(kind: type[E], can: Callable[[State, UpgradeInUse, E], bool] | None = None) -> Callable[[Any], Any]:
    """A decorator that registers what an effect does to ``doing.saucer``: it returns the steps that follow, last first,
    if there are any.

    ``can`` is false where the effect could do nothing, so that the upgrade is not offered.
    """

    def register(handler: Callable[[State, UpgradeInUse, E], list[CGStep] | None]) -> Handler:
        _HANDLERS[kind] = handler
        if can is not None:
            _CHECKS[kind] = can
        return handler

    return register


class UpgradeEffects(CGStep, frozen=True, tag="effects"):
    """The effects of an upgrade for its own saucer, from ``first`` on; without any, the table carries out the text."""

    saucer: str
    upgrade: str
    direction: str | None = None
    first: int = 0

    def run(self, s: State) -> None:
        if s.world.upgrades[self.upgrade].effects is None:
            s.agenda.append(Resolve(self.saucer, self.upgrade))
            return
        doing = UpgradeInUse(self.saucer, self.saucer, self.upgrade, None, self.direction)
        carry_out(s, self, doing, effects_of(s, self.upgrade), self.first)


def carry_out(s: State, step: UpgradeEffects, doing: UpgradeInUse, effects: Sequence[AnyEffect], first: int) -> None:
    """Effects in order, from ``first`` on; ``step`` goes on after one that takes several steps."""
    steered = any(isinstance(before, STEERED) for before in effects[:first])
    for number, effect in enumerate(effects[first:], first + 1):
        below = len(s.agenda)
        one_effect(s, effect, structs.replace(doing, direction=None) if steered and doing.direction else doing)
        if len(s.agenda) > below:
            s.agenda.insert(below, structs.replace(step, first=number))
            return
        steered = steered or isinstance(effect, STEERED)


class OneEffect(CGStep, frozen=True, tag="one_effect"):
    """What an effect does to one of several saucers."""

    doing: UpgradeInUse
    effect: AnyEffect

    def run(self, s: State) -> None:
        s.agenda += _HANDLERS[type(self.effect)](s, self.doing, self.effect) or ()


class WhichSaucer(ListedStep[State], frozen=True, tag="which_saucer"):
    """Which of several saucers an effect is about."""

    doing: UpgradeInUse
    effect: AnyEffect
    field: str
    among: tuple[str, ...]

    def asks(self, s: State) -> bool:
        return len(self.among) > 1

    def run(self, s: State) -> None:
        for saucer in self.among:
            self.take(s, say.SaucerChoice(saucer))

    def ask(self, s: State) -> SaucerAsk:
        owner = self.doing.owner
        return SaucerAsk(s.world.seat_of[owner], USING_RULE, "whom", saucer=owner)

    def legal(self, s: State) -> Sequence[Answer]:
        return list(map(say.SaucerChoice, self.among))

    def take(self, s: State, answer: say.SaucerChoice) -> None:
        one: Any = structs.replace(self.effect, **{self.field: answer.saucer})
        s.agenda.append(EffectList([one], self.doing))


# Whom effects are about, and what can be counted (WIRE.md, "Upgrades").

PLACED = CHOSEN - {"somebody"}
"""Saucers by where they are: only people know it where the board is not tracked."""
BEST: Mapping[str, Callable[[Saucer], int]] = {
    "most_seated": lambda here: here.seated,
    "fewest_seated": lambda here: -here.seated,
    "most_energy": lambda here: here.energy,
    "most_boosters": lambda here: here.boosters,
}
OF_MAT: Mapping[str, Callable[[str, Saucer], int]] = {
    "energy": lambda name, here: here.energy,
    "boosters": lambda name, here: here.boosters,
    "crew": lambda name, here: len(here.crew),
    "seated": lambda name, here: here.seated,
    "own_crew": lambda name, here: sum(colour_of(crew) == name for crew in here.crew),
    "other_crew": lambda name, here: sum(colour_of(crew) != name for crew in here.crew),
    "upgrade": lambda name, here: len(here.upgrades),
}


def saucers_of(s: State, doing: UpgradeInUse, who: str) -> list[str]:
    """The saucers of ``who``, clockwise from the one with the card; of those with the most, all that are equal."""
    if who == "me":
        return [doing.owner]
    w, seat, who = s.world, s.world.seat_of[doing.owner], who.removeprefix("one_")
    every = w.saucers_from(seat)
    others = [one for one in every if w.seat_of[one] != seat]
    if who in BEST:
        counts = {one: BEST[who](s.now.saucers[one]) for one in every}
        found = [one for one in every if counts[one] == max(counts.values())]
    elif who in PLACED:
        found = [one for one in others if _stands(s, doing.owner, one, who)]
    elif who in ("probe", "last"):
        found = list(w.saucers_of[s.now.probe if who == "probe" else turn_order(s)[-1]])
    else:
        named = {"everybody": every, "others": others, "somebody": others}
        found = named.get(who, [who])
        if who == "other":
            found = [] if doing.other is None else [doing.other]
    return found


def _stands(s: State, saucer: str, other: str, who: str) -> bool:
    """True for a saucer next to another, or in its row or column; also where nobody but people knows."""
    here, there = s.now.saucers[saucer].at, s.now.saucers[other].at
    if here is None or there is None or s.world.light:
        return here is not None and there is not None
    (x, y), (x2, y2) = coordinates(here), coordinates(there)
    near = there in s.world.beside[here]
    line = x == x2 or y == y2
    return near if who == "near" else line if who == "in_line" else near or line


class CrashEffects(CountingRules[State]):
    """What Crash & Grab says about the effects of its upgrades."""

    people = PEOPLE
    chosen = CHOSEN | ONE

    def rule(self, about: UpgradeInUse) -> str:
        return USING_RULE

    def who(self, s: State, who: str, about: UpgradeInUse) -> list[str]:
        return saucers_of(s, about, who)

    def seat(self, s: State, person: str) -> str:
        return s.world.seat_of[person]

    def persons(self, s: State) -> Collection[str]:
        return s.now.saucers

    def unseen(self, s: State, what: str) -> bool:
        return s.world.light and what in PLACED

    def which(self, s: State, effect: Any, field: str, among: list[str], about: UpgradeInUse) -> CGStep:
        return WhichSaucer(about, effect, field, tuple(among))

    def number(self, s: State, effect: IfEffect | EachEffect, about: UpgradeInUse) -> int | None:
        what, now = str(effect.of), s.now
        if what in OF_MAT:
            who, of = effect.who or "me", OF_MAT[what]
            there = [of(one, now.saucers[one]) for one in saucers_of(s, about, who)]
            # Of several that are equal, one is meant.
            return max(there, default=0) if who in BEST else sum(there)
        return {
            "crew_on_board": len(now.out),
            "lost_crew": len(now.lost),
            "off_board": sum(one.at is None for one in now.saucers.values()),
            "crash": 0 if now.turn is None else len(now.turn.crashed),
            "round": now.round,
            "distance": 0 if now.turn is None else now.turn.distance,
        }[what]

    def do(self, s: State, effect: AnyEffect, about: UpgradeInUse) -> None:
        """What only counts where it is looked up does nothing."""
        handler = _HANDLERS.get(type(effect))
        if handler is None:
            return
        found = saucers_of(s, about, getattr(effect, "who", "me"))
        if len(found) > 1:
            s.agenda += [OneEffect(structs.replace(about, saucer=one), effect) for one in reversed(found)]
        elif found:
            s.agenda += handler(s, structs.replace(about, saucer=found[0]), effect) or ()

    def touches(self, s: State, effect: AnyEffect, about: UpgradeInUse) -> bool:
        """What is lost has to lie on the mat."""
        mats = [s.now.saucers[one] for one in saucers_of(s, about, getattr(effect, "who", "me"))]
        if not isinstance(effect, LoseTokens):
            return True
        return any((effect.energy and here.energy) or (effect.boosters and here.boosters) for here in mats)

    def by_hand(self, s: State, effect: Any, about: UpgradeInUse) -> None:
        tell(s, sentence([effect]), mat(about.owner), USING_RULE)

    def price(self, s: State, effect: AnyEffect, about: UpgradeInUse) -> Price:
        """What is to be paid is on the mat."""
        if not isinstance(effect, Pay):
            return {}
        asked = {(about.owner, "energy"): effect.energy, (about.owner, "boosters"): effect.boosters}
        return {purse: n for purse, n in asked.items() if n}

    def owned(self, s: State, who: str, what: str) -> int:
        here = s.now.saucers[who]
        return here.energy if what == "energy" else here.boosters

    def can(self, s: State, effect: AnyEffect, about: UpgradeInUse) -> bool:
        if type(effect) not in _HANDLERS:
            return True
        check, who = _CHECKS.get(type(effect)), getattr(effect, "who", "me")
        if who == "me" and check is None:
            return True
        found = saucers_of(s, about, who)
        # Of its own saucer it needs no copy.
        done = (about if one == about.saucer else structs.replace(about, saucer=one) for one in found)
        return bool(found) if check is None else any(check(s, doing, effect) for doing in done)

    def sides(self, die: str) -> Sequence[int]:
        return FACES


EFFECTS = CrashEffects()
"""At ``world.effects`` of every table."""


def price_of(effects: Sequence[AnyEffect]) -> tuple[int, int]:
    """The energy and boosters to pay."""
    costs = [effect for effect in effects if isinstance(effect, Pay)]
    return sum(cost.energy for cost in costs), sum(cost.boosters for cost in costs)


# What is done later.


class Due(CGStep, frozen=True, tag="due"):
    """What was to be done at the start or the end of this turn."""

    when: str

    def run(self, s: State) -> None:
        s.agenda += due(s, self.when, active(s)[1])


class Resolve(ListedStep[State], frozen=True, tag="resolve"):
    """R-CG-68: the table carries out an upgrade without effects, and corrects."""

    saucer: str
    upgrade: str

    def ask(self, s: State) -> ResolveAsk:
        who = s.world.seat_of[self.saucer]
        return ResolveAsk(who, USING_RULE, "resolve", saucer=self.saucer, upgrade=self.upgrade)

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.Finished()]

    def take(self, s: State, answer: Answer) -> None:
        """The companion tracks nothing of it."""


@does(Pay)
def pay_for_it(s: State, doing: UpgradeInUse, effect: Pay) -> list[CGStep]:
    """What a die or a later time asks for was not there to be checked before: then all that is there is paid."""
    here = s.now.saucers[doing.saucer]
    energy, boosters = min(effect.energy, here.energy), min(effect.boosters, here.boosters)
    pay(s, doing.saucer, energy, boosters, USING_RULE)
    return windows(s, Spent, [doing.saucer]) if boosters else []


@does(GainTokens)
def gain_tokens(s: State, doing: UpgradeInUse, effect: GainTokens) -> None:
    gain(s, doing.saucer, effect.energy, effect.boosters, USING_RULE)


@does(Reverse)
def turn_over(s: State, doing: UpgradeInUse, effect: Reverse) -> None:
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
        cards = max((effect.cards for effect in passive(s, saucer, UpgradeDraw)), default=UPGRADES_DRAWN)
        s.agenda += [self, KeepUpgrade(), DrawUpgrade(cards)]


def price(s: State, saucer: str) -> int:
    """The energy that an upgrade costs a saucer now."""
    return min((effect.energy for effect in passive(s, saucer, UpgradeCost)), default=UPGRADE_PRICE)


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

    def take(self, s: State, answer: say.KeepCard) -> None:
        deck, saucer, card = s.now.deck, active(s)[1], answer.upgrade
        deck.display.remove(card)
        here = s.now.saucers[saucer]
        here.upgrades = sorted([*here.upgrades, card])
        s.now.fresh = sorted([*s.now.fresh, card])
        move(s, f"upgrade:{card}", DRAWN, mat(saucer), rule=BUYING_RULE)
        for other in deck.display:
            move(s, f"upgrade:{other}", DRAWN, DISCARD, rule=BUYING_RULE)
        deck.clear_display()
