"""The display of city tiles and the officers on it (R-EP-14, R-EP-17, R-EP-18, R-EP-69)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.asks import DrawAsk
from companion.core.piles import UNKNOWN
from companion.core.steps.chance import DrawStep, PullStep
from companion.games.escape.asks import PullForTile
from companion.games.escape.rules.hands import add_officer, take_officer, turn_up_tile
from companion.games.escape.state import EPStep, State
from companion.games.escape.words import LETTERS, OFFICERS_A_TILE


class TurnUp(DrawStep[State], frozen=True, tag="turn_up"):
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


class ReturnOfficers(EPStep, frozen=True, tag="return_officers"):
    """R-EP-18, R-EP-69, C-EP-04: after all draws, one of each type that is at least twice on a new tile goes back.

    The table decides whether unknown officers are of one type. ``also`` is a tile of the board that has just been given
    officers as well.
    """

    rule: str
    also: str | None = None

    def run(self, s: State) -> None:
        tiles = [tile for tile in (*s.now.display.values(), self.also) if tile is not None]
        for tile in tiles:
            for kind, n in sorted(s.now.officers.get(tile, {}).items()):
                if n > 1 and kind != UNKNOWN:
                    take_officer(s, tile, kind, self.rule)


def new_display(rule: str) -> list[EPStep]:
    """The four tiles one after the other, without their officers."""
    return [TurnUp(letter, rule) for letter in LETTERS]


def officers_for_display(rule: str) -> list[EPStep]:
    """Two officers for each tile of the display, A to D."""
    return [PullOfficerFor(letter, rule) for letter in LETTERS for _ in range(OFFICERS_A_TILE)]
