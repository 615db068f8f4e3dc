"""Turning up relics of the own camp (R-KR-34 to R-KR-37)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.answers import Answer
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.core.todo import flip
from companion.core.verbs import Verb
from companion.games.krysis import answers as say
from companion.games.krysis.content.pack_data import Weapon
from companion.games.krysis.state import State, active, camp_at
from companion.games.krysis.words import UNKNOWN


def after_action(s: State) -> None:
    """R-KR-33: refuse what comes before the action, or would be a second one."""
    if s.now.acted is not None:
        raise Refused("illegal", T("The action of this turn has been done."), "R-KR-33")


class UseVerb(Verb[State, say.Use]):
    """``use``: a relic of the own camp is turned up, at most one weapon and one transport a turn."""

    def options(self, s: State) -> Iterable[Answer]:
        player = s.now.players[active(s)]
        if not player.camp.relics:
            return []
        there = player.camp.relics
        if not s.world.options.knows_relics:
            up = {relic for other in s.now.players.values() for relic in other.up}
            there = sorted(relic for relic in s.world.relics if relic not in up)
        return [say.Use(relic) for relic in there if not self._kind_is_up(s, relic)]

    def check(self, s: State, answer: say.Use) -> None:
        after_action(s)
        if self._kind_is_up(s, answer.relic):
            raise Refused("illegal", T("One of that kind has been turned up already."), "R-KR-35")
        if answer not in self.options(s):
            raise Refused("illegal", T("That relic does not lie face down in your camp."), "R-KR-34")

    def do(self, s: State, answer: say.Use) -> None:
        seat = active(s)
        player = s.now.players[seat]
        player.camp.relics.remove(answer.relic if s.world.options.knows_relics else UNKNOWN)
        player.up = sorted([*player.up, answer.relic])
        flip(s, "relic", camp_at(seat), rule="R-KR-34")

    def _kind_is_up(self, s: State, relic: str) -> bool:
        weapon = isinstance(s.world.relics[relic], Weapon)
        up = s.now.players[active(s)].up
        return any(isinstance(s.world.relics[other], Weapon) == weapon for other in up)
