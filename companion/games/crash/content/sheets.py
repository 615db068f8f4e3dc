"""The sheets of a box of Crash & Grab."""

from __future__ import annotations

from companion.core.content.sheets import BoxSheets, By, Sheet
from companion.games.crash.content.drawing import SQUARES
from companion.games.crash.content.pack_data import Pack
from companion.games.crash.content.phrases import PHRASES
from companion.games.crash.content.spanish import SPANISH

SAUCERS = {"3-4": "3 or 4", "5": "5", "6": "6"}
"""A spreadsheet would take 3-4 for a date."""

SHEETS = BoxSheets(
    Pack,
    (
        Sheet(
            "tiles",
            ("tiles",),
            "A board tile.",
            {
                "id": "the name that other sheets and saved games know it by",
                "name": "what it is called",
                "width": "how many squares wide it is",
                "height": "how many squares high it is",
                "squares": "what is printed on it",
            },
            headings={"w": "width", "h": "height", "cells": "squares"},
            named=True,
            drawn={"cells": SQUARES},
        ),
        Sheet(
            "layouts",
            ("layouts", By("saucers", words=SAUCERS)),
            "A place for a tile on the board.",
            {
                "saucers": "for how many saucers the board is",
                "column": "how many squares of the board are left of it",
                "row": "how many squares of the board are above it",
                "width": "how many squares wide it is",
                "height": "how many squares high it is",
                "tiles": "the ids of the tiles that can lie there",
            },
            key=("saucers", "column", "row"),
            headings={"x": "column", "y": "row", "w": "width", "h": "height", "tile_pool": "tiles"},
        ),
        Sheet(
            "upgrades",
            ("upgrades",),
            "An upgrade card.",
            {
                "id": "the name that saved games know it by",
                "name": "what it is called",
                "text": "what it says",
                "timing": "when it can be used",
                "out_with_two": "whether it is taken out with two players",
                "effects": "what it does; empty if you do what the text says yourselves",
            },
            headings={"not_in_2p": "out_with_two"},
        ),
    ),
    PHRASES,
    notes={
        "origin": "whose content this is",
        "whole": "false while tiles or layouts are still missing",
        "colours": "the six colours of saucers",
        "types": "the four kinds of crew, the front row first",
        "directions": "what the four directions are called",
    },
    languages={"es": SPANISH},
)
