"""What effects can name and count: squares, people, pieces, and numbers of the table (WIRE.md 6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from companion.core.effects import IT, THEM
from companion.games.newyork.content import (
    ALL_WITH,
    CHOSEN,
    PEOPLE,
    ROLES,
    TOWARD,
    TOWARDS,
    TYPES,
    WILD,
    EachEffect,
    IfEffect,
    LaterEffect,
    MoveCar,
    PassItem,
    TakeCar,
)
from companion.games.newyork.state import State, active, relatives

WITH: Final = "with_"
STATIONS: Final = "stations"
NEAR: Final = "near"


# Squares.


def targets(s: State, target: str | None) -> Sequence[str]:
    """The squares of a target; empty if it does not exist (WIRE.md 6). Not ``random``, nor what the table chooses."""
    if target is None:
        return []
    if target in s.world.neighbours:
        return [target]
    if target in _TARGETS:
        return _TARGETS[target](s)
    thing = target.removeprefix(WITH)
    return square_of(s, thing) if thing in ROLES else sorted(pieces_on(s, thing))


def _here(s: State) -> list[str]:
    seat = active(s)
    return square_of(s, seat) if seat else []


_TARGETS: Final[Mapping[str, Callable[[State], Sequence[str]]]] = {
    "event": lambda s: [s.now.event.square] if s.now.event and s.now.event.square else [],
    "each_character": lambda s: [one.square for one in s.now.characters.values() if one.square is not None],
    "challenge": lambda s: [task.square for task in s.now.tasks if task.id == "final" and task.square],
    "here": _here,
    NEAR: lambda s: [near for square in _here(s) for near in s.world.neighbours[square]],
    STATIONS: lambda s: sorted(s.world.stations),
    "most_mafia": lambda s: [square for square, n in sorted(s.now.mafia.items()) if n == max(s.now.mafia.values())],
}


def choosable(s: State, target: str, source: str | None = None) -> Sequence[str]:
    """The squares among which the table chooses; ``source`` is where something comes from."""
    if target == "choose_station":
        return sorted(s.world.stations)
    if target in TOWARDS:
        return _toward(s, target.removeprefix(TOWARD), [source] if source is not None else targets(s, "here"))
    if target == "choose_near":
        beside = [source] if source is not None else targets(s, "here")
        return [near for square in beside for near in s.world.neighbours.get(square, ())]
    return s.world.squares


def _toward(s: State, who: str, start: Sequence[str]) -> Sequence[str]:
    """The first squares of the shortest ways to somebody; none if somebody is there."""
    ends = [square for seat in people(s, "all" if who == "nearest" else who) for square in square_of(s, seat)]
    far, edge = dict.fromkeys(ends, 0), ends
    while edge:
        edge = [near for square in edge for near in s.world.neighbours[square] if near not in far]
        far |= dict.fromkeys(edge, max(far.values()) + 1)
    beside = [(square, near) for square in start for near in s.world.neighbours.get(square, ())]
    return [near for square, near in beside if far.get(near, 0) < far.get(square, 0)]


def square_of(s: State, seat: str) -> list[str]:
    """The square of a seat; none if it is not in play, or nobody follows where it stands."""
    character = s.now.characters.get(seat)
    return [character.square] if character is not None and character.square is not None else []


# People.

OF: Final = {"items": "held_item", "wounds": "held_wound", "skill": "held_skill"}


def people(s: State, who: str) -> list[str]:
    """The seats of ``who``, in seat order (WIRE.md 6); of those with most or fewest, all that are equal."""
    if who in _PEOPLE:
        return _PEOPLE[who](s)
    most, _, what = who.partition("_")
    if most in ("most", "fewest"):
        counts = {seat: held(s, OF[what], seat) for seat in s.world.seats}
        best = (max if most == "most" else min)(counts.values())
        return [seat for seat, n in counts.items() if n == best]
    return [who] if who in s.world.seats else []


def _together(s: State) -> list[str]:
    seat = active(s)
    if seat is None or s.now.characters[seat].square is None:
        return []
    there = {seat, *relatives(s, seat)}
    return [other for other in s.world.seats if other in there]


def _playing(s: State) -> list[str]:
    seat = active(s)
    return [seat] if seat else []


def _others(s: State) -> list[str]:
    return [seat for seat in s.world.seats if seat != active(s)]


def _wounded(s: State) -> list[str]:
    return [seat for seat in s.world.seats if s.now.characters[seat].wounded]


_PEOPLE: Final[Mapping[str, Callable[[State], list[str]]]] = {
    **dict.fromkeys(("all", "player", "somebody"), lambda s: list(s.world.seats)),
    "active": _playing,
    **dict.fromkeys(("others", "other"), _others),
    **dict.fromkeys(("here", "player_here"), _together),
    **dict.fromkeys(("wounded", "wounded_player"), _wounded),
}


def held(s: State, what: str, seat: str, item: str | None = None) -> int:
    """How many items (of a kind), wounds or skill tokens somebody has."""
    character = s.now.characters[seat]
    if what == "held_wound":
        return character.wounded
    if what == "held_skill":
        return character.skill
    hands = (character.ready, character.used)
    return sum(n for hand in hands for kind, n in hand.items() if item in (None, kind))


# Things: what ``each`` is done for, and what ``if`` counts.

PIECES: Final = frozenset({"car", "mafia", "fbi", "info", "item", "token"})
SQUARES: Final = frozenset({"square", "car_square", "mafia_square", "station", "square_near"})
FIGURES: Final = frozenset({"player_here", "player_there", "square_near", "together"})
"""What depends on where figures stand, and ..."""
DICE: Final = frozenset({*TYPES, WILD})
"""... on dice: in light mode only people know it."""


def pieces_on(s: State, what: str, token: str = "") -> Mapping[str, int]:
    """How many of a piece lie on each square."""
    now = s.now
    match what:
        case "car":
            return now.cars.squares
        case "mafia":
            return now.mafia
        case "fbi":
            return dict.fromkeys(now.fbi, 1)
        case "info":
            return {square: sum(tokens.values()) for square, tokens in now.info.squares.items()}
        case "item":
            return dict.fromkeys(now.items.squares, 1)
    return {square: n for square, names in now.tokens.items() if (n := names.get(token, 0))}


def _squares(s: State, effect: EachEffect | IfEffect) -> Sequence[str]:
    """The squares of a thing, sorted; a square twice for two pieces of it."""
    what = effect.of
    if what == "square":
        return s.world.squares if effect.at is None else targets(s, effect.at)
    if what == "station":
        found: Sequence[str] = sorted(s.world.stations)
    elif what == "square_near":
        found = targets(s, NEAR)
    elif what in ("car_square", "mafia_square"):
        found = sorted(pieces_on(s, what.removesuffix("_square")))
    else:
        pieces = pieces_on(s, str(what), effect.token)
        found = [square for square in sorted(pieces) for _ in range(pieces[square])]
    if effect.at is None:
        return found
    among = set(targets(s, effect.at))
    return [square for square in found if square in among]


def things(s: State, effect: EachEffect | IfEffect) -> Sequence[Mapping[str, str]] | None:
    """Each thing, with what ``it`` and ``them`` stand for; None: only people know (light mode)."""
    what = str(effect.of)
    if s.world.options.light and (what in FIGURES or what in DICE or _by_figures(s, effect)):
        return None
    if what in PIECES or what in SQUARES:
        return [{IT: square} for square in _squares(s, effect)]
    if what in PEOPLE:
        there = _standing(s, effect.at) if what == "player_there" else people(s, what)
        among = there if effect.at is None else _standing(s, effect.at)
        return [{THEM: seat} for seat in there if seat in among]
    return [{}] * number(s, effect)


def _standing(s: State, at: str | None) -> list[str]:
    among = set(targets(s, at))
    return [seat for seat, one in s.now.characters.items() if one.square in among]


def _by_figures(s: State, effect: EachEffect | IfEffect) -> bool:
    """True for squares that depend on where figures stand, and for people who stand on a square."""
    at = effect.at or ""
    placed = at in ("here", "each_character", NEAR) or at.removeprefix(WITH) in ROLES
    return placed or (bool(at) and effect.of in PEOPLE)


def number(s: State, effect: EachEffect | IfEffect) -> int:
    """A number of the table, or of somebody."""
    now, what = s.now, str(effect.of)
    if what.startswith("held_"):
        item = effect.item if isinstance(effect, IfEffect) else None
        return sum(held(s, what, seat, item) for seat in people(s, effect.who or "active"))
    if what in DICE:
        pool = now.turn.pool.values() if now.turn is not None else ()
        return sum(die.face == what and not die.spent for die in pool)
    if what == "together":
        squares = [one.square for one in now.characters.values() if one.square is not None]
        return max((squares.count(square) for square in squares), default=0)
    numbers = {"alert": now.alert, "story": now.story, "round": now.round, "bag_info": sum(now.info.bag.values())}
    return numbers[what]


def holds(s: State, effect: IfEffect) -> bool | None:
    """Whether there are as many of a thing as an ``if`` says; None: only people know."""
    if effect.of is None:
        return None
    found = things(s, effect)
    if found is None:
        return None
    least = 0 if effect.least is None else effect.least
    return len(found) >= least and (effect.most is None or len(found) <= effect.most)


def by_figures(effect: Any) -> bool:
    """True if an effect happens where a figure stands: in light mode hands do it."""
    if isinstance(effect, IfEffect | EachEffect | PassItem):
        return False
    places = [getattr(effect, field, None) for field in ("at", "from_", "to")]
    return any(place in (NEAR, "choose_near", *TOWARDS) or str(place).removeprefix(WITH) in ROLES for place in places)


def nowhere(s: State, effect: Any) -> bool:
    """True if an effect wants squares that nobody follows, so that hands do it in light mode.

    What waits for a deed wants to know where; where the board has no squares, all but a random one is open.
    """
    if isinstance(effect, LaterEffect) and {effect.at, effect.to} & {"here", "each_character"}:
        return True
    if s.world.squares or isinstance(effect, IfEffect | EachEffect | PassItem):
        return False
    places = {getattr(effect, field, None) for field in ("at", "from_", "to")}
    return bool(places & (CHOSEN | ALL_WITH))


def chosen_field(effect: Any) -> str | None:
    """The first field of an effect with a square that is still to be chosen.

    A police car is chosen by itself (``car``), and where it goes after that.
    """
    for field in ("at", "from_", "to"):
        if getattr(effect, field, None) in CHOSEN and not isinstance(effect, MoveCar | TakeCar):
            return field
    return None
