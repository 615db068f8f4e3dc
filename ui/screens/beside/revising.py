"""The base of screens that change an old answer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.core.answers import Answer
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.scene.scene import Filling
from companion.session.forms import Earlier, FormDraft
from companion.table.past import Moment, look_at
from companion.table.timeline import TimelineEntry
from ui.model.alternatives import Revising
from ui.screens.base import Screen


class RevisingScreen(Screen):
    """``revising``: the change being considered, or None."""

    def build(self) -> None:
        self.revising: Revising | None = None
        self._sight: Moment | None = None
        self._returning = False
        self._rev = -1

    def _look(self, entry: TimelineEntry | None) -> Moment | None:
        """The moment of the entry shown, computed once."""
        if entry is None or entry.played.entry.kind == "learn":
            return None
        if self._sight is None or self._sight.played is not entry.played:
            self._sight = look_at(self.session.table, entry.played.entry.rev)
        return self._sight

    def _change(self) -> None:
        if self._sight is not None:
            revising = self.revising = Revising(self.session, self._sight.played.entry.rev)
            others = revising.others() if revising.moment.legal is not None else []
            if len(others) == 1 and others[0].form is not None:
                self._fill_in(others[0].form)
            self.host.refresh()

    def _mend(self, rev: int, path: str, row: Mapping[str, Any]) -> None:
        """Correct the card of entry ``rev``, then show the consequences."""
        about = self.session.timeline.label(self.session.table.history.entries[rev - 1])
        self.host.box_updates.correct(path, row, about, partial(self._mended, rev))

    def _mended(self, rev: int) -> None:
        """The box has the correction; its effects stay, unless people want the game replayed with it."""
        revising = None
        try:
            revising = Revising(self.session, rev)
            revising.play_again()
        except Refused:
            pass
        if revising is not None and revising.revision is not None:
            self.revising, self._returning = revising, True
            self._rev, self._sight = self.session.rev, None
        elif revising is None or revising.refused is not None:
            self.host.show_message(
                T("The box has it now. What it brought stays; where the table lies otherwise, check the table.")
            )
        else:
            self.host.show_message(T("The box has it now. Nothing else follows from it."))

    def _leave_it(self) -> None:
        self.revising = None
        self.host.refresh()

    def _choose(self, answer: Answer) -> None:
        if self.revising is not None:
            self.revising.choose(answer)
            self.host.refresh()

    def _fill_in(self, form: Filling) -> None:
        """Open the form of the other answer, filled in with the old one."""
        revising, session = self.revising, self.session
        if revising is None:
            return
        draft = FormDraft(form, session.table.game, revising.moment.state, revising.entered(form))
        session.forms.earlier = Earlier(session.rev, draft, self._filled_in, self._back_from_form)
        self.host.go("form")

    def _filled_in(self, answer: Answer) -> None:
        self._choose(answer)
        self._back_from_form()

    def _back_from_form(self) -> None:
        """Return with the choice; without one, if there is nothing else to choose from."""
        revising = self.revising
        if revising is not None and revising.revision is None and len(revising.others()) == 1:
            self.revising = None
        self._returning = True
        self.session.forms.earlier = None
        self.host.go("log")

    def _turn(self, die: str) -> None:
        if self.revising is not None:
            self.revising.turn(die)
            self.host.refresh()
