"""The setup as a short check-list, including parts the companion never asks about (R-CG-05 to R-CG-14)."""

from __future__ import annotations

from typing import Final

from companion.core.instructions import Instruction, kind
from companion.core.piles import UNKNOWN
from companion.core.texts import T, Words
from companion.games.crash.presenter.naming import Naming
from companion.games.crash.rules.setup import ONE_OUT
from companion.games.crash.rules.upgrading import DECK
from companion.games.crash.state import State
from companion.games.crash.words import CARDS, OVERRIDES, PILOT
from companion.games.crash.world import crew_id
from companion.scene.scene import Line

SIDE_WORDS: Final[tuple[Words, ...]] = (
    T("above the board"),
    T("to the right of the board"),
    T("below the board"),
    T("to the left of the board"),
)
"""The sides of the board in words, in the order of the sides."""

LISTED: Final = frozenset({"R-CG-08", "R-CG-09"})
"""Instructions of the setup that the check-list covers."""


def is_set_up(todo: Instruction) -> bool:
    """True for an instruction that occurs only in setup: movement cards come out of the box."""
    return todo.verb == "place" and kind(todo.piece) == "movement"


class SetupLines(Naming):
    """The setup as a check-list."""

    def set_up(self, s: State) -> list[Line]:
        """The check-list for this pack and these seats."""
        return [*self._tiles(s), *self._supplies(s), *self._players(s)]

    def _tiles(self, s: State) -> list[Line]:
        w, icon, rule = s.world, "tile:square", "R-CG-05"
        if w.light:
            return [_line(icon, T("the board for {n} saucers, markers at its sides", n=len(w.saucers)), rule)]
        tiles = [
            _line(
                icon,
                T(
                    "{tile}, {turned}: {place}",
                    tile=w.word(there.tile),
                    turned=self.word(s, f"rotation:{there.rotation}"),
                    place=T("on place {n}", n=number),
                ),
                rule,
            )
            for number, there in enumerate(w.start_board or (), 1)
        ]
        if not tiles:
            tiles = [_line(icon, T("the tiles for {n} saucers beside the table", n=len(w.saucers)), rule)]
        markers = [
            _line(
                self.icon(s, f"marker:{direction}"),
                T("{piece}: {place}", piece=w.word(direction), place=side),
                "R-CG-06",
            )
            for direction, side in zip(w.start_markers, SIDE_WORDS, strict=True)
        ]
        return [*tiles, *markers]

    def _supplies(self, s: State) -> list[Line]:
        found = [
            _line("token:energy", T("energy and boosters within reach"), "R-CG-07"),
            _line("upgrade", T("shuffle the upgrade cards"), "R-CG-09", "", DECK),
        ]
        overrides = OVERRIDES.get(len(s.world.seats))
        if overrides:
            found.append(_line("token:override", T("override tokens: {n}", n=overrides), "R-CG-07"))
        for card in s.now.box:
            words = T("{upgrade}: out of the game", upgrade=self.word(s, f"upgrade:{card}"))
            if card == UNKNOWN:
                words = ONE_OUT
            found.append(_line("upgrade", words, "R-CG-08", "−", DECK))
        return found

    def _players(self, s: State) -> list[Line]:
        w = s.world
        found = []
        for saucer in w.saucers:
            words = T("{saucer}: mat, saucer and {n} movement cards", saucer=self.mat(s, saucer), n=len(CARDS))
            found.append(_line(self.icon(s, f"saucer:{saucer}"), words, "R-CG-11" if w.pair else "R-CG-10"))
        found.append(_line("players", T("the crew of all colours that play, by type, Pilots in front"), "R-CG-12"))
        if w.extra is not None:
            icon = self.icon(s, f"crew:{crew_id(w.extra, PILOT)}")
            words = T("{colour}: only the crew", colour=self.word(s, f"saucer:{w.extra}"))
            found.append(_line(icon, words, "R-CG-13"))
        if not w.pair or w.options.energy_each:
            found.append(_line("token:energy", T("each mat: 1 energy"), "R-CG-07"))
        probe = T("the probe to {seat}", seat=self.word(s, f"seat:{w.seats[0]}"))
        return [*found, _line("token:probe", probe, "R-CG-14")]


def _line(icon: str, words: Words, rule: str, sign: str = "+", deck: str | None = None) -> Line:
    return Line(sign, icon, words, None, rule, deck=deck)
