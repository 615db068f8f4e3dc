"""An open box: its tables, the rows of a table, and one row, shown as on the table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path as File
from typing import Any, Literal

from companion.core.texts import P, T, Words
from companion.packs.editing.box import OpenBox
from companion.packs.editing.drafts import RowDraft
from companion.packs.editing.proposals import title_of
from companion.packs.editing.tables import COUNT, BoxTable, Path, kinds_of
from companion.packs.editing.words import Problem
from companion.packs.photos.keeping import can_straighten
from companion.packs.pictures import photo_name
from ui.base.language import language, say, sentence
from ui.layout.geometry import Area
from ui.look import text as type_
from ui.look import theme
from ui.look.theme import Look, Shape, look
from ui.screens.base import Screen
from ui.screens.boxes import BoxScreen, TypingScreen
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.cards import CardView
from ui.widgets.drawn import place_row
from ui.widgets.editors import Plan
from ui.widgets.entry import AmountField, Amounts, Keys, TextLine
from ui.widgets.rows import HIGH, ListRow, PagedRows, ReadRows

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
        self.copy = self.add(TapButton(size_mm=4.2, action=self.host.box_editor.ask_copy))
        self.delete = self.add(TapButton(size_mm=4.2, action=lambda: self._turn("delete")))
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
        self.place_foot(body, shape, 0.42, self.copy, self.delete)
        self._head = body.cut_top(look.mm(12.6), look.gap)
        self._body = body

    def _arrange_head(self, *, undo: bool) -> None:
        """Undo at the edge with the page arrows next to it; without undo, the arrows are at the edge."""
        head = self._head.copy()
        edge = head.cut_right(look.mm(26), look.gap) if undo else head
        self.rows.foot = None if self.upright else head.cut_right(look.mm(44), look.gap)
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
        why = self.host.box_editor.reason_left_out
        if why is not None:
            return why
        if problems:
            return P(
                "A game can begin with it as soon as {n} thing more fits.",
                "A game can begin with it as soon as {n} things more fit.", len(problems),
            )  # fmt: skip
        untold = len(self.host.box_editor.missing_parts())
        if untold:
            return P(
                "{n} thing is still missing; until then you look after it.",
                "{n} things are still missing; until then you look after them.", untold,
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
            self.rows.columns, self.rows.row_mm = 1 if self.upright else 2, Look.TOUCH
            wrong = {one.table for one in (*problems, *self.host.box_editor.missing_parts())}
            about = ListRow(say(T("About the box")), here=() in wrong, action=self._about, key="about")
            show = self.host.box_editor.show_to_browsers
            browser = ListRow(say(T("In a browser")), self._in_browser(), "screen", action=show, key="browser")
            tables = (self._table(box, one, one.path in wrong) for one in self.host.box_editor.tables())
            self.rows.show(rows=(about, browser, *tables))

    def _in_browser(self) -> str:
        """The browser in which the box is edited; a hint if there is none."""
        service = self.host.box_editor.browsers.service
        inside = [] if service is None else [phone.words for phone in service.registry.phones if phone.admitted]
        return inside[0] if inside else say(T("With a keyboard"))

    def _table(self, box: OpenBox, table: BoxTable, wrong: bool) -> ListRow:
        return ListRow(
            say(box.called(table.path)), say(box.counted(table.path)), here=wrong,
            action=partial(self.host.box_editor.look_at, table.path), key=table.path,
        )  # fmt: skip

    def _problem(self, box: OpenBox, problem: Problem) -> ListRow:
        said = sentence(say(box.said(problem)))
        return ListRow(
            say(box.where(problem)), detail=said, action=partial(self.host.box_editor.mend, problem), key=problem
        )

    # Input.

    def act(self) -> None:
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

    def _turn(self, page: Page) -> None:
        self._page, self.rows.page = page, 0
        self.host.dismiss()

    def _back(self) -> None:
        self.host.box_editor.mending = False
        if self._page == "tables":
            self.host.box_editor.leave()
        else:
            self._turn("tables")


# A table of the open box.

MOST_FIGURES = 4
MOST_ALIKE = 99
"""Pieces of a kind that can be counted."""


class EntriesScreen(TypingScreen):
    """The rows, the search, or the number of printed cards."""

    def build(self) -> None:
        super().build()
        self.rows = self.add(PagedRows())
        self.empty = self.add(TextView(size_mm=4.4, face="plain", colour=theme.MIST, valign="top", lines=3))
        self.keys = self.add(Keys(tap_key=self._count))
        self.find = self.add(TapButton(size_mm=4.2, action=self._find))
        self.shoot = self.add(TapButton(size_mm=4.2, action=lambda: self.host.go("deck")))
        self.printed = self.add(TapButton(size_mm=4.2, action=self._ask_printed))
        self._page = "rows"
        self._figures = ""
        self._of: tuple[object, Path] = (None, ())

    def reset(self) -> None:
        """Show another table from its start, the same one where it was left."""
        editor = self.host.box_editor
        if self._of != (editor.box, editor.path):
            self._of, self.typed, self.rows.page, self._figures = (editor.box, editor.path), "", 0, ""
        self._page = "rows"

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        upright = shape == "portrait"
        self.place_foot(body, shape, 0.34, self.find, self.printed, *((self.shoot,) if upright else ()))
        head = body.cut_top(look.mm(12.6), look.gap)
        self._beside = None if upright else head.copy().cut_right(look.mm(34))
        self.place_head(head)
        self._over, self._title = self.over.area, self.title.area
        self.rows.columns = 1 if upright else 2
        self._body = body

    def refresh(self) -> None:
        editor = self.host.box_editor
        if editor.box is None or not editor.path:
            return
        if self._of != (editor.box, editor.path):
            self.reset()
        self.over.show(
            text=say(T("{first} · {second}", first=editor.box.name, second=editor.box.called(editor.path))).upper()
        )
        found = editor.box.search(editor.path, self.typed, say, language.code)
        self.title.show(text=say(self._question(len(found))))
        body = self._body.copy()
        typing, counting = self._page == "find", self._page == "printed"
        if typing:
            self.show_keyboard(body, names=False)
        elif counting:
            beside = self._beside
            self.text.place(beside if beside is not None else body.cut_top(look.touch * 1.4, look.gap))
            self.text.show(text=self._figures, about=say(T("Type it here.")))
            self.keyboard.hide()
        else:
            self.hide_keyboard()
        self.keys.show(body, shown=counting)
        self.rows.place(body)
        # Rows are made on access, since a table may have thousands.
        box, path, pictures = editor.box, editor.path, self.host.small_pictures
        more = self._more(box, path)
        self.empty.show(body, text=say(self._nothing()), shown=self._page == "rows" and not found and not more)
        last = len(more)
        rows = ReadRows(
            last + len(found),
            lambda first, n: [
                *more[first : first + n],
                *(self._row(box, path, index) for index in found[max(0, first - last) : max(0, first + n - last)]),
            ],
            (id(box), path, language.code, pictures.seen(box.path), box.rows(path), found, more),
        )  # fmt: skip
        self.rows.show(rows=rows, shown=self._page == "rows")
        self._show_foot()

    def _more(self, box: OpenBox, path: Path) -> tuple[ListRow, ...]:
        """What comes before the rows: the one that was begun and is not complete, and cards that are photographed and
        not told yet."""
        if box.bundled or self.typed:
            return ()
        begun, more = self._begun(), []
        if begun is not None:
            more.append(
                ListRow(
                    say(box.row_name(path, begun.row, len(box.rows(path)))),
                    detail=say(T("Begun, and not finished yet")), here=True, action=self._go_on, key="begun",
                )
            )  # fmt: skip
        return (*more, *(self._untold(box, id_, file) for id_, file in box.untold(path).items()))

    def _untold(self, box: OpenBox, id_: str, file: File) -> ListRow:
        """A card of which there is only a photo, called as it is read there."""
        printed = self.host.printed.of(file, box.languages)
        return ListRow(
            say(title_of(printed, photo_name(id_))), detail=say(T("Photographed: tap to confirm")),
            here=True, action=partial(self.host.box_editor.tell_photographed, id_), key=(id_, printed), pictured=True,
            picture=self.host.small_pictures.of(id_, box.path),
        )  # fmt: skip

    def _begun(self) -> RowDraft | None:
        editor = self.host.box_editor
        return editor.draft_of(editor.path, None).now

    def _row(self, box: OpenBox, path: Path, index: int) -> ListRow:
        """A row, with a thumbnail if the box has a photo of it."""
        row, pictures = box.rows(path)[index], self.host.small_pictures
        card = str(row.get("id", ""))
        pictured = pictures.has(card, box.path)
        return ListRow(
            say(box.row_name(path, row, index)), here=box.unfinished(path, row), key=index,
            action=partial(self.host.box_editor.look_at_row, index),
            pictured=pictured, picture=pictures.of(card, box.path) if pictured else None,
        )  # fmt: skip

    def _show_foot(self) -> None:
        editor, listed = self.host.box_editor, self._page == "rows"
        changeable = not editor.opened.bundled
        self.undo.show(text=say(T("Undo")), shown=listed and editor.opened.can_undo)
        self.back.show(text=say(T("Back")), enabled=True, key=self._page)
        words = T("Show all") if self.typed else T("Search")
        self.find.show(text=say(words), enabled=True, shown=listed, key=self.typed)
        shown = listed and changeable and editor.opened.may_be_partial(editor.path)
        self.printed.show(text=say(T("How many?")), enabled=True, shown=shown)
        shown = shown and can_straighten() and editor.opened.can_have_pictures(editor.path)
        self._show_shoot(shown=shown)
        words = T("Done") if not listed else T("Another one") if self._begun() is None else T("Go on with it")
        self.primary.show(text=say(words), enabled=True, key=self._page, shown=not listed or changeable)

    def _show_shoot(self, *, shown: bool) -> None:
        """The button for the camera, beside the heading where that has room."""
        over, title = self._over.copy(), self._title.copy()
        if shown and not self.upright:
            both = Area(title.x, title.y, title.w, over.y + over.h - title.y)
            self.shoot.place(both.cut_right(look.mm(26), look.gap))
            over.w = title.w = both.w
        elif self._page == "printed" and self._beside is not None:
            title.w = min(title.w, self._beside.x - look.gap - title.x)
        self.over.place(over)
        self.title.place(title)
        self.shoot.show(text=say(T("Photograph")), enabled=True, shown=shown)

    def _question(self, found: int) -> Words:
        editor = self.host.box_editor
        if self._page == "printed":
            return T("How many? {n} are printed.", n=editor.opened.table(editor.path).due)
        if self.typed or self._page == "find":
            return P("{n} found", "{n} found", found)
        return editor.opened.counted(editor.path)

    def _nothing(self) -> Words:
        if self.typed:
            return T("Nothing here has these letters in its name.")
        return T("Nothing here yet. Take one out of your box and tell what stands on it.")

    # Input.

    def act(self) -> None:
        editor = self.host.box_editor
        if self._page == "rows":
            self._go_on()
            return
        if self._page == "printed" and self._figures:
            refusal = editor.set_printed(int(self._figures))
            if refusal is not None:
                self.host.show_message(refusal)
                return
            self._figures = ""
        self._turn("rows")

    def _go_on(self) -> None:
        """A further one, or the one that was begun."""
        self.host.box_editor.index = None
        self.host.box_editor.tell()

    def _find(self) -> None:
        if self.typed:
            self.typed = ""
            self._turn("rows")
        else:
            self._turn("find")

    def _ask_printed(self) -> None:
        self._turn("printed")

    def _count(self, key: str) -> None:
        self._figures = "" if key == "clear" else (self._figures + key)[:MOST_FIGURES]
        self.host.dismiss()

    @property
    def entering(self) -> bool:
        return self.typing or self.keys.shown

    def key_number(self, n: int) -> None:
        if self._page == "printed":
            self._count(str(n))

    def type_key(self, letter: str) -> None:
        super().type_key(letter)
        if not letter and self._page == "printed":
            self._figures = self._figures[:-1]
            self.host.refresh()

    def _turn(self, page: str) -> None:
        self._page, self.rows.page = page, 0
        self.host.dismiss()

    def _back(self) -> None:
        if self._page != "rows":
            if self._page == "find":
                self.typed = ""
            self._turn("rows")
        else:
            self.host.go("box")


# A table of counts.


class CountsScreen(BoxScreen):
    """All kinds of pieces of a table, each with its number, and what does not agree with the rulebook; a keypad for a
    number that is tapped."""

    def build(self) -> None:
        super().build()
        self.doubt = self.add(TextView(size_mm=3.8, face="plain", colour=theme.LAMP, valign="top", lines=2))
        self.amounts = self.add(Amounts(step=self._step, fill=self._ask_number))
        self.text = self.add(TextLine())
        self.keys = self.add(Keys(tap_key=self._key))
        self.another = self.add(TapButton(size_mm=4.2, icon="plus", action=self._tell))
        self.no_more = self.add(TapButton(size_mm=4.2, action=self._stop))
        self._asked: int | None = None
        """The kind whose number is typed."""
        self._figures = ""
        self._begun: dict[object, str] = {}
        """Numbers that were typed and not confirmed, by kind."""

    def reset(self) -> None:
        self._asked, self._figures = None, ""

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        # Upright too all is in one row: ten kinds need the height.
        foot = body.cut_bottom(look.primary, look.gap)
        self.primary.place(foot.cut_right(foot.w * 0.34, look.gap))
        place_row(foot, look.gap, self.back, self.another, self.no_more)
        head = body.cut_top(look.mm(12.6), look.gap)
        self._beside = None if shape == "portrait" else head.copy().cut_right(look.mm(34))
        self.place_head(head)
        self._body = body

    def refresh(self) -> None:
        editor = self.host.box_editor
        if editor.box is None or not editor.path:
            return
        box, path, kinds = editor.box, editor.path, self._kinds()
        asked = kinds[self._asked] if self._asked is not None else None
        self.over.show(text=say(T("{first} · {second}", first=box.name, second=box.called(path))).upper())
        self.title.show(text=say(box.counted(path) if asked is None else box.kind_name(asked)))
        body = self._body.copy()
        self.text.place(self._beside if self._beside is not None else body.copy().cut_top(look.touch * 1.4))
        self.text.show(text=self._figures, about=say(T("Type it here.")), shown=asked is not None)
        if self._beside is None and asked is not None:
            body.cut_top(look.touch * 1.4, look.gap)
        self.keys.show(body, shown=asked is not None)
        # How many are printed stands above.
        doubts = box.doubts(path) if asked is None and not box.table(path).lost else []
        text = " ".join(f"{sentence(say(one)).rstrip('.')}." for one in doubts)
        wide = type_.extents(text, look.text(3.8), "plain")[0] > body.w
        self.doubt.show(
            body.cut_top(look.mm(9.4 if wide else 4.8), look.gap) if text else body, text=text, shown=bool(text)
        )
        self.amounts.show(
            body, columns=1 if self.upright else 2, key=path, shown=asked is None,
            amounts=tuple(self._amount(n, kind) for n, kind in enumerate(kinds)),
        )  # fmt: skip
        self.undo.show(text=say(T("Undo")), shown=box.can_undo and asked is None)
        self.back.show(text=say(T("Back")), enabled=True, key=self._asked)
        fixed = bool(kinds_of(box.table(path).kind))
        self.another.show(text=say(T("Another kind")), shown=asked is None and not fixed)
        self.no_more.show(text=say(T("No more of them")), shown=asked is None and box.table(path).unknown > 0)
        self.primary.show(text=say(T("Done")), enabled=True, key=self._asked)

    def _kinds(self) -> list[dict[str, Any]]:
        return self.host.box_editor.opened.kinds(self.host.box_editor.path)

    def _amount(self, at: int, kind: Mapping[str, Any]) -> AmountField:
        box, n = self.host.box_editor.opened, kind[COUNT]
        values = [(name, value) for name, value in kind.items() if name != COUNT]
        icon = box.words.icon(*(key for name, value in values for key in (f"{name}={value}", f"={value}")))
        return AmountField(str(at), icon, say(box.kind_name(kind)), n, "", n > 0, n < MOST_ALIKE)

    # Input.

    def act(self) -> None:
        if self._asked is None:
            self.host.go("box")
            return
        if self._figures:
            self.host.box_editor.count(self._kinds()[self._asked], min(MOST_ALIKE, int(self._figures)))
        self._begun.pop(self._kind_key(self._asked), None)
        self.reset()
        self.host.refresh()

    def _ask_number(self, at: str) -> None:
        self._asked = int(at)
        self._figures = self._begun.get(self._kind_key(self._asked), "")
        self.host.dismiss()

    def _kind_key(self, at: int) -> object:
        editor = self.host.box_editor
        return editor.opened.path, editor.path, at

    def _key(self, key: str) -> None:
        self._figures = "" if key == "clear" else (self._figures + key)[: len(str(MOST_ALIKE))]
        self.host.dismiss()

    @property
    def entering(self) -> bool:
        return self._asked is not None

    def key_number(self, n: int) -> None:
        if self._asked is not None:
            self._key(str(n))

    def _step(self, at: str, by: int) -> None:
        kind = self._kinds()[int(at)]
        self.host.box_editor.count(kind, kind[COUNT] + by)

    def _stop(self) -> None:
        """There are no more than those that are counted, whatever is printed."""
        editor = self.host.box_editor
        editor.set_printed(editor.opened.table(editor.path).known)

    def _tell(self) -> None:
        """Another kind."""
        self.host.box_editor.index = None
        self.host.box_editor.tell()

    def _back(self) -> None:
        if self._asked is None:
            self.host.go("box")
        else:
            self._begun[self._kind_key(self._asked)] = self._figures
            self.reset()
            self.host.dismiss()


# One row.


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
        self.change = self.add(TapButton(size_mm=4.2, action=self.host.box_editor.tell))
        self.copy = self.add(TapButton(size_mm=4.2, icon="plus", action=self.host.box_editor.copy_row))
        self.take = self.add(TapButton(size_mm=4.2, icon="cross", action=self.host.box_editor.take_row))
        self.back = self.add(TapButton(size_mm=4.6, icon="back", action=lambda: self.host.go("entries")))
        self.primary = self.add(TapButton(role="primary", size_mm=5.2, action=self.act))

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        head = body.cut_top(max(look.touch, look.mm(5)), look.gap)
        self.undo.place(head.cut_right(look.mm(26), look.gap))
        self.over.place(head)
        upright = shape == "portrait"
        if not upright:
            card = body.cut_left(min(body.w * 0.5, look.mm(self.WIDE)), look.mm(3))
        foot = body.cut_bottom(look.primary, look.gap)
        self.back.place(foot.cut_left(foot.w * (0.3 if upright else 0.4), look.gap))
        self.primary.place(foot)
        tools = body.cut_bottom(look.touch, look.gap)
        if upright:
            card = body.cut_top(body.h * 0.66, look.gap)
        wide = min(card.w, look.mm(self.WIDE))
        self.card.place(Area(card.cx - wide / 2, card.y, wide, card.h).inset(look.mm(1), look.mm(1)))
        self.plan.place(card)
        self._tools = tools
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
        # Whoever tells one card after the other goes on with the next one.
        following = changeable and editor.fresh and box.table(editor.path).unknown > 0
        place_row(self._tools, look.gap, *([self.change] if following else []), self.copy, self.take)
        self.change.show(text=say(T("Change it")), shown=following, key=editor.index)
        words = T("Another one") if following else T("Change it")
        self.primary.show(text=say(words), shown=changeable, key=(editor.index, following))

    def _problem(self, problem: Problem) -> ListRow:
        said = sentence(say(self.host.box_editor.opened.said(problem)))
        return ListRow(said, here=True, action=partial(self.host.box_editor.mend, problem), key=problem)

    # Input.

    def act(self) -> None:
        if self.change.shown:
            self.host.box_editor.index = None
        self.host.box_editor.tell()

    def _undo(self) -> None:
        editor = self.host.box_editor
        editor.undo()
        if editor.index is None:
            self.host.go("entries")
