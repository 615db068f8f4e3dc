"""The digital dealer: it answers what chance is asked (R-GEN-02, R-GEN-03)."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence

from companion.core.answers import Answer, Face, Roll
from companion.core.asks import Ask, RollAsk
from companion.core.content.learning import Known, known_of, unknown_in
from companion.core.refusals import BadSetup
from companion.core.rules import Box
from companion.core.texts import T
from companion.games.game import Game


class Dealer:
    """Draws, pulls, picks and rolls, each outcome with exactly the chance that the rules give it.

    Without a seed it takes the random source of the operating system, so nobody knows an outcome before it is
    asked for. With a ``seed`` (any text) what it deals depends on the seed and on the ``rev`` of the table alone:
    the same game played the same way deals the same, a table that is resumed goes on as if it had never stopped,
    and what is asked anew after an undo is new, because a log only grows.
    """

    def __init__(self, seed: str | None = None) -> None:
        self.seed = seed
        self._seeded = None if seed is None else _Seeded(seed)
        self._random: random.Random = self._seeded or random.SystemRandom()

    def deal(
        self,
        ask: Ask,
        outcomes: Sequence[Answer] | None,
        odds: Sequence[float] | None,
        sides: Mapping[str, Sequence[Face]],
        rev: int,
    ) -> Answer:
        """One outcome of the chance ``ask``.

        ``outcomes`` with ``odds`` in the same order (each above 0) are what the rules list; a roll has neither
        and takes one of ``sides[die]`` for each die. ``rev`` is the table's at this moment. Raises ValueError
        when there is nothing to deal from.
        """
        if self._seeded is not None:
            self._seeded.turn_to(rev)
        if isinstance(ask, RollAsk):
            return Roll({die: self._random.choice(sides[die]) for die in ask.dice})
        if not outcomes:
            raise ValueError(f"{ask} has no outcome")
        return self._random.choices(outcomes, odds)[0]


class _Seeded(random.Random):
    """Numbers worked out from seed, page and line: a page can be turned to without having read those before."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._key = hashlib.blake2b(seed.encode("utf-8", "surrogateescape"), digest_size=32).digest()
        self._page = 0
        self._line = 0

    def turn_to(self, page: int) -> None:
        """Begin page number ``page`` (0 or more)."""
        self._page, self._line = page, 0

    def random(self) -> float:
        """The next number of this page, at least 0 and below 1, in steps of 2**-53."""
        self._line += 1
        place = self._page.to_bytes(8, "big") + self._line.to_bytes(8, "big")
        drawn = hashlib.blake2b(place, key=self._key, digest_size=8).digest()
        return (int.from_bytes(drawn, "big") >> 11) * 2.0**-53


CHANCE = "chance."
"""What the keys of settings begin with that are about chance and no business of the game."""
HIDDEN = "hidden"
"""Who answers a chance item whose cards the companion does not know: nobody is asked, hands do it all by themselves."""


def parted(settings: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Settings as people choose them: those for the game, and who answers which chance item."""
    chance = {key.removeprefix(CHANCE): value for key, value in settings.items() if key.startswith(CHANCE)}
    return {key: value for key, value in settings.items() if not key.startswith(CHANCE)}, chance


def seated(game: Game, chance: Mapping[str, str] | None, partial: Mapping[str, Known] | None = None) -> dict[str, str]:
    """Who answers each chance item of the game, as ``chance`` says or by default; ``BadSetup`` for what it cannot say.

    ``digital`` is the default, ``hidden`` where that is possible (``game.rules.hideable``), and ``asked`` for what is
    ``partial``.
    """
    modes = dict.fromkeys(game.rules.chance_items, "digital") | dict.fromkeys(partial or (), "asked")
    modes |= dict.fromkeys(game.rules.hideable, HIDDEN)
    for item, mode in (chance or {}).items():
        check_chance(game, item, mode, None, partial)
        modes[item] = mode
    return modes


def partial_items(game: Game, box: Box) -> dict[str, Known]:
    """The chance items whose cards or tokens are known in part, with how many of how many."""
    found: dict[str, Known] = {}
    stocks = game.rules.stocks(box.pack)
    for path in unknown_in(box.pack).keys() & stocks.keys():
        stock = stocks[path]
        here, before = known_of(box.data, path, stock), found.get(stock.item, Known(0, 0))
        found[stock.item] = Known(before.known + here.known, before.unknown + here.unknown)
    return found


def known_items(game: Game, chance: Mapping[str, str] | None) -> dict[str, str]:
    """The settings that tell the game which of its items are hidden, one ``chance.ITEM`` for each that can be."""
    modes = seated(game, chance)
    return {f"chance.{item}": modes[item] for item in game.rules.hideable}


def check_chance(
    game: Game, item: str, mode: str, before: str | None = None, partial: Mapping[str, Known] | None = None
) -> None:
    """``BadSetup`` unless ``item`` is one of the game's chance items and ``mode`` one of its modes.

    ``before`` is the mode that it has in a game that is under way: nothing becomes hidden then, or known. What is
    ``partial`` cannot be digital.
    """
    if item not in game.rules.chance_items:
        items = ", ".join(game.rules.chance_items)
        raise BadSetup(T("chance.{item} does not exist. There are: {items}.", item=item, items=items))
    modes = ["digital", "asked", *([HIDDEN] if item in game.rules.hideable else [])]
    if mode not in modes:
        raise BadSetup(T("chance.{item} is {modes}, not {mode}.", item=item, modes=", ".join(modes), mode=mode))
    if partial and item in partial and mode == "digital":
        known = partial[item]
        raise BadSetup(
            T(
                "chance.{item} cannot be digital: {known} of {printed} are known; draw them yourselves until all are.",
                item=item,
                known=known.known,
                printed=known.printed,
            )
        )
    if before is not None and (mode == HIDDEN) != (before == HIDDEN):
        raise BadSetup(T("chance.{item} is {mode} for the whole game.", item=item, mode=before))
