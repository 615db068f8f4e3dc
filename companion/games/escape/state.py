"""The options of a table, and the state of a game: the world, which does not change, and what changes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec import UNSET, Struct, UnsetType, field

from companion.core import state as core
from companion.core.effects import EffectRules
from companion.core.piles import UNKNOWN, Bag, Cards, Deck
from companion.core.refusals import BadSetup
from companion.core.secrets import Secret
from companion.core.setup import SetupChoice, check_settings, named_seats
from companion.core.steps.agenda import Step
from companion.core.steps.effects import Later
from companion.core.steps.listed import AnswerCache
from companion.core.texts import PackWords, T
from companion.games.escape.content import (
    BOARD_COUNTERS,
    CARDS_OF_AN_EXIT,
    CUBES,
    EXITS,
    EXTRA,
    GANG,
    GAS,
    HANDCUFFS,
    LETTERS,
    PATROL_IN_DECK,
    STOCKS,
    AnyEffect,
    CityTile,
    Contact,
    EscapePack,
    EscapePlan,
    ScoreLine,
)

# The options of a table: setup keys, their values, and both in words (WIRE.md, "Start").

CHOICES: Final[dict[str, tuple[str, ...]]] = {"plans": ("hand", "private"), "ep.cash_ledger": ("off", "private")}
"""The keys with a list of values, default first."""
ASSET_NOTORIETY: Final = "ep.asset_notoriety"
KEYS: Final = (*CHOICES, ASSET_NOTORIETY)
NOTORIETY = ("1,2", "1", "2", "1,2,3")
"""The offered values of C-EP-05, default first; others can be set on the command line."""
SETUP_CHOICES: Final = (
    SetupChoice(
        "plans",
        T("Escape plans"),
        [("hand", T("Dealt by hand")), ("private", T("Dealt by the companion, each in secret"))],
        "hand",
        basic=True,
    ),
    SetupChoice(
        "ep.cash_ledger",
        T("Money"),
        [("off", T("Only behind the screens")), ("private", T("The companion counts it too, in secret"))],
        "off",
        basic=True,
    ),
    SetupChoice(
        ASSET_NOTORIETY,
        T("Notoriety that unlocks assets in the income phase"),
        [(value, value.replace(",", ", ")) for value in NOTORIETY],
        NOTORIETY[0],
    ),
)
"""How plans are dealt, whether cash is tracked, and the house rule, default first."""


class EscapeOptions(Struct, frozen=True):
    """The options of a table.

    ``private_plans``: the companion deals the escape plans (R-EP-37). ``ledger``: it tracks cash (G-EP-10).
    ``asset_notoriety``: the notoriety values at which an asset may be unlocked in the income phase (R-EP-49, C-EP-05).
    """

    private_plans: bool
    ledger: bool
    asset_notoriety: frozenset[int]


def read_options(settings: Mapping[str, str]) -> EscapeOptions:
    """Parse the ``--set`` pairs. Raises ``BadSetup`` for an unknown key or value."""
    check_settings(settings, KEYS, CHOICES)
    return EscapeOptions(
        private_plans=settings.get("plans") == "private",
        ledger=settings.get("ep.cash_ledger") == "private",
        asset_notoriety=_whole_numbers(settings.get(ASSET_NOTORIETY, NOTORIETY[0])),
    )


def _whole_numbers(value: str) -> frozenset[int]:
    if not re.fullmatch(r"[0-9]{1,99}(,[0-9]{1,99})*", value):
        raise BadSetup(
            T(
                "{key} takes whole numbers separated by commas, as in 1,2, not {value}.",
                key=ASSET_NOTORIETY,
                value=value,
            )
        )
    return frozenset(int(number) for number in value.split(","))


# The state of a game of Escape Plan: the world, which does not change, and what changes.

NO_CONTACT, NO_PLAN = Contact(UNKNOWN, None, None), EscapePlan(UNKNOWN, None)
"""The effects of an unknown card: none."""
TOTAL = ScoreLine("total", "free", 1)
"""The score sheet of a pack without one: a single total, added up by the players (WIRE.md, "Result")."""
NOTORIETY_END = 99
"""The end of the notoriety track if the pack has none (WIRE.md, "Counters of a seat")."""


class EscapeWorld:
    """Lookup tables of a game, from pack, seats and settings.

    ``printed`` counts the printed pieces of the stock, by kind; ``whats`` names the counters of a seat;
    ``most_notoriety`` is the end of the track; ``open_lines`` are the lines of the score sheet that people fill in.
    """

    def __init__(self, pack: EscapePack, seats: Sequence[str], settings: Mapping[str, str]) -> None:
        self.pack = pack
        self.word = PackWords(_spelled(pack), pack.language)
        self.listings = AnswerCache()
        self.seats = named_seats(seats, pack.players_min, pack.players_max)
        self.options: EscapeOptions = read_options(settings)
        self.unknown: Mapping[str, int] = Counter(pack.unknown)
        self.partial = frozenset(place for table, n in pack.unknown.items() if n for place in STOCKS[table].places)

        self.tiles: dict[str, CityTile] = {tile.id: tile for tile in pack.city_tiles}
        self.stacks = {
            letter: sorted(tile.id for tile in pack.city_tiles if tile.group == letter) for letter in LETTERS
        }
        self.start_tiles = sorted(tile.id for tile in pack.city_tiles if tile.group == "start")
        self.headquarters = next(tile.id for tile in pack.city_tiles if tile.gang_hq)
        self.tile_of_exit = {str(tile.exit): tile.id for tile in pack.city_tiles if tile.exit is not None}
        self.exit_of_tile = {tile: exit for exit, tile in self.tile_of_exit.items()}
        self.backs = list(dict.fromkeys(tile.back for tile in pack.exit_tiles))

        self.officers = {kind.type: kind.count for kind in pack.officers}
        self.contacts = Cards({card.id: card for card in pack.contacts}, NO_CONTACT)
        self.plans = Cards({card.id: card for card in pack.escape_plans}, NO_PLAN)
        self.used_contacts = any(card.when != "hired" and card.by_then(end=False) for card in pack.contacts)
        self.counts_plans = any(card.effects for card in pack.escape_plans) or bool(pack.unknown.get("escape_plans"))
        self.counts_cards = any(card.effects for card in pack.escape_plans) or any(
            card.by_then(end=True) for card in pack.contacts
        )
        self.effects: EffectRules[Any]  # of the rules, which know the world
        self.business = {tile.id: tile for tile in pack.business}
        self.safe_houses = {tile.id: tile for tile in pack.safe_houses}
        self.keys = sorted({key.colour for key in pack.keys})
        self.lockers = sorted({locker.type for locker in pack.lockers})
        self.printed = _printed(pack)
        self.whats = (*BOARD_COUNTERS, *(what for what in self.printed if what != "fixers"))
        self.most_notoriety = NOTORIETY_END if pack.notoriety.max is None else pack.notoriety.max

        self.lines = {line.line: line for line in pack.scoring or [TOTAL]}
        self.open_lines = [name for name, line in self.lines.items() if self._is_open(line)]

    def _is_open(self, line: ScoreLine) -> bool:
        return line.from_ == "free" or (line.from_ == "cash" and not self.options.ledger)

    def exit_cost(self, number: int) -> int | None:
        """R-EP-87: the price of the ``number``-th escape (from 1), in $k; None if the pack has none."""
        costs = (self.pack.exit_cost or {}).get(str(len(self.seats)))  # type: ignore[call-overload]
        return None if costs is None else int(costs[number - 1])


def _spelled(pack: EscapePack) -> Mapping[str, Mapping[str, str]]:
    """The texts of a pack, with what people write for its types, colours and backs."""
    rows = [(one.type, one.name) for one in pack.officers]
    rows += [(one.type, one.name) for one in (*pack.lockers, *pack.equipment)]
    rows += [(one.colour, one.name) for one in pack.keys]
    rows += [(one.back, one.name) for one in pack.exit_tiles]
    names = {word: name for word, name in rows if name}
    if not names:
        return pack.texts
    texts = {pack.language: {}, **pack.texts}
    return {code: {word: said.get(name, name) for word, name in names.items()} | said for code, said in texts.items()}


def _printed(pack: EscapePack) -> dict[str, int]:
    """The printed stock, by kind (WIRE.md, "Stock")."""
    return {
        "equipment": len(pack.equipment),
        "gas": GAS,
        "handcuffs": HANDCUFFS,
        "fixers": len(pack.fixers),
        **{f"key:{colour}": n for colour, n in sorted(Counter(key.colour for key in pack.keys).items())},
        **{f"locker:{kind}": n for kind, n in sorted(Counter(locker.type for locker in pack.lockers).items())},
    }


# What changes.


class CardInUse(Struct, frozen=True):
    """A card at work: whose it is, which one, and the rule that says so."""

    owner: str
    card: str
    rule: str


class EscapeSeat(Struct):
    """A player's board (R-EP-83). ``held`` counts pieces from the stock, by kind. ``bonus`` and ``not_counted`` come at
    the end from cards that say so."""

    notoriety: int
    cash: Secret[int | None] = None
    plan: Secret[str | None] = None
    wounds: int = 0
    gangs: int = 0
    cubes: list[int] = field(default_factory=lambda: list(range(CUBES)))
    first_aid: bool = False
    rest: bool = False
    unlocked: list[str] = field(default_factory=lambda: [EXTRA])
    held: Bag = {}
    contacts: list[str] = []
    lines: Secret[dict[str, int]] = {}
    bonus: Secret[int | UnsetType] = UNSET
    not_counted: Secret[list[str] | UnsetType] = UNSET

    @property
    def income(self) -> int:
        """R-EP-46: the lowest uncovered number of the income track, in $k."""
        return next(number for number in range(CUBES + 1) if number not in self.cubes)


class EscapeNow(Struct):
    """The whole mutable state except the agenda.

    ``display`` is the open tile of each stack, ``stacks`` the tiles below, in unknown order. ``exits`` maps each stack
    of exit tiles to the exit it blocks. ``business`` and ``safe_houses`` map each tile to its place. ``queue`` are the
    seats still to be asked, the current one first.
    """

    players: dict[str, EscapeSeat]
    order: list[str]
    city: list[str]
    stacks: dict[str, list[str]]
    contacts: Deck
    bag: Bag
    stock: Bag
    exits: dict[str, str | None]
    business: dict[str, str]
    safe_houses: dict[str, str]
    plans: list[str]
    gang_board: int
    gang: Bag
    phase: str = "setup"
    day: int = 1
    part: int = 1
    queue: list[str] = []
    display: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(LETTERS))
    officers: dict[str, Bag] = {}
    patrol: dict[str, int] = field(default_factory=lambda: dict.fromkeys(EXITS, 0))
    box: Bag = {}
    escaped: list[str] = []
    result: dict[str, Any] | None = None
    later: list[Later[AnyEffect, CardInUse]] | UnsetType = UNSET
    """Effects of contacts whose time is still to come; left out where there is none, as in boxes without effects."""
    used_today: list[str] | UnsetType = UNSET
    """Contacts for once a day that have been used."""

    @property
    def gang_box(self) -> int:
        """The number of gang members out of the game."""
        return GANG - self.gang_board - sum(self.gang.values())

    @property
    def patrol_deck(self) -> int:
        """The number of patrol cards still to come (R-EP-15)."""
        return PATROL_IN_DECK - sum(self.patrol.values())

    @property
    def blocked(self) -> list[str]:
        """The exits with two cards (R-EP-52)."""
        return [exit for exit, cards in self.patrol.items() if cards == CARDS_OF_AN_EXIT]

    @property
    def open_exit(self) -> str | None:
        """The exit through which players may leave, once the other two are blocked (R-EP-56)."""
        blocked = self.blocked
        if len(blocked) < len(EXITS) - 1:
            return None
        return next(exit for exit in EXITS if exit not in blocked)

    @property
    def free(self) -> list[str]:
        """The seats that have not escaped, in turn order."""
        return [seat for seat in self.order if seat not in self.escaped]


State: TypeAlias = core.State[EscapeWorld, EscapeNow]
EPStep: TypeAlias = Step[State]


def visible(s: State) -> list[str]:
    """The tiles on the board and in the display."""
    return [*s.now.city, *filter(None, s.now.display.values())]


def officer_types(s: State) -> list[str]:
    """The types of officers, with ``UNKNOWN`` while there are unknown ones in the bag or on a tile."""
    kinds = (s.now.bag, *s.now.officers.values())
    return [*s.world.officers, *([UNKNOWN] if any(UNKNOWN in bag for bag in kinds) else [])]


def stack_place(s: State, exit: str) -> str:
    """R-EP-53, R-EP-54: the place of the stack that blocks an exit: on its tile if that is visible."""
    tile = s.world.tile_of_exit.get(exit)
    return f"tile:{tile}" if tile is not None and tile in visible(s) else f"patrol:{exit}"
