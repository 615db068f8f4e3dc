"""The players' boards and the stock, with the taps of their counters.

A tap answers if the open question accepts that answer. Otherwise, and if it means more than one step, it corrects
(wire/escape.md, "Corrections").
"""

from __future__ import annotations

from collections.abc import Collection

from companion.core.answers import Answer
from companion.core.piles import UNKNOWN
from companion.core.texts import T, Words
from companion.games.escape import answers as a
from companion.games.escape.names import seat_name
from companion.games.escape.presenter.words.labels import (
    ASSET_SIGNS,
    OUT,
    business_name,
    contact_name,
    counter_icon,
    counter_name,
    disc,
    money,
    safe_house_name,
)
from companion.games.escape.rules.contacts import holder
from companion.games.escape.rules.counters import counter
from companion.games.escape.rules.tracking import adjust
from companion.games.escape.state import State
from companion.games.escape.words import ASSETS, CUBES, DAYS, GANG, GANG_MARKERS, WOUNDS
from companion.scene.nameless import nameless_card
from companion.scene.scene import Cell, Counter, Fix, Holding, Piece, SeatBoard, Tap

Legal = Collection[Answer]


def boards(s: State, legal: Legal, who: str | None) -> list[SeatBoard]:
    """A board per seat in seat order, then the common one; read-only after the end.

    ``legal`` are the answers to the open question, ``who`` is asked.
    """
    return [*(_board(s, seat, legal, who) for seat in s.world.seats), _stock(s, legal)]


def corrected(s: State, seat: str) -> list[Counter]:
    """The counters of a seat, with taps that always correct."""
    return _board(s, seat, frozenset(), None).counters


def stocked(s: State) -> list[Counter]:
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
    for number in range(1, most + 1):
        value = number - 1 if number == n else number
        tap: Tap | None
        if abs(value - n) == 1:
            tap = _step(s, seat, what, value - n, value, legal)
        else:
            tap = _fix(s, seat, what, value) if s.now.result is None else None
        cells.append(Cell(str(number), number <= n, counter_icon(what), tap))
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
    away = _tap(s, a.Discard(card), _moved(card, "discard", name), legal)
    if away is not None:
        taps.append((T("Discard it"), away))
        taps.append((T("Back to the open contacts"), _moved(card, "display", name)))
    return Holding(f"contact:{card}", Piece("contact", name), taps)


def _unknown_contact(s: State, seat: str, name: Words, legal: Legal) -> Holding:
    """The unknown contacts of a seat. They can be discarded, but without a name not corrected."""
    away = a.Discard(UNKNOWN)
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
        more = _tap(s, a.Stock(what, 1), _stocked(s, what, n + 1), legal)
    if n:
        less = _tap(s, a.Stock(what, -1), _stocked(s, what, n - 1), legal)
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
