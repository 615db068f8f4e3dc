"""Setup choices in words: story, mode, house rules (RULES section 7)."""

from __future__ import annotations

import re
from typing import Final

from companion.core.setup import SetupChoice
from companion.core.texts import P, T, Text, Words
from companion.games.newyork.content.effect_data import TaskEffect
from companion.games.newyork.content.pack_data import Pack, Scenario
from companion.games.newyork.options import FOLLOW, VALUES

LONG = 64
"""Longer first sentences are shortened."""
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
    """The story and mode as basic choices, then every house rule, default first."""
    stories: list[tuple[str, Words]] = [(scenario.id, scenario.name) for scenario in pack.scenarios]
    first, about = pack.first_story.id, {story.id: _about(story) for story in pack.scenarios}
    return [
        SetupChoice("story", T("Story"), stories, first, basic=True, about=about),
        *(_choice(key, values) if pack.board.whole or key != FOLLOW else _lightly() for key, values in VALUES.items()),
    ]


def _about(story: Scenario) -> Words:
    """The length and scale of a story, and its beginning, in a line."""
    last = max((card.position or 0 for card in story.cards), default=0)
    tasks = sum(isinstance(effect, TaskEffect) for card in story.cards for effect in card.effects)
    tasks += sum(card.final_challenge is not None for card in story.cards)
    steps: Words = P("{n} story step", "{n} story steps", last)
    if story.tutorial:
        steps = T("First game: {steps}", steps=steps)
    about = T("{steps}, {tasks}", steps=steps, tasks=P("{n} task", "{n} tasks", tasks))
    begins = _begins(story.cards[0].text) if story.cards else ""
    return T("{about}. {begins}", about=about, begins=begins) if begins else about


def _begins(text: Words) -> Words:
    """The first sentence of a text, in each language; a long one up to its first comma."""
    if isinstance(text, dict):
        return {language: str(_begins(said)) for language, said in text.items()}
    sentence = re.split(r"(?<=[.!?…]) ", str(text).strip(), maxsplit=1)[0]
    return sentence if len(sentence) <= LONG else sentence.split(", ", 1)[0] + " …"


def _lightly() -> SetupChoice:
    """The mode on an incomplete board."""
    name, (_, lightly) = _WORDS[FOLLOW]
    why = T("This board still lacks squares: you look after figures and dice yourselves until it is complete.")
    return SetupChoice(FOLLOW, name, [("light", lightly)], "light", basic=True, detail=why)


def _choice(key: str, values: tuple[str, ...]) -> SetupChoice:
    name, words = _WORDS[key]
    named: list[tuple[str, Words]] = list(zip(values, words, strict=True))
    return SetupChoice(key, name, named, values[0], basic=key == FOLLOW)
