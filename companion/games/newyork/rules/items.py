"""Items and skills (RULES.md 9, 13; WIRE.md 4, `use`)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.answers import Answer
from companion.core.refusals import Refused, not_this
from companion.core.texts import T
from companion.games.newyork.answers import Skill, UseItem
from companion.games.newyork.content import COLOURS, RESULT_ITEMS, SKILL_COLOUR, SKILL_RULE
from companion.games.newyork.rules import pieces
from companion.games.newyork.rules.actions import (
    RollAgain,
    check_free,
    check_info,
    check_item,
    check_trip,
    collect_info,
    go,
    info_payments,
    item_payments,
    take_item,
    trips,
)
from companion.games.newyork.rules.effects import EFFECTS, CardEffects, happened
from companion.games.newyork.rules.pieces import move_car, raise_alert
from companion.games.newyork.state import (
    Character,
    NYStep,
    NYVerb,
    PoolDie,
    State,
    forbidden,
    guarded,
    here,
    relatives,
    stuck,
    turn,
)

# Using items (RULES.md 9, 13; WIRE.md 4, `use`).


def own(s: State) -> Character:
    """The active character."""
    return s.now.characters[turn(s).seat]


def check_usable(s: State, item: str) -> None:
    """R-NYC-37: nothing forbids the use of items, or of this one."""
    if forbidden(s, "items"):
        raise Refused("illegal", T("No items can be used now."), "R-NYC-37")
    if forbidden(s, item):
        raise Refused("illegal", T("This item cannot be used now."), "R-NYC-37")


class Using(NYVerb[UseItem]):
    """R-NYC-85: a face-up item of the hand is used at no action cost and turned face down."""

    def options(self, s: State) -> Iterable[Answer]:
        ready = own(s).ready
        if not ready or forbidden(s, "items"):
            return ()
        found: list[Answer] = []
        for item in sorted(ready):
            if item in _ITEMS and not forbidden(s, item):
                found += _ITEMS[item].options(s)
        return [*found, *OWN.options(s)] if s.world.own_items else found

    def check(self, s: State, answer: UseItem) -> None:
        check_usable(s, answer.item)
        if answer.item not in own(s).ready:
            raise Refused("illegal", T("This item is not face up in your hand."), "R-NYC-85")
        _use_of(s, answer.item).check(s, answer)

    def do(self, s: State, answer: UseItem) -> None:
        if answer.item != "cash" and answer.item not in s.world.own_items:
            pieces.turn_down(s, answer.item, turn(s).seat, "R-NYC-85")
        # The item's own effects come first, so they are put on top of what waited for its use.
        happened(s, ("use", here(s), None))
        _use_of(s, answer.item).do(s, answer)


class ResultItem(NYVerb[UseItem]):
    """R-NYC-114, R-NYC-117, R-NYC-118: one more result this turn, as a die of its own that is never re-rolled."""

    def __init__(self, item: str) -> None:
        self.item = item

    def options(self, s: State) -> Iterable[Answer]:
        return [UseItem(self.item)]

    def check(self, s: State, answer: UseItem) -> None:
        return

    def do(self, s: State, answer: UseItem) -> None:
        pool, n = turn(s).pool, 1
        while f"{self.item}{n}" in pool:
            n += 1
        pool[f"{self.item}{n}"] = PoolDie(RESULT_ITEMS[self.item])


class BikeItem(NYVerb[UseItem]):
    """R-NYC-119: one step more for each move action of this turn, also those already begun."""

    def options(self, s: State) -> Iterable[Answer]:
        return [UseItem("bike")]

    def check(self, s: State, answer: UseItem) -> None:
        return

    def do(self, s: State, answer: UseItem) -> None:
        turn(s).bikes += 1
        turn(s).steps += turn(s).moves


class LaptopItem(NYVerb[UseItem]):
    """R-NYC-115: collect an info token from an adjacent square, at its normal cost."""

    def options(self, s: State) -> Iterable[Answer]:
        for square in s.world.neighbours[here(s)]:
            for token, dice in info_payments(s, square):
                yield UseItem("laptop", square=square, token=token, with_=dice)

    def check(self, s: State, answer: UseItem) -> None:
        check_adjacent(s, answer.square, "R-NYC-115")
        check_info(s, answer.square, answer.token, answer.with_)  # type: ignore[arg-type]

    def do(self, s: State, answer: UseItem) -> None:
        collect_info(s, answer.square, answer.token, answer.with_)  # type: ignore[arg-type]


class CashItem(NYVerb[UseItem]):
    """R-NYC-116: heal an own wound or remove one mafia; the token leaves the game (C-NYC-08, C-NYC-09, G-NYC-29)."""

    def _healable(self, s: State) -> list[str]:
        seat = turn(s).seat
        return [seat, *relatives(s, seat)] if s.world.options.cash_heal == "same_square" else [seat]

    def options(self, s: State) -> Iterable[Answer]:
        for seat in self._healable(s):
            for colour in COLOURS:
                if colour in s.now.characters[seat].lost:
                    yield UseItem("cash", seat=seat, colour=colour)
        for square in sorted(s.now.mafia):
            if square == here(s) or s.world.options.cash_range == "anywhere":
                yield UseItem("cash", square=square)

    def check(self, s: State, answer: UseItem) -> None:
        if isinstance(answer.square, str):
            if answer.square != here(s) and s.world.options.cash_range != "anywhere":
                raise Refused("illegal", T("Cash works only where you are."), "R-NYC-116")
            if answer.square not in s.now.mafia:
                raise Refused("illegal", T("There is no mafia to bribe."), "R-NYC-116")
        elif answer.seat not in self._healable(s) or answer.colour not in s.now.characters[str(answer.seat)].lost:
            raise Refused("illegal", T("There is no wound here that cash can heal."), "R-NYC-116")

    def do(self, s: State, answer: UseItem) -> None:
        to_box = s.world.options.cash_discard == "box"
        pieces.return_item(s, "cash", False, turn(s).seat, "R-NYC-116", to_box=to_box)
        if isinstance(answer.square, str):
            pieces.take_mafia(s, answer.square, 1, "R-NYC-116")
        else:
            pieces.heal(s, str(answer.seat), str(answer.colour), "R-NYC-116")


class NewspaperItem(NYVerb[UseItem]):
    """R-NYC-120: travel by subway without a step and without alert; with ``all``, every trip of the turn."""

    def options(self, s: State) -> Iterable[Answer]:
        return [UseItem("newspaper", to=to) for to in trips(s)]

    def check(self, s: State, answer: UseItem) -> None:
        check_trip(s, str(answer.to))
        check_free(s, str(answer.to))

    def do(self, s: State, answer: UseItem) -> None:
        if s.world.options.newspaper_trips == "all":
            turn(s).free_subway = True
        go(s, str(answer.to), "R-NYC-120", ride=True)


class RadioItem(NYVerb[UseItem]):
    """R-NYC-121, G-NYC-22: move a police car to an adjacent square without car or FBI, for alert +1."""

    def options(self, s: State) -> Iterable[Answer]:
        return [UseItem("radio", from_=source, to=to) for source, to in radio_moves(s)]

    def check(self, s: State, answer: UseItem) -> None:
        check_radio(s, str(answer.from_), str(answer.to))

    def do(self, s: State, answer: UseItem) -> None:
        use_radio(s, str(answer.from_), str(answer.to))


class DroneItem(NYVerb[UseItem]):
    """R-NYC-122: collect the item of an adjacent square. R-NYC-123: send drone and one other item to any seat."""

    def options(self, s: State) -> Iterable[Answer]:
        for square in s.world.neighbours[here(s)]:
            for dice in item_payments(s, square):
                yield UseItem("drone", square=square, with_=dice)
        for used, item in self._others(s):
            for seat in s.world.seats:
                if seat != turn(s).seat:
                    yield UseItem("drone", seat=seat, send=item, used=used)

    def _others(self, s: State) -> list[tuple[bool, str]]:
        """The items of the hand besides this drone, as face-down and kind."""
        ready = dict(own(s).ready)
        ready["drone"] -= 1
        found = [(False, item) for item in sorted(ready) if ready[item]]
        return found + [(True, item) for item in sorted(own(s).used)]

    def check(self, s: State, answer: UseItem) -> None:
        if isinstance(answer.square, str):
            check_adjacent(s, answer.square, "R-NYC-122")
            check_item(s, answer.square, answer.with_)  # type: ignore[arg-type]
            return
        if answer.seat == turn(s).seat or answer.seat not in s.now.characters:
            raise Refused("illegal", T("The drone flies to another player."), "R-NYC-123")
        if (answer.used, answer.send) not in self._others(s):
            raise Refused("illegal", T("This item is not in your hand."), "R-NYC-123")

    def do(self, s: State, answer: UseItem) -> None:
        if isinstance(answer.square, str):
            take_item(s, answer.square, answer.with_)  # type: ignore[arg-type]
            return
        seat, to = turn(s).seat, str(answer.seat)
        pieces.give_item(s, "drone", True, seat, to, "R-NYC-123")
        pieces.give_item(s, str(answer.send), bool(answer.used), seat, to, "R-NYC-123")


class RaincoatItem(NYVerb[UseItem]):
    """R-NYC-124: ignore the mafia here. R-NYC-125: ignore police or FBI on one square, for alert +1."""

    def options(self, s: State) -> Iterable[Answer]:
        if stuck(s, here(s)):
            yield UseItem("raincoat", ignore="mafia")
        for square in sorted(s.now.cars.squares.keys() | s.now.fbi):
            if guarded(s, square):
                yield UseItem("raincoat", square=square, ignore="police")

    def check(self, s: State, answer: UseItem) -> None:
        if answer.ignore == "mafia":
            if not stuck(s, here(s)):
                raise Refused("illegal", T("There is no mafia to ignore here."), "R-NYC-124")
        elif not guarded(s, str(answer.square)):
            raise Refused("illegal", T("There are no police and no FBI to ignore."), "R-NYC-125")

    def do(self, s: State, answer: UseItem) -> None:
        if answer.ignore == "mafia":
            turn(s).dealt[here(s)] = "evaded"
        else:
            raise_alert(s, 1, "R-NYC-106")
            turn(s).ignored.add(str(answer.square))


class OwnItemUse(NYVerb[UseItem]):
    """An item that only this box has: what it does is in the box; in light mode, too."""

    def options(self, s: State) -> Iterable[Answer]:
        ready = own(s).ready
        usable = [item for item, own in sorted(s.world.own_items.items()) if item in ready and own.when is None]
        there = [item for item in usable if not forbidden(s, item) and self._payable(s, item)]
        return [] if forbidden(s, "items") else [UseItem(item) for item in there]

    def check(self, s: State, answer: UseItem) -> None:
        if answer.item not in s.world.own_items or s.world.own_items[answer.item].when is not None:
            raise not_this("R-NYC-43")
        check_usable(s, answer.item)
        if answer.item not in own(s).ready:
            raise Refused("illegal", T("This item is not face up in your hand."), "R-NYC-85")
        if not self._payable(s, answer.item):
            raise Refused("illegal", T("You cannot pay what this item costs."), "R-NYC-85")

    def _payable(self, s: State, item: str) -> bool:
        return EFFECTS.possible(s, s.world.own_items[item].effects, "R-NYC-85")

    def do(self, s: State, answer: UseItem) -> None:
        item, seat = s.world.own_items[answer.item], turn(s).seat
        if item.once:
            pieces.return_item(s, item.id, False, seat, "R-NYC-85", to_box=True)
        elif not s.world.options.light:
            pieces.turn_down(s, item.id, seat, "R-NYC-85")
        s.agenda.append(CardEffects(item.effects, "R-NYC-85"))


OWN = OwnItemUse()


def by_themselves(s: State, seat: str, when: str) -> list[NYStep]:
    """What the face-up items of a hand do at a time of its owner's turn, last first."""
    if not s.world.own_items:
        return []
    ready = s.now.characters[seat].ready
    items = [item for name, item in sorted(s.world.own_items.items(), reverse=True) if name in ready]
    return [CardEffects(item.effects, "R-NYC-85") for item in items if item.when == when and not forbidden(s, item.id)]


def _use_of(s: State, item: str) -> NYVerb[UseItem]:
    """The rules of an item."""
    return OWN if item in s.world.own_items else _ITEMS[item]


_ITEMS: dict[str, NYVerb[UseItem]] = {
    **{item: ResultItem(item) for item in RESULT_ITEMS},
    "bike": BikeItem(),
    "laptop": LaptopItem(),
    "cash": CashItem(),
    "newspaper": NewspaperItem(),
    "radio": RadioItem(),
    "drone": DroneItem(),
    "raincoat": RaincoatItem(),
}


def check_adjacent(s: State, square: object, rule: str) -> None:
    """The square touches the own one."""
    if square not in s.world.neighbours[here(s)]:
        raise Refused("illegal", T("This square is not adjacent."), rule)


def radio_moves(s: State) -> Iterable[tuple[str, str]]:
    """Each car that the radio can move, and where to."""
    blocked = s.now.cars.squares.keys() | s.now.fbi
    for source in sorted(s.now.cars.squares):
        for to in s.world.neighbours[source]:
            if to not in blocked:
                yield source, to


def check_radio(s: State, source: str, to: str) -> None:
    """R-NYC-121: a car on ``source``, ``to`` adjacent to it, without car and FBI."""
    if (source, to) not in radio_moves(s):
        raise Refused("illegal", T("The radio moves a car to an adjacent square without car or FBI."), "R-NYC-121")


def use_radio(s: State, source: str, to: str) -> None:
    """R-NYC-106, R-NYC-121: alert +1, the car moves, and with ``nyc.radio_as_placement`` it catches mafia."""
    raise_alert(s, 1, "R-NYC-106")
    move_car(s, source, to, "R-NYC-121", catches=s.world.options.radio_as_placement)


# Skills (RULES.md 9).


class Skills(NYVerb[Skill]):
    """R-NYC-87: a skill token is spent, at no action cost.

    R-NYC-88: father heals a wound of another character here. R-NYC-89 to R-NYC-92: mother, daughter and son roll
    a die of their colour again, chosen by the colour of the die; no grey dice come with it.
    """

    def options(self, s: State) -> Iterable[Answer]:
        seat = turn(s).seat
        characters = s.now.characters
        if not characters[seat].skill or forbidden(s, "skills"):
            return ()
        if seat == "father":
            wounds = [
                (other, colour)
                for other in relatives(s, seat)
                for colour in COLOURS
                if colour in characters[other].lost
            ]
            return [Skill(seat=other, colour=colour) for other, colour in wounds]
        return [Skill(die=die) for die in sorted(turn(s).pool) if die.startswith(SKILL_COLOUR[seat])]

    def check(self, s: State, answer: Skill) -> None:
        seat = turn(s).seat
        rule = SKILL_RULE[seat]
        if forbidden(s, "skills"):
            raise Refused("illegal", T("No skills can be used now."), "R-NYC-37")
        if not s.now.characters[seat].skill:
            raise Refused("illegal", T("There is no skill token left."), "R-NYC-87")
        if isinstance(answer.die, str):
            colour = SKILL_COLOUR.get(seat)
            if colour is None or not answer.die.startswith(colour) or answer.die not in turn(s).pool:
                raise Refused("illegal", T("This skill does not roll that die again."), rule)
        elif (
            seat != "father"
            or answer.seat not in relatives(s, seat)
            or answer.colour not in s.now.characters[str(answer.seat)].lost
        ):
            raise Refused("illegal", T("Only the father heals, and only a wounded relative on his square."), "R-NYC-88")

    def do(self, s: State, answer: Skill) -> None:
        seat = turn(s).seat
        pieces.lose_skill(s, seat, 1, "R-NYC-87")
        if isinstance(answer.die, str):
            s.agenda.append(RollAgain((answer.die,), SKILL_RULE[seat]))
        else:
            pieces.heal(s, str(answer.seat), str(answer.colour), "R-NYC-88")
