"""The games that can be begun, and those that were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.chance.dealer import Dealer, parted
from companion.core.game import Game, SetupChoice
from companion.core.texts import Text, Words
from companion.games.registry import GAMES, load_game
from companion.journal import Journal, JournalError, SavedGame
from companion.packs.loader import load_pack
from companion.packs.names import named_game
from companion.session.session import Session
from companion.table.table import Table
from ui.app.language import say


class Library:
    """Games, their packs, and the journal that keeps what is played (None: nothing is kept).

    ``pack`` names another pack than the bundled one of the game that it is for, ``seed`` makes the dealer repeatable.
    """

    errors = (JournalError,)

    def __init__(self, journal: Journal | None = None, *, pack: str | None = None, seed: str | None = None) -> None:
        self.journal = journal
        self._pack = pack
        self._seed = seed
        self._games: dict[str, Game] = {}
        self._packs: dict[str, Any] = {}

    @property
    def error(self) -> Text | None:
        """Why nothing is being saved just now, if so."""
        return self.journal.error if self.journal is not None else None

    @property
    def alive(self) -> bool:
        """True while what is played is being kept."""
        return self.journal is None or self.journal.alive

    def names(self) -> list[str]:
        """The games there are."""
        return list(GAMES)

    def title(self, name: str) -> Words:
        """What a game is called."""
        return self.game(name).title

    def game(self, name: str) -> Game:
        """A game's rules; ``BadSetup`` if there are none of that name."""
        if name not in self._games:
            self._games[name] = load_game(name)
        return self._games[name]

    def seats(self, name: str) -> list[tuple[str, Words]]:
        """The seats of a game, with their names."""
        return self.game(name).seats(self._loaded(name).pack)

    def seat_limits(self, name: str) -> tuple[int, int]:
        """How many may play, at least and at most."""
        return self.game(name).seat_limits(self._loaded(name).pack)

    def choices(self, name: str) -> Sequence[SetupChoice]:
        """What can be set before a game begins."""
        return self.game(name).setup_choices(self._loaded(name).pack)

    def start(self, name: str, seats: Sequence[str], settings: Mapping[str, str]) -> Session:
        """Begin a game; what follows from the seats is set, too. ``BadSetup``, ``BadPack`` or ``JournalError`` say why
        not."""
        game, loaded, dealer = self.game(name), self._loaded(name), Dealer(self._seed)
        chosen, chance = parted(settings)
        told = {**game.settings_for(loaded.pack, seats), **chosen}
        table = Table(game, loaded, seats, told, chance=chance, dealer=dealer, store=self.journal, auto=False)
        return Session(table, say=say)

    def saved(self) -> list[SavedGame]:
        """All games of the journal whose rules are here, the one played last first."""
        saved = self.journal.games() if self.journal is not None else []
        return [one for one in saved if one.setup.game in GAMES]

    def last(self) -> SavedGame | None:
        """The game to go on with, if there is one."""
        return next((game for game in self.saved() if not game.finished), None)

    def open(self, game_id: str) -> Session:
        """A saved game where it stood, with the instructions that were not confirmed."""
        if self.journal is None:
            raise KeyError(game_id)
        saved = self.journal.saved(game_id)
        setup, chance, entries = self.journal.load(game_id)
        game = self.game(setup.game)
        table = Table.resume(
            game, load_pack(game, setup.pack), setup, entries,
            chance=chance, store=self.journal, game_id=game_id, notes=saved.notes, auto=False,
        )  # fmt: skip
        return Session(table, say=say, confirmed=saved.confirmed)

    def close(self) -> None:
        """Save what is left."""
        if self.journal is not None:
            self.journal.close()

    def _loaded(self, name: str) -> Any:
        if name not in self._packs:
            own = self._pack if self._pack is not None and named_game(self._pack) == name else None
            self._packs[name] = load_pack(self.game(name), own)
        return self._packs[name]
