"""The players' boards, their private views, and the table check (WIRE.md, "Corrections")."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import structs

from companion.core.answers import Answer
from companion.core.piles import UNKNOWN
from companion.core.texts import T, Words
from companion.games.escape import answers as a
from companion.games.escape.content import (
    ASSETS,
    CARDS_OF_AN_EXIT,
    CUBES,
    DAYS,
    EXITS,
    GANG,
    GANG_MARKERS,
    MOST_CASH,
    WOUNDS,
    seat_name,
)
from companion.games.escape.facts import FACTS, secrets
from companion.games.escape.rules.counters import counter
from companion.games.escape.rules.phases import OfferAssets, PlaceTile
from companion.games.escape.rules.tracking import adjust, holder
from companion.games.escape.state import State
from companion.games.escape.words import (
    ASSET_SIGNS,
    OUT,
    business_name,
    contact_name,
    counter_icon,
    counter_name,
    disc,
    line_name,
    money,
    piece,
    safe_house_name,
    signed,
    tile_name,
)
from companion.scene.counters import Option, change, flag, in_order, number, one_of, setter
from companion.scene.presenter import nameless_card
from companion.scene.scene import Card, Cell, Counter, Fix, Holding, Piece, Place, PlaceGroup, Private, SeatBoard, Tap

Legal = Collection[Answer]


# The boards of the players and of the stock. A tap answers if the open question accepts that answer. Otherwise, and if
# it means more than one step, it corrects (WIRE.md, "Corrections").


def boards(s: State, legal: Legal, who: str | None) -> list[SeatBoard]:
    """A board per seat in seat order, then the common one; read-only after the end.

    ``legal`` are the answers to the open question, ``who`` is asked.
    """
    return [*(_board(s, seat, legal, who) for seat in s.world.seats), _stock(s, legal)]


def _corrected(s: State, seat: str) -> list[Counter]:
    """The counters of a seat, with taps that always correct."""
    return _board(s, seat, frozenset(), None).counters


def _stocked_counters(s: State) -> list[Counter]:
    """The counters of the stock, with taps that always correct."""
    return _stock(s, frozenset()).counters


def _board(s: State, seat: str, legal: Legal, who: str | None) -> SeatBoard:
    p = s.now.players[seat]
    held = [what for what in s.world.printed if what != "fixers"]
    counters = [
        _number(s, seat, "notoriety", legal, s.world.most_notoriety),
        _wounds(s, seat, legal),
        _cubes(s, seat, legal),
        *(_number(s, seat, what, legal, p.held.get(what, 0) + s.now.stock.get(what, 0)) for what in held),
        _row_of(s, seat, "gangs", GANG_MARKERS, legal),
        _flag(s, seat, "first_aid", legal),
        _flag(s, seat, "rest", legal),
        _assets(s, seat, legal),
    ]
    if s.now.day == DAYS:
        counters.append(_escaped(s, seat, legal))
    escaped = seat in s.now.escaped
    return SeatBoard(
        seat,
        seat_name(seat),
        disc(s.world, seat),
        counters,
        [_contact(s, seat, card, legal) for card in dict.fromkeys(p.contacts)],
        _escape_note(s, seat) if escaped else None,
        active=seat == who,
        done=escaped,
    )


def _tap(s: State, answer: Answer, fix: Fix, legal: Legal) -> Tap | None:
    """``answer`` if the open question accepts it, else the correction; None once the game is over."""
    if answer in legal:
        return answer
    return fix if s.now.result is None else None


def _fix(s: State, seat: str, what: str, value: object) -> Fix:
    """The correction of a counter. Its reason is in the public log."""
    why = T("{seat}: {what}", seat=seat_name(seat), what=counter_name(s.world, what))
    return Fix([{"fact": what, "seat": seat, "value": value}], why)


def _step(s: State, seat: str, what: str, by: int, value: object, legal: Legal) -> Tap | None:
    return _tap(s, adjust(seat, what, by), _fix(s, seat, what, value), legal)


def _number(s: State, seat: str, what: str, legal: Legal, most: int) -> Counter:
    n = counter(what).value(s.now.players[seat])
    return Counter(
        what,
        counter_name(s.world, what),
        counter_icon(what),
        str(n),
        _step(s, seat, what, 1, n + 1, legal) if n < most else None,
        _step(s, seat, what, -1, n - 1, legal) if n else None,
        low=what != "notoriety" and not n and n == most,
    )


def _row_of(s: State, seat: str, what: str, most: int, legal: Legal) -> Counter:
    """A row of cells filled from the left. A tap sets the last filled cell, or clears it."""
    n = counter(what).value(s.now.players[seat])
    cells = []
    for place in range(1, most + 1):
        value = place - 1 if place == n else place
        tap: Tap | None
        if abs(value - n) == 1:
            tap = _step(s, seat, what, value - n, value, legal)
        else:
            tap = _fix(s, seat, what, value) if s.now.result is None else None
        cells.append(Cell(str(place), place <= n, counter_icon(what), tap))
    return Counter(what, counter_name(s.world, what), counter_icon(what), "", cells=cells)


def _wounds(s: State, seat: str, legal: Legal) -> Counter:
    """R-EP-80: three cells, and a fourth wound if it would offer handcuffs."""
    row = _row_of(s, seat, "wounds", WOUNDS, legal)
    fourth = adjust(seat, "wounds", 1)
    full = s.now.players[seat].wounds == WOUNDS
    more = fourth if full and fourth in legal else None
    return Counter(row.id, row.name, row.icon, "", more, None, row.cells, low=full)


def _cubes(s: State, seat: str, legal: Legal) -> Counter:
    """R-EP-46, R-EP-82: the nine spaces of the income track, and the present income."""
    p = s.now.players[seat]
    cells = []
    for space in range(CUBES):
        covered = space in p.cubes
        value = sorted(set(p.cubes) ^ {space})
        ends = space == p.cubes[-1] if covered else space == p.income
        tap: Tap | None = _fix(s, seat, "cubes", value) if s.now.result is None else None
        if ends:
            tap = _step(s, seat, "cubes", -1 if covered else 1, value, legal)
        cells.append(Cell(str(space), covered, "cube", tap))
    return Counter("cubes", counter_name(s.world, "cubes"), "cube", money(p.income), cells=cells)


def _assets(s: State, seat: str, legal: Legal) -> Counter:
    """R-EP-31 to R-EP-33: the unlocked assets."""
    unlocked = s.now.players[seat].unlocked
    cells = [
        Cell(
            ASSET_SIGNS[asset],
            asset in unlocked,
            "asset:open" if asset in unlocked else "asset",
            _step(s, seat, f"asset:{asset}", -1 if asset in unlocked else 1, asset not in unlocked, legal),
        )
        for asset in ASSETS
    ]
    return Counter("assets", T("Assets unlocked"), "asset:open", str(len(unlocked)), cells=cells)


def _flag(s: State, seat: str, what: str, legal: Legal) -> Counter:
    on = counter(what).value(s.now.players[seat])
    tap = _step(s, seat, what, -1 if on else 1, not on, legal)
    cell = Cell("", on, counter_icon(what), tap)
    return Counter(what, counter_name(s.world, what), counter_icon(what), "", cells=[cell])


def _escaped(s: State, seat: str, legal: Legal) -> Counter:
    """R-EP-86: escaped or not."""
    out = seat in s.now.escaped
    others = [other for other in s.now.escaped if other != seat]
    why = T("{seat}: {what}", seat=seat_name(seat), what=T("Escaped"))
    fix = Fix([{"fact": "escaped", "value": others if out else [*others, seat]}], why)
    tap: Tap | None = None
    if s.now.phase not in ("end", "over"):
        tap = fix if out else _tap(s, a.Escape(seat), fix, legal)
    return Counter("escaped", T("Escaped"), "escape", "", cells=[Cell("", out, "escape", tap)])


def _escape_note(s: State, seat: str) -> Words:
    number = s.now.escaped.index(seat)
    cost = s.world.exit_cost(number + 1)
    if cost is None:
        return OUT[number]
    return T("{out}, paid {money}", out=OUT[number], money=money(cost))


def _contact(s: State, seat: str, card: str, legal: Legal) -> Holding:
    name = contact_name(s.world, card)
    if card == UNKNOWN:
        return _unknown_contact(s, seat, name, legal)
    taps: list[tuple[Words, Tap]] = []
    away = _tap(s, a.DiscardContact(card), _moved(card, "discard", name), legal)
    if away is not None:
        taps.append((T("Discard it"), away))
        taps.append((T("Back to the open contacts"), _moved(card, "display", name)))
    return Holding(f"contact:{card}", Piece("contact", name), taps)


def _unknown_contact(s: State, seat: str, name: Words, legal: Legal) -> Holding:
    """The unknown contacts of a seat. They can be discarded, but without a name not corrected."""
    away = a.DiscardContact(UNKNOWN)
    here = away in legal and holder(s, UNKNOWN) == seat
    n = s.now.players[seat].contacts.count(UNKNOWN)
    taps: list[tuple[Words, Tap]] = [(T("Put it away"), away)] if here else []
    return Holding(f"contact:{UNKNOWN}", Piece("contact", name, n), taps, nameless_card("contacts", "contact"))


def _moved(card: str, to: str, name: Words) -> Fix:
    return Fix([{"fact": "contact", "card": card, "value": to}], name)


def _stock(s: State, legal: Legal) -> SeatBoard:
    """R-EP-84: the stock."""
    now = s.now
    counters = [_kind(s, what, legal) for what in s.world.printed]
    counters.append(_gang(s))
    business = [_tile(s, "business", tile, business_name(s.world, tile), place) for tile, place in now.business.items()]
    houses = [
        _tile(s, "safe_house", tile, safe_house_name(s.world, tile), place) for tile, place in now.safe_houses.items()
    ]
    return SeatBoard(None, T("Stock"), "stock", counters, [one for one in (*business, *houses) if one is not None])


def _kind(s: State, what: str, legal: Legal) -> Counter:
    n = s.now.stock.get(what, 0)
    more: Tap | None = None
    less: Tap | None = None
    if s.now.box.get(what, 0):
        more = _tap(s, a.ChangeStock(what, 1), _stocked(s, what, n + 1), legal)
    if n:
        less = _tap(s, a.ChangeStock(what, -1), _stocked(s, what, n - 1), legal)
    return Counter(f"stock:{what}", counter_name(s.world, what), counter_icon(what), str(n), more, less, low=not n)


def _stocked(s: State, what: str, n: int) -> Fix:
    why = T("{seat}: {what}", seat=T("Stock"), what=counter_name(s.world, what))
    return Fix([{"fact": "stock", "what": what, "value": n}], why)


def _gang(s: State) -> Counter:
    """The gang members on their place of the board, counted against the box."""
    n = s.now.gang_board
    name = T("Gang members on the board")

    def fixed(value: int) -> Fix:
        return Fix([{"fact": "gang", "at": "board", "value": value}], name)

    open_ = s.now.result is None
    more = fixed(n + 1) if open_ and s.now.gang_box and n < GANG else None
    return Counter("gang", name, "gang:member", str(n), more, fixed(n - 1) if open_ and n else None, low=not n)


def _tile(s: State, kind: str, tile: str, name: Words, place: str) -> Holding | None:
    """A business or safe house tile outside the city: available, or out of the game."""
    if place not in ("board", "box"):
        return None
    to, words = ("box", T("Out of the game")) if place == "board" else ("board", T("Back onto the board"))
    fix = Fix([{"fact": kind, kind: tile, "value": to}], name)
    return Holding(
        f"{kind}:{tile}", Piece(kind, name, face_down=place == "box"), [(words, fix)] if s.now.result is None else []
    )


# The private view of a seat: its escape plan, cash, and entries on the score sheet.


def plan_face(text: Words) -> Card:
    """An escape plan card."""
    return Card("plans", "plan", T("Escape plan"), None, text)


def private(s: State, seat: str, legal: Legal) -> Private | None:
    """The secrets of ``seat``; None if it has none. ``legal`` are the answers to the open question."""
    if seat not in secrets(s):
        return None
    p = s.now.players[seat]
    cards = []
    if p.plan is not None:
        text = s.world.plans[p.plan].text
        known = structs.replace(plan_face(s.world.word(text or p.plan)), id=p.plan)
        cards.append(nameless_card("plans", "plan", T("Escape plan")) if p.plan == UNKNOWN else known)
    counters = _cash(s, seat, p.cash, legal) if p.cash is not None else []
    entered = [
        Counter(f"line:{line}", line_name(s.world, line), "eye", signed(value)) for line, value in p.lines.items()
    ]
    return Private(seat, seat_name(seat), disc(s.world, seat), cards, [*counters, *entered])


def _cash(s: State, seat: str, cash: int, legal: Legal) -> list[Counter]:
    """G-EP-10: the ledger, in steps of one and of five."""

    def tap(by: int) -> Tap | None:
        answer = a.Cash(seat, by)
        if answer in legal:
            return answer
        if s.now.result is not None or abs(cash + by) > MOST_CASH:
            return None
        why = T("{seat}: the ledger", seat=seat_name(seat))
        return Fix([{"fact": "cash", "seat": seat, "value": cash + by}], why)

    return [
        Counter("cash", T("Cash"), "cash", money(cash), tap(1), tap(-1)),
        Counter("cash:5", T("By fives"), "cash", "", tap(5), tap(-5)),
    ]


# The table check: everything by place, with its corrections.


BOARD = PlaceGroup("board", T("Board"), "patrol")
CITY = PlaceGroup("city", T("City"), "tile")
CONTACTS = PlaceGroup("contacts", T("Contacts"), "contact")
PLAYERS = PlaceGroup("players", T("Players"), "players")
STOCK = PlaceGroup("stock", T("Stock"), "stock")
COURSE = PlaceGroup("course", T("Course"), "time:marker")

BOARD_OR_BOX: tuple[Option, ...] = (("board", T("Board"), None), ("box", T("Out"), None))
"""Where a business or safe house tile outside the city can be."""


def places(state: State) -> list[Place]:
    """Patrol and display, city tiles, contacts, players' boards, the stock; then what is not a piece."""
    found = [_patrol_place(state, exit) for exit in EXITS]
    found += [_tile_place(state, tile, BOARD) for tile in state.now.display.values() if tile is not None]
    found.append(_order_place(state))
    found += [_tile_place(state, tile, CITY) for tile in state.now.city]
    found += [_contact_place(state, card) for card in state.world.contacts]
    found += [
        Place(seat, seat_name(seat), PLAYERS, disc(state.world, seat), _corrected(state, seat))
        for seat in state.world.seats
    ]
    return [
        *found,
        Place("stock", T("Stock"), STOCK, "stock", _stocked_counters(state)),
        _supply_place(state),
        *_course_places(state),
    ]


def _patrol_place(s: State, exit: str) -> Place:
    """R-EP-51: the cards at an exit."""
    icon = f"patrol:{exit}"
    cards = number("cards", T("Patrol cards"), icon, s.now.patrol[exit], CARDS_OF_AN_EXIT, setter("patrol", exit=exit))
    return Place(icon, T("Exit {n}", n=exit), BOARD, icon, [cards], "patrol")


def _tile_place(s: State, tile: str, group: PlaceGroup) -> Place:
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


def _order_place(s: State) -> Place:
    """R-EP-75: the turn order; a tap swaps two players."""
    names = [T("Turn {n}", n=index + 1) for index in range(len(s.now.order))]
    counters = in_order("order", names, "notoriety", _discs(s), s.now.order, setter("order"), called=seat_name)
    return Place("order", T("Turn order"), BOARD, "players", counters)


def _course_places(s: State) -> list[Place]:
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


def _contact_place(s: State, card: str) -> Place:
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


def _supply_place(s: State) -> Place:
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
