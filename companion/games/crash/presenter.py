"""How Crash & Grab looks: the table as parts of the scene, the table check, gauges."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from msgspec import structs

from companion.core.answers import Answer
from companion.core.asks import Ask
from companion.core.facts import Colour, Marker
from companion.core.texts import P, T, Text, Words, listed
from companion.games.crash.content import LIGHT, LOST, OVERRIDES, fitting, square_id
from companion.games.crash.facts import FACTS, complete, crew_place, upgrade_place
from companion.games.crash.questions import AT_QUESTIONS, CrashQuestions, decision
from companion.games.crash.rules.pieces import mat
from companion.games.crash.state import State, UpgradeInUse, board, colour_of, crew_id, seated, type_of
from companion.games.crash.why import HEADINGS, WHY
from companion.games.crash.words import (
    BOX,
    ICONS,
    SIDE_WORDS,
    TIMINGS,
    Instructions,
    Naming,
    seated_words,
    upgrade_face,
)
from companion.scene.charts import mark
from companion.scene.counters import Change, Option, any_of, change, in_order, one_of, setter
from companion.scene.scene import (
    Card,
    Cell,
    Counter,
    Grid,
    Holding,
    Order,
    Piece,
    Place,
    PlaceGroup,
    Rank,
    Row,
    RowPlace,
    Scene,
    SeatBoard,
    Square,
    Standing,
)

# The table as parts of the scene: board, order of the round, lost crew, mats, notices.

ROTATIONS: dict[str | None, Text] = {"cw": T("Clockwise"), "ccw": T("Counter-clockwise")}
"""The direction of a round as a heading."""
ENERGY, BOOSTERS, PROBE = (FACTS[name] for name in ("energy", "boosters", "probe"))
KINDS = [*(Piece(one.icon, one.label) for one in (ENERGY, BOOSTERS)), Piece("upgrade", T("Upgrades"))]
"""What is counted of every mat beside the order of play."""


class TableView(Naming):
    """What lies on the table."""

    def grid(self, s: State, ask: Ask) -> Grid | None:
        """The board with its tiles; None if it is not tracked."""
        w, printed = s.world, board(s)
        if w.light:
            return None
        pieces = self._on_squares(s)
        saucer = looked_at(s, ask)
        here = None if saucer is None else s.now.saucers[saucer].at
        squares = []
        for number, slot in enumerate(w.slots, 1):
            for column, row in product(range(slot.x, slot.x + slot.w), range(slot.y, slot.y + slot.h)):
                at = square_id(column, row)
                squares.append(
                    Square(
                        f"square:{at}",
                        self.square(s, at),
                        column,
                        row,
                        number,
                        str(printed.site_on.get(at, "")),
                        "accelerator" if at in printed.accelerators else None,
                        pieces.get(at, []),
                        here=at == here,
                    )
                )
        return Grid(squares, [self.piece(s, f"marker:{direction}") for direction in s.now.markers])

    def _on_squares(self, s: State) -> dict[str, list[Piece]]:
        """Saucers and crew by square."""
        found: dict[str, list[Piece]] = {}
        there = [(saucer.at, f"saucer:{name}") for name, saucer in s.now.saucers.items()]
        there += [(at, f"crew:{crew}") for crew, at in s.now.out.items()]
        for at, piece in there:
            if at is not None:
                found.setdefault(at, []).append(self.piece(s, piece))
        return found

    def _rows(self, s: State, ask: Ask) -> list[Row]:
        """The lost crew by type, front row first; in light mode also what is on the board."""
        boxes = []
        for kind in s.world.pack.types:
            crew = [self.piece(s, f"crew:{one}") for one in s.now.lost if type_of(one) == kind]
            box = RowPlace(f"lost:{kind}", str(len(crew)), s.world.word(kind), f"crew:{kind}", pieces=crew)
            boxes.append(box if crew else structs.replace(box, state="quiet"))
        lost = Row("lost", T("Lost crew"), boxes)
        if not s.world.light:
            return [lost]
        there = [piece for pieces in self._on_squares(s).values() for piece in pieces]
        on_board = RowPlace("board:table", str(len(there)), T("Board"), "site", pieces=there)
        return [Row("board", T("On the board"), [on_board]), lost]

    def order(self, s: State) -> Order:
        """The order of the round with seated crew; before it is known, clockwise from the probe."""
        now = s.now
        moving = None if now.turn is None else now.turn.index
        standings = [
            Standing(
                saucer,
                self.mat(s, saucer),
                self.icon(s, f"saucer:{saucer}"),
                str(now.saucers[saucer].seated),
                active=index == moving,
                done=index < len(now.moved) and index != moving,
                holds=self._holds(s, saucer, now.saucers[saucer].upgrades),
            )
            for index, saucer in enumerate(order_of_play(s))
        ]
        return Order(ROTATIONS.get(now.rotation, T("Order")), T("seated"), standings, KINDS)

    def _holds(self, s: State, saucer: str, upgrades: Sequence[str]) -> list[Piece]:
        """What lies on a mat of each of ``KINDS``, with these upgrades."""
        here = s.now.saucers[saucer]
        counts = here.energy, here.boosters, len(upgrades)
        held = [structs.replace(kind, n=n) for kind, n in zip(KINDS, counts, strict=True)]
        names = [self.word(s, f"upgrade:{card}") for card in upgrades]
        return [*held[:-1], structs.replace(held[-1], name=listed(names))] if names else held

    def _boards(self, s: State, ask: Ask) -> list[SeatBoard]:
        """The mats, clockwise from the first player; read-only after the end."""
        return [self._mat(s, saucer, active=saucer == looked_at(s, ask)) for saucer in s.world.saucers]

    def _mat(self, s: State, saucer: str, *, active: bool) -> SeatBoard:
        now, here = s.now, s.now.saucers[saucer]
        places = seats_taken(s, saucer)
        cells = [
            Cell(s.world.word(kind), crew is not None, f"crew:{kind}" if crew is None else self.icon(s, f"crew:{crew}"))
            for kind, crew in places.items()
        ]
        tokens = self.tokens(s, saucer)
        if now.result is not None:
            tokens = [structs.replace(one, more=None, less=None) for one in tokens]
        counters = [Counter("crew", T("Crew"), "players", str(here.seated), cells=cells), *tokens]
        if len(s.world.seats) in OVERRIDES:
            token = "token:override"
            counters.append(Counter("override", T("Override token"), token, cells=[Cell("", here.override, token)]))
        extra = [
            Holding(f"crew:{crew}", self.piece(s, f"crew:{crew}")) for crew in here.crew if crew not in places.values()
        ]
        upgrades = [
            Holding(
                f"upgrade:{card}",
                Piece("upgrade", self.word(s, f"upgrade:{card}"), n, face_down=card in now.used or card in now.fresh),
                card=self.upgrade(s, card),
            )
            for card, n in Counted(here.upgrades).items()
        ]
        return SeatBoard(
            saucer,
            self.mat(s, saucer),
            self.icon(s, f"saucer:{saucer}"),
            counters,
            [*extra, *upgrades],
            T("{n}, {what}", n=seated_words(here.seated), what=self.whereabouts(s, here.at)),
            active=active,
            done=saucer in now.moved and (now.turn is None or saucer != now.turn.saucer),
        )

    def _ranking(self, s: State, ask: Ask) -> list[Rank]:
        """The winner (R-CG-74), then the others by seated crew."""
        if s.now.result is None:
            return []
        winner, crew = s.now.result["winner"], {seat: seated(s, seat) for seat in s.world.seats}
        others = sorted((seat for seat in crew if seat != winner), key=lambda seat: -crew[seat])
        return [
            Rank(
                seat,
                self.word(s, f"seat:{seat}"),
                self.icon(s, f"seat:{seat}"),
                1 if seat == winner else 2 + sum(crew[other] > crew[seat] for other in others),
                seated_words(crew[seat]),
                winner=seat == winner,
            )
            for seat in [winner, *others]
        ]

    def notices(self, s: State, ask: Ask) -> list[Words]:
        """The notices, most urgent first."""
        now = s.now
        if now.result is not None:
            return []
        found: list[Words] = []
        if decision(ask) == "report":
            found.append(T("From an accelerator fly as far again, any way you like."))
            if s.world.pair:
                found.append(T("Two of your saucers side by side: each may take crew of its colour from the other."))
        if now.turn is not None and now.turn.crashed:
            crashed = listed([self.word(s, f"saucer:{saucer}") for saucer in now.turn.crashed])
            found.append(T("Crashed in this turn: {saucers}", saucers=crashed))
        if now.turn is not None and now.turn.crew_out:
            n = now.turn.crew_out
            found.append(
                P("{n} crew comes onto the board after the turn", "{n} crew come onto the board after the turn", n)
            )
        tokens = [self.word(s, f"saucer:{name}") for name, saucer in now.saucers.items() if saucer.override]
        if tokens and now.phase in ("planning", "turn"):
            found.append(T("Override token: {saucers}", saucers=listed(tokens)))
        found.append(T("The probe: {seat}", seat=self.word(s, f"seat:{now.probe}")))
        deck, discard = len(now.deck.pile), len(now.deck.discard)
        return [*found, T("Upgrades: {deck} in the deck, {discard} discarded", deck=deck, discard=discard)]


def looked_at(s: State, ask: Ask) -> str | None:
    """The saucer of the open question, else that of the turn."""
    asked = getattr(ask, "saucer", None)
    if isinstance(asked, str):
        return asked
    return None if s.now.turn is None else s.now.turn.saucer


def order_of_play(s: State) -> list[str]:
    """The saucers in order of play; with two players, unchosen ones in colour order."""
    now, w = s.now, s.world
    if not now.order:
        return w.saucers_from(now.probe)
    left = {seat: [saucer for saucer in w.saucers_of[seat] if saucer not in now.moved] for seat in w.seats}
    return [now.moved[index] if index < len(now.moved) else left[seat].pop(0) for index, seat in enumerate(now.order)]


def seats_taken(s: State, saucer: str) -> dict[str, str | None]:
    """The crew seated in each position; of several, the one of the saucer's colour, which is at the bottom
    (R-CG-55)."""
    found: dict[str, str | None] = {}
    for kind in s.world.pack.types:
        same = [crew for crew in s.now.saucers[saucer].crew if type_of(crew) == kind]
        found[kind] = next((crew for crew in same if colour_of(crew) == saucer), same[0] if same else None)
    return found


# The table check: everything by place, with its corrections (WIRE.md, "Corrections").

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
        options: list[Option] = [
            ("deck", T("Deck"), None),
            ("discard", T("Discard"), None),
            ("box", T("Out"), None),
        ]
        options += [(mat(name), "", self.icon(s, f"saucer:{name}")) for name in s.world.saucers]
        if at == "drawn":
            return any_of("pile", T("Where?"), "upgrade", options, (), lambda pile: [])
        return one_of("pile", T("Where?"), "upgrade", options, at, setter("upgrade", upgrade=card))

    def _round(self, s: State) -> list[Place]:
        """The probe; during a turn also what still awaits clean-up."""
        w, turn = s.world, s.now.turn
        seats = self._pictured(s, "seat", w.seats)
        probe = one_of("probe", PROBE.label, PROBE.icon, seats, s.now.probe, setter("probe"))
        found = [Place("probe", PROBE.label, ROUND, PROBE.icon, [probe])]
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


# How Crash & Grab looks and reads.


class CrashAndGrabPresenter(CrashQuestions, TableView, TableCheck, Instructions):
    """The presenter of Crash & Grab."""

    why = WHY
    headings = HEADINGS
    box = BOX
    decks = ("upgrades",)
    tips = AT_QUESTIONS
    box_icons = ICONS

    def box_card(self, data: Mapping[str, Any], table: str, row: Mapping[str, Any]) -> Card | None:
        """Upgrades."""
        if table != "upgrades":
            return None
        return upgrade_face(row.get("name", ""), TIMINGS.get(row.get("timing", "")), row.get("text", ""))

    def scene(self, s: State) -> Scene:
        """The whole picture, for people at the shared screen."""
        ask = self.rules.ask(s)
        return structs.replace(
            super().scene(s),
            notices=self.notices(s, ask),
            order=self.order(s),
            grid=self.grid(s, ask),
            pad=self.pad(s, self.rules.legal(s) or ()),
        )

    def at_work(self, s: State, doing: UpgradeInUse) -> Card:
        """An upgrade."""
        return self.upgrade(s, doing.upgrade)

    def left_open(self, s: State, scene: Scene, granted: Answer) -> Scene:
        """Nobody has the upgrade yet that is still to be chosen."""
        card = getattr(granted, "upgrade", "")
        saucer = next((name for name, here in s.now.saucers.items() if card in here.upgrades), "")
        open_ = Holding(f"upgrade:{card}", Piece("upgrade", T("still to be chosen"), face_down=True))

        def held(board: SeatBoard) -> SeatBoard:
            return structs.replace(board, holdings=[open_ if one.id == open_.id else one for one in board.holdings])

        def counted(one: Standing) -> Standing:
            without = [name for name in s.now.saucers[saucer].upgrades if name != card] if saucer else []
            return structs.replace(one, holds=self._holds(s, saucer, without)) if one.seat == saucer else one

        order = None
        if scene.order is not None:
            order = structs.replace(scene.order, seats=[counted(one) for one in scene.order.seats])
        return structs.replace(scene, boards=[held(board) for board in scene.boards], order=order)

    def seat_mark(self, s: State, seat: str) -> tuple[Colour, Marker]:
        """Those of its saucer, or of the first of two."""
        return mark(s.world.pack.colours.index(s.world.saucers_of[seat][0]))
