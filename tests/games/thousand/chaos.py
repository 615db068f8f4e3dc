"""Random games of Ten Thousand: any house, any answers, any corrections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.core.answers import Roll
from companion.games.thousand.game import CHOICES, DICE, GAME
from companion.packs.loader import LoadedPack, load_pack
from companion.table.table import Table
from tests.games.chaos import Chaos
from tests.games.thousand.helpers import Json

SEATS = ("ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal")


class ThousandChaos(Chaos):
    """``tests.games.chaos.Chaos`` of the fifth game; there is no box to make up."""

    game = GAME
    a_fact = "pot"
    longest = 120
    names = (*SEATS, *DICE, "score", "keep", "bank")

    def random_box(self, r: Random) -> Json:
        return {}

    def loaded(self, data: Json) -> LoadedPack:
        return load_pack(GAME)

    def random_seats(self, r: Random, data: Json) -> list[str]:
        return r.sample(SEATS, r.randint(2, 8))

    def random_settings(self, r: Random) -> dict[str, str]:
        return {one.key: r.choice(one.values)[0] for one in CHOICES if r.random() < 0.7}

    def random_answer(self, r: Random, table: Table) -> Any:
        answers = table.legal()
        if answers is None:
            return Roll({die: r.randint(1, 6) for die in table.ask.dice})
        return r.choice(answers)

    def random_change(self, r: Random, facts: Json) -> Json:
        points = r.choice([-50, 0, 50, 75, 450, 4950, 9950, 10_000, 50_000, 50_050])
        seat = r.choice([*facts["score"], "zoe"])
        return r.choice([{"fact": "pot", "value": points}, {"fact": "score", "seat": seat, "value": points}])

    def anything(self, r: Random, facts: Json) -> Iterator[Json]:
        yield {"do": "bank", "points": facts["pot"] + r.choice([0, 50, 100, 1000])}
        yield {"do": "keep", "dice": sorted(r.choices(range(1, 8), k=r.randint(0, 6)))}
        yield {"do": "roll", "faces": {die: r.randint(0, 7) for die in r.sample(list(DICE), r.randint(0, 6))}}
        yield {"do": "draw", "deck": "cards", "card": "ann"}

    def may_be_unlisted(self, answer: Json, listed: Sequence[Json], facts: Json) -> bool:
        return False

    @staticmethod
    def conserved(facts: Json, printed: Json) -> None:
        assert facts["pieces"] == {}
        assert 1 <= facts["left"] <= 6
        assert min(facts["score"].values()) >= 0
