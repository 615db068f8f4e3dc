"""The sheets of a box of Escape Plan."""

from __future__ import annotations

from companion.core.content.sheets import BoxSheets, Sheet
from companion.games.escape.content.pack_data import Pack
from companion.games.escape.content.spanish import SPANISH

ID = "the name that saved games know it by"


def _tiles(sheet: str, about: str, /, **notes: str) -> Sheet:
    """A sheet of tiles or cards that stand in a list of their own."""
    return Sheet(sheet, (sheet,), about, {"id": ID, **notes})


SHEETS = BoxSheets(
    Pack,
    (
        Sheet(
            "city_tiles",
            ("city_tiles",),
            "A city tile.",
            {
                "id": ID,
                "name": "what it is called",
                "group": "the stack that it belongs to",
                "exit": "the number of its exit; empty if it has none",
                "hospital": "whether the hospital is on it",
                "gang_hq": "whether the gang headquarters are on it",
                "business": "whether it has a space for a business tile",
                "safe_house": "whether it has a space for a safe house",
                "gang": "whether it has a space for gang members",
                "edges": "the land types round it, clockwise; empty if nobody wrote them down",
            },
            named=True,
        ),
        Sheet("patrol_cards", ("patrol_cards",), "A patrol card.", {"exit": "the exit that it closes"}, key=()),
        Sheet(
            "officers",
            ("officers",),
            "Police officers that are alike.",
            {"type": "their colour", "count": "how many of them there are"},
            key=("type",),
        ),
        _tiles(
            "contacts",
            "A contact card.",
            name="whom it shows; may be empty",
            text="what it says; may be empty",
        ),
        _tiles("escape_plans", "An escape plan card.", text="what it says; may be empty"),
        _tiles("lockers", "A locker tile.", type="its kind"),
        _tiles("equipment", "An equipment tile.", type="its kind"),
        _tiles("keys", "A key.", colour="its colour"),
        _tiles("exit_tiles", "An exit tile.", back="what is on its back"),
        _tiles("business", "A business tile.", name="what it is called; may be empty"),
        _tiles("safe_houses", "A safe house tile.", name="what it is called; may be empty"),
        _tiles("fixers", "A fixer tile."),
        Sheet(
            "scoring",
            ("scoring",),
            "A line of the score sheet; without a row everybody enters one total.",
            {
                "line": "what the line is called, or an id that has words",
                "from": "what is counted; free is entered by hand",
                "sign": "1 if it is added, -1 if it is taken off",
                "table": "what each count is worth, from 0; or else per_unit",
                "per_unit": "what one is worth; or else table",
            },
            key=("line",),
            left_out=frozenset({"table", "per_unit"}),
        ),
    ),
    notes={
        "origin": "whose content this is",
        "edition": "which edition it is",
        "players_min": "the least players",
        "players_max": "the most players",
        "income_track": "the numbers of the income track",
        "notoriety.start": "where markers start on the notoriety track",
        "notoriety.max": "where the notoriety track ends; left out if it does not",
        "exit_cost": "for each number of players what an escape costs, in the order of the escapes; may be left out",
        "day_change": "what to do between two days, an entry a line; may be left out",
    },
    languages={"es": SPANISH},
)
