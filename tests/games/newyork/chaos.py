"""Random games of New York Crisis."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from companion.table.table import Table
from tests.games.chaos import Chaos
from tests.games.newyork import random_boxes as boxes
from tests.games.newyork.attempts import anything, is_longer_form
from tests.games.newyork.box import GAME, ITEMS, SKILLS, Json
from tests.games.newyork.helpers import conserved


class NewYorkChaos(Chaos):
    """``tests.games.chaos.Chaos`` of the first game."""

    game = GAME
    a_fact = "story"
    longest = 120
    names = (*boxes.SQUARES, *SKILLS, *ITEMS, *boxes.COLOURS)

    def random_box(self, r: Random) -> Json:
        return boxes.random_box(r)

    def random_seats(self, r: Random, data: Json) -> list[str]:
        return boxes.random_seats(r)

    def random_settings(self, r: Random) -> dict[str, str]:
        return boxes.random_settings(r)

    def random_answer(self, r: Random, table: Table) -> Any:
        return boxes.random_answer(r, table)

    def random_change(self, r: Random, facts: Json) -> Json:
        return boxes.random_change(r, facts)

    def anything(self, r: Random, facts: Json) -> Iterable[Json]:
        return anything(r, facts)

    def may_be_unlisted(self, answer: Json, listed: Sequence[Json], facts: Json) -> bool:
        return is_longer_form(answer, listed, facts)

    conserved = staticmethod(conserved)
