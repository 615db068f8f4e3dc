"""A game as tables and front ends know it: rules, presenter, player."""

from __future__ import annotations

from typing import Any

from companion.core.rules import Rules
from companion.core.texts import Words
from companion.games.player import Player
from companion.scene.presenter import Presenter


class Game:
    """The three parts of a game. A game with only rules is playable, in a plain form, on every front end."""

    def __init__(
        self, rules: Rules[Any], presenter: type[Presenter[Any]] = Presenter, player: type[Player[Any]] = Player
    ) -> None:
        self.rules = rules
        self.presenter = presenter(rules)
        self.player = player(rules)

    @property
    def name(self) -> str:
        """Its name in saved games and on the command line."""
        return self.rules.name

    @property
    def title(self) -> Words:
        """Its title for people."""
        return self.rules.title
