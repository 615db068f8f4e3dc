"""Editing the open box in a browser: the address to scan, consent, and who has access."""

from __future__ import annotations

from functools import partial

from companion.core.texts import T
from ui.base.language import say
from ui.screens.app.phones import ComingInScreen
from ui.widgets.rows import Row


class BrowserScreen(ComingInScreen):
    """Anyone who opens the address can ask for access; only a tap here grants it."""

    nav = False

    def refresh(self) -> None:
        browsers = self.host.box_editor.browsers
        desk, asking = browsers.desk, browsers.asking
        if desk is None:
            return
        self.hint.hide()
        self.show_address(desk.first.name, browsers, self._rows(), on=True)
        self.way_back = self.primary if asking is None else None
        if asking is not None:
            self.ask(desk.question(asking), asking)
            return
        self.title.show(text=say(T("Scan it with a phone, or type the address on a laptop.")))
        self.other.action = self._off
        self.other.show(text=say(T("No browser any more")), icon="cross", enabled=True, key="off", shown=True)
        self.primary.show(text=say(T("To the box")), enabled=True, key="box")

    def _rows(self) -> list[Row]:
        """The browsers that have access."""
        desk = self.host.box_editor.browsers.desk
        inside = [] if desk is None else [phone for phone in desk.sharing.phones if phone.inside]
        if desk is None or not inside:
            return [Row(say(T("Nobody changes it in a browser yet.")), past=True, key=None)]
        return [
            Row(phone.words, say(T("send away")), "screen", action=partial(desk.send_away, phone), key=phone.id)
            for phone in inside
        ]

    def answer(self, *, yes: bool) -> None:
        """Grant or refuse the waiting browser's request."""
        self.host.box_editor.browsers.answer(yes=yes)
        self.host.refresh()

    def _off(self) -> None:
        self.host.box_editor.browsers.close()
        self.host.go("box")

    def act(self) -> None:
        """Grant the waiting request, or return to the box."""
        if self.host.box_editor.browsers.asking is not None:
            self.answer(yes=True)
        else:
            self.host.go("box")
