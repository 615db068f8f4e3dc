"""The phrases for agents' abilities (wire/krysis.md, section 11)."""

from __future__ import annotations

from companion.core.phrases import Phrase, Phrases
from companion.games.krysis.content.pack_data import Alchemist, Defence, Miner, Multiplier, Spy, Thief

PHRASES = Phrases(
    [
        Phrase(Defence, "defence {n}", "defence 2"),
        Phrase(Thief, "thief[ {red=0} red][ {blue=0} blue][ {white=0} white]", "thief 1 blue"),
        Phrase(Spy, "spy", "spy"),
        Phrase(
            Miner,
            "miner[ {red=0} red][ {blue=0} blue][ {white=0} white][ {relics=0} relic(s)]",
            "miner 1 red 1 white 1 relic",
        ),
        Phrase(Alchemist, "alchemist", "alchemist"),
    ],
    [Phrase(Multiplier, "{times} per {per}", "2 per blue")],
)
