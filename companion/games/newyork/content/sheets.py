"""The sheets of a box of New York Crisis."""

from __future__ import annotations

from companion.core.sheets import BoxSheets, Of, Sheet
from companion.core.texts import T
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
            T("A square of the board."),
            {
                "id": T("the name that other sheets know it by"),
                "name": T("what it is called"),
                "neighbours": T("the ids of the squares that touch it"),
                "subway": T("whether the subway stops there"),
                "x": T("how far right it lies on the board, from 0 to 1"),
                "y": T("how far down it lies on the board, from 0 to 1"),
            },
            placed=True,
        ),
        Sheet(
            "characters",
            ("characters",),
            T("A member of the family."),
            {
                "id": T("the name that saved games know it by"),
                "role": T("who it is in the family"),
                "name": T("what the card calls it"),
                "dice": T("its coloured dice"),
                "skill": T("its skill"),
            },
        ),
        Sheet(
            "items",
            ("items",),
            T("A kind of item token."),
            {"kind": T("the kind"), "count": T("how many tokens of it there are")},
            key=("kind",),
        ),
        Sheet(
            "info_tokens",
            ("info_tokens",),
            T("Info tokens that are alike."),
            {
                "colour": T("their colour"),
                "cost": T("how many results each costs"),
                "count": T("how many of them there are"),
            },
            key=("colour", "cost"),
        ),
        Sheet(
            "mafia_cards",
            ("mafia_cards",),
            T("A mafia card: three sections, each with a square or blank."),
            {
                "id": T("the name that saved games know it by"),
                "mafia": T("the square for mafia; empty if the section is blank"),
                "info": T("the square for an info token; empty if the section is blank"),
                "item": T("the square for an item; empty if the section is blank"),
            },
        ),
        Sheet(
            "police_cards",
            ("police_cards",),
            T("A police card: a square above, an event below."),
            {
                "id": T("the name that saved games know it by"),
                "square": T("the square of its upper half"),
                "name": T("the heading of the event"),
                "text": T("the text of the event"),
                "random_location": T("whether a square is drawn for the event"),
                "effects": T("what the event does"),
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
            T("A story."),
            {
                "id": T("the name that other sheets know it by"),
                "name": T("what it is called"),
                "tutorial": T("whether it is the first one to play"),
                "alert_limit": T("where on the alert track it is lost; empty: at the end"),
                "start_squares": T("where characters start; empty: where you like"),
            },
        ),
        Sheet(
            "story_cards",
            ("scenarios", Of("scenario"), "cards"),
            T("A story card, in the order of its story."),
            {
                "scenario": T("the id of its story"),
                "index": T("its number, from 0"),
                "position": T("where on the story track it is turned over; empty for card 0"),
                "text": T("its text"),
                "mafia_per_turn": T("how many mafia cards a turn brings"),
                "bag_add": T("info tokens that go into the bag"),
                "effects": T("what it does when it is turned over"),
                "final_challenge.square": T("where the final challenge is, on the last card"),
                "final_challenge.text": T("the text of the final challenge"),
                "final_challenge.need": T("what the final challenge needs"),
                "alert_cars": T("where on the alert track police cars stand, on card 0"),
                "first_round_cars": T("how many police cars there are in round 1, on card 0"),
            },
            key=("scenario", "index"),
            left_out=frozenset({"alert_cars", "first_round_cars"}),
        ),
    ),
    PHRASES,
    notes={
        "schema": T("always 1"),
        "board.whole": T("false while squares are still missing"),
        "tracks.alert.length": T("where the alert track ends"),
        "tracks.story.length": T("where the story track ends"),
    },
    names={sort: words for sort, words in WORDS_FOR.items() if words},
    languages={"es": SPANISH},
)
