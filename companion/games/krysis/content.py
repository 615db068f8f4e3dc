"""The content of a box of Krysis: printed numbers, records, spreadsheets (WIRE.md 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct, field

from companion.core import effects as control
from companion.core.buttons import CARD, HOLE, ButtonValue, CardButton
from companion.core.learning import Stock
from companion.core.phrases import COUNT, Forms, Phrase, Phrases, PrintedPhrase
from companion.core.piles import UNKNOWN
from companion.core.sheets import BoxSheets, By, Nth, Sheet
from companion.core.texts import T, Words, translated
from companion.core.validation import Name

# Printed numbers.

RED, BLUE, WHITE = "red", "blue", "white"
COLOURS: Final = (RED, BLUE, WHITE)
RELICS: Final = "relics"
GOODS: Final = (*COLOURS, RELICS)
WORTH: Final[Mapping[str, int]] = {RED: 3, BLUE: 2, WHITE: 1}
"""The value of a crystal (R-KR-21, R-KR-80)."""
HOME_AT_START: Final[Mapping[str, int]] = {RED: 1, BLUE: 2, WHITE: 3}
"""R-KR-14."""
MISSIONS: Final = GOODS
STARTS: Final[Mapping[int, tuple[str, ...]]] = {2: ("I", "III"), 3: ("I", "II", "III"), 4: ("I", "II", "III", "IV")}
"""The start spaces in use, by number of players (R-KR-15, R-KR-16)."""
MISSION_CARDS: Final = "mission_cards"
"""The table of the missions besides the four."""
DECKS: Final = ("fighters", "transporters")
DECK_OF: Final[Mapping[str, str]] = {"fighter": "fighters", "transporter": "transporters"}
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


# What agents, relics and missions do besides (WIRE.md 11.2). ``who`` is the player with the card where it is left out.

Some: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Change: TypeAlias = Annotated[int, Meta(ge=-20, le=20)]
Who: TypeAlias = Literal[
    "me", "target", "them", "everybody", "others", "somebody", "one_to_act", "to_act", "acted", "ahead", "behind",
    "most_red", "fewest_red", "most_blue", "fewest_blue", "most_white", "fewest_white", "most_relics", "fewest_relics",
    "most_vp", "fewest_vp",
]  # fmt: skip
"""The player with the card; whose camp is raided, or who raids; each of ``each``; all; the others; one of those, which
the player chooses; one of those, or all, who have not acted yet; those who have; whose miner is ahead of all others
or behind them; those with the most or fewest of something in the camp, of which the player chooses one."""
Thing: TypeAlias = Literal[
    "red", "blue", "white", "relics", "up", "weapons", "vp", "home_red", "home_blue", "home_white", "home_relics",
    "red_slots", "blue_slots", "white_slots", "fighters", "transporters", "round", "acted_self", "hand",
    "target", "everybody", "others", "somebody", "one_to_act", "to_act", "acted", "ahead", "behind",
    "most_red", "fewest_red", "most_blue", "fewest_blue", "most_white", "fewest_white", "most_relics", "fewest_relics",
    "most_vp", "fewest_vp",
]  # fmt: skip
"""What can be counted: in a camp, at home, of a team, on the table, and players."""


class AgentEffect(Struct, frozen=True, tag_field="op", forbid_unknown_fields=True, omit_defaults=True):
    """Something that a card does."""


class CrystalsEffect(AgentEffect, frozen=True, omit_defaults=True):
    """Crystals and relics, as many as there are."""

    red: Some = 0
    blue: Some = 0
    white: Some = 0
    relics: Some = 0
    who: Who = "me"

    def goods(self) -> dict[str, int]:
        """The number of each good."""
        return {RED: self.red, BLUE: self.blue, WHITE: self.white, RELICS: self.relics}


class GainGoods(CrystalsEffect, frozen=True, tag="gain"):
    """From the bank and the relic deck into the camp; a relic as R-KR-26."""


class LoseEffect(CrystalsEffect, frozen=True, tag="lose"):
    """Out of the camp to the bank and the relic discard; ``home`` out of the home."""

    home: bool = False


class PayGoods(CrystalsEffect, frozen=True, tag="pay"):
    """The same, but it must be there."""


class GiveEffect(CrystalsEffect, frozen=True, tag="give"):
    """Out of the camp into that of the player with the card."""


class CarryHome(CrystalsEffect, frozen=True, tag="carry_home"):
    """Out of the camp behind the screen."""


class PointsEffect(AgentEffect, frozen=True, tag="vp"):
    """VP more or less, at once; at the end they are of the mission or the relics."""

    n: Change
    who: Who = "me"


class DrawRelics(AgentEffect, frozen=True, tag="draw_relics"):
    """``n`` relics are drawn, ``keep`` of them kept, the others discarded."""

    n: Annotated[int, Meta(ge=1, le=9)]
    keep: Annotated[int, Meta(ge=1, le=9)] = 1


class Protect(AgentEffect, frozen=True, tag="protect"):
    """Those players may not raid the player with the card in this round."""

    who: Who = "others"


class NoteEffect(AgentEffect, frozen=True, tag="note"):
    """A text that the table carries out."""

    text: Name


WhoseTeam: TypeAlias = Literal["me", "others", "everybody"]
"""The player with the card, all the others, or all."""


class MoreCombat(AgentEffect, frozen=True, tag="combat"):
    """Those teams have ``n`` combat more or less: always, or only when they raid, or are raided."""

    n: Change
    when: Literal["raiding", "raided"] | None = None
    who: WhoseTeam = "me"


class MoreSpeed(AgentEffect, frozen=True, tag="speed"):
    """The initiative of those teams is ``n`` more or less."""

    n: Change
    who: WhoseTeam = "me"


class MoreSlots(AgentEffect, frozen=True, tag="slots"):
    """The team carries more; with ``to`` only there."""

    red: Some = 0
    blue: Some = 0
    white: Some = 0
    to: Literal["home", "bank", "camp"] | None = None


class GuardCamp(AgentEffect, frozen=True, tag="guard"):
    """No ability takes crystals from the camp."""


class Joker(AgentEffect, frozen=True, tag="joker"):
    """At the end the relic stands for any other relic at home."""


class WhenEffect(AgentEffect, frozen=True, tag="when"):
    """A list of effects whenever something happens, while the agent is in the team or the relic lies face up: goods are
    carried home or to the bank; the player raids or is raided, works overtime; the round ends. ``end_home`` and
    ``end_camp`` are for a relic that is there at the end."""

    on: Literal["home", "bank", "raid", "raided", "overtime", "round_end", "end_home", "end_camp"]
    do: list[AnyEffect]


# Effects that hold lists of effects (``core.effects``).


class EffectOption(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of several lists of effects, and what people call it; empty: what it does."""

    do: list[AnyEffect]
    text: str = ""


class ChooseEffect(AgentEffect, frozen=True, tag="choose"):
    """One of several lists of effects, as a player decides."""

    options: list[EffectOption]
    by: Who = "me"


class IfEffect(AgentEffect, frozen=True, tag="if"):
    """One list of effects if there are so many of a thing, the other if not; or as the table answers a question."""

    then: list[AnyEffect]
    else_: list[AnyEffect] = field(name="else", default_factory=list)
    of: Thing | None = None
    least: control.Many | None = None
    most: control.Many | None = None
    who: Who | None = None
    ask: control.Asked = ""


class EachEffect(AgentEffect, frozen=True, tag="each"):
    """A list of effects for each thing, or for every so many of them."""

    of: Thing
    do: list[AnyEffect]
    every: Annotated[int, Meta(ge=1, le=20)] = 1
    who: Who | None = None


class LaterEffect(AgentEffect, frozen=True, tag="later"):
    """A list of effects when its time comes: once, or every time until the end of the game."""

    when: Literal["round_start", "round_end"]
    do: list[AnyEffect]
    until: Literal["game"] | None = None


AnyEffect: TypeAlias = (
    GainGoods | LoseEffect | PayGoods | GiveEffect | CarryHome | PointsEffect | DrawRelics | Protect | NoteEffect
    | MoreCombat | MoreSpeed | MoreSlots | GuardCamp | Joker | WhenEffect | ChooseEffect | IfEffect | EachEffect
    | LaterEffect
)  # fmt: skip
ALWAYS: Final = frozenset({"combat", "speed", "slots", "guard", "joker"})
"""The ops that count as long as the card lies there."""
ONES: Final = frozenset(who for who in get_args(Who) if who.startswith(("most_", "fewest_"))) | {
    "somebody", "one_to_act",
}  # fmt: skip
PEOPLE: Final = ONES | {"everybody", "others", "target", "to_act", "acted", "ahead", "behind"}
"""The things that are players."""


AT_MISSIONS: Final = frozenset({"vp", "note", "if", "each", "choose"})
"""The ops that a mission can have."""


def at_the_end(effect: AnyEffect) -> bool:
    """True for what only counts at the end."""
    return isinstance(effect, Joker) or (isinstance(effect, WhenEffect) and effect.on in ("end_home", "end_camp"))


class MissionCard(Struct, frozen=True):
    """A mission of this box besides the four printed ones, and what it is worth at the end."""

    id: Identifier
    name: Name
    effects: list[AnyEffect]


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
    effects: list[AnyEffect] = []


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
    effects: list[AnyEffect] = []


class TransportRelic(Struct, frozen=True, tag_field="kind", tag="transport", forbid_unknown_fields=True):
    """A relic that adds slots (R-KR-37)."""

    id: Identifier
    set_type: Name
    slots: Crystals
    effects: list[AnyEffect] = []


class Curio(Struct, frozen=True, tag_field="kind", tag="other", forbid_unknown_fields=True):
    """A relic that is neither: it counts at the end, and is turned up only if it does something before."""

    id: Identifier
    set_type: Name
    effects: list[AnyEffect] = []


Relic: TypeAlias = Weapon | TransportRelic | Curio


class RelicScores(Struct, frozen=True, forbid_unknown_fields=True):
    """VP of a set by its number of cards, written as text (R-KR-81)."""

    same: dict[str, Amount]
    different: dict[str, Amount]


class KrysisPack(Struct, frozen=True, eq=False):
    """The content of a box of Krysis. Equality is identity.

    ``unknown`` counts pieces that are in the box but not in these tables yet: ``relics``, and for each company and deck
    one key like ``agents.barrow.fighters``. ``whole`` is false while parts of the board are missing; ``missing``, which
    is derived, names them: spaces by id, and the fields ``crystals`` and ``relic_scores``. ``untold``, derived as well,
    are the agents and relics of which only the name was told. ``texts`` is filled in by the loader.
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
    mission_cards: list[MissionCard] = []
    unknown: dict[str, Amount] = {}
    whole: bool = True
    missing: frozenset[str] = frozenset()
    untold: frozenset[str] = frozenset()
    texts: dict[str, dict[str, str]] = {}

    @property
    def name(self) -> str:
        """The name of the pack."""
        return self.title


# The tables that fill decks (core/WIRE.md, Boxes known in part).

NO_AGENT = Agent(UNKNOWN, UNKNOWN, "fighter", 0, 0, 0, Crystals(0, 0, 0), None, False)
NO_RELIC = Weapon(UNKNOWN, "", 0)
"""The effects of an unknown agent or relic: none."""
FILLS: Mapping[str, Sequence[str]] = {
    "fighters": ("fighters",),
    "transporters": ("transporters",),
    "special": ("fighters", "transporters"),
}
"""The decks that agents go into, by table; a special agent's ``kind`` decides."""


def deck_path(company: str, deck: str) -> str:
    """The path of a company's agents in the pack: ``fighters``, ``transporters`` or ``special``."""
    return f"agents.{company}.{deck}"


def stocks(pack: KrysisPack, runs: Mapping[str, str] | None = None) -> dict[str, Stock]:
    """The relics, and the agents of each company; ``runs`` maps companies to seats, else seats are named after them.
    Where the board is not whole also the missions besides the four, which nobody has counted."""
    found = {"relics": Stock(T("Relics"), "relics", ("relics",), Relic, secret=True, told_as="other")}
    if not pack.whole:
        found[MISSION_CARDS] = Stock(T("Missions"), "missions", ("missions",), MissionCard, secret=True, growing=True)
    for company in pack.companies:
        seat = (runs or {}).get(company.id, company.id)
        for deck, fills in FILLS.items():
            places = tuple(f"{one}:{seat}" for one in fills)
            name = _called(translated(pack.texts, company.name), deck)
            fixed = {"kind": deck.removesuffix("s")} if deck in DECKS else {}
            found[deck_path(company.id, deck)] = Stock(name, "agents", places, Agent, secret=True, fixed=fixed)
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

_GOODS = "[ {red} red][ {blue} blue][ {white} white][ {relics} relic(s)]"
GAIN, LOSE, PAY, GIVE, CARRY = (f"{verb}{_GOODS}[, {{who}}]" for verb in ("gain", "lose", "pay", "give", "carry home"))
WHO_GAINS, WHO_LOSES, WHO_PAYS, WHO_GIVES = (f"{{who}} {verb}(s){_GOODS}" for verb in ("gain", "lose", "pay", "give"))
WHO_CARRIES: Final = f"{{who}} carr(y|ies) home{_GOODS}"
WHO_LOSES_HOME: Final = f"{WHO_LOSES} from home"
LOSE_HOME: Final = f"lose{_GOODS} from home[, {{who}}]"
SLOTS: Final = "slots[ {red} red][ {blue} blue][ {white} white][ to {to}]"
ON: Final = {
    "on=home": "carried home",
    "on=bank": "carried to the bank",
    "on=raid": "you raid",
    "on=raided": "you are raided",
    "on=overtime": "you work overtime",
    "on=round end": "the round ends",
    "on=end home": "at home at the end",
    "on=end camp": "in the camp at the end",
}
PEOPLE_SAID: Final = control.english_people(
    {
        "me": "you", "somebody": "one you choose", "target": "the other camp",
        "one to act": "one you choose who has not acted yet", "to act": "all who have not acted yet",
        "acted": "all who have acted", "ahead": "whoever is ahead of all", "behind": "whoever is behind all",
    },
    [who.replace("_", " ") for who in ONES if who.startswith(("most_", "fewest_"))],
)  # fmt: skip
COMBAT: Final = "combat {n:+}[ {when}][, {who}]"
IF_ACTED: Final = "if you have acted: {then}[; otherwise {else}]"
SPEED: Final = "speed {n:+}[, {who}]"
IF_PEOPLE, SI_GENTE = control.if_people(
    IfEffect,
    {
        f"{which}_{what}": (f"{which} {english}", f"{es_which} {spanish}")
        for which, es_which in (("most", "más"), ("fewest", "menos"))
        for what, english, spanish in (
            ("red", "red", "rojos"), ("blue", "blue", "azules"), ("white", "white", "blancos"),
            ("relics", "relics", "reliquias"), ("vp", "VP", "PV"),
        )
    },
    {
        "ahead": ("ahead of all", "por delante de todos"),
        "behind": ("behind all", "por detrás de todos"),
        "acted": ("done with acting", "entre quienes ya han actuado"),
        "to_act": ("yet to act", "entre quienes aún no han actuado"),
    },
)  # fmt: skip
IF_NONE, SI_NADA = control.if_none(IfEffect)
IF_LEVEL, SI_NIVEL = control.if_level(IfEffect, {"round": ("the round", "la ronda")})
FOR_CHOSEN, A_ALGUIEN = control.for_chosen(
    EachEffect,
    {
        "somebody": ("somebody", "alguien"),
        "one_to_act": ("somebody who has not acted yet", "alguien que aún no haya actuado"),
    },
)
PHRASES = Phrases(
    [
        *IF_PEOPLE,
        *IF_NONE,
        *IF_LEVEL,
        *FOR_CHOSEN,
        Phrase(IfEffect, IF_ACTED, "", {"of": "acted_self", "least": 1}, only_said=True),
        Phrase(Defence, "defence {n}", "defence 2"),
        Phrase(Thief, "thief[ {red=0} red][ {blue=0} blue][ {white=0} white]", "thief 1 blue"),
        Phrase(Spy, "spy", "spy"),
        Phrase(
            Miner,
            "miner[ {red=0} red][ {blue=0} blue][ {white=0} white][ {relics=0} relic(s)]",
            "miner 1 red 1 white 1 relic",
        ),
        Phrase(Alchemist, "alchemist", "alchemist"),
        Phrase(GainGoods, GAIN, "gain 1 red"),
        Phrase(LoseEffect, LOSE, "lose 1 white"),
        Phrase(LoseEffect, LOSE_HOME, "lose 1 white from home", {"home": True}),
        Phrase(PayGoods, PAY, "pay 3 white"),
        Phrase(GiveEffect, GIVE, "give 1 blue, somebody"),
        Phrase(CarryHome, CARRY, "carry home 1 red"),
        Phrase(PointsEffect, "VP {n:+}[, {who}]", "VP +2"),
        Phrase(DrawRelics, "draw {n} relic(s)[, keep {keep}]", "draw 3 relics, keep 1"),
        Phrase(Protect, "no raid on you this round[, {who}]", "no raid on you this round, somebody"),
        Phrase(NoteEffect, "note {text}", 'note "Show an agent."'),
        Phrase(MoreCombat, COMBAT, "combat +2 raiding"),
        Phrase(MoreSpeed, SPEED, "speed -2, others"),
        Phrase(MoreSlots, SLOTS, "slots 1 blue to home"),
        Phrase(GuardCamp, "crystals are safe", "crystals are safe"),
        Phrase(Joker, "stands for any relic", "stands for any relic"),
        Phrase(WhenEffect, "when {on} {do}", "when carried to the bank (VP -1)"),
        Phrase(ChooseEffect, control.CHOOSE, "choose (gain 1 red) or (gain 2 white)"),
        Phrase(IfEffect, control.IF, "if white at least 3 then (gain 1 red)"),
        Phrase(EachEffect, control.EACH, "for each others (give 1 white, them)"),
        Phrase(LaterEffect, control.LATER, "next round (gain 1 white)"),
        Phrase(GainGoods, WHO_GAINS, "somebody gains 1 red", only_read=True),
        Phrase(LoseEffect, WHO_LOSES, "somebody loses 1 white", only_read=True),
        Phrase(LoseEffect, WHO_LOSES_HOME, "somebody loses 1 white from home", {"home": True}, only_read=True),
        Phrase(PayGoods, WHO_PAYS, "somebody pays 3 white", only_read=True),
        Phrase(GiveEffect, WHO_GIVES, "somebody gives 1 blue", only_read=True),
        Phrase(CarryHome, WHO_CARRIES, "somebody carries home 1 red", only_read=True),
        Phrase(PointsEffect, "{who} get(s) {n:+} VP", "somebody gets +2 VP", only_read=True),
        Phrase(MoreCombat, "{who} get(s) {n:+} combat[ {when}]", "everybody gets -2 combat raiding", only_read=True),
        Phrase(MoreSpeed, "{who} get(s) {n:+} speed", "everybody gets -2 speed", only_read=True),
        Phrase(
            Protect, "{who} do(es) not raid you this round", "somebody does not raid you this round", only_read=True
        ),
        Phrase(ChooseEffect, control.SOMEBODY_CHOOSES, "somebody chooses (gain 1 red) or (spy)", only_read=True),
    ],
    [Phrase(Multiplier, "{times} per {per}", "2 per blue"), Phrase(EffectOption, control.OPTION, "(gain 1 red)")],
    control.said_by(control.ENGLISH, "round start", "round end")
    | Forms(
        phrases={
            "aloud note {text}": "{text}",
            "aloud when {on} {do}": "when {on}: {do}",
            f"aloud {SLOTS}": "room for[ {red} red][ {blue} blue][ {white} white] more[ to {to}]",
            f"aloud {COMBAT}": "combat {n:+}[ {when}][, {who}]",
            "aloud draw {n} relic(s)[, keep {keep}]": "draw {n} relic(s)[ and keep {keep}]",
        },
        words={
            **ON,
            **PEOPLE_SAID,
            "said of=everybody": "player",
            "said of=others": "other player",
            "aloud when=raiding": "when you raid",
            "aloud when=raided": "when you are raided",
            "aloud of=vp": "VP",
            **{
                f"aloud of={most} {what}": f"player with {most} {what}"
                for most in ("most", "fewest")
                for what in ("red", "blue", "white", "relics", "vp")
            },
            **{f"aloud of=home {what}": f"{what} at home" for what in ("red", "blue", "white", "relics")},
            **{f"aloud of={what} slots": f"{what} slot" for what in ("red", "blue", "white")},
        },
    ),
)


_GOODS_ES = "[ {red} rojo(s)][ {blue} azul(es)][ {white} blanco(s)][ {relics} reliquia(s)]"
SPANISH_PEOPLE: Final = control.spanish_people(
    {
        "me": "tú", "them": "cada uno", "everybody": "todos", "others": "los demás", "somebody": "uno a elegir",
        "target": "el otro campamento", "one to act": "uno a elegir que aún no haya actuado",
        "to act": "quienes aún no hayan actuado", "acted": "quienes ya hayan actuado",
        "ahead": "quien vaya por delante de todos", "behind": "quien vaya por detrás de todos",
    },
    {
        "most red": "más rojos", "fewest red": "menos rojos", "most blue": "más azules",
        "fewest blue": "menos azules", "most white": "más blancos", "fewest white": "menos blancos",
        "most relics": "más reliquias", "fewest relics": "menos reliquias", "most vp": "más PV",
        "fewest vp": "menos PV",
    },
    "jugador",
)  # fmt: skip
SPANISH: Final = control.said_by(control.SPANISH_COUNTING, "round start", "round end") | Forms(
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
        **SPANISH_PEOPLE,
        "aloud who=them": "esa persona",
        "aloud by=them": "esa persona",
        "of=red": "cristal rojo",
        "of=blue": "cristal azul",
        "of=white": "cristal blanco",
        "of=relics": "reliquia boca abajo",
        "of=up": "reliquia boca arriba",
        "of=weapons": "arma boca arriba",
        "of=vp": "PV",
        "of=home red": "rojos en casa",
        "of=home blue": "azules en casa",
        "of=home white": "blancos en casa",
        "of=home relics": "reliquias en casa",
        "of=red slots": "espacio rojo",
        "of=blue slots": "espacio azul",
        "of=white slots": "espacio blanco",
        "of=fighters": "luchadores del equipo",
        "of=transporters": "transportadores del equipo",
        "of=round": "ronda",
        "of=acted self": "acción hecha",
        "of=hand": "agentes en la mano",
        "of=everybody": "jugador",
        "of=others": "otro jugador",
        "of=somebody": "jugador a elegir",
        "of=target": "campamento asaltado",
        "of=one to act": "jugador a elegir que aún no haya actuado",
        "of=to act": "jugadores por actuar",
        "of=acted": "jugadores que ya han actuado",
        "of=ahead": "minero por delante de todos",
        "of=behind": "minero por detrás de todos",
        "on=home": "se lleve a casa",
        "on=bank": "se lleve al banco",
        "on=raid": "asaltes",
        "on=raided": "te asalten",
        "on=overtime": "hagas horas extra",
        "on=round end": "acabe la ronda",
        "on=end home": "esté en casa al final",
        "on=end camp": "esté en el campamento al final",
        "when=raiding": "al asaltar",
        "when=raided": "si te asaltan",
        "to=home": "casa",
        "to=bank": "el banco",
        "to=camp": "el campamento",
        "until=game": "hasta el final",
        "other": "otra",
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
        **{
            old: new + _GOODS_ES + "[, {who}]"
            for old, new in {GAIN: "ganar", LOSE: "perder", PAY: "pagar", GIVE: "dar", CARRY: "llevar a casa"}.items()
        },
        LOSE_HOME: f"perder{_GOODS_ES} de casa[, {{who}}]",
        **{
            old: f"{{who}} {new}[n][s]{_GOODS_ES}"
            for old, new in {WHO_GAINS: "gana", WHO_LOSES: "pierde", WHO_PAYS: "paga", WHO_GIVES: "da"}.items()
        },
        WHO_CARRIES: f"{{who}} lleva[n][s] a casa{_GOODS_ES}",
        WHO_LOSES_HOME: f"{{who}} pierde[n][s]{_GOODS_ES} de casa",
        "{who} get(s) {n:+} VP": "{who} recibe[n][s] {n:+} PV",
        "{who} get(s) {n:+} combat[ {when}]": "{who} recibe[n][s] {n:+} de combate[ {when}]",
        "{who} get(s) {n:+} speed": "{who} recibe[n][s] {n:+} de velocidad",
        "{who} do(es) not raid you this round": "{who} no te asalta[n] esta ronda",
        SLOTS: "espacios[ {red} rojo(s)][ {blue} azul(es)][ {white} blanco(s)][ hacia {to}]",
        "VP {n:+}[, {who}]": "PV {n:+}[, {who}]",
        "draw {n} relic(s)[, keep {keep}]": "robar {n} reliquia(s)[, quedarse {keep}]",
        "no raid on you this round[, {who}]": "no te asalta esta ronda[, {who}]",
        "note {text}": "nota {text}",
        **SI_GENTE,
        **SI_NADA,
        **SI_NIVEL,
        **A_ALGUIEN,
        IF_ACTED: "si ya has actuado: {then}[; si no, {else}]",
        "aloud note {text}": "{text}",
        "aloud when {on} {do}": "cuando {on}: {do}",
        f"aloud {SLOTS}": "sitio para[ {red} rojo(s)][ {blue} azul(es)][ {white} blanco(s)] más[ hacia {to}]",
        "aloud draw {n} relic(s)[, keep {keep}]": "robar {n} reliquia(s)[ y quedarse {keep}]",
        COMBAT: "combate {n:+}[ {when}][, {who}]",
        SPEED: "velocidad {n:+}[, {who}]",
        "crystals are safe": "cristales a salvo",
        "stands for any relic": "vale por cualquier reliquia",
        "when {on} {do}": "cuando {on} {do}",
    },
    examples={
        'note "Show an agent."': 'nota "Enseña un agente."',
    },
)


# What the buttons say that a card does.

TAKEN: Final = (
    (RED, T("red crystal"), T("red crystals")),
    (BLUE, T("blue crystal"), T("blue crystals")),
    (WHITE, T("white crystal"), T("white crystals")),
    (RELICS, T("relic"), T("relics")),
)
CHANGED: Final = (1, 2, 3, 5, 10, -1, -2)


RELIC_ICON: Final = "relic"


def _goods(op: str, most: int, who: str | None = None) -> tuple[ButtonValue, ...]:
    said = {} if who is None else {"who": who}
    return tuple(
        ButtonValue(
            name if n == 1 else T("{n} {what}", n=n, what=several),
            effect={"op": op, good: n, **said},
            icon=RELIC_ICON if good == RELICS else f"crystal:{good}",
        )
        for good, name, several in TAKEN
        for n in range(1, (1 if good == RELICS else most) + 1)
    )


def _reminder(when: str, until: str | None = None) -> dict[str, Any]:
    """The name of the card, when its time comes."""
    effect: dict[str, Any] = {"op": "later", "when": when, "do": [{"op": "note", "text": CARD}]}
    return effect if until is None else {**effect, "until": until}


_MORE: Final = tuple(ButtonValue(f"+{n}" if n > 0 else f"\u2212{-n}", n) for n in CHANGED)
BUTTONS: Final = (
    CardButton("gain", T("From the bank"), "bank", {}, _goods("gain", 2)),
    CardButton("lose", T("To the bank"), "crystal:white", {}, _goods("lose", 2)),
    CardButton("take", T("From the others"), "players", {}, _goods("give", 1, "others")),
    CardButton("one", T("From somebody"), "hand", {}, _goods("give", 1, "somebody")),
    CardButton("home", T("Carry home"), "home", {}, _goods("carry_home", 2)[:-1]),
    CardButton("vp", T("VP"), "vp", {"op": "vp", "n": HOLE}, _MORE),
    CardButton("safe", T("No raid on you"), "ability:defence", {"op": "protect"}),
    CardButton(
        "remind", T("Remind us …"), "clock", {},
        (
            ButtonValue(T("at the start of the next round"), effect=_reminder("round_start")),
            ButtonValue(T("at the end of the round"), effect=_reminder("round_end")),
            ButtonValue(T("each round, until the end"), effect=_reminder("round_start", "game")),
        ),
    ),
    CardButton("note", T("Something else"), "pen", {"op": "note", "text": HOLE}, typed=True),
)  # fmt: skip


DOES: Final = T("what else it does; empty if you do what the text says yourselves")


# Words of printed cards that mean these effects, as the rulebook has them; a sentence about others begins otherwise.

BEGINS: Final = r"(?:^|\b(?:and|then|y|después|luego)\b,? ?)"
COLOUR_WORDS: Final = {
    "rojo": "red", "rojos": "red", "azul": "blue", "azules": "blue", "blanco": "white", "blancos": "white",
}  # fmt: skip
PRINTED_CRYSTALS: Final = (
    rf"{COUNT} (?:(?P<colour>red|blue|white)(?: crystals?)?|cristal(?:es)? (?P<color>rojos?|azul(?:es)?|blancos?))\b"
)
PRINTED_PHRASES: Final = (
    PrintedPhrase(
        rf"{BEGINS}(?:take|gain|toma|tomas|gana|ganas) {PRINTED_CRYSTALS}", "gain {n} {colour} {color}", COLOUR_WORDS
    ),
    PrintedPhrase(rf"{BEGINS}(?:pay|paga|pagas) {PRINTED_CRYSTALS}", "pay {n} {colour} {color}", COLOUR_WORDS),
    PrintedPhrase(rf"{BEGINS}(?:lose|pierde|pierdes) {PRINTED_CRYSTALS}", "lose {n} {colour} {color}", COLOUR_WORDS),
    PrintedPhrase(rf"{BEGINS}(?:gain|take|score) {COUNT} VP\b", "VP +{n}"),
    PrintedPhrase(rf"{BEGINS}(?:gana|ganas|recibe|recibes) {COUNT} (?:PV|puntos? de victoria)\b", "VP +{n}"),
    PrintedPhrase(
        rf"{BEGINS}draw {COUNT} relics?(?: cards?)?,? (?:and )?keep (?P<keep>\d)\b", "draw {n} relic, keep {keep}"
    ),
    PrintedPhrase(
        rf"{BEGINS}roba {COUNT} (?:cartas? de )?reliquias?,? (?:y )?qu[ée]date (?P<keep>\d)\b",
        "draw {n} relic, keep {keep}",
    ),
)  # fmt: skip


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
                "effects": DOES,
            },
            left_out=frozenset({"effects"}),
            seldom=frozenset({"effects"}),
        ),
        Sheet(
            "relics",
            ("relics",),
            T("A relic card."),
            {
                "kind": T("whether it is a weapon, a transport or neither"),
                "id": T("the name that saved games know it by"),
                "name": T("what it is called"),
                "set_type": T("the set that it belongs to"),
                "combat": T("what a weapon adds in combat"),
                "slots": T("what a transport can carry"),
                "effects": DOES,
            },
            left_out=frozenset({"effects"}),
            seldom=frozenset({"effects"}),
            named=True,
        ),
        Sheet(
            "mission_cards",
            ("mission_cards",),
            T("A mission besides the four printed ones."),
            {
                "id": T("the name that saved games know it by"),
                "name": T("what it is called"),
                "effects": T("what it is worth at the end"),
            },
            rare=True,
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
    buttons=BUTTONS,
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
    printed=PRINTED_PHRASES,
)


sentence = SHEETS.sentence
"""Effects in words, in English and Spanish."""
