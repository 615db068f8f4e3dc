"""The sheets of a box of Krysis."""

from __future__ import annotations

from companion.core.content.sheets import BoxSheets, By, Nth, Sheet
from companion.games.krysis.content.pack_data import Pack
from companion.games.krysis.content.phrases import PHRASES
from companion.games.krysis.content.spanish import SPANISH

SHEETS = BoxSheets(
    Pack,
    (
        Sheet(
            "companies",
            ("companies",),
            "A company.",
            {"id": "the name that other sheets know it by", "name": "what it is called"},
        ),
        Sheet(
            "agents",
            ("agents", By("company", of="companies"), By("deck")),
            "An agent card.",
            {
                "company": "the id of its company",
                "deck": "the deck that it belongs to",
                "id": "the name that saved games know it by",
                "name": "what it is called",
                "kind": "what it is, also if it is special",
                "stars": "how many stars it has",
                "speed": "its speed: a number, or so much for each crystal of a colour in the camp",
                "combat": "its strength in combat",
                "slots": "what it can carry",
                "ability": "what a special agent can do; empty for all others",
                "shared": "whether all companies have this special agent",
            },
        ),
        Sheet(
            "relics",
            ("relics",),
            "A relic card.",
            {
                "kind": "whether it is a weapon or a transport",
                "id": "the name that saved games know it by",
                "name": "what it is called",
                "set_type": "the set that it belongs to",
                "combat": "what a weapon adds in combat",
                "slots": "what a transport can carry",
            },
            named=True,
        ),
        Sheet(
            "start_spaces",
            ("start_spaces",),
            "An entrance of the mine, from I to IV.",
            {
                "index": "its number",
                "crystals": "what lies there",
                "forward_rank": "how far ahead it is; a larger number is farther",
            },
            key=("index",),
        ),
        Sheet(
            "spaces",
            ("levels", Nth("level"), "spaces"),
            "A space of the mine.",
            {
                "level": "its level, from 1",
                "id": "the name that saved games know it by",
                "name": "what it is called",
                "forward_rank": "how far ahead it is on its level; a larger number is farther",
                "options": "what lies there",
            },
            named=True,
        ),
    ),
    PHRASES,
    headings={"title": "name"},
    notes={
        "crystals.red": "how many red crystals there are",
        "crystals.blue": "how many blue crystals there are",
        "crystals.white": "how many white crystals there are",
        "relic_scores.same": "what a set of relics of one kind is worth, by the number of cards",
        "relic_scores.different": "what a set of relics of different kinds is worth, by the number of cards",
        "missions": "the four missions",
        "whole": "false while what is printed on the board is still told",
    },
    languages={"es": SPANISH},
)
