"""Setup keys and house rules: their values, and the record that rules read (RULES section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from companion.core.refusals import BadSetup
from companion.core.texts import T

FOLLOW: Final = "nyc.follow"
"""The option for full or light mode."""

VALUES: Final[dict[str, tuple[str, ...]]] = {
    FOLLOW: ("full", "light"),
    "nyc.cash_discard": ("box", "supply"),
    "nyc.cash_heal": ("self", "same_square"),
    "nyc.cash_range": ("here", "anywhere"),
    "nyc.fbi_on_character": ("stay", "as_police"),
    "nyc.fight2_remote": ("false", "true"),
    "nyc.forced_move_first": ("true", "false"),
    "nyc.grey_mode": ("cap_total", "add_each_reroll"),
    "nyc.info_return": ("reserve", "keep"),
    "nyc.mafia_deck_empty": ("reshuffle", "stop"),
    "nyc.mafia_gate": ("no_leave", "no_interact"),
    "nyc.newspaper_trips": ("one", "all"),
    "nyc.police_deck_empty": ("reshuffle", "stop"),
    "nyc.radio_as_placement": ("true", "false"),
    "nyc.raincoat_vs_forced": ("true", "false"),
    "nyc.solo_characters": ("1", "2", "3", "4"),
    "nyc.supply_empty": ("nothing", "alert"),
}
"""Every option with its values, default first."""


class Options(msgspec.Struct, frozen=True):
    """The options of a table. Field names are the option names without ``nyc.``; true and false are bools."""

    follow: str
    cash_discard: str
    cash_heal: str
    cash_range: str
    fbi_on_character: str
    fight2_remote: bool
    forced_move_first: bool
    grey_mode: str
    info_return: str
    mafia_deck_empty: str
    mafia_gate: str
    newspaper_trips: str
    police_deck_empty: str
    radio_as_placement: bool
    raincoat_vs_forced: bool
    solo_characters: int
    supply_empty: str

    @property
    def light(self) -> bool:
        """True if positions, dice and movement are not tracked."""
        return self.follow == "light"


def read_options(settings: Mapping[str, str], *, whole: bool = True) -> Options:
    """Parse the options in ``settings``; other keys are ignored.

    Raises ``BadSetup`` with the valid values. A board that is not ``whole`` allows only light mode, because figures
    cannot be tracked over missing squares.
    """
    if not whole and settings.get(FOLLOW) != "light":
        raise BadSetup(T("This board still lacks squares: add the rest, or play with {key}=light.", key=FOLLOW))
    chosen: dict[str, Any] = {}
    for key, values in VALUES.items():
        value = settings.get(key, values[0])
        if value not in values:
            raise BadSetup(T("{key} can be {values}, not {value}.", key=key, values=", ".join(values), value=value))
        chosen[key.removeprefix("nyc.")] = value
    return msgspec.convert(chosen, Options, strict=False)
