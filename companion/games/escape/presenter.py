"""How Escape Plan looks: the day, the city, boards, the table check, charts and scores."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias

from msgspec import structs

from companion.core.answers import Answer
from companion.core.asks import Ask
from companion.core.facts import Colour, Marker
from companion.core.instructions import ident
from companion.core.piles import UNKNOWN
from companion.core.setup import once
from companion.core.texts import P, T, Words, listed, readable
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
    PARTS,
    SEATS,
    SURE_PARTS,
    WOUNDS,
    seat_name,
)
from companion.games.escape.facts import FACTS, contact_piles
from companion.games.escape.questions import (
    AT_QUESTIONS,
    OTHERWISE,
    EscapeQuestions,
    entry,
    is_turn,
    listed_now,
    several,
)
from companion.games.escape.rules.days import AskExtra, score_sheet
from companion.games.escape.rules.effects import contact_words
from companion.games.escape.rules.phases import OfferAssets, PlaceTile
from companion.games.escape.rules.pieces import counter
from companion.games.escape.rules.tracking import adjust, holder
from companion.games.escape.state import CardInUse, EscapeWorld, State, stack_place, visible
from companion.games.escape.why import HEADINGS, WHY
from companion.games.escape.words import (
    ASSET_SIGNS,
    BOX,
    BOX_ICONS,
    CHANCE,
    OUT,
    PART_NAMES,
    buildings,
    card,
    contact_face,
    contact_name,
    counter_icon,
    counter_name,
    day_change,
    disc,
    line_name,
    lines,
    money,
    notices,
    on_tile,
    person,
    piece,
    signed,
    signs,
    tile_name,
)
from companion.scene.charts import mark
from companion.scene.counters import Option, change, flag, in_order, number, one_of, setter
from companion.scene.presenter import nameless_card
from companion.scene.scene import (
    Card,
    Cell,
    Choice,
    Clock,
    Counter,
    Fix,
    Holding,
    MapTile,
    NoteTap,
    Order,
    Piece,
    Place,
    PlaceGroup,
    Private,
    Rank,
    Reveal,
    Row,
    RowPlace,
    Scene,
    Scored,
    SeatBoard,
    Standing,
    Tap,
)

Legal = Collection[Answer]


# The boards of the players and of the stock. A tap answers if the open question accepts that answer. Otherwise, and if
# it means more than one step, it corrects (WIRE.md, "Corrections").


def _board(s: State, seat: str, legal: Legal, ask: Ask) -> SeatBoard:
    """The board of a seat, read-only after the end. ``legal`` are the answers to the open question ``ask``."""
    p = s.now.players[seat]
    escaped = seat in s.now.escaped
    return SeatBoard(
        *person(s.world, seat),
        [_pawn(s, seat, {}), _actions(s, seat, {}), _money(s, seat, legal), *_counters(s, seat, legal)],
        [_held_contact(s, seat, card, legal) for card in dict.fromkeys(p.contacts)],
        _escape_note(s, seat) if escaped else None,
        active=seat == ask.who,
        done=escaped,
        plays=seat == ask.who and is_turn(s),
    )


def _counters(s: State, seat: str, legal: Legal) -> list[Counter]:
    """The counters of a seat that are facts."""
    p = s.now.players[seat]
    held = [what for what in s.world.printed if what != "fixers"]
    counters = [
        structs.replace(_number(s, seat, "notoriety", legal, p.notoriety, s.world.most_notoriety), every_turn=True),
        _wounds(s, seat, legal),
        _cubes(s, seat, legal),
        *(_number(s, seat, what, legal, n := p.held.get(what, 0), n + s.now.stock.get(what, 0)) for what in held),
        _row_of(s, seat, "gangs", GANG_MARKERS, legal),
        _flag(s, seat, "first_aid", legal),
        _flag(s, seat, "rest", legal),
        _assets(s, seat, legal),
    ]
    if s.now.day == DAYS:
        counters.append(_escaped(s, seat, legal))
    return counters


# What a player looks at in every turn besides, and what is ticked at the end of a day. The rules know neither pawns nor
# action discs nor what hands have done: that is noted beside the game, by seat, by seat and day, and by day and line.

PAWNS, EXTRA_ACTIONS, TICKS = "pawns", "extra actions", "ticks"
Noted: TypeAlias = Mapping[str, Any]


def _pawn(s: State, seat: str, noted: Noted) -> Counter:
    """R-EP-29, R-EP-80: the city tile on which the pawn stands, at first that with the hospital."""
    name, icon = T("Pawn"), disc(s.world, seat)
    if seat in s.now.escaped:
        return Counter("pawn", name, icon, T("out of the city"), every_turn=True, listed=True)
    tiles = sorted(s.now.city, key=lambda tile: s.world.tiles[tile].group != "start")
    here = _stands(s, seat, noted)
    open_ = s.now.result is None
    cells = [
        Cell(tile_name(s.world, tile), tile == here, tap=NoteTap(PAWNS, seat, tile) if open_ else None)
        for tile in tiles
    ]
    where = tile_name(s.world, here) if here is not None else "–"
    return Counter("pawn", name, icon, where, cells=cells, every_turn=True, listed=True)


def _stands(s: State, seat: str, noted: Noted) -> str | None:
    """The tile on which a pawn stands; None if it has escaped, or if the hospital is not in the city yet."""
    if seat in s.now.escaped:
        return None
    at = noted.get(seat)
    return at if at in s.now.city else next((tile for tile in s.now.city if s.world.tiles[tile].hospital), None)


def _with_pawns(s: State, tile: MapTile, noted: Noted) -> MapTile:
    """A city tile with the pawns on it."""
    here = [seat for seat in s.world.seats if _stands(s, seat, noted) == ident(tile.id)]
    pawns = [Piece(disc(s.world, seat), T("{piece} of {seat}", piece=T("Pawn"), seat=seat_name(seat))) for seat in here]
    return structs.replace(tile, pieces=[*pawns, *tile.pieces]) if pawns else tile


def _actions(s: State, seat: str, noted: Noted) -> Counter:
    """R-EP-77, R-EP-78: the actions left today. What is noted are the extra ones, in the night and at dawn."""
    key, most = f"{seat}:{s.now.day}", PARTS - SURE_PARTS
    extra = int(noted.get(key, 0))
    left = _actions_left(s, seat, extra)
    open_ = s.now.result is None
    more = [n for n in range(extra + 1, most + 1) if open_ and _actions_left(s, seat, n) > left]
    less = [n for n in range(extra) if open_ and _actions_left(s, seat, n) < left]
    return Counter(
        "actions",
        T("Actions left"),
        "time:marker",
        str(left),
        NoteTap(EXTRA_ACTIONS, key, more[0]) if more else None,
        NoteTap(EXTRA_ACTIONS, key, less[-1]) if less else None,
        every_turn=True,
    )


def _actions_left(s: State, seat: str, extra: int) -> int:
    """The actions that a seat with ``extra`` ones still has today, with that of its open turn."""
    if seat in s.now.escaped or s.now.phase in ("day_change", "end", "over"):
        return 0
    if s.now.phase != "day":
        return SURE_PARTS + extra
    turn = seat in s.now.queue
    if s.now.part <= SURE_PARTS:
        return SURE_PARTS - s.now.part + turn + extra
    rest = max(0, extra - (s.now.part - SURE_PARTS - 1))
    if isinstance(s.agenda[-1], AskExtra):
        return rest
    return max(1, rest) if turn else max(0, rest - 1)


def _money(s: State, seat: str, legal: Legal) -> Counter:
    """R-EP-36, G-EP-10: money is secret. The ledger is in the private view; without one, only the income is known."""
    p = s.now.players[seat]
    if p.cash is not None:
        return Counter("money", T("Money"), "cash", every_turn=True, secret=True)
    covered = len(p.cubes)
    more = sorted({*p.cubes, p.income}) if covered < CUBES else None
    return Counter(
        "money",
        T("Money a day"),
        "cash",
        money(p.income),
        _step(s, seat, "cubes", 1, more, legal) if more else None,
        _step(s, seat, "cubes", -1, p.cubes[:-1], legal) if covered else None,
        every_turn=True,
    )


def _checklist(s: State, noted: Noted) -> list[Cell]:
    """R-EP-85: what hands do between two days, by the box or the rulebook; after the last day, who has escaped."""
    if s.now.phase != "day_change":
        return []
    if s.now.day == DAYS:
        escapes = [(seat, _escaped(s, seat, frozenset([a.Escape(seat)])).cells[0]) for seat in s.now.order]
        return [structs.replace(cell, label=T("{seat} has escaped", seat=seat_name(seat))) for seat, cell in escapes]
    keys = [(f"{s.now.day}:{n}", words) for n, words in enumerate(day_change(s))]
    return [Cell(words, bool(noted.get(key)), tap=NoteTap(TICKS, key, not noted.get(key))) for key, words in keys]


def _done_choice(choice: Choice, checklist: Sequence[Cell]) -> Choice:
    """With lines left to tick, one tap still says that all of it is done."""
    left = any(isinstance(cell.tap, NoteTap) and not cell.on for cell in checklist)
    return (
        structs.replace(choice, label=T("All of it is done")) if left and isinstance(choice.answer, a.Done) else choice
    )


def _tap(s: State, answer: Answer, fix: Fix, legal: Legal) -> Tap | None:
    """``answer`` if the open question accepts it, else the correction; None once the game is over."""
    if answer in legal:
        return answer
    return fix if s.now.result is None else None


def _step(s: State, seat: str | None, what: str, by: int, value: object, legal: Legal) -> Tap | None:
    """A counter of a seat, or of the stock, changes to ``value``. The reason of a correction is in the public log."""
    answer = a.ChangeStock(what, by) if seat is None else adjust(seat, what, by)
    if answer in legal:
        return answer
    if s.now.result is not None:
        return None
    fixed = change("stock", value, what=what) if seat is None else change(what, value, seat=seat)
    return Fix([fixed], _reason(s.world, seat, what))


@once
def _reason(w: EscapeWorld, seat: str | None, what: str) -> Words:
    return T("{seat}: {what}", seat=T("Stock") if seat is None else seat_name(seat), what=counter_name(w, what))


def _number(s: State, seat: str | None, what: str, legal: Legal, n: int, most: int) -> Counter:
    return Counter(
        what if seat is not None else f"stock:{what}",
        counter_name(s.world, what),
        counter_icon(what),
        str(n),
        _step(s, seat, what, 1, n + 1, legal) if n < most else None,
        _step(s, seat, what, -1, n - 1, legal) if n else None,
        low=what != "notoriety" and not n and (seat is None or n == most),
    )


def _cells(s: State, what: str, cells: list[Cell], words: Words = "") -> Counter:
    return Counter(what, counter_name(s.world, what), counter_icon(what), words, cells=cells)


def _row_of(s: State, seat: str, what: str, most: int, legal: Legal) -> Counter:
    """A row of cells filled from the left. A tap sets the last filled cell, or clears it."""
    n, cells = counter(what).value(s.now.players[seat]), []
    for place in range(1, most + 1):
        value = place - 1 if place == n else place
        tap = _step(s, seat, what, value - n, value, legal)
        cells.append(Cell(str(place), place <= n, counter_icon(what), tap))
    return _cells(s, what, cells)


def _wounds(s: State, seat: str, legal: Legal) -> Counter:
    """R-EP-80: three cells, and a fourth wound if it would offer handcuffs."""
    fourth, full = adjust(seat, "wounds", 1), s.now.players[seat].wounds == WOUNDS
    row = _row_of(s, seat, "wounds", WOUNDS, legal)
    return structs.replace(row, more=fourth if full and fourth in legal else None, low=full)


def _cubes(s: State, seat: str, legal: Legal) -> Counter:
    """R-EP-46, R-EP-82: the nine spaces of the income track, and the present income."""
    p, cells = s.now.players[seat], []
    income = p.income
    for space in range(CUBES):
        covered = space in p.cubes
        value = [one for one in p.cubes if one != space] if covered else sorted([*p.cubes, space])
        ends = space == p.cubes[-1] if covered else space == income
        tap = _step(s, seat, "cubes", (-1 if covered else 1) if ends else 0, value, legal)
        cells.append(Cell(str(space), covered, "cube", tap))
    return _cells(s, "cubes", cells, money(income))


def _assets(s: State, seat: str, legal: Legal) -> Counter:
    """R-EP-31 to R-EP-33: the unlocked assets."""
    unlocked, cells = s.now.players[seat].unlocked, []
    for asset in ASSETS:
        on = asset in unlocked
        tap = _step(s, seat, f"asset:{asset}", -1 if on else 1, not on, legal)
        cells.append(Cell(ASSET_SIGNS[asset], on, "asset:open" if on else "asset", tap))
    return Counter("assets", T("Assets unlocked"), "asset:open", str(len(unlocked)), cells=cells)


def _flag(s: State, seat: str, what: str, legal: Legal) -> Counter:
    on = counter(what).value(s.now.players[seat])
    return _cells(s, what, [Cell("", on, counter_icon(what), _step(s, seat, what, -1 if on else 1, not on, legal))])


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


def _held_contact(s: State, seat: str, card: str, legal: Legal) -> Holding:
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
    return Fix([change("contact", to, card=card)], name)


def _stock(s: State, legal: Legal) -> SeatBoard:
    """R-EP-84: the stock, and the business and safe house tiles that are not in the city."""
    stock, box = s.now.stock, s.now.box
    counters = [
        _number(s, None, what, legal, n := stock.get(what, 0), n + box.get(what, 0)) for what in s.world.printed
    ]
    aside = [_aside(s, *building) for building in buildings(s) if building[-1] in ("board", "box")]
    return SeatBoard(None, T("Stock"), "stock", [*counters, _gang(s)], aside)


def _gang(s: State) -> Counter:
    """The gang members on their place of the board, counted against the box."""
    n, most = s.now.gang_board, GANG if s.now.gang_box else 0
    row = number("gang", T("Gang members on the board"), "gang:member", n, most, setter("gang", at="board"))
    return structs.replace(row, low=not n, **({} if s.now.result is None else {"more": None, "less": None}))


def _aside(s: State, kind: str, tile: str, name: Words, place: str) -> Holding:
    """A business or safe house tile outside the city: available, or out of the game."""
    to, words = ("box", T("Out of the game")) if place == "board" else ("board", T("Back onto the board"))
    taps: list[tuple[Words, Tap]] = []
    if s.now.result is None:
        taps.append((words, Fix([change(kind, to, **{kind: tile})], name)))
    return Holding(f"{kind}:{tile}", Piece(kind, name, face_down=place == "box"), taps)


# The private view of a seat: its escape plan, cash, and entries on the score sheet.


def plan_face(text: Words) -> Card:
    """An escape plan card."""
    return Card("plans", "plan", T("Escape plan"), None, text)


def _cash(s: State, seat: str, cash: int, legal: Legal) -> list[Counter]:
    """G-EP-10: the ledger, in steps of one and of five."""

    def tap(by: int) -> Tap | None:
        fix = Fix([change("cash", cash + by, seat=seat)], T("{seat}: the ledger", seat=seat_name(seat)))
        return _tap(s, a.Cash(seat, by), fix, legal) if abs(cash + by) <= MOST_CASH else None

    return [
        Counter("cash", T("Cash"), "cash", money(cash), tap(1), tap(-1)),
        Counter("cash:5", T("By fives"), "cash", money(cash), tap(5), tap(-5)),
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


def _laid(s: State, tile: str) -> list[Counter]:
    """The business and safe house tiles of a city tile, without those for spaces that are not printed on it."""
    at, printed = f"tile:{tile}", s.world.tiles[tile]
    return [
        flag(f"{kind}:{one}", name, kind, place == at, [change(kind, "board" if place == at else at, **{kind: one})])
        for kind, one, name, place in buildings(s)
        if getattr(printed, kind) or place == at
    ]


def _order_place(s: State) -> Place:
    """R-EP-75: the turn order; a tap swaps two players."""
    names = [T("Turn {n}", n=index + 1) for index in range(len(s.now.order))]
    counters = in_order("order", names, "notoriety", _discs(s), s.now.order, setter("order"), called=seat_name)
    return Place("order", T("Turn order"), BOARD, "seat:1", counters)


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
    at = next((pile for pile, cards in contact_piles(s).items() if card in cards), "deck")
    options: list[Option] = [
        ("deck", T("Deck"), None),
        ("display", T("Open"), None),
        ("discard", T("Away"), None),
    ]
    options += [(f"player:{seat}", "", disc(s.world, seat)) for seat in s.world.seats]
    names: dict[str, Words] = {f"player:{seat}": seat_name(seat) for seat in s.world.seats}
    lies = one_of(
        "pile", T("Where?"), "contact", options, at, setter("contact", card=card), called=lambda at: names.get(at, "")
    )
    return Place(f"contact:{card}", contact_name(s.world, card), CONTACTS, "contact", [lies], "contacts")


def _supply_place(s: State) -> Place:
    """Business and safe house tiles: available on the board, out of the game, or (neither) in the city."""
    counters = [
        one_of(f"{kind}:{one}", name, kind, BOARD_OR_BOX, place, setter(kind, **{kind: one}))
        for kind, one, name, place in buildings(s)
    ]
    return Place("tiles", T("Businesses and safe houses"), STOCK, "business", counters)


TOUCHING = 2
"""The number of city tiles that a new tile must touch (R-EP-62)."""
JOINING = 1
"""The number of its lands that must continue there (R-EP-63)."""


# The day, the order of play, the patrol, the display, the contacts, the city.


def _clock(s: State) -> Clock:
    """R-EP-76: the day and its part; no part before the turns."""
    turns = s.now.phase in ("day", "day_change")
    return Clock(s.now.day, DAYS, [(icon, name) for icon, name in PART_NAMES], s.now.part - 1 if turns else None)


def _order(s: State, who: str | None) -> Order:
    """The turn order with notoriety; ``who`` is asked now."""
    standings = [
        Standing(*person(s.world, seat), str(s.now.players[seat].notoriety), active=seat == who, done=_done(s, seat))
        for seat in s.now.order
    ]
    return Order(T("Order"), T("notoriety"), standings)


def _done(s: State, seat: str) -> bool:
    """True for seats that have escaped or had their turn in this part."""
    return seat in s.now.escaped or (s.now.phase == "day" and bool(s.now.queue) and seat not in s.now.queue)


def _exit(s: State, exit: str) -> RowPlace:
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
    tile = s.world.tile_of_exit.get(exit)
    where: Words = T("not found yet")
    if tile is None:
        where = ""
    elif tile in visible(s):
        where = tile_name(s.world, tile)
    return RowPlace(
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


def _place(s: State, letter: str) -> RowPlace:
    """R-EP-14: a place of the display with its tile and the pieces on it."""
    below = len(s.now.stacks[letter])
    under = P("{n} tile below", "{n} tiles below", below) if below else None
    tile = s.now.display[letter]
    if tile is None:
        return RowPlace(f"display:{letter}", letter, T("empty"), note=under, state="quiet")
    printed = signs(s.world.tiles[tile])
    notes: list[Words] = [listed([name for _, name in printed])] if printed else []
    return RowPlace(
        f"tile:{tile}",
        letter,
        tile_name(s.world, tile),
        badge=printed[0][0] if printed else None,
        pieces=on_tile(s, tile),
        note=listed([*notes, under] if under is not None else notes) or None,
    )


def _contact(s: State, card: str) -> RowPlace:
    n = s.now.contacts.display.count(card)
    name: Words = T("Not known") if card == UNKNOWN else contact_name(s.world, card)
    return RowPlace(f"contact:{card}", str(n) if n > 1 else "", name, "contact")


def _tiles(s: State) -> list[MapTile]:
    """The tiles of the city, those of the start first; their positions are known only to the table."""
    return sorted((_tile(s, tile) for tile in s.now.city), key=lambda tile: not tile.start)


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


# How Escape Plan looks and reads.


class EscapePlanPresenter(EscapeQuestions):
    """The presenter of Escape Plan."""

    why = WHY
    headings = HEADINGS
    box = BOX
    decks = ("patrol_cards", "contacts", "escape_plans")
    box_icons = BOX_ICONS
    tips = AT_QUESTIONS

    words: ClassVar[Mapping[str, Words]] = {**CHANCE, **{f"seat:{seat}": name for seat, name in SEATS.items()}}

    # These are defined where their subject is.
    lines = staticmethod(lines)
    card = staticmethod(card)

    def announced(self, state: State) -> Reveal | None:
        """The day, and the last one."""
        day = state.now.day
        if state.now.phase in ("setup", "end", "over"):
            return None
        if day == DAYS:
            return Reveal("last", T("The last day"), "alert")
        return Reveal("round", T("Day {day} of {days}", day=day, days=DAYS), "timer")

    def box_card(self, data: Mapping[str, Any], table: str, row: Mapping[str, Any]) -> Card | None:
        """Contacts and escape plans."""
        text = row.get("text") or None
        if table == "contacts":
            return contact_face(row.get("name") or readable(str(row.get("id", ""))), None, text)
        return plan_face(text or readable(str(row.get("id", "")))) if table == "escape_plans" else None

    def at_work(self, state: State, doing: CardInUse) -> Card:
        """A contact; an escape plan is at work at the end alone."""
        return structs.replace(contact_face(contact_words(state, doing.card), None, None), id=doing.card)

    def scene(self, state: State) -> Scene:
        """The whole picture, for people at the shared screen."""
        ask, answers = self.rules.ask(state), self.rules.legal(state) or []
        return structs.replace(
            super().scene(state),
            notices=notices(state, ask),
            clock=_clock(state),
            order=_order(state, ask.who),
            tiles=_tiles(state),
            entry=entry(state, ask, answers),
            several=several(state, ask, answers),
            otherwise=OTHERWISE if is_turn(state) else None,
        )

    def _rows(self, state: State, ask: Ask) -> list[Row]:
        """The patrol, the display of city tiles, and the open contacts."""
        there = state.now.contacts
        contacts = [_contact(state, card) for card in dict.fromkeys(there.display)]
        return [
            Row("patrol", T("Patrol"), [_exit(state, exit) for exit in EXITS]),
            Row("display", T("Display"), [_place(state, letter) for letter in state.now.display]),
            Row(
                "contacts",
                T(
                    "Contacts: {deck} in the deck, {discard} discarded",
                    deck=len(there.pile),
                    discard=len(there.discard),
                ),
                contacts,
                "small",
            ),
        ]

    def _boards(self, state: State, ask: Ask) -> list[SeatBoard]:
        """A board per seat in seat order, then the common one."""
        legal = state.cached(listed_now)
        return [*(_board(state, seat, legal, ask) for seat in state.world.seats), _stock(state, legal)]

    def _ranking(self, state: State, ask: Ask) -> list[Rank]:
        """R-EP-88, R-EP-89: escaped seats by rank, then arrested ones, without a total."""
        w, result = state.world, state.now.result
        if result is None:
            return []
        out = [
            Rank(
                *person(w, entry["seat"]),
                entry["rank"],
                signed(entry["total"]),
                OUT[entry["escape"] - 1],
                winner=entry["seat"] in result["winner"],
                # The score sheet, without zero lines.
                steps=[
                    Scored(line_name(w, line), signed(n)) for line, n in score_sheet(state, entry["seat"]).items() if n
                ],
            )
            for entry in result["ranking"]
        ]
        return out + [Rank(*person(w, seat), None, "", T("arrested")) for seat in result["arrested"]]

    def noted(self, state: State, scene: Scene, notes: Mapping[str, Any]) -> Scene:
        """With the places of pawns, extra actions, and what is ticked at the day change."""
        pawns, actions = notes.get(PAWNS, {}), notes.get(EXTRA_ACTIONS, {})
        boards = [
            board
            if board.seat is None
            else structs.replace(
                board,
                counters=[_pawn(state, board.seat, pawns), _actions(state, board.seat, actions), *board.counters[2:]],
            )
            for board in scene.boards
        ]
        several = scene.several
        if several is not None:
            extra = {seat: int(actions.get(f"{seat}:{state.now.day}", 0)) for seat in state.now.free}
            start = frozenset(seat for seat, n in extra.items() if _actions_left(state, seat, n))
            several = structs.replace(several, start=start)
        checklist = _checklist(state, notes.get(TICKS, {}))
        choices = [_done_choice(choice, checklist) for choice in scene.choices] if checklist else scene.choices
        tiles = [_with_pawns(state, tile, pawns) for tile in scene.tiles]
        return structs.replace(scene, boards=boards, checklist=checklist, choices=choices, several=several, tiles=tiles)

    def secrets(self, state: State) -> list[str]:
        """The seats with an escape plan, cash or entered lines that the companion knows."""
        players = state.now.players.items()
        return [seat for seat, p in players if p.plan is not None or p.cash is not None or p.lines]

    def private(self, state: State, seat: str) -> Private | None:
        """The escape plan, the cash and the entered lines of a seat, for its own eyes (WIRE.md, "View")."""
        if seat not in self.secrets(state):
            return None
        w, p = state.world, state.now.players[seat]
        cards = [nameless_card("plans", "plan", T("Escape plan"))] if p.plan == UNKNOWN else []
        if p.plan not in (None, UNKNOWN):
            cards = [structs.replace(plan_face(w.word(w.plans[p.plan].text or p.plan)), id=p.plan)]
        counters = [] if p.cash is None else _cash(state, seat, p.cash, state.cached(listed_now))
        counters += [Counter(f"line:{one}", line_name(w, one), "eye", signed(n)) for one, n in p.lines.items()]
        return Private(*person(w, seat), cards, counters)

    def places(self, state: State) -> list[Place]:
        """Patrol and display, city tiles, contacts, players' boards, the stock; then what is not a piece.

        No answer is legal for the counters here, so that their taps always correct.
        """
        w, now, none = state.world, state.now, frozenset[Answer]()
        found = []
        for exit in EXITS:
            at = f"patrol:{exit}"
            found.append(Place(at, T("Exit {n}", n=exit), BOARD, at, self.counters_at(state, at), "patrol"))
        found += [self._tile_place(state, tile, BOARD) for tile in now.display.values() if tile is not None]
        found.append(_order_place(state))
        found += [self._tile_place(state, tile, CITY) for tile in now.city]
        found += [_contact_place(state, card) for card in w.contacts]
        found += [
            Place(seat, seat_name(seat), PLAYERS, disc(w, seat), _counters(state, seat, none)) for seat in w.seats
        ]
        stock = Place("stock", T("Stock"), STOCK, "stock", _stock(state, none).counters)
        return [*found, stock, _supply_place(state), *_course_places(state)]

    def _tile_place(self, s: State, tile: str, group: PlaceGroup) -> Place:
        """A city tile with its officers; in the city also gang members, business and safe house tiles."""
        at = f"tile:{tile}"
        counters = [*self.counters_at(s, at), *(_laid(s, tile) if group is CITY else [])]
        return Place(at, tile_name(s.world, tile), group, "tile", counters)

    def seat_mark(self, state: State, seat: str) -> tuple[Colour, Marker]:
        """Those of its disc."""
        return mark(int(disc(state.world, seat).split(":")[1]))
