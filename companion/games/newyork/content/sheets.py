"""The sheets of a box of New York Crisis."""

from __future__ import annotations

from companion.core.content.sheets import BoxSheets, Of, Sheet
from companion.games.newyork.content.effect_parsing import WORDS_FOR
from companion.games.newyork.content.pack_data import Pack
from companion.games.newyork.content.phrases import PHRASES
from companion.games.newyork.content.spanish import SPANISH

SHEETS = BoxSheets(
    Pack,
    (
        Sheet(
            "squares",
            ("board", "squares"),
            "A square of the board.",
            {
                "id": "the name that other sheets know it by",
                "name": "what it is called",
                "neighbours": "the ids of the squares that touch it",
                "subway": "whether the subway stops there",
                "x": "how far right it lies on the board, from 0 to 1",
                "y": "how far down it lies on the board, from 0 to 1",
            },
            placed=True,
        ),
        Sheet(
            "characters",
            ("characters",),
            "A member of the family.",
            {
                "id": "the name that saved games know it by",
                "role": "who it is in the family",
                "name": "what the card calls it",
                "dice": "its coloured dice",
                "skill": "its skill",
            },
        ),
        Sheet(
            "items",
            ("items",),
            "A kind of item token.",
            {"kind": "the kind", "count": "how many tokens of it there are"},
            key=("kind",),
        ),
        Sheet(
            "info_tokens",
            ("info_tokens",),
            "Info tokens that are alike.",
            {
                "colour": "their colour",
                "cost": "how many results each costs",
                "count": "how many of them there are",
            },
            key=("colour", "cost"),
        ),
        Sheet(
            "mafia_cards",
            ("mafia_cards",),
            "A mafia card: three sections, each with a square or blank.",
            {
                "id": "the name that saved games know it by",
                "mafia": "the square for mafia; empty if the section is blank",
                "info": "the square for an info token; empty if the section is blank",
                "item": "the square for an item; empty if the section is blank",
            },
        ),
        Sheet(
            "police_cards",
            ("police_cards",),
            "A police card: a square above, an event below.",
            {
                "id": "the name that saved games know it by",
                "square": "the square of its upper half",
                "name": "the heading of the event",
                "text": "the text of the event",
                "random_location": "whether a square is drawn for the event",
                "effects": "what the event does",
            },
            headings={
                "event.title": "name",
                "event.text": "text",
                "event.random_location": "random_location",
                "event.effects": "effects",
            },
        ),
        Sheet(
            "scenarios",
            ("scenarios",),
            "A story.",
            {
                "id": "the name that other sheets know it by",
                "name": "what it is called",
                "tutorial": "whether it is the first one to play",
                "alert_limit": "where on the alert track it is lost; empty: at the end",
                "start_squares": "where characters start; empty: where you like",
            },
        ),
        Sheet(
            "story_cards",
            ("scenarios", Of("scenario"), "cards"),
            "A story card, in the order of its story.",
            {
                "scenario": "the id of its story",
                "index": "its number, from 0",
                "position": "where on the story track it is turned over; empty for card 0",
                "text": "its text",
                "mafia_per_turn": "how many mafia cards a turn brings",
                "bag_add": "info tokens that go into the bag",
                "effects": "what it does when it is turned over",
                "final_challenge.square": "where the final challenge is, on the last card",
                "final_challenge.text": "the text of the final challenge",
                "final_challenge.need": "what the final challenge needs",
                "alert_cars": "where on the alert track police cars stand, on card 0",
                "first_round_cars": "how many police cars there are in round 1, on card 0",
            },
            key=("scenario", "index"),
            left_out=frozenset({"alert_cars", "first_round_cars"}),
        ),
    ),
    PHRASES,
    notes={
        "schema": "always 1",
        "board.whole": "false while squares are still missing",
        "tracks.alert.length": "where the alert track ends",
        "tracks.story.length": "where the story track ends",
    },
    names={sort: words for sort, words in WORDS_FOR.items() if words},
    languages={"es": SPANISH},
)
