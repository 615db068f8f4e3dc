"""The effects of cards on people (WIRE.md 6): wounds, healing, skill tokens, items, actions, results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import structs

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, PullAsk
from companion.core.piles import UNKNOWN, put, take
from companion.core.refusals import not_this
from companion.core.steps.chance import PullStep
from companion.core.steps.listed import ForcedStep
from companion.core.todo import place
from companion.games.newyork.answers import ChooseSquare, HandInItem, Lose, PassOn, TurnItemOver
from companion.games.newyork.answers import HealDie as HealChoice
from companion.games.newyork.content import (
    CARD_RESULT,
    COLOURS,
    ROLES,
    SKILL_TOKENS,
    ChangeResults,
    GainAction,
    GainItem,
    GainSkill,
    HealWounds,
    LoseAction,
    LoseItem,
    LoseSkill,
    PassItem,
    TurnItem,
    Wound,
)
from companion.games.newyork.rules import pieces
from companion.games.newyork.rules.conditions import (
    held,
    people,
)
from companion.games.newyork.rules.effects import EFFECTS, ITEM, CardEffects, applies, in_light
from companion.games.newyork.state import NYStep, PoolDie, State


class LoseDice(NYStep, frozen=True, tag="wounds"):
    """R-NYC-81: for each wound, the player chooses a die of the character to lose.

    If only one colour is left, it is not asked. Wounds beyond the last die are ignored (G-NYC-28).
    """

    seat: str
    left: int
    rule: str

    def colours(self, s: State) -> list[str]:
        """The colours of dice the character still has."""
        dice, lost = s.world.dice[self.seat], s.now.characters[self.seat].lost
        return [colour for colour in COLOURS if dice[colour] > lost.get(colour, 0)]

    def asks(self, s: State) -> bool:
        return self.left > 0 and not s.world.options.light and len(self.colours(s)) > 1

    def run(self, s: State) -> None:
        if s.world.options.light:
            room = s.world.own_dice(self.seat) - s.now.characters[self.seat].wounds
            for _ in range(min(self.left, room)):
                pieces.wound(s, self.seat, None, self.rule)
            return
        colours = self.colours(s)
        if self.left and colours:
            s.agenda.append(LoseDice(self.seat, self.left - 1, self.rule))
            pieces.wound(s, self.seat, colours[0], self.rule)

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, self.rule, "wound", self.left)

    def legal(self, s: State) -> Sequence[Answer]:
        return [Lose(colour) for colour in self.colours(s)]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, Lose) or answer.colour not in self.colours(s):
            raise not_this(self.rule)
        s.agenda.append(LoseDice(self.seat, self.left - 1, self.rule))
        pieces.wound(s, self.seat, answer.colour, self.rule)


class Healing(NYStep, frozen=True, tag="healing"):
    """Heal ``left`` wounds of a seat; asks only if it matters which."""

    seat: str
    left: int
    rule: str

    def asks(self, s: State) -> bool:
        lost = s.now.characters[self.seat].lost
        return len(lost) > 1 and 0 < self.left < sum(lost.values())

    def run(self, s: State) -> None:
        character = s.now.characters[self.seat]
        left = self.left
        for colour in COLOURS:
            for _ in range(min(left, character.lost.get(colour, 0))):
                pieces.heal(s, self.seat, colour, self.rule)
                left -= 1
        for _ in range(min(left, character.wounds)):
            pieces.heal(s, self.seat, None, self.rule)

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, self.rule, "heal", self.left)

    def legal(self, s: State) -> Sequence[Answer]:
        return [HealChoice(colour) for colour in COLOURS if colour in s.now.characters[self.seat].lost]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, HealChoice) or answer.colour not in s.now.characters[self.seat].lost:
            raise not_this(self.rule)
        s.agenda.append(Healing(self.seat, self.left - 1, self.rule))
        pieces.heal(s, self.seat, answer.colour, self.rule)


@applies(Wound)
def wound_people(s: State, effect: Wound, squares: Sequence[str], rule: str) -> None:
    """Wound each of the people, as R-NYC-81."""
    s.agenda += [LoseDice(seat, effect.n, rule) for seat in reversed(people(s, effect.who))]


@applies(HealWounds)
def heal_people(s: State, effect: HealWounds, squares: Sequence[str], rule: str) -> None:
    """Heal wounds of each of the people."""
    for seat in reversed(people(s, effect.who)):
        n = s.now.characters[seat].wounded if effect.n == "all" else effect.n
        s.agenda.append(Healing(seat, n, rule))


@applies(GainSkill)
def gain_skill(s: State, effect: GainSkill, squares: Sequence[str], rule: str) -> None:
    """R-NYC-97: skill tokens back, never above two."""
    for seat in people(s, effect.who):
        restore_skill(s, seat, effect.n, rule)


def restore_skill(s: State, seat: str, n: int, rule: str) -> None:
    """Up to ``n`` skill tokens back to a seat, never above two."""
    pieces.add_skill(s, seat, min(n, SKILL_TOKENS - s.now.characters[seat].skill), rule)


@applies(GainItem)
def gain_item(s: State, effect: GainItem, squares: Sequence[str], rule: str) -> None:
    """A random item of the supply for each of the people."""
    s.agenda += [GiftItem(seat, rule) for seat in reversed(people(s, effect.who))]


class GiftItem(PullStep[State], frozen=True, tag="gift_item"):
    """A random item into a hand; nothing if the supply is empty."""

    seat: str
    rule: str

    def asks(self, s: State) -> bool:
        return bool(s.now.items.supply)

    def ask(self, s: State) -> PullAsk:
        return PullAsk(self.seat, self.rule, "items", f"hand:{self.seat}")

    def bag(self, s: State) -> tuple[str, Mapping[str, int]]:
        return "items", s.now.items.supply

    def done(self, s: State, token: str) -> None:
        take(s.now.items.supply, token)
        if token == UNKNOWN:
            return
        put(s.now.characters[self.seat].ready, token)
        place(s, f"item:{token}", f"hand:{self.seat}", rule=self.rule)


@applies(LoseItem)
def lose_items(s: State, effect: LoseItem, squares: Sequence[str], rule: str) -> None:
    """Items of one's choice back to the supply, as many as there are."""
    s.agenda += [HandIn(seat, effect.n, rule) for seat in reversed(people(s, effect.who))]


class HandIn(ForcedStep[State], frozen=True, tag="hand_in"):
    """Which item somebody hands in; asked if there is a choice."""

    seat: str
    left: int
    rule: str

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, self.rule, "hand_in", self.left)

    def legal(self, s: State) -> Sequence[Answer]:
        if not self.left:
            return []
        hand = s.now.characters[self.seat]
        return [
            HandInItem(item, used) for used, kinds in ((True, hand.used), (False, hand.ready)) for item in sorted(kinds)
        ]

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, HandInItem)
        s.agenda.append(HandIn(self.seat, self.left - 1, self.rule))
        pieces.return_item(s, answer.item, answer.used, self.seat, self.rule)


@applies(TurnItem)
def turn_items(s: State, effect: TurnItem, squares: Sequence[str], rule: str) -> None:
    """Items of one's choice face down, or up, as many as there are that lie the other way."""
    s.agenda += [TurnStep(seat, effect.n, effect.up, rule) for seat in reversed(people(s, effect.who))]


class TurnStep(ForcedStep[State], frozen=True, tag="turn_item"):
    """Which item somebody turns over; asked if there is a choice."""

    seat: str
    left: int
    up: bool
    rule: str

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, self.rule, "turn_over", self.left)

    def legal(self, s: State) -> Sequence[Answer]:
        hand = s.now.characters[self.seat]
        there = hand.used if self.up else hand.ready
        kinds = sorted(there) if self.left else []
        # Where all of them are turned over, nobody is asked in which order.
        return [TurnItemOver(item) for item in (kinds if sum(there.values()) > self.left else kinds[:1])]

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, TurnItemOver)
        s.agenda.append(TurnStep(self.seat, self.left - 1, self.up, self.rule))
        turn = pieces.turn_up if self.up else pieces.turn_down
        turn(s, answer.item, self.seat, self.rule)


@applies(PassItem)
def pass_items(s: State, effect: PassItem, squares: Sequence[str], rule: str) -> None:
    """Items from hand to hand: to neighbours all at once, else one after the other."""
    givers, seats = people(s, effect.who), s.world.seats
    if effect.to in NEIGHBOUR:
        beside = {seat: seats[(at + NEIGHBOUR[effect.to]) % len(seats)] for at, seat in enumerate(seats)}
        exchange(s, [(seat, beside[seat]) for seat in givers if beside[seat] != seat], rule)
    elif effect.who not in ROLES:
        each: list[Any] = [structs.replace(effect, who=seat) for seat in givers]
        s.agenda.append(CardEffects(each, rule))
    elif effect.to == BOARD:
        exchange(s, [(seat, BOARD) for seat in givers if s.now.items.squares], rule)
    else:
        for giver, to in ((giver, to) for giver in givers for to in people(s, effect.to) if to != giver):
            if not effect.back:
                exchange(s, [(giver, to)], rule)
            elif held(s, ITEM, giver) and held(s, ITEM, to):
                exchange(s, [(giver, to), (to, giver)], rule)


NEIGHBOUR: Final[Mapping[str, int]] = {"left": 1, "right": -1}
"""How far on in the order of the seats."""
BOARD: Final = "board"


def exchange(s: State, pairs: Sequence[tuple[str, str]], rule: str) -> None:
    """Ask everybody who gives something and has an item; then all items change hands."""
    giving = [(seat, to) for seat, to in pairs if held(s, ITEM, seat)]
    if giving:
        s.agenda.append(PassStep(giving, [], rule))


class PassStep(ForcedStep[State], frozen=True, tag="pass_item"):
    """Which item somebody gives; asked if there is a choice. Nothing changes hands until all have said it."""

    pairs: list[tuple[str, str]]
    given: list[PassOn]
    rule: str

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.pairs[len(self.given)][0], self.rule, "pass")

    def legal(self, s: State) -> Sequence[Answer]:
        hand = s.now.characters[self.pairs[len(self.given)][0]]
        return [
            PassOn(item, used) for used, kinds in ((True, hand.used), (False, hand.ready)) for item in sorted(kinds)
        ]

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, PassOn)
        given = [*self.given, answer]
        if len(given) < len(self.pairs):
            s.agenda.append(PassStep(self.pairs, given, self.rule))
            return
        for (seat, to), one in zip(self.pairs, given, strict=True):
            if to == BOARD:
                s.agenda.append(SwapStep(seat, one, self.rule))
            else:
                pieces.give_item(s, one.item, one.used, seat, to, self.rule)


class SwapStep(ForcedStep[State], frozen=True, tag="swap_item"):
    """Which item of the board somebody gets for one of the hand, which lies there then."""

    seat: str
    given: PassOn
    rule: str

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, self.rule, "swap")

    def legal(self, s: State) -> Sequence[Answer]:
        return [ChooseSquare(square) for square in sorted(s.now.items.squares)]

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, ChooseSquare)
        pieces.swap_item(s, self.given.item, self.given.used, self.seat, answer.square, self.rule)


@applies(LoseSkill)
def lose_skill(s: State, effect: LoseSkill, squares: Sequence[str], rule: str) -> None:
    """Skill tokens away, as many as there are."""
    for seat in people(s, effect.who):
        pieces.lose_skill(s, seat, min(effect.n, s.now.characters[seat].skill), rule)


@applies(LoseAction)
def lose_action(s: State, effect: LoseAction, squares: Sequence[str], rule: str) -> None:
    """Fewer actions for the active character, now; hands do it where nobody follows them."""
    if s.now.turn is not None and in_light(s):
        EFFECTS.by_hand(s, effect, rule)
    elif s.now.turn is not None:
        s.now.turn.actions = max(0, s.now.turn.actions - effect.n)


@applies(GainAction)
def gain_action(s: State, effect: GainAction, squares: Sequence[str], rule: str) -> None:
    """More actions for the active character, now."""
    if s.now.turn is not None and not s.world.options.light:
        s.now.turn.actions += effect.n


@applies(ChangeResults)
def change_results(s: State, effect: ChangeResults, squares: Sequence[str], rule: str) -> None:
    """Results for this turn, each a die of its own; or results spent, wildcards only where others lack."""
    if s.now.turn is None:
        return
    if in_light(s):
        EFFECTS.by_hand(s, effect, rule)
    elif effect.n < 0:
        payments = pieces.paying(s, effect.what, -effect.n)
        if payments:
            pieces.pay(s, payments[0])
    else:
        pool = s.now.turn.pool
        free = [name for n in range(1, 100) if (name := f"{CARD_RESULT}{n}") not in pool]
        pool.update({name: PoolDie(effect.what) for name in free[: effect.n]})
