"""The table as parts of the scene: day, order of play, patrol, display, contacts, city."""

from __future__ import annotations

from typing import Literal

from companion.core.piles import UNKNOWN
from companion.core.texts import P, T, Words, listed
from companion.games.escape.names import seat_name
from companion.games.escape.presenter.words.labels import PARTS, contact_name, disc, on_tile, piece, signs, tile_name
from companion.games.escape.state import State, stack_place, visible
from companion.games.escape.words import CARDS_OF_AN_EXIT, DAYS, EXITS, JOINING, TOUCHING
from companion.scene.scene import Box, Clock, MapTile, Order, Piece, Row, Standing


def clock(s: State) -> Clock:
    """R-EP-76: the day and its part; no part before the turns."""
    turns = s.now.phase in ("day", "day_change")
    return Clock(s.now.day, DAYS, [(icon, name) for icon, name in PARTS], s.now.part - 1 if turns else None)


def order(s: State, who: str | None) -> Order:
    """The turn order with notoriety; ``who`` is asked now."""
    standings = [
        Standing(
            seat,
            seat_name(seat),
            disc(s.world, seat),
            str(s.now.players[seat].notoriety),
            active=seat == who,
            done=_done(s, seat),
        )
        for seat in s.now.order
    ]
    return Order(T("Order"), T("notoriety"), standings)


def _done(s: State, seat: str) -> bool:
    """True for seats that have escaped or had their turn in this part."""
    return seat in s.now.escaped or (s.now.phase == "day" and bool(s.now.queue) and seat not in s.now.queue)


def rows(s: State) -> list[Row]:
    """The patrol, the display of city tiles, and the open contacts."""
    contacts = s.now.contacts
    open_contacts = T(
        "Contacts: {deck} in the deck, {discard} discarded", deck=len(contacts.pile), discard=len(contacts.discard)
    )
    return [
        Row("patrol", T("Patrol"), [_exit(s, exit) for exit in EXITS]),
        Row("display", T("Display"), [_place(s, letter) for letter in s.now.display]),
        Row("contacts", open_contacts, [_contact(s, card) for card in dict.fromkeys(contacts.display)], "small"),
    ]


def _exit(s: State, exit: str) -> Box:
    """R-EP-51 to R-EP-56: an exit with its patrol cards, and the stack waiting for its tile."""
    cards = s.now.patrol[exit]
    blocked = cards == CARDS_OF_AN_EXIT
    state: Literal["normal", "alarm", "good"] = "alarm" if blocked else "normal"
    if exit == s.now.open_exit:
        state = "good"
    waiting = [
        Piece("exit_stack", piece(s.world, f"exit_stack:{back}"))
        for back, at in s.now.exits.items()
        if at == exit and stack_place(s, exit).startswith("patrol")
    ]
    tile = s.world.tile_of_exit[exit]
    where = tile_name(s.world, tile) if tile in visible(s) else T("not found yet")
    return Box(
        f"patrol:{exit}",
        exit,
        T("Exit {n}", n=exit),
        "door:blocked" if blocked else "door",
        pieces=waiting,
        cells=[f"patrol:{exit}" if number < cards else None for number in range(CARDS_OF_AN_EXIT)],
        badge="escape" if state == "good" else None,
        note=where,
        state=state,
    )


def _place(s: State, letter: str) -> Box:
    """R-EP-14: a place of the display with its tile and the pieces on it."""
    below = len(s.now.stacks[letter])
    under = P("{n} tile below", "{n} tiles below", below) if below else None
    tile = s.now.display[letter]
    if tile is None:
        return Box(f"display:{letter}", letter, T("empty"), note=under, state="quiet")
    printed = signs(s.world.tiles[tile])
    notes: list[Words] = [listed([name for _, name in printed])] if printed else []
    return Box(
        f"tile:{tile}",
        letter,
        tile_name(s.world, tile),
        badge=printed[0][0] if printed else None,
        pieces=on_tile(s, tile),
        note=listed([*notes, under] if under is not None else notes) or None,
    )


def _contact(s: State, card: str) -> Box:
    n = s.now.contacts.display.count(card)
    name: Words = T("Not known") if card == UNKNOWN else contact_name(s.world, card)
    return Box(f"contact:{card}", str(n) if n > 1 else "", name, "contact")


def tiles(s: State) -> list[MapTile]:
    """The tiles of the city; their positions are known only to the table."""
    return [_tile(s, tile) for tile in s.now.city]


def _tile(s: State, tile: str) -> MapTile:
    card = s.world.tiles[tile]
    start = card.group == "start"
    return MapTile(
        f"tile:{tile}",
        tile_name(s.world, tile),
        [f"land:{land}" if land is not None else None for land in card.edges or []],
        [icon for icon, _ in signs(card)],
        on_tile(s, tile),
        blocked=str(card.exit) in s.now.blocked,
        start=start,
        touching=0 if start else TOUCHING,
        joining=0 if start else JOINING,
    )
