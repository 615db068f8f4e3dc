"""The table check: everything by place, with its corrections (wire/crash.md, "Corrections")."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from msgspec import structs

from companion.core.texts import T, Words
from companion.games.crash.content.board import fitting, square_id
from companion.games.crash.facts import complete, crew_place, upgrade_place
from companion.games.crash.presenter.naming import Naming
from companion.games.crash.presenter.setup_lines import SIDE_WORDS
from companion.games.crash.rules.hands import mat
from companion.games.crash.state import State, board
from companion.games.crash.words import LIGHT, LOST
from companion.games.crash.world import crew_id, type_of
from companion.scene.counters import Change, Option, any_of, change, in_order, one_of, setter
from companion.scene.parts import Counter, Place, PlaceGroup

BOARD = PlaceGroup("board", T("Board"), "tile:square")
LAID = PlaceGroup("laid", T("Tiles"), "marker:1")
MATS = PlaceGroup("mats", T("Saucers"), "players")
CREW = PlaceGroup("crew", T("Lost crew"), "crew:pilot")
UPGRADES = PlaceGroup("upgrades", T("Upgrades"), "upgrade")
ROUND = PlaceGroup("round", T("Round"), "token:probe")


class TableCheck(Naming):
    """The places of the table check."""

    def places(self, s: State) -> list[Place]:
        """Squares, tiles and markers; mats; lost crew; upgrades; probe and turn."""
        w = s.world
        on_table = Place("board:table", T("Board"), BOARD, "site", self._on_table(s))
        found = [on_table] if w.light else self._squares(s)
        for saucer in w.saucers:
            icon = self.icon(s, f"saucer:{saucer}")
            found.append(Place(saucer, self.mat(s, saucer), MATS, icon, self._on_mat(s, saucer)))
        for kind in w.pack.types:
            found.append(Place(f"lost:{kind}", w.word(kind), CREW, f"crew:{kind}", [self._crew_row(s, kind, LOST)]))
        for card in w.upgrades:
            name = self.word(s, f"upgrade:{card}")
            found.append(Place(f"upgrade:{card}", name, UPGRADES, "upgrade", [self._pile(s, card)]))
        return [*found, *self._round(s)]

    def cards_of(self, s: State, item: str) -> list[Place]:
        """The upgrades, which are on the table even if the companion draws them."""
        return [place for place in self.places(s) if item == "upgrades" and place.group is UPGRADES]

    def _pictured(self, s: State, kind: str, names: Iterable[str]) -> list[Option]:
        """Options shown by icon."""
        return [(one, "", self.icon(s, f"{kind}:{one}")) for one in names]

    def _squares(self, s: State) -> list[Place]:
        """The squares, then the tiles if all are laid, then the markers."""
        found, there = [], board(s)
        for slot in s.world.slots:
            for x, y in product(range(slot.x, slot.x + slot.w), range(slot.y, slot.y + slot.h)):
                at = square_id(x, y)
                icon = "site" if at in there.site_on else "accelerator" if at in there.accelerators else "tile:square"
                found.append(Place(f"square:{at}", self.square(s, at), BOARD, icon, self._on_square(s, at)))
        if complete(s):
            found += [
                Place(f"slot:{n}", T("Tile on place {n}", n=n), LAID, "tile:square", self._on_slot(s, n))
                for n in range(1, len(s.world.slots) + 1)
            ]
        icon = self.icon(s, f"marker:{s.now.markers[0]}")
        return [*found, Place("markers", T("Markers"), LAID, icon, self._markers(s))]

    def _on_square(self, s: State, at: str) -> list[Counter]:
        """The saucer or crew on a square; a tap replaces it."""
        saucers = [name for name, saucer in s.now.saucers.items() if saucer.at == at]
        crew = [one for one, place in s.now.out.items() if place == at]
        away = [change("saucer", None, saucer=one) for one in saucers] + [
            change("crew", LOST, crew=one) for one in crew
        ]

        def saucer_there(name: str | None) -> list[Change]:
            return away if name is None else [*away, change("saucer", at, saucer=name)]

        def crew_there(name: str | None) -> list[Change]:
            return away if name is None else [*away, change("crew", f"square:{at}", crew=name)]

        options = self._pictured(s, "saucer", s.world.saucers)
        here = saucers[0] if saucers else None
        counters = [one_of("saucer", T("Saucer"), "players", options, here, saucer_there, none=True)]
        for kind in s.world.pack.types:
            name, icon, options = s.world.word(kind), f"crew:{kind}", self._pictured(s, "crew", _of_type(s, kind))
            there = next((one for one in crew if type_of(one) == kind), None)
            counters.append(one_of(icon, name, icon, options, there, crew_there, none=True))
        return counters

    def _on_table(self, s: State) -> list[Counter]:
        """Light mode: what is anywhere on the board."""
        there = [name for name, saucer in s.now.saucers.items() if saucer.at is not None]
        saucers = any_of(
            "saucers",
            T("Saucers"),
            "players",
            self._pictured(s, "saucer", s.now.saucers),
            there,
            lambda one: [change("saucer", None if one in there else LIGHT, saucer=one)],
            lambda one: self.word(s, f"saucer:{one}"),
        )
        return [saucers, *(self._crew_row(s, kind, f"board:{LIGHT}") for kind in s.world.pack.types)]

    def _crew_row(self, s: State, kind: str, place: str) -> Counter:
        """The crew of a type; those at the place are on. A tap moves one there, or to the lost crew."""
        crew = _of_type(s, kind)
        here = [one for one in crew if crew_place(s, one) == place]

        def moved(one: str) -> list[Change]:
            if one not in here:
                return [change("crew", place, crew=one)]
            return [] if place == LOST else [change("crew", LOST, crew=one)]

        return any_of(f"crew:{kind}", s.world.word(kind), f"crew:{kind}", self._pictured(s, "crew", crew), here, moved)

    def _on_slot(self, s: State, n: int) -> list[Counter]:
        """The tile and rotation in a slot; a tile from another slot is swapped."""
        w, slot, there = s.world, s.world.slots[n - 1], s.now.tiles[n - 1]
        assert there is not None
        tiles: list[Option] = [(tile, w.word(tile), None) for tile in slot.tile_pool]
        turns: list[Option] = [
            (str(one), self.word(s, f"rotation:{one}"), None) for one in fitting(w.tiles[there.tile], slot)
        ]

        def put(slot_number: int, tile: str, rotation: int) -> Change:
            turns_of_it = fitting(w.tiles[tile], w.slots[slot_number - 1])
            turned = rotation if rotation in turns_of_it else turns_of_it[0]
            return change("tile", {"tile": tile, "rotation": turned}, slot=slot_number)

        def changed(tile: str | None) -> list[Change]:
            name = tile or there.tile
            elsewhere = next((i for i, one in enumerate(s.now.tiles, 1) if one is not None and one.tile == name), n)
            swapped = [] if elsewhere == n else [put(elsewhere, there.tile, there.rotation)]
            return [put(n, name, there.rotation), *swapped]

        def turned(rotation: str | None) -> list[Change]:
            return [put(n, there.tile, int(rotation or there.rotation))]

        return [
            one_of("tile", T("Tile"), "tile:square", tiles, there.tile, changed),
            one_of("rotation", T("Turned"), "tile:square", turns, str(there.rotation), turned),
        ]

    def _markers(self, s: State) -> list[Counter]:
        """R-CG-06: the marker at each side; a marker from another side is swapped."""
        pictures = self._pictured(s, "marker", s.world.pack.directions)
        options: list[Option] = [(one, s.world.word(one), icon) for one, _, icon in pictures]
        rows = in_order("side", SIDE_WORDS, "", options, s.now.markers, setter("markers"))
        icons = [self.icon(s, f"marker:{one}") for one in s.now.markers]
        return [structs.replace(row, icon=icon) for row, icon in zip(rows, icons, strict=True)]

    def _on_mat(self, s: State, saucer: str) -> list[Counter]:
        """Tokens and crew aboard; and that the saucer is off the board, if that is possible without a square."""
        away = [] if s.now.saucers[saucer].at is not None else [saucer]
        icon = self.icon(s, f"saucer:{saucer}")
        changes = [] if away else [change("saucer", None, saucer=saucer)]
        off = any_of("off", T("Off the board"), icon, [(saucer, "", icon)], away, lambda one: changes)
        crew = [self._crew_row(s, kind, f"mat:{saucer}") for kind in s.world.pack.types]
        return [off, *self.tokens(s, saucer), *crew]

    def _pile(self, s: State, card: str) -> Counter:
        """In the deck, discarded, out of the game or on a mat; not while it is being drawn."""
        at = upgrade_place(s, card)
        options: list[Option] = [("deck", T("Deck"), None), ("discard", T("Discard"), None), ("box", T("Out"), None)]
        options += [(mat(name), "", self.icon(s, f"saucer:{name}")) for name in s.world.saucers]
        if at == "drawn":
            return any_of("pile", T("Where?"), "upgrade", options, (), lambda pile: [])
        return one_of("pile", T("Where?"), "upgrade", options, at, setter("upgrade", upgrade=card))

    def _round(self, s: State) -> list[Place]:
        """The probe; during a turn also what still awaits clean-up."""
        w, turn = s.world, s.now.turn
        name: Words = T("The probe")
        seats = self._pictured(s, "seat", w.seats)
        probe = one_of("probe", name, "token:probe", seats, s.now.probe, setter("probe"))
        found = [Place("probe", name, ROUND, "token:probe", [probe])]
        if turn is None:
            return found
        crashed = turn.crashed
        options: list[Option] = [
            (one, str(crashed.index(one) + 1) if one in crashed else "", icon)
            for one, _, icon in self._pictured(s, "saucer", w.saucers)
        ]
        row = any_of(
            "crashed",
            T("Crashed, still to be settled"),
            "players",
            options,
            crashed,
            lambda saucer: [change("crashed", _other(crashed, saucer))],
            lambda saucer: T("Crashed in this turn"),
        )
        who = T("{seat}'s turn", seat=self.word(s, f"seat:{turn.who}"))
        return [*found, Place("turn", who, ROUND, "players", [*self.counter(s, "crew_out"), row])]


def _of_type(s: State, kind: str) -> list[str]:
    """The crew of a type in the game, by colour in the pack's order."""
    crew = (crew_id(colour, kind) for colour in s.world.pack.colours)
    return [one for one in crew if one in s.world.crew]


def _other(row: list[str], one: str) -> list[str]:
    """The list with an item toggled."""
    return [other for other in row if other != one] if one in row else [*row, one]
