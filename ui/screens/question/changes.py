"""Asks what changed on the table after people followed a card that the companion does not know."""

from __future__ import annotations

from companion.core.texts import T
from companion.table.check import Draft
from ui.base.language import say
from ui.look import theme
from ui.look.theme import look
from ui.screens.beside.places import PlacesScreen
from ui.widgets.buttons import TextView


class ChangesScreen(PlacesScreen):
    """The places as in the table check; all changes together become one correction."""

    def build(self) -> None:
        super().build()
        self.hint = self.add(TextView(size_mm=3.9, colour=theme.LAMP, lines=3))

    def _show_ways_out(self, draft: Draft) -> None:
        foot = self._foot.copy()
        self.back.hide()
        self.hint.place(foot.cut_left(foot.w * 0.48, look.gap))
        self.hint.show(text=say(T("Do what it says, then tap what is different now.")))
        self.primary.place(foot)
        text = T("Nothing changed") if draft.matches else T("That is all")
        self.primary.show(text=say(text), icon="", key=(draft.rev, draft.matches), enabled=True, size_mm=4.4)

    def act(self) -> None:
        """Confirm all changes."""
        draft, session = self._draft, self.host.session
        if draft is not None and session is not None and session.end_changes(None if draft.matches else draft):
            self._draft = None
