"""Turning up relics of the own camp (R-KR-34 to R-KR-37)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from companion.core.answers import Answer
from companion.core.piles.unknown import UNKNOWN
from companion.core.refusals import Refused
from companion.core.steps.verbs import Verb
from companion.core.texts import T
from companion.core.todo import flip
from companion.games.krysis import answers as say
from companion.games.krysis.state import State, active, camp_at

use = cache(say.Use)
"""The answer that a relic is turned up, made once for each."""


def after_action(s: State) -> None:
    """R-KR-33: refuse what comes before the action, or would be a second one."""
    if s.now.acted is not None:
        raise Refused("illegal", T("The action of this turn has been done."), "R-KR-33")


class UseVerb(Verb[State, say.Use]):
    """``use``: a relic of the own camp is turned up, at most one weapon and one transport a turn."""

    affects = (say.Use, say.LoadGoods, say.Raid)

    def options(self, s: State) -> Iterable[Answer]:
        there, weapons = self._there(s), s.world.weapons
        kinds_up = self._kinds_up(s) if there else ()
        return [use(relic) for relic in there if (relic in weapons) not in kinds_up]

    def check(self, s: State, answer: say.Use) -> None:
        after_action(s)
        if (answer.relic in s.world.weapons) in self._kinds_up(s):
            raise Refused("illegal", T("One of that kind has been turned up already."), "R-KR-35")
        if answer.relic not in self._there(s):
            raise Refused("illegal", T("That relic does not lie face down in your camp."), "R-KR-34")

    def do(self, s: State, answer: say.Use) -> None:
        seat = active(s)
        player = s.now.players[seat]
        player.camp.relics.remove(answer.relic if s.world.options.knows_relics else UNKNOWN)
        player.up = sorted([*player.up, answer.relic])
        flip(s, "relic", camp_at(seat), rule="R-KR-34")

    def _there(self, s: State) -> Sequence[str]:
        """The relics that lie face down in the own camp; where they are not followed, all that could."""
        there = s.now.players[active(s)].camp.relics
        if s.world.options.knows_relics and UNKNOWN in there:
            return [relic for relic in there if relic != UNKNOWN]
        if not there or s.world.options.knows_relics:
            return there
        up = {relic for player in s.now.players.values() for relic in player.up}
        return [relic for relic in s.world.sorted_relics if relic not in up]

    def _kinds_up(self, s: State) -> set[bool]:
        """R-KR-35: True if a weapon has been turned up, False if a transport has."""
        return {relic in s.world.weapons for relic in s.now.players[active(s)].up}
