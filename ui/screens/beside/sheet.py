"""The sheet: everybody's items, skills and wounds, and what can be used now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.core.texts import T, Words
from companion.scene.scene import Choice, SeatView
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.model.options import Item, Options
from ui.screens.base import Screen
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.choices import ChoicePanel, Option, option
from ui.widgets.seats import SeatCard


class SheetScreen(Screen):
    """Seats on the left, usable items on the right; a group opens its variants, which cover the seats if there are
    many."""

    def build(self) -> None:
        self.title = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self._seats = [self.add(SeatCard()) for _ in range(6)]
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
        if shape == "portrait":
            self._people = body.cut_top(body.h * 0.42, look.gap)
        else:
            self._people = body.cut_left(body.w * 0.5, look.gap * 2)
        self.title.place(self._people.cut_top(look.mm(5.4), look.mm(0.6)))
        self.primary.place(body.cut_bottom(look.primary, look.gap))
        self.heading.place(body.cut_top(look.mm(6.0), look.mm(0.4)))
        self._right, self._whole = body, room.inset(look.pad, look.gap)
        self._whole.cut_bottom(look.primary, look.gap)
        self._whole.cut_top(look.mm(6.0), look.mm(0.4))
        self.empty.place(body.inset(0, look.mm(2)))

    def refresh(self) -> None:
        session = self.host.session
        if session is None:
            return
        if session.rev != self._rev:
            self._rev, self._group = session.rev, None
        options = Options(session.scene, session.paid) if session.mode == "choose" else None
        self.panel.place(self._right)
        items, heading = self._items(options)
        wide = self._group is not None and not self._fit(items)
        if wide:
            self.panel.place(self._whole)
        self._show_seats(session.scene.seats[: len(self._seats)] if not wide else [])
        self.title.show(text=say(heading if wide else T("Who has what")).upper())
        self.heading.show(text=say(heading), shown=not wide)
        self._show_items(items)

    def _show_seats(self, seats: Sequence[SeatView]) -> None:
        columns = 1 if len(seats) < 3 and look.panel.shape != "portrait" else 2
        cells = self._people.grid(columns, max(1, -(-len(seats) // columns)), look.gap)
        for index, card in enumerate(self._seats):
            if index < len(seats):
                card.place(cells[index])
                card.show(seat=seats[index])
            else:
                card.hide()

    def _items(self, options: Options | None) -> tuple[list[Item], Words]:
        """The items and their heading."""
        if options is None:
            return [], T("Use")
        if self._group is not None and options.in_group(self._group):
            return options.within(self._group), options.group(self._group).label
        return options.opened(options.top(sheet=True), self._fit), T("Use")

    def _show_items(self, items: Sequence[Item]) -> None:
        if items:
            self.empty.hide()
            self.panel.show(options=tuple(self._option(item) for item in items))
        else:
            self.panel.hide()
            self.empty.show(text=say(T("Nothing here can be used just now.")))
        text = T("Back") if self._group is not None else T("To the table")
        self.primary.show(text=say(text), icon="back", key=self._group, enabled=True)

    def _fit(self, items: Sequence[Item]) -> bool:
        return self.panel.fits(tuple(map(self._option, items)))

    def _option(self, item: Item) -> Option:
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
        """Return to the groups, or to the table."""
        if self._group is not None:
            self._group = None
            self.panel.page = 0
            self.host.refresh()
        else:
            self.host.go("game")
