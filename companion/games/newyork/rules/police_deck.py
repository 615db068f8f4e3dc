"""The police deck and police cars: drawing, refilling, random locations, a car on a square (RULES 1.5)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core import todo
from companion.core.piles import UNKNOWN, put, take
from companion.core.steps.chance import DrawStep
from companion.games.newyork.rules import hands
from companion.games.newyork.rules.alert import raise_alert
from companion.games.newyork.state import State


def refill(s: State, rule: str) -> bool:
    """R-NYC-40: make an empty police deck anew from its discard, if there is one and the option allows it."""
    deck = s.now.police_deck
    if deck.pile or not deck.discard or s.world.options.police_deck_empty != "reshuffle":
        return False
    hands.reshuffle(s, "police", rule)
    return True


def put_car(s: State, source: str, square: str, rule: str, *, catches: bool = True) -> None:
    """A car from a location onto a square. R-NYC-33: the mafia there go, and the alert rises by one for each."""
    put(s.now.cars.squares, square)
    todo.move(s, "car", source, s.world.at[square], rule=rule)
    caught = s.now.mafia.get(square, 0)
    if catches and caught:
        hands.take_mafia(s, square, caught, "R-NYC-33")
        raise_alert(s, caught, "R-NYC-33")


def move_car(s: State, source: str, square: str, rule: str, *, catches: bool = True) -> None:
    """A car from one square to another; to its own square is nothing."""
    if source != square:
        take(s.now.cars.squares, source)
        put_car(s, s.world.at[source], square, rule, catches=catches)


class PoliceDraw(DrawStep[State], frozen=True):
    """A police card out of the deck."""

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return "police", s.now.police_deck.pile


class Location(PoliceDraw, frozen=True):
    """R-NYC-38: a random location: a card is drawn, its square used, and the deck shuffled without the discard.

    An empty deck is refilled as in R-NYC-40; with no card at all there is no location.
    """

    def found(self, s: State, square: str) -> None:
        """What happens with the location."""
        raise NotImplementedError

    def run(self, s: State) -> None:
        if refill(s, "R-NYC-38"):
            s.agenda.append(self)

    def done(self, s: State, card: str) -> None:
        todo.shuffle(s, "police", "R-NYC-38")
        if card != UNKNOWN:
            self.found(s, s.world.police_cards[card].square)
