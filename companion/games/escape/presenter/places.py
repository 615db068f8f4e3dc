"""The table check: everything by place, with its corrections (wire/escape.md, "Corrections")."""

from __future__ import annotations

from companion.core.piles import UNKNOWN
from companion.core.texts import T, Words
from companion.games.escape.corrections import FACTS
from companion.games.escape.names import seat_name
from companion.games.escape.presenter.boards import corrected, stocked
from companion.games.escape.presenter.words.labels import (
    OUT,
    business_name,
    contact_name,
    disc,
    piece,
    safe_house_name,
    tile_name,
)
from companion.games.escape.rules.city import PlaceTile
from companion.games.escape.rules.income import OfferAssets
from companion.games.escape.state import State
from companion.games.escape.words import CARDS_OF_AN_EXIT, EXITS, GANG
from companion.scene.counters import Option, change, flag, in_order, number, one_of, setter
from companion.scene.parts import Counter, Place, PlaceGroup

BOARD = PlaceGroup("board", T("Board"), "patrol")
CITY = PlaceGroup("city", T("City"), "tile")
CONTACTS = PlaceGroup("contacts", T("Contacts"), "contact")
PLAYERS = PlaceGroup("players", T("Players"), "players")
STOCK = PlaceGroup("stock", T("Stock"), "stock")
COURSE = PlaceGroup("course", T("Course"), "time:marker")

BOARD_OR_BOX: tuple[Option, ...] = (("board", T("Board"), None), ("box", T("Out"), None))
"""Where a business or safe house tile outside the city can be."""


def places(s: State) -> list[Place]:
    """Patrol and display, city tiles, contacts, players' boards, the stock; then what is not a piece."""
    found = [_patrol(s, exit) for exit in EXITS]
    found += [_tile(s, tile, BOARD) for tile in s.now.display.values() if tile is not None]
    found.append(_order(s))
    found += [_tile(s, tile, CITY) for tile in s.now.city]
    found += [_contact(s, card) for card in s.world.contacts]
    found += [Place(seat, seat_name(seat), PLAYERS, disc(s.world, seat), corrected(s, seat)) for seat in s.world.seats]
    return [*found, Place("stock", T("Stock"), STOCK, "stock", stocked(s)), _tiles_at_hand(s), *_course(s)]


def _patrol(s: State, exit: str) -> Place:
    """R-EP-51: the cards at an exit."""
    icon = f"patrol:{exit}"
    cards = number("cards", T("Patrol cards"), icon, s.now.patrol[exit], CARDS_OF_AN_EXIT, setter("patrol", exit=exit))
    return Place(icon, T("Exit {n}", n=exit), BOARD, icon, [cards], "patrol")


def _tile(s: State, tile: str, group: PlaceGroup) -> Place:
    """A city tile with its officers; on the board also gang members, business and safe house tiles."""
    here = s.now.officers.get(tile, {})
    types = s.world.officers | ({UNKNOWN: here[UNKNOWN]} if UNKNOWN in here else {})
    counters = [
        number(
            f"officer:{kind}",
            piece(s.world, f"officer:{kind}"),
            f"officer:{kind}",
            here.get(kind, 0),
            most,
            setter("officers", tile=tile, type=kind),
        )
        for kind, most in types.items()
    ]
    if group is CITY:
        counters += _laid(s, tile)
    return Place(f"tile:{tile}", tile_name(s.world, tile), group, "tile", counters)


def _laid(s: State, tile: str) -> list[Counter]:
    """What only a tile of the city can have, without tiles for spaces that are not printed on it."""
    at, printed, name = f"tile:{tile}", s.world.tiles[tile], piece(s.world, "gang:member")
    members = number("gang:member", name, "gang:member", s.now.gang.get(tile, 0), GANG, setter("gang", at=at))
    counters = [members]
    for one, place in s.now.business.items():
        if printed.business or place == at:
            counters.append(_lies(at, "business", one, business_name(s.world, one), place))
    for one, place in s.now.safe_houses.items():
        if printed.safe_house or place == at:
            counters.append(_lies(at, "safe_house", one, safe_house_name(s.world, one), place))
    return counters


def _lies(at: str, kind: str, one: str, name: Words, place: str) -> Counter:
    here = place == at
    return flag(f"{kind}:{one}", name, kind, here, [change(kind, "board" if here else at, **{kind: one})])


def _order(s: State) -> Place:
    """R-EP-75: the turn order; a tap swaps two players."""
    names = [T("Turn {n}", n=index + 1) for index in range(len(s.now.order))]
    counters = in_order("order", names, "notoriety", _discs(s), s.now.order, setter("order"), called=seat_name)
    return Place("order", T("Turn order"), BOARD, "players", counters)


def _course(s: State) -> list[Place]:
    """What is not a piece: who is still to be asked (R-EP-79), and who has escaped, in order (R-EP-86)."""
    found = []
    if FACTS.possible(s, "queue"):
        tiles = isinstance(s.agenda[-1], PlaceTile)
        n = len(s.now.queue) if tiles else len(s.world.seats if isinstance(s.agenda[-1], OfferAssets) else s.now.free)
        names = [T("Now"), *(T("then, {n}", n=index + 1) for index in range(1, n))]
        found += in_order(
            "queue",
            names,
            "players",
            _discs(s),
            s.now.queue,
            setter("queue"),
            once=not tiles,
            ends=not tiles,
            called=seat_name,
        )
    places = [Place("queue", T("Still to be asked"), COURSE, "players", found)] if found else []
    if FACTS.possible(s, "escaped"):
        out = in_order("out", OUT, "escape", _discs(s), s.now.escaped, setter("escaped"), ends=True, called=seat_name)
        places.append(Place("escaped", T("Escaped"), COURSE, "escape", out))
    return places


def _discs(s: State) -> list[Option]:
    return [(seat, "", disc(s.world, seat)) for seat in s.world.seats]


def _contact(s: State, card: str) -> Place:
    """R-EP-25: in the deck, open, discarded, or held by a player."""
    contacts = s.now.contacts
    holders = {f"player:{seat}": player.contacts for seat, player in s.now.players.items()}
    piles = {"display": contacts.display, "discard": contacts.discard, **holders}
    at = next((pile for pile, cards in piles.items() if card in cards), "deck")
    options: list[Option] = [("deck", T("Deck"), None), ("display", T("Open"), None), ("discard", T("Away"), None)]
    options += [(f"player:{seat}", "", disc(s.world, seat)) for seat in s.world.seats]
    names: dict[str, Words] = {f"player:{seat}": seat_name(seat) for seat in s.world.seats}
    lies = one_of(
        "pile", T("Where?"), "contact", options, at, setter("contact", card=card), called=lambda at: names.get(at, "")
    )
    return Place(f"contact:{card}", contact_name(s.world, card), CONTACTS, "contact", [lies], "contacts")


def _tiles_at_hand(s: State) -> Place:
    """Business and safe house tiles: available on the board, out of the game, or (neither) in the city."""
    counters = [
        one_of(f"{kind}:{one}", name(s.world, one), kind, BOARD_OR_BOX, place, setter(kind, **{kind: one}))
        for kind, lying, name in (
            ("business", s.now.business, business_name),
            ("safe_house", s.now.safe_houses, safe_house_name),
        )
        for one, place in lying.items()
    ]
    return Place("tiles", T("Businesses and safe houses"), STOCK, "business", counters)
