"""A table of Ten Thousand with helpers to throw and decide, and an independent scorer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any

from companion.games.thousand.game import GAME
from companion.packs.loader import load_pack
from tests.games.base import GameTable

# A table of Ten Thousand with helpers to throw and decide.

Json = dict[str, Any]


class ThousandTable(GameTable):
    """``throw("115443")`` sets the dice; ``keep("11")`` and ``stop()`` are decisions."""

    def __init__(self, seats: str = "ann ben cat", **settings: str) -> None:
        super().__init__(GAME, load_pack(GAME), seats, {"entry": "0", **settings})

    @staticmethod
    def conserved(facts: Json, printed: Json) -> None:
        """R-GEN-04: nothing lies there; points come in fifties."""
        assert facts["pieces"] == {}
        assert all(points % 50 == 0 for points in [facts["pot"], *facts["score"].values()])

    def throw(self, *throws: str) -> None:
        """Answer all open dice, repeatedly while there is only one choice."""
        for faces in throws:
            assert len(faces) == len(self.ask.dice)
            self.say("roll", faces={f"die{n}": int(face) for n, face in enumerate(faces, 1)})

    def keep(self, faces: str) -> None:
        """Put these aside."""
        self.say("keep", dice=list(map(int, faces)))

    def stop(self) -> None:
        """Write down what there is."""
        self.say("bank", points=self.legal("bank")[0]["points"])

    def turn(self, faces: str) -> None:
        """One throw, and its points are written down."""
        self.throw(faces)
        self.stop()

    def kept(self) -> set[str]:
        """What can be put aside."""
        return {"".join(map(str, one["dice"])) for one in self.legal("keep")}


# A brute-force scorer, to verify the fast one.

Dice = tuple[int, ...]
TIMES = {"doubled": {4: 2, 5: 4, 6: 8}, "times": {4: 2, 5: 3, 6: 4}, "none": {}}


def paying(house: Mapping[str, str]) -> dict[Dice, int]:
    """Every scoring set of dice."""
    found: dict[Dice, int] = {(1,): 100, (5,): 50}
    for face in range(1, 7):
        three = 1000 if face == 1 else face * 100
        found[(face,) * 3] = three
        for n, times in TIMES[house["kinds"]].items():
            found[(face,) * n] = three * times
    for pairs in combinations(list(range(1, 7)) * 3, 3):
        dice = tuple(sorted(pairs * 2))
        found[dice] = max(found.get(dice, 0), int(house["pairs"]))
    for two in combinations(range(1, 7), 2):
        found[tuple(sorted(two * 3))] = int(house["triplets"])
    found[1, 2, 3, 4, 5, 6] = int(house["straight"])
    return {dice: points for dice, points in found.items() if points}


class Scorer:
    """The values of sets under some house rules."""

    def __init__(self, house: Mapping[str, str]) -> None:
        self.paying = paying(house)
        self._known: dict[Dice, int | None] = {(): 0}

    def most(self, dice: Dice) -> int | None:
        """The maximum for exactly these dice; None if one of them cannot score."""
        if dice not in self._known:
            ways = []
            for part, points in self.paying.items():
                left = Counter(dice)
                left.subtract(part)
                if min(left.values()) >= 0:
                    rest = self.most(tuple(sorted(left.elements())))
                    ways += [points + rest] if rest is not None else []
            self._known[dice] = max(ways, default=None)
        return self._known[dice]

    def keeps(self, thrown: Dice) -> dict[Dice, int]:
        """All ways to keep dice of a throw, with their points."""
        parts = {part for n in range(1, len(thrown) + 1) for part in combinations(thrown, n)}
        return {part: points for part in parts if (points := self.most(part)) is not None}
