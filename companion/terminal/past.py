"""The past in a terminal: changing an earlier answer, and the table check."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.core.answers import Roll
from companion.core.refusals import Refused
from companion.core.texts import T, Words
from companion.scene.menu import MenuItem
from companion.scene.scene import Counter, Filling, Fix, Place
from companion.session.forms import FormDraft
from companion.session.session import Session
from companion.table.check import Draft, changed, differences, differs
from companion.table.history import Revision
from companion.table.past import Other, Revising
from companion.table.table import Table
from companion.terminal.forms import how, show_form, typed_into
from companion.terminal.view import TerminalView, face_meant

LATEST = 15
"""Number of entries shown if no number is typed."""

Read = Callable[[str], str]


class TerminalPast:
    """Dialogues for another answer at an earlier moment. Nothing changes before it is confirmed."""

    def __init__(self, session: Session, view: TerminalView, read: Read) -> None:
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
                self.view.choices([MenuItem(one.label, as_it_was if revising.gives(one) else None) for one in others])
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


def confirmed(view: TerminalView, read: Read, words: Words) -> bool:
    """Ask for confirmation: 1 for ``words``, Enter or 0 to cancel."""
    view.choices([MenuItem(words, None)])
    view.note(T("  0  Leave it as it was"))
    while True:
        typed = read("> ").strip()
        if typed in ("", "0", "1"):
            return typed == "1"
        view.note(T("Type 1 to do it, or 0 to leave it."), "red")


MOST_STEPS = 99
"""Maximum change of a typed number."""
BAD = T("Type a number from the list, u to take back the last change, or Enter to go back.")
HOW = T("Type a number and then what is right: 2 3 for three or for field 3, 2 + for one more.")
BAD_COUNTER = T("That cannot be. Type a number from the list and then what is right, such as 2 3, 2 + or 2 -.")


class TerminalCheck:
    """Compares the table with people. Entered differences are kept until the table changes."""

    def __init__(self, table: Table, view: TerminalView, read: Read) -> None:
        self.table = table
        self.view = view
        self.read = read
        self._draft: Draft | None = None

    def check(self) -> Draft | None:
        """Run the check; returns the corrections, None if there are none."""
        if self.table.over:
            self.view.note(T("The game has ended. Undo instead."), "red")
            return None
        if self._draft is None or not self._draft.of(self.table):
            self._draft = Draft(self.table)
        draft = self._draft
        while True:
            groups = list({place.group.id: place.group for place in draft.places}.values())
            self.view.note(T("What should lie where? Type a number to look."), "bold")
            self.view.choices([MenuItem(one.name, self._differing(draft, one.id)) for one in groups])
            self._ways_out(draft)
            typed = self.read("> ").strip().lower()
            if typed in ("", "0"):
                self.view.note(T("It matches") if draft.matches else T("Nothing was corrected."))
                return None
            if typed == "t" and not draft.matches:
                if self._agreed(draft):
                    return draft
            elif typed == "c" and not draft.matches:
                self._put_back(draft)
                return None
            elif not self._back(draft, typed):
                if typed.isdecimal() and 1 <= int(typed) <= len(groups):
                    self._group(draft, groups[int(typed) - 1].id)
                else:
                    self.view.note(BAD, "red")

    def _differing(self, draft: Draft, group: str) -> Words | None:
        n = sum(place.group.id == group for place in draft.differing)
        return T("different: {n}", n=n) if n else None

    def _ways_out(self, draft: Draft) -> None:
        if draft.matches:
            self.view.note(T("Enter: it matches."), "dim")
            return
        for key, words in (("t", T("The table is right")), ("c", T("The companion is right"))):
            self.view.note(T("  {key}  {what}", key=key, what=words))
        self.view.note(T("Enter leaves it as it was."), "dim")

    def _back(self, draft: Draft, typed: str) -> bool:
        """Undo the last change if ``u`` was typed."""
        if typed == "u" and not draft.take_back():
            self.view.note(T("There is nothing to take back here."), "red")
        return typed == "u"

    def _group(self, draft: Draft, group: str) -> None:
        while True:
            places = [place for place in draft.places if place.group.id == group]
            if not places:
                return
            self.view.choices([MenuItem(place.name, self._there(place)) for place in places])
            self.view.note(T("  0  Back"))
            typed = self.read("> ").strip().lower()
            if typed in ("", "0"):
                return
            if self._back(draft, typed):
                continue
            if typed.isdecimal() and 1 <= int(typed) <= len(places):
                self._place(draft, places[int(typed) - 1].id)
            else:
                self.view.note(BAD, "red")

    def _there(self, place: Place) -> Words | None:
        said = [words for counter in place.counters if (words := self._shown(counter))]
        there = ", ".join(said) or self.view.say(T("none"))
        if differs(place):
            return T("{there} ({what})", there=there, what=differences(place))
        return there

    def _shown(self, counter: Counter) -> str:
        say = self.view.say
        if not counter.cells:
            value = say(counter.value)
            return "" if value in ("", "0") else f"{say(counter.name)} {value}"
        on = [say(cell.label or cell.called or counter.name) for cell in counter.cells if cell.on]
        if counter.listed or not on or on == [say(counter.name)]:
            return ", ".join(on)
        return f"{say(counter.name)} {' '.join(on)}"

    def _place(self, draft: Draft, name: str) -> None:
        """Edit the counters of a place until Enter."""
        while (place := next((one for one in draft.places if one.id == name), None)) is not None:
            self.view.note(place.name, "bold")
            listed = next((one for one in place.counters if one.listed), None)
            if listed is not None:
                marks = [T("is so") if cell.on else None for cell in listed.cells]
                labels = [cell.label for cell in listed.cells]
                self.view.choices([MenuItem(label, mark) for label, mark in zip(labels, marks, strict=True)])
            else:
                self.view.choices([MenuItem(one.name, self._ways(one)) for one in place.counters])
                self.view.note(HOW, "dim")
            self.view.note(T("  0  Back"))
            typed = self.read("> ").lower().split()
            if typed in ([], ["0"]):
                return
            if len(typed) == 1 and self._back(draft, typed[0]):
                continue
            try:
                self._tap(draft, place, [listed.id, *typed] if listed is not None else self._named(place, typed))
            except Refused as no:
                self.view.note(no.text, "red")

    def _ways(self, counter: Counter) -> Words:
        """The value of a counter and the options to type."""
        say = self.view.say
        was = f" ({say(T('was {n}', n=counter.was))})" if counter.was is not None else " ≠" if changed(counter) else ""
        if counter.cells:
            return " ".join(
                f"{'■' if cell.on else '□'}{n} {say(cell.label or cell.called)}".rstrip()
                for n, cell in enumerate(counter.cells, 1)
            ) + was  # fmt: skip
        return say(counter.value) + was

    def _named(self, place: Place, typed: Sequence[str]) -> list[str]:
        """``typed`` with a counter's number replaced by its id; empty for an invalid number."""
        if not typed[0].isdecimal() or not 1 <= int(typed[0]) <= len(place.counters):
            return []
        return [place.counters[int(typed[0]) - 1].id, *typed[1:]]

    def _tap(self, draft: Draft, place: Place, typed: Sequence[str]) -> None:
        """Apply the input for a counter: a cell, ``+`` or ``-``, or the right number."""
        counter = next((one for one in place.counters if typed and one.id == typed[0]), None)
        words = list(typed[1:])
        if counter is not None and counter.cells:
            if not words and len(counter.cells) == 1:
                words = ["1"]
            which = int(words[0]) if len(words) == 1 and words[0].isdecimal() else 0
            tap = counter.cells[which - 1].tap if 1 <= which <= len(counter.cells) else None
            if isinstance(tap, Fix):
                draft.tap(tap)
                return
        elif counter is not None and len(words) == 1 and self._count(draft, place.id, counter, words[0]):
            return
        self.view.note(BAD_COUNTER, "red")

    def _count(self, draft: Draft, place: str, counter: Counter, word: str) -> bool:
        """Change a counter by one, or step by step to a number; False if impossible."""
        word = word.replace("−", "-")
        if word in ("+", "-"):
            tap = counter.more if word == "+" else counter.less
            if not isinstance(tap, Fix):
                return False
            draft.tap(tap)
            return True
        if not word.lstrip("+-").isdecimal():
            return False
        for _ in range(MOST_STEPS):
            now = next(c for one in draft.places if one.id == place for c in one.counters if c.id == counter.id)
            here = int(self.view.say(now.value).replace("−", "-"))
            if here == int(word):
                return True
            tap = now.more if here < int(word) else now.less
            if not isinstance(tap, Fix):
                return False
            draft.tap(tap)
        return False

    def _agreed(self, draft: Draft) -> bool:
        """The table is right: show the correction and its consequences, and ask for confirmation."""
        weighed = draft.weigh()
        self.view.note(T("The correction"), "bold")
        self.view.checklist(weighed.changes)
        if weighed.follows:
            self.view.note(T("What follows"), "bold")
            self.view.checklist(weighed.follows)
        if weighed.asked is not None:
            self.view.note(T("Then: {question}", question=weighed.asked))
        return confirmed(self.view, self.read, T("Correct it"))

    def _put_back(self, draft: Draft) -> None:
        """The companion is right: show what must be moved."""
        self._draft = None
        lines = draft.put_back()
        self.view.note(T("Put it right") if lines else T("Nothing has to be moved on the table."), "bold")
        self.view.checklist(lines)
