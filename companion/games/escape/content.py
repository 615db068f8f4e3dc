"""The content of a box of Escape Plan: printed numbers, records, spreadsheets (WIRE.md, "Pack")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct, field

from companion.core import effects as control
from companion.core.buttons import CARD, HOLE, ButtonValue, CardButton
from companion.core.learning import Stock
from companion.core.phrases import COUNT, Forms, Phrase, Phrases, PrintedPhrase
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
    "free", "notoriety", "wounds", "handcuffs", "cubes", "gangs", "equipment", "gas", "keys", "lockers", "assets",
    "contacts", "cash",
]  # fmt: skip


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
    """How many officers of a type there are (R-EP-05); ``name`` as people write it, where that is not the type."""

    type: Identifier
    count: NotNegative
    name: str = ""


# What contacts and escape plans do (WIRE.md, "Effects"). ``who`` is the player with the card where it is left out.

Change: TypeAlias = Annotated[int, Meta(ge=-50, le=50)]
Some: TypeAlias = Annotated[int, Meta(ge=1, le=9)]
Who: TypeAlias = Literal[
    "me", "them", "everybody", "others", "somebody", "most_notoriety", "fewest_notoriety", "most_wounds",
    "fewest_wounds", "most_contacts", "fewest_contacts", "most_keys", "fewest_keys", "most_lockers", "fewest_lockers",
]  # fmt: skip
"""The player with the card; each of ``each``; all; the others; a rival that the player chooses; those with the most or
fewest of something, of which the player chooses one."""
What: TypeAlias = Literal[
    "cash", "notoriety", "wounds", "gangs", "cubes", "equipment", "gas", "handcuffs", "key", "locker", "asset",
    "first_aid", "rest",
]  # fmt: skip
"""What changes on a player's board; of keys, lockers and assets the player chooses the kind."""
Thing: TypeAlias = Literal[
    "cash", "notoriety", "wounds", "gangs", "cubes", "equipment", "gas", "handcuffs", "keys", "lockers", "assets",
    "key_colours", "more_notoriety", "first_aid", "rest", "contacts", "income", "day", "part", "exit_cost",
    "exit_officers", "escaped", "escaped_before",
    "escaped_after", "everybody", "others", "somebody", "most_notoriety", "fewest_notoriety", "most_wounds",
    "fewest_wounds", "most_contacts", "fewest_contacts", "most_keys", "fewest_keys", "most_lockers", "fewest_lockers",
]  # fmt: skip
"""What can be counted: on a player's board, on the table, and players."""


class ContactEffect(Struct, frozen=True, tag_field="op", forbid_unknown_fields=True, omit_defaults=True):
    """Something that a contact or an escape plan does."""


class ChangeEffect(ContactEffect, frozen=True, tag="change"):
    """A counter goes up or down, as far as it can."""

    what: What
    n: Change
    who: Who = "me"


class PayCash(ContactEffect, frozen=True, tag="pay"):
    """The player pays $k to the supply, or to the player with the card."""

    cash: Some
    who: Who = "me"
    to_me: bool = False


class ContactCards(ContactEffect, frozen=True, tag="contacts"):
    """``n`` contacts are drawn, taken from those that lie open, or discarded."""

    how: Literal["draw", "take", "discard"]
    n: Some = 1
    who: Who = "me"


class OfficerEffect(ContactEffect, frozen=True, tag="officers"):
    """Officers out of the bag onto a tile, from a tile into the bag, or from tile to tile, also where fewer are."""

    how: Literal["add", "remove", "move", "move_to_fewer"]
    n: Some = 1


class GangEffect(ContactEffect, frozen=True, tag="gang"):
    """Gang members from the board onto a tile, from a tile to the board, or from tile to tile."""

    how: Literal["add", "remove", "move"]
    n: Some = 1


class Score(ContactEffect, frozen=True, tag="score"):
    """At the end ``n`` $k more or less, for each of something if it is named, at most ``most``."""

    n: Change
    of: Thing | None = None
    most: control.Many | None = None


class NotCounted(ContactEffect, frozen=True, tag="not_counted"):
    """At the end the lines of the score sheet for this do not count."""

    line: ScoreSource


class NoteEffect(ContactEffect, frozen=True, tag="note"):
    """A text that the table carries out."""

    text: Annotated[str, Meta(min_length=1)]
    who: Who = "me"


# Effects that hold lists of effects (``core.effects``).


class EffectOption(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of several lists of effects, and what people call it; empty: what it does."""

    do: list[AnyEffect]
    text: str = ""


class ChooseEffect(ContactEffect, frozen=True, tag="choose"):
    """One of several lists of effects, as a player decides."""

    options: list[EffectOption]
    by: Who = "me"


class IfEffect(ContactEffect, frozen=True, tag="if"):
    """One list of effects if there are so many of a thing, the other if not; or as the table answers a question."""

    then: list[AnyEffect]
    else_: list[AnyEffect] = field(name="else", default_factory=list)
    of: Thing | None = None
    least: control.Many | None = None
    most: control.Many | None = None
    who: Who | None = None
    ask: control.Asked = ""


class EachEffect(ContactEffect, frozen=True, tag="each"):
    """A list of effects for each thing, or for every so many of them."""

    of: Thing
    do: list[AnyEffect]
    every: Annotated[int, Meta(ge=1, le=20)] = 1
    who: Who | None = None


class LaterEffect(ContactEffect, frozen=True, tag="later"):
    """A list of effects when its time comes: once, or every time as long as the player has the card, or to the end."""

    when: Literal["income", "day_start", "day_end"]
    do: list[AnyEffect]
    until: Literal["card", "game"] | None = None


AnyEffect: TypeAlias = (
    ChangeEffect | PayCash | ContactCards | OfficerEffect | GangEffect | Score | NotCounted | NoteEffect
    | ChooseEffect | IfEffect | EachEffect | LaterEffect
)  # fmt: skip
ONES: Final = frozenset(who for who in get_args(Who) if who.startswith(("most_", "fewest_"))) | {"somebody"}
PEOPLE: Final = ONES | {"everybody", "others"}
"""The things that are players."""
AT_THE_END: Final = frozenset({"score", "not_counted"})
"""The ops that count at the end."""


def at_the_end(effects: object) -> bool:
    """True for effects, in JSON or read, of which one counts at the end."""
    if isinstance(effects, Mapping):
        return str(effects.get("op")) in AT_THE_END or any(map(at_the_end, effects.values()))
    if isinstance(effects, Struct):
        inner = (getattr(effects, field) for field in effects.__struct_fields__)
        return effects.__struct_config__.tag in AT_THE_END or any(map(at_the_end, inner))
    return isinstance(effects, list) and any(map(at_the_end, effects))


class Contact(Struct, frozen=True):
    """A contact card (R-EP-25), and what it does ``when``: used up, once a day, or as often as it applies, by its
    player on a turn; when it is hired; at the end. What counts at the end does so whenever the rest is done."""

    id: Identifier
    name: str | None
    text: str | None
    when: Literal["use", "daily", "turn", "hired", "end"] = "use"
    effects: list[AnyEffect] = []

    def by_then(self, *, end: bool) -> list[AnyEffect]:
        """What it does at the end, or before."""
        return [effect for effect in self.effects if (self.when == "end" or at_the_end(effect)) is end]


class EscapePlan(Struct, frozen=True):
    """An escape plan card, secret until the end (R-EP-37), and what it does then."""

    id: Identifier
    text: str | None
    effects: list[AnyEffect] = []


class KindTile(Struct, frozen=True):
    """A locker or equipment tile (R-EP-22, R-EP-23); ``name`` of its type as in ``OfficerKind``."""

    id: Identifier
    type: Identifier
    name: str = ""


class Key(Struct, frozen=True):
    """A key (R-EP-20); ``name`` of its colour as in ``OfficerKind``."""

    id: Identifier
    colour: Identifier
    name: str = ""


class ExitTile(Struct, frozen=True):
    """An exit tile; those with the same back are one stack (R-EP-24). ``name`` of its back as in ``OfficerKind``."""

    id: Identifier
    back: Identifier
    name: str = ""


class NamedTile(Struct, frozen=True):
    """A business or safe house tile (R-EP-66, R-EP-67)."""

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
    lockers: list[KindTile]
    equipment: list[KindTile]
    keys: list[Key]
    exit_tiles: list[ExitTile]
    business: list[NamedTile]
    safe_houses: list[NamedTile]
    fixers: list[Fixer]
    notoriety: Notoriety
    income_track: list[int]
    exit_cost: dict[SeatsKey, list[NotNegative]] | None
    scoring: list[ScoreLine] | None
    day_change: list[str] | None
    unknown: dict[Literal["contacts", "escape_plans", "officers"], NotNegative] = {}
    texts: dict[str, dict[str, str]] = {}


STOCKS: Final[Mapping[str, Stock]] = {
    "contacts": Stock(T("Contacts"), "contacts", ("contacts",), Contact),
    "escape_plans": Stock(T("Escape plans"), "plans", ("plans",), EscapePlan, secret=True),
    "officers": Stock(T("Officers"), "officers", ("officers",), OfficerKind, ("type",)),
}
"""The tables that fill decks and the bag (core/WIRE.md, Boxes known in part)."""


# The box as spreadsheets.

CHANGE: Final = "{what} {n:+}[, {who}]"
PAY: Final = "pay ${cash}k[, {who}]"
PAY_ME: Final = "pay you ${cash}k[, {who}]"
SCORE: Final = "score {n:+}k[ for each {of}][ at most {most}k]"
IF_PEOPLE, SI_GENTE = control.if_people(
    IfEffect,
    {
        f"{which}_{what}": (f"{which} {what}", f"{es_which} {es_what}")
        for which, es_which in (("most", "más"), ("fewest", "menos"))
        for what, es_what in (
            ("notoriety", "notoriedad"), ("wounds", "heridas"), ("contacts", "contactos"), ("keys", "llaves"),
            ("lockers", "taquillas"),
        )
    },
    {},
)  # fmt: skip
IF_NONE, SI_NADA = control.if_none(IfEffect)
IF_LEVEL, SI_NIVEL = control.if_level(
    IfEffect, {"day": ("the day", "el día"), "part": ("the part of the day", "la parte del día")}
)
FOR_CHOSEN, A_ALGUIEN = control.for_chosen(EachEffect, {"somebody": ("a rival", "un rival")})
PHRASES: Final = Phrases(
    [
        *IF_PEOPLE,
        *IF_NONE,
        *IF_LEVEL,
        *FOR_CHOSEN,
        Phrase(Score, "{of}: {n:+}k each[, at most {most}k]", "", only_said=True),
        Phrase(ChangeEffect, CHANGE, "notoriety -1"),
        Phrase(PayCash, PAY, "pay $2k"),
        Phrase(PayCash, PAY_ME, "pay you $1k, somebody", {"to_me": True}),
        Phrase(ContactCards, "draw [{n} ]contact(s)[, {who}]", "draw 1 contact", {"how": "draw"}),
        Phrase(ContactCards, "take [{n} ]open contact(s)[, {who}]", "take 1 open contact", {"how": "take"}),
        Phrase(ContactCards, "discard [{n} ]contact(s)[, {who}]", "discard 1 contact", {"how": "discard"}),
        Phrase(OfficerEffect, "add [{n} ]officer(s)", "add 1 officer", {"how": "add"}),
        Phrase(OfficerEffect, "remove [{n} ]officer(s)", "remove 1 officer", {"how": "remove"}),
        Phrase(OfficerEffect, "move [{n} ]officer(s)", "move 1 officer", {"how": "move"}),
        Phrase(OfficerEffect, "move [{n} ]officer(s) to fewer", "move 1 officer to fewer", {"how": "move_to_fewer"}),
        Phrase(GangEffect, "add [{n} ]gang member(s)", "add 2 gang members", {"how": "add"}),
        Phrase(GangEffect, "remove [{n} ]gang member(s)", "remove 1 gang member", {"how": "remove"}),
        Phrase(GangEffect, "move [{n} ]gang member(s)", "move 1 gang member", {"how": "move"}),
        Phrase(Score, SCORE, "score +2k for each contacts"),
        Phrase(NotCounted, "{line} not counted", "notoriety not counted"),
        Phrase(NoteEffect, "note {text}[, {who}]", 'note "Move on."'),
        Phrase(ChooseEffect, control.CHOOSE, "choose (cash +1) or (wounds -1)"),
        Phrase(IfEffect, control.IF, "if wounds at least 1 then (wounds -1)"),
        Phrase(EachEffect, control.EACH, "for each others (wounds +1, them)"),
        Phrase(LaterEffect, control.LATER, "in the income phase every time this card (cash +1)"),
        Phrase(ChangeEffect, "{who} get(s) {n:+} {what}", "somebody gets +1 wounds", only_read=True),
        Phrase(PayCash, "{who} pay(s) ${cash}k", "somebody pays $2k", only_read=True),
        Phrase(PayCash, "{who} pay(s) you ${cash}k", "somebody pays you $1k", {"to_me": True}, only_read=True),
        Phrase(ContactCards, "{who} draw(s) [{n} ]contact(s)", "somebody draws 1 contact",
               {"how": "draw"}, only_read=True),
        Phrase(ContactCards, "{who} take(s) [{n} ]open contact(s)", "somebody takes 1 open contact",
               {"how": "take"}, only_read=True),
        Phrase(ContactCards, "{who} discard(s) [{n} ]contact(s)", "somebody discards 1 contact",
               {"how": "discard"}, only_read=True),
        Phrase(NotCounted, "{line} do(es) not count", "notoriety does not count", only_read=True),
        Phrase(ChooseEffect, control.SOMEBODY_CHOOSES, "somebody chooses (cash +1) or (wounds -1)", only_read=True),
    ],
    [Phrase(EffectOption, control.OPTION, "(cash +1)")],
    control.said_by(control.ENGLISH)
    | Forms(
        phrases={
            "aloud note {text}[, {who}]": "[{who}: ]{text}",
            f"aloud {SCORE}": "score {n:+}k[ for {of}][, at most {most}k]",
            "aloud {line} not counted": "{line} does not count",
            "aloud move [{n} ]officer(s) to fewer": "move [{n} ]officer(s) to where fewer are",
        },
        words={"when=income": "in the income phase", "when=day start": "at the start of the day",
                 "when=day end": "at the end of the day",
                 "said of=everybody": "player", "said of=others": "other player", **control.english_people(
                     {"me": "you", "somebody": "one rival you choose"},
                     [who.replace("_", " ") for who in ONES if who != "somebody"])}),
)  # fmt: skip


SPANISH_PEOPLE: Final = control.spanish_people(
    {
        "me": "tú", "them": "cada uno", "everybody": "todos", "others": "los demás",
        "somebody": "un rival a elegir",
    },
    {
        "most notoriety": "más notoriedad", "fewest notoriety": "menos notoriedad", "most wounds": "más heridas",
        "fewest wounds": "menos heridas", "most contacts": "más contactos", "fewest contacts": "menos contactos",
        "most keys": "más llaves", "fewest keys": "menos llaves", "most lockers": "más taquillas",
        "fewest lockers": "menos taquillas",
    },
    "jugadores",
)  # fmt: skip
SPANISH: Final = control.said_by(control.SPANISH_COUNTING) | Forms(
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
        "when": "cuándo",
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
        **SPANISH_PEOPLE,
        "aloud who=them": "esa persona",
        "aloud by=them": "esa persona",
        "of=cash": "$k",
        "of=cubes": "cubos de ingresos",
        "of=key colours": "colores de llave",
        "of=more notoriety": "rivales con más notoriedad que tú",
        "of=first aid": "botiquín usado",
        "of=rest": "descanso usado",
        "of=income": "ingresos de la fase",
        "of=day": "día",
        "of=part": "parte del día",
        "of=exit cost": "precio de la salida",
        "of=exit officers": "policías en la salida",
        "of=escaped": "jugadores que han escapado",
        "of=escaped before": "escapados antes",
        "of=escaped after": "escapados después",
        "of=everybody": "jugador",
        "of=others": "otro jugador",
        "of=somebody": "rival a elegir",
        "what=cubes": "cubos de ingresos",
        "what=key": "llave",
        "what=locker": "taquilla",
        "what=asset": "activo",
        "what=first aid": "botiquín",
        "what=rest": "descanso",
        "line=free": "lo que se pregunta",
        "line=notoriety": "la notoriedad",
        "line=wounds": "las heridas",
        "line=handcuffs": "las esposas",
        "line=cubes": "los ingresos",
        "line=gangs": "los marcadores de banda",
        "line=equipment": "el equipo",
        "line=gas": "las latas de gasolina",
        "line=keys": "las llaves",
        "line=lockers": "las taquillas",
        "line=assets": "los activos",
        "line=contacts": "los contactos",
        "line=cash": "el dinero",
        "how=draw": "robar",
        "how=take": "tomar",
        "how=discard": "descartar",
        "how=add": "añadir",
        "how=remove": "retirar",
        "how=move": "mover",
        "how=move to fewer": "mover adonde haya menos",
        "when=use": "al usarlo",
        "when=daily": "una vez al día",
        "when=turn": "en tu turno",
        "when=hired": "al contratarlo",
        "when=end": "al final",
        "when=income": "en la fase de ingresos",
        "when=day start": "al empezar el día",
        "when=day end": "al acabar el día",
        "until=card": "mientras tengas la carta",
        "until=game": "hasta el final",
    },
    phrases={
        CHANGE: "{what} {n:+}[, {who}]",
        PAY: "pagar ${cash}k[, {who}]",
        PAY_ME: "pagarte ${cash}k[, {who}]",
        "draw [{n} ]contact(s)[, {who}]": "robar [{n} ]contacto(s)[, {who}]",
        "take [{n} ]open contact(s)[, {who}]": "tomar [{n} ]contacto(s) a la vista[, {who}]",
        "discard [{n} ]contact(s)[, {who}]": "descartar [{n} ]contacto(s)[, {who}]",
        "add [{n} ]officer(s)": "añadir [{n} ](policía|policías)",
        "remove [{n} ]officer(s)": "retirar [{n} ](policía|policías)",
        "move [{n} ]officer(s)": "mover [{n} ](policía|policías)",
        "move [{n} ]officer(s) to fewer": "mover [{n} ](policía|policías) adonde haya menos",
        "add [{n} ]gang member(s)": "añadir [{n} ](miembro|miembros) de la banda",
        "remove [{n} ]gang member(s)": "retirar [{n} ](miembro|miembros) de la banda",
        "move [{n} ]gang member(s)": "mover [{n} ](miembro|miembros) de la banda",
        SCORE: "puntuar {n:+}k[ por {of}][ como mucho {most}k]",
        f"aloud {SCORE}": "puntuar {n:+}k[ por {of}][, como mucho {most}k]",
        "{of}: {n:+}k each[, at most {most}k]": "{of}: {n:+}k por cada uno[, como mucho {most}k]",
        "aloud note {text}[, {who}]": "[{who}: ]{text}",
        **SI_GENTE,
        **SI_NADA,
        **SI_NIVEL,
        **A_ALGUIEN,
        "{line} not counted": "no cuenta {line}",
        "note {text}[, {who}]": "nota {text}[, {who}]",
        "{who} get(s) {n:+} {what}": "{who} recibe[n][s] {n:+} {what}",
        "{who} pay(s) ${cash}k": "{who} paga[n][s] ${cash}k",
        "{who} pay(s) you ${cash}k": "{who} te paga[n] ${cash}k",
        "{who} draw(s) [{n} ]contact(s)": "{who} roba[n][s] [{n} ]contacto(s)",
        "{who} take(s) [{n} ]open contact(s)": "{who} toma[n][s] [{n} ]contacto(s) a la vista",
        "{who} discard(s) [{n} ]contact(s)": "{who} descarta[n][s] [{n} ]contacto(s)",
        "{line} do(es) not count": "{line} no cuenta[n]",
    },
    examples={
        'note "Move on."': 'nota "Sigue adelante."',
    },
)


ID = T("the name that saved games know it by")
DOES = T("what it does; empty if you do what the text says yourselves")
SELDOM = frozenset({"when", "effects"})
SPELLED = T("how people write that, if it is not the same word")


def _tiles(sheet: str, about: Words, /, **notes: Words) -> Sheet:
    """A sheet for a top-level list of tiles or cards."""
    seldom = SELDOM & notes.keys() | ({"name"} if notes.get("name") is SPELLED else set())
    return Sheet(sheet, (sheet,), about, {"id": ID, **notes}, left_out=seldom, seldom=seldom)


# What the buttons say that a contact has done.


def _change(what: str, *steps: int) -> tuple[ButtonValue, ...]:
    """A counter of the player with the card by so many."""
    return tuple(
        ButtonValue(f"{step:+}".replace("-", "−"), effect={"op": "change", "what": what, "n": step}) for step in steps
    )


def _of(who: str) -> tuple[ButtonValue, ...]:
    """What happens to others than the player with the card."""
    changes: list[tuple[Words, str, int]] = [
        (T("{n} notoriety", n="+1"), "notoriety", 1), (T("{n} notoriety", n="−1"), "notoriety", -1),
        (T("a wound"), "wounds", 1), (T("one wound healed"), "wounds", -1),
        (T("{n}k", n="+$1"), "cash", 1), (T("{n}k", n="−$1"), "cash", -1), (T("a key"), "key", 1),
    ]  # fmt: skip
    return tuple(
        ButtonValue(words, effect={"op": "change", "what": what, "n": n, "who": who}) for words, what, n in changes
    )


def _reminder(when: str, until: str | None = None) -> dict[str, Any]:
    """The name of the card, when its time comes."""
    effect: dict[str, Any] = {"op": "later", "when": when, "do": [{"op": "note", "text": CARD}]}
    return effect if until is None else {**effect, "until": until}


BUTTONS: Final = (
    CardButton("cash", T("Money"), "cash", {}, _change("cash", 1, 2, 3, 4, 5, 6, -1, -2, -3)),
    CardButton("notoriety", T("Notoriety"), "notoriety", {}, _change("notoriety", 1, 2, 3, -1, -2, -3)),
    CardButton("wounds", T("Wounds"), "wound", {}, _change("wounds", 1, 2, -1, -2)),
    CardButton("cubes", T("Income"), "cube", {}, _change("cubes", 1, 2, -1)),
    CardButton("key", T("Key"), "key", {}, _change("key", 1, 2, -1)),
    CardButton("locker", T("Locker"), "locker", {}, _change("locker", 1, -1)),
    CardButton("equipment", T("Equipment"), "equipment", {}, _change("equipment", 1, -1)),
    CardButton("each", T("Each of us …"), "players", {}, _of("everybody")),
    CardButton("others", T("The others …"), "others", {}, _of("others")),
    CardButton("somebody", T("Somebody …"), "hand", {}, _of("somebody")),
    CardButton(
        "remind", T("Remind us …"), "clock", {},
        (
            ButtonValue(T("at the start of the next day"), effect=_reminder("day_start")),
            ButtonValue(T("at the end of the day"), effect=_reminder("day_end")),
            ButtonValue(T("at each income, as long as the card lies there"), effect=_reminder("income", "card")),
        ),
    ),
    CardButton("note", T("Something else"), "pen", {"op": "note", "text": HOLE}, typed=True),
)  # fmt: skip


# Words of printed cards that mean these effects, as the rulebook has them; a sentence about others begins otherwise.

BEGINS: Final = r"(?:^|\b(?:and|then|y|después|luego)\b,? ?)"
PRINTED_PHRASES: Final = (
    *(
        PrintedPhrase(rf"{BEGINS}{verb} {COUNT} {what}\b", phrase)
        for verb, what, phrase in (
            ("heal", "wounds?", "wounds -{n}"),
            ("(?:cura|curate|cúrate|curas)", "heridas?", "wounds -{n}"),
            ("(?:take|receive|suffer)", "wounds?", "wounds +{n}"),
            ("(?:recibe|recibes|sufre|sufres)", "heridas?", "wounds +{n}"),
            ("(?:lose|remove)", "notoriety(?: cubes?)?", "notoriety -{n}"),
            ("(?:pierde|pierdes|retira|quita)", "(?:(?:cubos? )?de )?notoriedad", "notoriety -{n}"),
            ("(?:gain|take|receive|add)", "notoriety(?: cubes?)?", "notoriety +{n}"),
            ("(?:gana|ganas|recibe|recibes|añade)", "(?:(?:cubos? )?de )?notoriedad", "notoriety +{n}"),
            ("draw", "contact(?: card)?s?", "draw {n} contact"),
            ("(?:roba|robas)", "(?:cartas? de )?contactos?", "draw {n} contact"),
            ("(?:remove)", "(?:police )?officers?", "remove {n} officer"),
            ("(?:retira|quita)", "(?:agentes? de )?polic[íi]as?", "remove {n} officer"),
            ("(?:move)", "(?:police )?officers?", "move {n} officer"),
            ("(?:mueve|desplaza)", "(?:agentes? de )?polic[íi]as?", "move {n} officer"),
        )
    ),
    PrintedPhrase(rf"{BEGINS}(?:take|gain|receive) \$ ?(?P<n>\d\d?)k\b", "cash +{n}"),
    PrintedPhrase(rf"{BEGINS}(?:toma|tomas|gana|ganas|recibe|recibes) \$ ?(?P<n>\d\d?)k\b", "cash +{n}"),
    PrintedPhrase(rf"{BEGINS}(?:pay|paga|pagas) \$ ?(?P<n>\d\d?)k\b", "pay ${n}k"),
)


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
            {"type": T("their colour"), "count": T("how many of them there are"), "name": SPELLED},
            key=("type",),
            left_out=frozenset({"name"}),
            seldom=frozenset({"name"}),
        ),
        _tiles(
            "contacts",
            T("A contact card."),
            name=T("whom it shows; may be empty"),
            text=T("what it says; may be empty"),
            when=T("when it does something"),
            effects=DOES,
        ),
        _tiles("escape_plans", T("An escape plan card."), text=T("what it says; may be empty"), effects=DOES),
        _tiles("lockers", T("A locker tile."), type=T("its kind"), name=SPELLED),
        _tiles("equipment", T("An equipment tile."), type=T("its kind"), name=SPELLED),
        _tiles("keys", T("A key."), colour=T("its colour"), name=SPELLED),
        _tiles("exit_tiles", T("An exit tile."), back=T("what is on its back"), name=SPELLED),
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
    phrases=PHRASES,
    languages={"es": SPANISH},
    buttons=BUTTONS,
    printed=PRINTED_PHRASES,
)


sentence = SHEETS.sentence
"""Effects in words, in English and Spanish."""
