"""The players' boards, rotated for each player; counters change with one tap."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.core.texts import T, Words
from companion.scene.scene import Card, Choice, SeatBoard, Tap
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look.theme import Shape, look
from ui.model.options import Item, Options
from ui.screens.base import Screen, cut_panel
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.cards import CardView
from ui.widgets.choices import ChoicePanel, Option, option
from ui.widgets.counters import Which, tap_of
from ui.widgets.lines import TodoStrip
from ui.widgets.seats import BoardView, Tabs

BESIDE = 25.0
"""Width (mm) of each other choice next to the amber button; the table shows all of them."""
STRIP = 42.0
"""Width (mm) of the instructions next to the tabs: below the board they would cost a row."""


class SeatsScreen(Screen):
    """One board at a time under the tabs of all. ``_opened``: the card, or the group of choices, opened over the
    board."""

    def build(self) -> None:
        self.tabs = self.add(Tabs(tap_board=self._turn_to))
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
        self._seat: str | None = None
        self._opened: str | None = None

    def open(self, seat: str | None = None) -> None:
        """Show the board of ``seat``; None: of the player whose turn it is."""
        session = self.session
        boards = session.scene.boards
        active = next((board.seat for board in boards if board.active), boards[0].seat if boards else None)
        self._to(seat or session.table.ask.who or active)

    def _to(self, seat: str | None) -> None:
        self._seat, self._opened, self.board.page = seat, None, 0

    @property
    def seat(self) -> str | None:
        """The seat for whose side the screen is rotated."""
        return self._seat

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
        self._ends = foot if shape == "portrait" else head
        self._head, self._foot = head, foot
        if shape == "portrait":
            self.strip.place(body.cut_bottom(look.touch))
        else:
            self.strip.place(head.cut_right(look.mm(STRIP), look.gap))
        self._body = body
        self.board.place(body)

    def refresh(self) -> None:
        session = self.host.session
        if session is None or not session.scene.boards:
            return
        board = self._shown
        boards = session.scene.boards
        self._seat = board.seat
        head, foot = self._head.copy(), self._foot.copy()
        self._show_ends(board, foot if self._ends is self._foot else head)
        self.tabs.place(head)
        self.tabs.show(boards=boards, at=boards.index(board))
        choices = self._choices(board)
        offer = self._offered(board, choices)
        if offer is not None:
            self._show_offer(*offer, self._read(board))
        else:
            self._opened = None
            self.heading.hide()
            self.offer.hide()
            self.card.hide()
            self.board.show(counters=board.counters, holdings=board.holdings, key=board.seat)
        self._show_pager(foot, shown=offer is None)
        hint = board.note if board.note is not None else T("Tap to add one, − to take one away.")
        self.show_todo(self.strip, say(hint) if offer is None else "")
        self._show_turn(choices if offer is None else None, foot)

    def _show_ends(self, board: SeatBoard, room: Area) -> None:
        turns = board.seat is not None
        secret = board.seat in self.session.scene.secrets
        for button, icon, here in ((self.round, "rotate", turns), (self.secret, "eye:shut", secret)):
            if here:
                button.place(room.cut_right(look.touch, look.mm(0.8)))
                button.show(icon=icon, role="quiet", enabled=True, key=board.seat)
            else:
                button.hide()

    def _show_pager(self, foot: Area, *, shown: bool) -> None:
        pages = self.board.pages
        if shown and pages > 1:
            self.pager.place(foot.cut_right(look.mm(15), look.gap))
            text = say(T("{a} of {b}", a=self.board.page + 1, b=pages))
            self.pager.show(text=text, icon="down", stacked=True, enabled=True, key=(self._seat, pages))
        else:
            self.pager.hide()

    def _choices(self, board: SeatBoard) -> Options | None:
        """The current choices, if it is this player's turn."""
        session = self.session
        mine = session.mode == "choose" and board.seat is not None and session.table.ask.who == board.seat
        return Options(session.scene, session.paid) if mine else None

    def _offered(self, board: SeatBoard, choices: Options | None) -> tuple[Words, tuple[Option, ...]] | None:
        """What is opened over the board: its heading and options."""
        rev, name = self.session.rev, self._opened
        for one in board.holdings:
            if one.id == name:
                taps = enumerate(one.taps)
                return one.piece.name, tuple(
                    Option(say(words), partial(self._take, tap), key=(rev, name, index)) for index, (words, tap) in taps
                )
        if choices is None or name is None or not choices.in_group(name):
            return None
        items = [(item, item.choice) for item in choices.within(name)]
        shown = tuple(option(item, self._chooser(one), rev) for item, one in items if one is not None)
        return choices.group(name).label, shown

    def _read(self, board: SeatBoard) -> Card | None:
        """The card opened over the board, if it has text."""
        return next((one.card for one in board.holdings if one.id == self._opened), None)

    def _show_offer(self, heading: Words, options: tuple[Option, ...], card: Card | None) -> None:
        self.board.hide()
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
        self.heading.place(body.cut_top(look.mm(8), look.gap))
        self.heading.show(text=say(heading))
        self.offer.place(body)
        self.offer.show(options=options)

    def _show_turn(self, choices: Options | None, foot: Area) -> None:
        """Choices of the turn as far as they fit, and the amber button or the way back."""
        ends, rev = choices.foot if choices is not None else None, self.session.rev
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
        items = [item for item in choices.top(board=False) if not choices.counted(item)] if choices is not None else []
        # On the table a group takes one tap more, so groups come first here.
        items = sorted(items, key=lambda item: item.group is None)[:room]
        if items:
            self.panel.place(foot)
            self.panel.show(options=tuple(map(self._short, items)))
        else:
            self.panel.hide()

    def _short(self, item: Item) -> Option:
        """A choice with icon and label only."""
        icon = item.icons[0] if item.icons else ""
        action = self._chooser(item.choice) if item.choice is not None else partial(self._open, item.group)
        return Option(say(item.label), action, icon=icon, key=(self.session.rev, item.choice or item.group))

    # Taps.

    def act(self) -> None:
        """Take the turn's primary choice, or go back."""
        session = self.session
        if self.primary.role != "primary":
            if self._opened is not None:
                self._open(None)
            else:
                self.host.go("game")
            return
        choice = Options(session.scene, session.paid).primary
        if choice is not None:
            self._chooser(choice)()

    def _chooser(self, choice: Choice) -> Callable[[], None]:
        rev = self.session.rev

        def choose() -> None:
            self.host.go("game")
            self.session.choose(choice, rev)

        return choose

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
