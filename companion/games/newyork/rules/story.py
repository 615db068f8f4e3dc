"""The story track and its cards (RULES 1.10, wire 3.2)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core import todo
from companion.core.piles.bags import put
from companion.games.newyork.content.effect_data import StoryEffect
from companion.games.newyork.content.pack_data import StoryCard
from companion.games.newyork.effects.board import add_to_bag
from companion.games.newyork.effects.lasting import add_task
from companion.games.newyork.effects.people import restore_skill
from companion.games.newyork.effects.sequence import Effects, does
from companion.games.newyork.rules import hands
from companion.games.newyork.state import NYStep, State, Task


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
    todo.tell(s, card.text, "display:story", "R-NYC-95")
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
        s.now.mafia_per_turn = card.mafia_per_turn
        if card.position is None:
            self._alert_cars(s, card)
        else:
            hands.reshuffle(s, "mafia", "R-NYC-96", with_display=True)
            for seat in s.world.seats:
                restore_skill(s, seat, 1, "R-NYC-97")
        if card.final_challenge is not None:
            add_task(s, final_task(s))
        s.agenda.append(Effects(card.effects, "R-NYC-95"))

    def _alert_cars(self, s: State, card: StoryCard) -> None:
        for position in card.alert_cars or []:
            # A correction may have left no car in the supply.
            if s.now.cars.supply:
                s.now.cars.supply -= 1
                put(s.now.cars.alert, str(position))
                todo.place(s, "car", f"alert:{position}", rule="R-NYC-16")


def final_task(s: State) -> Task:
    """R-NYC-99: the final challenge of the last story card as a task."""
    challenge = s.world.scenario.cards[-1].final_challenge
    assert challenge is not None
    return Task("final", challenge.square, challenge.need, challenge.text, "scenario", "R-NYC-113", [], [], [], [])
