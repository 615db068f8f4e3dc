"""What upgrades do besides moving saucers: tokens and crew that change mats, places, cards (WIRE.md, "Upgrades")."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.answers import Answer
from companion.core.steps.listed import ForcedStep
from companion.core.texts import T
from companion.core.todo import flip, move, tell
from companion.games.crash import answers as say
from companion.games.crash.answers import SaucerAsk
from companion.games.crash.content import (
    DiscardThis,
    DrawUpgrades,
    Give,
    GiveCrewTo,
    Land,
    LoseTokens,
    NoteEffect,
    PickUpNear,
    PlaceCrew,
    SwapCrew,
    SwapPlaces,
    TakeProbe,
    TurnOver,
)
from companion.games.crash.rules.movement import PickedUp
from companion.games.crash.rules.pieces import gain, hand_over, mat, pay, pick_up, set_probe, set_saucer
from companion.games.crash.rules.upgrades import (
    DISCARD,
    USING_RULE,
    DrawUpgrade,
    KeepUpgrade,
    Robbed,
    asleep,
    does,
    wake,
    windows,
)
from companion.games.crash.state import (
    CGStep,
    State,
    UpgradeInUse,
    active,
    board,
    colour_of,
    crew_on,
    off_colour,
    saucer_on,
)

# Tokens.


@does(LoseTokens)
def lose_tokens(s: State, doing: UpgradeInUse, effect: LoseTokens) -> None:
    here = s.now.saucers[doing.saucer]
    pay(s, doing.saucer, min(effect.energy, here.energy), min(effect.boosters, here.boosters), USING_RULE)


def can_give(s: State, doing: UpgradeInUse, effect: Give) -> bool:
    """What is to be given is there. A saucer cannot give itself anything."""
    here = s.now.saucers[doing.saucer]
    return doing.saucer != doing.owner and effect.energy <= here.energy and effect.boosters <= here.boosters


@does(Give, can_give)
def give_tokens(s: State, doing: UpgradeInUse, effect: Give) -> None:
    here = s.now.saucers[doing.saucer]
    if doing.saucer != doing.owner:
        energy, boosters = min(effect.energy, here.energy), min(effect.boosters, here.boosters)
        pay(s, doing.saucer, energy, boosters, USING_RULE)
        gain(s, doing.owner, energy, boosters, USING_RULE)


# Crew.


def can_lose_crew(s: State, doing: UpgradeInUse, effect: GiveCrewTo) -> bool:
    """There is crew of another colour aboard."""
    return doing.saucer != doing.owner and bool(off_colour(s, doing.saucer))


@does(GiveCrewTo, can_lose_crew)
def give_crew(s: State, doing: UpgradeInUse, effect: GiveCrewTo) -> list[CGStep]:
    return [TakeCrewOf(doing.saucer, doing.owner)] if doing.saucer != doing.owner else []


class TakeCrewOf(ForcedStep[State], frozen=True, tag="take_crew_of"):
    """Crew of another colour goes from a saucer to the one with the card, whose player chooses."""

    saucer: str
    to: str

    def ask(self, s: State) -> SaucerAsk:
        return SaucerAsk(s.world.seat_of[self.to], USING_RULE, "steal", saucer=self.saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        return list(map(say.StealCrew, off_colour(s, self.saucer)))

    def take(self, s: State, answer: say.StealCrew) -> None:
        hand_over(s, answer.crew, self.to, USING_RULE)
        s.agenda += windows(s, Robbed, [self.saucer], self.to)


def can_swap(s: State, doing: UpgradeInUse, effect: SwapCrew) -> bool:
    """Both have crew of another colour."""
    two = doing.saucer, doing.owner
    return doing.saucer != doing.owner and all(off_colour(s, one) for one in two)


@does(SwapCrew, can_swap)
def swap_crew(s: State, doing: UpgradeInUse, effect: SwapCrew) -> list[CGStep]:
    return [SwapOneCrew(doing.saucer, doing.owner)] if can_swap(s, doing, effect) else []


class SwapOneCrew(ForcedStep[State], frozen=True, tag="swap_crew"):
    """Crew that a saucer gives for crew of another one; ``got`` is what the other one gives."""

    saucer: str
    other: str
    got: str | None = None

    def ask(self, s: State) -> SaucerAsk:
        return SaucerAsk(s.world.seat_of[self.saucer], USING_RULE, "swap", saucer=self.other)

    def legal(self, s: State) -> Sequence[Answer]:
        return list(map(say.Crew, off_colour(s, self.saucer)))

    def take(self, s: State, answer: say.Crew) -> None:
        if self.got is None:
            s.agenda.append(SwapOneCrew(self.other, self.saucer, answer.crew))
            return
        hand_over(s, answer.crew, self.other, USING_RULE)
        if self.got in s.now.saucers[self.other].crew:
            hand_over(s, self.got, self.saucer, USING_RULE)


def crew_near(s: State, saucer: str, effect: PickUpNear) -> list[str]:
    """The crew on the board near enough, of the right colour; hands look for it where the board is not tracked.

    None at the end of a round, since no turn follows in which another comes out for it (R-CG-64).
    """
    at = s.now.saucers[saucer].at
    if at is None or s.now.turn is None:
        return []
    there = {crew for square in near(s, at, effect.distance) if (crew := crew_on(s, square)) is not None}
    colours = {"any": (True, False), "own": (True,), "other": (False,)}[effect.crew]
    return [crew for crew in s.now.out if (s.world.light or crew in there) and (colour_of(crew) == saucer) in colours]


def near(s: State, at: str, distance: int) -> set[str]:
    """The squares that a saucer could reach in so many steps, edges of the board apart."""
    found, edge = {at}, {at}
    for _ in range(0 if s.world.light else distance):
        edge = {square for one in edge for square in s.world.beside[one] if square is not None} - found
        found |= edge
    return found


@does(PickUpNear, lambda s, doing, effect: bool(crew_near(s, doing.saucer, effect)))
def pick_up_near(s: State, doing: UpgradeInUse, effect: PickUpNear) -> list[CGStep]:
    return [PickUpOne(doing.saucer, effect)]


class PickUpOne(ForcedStep[State], frozen=True, tag="pick_up_one"):
    """Which of the crew near a saucer comes aboard."""

    saucer: str
    effect: PickUpNear

    def ask(self, s: State) -> SaucerAsk:
        return SaucerAsk(s.world.seat_of[self.saucer], USING_RULE, "pick_one", saucer=self.saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.Picked(self.saucer, crew) for crew in crew_near(s, self.saucer, self.effect)]

    def take(self, s: State, answer: say.Picked) -> None:
        s.agenda += windows(s, PickedUp, [self.saucer])
        pick_up(s, self.saucer, answer.crew)


@does(PlaceCrew, lambda s, doing, effect: s.now.turn is not None)
def place_more_crew(s: State, doing: UpgradeInUse, effect: PlaceCrew) -> None:
    if s.now.turn is not None:
        s.now.turn.crew_out += effect.n


# Places.


def landings(s: State, effect: Land) -> list[str]:
    """The free places of a kind."""
    printed = board(s)
    every = {
        "site": list(printed.sites.values()),
        "accelerator": sorted(printed.accelerators),
        "square": [square for square in s.world.squares if square not in printed.accelerators],
    }[effect.where]
    return [square for square in every if saucer_on(s, square) is None and crew_on(s, square) is None]


def can_land(s: State, doing: UpgradeInUse, effect: Land) -> bool:
    return s.world.light or bool(landings(s, effect))


@does(Land, can_land)
def land(s: State, doing: UpgradeInUse, effect: Land) -> list[CGStep]:
    if not s.world.light:
        return [ChooseLanding(doing.saucer, effect)]
    name = s.world.called(f"saucer:{doing.saucer}")
    tell(s, T("{saucer} goes to a place of its choice.", saucer=name), mat(doing.saucer), USING_RULE)
    if s.now.saucers[doing.saucer].at is None:
        set_saucer(s, doing.saucer, "table", USING_RULE)
    return []


class ChooseLanding(ForcedStep[State], frozen=True, tag="choose_landing"):
    """The free place to which a saucer goes."""

    saucer: str
    effect: Land

    def ask(self, s: State) -> SaucerAsk:
        return SaucerAsk(s.world.seat_of[self.saucer], USING_RULE, "land", saucer=self.saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        return list(map(say.Fly, landings(s, self.effect)))

    def take(self, s: State, answer: say.Fly) -> None:
        set_saucer(s, self.saucer, answer.at, USING_RULE)


def can_change_places(s: State, doing: UpgradeInUse, effect: SwapPlaces) -> bool:
    both = {doing.saucer, doing.owner}
    return len(both) > 1 and all(s.now.saucers[one].at is not None for one in both)


@does(SwapPlaces, can_change_places)
def swap_places(s: State, doing: UpgradeInUse, effect: SwapPlaces) -> None:
    if not can_change_places(s, doing, effect):
        return
    one, other = doing.saucer, doing.owner
    names = {"one": s.world.called(f"saucer:{one}"), "other": s.world.called(f"saucer:{other}")}
    tell(s, T("{one} and {other} change places.", **names), mat(other), USING_RULE)
    here, there = s.now.saucers[one].at, s.now.saucers[other].at
    if here is not None and there is not None:
        set_saucer(s, one, there, USING_RULE)
        set_saucer(s, other, here, USING_RULE)


# Cards, the probe, notes.


def can_draw(s: State, doing: UpgradeInUse, effect: DrawUpgrades) -> bool:
    return bool(s.now.deck.pile or s.now.deck.discard)


@does(DrawUpgrades, can_draw)
def draw_upgrades(s: State, doing: UpgradeInUse, effect: DrawUpgrades) -> list[CGStep]:
    if doing.saucer != active(s)[1]:
        return []
    return [KeepUpgrade(), DrawUpgrade(effect.cards)]


@does(TakeProbe)
def take_probe(s: State, doing: UpgradeInUse, effect: TakeProbe) -> None:
    set_probe(s, s.world.seat_of[doing.saucer], USING_RULE)


@does(TurnOver)
def turn_card_over(s: State, doing: UpgradeInUse, effect: TurnOver) -> None:
    """The card sleeps until the next round."""
    if doing.upgrade in s.now.saucers[doing.owner].upgrades and doing.upgrade not in asleep(s):
        s.now.asleep = sorted([*asleep(s), doing.upgrade])
        flip(s, f"upgrade:{doing.upgrade}", mat(doing.owner), rule=USING_RULE)


@does(DiscardThis)
def discard_card(s: State, doing: UpgradeInUse, effect: DiscardThis) -> None:
    here, deck = s.now.saucers[doing.owner], s.now.deck
    if doing.upgrade in here.upgrades:
        here.upgrades = [card for card in here.upgrades if card != doing.upgrade]
        deck.discard = sorted([*deck.discard, doing.upgrade])
        move(s, f"upgrade:{doing.upgrade}", mat(doing.owner), DISCARD, rule=USING_RULE)
        wake(s, doing.upgrade)


@does(NoteEffect)
def tell_note(s: State, doing: UpgradeInUse, effect: NoteEffect) -> None:
    tell(s, s.world.word(effect.text), mat(doing.owner), USING_RULE)
