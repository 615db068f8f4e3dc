"""Simulated games: played to the end automatically, for balancing boxes, benchmarks and tests.

Each game has its own seed, so results do not depend on order or machine.
"""

from __future__ import annotations

import hashlib
import pickle
import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct, msgpack

from companion import __version__
from companion.chance.playing import play_out, seated_player, wins, without_seats
from companion.core.answers import Answer, Draw, Pull
from companion.core.asks import Ask, Over
from companion.games.game import Game
from companion.games.player import Figure
from companion.games.registry import load_game
from companion.packs.printing.cards import Path, without

# Batches of games.

Drawn: TypeAlias = tuple[str, str]
"""A drawn card or token: its chance item and id."""
Possible: TypeAlias = tuple[str, Draw | Pull]
"""A possible draw: its chance item and answer."""

NO_SETTINGS: Mapping[str, str] = MappingProxyType({})
_encode = msgpack.Encoder(order="deterministic").encode


class StudyPlan(NamedTuple):
    """One line of the results; ``story`` is empty for a game without stories."""

    story: str
    players: int


class SimulatedGame(Struct, frozen=True):
    """The result of a game."""

    rule: str
    figures: list[Figure]
    """The figures that the game counts at its end."""
    answers: int
    """The number of answers, chance included."""
    end: bytes
    """A fingerprint: equal for games with the same course and the same final position."""
    drawn: frozenset[Drawn]
    """The drawn cards and tokens."""
    revealed: frozenset[Path]
    """The cards of the box that came up without being drawn."""
    winners: tuple[int, ...] = ()
    """The places in the order of the seats of those who won; none if all win or lose together, or nobody won."""


class Batch(Struct, frozen=True):
    """Some games of one plan, with all that a worker needs to play them."""

    game: str
    box: bytes
    """The pack, serialised by ``packed``."""
    plan: StudyPlan
    numbers: Sequence[int]
    settings: dict[str, str] = {}
    player: str = "sensible"
    """Who plays all seats: one of ``PLAYERS``."""
    left_out: Path | None = None
    """The effect to leave out of the pack; None for none."""
    version: str = __version__
    """The version of the companion, since other rules give other games."""


class PlayedBatch(Struct, frozen=True):
    """The results of a batch by game number, and all draws that were possible in any of them."""

    games: dict[int, SimulatedGame]
    could: frozenset[Possible]


class OtherVersion(Exception):
    """A worker has another version of the companion."""


def packed(box: Any) -> bytes:
    return pickle.dumps(box)


@lru_cache(maxsize=2)
def _unpacked(box: bytes) -> Any:
    return pickle.loads(box)


@lru_cache(maxsize=2)
def _without(box: bytes, left_out: Path) -> Any:
    return without(_unpacked(box), left_out)


def play_batch(batch: Batch) -> PlayedBatch:
    """Play a batch. Raises ``OtherVersion`` if it was made by another version."""
    if batch.version != __version__:
        raise OtherVersion(batch.version, __version__)
    box = _unpacked(batch.box) if batch.left_out is None else _without(batch.box, batch.left_out)
    game, could = load_game(batch.game), set[Possible]()
    games = {
        number: play_game(game, box, batch.plan, number, could, batch.settings, batch.player)
        for number in batch.numbers
    }
    return PlayedBatch(games, frozenset(could))


def play_game(
    game: Game,
    box: Any,
    plan: StudyPlan,
    number: int,
    could: set[Possible],
    settings: Mapping[str, str] = NO_SETTINGS,
    player: str = "sensible",
) -> SimulatedGame:
    """Play game ``number``, from 0, which determines seats and seed: equal calls give equal games.

    Seats rotate through all combinations. Possible draws are added to ``could``. Raises ``BadSetup`` for an unknown
    story or number of players.
    """
    sets = list(combinations([seat for seat, _ in game.rules.seats(box)], plan.players))
    luck = random.Random(f"{plan.story}/{plan.players}/{number}")
    seats = sets[number % len(sets)]
    chosen, others = without_seats(settings)
    state = game.rules.begin(box, seats, {**chosen, **({"story": plan.story} if plan.story else {})})
    drawn = set[Drawn]()

    def watch(ask: Ask, legal: Sequence[Answer], answer: Answer) -> None:
        if isinstance(answer, Draw | Pull):
            item = game.rules.chance_item(ask)
            drawn.add((item, drawn_card(answer)))
            could.update((item, one) for one in legal if isinstance(one, Draw | Pull))

    over, answers = play_out(game, state, seated_player(player, game, luck, others), luck, watch)
    figures = game.player.figures(state)
    picture = game.rules.picture(state)
    course = [over.rule, [figure.value for figure in figures], answers, luck.random(), picture]
    return SimulatedGame(
        over.rule,
        figures,
        answers,
        hashlib.blake2b(_encode(course), digest_size=16).digest(),
        frozenset(drawn),
        frozenset(game.player.revealed(state)),
        _winners(over, seats),
    )


def _winners(over: Over, seats: Sequence[str]) -> tuple[int, ...]:
    if over.result.get("outcome") in ("win", "loss"):
        return ()
    won = wins(over, seats)
    return tuple(place for place, seat in enumerate(seats) if won[seat])


def drawn_card(answer: Draw | Pull) -> str:
    return answer.card if isinstance(answer, Draw) else answer.token
