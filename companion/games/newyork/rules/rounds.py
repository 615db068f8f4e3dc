"""Rounds and the police phase (RULES 1.4, 1.5, wire 3.3)."""

from __future__ import annotations

from companion.core import todo
from companion.core.asks import DrawAsk
from companion.core.piles import UNKNOWN
from companion.games.newyork.content.pack_data import FIRST_ROUND_CARS
from companion.games.newyork.effects.sequence import Effects
from companion.games.newyork.rules import hands
from companion.games.newyork.rules.police_deck import Location, PoliceDraw, put_car, refill
from companion.games.newyork.state import EventNow, NYStep, State
from companion.games.newyork.turn.turns import PlayerPhase


class NewRound(NYStep, frozen=True, tag="new_round"):
    """R-NYC-24, wire 3.3 step 1: what lasted until the end of the round ends, the next round begins.

    R-NYC-86: all items face up. R-NYC-27: the cars of round 1. The ``else`` effects of tasks that nobody
    fulfilled come last and count as police phase.
    """

    def run(self, s: State) -> None:
        now = s.now
        missed = [task for task in now.tasks if task.until == "round"] if now.round else []
        if now.round:
            now.tasks = [task for task in now.tasks if task.until != "round"]
            now.effects = [effect for effect in now.effects if effect.until != "round"]
        now.phase = "police"
        now.round += 1
        hands.turn_up_all(s)
        if now.round == 1:
            self._first_cars(s)
        s.agenda += round_agenda()
        s.agenda += [Effects(task.otherwise, task.rule) for task in reversed(missed)]

    def _first_cars(self, s: State) -> None:
        wanted = s.world.scenario.cards[0].first_round_cars
        cars = min(s.now.cars.supply, FIRST_ROUND_CARS if wanted is None else wanted)
        s.now.cars.supply -= cars
        s.now.cars.beside += cars
        todo.place(s, "car", "beside:police", cars, "R-NYC-27")


def round_agenda() -> list[NYStep]:
    """The steps of a round from its police phase on, last things first."""
    return [NewRound(), PlayerPhase(), PolicePhase()]


class PolicePhase(NYStep, frozen=True, tag="police_phase"):
    """Wire 3.3 step 2: the event of the last round ends, cars come off the board, waiting cars join.

    R-NYC-26: cars beside the deck. R-NYC-39: the display to the discard. R-NYC-28, R-NYC-109: only when a car
    was waiting, the discard is shuffled into the deck.
    """

    def run(self, s: State) -> None:
        now = s.now
        now.phase = "police"
        now.event = None
        for character in now.characters.values():
            character.played = False
        for square, n in sorted(now.cars.squares.items()):
            todo.move(s, "car", s.world.at[square], "beside:police", n, "R-NYC-26")
            now.cars.beside += n
        now.cars.squares = {}
        hands.discard_display(s, "police", "R-NYC-39")
        if now.cars.waiting:
            todo.move(s, "car", "deck:police", "beside:police", now.cars.waiting, "R-NYC-28")
            now.cars.beside += now.cars.waiting
            now.cars.waiting = 0
            hands.reshuffle(s, "police", "R-NYC-28")
        s.agenda += [ReadEvent(), DrawCars()]


class DrawCars(PoliceDraw, frozen=True, tag="draw_cars"):
    """R-NYC-30, R-NYC-31: a card for each car beside the deck; its car is put on its square at once.

    R-NYC-40: with no card left, the remaining cars stay beside the deck.
    """

    def asks(self, s: State) -> bool:
        return s.now.cars.beside > 0 and bool(s.now.police_deck.pile)

    def run(self, s: State) -> None:
        if s.now.cars.beside and refill(s, "R-NYC-40"):
            s.agenda.append(self)

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(None, "R-NYC-30", "police", s.now.cars.beside, "car")

    def done(self, s: State, card: str) -> None:
        hands.draw_card(s, "police", card, "R-NYC-30")
        s.agenda.append(self)
        if card == UNKNOWN:
            return
        s.now.cars.beside -= 1
        put_car(s, "beside:police", s.world.police_cards[card].square, "R-NYC-31")


class ReadEvent(NYStep, frozen=True, tag="read_event"):
    """R-NYC-36, R-NYC-37: the event of the last card on display is read and applied."""

    def run(self, s: State) -> None:
        display = s.now.police_deck.display
        if not display:
            return
        s.now.event = EventNow(display[-1])
        if display[-1] == UNKNOWN:
            return
        event = s.world.police_cards[display[-1]].event
        todo.tell(s, event.text, "display:police", "R-NYC-36")
        s.agenda.append(Effects(event.effects, "R-NYC-37"))
        if event.random_location:
            s.agenda.append(EventLocation(display[-1]))


class EventLocation(Location, frozen=True, tag="event_location"):
    """R-NYC-38: the random location of the event; not drawn if a correction has put another event in force."""

    card: str

    def awaited(self, s: State) -> bool:
        """True while the event that wants a location is in force."""
        return s.now.event is not None and s.now.event.card == self.card

    def asks(self, s: State) -> bool:
        return self.awaited(s) and super().asks(s)

    def run(self, s: State) -> None:
        if self.awaited(s):
            super().run(s)

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(None, "R-NYC-38", "police", 1, "location")

    def found(self, s: State, square: str) -> None:
        s.now.event = EventNow(self.card, square)
