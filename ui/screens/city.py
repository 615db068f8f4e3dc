"""The city: a sketch made by people, one tap per tile, and what is on each tile."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.core.texts import P, T, Words
from companion.scene.menu import Menu
from companion.scene.scene import MapTile
from ui.base.language import say
from ui.layout.geometry import Area
from ui.layout.packing import Cell, TilePlace, met
from ui.look import theme
from ui.look.theme import Shape, look
from ui.model import notes
from ui.screens.base import GameScreen, cut_panel
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.choices import ChoicePanel, Option, option
from ui.widgets.city import CityMap, Contents
from ui.widgets.lines import TodoStrip


class CityScreen(GameScreen):
    """The map on the left; on the right, placing a tile or viewing one.

    ``_laying``: the tile being placed, at ``_at`` until "Done" is tapped; ``_offered``: those to place after it;
    ``_called``: then return to the game. ``_looked``: the tile being viewed.
    """

    WIDER = 4.5
    """Width (mm) that the map takes from the panel on wide screens, for seven cells side by side."""

    def build(self) -> None:
        self.map = self.add(CityMap(tap_tile=self._tap_tile, tap_cell=self._tap_cell))
        self.nowhere = self.add(TextView(size_mm=4.4, face="plain", colour=theme.MIST, align="center", lines=4))
        self.title = self.add(TextView(size_mm=5.6, face="heavy", lines=2))
        self.hint = self.add(TextView(size_mm=3.6, face="plain", colour=theme.MIST, lines=3))
        self.contents = self.add(Contents())
        self.panel = self.add(ChoicePanel())
        self.strip = self.add(TodoStrip())
        self.primary = self.add(TapButton(size_mm=5.0, action=self.act))
        self._looked: str | None = None
        self._laying: str | None = None
        self._at: TilePlace | None = None
        self._offered: list[str] = []
        self._called = False

    def reset(self) -> None:
        self._looked = None
        if not self._called:
            self._stop_laying()

    def open(self, about: Sequence[str]) -> None:
        """Ask for the positions of these tiles one by one; then return to the game."""
        self._offered, self._called = list(about[1:]), True
        self._begin(about[0])

    # Layout.

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.pad, look.gap)
        side = cut_panel(body, shape)
        self.primary.place(side.cut_bottom(look.primary, look.gap))
        map_ = side.cut_top(side.h * 0.57, look.gap) if shape == "portrait" else body
        if shape == "wide":
            more = side.cut_left(look.mm(self.WIDER))
            map_ = Area(map_.x, side.y, map_.w + more.w, side.h)
        self.map.place(map_)
        self.nowhere.place(map_.inset(look.mm(4)))
        self.title.place(side.cut_top(look.mm(7.4), look.mm(0.6)))
        self._side = side

    def refresh(self) -> None:
        session = self.session
        tiles = {tile.id: tile for tile in session.scene.tiles}
        if self._laying is not None and self._laying not in tiles:
            self._leave()
        if self._looked not in tiles:
            self._looked = None
        places = notes.sketch(session.table)
        if self._laying is not None:
            places.pop(self._laying, None)
            if self._at is not None:
                places[self._laying] = self._at
        laid = [tile for tile in tiles if tile in places]
        self.map.show(
            tiles=list(tiles.values()), places=places, marked=self._laying or self._looked,
            laying=self._laying is not None,
        )  # fmt: skip
        empty = T("Nobody has said where the tiles are. You need not, but a sketch helps you find things.")
        self.nowhere.show(text="" if laid or self._laying else say(empty))
        side = self._side.copy()
        if session.todo:
            self.strip.place(side.cut_bottom(look.touch, look.gap))
            self.show_todo(self.strip)
        else:
            self.strip.hide()
        if self._laying is not None:
            self._show_laying(tiles[self._laying], side)
        elif self._looked is not None:
            self._show_tile(tiles[self._looked], side)
        else:
            self._show_tray([tile for tile in tiles.values() if tile.id not in places], side)

    def _hint(self, side: Area, text: str, *, warns: bool = False) -> None:
        self.contents.hide()
        self.hint.show(side.cut_top(look.mm(9), look.gap), text=text, colour=theme.LAMP if warns else theme.MIST)

    def _misfit(self, tile: MapTile) -> Words | None:
        """Why the tile does not fit at its place, according to the sketch; it may be placed there anyway."""
        if self._at is None:
            return None
        places = notes.sketch(self.session.table)
        others = [(one.edges, places[one.id]) for one in self.session.scene.tiles if one.id in places and one != tile]
        found = met(tile.edges, self._at, others)
        if found.touched < min(tile.touching, len(others)):
            return P("It must touch {n} other tile.", "It must touch {n} other tiles.", tile.touching)
        if found.touched and found.joined is not None and found.joined < tile.joining:
            return T("No land goes on from it here: turn it, or lay it elsewhere.")
        return None

    def _show_laying(self, tile: MapTile, side: Area) -> None:
        self.title.show(text=say(T("Where is {tile}?", tile=tile.name)))
        at = self._at is not None
        wrong = self._misfit(tile)
        hint = wrong or (T("Tap it again to turn it.") if at else T("Tap a free square."))
        self._hint(side, say(hint), warns=wrong is not None)
        options = [Option(say(T("Turn it")), self._turn, icon="rotate", rapid=True)] if at else []
        options.append(Option(say(T("Skip")), self._skip, icon="forward"))
        self._show_panel(options, side)
        text = T("Lay it here all the same") if wrong else T("Done")
        role = "plain" if wrong else "primary" if at else "quiet"
        self.primary.show(text=say(text), role=role, icon="", enabled=at, key=(tile.id, "lay"))

    def _show_tile(self, tile: MapTile, side: Area) -> None:
        session = self.session
        self.hint.hide()
        self.title.show(text=say(tile.name))
        self.contents.show(signs=tile.signs, pieces=tile.pieces)
        self.contents.place(side.cut_top(min(self.contents.needs(), side.h * 0.45), look.gap))
        found = Menu(session.scene, session.paid)
        choices = found.at(tile.id) if session.mode == "choose" else []
        options = [
            option(found.single(choice), partial(self.host.apply_tap, choice.answer), session.rev) for choice in choices
        ]
        options.append(Option(say(T("It is elsewhere")), partial(self._ask_place, tile.id), icon="rotate", stays=True))
        self._show_panel(options, side)
        self.primary.show(text=say(T("Back")), role="quiet", icon="back", enabled=True, key=tile.id)

    def _show_tray(self, tray: list[MapTile], side: Area) -> None:
        self.title.show(text=say(T("City")))
        hint = T("Tap a tile to say where it is.") if tray else T("Tap a tile to see what is there.")
        self._hint(side, say(hint))
        self._show_panel(
            [Option(say(tile.name), partial(self._ask_place, tile.id), icon="tile") for tile in tray], side
        )
        self.primary.show(text=say(T("To the table")), role="quiet", icon="back", enabled=True, key="city")

    def _show_panel(self, options: list[Option], side: Area) -> None:
        self.panel.show(side, options=tuple(options), shown=bool(options))

    # Taps.

    def act(self) -> None:
        if self._laying is not None:
            if self._at is not None:
                notes.put_tile(self.session.table, self._laying, self._at)
                self._next()
        elif self._looked is not None:
            self._looked = None
            self.host.refresh()
        else:
            self.host.go("game")

    def _tap_tile(self, tile: str) -> None:
        if self._laying is None:
            self._looked = tile
            self.panel.page = 0
        elif tile == self._laying:
            self._turn()
        self.host.refresh()

    def _tap_cell(self, cell: Cell) -> None:
        turns = self._at[2] if self._at is not None else 0
        self._at = (*cell, turns)
        self.host.refresh()

    def _turn(self) -> None:
        if self._at is not None:
            column, row, turns = self._at
            self._at = (column, row, (turns + 1) % 4)
        self.host.refresh()

    def _skip(self) -> None:
        if self._called and not notes.sketch(self.session.table):
            self.host.offers.declined, self._offered = True, []
        self._next()

    def _next(self) -> None:
        """Go to the next offered tile, or back."""
        if self._offered:
            self._begin(self._offered.pop(0))
            self.host.refresh()
        else:
            self._leave()

    def _begin(self, tile: str) -> None:
        self._looked, self._laying = None, tile
        session = self.host.session
        self._at = notes.sketch(session.table).get(tile) if session is not None else None
        self.panel.page = 0

    def _leave(self) -> None:
        called = self._called
        self._stop_laying()
        if called:
            self.host.go("game")
        self.host.refresh()

    def _stop_laying(self) -> None:
        self._laying, self._at, self._offered, self._called = None, None, [], False

    def _ask_place(self, tile: str) -> None:
        self._begin(tile)
        self.host.refresh()
