"""A table of Ten Thousand with helpers to throw and decide."""

from __future__ import annotations

from typing import Any

from companion.games.thousand.game import GAME
from companion.packs.loader import load_pack
from tests.games.base import GameTable

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
