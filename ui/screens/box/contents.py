"""An open box: its tables, how much of each is known, and its problems."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Literal

from companion.core.texts import P, T, Words
from companion.packs.editing.box import OpenBox
from companion.packs.editing.problems import Problem
from companion.packs.editing.tables import Table
from ui.base.language import say, sentence
from ui.layout.geometry import Area
from ui.look import text as type_
from ui.look import theme
from ui.look.theme import Look, Shape, look
from ui.screens.box.base import BoxScreen
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.rows import HIGH, PagedRows, Row

STAYS = T("It comes with the companion and stays as it is: copy it to change something.")

HINTS: Mapping[str, Words] = {
    "delete": T("Games that were played with it cannot go on. Its last states stay on the disk."),
    "problems": T("Tap one to go where it can be mended."),
}
Page = Literal["tables", "problems", "delete"]


class ContentsScreen(BoxScreen):
    """The tables of the open box; a page of its problems; and a page to confirm its deletion."""

    def build(self) -> None:
        super().build()
        self.hint = self.add(TextView(size_mm=3.8, face="plain", colour=theme.MIST, valign="top", lines=2))
        self.rows = self.add(PagedRows())
        self.copy = self.add(TapButton(size_mm=4.2, action=self._copy))
        self.delete = self.add(TapButton(size_mm=4.2, action=self._delete))
        self._page: Page = "tables"
        self._of: OpenBox | None = None

    def reset(self) -> None:
        """Show the tables on the page where they were left; or further problems, while people go through them."""
        editor = self.host.box_editor
        self._page = "problems" if editor.mending and editor.problems() else "tables"
        if self._of is not self.host.box_editor.box:
            self._of, self.rows.page = self.host.box_editor.box, 0

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        upright = shape == "portrait"
        self.place_foot(body, shape, 0.42, self.copy, self.delete)
        self._head = body.cut_top(look.mm(12.6), look.gap)
        self._body, self._upright = body, upright

    def _arrange_head(self, *, undo: bool) -> None:
        """Undo at the edge with the page arrows next to it; without undo, the arrows are at the edge."""
        head = self._head.copy()
        edge = head.cut_right(look.mm(26), look.gap) if undo else head
        self.rows.foot = None if self._upright else head.cut_right(look.mm(44), look.gap)
        self.undo.place(edge)
        self.over.place(head.cut_top(look.mm(4.6)))
        self.title.place(head)

    def refresh(self) -> None:
        box = self.host.box_editor.box
        if box is None:
            return
        problems = self.host.box_editor.problems()
        over = (
            box.game.title if self._page == "tables" else T("{first} · {second}", first=box.game.title, second=box.name)
        )
        self.over.show(text=say(over).upper())
        self.title.show(text=say(self._question(problems)))
        hint = self._hint(box, problems)
        undo = box.can_undo and self._page == "tables"
        self._arrange_head(undo=undo)
        body = self._body.copy()
        wide = hint is not None and type_.extents(say(hint), look.text(3.8), "plain")[0] > body.w
        self.hint.place(body.cut_top(look.mm(9.4 if wide else 4.8), look.gap) if hint is not None else body)
        self.hint.show(text=say(hint), shown=hint is not None)
        self.rows.place(body)
        self._show_rows(box, problems)
        self.undo.show(text=say(T("Undo")), shown=undo)
        self.back.show(text=say(T("Back")), enabled=True, key=self._page)
        self.copy.show(text=say(T("Copy it")), enabled=True, shown=self._page == "tables")
        self.delete.show(text=say(T("Take it away")), enabled=True, shown=self._page == "tables" and not box.bundled)
        words, role = self._main(box, problems), "plain" if self._page == "delete" else "primary"
        self.primary.show(
            text=say(words), enabled=True, role=role, key=(self._page, say(words)), shown=self._page != "problems"
        )

    def _question(self, problems: list[Problem]) -> Words:
        if self._page == "delete":
            return T("Take this box away?")
        if self._page == "problems":
            return P("{n} thing does not fit yet", "{n} things do not fit yet", len(problems))
        return self.host.box_editor.opened.name

    def _hint(self, box: OpenBox, problems: list[Problem]) -> Words | None:
        if self._page != "tables":
            return HINTS[self._page]
        if box.bundled or box.trouble is not None:
            return box.trouble or STAYS
        if problems:
            return P(
                "A game can begin with it as soon as {n} thing more fits.",
                "A game can begin with it as soon as {n} things more fit.", len(problems),
            )  # fmt: skip
        untold = len(self.host.box_editor.untold())
        if untold:
            return P(
                "{n} thing is still to be told here; until then you look after it.",
                "{n} things are still to be told here; until then you look after them.", untold,
            )  # fmt: skip
        return None

    def _main(self, box: OpenBox, problems: list[Problem]) -> Words:
        """Label of the large button, which is amber unless it deletes."""
        if self._page == "delete":
            return T("Take it away")
        if not box.saved:
            return T("Save again")
        return T("What does not fit?") if problems else T("Play with it")

    def _show_rows(self, box: OpenBox, problems: list[Problem]) -> None:
        if self._page == "delete":
            self.rows.hide()
        elif self._page == "problems":
            # Problems have the full width, in readable letters.
            self.rows.columns, self.rows.row_mm = 1, HIGH
            self.rows.show(rows=tuple(self._problem(box, one) for one in problems))
        else:
            self.rows.columns, self.rows.row_mm = 1 if self._upright else 2, Look.TOUCH
            wrong = {one.table for one in (*problems, *self.host.box_editor.untold())}
            about = Row(say(T("About the box")), here=() in wrong, action=self._about, key="about")
            browser = Row(say(T("In a browser")), self._in_browser(), "screen", action=self._show, key="browser")
            self.rows.show(rows=(about, browser, *(self._table(box, one, one.path in wrong) for one in box.tables())))

    def _in_browser(self) -> str:
        """The browser in which the box is edited; a hint if there is none."""
        desk = self.host.box_editor.browsers.desk
        inside = [] if desk is None else [phone.words for phone in desk.sharing.phones if phone.inside]
        return inside[0] if inside else say(T("With a keyboard"))

    def _show(self) -> None:
        self.host.box_editor.show_to_browsers()

    def _table(self, box: OpenBox, table: Table, wrong: bool) -> Row:
        known: Words = T("{known} of {printed} known", known=table.known, printed=table.printed)
        if not table.unknown:
            known = P("{n} in all", "{n} in all", table.known)
        return Row(
            say(box.called(table.path)), say(known), here=wrong,
            action=partial(self.host.box_editor.look_at, table.path), key=table.path,
        )  # fmt: skip

    def _problem(self, box: OpenBox, problem: Problem) -> Row:
        said = sentence(say(box.said(problem)))
        return Row(
            say(box.where(problem)), detail=said, action=partial(self.host.box_editor.mend, problem), key=problem
        )

    # Input.

    def act(self) -> None:
        """Press the amber button."""
        editor = self.host.box_editor
        if self._page == "delete":
            editor.delete()
        elif not editor.opened.saved:
            editor.keep()
        elif editor.problems():
            self._turn("problems")
        else:
            editor.play()

    def _about(self) -> None:
        if self.host.box_editor.opened.bundled:
            self.host.show_message(STAYS)
        else:
            self.host.box_editor.tell_about()

    def _copy(self) -> None:
        self.host.box_editor.ask_copy()

    def _delete(self) -> None:
        self._turn("delete")

    def _turn(self, page: Page) -> None:
        self._page, self.rows.page = page, 0
        self.host.dismiss()

    def _back(self) -> None:
        self.host.box_editor.mending = False
        if self._page == "tables":
            self.host.box_editor.leave()
        else:
            self._turn("tables")
