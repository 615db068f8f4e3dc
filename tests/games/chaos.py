"""Random games of any rulebook: boxes, answers and corrections. Each game describes itself as a ``Chaos``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Protocol

import msgspec

from companion.chance.dealer import Dealer
from companion.core.answers import Answer
from companion.games.game import Game
from companion.table.table import Table
from tests.games import base

Json = dict[str, Any]


class Chaos(Protocol):
    """The random parts of a rulebook's games, with defaults."""

    game: Game
    longest: int
    """Limit on answers per game; longer games find nothing new."""
    a_fact: str
    """A fact that can be corrected."""
    names: Sequence[str]
    """Existing names, each out of its proper place."""

    def random_box(self, r: Random) -> Json:
        """A random pack as JSON."""

    def loaded(self, data: Json) -> Any:
        """That pack, validated, as a table needs it."""
        return base.loaded(self.game, data)

    def random_seats(self, r: Random, data: Json) -> list[str]: ...

    def random_settings(self, r: Random) -> dict[str, str]: ...

    def random_chance(self, r: Random, settings: Json, *, digital: bool) -> dict[str, str]:
        """Random chance modes; by default one mode for all items, none hidden."""
        return dict.fromkeys(self.game.rules.chance_items, "digital" if digital else "asked")

    def random_answer(self, r: Random, table: Table) -> Any:
        """A random listed answer, with its form filled in, or a roll."""

    def filled(self, r: Random, answer: Answer, facts: Json) -> Answer:
        """A listed answer with its template filled in. By default there are no templates."""
        return answer

    def random_change(self, r: Random, facts: Json) -> Json:
        """A random correction, mostly valid."""

    def anything(self, r: Random, facts: Json) -> Iterable[Json]:
        """Every verb with existing names, valid or not."""

    def may_be_unlisted(self, answer: Json, listed: Sequence[Json], facts: Json) -> bool:
        """True if an unlisted answer may be accepted because an equivalent one is listed."""

    @staticmethod
    def conserved(facts: Json, printed: Json) -> None:
        """Assert R-GEN-04."""


def new_game(chaos: Chaos, r: Random, *, digital: bool | None = None) -> tuple[Table, Json]:
    """A table with random box, seats, options and chance, and the box as JSON."""
    data = chaos.random_box(r)
    asked = r.random() < 0.5 if digital is None else not digital
    seats, settings = chaos.random_seats(r, data), chaos.random_settings(r)
    table = Table(
        chaos.game,
        chaos.loaded(data),
        seats,
        settings,
        chance=chaos.random_chance(r, settings, digital=not asked),
        dealer=Dealer(str(r.random())),
        clock=lambda: 0.0,
    )
    return table, data


def as_json(answer: Any) -> Json:
    """An answer as on the wire."""
    built: Json = msgspec.to_builtins(answer)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in built.items()}
