"""The sheets of a box of Krysis."""

from __future__ import annotations

from companion.core.sheets import BoxSheets, By, Nth, Sheet
from companion.core.texts import T
from companion.games.krysis.content.pack_data import Pack
from companion.games.krysis.content.phrases import PHRASES
from companion.games.krysis.content.spanish import SPANISH

SHEETS = BoxSheets(
    Pack,
    (
        Sheet(
            "companies",
            ("companies",),
            T("A company."),
            {"id": T("the name that other sheets know it by"), "name": T("what it is called")},
        ),
        Sheet(
            "agents",
            ("agents", By("company", of="companies"), By("deck")),
            T("An agent card."),
            {
                "company": T("the id of its company"),
                "deck": T("the deck that it belongs to"),
                "id": T("the name that saved games know it by"),
                "name": T("what it is called"),
                "kind": T("what it is, also if it is special"),
                "stars": T("how many stars it has"),
                "speed": T("its speed: a number, or so much for each crystal of a colour in the camp"),
                "combat": T("its strength in combat"),
                "slots": T("what it can carry"),
                "ability": T("what a special agent can do; empty for all others"),
                "shared": T("whether all companies have this special agent"),
            },
        ),
        Sheet(
            "relics",
            ("relics",),
            T("A relic card."),
            {
                "kind": T("whether it is a weapon or a transport"),
                "id": T("the name that saved games know it by"),
                "name": T("what it is called"),
                "set_type": T("the set that it belongs to"),
                "combat": T("what a weapon adds in combat"),
                "slots": T("what a transport can carry"),
            },
            named=True,
        ),
        Sheet(
            "start_spaces",
            ("start_spaces",),
            T("An entrance of the mine, from I to IV."),
            {
                "index": T("its number"),
                "crystals": T("what lies there"),
                "forward_rank": T("how far ahead it is; a larger number is farther"),
            },
            key=("index",),
        ),
        Sheet(
            "spaces",
            ("levels", Nth("level"), "spaces"),
            T("A space of the mine."),
            {
                "level": T("its level, from 1"),
                "id": T("the name that saved games know it by"),
                "name": T("what it is called"),
                "forward_rank": T("how far ahead it is on its level; a larger number is farther"),
                "options": T("what lies there"),
            },
            named=True,
        ),
    ),
    PHRASES,
    headings={"title": "name"},
    notes={
        "crystals.red": T("how many red crystals there are"),
        "crystals.blue": T("how many blue crystals there are"),
        "crystals.white": T("how many white crystals there are"),
        "relic_scores.same": T("what a set of relics of one kind is worth, by the number of cards"),
        "relic_scores.different": T("what a set of relics of different kinds is worth, by the number of cards"),
        "missions": T("the four missions"),
        "whole": T("false while what is printed on the board is still told"),
    },
    languages={"es": SPANISH},
)
