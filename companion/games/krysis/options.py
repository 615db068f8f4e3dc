"""Setup keys of Krysis (wire/krysis.md, section 1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from companion.core.refusals import BadSetup
from companion.core.setup import check_settings
from companion.core.texts import T

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "advanced": ("off", "on"),
    "tactical": ("off", "on"),
    "kr.alchemist_zero": ("true", "false"),
    "kr.bank_short": ("limited", "unlimited"),
    "kr.home_ledger": ("off", "private"),
    "kr.mission_tie": ("strict", "shared"),
    "kr.missions": ("off", "on"),
}
"""The keys with a list of values, default first."""
HIDEABLE: Final = ("relics", "agents", "missions")
"""Chance items whose cards the companion need not know."""
KEYS: Final = ("companies", *CHOICES)


class Options(Struct, frozen=True):
    """The options of a table: ``shown`` as the facts show them, and the fields that rules read.

    ``knows_*``: the companion tracks these cards one by one.
    """

    shown: dict[str, str]
    advanced: bool
    tactical: bool
    alchemist_zero: bool
    limited: bool
    knows_home: bool
    shares_missions: bool
    missions: bool
    knows_relics: bool
    knows_agents: bool
    knows_missions: bool


def read_options(settings: Mapping[str, str]) -> Options:
    """Parse the ``--set`` pairs. Raises ``BadSetup`` for an unknown key or value.

    ``chance.ITEM`` of hideable items is ``hidden``, the default, or who draws.
    """
    chance = {item: settings.get(f"chance.{item}", "hidden") for item in HIDEABLE}
    check_settings({key: value for key, value in settings.items() if not key.startswith("chance.")}, KEYS, CHOICES)
    shown = {key: settings.get(key, values[0]) for key, values in CHOICES.items()}
    knows_home = shown["kr.home_ledger"] == "private"
    if chance["relics"] != "hidden" and not knows_home:
        raise BadSetup(
            T(
                "If relics are dealt or named here, the goods behind the screens must be counted too "
                "(kr.home_ledger=private). Or let them be real cards, only counted here (chance.relics=hidden)."
            )
        )
    missions = shown["kr.missions"] == "on"
    return Options(
        shown,
        advanced=shown["advanced"] == "on",
        tactical=shown["tactical"] == "on",
        alchemist_zero=shown["kr.alchemist_zero"] == "true",
        limited=shown["kr.bank_short"] == "limited",
        knows_home=knows_home,
        shares_missions=shown["kr.mission_tie"] == "shared",
        missions=missions,
        knows_relics=chance["relics"] != "hidden",
        knows_agents=chance["agents"] != "hidden",
        knows_missions=missions and chance["missions"] != "hidden",
    )
