"""The phrases for upgrade effects (wire/crash.md, "Upgrades")."""

from __future__ import annotations

from companion.core.phrases import Phrase, Phrases
from companion.games.crash.content.effect_data import (
    Brake,
    CardBonus,
    Deflect,
    Gain,
    Glide,
    Loot,
    Move,
    Pay,
    Push,
    Raider,
    Range,
    Relocate,
    Reroll,
    Reverse,
    Shield,
    UpgradeCost,
    UpgradeDraw,
)

PHRASES = Phrases(
    [
        Phrase(Pay, "pay[ {energy} energy][ {boosters} booster(s)]", "pay 1 energy 1 booster"),
        Phrase(Gain, "gain[ {energy} energy][ {boosters} booster(s)]", "gain 2 boosters"),
        Phrase(Move, "move {distance} square(s)", "move 2 squares"),
        Phrase(Push, "push {distance} square(s)", "push 4 squares"),
        Phrase(Relocate, "relocate", "relocate"),
        Phrase(Reverse, "reverse rotation", "reverse rotation"),
        Phrase(Glide, "ignore accelerator", "ignore accelerator"),
        Phrase(Deflect, "deflect push", "deflect push"),
        Phrase(Brake, "brake push to {max}", "brake push to 1"),
        Phrase(Shield, "keep crew", "keep crew"),
        Phrase(Reroll, "reroll", "reroll"),
        Phrase(Range, "range up to {max}", "range up to 7"),
        Phrase(CardBonus, "card {card} gives[ {energy} energy][ {boosters} booster(s)]", "card 2 gives 1 energy"),
        Phrase(Loot, "crash gives[ {energy} energy][ {boosters} booster(s)]", "crash gives 1 booster"),
        Phrase(Raider, "steal without comparing", "steal without comparing"),
        Phrase(UpgradeCost, "upgrade costs {energy} energy", "upgrade costs 1 energy"),
        Phrase(UpgradeDraw, "upgrade draws {cards} cards", "upgrade draws 3 cards"),
    ]
)
