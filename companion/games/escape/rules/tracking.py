"""What players do in a day: one verb for each thing that can be noted (R-EP-80 to R-EP-86).

A player's move is never refused (RULES.md 8), only impossible states of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import product

from companion.core.answers import Answer
from companion.core.asks import DrawAsk
from companion.core.piles import UNKNOWN, put, take
from companion.core.refusals import Refused
from companion.core.steps.chance import DO_LATER, DrawStep
from companion.core.steps.listed import Verb, Verbs
from companion.core.texts import T
from companion.core.todo import place, remove, shuffle, tell
from companion.games.escape import answers as say
from companion.games.escape.answers import DiscardContact, DrawContact, Refill, Reshuffle, TakeContact
from companion.games.escape.content import (
    BOARD_COUNTERS,
    CONTACTS_OPEN,
    CUBES,
    DAYS,
    GANG_MARKERS,
    MOST_CASH,
    WOUNDS,
    seat_name,
)
from companion.games.escape.rules.effects import GiveContact, discard, take_open
from companion.games.escape.rules.phases import PullOfficerFor
from companion.games.escape.rules.pieces import (
    COUNTER_RULE,
    add_officer,
    call_gang_back,
    counter,
    piece_of,
    send_gang,
    take_officer,
)
from companion.games.escape.state import EscapeSeat, State, visible

TABLE_RULE = "R-EP-84"
UP_AND_DOWN = (1, -1)
CASH_STEPS = (-5, -1, 1, 5)
NUMBERS, TILES = BOARD_COUNTERS[:4], BOARD_COUNTERS[4:]
"""The counters of a board that are numbers, and those that are tiles."""

take_contact = cache(TakeContact)
discard_contact = cache(DiscardContact)
adjust = cache(say.Adjust)
"""Answers that are listed often, cached."""


# Counters, stock, officers, the gang, cash and escapes.


def _cannot(rule: str) -> Refused:
    return Refused("illegal", T("It cannot go any further that way."), rule)


class AdjustVerb(Verb[State, say.Adjust]):
    """``adjust``: a counter of any seat, by 1 (R-EP-83)."""

    affects = (say.Adjust, say.ChangeStock)

    def options(self, s: State) -> Iterable[Answer]:
        stock, listings = tuple(s.now.stock), s.world.listings
        found: list[Answer] = []
        for seat, p in s.now.players.items():
            # These values are shared and must not be modified.
            board = stock, p.notoriety, p.wounds, p.gangs, p.cubes, p.first_aid, p.rest, p.unlocked, *p.held
            found += listings.of(seat, board, self._of_seat, s, seat)
        return found

    def _of_seat(self, s: State, seat: str) -> list[Answer]:
        """The adjustments that ``check`` allows: counters of the board, and kinds of the stock."""
        p, stock, listings = s.now.players[seat], s.now.stock, s.world.listings
        up_and_down = (
            *(p.notoriety < s.world.most_notoriety, p.notoriety > 0),
            *(p.wounds < WOUNDS or "handcuffs" in stock, p.wounds > 0),
            *(p.gangs < GANG_MARKERS, p.gangs > 0),
            *(len(p.cubes) < CUBES, len(p.cubes) > 0),
        )
        tiles = p.first_aid, p.rest, p.unlocked
        found = [*_numbers(seat, *up_and_down), *listings.of(("tiles", seat), tiles, _tiles, seat, p)]
        for what, up, down in _held(seat, s.world.whats[len(BOARD_COUNTERS) :]):
            if what in stock:
                found.append(up)
            if what in p.held:
                found.append(down)
        return found

    def check(self, s: State, answer: say.Adjust) -> None:
        possible = counter(answer.what).can(s, s.now.players[answer.seat], answer.by)
        if answer.by not in UP_AND_DOWN or not possible:
            raise _cannot(COUNTER_RULE)

    def do(self, s: State, answer: say.Adjust) -> None:
        counter(answer.what).change(s, answer.seat, answer.by)


@cache
def _numbers(seat: str, *up_and_down: bool) -> list[Answer]:
    """For each numeric counter, whether it can go up, and down."""
    ways = product(NUMBERS, UP_AND_DOWN)
    return [adjust(seat, what, by) for (what, by), possible in zip(ways, up_and_down, strict=True) if possible]


def _tiles(seat: str, p: EscapeSeat) -> list[Answer]:
    """For each tile counter, its other state."""
    return [adjust(seat, what, -1 if counter(what).value(p) else 1) for what in TILES]


@cache
def _held(seat: str, whats: tuple[str, ...]) -> list[tuple[str, Answer, Answer]]:
    """For each kind of the stock, one more for the seat and one less."""
    return [(what, adjust(seat, what, 1), adjust(seat, what, -1)) for what in whats]


class StockVerb(Verb[State, say.ChangeStock]):
    """``stock``: a piece from the box to the stock, or out of the game."""

    affects = (say.Adjust, say.ChangeStock)

    def _can(self, s: State, what: str, by: int) -> bool:
        return by in UP_AND_DOWN and what in (s.now.box if by > 0 else s.now.stock)

    def options(self, s: State) -> Iterable[Answer]:
        return s.world.listings.of("stock", (tuple(s.now.box), tuple(s.now.stock)), self._listed, s)

    def _listed(self, s: State) -> list[Answer]:
        return [say.ChangeStock(what, by) for what in s.world.printed for by in UP_AND_DOWN if self._can(s, what, by)]

    def check(self, s: State, answer: say.ChangeStock) -> None:
        if not self._can(s, answer.what, answer.by):
            raise _cannot(TABLE_RULE)

    def do(self, s: State, answer: say.ChangeStock) -> None:
        piece = piece_of(answer.what)
        source, to = (s.now.box, s.now.stock)[:: answer.by]
        take(source, answer.what)
        put(to, answer.what)
        (place if answer.by > 0 else remove)(s, piece, "board:stock", rule=TABLE_RULE)


class OfficerVerb(Verb[State, say.Officer]):
    """``officer``: a chosen officer from the bag onto a visible tile, or back."""

    affects = (say.Officer, say.PullOfficer)

    def _can(self, s: State, tile: str, kind: str, by: int) -> bool:
        return by in UP_AND_DOWN and kind in (s.now.bag if by > 0 else s.now.officers.get(tile, {}))

    def options(self, s: State) -> Iterable[Answer]:
        now = s.now
        depends = tuple(now.bag), visible(s), tuple(now.officers), tuple(map(tuple, now.officers.values()))
        return s.world.listings.of("officer", depends, self._listed, s)

    def _listed(self, s: State) -> list[Answer]:
        kinds, bag, officers = (*s.world.officers, UNKNOWN), tuple(s.now.bag), s.now.officers
        found: list[Answer] = []
        for tile in visible(s):
            found += _on_tile(tile, kinds, bag, tuple(officers.get(tile, ())))
        return found

    def check(self, s: State, answer: say.Officer) -> None:
        _require_visible(s, answer.tile)
        if not self._can(s, answer.tile, answer.type, answer.by):
            raise _cannot(TABLE_RULE)

    def do(self, s: State, answer: say.Officer) -> None:
        (add_officer if answer.by > 0 else take_officer)(s, answer.tile, answer.type, TABLE_RULE)


@lru_cache(4096)
def _on_tile(tile: str, kinds: Sequence[str], bag: Sequence[str], here: Sequence[str]) -> list[say.Officer]:
    """Each kind of officer from the bag onto the tile, and each kind on it back."""
    ways = (1, bag), (-1, here)
    return [say.Officer(tile, kind, by) for kind in kinds for by, source in ways if kind in source]


def _require_visible(s: State, tile: str) -> None:
    if tile not in visible(s):
        raise Refused("illegal", T("That tile is not in sight yet."), TABLE_RULE)


class PullOfficerVerb(Verb[State, say.PullOfficer]):
    """``pull_officer``: a random officer onto a visible tile."""

    def options(self, s: State) -> Iterable[Answer]:
        tiles = visible(s)
        return s.world.listings.of("pull_officer", tiles, map, say.PullOfficer, tiles) if s.now.bag else []

    def check(self, s: State, answer: say.PullOfficer) -> None:
        _require_visible(s, answer.tile)
        if not s.now.bag:
            raise Refused("illegal", T("The bag is empty."), TABLE_RULE)

    def do(self, s: State, answer: say.PullOfficer) -> None:
        s.agenda.append(PullOfficerFor(answer.tile, TABLE_RULE))


class GangVerb(Verb[State, say.Gang]):
    """``gang``: a gang member from the board onto a tile, or back."""

    affects = (say.Gang,)

    def _can(self, s: State, tile: str, by: int) -> bool:
        return by in UP_AND_DOWN and bool(s.now.gang_board if by > 0 else s.now.gang.get(tile))

    def options(self, s: State) -> Iterable[Answer]:
        depends = s.now.city, s.now.gang_board > 0, tuple(s.now.gang)
        return s.world.listings.of("gang", depends, self._listed, s)

    def _listed(self, s: State) -> list[Answer]:
        return [say.Gang(tile, by) for tile in s.now.city for by in UP_AND_DOWN if self._can(s, tile, by)]

    def check(self, s: State, answer: say.Gang) -> None:
        if answer.tile not in s.now.city:
            raise Refused("illegal", T("That tile is not on the board yet."), TABLE_RULE)
        if not self._can(s, answer.tile, answer.by):
            raise _cannot(TABLE_RULE)

    def do(self, s: State, answer: say.Gang) -> None:
        if answer.by > 0:
            send_gang(s, answer.tile, 1, TABLE_RULE)
        else:
            call_gang_back(s, answer.tile, TABLE_RULE)


class CashVerb(Verb[State, say.Cash]):
    """``cash``: the ledger of a seat, if it is tracked (R-EP-36, G-EP-10)."""

    def _can(self, s: State, seat: str, by: int) -> bool:
        cash = s.now.players[seat].cash
        return cash is not None and by in CASH_STEPS and abs(cash + by) <= MOST_CASH

    def options(self, s: State) -> Iterable[Answer]:
        if not s.world.options.ledger:
            return []
        return [say.Cash(seat, by) for seat in s.now.players for by in CASH_STEPS if self._can(s, seat, by)]

    def check(self, s: State, answer: say.Cash) -> None:
        if not s.world.options.ledger:
            raise Refused("illegal", T("This table keeps no ledger: money stays behind the screens."), "R-EP-36")
        if not self._can(s, answer.seat, answer.by):
            raise _cannot("R-EP-36")

    def do(self, s: State, answer: say.Cash) -> None:
        player = s.now.players[answer.seat]
        assert player.cash is not None
        player.cash += answer.by


class EscapeVerb(Verb[State, say.Escape]):
    """``escape``: a seat has left the city, on day 3 (R-EP-86, R-EP-87)."""

    def options(self, s: State) -> Iterable[Answer]:
        return map(say.Escape, s.now.free) if s.now.day == DAYS else []

    def check(self, s: State, answer: say.Escape) -> None:
        if s.now.day < DAYS:
            raise Refused("illegal", T("Nobody can escape before day 3."), "R-EP-86")
        if answer.seat in s.now.escaped:
            raise Refused("illegal", T("That seat has escaped already."), "R-EP-86")

    def do(self, s: State, answer: say.Escape) -> None:
        seat, player = answer.seat, s.now.players[answer.seat]
        s.now.escaped = [*s.now.escaped, seat]
        s.now.queue = [other for other in s.now.queue if other != seat]
        cost = s.world.exit_cost(len(s.now.escaped))
        name, at = seat_name(seat), f"player:{seat}"
        if cost is None:
            tell(s, T("{seat} has escaped.", seat=name), at, "R-EP-86", seat)
            return
        tell(s, T("{seat} has escaped and pays ${n}k.", seat=name, n=cost), at, "R-EP-87", seat)
        if player.cash is not None:
            player.cash -= cost


# Contact cards.


class OpenContacts(DrawStep[State], frozen=True, tag="open_contacts"):
    """R-EP-25, R-EP-84: contacts are turned up until seven are open or the deck is empty."""

    by_hand = DO_LATER

    rule: str

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return "contacts", s.now.contacts.pile

    def asks(self, s: State) -> bool:
        return missing(s)

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(None, self.rule, "contacts")

    def done(self, s: State, card: str) -> None:
        s.now.contacts.draw(card)
        place(s, f"contact:{card}", "contacts:display", rule=self.rule)
        s.agenda.append(self)


def missing(s: State) -> bool:
    """Fewer than seven contacts are open, and the deck is not empty."""
    return len(s.now.contacts.display) < CONTACTS_OPEN and bool(s.now.contacts.pile)


def holder(s: State, card: str) -> str | None:
    """The seat that has a contact; of several with unknown ones, the active seat first."""
    seats = (*s.now.queue[:1], *s.now.players)
    return next((seat for seat in seats if card in s.now.players[seat].contacts), None)


class TakeVerb(Verb[State, TakeContact]):
    """``take``: the active player takes an open contact."""

    affects = (TakeContact, DiscardContact, Refill, say.UseContact)

    def options(self, s: State) -> Iterable[Answer]:
        return map(take_contact, dict.fromkeys(s.now.contacts.display))

    def check(self, s: State, answer: TakeContact) -> None:
        if answer.card not in s.now.contacts.display:
            raise Refused("illegal", T("That contact does not lie open."), "R-EP-79")

    def do(self, s: State, answer: TakeContact) -> None:
        take_open(s, s.now.queue[0], answer.card, TABLE_RULE)


class DrawContactVerb(Verb[State, DrawContact]):
    """``draw_contact``: the active player draws one."""

    def options(self, s: State) -> Iterable[Answer]:
        return [DrawContact()] if s.now.contacts.pile else []

    def check(self, s: State, answer: DrawContact) -> None:
        if not s.now.contacts.pile:
            raise Refused("illegal", T("The contact deck is empty. Shuffle the discard first."), "R-EP-79")

    def do(self, s: State, answer: DrawContact) -> None:
        s.agenda.append(GiveContact(s.now.queue[0]))


class DiscardVerb(Verb[State, DiscardContact]):
    """``discard``: an open contact, or one that a seat has."""

    affects = (TakeContact, DiscardContact, Refill, Reshuffle, say.UseContact)

    def options(self, s: State) -> Iterable[Answer]:
        held = [card for player in s.now.players.values() for card in player.contacts]
        return map(discard_contact, dict.fromkeys([*s.now.contacts.display, *held]))

    def check(self, s: State, answer: DiscardContact) -> None:
        if answer.card not in s.now.contacts.display and holder(s, answer.card) is None:
            raise Refused("illegal", T("Nobody has that contact, and it does not lie open."), TABLE_RULE)

    def do(self, s: State, answer: DiscardContact) -> None:
        discard(s, holder(s, answer.card), answer.card, TABLE_RULE)


class RefillVerb(Verb[State, Refill]):
    """``refill``: turn up contacts to seven."""

    def options(self, s: State) -> Iterable[Answer]:
        return [Refill()] if missing(s) else []

    def check(self, s: State, answer: Refill) -> None:
        if not missing(s):
            raise Refused("illegal", T("Seven contacts lie open already, or the deck is empty."), TABLE_RULE)

    def do(self, s: State, answer: Refill) -> None:
        s.agenda.append(OpenContacts(TABLE_RULE))


class ReshuffleVerb(Verb[State, Reshuffle]):
    """``reshuffle``: the discard goes into the deck."""

    def options(self, s: State) -> Iterable[Answer]:
        return [Reshuffle()] if s.now.contacts.discard else []

    def check(self, s: State, answer: Reshuffle) -> None:
        if not s.now.contacts.discard:
            raise Refused("illegal", T("No contact has been discarded."), TABLE_RULE)

    def do(self, s: State, answer: Reshuffle) -> None:
        for card in s.now.contacts.discard:
            remove(s, f"contact:{card}", "contacts:discard", rule=TABLE_RULE)
        s.now.contacts.reshuffle()
        shuffle(s, "contacts", TABLE_RULE)


TRACKING: Verbs[State] = {
    say.Adjust: AdjustVerb(),
    say.ChangeStock: StockVerb(),
    say.Officer: OfficerVerb(),
    say.PullOfficer: PullOfficerVerb(),
    say.Gang: GangVerb(),
    say.DiscardContact: DiscardVerb(),
    say.Refill: RefillVerb(),
    say.Reshuffle: ReshuffleVerb(),
    say.Cash: CashVerb(),
    say.Escape: EscapeVerb(),
}
