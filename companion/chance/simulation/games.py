"""Many games of a box, each with luck of its own: in whatever order they are played, and where, they are the same."""

from __future__ import annotations

import hashlib
import pickle
import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct, msgpack

from companion import __version__
from companion.chance.simulation.playing import play_out, sensible
from companion.core.answers import Answer, Draw, Pull
from companion.core.asks import Ask
from companion.games.game import Game
from companion.games.player import Figure
from companion.games.registry import load_game
from companion.packs.printing.printed import Path, without

Drawn: TypeAlias = tuple[str, str]
"""A card or token that came out of a deck or bag: which of the game's chance items that was, and its id."""
Possible: TypeAlias = tuple[str, Draw | Pull]
"""Something that could have come: of which chance item, and the answer that says so."""

_encode = msgpack.Encoder(order="deterministic").encode


class Plan(NamedTuple):
    """What one line of the results is about; ``story`` is empty for a game without stories."""

    story: str
    players: int


class FinishedGame(Struct, frozen=True):
    """How a game ended."""

    rule: str
    """The rule that ended it."""
    figures: list[Figure]
    """What the game counts at its end."""
    answers: int
    """How long it was: the answers of people and of chance."""
    end: bytes
    """The same for two games that went alike: as long, with as much chance, and the same pieces at the end."""
    drawn: frozenset[Drawn]
    """What came out of decks and bags."""
    revealed: frozenset[Path]
    """The cards of the box that came up without being drawn."""


class Batch(Struct, frozen=True):
    """Some games of one plan: all that a worker has to know to play them, wherever it is."""

    game: str
    box: bytes
    """The pack, as ``packed`` makes it."""
    plan: Plan
    numbers: Sequence[int]
    left_out: Path | None = None
    """The effect that is left out of the pack; None: nothing is."""
    version: str = __version__
    """Other rules would play other games."""


class PlayedBatch(Struct, frozen=True):
    """The games of a batch, by number, and all that could have come out of decks and bags in any of them."""

    games: dict[int, FinishedGame]
    could: frozenset[Possible]


class OtherVersion(Exception):
    """A worker has another version of the companion."""


def packed(box: Any) -> bytes:
    """A pack as it is handed to workers."""
    return pickle.dumps(box)


@lru_cache(maxsize=2)
def _unpacked(box: bytes) -> Any:
    return pickle.loads(box)


@lru_cache(maxsize=2)
def _without(box: bytes, left_out: Path) -> Any:
    return without(_unpacked(box), left_out)


def play_batch(batch: Batch) -> PlayedBatch:
    """Play the games of a batch with sensible players. ``OtherVersion`` if its rules are not those of here."""
    if batch.version != __version__:
        raise OtherVersion(batch.version, __version__)
    box = _unpacked(batch.box) if batch.left_out is None else _without(batch.box, batch.left_out)
    game, could = load_game(batch.game), set[Possible]()
    games = {number: play_game(game, box, batch.plan, number, could) for number in batch.numbers}
    return PlayedBatch(games, frozenset(could))


def play_game(game: Game, box: Any, plan: Plan, number: int, could: set[Possible]) -> FinishedGame:
    """The game of that number, from 0: seats and luck follow from it, so that the same call gives the same game.

    Every set of seats has its turn. What could have come out of decks and bags is added to ``could``. ``BadSetup`` for
    a story or a number of players that the game does not have.
    """
    sets = list(combinations([seat for seat, _ in game.rules.seats(box)], plan.players))
    luck = random.Random(f"{plan.story}/{plan.players}/{number}")
    state = game.rules.begin(box, sets[number % len(sets)], {"story": plan.story} if plan.story else {})
    drawn = set[Drawn]()

    def watch(ask: Ask, legal: Sequence[Answer], answer: Answer) -> None:
        if isinstance(answer, Draw | Pull):
            item = game.rules.chance_item(ask)
            drawn.add((item, drawn_card(answer)))
            could.update((item, one) for one in legal if isinstance(one, Draw | Pull))

    over, answers = play_out(game, state, sensible(game, luck), luck, watch)
    figures = game.player.figures(state)
    picture = game.rules.picture(state)
    course = [over.rule, [figure.value for figure in figures], answers, luck.random(), picture]
    return FinishedGame(
        over.rule,
        figures,
        answers,
        hashlib.blake2b(_encode(course), digest_size=16).digest(),
        frozenset(drawn),
        frozenset(game.player.revealed(state)),
    )


def drawn_card(answer: Draw | Pull) -> str:
    """The id of the card or token."""
    return answer.card if isinstance(answer, Draw) else answer.token
