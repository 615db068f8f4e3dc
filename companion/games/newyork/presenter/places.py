"""The table check: everything by place, with its corrections (wire section 11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from companion.core.piles import UNKNOWN
from companion.core.texts import T, Words
from companion.games.newyork.content.effect_data import TokenEffect
from companion.games.newyork.corrections.checks import FACTS
from companion.games.newyork.presenter.course import at_square, course_places, turn_places
from companion.games.newyork.presenter.words.labels import COLOURS, ITEMS, SEATS, piece, square_name
from companion.games.newyork.presenter.words.log_lines import rest_of
from companion.games.newyork.state import Character, State
from companion.games.newyork.words import CARS, SKILL_TOKENS, TOKENS
from companion.games.newyork.words import COLOURS as COLOUR_ORDER
from companion.games.newyork.words import ITEMS as ITEM_ORDER
from companion.games.newyork.world import World
from companion.scene.counters import Change, as_described, change, number, one_of, setter
from companion.scene.parts import Cell, Counter, Fix, Place, PlaceGroup

BOARD = PlaceGroup("board", T("Board"), "table")
TRACKS = PlaceGroup("tracks", T("Tracks"), "marker:alert")
FAMILY = PlaceGroup("family", T("Family"), "players")
POLICE = PlaceGroup("police", T("Police"), "card:police")
MAFIA_CARDS = PlaceGroup("mafia", T("Mafia"), "card:mafia")

MAFIA_ON_SQUARE = 2
NAMES = {"mafia": T("Mafia")}
"""Names that differ beside a number."""
CARS_A_ROW = 10
"""Positions of the alert track per row."""


def places(s: State) -> list[Place]:
    """Squares, tracks, bags, hands, and each card of physical decks.

    Followed by what is not a piece: dice and numbers of the turn, and the course of the game.
    """
    names = _token_names(s)
    found = [_square(s, square, names) for square in s.world.squares]
    found += [_alert(s), _story(s), _cars(s)]
    found += [_bag(s, "bag:info", T("Info bag")), _bag(s, "kept:info", T("Info beside the board")), _box(s)]
    found += [_hand(s, seat, character) for seat, character in s.now.characters.items()]
    return [*found, *_cards(s), *turn_places(s), *course_places(s)]


def _square(s: State, square: str, tokens: Sequence[str]) -> Place:
    now, at = s.now, s.world.at[square]
    counters = [
        _pieces("mafia", now.mafia.get(square, 0), MAFIA_ON_SQUARE, "mafia", square=square),
        _pieces("car", now.cars.squares.get(square, 0), CARS, "car", at=at),
        _pieces("fbi", int(square in now.fbi), 1, "fbi", square=square),
        *_info(s, at, now.info.squares.get(square, {})),
        *_figures(s, square),
        _item(s, square),
        *_tokens(s, square, tokens),
        *at_square(s, square),
    ]
    return Place(at, square_name(s.world, square), BOARD, "station" if square in s.world.stations else "tile", counters)


def _pieces(name: str, n: int, most: int, fact: str, **selects: str) -> Counter:
    return number(name, NAMES.get(name) or piece(name), name, n, most, setter(fact, **selects))


def _info(s: State, at: str, here: dict[str, int]) -> list[Counter]:
    """R-NYC-06: the tokens by printed kind."""
    return [
        number(
            f"info:{token}",
            piece(f"info:{token}"),
            f"info:{token}",
            here.get(token, 0),
            s.world.tokens[token],
            setter("info", at=at, token=token),
        )
        for kinds in s.world.kinds.values()
        for token in kinds
        if token != UNKNOWN
    ]


def _figures(s: State, square: str) -> list[Counter]:
    """The figures on a square; a tap moves one here. Light mode does not track figures."""
    if s.world.options.light:
        return []
    cells = []
    for seat, character in s.now.characters.items():
        here = character.square == square
        fix = Fix([change("position", square, seat=seat)], SEATS[seat])
        cells.append(Cell("", here, f"figure:{seat}", None if here else fix, called=SEATS[seat]))
    return [Counter("figures", T("Figures"), "players", cells=cells)]


def _item(s: State, square: str) -> Counter:
    """R-NYC-11: a square holds at most one item."""
    kinds = [(item, "", f"item:{item}") for item in ITEM_ORDER if item in s.world.items]
    here = s.now.items.squares.get(square)
    return one_of(
        "item", T("Item"), "item", kinds, here, setter("item", square=square), none=True, called=ITEMS.__getitem__
    )


def _tokens(s: State, square: str, names: Sequence[str]) -> list[Counter]:
    here = s.now.tokens.get(square, {})
    return [
        number(
            f"token:{name}",
            piece(f"token:{name}"),
            f"token:{name}",
            here.get(name, 0),
            TOKENS,
            setter("token", square=square, token=name),
        )
        for name in names
    ]


def _token_names(s: State) -> list[str]:
    """R-NYC-07: the token names of events, this story, and the board."""
    cards = [*s.world.police_cards.values(), *s.world.scenario.cards]
    named = {name for card in cards for name in _named(card)}
    return sorted(named.union(*s.now.tokens.values()))


def _named(part: Any) -> Iterable[str]:
    """The token names anywhere in a card."""
    if isinstance(part, TokenEffect):
        yield part.token
    elif isinstance(part, Struct):
        for field in part.__struct_fields__:
            yield from _named(getattr(part, field))
    elif isinstance(part, list):
        for one in part:
            yield from _named(one)


def _alert(s: State) -> Place:
    """The marker, and the cars on the track (R-NYC-08)."""
    now, name = s.now, T("Alert")
    marker = number("alert", name, "marker:alert", now.alert, now.limit, setter("alert"))
    waiting = [_waiting(s, first) for first in range(1, now.limit + 1, CARS_A_ROW)]
    return Place("alert", name, TRACKS, "marker:alert", [marker, *waiting])


def _waiting(s: State, first: int) -> Counter:
    """The cars on a range of the alert track, starting at ``first``."""
    last = min(first + CARS_A_ROW - 1, s.now.limit)
    cells = []
    for position in range(first, last + 1):
        there = str(position) in s.now.cars.alert
        fix = Fix([change("car", 0 if there else 1, at=f"alert:{position}")], piece("car"))
        cells.append(Cell(str(position), there, "car", fix))
    return Counter(f"cars:{first}", T("Cars, {first} to {last}", first=first, last=last), "car", cells=cells)


def _story(s: State) -> Place:
    """The marker, and the number of revealed cards."""
    now, name = s.now, T("Story")
    at = number("story", name, "marker:story", now.story, s.world.story_length, setter("story"))
    shown = now.revealed
    most = shown if now.phase == "setup" else len(s.world.scenario.cards)
    cards = number("revealed", T("Open story cards"), "card:story", shown, most, setter("revealed"), least=1)
    return Place("story", name, TRACKS, "marker:story", [at, cards])


def _cars(s: State) -> Place:
    """The cars that are neither on the board nor on the alert track."""
    cars = s.now.cars
    counters = [
        number(at, name, "car", n, CARS, setter("car", at=at))
        for at, name, n in (
            ("beside:police", T("Beside the police deck"), cars.beside),
            ("deck:police", T("On the police deck"), cars.waiting),
        )
    ]
    return Place("cars", T("Police cars"), TRACKS, "car", counters)


def _bag(s: State, at: str, name: Words) -> Place:
    info = s.now.info
    here = info.bag if at == "bag:info" else info.kept
    return Place(at, name, TRACKS, "bag" if at == "bag:info" else "info:blue", _info(s, at, here))


def _box(s: State) -> Place:
    """Pieces out of the game (R-NYC-116)."""
    counters = [
        number(
            item, ITEMS[item], f"item:{item}", s.now.items.box.get(item, 0), s.world.items[item],
            setter("box", item=item),
        )
        for item in ITEM_ORDER
        if item in s.world.items
    ]  # fmt: skip
    return Place("box", T("Out of the game"), TRACKS, "box", counters)


def _hand(s: State, seat: str, character: Character) -> Place:
    """Skill tokens, wounds, items; used ones are face down in full mode."""
    counters = [_pieces("skill", character.skill, SKILL_TOKENS, "skill", seat=seat), *_wounds(s, seat, character)]
    for item in ITEM_ORDER:
        if item in s.world.items:
            counters += _held(s, seat, item, character)
    counters += as_described(FACTS, s, "played", T("Has played"), "check", character.played, seat=seat)
    return Place(seat, SEATS[seat], FAMILY, f"figure:{seat}", counters)


def _wounds(s: State, seat: str, character: Character) -> list[Counter]:
    """R-NYC-80: lost dice, or just a number of wounds."""
    if s.world.options.light:
        return [_pieces("wound", character.wounds, s.world.own_dice(seat), "wounds", seat=seat)]
    return [
        number(
            f"wound:{colour}",
            T("wounds, {colour}", colour=COLOURS[colour]),
            f"wound:{colour}",
            character.lost.get(colour, 0),
            s.world.dice[seat][colour],
            setter("lost", seat=seat, colour=colour),
        )
        for colour in COLOUR_ORDER
        if s.world.dice[seat][colour]
    ]


def _held(s: State, seat: str, item: str, character: Character) -> list[Counter]:
    """The number of an item in a hand, and how many are face down."""
    ready, used = character.ready.get(item, 0), character.used.get(item, 0)

    def fixed(face_up: int, face_down: int) -> list[Change]:
        return [change("hand", {"ready": face_up, "used": face_down}, seat=seat, item=item)]

    def in_all(n: int) -> list[Change]:
        down = min(used, n)
        return fixed(n - down, down)

    held = number(f"item:{item}", ITEMS[item], f"item:{item}", ready + used, s.world.items[item], in_all)
    if s.world.options.light or not ready + used:
        return [held]
    name = T("{item} (used)", item=ITEMS[item])
    return [
        held,
        number(f"used:{item}", name, "flip", used, ready + used, lambda n: fixed(ready + used - n, n)),
    ]


def _cards(s: State) -> list[Place]:
    """Each card of the decks: in the deck, on display, or discarded."""
    found = []
    for deck, group, cards in (
        ("police", POLICE, s.world.police_cards),
        ("mafia", MAFIA_CARDS, s.world.mafia_cards),
    ):
        for card in cards:
            counter = one_of(
                "pile", T("Where?"), f"card:{deck}", PILES, _pile(s, deck, card),
                partial(_moved, s, deck, card),
            )  # fmt: skip
            found.append(
                Place(f"{deck}:{card}", _card_name(s.world, deck, card), group, f"card:{deck}", [counter], deck)
            )
    return found


PILES = (("deck", T("Deck"), None), ("display", T("Open"), None), ("discard", T("Away"), None))
"""The places of a card."""


def _pile(s: State, deck: str, card: str) -> str:
    piles = s.now.mafia_deck if deck == "mafia" else s.now.police_deck
    return "display" if card in piles.display else "discard" if card in piles.discard else "deck"


def _moved(s: State, deck: str, card: str, to: str | None) -> list[Change]:
    piles = s.now.mafia_deck if deck == "mafia" else s.now.police_deck
    out = {
        "discard": [one for one in piles.discard if one != card],
        "display": [one for one in piles.display if one != card],
    }
    if to in out:
        out[to].append(card)
    return [change("deck", out, deck=deck)]


def _card_name(world: World, deck: str, card: str) -> Words:
    if deck == "police":
        police = world.police_cards[card]
        return T("{first} · {second}", first=square_name(world, police.square), second=police.event.title)
    mafia = world.mafia_cards[card]
    title = T("No mafia") if mafia.mafia is None else square_name(world, mafia.mafia)
    return T("{first} · {second}", first=title, second=rest_of(world, mafia))
