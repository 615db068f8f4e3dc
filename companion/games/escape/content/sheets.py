"""The sheets of a box of Escape Plan."""

from __future__ import annotations

from companion.core.sheets import BoxSheets, Sheet
from companion.core.texts import T, Words
from companion.games.escape.content.pack_data import Pack
from companion.games.escape.content.spanish import SPANISH

ID = T("the name that saved games know it by")


def _tiles(sheet: str, about: Words, /, **notes: Words) -> Sheet:
    """A sheet for a top-level list of tiles or cards."""
    return Sheet(sheet, (sheet,), about, {"id": ID, **notes})


SHEETS = BoxSheets(
    Pack,
    (
        Sheet(
            "city_tiles",
            ("city_tiles",),
            T("A city tile."),
            {
                "id": ID,
                "name": T("what it is called"),
                "group": T("the stack that it belongs to"),
                "exit": T("the number of its exit; empty if it has none"),
                "hospital": T("whether the hospital is on it"),
                "gang_hq": T("whether the gang headquarters are on it"),
                "business": T("whether it has a space for a business tile"),
                "safe_house": T("whether it has a space for a safe house"),
                "gang": T("whether it has a space for gang members"),
                "edges": T("the land types round it, clockwise; empty if nobody wrote them down"),
            },
            named=True,
        ),
        Sheet("patrol_cards", ("patrol_cards",), T("A patrol card."), {"exit": T("the exit that it closes")}, key=()),
        Sheet(
            "officers",
            ("officers",),
            T("Police officers that are alike."),
            {"type": T("their colour"), "count": T("how many of them there are")},
            key=("type",),
        ),
        _tiles(
            "contacts",
            T("A contact card."),
            name=T("whom it shows; may be empty"),
            text=T("what it says; may be empty"),
        ),
        _tiles("escape_plans", T("An escape plan card."), text=T("what it says; may be empty")),
        _tiles("lockers", T("A locker tile."), type=T("its kind")),
        _tiles("equipment", T("An equipment tile."), type=T("its kind")),
        _tiles("keys", T("A key."), colour=T("its colour")),
        _tiles("exit_tiles", T("An exit tile."), back=T("what is on its back")),
        _tiles("business", T("A business tile."), name=T("what it is called; may be empty")),
        _tiles("safe_houses", T("A safe house tile."), name=T("what it is called; may be empty")),
        _tiles("fixers", T("A fixer tile.")),
        Sheet(
            "scoring",
            ("scoring",),
            T("A line of the score sheet; without a row everybody enters one total."),
            {
                "line": T("what the line is called, or an id that has words"),
                "from": T("what is counted; free is entered by hand"),
                "sign": T("1 if it is added, -1 if it is taken off"),
                "table": T("what each count is worth, from 0; or else per_unit"),
                "per_unit": T("what one is worth; or else table"),
            },
            key=("line",),
            left_out=frozenset({"table", "per_unit"}),
        ),
    ),
    notes={
        "origin": T("whose content this is"),
        "edition": T("which edition it is"),
        "players_min": T("the least players"),
        "players_max": T("the most players"),
        "income_track": T("the numbers of the income track"),
        "notoriety.start": T("where markers start on the notoriety track"),
        "notoriety.max": T("where the notoriety track ends; left out if it does not"),
        "exit_cost": T("for each number of players what an escape costs, in the order of the escapes; may be left out"),
        "day_change": T("what to do between two days, an entry a line; may be left out"),
    },
    languages={"es": SPANISH},
)
