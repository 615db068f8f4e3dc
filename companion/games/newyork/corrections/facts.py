"""The facts that can be corrected, one function each (wire/newyork.md section 11)."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from companion.core.facts import MOST, Facts, limit, set_count
from companion.core.instructions import split
from companion.core.piles import UNKNOWN
from companion.core.refusals import known
from companion.games.newyork.rules.story import final_task
from companion.games.newyork.state import EventNow, State
from companion.games.newyork.words import COLOURS, ITEMS, SKILL_TOKENS

MOST_ROUNDS = 999
MOST_PER_TURN = 10
MOST_MAFIA = 2

FACTS: Facts[State] = Facts(
    {
        "seat": lambda s: s.world.seats,
        "square": lambda s: s.world.neighbours,
        "colour": lambda s: COLOURS,
        "item": lambda s: ITEMS,
        "deck": lambda s: s.world.decks,
    }
)
fact = FACTS.fact


def after_setup(s: State) -> bool:
    """Not during setup."""
    return s.now.phase != "setup"


def full(s: State) -> bool:
    """Full mode only."""
    return not s.world.options.light


def light(s: State) -> bool:
    """Light mode only."""
    return s.world.options.light


@fact("alert", int, values=lambda s: range(s.now.limit + 1))
def _alert(s: State, value: int) -> None:
    s.now.alert = value
    reached = "players" if s.now.phase == "players" else "police"
    s.now.limit_hit = reached if value >= s.now.limit else None


@fact("limit", int, values=lambda s: range(s.now.alert, s.world.alert_length + 1))
def _limit(s: State, value: int) -> None:
    s.now.limit = value


@fact("limit_hit", Literal["police", "players"] | None)
def _limit_hit(s: State, value: str | None) -> None:
    s.now.limit_hit = value


@fact("story", int, values=lambda s: range(s.world.story_length + 1))
def _story(s: State, value: int) -> None:
    s.now.story = value


@fact("mafia_per_turn", int, values=lambda s: range(MOST_PER_TURN + 1))
def _mafia_per_turn(s: State, value: int) -> None:
    s.now.mafia_per_turn = value


@fact("revealed", int, possible=after_setup, values=lambda s: range(1, len(s.world.scenario.cards) + 1))
def _revealed(s: State, value: int) -> None:
    """Set the number of revealed cards. Only the final challenge of them is applied."""
    cards = len(s.world.scenario.cards)
    s.now.revealed = value
    known_final = [task for task in s.now.tasks if task.id == "final"]
    if value < cards:
        s.now.tasks = [task for task in s.now.tasks if task.id != "final"]
    elif not known_final:
        s.now.tasks.append(final_task(s))


@fact("round", int, possible=after_setup, values=lambda s: range(1, MOST_ROUNDS + 1))
def _round(s: State, value: int) -> None:
    s.now.round = value


@fact("mafia", int, "square", values=lambda s, square: range(MOST_MAFIA + 1))
def _mafia(s: State, square: str, value: int) -> None:
    set_count(s.now.mafia, square, value)


@fact("fbi", int, "square", values=lambda s, square: range(2))
def _fbi(s: State, square: str, value: int) -> None:
    (s.now.fbi.add if value else s.now.fbi.discard)(square)


def _car_place(s: State, at: str, value: int) -> None:
    kind, place = split(at)
    on_track = kind == "alert" and re.fullmatch(r"[1-9][0-9]{0,3}", place) and int(place) <= s.now.limit
    if not on_track:
        known(at, {"beside:police", "deck:police", *s.world.at.values()})


@fact("car", int, "at", names=_car_place)
def _car(s: State, at: str, value: int) -> None:
    kind, place = split(at)
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
    """The numbers of an item in a hand, face up and face down."""

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


@fact("skill", int, "seat", values=lambda s, seat: range(SKILL_TOKENS + 1))
def _skill(s: State, seat: str, value: int) -> None:
    s.now.characters[seat].skill = value


@fact("played", bool, "seat")
def _played(s: State, seat: str, value: bool) -> None:
    s.now.characters[seat].played = value


class Piles(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of a deck outside its draw pile."""

    discard: list[str]
    display: list[str]


def _deck_cards(s: State, deck: str, value: Piles) -> None:
    piles = s.now.mafia_deck if deck == "mafia" else s.now.police_deck
    there = {*piles.pile, *piles.discard, *piles.display, *s.world.decks[deck]}
    for card in value.discard + value.display:
        known(card, there)


@fact("deck", Piles, "deck", names=_deck_cards)
def _deck(s: State, deck: str, value: Piles) -> None:
    out = value.discard + value.display
    named = [card for card in out if card != UNKNOWN]
    piles = s.now.mafia_deck if deck == "mafia" else s.now.police_deck
    limit(len(set(named)) == len(named))
    limit(len(out) - len(named) <= (piles.pile + piles.discard + piles.display).count(UNKNOWN))
    piles.sort_out(s.world.decks[deck], value.discard, value.display)


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
