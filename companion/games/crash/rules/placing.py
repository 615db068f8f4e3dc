"""Placement by die (R-CG-60), with the upgrades used before a piece is placed."""

from __future__ import annotations

from typing import ClassVar

from companion.core.answers import Answer, Roll
from companion.core.instructions import split
from companion.core.refusals import not_this
from companion.core.texts import T
from companion.core.todo import tell
from companion.games.crash.asks import LandingAsk, PlacementAsk
from companion.games.crash.content.effect_data import Reroll
from companion.games.crash.rules.hands import put_out, set_saucer
from companion.games.crash.rules.windows import Window, effects_of
from companion.games.crash.state import CGStep, State, any_free_site, board, free_site
from companion.games.crash.words import LIGHT

DIE = "placement"


class PlaceByDie(CGStep, frozen=True, tag="place_by_die"):
    """R-CG-60: the die gives the crash site from which the first free one is searched.

    Not asked if a correction has placed the piece already, or nothing is free: then it stays where it is. ``window`` is
    the saucer whose upgrades may be used before the piece is placed.
    """

    piece: str
    who: str
    rule: str
    window: str | None = None

    def asks(self, s: State) -> bool:
        return waits(s, self.piece) and any_free_site(s)

    def ask(self, s: State) -> PlacementAsk:
        return PlacementAsk(self.who, self.rule, [DIE], piece=self.piece)

    def legal(self, s: State) -> None:
        return None

    def play(self, s: State, answer: Answer) -> None:
        face = answer.faces.get(DIE) if isinstance(answer, Roll) and answer.faces.keys() == {DIE} else None
        if not isinstance(face, int):
            raise not_this(self.rule)
        if self.window is None:
            put_down(s, self.piece, face, self.rule)
        else:
            s.agenda.append(Land(self.window, self.piece, self.who, self.rule, face))


class Land(Window, frozen=True, tag="land"):
    """A piece is placed where the die says, unless an upgrade re-rolls the die."""

    piece: str
    who: str
    placed_by: str
    face: int

    timing: ClassVar[str] = "placement"
    rule: ClassVar[str] = "R-CG-60"

    def asks(self, s: State) -> bool:
        return super().asks(s) and waits(s, self.piece) and any_free_site(s)

    def ask(self, s: State) -> LandingAsk:
        site = self.face if s.world.light else free_site(s, self.face)
        assert site is not None
        who = s.world.seat_of[self.saucer]
        return LandingAsk(who, self.rule, self.timing, saucer=self.saucer, piece=self.piece, site=site)

    def again(self, s: State, upgrade: str, direction: str | None) -> list[CGStep]:
        if any(isinstance(effect, Reroll) for effect in effects_of(s, upgrade)):
            return [PlaceByDie(self.piece, self.who, self.placed_by, self.saucer)]
        return [self]

    def run(self, s: State) -> None:
        if waits(s, self.piece) and any_free_site(s):
            put_down(s, self.piece, self.face, self.placed_by)


def put_down(s: State, piece: str, face: int, rule: str) -> None:
    """Place a piece on the first free crash site, starting at ``face``."""
    site = face if s.world.light else free_site(s, face)
    assert site is not None
    if s.world.light:
        tell(s, T("To site {site}, or the next one that is free.", site=site), rule="R-CG-60")
    elif site != face:
        tell(s, T("Site {face} is taken: site {site}.", face=face, site=site), rule="R-CG-60")
    kind, name = split(piece)
    put = set_saucer if kind == "saucer" else put_out
    put(s, name, LIGHT if s.world.light else board(s).sites[site], rule)


def waits(s: State, piece: str) -> bool:
    """True for a saucer off the board, or lost crew."""
    kind, name = split(piece)
    return s.now.saucers[name].at is None if kind == "saucer" else name in s.now.lost
