"""Mafia cards: mafia, info and items come onto the board (RULES 1.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core import todo
from companion.core.asks import DrawAsk, PullAsk
from companion.core.steps.chance import DrawStep, PullStep
from companion.games.newyork.rules import hands
from companion.games.newyork.rules.alert import lose, raise_alert
from companion.games.newyork.state import NYStep, State
from companion.games.newyork.words import FBI


def place_mafia(s: State, square: str, rule: str) -> None:
    """One mafia on a square (wire 3.4).

    R-NYC-46, R-NYC-50: nothing where a car or FBI is. R-NYC-47: two there already are replaced by FBI, alert +2.
    R-NYC-57: the reserve may be empty. R-NYC-112: the fifth FBI loses the game.
    """
    now = s.now
    if square in now.cars.squares or square in now.fbi:
        return
    if now.mafia.get(square, 0) >= 2:
        hands.take_mafia(s, square, now.mafia[square], "R-NYC-47")
        raise_alert(s, 2, "R-NYC-102")
        now.fbi.add(square)
        todo.place(s, "fbi", s.world.at[square], rule="R-NYC-47")
        if len(now.fbi) >= FBI:
            lose(s, "R-NYC-112")
    elif now.mafia_reserve:
        hands.add_mafia(s, square, rule)
    elif s.world.options.supply_empty == "alert":
        raise_alert(s, 1, "R-NYC-57")


class DrawMafia(DrawStep[State], frozen=True, tag="draw_mafia"):
    """R-NYC-44, R-NYC-45 (set-up: R-NYC-19): ``left`` mafia cards, the mafia of each at once.

    R-NYC-56: an empty deck is made anew from its discard; with nothing to draw the rest is dropped.
    """

    seat: str
    left: int
    rule: str

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return "mafia", s.now.mafia_deck.pile

    def asks(self, s: State) -> bool:
        return self.left > 0 and bool(s.now.mafia_deck.pile)

    def run(self, s: State) -> None:
        deck = s.now.mafia_deck
        if self.left and not deck.pile and deck.discard and s.world.options.mafia_deck_empty == "reshuffle":
            hands.reshuffle(s, "mafia", "R-NYC-56")
            s.agenda.append(self)

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(self.seat, self.rule, "mafia", self.left)

    def done(self, s: State, card: str) -> None:
        hands.draw_card(s, "mafia", card, self.rule)
        s.agenda.append(DrawMafia(self.seat, self.left - 1, self.rule))
        square = s.world.mafia_cards[card].mafia
        if square is not None:
            place_mafia(s, square, "R-NYC-45")


class CardInfo(PullStep[State], frozen=True, tag="card_info"):
    """R-NYC-51: a random info token on the info square of the last drawn mafia card.

    R-NYC-53: an empty bag raises the alert instead; R-NYC-55: a blank section never does.
    """

    seat: str
    rule: str

    def square(self, s: State) -> str | None:
        """The info square of the last drawn card, None if blank or no card was drawn."""
        display = s.now.mafia_deck.display
        return s.world.mafia_cards[display[-1]].info if display else None

    def asks(self, s: State) -> bool:
        return bool(s.now.info.bag) and self.square(s) is not None

    def run(self, s: State) -> None:
        if self.square(s) is not None:
            raise_alert(s, 1, "R-NYC-53")

    def ask(self, s: State) -> PullAsk:
        return PullAsk(self.seat, self.rule, "info", f"square:{self.square(s)}")

    def bag(self, s: State) -> tuple[str, Mapping[str, int]]:
        return "info", s.now.info.bag

    def done(self, s: State, token: str) -> None:
        hands.add_info(s, token, f"square:{self.square(s)}", "bag", self.rule)


class ItemOnSquare(PullStep[State], frozen=True):
    """R-NYC-54: a random item on a square that has none; R-NYC-57: the supply may be empty."""

    def square(self, s: State) -> str | None:
        """Where the item goes, None if nowhere."""
        raise NotImplementedError

    def asks(self, s: State) -> bool:
        square = self.square(s)
        return square is not None and square not in s.now.items.squares and bool(s.now.items.supply)

    def run(self, s: State) -> None:
        square = self.square(s)
        if square is not None and square not in s.now.items.squares and s.world.options.supply_empty == "alert":
            raise_alert(s, 1, "R-NYC-57")

    def bag(self, s: State) -> tuple[str, Mapping[str, int]]:
        return "items", s.now.items.supply

    def done(self, s: State, token: str) -> None:
        square = self.square(s)
        assert square is not None
        hands.add_item(s, token, square, self.ask(s).rule)


class CardItem(ItemOnSquare, frozen=True, tag="card_item"):
    """R-NYC-54: the item of the last drawn mafia card."""

    seat: str
    rule: str

    def square(self, s: State) -> str | None:
        display = s.now.mafia_deck.display
        return s.world.mafia_cards[display[-1]].item if display else None

    def ask(self, s: State) -> PullAsk:
        return PullAsk(self.seat, self.rule, "items", f"square:{self.square(s)}")


class DiscardMafia(NYStep, frozen=True, tag="discard_mafia"):
    """R-NYC-19: the card of the set-up is put away once it has been resolved."""

    def run(self, s: State) -> None:
        hands.discard_display(s, "mafia", "R-NYC-19")
