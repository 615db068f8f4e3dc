"""Benchmark of the thinking player: how often it wins against sensible players, or with them.

In a competitive game one seat thinks, each of them in turn; in a cooperative one all do, and the same games are played
by sensible players as well. The number of a game gives its luck. A decision takes no more time of a processor than one
of the companion may take.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from time import process_time
from typing import Any

from companion.bench import Measure, Subject, median_of
from companion.chance.playing import decides, is_free, play_out, seated_player
from companion.chance.report import share
from companion.chance.thinking import stopwatch
from companion.core.answers import Answer
from companion.core.state import State
from companion.core.texts import plain

PLAYED = 20
"""Games of each kind; the goals are for 200."""
GOALS = {("krysis", 2): 85.0, ("krysis", 4): 50.0, ("crash", 2): 85.0, ("crash", 4): 50.0, ("thousand", 2): 60.0}
"""The share that a strong player should win, in per cent, by game and number of players."""
DEALT = {"krysis": {"kr.home_ledger": "private", "chance.relics": "digital", "chance.agents": "digital"}}
"""Settings with which everything that players hide is dealt in secret."""
PAIR = FAMILY = 2
"""The players of a game of two, and the number of players where all play together."""


def opponents(subject: Subject) -> Iterator[Measure]:
    """The share of won games in per cent, and the time of a decision, of a good and of a strong player, and of an easy
    one against one other; nothing where the companion plays no seat."""
    if subject.game.player.apart is not None:
        return
    name = plain(subject.game.title)
    counts = [count for game, count in GOALS if game == subject.game.name]
    kinds = [(kind, count) for count in counts or [FAMILY] for kind in ("good", "strong")]
    for kind, count in [*(("easy", count) for count in counts if count == PAIR), *kinds]:
        times: list[float] = []
        won = [_wins(subject, kind, count, number, times) for number in range(PLAYED)]
        goal = GOALS.get((subject.game.name, count)) if kind == "strong" else None
        yield _share(f"opponents.{kind}.{count}", f"{kind} player, {name} for {count}", won, goal)
        yield median_of(f"opponents.{kind}.{count}.time", "… a decision, CPU time", "ms", times or [0.0])
    if not counts:
        won = [_wins(subject, "sensible", FAMILY, number, []) for number in range(PLAYED)]
        yield _share("opponents.sensible", f"sensible players, {name}, the same games", won, None)


def _share(name: str, what: str, won: Sequence[bool], goal: float | None) -> Measure:
    found = share(sum(won), len(won))
    return Measure(
        name, what, "%", 100 * found.mean, 100 * found.low, 100 * found.high, len(won), goal, "more",
        "least and most: the interval of 95 % (Wilson)",
    )  # fmt: skip


def _wins(subject: Subject, kind: str, count: int, number: int, times: list[float]) -> bool:
    """True if the thinking seat, or the family, wins this game; the milliseconds of its decisions go to ``times``."""
    rules, pack = subject.game.rules, subject.loaded.pack
    seats = [seat for seat, _ in rules.seats(pack)][:count]
    luck = random.Random(f"{subject.game.name}/{count}/{number}")
    stories = [value for choice in rules.setup_choices(pack) if choice.key == "story" for value, _ in choice.values]
    settings = DEALT.get(subject.game.name, {})
    state = rules.begin(pack, seats, settings | ({"story": stories[number % len(stories)]} if stories else {}))
    together, one = not GOALS.get((subject.game.name, count)), seats[number % count]
    others = dict.fromkeys(seats if together else [one], kind)
    players = seated_player("sensible", subject.game, luck, others, partial(stopwatch, process_time))

    def decide(state: State[Any, Any], legal: Sequence[Answer]) -> Answer:
        start = process_time()
        said = players(state, legal)
        if is_free(legal) and decides(rules.ask(state)) in others:
            times.append((process_time() - start) * 1_000)
        return said

    result = play_out(subject.game, state, decide, luck)[0].result
    return bool(result["outcome"] == "win" if together else result["winner"] == one)
