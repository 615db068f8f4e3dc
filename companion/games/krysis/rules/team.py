"""Phase 2: teams of three (R-KR-28 to R-KR-32)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from companion.core.answers import Answer
from companion.core.piles import UNKNOWN
from companion.core.steps.listed import ForcedStep
from companion.core.texts import T
from companion.core.todo import move, tell
from companion.games.krysis import answers as say
from companion.games.krysis.answers import AgentAsk
from companion.games.krysis.content import TEAM, Multiplier
from companion.games.krysis.rules.pieces import check_company
from companion.games.krysis.state import KRStep, State, give, rank, sees_agents


class StartTeams(KRStep, frozen=True, tag="start_teams"):
    """R-KR-28, R-KR-29: three times everybody plays an agent face down, then all are turned up."""

    def run(self, s: State) -> None:
        s.now.phase, s.now.order, s.now.done = "team", None, []
        steps: list[KRStep] = []
        for n in range(1, TEAM + 1):
            steps += [*[GiveAgent(seat, n) for seat in s.world.seats], TurnUpAgents()]
        s.agenda += reversed([*steps, SetOrder()])


class GiveAgent(ForcedStep[State], frozen=True, tag="give_agent"):
    """R-KR-28: an agent out of the hand, face down."""

    seat: str
    n: int

    def ask(self, s: State) -> AgentAsk:
        return AgentAsk(self.seat, "R-KR-28", "agent", n=self.n, only=sees_agents(s, self.seat))

    def legal(self, s: State) -> Sequence[Answer]:
        player = s.now.players[self.seat]
        if s.world.options.knows_agents:
            return list(map(give, dict.fromkeys(player.hand)))
        out = {*player.team, *player.discard}
        found: list[Answer] = [answer for agent, answer in s.world.plays_of[self.seat] if agent not in out]
        return [*found, give(UNKNOWN)] if self.seat in s.world.partly_known else found

    def refuse(self, s: State, answer: Answer) -> NoReturn:
        if isinstance(answer, say.Play):
            check_company(s, self.seat, answer.agent)
        super().refuse(s, answer)

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, say.Play)
        player = s.now.players[self.seat]
        player.given = answer.agent
        if s.world.options.knows_agents:
            player.hand.remove(answer.agent)
        else:
            player.reserve -= 1
        source = "hand" if s.world.options.knows_agents else "reserve"
        move(s, "agent", f"{source}:{self.seat}", f"team:{self.seat}", rule="R-KR-28")


class TurnUpAgents(KRStep, frozen=True, tag="turn_up"):
    """R-KR-28: the agents are revealed together."""

    def run(self, s: State) -> None:
        for player in s.now.players.values():
            if player.given is not None:
                player.team = [*player.team, player.given]
                player.given = None
        tell(s, T("Turn up the agents."), rule="R-KR-28")


class SetOrder(KRStep, frozen=True, tag="set_order"):
    """R-KR-30 to R-KR-32: initiative and order, once for the whole phase."""

    def run(self, s: State) -> None:
        now = s.now
        now.phase = "action"
        now.initiative = {seat: initiative(s, seat) for seat in s.world.seats}
        found = now.initiative
        now.order = sorted(s.world.seats, key=lambda seat: (-found[seat], -rank(s, seat)))
        now.done = []


def initiative(s: State, seat: str) -> int:
    """R-KR-30, R-KR-31: the sum of speeds, some of which count crystals of the player's camp."""
    player = s.now.players[seat]
    total = 0
    for agent in player.team:
        speed = s.world.agents[agent].speed
        if isinstance(speed, Multiplier):
            total += speed.times * player.camp.crystals[speed.per]
        else:
            total += speed
    return total
