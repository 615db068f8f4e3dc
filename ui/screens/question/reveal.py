"""A card that was drawn: its text, its instructions, and "Done"."""

from __future__ import annotations

from functools import partial

from companion.core.asks import DrawAsk
from companion.core.texts import P, T, Words
from companion.scene.scene import Card
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.screens.base import Screen, primary_place
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.cards import CardView
from ui.widgets.lines import LineList


class RevealScreen(Screen):
    """Shows a page with a card."""

    nav = False

    def build(self) -> None:
        self.card = self.add(CardView())
        self.over = self.add(TextView(colour=theme.LAMP, size_mm=6.4, lines=2))
        self.todo = self.add(LineList())
        self.why = self.add(TapButton(size_mm=3.4, icon="question", role="quiet"))
        self.undo = self.add(TapButton(size_mm=3.8, icon="undo", role="quiet", action=self._undo))
        self.primary = self.add(TapButton(role="primary", size_mm=5.6, action=self.act))
        self._first = 0
        self._page: object = None

    def reset(self) -> None:
        self._first = 0

    @property
    def turned_up(self) -> CardView:
        return self.card

    def arrange(self, room: Area, shape: Shape) -> None:
        self._room, self._shape = room, shape

    def _arrange(self, card: Card, lines: int, *, pictured: bool) -> None:
        room = self._room.inset(look.pad, look.mm(2.4))
        primary = primary_place(self._room, self._shape)
        long = len(say(card.text)) > 150
        if self._shape == "portrait":
            card_area = room.cut_top(room.h * (0.6 if long or pictured or not lines else 0.46), look.mm(4))
        else:
            room.cut_left(primary.x - room.x)
            card_area = Area(self._room.x + look.mm(3.4), room.y, room.x - self._room.x - look.mm(7), room.h)
        self.card.place(card_area)
        foot = Area(primary.x, self._room.y + look.mm(1.2), primary.w, look.touch)
        if self._shape == "wide":
            foot = Area(primary.x, primary.y + primary.h + look.gap, primary.w, look.touch)
        self.primary.place(primary)
        self.undo.place(foot.cut_right(look.mm(27), look.gap))
        self.why.place(foot)
        bottom = max(primary.y + primary.h, foot.y + foot.h) + look.gap
        room = Area(primary.x, bottom, primary.w, room.y + room.h - bottom)
        self.over.place(room.cut_top(look.mm(6.4), look.mm(1)))
        self.todo.place(room)

    def refresh(self) -> None:
        session = self.host.session
        if session is None:
            return
        page = session.page
        if page is None or page.card is None:
            return
        if page is not self._page:
            self._page, self._first = page, 0
        picture = self.host.pictures.of(page.shows)
        self._arrange(page.card, len(page.lines), pictured=picture is not None)
        self.card.action = partial(self.host.slips.card, page.shows) if picture is not None else None
        self.card.show(card=page.card, picture=picture, key=(session.rev, id(page)))
        self.over.show(text=say(page.over if page.over is not None else session.scene.prompt.over).upper())
        self.todo.show(lines=page.lines, first=self._first)
        if self.ask_why(self.why, page.lines[self._first : self._first + self.todo.capacity]):
            self.why.show(text=say(T("Why?")), key=(id(page), self._first))
        self.undo.show(text=say(T("Undo")))
        left = len(page.lines) - self._first - self.todo.capacity
        if left > 0:
            text: Words = P("Next: {n} more", "Next: {n} more", left)
        elif self._another():
            text = T("Done, draw the next one") if page.lines else T("Draw the next one")
        else:
            text = T("Done") if page.lines else T("Go on")
        green = self.host.inputs is not None and self.host.inputs.green
        or_press = say(T("or the green button")) if green else ""
        self.primary.show(text=say(text), detail=or_press, key=(session.rev, id(page), self._first), enabled=True)

    def act(self) -> None:
        """Go to further lines, or confirm the page."""
        session = self.session
        page = session.page
        if page is None:
            return
        following = self._first + self.todo.capacity
        if following < len(page.lines):
            self._first = following
            self.host.refresh()
        elif self._another():
            session.done()
            session.draw()
        else:
            session.done()

    def _another(self) -> bool:
        """True if the companion draws one more card of that deck, with nothing to decide in between."""
        session, ask = self.session, self.session.table.ask
        fits = len(session.pages) == 1 and isinstance(ask, DrawAsk) and session.pages[0].deck == ask.deck
        return fits and session.table.can_deal

    def _undo(self) -> None:
        self.session.undo()
