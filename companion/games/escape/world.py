"""The constants of a game: pack, seats and options in the form that rules need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.core.piles import UNKNOWN, Cards
from companion.core.setup import named_seats
from companion.core.steps.listed import AnswerCache
from companion.core.texts import PackWords
from companion.games.escape.content.pack_data import CityTile, Contact, EscapePlan, Pack, ScoreLine
from companion.games.escape.content.stocks import STOCKS
from companion.games.escape.options import Options, read_options
from companion.games.escape.words import BOARD_COUNTERS, GAS, HANDCUFFS, LETTERS, NOTORIETY_END

NO_CONTACT, NO_PLAN = Contact(UNKNOWN, None, None), EscapePlan(UNKNOWN, None)
"""The effects of an unknown card: none."""
TOTAL = ScoreLine("total", "free", 1)
"""The score sheet of a pack without one: a single total, added up by the players (wire, "Result")."""


class World:
    """Lookup tables of a game, from pack, seats and settings.

    ``printed`` counts the printed pieces of the stock, by kind; ``whats`` names the counters of a seat;
    ``most_notoriety`` is the end of the track; ``open_lines`` are the lines of the score sheet that people fill in.
    """

    def __init__(self, pack: Pack, seats: Sequence[str], settings: Mapping[str, str]) -> None:
        self.pack = pack
        self.word = PackWords(pack.texts, pack.language)
        self.listings = AnswerCache()
        self.seats = named_seats(seats, pack.players_min, pack.players_max)
        self.options: Options = read_options(settings)
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


def _printed(pack: Pack) -> dict[str, int]:
    """The printed stock, by kind (wire, "Stock")."""
    return {
        "equipment": len(pack.equipment),
        "gas": GAS,
        "handcuffs": HANDCUFFS,
        "fixers": len(pack.fixers),
        **{f"key:{colour}": n for colour, n in sorted(Counter(key.colour for key in pack.keys).items())},
        **{f"locker:{kind}": n for kind, n in sorted(Counter(locker.type for locker in pack.lockers).items())},
    }
