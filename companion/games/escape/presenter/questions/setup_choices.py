"""Setup choices in words (wire/escape.md, "Start")."""

from __future__ import annotations

from companion.core.setup import SetupChoice
from companion.core.texts import T

NOTORIETY = ("1,2", "1", "2", "1,2,3")
"""The offered values of C-EP-05, default first; others can be set on the command line."""


def setup_choices() -> list[SetupChoice]:
    """How plans are dealt, whether cash is tracked, and the house rule."""
    return [
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
            [
                ("off", T("Only behind the screens")),
                ("private", T("The companion counts it too, in secret")),
            ],
            "off",
            basic=True,
        ),
        SetupChoice(
            "ep.asset_notoriety",
            T("Notoriety that unlocks assets in the income phase"),
            [(value, value.replace(",", ", ")) for value in NOTORIETY],
            NOTORIETY[0],
        ),
    ]
