"""Phones at the table: the address to scan, consent, and which phone plays which seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.core.texts import T, Words
from companion.web.pairing import question
from companion.web.seeing import players
from companion.web.sharing import Phone
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.model.phones import BrowserServer
from ui.screens.base import Screen, cut_panel
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.cards import QrView
from ui.widgets.rows import PagedRows, Row


class ComingInScreen(Screen):
    """The address to scan or type, requests for access, and who has it."""

    def build(self) -> None:
        self.over = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=5.4, face="heavy", lines=5, valign="top"))
        self.code = self.add(QrView())
        self.address = self.add(TextView(size_mm=4.2, lines=3))
        self.hint = self.add(TextView(size_mm=4.2, face="plain", colour=theme.MIST, lines=8, valign="top"))
        self.rows = self.add(PagedRows(row_mm=10.4))
        self.other = self.add(TapButton(size_mm=4.2, role="quiet"))
        self.primary = self.add(TapButton(size_mm=5.0, role="primary", action=self.act))

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.pad, look.gap)
        if shape == "portrait":
            self.primary.place(body.cut_bottom(look.primary, look.gap))
            self.other.place(body.cut_bottom(look.touch, look.gap))
            self.over.place(body.cut_top(look.mm(5), look.gap))
            self.title.place(body.cut_top(look.mm(15), look.gap))
            left = body.cut_top(body.h * 0.55, look.gap * 2)
            self.rows.place(body)
        else:
            side = cut_panel(body, shape)
            self.primary.place(side.cut_bottom(look.primary, look.gap))
            self.other.place(side.cut_bottom(look.touch, look.gap))
            self.over.place(body.cut_top(look.mm(5), look.gap))
            self.title.place(side.cut_top(look.mm(13), look.gap))
            self.rows.place(side)
            left = body
        self.rows.columns = 2 if shape == "portrait" else 1
        self.address.place(left.cut_bottom(look.mm(10), look.gap))
        self.code.place(left.copy())
        self.hint.place(left)

    def show_address(self, over: Words, server: BrowserServer, rows: Sequence[Row], *, on: bool) -> None:
        """Show the heading; while it is ``on``, also the address and the ``rows`` of those with access."""
        self.over.show(text=say(over).upper())
        self.code.show(squares=server.code, shown=on)
        self.address.show(text=server.join, shown=on)
        self.rows.show(rows=tuple(rows), shown=on)

    def ask(self, words: Words, phone: Phone) -> None:
        """Ask for consent."""
        self.title.show(text=say(words))
        self.other.action = partial(self.answer, yes=False)
        self.other.show(text=say(T("No")), icon="cross", enabled=True, key=("no", phone.id), shown=True)
        self.primary.show(text=say(T("Yes")), enabled=True, key=("yes", phone.id))

    def answer(self, *, yes: bool) -> None:
        """Grant or refuse access."""
        raise NotImplementedError


class PhonesScreen(ComingInScreen):
    """Off at first: nothing listens. When on, anyone who scans the code can ask for a seat."""

    def refresh(self) -> None:
        session, phones = self.host.session, self.host.phones
        if session is None:
            return
        asking = phones.asking
        self.show_address(T("Phones"), phones, self._rows(), on=phones.on)
        self.hint.show(
            text=say(
                T(
                    "Each phone can play a seat: secret questions come to it, and it shows what only that seat may "
                    "know. Nothing is installed on it. It has to be in the same network as this machine."
                )
            ),
            shown=not phones.on,
        )
        if asking is not None and asking.wish is not None:
            box = phones.box
            words = question(asking.words, self._name(asking.wish.seat))
            self.ask(box.question(asking) if box is not None and asking in box.sharing.phones else words, asking)
        elif phones.on:
            self.title.show(text=say(T("Scan it with a phone, or type the address.")))
            self.other.action = self._off
            self.other.show(text=say(T("No phones any more")), icon="cross", enabled=True, key="off", shown=True)
            self.primary.show(text=say(T("To the table")), enabled=True, key="table")
        else:
            self.title.show(text=say(T("Play with phones, too?")))
            self.other.hide()
            self.primary.show(text=say(T("Let phones in")), enabled=True, key="on")

    def _name(self, seat: str | None) -> Words | None:
        return next((one.name for one in players(self.session) if one.seat == seat), None)

    def _rows(self) -> list[Row]:
        """Which seats are played where, those on phones first."""
        sharing = self.host.phones.sharing
        if sharing is None:
            return []
        found = []
        for one in players(self.session):
            name, seat, phone = say(one.name), one.seat, sharing.holder(one.seat)
            if phone is None:
                found.append(Row(name, say(T("at the table")), one.icon, past=True, key=(seat, None)))
            else:
                back = partial(sharing.take_back, seat)
                found.append(Row(name, say(T("take back")), one.icon, phone.words, action=back, key=(seat, phone.id)))
        for phone in sharing.phones:
            if phone.looking:
                away: Callable[[], None] = partial(sharing.send_away, phone)
                found.append(Row(phone.words, say(T("send away")), "eye", action=away, key=phone.id))
        box = self.host.phones.box
        if box is not None:
            found += [
                Row(one.words, say(T("send away")), "box", action=partial(box.send_away, one), key=("box", one.id))
                for one in box.sharing.phones
                if one.inside
            ]
        return sorted(found, key=lambda row: row.action is None)

    def answer(self, *, yes: bool) -> None:
        """Grant or refuse the waiting phone's request."""
        self.host.phones.answer(yes=yes)
        self.host.refresh()

    def _off(self) -> None:
        self.host.phones.close()
        self.host.refresh()

    def act(self) -> None:
        """Switch phones on; when on, grant the waiting request, or return to the table."""
        phones = self.host.phones
        if phones.asking is not None:
            self.answer(yes=True)
        elif phones.on:
            self.host.go("game")
        else:
            no = phones.open(self.session)
            if no is not None:
                self.host.show_message(no)
            self.host.refresh()
