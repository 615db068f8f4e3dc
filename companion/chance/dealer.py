"""The digital dealer, which answers chance asks (R-GEN-02, R-GEN-03)."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Mapping, Sequence

from companion.core.answers import Answer, Face, Roll
from companion.core.asks import Ask, RollAsk
from companion.core.learning import Known, known_of, unknown_in
from companion.core.refusals import BadSetup
from companion.core.rules import Box
from companion.core.texts import T
from companion.games.game import Game


class Dealer:
    """Draws, pulls, picks and rolls with the probabilities of the rules.

    Without a seed it uses the system's random source, so that no outcome exists before it is asked for. With a ``seed``
    (any text) outcomes are a function of the seed and the ``rev`` of the table: the same game deals the same again, a
    resumed table continues as if it had never stopped, and a new question after an undo gets a new outcome, because a
    log only grows.
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

        ``outcomes`` and their ``odds`` (each above 0) are listed by the rules. A roll has neither; each die takes one
        of ``sides[die]``. ``rev`` is that of the table now. Raises ``ValueError`` if there is no outcome.
        """
        if self._seeded is not None:
            self._seeded.turn_to(rev)
        if isinstance(ask, RollAsk):
            return Roll({die: self._random.choice(sides[die]) for die in ask.dice})
        if not outcomes:
            raise ValueError(f"{ask} has no outcome")
        return self._random.choices(outcomes, odds)[0]


class _Seeded(random.Random):
    """A random generator keyed by seed, page and line, with random access to pages."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._key = hashlib.blake2b(seed.encode("utf-8", "surrogateescape"), digest_size=32).digest()
        self._page = 0
        self._line = 0

    def turn_to(self, page: int) -> None:
        """Start page ``page`` (0 or more)."""
        self._page, self._line = page, 0

    def random(self) -> float:
        """The next number of the page, from 0 to below 1, in steps of 2**-53."""
        self._line += 1
        place = self._page.to_bytes(8, "big") + self._line.to_bytes(8, "big")
        drawn = hashlib.blake2b(place, key=self._key, digest_size=8).digest()
        return (int.from_bytes(drawn, "big") >> 11) * 2.0**-53


CHANCE = "chance."
"""Key prefix of settings that are about chance, not about the game."""
HIDDEN = "hidden"
"""The mode of a chance item whose cards the companion never sees: nothing is asked, hands do it all."""


def parted(settings: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Split the settings of a table into those of the game, and who answers each chance item."""
    chance = {key.removeprefix(CHANCE): value for key, value in settings.items() if key.startswith(CHANCE)}
    return {key: value for key, value in settings.items() if not key.startswith(CHANCE)}, chance


def seated(
    game: Game, chance: Mapping[str, str] | None, partial: Mapping[str, Known] | None = None, read: Iterable[str] = ()
) -> dict[str, str]:
    """Who answers each chance item: as in ``chance``, or by default. Raises ``BadSetup`` for an invalid mode.

    The default is ``digital``, but ``hidden`` for ``game.rules.hideable`` items, and ``asked`` for ``partial`` ones and
    those with cards that people have to ``read``.
    """
    modes = dict.fromkeys(game.rules.chance_items, "digital") | dict.fromkeys((*(partial or ()), *read), "asked")
    modes |= dict.fromkeys(game.rules.hideable, HIDDEN)
    for item, mode in (chance or {}).items():
        check_chance(game, item, mode, None, partial)
        modes[item] = mode
    return modes


def partial_items(game: Game, box: Box) -> dict[str, Known]:
    """The chance items with unknown cards or tokens, and how many are known."""
    found: dict[str, Known] = {}
    stocks = game.rules.stocks(box.pack)
    for path in unknown_in(box.pack).keys() & stocks.keys():
        stock = stocks[path]
        here, before = known_of(box.data, path, stock), found.get(stock.item, Known(0, 0))
        found[stock.item] = Known(before.known + here.known, before.unknown + here.unknown)
    return found


def read_items(game: Game, box: Box) -> set[str]:
    """The chance items with cards that hands need: the box knows little but a title, and they say the rest."""
    rules = game.rules
    return {stock.item for path, stock in rules.stocks(box.pack).items() if rules.needs_cards(box, path)}


def known_items(game: Game, chance: Mapping[str, str] | None) -> dict[str, str]:
    """The settings that tell the game which items are hidden: ``chance.ITEM`` for each hideable item."""
    modes = seated(game, chance)
    return {f"chance.{item}": modes[item] for item in game.rules.hideable}


def check_chance(
    game: Game, item: str, mode: str, before: str | None = None, partial: Mapping[str, Known] | None = None
) -> None:
    """Raise ``BadSetup`` unless ``item`` is a chance item of the game and ``mode`` a valid mode of it.

    ``before`` is its mode in a running game, where nothing can change to or from hidden. ``partial`` items cannot be
    digital.
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
