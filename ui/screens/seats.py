"""Side screens: the players' boards, their items, the story so far, and the city."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.core.texts import P, T, Words
from companion.scene.menu import Menu, MenuItem
from companion.scene.presenter import STEP
from companion.scene.scene import Card, Choice, MapTile, Scene, SeatBoard, SeatView, Tap
from ui.base.language import say
from ui.layout.geometry import Area, Cell, TilePlace, met
from ui.look import theme
from ui.look.theme import Shape, look
from ui.model.library import put_tile, sketch_of
from ui.screens.base import GameScreen, cut_panel
from ui.screens.lasting import LastingCards
from ui.widgets.board import CityMap, Contents
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.cards import CardView
from ui.widgets.choices import ChoicePanel, Option, option
from ui.widgets.counters import TurnCells, Which, tap_of
from ui.widgets.drawn import Drawn, hide, place_row
from ui.widgets.lines import TodoStrip
from ui.widgets.seats import BoardView, SeatCard, Tabs

BESIDE, WITH_ICON = 16.0, 25.0
"""Least width (mm) of each other choice next to the amber button, and of one with an icon; the table shows all of
them."""
PAGER = 12.0
STRIP = 42.0
"""Width (mm) of the instructions next to the tabs: below the board they would cost a row."""


class SeatsScreen(GameScreen):
    """One board at a time under the tabs of all. ``_opened``: the card, or the group of choices, opened over the
    board."""

    def build(self) -> None:
        self.tabs = self.add(Tabs(tap_board=self._turn_to))
        self.turn = self.add(TurnCells(tap=self._count, open=self._open_counter))
        self.board = self.add(BoardView(tap=self._count, open=self._open))
        self.heading = self.add(TextView(size_mm=5.4, face="heavy"))
        self.card = self.add(CardView())
        self.offer = self.add(ChoicePanel())
        self.strip = self.add(TodoStrip())
        self.panel = self.add(ChoicePanel(in_a_row=True))
        self.pager = self.add(TapButton(size_mm=3.4, rapid=True, action=self._next_page))
        self.round = self.add(TapButton(action=self._turn_round))
        self.secret = self.add(TapButton(action=self._look_alone))
        self.primary = self.add(TapButton(size_mm=5.0, action=self.act))
        self.lasting = LastingCards(self.add)
        self._seat: str | None = None
        self._opened: str | None = None

    def open(self, about: str | None) -> None:
        """Show the board of this seat; None: of the player whose turn it is."""
        session = self.session
        boards = session.scene.boards
        active = next((board.seat for board in boards if board.active), boards[0].seat if boards else None)
        self._to(about or session.table.ask.who or active)

    def _to(self, seat: str | None) -> None:
        self._seat, self._opened, self.board.page = seat, None, 0

    @property
    def seat(self) -> str | None:
        """The seat for whose side the screen is rotated."""
        return self._seat

    def anchor(self, at: str) -> Drawn | None:
        return self.turn if at == "turn" else super().anchor(at)

    def choices(self) -> Sequence[TapButton]:
        return self.panel.buttons if self.panel.shown else ()

    def reading(self) -> Sequence[Drawn]:
        return self.strip, self.heading

    @property
    def _shown(self) -> SeatBoard:
        boards = self.session.scene.boards
        return next((board for board in boards if board.seat == self._seat), boards[0])

    # Layout.

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.pad, look.gap)
        head = body.cut_top(look.touch, look.gap)
        foot = body.cut_bottom(look.primary, look.gap)
        self.primary.place(cut_panel(foot, shape))
        if shape == "portrait":
            foot = body.cut_bottom(look.touch, look.gap)
            self._line = body.cut_bottom(look.touch, look.gap)
        else:
            self._line = head.cut_right(look.mm(STRIP), look.gap)
        self._head, self._foot = head, foot
        self._body = body
        self.board.place(body)

    def refresh(self) -> None:
        session = self.host.session
        if session is None or not session.scene.boards:
            return
        board = self._shown
        boards = session.scene.boards
        self._seat = board.seat
        head, foot, line = self._head.copy(), self._foot.copy(), self._line.copy()
        self._show_ends(board, line if self.upright else head)
        self.tabs.show(head, boards=boards, at=boards.index(board))
        choices = self._choices(board)
        offer = self._offered(board, choices)
        if offer is not None:
            self._show_offer(*offer, self._read(board))
        else:
            self._opened = None
            hide(self.heading, self.offer, self.card)
            self._show_board(board)
        self._show_pager(line, shown=offer is None)
        self.strip.place(line)
        self.show_todo(self.strip, say(self._hint(board)) if offer is None else "")
        if board.plays and offer is None and not session.todo:
            self.ask_why(self.strip)
        self._show_turn(choices if offer is None else None, foot)

    def _show_board(self, board: SeatBoard) -> None:
        """What its player looks at in every turn, and all else below."""
        body = self._body.copy()
        self.lasting.show(body, self.session, self.host)
        large = tuple(one for one in board.counters if one.every_turn)
        high = TurnCells.height_for(len(large), body.w)
        self.turn.show(body.cut_top(high, look.gap if large else 0), counters=large, key=board.seat, shown=bool(large))
        rest = [one for one in board.counters if not one.every_turn]
        self.board.show(body, counters=rest, holdings=board.holdings, key=board.seat)

    def _hint(self, board: SeatBoard) -> Words:
        prompt = self.session.scene.prompt
        if board.note is not None:
            return board.note
        if board.plays and prompt.hint is not None:
            return T("{first}: {second}", first=prompt.over, second=prompt.hint)
        return T("Tap to add one, − to take one away.")

    def _show_ends(self, board: SeatBoard, room: Area) -> None:
        turns = board.seat is not None
        secret = board.seat in self.session.scene.secrets
        for button, icon, here in ((self.round, "rotate", turns), (self.secret, "eye:shut", secret)):
            if here:
                button.place(room.cut_right(look.touch, look.mm(0.8)))
                button.show(icon=icon, role="quiet", enabled=True, key=board.seat)
            else:
                button.hide()

    def _show_pager(self, line: Area, *, shown: bool) -> None:
        pages = self.board.pages
        shown = shown and pages > 1
        if shown:
            self.pager.place(line.cut_right(look.mm(PAGER), look.gap))
        text = say(T("{a} of {b}", a=self.board.page + 1, b=pages))
        self.pager.show(text=text, icon="down", stacked=True, enabled=True, key=(self._seat, pages), shown=shown)

    def _choices(self, board: SeatBoard) -> Menu | None:
        """The current choices, if it is this player's turn."""
        session = self.session
        mine = session.mode == "choose" and board.seat is not None and session.table.ask.who == board.seat
        return Menu(session.scene, session.paid) if mine else None

    def _offered(self, board: SeatBoard, choices: Menu | None) -> tuple[Words, tuple[Option, ...]] | None:
        """What is opened over the board: its heading and options."""
        rev, name = self.session.rev, self._opened
        for one in board.holdings:
            if one.id == name:
                taps = enumerate(one.taps)
                return one.piece.name, tuple(
                    Option(say(words), partial(self._take, tap), key=(rev, name, index)) for index, (words, tap) in taps
                )
        for counter in board.counters:
            if counter.listed and counter.id == name:
                cells = [(cell, cell.tap) for cell in counter.cells]
                return counter.name, tuple(
                    Option(
                        say(cell.label), partial(self._take, tap), icon="check" if cell.on else "", key=(rev, name, n)
                    )
                    for n, (cell, tap) in enumerate(cells)
                    if tap is not None
                )
        if choices is None or name is None or not choices.in_group(name):
            return None
        items = [(item, item.choice) for item in choices.within(name)]
        shown = tuple(option(item, self._chooser(one), rev) for item, one in items if one is not None)
        return choices.group(name).label, shown

    def _read(self, board: SeatBoard) -> Card | None:
        return next((one.card for one in board.holdings if one.id == self._opened), None)

    def _show_offer(self, heading: Words, options: tuple[Option, ...], card: Card | None) -> None:
        hide(self.board, self.turn)
        self.lasting.hide()
        body = self._body.copy()
        if card is not None:
            self.heading.hide()
            upright = body.h > body.w
            if options:
                self.offer.place(body.cut_bottom(body.h * 0.3, look.gap) if upright else cut_panel(body, "landscape"))
            self.offer.show(options=options, shown=bool(options))
            wide = min(body.w, body.h * 1.5)
            self.card.place(Area(body.cx - wide / 2, body.y, wide, min(body.h, wide)))
            picture = self.host.pictures.of(card.id)
            self.card.action = partial(self.host.slips.card, card.id) if picture is not None else None
            self.card.show(card=card, picture=picture, key=card.id)
            return
        self.card.hide()
        self.heading.show(body.cut_top(look.mm(8), look.gap), text=say(heading))
        self.offer.show(body, options=options)

    def _show_turn(self, choices: Menu | None, foot: Area) -> None:
        """Choices of the turn as far as they fit, and the amber button or the way back. What ends a turn stands there
        only where turns are played on these boards."""
        rev, plays = self.session.rev, self._shown.plays
        ends = None if choices is None else choices.foot if plays else choices.primary
        self.primary.action = self.act
        if ends is not None and ends.primary:
            self.primary.show(text=say(ends.label), icon="", role="primary", key=rev, enabled=True)
        elif ends is not None:
            self.primary.action = self._chooser(ends)
            self.primary.show(text=say(ends.label), icon="", role="plain", key=(rev, ends), enabled=True)
        else:
            text = T("Back") if self._opened is not None else T("To the table")
            self.primary.show(text=say(text), icon="back", role="quiet", key=(self._seat, self._opened), enabled=True)
        room = int((foot.w + look.gap) // (look.mm(BESIDE) * max(1, look.scale)))
        top = choices.top(board=False, foot=plays) if choices is not None else []
        items = [item for item in top if choices is not None and not choices.counted(item)]
        if len(items) > room:
            # Some of the values that one is chosen of would look like all.
            items = [item for item in items if not (item.group or "").startswith(f"{STEP}:")]
        # On the table a group takes one tap more, so groups come first here, unless the turn is played here.
        items = sorted(items, key=lambda item: (not item.closing, (item.group is None) != plays))[:room]
        if items:
            pictured = (foot.w + look.gap) / len(items) - look.gap >= look.mm(WITH_ICON) * max(1, look.scale)
            self.panel.show(foot, options=tuple(self._short(item, pictured=pictured) for item in items))
        else:
            self.panel.hide()

    def _short(self, item: MenuItem, *, pictured: bool) -> Option:
        """A choice with its label only, and its icon if there is room."""
        icon = item.icons[0] if item.icons and pictured else ""
        action = self._chooser(item.choice) if item.choice is not None else partial(self._open, item.group)
        return Option(say(item.label), action, icon=icon, key=(self.session.rev, item.choice or item.group))

    # Taps.

    def act(self) -> None:
        session = self.session
        if self.primary.role != "primary":
            if self._opened is not None:
                self._open(None)
            else:
                self.host.go("game")
            return
        choice = Menu(session.scene, session.paid).primary
        if choice is not None:
            self._chooser(choice)()

    def _chooser(self, choice: Choice) -> Callable[[], None]:
        rev = self.session.rev

        return partial(self.host.take, choice, rev)

    def _count(self, counter: str, which: Which) -> None:
        """Apply the counter's current effect, even if the table has changed since it was drawn."""
        tap = next((tap_of(one, which) for one in self._shown.counters if one.id == counter), None)
        if tap is not None:
            self.host.apply_tap(tap)

    def _take(self, tap: Tap) -> None:
        self._opened = None
        self.host.apply_tap(tap)

    def _open(self, what: str | None) -> None:
        self._opened = what
        self.offer.page = 0
        self.host.refresh()

    def _open_counter(self, what: str) -> None:
        if any(one.secret and one.id == what for one in self._shown.counters):
            self._look_alone()
        else:
            self._open(what)

    def _turn_to(self, index: int) -> None:
        self._to(self.session.scene.boards[index].seat)
        self.host.refresh()

    def _next_page(self) -> None:
        self.board.page = (self.board.page + 1) % self.board.pages
        self.board.redraw()
        self.host.refresh()

    def _turn_round(self) -> None:
        if self._seat is not None:
            self.host.turn_round(self._seat)

    def _look_alone(self) -> None:
        if self._seat is not None:
            self.host.look_alone(self._seat)


# The sheet.


class SheetScreen(GameScreen):
    """Seats on the left, usable items on the right; a group opens its variants, which cover the seats if there are
    many."""

    def build(self) -> None:
        self.title = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self._seats: list[SeatCard] = []
        self.heading = self.add(TextView(size_mm=5.4, face="heavy"))
        self.empty = self.add(TextView(size_mm=4.2, face="plain", colour=theme.MIST, valign="top", lines=5))
        self.panel = self.add(ChoicePanel())
        self.primary = self.add(TapButton(size_mm=4.6, role="quiet", action=self.act))
        self._group: str | None = None
        self._rev = -1

    def reset(self) -> None:
        self._group = None

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.pad, look.gap)
        upright = shape == "portrait"
        self._people = body.cut_top(body.h * 0.42, look.gap) if upright else body.cut_left(body.w * 0.5, look.gap * 2)
        self.title.place(self._people.cut_top(look.mm(5.4), look.mm(0.6)))
        self.primary.place(body.cut_bottom(look.primary, look.gap))
        self.heading.place(body.cut_top(look.mm(6.0), look.mm(0.4)))
        self._right, self._whole = body, room.inset(look.pad, look.gap)
        self._whole.cut_bottom(look.primary, look.gap)
        self._whole.cut_top(look.mm(6.0), look.mm(0.4))
        self.empty.place(body.inset(0, look.mm(2)))

    def refresh(self) -> None:
        session = self.session
        if session.rev != self._rev:
            self._rev, self._group = session.rev, None
        options = Menu(session.scene, session.paid) if session.mode == "choose" else None
        self.panel.place(self._right)
        items, heading = self._items(options)
        wide = self._group is not None and not self._fit(items)
        if wide:
            self.panel.place(self._whole)
        self._show_seats(session.scene.seats if not wide else [])
        self.title.show(text=say(heading if wide else T("Who has what")).upper())
        self.heading.show(text=say(heading), shown=not wide)
        self._show_items(items)

    def _show_seats(self, seats: Sequence[SeatView]) -> None:
        columns = 1 if len(seats) < 3 and not self.upright else 2
        cells = self._people.grid(columns, max(1, -(-len(seats) // columns)), look.gap)
        for card, seat, cell in zip(self.ensure(self._seats, SeatCard, len(seats)), seats, cells, strict=False):
            card.show(cell, seat=seat)

    def _items(self, options: Menu | None) -> tuple[list[MenuItem], Words]:
        if options is None:
            return [], T("Use")
        if self._group is not None and options.in_group(self._group):
            return options.within(self._group), options.group(self._group).label
        return options.opened(options.top(sheet=True), self._fit), T("Use")

    def _show_items(self, items: Sequence[MenuItem]) -> None:
        self.panel.show(options=tuple(self._option(item) for item in items), shown=bool(items))
        self.empty.show(text=say(T("Nothing here can be used just now.")), shown=not items)
        text = T("Back") if self._group is not None else T("To the table")
        self.primary.show(text=say(text), icon="back", key=self._group, enabled=True)

    def _fit(self, items: Sequence[MenuItem]) -> bool:
        return self.panel.fits(tuple(map(self._option, items)))

    def _option(self, item: MenuItem) -> Option:
        rev = self.session.rev
        action = (
            partial(self._take, item.choice, rev) if item.choice is not None else partial(self._open, item.group or "")
        )
        return option(item, action, rev)

    def _take(self, choice: Choice, rev: int) -> None:
        self.session.choose(choice, rev)
        if self.session.refused is None:
            self.host.go("game")

    def _open(self, group: str) -> None:
        self._group = group
        self.panel.page = 0
        self.host.refresh()

    def act(self) -> None:
        if self._group is not None:
            self._group = None
            self.panel.page = 0
            self.host.refresh()
        else:
            self.host.go("game")


# The story.


class StoryScreen(GameScreen):
    """The story's cards, starting at the newest; the card in force is the last page."""

    def build(self) -> None:
        self.card = self.add(CardView())
        self.title = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.notices = self.add(TextView(size_mm=4.6, face="plain", valign="top", lines=14))
        self.before = self.add(TapButton(icon="back", size_mm=4.0, action=partial(self._turn, -1), rapid=True))
        self.after = self.add(TapButton(icon="forward", size_mm=4.0, action=partial(self._turn, 1), rapid=True))
        self.primary = self.add(TapButton(size_mm=4.6, role="quiet", icon="table", action=self.act))
        self._at: int | None = None

    def reset(self) -> None:
        self._at = None

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(2.4))
        upright = shape == "portrait"
        self.card.place(
            body.cut_top(body.h * 0.62, look.mm(3)) if upright else body.cut_left(body.w * 0.58, look.mm(4))
        )
        self.title.place(body.cut_top(look.mm(6)))
        self.primary.place(body.cut_bottom(look.primary, look.gap))
        place_row(body.cut_bottom(look.touch, look.gap), look.gap, self.before, self.after)
        self.notices.place(body)

    def _pages(self, scene: Scene) -> list[Card]:
        return [*scene.story, *([scene.card] if scene.card is not None else [])]

    def refresh(self) -> None:
        session = self.session
        pages = self._pages(session.scene)
        newest = max(0, len(session.scene.story) - 1)
        at = min(newest if self._at is None else self._at, max(0, len(pages) - 1))
        blank = Card("story", "book", T("The story has not begun"))
        self.card.show(card=pages[at] if pages else blank)
        self.title.show(text=say(T("Now in force") if session.scene.notices else T("The story so far")).upper())
        self.notices.show(text="\n".join(say(notice) for notice in session.scene.notices))
        self.before.show(text=say(T("Before")), key=at, enabled=at > 0)
        self.after.show(text=say(T("After")), key=at, enabled=at < len(pages) - 1)
        self.primary.show(text=say(T("To the table")), enabled=True)
        self._shown, self._count = at, len(pages)

    def _turn(self, step: int) -> None:
        self._at = max(0, min(self._count - 1, self._shown + step))
        self.host.refresh()

    def act(self) -> None:
        self.host.go("game")


# The city: a sketch made by people, one tap per tile.


class CityScreen(GameScreen):
    """The map on the left; on the right, placing a tile or viewing one. ``_laying``: the tile being placed, at ``_at``
    until "Done" is tapped; ``_offered``: those to place after it; ``_called``: then return to the game. ``_looked``:
    the tile being viewed."""

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
        places = sketch_of(session.table)
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
        places = sketch_of(self.session.table)
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
                put_tile(self.session.table, self._laying, self._at)
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
        if self._called and not sketch_of(self.session.table):
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
        self._at = sketch_of(session.table).get(tile) if session is not None else None
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
