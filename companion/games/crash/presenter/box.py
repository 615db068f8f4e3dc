"""The labels of the box editor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.texts import T, Words
from companion.games.crash.presenter.naming import TIMINGS

BOX: Final[Mapping[str, Words]] = {
    "colours": T("Colours"),
    "types": T("Crew"),
    "directions": T("Directions"),
    "layouts": T("Layouts"),
    "whole": T("All tiles are laid"),
    "upgrades": T("Upgrades"),
    "cells": T("Squares"),
    "accelerator": T("Accelerator"),
    "crash_site": T("Crash site"),
    "tile_pool": T("Tiles that fit"),
    "3-4": T("With three or four saucers"),
    "5": T("With five saucers"),
    "6": T("With six saucers"),
    "timing": T("When"),
    "not_in_2p": T("Not with two players"),
    "energy": T("Energy"),
    "boosters": T("Boosters"),
    "distance": T("Squares"),
    "max": T("At most"),
    "card": T("Movement card"),
    "cards": T("Cards"),
    "+pay": T("You pay"),
    "+gain": T("You gain"),
    "+move": T("The saucer moves"),
    "+push": T("A saucer is pushed away"),
    "+relocate": T("The saucer is placed by the die"),
    "+reverse": T("The rotation die is turned over"),
    "+glide": T("An accelerator is ignored"),
    "+deflect": T("A push goes another way"),
    "+brake": T("A push is shorter"),
    "+shield": T("No crew is given away for a crash"),
    "+reroll": T("The placement die is rolled again"),
    "+range": T("Card 0-5 goes farther"),
    "+card_bonus": T("A movement card brings more"),
    "+loot": T("Crashes bring more"),
    "+raider": T("Crew is stolen from anybody"),
    "+upgrade_cost": T("Upgrades cost less"),
    "+upgrade_draw": T("More upgrades to choose from"),
    **{f"={when}": words for when, words in TIMINGS.items()},
}
"""Labels for ``companion.packs.editing.words.BoxWords``."""

ICONS: Final[Mapping[str, str]] = {
    **{f"card={card}": f"movement:{card}" for card in ("2", "3", "0-5")},
    **{f"={crew}": f"crew:{crew}" for crew in ("pilot", "scientist", "doctor", "engineer")},
}
"""Icons by the same keys."""
