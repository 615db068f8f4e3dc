"""Correcting the secret cards of a seat, by its player."""

from __future__ import annotations

from functools import partial

from companion.core.texts import T
from companion.scene.scene import Counter, Private
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.screens.base import Screen, cut_panel
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.choices import ChoicePanel, Option
from ui.widgets.counters import Which, tap_of
from ui.widgets.lines import TodoStrip
from ui.widgets.rows import PagedRows, Row
from ui.widgets.seats import Cover

MANY = 6
"""With more values, there are two columns."""


class FixesScreen(Screen):
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
        """The seat whose secrets are shown."""
        return self.host.privacy.seat

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.pad, look.gap)
        if shape == "portrait":
            self.primary.place(body.cut_bottom(look.primary, look.gap))
            self.back.place(body.cut_bottom(look.touch, look.gap))
            side = body.cut_top(look.mm(34), look.gap)
        else:
            side = cut_panel(body, shape)
            self.primary.place(side.cut_bottom(look.primary, look.gap))
            self.back.place(side.cut_bottom(look.touch, look.gap))
        self.over.place(side.cut_top(look.mm(5), look.gap))
        self.strip.place(side.cut_bottom(look.touch, look.gap))
        self.title.place(side)
        for part in (self.cover, self.panel, self.values):
            part.place(body)

    def refresh(self) -> None:
        session, seat = self.host.session, self.seat
        if session is None:
            return
        opened = seat is not None and self.host.privacy.opened == seat
        private = (
            session.table.game.presenter.private(session.table.state, seat) if opened and seat is not None else None
        )
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
            names = {board.seat: board.name for board in session.scene.boards}
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
        """The possible values."""
        rows = tuple(
            Row(
                say(cell.label), icon="check" if cell.on else "", here=cell.on,
                action=partial(self._correct, fix.id, index) if cell.tap is not None else None, key=(fix.id, index),
            )
            for index, cell in enumerate(fix.cells)
        ) if fix is not None else ()  # fmt: skip
        self.values.columns = 2 if len(rows) > MANY else 1
        if rows:
            self.values.show(rows=rows)
        else:
            self.values.hide()

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
        """Set the new value."""
        seat, table = self.seat, self.session.table
        private = table.game.presenter.private(table.state, seat) if seat is not None else None
        tap = (
            next((tap_of(one, which) for one in private.fixes if one.id == fix), None) if private is not None else None
        )
        self._at = ""
        if tap is not None:
            self.host.apply_tap(tap)

    def _leave(self) -> None:
        if self._at:
            self._look_at("")
        else:
            self.host.go("private")
