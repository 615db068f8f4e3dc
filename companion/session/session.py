"""A session: one game as people play it at a screen or terminal, independent of the user interface.

A front end shows what ``mode`` asks for and calls the methods; each of them ends with a call of ``changed``.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from msgspec import structs

from companion.core.answers import Answer, Pull, Roll
from companion.core.asks import DrawAsk, Over, PickAsk, PullAsk, RollAsk
from companion.core.instructions import Instruction, Picture, together
from companion.core.refusals import Refused
from companion.core.state import State
from companion.core.texts import Say, T, Text, Words
from companion.language import Language
from companion.scene.scene import Choice, Fix, Line, NoteTap, Reveal, Scene, Tap, for_hands, with_turn_of
from companion.session.companions import CompanionSeats, Hurry, because, whose_turn
from companion.session.forms import OpenForm, paid
from companion.session.learning import Learning, LearningMode
from companion.session.open_choices import OpenChoice, OpenChoices
from companion.session.opinion import Opinions
from companion.session.pages import (
    OnTable,
    Page,
    PageMode,
    TurnScene,
    companion_pages,
    followed,
    insert_story,
    note_waiting,
    on_switching,
    opening_of,
    pages_of,
    short_lines,
    still_waiting,
    switched,
    turn_of,
    unconfirmed,
)
from companion.session.telling import SAME, CardTelling
from companion.session.tray import DiceTray, RollEntry, named
from companion.table.check import Draft, accept
from companion.table.history import Played, PlayedEntry, Revision
from companion.table.log import DieRead, Source
from companion.table.past import Timeline
from companion.table.table import Table, deal_followups

Mode = PageMode | LearningMode | Literal["deal", "roll", "list", "choose", "over"]
"""What to show: a page, the dealer's button, a roll, a list of draws, the choices, the end, or a step of learning."""


MOST_READ = 4
"""The most turns of the companion in which hands have nothing to do that are kept to read, in a line each."""
DICE = "dice"
"""The key of the note with the dice of the open roll that people have set."""


class Session:
    """The pages, forms, dice tray and messages of one game."""

    def __init__(self, table: Table, *, say: Say | None = None, confirmed: int = 0) -> None:
        """``say`` translates (default: English); ``confirmed`` is the rev up to which instructions are done."""
        self.table = table
        self.token = secrets.token_hex(4)
        """Names this session on pages. They may outlive it, and the next one can have the same revision elsewhere."""
        self.changed: Callable[[], None] = lambda: None
        self.refused: Refused | None = None
        """Why the last action was refused, until dismissed."""
        self.notice: Text | None = None
        """A message to show once when the game is opened."""
        self.pages: list[Page] = []
        """The pages before the question, the next one first."""
        self.forms = OpenForm()
        self.learning = Learning(table, confirmed=confirmed)
        """The state for a partly known box."""
        self.roll = RollEntry()
        self.doubted: Choice | None = None
        """A choice that needs confirmation, for the reason in ``unused``."""
        self.chosen: frozenset[str] = frozenset()
        """Dice of the pool selected for payment."""
        self.given: dict[str, Answer] = {}
        """Answers of seats that are asked at the same time as others, until their turn; forgotten by a restart."""
        self.todo: list[Line] = []
        """Instructions of the latest taps on counters, newest first, which need no "Done"."""
        self.in_hand: list[Line] = []
        """Instructions of the latest answer, if hands do them anyway: they need no "Done" either."""
        self.in_hand_played: list[Instruction] = []
        """The same, for the picture."""
        self.announced: list[Reveal] = []
        """What the latest answer has begun, a round or the last one, if no page tells it."""
        self.timeline = Timeline(table)
        self._noted: list[tuple[int, str, dict[str, Any]]] = []
        """What was noted at a rev: the key, and the notes before."""
        self.open_choices = OpenChoices(table)
        self.companions, self.opinions = CompanionSeats(table, self.open_choices), Opinions(table, self.open_choices)
        """The seats that the companion plays, beginning with ``begin_thinking``; and what it would do in the place of
        people, if they ask."""
        self._say = say or Language().say
        self._on_table = OnTable(table, confirmed)
        self._unfollowed = self._in_hand_rev = 0
        self._scene: Scene | None = None
        self._carried_out: tuple[Scene, Scene, Scene] | None = None
        """The scene while a page is open, after the two that it is made of."""
        self._stories_shown = len(self.scene.story)
        if not confirmed and table.opening and not table.begun:
            self._stories_shown = 0
            self.pages += opening_of(table)
            self._insert_story()
        elif confirmed < table.rev:
            self._take(unconfirmed(table, confirmed), T("Where you stopped"), restarted=True)
        self.pages[:0] = still_waiting(table)
        self.renew_tray()

    @property
    def scene(self) -> Scene:
        """The scene to show. While instructions are carried out, its heading and the player to move are those of the
        answer they come from."""
        now = self.present_scene
        before = self.page.asked_in if self.page is not None else None
        if before is None:
            return now
        made = self._carried_out
        if made is None or made[0] is not now or made[1] is not before:
            self._carried_out = made = now, before, with_turn_of(now, before)
        return made[2]

    @property
    def present_scene(self) -> Scene:
        """The scene of the table with the open question, whatever is to be done before it; cached until it changes."""
        if self._scene is None:
            self._scene = self.companions.scene(self.open_choices.scene(self._with_one_more(self.table.scene())))
        return self._scene

    def _with_one_more(self, scene: Scene) -> Scene:
        """The scene with what can have come again although all that is known of it is out."""
        again, table = list(self.learning.again), self.table
        if not again:
            return scene
        listed = [structs.replace(choice, primary=False) for choice in scene.choices]
        more = [table.game.presenter.choice(table.state, answer) for answer in again]
        at = next(n for n, choice in enumerate(listed) if choice.answer == self.learning.nameless)
        return structs.replace(scene, choices=[*listed[:at], *more, *listed[at:]])

    @property
    def rev(self) -> int:
        return self.table.rev

    @property
    def tray(self) -> DiceTray | None:
        """The dice tray; None unless a roll is open."""
        return self.roll.tray

    @property
    def page(self) -> Page | None:
        return self.pages[0] if self.pages else None

    @property
    def only(self) -> str | None:
        """The seat that alone may see the open question; None if all may, or if the companion decides."""
        return None if whose_turn(self.table) is not None else self.table.ask.only

    @property
    def mode(self) -> Mode:
        """What to show now."""
        if self.pages:
            return self.pages[0].mode
        ask, due = self.table.ask, self.open_choices.due
        if due is not None or self.companions.due is not None:
            return "choose"
        if isinstance(ask, Over):
            return "over"
        if self.learning.mode is not None:
            return self.learning.mode
        if isinstance(ask, DrawAsk | PullAsk | PickAsk):
            return "deal" if self.table.can_deal else "list"
        return "roll" if isinstance(ask, RollAsk) else "choose"

    # Actions.

    def begin(self) -> None:
        """Deal the chance of the set-up, so that people lay it out with everything else."""
        if not self.table.rev and self.table.can_deal and self.table.game.rules.goes_along(self.table.ask):
            deal_followups(self.table)
            self.pages, self._scene = opening_of(self.table), None
            self._insert_story()
            self.renew_tray()
            self._changed()

    def done(self) -> None:
        if self.pages:
            page = self.pages.pop(0)
            if page.rev:
                self._on_table.confirm(page.rev)
            else:
                self._on_table.put_back()
            self._changed()

    def tick(self, index: int) -> None:
        if self.page is not None:
            self.page.ticked ^= {index}
            self.changed()

    def choose(self, choice: Choice, rev: int | None = None, source: Source = "touch") -> bool:
        """Take a choice, paying with the selected dice. True if it was answered.

        A choice with a form, or of an unknown item, opens its form instead. One that wastes something must be taken
        twice.
        """
        if rev in (None, self.rev) and self.doubts(choice):
            return False
        if self._opens(choice.answer) or self.forms.open(self.scene, choice.answer, self.rev):
            self.changed()
            return False
        if choice.counts:
            return rev in (None, self.rev) and self.apply_tap(choice.answer)
        return self.answer(self.paid(choice), rev, source)

    def _opens(self, answer: Answer) -> bool:
        """Open an unknown item to be told; False if the answer is anything else."""
        return self.learning.open(answer)

    def doubt(self, choice: Choice | None) -> None:
        """Ask for confirmation of a choice; None cancels."""
        self.doubted = choice
        self.changed()

    def doubts(self, choice: Choice) -> bool:
        """Ask for confirmation of a choice, if it needs one and is not the one that was asked about."""
        if self.doubted is not None and self.doubted.answer == choice.answer:
            return False
        if choice.unused is not None:
            self.doubt(choice)
        return choice.unused is not None

    def paid(self, choice: Choice) -> Answer:
        """The answer of a choice, with the selected dice if it pays with dice."""
        return paid(choice, choice.answer, self.chosen)

    def answer(self, answer: Answer, rev: int | None = None, source: Source = "touch") -> bool:
        """Give an answer for the table at ``rev``, with those that follow from it; a stale one is dropped, a refusal is
        kept in ``refused``."""
        table = self.table
        if isinstance(answer, Hurry):
            return rev in (None, self.rev) and self.hurry()
        if self.companions.due is not None and source != "companion":
            return self._refuse(T("{name} decides that.", name=self.companions.name(self.companions.due)))
        if rev in (None, self.rev) and self.learning.by_hand_only(answer):
            return self.pass_over()
        again = self.learning.again.get(answer) if isinstance(answer, Pull) and rev in (None, self.rev) else None
        if again is not None:
            return self._do(partial(self.learning.one_more, *again))
        if self.open_choices.concerns(answer):
            return self._answer_later(answer, self.rev if rev is None else rev, source)

        def change() -> Played:
            entries = list(table.answer(answer, source, self.rev if rev is None else rev).entries)
            if answer.draws:
                entries += deal_followups(table)
            while (following := self._following()) is not None:
                entries += table.answer(following, source, table.rev).entries
            return Played(table.rev, entries)

        return self._do(change, in_hand=True)

    def _answer_later(self, answer: Answer, rev: int, source: Source) -> bool:
        """Leave the open question open, or make a choice that was left open."""
        table, open_, left = self.table, self.open_choices, self.open_choices.of(answer)

        def change() -> Played:
            if left is None:
                open_.leave(source, rev)
                self._on_table.confirm(table.rev)
                return Played(table.rev, [])
            instructions = table.game.rules.play(left.state.copy(), answer)
            words = table.game.presenter.describe(left.state, answer) if answer.fleeting else None
            open_.make(left, answer)
            entry = table.history.line[left.position].entry
            return Played(table.rev, [PlayedEntry(entry, instructions, answer, words=words)])

        return self._do(change, in_hand=True)

    def _following(self) -> Answer | None:
        """The answer to the open ask that is given without asking."""
        over = isinstance(self.table.ask, Over)
        return None if over else self.table.game.presenter.follows(self.table.state)

    def ahead(self, seat: str) -> Session | None:
        """What ``seat`` is asked at the same time as another seat, as a session to look at and to answer; None if
        nothing, or if it has answered."""
        if self.pages or seat in self.given or self.learning.mode is not None:
            return None
        left = next((one for one in self.open_choices.now if one.seat == seat), None)
        if left is not None:
            return LeftSession(self, left)
        state = self.table.game.rules.asked_ahead(self.table.state, seat)
        return None if state is None else AheadSession(self, seat, state)

    def give_ahead(self, seat: str, answer: Answer) -> bool:
        """Keep the answer of a seat that is asked at the same time as others."""
        self.given[seat] = answer
        self._changed()
        return True

    def _answer_given(self) -> bool:
        """Answer for the seats that have answered already; True if there were any. What is not legal any more is asked
        again."""
        rules, rev = self.table.game.rules, self.rev
        seats: Sequence[str] = ()
        while self.given and (seats := rules.together(self.table.state)) and seats[0] in self.given:
            turn = turn_of(self.table, self.present_scene)
            try:
                played = self.table.answer(self.given.pop(seats[0]))
            except Refused:
                break
            self._scene = None
            self._take(played.entries, None, turn)
        if not seats:
            self.given.clear()
        return self.rev != rev

    def apply_tap(self, tap: Tap) -> bool:
        """Apply a tap on a counter, with its instructions in ``todo`` instead of on a page.

        It confirms the instructions of the previous tap. Chance that goes along is dealt at once. A card, or many
        instructions, still make a page. True if it was applied; one that may be a mistake must be tapped twice.
        """
        if isinstance(tap, NoteTap):
            before: dict[str, Any] = self.table.notes.get(tap.key, {})
            self._noted = [*(one for one in self._noted if one[0] == self.rev), (self.rev, tap.key, before)]
            self._note(tap.key, {**before, tap.name: tap.value})
            return True
        if isinstance(tap, Answer) and self.doubts(self._choice_of(tap)):
            return False
        if isinstance(tap, Answer) and self.companions.due is not None:
            return self.answer(tap)
        self.confirm_todo()

        def change() -> Played:
            if isinstance(tap, Fix):
                first = self.table.correct(tap.changes, self._say(tap.why), rev=self.rev)
            else:
                first = self.table.answer(tap, "touch", self.rev)
            return Played(self.table.rev, [*first.entries, *deal_followups(self.table)])

        return self._do(change, quiet=True)

    def _note(self, key: str, notes: dict[str, Any]) -> None:
        self.table.note(key, notes)
        self._scene = None
        self.changed()

    def _choice_of(self, answer: Answer) -> Choice:
        """The choice with this answer; a new one for an answer that is on a counter only."""
        listed = (choice for choice in self.present_scene.choices if choice.answer == answer)
        label = self.table.game.presenter.describe(self.table.state, answer)
        return next(listed, None) or Choice(answer, label)

    def confirm_todo(self) -> None:
        """Confirm ``todo``, unless pages are open."""
        if self._unfollowed and not self.pages:
            self._on_table.confirm(self._unfollowed)
            self._unfollowed = 0

    def clear_todo(self) -> None:
        """Confirm and clear ``todo``."""
        self.confirm_todo()
        self.todo = []

    def draw(self, rev: int | None = None) -> bool:
        """Let the dealer answer, with all chance that goes along. A card with a photo only is opened instead."""
        if self.learning.can_draw and rev in (None, self.rev):
            drawn = self.learning.deal()
            self.changed()
            return drawn is None or self.answer(drawn, rev, "dealer")
        return self._do(lambda: self.learning.dealt(rev))

    @property
    def can_undo(self) -> bool:
        return self._just_noted or self.open_choices.made is not None or self.table.history.done > 0

    @property
    def _just_noted(self) -> bool:
        """True if something was noted since the last action."""
        return not self.pages and bool(self._noted) and self._noted[-1][0] == self.rev

    def undo(self, source: Source = "touch", n: int = 1, *, quiet: bool = False) -> bool:
        """Undo the last ``n`` actions of people; ``quiet``: with the instructions in ``todo``. A choice made later than
        it was asked is left open again; what was noted since the last action is taken back first."""
        if n == 1 and self._just_noted:
            _, key, notes = self._noted.pop()
            self._note(key, notes)
            return True
        if quiet:
            if not self._on_table.moving:
                self.confirm_todo()
            self.todo = []
        made = self.open_choices.made

        def change() -> Played:
            if made is not None and n == 1:
                self.open_choices.reopen(made)
                return Played(self.table.rev, [])
            entries = list(self.table.undo(n, source).entries)
            while self._following() is not None:
                entries += self.table.undo(1, source).entries
            return Played(self.table.rev, entries)

        return self._do(change, T("Put it back"), quiet=quiet)

    @property
    def can_redo(self) -> bool:
        return self.table.history.undone > 0

    def redo(self, source: Source = "touch", n: int = 1) -> bool:
        return self._do(lambda: self.table.redo(n, source), T("Do it again"), ahead=True)

    def jump(self, rev: int) -> bool:
        """Undo or redo to a moment of the timeline."""
        return self._do(lambda: self.table.jump(rev), T("Put it as it was"))

    def revise(self, revision: Revision) -> bool:
        """Give another answer at an earlier moment; the page shows only the resulting differences."""

        def change() -> Played:
            entries = self.open_choices.revise(revision)
            last = 2 + len(revision.before) + len(revision.kept)
            return Played(self.rev, [PlayedEntry(entries[last - 1].entry, revision.instructions), *entries[last:]])

        return self._do(change, T("Put it right"), after=self.table.game.rules.picture(revision.state))

    def accept(self, draft: Draft) -> bool:
        """Correct the state to match the table; the page shows only what follows from it."""
        taken = self._do(lambda: accept(self.table, draft, self._say(draft.why)))
        if taken:
            self._on_table.seen(draft.picture)
            self._unfollowed = self.rev
        return taken

    # A box that is known in part.

    def teach(self, path: str, row: Mapping[str, Any], telling: CardTelling | None = None) -> bool:
        """Let the box learn the drawn item, a row of that table, and give it as the answer; ``telling``: what was told
        of it before the row was filled in."""
        return self._do(lambda: self.learning.teach(path, row, telling))

    def tell(self) -> bool:
        """Take the card as it was told (``Learning.telling``); nothing of it means that hands do it all."""
        telling = self.learning.telling
        if telling is None or telling.lacks is not None:
            return False
        if telling.same:
            return self.answer(self.learning.same(telling))
        if telling.alike:
            telling.press(SAME)
            self.changed()
            return False
        if telling.empty and not telling.known:
            return self.pass_over()
        table, rules = self.table, self.table.game.rules

        def change() -> Played:
            entries = [] if telling.empty else list(self.learning.tell(telling).entries)
            if telling.buttons and rules.untold_row(table.state) is not None:
                # What it does counts now, and there is nothing that the companion has to follow.
                entries += table.answer((table.legal() or [])[0], "touch").entries
            return Played(table.rev, entries)

        return self._do(change)

    def change_card(self, path: str, row: Mapping[str, Any]) -> bool:
        return self._do(lambda: self.learning.change_card(path, row))

    def take_from_box(self, rows: Sequence[tuple[str, Mapping[str, Any]]]) -> bool:
        """Take over rows that were changed in the box itself, each with the path of its table."""
        return self._do(lambda: self.learning.take(rows))

    def pass_over(self) -> bool:
        """Carry out the drawn item by hand; its changes are entered afterwards."""
        telling = self.learning.telling
        if telling is not None and telling.known:
            return self.answer((self.table.legal() or [])[0], self.rev)
        if self.learning.skip_whole_row():
            self._changed()
            return True
        waiting, nameless = len(self.pages), self.learning.nameless
        if nameless is None:
            return False
        return self._by_hand(lambda: self.table.answer(nameless, "touch", self.rev), waiting)

    def leave_unsaid(self) -> bool:
        """Leave unsaid which card or piece has come, and which ones come from there before anything else is asked:
        people lay down all of them at once."""
        waiting, nameless, place = len(self.pages), self.learning.nameless, self.learning.place
        if nameless is None:
            return False
        table = self.table

        def change() -> Played:
            entries = list(table.answer(nameless, "touch", self.rev).entries)
            while table.ask.only is None and self.learning.place == place and self.learning.nameless == nameless:
                entries += table.answer(nameless, "touch", table.rev).entries
            done = together(todo for one in entries for todo in one.instructions)
            last = entries[-1]
            return Played(table.rev, [structs.replace(last, instructions=done)])

        return self._by_hand(change, waiting)

    def _by_hand(self, change: Callable[[], Played], waiting: int) -> bool:
        """What has come is carried out by hand, with its pages after the first ``waiting`` ones."""
        taken = self._do(change)
        if taken:
            self.pages[waiting:] = self.learning.done_by_hand(self.pages[waiting:])
            self._changed()
        return taken

    def end_changes(self, draft: Draft | None = None) -> bool:
        """Finish entering the changes of an item carried out by hand: correct ``draft``; None: no changes."""
        rev = self.rev
        if draft is not None and not self.accept(draft):
            return False
        self.learning.end_changes()
        self._on_table.confirm(rev)
        self._changed()
        return True

    def decide(self, item: str, mode: Literal["digital", "asked"]) -> None:
        """Choose who draws a chance item that has become completely known."""
        self.learning.decide(item)
        self.set_chance(item, mode)

    def choose_die(self, die: str) -> None:
        """Select or deselect a die of the pool for the next payment."""
        self.chosen ^= {die}
        self.changed()

    def set_chance(self, item: str, mode: Literal["digital", "asked"]) -> None:
        """Choose who answers a chance item; a roll in progress continues. A changed deck adds a page."""
        before = self.table.chance.get(item)
        self.table.set_chance(item, mode)
        if before != mode:
            self.pages = switched(self.table, self.pages, item)
        self._changed()

    def dismiss(self) -> None:
        self.refused = None
        self.changed()

    # The companion's own seats.

    def begin_thinking(self, notify: Callable[[], object], **mind: Any) -> None:
        """Let the companion play its seats from now on. ``notify`` is called in any thread when there is something to
        ``heed``."""
        self.companions.start(notify, **mind)
        self._go_on()

    def heed(self) -> None:
        """Do what the companion has thought out."""
        self.companions.listen()
        self._go_on()

    def ask_opinion(self, notify: Callable[[], object], **mind: Any) -> None:
        """Ask what the companion would do here. ``notify`` is called in any thread when there is something to
        ``hear_opinion`` of."""
        self.opinions.ask(notify, **mind)

    def hear_opinion(self) -> None:
        """Take up the opinion that was thought out."""
        self.opinions.listen()
        self.changed()

    def hurry(self) -> bool:
        """Let the companion answer with the best so far; or play on, where it waits after an undo."""
        if self.companions.due is None:
            return False
        if self.companions.thinks:
            self.companions.hurry()
        else:
            self.companions.go_on()
            self._scene = None
            self._go_on()
            self._changed()
        return True

    def seat_companions(self, levels: Mapping[str, str]) -> None:
        """Say which seats the companion plays from now on. Raises ``BadSetup`` like the table."""
        self.table.seat_companions(levels)
        # The companion answers for itself what the person before it had answered ahead, or begun to.
        self.given = {seat: answer for seat, answer in self.given.items() if seat not in self.table.companions}
        self.doubted, self.chosen = None, frozenset()
        self.forms.close()
        self.companions.forget()
        self.opinions.forget()
        self._scene = None
        self._go_on()
        self._changed()

    def _refuse(self, words: Text) -> bool:
        self.refused = Refused("illegal", words, self.table.ask.rule)
        self.changed()
        return False

    def _go_on(self) -> None:
        """Play what the companion has to play by now, and show it."""
        if self._play_on():
            self.renew_tray()
            self._changed()

    def _play_on(self) -> bool:
        """Play for the seats of the companion, and for those that have answered ahead, as far as it goes; True if
        anything was played."""
        waiting, begun = len(self.pages), self.table.game.presenter.announced(self.table.state)
        announced, rev = self.announced, self.rev
        while self._play_companions() and self._answer_given():
            pass
        if self.rev != rev:
            self._announce(begun, waiting)
            self.announced = [*announced, *self.announced]
        return self.rev != rev

    def _play_companions(self) -> bool:
        """Play for the seats of the companion up to what must be thought about first, or done by people; True if
        anything was played."""
        seats, table, played = self.companions, self.table, False
        while True:
            thought = seats.decided()
            if thought is None and not seats.deals:
                break
            whose = table.ask.only or table.ask.who or ""
            if self.companions.turn is None or self.companions.turn[0] != whose:
                self._tell_turn_of_companion()
                self.companions.turn = whose, turn_of(table, self.present_scene), followed(table)
            reason = None if thought is None else because(table, thought)
            seats.reasons += [] if reason is None else [reason]
            played_now = table.deal() if thought is None else table.answer(thought[0].answer, "companion")
            entries = played_now.entries
            self.companions.done += entries
            self._scene, played = None, True
        if seats.due is None:
            self._tell_turn_of_companion()
        seats.think_ahead()
        seats.lay_face_down()
        return played

    def _tell_turn_of_companion(self) -> None:
        """Show what the companion did in its turn."""
        turn, entries, reasons = self.companions.turn, self.companions.done, self.companions.reasons
        self.companions.turn, self.companions.done, self.companions.reasons = None, [], []
        if turn is None or not entries:
            return
        pages, read = companion_pages(self.table, entries, self.companions.name(turn[0]), *turn[1:])
        for page in pages if reasons else ():
            page.because = max(reasons, key=lambda reason: reason.gain).words
        self.pages += pages
        self._insert_story()
        if not self.pages:
            self.in_hand = [*self.in_hand, *read][-MOST_READ:]
            self._in_hand_rev = self.rev

    # Dice.

    def read(self, event: DieRead) -> Text | None:
        """Process a reading; returns a message for people, if any."""
        taken = self.roll.read(event)
        if taken.outcome == "past":
            self.table.mark_read(named([event]))
        self.tray_changed()
        return taken.text if taken.outcome in ("closed", "extra", "past") else None

    def roll_for_us(self) -> bool:
        """Let the dealer roll all dice without a certain face, and give the roll."""
        tray = self.tray
        if tray is None:
            return False
        known = tray.certain()
        if not known:
            return self.draw()
        return self._give(tray, partial(self.table.deal_rest, known, tray.source, self.rev))

    def tap_face(self, face: str) -> None:
        """Set the die at the cursor to a face."""
        if self.tray is not None and self.tray.cursor is not None and face in self.tray.sides[self.tray.cursor]:
            self.tray.set_face(self.tray.cursor, face, "touch")
            self.tray_changed()

    def tray_changed(self) -> None:
        """Call when the tray has changed; a complete roll is given at once."""
        if self.tray is not None and self.tray.ready:
            self.give_roll()
            return
        if self.tray is not None:
            faces = self.tray.given
            if faces or self.table.notes.get(DICE):
                self.table.note(DICE, {"rev": self.rev, "faces": faces})
        self.changed()

    def give_roll(self) -> bool:
        """Give the complete roll as the answer."""
        tray = self.tray
        if tray is None or not tray.ready:
            return False
        return self._give(tray, partial(self.table.answer, Roll(tray.faces()), tray.source, self.rev))

    def _give(self, tray: DiceTray, answer: Callable[..., Played]) -> bool:
        """Answer the roll, with the readings of the tray. If the answer is refused, they are done with."""
        readings = self.roll.take_readings()
        taken = self._do(lambda: answer(readings=readings))
        if taken:
            self.roll.given(tray)
        else:
            self.table.mark_read(readings)
        return taken

    # Internal.

    def _do(
        self,
        change: Callable[[], Played],
        over: Words | None = None,
        *,
        quiet: bool = False,
        ahead: bool = False,
        in_hand: bool = False,
        after: Picture | None = None,
    ) -> bool:
        """Change the table, and make pages of what is to be done. ``over`` is their heading unless it is ordinary play;
        ``ahead``: the game goes on all the same; ``in_hand``: what hands do anyway needs no page. ``after`` is what
        lies there after the first entry, if that is not what lies there in the end."""
        self.refused = None
        self.companions.lay_the_rest()
        on_table, moving = self._on_table, self._on_table.moving
        if not self.pages and self._in_hand_rev:
            on_table.confirm(self._in_hand_rev)
        if over is not None:
            on_table.leave(waiting=moving or bool(self.companions.done) or any(page.rev for page in self.pages))
        turn = turn_of(self.table, self.present_scene) if over is None or ahead else None
        begun = self.table.game.presenter.announced(self.table.state)
        try:
            played = change()
        except Refused as no:
            if no.code != "stale":
                self.refused = no
                self.changed()
            on_table.moving = moving
            return False
        self.learning.remember_lessons()
        self._scene = self.doubted = None
        self.chosen = frozenset()
        if over is not None:
            decks = [page.switched for page in self.pages if page.switched is not None]
            self.pages = [page for page in (on_switching(self.table, one) for one in decks) if page is not None]
        waiting = len(self.pages)
        self.in_hand, self.in_hand_played, self._in_hand_rev = [], [], 0
        if in_hand and self._all_in_hand(played.entries):
            self._take_in_hand(played.entries)
        elif over is not None and played.entries:
            self.pages += on_table.pages(played.entries, over, after)
            self._insert_story()
            if not self.pages and not quiet:
                on_table.confirm(self.rev)
        else:
            self._take(played.entries, over, turn)
            on_table.moving = False
        if over is not None or quiet:
            # What others have answered was for the table before.
            self.given.clear()
        if over is not None:
            self.companions.forget()
            self.companions.turn, self.companions.done, self.companions.reasons = None, [], []
        self._answer_given()
        self._announce(begun if over is None else None, waiting)
        if quiet:
            self._move_to_todo(waiting)
        self._play_on()
        self.renew_tray()
        self._changed()
        return True

    def _announce(self, before: Reveal | None, waiting: int) -> None:
        """Announce what has begun since ``before``, on the last page after the first ``waiting`` ones if there is
        one."""
        now = self.table.game.presenter.announced(self.table.state)
        self.announced = []
        if before is None or now is None or now == before or isinstance(self.table.ask, Over):
            return
        if len(self.pages) > waiting:
            self.pages[-1].reveals = [now, *self.pages[-1].reveals]
        else:
            self.announced = [now]

    def _all_in_hand(self, entries: Sequence[PlayedEntry]) -> bool:
        presenter, state = self.table.game.presenter, self.table.state
        return not self.pages and all(
            one.answer is not None and presenter.in_hand(state, one.answer, one.instructions) for one in entries
        )

    def _take_in_hand(self, entries: Sequence[PlayedEntry]) -> None:
        self.in_hand_played = [todo for one in entries for todo in one.instructions]
        lines = self.table.game.presenter.lines(self.table.state, self.in_hand_played)
        self.in_hand, self._in_hand_rev = for_hands(lines, self.table.chance), self.rev

    def _move_to_todo(self, waiting: int) -> None:
        """Move the pages after the first ``waiting`` ones into ``todo``, if all are short."""
        lines = short_lines(self.pages[waiting:])
        if lines is not None:
            del self.pages[waiting:]
            self.todo, self._unfollowed = lines + self.todo, self.rev

    def _changed(self) -> None:
        note_waiting(self.table, self.pages)
        self.opinions.forget_the_past()
        self.refused = None
        self.changed()

    def renew_tray(self) -> None:
        """Create a tray for an open roll, with the dice that people have set already; none for any other ask."""
        self.table.mark_read(self.roll.begin(self.table.ask, self.table.faces()))
        kept = self.table.notes.get(DICE, {})
        if self.tray is not None and kept.get("rev") == self.rev:
            for die, face in kept["faces"].items():
                self.tray.set_face(die, face)

    def close(self) -> None:
        """Leave the table: the readings in the tray are done with, and nothing is thought any more."""
        self.companions.close()
        self.opinions.forget()
        self.table.mark_read(self.roll.take_readings())

    def _take(
        self,
        entries: Sequence[PlayedEntry],
        over: Words | None,
        turn: TurnScene | None = None,
        *,
        restarted: bool = False,
    ) -> None:
        """Append pages for what was played in the ``turn``."""
        self.pages += pages_of(self.table, entries, over, turn, restarted=restarted)
        self._insert_story()

    def _insert_story(self) -> None:
        story = self.present_scene.story
        fresh, self._stories_shown = story[self._stories_shown :], len(story)
        # A card of which nothing is known is read from the table: its page would be empty.
        insert_story(self.pages, [card for card in fresh if card.text], self.rev)


class AheadSession(Session):
    """The question of a seat that is asked at the same time as others, before its turn: only to look at and to answer.

    It shares everything with the session of the table but the state.
    """

    def __init__(self, whole: Session, seat: str, state: State[Any, Any]) -> None:
        self.__dict__.update(whole.__dict__)
        self._whole, self._seat = whole, seat
        self._scene = None
        self.forms = OpenForm()
        self.table = whole.table.looked_at(state)
        self.companions = CompanionSeats(self.table)

    def _opens(self, answer: Answer) -> bool:
        """A card is told in its turn only: ahead of it hands do what it says."""
        return False

    def answer(self, answer: Answer, rev: int | None = None, source: Source = "touch") -> bool:
        return self._whole.give_ahead(self._seat, answer)


class LeftSession(AheadSession):
    """A choice that a seat has left open: only to look at and to answer, on the table as it is now."""

    def __init__(self, whole: Session, left: OpenChoice) -> None:
        super().__init__(whole, left.seat or "", left.state)
        self.left = left

    @property
    def mode(self) -> Mode:
        return "choose"

    @property
    def present_scene(self) -> Scene:
        return self.open_choices.asking(self.left, self._whole.present_scene)

    def answer(self, answer: Answer, rev: int | None = None, source: Source = "touch") -> bool:
        return self._whole.answer(answer, rev, source)
