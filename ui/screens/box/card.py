"""A row of the open box, shown as on the table."""

from __future__ import annotations

from functools import partial

from companion.core.texts import T
from companion.packs.editing.problems import Problem
from ui.base.language import say, sentence
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.screens.base import Screen
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.cards import CardView
from ui.widgets.editors import Plan
from ui.widgets.rows import PagedRows, Row


class CardScreen(Screen):
    """The card on one side, actions and problems on the other."""

    nav = False
    WIDE = 62.0
    """Maximum width (mm) of the card."""

    def build(self) -> None:
        self.over = self.add(TextView(size_mm=3.9, colour=theme.LAMP, lines=2))
        self.card = self.add(CardView())
        self.plan = self.add(Plan())
        self.problems = self.add(PagedRows(row_mm=14.5))
        self.undo = self.add(TapButton(size_mm=4.2, icon="undo", action=self._undo))
        self.copy = self.add(TapButton(size_mm=4.2, icon="plus", action=self._copy))
        self.take = self.add(TapButton(size_mm=4.2, icon="cross", action=self._take))
        self.back = self.add(TapButton(size_mm=4.6, icon="back", action=self._back))
        self.primary = self.add(TapButton(role="primary", size_mm=5.2, action=self.act))

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        head = body.cut_top(max(look.touch, look.mm(5)), look.gap)
        self.undo.place(head.cut_right(look.mm(26), look.gap))
        self.over.place(head)
        if shape == "portrait":
            foot = body.cut_bottom(look.primary, look.gap)
            tools = body.cut_bottom(look.touch, look.gap)
            self.back.place(foot.cut_left(foot.w * 0.3, look.gap))
            self.primary.place(foot)
            cells = tools.columns(2, look.gap)
            card = body.cut_top(body.h * 0.66, look.gap)
        else:
            card = body.cut_left(min(body.w * 0.5, look.mm(self.WIDE)), look.mm(3))
            foot = body.cut_bottom(look.primary, look.gap)
            self.back.place(foot.cut_left(foot.w * 0.4, look.gap))
            self.primary.place(foot)
            cells = body.cut_bottom(look.touch, look.gap).columns(2, look.gap)
        wide = min(card.w, look.mm(self.WIDE))
        self.card.place(Area(card.cx - wide / 2, card.y, wide, card.h).inset(look.mm(1), look.mm(1)))
        self.plan.place(card)
        self.copy.place(cells[0])
        self.take.place(cells[1])
        self.problems.place(body)

    def refresh(self) -> None:
        editor = self.host.box_editor
        if editor.box is None or editor.index is None:
            return
        box, row = editor.box, editor.box.rows(editor.path)[editor.index]
        self.over.show(text=say(T("{first} · {second}", first=box.name, second=box.called(editor.path))).upper())
        drawn = box.is_drawn(editor.path)
        picture = self.host.pictures.of(str(row.get("id", "")), box.path)
        self.card.show(card=box.card(editor.path, row, editor.index), picture=picture, shown=not drawn)
        if drawn:
            draft = box.tile(editor.path, editor.index)
            self.plan.show(columns=draft.wide, rows=draft.high, signs=draft.signs(), labels=draft.labels())
        else:
            self.plan.hide()
        wrong = [one for one in editor.problems() if one.table == editor.path and one.index == editor.index]
        self.problems.show(rows=tuple(self._problem(one) for one in wrong))
        changeable = not box.bundled
        self.undo.show(text=say(T("Undo")), shown=box.can_undo, key=box.content)
        self.copy.show(text=say(T("Copy it")), shown=changeable, key=editor.index)
        self.take.show(text=say(T("Take it away")), shown=changeable, key=editor.index)
        self.back.show(text=say(T("Back")), enabled=True, key=editor.index)
        self.primary.show(text=say(T("Change it")), shown=changeable, key=editor.index)

    def _problem(self, problem: Problem) -> Row:
        said = sentence(say(self.host.box_editor.opened.said(problem)))
        return Row(said, here=True, action=partial(self.host.box_editor.mend, problem), key=problem)

    # Input.

    def act(self) -> None:
        """Edit it."""
        self.host.box_editor.tell()

    def _copy(self) -> None:
        self.host.box_editor.copy_row()

    def _take(self) -> None:
        self.host.box_editor.take_row()

    def _undo(self) -> None:
        editor = self.host.box_editor
        editor.undo()
        if editor.index is None:
            self.host.go("entries")

    def _back(self) -> None:
        self.host.go("entries")
