"""The story track and its cards (RULES 1.10, wire 3.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from companion.core import todo
from companion.core.answers import Answer
from companion.core.asks import ChooseAsk
from companion.core.learning import LearnedFields, UnknownRow
from companion.core.piles import put
from companion.core.refusals import Refused, inconsistent, not_this
from companion.core.steps.agenda import Step
from companion.core.texts import T
from companion.games.newyork.answers import AlertCars, Shown, ToldCard
from companion.games.newyork.content.effect_data import StoryEffect
from companion.games.newyork.content.pack_checks import ALL_CARS
from companion.games.newyork.content.pack_data import FIRST_ROUND_CARS, StoryCard
from companion.games.newyork.content.told_cards import kind_of, read_card
from companion.games.newyork.content.untold import FINAL, untold_card, untold_numbers
from companion.games.newyork.effects.board import add_to_bag
from companion.games.newyork.effects.lasting import add_task
from companion.games.newyork.effects.people import restore_skill
from companion.games.newyork.effects.sequence import Effects, does
from companion.games.newyork.rules import hands
from companion.games.newyork.state import NYStep, State, Task

READ_IT = T("Read the story card aloud, and do what it says besides its numbers.")


def next_card(s: State) -> StoryCard | None:
    """The next story card that lies face down, None after the last."""
    cards = s.world.scenario.cards
    return cards[s.now.revealed] if s.now.revealed < len(cards) else None


def story_step(s: State) -> None:
    """R-NYC-93, R-NYC-94: the marker goes on by one; the next card is revealed when the marker has reached it.

    At its last position the marker stays; each step reveals one card at most.
    """
    now = s.now
    if now.story < s.world.story_length:
        todo.move(s, "marker:story", f"story:{now.story}", f"story:{now.story + 1}", rule="R-NYC-93")
        now.story += 1
    card = next_card(s)
    if card is not None and card.position is not None and card.position <= now.story:
        reveal(s)


class StorySteps(NYStep, frozen=True, tag="story_steps"):
    """``left`` steps of the story marker, each with what it reveals."""

    left: int

    def run(self, s: State) -> None:
        if self.left > 1:
            s.agenda.append(StorySteps(self.left - 1))
        story_step(s)


@does(StoryEffect)
def story(s: State, effect: StoryEffect, squares: Sequence[str], rule: str) -> None:
    """The story marker goes on by ``n`` steps."""
    s.agenda.append(StorySteps(effect.n))


def reveal(s: State) -> None:
    """R-NYC-94, R-NYC-95: the next story card is turned up, read and applied; first its tokens go into the bag."""
    card = next_card(s)
    assert card is not None
    s.now.revealed += 1
    first = card.position is None
    if first:
        todo.place(s, "card:story", "display:story", rule="R-NYC-14")
    else:
        todo.move(s, "card:story", f"story:{card.position}", "display:story", rule="R-NYC-94")
    untold = s.world.pack.untold
    by_hand = untold_card(s.world.scenario.id, card.index) in untold
    todo.tell(s, (card.text or READ_IT) if by_hand else card.text, "display:story", "R-NYC-95")
    if untold_numbers(s.world.scenario.id, card.index) in untold:
        s.agenda.append(TellCard(card.index))
        return
    s.agenda.append(ApplyCard(card.index))
    add_to_bag(s, card.bag_add, "R-NYC-15" if first else "R-NYC-95")


class ApplyCard(NYStep, frozen=True, tag="apply_card"):
    """R-NYC-95 to R-NYC-99: what a revealed card does once the bag is filled.

    R-NYC-16: card 0 puts cars on the alert track. R-NYC-96, R-NYC-97: every other card shuffles all mafia cards
    into one deck and gives each seat a skill token back. R-NYC-99: the last one brings the final challenge.
    """

    index: int

    def run(self, s: State) -> None:
        card = s.world.scenario.cards[self.index]
        _apply(s, card, card.mafia_per_turn, card.alert_cars or [])


class ApplySaid(NYStep, frozen=True, tag="apply_said"):
    """Like ``ApplyCard``, for a card whose numbers people have entered."""

    index: int
    mafia_per_turn: int
    cars: Sequence[int]

    def run(self, s: State) -> None:
        _apply(s, s.world.scenario.cards[self.index], self.mafia_per_turn, self.cars)


class ApplyTold(NYStep, frozen=True, tag="apply_told"):
    """Like ``ApplyCard``, for a card that people have entered completely."""

    card: StoryCard

    def run(self, s: State) -> None:
        _apply(s, self.card, self.card.mafia_per_turn, self.card.alert_cars or [])


def _apply(s: State, card: StoryCard, mafia_per_turn: int, cars: Sequence[int]) -> None:
    s.now.mafia_per_turn = mafia_per_turn
    if card.position is None:
        _alert_cars(s, cars)
    else:
        hands.reshuffle(s, "mafia", "R-NYC-96", with_display=True)
        for seat in s.world.seats:
            restore_skill(s, seat, 1, "R-NYC-97")
    if card.final_challenge is not None:
        add_task(s, final_task(s, card))
    s.agenda.append(Effects(card.effects, "R-NYC-95"))


def _alert_cars(s: State, positions: Sequence[int]) -> None:
    for position in positions:
        # A correction may have emptied the supply.
        if s.now.cars.supply:
            s.now.cars.supply -= 1
            put(s.now.cars.alert, str(position))
            todo.place(s, "car", f"alert:{position}", rule="R-NYC-16")


class TellCard(Step[State], frozen=True, tag="tell_card"):
    """R-NYC-95: a card that is not in the box is read aloud and entered.

    Or only its numbers are entered, and the rest is done by hand.
    """

    index: int

    def asks(self, s: State) -> bool:
        return True

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(None, "R-NYC-95", "card")

    def legal(self, s: State) -> Sequence[Answer]:
        return [Shown(None, None), ToldCard(None)]

    def play(self, s: State, answer: Answer) -> None:
        if isinstance(answer, ToldCard):
            self._play_told(s, answer)
            return
        if not isinstance(answer, Shown):
            raise not_this("R-NYC-95")
        if answer.mafia_per_turn is None or answer.bag_add is None:
            raise inconsistent("shown")
        following = ApplySaid(self.index, answer.mafia_per_turn, []) if self.index else TellCars(answer.mafia_per_turn)
        s.agenda.append(following)
        add_to_bag(s, answer.bag_add, "R-NYC-95" if self.index else "R-NYC-15")

    def _play_told(self, s: State, answer: ToldCard) -> None:
        if answer.card is None:
            raise inconsistent("told")
        card = read_card(answer.card, s.world.scenario, self.index, frozenset(s.world.squares), s.now.limit)
        s.agenda.append(ApplyTold(card))
        add_to_bag(s, card.bag_add, "R-NYC-95" if self.index else "R-NYC-15")

    def unknown_row(self, s: State) -> UnknownRow:
        return UnknownRow(T("Story card"), kind_of(s.world.scenario, self.index), ToldCard)

    def learned_from(self, s: State, answer: Answer) -> LearnedFields | None:
        if isinstance(answer, ToldCard) and answer.card is not None:
            return _told(s, self.index, answer.card)
        if not isinstance(answer, Shown) or answer.bag_add is None:
            return None
        said = {"mafia_per_turn": answer.mafia_per_turn, "bag_add": structs.asdict(answer.bag_add)}
        return _told(s, self.index, said)


class TellCars(Step[State], frozen=True, tag="tell_cars"):
    """R-NYC-16: the positions of police cars on the alert track for such a card 0."""

    mafia_per_turn: int

    def asks(self, s: State) -> bool:
        return True

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(None, "R-NYC-16", "alert_cars")

    def legal(self, s: State) -> Sequence[Answer]:
        return [AlertCars(None)]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, AlertCars):
            raise not_this("R-NYC-16")
        cars = answer.cars
        if cars is None:
            raise inconsistent("alert_cars")
        alike = len(set(cars)) < len(cars)
        if alike or len(cars) > ALL_CARS - FIRST_ROUND_CARS or not all(1 <= at <= s.now.limit for at in cars):
            raise Refused("illegal", T("Police cars cannot stand like that on the alert track."), "R-NYC-16")
        s.agenda.append(ApplySaid(0, self.mafia_per_turn, sorted(cars)))

    def learned_from(self, s: State, answer: Answer) -> LearnedFields | None:
        if not isinstance(answer, AlertCars) or answer.cars is None:
            return None
        return _told(s, 0, {"alert_cars": sorted(answer.cars)})


def _told(s: State, index: int, said: dict[str, Any]) -> LearnedFields:
    return LearnedFields(f"scenarios.{s.world.scenario.id}.cards", "index", index, said)


def final_task(s: State, told: StoryCard | None = None) -> Task:
    """R-NYC-99: the final challenge of the last story card as a task; ``told`` is the card if it was just entered."""
    printed = s.world.scenario.cards[-1]
    challenge = (told or printed).final_challenge
    assert challenge is not None
    if (told is None or told is printed) and untold_card(s.world.scenario.id, FINAL) in s.world.pack.untold:
        return Task("final", None, challenge.need, "", "scenario", "R-NYC-113", [], [], [], [])
    return Task("final", challenge.square, challenge.need, challenge.text, "scenario", "R-NYC-113", [], [], [], [])
