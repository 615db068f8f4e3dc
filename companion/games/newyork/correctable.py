"""The facts that a table can correct, one function each (wire/newyork.md section 11)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import Struct

from companion.core.bags import Bag
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.games.newyork.state import EventNow, State
from companion.games.newyork.story import final_task
from companion.games.newyork.words import COLOURS, ITEMS, SKILL_TOKENS

MOST = 99
MOST_ROUNDS = 999
MOST_PER_TURN = 10
MOST_MAFIA = 2


class Fact(Struct, frozen=True):
    """A fact that can be corrected: its selectors, the type of its value, when it can be, and how it is set.

    ``names`` and ``set`` get the state, the selectors in order and the value. ``names`` refuses ``unknown`` for
    names that do not exist and are no plain selector, ``set`` refuses ``illegal`` R-GEN-04 for what is out of range.
    """

    set: Callable[..., None]
    type: Any
    selects: tuple[str, ...]
    possible: Callable[[State], bool]
    names: Callable[..., None] | None

    def check_names(self, s: State, selected: Sequence[str], value: Any) -> None:
        """Refuse ``unknown`` for a name that does not exist at this table."""
        for selector, name in zip(self.selects, selected, strict=True):
            if selector in SELECTORS:
                known(name, SELECTORS[selector](s))
        if self.names is not None:
            self.names(s, *selected, value)


SELECTORS: dict[str, Callable[[State], Any]] = {
    "seat": lambda s: s.world.seats,
    "square": lambda s: s.world.neighbours,
    "colour": lambda s: COLOURS,
    "item": lambda s: ITEMS,
    "deck": lambda s: s.world.decks,
}


FACTS: dict[str, Fact] = {}


def always(s: State) -> bool:
    """Nothing hinders the correction."""
    return True


def after_setup(s: State) -> bool:
    """Not in set-up."""
    return s.now.phase != "setup"


def full(s: State) -> bool:
    """Only where positions and dice are followed."""
    return not s.world.options.light


def light(s: State) -> bool:
    """Only where they are not."""
    return s.world.options.light


def fact(
    name: str,
    kind: Any,
    *selects: str,
    possible: Callable[[State], bool] = always,
    names: Callable[..., None] | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register the function that sets a fact."""

    def register(setter: Callable[..., None]) -> Callable[..., None]:
        FACTS[name] = Fact(setter, kind, selects, possible, names)
        return setter

    return register


def limit(holds: bool) -> None:
    """R-GEN-04: refuse what cannot be on this table."""
    if not holds:
        raise Refused("illegal", T("That cannot be: more than the box holds, or out of range."), "R-GEN-04")


def known(name: str, names: Any) -> None:
    """Refuse a name that does not exist."""
    if name not in names:
        raise Refused("unknown", T("There is no {name} at this table.", name=name))


def set_count(bag: Bag, kind: str, n: int) -> None:
    """So many of a kind, none left out."""
    limit(0 <= n <= MOST)
    if n:
        bag[kind] = n
    else:
        bag.pop(kind, None)


@fact("alert", int)
def _alert(s: State, value: int) -> None:
    limit(0 <= value <= s.now.limit)
    s.now.alert = value
    reached = "players" if s.now.phase == "players" else "police"
    s.now.limit_hit = reached if value >= s.now.limit else None


@fact("limit", int)
def _limit(s: State, value: int) -> None:
    limit(s.now.alert <= value <= s.world.alert_length)
    s.now.limit = value


@fact("limit_hit", Literal["police", "players"] | None)
def _limit_hit(s: State, value: str | None) -> None:
    s.now.limit_hit = value


@fact("story", int)
def _story(s: State, value: int) -> None:
    limit(0 <= value <= s.world.story_length)
    s.now.story = value


@fact("mafia_per_turn", int)
def _mafia_per_turn(s: State, value: int) -> None:
    limit(0 <= value <= MOST_PER_TURN)
    s.now.mafia_per_turn = value


@fact("revealed", int, possible=after_setup)
def _revealed(s: State, value: int) -> None:
    """So many cards lie open; nothing of them is applied but the final challenge."""
    cards = len(s.world.scenario.cards)
    limit(1 <= value <= cards)
    s.now.revealed = value
    known_final = [task for task in s.now.tasks if task.id == "final"]
    if value < cards:
        s.now.tasks = [task for task in s.now.tasks if task.id != "final"]
    elif not known_final:
        s.now.tasks.append(final_task(s))


@fact("round", int, possible=after_setup)
def _round(s: State, value: int) -> None:
    limit(1 <= value <= MOST_ROUNDS)
    s.now.round = value


@fact("mafia", int, "square")
def _mafia(s: State, square: str, value: int) -> None:
    limit(value <= MOST_MAFIA)
    set_count(s.now.mafia, square, value)


@fact("fbi", int, "square")
def _fbi(s: State, square: str, value: int) -> None:
    limit(0 <= value <= 1)
    (s.now.fbi.add if value else s.now.fbi.discard)(square)


def _car_place(s: State, at: str, value: int) -> None:
    kind, _, place = at.partition(":")
    on_track = kind == "alert" and re.fullmatch(r"[1-9][0-9]{0,3}", place) and int(place) <= s.now.limit
    if not on_track:
        known(at, {"beside:police", "deck:police", *s.world.at.values()})


@fact("car", int, "at", names=_car_place)
def _car(s: State, at: str, value: int) -> None:
    kind, _, place = at.partition(":")
    limit(0 <= value <= MOST)
    if kind in ("square", "alert"):
        set_count(s.now.cars.squares if kind == "square" else s.now.cars.alert, place, value)
    else:
        setattr(s.now.cars, "beside" if kind == "beside" else "waiting", value)


def _info_place(s: State, at: str, token: str, value: int) -> None:
    known(at, {"bag:info", "kept:info", *s.world.at.values()})
    known(token, s.world.tokens)


@fact("info", int, "at", "token", names=_info_place)
def _info(s: State, at: str, token: str, value: int) -> None:
    info = s.now.info
    square = at.removeprefix("square:")
    if square == at:
        set_count(info.bag if at == "bag:info" else info.kept, token, value)
        return
    tokens = info.squares.setdefault(square, {})
    set_count(tokens, token, value)
    if not tokens:
        del info.squares[square]


def _item_kind(s: State, square: str, value: str | None) -> None:
    if value is not None:
        known(value, ITEMS)


@fact("item", str | None, "square", names=_item_kind)
def _item(s: State, square: str, value: str | None) -> None:
    if value is None:
        s.now.items.squares.pop(square, None)
    else:
        s.now.items.squares[square] = value


class Held(Struct, frozen=True, forbid_unknown_fields=True):
    """How many items of a kind a hand holds, face up and face down."""

    ready: int
    used: int


@fact("hand", Held, "seat", "item")
def _hand(s: State, seat: str, item: str, value: Held) -> None:
    set_count(s.now.characters[seat].ready, item, value.ready)
    set_count(s.now.characters[seat].used, item, value.used)


@fact("box", int, "item")
def _box(s: State, item: str, value: int) -> None:
    set_count(s.now.items.box, item, value)


@fact("token", int, "square", "token")
def _token(s: State, square: str, token: str, value: int) -> None:
    names = s.now.tokens.setdefault(square, {})
    set_count(names, token, value)
    if not names:
        del s.now.tokens[square]


def _position_square(s: State, seat: str, value: str) -> None:
    known(value, s.world.neighbours)


@fact("position", str, "seat", possible=full, names=_position_square)
def _position(s: State, seat: str, value: str) -> None:
    s.now.characters[seat].square = value


@fact("lost", int, "seat", "colour", possible=full)
def _lost(s: State, seat: str, colour: str, value: int) -> None:
    set_count(s.now.characters[seat].lost, colour, value)


@fact("wounds", int, "seat", possible=light)
def _wounds(s: State, seat: str, value: int) -> None:
    limit(0 <= value <= MOST)
    s.now.characters[seat].wounds = value


@fact("skill", int, "seat")
def _skill(s: State, seat: str, value: int) -> None:
    limit(0 <= value <= SKILL_TOKENS)
    s.now.characters[seat].skill = value


@fact("played", bool, "seat")
def _played(s: State, seat: str, value: bool) -> None:
    s.now.characters[seat].played = value


class Piles(Struct, frozen=True, forbid_unknown_fields=True):
    """What of a deck is not in its pile."""

    discard: list[str]
    display: list[str]


def _deck_cards(s: State, deck: str, value: Piles) -> None:
    for card in value.discard + value.display:
        known(card, s.world.decks[deck])


@fact("deck", Piles, "deck", names=_deck_cards)
def _deck(s: State, deck: str, value: Piles) -> None:
    out = value.discard + value.display
    limit(len(set(out)) == len(out))
    piles = s.now.mafia_deck if deck == "mafia" else s.now.police_deck
    piles.discard, piles.display = sorted(value.discard), list(value.display)
    piles.pile = sorted(s.world.decks[deck].keys() - set(out))


class EventValue(Struct, frozen=True, forbid_unknown_fields=True):
    """The event of the round."""

    card: str
    square: str | None


def _event_names(s: State, value: EventValue | None) -> None:
    if value is not None:
        known(value.card, s.world.police_cards)
        if value.square is not None:
            known(value.square, s.world.neighbours)


@fact("event", EventValue | None, names=_event_names)
def _event(s: State, value: EventValue | None) -> None:
    s.now.event = EventNow(value.card, value.square) if value is not None else None
