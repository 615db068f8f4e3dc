"""What should lie where, place by place, and how each of it is corrected (wire/crash.md, "Corrections")."""

from __future__ import annotations

from itertools import product

from companion.core.texts import T, Words
from companion.games.crash.content.board import fitting, square_id
from companion.games.crash.corrections import MOST_CREW_OUT
from companion.games.crash.names import saucer_name, seat_name, upgrade_name
from companion.games.crash.presenter.boards import tokens
from companion.games.crash.presenter.labels import (
    crew_icon,
    marker_icon,
    mat_name,
    saucer_icon,
    seat_icon,
    square_name,
    turned_words,
)
from companion.games.crash.presenter.setup_lines import SIDE_WORDS
from companion.games.crash.state import State, board
from companion.games.crash.words import LIGHT, LOST
from companion.games.crash.world import crew_id, type_of
from companion.scene.counters import Change, Option, change, number, one_of, setter
from companion.scene.parts import Cell, Counter, Fix, Place, PlaceGroup

BOARD = PlaceGroup("board", T("Board"), "tile:square")
LAID = PlaceGroup("laid", T("Tiles"), "marker:1")
MATS = PlaceGroup("mats", T("Saucers"), "players")
CREW = PlaceGroup("crew", T("Lost crew"), "crew:pilot")
UPGRADES = PlaceGroup("upgrades", T("Upgrades"), "upgrade")
ROUND = PlaceGroup("round", T("Round"), "token:probe")


def places(s: State) -> list[Place]:
    """The squares, the tiles and the markers; the mats; the lost crew; the upgrades; probe and turn."""
    found = [Place("board:table", T("Board"), BOARD, "site", _on_table(s))] if s.world.light else _squares(s)
    found += [Place(saucer, mat_name(s.world, saucer), MATS, saucer_icon(s.world, saucer), _mat(s, saucer))
              for saucer in s.world.saucers]  # fmt: skip
    found += [Place(f"lost:{kind}", s.world.word(kind), CREW, f"crew:{kind}", [_crew_row(s, kind, LOST)])
              for kind in s.world.pack.types]  # fmt: skip
    found += [_upgrade(s, card) for card in s.world.upgrades]
    return [*found, *_round(s)]


def _squares(s: State) -> list[Place]:
    """Square by square, then tile by tile if all are laid, then the markers."""
    found, printed = [], board(s)
    numbered = set(printed.sites.values())
    for slot in s.world.slots:
        for x, y in product(range(slot.x, slot.x + slot.w), range(slot.y, slot.y + slot.h)):
            at = square_id(x, y)
            icon = "site" if at in numbered else "accelerator" if at in printed.accelerators else "tile:square"
            found.append(Place(f"square:{at}", square_name(s, at), BOARD, icon, _square(s, at)))
    if all(there is not None for there in s.now.tiles):
        found += [Place(f"slot:{n}", T("Tile on place {n}", n=n), LAID, "tile:square", _tile(s, n))
                  for n in range(1, len(s.world.slots) + 1)]  # fmt: skip
    return [*found, Place("markers", T("Markers"), LAID, marker_icon(s.world, s.now.markers[0]), _markers(s))]


def _square(s: State, at: str) -> list[Counter]:
    """What stands on a square: a saucer or crew, in whose place a tap puts another."""
    away = _away(s, at)
    here = next((name for name, saucer in s.now.saucers.items() if saucer.at == at), None)
    saucers: list[Option] = [(name, "", saucer_icon(s.world, name)) for name in s.world.saucers]

    def saucer_there(name: str | None) -> list[Change]:
        return away if name is None else [*away, change("saucer", at, saucer=name)]

    counters = [one_of("saucer", T("Saucer"), "players", saucers, here, saucer_there, none=True)]
    for kind in s.world.pack.types:
        there = next((crew for crew, place in s.now.out.items() if place == at and type_of(crew) == kind), None)
        options: list[Option] = [(crew, "", crew_icon(s.world, crew)) for crew in _of_type(s, kind)]

        def crew_there(crew: str | None) -> list[Change]:
            return away if crew is None else [*away, change("crew", f"square:{at}", crew=crew)]

        counters.append(
            one_of(f"crew:{kind}", s.world.word(kind), f"crew:{kind}", options, there, crew_there, none=True)
        )
    return counters


def _away(s: State, at: str) -> list[Change]:
    """What clears a square: a saucer goes off the board, crew to the lost crew."""
    found = [change("saucer", None, saucer=name) for name, saucer in s.now.saucers.items() if saucer.at == at]
    return found + [change("crew", LOST, crew=crew) for crew, place in s.now.out.items() if place == at]


def _on_table(s: State) -> list[Counter]:
    """Light: what is on the board, wherever."""
    cells = []
    for name, saucer in s.now.saucers.items():
        there = saucer.at is not None
        fix = Fix([change("saucer", None if there else LIGHT, saucer=name)], saucer_name(s.world, name))
        cells.append(Cell("", there, saucer_icon(s.world, name), fix))
    row = Counter("saucers", T("Saucers"), "players", cells=cells)
    return [row, *(_crew_row(s, kind, f"board:{LIGHT}") for kind in s.world.pack.types)]


def _of_type(s: State, kind: str) -> list[str]:
    """The crew of a type that is in the game, by colour as the pack has it."""
    crew = (crew_id(colour, kind) for colour in s.world.pack.colours)
    return [one for one in crew if one in s.world.crew]


def _crew_row(s: State, kind: str, place: str) -> Counter:
    """The crew of a type: those on a place are on; a tap brings another there, or sends it to the lost crew."""
    cells, here = [], _crew_at(s, place)
    for crew in _of_type(s, kind):
        on = crew in here
        fix = Fix([change("crew", LOST if on else place, crew=crew)], s.world.word(kind))
        cells.append(Cell("", on, crew_icon(s.world, crew), None if on and place == LOST else fix))
    return Counter(f"crew:{kind}", s.world.word(kind), f"crew:{kind}", cells=cells)


def _crew_at(s: State, place: str) -> list[str]:
    if place == LOST:
        return s.now.lost
    kind, _, name = place.partition(":")
    return s.now.saucers[name].crew if kind == "mat" else [crew for crew, at in s.now.out.items() if at == name]


def _mat(s: State, saucer: str) -> list[Counter]:
    """Tokens and crew aboard; and that the saucer is off the board, where that can be said without a square."""
    name = T("Off the board")
    away = s.now.saucers[saucer].at is None
    fix = None if away else Fix([change("saucer", None, saucer=saucer)], name)
    off = Counter("off", name, saucer_icon(s.world, saucer), cells=[Cell("", away, saucer_icon(s.world, saucer), fix)])
    crew = [_crew_row(s, kind, f"mat:{saucer}") for kind in s.world.pack.types]
    return [off, *tokens(s, saucer), *crew]


def _upgrade(s: State, card: str) -> Place:
    """In the deck, discarded, out of the game or on a mat; not to be corrected while it is drawn."""
    now, w = s.now, s.world
    mats = {f"mat:{name}": saucer.upgrades for name, saucer in now.saucers.items()}
    piles = {"discard": now.deck.discard, "box": now.box, "drawn": now.deck.display, **mats}
    at = next((pile for pile, cards in piles.items() if card in cards), "deck")
    options: list[Option] = [("deck", T("Deck"), None), ("discard", T("Discard"), None), ("box", T("Out"), None)]
    options += [(f"mat:{name}", "", saucer_icon(w, name)) for name in w.saucers]
    lies = one_of("pile", T("Where?"), "upgrade", options, at, setter("upgrade", upgrade=card))
    if at == "drawn":
        lies = Counter(
            lies.id, lies.name, lies.icon, cells=[Cell(one.label, on=False, icon=one.icon) for one in lies.cells]
        )
    return Place(f"upgrade:{card}", upgrade_name(w, card), UPGRADES, "upgrade", [lies])


def _tile(s: State, n: int) -> list[Counter]:
    """Which tile lies on a place and how; a tile that lies elsewhere changes places with it."""
    w, slot, there = s.world, s.world.slots[n - 1], s.now.tiles[n - 1]
    assert there is not None
    tiles: list[Option] = [(tile, w.word(tile), None) for tile in slot.tile_pool]
    turns: list[Option] = [(str(one), turned_words(one), None) for one in fitting(w.tiles[there.tile], slot)]

    def put(slot_number: int, tile: str, rotation: int) -> Change:
        turns_of_it = fitting(w.tiles[tile], w.slots[slot_number - 1])
        turned = rotation if rotation in turns_of_it else turns_of_it[0]
        return change("tile", {"tile": tile, "rotation": turned}, slot=slot_number)

    def changed(tile: str | None) -> list[Change]:
        name = tile or there.tile
        elsewhere = next((i for i, one in enumerate(s.now.tiles, 1) if one is not None and one.tile == name), None)
        swapped = [] if elsewhere in (None, n) else [put(elsewhere or n, there.tile, there.rotation)]
        return [put(n, name, there.rotation), *swapped]

    def turned(rotation: str | None) -> list[Change]:
        return [put(n, there.tile, int(rotation or there.rotation))]

    return [
        one_of("tile", T("Tile"), "tile:square", tiles, there.tile, changed),
        one_of("rotation", T("Turned"), "tile:square", turns, str(there.rotation), turned),
    ]


def _markers(s: State) -> list[Counter]:
    """R-CG-06: which marker lies where; the one that lay there takes the other place."""
    counters, markers = [], s.now.markers
    options: list[Option] = [(one, s.world.word(one), marker_icon(s.world, one)) for one in s.world.pack.directions]
    for index, (here, side) in enumerate(zip(markers, SIDE_WORDS, strict=True)):

        def fixed(other: str | None, index: int = index, here: str = here) -> list[Change]:
            swapped = [here if one == other else one for one in markers]
            swapped[index] = other or here
            return [change("markers", swapped)]

        counters.append(one_of(f"side:{index + 1}", side, marker_icon(s.world, here), options, here, fixed))
    return counters


def _round(s: State) -> list[Place]:
    """Who has the probe; in a turn also what still waits for its clean-up."""
    w, turn = s.world, s.now.turn
    seats: list[Option] = [(seat, "", seat_icon(w, seat)) for seat in w.seats]
    name: Words = T("The probe")
    probe = one_of("probe", name, "token:probe", seats, s.now.probe, setter("probe"))
    found = [Place("probe", name, ROUND, "token:probe", [probe])]
    if turn is None:
        return found
    crew = number("crew_out", T("Crew to be placed"), "crew:pilot", turn.crew_out, MOST_CREW_OUT, setter("crew_out"))
    cells = []
    for saucer in w.saucers:
        on = saucer in turn.crashed
        crashed = [one for one in turn.crashed if one != saucer] if on else [*turn.crashed, saucer]
        label = str(turn.crashed.index(saucer) + 1) if on else ""
        fix = Fix([change("crashed", crashed)], T("Crashed in this turn"))
        cells.append(Cell(label, on, saucer_icon(w, saucer), fix))
    row = Counter("crashed", T("Crashed, still to be settled"), "players", cells=cells)
    who = T("Turn of {seat}", seat=seat_name(w, turn.who))
    return [*found, Place("turn", who, ROUND, "players", [crew, row])]
