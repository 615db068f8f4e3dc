"""Setup keys of Crash & Grab (wire/crash.md, "Setup keys")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from companion.core.setup import check_settings

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "cg.follow": ("full", "light"),
    "cg.boosts_per_turn": ("1", "unlimited"),
    "cg.own_push_direction": ("pushed", "choose"),
    "cg.pass_crew": ("any_step", "end_only"),
    "cg.two_player_seated": ("saucer", "player"),
    "cg.two_player_start_energy": ("one_per_player", "one_per_saucer"),
    "cg.upgrades_per_turn": ("1", "unlimited"),
}
"""The house rules with their values, the default first."""
KEYS: Final = ("colours", "extra", "markers", "board", *CHOICES)


class Options(Struct, frozen=True):
    """The choices of this table: ``house`` as the facts say them, and as the rules ask for them."""

    house: dict[str, str]
    light: bool
    many_boosts: bool
    steers_twin: bool
    passes_at_end: bool
    compares_players: bool
    energy_each: bool
    many_upgrades: bool


def read_options(settings: Mapping[str, str]) -> Options:
    """The house rules out of the ``--set`` pairs; ``BadSetup`` for a key or value there is not."""
    check_settings(settings, KEYS, CHOICES)
    house = {key: settings.get(key, values[0]) for key, values in CHOICES.items()}
    return Options(
        house,
        light=house["cg.follow"] == "light",
        many_boosts=house["cg.boosts_per_turn"] == "unlimited",
        steers_twin=house["cg.own_push_direction"] == "choose",
        passes_at_end=house["cg.pass_crew"] == "end_only",
        compares_players=house["cg.two_player_seated"] == "player",
        energy_each=house["cg.two_player_start_energy"] == "one_per_saucer",
        many_upgrades=house["cg.upgrades_per_turn"] == "unlimited",
    )
