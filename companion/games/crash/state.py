"""The options of a table, and the state of a game: the world, which does not change, and what changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from itertools import product
from typing import Any, Final, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from companion.core import state as core
from companion.core.effects import EffectRules
from companion.core.instructions import split
from companion.core.piles import NOT_KNOWN, UNKNOWN, Cards, Deck
from companion.core.refusals import BadSetup
from companion.core.setup import SetupChoice, check_settings, named_seats
from companion.core.steps.agenda import Step
from companion.core.steps.effects import Later
from companion.core.texts import PackWords, T, Words, of_seat, own_name
from companion.games.crash.content import (
    COUNTER,
    LIGHT,
    MOST_SEATS,
    PAIR_OF_SAUCERS,
    PILOTS,
    ROTATIONS,
    SIDES,
    SITES,
    STOCKS,
    AnyEffect,
    BoardTile,
    CrashPack,
    LaidTile,
    LayoutKey,
    TileSlot,
    Upgrade,
    accelerators,
    fitting,
    kinds_in_force,
    lay,
    plain_price,
    sites,
    square_id,
)

# House rules of Crash & Grab in words, and other setup keys (WIRE.md, "Setup keys").

FOLLOW: Final = "cg.follow"
HOUSE_RULES: Final = (
    SetupChoice(
        FOLLOW,
        T("What the companion follows"),
        [
            ("full", T("Everything: the board and every move")),
            ("light", T("Crew and crashes only; the board is yours")),
        ],
        "full",
        basic=True,
        detail=T(
            "With the board it resolves every chain of pushes. Without it you say who picked up what, and who crashed."
        ),
    ),
    SetupChoice(
        "cg.boosts_per_turn",
        T("Boosts in a turn"),
        [("1", T("Only one")), ("unlimited", T("As many as there are boosters"))],
        "1",
        detail=T("A boost flies as far as the card, in any direction."),
    ),
    SetupChoice(
        "cg.own_push_direction",
        T("Two players: your own other saucer, pushed onto an accelerator"),
        [("pushed", T("Keeps the direction of the push")), ("choose", T("Its player chooses the direction"))],
        "pushed",
        detail=T("Only in that player's turn."),
    ),
    SetupChoice(
        "cg.pass_crew",
        T("Two players: passing crew between your saucers"),
        [("any_step", T("At any step of a move")), ("end_only", T("Only at the end of a move"))],
        "any_step",
        detail=T("When they are side by side, each may take the crew of its own colour."),
    ),
    SetupChoice(
        "cg.two_player_seated",
        T("Two players: who is ahead when stealing"),
        [("saucer", T("Saucer against saucer")), ("player", T("Both saucers of a player together"))],
        "saucer",
        detail=T("Crew can be stolen only from whoever has as many seated, or more."),
    ),
    SetupChoice(
        "cg.two_player_start_energy",
        T("Two players: energy at the start"),
        [("one_per_player", T("One for each player")), ("one_per_saucer", T("One for each saucer"))],
        "one_per_player",
        detail=T("With one for each player, everybody chooses which saucer has it."),
    ),
    SetupChoice(
        "cg.upgrades_per_turn",
        T("Upgrades bought in a turn"),
        [("1", T("Only one")), ("unlimited", T("As many as there is energy for"))],
        "1",
        detail=T("Each costs 2 energy."),
    ),
)
"""Full or light mode as a basic choice, then every house rule, default first."""
CHOICES: Final = {choice.key: tuple(value for value, _ in choice.values) for choice in HOUSE_RULES}
"""The values of each."""
LIGHT_ONLY: Final = SetupChoice(
    FOLLOW,
    HOUSE_RULES[0].name,
    [HOUSE_RULES[0].values[1]],
    "light",
    basic=True,
    detail=T("Not all tiles of this box are laid yet: the board is yours until they are."),
)
KEYS: Final = ("colours", "extra", "markers", "board", *CHOICES)


class CrashOptions(Struct, frozen=True):
    """The options of a table: ``house`` as the facts show them, and the fields that rules read."""

    house: dict[str, str]
    light: bool
    many_boosts: bool
    steers_twin: bool
    passes_at_end: bool
    compares_players: bool
    energy_each: bool
    many_upgrades: bool


def read_options(settings: Mapping[str, str], *, whole: bool = True) -> CrashOptions:
    """Parse the house rules in the ``--set`` pairs.

    Raises ``BadSetup`` for an unknown key or value, and for full mode on a board that is not ``whole``.
    """
    check_settings(settings, KEYS, CHOICES)
    if not whole and settings.get(FOLLOW) != "light":
        raise BadSetup(T("Not all tiles are laid in this box: lay the rest, or play with {key}=light.", key=FOLLOW))
    house = {choice.key: settings.get(choice.key, choice.default) for choice in HOUSE_RULES}
    return CrashOptions(
        house,
        light=house["cg.follow"] == "light",
        many_boosts=house["cg.boosts_per_turn"] == "unlimited",
        steers_twin=house["cg.own_push_direction"] == "choose",
        passes_at_end=house["cg.pass_crew"] == "end_only",
        compares_players=house["cg.two_player_seated"] == "player",
        energy_each=house["cg.two_player_start_energy"] == "one_per_saucer",
        many_upgrades=house["cg.upgrades_per_turn"] == "unlimited",
    )


# The setup keys that name pieces: colours, extra crew, markers and board (WIRE.md, "Setup keys").


def read_colours(value: str | None, pack: CrashPack, saucers: int) -> tuple[str, ...]:
    """The saucers in seat order: distinct colours, by default the first ones of the pack."""
    if value is None:
        return tuple(pack.colours[:saucers])
    colours = tuple(value.split(","))
    if len(colours) != saucers or len(set(colours)) != saucers or not set(colours) <= set(pack.colours):
        raise BadSetup(
            T(
                "colours must be {n} different ones of {names}, separated by commas, not {value}.",
                n=saucers,
                names=", ".join(pack.colours),
                value=value,
            )
        )
    return colours


def read_extra(value: str | None, pack: CrashPack, saucers: Sequence[str]) -> str | None:
    """The colour whose crew is added (R-CG-13); None if all six are in play."""
    unused = [colour for colour in pack.colours if colour not in saucers]
    if value is None:
        return unused[0] if unused else None
    if not unused:
        raise BadSetup(T("With six players there is no extra crew to choose."))
    if value not in unused:
        raise BadSetup(T("extra can be {values}, not {value}.", values=", ".join(unused), value=value))
    return value


def read_markers(value: str | None, pack: CrashPack) -> tuple[str, ...]:
    """The direction markers above, right of, below and left of the board (R-CG-06)."""
    if value is None:
        return tuple(pack.directions)
    markers = tuple(value.split(","))
    if sorted(markers) != sorted(pack.directions):
        raise BadSetup(
            T(
                "markers must be {names} for {sides}, each once, separated by commas, not {value}.",
                names=", ".join(pack.directions),
                sides=", ".join(SIDES),
                value=value,
            )
        )
    return markers


def read_board(value: str | None, pack: CrashPack, slots: Sequence[TileSlot]) -> tuple[LaidTile, ...] | None:
    """The tile in each slot; None if chance places them (R-CG-05)."""
    if value is None or value == "random":
        return None
    laid = tuple(_tile(word, pack) for word in value.split(","))
    if len(laid) != len(slots):
        raise BadSetup(T("board must name a tile for each of the {n} places, or be random.", n=len(slots)))
    if len({one.tile for one in laid}) != len(laid):
        raise BadSetup(T("board may name each tile only once."))
    tiles = {tile.id: tile for tile in pack.tiles}
    for number, (one, slot) in enumerate(zip(laid, slots, strict=True), 1):
        if one.tile not in slot.tile_pool or one.rotation not in fitting(tiles[one.tile], slot):
            raise BadSetup(
                T("{tile}@{rotation} does not fit place {n}.", tile=one.tile, rotation=one.rotation, n=number)
            )
    return laid


def _tile(word: str, pack: CrashPack) -> LaidTile:
    name, _, turn = word.partition("@")
    rotation = next((rotation for rotation in ROTATIONS if str(rotation) == turn), None)
    if rotation is None or all(tile.id != name for tile in pack.tiles):
        raise BadSetup(T("{word} is not a tile of this pack with its rotation, as in corner@90.", word=word))
    return LaidTile(name, rotation)


# The constants of a game: pack, seats and options in the form that rules need.

LaidTiles = tuple[LaidTile | None, ...]
NO_UPGRADE = Upgrade(UNKNOWN, "", "", "passive", False, None)
"""The effects of an unknown upgrade: none."""


class PrintedBoard(Struct, frozen=True):
    """What is printed on the laid tiles: crash sites by number, and accelerators."""

    sites: dict[int, str]
    site_on: dict[str, int]
    """The numbers of the crash sites by square."""
    accelerators: frozenset[str]
    sites_from: Mapping[int, Sequence[tuple[int, str]]]
    """R-CG-60: the crash sites, starting at a face of the die, with 1 after 12."""


class CrashWorld:
    """Lookup tables of a game, from pack, seats and settings.

    ``saucers`` go clockwise from the first seat; ``beside`` maps each square to what is above, right of, below and left
    of it.
    """

    def __init__(self, pack: CrashPack, seats: Sequence[str], settings: Mapping[str, str]) -> None:
        self.pack = pack
        self.seats = named_seats(seats, PAIR_OF_SAUCERS, MOST_SEATS)
        self.options: CrashOptions = read_options(settings, whole=pack.whole)
        self.unknown = pack.unknown.get("upgrades", 0)
        self.partial = frozenset(place for table, n in pack.unknown.items() if n for place in STOCKS[table].places)
        self.light = self.options.light
        self.pair = len(self.seats) == PAIR_OF_SAUCERS

        each = PAIR_OF_SAUCERS if self.pair else 1
        self.saucers = read_colours(settings.get("colours"), pack, each * len(self.seats))
        self.saucers_of = {
            seat: self.saucers[each * number : each * (number + 1)] for number, seat in enumerate(self.seats)
        }
        self.seat_of = {saucer: seat for seat, saucers in self.saucers_of.items() for saucer in saucers}
        self.extra = read_extra(settings.get("extra"), pack, self.saucers)
        self.crew = sorted(
            crew_id(colour, kind)
            for colour, kind in product((*self.saucers, *([self.extra] if self.extra else [])), pack.types)
        )
        self.all_crew = frozenset(crew_id(colour, kind) for colour, kind in product(pack.colours, pack.types))
        self.crew_target = PILOTS[len(self.seats)]

        self.tiles: dict[str, BoardTile] = {tile.id: tile for tile in pack.tiles}
        self.upgrades = Cards({card.id: card for card in pack.upgrades}, NO_UPGRADE)
        self.only_for_more = [card.id for card in pack.upgrades if card.not_in_2p]
        """R-CG-08: the upgrade that is out with two players; empty while it is unknown."""
        self.timed: dict[str, frozenset[str]] = {
            timing: frozenset(card.id for card in pack.upgrades if card.timing == timing)
            for timing in {card.timing for card in pack.upgrades}
        }
        self.automatic: dict[type, set[str]] = {}
        """The upgrades that may bring a kind of effect by themselves."""
        for card in pack.upgrades if "passive" in self.timed else ():
            for kind in kinds_in_force(card.effects or ()) if card.timing == "passive" else ():
                self.automatic.setdefault(kind, set()).add(card.id)
        prices = {card.id: plain_price(card.effects or ()) for card in pack.upgrades}
        self.prices = {upgrade: price for upgrade, price in prices.items() if price is not None}
        """The energy and boosters of an upgrade; those of which it depends on more are left out."""
        self.slots: list[TileSlot] = pack.layouts[_layout(len(self.saucers))]
        self.squares = [
            square_id(slot.x + x, slot.y + y) for slot in self.slots for y in range(slot.h) for x in range(slot.w)
        ]
        self.start_board = read_board(settings.get("board"), pack, self.slots)
        self.start_markers = read_markers(settings.get("markers"), pack)
        self._boards: dict[LaidTiles, PrintedBoard] = {}
        self._laid: tuple[LaidTiles, PrintedBoard] | None = None
        """The arrangement that was asked for last, and its board."""
        self.word = PackWords(pack.texts, pack.language)
        self.effects: EffectRules[Any]  # of the rules, which know the world
        self._called: dict[str, Words] = {}

    @cached_property
    def beside(self) -> Mapping[str, tuple[str | None, ...]]:
        """The neighbours of each square above, right, below and left; None beyond the edge."""
        places = {(slot.x + x, slot.y + y) for slot in self.slots for x in range(slot.w) for y in range(slot.h)}

        def name(x: int, y: int) -> str | None:
            return square_id(x, y) if (x, y) in places else None

        return {square_id(x, y): (name(x, y - 1), name(x + 1, y), name(x, y + 1), name(x - 1, y)) for x, y in places}

    def called(self, name: str) -> Words:
        """The name of a saucer, crew, an upgrade or a seat, by an id like ``crew:red-doctor``.

        Other things are named by the pack's texts, or by their id.
        """
        found = self._called.get(name)
        if found is None:
            found = self._called[name] = self._put_in_words(*split(name))
        return found

    def _put_in_words(self, kind: str, one: str) -> Words:
        match kind:
            case "saucer" | "mat" | "other":
                called = capital(self.word(one))
                return of_seat(one, called) if self.seat_of.get(one) == one and not self.pair else called
            case "crew":
                return T("{colour} {type}", colour=self.word(colour_of(one)), type=self.word(type_of(one)))
            case "upgrade" | "card" if one in self.upgrades:
                return self.word(self.upgrades[one].name)
            case "upgrade" if one == UNKNOWN:
                return NOT_KNOWN
            case "seat" | "who" | "to":  # seats named after a colour
                return of_seat(one, capital(self.word(one))) if one in self.pack.colours else own_name(one)
        return self.word(one)

    def board(self, tiles: LaidTiles) -> PrintedBoard:
        """What is printed on the tiles; cached for each arrangement."""
        if self._laid is not None and tiles is self._laid[0]:
            return self._laid[1]
        found = self._boards.get(tiles)
        if found is None:
            squares = lay(self.pack, self.slots, tiles)
            numbers = sites(squares)
            found = self._boards[tiles] = PrintedBoard(
                numbers,
                {square: number for number, square in numbers.items()},
                frozenset(accelerators(squares)),
                _in_turn(numbers),
            )
        self._laid = tiles, found
        return found

    def twin(self, saucer: str) -> str | None:
        """The other saucer of the same player; None with more than two players."""
        return next((other for other in self.saucers_of[self.seat_of[saucer]] if other != saucer), None)

    def clockwise(self, seat: str) -> list[str]:
        """All seats, starting with this one."""
        at = self.seats.index(seat)
        return [*self.seats[at:], *self.seats[:at]]

    def saucers_from(self, seat: str) -> list[str]:
        """All saucers clockwise from this seat; those of one player are adjacent."""
        return [saucer for one in self.clockwise(seat) for saucer in self.saucers_of[one]]


def capital(colour: Words) -> Words:
    """A colour as a name, capitalised in every language."""
    if isinstance(colour, dict):
        return {language: name[:1].upper() + name[1:] for language, name in colour.items()}
    return colour


def _in_turn(sites: Mapping[int, str]) -> dict[int, list[tuple[int, str]]]:
    after = {face: (*range(face, SITES + 1), *range(1, face)) for face in range(1, SITES + 1)}
    return {face: [(n, sites[n]) for n in numbers if n in sites] for face, numbers in after.items()}


def crew_id(colour: str, kind: str) -> str:
    """The name of a member of the crew."""
    return f"{colour}-{kind}"


def colour_of(crew: str) -> str:
    """The saucer colour that crew matches (R-CG-52)."""
    return crew.partition("-")[0]


def coordinates(square: str) -> tuple[int, int]:
    """The column and row of a square, from 1."""
    column, _, row = square[1:].partition("r")
    return int(column), int(row)


@cache
def type_of(crew: str) -> str:
    """Pilot, scientist, doctor or engineer."""
    return crew.partition("-")[2]


def _layout(saucers: int) -> LayoutKey:
    return "6" if saucers == MOST_SEATS else "5" if saucers == MOST_SEATS - 1 else "3-4"


# The mutable state of a game of Crash & Grab.


class Saucer(Struct):
    """A saucer and its mat. ``at`` is its square, ``table`` in light mode, None off the board."""

    at: str | None = None
    crew: list[str] = []
    energy: int = 0
    boosters: int = 0
    override: bool = False
    upgrades: list[str] = []

    @property
    def seated(self) -> int:
        """The number of different types aboard (RULES.md 1)."""
        return len({type_of(crew) for crew in self.crew})


class CrashTurn(Struct):
    """A turn: its player, its position in the order of the round, and its saucer.

    ``distance`` is the number of the played card; ``crashed`` are the crashes still to be settled, in order.
    ``farther`` is how many squares farther cards fly in this turn, by upgrades that were used.
    """

    who: str
    index: int
    saucer: str | None = None
    distance: int | None = None
    boosts: int = 0
    upgrades: int = 0
    crew_out: int = 0
    crashed: list[str] = []
    farther: dict[str, int] | UnsetType = UNSET


class UpgradeInUse(Struct, frozen=True):
    """An upgrade at work: ``saucer`` is the one to which it happens, ``owner`` the one with the card, ``other`` the one
    that was hit, has crashed or entered an accelerator. ``direction`` is the one chosen with the card."""

    saucer: str
    owner: str
    upgrade: str
    other: str | None = None
    direction: str | None = None


class CrashNow(Struct):
    """The whole mutable state except the agenda.

    ``out`` maps crew on the board to its place, ``lost`` lists the lost crew; the rest is aboard. The display of the
    deck holds the drawn cards. ``directions`` counts the choices at accelerators in this move.
    """

    saucers: dict[str, Saucer]
    lost: list[str]
    deck: Deck
    box: list[str]
    probe: str
    tiles: tuple[LaidTile | None, ...]
    markers: list[str]
    out: dict[str, str] = {}
    phase: str = "setup"
    round: int = 0
    rotation: str | None = None
    order: list[str] = []
    moved: list[str] = []
    turn: CrashTurn | None = None
    used: list[str] = []
    fresh: list[str] = []
    directions: int = 0
    result: dict[str, Any] | None = None
    flown: bool | UnsetType = UNSET
    """True once a saucer has flown through another in this move."""
    later: list[Later[AnyEffect, UpgradeInUse]] | UnsetType = UNSET
    """Effects whose time is still to come."""
    asleep: list[str] | UnsetType = UNSET
    """Upgrades turned over until the next round; left out where there is none, as in boxes without them."""


State: TypeAlias = core.State[CrashWorld, CrashNow]
CGStep: TypeAlias = Step[State]


def turn(s: State) -> CrashTurn:
    """The current turn."""
    assert s.now.turn is not None
    return s.now.turn


def active(s: State) -> tuple[str, str]:
    """The player and saucer of the turn."""
    now = turn(s)
    assert now.saucer is not None
    return now.who, now.saucer


def turn_order(s: State) -> list[str]:
    """R-CG-25: the seats in the order of this round, also before it is set: the probe holder is first."""
    first, *others = s.world.clockwise(s.now.probe)
    return s.now.order or [first, *(reversed(others) if s.now.rotation == COUNTER else others)]


def board(s: State) -> PrintedBoard:
    """What is printed on the laid tiles."""
    return s.world.board(s.now.tiles)


def saucer_on(s: State, square: str, but: str | None = None) -> str | None:
    """The saucer on a square, ignoring ``but``."""
    for name, saucer in s.now.saucers.items():
        if saucer.at == square and name != but:
            return name
    return None


def crew_on(s: State, square: str) -> str | None:
    """The crew on a square."""
    for crew, at in s.now.out.items():
        if at == square:
            return crew
    return None


def next_square(s: State, square: str, direction: str) -> str | None:
    """The next square towards a marker; None beyond the edge (R-CG-40)."""
    return s.world.beside[square][s.now.markers.index(direction)]


def free_site(s: State, face: int) -> int | None:
    """R-CG-60: the first free crash site, starting at ``face``, with 1 after 12; None if there is none."""
    taken = {saucer.at for saucer in s.now.saucers.values()}.union(s.now.out.values())
    for n, at in board(s).sites_from[face]:
        if at not in taken:
            return n
    return None


def any_free_site(s: State) -> bool:
    """True if something can be placed by die; always in light mode."""
    return s.world.light or free_site(s, 1) is not None


def seated(s: State, seat: str) -> int:
    """The seated crew of a player, over both saucers with two players (R-CG-72)."""
    return sum(s.now.saucers[saucer].seated for saucer in s.world.saucers_of[seat])


def front(s: State) -> str | None:
    """The first type with lost crew (R-CG-12)."""
    return next((kind for kind in s.world.pack.types if any(type_of(crew) == kind for crew in s.now.lost)), None)


def front_row(s: State) -> list[str]:
    """The lost crew of that type, of any colour."""
    kind = front(s)
    return [crew for crew in s.now.lost if type_of(crew) == kind]


def holder(s: State, crew: str) -> str | None:
    """The saucer with that crew aboard."""
    return next((name for name, saucer in s.now.saucers.items() if crew in saucer.crew), None)


def off_colour(s: State, saucer: str) -> list[str]:
    """The crew aboard that is not of the saucer's colour (R-CG-52)."""
    return [crew for crew in s.now.saucers[saucer].crew if not crew.startswith(f"{saucer}-")]


def place_of(at: str) -> str:
    """The location (WIRE.md, "Pieces") of something on the board."""
    return f"board:{LIGHT}" if at == LIGHT else f"square:{at}"
