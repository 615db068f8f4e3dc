"""Teaching a box while its game runs: a card is entered on its own screen, and saved in the box."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.core.texts import T, Text, Words
from companion.packs.lesson_writer import LessonWriter, note_saved, write_lessons
from companion.packs.loader import own_path
from companion.session.session import Session
from ui.model.box_edits import RecordEdit

if TYPE_CHECKING:
    from ui.app.app import CompanionApp


class BoxUpdates:
    """The running game's box if it is known in part; else it does nothing."""

    def __init__(self, app: CompanionApp) -> None:
        self._app = app
        self._box: LessonWriter | None = None
        self._told: Text | None = None

    def serve(self, session: Session) -> None:
        """Save what this game teaches its box."""
        self._told = None
        self._box = write_lessons(session, self._heard)
        folder = own_path(session.table.setup.pack)
        self._app.pictures.folder = self._app.small_pictures.folder = folder

    def close(self) -> None:
        """The game is left: save what can be saved."""
        if self._box is not None:
            self._box.close()
            self._keep(self._box)
            self._box = None

    @property
    def trouble(self) -> Text | None:
        """Why something could not be saved in the box, or None."""
        return None if self._box is None else self._box.trouble

    @property
    def waiting(self) -> bool:
        """True while something is still to be saved."""
        return self._box is not None and self._box.waiting

    # Entering.

    def enter(self, path: str) -> None:
        """Enter what was just drawn."""
        session = self._session
        self._open(path, None, lambda row: session.teach(path, row), session.learning.choices()[path])

    def correct(self, path: str, row: Mapping[str, Any], about: Words, then: Callable[[], None]) -> None:
        """Correct a known card; ``then`` is called when the box has it."""
        session = self._session

        def give(told: Mapping[str, Any]) -> bool:
            taken = session.change_card(path, told)
            if taken:
                then()
            return taken

        self._open(path, row, give, about, back="log")

    def _open(
        self,
        path: str,
        row: Mapping[str, Any] | None,
        give: Callable[[Mapping[str, Any]], bool],
        about: Words,
        back: str = "game",
    ) -> None:
        app, learning = self._app, self._session.learning

        def take(told: dict[str, Any]) -> None:
            # A refusal is shown over the form, which stays open.
            app.go(back if give(told) else "row")

        app.stage.screen("row").edit(
            RecordEdit(
                learning.editor(path, row),
                learning.words(),
                about,
                learning.names,
                take,
                lambda: app.go(back),
                self._session.scene.board,
                done=T("That is the card") if not learning.counts(path) else T("That is it"),
                photo=learning.photo or str((row or {}).get("id", "")),
            )
        )
        app.go("row")

    @property
    def _session(self) -> Session:
        session = self._app.session
        if session is None:
            raise LookupError("no game is on the table")
        return session

    # Saving.

    def _heard(self, sentence: Text | None) -> None:
        """Called in the writer thread."""
        Clock.schedule_once(lambda _dt: self._after(sentence), 0)

    def _after(self, sentence: Text | None) -> None:
        if self._box is not None:
            self._keep(self._box)
        if sentence is not None and sentence != self._told:
            self._app.show_message(sentence)
        self._told = sentence
        self._app.refresh()

    def _keep(self, box: LessonWriter) -> None:
        session = self._app.session
        if session is not None:
            note_saved(session, box)
            self._app.library.renew_box(session.table.game.name)
