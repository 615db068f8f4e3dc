"""The phases before the turns of a day: income, patrol, city, turn order (R-EP-44 to R-EP-75)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice

from msgspec import UNSET, UnsetType

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, DrawAsk
from companion.core.piles import UNKNOWN
from companion.core.refusals import Refused, not_this
from companion.core.steps.chance import DrawStep, PullStep
from companion.core.texts import T, listed
from companion.core.todo import move, place, tell
from companion.games.escape.answers import LayTile, Pass, PullForTile, Unlock
from companion.games.escape.content import ASSETS, CARDS_OF_AN_EXIT, LETTERS, OFFICERS_A_TILE, seat_name
from companion.games.escape.rules.pieces import (
    add_officer,
    block_exit,
    counter,
    lay_tile,
    send_gang,
    set_order,
    take_officer,
    turn_up_tile,
)
from companion.games.escape.state import EPStep, EscapeSeat, State

ASSET_PRICE = 3
"""In $k (R-EP-49)."""
TILES_A_DAY = 4
GANG_ON_TILE = 2
"""R-EP-68."""


# Phase 1: income.


class PayIncome(EPStep, frozen=True, tag="pay_income"):
    """R-EP-45 to R-EP-48: everybody receives the lowest visible number; then assets are offered (R-EP-49)."""

    def run(self, s: State) -> None:
        now = s.now
        now.phase = "income"
        for seat in now.order:
            player = now.players[seat]
            text = T("{seat} receives ${n}k.", seat=seat_name(seat), n=player.income)
            tell(s, text, f"player:{seat}", "R-EP-45", seat)
            if player.cash is not None:
                player.cash += player.income
        now.queue = [seat for seat in now.order if _may_unlock(s, now.players[seat])]


def _may_unlock(s: State, player: EscapeSeat) -> bool:
    return player.notoriety in s.world.options.asset_notoriety and len(player.unlocked) < len(ASSETS)


class OfferAssets(EPStep, frozen=True, tag="offer_assets"):
    """R-EP-49, C-EP-06: players with enough notoriety may unlock one asset, once a day."""

    def asks(self, s: State) -> bool:
        return bool(s.now.queue)

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(s.now.queue[0], "R-EP-49", "asset")

    def legal(self, s: State) -> Sequence[Answer]:
        player = s.now.players[s.now.queue[0]]
        return [*(Unlock(asset) for asset in ASSETS if asset not in player.unlocked), Pass()]

    def play(self, s: State, answer: Answer) -> None:
        seat = s.now.queue[0]
        if isinstance(answer, Unlock):
            self._unlock(s, seat, answer.asset)
        elif not isinstance(answer, Pass):
            raise not_this("R-EP-49")
        s.now.queue = s.now.queue[1:]
        s.agenda.append(self)

    def _unlock(self, s: State, seat: str, asset: str) -> None:
        player, flag = s.now.players[seat], counter(f"asset:{asset}")
        if flag.value(player):
            raise Refused("illegal", T("That asset is unlocked already."), "R-EP-49")
        flag.set(s, player, True)
        if player.cash is not None:
            player.cash -= ASSET_PRICE
        text = T("{seat} pays ${n}k.", seat=seat_name(seat), n=ASSET_PRICE)
        tell(s, text, f"player:{seat}", "R-EP-49", seat)
        move(s, flag.what, f"locked:{seat}", f"unlocked:{seat}", rule="R-EP-49")


# Phase 2: the patrol. The card removed before the game is not modelled: while the order of the deck is unknown, any
# card that is not on the board could be next, and after five cards the deck is empty (R-EP-57).


class StartPatrol(EPStep, frozen=True, tag="start_patrol"):
    """R-EP-50: the second phase begins."""

    def run(self, s: State) -> None:
        s.now.phase = "patrol"


class RevealPatrol(DrawStep[State], frozen=True, tag="reveal_patrol"):
    """R-EP-50, R-EP-58: one patrol card, resolved before the next (R-EP-51 to R-EP-54)."""

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        if not s.now.patrol_deck:
            return "patrol", []
        return "patrol", [exit for exit, shown in s.now.patrol.items() if shown < CARDS_OF_AN_EXIT]

    def odds(self, s: State) -> list[float]:
        left = [CARDS_OF_AN_EXIT - s.now.patrol[exit] for exit in self.cards(s)[1]]
        return [cards / sum(left) for cards in left]

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(None, "R-EP-50", "patrol")

    def done(self, s: State, exit: str) -> None:
        s.now.patrol[exit] += 1
        place(s, f"patrol:{exit}", f"patrol:{exit}", rule="R-EP-50")
        if s.now.patrol[exit] < CARDS_OF_AN_EXIT:
            tell(s, T("Exit {exit} stays open for now.", exit=exit), f"patrol:{exit}", "R-EP-51")
            return
        tell(s, T("Exit {exit} is blocked.", exit=exit), f"patrol:{exit}", "R-EP-52")
        block_exit(s, exit)
        if s.now.open_exit is not None:
            text = T("Exit {exit} is the only one that stays open.", exit=s.now.open_exit)
            tell(s, text, f"patrol:{s.now.open_exit}", "R-EP-56")


# Phase 3: the city.


class StartCity(EPStep, frozen=True, tag="start_city"):
    """R-EP-59 to R-EP-61: who lays the four tiles, in turn order, repeatedly."""

    def run(self, s: State) -> None:
        s.now.phase = "city"
        s.now.queue = list(islice(cycle(s.now.order), TILES_A_DAY))


class PlaceTile(EPStep, frozen=True, tag="place_tile"):
    """R-EP-59 to R-EP-68: lay a tile of the display. The table decides where it fits (R-EP-62, R-EP-63)."""

    def asks(self, s: State) -> bool:
        return bool(s.now.queue)

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(s.now.queue[0], "R-EP-59", "tile")

    def legal(self, s: State) -> Sequence[Answer]:
        return [
            LayTile(tile, business, safe_house)
            for tile in s.now.display.values()
            if tile is not None
            for business in self._fillings(s.world.tiles[tile].business, s.now.business)
            for safe_house in self._fillings(s.world.tiles[tile].safe_house, s.now.safe_houses)
        ]

    def _fillings(self, space: bool, places: Mapping[str, str]) -> Sequence[str | UnsetType]:
        """What can be put on a space of a tile: an available tile of its kind, else nothing."""
        left = [name for name, place in places.items() if place == "board"] if space else []
        return left or [UNSET]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, LayTile):
            raise not_this("R-EP-59")
        if answer.tile not in s.now.display.values():
            raise Refused("illegal", T("That tile is not in the display."), "R-EP-59")
        tile = s.world.tiles[answer.tile]
        if answer.business not in self._fillings(tile.business, s.now.business):
            raise Refused("illegal", T("That business tile cannot go on this city tile."), "R-EP-66")
        if answer.safe_house not in self._fillings(tile.safe_house, s.now.safe_houses):
            raise Refused("illegal", T("That safe house tile cannot go on this city tile."), "R-EP-67")
        self._lay(s, answer)
        s.now.queue = s.now.queue[1:]
        s.agenda.append(self)

    def _lay(self, s: State, answer: LayTile) -> None:
        lay_tile(s, answer.tile, "R-EP-59")
        at = f"tile:{answer.tile}"
        if answer.business is not UNSET:
            s.now.business[answer.business] = at
            move(s, f"business:{answer.business}", "board:business", at, rule="R-EP-66")
        if answer.safe_house is not UNSET:
            s.now.safe_houses[answer.safe_house] = at
            move(s, f"safe_house:{answer.safe_house}", "board:safe_houses", at, rule="R-EP-67")
        if s.world.tiles[answer.tile].gang:
            send_gang(s, answer.tile, GANG_ON_TILE, "R-EP-68")


# The display of city tiles and the officers on it, at the setup and in the city phase.


class TurnUpTile(DrawStep[State], frozen=True, tag="turn_up"):
    """R-EP-14, R-EP-69: the top tile of a stack is turned up; an empty stack shows nothing (R-EP-70)."""

    letter: str
    rule: str

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return f"stack:{self.letter}", s.now.stacks[self.letter]

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(None, self.rule, f"stack:{self.letter}")

    def done(self, s: State, card: str) -> None:
        turn_up_tile(s, self.letter, card, self.rule)


class PullOfficerFor(PullStep[State], frozen=True, tag="pull_officer"):
    """R-EP-17, R-EP-69, R-EP-84: pull an officer from the bag; none if it is empty (G-EP-07).

    ``place`` is a tile, or the letter of a place in the display.
    """

    place: str
    rule: str

    def tile(self, s: State) -> str | None:
        """The tile for the officer."""
        return s.now.display.get(self.place, self.place)

    def bag(self, s: State) -> tuple[str, Mapping[str, int]]:
        return "officers", s.now.bag

    def asks(self, s: State) -> bool:
        return bool(s.now.bag) and self.tile(s) is not None

    def ask(self, s: State) -> PullForTile:
        tile = self.tile(s)
        assert tile is not None
        return PullForTile(None, self.rule, "officers", tile=tile)

    def done(self, s: State, token: str) -> None:
        tile = self.tile(s)
        assert tile is not None
        add_officer(s, tile, token, self.rule)


ALIKE = T("Wherever two officers of a type lie on one of these tiles, one goes back into the bag.")
"""What hands do where officers are not known."""


class ReturnOfficers(EPStep, frozen=True, tag="return_officers"):
    """R-EP-18, R-EP-69, C-EP-04: after all draws, one of each type that is at least twice on a new tile goes back.

    Hands are told to look where officers are not known. ``also`` is a tile of the board that has just been given
    officers as well.
    """

    rule: str
    also: str | None = None

    def run(self, s: State) -> None:
        tiles = [tile for tile in (*s.now.display.values(), self.also) if tile is not None]
        there = [s.now.officers.get(tile, {}) for tile in tiles]
        if any(UNKNOWN in here and sum(here.values()) > 1 for here in there):
            tell(s, ALIKE, rule=self.rule)
        for tile in tiles:
            for kind, n in sorted(s.now.officers.get(tile, {}).items()):
                if n > 1 and kind != UNKNOWN:
                    take_officer(s, tile, kind, self.rule)


def new_display(rule: str) -> list[EPStep]:
    """The four tiles one after the other, without their officers."""
    return [TurnUpTile(letter, rule) for letter in LETTERS]


def officers_for_display(rule: str) -> list[EPStep]:
    """Two officers for each tile of the display, A to D."""
    return [PullOfficerFor(letter, rule) for letter in LETTERS for _ in range(OFFICERS_A_TILE)]


# Phase 4: the turn order.


class NewOrder(EPStep, frozen=True, tag="new_order"):
    """R-EP-71 to R-EP-75: highest notoriety first, tied players swap; the day's turns begin."""

    def run(self, s: State) -> None:
        players = s.now.players
        later_first = s.now.order[::-1]
        order = sorted(later_first, key=lambda seat: -players[seat].notoriety)
        names = listed([seat_name(seat) for seat in order])
        tell(s, T("New turn order: {seats}.", seats=names), rule="R-EP-71")
        set_order(s, order, "R-EP-71")
        s.now.phase = "day"
