"""Boxes in a terminal: creating and completing one, and entering what a partly known one lacks while people play."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.core.refusals import Refused
from companion.core.texts import P, T, Text, Words
from companion.games.game import Game
from companion.packs.editing.box import OpenBox
from companion.packs.editing.tables import COUNT, free_name, name_refused
from companion.packs.editing.tables import Path as TablePath
from companion.packs.editing.words import Problem
from companion.packs.folder import read_content
from companion.packs.loader import installed_packs, new_box
from companion.packs.pictures import photo_name
from companion.scene.menu import MenuItem
from companion.session.lesson_writer import LessonWriter, note_saved, write_lessons
from companion.session.session import Session
from companion.table.history import Revision
from companion.table.learned import row_of
from companion.table.past import PRIVATE, Revising
from companion.terminal.forms import TerminalForm, TitleForm
from companion.terminal.past import TerminalCheck, TerminalPast, confirmed
from companion.terminal.view import TerminalView

Read = Callable[[str], str]


class TerminalBoxes:
    """Creates or completes a box of ``game``, with texts in ``language``."""

    def __init__(self, game: Game, view: TerminalView, read: Read, language: str) -> None:
        self.game = game
        self.view = view
        self.read = read
        self.language = language

    def begin(self) -> str | None:
        """Create a box and enter what a game needs; returns its id, None if cancelled."""
        names = [box.name for box in installed_packs()]
        usual = free_name(self.view.say(T("Our {game}", game=self.game.title)), names)
        self.view.note(T("What is the box called?"), "bold")
        self.view.note(T("Enter: {name}.", name=usual), "dim")
        while (refused := name_refused(name := self.read("> ").strip() or usual, names)) is not None:
            self.view.note(refused, "red")
        return self.complete(new_box(self.game, name, self.language))

    def complete(self, path: Path) -> str | None:
        """Enter what a game needs into the box at ``path``; returns its id, None if cancelled."""
        box = OpenBox(self.game, path, read_content(path))
        while problems := box.problems():
            n = len(problems)
            self.view.note(P("{n} thing does not fit yet", "{n} things do not fit yet", n), "bold")
            if not self._mend(box, problems[0]):
                return None
        untold = len(box.missing_parts())
        if untold:
            self.view.note(P(
                "{n} thing is still missing; until then you look after it.",
                "{n} things are still missing; until then you look after them.", untold,
            ))  # fmt: skip
        return box.id

    def _mend(self, box: OpenBox, problem: Problem) -> bool:
        """Enter what is missing; False if cancelled."""
        self.view.note(T("{whose}: {what}", whose=box.where(problem), what=box.said(problem)))
        index = problem.index
        if problem.table and index is None and box.kinds(problem.table):
            return self._count(box, problem.table)
        if not problem.table:
            editor = box.about()
        else:
            if index is None and (index := self._row(box, problem.table)) is None:
                return False
            editor = box.row_editor(problem.table, index)
        if problem.place:
            editor.open_nearest(problem.place)
        row = TerminalForm(editor, box.words, box.named, self.view, self.read).tell()
        if row is None:
            return False
        if not problem.table:
            box.put_about(row)
        else:
            box.put(problem.table, index, row)
        if (said := box.trouble or box.notice) is not None:
            self.view.note(said, "red")
        return True

    def _count(self, box: OpenBox, table: TablePath) -> bool:
        """Ask how many pieces there are of each kind; False if cancelled."""
        self.view.note(T("How many are there of each? Enter: as it stands there."), "dim")
        before = box.content
        for kind in box.kinds(table):
            typed = self.read(f"{self.view.say(box.kind_name(kind))} ({kind[COUNT]}) ").strip()
            if typed.isdecimal():
                box.count(table, kind, min(99, int(typed)))
        for doubt in box.doubts(table):
            self.view.note(doubt, "yellow")
        return box.content is not before

    def _row(self, box: OpenBox, table: TablePath) -> int | None:
        """Choose a row of a table; None if cancelled."""
        rows = box.rows(table)
        names: Sequence[Words] = [box.row_name(table, row, index) for index, row in enumerate(rows)]
        self.view.choices([MenuItem(name, None) for name in names])
        self.view.note(T("Type a number of the list, or 0 to go back."), "dim")
        while (typed := self.read("> ").strip()) not in ("", "0"):
            if typed.isdecimal() and int(typed) <= len(rows):
                return int(typed) - 1
            self.view.note(T("Type a number of the list."), "red")
        return None


class TerminalLearning:
    """The dialogues for a partly known box."""

    def __init__(
        self, session: Session, view: TerminalView, read: Read, compared: TerminalCheck, past: TerminalPast
    ) -> None:
        self.session = session
        self.view = view
        self.read = read
        self._compared = compared
        self._past = past
        self._box: LessonWriter | None = None
        self._heard: deque[Text] = deque()

    # The box of the owner.

    def begin(self) -> None:
        self._box = write_lessons(self.session, self._hear)

    def end(self) -> None:
        if self._box is not None:
            self._box.close()
            self.tell()
            self._box = None

    def _hear(self, sentence: Text | None) -> None:
        """Called in the writing thread: the message is shown with the next question."""
        if sentence is not None and sentence not in self._heard:
            self._heard.append(sentence)

    def tell(self) -> None:
        """Show messages about saving, and note what was saved."""
        while self._heard:
            self.view.note(self._heard.popleft(), "red")
        if self._box is not None:
            note_saved(self.session, self._box)

    # What was drawn.

    @property
    def known(self) -> Words | None:
        """How much is known of the deck or bag of the open question; None if all of it."""
        known = self.session.learning.known
        if known is None:
            return None
        words = T("{known} of {printed} known", known=known.known, printed=known.printed)
        if self.session.learning.can_draw:
            words = T("{known}, the others by their photo: type d to have it drawn", known=words)
        return T("{known}. Type new for one that is not in the list.", known=words)

    def open(self) -> None:
        """An item that is not in the list was drawn."""
        nameless = self.session.learning.nameless
        if self.session.learning.by_hand_only(nameless):
            self.session.pass_over()
        elif not self.session.learning.open(nameless):
            self.view.note(T("All that can come here is in the list."), "red")

    def go_on(self) -> bool:
        """Ask the next question, if any; True if the table has changed."""
        mode = self.session.learning.mode
        if mode == "new":
            return self._new()
        if mode == "changes":
            return self._changes()
        if mode == "offer":
            self._offer()
        return False

    def _new(self) -> bool:
        learning = self.session.learning
        if learning.telling is not None:
            if TitleForm(learning.telling, self.view, self.read).tell():
                return self._taken()
            learning.close()
            return False
        if learning.photo:
            file = learning.photos.pictures.get(learning.photo, "")
            self.view.note(T("{card}: its photo is {file}", card=photo_name(learning.photo), file=str(file)), "bold")
        paths, whole = list(learning.choices().items()), learning.whole_row is not None
        tell = [T("Tell it now: {kind}", kind=name) if len(paths) > 1 else T("Tell it now") for _, name in paths]
        self.view.choices([MenuItem(words, None) for words in tell])
        by_hand, then = learning.by_hand_words
        self.view.choices([MenuItem(by_hand, then or None)], len(paths) + 1)
        if not whole:
            self.view.note(T("  0  Back to the list"))
        typed = self.read("> ").strip()
        if typed in ("", "0") and not whole:
            learning.close()
        elif typed == str(len(paths) + 1):
            return self.session.pass_over() and not whole
        elif typed.isdecimal() and 0 < int(typed) <= len(paths):
            return self._tell(paths[int(typed) - 1][0])
        else:
            self.view.note(T("There is no number {n} in the list.", n=typed), "red")
        return False

    def _taken(self) -> bool:
        """Take the card as it was told; True if the table has changed."""
        taken = self.session.tell()
        if not taken:
            self._refused()
        return taken

    def _tell(self, path: str) -> bool:
        learning = self.session.learning
        form = TerminalForm(learning.editor(path), learning.words(), learning.names, self.view, self.read)
        while (row := form.tell()) is not None:
            if self.session.teach(path, row):
                return True
            self._refused()
        return False

    def _refused(self) -> None:
        if self.session.refused is not None:
            self.view.note(self.session.refused.text, "red")
            self.session.dismiss()

    def _changes(self) -> bool:
        while self.session.pages:
            self.session.done()
        self.view.note(T("Do what it says, then say what is different now."), "bold")
        draft = self._compared.check()
        taken = self.session.end_changes(draft)
        return taken and draft is not None

    def _offer(self) -> None:
        item = self.session.learning.offered
        if item is None:
            return
        name = self.session.table.game.presenter.chance_name(item)
        self.view.note(
            T("{what}: {how}", what=name, how=T("All of it is known now. Shall I draw from now on?")), "bold"
        )
        digital = confirmed(self.view, self.read, T("Yes, draw for us"))
        self.session.decide(item, "digital" if digital else "asked")

    # A card that was told wrongly.

    def change_card(self, typed: Sequence[str]) -> Revision | None:
        """Change the card of the entry with the typed number; returns the revision of the game, if people want it."""
        card = rev = None
        table = self.session.table
        if len(typed) == 1 and typed[0].isdecimal() and 1 <= int(typed[0]) <= table.rev:
            rev = int(typed[0])
            card = row_of(table, table.history.entries[rev - 1].answer)
        if card is None or rev is None:
            self.view.note(T("Type mend and the number of an entry at which a card was drawn."), "red")
            return None
        try:
            revising = Revising(table, rev, self.view.say)
        except Refused as no:
            self.view.note(no.text, "red")
            return None
        if revising.moment.fixed == PRIVATE:
            self.view.note(PRIVATE, "red")
            return None
        return self._mended(rev) if self._told(*card) else None

    def _told(self, path: str, row: dict[str, object]) -> bool:
        learning = self.session.learning
        form = TerminalForm(learning.editor(path, row), learning.words(), learning.names, self.view, self.read)
        while (entered := form.tell()) is not None:
            if self.session.change_card(path, entered):
                return True
            self._refused()
        return False

    def _mended(self, rev: int) -> Revision | None:
        revising = Revising(self.session.table, rev, self.view.say)
        revising.play_again()
        if revising.revision is not None:
            return self._past.decide(revising)
        if revising.refused is not None:
            words = T("The box has it now. What it brought stays; where the table lies otherwise, check the table.")
        else:
            words = T("The box has it now. Nothing else follows from it.")
        self.view.note(words)
        return None
