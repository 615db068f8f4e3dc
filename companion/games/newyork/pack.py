"""The content of a box of New York Crisis: its records."""

from __future__ import annotations

from companion.games.newyork.pack_data import (
    BagAddition,
    BoardData,
    CharacterData,
    Dice,
    Event,
    FinalChallenge,
    InfoTokenData,
    ItemData,
    MafiaCard,
    Pack,
    PoliceCard,
    Scenario,
    SquareData,
    StoryCard,
    TrackData,
    Tracks,
)

__all__ = [
    "BagAddition",
    "BoardData",
    "CharacterData",
    "Dice",
    "Event",
    "FinalChallenge",
    "InfoTokenData",
    "ItemData",
    "MafiaCard",
    "Pack",
    "PoliceCard",
    "Scenario",
    "SquareData",
    "StoryCard",
    "TrackData",
    "Tracks",
]
