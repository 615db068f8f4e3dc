"""The facts of a game, its views and pieces (WIRE.md 9 and 10), and corrections (WIRE.md 11)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct, field

from companion.core.effects import DieStep
from companion.core.facts import MOST, Facts, limit, set_count
from companion.core.instructions import Pieces, ident, put_piece, split
from companion.core.piles import UNKNOWN, merged
from companion.core.refusals import BadPack, Refused, known, known_each
from companion.core.rules import Rules
from companion.core.texts import T, Words
from companion.core.validation import Identifier, Name
from companion.games.newyork.content import (
    CARD_RESULT,
    CARS,
    COLOURS,
    DICE,
    FACES,
    FBI,
    MAFIA,
    RESULT_ITEMS,
    SIDES,
    SKILL_TOKENS,
    TOKENS,
    TYPES,
    AnyEffect,
    Forbidden,
    Modified,
    Result,
    TokenEffect,
    UntilNow,
    When,
    as_written,
    read_effects,
    read_need,
)
from companion.games.newyork.content import Text as PackText
from companion.games.newyork.rules.actions import DiceStep
from companion.games.newyork.rules.rounds import NewRound, NextTurn, OpenTurn, fresh_turn, playing_agenda, round_agenda
from companion.games.newyork.rules.story import final_task, next_card
from companion.games.newyork.state import (
    Cars,
    Character,
    EventNow,
    InForce,
    NewYorkTurn,
    NYStep,
    PoolDie,
    State,
    TaskInForce,
    turn,
)

# Corrections, a function each (WIRE.md 11): the table.

MOST_ROUNDS = 999
MOST_PER_TURN = 10
MOST_MAFIA = 2

FACTS: Facts[State] = Facts(
    {
        "seat": lambda s: s.world.seats,
        "square": lambda s: s.world.neighbours,
        "colour": lambda s: COLOURS,
        "item": lambda s: s.world.item_kinds,
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


def _field(name: str, kind: Any, *, of: Callable[[State], Any] = lambda s: s.now, **how: Any) -> None:
    """Declare a fact that is the field of that name of ``now``, or of another record; of None it has no value."""

    @fact(name, kind, get=lambda s: getattr(of(s), name, None), **how)
    def _set(s: State, value: Any) -> None:
        setattr(of(s), name, value)


@fact("alert", int, values=lambda s: range(s.now.limit + 1), get=lambda s: s.now.alert, label=T("Alert"),
      icon="marker:alert")  # fmt: skip
def _alert(s: State, value: int) -> None:
    s.now.alert = value
    reached = "players" if s.now.phase == "players" else "police"
    s.now.limit_hit = reached if value >= s.now.limit else None


_field("round", int, possible=after_setup, values=lambda s: range(1, MOST_ROUNDS + 1), label=T("Round"), icon="book")
_field("mafia_per_turn", int, values=lambda s: range(MOST_PER_TURN + 1), label=T("Mafia cards in each turn"),
       icon="card:mafia")  # fmt: skip
_field(
    "limit", int, values=lambda s: range(s.now.alert, s.world.alert_length + 1), label=T("Alert limit"), icon="alert"
)
_field("limit_hit", Literal["police", "players"] | None, label=T("Alert limit"), icon="alert")
_field("story", int, values=lambda s: range(s.world.story_length + 1), label=T("Story"), icon="marker:story")


@fact("revealed", int, possible=after_setup, values=lambda s: range(1, len(s.world.scenario.cards) + 1),
      get=lambda s: s.now.revealed, label=T("Open story cards"), icon="card:story")  # fmt: skip
def _revealed(s: State, value: int) -> None:
    """Set the number of revealed cards. Only the final challenge of them is applied."""
    cards = len(s.world.scenario.cards)
    s.now.revealed = value
    known_final = [task for task in s.now.tasks if task.id == "final"]
    if value < cards:
        s.now.tasks = [task for task in s.now.tasks if task.id != "final"]
    elif not known_final:
        s.now.tasks.append(final_task(s))


@fact("mafia", int, "square", values=lambda s, square: range(MOST_MAFIA + 1),
      get=lambda s, square: s.now.mafia.get(square, 0), label=T("Mafia"), icon="mafia")  # fmt: skip
def _mafia(s: State, square: str, value: int) -> None:
    set_count(s.now.mafia, square, value)


@fact("fbi", int, "square", values=lambda s, square: range(2), get=lambda s, square: int(square in s.now.fbi),
      label="{icon}", icon="fbi")  # fmt: skip
def _fbi(s: State, square: str, value: int) -> None:
    (s.now.fbi.add if value else s.now.fbi.discard)(square)


def _car_place(s: State, at: str, value: int) -> None:
    kind, place = split(at)
    on_track = kind == "alert" and re.fullmatch(r"[1-9][0-9]{0,3}", place) and int(place) <= s.now.limit
    if not on_track:
        known(at, {"beside:police", "deck:police", *s.world.at.values()})


def _cars_at(s: State, at: str) -> int:
    kind, place = split(at)
    if kind in ("square", "alert"):
        return (s.now.cars.squares if kind == "square" else s.now.cars.alert).get(place, 0)
    return s.now.cars.beside if kind == "beside" else s.now.cars.waiting


@fact("car", int, "at", names=_car_place, offered=lambda s, at: range(CARS + 1), get=_cars_at, label="{at}",
      icon="car", each=lambda s: ((at,) for at in (*s.world.at.values(), "beside:police", "deck:police")))  # fmt: skip
def _car(s: State, at: str, value: int) -> None:
    kind, place = split(at)
    limit(0 <= value <= MOST)
    if kind in ("square", "alert"):
        set_count(s.now.cars.squares if kind == "square" else s.now.cars.alert, place, value)
        _follow_cars(s)
    else:
        setattr(s.now.cars, "beside" if kind == "beside" else "waiting", value)


def _follow_cars(s: State) -> None:
    """On a board that is not whole hands put cars on squares of cards that are not known: when the supply has none
    left, they come from beside the deck (R-NYC-30), and then from those that wait on it."""
    cars = s.now.cars
    if s.world.pack.board.whole:
        return
    for place in ("beside", "waiting"):
        more = _cars_out(cars) - CARS
        setattr(cars, place, getattr(cars, place) - max(0, min(more, getattr(cars, place))))


def _cars_out(cars: Cars) -> int:
    """How many cars are not in the supply."""
    return cars.beside + cars.waiting + sum(cars.squares.values()) + sum(cars.alert.values())


def _info_place(s: State, at: str, token: str, value: int) -> None:
    known(at, {"bag:info", "kept:info", *s.world.at.values()})
    known(token, s.world.tokens)


def _info_at(s: State, at: str) -> Mapping[str, int]:
    info = s.now.info
    return {"bag:info": info.bag, "kept:info": info.kept}.get(at) or info.squares.get(ident(at), {})


def _each_info(s: State) -> Iterable[tuple[str, str]]:
    """R-NYC-06: the tokens by printed kind."""
    kinds = [token for kinds in s.world.kinds.values() for token in kinds if token != UNKNOWN]
    return product((*s.world.at.values(), "bag:info", "kept:info"), kinds)


@fact("info", int, "at", "token", names=_info_place, offered=lambda s, at, token: range(s.world.tokens[token] + 1),
      get=lambda s, at, token: _info_at(s, at).get(token, 0), label="{icon}", icon="info:{token}",
      each=_each_info)  # fmt: skip
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


@fact(
    "item",
    str | None,
    "square",
    names=lambda s, square, value: known_each([value] if value else [], s.world.item_kinds),
    get=lambda s, square: s.now.items.squares.get(square),
    label=T("Item"),
    icon="item",
)
def _item(s: State, square: str, value: str | None) -> None:
    if value is None:
        s.now.items.squares.pop(square, None)
    else:
        s.now.items.squares[square] = value


class HeldNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of an item in a hand, face up and face down."""

    ready: int
    used: int


def _each_kind(s: State) -> list[str]:
    """The kinds of items of this box."""
    return [item for item in s.world.item_kinds if item in s.world.items]


def _held(s: State, seat: str, item: str) -> HeldNumbers:
    hand = s.now.characters[seat]
    return HeldNumbers(hand.ready.get(item, 0), hand.used.get(item, 0))


@fact("hand", HeldNumbers, "seat", "item", get=_held, each=lambda s: product(s.world.seats, _each_kind(s)),
      label="{icon}", icon="item:{item}")  # fmt: skip
def _hand(s: State, seat: str, item: str, value: HeldNumbers) -> None:
    set_count(s.now.characters[seat].ready, item, value.ready)
    set_count(s.now.characters[seat].used, item, value.used)


@fact("box", int, "item", offered=lambda s, item: range(s.world.items[item] + 1), label="{icon}", icon="item:{item}",
      get=lambda s, item: s.now.items.box.get(item, 0), each=lambda s: product(_each_kind(s)))  # fmt: skip
def _box(s: State, item: str, value: int) -> None:
    set_count(s.now.items.box, item, value)


def _named(part: Any) -> Iterable[str]:
    """The names of tokens anywhere in a card."""
    if isinstance(part, TokenEffect):
        yield part.token
    elif isinstance(part, Struct):
        for name in part.__struct_fields__:
            yield from _named(getattr(part, name))
    elif isinstance(part, list):
        for one in part:
            yield from _named(one)


def _each_token(s: State) -> Iterable[tuple[str, str]]:
    """R-NYC-07: the token names of events, this story, and the board."""
    cards = [*s.world.police_cards.values(), *s.world.scenario.cards]
    named = {name for card in cards for name in _named(card)}
    return product(s.world.squares, sorted(named.union(*s.now.tokens.values())))


@fact("token", int, "square", "token", offered=lambda s, square, token: range(TOKENS + 1), label="{icon}",
      icon="token:{token}", get=lambda s, square, token: s.now.tokens.get(square, {}).get(token, 0),
      each=_each_token)  # fmt: skip
def _token(s: State, square: str, token: str, value: int) -> None:
    names = s.now.tokens.setdefault(square, {})
    set_count(names, token, value)
    if not names:
        del s.now.tokens[square]


@fact("position", str, "seat", possible=full, names=lambda s, seat, value: known(value, s.world.neighbours),
      get=lambda s, seat: s.now.characters[seat].square, label=T("Figures"), icon="figure:{seat}")  # fmt: skip
def _position(s: State, seat: str, value: str) -> None:
    s.now.characters[seat].square = value


def _dice(s: State, seat: str, colour: str) -> int:
    return s.world.dice[seat][colour]


@fact("lost", int, "seat", "colour", possible=full, offered=lambda s, seat, colour: range(_dice(s, seat, colour) + 1),
      get=lambda s, seat, colour: s.now.characters[seat].lost.get(colour, 0), label=T("wounds, {colour}"),
      each=lambda s: (one for one in product(s.world.seats, COLOURS) if _dice(s, *one)),
      icon="wound:{colour}")  # fmt: skip
def _lost(s: State, seat: str, colour: str, value: int) -> None:
    set_count(s.now.characters[seat].lost, colour, value)


@fact("wounds", int, "seat", possible=light, offered=lambda s, seat: range(s.world.own_dice(seat) + 1),
      get=lambda s, seat: s.now.characters[seat].wounds, label="{icon}", icon="wound")  # fmt: skip
def _wounds(s: State, seat: str, value: int) -> None:
    limit(0 <= value <= MOST)
    s.now.characters[seat].wounds = value


@fact("skill", int, "seat", values=lambda s, seat: range(SKILL_TOKENS + 1),
      get=lambda s, seat: s.now.characters[seat].skill, label="{icon}", icon="skill")  # fmt: skip
def _skill(s: State, seat: str, value: int) -> None:
    s.now.characters[seat].skill = value


@fact("played", bool, "seat", get=lambda s, seat: s.now.characters[seat].played, label=T("Has played"),
      icon="check")  # fmt: skip
def _played(s: State, seat: str, value: bool) -> None:
    s.now.characters[seat].played = value


class Piles(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of a deck outside its draw pile."""

    discard: list[str]
    display: list[str]


def _deck_cards(s: State, deck: str, value: Piles) -> None:
    piles = s.now.deck(deck)
    there = {*piles.pile, *piles.discard, *piles.display, *s.world.decks[deck]}
    for card in value.discard + value.display:
        known(card, there)


@fact("deck", Piles, "deck", names=_deck_cards)
def _deck(s: State, deck: str, value: Piles) -> None:
    out = value.discard + value.display
    named = [card for card in out if card != UNKNOWN]
    piles = s.now.deck(deck)
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


@fact("event", EventValue | None, names=_event_names, get=lambda s: s.now.event, label=T("Event of the round"),
      icon="card:police")  # fmt: skip
def _event(s: State, value: EventValue | None) -> None:
    s.now.event = EventNow(value.card, value.square) if value is not None else None


# Corrections: effects in force, tasks, and the current turn.

MOST_CHANGE = 20


def in_turn(s: State) -> bool:
    """Only during a turn, in full mode."""
    return s.now.turn is not None and not s.world.options.light


class ModifyFact(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="modify"):
    """``modify`` in force; with ``square`` only there."""

    what: Modified
    n: int
    until: UntilNow
    square: str | None = None


class ForbidFact(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="forbid"):
    """``forbid`` in force; with ``square`` only there."""

    what: Forbidden
    until: UntilNow
    square: str | None = None


class CloseFact(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="close"):
    """``close`` in force; with ``to`` only the way between the two squares."""

    square: str
    until: UntilNow
    to: str | None = None


class LaterFact(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="later"):
    """Effects that wait for their time, with the rule of their card, and the police card if it is one."""

    when: When
    until: UntilNow | Literal["once"]
    do: list[dict[str, Any]]
    rule: Name
    card: str = ""
    square: str | None = None
    to: str | None = None
    first: bool = False


AnyFact: TypeAlias = ModifyFact | ForbidFact | CloseFact | LaterFact


class TaskFact(Struct, frozen=True, forbid_unknown_fields=True):
    """A task in force, as facts show it."""

    id: Identifier
    square: str | None
    need: dict[str, Any]
    text: PackText
    then: list[dict[str, Any]]
    else_: list[dict[str, Any]] = field(name="else")
    until: UntilNow
    rule: Name
    paid: dict[Result, Annotated[int, Meta(ge=1, le=20)]] = {}


def _effect_names(s: State, value: list[AnyFact]) -> None:
    squares = [square for one in value for square in (one.square, getattr(one, "to", None)) if square is not None]
    known_each(squares, s.world.neighbours)
    known_each([one.card for one in value if isinstance(one, LaterFact) and one.card], [*s.world.police_cards, UNKNOWN])


@fact("effects", list[AnyFact], names=_effect_names, get=lambda s: [effect_fact(one) for one in s.now.effects])
def _effects(s: State, value: list[AnyFact]) -> None:
    effects = []
    for one in value:
        if isinstance(one, CloseFact):
            effects.append(InForce("close", one.until, square=one.square, to=one.to))
        elif isinstance(one, LaterFact):
            do = _read(s, one.do, "do")
            effects.append(
                InForce("later", one.until, None, 0, one.square, one.to, one.when, do, one.rule, one.card, one.first)
            )
        elif isinstance(one, ForbidFact):
            effects.append(InForce("forbid", one.until, one.what, square=one.square))
        else:
            limit(one.n != 0 and -MOST_CHANGE <= one.n <= MOST_CHANGE)
            effects.append(InForce("modify", one.until, one.what, one.n, one.square))
    s.now.effects = effects


@fact(
    "tasks",
    list[TaskFact],
    names=lambda s, value: known_each([one.square for one in value if one.square is not None], s.world.neighbours),
    get=lambda s: [task_fact(one) for one in s.now.tasks],
    label=T("Tasks in force"),
    icon="star",
)
def _tasks(s: State, value: list[TaskFact]) -> None:
    limit(len({one.id for one in value}) == len(value))
    s.now.tasks = [_task(s, one) for one in value]


def _read(s: State, effects: list[dict[str, Any]], path: str) -> list[AnyEffect]:
    try:
        return read_effects(effects, s.world.neighbours, path, s.world.own_items)
    except BadPack as bad:
        raise Refused("malformed", T("These effects cannot be read: {problem}", problem=bad.problems[0])) from None


def _task(s: State, one: TaskFact) -> TaskInForce:
    try:
        then = _read(s, one.then, "then")
        otherwise = _read(s, one.else_, "else")
        need = read_need(one.need)
    except BadPack as bad:
        raise Refused("malformed", T("This task cannot be read: {problem}", problem=bad.problems[0])) from None
    return TaskInForce(
        one.id,
        one.square,
        need,
        one.text,
        one.until,
        one.rule,
        then,
        otherwise,
        one.then,
        one.else_,
        {str(kind): n for kind, n in one.paid.items()},
    )


_of_turn: Any = partial(_field, of=lambda s: s.now.turn, possible=in_turn, place="turn")
_of_turn("actions", int, values=lambda s: range(10), label=T("Actions left"), icon="star")
_of_turn("steps", int, values=lambda s: range(100), label=T("Steps left"), icon="steps")
_of_turn("moves", int, values=lambda s: range(10), label=T("Moves made"), icon="steps")
_of_turn("bikes", int, values=lambda s: range(21), label=T("Bikes used"), icon="item:bike")
_of_turn("extra_used", bool, label=T("Extra step made"), icon="steps")
_of_turn("fight_open", bool, label=T("In a fight"), icon="fight")
_of_turn("free_subway", bool, label=T("Free subway"), icon="subway")


def _squares(name: str, label: Words, icon: str) -> None:
    @fact(name, list[str], possible=in_turn, names=lambda s, value: known_each(value, s.world.neighbours), label=label,
          icon=icon, get=lambda s: sorted(getattr(s.now.turn, name, ())))  # fmt: skip
    def _set(s: State, value: list[str]) -> None:
        setattr(turn(s), name, set(value))


_squares("visited", T("Visited"), "steps")
_squares("ignored", T("Police ignored"), "item:raincoat")


@fact("dealt", Literal["faced", "evaded"] | None, "square", possible=in_turn, label=T("Mafia was"), icon="fight",
      get=lambda s, square: s.now.turn and s.now.turn.dealt.get(square))  # fmt: skip
def _dealt(s: State, square: str, value: str | None) -> None:
    if value is None:
        turn(s).dealt.pop(square, None)
    else:
        turn(s).dealt[square] = value


class DieFact(Struct, frozen=True, forbid_unknown_fields=True):
    """A die of the pool."""

    face: str
    spent: bool


def _die_names(s: State, die: str, value: DieFact | None) -> None:
    _faces(die)
    if value is not None:
        known(value.face, FACES)


def _of_a_die(s: State, die: str) -> list[DieFact | None]:
    faces = dict.fromkeys(_faces(die))
    return [None, *(DieFact(face, spent) for face in faces for spent in (False, True))]


def _die_now(s: State, die: str) -> DieFact | None:
    there = None if s.now.turn is None else s.now.turn.pool.get(die)
    return None if there is None else DieFact(there.face, there.spent)


@fact("die", DieFact | None, "die", possible=in_turn, names=_die_names, values=_of_a_die, get=_die_now,
      each=lambda s: ((die,) for die in DICE))  # fmt: skip
def _die(s: State, die: str, value: DieFact | None) -> None:
    if value is None:
        turn(s).pool.pop(die, None)
        return
    turn(s).pool[die] = PoolDie(value.face, value.spent)


def _faces(die: str) -> tuple[str, ...]:
    """The faces of a die, or of a result from an item."""
    result = re.fullmatch(rf"({'|'.join([*RESULT_ITEMS, CARD_RESULT])})[1-9][0-9]?", die)
    if result:
        return (RESULT_ITEMS[result[1]],) if result[1] in RESULT_ITEMS else TYPES
    known(die, SIDES)
    return SIDES[die]


class AtSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A point in a seat's turn."""

    phase: Literal["turn", "play"]
    seat: str


def _phase_seat(s: State, value: str | AtSeat) -> None:
    if isinstance(value, AtSeat):
        known(value.seat, s.world.seats)


def _phases(s: State) -> list[str | AtSeat]:
    return ["police", "players", *(AtSeat(phase, seat) for seat in s.world.seats for phase in ("turn", "play"))]


@fact("phase", Literal["police", "players"] | AtSeat, possible=after_setup, names=_phase_seat, values=_phases,
      label=T("Moment"), icon="players")  # fmt: skip
def _phase(s: State, value: str | AtSeat) -> None:
    """Continue the game from that phase, replacing the agenda."""
    s.now.turn = None
    s.now.turn = begun_turn(s, value)
    s.now.phase = "police" if value == "police" else "players"
    s.agenda[:] = agenda_at(s, value)


def begun_turn(s: State, value: str | AtSeat) -> NewYorkTurn | None:
    """The turn that a value of ``phase`` is in; None outside a turn."""
    if not isinstance(value, AtSeat) or value.phase == "turn":
        return None
    begun = fresh_turn(s, value.seat)
    begun.step = "play"
    return begun


def agenda_at(s: State, value: str | AtSeat) -> list[NYStep]:
    """The agenda at a value of ``phase``."""
    if value == "police":
        return round_agenda()
    agenda: list[NYStep] = [NewRound(), NextTurn()]
    if isinstance(value, AtSeat):
        if value.phase == "turn":
            agenda.append(OpenTurn(value.seat))
        else:
            agenda += reversed(playing_agenda(s, value.seat)[-2:])
    return agenda


# All facts, views and pieces (WIRE.md 9 and 10), and the invariants after a correction (R-GEN-04). A correction
# triggers no rules: no car is caught, no card revealed, no loss.


def _turn(s: State) -> dict[str, Any] | None:
    turn = s.now.turn
    if turn is None:
        return None
    if s.world.options.light:
        return {"seat": turn.seat, "step": turn.step}
    top = s.agenda[-1] if s.agenda else None
    shown: dict[str, Any] = msgspec.to_builtins(turn)
    return shown | {
        "ignored": sorted(turn.ignored),
        "visited": sorted(turn.visited),
        "rolling": top.dice(s) if isinstance(top, DiceStep | DieStep) else [],
    }


def _character(character: Character) -> dict[str, Any]:
    return {
        "square": character.square,
        "lost": dict(character.lost),
        "wounds": character.wounded,
        "skill": character.skill,
        "played": character.played,
        "items": {"ready": dict(character.ready), "used": dict(character.used)},
    }


def effect_fact(effect: InForce) -> dict[str, Any]:
    """The fact of an effect in force."""
    shown: dict[str, Any] = msgspec.to_builtins(effect)
    return shown | {"do": as_written(effect.do)} if effect.do else shown


def task_fact(task: TaskInForce) -> dict[str, Any]:
    """The fact of a task in force: need, then and else as in the pack."""
    paid = {"paid": task.paid} if task.paid else {}
    return {
        "id": task.id,
        "square": task.square,
        "need": msgspec.to_builtins(task.need),
        "text": task.text,
        "then": task.raw_then,
        "else": task.raw_otherwise,
        "until": task.until,
        "rule": task.rule,
        **paid,
    }


def _lay_hand(lay: Any, seat: str, character: Character) -> None:
    at = f"hand:{seat}"
    if character.square is not None:
        lay(f"square:{character.square}", f"figure:{seat}")
    for hand in (character.ready, character.used):
        for item, n in hand.items():
            lay(at, f"item:{item}", n)
    for colour, n in character.lost.items():
        lay(at, f"wound:{colour}", n)
    lay(at, "skill", character.skill)
    lay(at, "wound", character.wounds)


def _lay_tracks_and_decks(lay: Any, s: State) -> None:
    now = s.now
    lay(f"alert:{now.alert}", "marker:alert")
    lay(f"story:{now.story}", "marker:story")
    for position, n in now.cars.alert.items():
        lay(f"alert:{position}", "car", n)
    for index, card in enumerate(s.world.scenario.cards):
        if index < now.revealed:
            lay("display:story", "card:story")
        elif card.position is not None:
            lay(f"story:{card.position}", "card:story")
    lay("beside:police", "car", now.cars.beside)
    lay("deck:police", "car", now.cars.waiting)
    for name, deck in (("mafia", now.mafia_deck), ("police", now.police_deck)):
        for place, cards in (("deck", deck.pile), ("discard", deck.discard), ("display", deck.display)):
            lay(f"{place}:{name}", f"card:{name}", len(cards))


def _rest(printed: Mapping[str, int], out: Sequence[Mapping[str, int]], supply: Mapping[str, int]) -> dict[str, int]:
    """The supply that remains when these pieces are out; unknown pieces stay in it."""
    used = merged(out)
    used.pop(UNKNOWN, None)
    limit(all(n <= printed.get(kind, 0) for kind, n in used.items()))
    left = {kind: n - used.get(kind, 0) for kind, n in printed.items() if n > used.get(kind, 0)}
    return {**left, UNKNOWN: supply[UNKNOWN]} if UNKNOWN in supply else left


# What is followed over the whole game.

TRACKS, AGAINST = T("Alert and story"), T("Against the family")
FACTS.follow("alert", lambda s: s.now.alert, label=T("Alert"), icon="marker:alert", chart=TRACKS,
             most=lambda s: s.now.limit)  # fmt: skip
FACTS.follow("story", lambda s: s.now.story, label=T("Story"), icon="marker:story", chart=TRACKS,
             most=lambda s: s.world.story_length)  # fmt: skip
FACTS.follow("mafia", lambda s: sum(s.now.mafia.values()), label=T("Mafia"), chart=AGAINST, weight=0.3,
             mark=("purple", "square"))  # fmt: skip
FACTS.follow("cars", lambda s: sum(s.now.cars.squares.values()), label=T("Police"), icon="car", chart=AGAINST,
             weight=0.2, mark=("blue", "disc"))  # fmt: skip
FACTS.follow("fbi", lambda s: len(s.now.fbi), label=T("FBI"), chart=AGAINST, most=FBI, weight=2,
             mark=("yellow", "triangle"))  # fmt: skip
FACTS.follow("wounds", lambda s: sum(character.wounded for character in s.now.characters.values()),
             label=T("Wounds"), icon="wound", chart=AGAINST, weight=0.9, mark=("red", "diamond"))  # fmt: skip


class NewYorkFacts(Rules[State]):
    """All facts and corrections; none is secret."""

    corrections = FACTS

    def facts(self, s: State) -> dict[str, Any]:
        """WIRE.md 9: all facts; decks are listed by their possible cards."""
        now = s.now
        following = next_card(s)
        return {
            "game": self.name,
            "pack": s.world.pack.id,
            "scenario": s.world.scenario.id,
            "follow": s.world.options.follow,
            "seats": list(s.world.seats),
            "phase": now.phase,
            "round": now.round,
            "turn": _turn(s),
            "alert": {"at": now.alert, "limit": now.limit, "limit_hit": now.limit_hit},
            "story": {
                "at": now.story,
                "revealed": now.revealed,
                "next": following.position if following is not None else None,
            },
            "mafia_per_turn": now.mafia_per_turn,
            "mafia": {"reserve": now.mafia_reserve, "squares": dict(now.mafia)},
            "fbi": {"supply": now.fbi_supply, "squares": sorted(now.fbi)},
            "cars": msgspec.to_builtins(now.cars),
            "info": msgspec.to_builtins(now.info),
            "items": msgspec.to_builtins(now.items),
            "tokens": msgspec.to_builtins(now.tokens),
            "decks": {
                name: {"deck": len(deck.pile), "discard": sorted(deck.discard), "display": list(deck.display)}
                for name, deck in (("mafia", now.mafia_deck), ("police", now.police_deck))
            },
            "characters": {seat: _character(character) for seat, character in now.characters.items()},
            "event": msgspec.to_builtins(now.event),
            "effects": [effect_fact(effect) for effect in now.effects],
            "tasks": [task_fact(task) for task in now.tasks],
            "result": dict(now.result) if now.result else None,
            "pieces": self.pieces(s),
        }

    def view(self, s: State, seat: str | None) -> dict[str, Any]:
        """WIRE.md 9: nothing is secret, so every view has all facts and the visible texts."""
        event = s.now.event
        return {
            **self.facts(s),
            "texts": {
                "story": [card.text for card in s.world.scenario.cards[: s.now.revealed]],
                "event": s.world.police_cards[event.card].event.text if event else None,
            },
        }

    def pieces(self, s: State) -> Pieces:
        """WIRE.md 10: the pieces at each place, without zeros and empty places."""
        now = s.now
        found: Pieces = {}
        lay = partial(put_piece, found)
        for kind, counts in (("mafia", now.mafia), ("car", now.cars.squares), ("fbi", dict.fromkeys(now.fbi, 1))):
            for square, n in counts.items():
                lay(f"square:{square}", kind, n)
        for square, tokens in now.info.squares.items():
            for token, n in tokens.items():
                lay(f"square:{square}", f"info:{token}", n)
        for square, item in now.items.squares.items():
            lay(f"square:{square}", f"item:{item}")
        for square, names in now.tokens.items():
            for name, n in names.items():
                lay(f"square:{square}", f"token:{name}", n)
        for place, bag in (("bag:info", now.info.bag), ("kept:info", now.info.kept)):
            for token, n in bag.items():
                lay(place, f"info:{token}", n)
        for item, n in now.items.box.items():
            lay("box", f"item:{item}", n)
        for seat, character in now.characters.items():
            _lay_hand(lay, seat, character)
        _lay_tracks_and_decks(lay, s)
        return found

    def face_down(self, s: State) -> Pieces:
        """The items used this round, by hand (R-NYC-86)."""
        return {
            f"hand:{seat}": {f"item:{item}": n for item, n in character.used.items()}
            for seat, character in s.now.characters.items()
            if character.used
        }

    def balance(self, s: State) -> None:
        """R-GEN-04: recompute the supplies; no more pieces can be out than are printed."""
        now = s.now
        now.mafia_reserve = MAFIA - sum(now.mafia.values())
        limit(now.mafia_reserve >= 0)
        limit(len(now.fbi) < FBI)
        now.cars.supply = CARS - _cars_out(now.cars)
        limit(now.cars.supply >= 0)
        info = now.info
        info.reserve = _rest(s.world.tokens, [info.bag, info.kept, *info.squares.values()], info.reserve)
        on_squares = [{item: 1} for item in now.items.squares.values()]
        in_hands = [hand for character in now.characters.values() for hand in (character.ready, character.used)]
        now.items.supply = _rest(s.world.items, [now.items.box, *on_squares, *in_hands], now.items.supply)
        limit(sum(sum(names.values()) for names in now.tokens.values()) <= TOKENS)
        for seat, character in now.characters.items():
            limit(all(character.lost.get(colour, 0) <= s.world.dice[seat][colour] for colour in COLOURS))
            limit(character.wounds <= s.world.own_dice(seat))
