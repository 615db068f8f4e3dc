"""The options of a table: setup keys, their values, and both in words (WIRE.md 1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from companion.core.refusals import BadSetup
from companion.core.setup import SetupChoice, check_settings
from companion.core.texts import T, Text, Words
from companion.games.krysis.content import CRYSTALS, KrysisPack

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "advanced": ("off", "on"),
    "tactical": ("off", "on"),
    "kr.alchemist_zero": ("true", "false"),
    "kr.bank_short": ("limited", "unlimited"),
    "kr.home_ledger": ("off", "private"),
    "kr.mission_tie": ("strict", "shared"),
    "kr.missions": ("off", "on"),
}
"""The keys with a list of values, default first."""
HIDEABLE: Final = ("relics", "agents", "missions")
"""Chance items whose cards the companion need not know."""
KEYS: Final = ("companies", *CHOICES)


class KrysisOptions(Struct, frozen=True):
    """The options of a table: ``shown`` as the facts show them, and the fields that rules read.

    ``knows_*``: the companion tracks these cards one by one.
    """

    shown: dict[str, str]
    advanced: bool
    tactical: bool
    alchemist_zero: bool
    limited: bool
    knows_home: bool
    shares_missions: bool
    missions: bool
    knows_relics: bool
    knows_agents: bool
    knows_missions: bool


def read_options(settings: Mapping[str, str]) -> KrysisOptions:
    """Parse the ``--set`` pairs. Raises ``BadSetup`` for an unknown key or value.

    ``chance.ITEM`` of hideable items is ``hidden``, the default, or who draws.
    """
    chance = {item: settings.get(f"chance.{item}", "hidden") for item in HIDEABLE}
    check_settings({key: value for key, value in settings.items() if not key.startswith("chance.")}, KEYS, CHOICES)
    shown = {key: settings.get(key, values[0]) for key, values in CHOICES.items()}
    knows_home = shown["kr.home_ledger"] == "private"
    if chance["relics"] != "hidden" and not knows_home:
        raise BadSetup(
            T(
                "If relics are dealt or named here, the goods behind the screens must be counted too "
                "(kr.home_ledger=private). Or let them be real cards, only counted here (chance.relics=hidden)."
            )
        )
    missions = shown["kr.missions"] == "on"
    return KrysisOptions(
        shown,
        advanced=shown["advanced"] == "on",
        tactical=shown["tactical"] == "on",
        alchemist_zero=shown["kr.alchemist_zero"] == "true",
        limited=shown["kr.bank_short"] == "limited",
        knows_home=knows_home,
        shares_missions=shown["kr.mission_tie"] == "shared",
        missions=missions,
        knows_relics=chance["relics"] != "hidden",
        knows_agents=chance["agents"] != "hidden",
        knows_missions=missions and chance["missions"] != "hidden",
    )


# The options in words.


BASIC: Final = ("advanced", "tactical", "kr.missions", "kr.home_ledger")
OFF, ON = T("Off"), T("On")
_WORDS: Final[dict[str, tuple[Text, tuple[Text, ...], Text]]] = {
    "advanced": (
        T("Special agents"),
        (T("Without: the basic game"), T("With: the advanced game")),
        T("Six more agents for everybody, most of them with an ability; six of the 24 stay out."),
    ),
    "tactical": (
        T("The first hand"),
        (T("Six agents are drawn"), T("Nine agents are chosen: the tactical game")),
        T("Choosing lets you plan more, and draw one hand less."),
    ),
    "kr.missions": (
        T("Missions"),
        (OFF, ON),
        T("Everybody has a secret mission for 10 VP: the most of one kind at home."),
    ),
    "kr.home_ledger": (
        T("Goods behind the screens"),
        (T("Real crystals only; said at the end"), T("The companion counts them too, in secret")),
        T("If it counts them, each player types in their bid while the others look away."),
    ),
    "kr.alchemist_zero": (
        T("Alchemist: exchanging nothing"),
        (T("Allowed"), T("At least one crystal")),
        T("Abilities must be used; the alchemist exchanges any number."),
    ),
    "kr.bank_short": (
        T("The bank"),
        (T("Has only the printed crystals"), T("Is never short")),
        T("With only the printed crystals, what has run out is not paid."),
    ),
    "kr.mission_tie": (
        T("Two players tied for a mission"),
        (T("Nobody fulfils it"), T("Whoever has it fulfils it")),
        T("What is behind the screens is compared at the end."),
    ),
}
_CHANCE: Final[dict[str, tuple[Text, tuple[Text, Text, Text], Text]]] = {
    "relics": (
        T("Relic cards"),
        (T("Real cards; only counted here"), T("Dealt by the companion"), T("Real cards; each is named here")),
        T("If relics are dealt or named here, the goods behind the screens must be counted too."),
    ),
    "agents": (
        T("Agent cards"),
        (
            T("Real cards; named when they are turned up"),
            T("Dealt by the companion, each hand in secret"),
            T("Real cards; each that is drawn is named here"),
        ),
        T("With real cards alone nobody has to look away."),
    ),
    "missions": (
        T("Mission cards"),
        (T("Real cards; said at the end"), T("Dealt by the companion"), T("Real cards; each is named here")),
        T("Only where missions are played."),
    ),
}
"""Cards that can be physical, dealt, or physical and entered one by one."""
MODES: Final = ("hidden", "digital", "asked")


def setup_choices(pack: KrysisPack) -> list[SetupChoice]:
    """The game mode as basic choices; then which cards are physical, and every house rule, default first.

    A bank of unknown size is never short.
    """
    basic = [_choice(key, CHOICES[key]) for key in BASIC]
    apart = {*BASIC, "kr.bank_short"} if CRYSTALS in pack.missing else {*BASIC}
    house = [_choice(key, values) for key, values in CHOICES.items() if key not in apart]
    chance = [
        SetupChoice(f"chance.{item}", name, list(zip(MODES, words, strict=True)), MODES[0], detail=detail)
        for item, (name, words, detail) in _CHANCE.items()
    ]
    return [*basic, *chance, *house]


def _choice(key: str, values: tuple[str, ...]) -> SetupChoice:
    name, words, detail = _WORDS[key]
    named: list[tuple[str, Words]] = list(zip(values, words, strict=True))
    return SetupChoice(key, name, named, values[0], basic=key in BASIC, detail=detail)
