"""The content of a box of Escape Plan: printed numbers, records, spreadsheets (WIRE.md, "Pack")."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct, field

from companion.core.learning import Stock
from companion.core.phrases import Forms
from companion.core.sheets import BoxSheets, Sheet
from companion.core.texts import SeatName, T, Words, of_seat, own_name
from companion.core.validation import Identifier, Name, NotNegative

# Stacks, parts of the day, assets, and printed numbers that are not in packs.

LETTERS: Final = ("A", "B", "C", "D")
"""The stacks of city tiles (R-EP-13)."""
EXITS: Final = ("1", "2", "3")
DAYS: Final = 3
PARTS: Final = 5
"""The five parts of a day (R-EP-76); everybody acts in the first three (R-EP-78)."""
SURE_PARTS: Final = 3

BADGES: Final = ("badge1", "badge2", "badge3")
CARD_ASSETS: Final = ("card1", "card2", "card3")
EXTRA: Final = "extra"
ASSETS: Final = (*BADGES, EXTRA, *CARD_ASSETS)
"""The assets of a player (R-EP-31 to R-EP-33)."""

BOARD_COUNTERS: Final = (
    "notoriety",
    "wounds",
    "gangs",
    "cubes",
    "first_aid",
    "rest",
    *(f"asset:{asset}" for asset in ASSETS),
)
"""The counters of a seat (WHAT) that are not kinds of the stock."""

CONTACTS_OPEN: Final = 7
"""Number of open contact cards (R-EP-25)."""
OFFICERS_A_TILE: Final = 2
CARDS_OF_AN_EXIT: Final = 2
PATROL_IN_DECK: Final = 5
"""One of the six patrol cards is out of the game (R-EP-15)."""

GANG: Final = 8
GANG_AT_HQ: Final = 2
GAS: Final = 6
HANDCUFFS: Final = 10
CUBES: Final = 9
WOUNDS: Final = 3
GANG_MARKERS: Final = 2
CASH: Final = 9
"""Starting cash in $k (R-EP-36)."""
MOST_CASH: Final = 999


SEATS: Final[dict[str, SeatName]] = {
    "red": of_seat("red", T("Red")),
    "yellow": of_seat("yellow", T("Yellow")),
    "green": of_seat("green", T("Green")),
    "blue": of_seat("blue", T("Blue")),
    "purple": of_seat("purple", T("Purple")),
}
"""The five player colours (R-EP-28), by seat."""


def seat_name(seat: str) -> SeatName:
    """The name of a seat: a colour in words, any other name capitalised."""
    return SEATS.get(seat) or own_name(seat)


# The records of a pack, field by field as in WIRE.md, "Pack". Nullable fields are required, except ``table`` and
# ``per_unit`` of a scoring line.

Group: TypeAlias = Literal["start", "A", "B", "C", "D"]
Land: TypeAlias = Literal["industrial", "commercial", "residential", "water"]
Exit: TypeAlias = Literal[1, 2, 3]
Seats: TypeAlias = Annotated[int, Meta(ge=1, le=5)]
SeatsKey: TypeAlias = Literal["1", "2", "3", "4", "5"]
Notch: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
"""A place on the notoriety track."""
ScoreSource: TypeAlias = Literal[
    "free",
    "notoriety",
    "wounds",
    "handcuffs",
    "cubes",
    "gangs",
    "equipment",
    "gas",
    "keys",
    "lockers",
    "assets",
    "contacts",
    "cash",
]


class CityTile(Struct, frozen=True):
    """A city tile: its stack, exit and spaces (R-EP-12, -13, -66 to -68).

    ``edges`` are the land types (R-EP-64) around it, for the picture only; None if unknown.
    """

    id: Identifier
    group: Group
    exit: Exit | None
    hospital: bool
    gang_hq: bool
    business: bool
    safe_house: bool
    gang: bool
    edges: list[Land | None] | None


class PatrolCard(Struct, frozen=True):
    """A patrol card: the exit it closes (R-EP-10)."""

    exit: Exit


class OfficerKind(Struct, frozen=True):
    """How many officers of a type there are (R-EP-05)."""

    type: Identifier
    count: NotNegative


class Contact(Struct, frozen=True):
    """A contact card (R-EP-25)."""

    id: Identifier
    name: str | None
    text: str | None


class EscapePlan(Struct, frozen=True):
    """An escape plan card, secret until the end (R-EP-37)."""

    id: Identifier
    text: str | None


class Locker(Struct, frozen=True):
    """A locker tile (R-EP-22)."""

    id: Identifier
    type: Identifier


class Equipment(Struct, frozen=True):
    """An equipment tile (R-EP-23)."""

    id: Identifier
    type: Identifier


class Key(Struct, frozen=True):
    """A key (R-EP-20)."""

    id: Identifier
    colour: Identifier


class ExitTile(Struct, frozen=True):
    """An exit tile; those with the same back are one stack (R-EP-24)."""

    id: Identifier
    back: Identifier


class BusinessTile(Struct, frozen=True):
    """A business tile (R-EP-66)."""

    id: Identifier
    name: str | None


class SafeHouse(Struct, frozen=True):
    """A safe house tile (R-EP-67)."""

    id: Identifier
    name: str | None


class Fixer(Struct, frozen=True):
    """A fixer tile (R-EP-21)."""

    id: Identifier


class Notoriety(Struct, frozen=True):
    """The notoriety track: where markers start, and its upper end if there is one (R-EP-39, R-EP-81)."""

    start: Notch
    max: Notch | None


class ScoreLine(Struct, frozen=True):
    """A line of the score sheet (R-EP-90, R-EP-92).

    ``from_`` is what is counted. A ``free`` line has neither ``table`` nor ``per_unit`` and is asked for; every other
    line has one of them: the value for each count, or the value per piece.
    """

    line: Name
    from_: ScoreSource = field(name="from")
    sign: Literal[1, -1]
    table: list[int] | None = None
    per_unit: int | None = None


class EscapePack(Struct, frozen=True):
    """The content of a box of Escape Plan.

    ``unknown`` counts pieces that are in the box but not in these tables yet. ``texts`` is filled in by the loader:
    words for ids and translations, by language, then text or id.
    """

    game: Literal["escape"]
    id: Name
    name: str
    language: str
    origin: str
    edition: str
    players_min: Seats
    players_max: Seats
    city_tiles: list[CityTile]
    patrol_cards: list[PatrolCard]
    officers: list[OfficerKind]
    contacts: list[Contact]
    escape_plans: list[EscapePlan]
    lockers: list[Locker]
    equipment: list[Equipment]
    keys: list[Key]
    exit_tiles: list[ExitTile]
    business: list[BusinessTile]
    safe_houses: list[SafeHouse]
    fixers: list[Fixer]
    notoriety: Notoriety
    income_track: list[int]
    exit_cost: dict[SeatsKey, list[NotNegative]] | None
    scoring: list[ScoreLine] | None
    day_change: list[str] | None
    unknown: dict[Literal["contacts", "escape_plans", "officers"], NotNegative] = {}
    texts: dict[str, dict[str, str]] = {}


STOCKS = MappingProxyType(
    {
        "contacts": Stock(T("Contacts"), "contacts", ("contacts",), Contact),
        "escape_plans": Stock(T("Escape plans"), "plans", ("plans",), EscapePlan, secret=True),
        "officers": Stock(T("Officers"), "officers", ("officers",), OfficerKind, ("type",)),
    }
)
"""The tables that fill decks and the bag (core/WIRE.md, Boxes known in part)."""


# The box as spreadsheets.

SPANISH: Final = Forms(
    headings={
        "group": "pila",
        "exit": "salida",
        "hospital": "hospital",
        "gang_hq": "cuartel_de_la_banda",
        "business": "negocio",
        "safe_house": "casa_segura",
        "gang": "banda",
        "edges": "terreno",
        "type": "tipo",
        "back": "dorso",
        "line": "línea",
        "from": "qué_se_cuenta",
        "sign": "signo",
        "table": "tabla",
        "per_unit": "por_unidad",
    },
    words={
        "start": "inicio",
        "commercial": "comercial",
        "industrial": "industrial",
        "residential": "residencial",
        "water": "agua",
        "free": "se pregunta",
        "notoriety": "notoriedad",
        "wounds": "heridas",
        "handcuffs": "esposas",
        "cubes": "ingresos",
        "gangs": "marcadores de banda",
        "equipment": "equipo",
        "gas": "latas de gasolina",
        "keys": "llaves",
        "lockers": "taquillas",
        "assets": "activos",
        "contacts": "contactos",
        "cash": "dinero",
    },
)


ID = T("the name that saved games know it by")


def _tiles(sheet: str, about: Words, /, **notes: Words) -> Sheet:
    """A sheet for a top-level list of tiles or cards."""
    return Sheet(sheet, (sheet,), about, {"id": ID, **notes})


SHEETS = BoxSheets(
    EscapePack,
    (
        Sheet(
            "city_tiles",
            ("city_tiles",),
            T("A city tile."),
            {
                "id": ID,
                "name": T("what it is called"),
                "group": T("the stack that it belongs to"),
                "exit": T("the number of its exit; empty if it has none"),
                "hospital": T("whether the hospital is on it"),
                "gang_hq": T("whether the gang headquarters are on it"),
                "business": T("whether it has a space for a business tile"),
                "safe_house": T("whether it has a space for a safe house"),
                "gang": T("whether it has a space for gang members"),
                "edges": T("the land types round it, clockwise; empty if nobody wrote them down"),
            },
            named=True,
        ),
        Sheet("patrol_cards", ("patrol_cards",), T("A patrol card."), {"exit": T("the exit that it closes")}, key=()),
        Sheet(
            "officers",
            ("officers",),
            T("Police officers that are alike."),
            {"type": T("their colour"), "count": T("how many of them there are")},
            key=("type",),
        ),
        _tiles(
            "contacts",
            T("A contact card."),
            name=T("whom it shows; may be empty"),
            text=T("what it says; may be empty"),
        ),
        _tiles("escape_plans", T("An escape plan card."), text=T("what it says; may be empty")),
        _tiles("lockers", T("A locker tile."), type=T("its kind")),
        _tiles("equipment", T("An equipment tile."), type=T("its kind")),
        _tiles("keys", T("A key."), colour=T("its colour")),
        _tiles("exit_tiles", T("An exit tile."), back=T("what is on its back")),
        _tiles("business", T("A business tile."), name=T("what it is called; may be empty")),
        _tiles("safe_houses", T("A safe house tile."), name=T("what it is called; may be empty")),
        _tiles("fixers", T("A fixer tile.")),
        Sheet(
            "scoring",
            ("scoring",),
            T("A line of the score sheet; without a row everybody enters one total."),
            {
                "line": T("what the line is called, or an id that has words"),
                "from": T("what is counted; free is entered by hand"),
                "sign": T("1 if it is added, -1 if it is taken off"),
                "table": T("what each count is worth, from 0; or else per_unit"),
                "per_unit": T("what one is worth; or else table"),
            },
            key=("line",),
            left_out=frozenset({"table", "per_unit"}),
        ),
    ),
    notes={
        "origin": T("whose content this is"),
        "edition": T("which edition it is"),
        "players_min": T("the least players"),
        "players_max": T("the most players"),
        "income_track": T("the numbers of the income track"),
        "notoriety.start": T("where markers start on the notoriety track"),
        "notoriety.max": T("where the notoriety track ends; left out if it does not"),
        "exit_cost": T("for each number of players what an escape costs, in the order of the escapes; may be left out"),
        "day_change": T("what to do between two days, an entry a line; may be left out"),
    },
    languages={"es": SPANISH},
)
