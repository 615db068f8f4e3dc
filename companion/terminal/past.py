"""Changing an earlier answer in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.core.answers import Roll
from companion.core.refusals import Refused
from companion.core.texts import T, Words
from companion.scene.menu import Item
from companion.scene.scene import Filling
from companion.session.forms import FormDraft
from companion.session.session import Session
from companion.table.alternatives import Other, Revising
from companion.table.past import Revision
from companion.terminal.forms import how, show_form, typed_into
from companion.terminal.view import View, face_meant

LATEST = 15
"""Number of entries shown if no number is typed."""

Read = Callable[[str], str]


class TerminalPast:
    """Dialogues for another answer at an earlier moment. Nothing changes before it is confirmed."""

    def __init__(self, session: Session, view: View, read: Read) -> None:
        self.session = session
        self.table = session.table
        self.view = view
        self.read = read

    def change(self, typed: Sequence[str]) -> Revision | None:
        """Another answer for the entry with the typed number; None if cancelled."""
        if len(typed) != 1 or not typed[0].isdecimal():
            self._latest()
            return None
        try:
            revising = Revising(self.table, int(typed[0]), self.view.say)
        except Refused as no:
            self.view.note(no.text, "red")
            return None
        self.view.note(T("{n}: {what}", n=revising.rev, what=revising.given), "bold")
        if revising.moment.fixed is not None:
            self.view.note(revising.moment.fixed)
            return None
        return self.decide(revising) if self._choose(revising) else None

    def _latest(self) -> None:
        """List the last entries with their numbers."""
        timeline = self.session.timeline
        for played in reversed(timeline.latest(LATEST)):
            self.view.note(T("{n}: {what}", n=played.entry.rev, what=timeline.label(played)))
        self.view.note(T("Type change and the number of what was answered wrongly, such as change {n}.",
                         n=max(1, self.table.rev)), "dim")  # fmt: skip

    def _choose(self, revising: Revising) -> bool:
        """Choose the right answer; False if cancelled."""
        while revising.revision is None:
            others = [] if revising.moment.legal is None else revising.others()
            if others:
                as_it_was = T("as it was")
                self.view.choices([Item(one.label, as_it_was if revising.gives(one) else None) for one in others])
            self._faces(revising)
            self.view.note(T("Enter leaves it as it was."), "dim")
            typed = self.read("> ").split()
            if typed in ([], ["0"]):
                return self._left()
            self._take(revising, others, typed)
        return True

    def _faces(self, revising: Revising) -> None:
        if revising.moment.legal is not None:
            return
        scene = self.table.game.presenter.scene(revising.moment.state)
        names = {die.id: die.name or die.id for die in scene.dice}
        for die, face in sorted(revising.faces.items()):
            said = self.view.say(scene.face_names.get(str(face), face))
            self.view.note(T("{die}: {face}", die=self.view.say(names.get(die, die)), face=said))
        keys = ", ".join(f"{n} {self.view.say(scene.face_names.get(face, face))}" for n, face in
                         enumerate(scene.faces, 1))  # fmt: skip
        self.view.note(T("Type the face of each die as it was rolled ({faces}).", faces=keys), "dim")

    def _take(self, revising: Revising, others: Sequence[Other], typed: Sequence[str]) -> None:
        """Preview the typed answer, or show why it is invalid."""
        if revising.moment.legal is None:
            scene, dice = self.table.game.presenter.scene(revising.moment.state), sorted(revising.faces)
            faces = [face_meant(word, scene, self.view.say) for word in typed]
            if len(faces) != len(dice) or None in faces:
                self.view.note(T("Type one face for each of the {n} dice.", n=len(dice)), "red")
                return
            revising.choose(Roll({die: str(face) for die, face in zip(dice, faces, strict=True)}))
        elif len(typed) == 1 and typed[0].isdecimal() and 1 <= int(typed[0]) <= len(others):
            other = others[int(typed[0]) - 1]
            if other.form is None:
                revising.choose(other.answer)
            elif not self._filled_in(revising, other.form):
                return
        else:
            self.view.note(T("There is no number {n} in the list.", n=" ".join(typed)), "red")
            return
        if revising.answer is None:
            self.view.note(T("That is what was answered already."), "red")
        elif revising.revision is None:
            for words in revising.follows():
                self.view.note(words, "red")

    def _filled_in(self, revising: Revising, form: Filling) -> bool:
        """Fill in the form of that moment; False if cancelled."""
        show_form(self.view.console, self.view.say, form, chosen=True)
        while typed := self.read("> ").split():
            filled = typed_into(form, typed)
            if filled is not None:
                revising.choose(FormDraft(form, self.table.game, revising.moment.state, filled).answer)
                return True
            for words in how(form):
                self.view.note(words, "red")
        return False

    def decide(self, revising: Revising) -> Revision | None:
        """Show the consequences and ask for confirmation; None if declined."""
        self.view.note(T("What follows"), "bold")
        for words in revising.follows():
            self.view.note(words)
        self.view.checklist(revising.todo())
        if not confirmed(self.view, self.read, T("Change it")):
            self._left()
            return None
        return revising.revision

    def _left(self) -> bool:
        self.view.note(T("Nothing was changed."))
        return False


def confirmed(view: View, read: Read, words: Words) -> bool:
    """Ask for confirmation: 1 for ``words``, Enter or 0 to cancel."""
    view.choices([Item(words, None)])
    view.note(T("  0  Leave it as it was"))
    while True:
        typed = read("> ").strip()
        if typed in ("", "0", "1"):
            return typed == "1"
        view.note(T("Type 1 to do it, or 0 to leave it."), "red")
