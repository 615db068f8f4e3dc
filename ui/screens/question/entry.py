"""Questions with too many answers to list: a number, or any subset of players."""

from __future__ import annotations

from functools import partial

from companion.core.answers import Answer
from companion.core.texts import T, listed
from companion.scene.scene import Entry, Several
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look import theme as t
from ui.look.theme import Shape, look
from ui.model.options import Item, Options
from ui.screens.base import Screen, cut_panel
from ui.widgets.buttons import Field, Heading, TapButton, TextView
from ui.widgets.choices import ChoicePanel, Option, option
from ui.widgets.entry import Keys, Toggles
from ui.widgets.frame import WhyMark


class EntryScreen(Screen):
    """The open question with keypad or tiles, and an amber button that states the answer."""

    def build(self) -> None:
        self.over = self.add(Heading(size_mm=3.9, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=6.4, face="heavy", lines=2))
        self.hint = self.add(TextView(size_mm=3.8, face="plain", colour=theme.MIST, lines=3))
        self.mark = self.add(WhyMark())
        self.frame = self.add(Field(round=2))
        self.number = self.add(TextView(size_mm=16, face="heavy", align="center"))
        self.bounds = self.add(TextView(size_mm=4.2, face="plain", align="center"))
        self.keys = self.add(Keys(tap_key=self._key))
        self.toggles = self.add(Toggles(tap_seat=self._toggle))
        self.panel = self.add(ChoicePanel())
        self.primary = self.add(TapButton(role="primary", size_mm=5.2, action=self.act))
        self._for: tuple[object, int] = (None, -1)
        self._digits = ""
        self._minus = False
        self._chosen: frozenset[str] = frozenset()
        self._group: str | None = None

    @property
    def seat(self) -> str | None:
        """The seat for whose eyes only the question is, or None."""
        session = self.host.session
        return session.table.ask.only if session is not None else None

    def arrange(self, room: Area, shape: Shape) -> None:
        self._area, self._upright = room.inset(look.pad, look.gap), shape == "portrait"

    def _arrange(self, *, number: bool) -> None:
        body = self._area.copy()
        shape: Shape = look.panel.shape
        if self._upright:
            self.primary.place(body.cut_bottom(look.primary, look.gap))
            head = body
        else:
            head = body.copy()
            side = cut_panel(head, shape)
            self.primary.place(side.cut_bottom(look.primary, look.gap))
            body = side if number else head
        line = head.cut_top(look.mm(5), look.gap)
        title = head.cut_top(look.mm(14.4), look.gap)
        self.mark.place(Area(title.x, title.y, title.w, line.y + line.h - title.y))
        WhyMark.cut(line)
        self.over.place(line)
        self.title.place(title)
        self.hint.place(head.cut_top(look.mm(9), look.gap))
        if number and self._upright:
            self.keys.place(head.cut_bottom(min(head.h * 0.62, look.mm(76)), look.gap))
        elif number:
            self.keys.place(body)
        if number:
            frame = head.cut_top(min(head.h, look.mm(34)))
            self.frame.place(frame)
            self.bounds.place(frame.cut_bottom(look.mm(8)))
            self.number.place(frame)
        elif self._upright:
            self.panel.place(head.cut_bottom(look.mm(36), look.gap))
            self.toggles.place(head)
        else:
            self.panel.place(side)
            self.toggles.place(head)

    def refresh(self) -> None:
        session = self.host.session
        if session is None:
            return
        if self._for != (session, session.rev):
            self._for = (session, session.rev)
            self._digits, self._minus, self._chosen, self._group = "", False, frozenset(), None
        scene = session.scene
        self._arrange(number=scene.entry is not None)
        self.over.show(text=say(scene.prompt.over).upper())
        self.title.show(text=say(scene.prompt.title))
        self.hint.show(text=say(scene.prompt.hint))
        self.ask_why(self.mark)
        if scene.entry is not None:
            self._show_number(scene.entry)
        else:
            for part in (self.keys, self.frame, self.number, self.bounds):
                part.hide()
            if scene.several is not None:
                self._show_people(scene.several)

    def _show_number(self, entry: Entry) -> None:
        self.toggles.hide()
        self.panel.hide()
        self.frame.show(fill=t.SLOT, line=t.EDGE)
        sign = "−" if self._minus else ""
        self.number.show(text=sign + (self._digits or ("" if self._minus else "–")))
        outside = bool(self._digits) and self._answer(entry) is None
        words = T("{what}: from {low} to {high}", what=entry.name, low=_signed(entry.low), high=_signed(entry.high))
        self.bounds.show(text=say(words), colour=t.LAMP if outside else t.MIST)
        self.keys.show(signed=entry.low < 0)
        self.primary.show(text=say(T("OK")), key=self._for, enabled=self._answer(entry) is not None)

    def _show_people(self, several: Several) -> None:
        self.toggles.show(options=several.options, chosen=self._chosen)
        names = [one.name for one in several.options if one.seat in self._chosen]
        text = listed(names) if names else several.none
        self.primary.show(text=say(text), key=self._for, enabled=self._chosen in several.answers)
        session = self.session
        choices = Options(session.scene, session.paid)
        if self._group is not None:
            back = Option(say(T("Back")), partial(self._open, None), icon="back", stays=True, key=self._group)
            options = [*map(self._option, choices.within(self._group)), back]
        else:
            options = [self._option(item) for item in choices.top(board=False, foot=False)]
        self.panel.show(options=tuple(options), shown=bool(options))

    def _answer(self, entry: Entry) -> Answer | None:
        """The answer for the typed number; None if there is none yet, or it is out of range."""
        if not self._digits:
            return None
        n = -int(self._digits) if self._minus else int(self._digits)
        return entry.answers[n - entry.low] if entry.low <= n <= entry.high else None

    # Taps.

    def act(self) -> None:
        """Give the answer."""
        scene = self.session.scene
        answer: Answer | None = None
        if scene.entry is not None:
            answer = self._answer(scene.entry)
        elif scene.several is not None:
            answer = scene.several.answers.get(self._chosen)
        if answer is not None:
            self.session.answer(answer, self._for[1])

    def _key(self, key: str) -> None:
        entry = self.session.scene.entry
        if key == "clear":
            self._digits, self._minus = "", False
        elif key == "±":
            self._minus = not self._minus
        elif entry is not None and len(self._digits) < len(str(max(abs(entry.low), abs(entry.high)))):
            self._digits = (self._digits + key).lstrip("0") or "0"
        self.host.refresh()

    def key_number(self, n: int) -> None:
        """Enter its digits one by one."""
        if self.session.scene.entry is not None:
            for digit in str(n):
                self._key(digit)

    def _toggle(self, seat: str) -> None:
        self._chosen ^= {seat}
        self.host.refresh()

    def _option(self, item: Item) -> Option:
        """A choice next to the players, or a group of choices."""
        rev = self._for[1]
        action = partial(self._open, item.group)
        if item.choice is not None:
            action = partial(self._take, item.choice.answer, rev)
        return option(item, action, rev)

    def _open(self, group: str | None) -> None:
        self._group, self.panel.page = group, 0
        self.host.refresh()

    def _take(self, answer: Answer, rev: int) -> None:
        self.session.answer(answer, rev)


def _signed(n: int) -> str:
    return str(n).replace("-", "−")
