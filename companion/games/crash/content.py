"""The content of a box of Crash & Grab (WIRE.md, "Pack"): what every box has, records, the board, sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct, field

from companion.core import effects as control
from companion.core.buttons import HOLE, ButtonValue, CardButton
from companion.core.learning import Stock
from companion.core.phrases import COUNT, Forms, Phrase, Phrases, PrintedPhrase, Unreadable
from companion.core.sheets import BoxSheets, By, DrawingCodec, Sheet
from companion.core.texts import T
from companion.core.validation import NotNegative

# The constants of Crash & Grab, including printed values that are not in packs.

SIDES: Final = ("above", "right", "below", "left")
"""The sides of the board for direction markers (R-CG-06)."""
SITES: Final = 12
FACES: Final = tuple(range(1, SITES + 1))
"""The placement die (R-CG-01)."""
CLOCKWISE: Final = "cw"
COUNTER: Final = "ccw"
DICE: Final[Mapping[str, tuple[str | int, ...]]] = {"placement": FACES, "rotation": (CLOCKWISE, COUNTER)}
CARDS: Final = ("2", "3", "0-5")
"""The movement cards of every saucer (R-CG-02)."""
NUMBER_CARD: Final = "0-5"
MOST_NAMED: Final = 5
"""The largest number for the card 0-5 without upgrades (R-CG-35)."""
PILOT: Final = "pilot"
POSITIONS: Final = 4
"""The positions of a saucer mat, one a type of crew."""

PAIR_OF_SAUCERS: Final = 2
"""With two players each has two saucers (R-CG-04)."""
MOST_SEATS: Final = 6
BOOSTER_FROM: Final = 4
"""From this many players on, the last one starts with a booster (R-CG-17)."""
PILOTS: Final[Mapping[int, int]] = {2: 2, 3: 2, 4: 2, 5: 3, 6: 4}
"""Number of Pilots on the board at the start, by number of players (R-CG-19)."""
OVERRIDES: Final[Mapping[int, int]] = {5: 1, 6: 2}
"""Number of override tokens per round, by number of players (R-CG-27, R-CG-28)."""

UPGRADE_PRICE: Final = 2
UPGRADES_DRAWN: Final = 2
"""The cost of an upgrade, and the number of cards drawn for it (R-CG-67)."""
MOST_DRAWN: Final = 5
"""The most cards that an upgrade lets a player draw."""
PATIENCE: Final = 50
"""The accelerator of a move from which on the table may end it (RULES.md 10)."""
LIGHT: Final = "table"
"""The place of everything on the board in light mode."""
LOST: Final = "lost"


# The records of upgrade effects, one per operation, field by field as in WIRE.md, "Upgrades".

Card: TypeAlias = Literal["2", "3", "0-5"]
"""A movement card (R-CG-22)."""
Timing: TypeAlias = Literal[
    "planning", "start_of_turn", "movement", "collision", "crash", "placement", "end_of_turn", "end_of_round",
    "passive", "pick_up", "hit", "spend", "rival_accelerator", "rival_crash", "robbed",
]  # fmt: skip
Amount: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Distance: TypeAlias = Annotated[int, Meta(ge=1, le=5)]
Change: TypeAlias = Annotated[int, Meta(ge=-5, le=5)]
Who: TypeAlias = Literal[
    "me", "other", "them", "everybody", "others", "somebody", "near", "in_line", "near_or_in_line", "probe", "last",
    "most_seated", "fewest_seated", "most_energy", "most_boosters",
]  # fmt: skip
"""Saucers: that with the card; the one that was hit, crashed or entered an accelerator; each of ``each``; all; those of
the other players; one of those, which the player chooses: any, next to the own one, in its row or column; whoever has
the probe; the last of the round; one of those with the most or fewest of something. As in every game: who has the card
or the turn, whoever it is about, all, the others, one of them, and at last whoever has most and fewest."""
Thing: TypeAlias = Literal[
    "energy", "boosters", "crew", "seated", "own_crew", "other_crew", "upgrade", "crew_on_board", "lost_crew",
    "off_board", "crash", "round", "distance",
    "everybody", "others", "somebody", "near", "one_near", "in_line", "one_in_line", "near_or_in_line",
    "one_near_or_in_line", "probe", "last", "most_seated", "fewest_seated", "most_energy", "most_boosters",
]  # fmt: skip
"""What can be counted: on mats, on the table, and saucers; or one saucer that the player chooses."""
CrewKind: TypeAlias = Literal["any", "own", "other"]
"""Crew of any colour, of that of the saucer, or of another."""


class UpgradeEffect(Struct, frozen=True, tag_field="op", forbid_unknown_fields=True, omit_defaults=True):
    """One operation of an upgrade; its timings are in ``pack_checks``."""


class TokensEffect(UpgradeEffect, frozen=True):
    """Energy and boosters; not both are 0."""

    energy: Amount = 0
    boosters: Amount = 0


class Pay(TokensEffect, frozen=True, tag="pay"):
    """From the mat to the supply; without it on the mat the upgrade cannot be used."""


class GainTokens(TokensEffect, frozen=True, tag="gain"):
    """From the supply to the mat."""

    who: Who = "me"


class MoveEffect(UpgradeEffect, frozen=True, tag="move"):
    """The saucer moves ``distance`` squares in a direction of its choice."""

    distance: Distance
    who: Who = "me"


class Push(UpgradeEffect, frozen=True, tag="push"):
    """A saucer next to it is pushed ``distance`` squares straight away from it."""

    distance: Distance


class Relocate(UpgradeEffect, frozen=True, tag="relocate"):
    """The saucer leaves the board without a crash and is placed by die."""

    who: Who = "me"


class Reverse(UpgradeEffect, frozen=True, tag="reverse"):
    """The rotation die is turned over."""


class Glide(UpgradeEffect, frozen=True, tag="glide"):
    """An accelerator is ignored: the move goes on with its remaining steps."""


class Deflect(UpgradeEffect, frozen=True, tag="deflect"):
    """A push goes in another direction; or in one of the two that are ``not_back`` to where it came from."""

    not_back: bool = False


class Brake(UpgradeEffect, frozen=True, tag="brake"):
    """A push has the distance ``max``, if it had more; 0 is no push at all."""

    max: Annotated[int, Meta(ge=0, le=4)]


class Farther(UpgradeEffect, frozen=True, tag="farther"):
    """A push goes ``n`` squares farther, or less far."""

    n: Change


class Shield(UpgradeEffect, frozen=True, tag="shield"):
    """No crew is given away for a crash."""


class RerollEffect(UpgradeEffect, frozen=True, tag="reroll"):
    """The placement die is rolled again for the same piece."""


class Shift(UpgradeEffect, frozen=True, tag="shift"):
    """The placement die counts ``n`` more or less, 1 after 12."""

    n: Change


class LoseTokens(TokensEffect, frozen=True, tag="lose"):
    """From the mat to the supply, as far as it is there."""

    who: Who = "me"


class Give(TokensEffect, frozen=True, tag="give"):
    """From the mat to that of the saucer with the card, as far as it is there."""

    who: Who = "somebody"


class GiveCrewTo(UpgradeEffect, frozen=True, tag="give_crew"):
    """Crew of another colour goes to the saucer with the card, whose player chooses."""

    who: Who = "somebody"


class SwapCrew(UpgradeEffect, frozen=True, tag="swap_crew"):
    """The saucer and the one with the card swap crew of other colours; both players choose what they give."""

    who: Who = "somebody"


class PickUpNear(UpgradeEffect, frozen=True, tag="pick_up"):
    """Crew at most ``distance`` squares away comes aboard: any, or only of the own colour, or of others."""

    distance: Distance
    crew: CrewKind = "any"
    who: Who = "me"


class PlaceCrew(UpgradeEffect, frozen=True, tag="place_crew"):
    """In the clean-up of this turn ``n`` more of the lost crew are placed (R-CG-64)."""

    n: Annotated[int, Meta(ge=1, le=4)]


class Land(UpgradeEffect, frozen=True, tag="land"):
    """The saucer is put on a free crash site, accelerator or square of its choice."""

    where: Literal["site", "accelerator", "square"]
    who: Who = "me"


class SwapPlaces(UpgradeEffect, frozen=True, tag="swap_places"):
    """The saucer and the one with the card change places."""

    who: Who = "somebody"


class DrawUpgrades(UpgradeEffect, frozen=True, tag="draw_upgrade"):
    """``cards`` upgrades are drawn, 1 is kept (R-CG-67)."""

    cards: Annotated[int, Meta(ge=1, le=MOST_DRAWN)]


class TakeProbe(UpgradeEffect, frozen=True, tag="probe"):
    """The probe goes to the player of the saucer."""

    who: Who = "me"


class TurnOver(UpgradeEffect, frozen=True, tag="turn_over"):
    """The card is turned over and cannot be used until the next round."""


class DiscardThis(UpgradeEffect, frozen=True, tag="discard"):
    """The card is discarded."""


class NoteEffect(UpgradeEffect, frozen=True, tag="note"):
    """A text that the table carries out."""

    text: Annotated[str, Meta(min_length=1)]


class Range(UpgradeEffect, frozen=True, tag="range"):
    """Card 0-5 may name up to ``max``; the greatest counts."""

    max: Annotated[int, Meta(ge=6, le=9)]


class CardBonus(UpgradeEffect, frozen=True, tag="card_bonus"):
    """Added to the bonus of a movement card. Not both are 0."""

    card: Card
    energy: Amount = 0
    boosters: Amount = 0


class Loot(TokensEffect, frozen=True, tag="loot"):
    """Gained for each crash that brings a reward, just before it."""


class Raider(UpgradeEffect, frozen=True, tag="raider"):
    """Crew may be stolen without comparing seated crew (R-CG-63)."""


class GuardCrew(UpgradeEffect, frozen=True, tag="guard"):
    """Nobody can steal crew from the saucer (R-CG-63)."""


class Bunk(UpgradeEffect, frozen=True, tag="bunk"):
    """The extra crew of one type count as seated in the comparison of R-CG-63."""


class Ghost(UpgradeEffect, frozen=True, tag="ghost"):
    """In a move of ``distance`` or more the saucer flies through the first saucer; if it had to stop there, it stops a
    square before."""

    distance: Distance


class CardDistance(UpgradeEffect, frozen=True, tag="card_distance"):
    """Card 2 or 3 flies ``n`` squares farther, or less far: always, or in this turn."""

    card: Literal["2", "3"]
    n: Change


class BoostDistance(UpgradeEffect, frozen=True, tag="boost_distance"):
    """A boost flies ``n`` squares farther than the card, or less far: always, or the one just paid for."""

    n: Change


class UpgradeCost(UpgradeEffect, frozen=True, tag="upgrade_cost"):
    """An upgrade costs ``energy``; the lowest counts (R-CG-67)."""

    energy: Annotated[int, Meta(ge=0, le=1)]


class UpgradeDraw(UpgradeEffect, frozen=True, tag="upgrade_draw"):
    """So many ``cards`` are drawn for an upgrade, 1 is kept; the highest counts (R-CG-67)."""

    cards: Annotated[int, Meta(ge=3, le=MOST_DRAWN)]


# Effects that hold lists of effects (``core.effects``).


class EffectOption(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of several lists of effects, and what people call it; empty: what it does."""

    do: list[AnyEffect]
    text: str = ""


class ChooseEffect(UpgradeEffect, frozen=True, tag="choose"):
    """One of several lists of effects, as the player of a saucer decides."""

    options: list[EffectOption]
    by: Who = "me"


class IfEffect(UpgradeEffect, frozen=True, tag="if"):
    """One list of effects if there are so many of a thing, the other if not; or as the table answers a question."""

    then: list[AnyEffect]
    else_: list[AnyEffect] = field(name="else", default_factory=list)
    of: Thing | None = None
    least: control.Many | None = None
    most: control.Many | None = None
    who: Who | None = None
    ask: control.Asked = ""


class EachEffect(UpgradeEffect, frozen=True, tag="each"):
    """A list of effects for each thing, or for every so many of them."""

    of: Thing
    do: list[AnyEffect]
    every: Annotated[int, Meta(ge=1, le=20)] = 1
    who: Who | None = None


class FaceEffects(Struct, frozen=True, forbid_unknown_fields=True):
    """What some faces of the placement die do."""

    faces: list[Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]]
    do: list[AnyEffect]


class DieEffect(UpgradeEffect, frozen=True, tag="die"):
    """The placement die decides."""

    die: Literal["placement"]
    on: list[FaceEffects]


class LaterEffect(UpgradeEffect, frozen=True, tag="later"):
    """A list of effects when its time comes: once, or every time until the end of the game."""

    when: Literal["turn_start", "turn_end", "round_end"]
    do: list[AnyEffect]
    until: Literal["game"] | None = None


AnyEffect: TypeAlias = (
    Pay | GainTokens | MoveEffect | Push | Relocate | Reverse | Glide | Deflect | Brake | Shield | RerollEffect
    | Range | CardBonus | Loot | Raider | UpgradeCost | UpgradeDraw | Farther | Shift | LoseTokens | Give
    | GiveCrewTo | SwapCrew | PickUpNear | PlaceCrew | Land | SwapPlaces | DrawUpgrades | TakeProbe | TurnOver
    | DiscardThis | NoteEffect | GuardCrew | Bunk | Ghost | CardDistance | BoostDistance | ChooseEffect | IfEffect
    | EachEffect | DieEffect | LaterEffect
)  # fmt: skip
CHOSEN: Final = frozenset({"somebody", "near", "in_line", "near_or_in_line"})
"""The people of whom the player of an upgrade chooses one."""
ONE: Final = frozenset({"somebody", "one_near", "one_in_line", "one_near_or_in_line"})
"""The things that are one saucer, which the player chooses."""
PEOPLE: Final = (frozenset(get_args(Who)) & frozenset(get_args(Thing))) | ONE
"""The things that are saucers."""


def plain_price(effects: Sequence[AnyEffect]) -> tuple[int, int] | None:
    """The energy and boosters of effects that are done one after the other; None if some hold others, or are about
    somebody whom people choose."""
    open_to_choice = CHOSEN | ONE
    for effect in effects:
        if effect.__struct_config__.tag in control.OPS or getattr(effect, "who", "me") in open_to_choice:
            return None
    costs = [effect for effect in effects if isinstance(effect, Pay)]
    return sum(cost.energy for cost in costs), sum(cost.boosters for cost in costs)


def kinds_in_force(effects: Sequence[AnyEffect]) -> Iterator[type[UpgradeEffect]]:
    """The kinds of effects that can count by themselves in a list, under whatever conditions."""
    for effect in effects:
        if isinstance(effect, IfEffect):
            yield from kinds_in_force([*effect.then, *effect.else_])
        elif isinstance(effect, EachEffect):
            yield from kinds_in_force(effect.do)
        else:
            yield type(effect)


# The records of a pack of Crash & Grab, field by field as in WIRE.md, "Pack".
# Nullable fields are required.

Identifier: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^[a-z][a-z0-9_]*\Z",
        description=T("a word of small letters, digits and _ that begins with a letter").msgid,
    ),
]
PackId: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^[a-z][a-z0-9_-]*\Z",
        description=T("a word of small letters, digits, _ and - that begins with a letter").msgid,
    ),
]
CrewType: TypeAlias = Literal["pilot", "scientist", "doctor", "engineer"]
LayoutKey: TypeAlias = Literal["3-4", "5", "6"]
"""The number of saucers in play; with 2 players there are 4."""
Face: TypeAlias = Annotated[int, Meta(ge=1, le=12)]
"""A face of the placement die, the number of a crash site."""
Size: TypeAlias = Annotated[int, Meta(ge=1)]


class TileCell(Struct, frozen=True):
    """A square of a tile as printed, ``x`` to the right and ``y`` downward from 0."""

    x: NotNegative
    y: NotNegative
    accelerator: bool
    crash_site: Face | None


class BoardTile(Struct, frozen=True):
    """A board tile, ``w`` squares wide and ``h`` high as printed (rotation 0)."""

    id: Identifier
    w: Size
    h: Size
    cells: list[TileCell]


class TileSlot(Struct, frozen=True):
    """A slot for a tile on the board; ``w`` and ``h`` are those of the rotated tile."""

    x: NotNegative
    y: NotNegative
    w: Size
    h: Size
    tile_pool: list[Identifier]


class Upgrade(Struct, frozen=True):
    """An upgrade card. ``effects`` is None if the table carries out the text."""

    id: Identifier
    name: str
    text: str
    timing: Timing
    not_in_2p: bool
    effects: list[AnyEffect] | None


class CrashPack(Struct, frozen=True):
    """The content of a box of Crash & Grab.

    ``unknown`` counts upgrades that are in the box but not in this table yet. ``whole`` is false while tiles or layouts
    are incomplete; then they need not fit. ``texts`` is filled in by the loader: words for ids and translations, by
    language, then text or id.
    """

    game: Literal["crash"]
    id: PackId
    name: str
    language: str
    origin: str
    colours: list[Identifier]
    types: list[CrewType]
    directions: list[Identifier]
    tiles: list[BoardTile]
    layouts: dict[LayoutKey, list[TileSlot]]
    upgrades: list[Upgrade]
    unknown: dict[Literal["upgrades"], NotNegative] = {}
    whole: bool = True
    texts: dict[str, dict[str, str]] = {}


# The table that fills the deck (core/WIRE.md, Boxes known in part).

STOCKS: Final[Mapping[str, Stock]] = {"upgrades": Stock(T("Upgrades"), "upgrades", ("upgrades",), Upgrade)}


# The geometry of a board: rotations of tiles, the rotations that fit a slot, and the squares of laid tiles.
# Coordinates start at 0, x to the right and y downwards. A square is named ``c<column>r<row>``, both from 1.

Rotation: TypeAlias = Literal[0, 90, 180, 270]
"""Clockwise rotation of a tile."""
ROTATIONS: tuple[Rotation, ...] = get_args(Rotation)
Point: TypeAlias = tuple[int, int]


class LaidTile(Struct, frozen=True, cache_hash=True):
    """A tile in a slot: its id and rotation."""

    tile: str
    rotation: Rotation


class BoardSquare(Struct, frozen=True):
    """A square of the board: its coordinates, its slot number (from 1), and what is printed on it."""

    x: int
    y: int
    slot: int
    accelerator: bool
    crash_site: int | None

    @property
    def id(self) -> str:
        """``c<column>r<row>``."""
        return square_id(self.x, self.y)


def square_id(x: int, y: int) -> str:
    """The id of the square at coordinates: ``square_id(0, 0)`` is ``c1r1``."""
    return f"c{x + 1}r{y + 1}"


def turned(x: int, y: int, w: int, h: int, rotation: Rotation) -> Point:
    """The coordinates of the cell (x, y) of a ``w`` by ``h`` tile after rotation."""
    if rotation == 90:
        return h - 1 - y, x
    if rotation == 180:
        return w - 1 - x, h - 1 - y
    if rotation == 270:
        return y, w - 1 - x
    return x, y


def turned_size(w: int, h: int, rotation: Rotation) -> Point:
    """The size of a ``w`` by ``h`` tile after rotation."""
    return (w, h) if rotation in (0, 180) else (h, w)


def fitting(tile: BoardTile, slot: TileSlot) -> list[Rotation]:
    """The rotations in which the tile fills the slot, ascending; empty if it has another shape."""
    return [rotation for rotation in ROTATIONS if turned_size(tile.w, tile.h, rotation) == (slot.w, slot.h)]


def turned_cells(tile: BoardTile, rotation: Rotation) -> dict[Point, TileCell]:
    """The cells of a rotated tile by their new coordinates."""
    return {turned(cell.x, cell.y, tile.w, tile.h, rotation): cell for cell in tile.cells}


def lay(pack: CrashPack, slots: Sequence[TileSlot], laid: Sequence[LaidTile | None]) -> dict[str, BoardSquare]:
    """The squares of a board by id: slot by slot, each from top left to bottom right.

    ``laid`` has one entry per slot; None is an empty slot, which has no squares.
    """
    tiles = {tile.id: tile for tile in pack.tiles}
    squares: dict[str, BoardSquare] = {}
    for number, (slot, there) in enumerate(zip(slots, laid, strict=True), start=1):
        if there is None:
            continue
        cells = turned_cells(tiles[there.tile], there.rotation)
        for (x, y), cell in sorted(cells.items(), key=lambda entry: (entry[0][1], entry[0][0])):
            square = BoardSquare(slot.x + x, slot.y + y, number, cell.accelerator, cell.crash_site)
            squares[square.id] = square
    return squares


def sites(squares: dict[str, BoardSquare]) -> dict[int, str]:
    """The crash sites by number, ascending."""
    found = {square.crash_site: name for name, square in squares.items() if square.crash_site is not None}
    return dict(sorted(found.items()))


def accelerators(squares: dict[str, BoardSquare]) -> list[str]:
    """The ids of accelerator squares, sorted."""
    return sorted(name for name, square in squares.items() if square.accelerator)


# The phrases for upgrade effects (WIRE.md, "Upgrades").

WHENS: Final = ("turn start", "turn end", "round end")
TOKENS, TOKENS_ES = "[ {energy} energy][ {boosters} booster(s)]", "[ {energy} energía][ {boosters} potenciador(es)]"
IF_PEOPLE, SI_GENTE = control.if_people(
    IfEffect,
    {
        "most_seated": ("most crew seated", "más tripulantes posicionados"),
        "fewest_seated": ("fewest crew seated", "menos tripulantes posicionados"),
        "most_energy": ("most energy", "más energía"),
        "most_boosters": ("most boosters", "más potenciadores"),
        "probe": ("the probe", "la sonda"),
    },
    {
        "last": ("last in this round", "en el último puesto de la ronda"),
        "near": ("beside you", "al lado"),
        "in_line": ("in your row or column", "en tu fila o columna"),
        "near_or_in_line": ("beside you or in your row or column", "al lado, o en tu fila o columna"),
    },
)
IF_NONE, SI_NADA = control.if_none(IfEffect)
IF_LEVEL, SI_NIVEL = control.if_level(IfEffect, {"round": ("the round", "la ronda")})
FOR_CHOSEN, A_ALGUIEN = control.for_chosen(
    EachEffect,
    {
        "somebody": ("somebody", "alguien"),
        "one_near": ("one beside you", "uno contiguo"),
        "one_in_line": ("one in your row or column", "uno de tu fila o columna"),
        "one_near_or_in_line": (
            "one beside you or in your row or column", "uno contiguo o de tu fila o columna",
        ),
    },
)  # fmt: skip
PHRASES = Phrases(
    [
        *IF_PEOPLE,
        *IF_NONE,
        *IF_LEVEL,
        *FOR_CHOSEN,
        Phrase(Pay, f"pay{TOKENS}", "pay 1 energy 1 booster"),
        Phrase(GainTokens, f"gain{TOKENS}[, {{who}}]", "gain 2 boosters"),
        Phrase(MoveEffect, "move {distance} square(s)[, {who}]", "move 2 squares"),
        Phrase(Push, "push {distance} square(s)", "push 4 squares"),
        Phrase(Relocate, "relocate[, {who}]", "relocate"),
        Phrase(Reverse, "reverse rotation", "reverse rotation"),
        Phrase(Glide, "ignore accelerator", "ignore accelerator"),
        Phrase(Deflect, "deflect push", "deflect push"),
        Phrase(Deflect, "deflect push, not back", "deflect push, not back", {"not_back": True}),
        Phrase(Brake, "brake push to {max}", "brake push to 1"),
        Phrase(Shield, "keep crew", "keep crew"),
        Phrase(RerollEffect, "reroll", "reroll"),
        Phrase(Range, "range up to {max}", "range up to 7"),
        Phrase(CardBonus, f"card {{card}} gives{TOKENS}", "card 2 gives 1 energy"),
        Phrase(Loot, f"crash gives{TOKENS}", "crash gives 1 booster"),
        Phrase(Raider, "steal without comparing", "steal without comparing"),
        Phrase(UpgradeCost, "upgrade costs {energy} energy", "upgrade costs 1 energy"),
        Phrase(UpgradeDraw, "upgrade draws {cards} cards", "upgrade draws 3 cards"),
        Phrase(Farther, "push {n:+} square(s) farther", "push +1 square farther"),
        Phrase(Shift, "die {n:+}", "die +1"),
        Phrase(LoseTokens, f"lose{TOKENS}[, {{who}}]", "lose 1 energy"),
        Phrase(Give, f"give{TOKENS}[, {{who}}]", "give 1 booster"),
        Phrase(GiveCrewTo, "give crew[, {who}]", "give crew"),
        Phrase(SwapCrew, "swap crew[, {who}]", "swap crew"),
        Phrase(PickUpNear, "pick up crew {distance} square(s) away[, {who}]", "pick up crew 1 square away"),
        Phrase(PickUpNear, "pick up {crew} crew {distance} square(s) away[, {who}]", "pick up own crew 1 square away"),
        Phrase(PlaceCrew, "place {n} lost crew", "place 1 lost crew"),
        Phrase(Land, "land on any free {where}[, {who}]", "land on any free site"),
        Phrase(SwapPlaces, "swap places[, {who}]", "swap places"),
        Phrase(DrawUpgrades, "draw {cards} upgrade(s)", "draw 2 upgrades"),
        Phrase(TakeProbe, "take probe[, {who}]", "take probe"),
        Phrase(TurnOver, "turn card over", "turn card over"),
        Phrase(DiscardThis, "discard card", "discard card"),
        Phrase(NoteEffect, "note {text}", 'note "Look at three cards."'),
        Phrase(ChooseEffect, control.CHOOSE, "choose (gain 1 energy) or (gain 1 booster)"),
        Phrase(IfEffect, control.IF, "if crew at least 2 then (gain 1 energy)"),
        Phrase(EachEffect, control.EACH, "for each crew (gain 1 energy)"),
        Phrase(DieEffect, control.DIE, "roll placement: 9-12 (gain 1 energy), 1 (lose 1 booster)"),
        Phrase(LaterEffect, control.LATER, "at the end of the round (gain 1 energy)"),
        Phrase(GuardCrew, "crew cannot be stolen", "crew cannot be stolen"),
        Phrase(Bunk, "extra crew counts", "extra crew counts"),
        Phrase(
            Ghost, "fly through first saucer from {distance} square(s) on", "fly through first saucer from 3 squares on"
        ),
        Phrase(CardDistance, "card {card} flies {n:+} square(s)", "card 3 flies +1 square"),
        Phrase(BoostDistance, "boost flies {n:+} square(s)", "boost flies +1 square"),
        Phrase(GainTokens, f"{{who}} gain(s){TOKENS}", "somebody gains 1 energy", only_read=True),
        Phrase(MoveEffect, "{who} move(s) {distance} square(s)", "probe moves 2 squares", only_read=True),
        Phrase(Relocate, "{who} relocate(s)", "probe relocates", only_read=True),
        Phrase(LoseTokens, f"{{who}} lose(s){TOKENS}", "somebody loses 1 energy", only_read=True),
        Phrase(Give, f"{{who}} give(s){TOKENS}", "somebody gives 1 booster", only_read=True),
        Phrase(GiveCrewTo, "{who} give(s) crew", "somebody gives crew", only_read=True),
        Phrase(SwapCrew, "{who} swap(s) crew", "somebody swaps crew", only_read=True),
        Phrase(
            PickUpNear,
            "{who} pick(s) up crew {distance} square(s) away",
            "probe picks up crew 1 square away",
            only_read=True,
        ),
        Phrase(
            PickUpNear,
            "{who} pick(s) up {crew} crew {distance} square(s) away",
            "probe picks up own crew 1 square away",
            only_read=True,
        ),
        Phrase(Land, "{who} land(s) on any free {where}", "probe lands on any free site", only_read=True),
        Phrase(SwapPlaces, "{who} swap(s) places", "somebody swaps places", only_read=True),
        Phrase(TakeProbe, "{who} take(s) [the ]probe", "last takes probe", only_read=True),
        Phrase(ChooseEffect, control.SOMEBODY_CHOOSES, "somebody chooses (gain 1 energy) or (reroll)", only_read=True),
    ],
    [
        Phrase(EffectOption, control.OPTION, "(gain 1 energy)"),
        Phrase(FaceEffects, control.FACES, "1-3 (gain 1 energy)", between=","),
    ],
    control.said_by(control.ENGLISH, *WHENS, die=True)
    | Forms(
        phrases={
            "aloud ignore accelerator": "ignore the accelerator",
            "aloud deflect push": "deflect the push",
            "aloud deflect push, not back": "deflect the push, but not back",
            "aloud brake push to {max}": "brake the push to {max}",
            "aloud keep crew": "keep the crew",
            "aloud reroll": "roll again",
            f"aloud crash gives{TOKENS}": f"each crash gives{TOKENS}",
            "aloud upgrade costs {energy} energy": "each upgrade costs {energy} energy",
            "aloud upgrade draws {cards} cards": "draw {cards} cards for an upgrade",
            "aloud die {n:+}": "the die counts {n:+}",
            "aloud take probe[, {who}]": "take the probe[, {who}]",
            "aloud turn card over": "turn this card over",
            "aloud discard card": "discard this card",
            "aloud note {text}": "{text}",
            "aloud fly through first saucer from {distance} square(s) on": (
                "fly through the first saucer from {distance} square(s) on"
            ),
            "aloud boost flies {n:+} square(s)": "a boost flies {n:+} square(s)",
        },
        words={"said of=everybody": "saucer", "said of=others": "other saucer", "aloud of=seated": "crew seated"}
        | control.english_people(
            {
                "me": "you",
                "other": "that saucer",
                "somebody": "one you choose",
                "near": "one beside you",
                "in line": "one in your row or column",
                "near or in line": "one beside you or in your row or column",
                "probe": "whoever has the probe",
                "last": "the last of the round",
                "most seated": "whoever has most seated",
                "fewest seated": "whoever has fewest seated",
            },
            ("most energy", "most boosters"),
        ),
    ),
)

# The sheets of a box of Crash & Grab in Spanish, in the words of the Spanish rulebook.

SPANISH_PEOPLE: Final = control.spanish_people(
    {
        "me": "tú", "other": "ese platillo", "them": "cada uno", "everybody": "todos",
        "others": "todos los demás", "somebody": "otro a elegir", "near": "uno contiguo",
        "in line": "uno de tu fila o columna", "near or in line": "uno contiguo o de tu fila o columna",
        "probe": "quien tenga la sonda", "last": "el último de la ronda",
    },
    {
        "most seated": "más posicionados", "fewest seated": "menos posicionados", "most energy": "más energía",
        "most boosters": "más potenciadores",
    },
    "platillos",
)  # fmt: skip
SPANISH: Final = control.said_by(control.SPANISH_COUNTING, *WHENS, die=True) | Forms(
    headings={
        "width": "ancho",
        "height": "alto",
        "squares": "casillas",
        "saucers": "platillos",
        "column": "columna",
        "row": "fila",
        "tiles": "losetas",
        "timing": "cuándo",
        "out_with_two": "no_con_dos_jugadores",
    },
    words={
        "3 or 4": "3 o 4",
        "planning": "tras el dado de rotación",
        "start of turn": "al empezar tu turno",
        "movement": "en un acelerador",
        "collision": "cuando te empujan",
        "crash": "cuando te estrellas",
        "placement": "cuando se coloca con el dado",
        "end of turn": "al acabar tu turno",
        "end of round": "al acabar la ronda",
        "passive": "siempre",
        "until=game": "hasta el final",
        "pick up": "cuando recoges tripulación",
        "hit": "cuando chocas con un platillo",
        "spend": "cuando gastas un potenciador",
        "rival accelerator": "cuando otro entra en un acelerador",
        "rival crash": "cuando otro se estrella en tu turno",
        "robbed": "cuando otro te roba tripulación",
        **SPANISH_PEOPLE,
        "aloud who=them": "ese platillo",
        "aloud by=them": "ese platillo",
        "of=energy": "energía",
        "of=boosters": "potenciadores",
        "of=crew": "tripulantes a bordo",
        "of=seated": "posicionados",
        "of=own crew": "tripulantes de tu color",
        "of=other crew": "tripulantes de otro color",
        "of=upgrade": "mejoras",
        "of=crew on board": "tripulantes en el tablero",
        "of=lost crew": "tripulantes perdidos",
        "of=off board": "platillos fuera del tablero",
        "of=crash": "choques por resolver",
        "of=round": "ronda",
        "of=distance": "casillas de tu carta",
        "of=everybody": "todos los platillos",
        "of=others": "los demás platillos",
        "of=near": "platillos contiguos",
        "of=in line": "platillos de tu fila o columna",
        "of=near or in line": "platillos contiguos o de tu fila o columna",
        "of=somebody": "otro a elegir",
        "of=one near": "contiguo a elegir",
        "of=one in line": "uno a elegir de tu fila o columna",
        "of=one near or in line": "uno a elegir contiguo o de tu fila o columna",
        "of=probe": "platillos con la sonda",
        "of=last": "últimos de la ronda",
        "die=placement": "dado de colocación",
        "crew=own": "de tu color",
        "crew=other": "de otro color",
        "crew=any": "cualquiera",
        "where=site": "lugar de colisión",
        "where=accelerator": "acelerador",
        "where=square": "casilla",
    },
    phrases={
        f"pay{TOKENS}": f"pagar{TOKENS_ES}",
        f"gain{TOKENS}[, {{who}}]": f"ganar{TOKENS_ES}[, {{who}}]",
        "move {distance} square(s)[, {who}]": "mover {distance} casilla(s)[, {who}]",
        "push {distance} square(s)": "empujar {distance} casilla(s)",
        "relocate[, {who}]": "recolocar con el dado[, {who}]",
        "reverse rotation": "dar la vuelta al dado de rotación",
        "ignore accelerator": "ignorar acelerador",
        "deflect push": "desviar empujón",
        "brake push to {max}": "frenar empujón a {max}",
        "keep crew": "conservar tripulación",
        "reroll": "volver a tirar",
        "range up to {max}": "alcance hasta {max}",
        f"card {{card}} gives{TOKENS}": f"carta {{card}} da{TOKENS_ES}",
        f"crash gives{TOKENS}": f"choque da{TOKENS_ES}",
        "steal without comparing": "robar sin comparar",
        "upgrade costs {energy} energy": "mejora cuesta {energy} energía",
        "upgrade draws {cards} cards": "mejora roba {cards} cartas",
        "deflect push, not back": "desviar empujón, no hacia atrás",
        "push {n:+} square(s) farther": "empujón {n:+} casilla(s) más lejos",
        "die {n:+}": "dado {n:+}",
        f"lose{TOKENS}[, {{who}}]": f"perder{TOKENS_ES}[, {{who}}]",
        f"give{TOKENS}[, {{who}}]": f"dar{TOKENS_ES}[, {{who}}]",
        "give crew[, {who}]": "dar tripulante[, {who}]",
        "swap crew[, {who}]": "cambiar tripulantes[, {who}]",
        "pick up crew {distance} square(s) away[, {who}]": "recoger tripulante a {distance} casilla(s)[, {who}]",
        "pick up {crew} crew {distance} square(s) away[, {who}]": (
            "recoger tripulante {crew} a {distance} casilla(s)[, {who}]"
        ),
        "place {n} lost crew": "colocar {n} de la tripulación perdida",
        "land on any free {where}[, {who}]": "ir a cualquier {where} libre[, {who}]",
        "swap places[, {who}]": "cambiar de sitio[, {who}]",
        "draw {cards} upgrade(s)": "robar {cards} mejora(s)",
        "take probe[, {who}]": "tomar sonda[, {who}]",
        "turn card over": "dar la vuelta a la carta",
        "discard card": "descartar la carta",
        "note {text}": "nota {text}",
        **SI_GENTE,
        **SI_NADA,
        **SI_NIVEL,
        **A_ALGUIEN,
        "aloud relocate[, {who}]": "recolocarse con el dado[, {who}]",
        "aloud ignore accelerator": "ignorar el acelerador",
        "aloud deflect push": "desviar el empujón",
        "aloud deflect push, not back": "desviar el empujón, pero no hacia atrás",
        "aloud brake push to {max}": "frenar el empujón a {max}",
        "aloud keep crew": "conservar la tripulación",
        f"aloud card {{card}} gives{TOKENS}": f"la carta {{card}} da{TOKENS_ES}",
        f"aloud crash gives{TOKENS}": f"cada choque da{TOKENS_ES}",
        "aloud upgrade costs {energy} energy": "cada mejora cuesta {energy} energía",
        "aloud upgrade draws {cards} cards": "robar {cards} cartas para una mejora",
        "aloud die {n:+}": "el dado cuenta {n:+}",
        "aloud take probe[, {who}]": "tomar la sonda[, {who}]",
        "aloud turn card over": "dar la vuelta a esta carta",
        "aloud discard card": "descartar esta carta",
        "aloud note {text}": "{text}",
        "aloud card {card} flies {n:+} square(s)": "la carta {card} vuela {n:+} casilla(s)",
        "aloud boost flies {n:+} square(s)": "el impulso vuela {n:+} casilla(s)",
        "crew cannot be stolen": "nadie roba tripulación",
        "extra crew counts": "la tripulación adicional cuenta",
        "fly through first saucer from {distance} square(s) on": (
            "atravesar el primer platillo desde {distance} casilla(s)"
        ),
        "card {card} flies {n:+} square(s)": "carta {card} vuela {n:+} casilla(s)",
        "boost flies {n:+} square(s)": "impulso vuela {n:+} casilla(s)",
        f"{{who}} gain(s){TOKENS}": f"{{who}} gana[n][s]{TOKENS_ES}",
        "{who} move(s) {distance} square(s)": "{who} mueve[n][s] {distance} casilla(s)",
        "{who} relocate(s)": "{who} se recoloca[n] con el dado",
        f"{{who}} lose(s){TOKENS}": f"{{who}} pierde[n][s]{TOKENS_ES}",
        f"{{who}} give(s){TOKENS}": f"{{who}} da[n][s]{TOKENS_ES}",
        "{who} give(s) crew": "{who} da[n][s] tripulante",
        "{who} swap(s) crew": "{who} cambia[n][s] tripulantes",
        "{who} pick(s) up crew {distance} square(s) away": "{who} recoge[n][s] tripulante a {distance} casilla(s)",
        "{who} pick(s) up {crew} crew {distance} square(s) away": (
            "{who} recoge[n][s] tripulante {crew} a {distance} casilla(s)"
        ),
        "{who} land(s) on any free {where}": "{who} va[n][s] a cualquier {where} libre",
        "{who} swap(s) places": "{who} cambia[n][s] de sitio",
        "{who} take(s) [the ]probe": "{who} toma[n][s] [la ]sonda",
    },
    examples={
        'note "Look at three cards."': 'nota "Mira tres cartas."',
    },
)


# A tile as a text drawing: ``.`` is a square, ``*`` an accelerator, a number a crash site.

EXAMPLE: Final = ". . * / . 7 . / * . ."


def _read_drawing(text: str) -> list[dict[str, Any]]:
    rows = [line.split() for line in text.strip().replace("/", "\n").split("\n")]
    return [_drawn_cell(x, y, mark) for y, row in enumerate(rows) for x, mark in enumerate(row)]


def _drawn_cell(x: int, y: int, mark: str) -> dict[str, Any]:
    if mark not in (".", "*") and not (mark.isdecimal() and len(mark) < 5):
        raise Unreadable(T('"{mark}" is no square; draw the tile like "{example}"', mark=mark, example=EXAMPLE))
    return {"x": x, "y": y, "accelerator": mark == "*", "crash_site": int(mark) if mark.isdecimal() else None}


def _write_drawing(cells: Any) -> str | None:
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        return None
    lines: dict[Any, list[str]] = {}
    for cell in cells:
        site = cell.get("crash_site")
        lines.setdefault(str(cell.get("y")), []).append(
            str(site) if site is not None else ".*"[bool(cell.get("accelerator"))]
        )
    text = " / ".join(map(" ".join, lines.values()))
    try:
        return text if _read_drawing(text) == cells else None
    except Unreadable:
        return None


SQUARES: Final = DrawingCodec(
    _read_drawing,
    _write_drawing,
    T("a drawing, rows separated by /: . is a square, * an accelerator, a number a crash site"),
)


# The sheets of a box of Crash & Grab.

SAUCERS = {"3-4": "3 or 4", "5": "5", "6": "6"}
"""Spelled out, because spreadsheets read 3-4 as a date."""

# What the buttons say that an upgrade does.


def _amounts(op: str, what: str, most: int) -> tuple[ButtonValue, ...]:
    return tuple(ButtonValue(str(n), effect={"op": op, what: n}) for n in range(1, most + 1))


def _tokens(what: str, most: int) -> tuple[ButtonValue, ...]:
    """What is gained, and what is paid for it."""
    every = range(1, most + 1)
    gained = [ButtonValue(f"+{n}", effect={"op": "gain", what: n}) for n in every]
    return *gained, *(ButtonValue(T("pay {n}", n=n), effect={"op": "pay", what: n}) for n in every)


def _gets(who: str) -> tuple[ButtonValue, ...]:
    gifts = (("energy", T("gets energy")), ("boosters", T("gets a booster")))
    return tuple(ButtonValue(words, effect={"op": "gain", what: 1, "who": who}) for what, words in gifts)


BUTTONS: Final = (
    CardButton("energy", T("Energy"), "token:energy", {}, _tokens("energy", 4)),
    CardButton("boosters", T("Boosters"), "token:booster", {}, _tokens("boosters", 3)),
    CardButton("each", T("Each of us …"), "players", {}, _gets("everybody")),
    CardButton("somebody", T("Somebody …"), "hand", {}, _gets("somebody")),
    CardButton("move", T("Fly on"), "steps", {}, _amounts("move", "distance", 3)),
    CardButton("push", T("Push one beside it"), "arrow", {}, _amounts("push", "distance", 3)),
    CardButton("note", T("Something else"), "pen", {"op": "note", "text": HOLE}, typed=True),
)  # fmt: skip


# Words of printed cards that mean these effects, as the rulebook has them; a sentence about others begins otherwise.
# When it happens is asked by itself.

BEGINS: Final = r"(?:^|, |\b(?:and|then|to|y|para|después|luego)\b,? ?)"
GAINS: Final = "(?:take|gain|receive|toma|tomas|gana|ganas|recibe|recibes)"
PAYS: Final = "(?:pay|spend|paga|pagas|gasta|gastas)"
ENERGY, BOOSTER = "(?:energy|(?:de )?energ[íi]as?)", "(?:boosters?|potenciador(?:es)?)"
PRINTED_PHRASES: Final = (
    PrintedPhrase(rf"{BEGINS}{GAINS} {COUNT} {ENERGY}\b", "gain {n} energy"),
    PrintedPhrase(rf"{BEGINS}{GAINS} {COUNT} {BOOSTER}\b", "gain {n} booster"),
    PrintedPhrase(rf"{BEGINS}{PAYS} {COUNT} {ENERGY}\b", "pay {n} energy"),
    PrintedPhrase(rf"{BEGINS}{PAYS} {COUNT} {BOOSTER}\b", "pay {n} booster"),
    PrintedPhrase(rf"{BEGINS}move {COUNT} squares? in any direction\b", "move {n} square"),
    PrintedPhrase(rf"{BEGINS}(?:mueve|muévete|mover) {COUNT} casillas? en cualquier dirección\b", "move {n} square"),
    PrintedPhrase(rf"{BEGINS}push a saucer next to you {COUNT} squares?", "push {n} square"),
    PrintedPhrase(
        rf"{BEGINS}(?:empuja|empujar) un platillo (?:adyacente|contiguo) {COUNT} casillas?", "push {n} square"
    ),
    PrintedPhrase(r"\b(?:turn the rotation die over|da la vuelta al dado de rotación)\b", "reverse rotation"),
)  # fmt: skip


SHEETS = BoxSheets(
    CrashPack,
    (
        Sheet(
            "tiles",
            ("tiles",),
            T("A board tile."),
            {
                "id": T("the name that other sheets and saved games know it by"),
                "name": T("what it is called"),
                "width": T("how many squares wide it is"),
                "height": T("how many squares high it is"),
                "squares": T("what is printed on it"),
            },
            headings={"w": "width", "h": "height", "cells": "squares"},
            named=True,
            drawn={"cells": SQUARES},
        ),
        Sheet(
            "layouts",
            ("layouts", By("saucers", words=SAUCERS)),
            T("A place for a tile on the board."),
            {
                "saucers": T("for how many saucers the board is"),
                "column": T("how many squares of the board are left of it"),
                "row": T("how many squares of the board are above it"),
                "width": T("how many squares wide it is"),
                "height": T("how many squares high it is"),
                "tiles": T("the ids of the tiles that can lie there"),
            },
            key=("saucers", "column", "row"),
            headings={"x": "column", "y": "row", "w": "width", "h": "height", "tile_pool": "tiles"},
        ),
        Sheet(
            "upgrades",
            ("upgrades",),
            T("An upgrade card."),
            {
                "id": T("the name that saved games know it by"),
                "name": T("what it is called"),
                "text": T("what it says"),
                "timing": T("when it can be used"),
                "out_with_two": T("whether it is taken out with two players"),
                "effects": T("what it does; empty if you do what the text says yourselves"),
            },
            headings={"not_in_2p": "out_with_two"},
        ),
    ),
    PHRASES,
    notes={
        "origin": T("whose content this is"),
        "whole": T("false while tiles or layouts are still missing"),
        "colours": T("the six colours of saucers"),
        "types": T("the four kinds of crew, the front row first"),
        "directions": T("what the four directions are called"),
    },
    languages={"es": SPANISH},
    buttons=BUTTONS,
    printed=PRINTED_PHRASES,
)


sentence = SHEETS.sentence
"""Effects in words, in English and Spanish."""
