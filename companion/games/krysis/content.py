"""The content of a box of Krysis: printed numbers, records, spreadsheets (WIRE.md 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from companion.core.learning import Stock
from companion.core.phrases import Forms, Phrase, Phrases
from companion.core.piles import UNKNOWN
from companion.core.sheets import BoxSheets, By, Nth, Sheet
from companion.core.texts import T, Words, translated
from companion.core.validation import Name

# Printed numbers.

RED, BLUE, WHITE = "red", "blue", "white"
COLOURS: Final = (RED, BLUE, WHITE)
RELICS: Final = "relics"
GOODS: Final = (*COLOURS, RELICS)
WORTH: Final[Mapping[str, int]] = MappingProxyType({RED: 3, BLUE: 2, WHITE: 1})
"""The value of a crystal (R-KR-21, R-KR-80)."""
HOME_AT_START: Final[Mapping[str, int]] = MappingProxyType({RED: 1, BLUE: 2, WHITE: 3})
"""R-KR-14."""
MISSIONS: Final = GOODS
STARTS: Final[Mapping[int, tuple[str, ...]]] = MappingProxyType(
    {2: ("I", "III"), 3: ("I", "II", "III"), 4: ("I", "II", "III", "IV")}
)
"""The start spaces in use, by number of players (R-KR-15, R-KR-16)."""
DECKS: Final = ("fighters", "transporters")
DECK_OF: Final[Mapping[str, str]] = MappingProxyType({"fighter": "fighters", "transporter": "transporters"})
ROUNDS: Final = 5
TEAM: Final = 3
DISCARDS_A_LEVEL: Final = 2
"""The agents of each star level that leave the advanced game (R-KR-64)."""
LEAST_SEATS, MOST_SEATS = 2, 4


# The records of a pack, field by field as in WIRE.md 11.

Identifier: TypeAlias = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]+\Z", description=T("a word of letters, digits, _ and -").msgid)
]
"""Without comma and colon, which separate ids in settings and locations."""
Amount: TypeAlias = Annotated[int, Meta(ge=0)]
Colour: TypeAlias = Literal["red", "blue", "white"]
Mission: TypeAlias = Literal["red", "blue", "white", "relics"]


class Crystals(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of crystals of each colour."""

    red: Amount
    blue: Amount
    white: Amount

    def amounts(self) -> dict[str, int]:
        """By colour."""
        return {RED: self.red, BLUE: self.blue, WHITE: self.white}


class Goods(Crystals, frozen=True):
    """Crystals, and a number of relics."""

    relics: Amount

    def count(self) -> dict[str, int]:
        """The number of each good."""
        return {**self.amounts(), RELICS: self.relics}


class Company(Struct, frozen=True):
    """A company, which a seat can play."""

    id: Identifier
    name: Name


class StartSpace(Struct, frozen=True):
    """An entrance of the mine: its crystals, and its rank."""

    index: Literal["I", "II", "III", "IV"]
    crystals: Crystals
    forward_rank: int


class Space(Struct, frozen=True):
    """A space of a level. More than one option is a question mark (R-KR-25)."""

    id: Identifier
    forward_rank: int
    options: Annotated[list[Goods], Meta(min_length=1)]


class Level(Struct, frozen=True):
    """One of the five levels of the mine."""

    spaces: list[Space]


class Multiplier(Struct, frozen=True, forbid_unknown_fields=True):
    """A speed of ``times`` for each crystal of the colour ``per`` in the own camp (R-KR-31)."""

    per: Colour
    times: Annotated[int, Meta(ge=1)]


class Ability(Struct, frozen=True, tag_field="op", forbid_unknown_fields=True):
    """What a special agent can do (R-KR-65)."""


class Defence(Ability, frozen=True, tag="defence"):
    """Counts for combat when the team is attacked (R-KR-66)."""

    n: Amount


class Thief(Ability, frozen=True, tag="thief"):
    """Takes crystals from another camp (R-KR-67)."""

    red: Amount
    blue: Amount
    white: Amount


class Spy(Ability, frozen=True, tag="spy"):
    """Takes a relic from another camp (R-KR-68)."""


class Miner(Ability, frozen=True, tag="miner"):
    """Takes goods from the bank and the relic deck (R-KR-69)."""

    red: Amount
    blue: Amount
    white: Amount
    relics: Amount


class Alchemist(Ability, frozen=True, tag="alchemist"):
    """Exchanges white for blue, or blue for red (R-KR-70, R-KR-71)."""


AnyAbility: TypeAlias = Defence | Thief | Spy | Miner | Alchemist


class Agent(Struct, frozen=True):
    """An agent of a company."""

    id: Identifier
    name: Name
    kind: Literal["transporter", "fighter"]
    stars: Annotated[int, Meta(ge=1, le=3)]
    speed: Amount | Multiplier
    combat: Amount
    slots: Crystals
    ability: AnyAbility | None
    shared: bool


class CompanyAgents(Struct, frozen=True):
    """The agents of a company: nine of each kind, and six special ones (R-KR-63)."""

    transporters: list[Agent]
    fighters: list[Agent]
    special: list[Agent]


class Weapon(Struct, frozen=True, tag_field="kind", tag="weapon", forbid_unknown_fields=True):
    """A relic that adds to combat (R-KR-36)."""

    id: Identifier
    set_type: Name
    combat: Amount


class TransportRelic(Struct, frozen=True, tag_field="kind", tag="transport", forbid_unknown_fields=True):
    """A relic that adds slots (R-KR-37)."""

    id: Identifier
    set_type: Name
    slots: Crystals


Relic: TypeAlias = Weapon | TransportRelic


class RelicScores(Struct, frozen=True, forbid_unknown_fields=True):
    """VP of a set by its number of cards, written as text (R-KR-81)."""

    same: dict[str, Amount]
    different: dict[str, Amount]


class KrysisPack(Struct, frozen=True, eq=False):
    """The content of a box of Krysis. Equality is identity.

    ``unknown`` counts pieces that are in the box but not in these tables yet: ``relics``, and for each company and deck
    one key like ``agents.barrow.fighters``. ``whole`` is false while parts of the board are missing; ``missing``, which
    is derived, names them: spaces by id, and the fields ``crystals`` and ``relic_scores``. ``texts`` is filled in by
    the loader.
    """

    id: Identifier
    game: Literal["krysis"]
    title: Name
    companies: list[Company]
    crystals: Crystals
    start_spaces: list[StartSpace]
    levels: list[Level]
    agents: dict[str, CompanyAgents]
    relics: list[Relic]
    relic_scores: RelicScores
    missions: list[Mission]
    unknown: dict[str, Amount] = {}
    whole: bool = True
    missing: frozenset[str] = frozenset()
    texts: dict[str, dict[str, str]] = {}

    @property
    def name(self) -> str:
        """The name of the pack."""
        return self.title


# The tables that fill decks (core/WIRE.md, Boxes known in part).

NO_AGENT = Agent(UNKNOWN, UNKNOWN, "fighter", 0, 0, 0, Crystals(0, 0, 0), None, False)
NO_RELIC = Weapon(UNKNOWN, "", 0)
"""The effects of an unknown agent or relic: none."""
FILLS: Mapping[str, Sequence[str]] = MappingProxyType(
    {"fighters": ("fighters",), "transporters": ("transporters",), "special": ("fighters", "transporters")}
)
"""The decks that agents go into, by table; a special agent's ``kind`` decides."""


def deck_path(company: str, deck: str) -> str:
    """The path of a company's agents in the pack: ``fighters``, ``transporters`` or ``special``."""
    return f"agents.{company}.{deck}"


def stocks(pack: KrysisPack, runs: Mapping[str, str] | None = None) -> dict[str, Stock]:
    """The relics, and the agents of each company; ``runs`` maps companies to seats, else seats are named after them."""
    found = {"relics": Stock(T("Relics"), "relics", ("relics",), Relic, secret=True)}
    for company in pack.companies:
        seat = (runs or {}).get(company.id, company.id)
        for deck, fills in FILLS.items():
            places = tuple(f"{one}:{seat}" for one in fills)
            name = _called(translated(pack.texts, company.name), deck)
            found[deck_path(company.id, deck)] = Stock(name, "agents", places, Agent, secret=True)
    return found


def _called(company: Words, deck: str) -> Words:
    match deck:
        case "fighters":
            return T("{company}: fighters", company=company)
        case "transporters":
            return T("{company}: transporters", company=company)
    return T("{company}: special agents", company=company)


CRYSTALS, SCORES = "crystals", "relic_scores"
"""Parts that a box may lack as a whole: the crystals of the bank, and the values of relic sets."""


# The box as spreadsheets.

PHRASES = Phrases(
    [
        Phrase(Defence, "defence {n}", "defence 2"),
        Phrase(Thief, "thief[ {red=0} red][ {blue=0} blue][ {white=0} white]", "thief 1 blue"),
        Phrase(Spy, "spy", "spy"),
        Phrase(
            Miner,
            "miner[ {red=0} red][ {blue=0} blue][ {white=0} white][ {relics=0} relic(s)]",
            "miner 1 red 1 white 1 relic",
        ),
        Phrase(Alchemist, "alchemist", "alchemist"),
    ],
    [Phrase(Multiplier, "{times} per {per}", "2 per blue")],
)


SPANISH: Final = Forms(
    headings={
        "company": "compañía",
        "deck": "mazo",
        "kind": "clase",
        "stars": "estrellas",
        "speed": "velocidad",
        "combat": "combate",
        "slots": "huecos",
        "ability": "habilidad",
        "shared": "en_todas_las_compañías",
        "set_type": "tipo",
        "index": "número",
        "crystals": "cristales",
        "level": "nivel",
        "forward_rank": "cuánto_por_delante",
        "options": "qué_hay",
    },
    words={
        "transporters": "transportadores",
        "fighters": "luchadores",
        "special": "especiales",
        "transporter": "transportador",
        "fighter": "luchador",
        "weapon": "arma",
        "transport": "transporte",
        "red": "rojo",
        "blue": "azul",
        "white": "blanco",
        "relics": "reliquia",
        "2=red": "rojos",
        "2=blue": "azules",
        "2=white": "blancos",
        "2=relics": "reliquias",
    },
    phrases={
        "defence {n}": "defensa {n}",
        "thief[ {red=0} red][ {blue=0} blue][ {white=0} white]": (
            "ladrón[ {red=0} rojo(s)][ {blue=0} azul(es)][ {white=0} blanco(s)]"
        ),
        "spy": "espía",
        "miner[ {red=0} red][ {blue=0} blue][ {white=0} white][ {relics=0} relic(s)]": (
            "minero[ {red=0} rojo(s)][ {blue=0} azul(es)][ {white=0} blanco(s)][ {relics=0} reliquia(s)]"
        ),
        "alchemist": "alquimista",
        "{times} per {per}": "{times} por {per}",
    },
)


SHEETS = BoxSheets(
    KrysisPack,
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
