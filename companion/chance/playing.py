"""Playing one game: chance, the sensible player, and a seat that is played by thinking.

A seat that thinks sees nothing but what it may see. Every answer that comes into question is tried in many games that
the sensible player plays on, for all seats (roll-outs: Tesauro and Galperin, 1996). What the seat may not see is
guessed anew for each of them (determinization: Cowling, Powley and Whitehouse, 2012), and all answers are tried with
the same luck. After each round the worse half is given up (sequential halving: Karnin, Koren and Somekh, 2013). The
sensible player's own answer stays to the end, and another one is given only where it is better by more than luck
explains. What is laid face down before others play is tried in games in which it is turned up when its turn comes.
"""

from __future__ import annotations

import math
import random
from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from functools import partial
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
NO_OTHERS: Final[Mapping[str, str]] = {}
NOTHING_LAID: Final[Mapping[str, Answer]] = {}
MOST_ANSWERS = 20_000
"""Limit on the length of a game, far above any real one."""


def sensible(game: Game, luck: random.Random) -> Player:
    """The game's own sensible player (``Player.advise`` of ``companion.games.player``)."""
    return lambda state, legal: game.player.advise(state, legal, luck.random)


def without_seats(settings: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Split the settings of a table into the others, and who plays which seat."""
    players = {key.removeprefix(PLAYER): value for key, value in settings.items() if key.startswith(PLAYER)}
    return {key: value for key, value in settings.items() if not key.startswith(PLAYER)}, players


def seated_player(
    name: str,
    game: Game,
    luck: random.Random,
    others: Mapping[str, str] = NO_OTHERS,
    watch: Callable[[], Callable[[], float]] = lambda: lambda: 0.0,
) -> Player:
    """The player of that name (``PLAYERS``) for all seats of a game; ``others`` by seat where it is another one.
    ``watch`` begins to take the time of a decision (``weigh``); by default it has all the time that it needs."""
    if name == "sensible" and not others:
        return sensible(game, luck)
    laid: dict[str, tuple[str, Answer]] = {}

    def decide(state: State[Any, Any], legal: Sequence[Answer]) -> Answer:
        asked_ahead = game.player.laid_ahead(state)
        if asked_ahead:
            laid.clear()
        for lies, asked in asked_ahead.items():
            whose = decides(game.rules.ask(asked)) or ""
            who = others.get(whose, name)
            if PLAYERS[who]:
                laid[lies] = whose, weigh(who, game, state, luck, watch(), _laid_by(whose, laid), lies)[0].answer
        seat = decides(game.rules.ask(state)) or "" if others or laid else ""
        return weigh(others.get(seat, name), game, state, luck, watch(), _laid_by(seat, laid))[0].answer

    return decide


def _laid_by(seat: str, laid: Mapping[str, tuple[str, Answer]]) -> dict[str, Answer]:
    return {lies: answer for lies, (whose, answer) in laid.items() if whose == seat}


def weigh(
    name: str,
    game: Game,
    state: State[Any, Any],
    luck: random.Random,
    elapsed: Callable[[], float],
    laid: Mapping[str, Answer] = NOTHING_LAID,
    lies: str = "",
) -> list[Trials]:
    """What the player of that name (``PLAYERS``) answers to a decision, and after that what else it has tried.

    ``elapsed`` is the part of its time that is over: from 1 on it gives the best answer so far. ``laid`` is what its
    seat has laid face down. With ``lies`` it is asked what to lay there before the open question is answered
    (``Player.laid_ahead``).
    """
    thinker = Thinker(game, luck, laid=laid, lies=lies)
    asked, legal = thinker.asked(state)
    games = PLAYERS[name]
    if games and decides(game.rules.ask(asked)) is not None:
        return thinker.think(state, lambda played: max(played / games, elapsed()))
    said = game.player.advise(asked, legal, luck.random)
    if name == "easy" and luck.random() < game.player.mistakes:
        # Overlooks it, as people do: any other answer that needs nothing to be filled in.
        others = [one for one in legal if one != said and not one.template]
        said = luck.choice(others) if others else said
    return [Trials(said)]


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
LOOKS: Final = 16
"""After so many answers of a trial game it is looked whether there is time for more."""
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
    won: float = 0.0

    def add(self, worth: float, won: float) -> None:
        self.games += 1
        self.total += worth
        self.squares += worth * worth
        self.won += won

    @property
    def worth(self) -> float:
        """What it is worth (``worths``), from 0 to 1; 0 if it was not tried."""
        return self.total / self.games if self.games else 0.0

    @property
    def variance(self) -> float:
        """That of ``worth``; infinite if it was not tried."""
        return max(self.squares / self.games - self.worth**2, 1e-6) / self.games if self.games else math.inf

    @property
    def chance(self) -> float:
        """The chance to win, from 0 to 1; 0 if it was not tried."""
        return self.won / self.games if self.games else 0.0


def decides(ask: Ask) -> str | None:
    """The seat that gives the answer; None for chance and where it is asked of all."""
    return None if ask.chance else ask.only or ask.who


def is_free(legal: Sequence[Answer] | None) -> bool:
    """True if there is something to choose."""
    return bool(legal) and (len(legal or ()) > 1 or (legal or ())[0].template)


class Thinker:
    """Thinks about the open decision of a game, for the seat that decides.

    The same ``luck``, from ``random.Random``, gives the same in every state that looks the same to that seat; with
    ``openly`` in every one that looks the same to all, so that what is thought can be told to all. ``laid`` is what the
    seat has laid face down; with ``lies`` the decision is what to lay there (``Player.laid_ahead``). So many answers as
    ``last`` are tried to the end.
    """

    def __init__(
        self,
        game: Game,
        luck: random.Random,
        *,
        laid: Mapping[str, Answer] = NOTHING_LAID,
        lies: str = "",
        openly: bool = False,
        last: int = 2,
    ) -> None:
        self.game = game
        self.luck = luck
        self.laid = laid
        self.lies = lies
        self.openly = openly
        self.last = last

    def asked(self, state: State[Any, Any]) -> tuple[State[Any, Any], Sequence[Answer]]:
        """The state in which the decision is asked for, and the answers among which it is."""
        player, rules = self.game.player, self.game.rules
        asked = player.laid_ahead(state)[self.lies] if self.lies else state
        legal = rules.legal(asked) or []
        return asked, player.turned_up(asked, self.laid, legal) if self.laid else legal

    def think(self, state: State[Any, Any], spent: Callable[[int], float]) -> list[Trials]:
        """The answers that were tried to the last, the best one first; the others follow.

        ``spent`` gets the number of trial games so far and returns which part of time or games is used up, from 0 to 1.
        Nothing is tried where there is nothing to choose, where what others hide cannot be guessed, or where the answer
        was fixed before and is not ``laid``.
        """
        player, (asked, legal) = self.game.player, self.asked(state)
        seat = decides(self.game.rules.ask(asked))
        assert seat is not None
        fixed = player.is_fixed(asked) and not self.lies and legal is self.game.rules.legal(asked)
        eyes = "" if self.openly else seat
        if self.openly:
            asked = player.guess(asked, eyes, self.luck.random) or asked
        options = self._options(asked, legal)
        first = options[0]
        if len(options) == 1 or fixed or player.guess(state, eyes, self.luck.random) is None:
            return options
        left, given_up = options, list[Trials]()
        rounds, played = max(1, math.ceil(math.log2(len(options) / self.last)) + 1), 0
        for number in range(1, rounds + 1):
            while True:
                seed = self.luck.random()
                for option in left:
                    found = self._try(state, option.answer, (seat, eyes), random.Random(seed), partial(spent, played))
                    if found is None:
                        break
                    option.add(*found)
                    played += 1
                    if spent(played) >= 1:
                        break
                if spent(played) >= number / rounds:
                    break
            left = sorted(left, key=lambda option: -option.worth)
            if number < rounds or len(left) > self.last:
                keep = max(self.last, math.ceil(len(left) / 2))
                given_up = [option for option in left[keep:] if option is not first] + given_up
                left = left[:keep] + [first] * (first in left[keep:])
            if spent(played) >= 1:
                break
        best = left[0]
        if best is not first and best.worth - first.worth < MARGIN * math.sqrt(best.variance + first.variance):
            left.sort(key=lambda option: option is not first)
        return left + given_up

    def _options(self, asked: State[Any, Any], legal: Sequence[Answer]) -> list[Trials]:
        """The answers to try: those of the sensible player first, then all others in any order."""
        if not is_free(legal):
            return [Trials(legal[0])]
        advised = [self.game.player.advise(asked, legal, self.luck.random) for _ in range(TRIES)]
        others = [answer for answer in legal if not answer.template]
        self.luck.shuffle(others)
        found: dict[bytes, Answer] = {}
        for answer in (*advised, *others):
            # What lies face down fixes no more than what it leaves open once it is turned up.
            leaves = self.game.player.turned_up(asked, {self.lies: answer}, legal) if self.lies else answer
            found.setdefault(_encode(leaves), answer)
        return [Trials(answer) for answer in found.values()][:MOST]

    def _try(
        self,
        state: State[Any, Any],
        answer: Answer,
        seat_and_eyes: tuple[str, str],
        luck: random.Random,
        spent: Callable[[], float],
    ) -> tuple[float, float] | None:
        """What one trial game is worth to a seat, and whether it wins; None if the time is over before that."""
        seat, eyes = seat_and_eyes
        trial = self.game.player.guess(state, eyes, luck.random)
        assert trial is not None
        if self.lies:
            ended = trial_game(self.game, trial, state, luck, {**self.laid, self.lies: answer}, spent)
        else:
            self.game.rules.play(trial, answer)
            ended = trial_game(self.game, trial, state, luck, self.laid, spent)
        if ended is None:
            return None
        seats = state.world.seats
        return worths(ended, seats)[seat], chances(self.game, ended, seats)[seat]


Ended: TypeAlias = Over | Mapping[str, float]
"""How a trial game ended, or the chance of each seat to win where it was left (``Player.prospects``)."""


def trial_game(
    game: Game,
    trial: State[Any, Any],
    since: State[Any, Any],
    luck: random.Random,
    laid: Mapping[str, Answer] = NOTHING_LAID,
    spent: Callable[[], float] = lambda: 0.0,
) -> Ended | None:
    """Play ``trial`` on with the sensible player in all seats, to its end, or until a game sees the prospects on the
    way from ``since``; None as soon as the time for it is ``spent`` (1). ``laid`` is what lies face down, to be turned
    up."""
    rules, player = game.rules, game.player
    for count in range(1, MOST_ANSWERS + 1):
        if count % LOOKS == 0 and spent() >= 1:
            return None
        ask = rules.ask(trial)
        if isinstance(ask, Over):
            return ask
        found = player.prospects(trial, since)
        if found is not None:
            return found
        if laid and count > 1 and player.laid_ahead(trial):
            laid = NOTHING_LAID  # It was turned up, and something else is laid there.
        legal = rules.legal(trial)
        said = chance_answer(rules, trial, ask, legal, luck)
        if said is None:
            assert legal is not None
            among = player.turned_up(trial, laid, legal) if laid else legal
            said = player.advise(trial, among, luck.random) if is_free(among) else among[0]
        rules.play(trial, said)
    raise ValueError(f"no end after {MOST_ANSWERS} answers")


def worths(ended: Ended, seats: Sequence[str]) -> Mapping[str, float]:
    """What the end of a game is worth to each seat, from 0 to 1: winning, and with points how far it was ahead."""
    if not isinstance(ended, Over):
        return ended
    won, points = wins(ended, seats), _points(ended)
    if len(points) < 2:
        return won
    return {seat: WIN * won[seat] + (1 - WIN) * _lead(points, seat) for seat in seats}


def wins(ended: Ended, seats: Sequence[str]) -> Mapping[str, float]:
    """1 for each seat that has won, also where several have, and 0 for the others."""
    if not isinstance(ended, Over):
        return ended
    result, points, winner = ended.result, _points(ended), ended.result.get("winner")
    if winner is not None:
        winners = winner if isinstance(winner, list) else [winner]
        return {seat: float(seat in winners) for seat in seats}
    if points:
        return {seat: float(points[seat] == max(points.values())) for seat in seats}
    return dict.fromkeys(seats, float(result.get("outcome") == "win"))


def chances(game: Game, ended: Ended, seats: Sequence[str]) -> Mapping[str, float]:
    """The chance of each seat to win, as people read it."""
    return wins(ended, seats) if isinstance(ended, Over) else game.player.as_told(ended)


def _points(over: Over) -> dict[str, float]:
    """The points of each seat at the end; empty in a game without points."""
    return {seat: _total(score) for seat, score in (over.result.get("scores") or {}).items()}


def _total(score: Any) -> float:
    return float(score["total"] if isinstance(score, dict) else score)


def _lead(points: dict[str, float], seat: str) -> float:
    """How far a seat is ahead of the best other one: 0.5 if not at all."""
    rival = max(there for other, there in points.items() if other != seat)
    return 0.5 + 0.5 * (points[seat] - rival) / (abs(points[seat]) + abs(rival) + 1)
