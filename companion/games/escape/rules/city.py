"""Phase 3: the city (R-EP-59 to R-EP-70)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice

from msgspec import UNSET, UnsetType

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk
from companion.core.refusals import Refused, not_this
from companion.core.texts import T
from companion.core.todo import move
from companion.games.escape.answers import Place
from companion.games.escape.rules.hands import lay_tile, send_gang
from companion.games.escape.state import EPStep, State
from companion.games.escape.words import GANG_ON_TILE, TILES_A_DAY


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
            Place(tile, business, safe_house)
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
        if not isinstance(answer, Place):
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

    def _lay(self, s: State, answer: Place) -> None:
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
