"""What can be chosen before a game begins, in words: story, how much is followed, house rules (RULES section 7)."""

from __future__ import annotations

from typing import Final

from companion.core.setup import SetupChoice
from companion.core.texts import T, Text, Words
from companion.games.newyork.content.pack_data import Pack
from companion.games.newyork.options import FOLLOW, VALUES

_WORDS: Final[dict[str, tuple[Text, tuple[Text, ...]]]] = {
    FOLLOW: (
        T("What the companion follows"),
        (T("Everything: figures, dice, items"), T("Cards, board and tracks only")),
    ),
    "nyc.cash_discard": (T("Used cash"), (T("Leaves the game"), T("Goes back to the supply"))),
    "nyc.cash_heal": (T("Cash heals"), (T("Only its owner"), T("Anybody on the same square"))),
    "nyc.cash_range": (T("Cash bribes mafia"), (T("On your own square"), T("Anywhere"))),
    "nyc.fbi_on_character": (
        T("FBI on a figure's square"),
        (T("The figure stays as it is"), T("The figure must flee, as from police")),
    ),
    "nyc.fight2_remote": (
        T("The second mafia of a fight"),
        (T("Only where you stand"), T("Also where you have been this turn")),
    ),
    "nyc.forced_move_first": (T("Fleeing from the police"), (T("Before the mafia cards"), T("After the mafia cards"))),
    "nyc.grey_mode": (T("Grey dice"), (T("Two at most"), T("More with each re-roll, three at most"))),
    "nyc.info_return": (T("Collected info"), (T("Goes back to the reserve"), T("Is kept"))),
    "nyc.mafia_deck_empty": (T("When the mafia deck is empty"), (T("Shuffle its discard"), T("No more mafia cards"))),
    "nyc.mafia_gate": (
        T("Mafia that nobody has dealt with"),
        (T("Stops leaving"), T("Stops leaving, collecting and giving")),
    ),
    "nyc.newspaper_trips": (T("The newspaper pays for"), (T("One subway trip"), T("Every subway trip of the turn"))),
    "nyc.police_deck_empty": (
        T("When the police deck is empty"),
        (T("Shuffle its discard"), T("No more police cards")),
    ),
    "nyc.radio_as_placement": (
        T("A car moved by radio"),
        (T("Catches mafia like any car"), T("Catches no mafia")),
    ),
    "nyc.raincoat_vs_forced": (T("The raincoat when you must flee"), (T("Helps, alert +1"), T("Does not help"))),
    "nyc.solo_characters": (
        T("Family members when playing alone"),
        (T("One"), T("Two"), T("Three"), T("Four")),
    ),
    "nyc.supply_empty": (T("When mafia or items run out"), (T("Nothing happens"), T("Alert +1"))),
}


def setup_choices(pack: Pack) -> list[SetupChoice]:
    """The story and what is followed first, as basic choices; then every house rule, its default first."""
    stories: list[tuple[str, Words]] = [(scenario.id, scenario.name) for scenario in pack.scenarios]
    first = pack.first_story.id
    return [
        SetupChoice("story", T("Story"), stories, first, basic=True),
        *(_choice(key, values) if pack.board.whole or key != FOLLOW else _lightly() for key, values in VALUES.items()),
    ]


def _lightly() -> SetupChoice:
    """What is followed on a board that is not whole."""
    name, (_, lightly) = _WORDS[FOLLOW]
    why = T("This board still lacks squares: you look after figures and dice yourselves until it is complete.")
    return SetupChoice(FOLLOW, name, [("light", lightly)], "light", basic=True, detail=why)


def _choice(key: str, values: tuple[str, ...]) -> SetupChoice:
    name, words = _WORDS[key]
    named: list[tuple[str, Words]] = list(zip(values, words, strict=True))
    return SetupChoice(key, name, named, values[0], basic=key == FOLLOW)
