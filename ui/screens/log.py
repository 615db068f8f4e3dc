"""The timeline: all answers by chapter; go back to any of them, or change an old answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from time import localtime, strftime
from typing import Any, ClassVar

from companion.core.answers import Answer, Roll
from companion.core.refusals import Refused
from companion.core.texts import P, T, Text, Words
from companion.scene.icons import known
from companion.scene.scene import Filling, Line, people
from companion.session.forms import Earlier, FormDraft
from companion.session.session import Session
from companion.table import past
from companion.table.learned import row_of
from companion.table.log import is_decision
from companion.table.past import PRIVATE, Moment, Other, TimelineEntry, look_at
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import text as type_
from ui.look import theme
from ui.look.theme import Look, Shape, look
from ui.model import history
from ui.model.history import EntryRow, LogPage
from ui.screens.base import GameScreen, cut_panel
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.cards import Photo
from ui.widgets.drawn import hide
from ui.widgets.frame import WhyMark
from ui.widgets.lines import LineList
from ui.widgets.rows import ListRow, PagedRows
from ui.widgets.timeline import EntryLine


class Alternatives(past.Revising):
    """Another answer for entry ``rev`` of the session's game, as rows to tap."""

    DICE: ClassVar[Words] = T("Tap a die until it shows what was rolled.")

    def __init__(self, session: Session, rev: int) -> None:
        super().__init__(session.table, rev, say)

    def rows(
        self, choose: Callable[[Answer], None], turn: Callable[[str], None], fill_in: Callable[[Filling], None]
    ) -> list[ListRow]:
        """All alternatives as rows, or the dice of a roll, turned by tapping; ``fill_in`` opens a form."""
        moment = self.moment
        if self.mended:
            return [ListRow(say(self.given), here=True)]
        if moment.legal is None:
            names = {die.id: say(die.name) for die in self.table.game.presenter.scene(moment.state).dice}
            return [
                ListRow(names.get(die) or die, "", _face(str(face)), action=partial(turn, die), key=die)
                for die, face in sorted(self.faces.items())
            ]
        given = moment.played.answer
        chosen = self.answer if self.answer is not None else given
        return [
            ListRow(
                other.label, "" if chosen != given and other.form is not None else self._aside(other),
                detail=self._filled(other, chosen), past=self.gives(other), here=self.gives(other, chosen),
                action=partial(choose, other.answer) if other.form is None else partial(fill_in, other.form),
            )
            for other in self.others()
        ]  # fmt: skip

    def _aside(self, other: Other) -> str:
        return say(T("as it was")) if self.gives(other) else ""

    def _filled(self, other: Other, chosen: Answer | None) -> str:
        """What was filled in instead."""
        if other.form is None or chosen is None or chosen == self.moment.played.answer or not self.gives(other, chosen):
            return ""
        return say(self.table.game.presenter.describe(self.moment.state, chosen))

    def turn(self, die: str) -> None:
        """Turn the die to its next face."""
        sides = list(dict.fromkeys(self.moment.faces[die]))
        at = sides.index(self.faces[die]) if self.faces[die] in sides else -1
        self.faces[die] = sides[(at + 1) % len(sides)]
        self.choose(Roll(dict(self.faces)))


def _face(face: str) -> str:
    return f"face:{face}" if known(f"face:{face}") else ""


# Changing an old answer.


class RevisingScreen(GameScreen):
    """``revising``: the change being considered, or None."""

    def build(self) -> None:
        self.revising: Alternatives | None = None
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
            revising = self.revising = Alternatives(self.session, self._sight.played.entry.rev)
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
            revising = Alternatives(self.session, rev)
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


# The timeline.

SOURCES: dict[str, Text] = {
    "touch": T("by touch"),
    "serial": T("dice reader"),
    "gpio": T("buttons"),
    "dealer": T("by the companion"),
    "wire": T("from outside"),
    "companion": T("by the companion"),
}


class LogScreen(RevisingScreen):
    """A tap on an entry shows it and changes nothing. ``chosen``: the ``rev`` of the entry shown (0: the start, None:
    the latest)."""

    PORTRAIT_PANEL = 54.0

    def build(self) -> None:
        super().build()
        self.before = self.add(TapButton(icon="back", role="quiet", rapid=True, action=partial(self._turn_page, -1)))
        self.chapter = self.add(TapButton(size_mm=4.6, action=self._open_chapters))
        self._chips = [self.add(TapButton()) for _ in range(5)]
        self.after = self.add(TapButton(icon="forward", role="quiet", rapid=True, action=partial(self._turn_page, 1)))
        self.instead = self.add(TextView(size_mm=4.4, face="heavy", lines=2))
        self.line = self.add(EntryLine())
        self.rows = self.add(PagedRows())
        self.over = self.add(TextView(size_mm=3.7, colour=theme.LAMP))
        self.photo = self.add(Photo())
        self.title = self.add(TextView(size_mm=5.6, face="heavy", lines=3))
        self.mark = self.add(WhyMark())
        self.note = self.add(TextView(size_mm=3.7, face="plain", colour=theme.PAPER_DIM, valign="top", lines=7))
        self.todo = self.add(LineList())
        self.more = self.add(TextView(size_mm=3.2, face="plain", colour=theme.MIST))
        self.change = self.add(TapButton(size_mm=4.2))
        self.mend = self.add(TapButton(size_mm=4.2))
        self.redo = self.add(TapButton(icon="redo", size_mm=4.2, action=self._redo, rapid=True))
        self.home = self.add(TapButton(size_mm=4.8, action=partial(self.host.go, "game")))
        self.primary = self.add(TapButton(size_mm=4.8, action=self.act))
        self.chosen: int | None = None
        self._page: int | None = None
        self._chapters = False
        self._rev = -1
        self._opening: int | None = None

    def reset(self) -> None:
        if self._returning:
            self._returning = False
            return
        self.chosen = self.revising = self._page = None
        self._chapters = False

    def open(self, about: int) -> None:
        """Show the entry of this number next time."""
        self._opening = about

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.pad, look.gap)
        head = body.cut_top(look.touch, look.gap)
        self._head = head
        if shape == "portrait":
            self._panel = body.cut_bottom(look.mm(self.PORTRAIT_PANEL * max(1, look.scale)), look.gap)
        else:
            self._panel = cut_panel(body, shape)
        self.line.place(body)
        self.rows.place(body)
        self._columns = 2 if shape == "portrait" or body.w > look.mm(110) else 1

    # Content.

    def refresh(self) -> None:
        session = self.session
        if session.rev != self._rev:
            self._rev, self._sight = session.rev, None
            self.chosen = self.revising = self._page = None
        if self._opening is not None:
            self.reset()
            self.chosen, self._opening = self._opening, None
        entries = session.timeline.entries()
        panel = self._panel.copy()
        if self.revising is not None:
            self.home.hide()
            self.primary.place(panel.cut_bottom(look.primary, look.gap))
            self._show_revising(self.revising, panel)
            return
        self.instead.hide()
        self._show_line(entries)
        self._show_entry(entries, panel)

    def _show_line(self, entries: list[TimelineEntry]) -> None:
        """The header and a page of the timeline, or the list of chapters."""
        chapters: list[Words] = [entry.chapter for entry in entries]
        chapters.insert(0, chapters[0] if chapters else "")
        cut = history.pages(chapters, self.line.capacity())
        at = self._now_at(entries) if self.chosen is None else self._at(entries, self.chosen)
        if self._page is None:
            self._page = next(n for n, page in enumerate(cut) if page.first <= at < page.end)
        self._page = min(self._page, len(cut) - 1)
        page = cut[self._page]
        self._show_head(page, len(cut))
        self._show_chips(entries, chapters, page, cut)
        self.rows.columns, now = self._columns, self._now_at(entries)
        self.rows.show(rows=tuple(self._chapter_rows(cut)), shown=self._chapters)
        shown = [self._row(entries, index, at, now) for index in range(page.first, page.end)]
        self.line.show(rows=tuple(shown), shown=not self._chapters)

    def _show_head(self, page: LogPage, count: int) -> None:
        head = self._head.copy()
        self.before.place(head.cut_left(look.touch, look.gap))
        self.after.place(head.cut_right(look.touch, look.gap))
        self._chips_room = head
        name = say(page.chapter) or say(T("Log"))
        text = say(T("{chapter} · {part} of {parts}", chapter=name, part=page.part, parts=page.parts))
        text = text if page.parts > 1 else name
        wide = type_.extents(text, look.text(4.6), "bold")[0] + look.mm(5)
        self.chapter.place(head.cut_left(min(max(wide, look.mm(24)), head.w), look.gap))
        self.chapter.show(text=text, role="chosen" if self._chapters else "plain", key=text, enabled=True)
        self.before.show(text="", enabled=(self._page or 0) > 0, key="before")
        self.after.show(text="", enabled=(self._page or 0) < count - 1, key="after")

    def _show_chips(
        self, entries: list[TimelineEntry], chapters: list[Words], page: LogPage, cut: list[LogPage]
    ) -> None:
        """The turns of the chapter with the number of answers; a tap leads to the first of them."""
        turns = [] if self._chapters else history.turns(entries, chapters, page, people(self.session.scene))
        wide = look.mm(15)
        fitting = min(len(self._chips), int((self._chips_room.w + look.gap) // (wide + look.gap)))
        here = next((n for n, turn in enumerate(turns) if turn.last >= page.first), 0)
        turns = turns[max(0, min(here, len(turns) - fitting)) :][:fitting]
        room = self._chips_room.copy()
        for chip, turn in zip_longest(self._chips, turns):
            if turn is None:
                chip.hide()
                continue
            target = next(n for n, one in enumerate(cut) if one.first <= turn.first < one.end)
            role = "chosen" if turn.first < page.end and turn.last >= page.first else "quiet"
            chip.place(room.cut_left(wide, look.gap))
            chip.action = partial(self._go, target)
            chip.show(text=str(turn.count), icon=turn.icon, role=role, key=(turn.icon, target), enabled=True)

    def _chapter_rows(self, cut: Sequence[LogPage]) -> list[ListRow]:
        found = []
        for number, page in enumerate(cut):
            if page.part == 1:
                count = sum(one.end - one.first for one in cut[number : number + page.parts])
                found.append(
                    ListRow(say(page.chapter), str(count), here=False, action=partial(self._go, number), key=number)
                )
        return found

    def _row(self, entries: list[TimelineEntry], index: int, at: int, now: int) -> EntryRow:
        """The row of an entry; index 0 is the start."""
        now_here, chosen = index == now, index == at
        if index == 0:
            beginning = say(T("The beginning"))
            return EntryRow(
                beginning, "table", now=now_here, chosen=chosen, action=partial(self._pick, 0), key=(self._rev, 0)
            )
        played, rev = entries[index - 1].played, entries[index - 1].played.entry.rev
        icon = history.sign(played, people(self.session.scene))
        moved = history.pieces(self.session.table, played)
        return EntryRow(
            say(self.session.timeline.label(played)), icon, moved, not entries[index - 1].done, now_here, chosen,
            action=partial(self._pick, rev), key=(self._rev, rev),
        )  # fmt: skip

    # The entry shown.

    def _show_entry(self, entries: list[TimelineEntry], panel: Area) -> None:
        session = self.session
        at = self._now_at(entries) if self.chosen is None else self._at(entries, self.chosen)
        entry = entries[at - 1] if at else None
        goal = entry.goal if entry is not None else 0
        going = goal != session.timeline.now
        foot, buttons = panel.cut_bottom(look.primary, look.gap), panel.cut_bottom(look.touch, look.gap)
        # Where the last answers stand on the table, a second tap must not take anything back.
        apart = going and self._done(entry) and look.panel.shape != "landscape"
        self.primary.place(panel.cut_bottom(look.primary, look.gap) if apart else foot)
        self.home.show(foot, text=say(T("To the table")), role="quiet", key="home", enabled=True, shown=apart)
        moment = self._look(entry)
        can_redo = any(not one.done for one in entries)
        if can_redo:
            self.redo.place(buttons.cut_right((buttons.w - look.gap) / 2, look.gap))
        self.redo.show(text=say(T("Redo")), key=session.rev, enabled=True, shown=can_redo)
        self.change.action, changeable = self._change, moment is not None and moment.fixed is None
        other = say(T("Change this answer"))
        self.change.show(buttons, text=other, icon="", key=(session.rev, at), enabled=True, shown=changeable)
        self._show_mend(entry, moment, panel)
        self._show_photo(entry, panel)
        self._fill(
            panel,
            self._about(entries, entry, goal),
            say(session.timeline.label(entry.played)) if entry is not None else say(T("The beginning")),
            say(moment.fixed) if moment is not None and moment.fixed is not None else "",
            history.moved(session.table, entry.played) if entry is not None else [],
            note_below=True,
        )
        text = T("To the table") if not going else T("Go back to here") if self._done(entry) else T("Go on to here")
        # Going back is never amber, so that nobody gets there by tapping on.
        role = "primary" if going and not self._done(entry) else "plain" if going else "quiet"
        icon = "undo" if going and self._done(entry) else ""
        self.primary.show(text=say(text), icon=icon, role=role, key=(session.rev, self.chosen), enabled=True)

    def _show_photo(self, entry: TimelineEntry | None, panel: Area) -> None:
        """A thumbnail of the public card's photo, if there is one; a tap enlarges it."""
        card = history.card_of(entry.played) if entry is not None else ""
        if self.host.pictures.has(card):
            room = panel.cut_right(min(look.mm(24), panel.w * 0.34), look.gap)
            self.photo.fill(self.host.pictures.of(card), room.cut_top(min(room.h, look.mm(34))))
            self.photo.action = partial(self.host.slips.card, card)
        else:
            self.photo.hide()

    def _show_mend(self, entry: TimelineEntry | None, moment: Moment | None, panel: Area) -> None:
        """A card entered by people, and not secret, can be corrected."""
        card = row_of(self.session.table, entry.played.answer) if entry is not None else None
        if card is None or entry is None or moment is None or moment.fixed == PRIVATE:
            self.mend.hide()
            return
        rev = entry.played.entry.rev
        self.mend.place(panel.cut_bottom(look.touch, look.gap))
        self.mend.action = partial(self._mend, rev, *card)
        self.mend.show(text=say(T("This card says otherwise")), key=(self._rev, rev), enabled=True)

    def _about(self, entries: list[TimelineEntry], entry: TimelineEntry | None, goal: int) -> str:
        """Who answered, when and how, and how many answers going there undoes."""
        words: list[str] = []
        how = ""
        if entry is not None:
            seats = people(self.session.scene)
            who, logged = history.asker(entry.played), entry.played.entry
            if who in seats:
                words.append(say(seats[who][1]))
            how = say(SOURCES.get(logged.source, Text(logged.source)))
            words += [how, strftime("%H:%M", localtime(logged.at))]
        after = [one for one in entries if is_decision(one.played.entry) and one.goal > goal]
        back = sum(one.done for one in after)
        if back and self._done(entry):
            words.append(say(P("takes back {n}", "takes back {n}", back)))
        said = " · ".join(words).upper()
        room = self._panel.w - look.mm(WhyMark.SIDE) - look.gap
        if type_.extents(said, look.text(Look.LEAST), "bold")[0] > room:
            # A long name leaves no room for how it was answered.
            said = " · ".join(word for word in words if word != how).upper()
        return said

    def _fill(
        self, panel: Area, over: str, title: str, note: str, todo: list[Line], *, note_below: bool = False
    ) -> None:
        """Heading, title, note and instructions, as far as they fit."""
        head = panel.copy()
        wide = panel.copy()
        WhyMark.cut(wide)
        short = type_.extents(over, look.text(2.6), "bold")[0] <= wide.w
        line = panel.cut_top(look.mm(4.4 if short else 7.4), look.mm(0.4))
        line.w = wide.w
        self.over.show(line, text=over, lines=1 if short else 2)
        px = look.text(5.0)
        lines = min(3, len(type_.wrap(title, px, "heavy", panel.w)))
        self.title.show(panel.cut_top(lines * type_.line_height(px) + look.mm(0.6), look.mm(0.8)), text=title)
        self.mark.place(head.cut_top(head.h - panel.h))
        self.ask_why(self.mark, todo)
        if note:
            px = look.text(3.5)
            high = len(type_.wrap(note, px, "plain", panel.w)) * type_.line_height(px) + look.mm(0.6)
            high = min(high, panel.h)
            self.note.show(panel.cut_bottom(high) if note_below else panel.cut_top(high, look.gap), text=note)
        else:
            self.note.hide()
        self._show_lines(panel, todo)

    def _show_lines(self, panel: Area, todo: list[Line]) -> None:
        """As many lines as fit; if none does, their number."""
        room = panel.h >= look.mm(4)
        if room and self.todo.fitting(todo, panel) < len(todo):
            self.more.place(panel.cut_bottom(look.mm(4), look.mm(0.4)))
        whole = self.todo.fitting(todo, panel)
        left = len(todo) - whole
        self.todo.show(panel, lines=todo, shown=whole > 0)
        some = P("and {n} more", "and {n} more", left)
        count = P("{n} thing to move on the table", "{n} things to move on the table", left)
        self.more.show(text=say(some if whole else count), shown=room and left > 0)

    # Changing an answer.

    def _show_revising(self, revising: Alternatives, panel: Area) -> None:
        hide(self.before, self.after, self.chapter, *self._chips, self.line, self.redo, self.mend, self.photo)
        given = self.session.timeline.label(revising.moment.played)
        head = self._head.copy()
        ready = revising.revision is not None
        if ready:
            upright = self.upright
            self.change.place(
                panel.cut_bottom(look.touch, look.gap) if upright else head.cut_right(look.mm(44), look.gap)
            )
            self.change.action = self._leave_it
            self.change.show(text=say(T("Leave it as it was")), icon="", key="leave", enabled=True)
        else:
            self.change.hide()
        instead = T("Its card says otherwise now.") if revising.mended else T("Instead of: {what}", what=given)
        self.instead.show(head, text=say(instead))
        rows = tuple(revising.rows(self._choose, self._turn, self._fill_in))
        self.rows.columns = 1 if any(row.detail for row in rows) else self._columns
        self.rows.show(rows=rows)
        title, *notes = map(say, revising.follows())
        over = T("What follows") if ready else T("Nothing has changed yet")
        self._fill(panel, say(over).upper(), title, "\n".join(notes), revising.todo())
        text = T("Change it") if ready else T("Leave it as it was")
        role = "primary" if ready else "quiet"
        self.primary.show(text=say(text), icon="", role=role, key=(self._rev, revising.answer), enabled=True)

    # Indices of entries among the rows, whose first is the start.

    def _at(self, entries: Sequence[TimelineEntry], rev: int) -> int:
        return next((at for at, entry in enumerate(entries, 1) if entry.played.entry.rev == rev), 0)

    def _now_at(self, entries: Sequence[TimelineEntry]) -> int:
        return sum(entry.done for entry in entries)

    def _done(self, entry: TimelineEntry | None) -> bool:
        return entry is None or entry.done

    # Taps.

    def act(self) -> None:
        """Go to the entry shown, change its answer, or return to the table."""
        session, revising = self.session, self.revising
        if revising is not None:
            if revising.revision is None:
                self._leave_it()
            elif session.revise(revising.revision):
                self.host.go("game")
            return
        entries = session.timeline.entries()
        at = self._now_at(entries) if self.chosen is None else self._at(entries, self.chosen)
        goal = entries[at - 1].goal if at else 0
        if goal != session.timeline.now:
            session.jump(goal)
        self.host.go("game")

    def _pick(self, rev: int) -> None:
        self.chosen = rev
        self.host.refresh()

    def _turn_page(self, step: int) -> None:
        self._go((self._page or 0) + step)

    def _go(self, page: int) -> None:
        self._page, self._chapters = max(0, page), False
        self.host.refresh()

    def _open_chapters(self) -> None:
        self._chapters = not self._chapters
        self.rows.page = 0
        self.host.refresh()

    def _change(self) -> None:
        self._chapters = False
        self.rows.page = 0
        super()._change()

    def _redo(self) -> None:
        self.session.redo()
