"""Turning up relics of the player's camp (R-KR-34 to R-KR-37)."""

from __future__ import annotations

from collections.abc import Sequence, Set

from companion.core.answers import Answer
from companion.core.piles import UNKNOWN
from companion.core.refusals import Refused
from companion.core.steps.listed import Verb
from companion.core.texts import T
from companion.core.todo import flip
from companion.games.krysis import answers as say
from companion.games.krysis.state import State, active, camp_at
from companion.games.krysis.world import use


def after_action(s: State) -> None:
    """R-KR-33: refuse what must come before the action, or a second action."""
    if s.now.acted is not None:
        raise Refused("illegal", T("The action of this turn has been done."), "R-KR-33")


class UseVerb(Verb[State, say.Use]):
    """``use``: turn up a relic of the player's camp, at most one weapon and one transport per turn."""

    affects = (say.Use, say.LoadGoods, say.Raid)

    def options(self, s: State) -> Sequence[Answer]:
        there, kinds = s.now.players[active(s)].camp.relics, self._kinds_up(s)
        if s.world.options.knows_relics:
            weapons = s.world.weapons
            return [use(relic) for relic in there if relic != UNKNOWN and (relic in weapons) not in kinds]
        if not there:
            return []
        up = {relic for player in s.now.players.values() for relic in player.up}
        return [answer for relic, answer in s.world.uses[kinds] if relic not in up]

    def check(self, s: State, answer: say.Use) -> None:
        after_action(s)
        if (answer.relic in s.world.weapons) in self._kinds_up(s):
            raise Refused("illegal", T("One of that kind has been turned up already."), "R-KR-35")
        if answer not in self.options(s):
            raise Refused("illegal", T("That relic does not lie face down in your camp."), "R-KR-34")

    def do(self, s: State, answer: say.Use) -> None:
        seat = active(s)
        player = s.now.players[seat]
        player.camp.relics.remove(answer.relic if s.world.options.knows_relics else UNKNOWN)
        player.up = sorted([*player.up, answer.relic])
        flip(s, "relic", camp_at(seat), rule="R-KR-34")

    def _kinds_up(self, s: State) -> Set[bool]:
        """R-KR-35: True if a weapon is face up, False if a transport is."""
        return frozenset([relic in s.world.weapons for relic in s.now.players[active(s)].up])
