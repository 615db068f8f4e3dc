"""Setup keys and house rules: their values, and the record that rules read (RULES.md 19)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from companion.core.refusals import BadSetup
from companion.core.setup import SetupChoice
from companion.core.texts import P, T, Text, Words
from companion.games.newyork.content import NewYorkPack, Scenario, TaskEffect

FOLLOW: Final = "nyc.follow"
"""The option for full or light mode."""

VALUES: Final[dict[str, tuple[str, ...]]] = {
    FOLLOW: ("full", "light"),
    "nyc.cash_discard": ("box", "supply"),
    "nyc.cash_heal": ("self", "same_square"),
    "nyc.cash_range": ("here", "anywhere"),
    "nyc.fbi_on_character": ("stay", "as_police"),
    "nyc.fight2_remote": ("false", "true"),
    "nyc.forced_move_first": ("true", "false"),
    "nyc.grey_mode": ("cap_total", "add_each_reroll"),
    "nyc.info_return": ("reserve", "keep"),
    "nyc.mafia_deck_empty": ("reshuffle", "stop"),
    "nyc.mafia_gate": ("no_leave", "no_interact"),
    "nyc.newspaper_trips": ("one", "all"),
    "nyc.police_deck_empty": ("reshuffle", "stop"),
    "nyc.radio_as_placement": ("true", "false"),
    "nyc.raincoat_vs_forced": ("true", "false"),
    "nyc.solo_characters": ("1", "2", "3", "4"),
    "nyc.supply_empty": ("nothing", "alert"),
}
"""Every option with its values, default first."""


class NewYorkOptions(msgspec.Struct, frozen=True):
    """The options of a table. Field names are the option names without ``nyc.``; true and false are bools."""

    follow: str
    cash_discard: str
    cash_heal: str
    cash_range: str
    fbi_on_character: str
    fight2_remote: bool
    forced_move_first: bool
    grey_mode: str
    info_return: str
    mafia_deck_empty: str
    mafia_gate: str
    newspaper_trips: str
    police_deck_empty: str
    radio_as_placement: bool
    raincoat_vs_forced: bool
    solo_characters: int
    supply_empty: str

    @property
    def light(self) -> bool:
        """True if positions, dice and movement are not tracked."""
        return self.follow == "light"


def read_options(settings: Mapping[str, str], *, whole: bool = True) -> NewYorkOptions:
    """Parse the options in ``settings``; other keys are ignored.

    Raises ``BadSetup`` with the valid values. A board that is not ``whole`` allows only light mode, because figures
    cannot be tracked over missing squares.
    """
    if not whole and settings.get(FOLLOW) != "light":
        raise BadSetup(T("This board still lacks squares: add the rest, or play with {key}=light.", key=FOLLOW))
    chosen: dict[str, Any] = {}
    for key, values in VALUES.items():
        value = settings.get(key, values[0])
        if value not in values:
            raise BadSetup(T("{key} can be {values}, not {value}.", key=key, values=", ".join(values), value=value))
        chosen[key.removeprefix("nyc.")] = value
    return msgspec.convert(chosen, NewYorkOptions, strict=False)


# Setup choices in words: story, mode, house rules (RULES.md 19).

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


def setup_choices(pack: NewYorkPack) -> list[SetupChoice]:
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
