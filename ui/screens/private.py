"""Secrets of one player: the others look away, and holding the button shows them; and correcting them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.clock import Clock, ClockEvent
from kivy.input import MotionEvent
from msgspec import structs

from companion.core.texts import T, Words
from companion.scene.scene import Counter, Private, people
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import text as type_
from ui.look import theme
from ui.look.theme import Look, Shape, look
from ui.model.navigation import screen_of
from ui.screens.base import GameScreen, cut_panel
from ui.widgets.buttons import IconView, TapButton, TextView
from ui.widgets.cards import CardView
from ui.widgets.choices import ChoicePanel, Option
from ui.widgets.counters import UNIT, Which, tap_of
from ui.widgets.drawn import hide, tap_guard
from ui.widgets.lines import TodoStrip
from ui.widgets.rows import ListRow, PagedRows
from ui.widgets.seats import BoardView, Countdown, Cover, HoldButton, LookAway

SECONDS = 8
"""Seconds after which a secret is hidden, even if the button is still held."""
HIDDEN = "•••"
FEW_LINES = 3
CARD = 24
"""Minimum height (mm) of a readable card."""
FAR_MM = 3.0
"""Distance (mm) from which a touch is a slide."""
NARROWEST = 24
"""Minimum width (mm) of a card."""
COUNTER = 20
"""Height (mm) of a counter without cards above it."""


class SecretScreen(GameScreen):
    """The base of both."""

    def _private(self, seat: str | None) -> Private | None:
        """The secrets of a seat."""
        table = self.session.table
        return None if seat is None else table.private(seat)

    def _seats(self) -> dict[str | None, tuple[str, Words]]:
        """The icon and name of each seat; a game need not show them all now."""
        table, shown = self.session.table, people(self.session.scene)
        presenter, state = table.game.presenter, table.state
        return {
            seat: shown.get(seat) or (presenter.seat_icon(state, seat), presenter.word(state, f"seat:{seat}"))
            for seat in table.setup.seats
        }

    def _apply(self, counters: Sequence[Counter], counter: str, which: Which) -> None:
        """Apply a tap on one of these counters."""
        tap = next((tap_of(one, which) for one in counters if one.id == counter), None)
        if tap is not None:
            self.host.apply_tap(tap)


class PrivateScreen(SecretScreen):
    """The gate before a secret question; or a seat's secrets, shown while the button is held."""

    def build(self) -> None:
        self.cover = self.add(Cover())
        self.cards = [self.add(CardView()) for _ in range(3)]
        self.counters = self.add(BoardView(tap=self._count))
        self.over = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.disc = self.add(IconView())
        self.title = self.add(TextView(size_mm=6.4, face="heavy", lines=5))
        self.others = self.add(LookAway())
        self.countdown = self.add(Countdown())
        self.panel = self.add(ChoicePanel())
        self.pager = self.add(TapButton(size_mm=3.8, rapid=True, action=self._further))
        self.back = self.add(TapButton(size_mm=4.2, role="quiet", icon="back", action=self._leave))
        self.fix = self.add(TapButton(size_mm=4.2, role="quiet", icon="hand", action=lambda: self.host.go("fixes")))
        self.primary = self.add(HoldButton(size_mm=5.4, held=self._hold, slid=self._slide))
        self._left = 0
        self._first = 0
        self._clock: ClockEvent | None = None
        self._resting: ClockEvent | None = None
        self._peeks: tuple[str, int] | None = None
        """While the question is peeked at: its seat, and the log's length when it was asked."""
        self._chosen: TapButton | None = None

    def reset(self) -> None:
        self._first = 0
        self._hide()

    def on_parent(self, _screen: object, parent: object) -> None:
        """Hide the secrets when the screen is left."""
        if parent is None:
            self._hide()
            hide(*self.cards, self.counters)

    @property
    def _asked(self) -> bool:
        """True before a secret question, False if a player wants to see their secrets."""
        return self.host.looking != "private"

    @property
    def seat(self) -> str | None:
        """The seat whose secrets these are; None if nobody has said yet."""
        session = self.host.session
        if session is None:
            return None
        return session.only if self._asked else self.host.privacy.seat

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.pad, look.gap)
        side = cut_panel(body, shape)
        self.primary.place(side.cut_bottom(look.primary, look.gap))
        self._foot = side.cut_bottom(look.touch, look.gap)
        self.over.place(side.cut_top(look.mm(5), look.gap))
        self._side, self._body = side, body

    def refresh(self) -> None:
        session = self.session
        seat = self.seat
        if not self._asked and seat not in session.scene.secrets:
            self._show_seats()
            return
        self.panel.hide()
        there = self._seats()
        self._show_who(*there[seat], [icon for one, (icon, _) in there.items() if one != seat])
        if self._asked and self.host.phones.elsewhere(seat):
            self._show_elsewhere(seat, there[seat][1])
            return
        if self._asked:
            self._show_cover(self._body)
            slides = screen_of(session) == "table"
            text = T("Tap, or hold and slide to your choice.") if slides else T("This question is for your eyes only.")
            self.countdown.show(text=say(text), left=0, length=0)
            hide(self.back, self.fix)
            text = T("Show it to me alone")
        else:
            private = self._private(seat)
            self._show_secret(private)
            self._show_fix(private)
            self.countdown.show(text=self._words(), left=self._left, length=SECONDS)
            self.back.show(text=say(T("Back")), enabled=True, key=seat)
            text = T("Hold to see")
        self.primary.show(text=say(text), role="primary", enabled=True, key=(self._asked, seat))

    def _show_elsewhere(self, seat: str | None, name: Words) -> None:
        """The question is on its player's phone; a tap asks it here."""
        self._show_cover(self._body)
        self.title.show(text=say(T("On the phone of {who}", who=name)))
        self.countdown.show(text=say(T("It is answered there.")), left=0, length=0)
        hide(self.back, self.fix)
        self.primary.show(text=say(T("Here instead")), role="plain", enabled=True, key=("elsewhere", seat))

    def _show_fix(self, private: Private | None) -> None:
        """The button for other corrections next to the back button, if there are any."""
        fixes = private is not None and bool(private.fixes)
        left, right = self._foot.copy().columns(2, look.gap)
        self.back.place(left if fixes else self._foot)
        self.fix.show(right, text=say(T("Other cards")), key=self.seat, enabled=True, shown=fixes)

    def _words(self) -> str:
        return say(T("hides in {n} s", n=self._left)) if self._left else say(T("hides when you let go"))

    def _show_who(self, icon: str, name: Words, others: list[str]) -> None:
        self.over.show(text=say(self.session.scene.prompt.over if self._asked else T("Secret")).upper())
        self.disc.show(icon=icon)
        text = say(T("Only {who} looks now", who=name))
        side = self._side.copy()
        head = side.cut_top(self._high(text), look.gap)
        disc = head.cut_left(look.mm(13), look.mm(2.4))
        self.disc.place(disc.cut_top(min(disc.h, look.mm(14.4))))
        self.title.show(head, text=text)
        self.others.place(side.cut_top(look.mm(8.4), look.gap))
        self.countdown.place(side.cut_top(min(side.h, look.mm(7)), look.gap))
        if self.upright:
            self._body = side
        self.others.show(discs=tuple(others))

    def _high(self, text: str) -> float:
        """Height of the title next to the disc, in letters readable from a metre away."""
        wide = self._side.w - look.mm(15.4)
        for size in (Look.STATE * max(1, 1 / look.scale), Look.STATE / look.scale):
            self.title.size_mm, px = size, look.text(size)
            lines = len(type_.wrap(text, px, "heavy", int(wide)))
            if lines <= FEW_LINES:
                break
        return max(look.mm(14.4), lines * type_.line_height(px) + 2)

    def _show_cover(self, room: Area) -> None:
        hide(*self.cards, self.pager, self.counters)
        self.cover.show(room)

    def _show_secret(self, private: Private | None) -> None:
        body = self._body.copy()
        cards = private.cards if private is not None else []
        counters = private.counters if private is not None else []
        if counters:
            shown = [self._shown(counter) for counter in counters]
            columns, high = _columns(shown, body, body.h - look.mm(CARD)) if cards else _large(shown, body)
            self.counters.place(body.cut_bottom(high, look.gap) if cards else body.cut_top(high, look.gap))
            self.counters.show(counters=shown, holdings=[], most=columns, key=self.seat)
        else:
            self.counters.hide()
        if self._left and cards:
            self._show_cards(body, private)
        else:
            hide(*self.cards, self.pager)
            self.cover.show(body, shown=bool(cards))

    def _show_cards(self, room: Area, private: Private | None) -> None:
        cards = private.cards if private is not None else []
        self.cover.hide()
        wide = int((room.w + look.gap * 2) // (look.mm(NARROWEST) * max(1, look.scale)))
        most = max(1, min(wide, 2 if self.upright else len(self.cards)))
        if len(cards) > most:
            self.pager.place(room.cut_bottom(look.touch, look.gap))
            self.pager.show(text=say(T("Next: {n} more", n=len(cards) - most)), enabled=True, key=self._first)
        else:
            self.pager.hide()
        self._first %= max(1, len(cards))
        shown = cards[self._first : self._first + most]
        cells = room.columns(max(1, len(shown)), look.gap * 2)
        hide(*self.cards[len(shown) :])
        for view, card, cell in zip(self.cards, shown, cells, strict=False):
            view.show(cell, card=card, picture=self.host.pictures.of(card.id))

    def _shown(self, counter: Counter) -> Counter:
        if self._left:
            return counter
        # A disabled button would reveal that the number is at its limit.
        more, less = counter.more or counter.less, counter.less or counter.more
        cells = [structs.replace(cell, on=False, icon=None) for cell in counter.cells]
        return structs.replace(counter, value=HIDDEN, cells=cells, low=False, more=more, less=less)

    def _show_seats(self) -> None:
        self.back.place(self._foot)
        hide(self.fix, self.counters, self.pager, self.cover, self.disc, self.others, self.countdown, *self.cards)
        self.over.show(text=say(T("Secret")).upper())
        side = self._side.copy()
        self.title.place(side.cut_top(look.mm(14.4), look.gap))
        if self.upright:
            self._body = side
        self.title.show(text=say(T("Who looks?")))
        secret = self.session.scene.secrets
        options = [
            Option(say(name), partial(self.host.look_alone, seat), icon=icon, key=seat)
            for seat, (icon, name) in self._seats().items()
            if seat in secret
        ]
        self.panel.show(self._body, options=tuple(options))
        self.back.show(text=say(T("Not now")), enabled=True, key=None)
        self.primary.hide()

    # Touches.

    def act(self) -> None:
        """Nothing: a secret needs a finger on the screen, not the button on the table."""

    def _hold(self, down: bool) -> None:
        if self._peeks is not None:
            self._end_peek()
            return
        if self._asked and self.host.phones.elsewhere(self.seat):
            if not down and self.primary.pressed:
                self.host.phones.ask_here(self.seat)
            return
        if self._asked:
            self._hold_question(down=down)
            return
        self._hide()
        if down:
            self._left = SECONDS
            self._clock = Clock.schedule_interval(lambda _dt: self._tick(), 1)
        self.host.refresh()

    def _hold_question(self, *, down: bool) -> None:
        """A tap shows the question until it is answered; a long press shows it until the finger is lifted."""
        if self._resting is not None:
            self._resting.cancel()
        if down:
            self._resting = Clock.schedule_once(lambda _dt: self.peek(), HoldButton.HOLD)
        elif self.seat is not None and self.primary.pressed:
            self.host.privacy.open(self.seat)
            self.host.refresh()

    def peek(self) -> None:
        """Show the question during a long press; sliding to a choice answers it."""
        if self.primary.pressed and self._asked and self.seat is not None:
            self._peeks, self._chosen = (self.seat, self.session.rev), None
            self.host.privacy.open(self.seat)
            self.host.refresh()

    @property
    def _peeking(self) -> bool:
        """True while the question being peeked at is open; another input may have answered it."""
        return self._peeks == (self.host.privacy.opened, self.session.rev)

    def _slide(self, touch: MotionEvent) -> None:
        """Highlight the choice under the finger, but not before the finger has moved."""
        if self._peeks is None:
            return
        far = max(abs(touch.x - touch.ox), abs(touch.y - touch.oy)) > look.mm(FAR_MM)
        offered = self.host.front.choices() if far and self._peeking else ()
        on = next((one for one in offered if one.takes(touch)), None)
        self._press(on)

    def _press(self, on: TapButton | None) -> None:
        for one in (self._chosen, on):
            if one is not None:
                one.pressed = one is on
                one.redraw()
        self._chosen = on

    def _end_peek(self) -> None:
        """The finger was lifted: take the choice under it, or hide the question."""
        chosen, peeking, self._peeks = self._chosen, self._peeking, None
        self._press(None)
        if chosen is not None and chosen.shown and chosen.action is not None and peeking:
            tap_guard.record(chosen.area.cx, chosen.area.cy, chosen.meaning)
            chosen.action()
        else:
            self.host.privacy.shut()
        self.host.refresh()

    def _tick(self) -> None:
        self._left -= 1
        if self._left <= 0:
            self._hide()
        self.host.refresh()

    def _hide(self) -> None:
        self._left = 0
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _further(self) -> None:
        self._first += 2 if self.upright else len(self.cards)

    def _count(self, counter: str, which: Which) -> None:
        private = self._private(self.seat)
        self._apply(private.counters if private is not None else (), counter, which)

    def _leave(self) -> None:
        self.host.look_back()


def _large(counters: Sequence[Counter], room: Area) -> tuple[int, float]:
    """Columns and height as in ``_columns``, for counters with the whole area: one column if it fits."""
    rows = len(counters) + sum(len(counter.cells) > 1 for counter in counters)
    high = rows * (look.mm(COUNTER) + look.gap) - look.gap
    return (1, high) if high <= room.h else _columns(counters, room, room.h)


def _columns(counters: Sequence[Counter], room: Area, most: float) -> tuple[int, float]:
    """Number of columns, as few as ``most`` pixels of height allow, and the height."""
    widest = max(1, int((room.w + look.gap) // (look.mm(UNIT) + look.gap)))
    wide = sum(len(counter.cells) > 1 for counter in counters)
    for columns in range(min(2, len(counters), widest), widest + 1):
        rows = -(-(len(counters) - wide) // columns) + 2 * wide
        if rows * (look.touch + look.gap) <= most:
            break
    return columns, min(rows * (look.mm(12.4) + look.gap) - look.gap, most)


# Correcting the secret cards of a seat.

MANY = 6
"""With more values, there are two columns."""


class FixesScreen(SecretScreen):
    """Secrets that a seat can correct (``Private.fixes``): first the card, then its new value. Nothing is drawn until
    the player confirms being alone, and after a timeout."""

    def build(self) -> None:
        self.cover = self.add(Cover())
        self.panel = self.add(ChoicePanel())
        self.values = self.add(PagedRows())
        self.over = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=5.6, face="heavy", lines=4, valign="top"))
        self.strip = self.add(TodoStrip())
        self.back = self.add(TapButton(size_mm=4.2, role="quiet", icon="back", action=self._leave))
        self.primary = self.add(TapButton(role="primary", size_mm=5.0, action=self._open))
        self._at = ""

    def reset(self) -> None:
        self._at = ""
        self.host.privacy.shut()

    @property
    def seat(self) -> str | None:
        return self.host.privacy.seat

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.pad, look.gap)
        side = cut_panel(body, shape)
        self.primary.place(side.cut_bottom(look.primary, look.gap))
        self.back.place(side.cut_bottom(look.touch, look.gap))
        if shape == "portrait":
            side = body.cut_top(look.mm(34), look.gap)
        self.over.place(side.cut_top(look.mm(5), look.gap))
        self.strip.place(side.cut_bottom(look.touch, look.gap))
        self.title.place(side)
        for part in (self.cover, self.panel, self.values):
            part.place(body)

    def refresh(self) -> None:
        seat = self.seat
        opened = seat is not None and self.host.privacy.opened == seat
        private = self._private(seat) if opened else None
        fix = next((one for one in private.fixes if one.id == self._at), None) if private is not None else None
        self.over.show(text=say(T("Secret")).upper())
        self.back.show(text=say(T("Back")), enabled=True, key=(seat, self._at, opened))
        text = T("Hide it") if opened else T("Show it to me alone")
        self.primary.show(text=say(text), role="primary", enabled=seat is not None, key=(seat, opened))
        self.cover.show(shown=private is None)
        if opened:
            self.show_todo(self.strip)
        else:
            self._at = ""
            self.strip.hide()
        self._show_fixes(private if fix is None else None)
        self._show_values(fix)
        if private is None:
            names = {seat: name for seat, (_, name) in self._seats().items()}
            self.title.show(text=say(T("Only {who} looks now", who=names[seat])) if seat in names else "")
        else:
            self.title.show(
                text=say(T("What is different from what the companion thinks?") if fix is None else fix.name)
            )

    def _show_fixes(self, private: Private | None) -> None:
        """Everything that can be corrected, with its current value."""
        fixes = private.fixes if private is not None else []
        options = tuple(
            Option(say(one.name), partial(self._look_at, one.id), say(one.value), (one.icon,), key=(self.seat, one.id))
            for one in fixes
        )
        self.panel.show(options=options, shown=bool(options))

    def _show_values(self, fix: Counter | None) -> None:
        rows = tuple(
            ListRow(
                say(cell.label), icon="check" if cell.on else "", here=cell.on,
                action=partial(self._correct, fix.id, index) if cell.tap is not None else None, key=(fix.id, index),
            )
            for index, cell in enumerate(fix.cells)
        ) if fix is not None else ()  # fmt: skip
        self.values.columns = 2 if len(rows) > MANY else 1
        self.values.show(rows=rows, shown=bool(rows))

    # Taps.

    def _open(self) -> None:
        """Show the secrets, or hide them again."""
        privacy = self.host.privacy
        if privacy.opened is None and privacy.seat is not None:
            privacy.open(privacy.seat)
        else:
            privacy.shut()
        self.host.refresh()

    def _look_at(self, fix: str) -> None:
        self._at, self.values.page = fix, 0
        self.host.refresh()

    def _correct(self, fix: str, which: Which) -> None:
        private, self._at = self._private(self.seat), ""
        self._apply(private.fixes if private is not None else (), fix, which)

    def _leave(self) -> None:
        if self._at:
            self._look_at("")
        else:
            self.host.go("private")
