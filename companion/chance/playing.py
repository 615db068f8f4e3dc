"""Playing one game: chance, the sensible player, and a seat that is played by thinking.

A seat that thinks sees nothing but what it may see. Every answer that comes into question is tried in many games that
the sensible player plays on, for all seats (roll-outs: Tesauro and Galperin, 1996). What the seat may not see is
guessed anew for each of them (determinization: Cowling, Powley and Whitehouse, 2012), and all answers are tried with
the same luck. After each round the worse half is given up (sequential halving: Karnin, Koren and Somekh, 2013). The
sensible player's own answer stays to the end, and another one is given only where it is better by more than luck
explains.
"""

from __future__ import annotations

import math
import random
from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, Final, TypeAlias, TypeVar

from msgspec import Struct, msgpack

from companion.core.answers import Answer, Face, Roll
from companion.core.asks import Ask, Over, RollAsk
from companion.core.rules import Rules
from companion.core.state import State
from companion.games.game import Game

S = TypeVar("S", bound=State[Any, Any])

Player: TypeAlias = Callable[[State[Any, Any], Sequence[Answer]], Answer]
"""Answers decisions: from the state and the legal answers to one of them."""

Watch: TypeAlias = Callable[[Ask, Sequence[Answer], Answer], None]
"""A callback for each listed chance ask: the ask, the possible outcomes, and the actual one."""

PLAYERS: Final = {"easy": 0, "sensible": 0, "good": 40, "strong": 400}
"""By name how many trial games a player has for a decision."""
PLAYER: Final = "player."
"""Key prefix of settings that say which player has a seat."""
MISTAKES: Final = 0.15
"""How often the easy player overlooks the sensible answer."""
NO_OTHERS: Final[Mapping[str, str]] = {}
MOST_ANSWERS = 20_000
"""Limit on the length of a game, far above any real one."""


def sensible(game: Game, luck: random.Random) -> Player:
    """The game's own sensible player (``Player.advise`` of ``companion.games.player``)."""
    return lambda state, legal: game.player.advise(state, legal, luck.random)


def without_seats(settings: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Split the settings of a table into the others, and who plays which seat."""
    players = {key.removeprefix(PLAYER): value for key, value in settings.items() if key.startswith(PLAYER)}
    return {key: value for key, value in settings.items() if not key.startswith(PLAYER)}, players


def seated_player(name: str, game: Game, luck: random.Random, others: Mapping[str, str] = NO_OTHERS) -> Player:
    """The player of that name (``PLAYERS``) for all seats of a game; ``others`` by seat where it is another one."""

    def decide(state: State[Any, Any], legal: Sequence[Answer]) -> Answer:
        seat = decides(game.rules.ask(state)) if others else None
        return choose(others.get(seat or "", name), game, state, legal, luck, lambda: 0.0)

    return decide


def choose(
    name: str,
    game: Game,
    state: State[Any, Any],
    legal: Sequence[Answer],
    luck: random.Random,
    elapsed: Callable[[], float],
) -> Answer:
    """What the player of that name (``PLAYERS``) answers to a decision. ``elapsed`` is the part of its time that is
    over: from 1 on it gives the best answer so far."""
    seat, games = decides(game.rules.ask(state)), PLAYERS[name]
    if games and seat is not None and is_free(legal):
        return Thinker(game, seat, luck).think(state, lambda played: max(played / games, elapsed()))[0].answer
    said = game.player.advise(state, legal, luck.random)
    if name == "easy" and luck.random() < MISTAKES:
        # Overlooks it, as people do: any other answer that needs nothing to be filled in.
        others = [one for one in legal if one != said and not one.template]
        said = luck.choice(others) if others else said
    return said


def play_out(
    game: Game, state: State[Any, Any], player: Player, luck: random.Random, watch: Watch | None = None
) -> tuple[Over, int]:
    """Play ``state`` to its end; returns how it ended, and the number of answers.

    Legal answers are listed at every step. Chance follows the odds of the rules, drawn from ``luck``. Raises
    ``ValueError`` after ``MOST_ANSWERS`` answers.
    """
    rules = game.rules
    for count in range(MOST_ANSWERS):
        ask = rules.ask(state)
        if isinstance(ask, Over):
            return ask, count
        legal = rules.legal(state)
        answer = chance_answer(rules, state, ask, legal, luck) if ask.chance else None
        if answer is None:
            assert legal is not None
            answer = player(state, legal)
        elif watch is not None and legal is not None:
            watch(ask, legal, answer)
        rules.play(state, answer)
    raise ValueError(f"no end after {MOST_ANSWERS} answers")


def chance_answer(
    rules: Rules[S], state: S, ask: Ask, legal: Sequence[Answer] | None, luck: random.Random
) -> Answer | None:
    """The answer to a chance ask, drawn from ``luck`` with the odds of the rules; None for a decision."""
    if isinstance(ask, RollAsk):
        return Roll({die: _roll(rules.dice[die], luck) for die in ask.dice})
    if not ask.chance:
        return None
    assert legal is not None
    return _choose_outcome(legal, rules.odds(state) or (), luck)


def _roll(sides: Sequence[Face], luck: random.Random) -> Face:
    return sides[int(luck.random() * len(sides))]


def _choose_outcome(outcomes: Sequence[Answer], odds: Sequence[float], luck: random.Random) -> Answer:
    """The same as ``luck.choices``, but twice as fast, and faster still for equal odds."""
    if odds.count(odds[0]) == len(odds):
        return outcomes[int(luck.random() * len(odds))]
    sums = list(accumulate(odds))
    return outcomes[bisect(sums, luck.random() * sums[-1], 0, len(sums) - 1)]


# A seat that thinks.

TRIES: Final = 4
"""How often the sensible player is asked for answers to try: where there are too many to list, it makes them up."""
MOST: Final = 24
"""The most answers that are tried."""
MARGIN: Final = 1.0
"""By how many standard errors another answer must be better than the sensible one."""
WIN: Final = 0.8
"""The weight of winning; the rest is for how far ahead of the best rival a seat ends."""

_encode = msgpack.Encoder().encode


class Trials(Struct):
    """An answer, and what its trial games brought."""

    answer: Answer
    games: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, chance: float) -> None:
        self.games += 1
        self.total += chance
        self.squares += chance * chance

    @property
    def chance(self) -> float:
        """The chance to win, from 0 to 1; 0 if it was not tried."""
        return self.total / self.games if self.games else 0.0

    @property
    def variance(self) -> float:
        """That of ``chance``; infinite if it was not tried."""
        return max(self.squares / self.games - self.chance**2, 1e-6) / self.games if self.games else math.inf


def decides(ask: Ask) -> str | None:
    """The seat that gives the answer; None for chance and where it is asked of all."""
    return None if ask.chance else ask.only or ask.who


def is_free(legal: Sequence[Answer] | None) -> bool:
    """True if there is something to choose."""
    return bool(legal) and (len(legal or ()) > 1 or (legal or ())[0].template)


class Thinker:
    """Thinks about the open decision of a game.

    ``seat`` is the one that decides. The same ``luck``, from ``random.Random``, gives the same choice in every state
    that looks the same to that seat.
    """

    def __init__(self, game: Game, seat: str, luck: random.Random) -> None:
        self.game = game
        self.seat = seat
        self.luck = luck

    def think(self, state: State[Any, Any], spent: Callable[[int], float]) -> list[Trials]:
        """The answers that were tried to the last, the best one first; the others follow.

        ``spent`` gets the number of trial games so far and returns which part of time or games is used up, from 0 to 1.
        Nothing is tried where there is nothing to choose, where what others hide cannot be guessed, or where the answer
        was fixed before.
        """
        options = self._options(state)
        first, player = options[0], self.game.player
        if len(options) == 1 or player.is_fixed(state) or player.guess(state, self.seat, self.luck.random) is None:
            return options
        left, given_up = options, list[Trials]()
        rounds, played = math.ceil(math.log2(len(options))), 0
        for number in range(1, rounds + 1):
            while True:
                seed = self.luck.random()
                for option in left:
                    option.add(self._try(state, option.answer, random.Random(seed)))
                    played += 1
                    if spent(played) >= 1:
                        break
                if spent(played) >= number / rounds:
                    break
            left = sorted(left, key=lambda option: -option.chance)
            if number < rounds or len(left) > 2:
                keep = max(2, math.ceil(len(left) / 2))
                given_up = [option for option in left[keep:] if option is not first] + given_up
                left = left[:keep] + [first] * (first in left[keep:])
            if spent(played) >= 1:
                break
        best = left[0]
        if best is not first and best.chance - first.chance < MARGIN * math.sqrt(best.variance + first.variance):
            left.sort(key=lambda option: option is not first)
        return left + given_up

    def _options(self, state: State[Any, Any]) -> list[Trials]:
        """The answers to try: those of the sensible player first, then all others in any order."""
        legal = self.game.rules.legal(state) or []
        if not is_free(legal):
            return [Trials(legal[0])]
        advised = [self.game.player.advise(state, legal, self.luck.random) for _ in range(TRIES)]
        others = [answer for answer in legal if not answer.template]
        self.luck.shuffle(others)
        found: dict[bytes, Answer] = {}
        for answer in (*advised, *others):
            found.setdefault(_encode(answer), answer)
        return [Trials(answer) for answer in found.values()][:MOST]

    def _try(self, state: State[Any, Any], answer: Answer, luck: random.Random) -> float:
        """The chance to win of this seat in one trial game."""
        rules, player = self.game.rules, self.game.player
        trial = player.guess(state, self.seat, luck.random)
        assert trial is not None
        rules.play(trial, answer)
        return float(trial_game(self.game, trial, state, luck, worths)[self.seat])


def trial_game(
    game: Game,
    trial: State[Any, Any],
    since: State[Any, Any],
    luck: random.Random,
    worth: Callable[[Over, Sequence[str]], Mapping[str, float]],
) -> Mapping[str, float]:
    """Play ``trial`` on with the sensible player in all seats; returns what it brings to each seat, from 0 to 1:
    ``worth`` of its end, or the prospects that a game sees on the way from ``since`` (``Player.prospects``)."""
    rules, player = game.rules, game.player
    for _ in range(MOST_ANSWERS):
        ask = rules.ask(trial)
        if isinstance(ask, Over):
            return worth(ask, trial.world.seats)
        found = player.prospects(trial, since)
        if found is not None:
            return found
        legal = rules.legal(trial)
        said = chance_answer(rules, trial, ask, legal, luck)
        if said is None:
            assert legal is not None
            said = player.advise(trial, legal, luck.random) if is_free(legal) else legal[0]
        rules.play(trial, said)
    raise ValueError(f"no end after {MOST_ANSWERS} answers")


def worths(over: Over, seats: Sequence[str]) -> dict[str, float]:
    """What the end of a game is worth to each seat, from 0 to 1: winning, and with points how far it was ahead."""
    won, points = wins(over, seats), _points(over)
    if len(points) < 2:
        return won
    return {seat: WIN * won[seat] + (1 - WIN) * _lead(points, seat) for seat in seats}


def wins(over: Over, seats: Sequence[str]) -> dict[str, float]:
    """1 for each seat that has won, also where several have, and 0 for the others."""
    result, points = over.result, _points(over)
    if result.get("winner") is not None:
        return {seat: float(seat == result["winner"]) for seat in seats}
    if points:
        return {seat: float(points[seat] == max(points.values())) for seat in seats}
    return dict.fromkeys(seats, float(result.get("outcome") == "win"))


def _points(over: Over) -> dict[str, float]:
    """The points of each seat at the end; empty in a game without points."""
    return {seat: _total(score) for seat, score in (over.result.get("scores") or {}).items()}


def _total(score: Any) -> float:
    return float(score["total"] if isinstance(score, dict) else score)


def _lead(points: dict[str, float], seat: str) -> float:
    """How far a seat is ahead of the best other one: 0.5 if not at all."""
    rival = max(there for other, there in points.items() if other != seat)
    return 0.5 + 0.5 * (points[seat] - rival) / (abs(points[seat]) + abs(rival) + 1)
