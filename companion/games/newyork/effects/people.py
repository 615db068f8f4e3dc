"""Effects on people: wounds, healing, skill tokens, items, actions (RULES 1.8, wire section 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core import todo
from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, PullAsk
from companion.core.piles import UNKNOWN, put, take
from companion.core.refusals import not_this
from companion.core.steps.chance import PullStep
from companion.games.newyork.answers import Heal as HealChoice
from companion.games.newyork.answers import Lose
from companion.games.newyork.content.effect_data import GainAction, GainItem, GainSkill, Heal, Wound
from companion.games.newyork.effects.sequence import does, people
from companion.games.newyork.rules import hands
from companion.games.newyork.state import NYStep, State
from companion.games.newyork.words import COLOURS, SKILL_TOKENS


class Wounds(NYStep, frozen=True, tag="wounds"):
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
                hands.wound(s, self.seat, None, self.rule)
            return
        colours = self.colours(s)
        if self.left and colours:
            s.agenda.append(Wounds(self.seat, self.left - 1, self.rule))
            hands.wound(s, self.seat, colours[0], self.rule)

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, self.rule, "wound", self.left)

    def legal(self, s: State) -> Sequence[Answer]:
        return [Lose(colour) for colour in self.colours(s)]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, Lose) or answer.colour not in self.colours(s):
            raise not_this(self.rule)
        s.agenda.append(Wounds(self.seat, self.left - 1, self.rule))
        hands.wound(s, self.seat, answer.colour, self.rule)


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
                hands.heal(s, self.seat, colour, self.rule)
                left -= 1
        for _ in range(min(left, character.wounds)):
            hands.heal(s, self.seat, None, self.rule)

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, self.rule, "heal", self.left)

    def legal(self, s: State) -> Sequence[Answer]:
        return [HealChoice(colour) for colour in COLOURS if colour in s.now.characters[self.seat].lost]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, HealChoice) or answer.colour not in s.now.characters[self.seat].lost:
            raise not_this(self.rule)
        s.agenda.append(Healing(self.seat, self.left - 1, self.rule))
        hands.heal(s, self.seat, answer.colour, self.rule)


@does(Wound)
def hurt(s: State, effect: Wound, squares: Sequence[str], rule: str) -> None:
    """Wound each of the people, as R-NYC-81."""
    s.agenda += [Wounds(seat, effect.n, rule) for seat in reversed(people(s, effect.who))]


@does(Heal)
def cure(s: State, effect: Heal, squares: Sequence[str], rule: str) -> None:
    """Heal wounds of each of the people."""
    for seat in reversed(people(s, effect.who)):
        n = s.now.characters[seat].wounded if effect.n == "all" else effect.n
        s.agenda.append(Healing(seat, n, rule))


@does(GainSkill)
def gain_skill(s: State, effect: GainSkill, squares: Sequence[str], rule: str) -> None:
    """R-NYC-97: skill tokens back, never above two."""
    for seat in people(s, effect.who):
        restore_skill(s, seat, effect.n, rule)


def restore_skill(s: State, seat: str, n: int, rule: str) -> None:
    """Up to ``n`` skill tokens back to a seat, never above two."""
    hands.add_skill(s, seat, min(n, SKILL_TOKENS - s.now.characters[seat].skill), rule)


@does(GainItem)
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
        todo.place(s, f"item:{token}", f"hand:{self.seat}", rule=self.rule)


@does(GainAction)
def gain_action(s: State, effect: GainAction, squares: Sequence[str], rule: str) -> None:
    """More actions for the active character, now."""
    if s.now.turn is not None and not s.world.options.light:
        s.now.turn.actions += effect.n
