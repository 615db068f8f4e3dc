"""A game as the table and its fronts know it: rules, presenter, player."""

from __future__ import annotations

from typing import Any

from companion.core.rules import Rules
from companion.core.texts import Words
from companion.games.player import Player
from companion.scene.presenter import Presenter


class Game:
    """The three parts of a game. One with rules alone is played plainly on every front."""

    def __init__(
        self, rules: Rules[Any], presenter: type[Presenter[Any]] = Presenter, player: type[Player[Any]] = Player
    ) -> None:
        self.rules = rules
        self.presenter = presenter(rules)
        self.player = player(rules)

    @property
    def name(self) -> str:
        """What it is called in saved games and on the command line."""
        return self.rules.name

    @property
    def title(self) -> Words:
        """What people call it."""
        return self.rules.title
