"""The sheets of a box of Crash & Grab."""

from __future__ import annotations

from companion.core.sheets import BoxSheets, By, Sheet
from companion.core.texts import T
from companion.games.crash.content.drawing import SQUARES
from companion.games.crash.content.pack_data import Pack
from companion.games.crash.content.phrases import PHRASES
from companion.games.crash.content.spanish import SPANISH

SAUCERS = {"3-4": "3 or 4", "5": "5", "6": "6"}
"""Spelled out, because spreadsheets read 3-4 as a date."""

SHEETS = BoxSheets(
    Pack,
    (
        Sheet(
            "tiles",
            ("tiles",),
            T("A board tile."),
            {
                "id": T("the name that other sheets and saved games know it by"),
                "name": T("what it is called"),
                "width": T("how many squares wide it is"),
                "height": T("how many squares high it is"),
                "squares": T("what is printed on it"),
            },
            headings={"w": "width", "h": "height", "cells": "squares"},
            named=True,
            drawn={"cells": SQUARES},
        ),
        Sheet(
            "layouts",
            ("layouts", By("saucers", words=SAUCERS)),
            T("A place for a tile on the board."),
            {
                "saucers": T("for how many saucers the board is"),
                "column": T("how many squares of the board are left of it"),
                "row": T("how many squares of the board are above it"),
                "width": T("how many squares wide it is"),
                "height": T("how many squares high it is"),
                "tiles": T("the ids of the tiles that can lie there"),
            },
            key=("saucers", "column", "row"),
            headings={"x": "column", "y": "row", "w": "width", "h": "height", "tile_pool": "tiles"},
        ),
        Sheet(
            "upgrades",
            ("upgrades",),
            T("An upgrade card."),
            {
                "id": T("the name that saved games know it by"),
                "name": T("what it is called"),
                "text": T("what it says"),
                "timing": T("when it can be used"),
                "out_with_two": T("whether it is taken out with two players"),
                "effects": T("what it does; empty if you do what the text says yourselves"),
            },
            headings={"not_in_2p": "out_with_two"},
        ),
    ),
    PHRASES,
    notes={
        "origin": T("whose content this is"),
        "whole": T("false while tiles or layouts are still missing"),
        "colours": T("the six colours of saucers"),
        "types": T("the four kinds of crew, the front row first"),
        "directions": T("what the four directions are called"),
    },
    languages={"es": SPANISH},
)
