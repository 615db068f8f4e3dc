"""The options of a table: setup keys, their values, and both in words (WIRE.md, "Start")."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from companion.core.refusals import BadSetup
from companion.core.setup import SetupChoice, check_settings
from companion.core.texts import T

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "plans": ("hand", "private"),
    "ep.cash_ledger": ("off", "private"),
}
"""The keys with a list of values, default first."""
ASSET_NOTORIETY: Final = "ep.asset_notoriety"
KEYS: Final = (*CHOICES, ASSET_NOTORIETY)
NOTORIETY = ("1,2", "1", "2", "1,2,3")
"""The offered values of C-EP-05, default first; others can be set on the command line."""
SETUP_CHOICES: Final = (
    SetupChoice(
        "plans",
        T("Escape plans"),
        [("hand", T("Dealt by hand")), ("private", T("Dealt by the companion, each in secret"))],
        "hand",
        basic=True,
    ),
    SetupChoice(
        "ep.cash_ledger",
        T("Money"),
        [("off", T("Only behind the screens")), ("private", T("The companion counts it too, in secret"))],
        "off",
        basic=True,
    ),
    SetupChoice(
        ASSET_NOTORIETY,
        T("Notoriety that unlocks assets in the income phase"),
        [(value, value.replace(",", ", ")) for value in NOTORIETY],
        NOTORIETY[0],
    ),
)
"""How plans are dealt, whether cash is tracked, and the house rule, default first."""


class EscapeOptions(Struct, frozen=True):
    """The options of a table.

    ``private_plans``: the companion deals the escape plans (R-EP-37). ``ledger``: it tracks cash (G-EP-10).
    ``asset_notoriety``: the notoriety values at which an asset may be unlocked in the income phase (R-EP-49, C-EP-05).
    """

    private_plans: bool
    ledger: bool
    asset_notoriety: frozenset[int]


def read_options(settings: Mapping[str, str]) -> EscapeOptions:
    """Parse the ``--set`` pairs. Raises ``BadSetup`` for an unknown key or value."""
    check_settings(settings, KEYS, CHOICES)
    return EscapeOptions(
        private_plans=settings.get("plans") == "private",
        ledger=settings.get("ep.cash_ledger") == "private",
        asset_notoriety=_whole_numbers(settings.get(ASSET_NOTORIETY, NOTORIETY[0])),
    )


def _whole_numbers(value: str) -> frozenset[int]:
    if not re.fullmatch(r"[0-9]{1,99}(,[0-9]{1,99})*", value):
        raise BadSetup(
            T(
                "{key} takes whole numbers separated by commas, as in 1,2, not {value}.",
                key=ASSET_NOTORIETY,
                value=value,
            )
        )
    return frozenset(int(number) for number in value.split(","))
