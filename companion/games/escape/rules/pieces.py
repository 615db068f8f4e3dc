"""All changes to pieces, each made and instructed at once (R-GEN-10, WIRE.md, "Pieces")."""

from __future__ import annotations

from companion.core.piles import put, take
from companion.core.todo import move, place, remove
from companion.games.escape.state import State, stack_place

PIECES = {"equipment": "equipment:tile", "gas": "gas:can", "handcuffs": "handcuffs:card", "fixers": "fixer:tile"}


def piece_of(what: str) -> str:
    """The piece of a kind of the stock; keys and lockers have the name of their kind."""
    return PIECES.get(what, what)


def take_from_stock(s: State, seat: str, what: str, rule: str) -> None:
    """One of a kind out of the stock to a seat."""
    take(s.now.stock, what)
    put(s.now.players[seat].held, what)
    move(s, piece_of(what), "board:stock", f"player:{seat}", rule=rule)


def put_into_stock(s: State, seat: str, what: str, rule: str) -> None:
    """One of a kind from a seat back into the stock."""
    take(s.now.players[seat].held, what)
    put(s.now.stock, what)
    move(s, piece_of(what), f"player:{seat}", "board:stock", rule=rule)


def add_officer(s: State, tile: str, kind: str, rule: str) -> None:
    """An officer out of the bag onto a tile."""
    take(s.now.bag, kind)
    put(s.now.officers.setdefault(tile, {}), kind)
    place(s, f"officer:{kind}", f"tile:{tile}", rule=rule)


def take_officer(s: State, tile: str, kind: str, rule: str) -> None:
    """An officer of a tile back into the bag."""
    here = s.now.officers[tile]
    take(here, kind)
    if not here:
        del s.now.officers[tile]
    put(s.now.bag, kind)
    remove(s, f"officer:{kind}", f"tile:{tile}", rule=rule)


def send_gang(s: State, tile: str, n: int, rule: str) -> None:
    """Up to ``n`` gang members from their place on the board onto a tile: as many as are there."""
    sent = min(n, s.now.gang_board)
    if sent:
        s.now.gang_board -= sent
        put(s.now.gang, tile, sent)
        move(s, "gang:member", "board:gang", f"tile:{tile}", sent, rule)


def call_gang_back(s: State, tile: str, rule: str) -> None:
    """A gang member of a tile back to the board."""
    take(s.now.gang, tile)
    s.now.gang_board += 1
    move(s, "gang:member", f"tile:{tile}", "board:gang", rule=rule)


def turn_up_tile(s: State, letter: str, tile: str, rule: str) -> None:
    """The top tile of a stack moves to the display, with the stack of exit tiles waiting for it (R-EP-55)."""
    exit = s.world.exit_of_tile.get(tile)
    waiting = [back for back, blocked in s.now.exits.items() if blocked is not None and blocked == exit]
    s.now.stacks[letter].remove(tile)
    s.now.display[letter] = tile
    place(s, f"tile:{tile}", f"display:{letter}", rule=rule)
    for back in waiting:
        move(s, f"exit_stack:{back}", f"patrol:{exit}", f"tile:{tile}", rule="R-EP-55")


def lay_tile(s: State, tile: str, rule: str) -> None:
    """A tile of the display onto the board, with all that lies on it (R-EP-59, R-EP-65)."""
    letter = next(letter for letter, shown in s.now.display.items() if shown == tile)
    s.now.display[letter] = None
    s.now.city = sorted([*s.now.city, tile])
    move(s, f"tile:{tile}", f"display:{letter}", "board:city", rule=rule)


def block_exit(s: State, exit: str) -> None:
    """R-EP-53, R-EP-54: the first available stack of exit tiles blocks the exit, on its tile or on its cards."""
    back = next((back for back, blocked in s.now.exits.items() if blocked is None), None)
    if back is None:
        return
    s.now.exits[back] = exit
    place_at = stack_place(s, exit)
    move(s, f"exit_stack:{back}", "board:exits", place_at, rule="R-EP-53" if place_at.startswith("tile") else "R-EP-54")


def set_time(s: State, day: int, part: int, rule: str) -> None:
    """The time marker (R-EP-76)."""
    move(s, "time:marker", f"time:{s.now.part}", f"time:{part}", rule=rule)
    s.now.day, s.now.part = day, part


def set_order(s: State, order: list[str], rule: str) -> None:
    """The markers of the turn order track."""
    before = {seat: number for number, seat in enumerate(s.now.order, 1)}
    for number, seat in enumerate(order, 1):
        move(s, f"turn:{seat}", f"order:{before[seat]}", f"order:{number}", rule=rule)
    s.now.order = order
