"""The state as facts, pieces and views, and what can be corrected (WIRE.md, "Facts" to "Corrections")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import product
from typing import Any, TypeAlias

from companion.core.facts import Facts, limit
from companion.core.instructions import Pieces, put_piece
from companion.core.piles import UNKNOWN, lay
from companion.core.refusals import known, known_each
from companion.core.texts import T, Words
from companion.games.escape.content import (
    ASSETS,
    CARDS_OF_AN_EXIT,
    EXITS,
    GANG,
    GANG_MARKERS,
    MOST_CASH,
    PATROL_IN_DECK,
    WOUNDS,
)
from companion.games.escape.rules.days import Turns
from companion.games.escape.rules.phases import OfferAssets, PlaceTile
from companion.games.escape.rules.pieces import counter, piece_of
from companion.games.escape.state import EscapeSeat, State, officer_types, stack_place, visible

Lay: TypeAlias = Callable[..., None]


def facts(state: State) -> dict[str, Any]:
    """All facts; decks and bags are listed by their possible cards."""
    return _shared(state) | {"secret": {seat: _secret(player) for seat, player in state.now.players.items()}}


def _secret(player: EscapeSeat) -> dict[str, Any]:
    return {"cash": player.cash, "plan": player.plan, "lines": dict(player.lines)}


def _shared(s: State) -> dict[str, Any]:
    now = s.now
    return {
        "day": now.day,
        "part": now.part,
        "phase": now.phase,
        "seats": list(s.world.seats),
        "order": list(now.order),
        "queue": list(now.queue),
        "city": list(now.city),
        "display": dict(now.display),
        "stacks": {letter: len(tiles) for letter, tiles in now.stacks.items()},
        "officers": {tile: dict(kinds) for tile, kinds in now.officers.items()},
        "bag": {kind: now.bag.get(kind, 0) for kind in officer_types(s)},
        "patrol": {
            "deck": now.patrol_deck,
            "box": 1,
            "spaces": dict(now.patrol),
            "blocked": now.blocked,
            "open": now.open_exit,
        },
        "exits": dict(now.exits),
        "contacts": {
            "deck": len(now.contacts.pile),
            "display": sorted(now.contacts.display),
            "discard": list(now.contacts.discard),
        },
        "plans": _plans(s),
        "gang": {"board": now.gang_board, "tiles": dict(now.gang), "box": now.gang_box},
        "business": dict(now.business),
        "safe_houses": dict(now.safe_houses),
        "stock": {what: now.stock.get(what, 0) for what in s.world.printed},
        "box": {what: now.box.get(what, 0) for what in s.world.printed},
        "players": {seat: _player(s, seat) for seat in s.world.seats},
        "escaped": list(now.escaped),
        "result": now.result,
        "pieces": pieces(s),
    }


def _plans(s: State) -> dict[str, int]:
    cards = len(s.world.plans) + s.world.unknown["escape_plans"]
    dealt = cards - len(s.now.plans) if s.world.options.private_plans else len(s.world.seats)
    return {"dealt": dealt, "box": cards - dealt}


def _player(s: State, seat: str) -> dict[str, Any]:
    player = s.now.players[seat]
    number = s.now.escaped.index(seat) + 1 if seat in s.now.escaped else None
    return {what: counter(what).value(player) for what in s.world.whats} | {
        "contacts": list(player.contacts),
        "income": player.income,
        "exit_cost": None if number is None else s.world.exit_cost(number),
    }


def pieces(state: State) -> Pieces:
    """The pieces at each place."""
    found: Pieces = {}
    lay = partial(put_piece, found)
    _lay_city(lay, state)
    _lay_board(lay, state)
    for seat, player in state.now.players.items():
        _lay_player(lay, state, seat, player)
    return found


def _lay_city(lay: Lay, s: State) -> None:
    now = s.now
    for tile in now.city:
        lay("board:city", f"tile:{tile}")
    for letter, shown in now.display.items():
        if shown is not None:
            lay(f"display:{letter}", f"tile:{shown}")
    for tile, kinds in now.officers.items():
        for kind, n in kinds.items():
            lay(f"tile:{tile}", f"officer:{kind}", n)
    for tile, n in now.gang.items():
        lay(f"tile:{tile}", "gang:member", n)
    for kind, places, home in (
        ("business", now.business, "board:business"),
        ("safe_house", now.safe_houses, "board:safe_houses"),
    ):
        for name, place in places.items():
            if place != "box":
                lay(home if place == "board" else place, f"{kind}:{name}")


def _lay_board(lay: Lay, s: State) -> None:
    now = s.now
    lay("board:gang", "gang:member", now.gang_board)
    for back, exit in now.exits.items():
        lay("board:exits" if exit is None else stack_place(s, exit), f"exit_stack:{back}")
    for exit, cards in now.patrol.items():
        lay(f"patrol:{exit}", f"patrol:{exit}", cards)
    for what, n in now.stock.items():
        lay("board:stock", piece_of(what), n)
    for place, cards_there in (("display", now.contacts.display), ("discard", now.contacts.discard)):
        for card in cards_there:
            lay(f"contacts:{place}", f"contact:{card}")
    for number, seat in enumerate(now.order, 1):
        lay(f"order:{number}", f"turn:{seat}")
    lay(f"time:{now.part}", "time:marker")


def _lay_player(lay: Lay, s: State, seat: str, player: EscapeSeat) -> None:
    at = f"player:{seat}"
    for what, n in player.held.items():
        lay(at, piece_of(what), n)
    for card in player.contacts:
        lay(at, f"contact:{card}")
    if player.plan is not None or not s.world.options.private_plans:
        lay(at, "plan:back")
    lay(at, "first_aid:tile")
    lay(at, "rest:tile")
    for space in player.cubes:
        lay(f"income:{seat}.{space}", "income:cube")
    for asset in ASSETS:
        lay(f"{'unlocked' if asset in player.unlocked else 'locked'}:{seat}", f"asset:{asset}")
    lay(f"green:{seat}", "wound:cube", WOUNDS - player.wounds)
    lay(f"wounds:{seat}", "wound:cube", player.wounds)
    lay(f"gangs:{seat}", f"gang_marker:{seat}", GANG_MARKERS - player.gangs)
    lay("board:gangs", f"gang_marker:{seat}", player.gangs)
    lay(f"notoriety:{player.notoriety}", f"notoriety:{seat}")


def face_down(state: State) -> Pieces:
    """First aid and rest tiles with their used side up."""
    found: Pieces = {}
    for seat, player in state.now.players.items():
        used = {f"{what}:tile": 1 for what in ("first_aid", "rest") if getattr(player, what)}
        if used:
            found[f"player:{seat}"] = used
    return found


# The facts that can be corrected, one function each (WIRE.md, "Corrections").


FACTS: Facts[State] = Facts(
    {
        "seat": lambda s: s.world.seats,
        "what": lambda s: s.world.printed,
        "tile": lambda s: s.world.tiles,
        "type": officer_types,
        "card": lambda s: s.world.contacts,
        "business": lambda s: s.world.business,
        "safe_house": lambda s: s.world.safe_houses,
        "exit": lambda s: EXITS,
        "asset": lambda s: ASSETS,
        "colour": lambda s: s.world.keys,
        "locker": lambda s: s.world.lockers,
    }
)
fact = FACTS.fact

ONCE = T("Nobody can be in this list twice.")


def _of_seat(what: str, label: Words, icon: str) -> None:
    """Declare a counter of a seat (R-EP-83); a correction offers no handcuffs."""

    @fact(what, counter(what).kind, "seat", label=label, icon=icon,
          get=lambda s, seat: counter(what).value(s.now.players[seat]))  # fmt: skip
    def _set(s: State, seat: str, value: Any) -> None:
        counter(what).set(s, s.now.players[seat], value)


def _family(name: str, kind: type) -> None:
    """The same for counters whose names are a stem, a colon and a kind."""
    stem = name.partition(":")[0]

    @fact(name, kind, "seat",
          get=lambda s, part, seat: counter(f"{stem}:{part}").value(s.now.players[seat]))  # fmt: skip
    def _set(s: State, part: str, seat: str, value: Any) -> None:
        counter(f"{stem}:{part}").set(s, s.now.players[seat], value)


_of_seat("notoriety", T("Notoriety"), "notoriety")
_of_seat("wounds", T("Wounds"), "wound")
_of_seat("gangs", T("Gang markers"), "gang_marker")
_of_seat("cubes", T("Income"), "cube")
_of_seat("first_aid", T("First aid used"), "first_aid")
_of_seat("rest", T("Rested"), "rest")
_of_seat("equipment", T("Equipment"), "equipment")
_of_seat("gas", T("Gas cans"), "gas")
_of_seat("handcuffs", T("Handcuffs"), "handcuffs")
_family("asset:asset", bool)
_family("key:colour", int)
_family("locker:locker", int)


@fact("stock", int, "what", get=lambda s, what: s.now.stock.get(what, 0))
def _stock(s: State, what: str, value: int) -> None:
    """Taken from or returned to the box."""
    limit(value >= 0)
    s.now.box[what] = s.now.box.get(what, 0) + s.now.stock.get(what, 0) - value
    s.now.stock[what] = value


def _each_officer(s: State) -> Iterable[tuple[str, str]]:
    """The types that a visible tile can have; unknown ones only where they are."""
    for tile in visible(s):
        yield from product([tile], [*s.world.officers, *({UNKNOWN} & s.now.officers.get(tile, {}).keys())])


@fact("officers", int, "tile", "type", get=lambda s, tile, kind: s.now.officers.get(tile, {}).get(kind, 0),
      offered=lambda s, tile, kind: range(s.world.officers.get(kind, s.now.officers.get(tile, {}).get(kind, 0)) + 1),
      each=_each_officer, label="{icon}", icon="officer:{type}", place="tile:{tile}")  # fmt: skip
def _officers(s: State, tile: str, kind: str, value: int) -> None:
    """Taken from or returned to the bag, which is validated after the last change."""
    limit(tile in visible(s) and value >= 0)
    here, bag = s.now.officers.setdefault(tile, {}), s.now.bag
    bag[kind] = bag.get(kind, 0) + here.get(kind, 0) - value
    here[kind] = value


def _gang_place(s: State, at: str, value: int) -> None:
    if at != "board":
        known(at, {f"tile:{tile}" for tile in s.world.tiles})


def _gang_at(s: State, at: str) -> int:
    return s.now.gang_board if at == "board" else s.now.gang.get(at.removeprefix("tile:"), 0)


@fact("gang", int, "at", names=_gang_place, get=_gang_at, offered=lambda s, at: range(GANG + 1), label="{icon}",
      icon="gang:member", place="{at}",
      each=lambda s: ((at,) for at in ("board", *(f"tile:{tile}" for tile in s.now.city))))  # fmt: skip
def _gang(s: State, at: str, value: int) -> None:
    """Taken from or returned to the box, which is computed after the last change."""
    limit(value >= 0)
    if at == "board":
        s.now.gang_board = value
    else:
        tile = at.removeprefix("tile:")
        limit(tile in s.now.city)
        s.now.gang[tile] = value


def contact_piles(s: State) -> dict[str, list[str]]:
    """The contact cards by place."""
    contacts = s.now.contacts
    hands = {f"player:{seat}": player.contacts for seat, player in s.now.players.items()}
    return {"deck": contacts.pile, "display": contacts.display, "discard": contacts.discard, **hands}


@fact("contact", str, "card", names=lambda s, card, value: known(value, contact_piles(s)),
      get=lambda s, card: next((at for at, cards in contact_piles(s).items() if card in cards), "box"))  # fmt: skip
def _contact(s: State, card: str, value: str) -> None:
    """The place of a card."""
    piles = contact_piles(s)
    lay(piles, card, value)
    for pile, cards in piles.items():
        if pile != "display":
            cards.sort()


def _tile_place(s: State, name: str, value: str) -> None:
    if value not in ("board", "box"):
        known(value, {f"tile:{tile}" for tile in s.world.tiles})


def _set_place(s: State, places: dict[str, str], name: str, value: str) -> None:
    limit(value in ("board", "box") or value.removeprefix("tile:") in s.now.city)
    places[name] = value


@fact("business", str, "business", names=_tile_place, get=lambda s, name: s.now.business[name])
def _business(s: State, name: str, value: str) -> None:
    _set_place(s, s.now.business, name, value)


@fact("safe_house", str, "safe_house", names=_tile_place, get=lambda s, name: s.now.safe_houses[name])
def _safe_house(s: State, name: str, value: str) -> None:
    _set_place(s, s.now.safe_houses, name, value)


@fact("patrol", int, "exit", values=lambda s, exit: range(CARDS_OF_AN_EXIT + 1), label=T("Patrol cards"),
      icon="patrol:{exit}", place="patrol:{exit}", get=lambda s, exit: s.now.patrol[exit])  # fmt: skip
def _patrol(s: State, exit: str, value: int) -> None:
    s.now.patrol[exit] = value


@fact("order", list[str], names=lambda s, value: known_each(value, s.world.seats), get=lambda s: s.now.order)
def _order(s: State, value: list[str]) -> None:
    limit(sorted(value) == sorted(s.world.seats), T("The turn order names every player once."))
    s.now.order = value


def _queue_runs(s: State) -> bool:
    """True while somebody in a queue is asked."""
    return bool(s.agenda) and isinstance(s.agenda[-1], OfferAssets | PlaceTile | Turns)


@fact("queue", list[str], possible=_queue_runs, names=lambda s, value: known_each(value, s.world.seats),
      get=lambda s: s.now.queue)  # fmt: skip
def _queue(s: State, value: list[str]) -> None:
    step = s.agenda[-1]
    if isinstance(step, PlaceTile):
        tiles = sum(tile is not None for tile in s.now.display.values())
        limit(len(value) == tiles, T("As many players lay tiles as there are tiles left."))
    else:
        limit(len(set(value)) == len(value), ONCE)
        limit(not isinstance(step, Turns) or not set(value) & set(s.now.escaped), T("Whoever has escaped has no turn."))
    s.now.queue = value


@fact(
    "escaped",
    list[str],
    possible=lambda s: s.now.phase != "end",
    names=lambda s, value: known_each(value, s.world.seats),
    get=lambda s: s.now.escaped,
)
def _escaped(s: State, value: list[str]) -> None:
    """The override of R-EP-86: allowed on any day."""
    limit(len(set(value)) == len(value), ONCE)
    s.now.escaped = value
    if s.now.phase == "day":
        s.now.queue = [seat for seat in s.now.queue if seat not in value]


@fact("cash", int, "seat", possible=lambda s: s.world.options.ledger, secret=True,
      get=lambda s, seat: s.now.players[seat].cash)  # fmt: skip
def _cash(s: State, seat: str, value: int) -> None:
    limit(abs(value) <= MOST_CASH)
    s.now.players[seat].cash = value


# What is followed over the whole game.

CITY = T("In the city")
FACTS.follow("notoriety", lambda s, seat: s.now.players[seat].notoriety, "seat", label=FACTS["notoriety"].label)
FACTS.follow("income", lambda s, seat: s.now.players[seat].income, "seat", label=FACTS["cubes"].label, weight=0)
FACTS.follow("officers", lambda s: sum(sum(kinds.values()) for kinds in s.now.officers.values()), chart=CITY,
             label=T("Officers"), icon="officer:blue", weight=0.2, mark=("blue", "diamond"))  # fmt: skip
FACTS.follow("gang", lambda s: sum(s.now.gang.values()), chart=CITY, label=T("Gang members"), icon="gang:member",
             weight=0.2, mark=("purple", "square"))  # fmt: skip
FACTS.follow("blocked", lambda s: len(s.now.blocked), chart=CITY, label=T("Blocked exits"), icon="door:blocked",
             most=len(EXITS), weight=4, mark=("red", "triangle"))  # fmt: skip
FACTS.follow("escaped", lambda s: len(s.now.escaped), chart=CITY, label=T("Out of the city"), icon="escape",
             most=lambda s: len(s.world.seats), weight=4, mark=("green", "disc"))  # fmt: skip


def balance(state: State) -> None:
    """R-GEN-04, after the last change: bag, stock and box hold the rest of what is printed."""
    now = state.now
    now.officers = {tile: kept for tile, kinds in now.officers.items() if (kept := _without_zeros(kinds))}
    now.bag = _without_zeros(now.bag)
    now.gang = _without_zeros(now.gang)
    limit(now.gang_box >= 0)
    now.stock, now.box = _without_zeros(now.stock), _without_zeros(now.box)
    for player in now.players.values():
        player.held = _without_zeros(player.held)
    limit(sum(now.patrol.values()) <= PATROL_IN_DECK)
    _give_out_stacks(state)


def _without_zeros(bag: Mapping[str, int]) -> dict[str, int]:
    """The counts above 0. Raises ``Refused`` if one is negative."""
    limit(all(n >= 0 for n in bag.values()))
    return {kind: n for kind, n in bag.items() if n}


def _give_out_stacks(s: State) -> None:
    """R-EP-52 to R-EP-54: unblocked exits return their stack; blocked ones without a stack take the next."""
    now = s.now
    for back, exit in now.exits.items():
        if exit is not None and exit not in now.blocked:
            now.exits[back] = None
    for exit in now.blocked:
        unused = [back for back, blocked in now.exits.items() if blocked is None]
        if unused and exit not in now.exits.values():
            now.exits[unused[0]] = exit
