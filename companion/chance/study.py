"""A study of a box: a number of games per plan, and which effects make no difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.chance.simulation import NO_SETTINGS, Batch, Possible, SimulatedGame, StudyPlan, packed, play_batch
from companion.chance.workers import Workers
from companion.games.game import Game
from companion.packs.printing.cards import Path, PrintedEffect, at, effects

SHARES = (1, 4, 16)
"""Sample sizes for the first rounds without an effect: nearly all effects prove to matter there."""


class Study:
    """A study and its results so far. It can be interrupted at any time."""

    def __init__(
        self,
        game: Game,
        box: Any,
        plans: Sequence[StudyPlan],
        count: int,
        settings: Mapping[str, str] = NO_SETTINGS,
        player: str = "sensible",
    ) -> None:
        self.game = game
        self.settings = dict(settings)
        self.player = player
        """Who plays all seats: one of ``PLAYERS``."""
        self.box = box
        self.plans = plans
        self.count = count
        """The wanted number of games per plan."""
        self.played: dict[tuple[int, StudyPlan], SimulatedGame] = {}
        """Finished games by number and plan."""
        self.could: set[Possible] = set()
        self.effects = effects(box)
        self.mattered: set[Path] = set()
        """The effects without which a game went differently."""
        self.idle: set[Path] = set()
        """The effects without which all games went the same, although their cards came up."""
        self._packed = packed(box)

    def games(self, plan: StudyPlan) -> list[SimulatedGame]:
        numbers = (number for number in range(self.count) if (number, plan) in self.played)
        return [self.played[number, plan] for number in numbers]

    def play(self, workers: Workers) -> Iterator[int]:
        """Play the games; yields the number finished since the last yield."""
        jobs = (
            self._batch(plan, range(first, min(first + workers.at_once, self.count)))
            for first in range(0, self.count, workers.at_once)
            for plan in self.plans
        )
        for batch, found in workers.each(play_batch, jobs):
            self.played |= {(number, batch.plan): game for number, game in found.games.items()}
            self.could |= found.could
            yield len(found.games)

    def leave_out(self, workers: Workers) -> Iterator[int]:
        """Replay games without each effect in turn; yields the number of effects judged since the last yield.

        Only games in which the card came up are replayed, and only until one differs.
        """
        came_up = self.to_judge()
        left = {path: len(games) for path, games in came_up.items()}
        for batch, found in workers.each(play_batch, self._without_each(came_up, workers.at_once)):
            path = batch.left_out
            assert path is not None
            if path in self.mattered:
                continue
            left[path] -= len(found.games)
            if any(game.end != self.played[number, batch.plan].end for number, game in found.games.items()):
                self.mattered.add(path)
                yield 1
            elif not left[path]:
                self.idle.add(path)
                yield 1

    def to_judge(self) -> dict[Path, list[tuple[int, StudyPlan]]]:
        """The effects whose cards came up, with those games."""
        return {effect.path: games for effect in self.effects if (games := self.came_up(effect))}

    def came_up(self, effect: PrintedEffect) -> list[tuple[int, StudyPlan]]:
        """The games in which the card of an effect came up, by number and plan."""
        row = getattr(at(self.box, effect.row), "id", None)
        return [
            key
            for key, game in sorted(self.played.items())
            if effect.row in game.revealed or any(one == row for _, one in game.drawn)
        ]

    def _without_each(self, came_up: dict[Path, list[tuple[int, StudyPlan]]], at_once: int) -> Iterator[Batch]:
        """The replays without each effect, in rounds of growing size, skipping effects found to matter."""
        first = 0
        most = max(map(len, came_up.values()), default=0)
        shares = [*SHARES, most]
        for share in shares:
            for path, games in came_up.items():
                by_plan: dict[StudyPlan, list[int]] = {}
                for number, plan in games[first : first + share]:
                    by_plan.setdefault(plan, []).append(number)
                for plan, numbers in by_plan.items():
                    for start in range(0, len(numbers), at_once):
                        if path not in self.mattered:
                            yield self._batch(plan, numbers[start : start + at_once], path)
            first += share

    def _batch(self, plan: StudyPlan, numbers: Sequence[int], left_out: Path | None = None) -> Batch:
        return Batch(self.game.name, self._packed, plan, numbers, self.settings, self.player, left_out)
