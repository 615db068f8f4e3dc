"""Effects on pieces of the board (wire section 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core import todo
from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, DrawAsk, PullAsk
from companion.core.piles import put, take
from companion.core.refusals import not_this
from companion.core.steps.chance import PullStep
from companion.games.newyork.answers import ChooseCar
from companion.games.newyork.content.effect_data import (
    AddCar,
    AlertEffect,
    BagAdd,
    MoveCar,
    PlaceInfo,
    PlaceItem,
    PlaceMafia,
    RemoveMafia,
    TokenEffect,
)
from companion.games.newyork.effects.sequence import does, targets
from companion.games.newyork.rules import hands
from companion.games.newyork.rules.alert import lower_alert, raise_alert
from companion.games.newyork.rules.mafia import ItemOnSquare, place_mafia
from companion.games.newyork.rules.police_deck import Location, move_car
from companion.games.newyork.state import NYStep, State, active
from companion.games.newyork.words import COLOURS, TOKENS


@does(AlertEffect)
def alert(s: State, effect: AlertEffect, squares: Sequence[str], rule: str) -> None:
    """Raise the alert, or lower it."""
    if effect.n > 0:
        raise_alert(s, effect.n, rule)
    else:
        lower_alert(s, -effect.n, rule)


@does(PlaceMafia)
def more_mafia(s: State, effect: PlaceMafia, squares: Sequence[str], rule: str) -> None:
    """Place mafia ``n`` times on each square, each as in wire 3.4."""
    for square in squares:
        for _ in range(effect.n):
            place_mafia(s, square, rule)


@does(RemoveMafia)
def less_mafia(s: State, effect: RemoveMafia, squares: Sequence[str], rule: str) -> None:
    """Remove mafia, as far as there is any, without alert."""
    for square in squares:
        there = s.now.mafia.get(square, 0)
        hands.take_mafia(s, square, there if effect.n == "all" else min(effect.n, there), rule)


@does(PlaceInfo)
def more_info(s: State, effect: PlaceInfo, squares: Sequence[str], rule: str) -> None:
    """Put info tokens on each square."""
    wanted = [square for square in squares for _ in range(effect.n)]
    if effect.colour is None:
        s.agenda.append(InfoFromBag(wanted, rule))
    else:
        s.agenda.append(InfoFromReserve([(f"square:{square}", effect.colour) for square in wanted], rule))


@does(BagAdd)
def fill_bag(s: State, effect: BagAdd, squares: Sequence[str], rule: str) -> None:
    """R-NYC-95: move info tokens from the reserve into the bag, as far as possible."""
    add_to_bag(s, effect, rule)


def add_to_bag(s: State, amounts: object, rule: str) -> None:
    """R-NYC-15, R-NYC-95: put ``blue``, ``red`` and ``yellow`` of ``amounts`` into the bag, in this order."""
    wanted = [("bag:info", colour) for colour in COLOURS for _ in range(getattr(amounts, colour))]
    s.agenda.append(InfoFromReserve(wanted, rule))


class InfoFromBag(PullStep[State], frozen=True, tag="info_from_bag"):
    """A random info token on each of ``squares``; R-NYC-53: an empty bag raises the alert instead."""

    squares: list[str]
    rule: str

    def asks(self, s: State) -> bool:
        return bool(self.squares and s.now.info.bag)

    def run(self, s: State) -> None:
        if self.squares:
            s.agenda.append(InfoFromBag(self.squares[1:], self.rule))
            raise_alert(s, 1, "R-NYC-53")

    def ask(self, s: State) -> PullAsk:
        return PullAsk(active(s), self.rule, "info", f"square:{self.squares[0]}")

    def bag(self, s: State) -> tuple[str, Mapping[str, int]]:
        return "info", s.now.info.bag

    def done(self, s: State, token: str) -> None:
        s.agenda.append(InfoFromBag(self.squares[1:], self.rule))
        hands.add_info(s, token, f"square:{self.squares[0]}", "bag", self.rule)


class InfoFromReserve(PullStep[State], frozen=True, tag="info_from_reserve"):
    """Move info tokens of a colour from the reserve. Asks only if the colour is there at both costs.

    R-NYC-15: then it is random which. R-NYC-100: tokens that the reserve lacks are skipped.
    """

    wanted: list[tuple[str, str]]
    rule: str

    def there(self, s: State) -> dict[str, int]:
        """The tokens of the next colour in the reserve."""
        reserve = s.now.info.reserve
        return {kind: reserve[kind] for kind in s.world.kinds[self.wanted[0][1]] if kind in reserve}

    def asks(self, s: State) -> bool:
        return bool(self.wanted) and len(self.there(s)) > 1

    def run(self, s: State) -> None:
        if self.wanted:
            s.agenda.append(InfoFromReserve(self.wanted[1:], self.rule))
            for token in self.there(s):
                hands.add_info(s, token, self.wanted[0][0], "reserve", self.rule)

    def ask(self, s: State) -> PullAsk:
        at, colour = self.wanted[0]
        return PullAsk(active(s), self.rule, f"reserve:{colour}", at)

    def bag(self, s: State) -> tuple[str, Mapping[str, int]]:
        return f"reserve:{self.wanted[0][1]}", self.there(s)

    def done(self, s: State, token: str) -> None:
        s.agenda.append(InfoFromReserve(self.wanted[1:], self.rule))
        hands.add_info(s, token, self.wanted[0][0], "reserve", self.rule)


@does(PlaceItem)
def more_items(s: State, effect: PlaceItem, squares: Sequence[str], rule: str) -> None:
    """Put a random item on each square that has none."""
    s.agenda += [EffectItem(square, rule) for square in reversed(squares)]


class EffectItem(ItemOnSquare, frozen=True, tag="effect_item"):
    """A random item on a square, from a card effect."""

    place: str
    rule: str

    def square(self, s: State) -> str | None:
        return self.place

    def ask(self, s: State) -> PullAsk:
        return PullAsk(active(s), self.rule, "items", f"square:{self.place}")


@does(TokenEffect)
def tokens(s: State, effect: TokenEffect, squares: Sequence[str], rule: str) -> None:
    """R-NYC-07: put multi-purpose tokens of a name (10 in all) on squares, or remove them."""
    for square in squares:
        here = s.now.tokens.get(square, {})
        piece, at = f"token:{effect.token}", s.world.at[square]
        if effect.n > 0:
            free = TOKENS - sum(sum(names.values()) for names in s.now.tokens.values())
            n = min(effect.n, free)
            if n:
                put(s.now.tokens.setdefault(square, {}), effect.token, n)
            todo.place(s, piece, at, n, rule)
        else:
            n = min(-effect.n, here.get(effect.token, 0))
            if n:
                take(here, effect.token, n)
            if not here:
                s.now.tokens.pop(square, None)
            todo.remove(s, piece, at, n, rule)


@does(AddCar)
def add_cars(s: State, effect: AddCar, squares: Sequence[str], rule: str) -> None:
    """Put cars from the supply on the police deck, as many as there are."""
    n = min(effect.n, s.now.cars.supply)
    s.now.cars.supply -= n
    s.now.cars.waiting += n
    todo.place(s, "car", "deck:police", n, rule)


@does(MoveCar)
def cars(s: State, effect: MoveCar, squares: Sequence[str], rule: str) -> None:
    """Move a police car, if there are a car and a destination."""
    there = sorted(s.now.cars.squares)
    if effect.from_ != "choose":
        there = [square for square in there if square == effect.from_]
    if len(there) > 1:
        s.agenda.append(WhichCar(effect.to, rule))
    elif there:
        _send(s, there[0], effect.to, rule)


class WhichCar(NYStep, frozen=True, tag="which_car"):
    """Choose which of several cars an effect moves; not asked without a destination (wire section 3)."""

    to: str
    rule: str

    def asks(self, s: State) -> bool:
        goes = self.to in ("beside", "random") or bool(targets(s, self.to))
        return goes and len(s.now.cars.squares) > 1

    def run(self, s: State) -> None:
        for square in list(s.now.cars.squares):
            _send(s, square, self.to, self.rule)

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(active(s), self.rule, "car")

    def legal(self, s: State) -> Sequence[Answer]:
        return [ChooseCar(square) for square in sorted(s.now.cars.squares)]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, ChooseCar) or answer.from_ not in s.now.cars.squares:
            raise not_this(self.rule)
        _send(s, answer.from_, self.to, self.rule)


class CarLocation(Location, frozen=True, tag="car_location"):
    """R-NYC-38: the random destination of a car; not drawn if the car is gone (wire section 3)."""

    source: str
    rule: str

    def asks(self, s: State) -> bool:
        return self.source in s.now.cars.squares and super().asks(s)

    def run(self, s: State) -> None:
        if self.source in s.now.cars.squares:
            super().run(s)

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(active(s), "R-NYC-38", "police", 1, "location")

    def found(self, s: State, square: str) -> None:
        move_car(s, self.source, square, self.rule)


def _send(s: State, source: str, to: str, rule: str) -> None:
    """Move a car to a target. R-NYC-33: mafia there are caught."""
    if to == "random":
        s.agenda.append(CarLocation(source, rule))
    elif to == "beside":
        take(s.now.cars.squares, source)
        s.now.cars.beside += 1
        todo.move(s, "car", s.world.at[source], "beside:police", rule=rule)
    else:
        for square in targets(s, to):
            move_car(s, source, square, rule)
