"""What the table wants from people next, apart from how it looks: pages to confirm, a tray to fill, a choice.

No kivy in here. The screen shows ``mode`` and calls the verbs; every verb ends in ``changed``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from companion.core.answers import Answer, Roll
from companion.core.asks import DrawAsk, Over, PickAsk, PullAsk, RollAsk
from companion.core.refusals import Refused
from companion.core.texts import T, Text, Words
from companion.scene.scene import Card, Choice, Fix, Line, Scene, Tap, for_hands
from companion.table.check import Draft, accept
from companion.table.dealing import along, draw
from companion.table.history import Part
from companion.table.log import Source
from companion.table.past import Revision, owed
from companion.table.table import Played, Table
from companion.table.timeline import Timeline
from hardware.dice.tray import CONFIDENT, DiceTray
from hardware.inputs import DieRead
from hardware.panel.keypad import Keypad
from ui.app.language import say
from ui.session.forms import Forms
from ui.session.pages import Mode, Page, moves_on


class Flow:
    """The way through one game. ``confirmed`` is the rev up to which hands have done what they were told."""

    def __init__(self, table: Table, *, confirmed: int = 0, changed: Callable[[], None] | None = None) -> None:
        self.table = table
        self.changed = changed or (lambda: None)
        self.refused: Refused | None = None
        self.notice: Text | None = None
        """What people are told once, when the game comes to the table."""
        self.pages: list[Page] = []
        self.forms = Forms()
        self.tray: DiceTray | None = None
        self.keypad: Keypad | None = None
        self.chosen: frozenset[str] = frozenset()
        self.keep: Callable[[list[DieRead]], None] = lambda readings: None
        """Told of the readings that make the next answer, right before it, so that both are saved as one."""
        self.drop: Callable[[list[DieRead]], None] = lambda readings: None
        """Told of the readings that no answer comes of any more."""
        self.given: list[tuple[int, list[DieRead]]] = []
        """Readings that wait to be acknowledged: the rev that must be on disk first, and the events."""
        self.confident = CONFIDENT
        self.todo: list[Line] = []
        """What hands must do for the latest taps on counters, newest first; it waits for no "Done"."""
        self._unfollowed = 0
        self._scene: Scene | None = None
        self.timeline = Timeline(table)
        self._read = len(self.scene.story)
        if table.rev == 0 and table.opening:
            self._read = 0
            self._page(table.opening, None, T("Set the table"), T("Before the first turn"))
        elif confirmed < table.rev:
            self._take(self._unconfirmed(confirmed), T("Where you stopped"))
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
        if isinstance(ask, RollAsk):
            return "roll"
        if isinstance(ask, DrawAsk | PullAsk | PickAsk):
            return "deal" if self.table.can_deal else "list"
        return "choose"

    # What people do.

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

    def choose(self, choice: Choice, rev: int | None = None, source: Source = "touch") -> None:
        """Take a choice; dice that were tapped before go into it if it pays with dice.

        One that is to be filled in opens its form instead.
        """
        if self.forms.open(self.scene, choice.answer, self.rev):
            self.changed()
            return
        self.answer(self.paid(choice), rev, source)

    def paid(self, choice: Choice) -> Answer:
        """The answer of a choice, with the dice chosen by hand where it pays with dice."""
        answer = choice.answer
        if choice.pays is None or not self.chosen:
            return answer
        dice = sorted(self.chosen)
        return msgspec.structs.replace(answer, **{choice.pays: tuple(dice)})

    def answer(self, answer: Answer, rev: int | None = None, source: Source = "touch") -> bool:
        """Give an answer meant for the table at ``rev``. One that comes too late is dropped without a word; one that
        is refused is kept in ``refused``."""
        return self._do(lambda: self.table.answer(answer, source, self.rev if rev is None else rev))

    def quietly(self, tap: Tap) -> bool:
        """Do what a tap on a counter says; what hands must do for it gathers in ``todo`` instead of on a page.

        With the tap hands have done what the one before it said. What goes along is dealt at once; where a card is
        to be read, or there is much to do, pages come as for any answer.
        """
        self.followed()

        def change() -> Played:
            if isinstance(tap, Fix):
                first = self.table.correct(tap.changes, say(tap.why), rev=self.rev)
            else:
                first = self.table.answer(tap, "touch", self.rev)
            return Played(self.table.rev, [*first.parts, *along(self.table)])

        return self._do(change, quiet=True)

    def followed(self) -> None:
        """Hands have done what ``todo`` says; while a page waits, it is confirmed with that page's successors."""
        if self._unfollowed and not self.pages:
            self.table.confirm(self._unfollowed)
            self._unfollowed = 0

    def forget_todo(self) -> None:
        """The counters are left: hands have done everything, and nothing of it is shown any more."""
        self.followed()
        self.todo = []

    def draw(self, rev: int | None = None) -> bool:
        """Let the dealer answer; what belongs to it comes along."""
        return self._do(lambda: draw(self.table, rev))

    def undo(self, source: Source = "touch", *, quiet: bool = False) -> bool:
        """Take back the last thing that people did; of a page still open, hands may have done a part.

        ``quiet`` puts what hands must do for it into ``todo``, as ``quietly`` does.
        """
        over = T("Put back what was done already") if self.pages else T("Put it back")
        if quiet:
            self.forget_todo()
        return self._do(lambda: self.table.undo(source=source), over, quiet=quiet)

    def redo(self, source: Source = "touch") -> bool:
        """Do again what was taken back."""
        return self._do(lambda: self.table.redo(source=source), T("Do it again"))

    def jump(self, rev: int) -> bool:
        """Go back, or forward, to a moment of the timeline."""
        return self._do(lambda: self.table.jump(rev), T("Put it as it was"))

    def revise(self, revision: Revision) -> bool:
        """Give another answer at an earlier moment; hands are told only what lies elsewhere now."""

        def change() -> Played:
            parts = self.table.revise(revision).parts
            last = 2 + len(revision.before) + len(revision.kept)
            return Played(self.rev, [Part(parts[last - 1].entry, revision.instructions), *parts[last:]])

        done = self._do(change, T("Put it right"))
        if done and not self.pages:
            self.table.confirm(self.rev)
        return done

    def accept(self, draft: Draft) -> bool:
        """The table is right: correct what people found to be different. Hands are told only what follows from it."""
        taken = self._do(lambda: accept(self.table, draft, say(draft.why)))
        if taken:
            self._unfollowed = self.rev
        return taken

    def choose_die(self, die: str) -> None:
        """Choose a die of the pool for the next payment, or let it go."""
        self.chosen ^= {die}
        self.changed()

    def set_chance(self, item: str, mode: Literal["digital", "asked"]) -> None:
        """Choose who answers a chance item from now on; a roll that has begun goes on."""
        self.table.set_chance(item, mode)
        self._changed()

    def dismiss(self) -> None:
        """The refusal has been read."""
        self.refused = None
        self.changed()

    # Dice.

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
        self._scene = None
        self.chosen = frozenset()
        if over is not None:
            self.pages.clear()
        waiting = len(self.pages)
        self._take(played.parts, over)
        if quiet:
            self._hush(waiting)
        self.tray_for_ask()
        self._changed()
        return True

    def _hush(self, waiting: int) -> None:
        """Move short pages, those after the ``waiting`` ones, into ``todo``; a card, or a long list, stays a page."""
        fresh = self.pages[waiting:]
        if any(page.mode != "lines" for page in fresh):
            return
        del self.pages[waiting:]
        self.todo = [line for page in fresh for line in page.lines] + self.todo
        self._unfollowed = self.rev

    def _changed(self) -> None:
        self.refused = None
        self.changed()

    def tray_for_ask(self) -> None:
        """An empty tray for an open roll, none for any other ask."""
        self.let_go()
        faces = self.table.faces()
        if faces is None or not isinstance(self.table.ask, RollAsk):
            self.tray = self.keypad = None
            return
        self.tray = DiceTray(self.table.ask.dice, faces, confident=self.confident)
        self.keypad = Keypad(self.tray)

    def let_go(self) -> None:
        """Dice that were read for a roll that does not come are done with."""
        if self.tray is not None and self.tray.readings:
            readings, self.tray.readings = self.tray.readings, []
            self.drop(readings)

    def close(self) -> None:
        """The table is left: nothing waits for its readings any more."""
        self.let_go()
        given, self.given = self.given, []
        for _, readings in given:
            self.drop(readings)

    def _unconfirmed(self, rev: int) -> list[Part]:
        """What was played after ``rev``; where something of it was taken back, only what hands must do now."""
        parts = self.table.since(rev).parts
        if all(part.entry.kind != "undo" for part in parts):
            return parts
        return [Part(parts[-1].entry, owed(self.table, rev))]

    def _take(self, parts: Sequence[Part], over: Words | None) -> None:
        """Turn what was played into pages: one for each card, what follows it on the same page."""
        group: list[Part] = []
        card: Card | None = None
        played = over is None
        if over is None:
            over = self._described(parts)
        for part in parts:
            turned = self.table.game.presenter.card(self.table.state, part.answer) if part.answer is not None else None
            if turned is not None and group:
                self._close(group, card, over, played=played)
                group = []
            card = turned if turned is not None or not group else card
            group.append(part)
        if group:
            self._close(group, card, over, played=played)
        self._tell_story()

    def _described(self, parts: Sequence[Part]) -> Words | None:
        """What was done, as the heading of what follows from it; a card that was turned up speaks for itself."""
        game, state = self.table.game, self.table.state
        first = next((part.answer for part in parts if part.entry.kind == "answer"), None)
        return (
            game.presenter.describe(state, first)
            if first is not None and game.presenter.card(state, first) is None
            else None
        )

    def _close(self, group: list[Part], card: Card | None, over: Words | None, *, played: bool) -> None:
        """A page of what was done; what was ``played`` shows how it moves, what is put right does not."""
        instructions = [todo for part in group for todo in part.instructions]
        page = self._page(instructions, card, over, None, rev=group[-1].entry.rev)
        if page is not None and played:
            page.moves = moves_on(self.table, self.scene.grid, instructions)

    def _page(
        self, instructions: Sequence[Any], card: Card | None, over: Words | None, title: Words | None, rev: int = 0
    ) -> Page | None:
        lines = for_hands(self.table.game.presenter.lines(self.table.state, instructions), self.table.chance)
        if card is not None and card.text is not None:
            lines = [line for line in lines if line.instruction is None or line.instruction.text != card.text]
        if lines or card is not None:
            rule = next((line.rule for line in lines if line.rule), None)
            self.pages.append(Page(rev, lines, card, over, title, rule))
            return self.pages[-1]
        return None

    def _tell_story(self) -> None:
        """A story card that has come up is read before the hands do what it says."""
        story = self.scene.story
        fresh, self._read = story[self._read :], len(story)
        if not fresh:
            return
        told = [card.text for card in fresh]
        for page in self.pages:
            page.lines = [line for line in page.lines if line.instruction is None or line.instruction.text not in told]
        todo = self.pages.pop() if self.pages and self.pages[-1].card is None else Page(self.rev)
        for card in fresh[:-1]:
            self.pages.append(Page(todo.rev, card=card))
        if todo.mode == "check":
            self.pages += [Page(0, card=fresh[-1]), todo]
        else:
            todo.card = fresh[-1]
            self.pages.append(todo)
