"""What the people at one screen are doing with a table: pages to confirm, a tray to fill, a choice half made.

Whoever shows it looks at ``mode`` and calls the verbs; every verb ends in ``changed``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from companion.core.answers import Answer, Roll
from companion.core.asks import DrawAsk, Over, PickAsk, PullAsk, RollAsk
from companion.core.refusals import Refused
from companion.core.texts import Say, T, Text, Words
from companion.language import Language
from companion.scene.scene import Choice, Fix, Line, Scene, Tap
from companion.session.forms import Forms, paid
from companion.session.late_readings import LateReadings
from companion.session.learning import Learning, LearningMode
from companion.session.pages import Page, PageMode, opening_of, pages_of, short, tell_first, unconfirmed
from companion.session.readings import DieRead
from companion.session.switching import note_waiting, on_switching, still_waiting, switched
from companion.session.tray import CONFIDENT, DiceTray
from companion.table.check import Draft, accept
from companion.table.dealing import deal_followups
from companion.table.history import PlayedEntry
from companion.table.log import Source
from companion.table.past import Revision
from companion.table.played import Played
from companion.table.table import Table
from companion.table.timeline import Timeline

Mode = PageMode | LearningMode | Literal["deal", "roll", "list", "choose", "over"]
"""A page to confirm; let the dealer deal, enter a roll or what was drawn, choose, or look at the end; or what has to do
with a box that is known in part."""


class Session:
    """One game as the people who play it go through it, without a picture of it."""

    def __init__(
        self, table: Table, *, say: Say | None = None, confirmed: int = 0, changed: Callable[[], None] | None = None
    ) -> None:
        """``say`` gives the language (English); ``confirmed`` is the rev up to which hands have done what they were
        told."""
        self.table = table
        self.changed = changed or (lambda: None)
        self.refused: Refused | None = None
        """Why the last verb changed nothing, until it has been read."""
        self.notice: Text | None = None
        """What people are told once, when the game comes to the table."""
        self.pages: list[Page] = []
        """What waits to be done or read before the question, the next one first."""
        self.forms = Forms()
        self.learning = Learning(table, confirmed=confirmed)
        """What is told of a box that is known in part."""
        self.tray: DiceTray | None = None
        """The roll that is being entered."""
        self._late = LateReadings()
        self.confident = CONFIDENT
        self.doubted: Choice | None = None
        """What would give something up: people are asked whether they mean it."""
        self.chosen: frozenset[str] = frozenset()
        """Dice of the pool that were tapped to pay with."""
        self.keep: Callable[[list[DieRead]], None] = lambda readings: None
        """Told of the readings that make the next answer, right before it, so that both are saved as one."""
        self.drop: Callable[[list[DieRead]], None] = lambda readings: None
        """Told of the readings that no answer comes of any more."""
        self.given: list[tuple[int, list[DieRead]]] = []
        """Readings that wait to be acknowledged: the rev that must be on disk first, and the events."""
        self.todo: list[Line] = []
        """What hands must do for the latest taps on counters, newest first; it waits for no "Done"."""
        self.timeline = Timeline(table)
        self._say = say or Language().say
        self._unfollowed = 0
        self._scene: Scene | None = None
        self._told = len(self.scene.story)
        if not confirmed and table.opening and not table.begun:
            self._told = 0
            self.pages += opening_of(table)
            self._tell_story()
        elif confirmed < table.rev:
            self._take(unconfirmed(table, confirmed), T("Where you stopped"))
        self.pages[:0] = still_waiting(table)
        self.tray_for_ask()

    @property
    def scene(self) -> Scene:
        """The picture of the table now, worked out once for each change."""
        if self._scene is None:
            self._scene = self.table.scene()
        return self._scene

    @property
    def rev(self) -> int:
        return self.table.rev

    @property
    def page(self) -> Page | None:
        """The page that waits to be confirmed, if any."""
        return self.pages[0] if self.pages else None

    @property
    def mode(self) -> Mode:
        """What the screen must offer now."""
        if self.pages:
            return self.pages[0].mode
        ask = self.table.ask
        if isinstance(ask, Over):
            return "over"
        if self.learning.mode is not None:
            return self.learning.mode
        if isinstance(ask, RollAsk):
            return "roll"
        if isinstance(ask, DrawAsk | PullAsk | PickAsk):
            return "deal" if self.table.can_deal else "list"
        return "choose"

    # What people do.

    def begin(self) -> None:
        """Deal what nobody decides before the first turn at once: people lay it out with the rest of the table."""
        if not self.table.rev and self.table.can_deal and self.table.game.rules.goes_along(self.table.ask):
            deal_followups(self.table)
            self.pages, self._scene = opening_of(self.table), None
            self._tell_story()
            self.tray_for_ask()
            self._changed()

    def done(self) -> None:
        """The hands have done what the page says."""
        if self.pages:
            page = self.pages.pop(0)
            if page.rev:
                self.table.confirm(page.rev)
            self._changed()

    def tick(self, index: int) -> None:
        """Tick a line of the page, or take the tick away."""
        if self.page is not None:
            self.page.ticked ^= {index}
            self.changed()

    def choose(self, choice: Choice, rev: int | None = None, source: Source = "touch") -> bool:
        """Take a choice; dice that were tapped before go into it if it pays with dice.

        One that is to be filled in opens its form instead, and nothing is answered yet; the same where it is something
        that the box does not know. What gives something up is answered when it is taken twice.
        """
        if choice.unused is not None and choice != self.doubted and rev in (None, self.rev):
            self.doubt(choice)
            return False
        if self.learning.open(choice.answer) or self.forms.open(self.scene, choice.answer, self.rev):
            self.changed()
            return False
        if choice.counts:
            return rev in (None, self.rev) and self.apply_tap(choice.answer)
        return self.answer(self.paid(choice), rev, source)

    def doubt(self, choice: Choice | None) -> None:
        """Ask whether people mean this choice; None: they do not."""
        self.doubted = choice
        self.changed()

    def paid(self, choice: Choice) -> Answer:
        """The answer of a choice, with the dice chosen by hand where it pays with dice."""
        return paid(choice, choice.answer, self.chosen)

    def answer(self, answer: Answer, rev: int | None = None, source: Source = "touch") -> bool:
        """Give an answer meant for the table at ``rev``; too late it is dropped, a refusal is kept in ``refused``."""
        return self._do(lambda: self.table.answer(answer, source, self.rev if rev is None else rev))

    def apply_tap(self, tap: Tap) -> bool:
        """Do what a tap on a counter says; what hands must do for it gathers in ``todo`` instead of on a page.

        With the tap hands have done what the one before it said. What goes along is dealt at once; where a card is
        to be read, or there is much to do, pages come as for any answer.
        """
        self.followed()

        def change() -> Played:
            if isinstance(tap, Fix):
                first = self.table.correct(tap.changes, self._say(tap.why), rev=self.rev)
            else:
                first = self.table.answer(tap, "touch", self.rev)
            return Played(self.table.rev, [*first.entries, *deal_followups(self.table)])

        return self._do(change, quiet=True)

    def followed(self) -> None:
        """Hands have done what ``todo`` says; while a page waits, it is confirmed with that page's successors."""
        if self._unfollowed and not self.pages:
            self.table.confirm(self._unfollowed)
            self._unfollowed = 0

    def clear_todo(self) -> None:
        """The counters are left: hands have done everything, and nothing of it is shown any more."""
        self.followed()
        self.todo = []

    def draw(self, rev: int | None = None) -> bool:
        """Let the dealer answer; what belongs to it comes along. A card that is known by its photo alone is opened."""
        if self.learning.can_draw and rev in (None, self.rev):
            drawn = self.learning.deal()
            self.changed()
            return drawn is None or self.answer(drawn, rev, "dealer")
        return self._do(lambda: self.learning.dealt(rev))

    def undo(self, source: Source = "touch", n: int = 1, *, quiet: bool = False) -> bool:
        """Take back the last ``n`` things that people did; of a page still open, hands may have done a played.

        ``quiet`` puts what hands must do for it into ``todo``, as ``apply_tap`` does.
        """
        over = T("Put back what was done already") if self.pages else T("Put it back")
        if quiet:
            self.clear_todo()
        return self._do(lambda: self.table.undo(n, source), over, quiet=quiet)

    @property
    def can_redo(self) -> bool:
        """True while something was taken back and nothing was done since."""
        return self.table.history.undone > 0

    def redo(self, source: Source = "touch", n: int = 1) -> bool:
        """Do again what was taken back."""
        return self._do(lambda: self.table.redo(n, source), T("Do it again"))

    def jump(self, rev: int) -> bool:
        """Go back, or forward, to a moment of the timeline."""
        return self._do(lambda: self.table.jump(rev), T("Put it as it was"))

    def revise(self, revision: Revision) -> bool:
        """Give another answer at an earlier moment; hands are told only what lies elsewhere now."""

        def change() -> Played:
            entries = self.table.revise(revision).entries
            last = 2 + len(revision.before) + len(revision.kept)
            return Played(self.rev, [PlayedEntry(entries[last - 1].entry, revision.instructions), *entries[last:]])

        done = self._do(change, T("Put it right"))
        if done and not self.pages:
            self.table.confirm(self.rev)
        return done

    def accept(self, draft: Draft) -> bool:
        """The table is right: correct what people found to be different. Hands are told only what follows from it."""
        taken = self._do(lambda: accept(self.table, draft, self._say(draft.why)))
        if taken:
            self._unfollowed = self.rev
        return taken

    # A box that is known in part.

    def teach(self, path: str, row: Mapping[str, Any]) -> bool:
        """Somebody has told what was drawn, a row of that table: the box learns it, and it is the answer."""
        return self._do(lambda: self.learning.teach(path, row))

    def mend(self, path: str, row: Mapping[str, Any]) -> bool:
        """A card that is known says otherwise."""
        return self._do(lambda: self.learning.mend(path, row))

    def take_from_box(self, rows: Sequence[tuple[str, Mapping[str, Any]]]) -> bool:
        """Somebody has told these rows in the box itself, each with the path of its table."""
        return self._do(lambda: self.learning.take(rows))

    def pass_over(self) -> bool:
        """Nobody tells what was drawn: hands do what it says, and say afterwards what it has changed."""
        if self.learning.tell_parts():
            self._changed()
            return True
        waiting, nameless = len(self.pages), self.learning.nameless
        if nameless is None:
            return False
        taken = self._do(lambda: self.table.answer(nameless, "touch", self.rev))
        if taken:
            self.pages[waiting:] = self.learning.done_by_hand(self.pages[waiting:])
            self._changed()
        return taken

    def end_changes(self, draft: Draft | None = None) -> bool:
        """All that was done by hand has been said: ``draft`` is corrected, None if nothing is another."""
        rev = self.rev
        if draft is not None and not self.accept(draft):
            return False
        self.learning.end_changes()
        self.table.confirm(rev)
        self._changed()
        return True

    def decide(self, item: str, mode: Literal["digital", "asked"]) -> None:
        """All of a chance item is known now: people say who draws it from now on."""
        self.learning.decide(item)
        self.set_chance(item, mode)

    def choose_die(self, die: str) -> None:
        """Choose a die of the pool for the next payment, or let it go."""
        self.chosen ^= {die}
        self.changed()

    def set_chance(self, item: str, mode: Literal["digital", "asked"]) -> None:
        """Choose who answers a chance item from now on; a roll that has begun goes on. Its deck is seen to first."""
        before = self.table.chance.get(item)
        self.table.set_chance(item, mode)
        if before != mode:
            self.pages = switched(self.table, self.pages, item)
        self._changed()

    def dismiss(self) -> None:
        """The refusal has been read."""
        self.refused = None
        self.changed()

    # Dice.

    def read(self, event: DieRead) -> Text | None:
        """A reader has read a die; gives what people should hear of it."""
        taken = self._late.take(event, self.tray, self.drop)
        self.tray_changed()
        return taken.text if taken.outcome in ("closed", "extra", "past") else None

    def roll_for_us(self) -> bool:
        """Let the dealer roll all dice that have no certain face yet, and give the roll."""
        tray = self.tray
        if tray is None:
            return False
        known = tray.certain()
        if not known:
            return self.draw()
        return self._throw(tray, lambda: self.table.deal_rest(known, tray.source, self.rev))

    def tap_face(self, face: str) -> None:
        """A face was tapped: it goes to the die at the cursor."""
        if self.tray is not None and self.tray.cursor is not None and face in self.tray.sides[self.tray.cursor]:
            self.tray.set_face(self.tray.cursor, face, "touch")
            self.tray_changed()

    def tray_changed(self) -> None:
        """Something in the tray is another; a whole roll is given at once."""
        if self.tray is not None and self.tray.ready:
            self.give_roll()
        else:
            self.changed()

    def give_roll(self) -> bool:
        """Give the roll in the tray as the answer, with the source that people had most to do with."""
        tray = self.tray
        if tray is None or not tray.ready:
            return False
        return self._throw(tray, lambda: self.table.answer(Roll(tray.faces()), tray.source, self.rev))

    def _throw(self, tray: DiceTray, change: Callable[[], Played]) -> bool:
        """Answer the roll; what was read for it is saved with the answer, or let go of if that is refused."""
        rev = self.rev
        readings, tray.readings = tray.readings, []
        self.keep(readings)
        taken = self._do(change)
        if taken:
            self._late.given(tray)
        if readings:
            self.given.append((rev + 1 if taken else rev, readings))
        return taken

    # How it gets there.

    def _do(self, change: Callable[[], Played], over: Words | None = None, *, quiet: bool = False) -> bool:
        self.refused = None
        try:
            played = change()
        except Refused as no:
            if no.code != "stale":
                self.refused = no
                self.changed()
            return False
        self.learning.hear()
        self._scene = self.doubted = None
        self.chosen = frozenset()
        if over is not None:
            decks = [page.switched for page in self.pages if page.switched is not None]
            self.pages = [page for page in (on_switching(self.table, one) for one in decks) if page is not None]
        waiting = len(self.pages)
        self._take(played.entries, over)
        if quiet:
            self._move_to_todo(waiting)
        self.tray_for_ask()
        self._changed()
        return True

    def _move_to_todo(self, waiting: int) -> None:
        """Move short pages, those after the ``waiting`` ones, into ``todo``; a card, or a long list, stays a page."""
        lines = short(self.pages[waiting:])
        if lines is not None:
            del self.pages[waiting:]
            self.todo, self._unfollowed = lines + self.todo, self.rev

    def _changed(self) -> None:
        note_waiting(self.table, self.pages)
        self.refused = None
        self.changed()

    def tray_for_ask(self) -> None:
        """An empty tray for an open roll, none for any other ask."""
        self.discard_readings()
        ask, faces = self.table.ask, self.table.faces() or {}
        self.tray = DiceTray(ask.dice, faces, confident=self.confident) if isinstance(ask, RollAsk) else None

    def discard_readings(self) -> None:
        """Dice that were read for a roll that does not come are done with."""
        if self.tray is not None and self.tray.readings:
            readings, self.tray.readings = self.tray.readings, []
            self.drop(readings)

    def close(self) -> None:
        """The table is left: nothing waits for its readings any more."""
        self.discard_readings()
        given, self.given = self.given, []
        for _, readings in given:
            self.drop(readings)

    def _take(self, entries: Sequence[PlayedEntry], over: Words | None) -> None:
        """Turn what was played into pages; a story card that has come up is read before the hands do what it says."""
        self.pages += pages_of(self.table, entries, over)
        self._tell_story()

    def _tell_story(self) -> None:
        """Story cards that have come up are read before hands do the last page."""
        story = self.scene.story
        fresh, self._told = story[self._told :], len(story)
        tell_first(self.pages, fresh, self.rev)
