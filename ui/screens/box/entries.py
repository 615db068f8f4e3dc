"""A table of the open box: its rows, a search, and the number of known rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, overload

from companion.core.texts import P, T, Words
from companion.packs.editing.box import OpenBox
from companion.packs.editing.tables import Path
from ui.base.language import language, say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.pictures import CardPictures
from ui.look.theme import Shape, look
from ui.screens.box.base import TypingScreen
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.entry import Keys
from ui.widgets.rows import PagedRows, Row

MOST_FIGURES = 4


class EntryRows(Sequence[Row]):
    """The rows ``found`` in a table, created on access, since a table may have thousands. ``pictures``: thumbnails, as
    far as the box has photos."""

    def __init__(
        self,
        box: OpenBox,
        path: Path,
        found: Sequence[int],
        language: str,
        open_: Callable[[int], None],
        pictures: CardPictures,
    ) -> None:
        self._box, self._path, self._found, self._open = box, path, found, open_
        self._rows, self._pictures = box.rows(path), pictures
        self._key = (id(box), path, language, pictures.seen(box.path))

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...
    def __getitem__(self, at: int | slice) -> Row | list[Row]:
        if isinstance(at, slice):
            return [self._row(index) for index in self._found[at]]
        return self._row(self._found[at])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EntryRows):
            return False
        return self._rows is other._rows and self._key == other._key and self._found == other._found

    __hash__ = None  # type: ignore[assignment]

    def _row(self, index: int) -> Row:
        row: Any = self._rows[index]
        name = say(self._box.row_name(self._path, row, index))
        card, folder = str(row.get("id", "")), self._box.path
        pictured = self._pictures.has(card, folder)
        return Row(
            name, here=self._box.unfinished(self._path, row), action=partial(self._open, index), key=index,
            pictured=pictured, picture=self._pictures.of(card, folder) if pictured else None,
        )  # fmt: skip


class EntriesScreen(TypingScreen):
    """The rows, the search, or the number of printed cards."""

    def build(self) -> None:
        super().build()
        self.rows = self.add(PagedRows())
        self.empty = self.add(TextView(size_mm=4.4, face="plain", colour=theme.MIST, valign="top", lines=3))
        self.keys = self.add(Keys(tap_key=self._count))
        self.find = self.add(TapButton(size_mm=4.2, action=self._find))
        self.printed = self.add(TapButton(size_mm=4.2, action=self._ask_printed))
        self._page = "rows"
        self._figures = ""
        self._of: tuple[object, Path] = (None, ())

    def reset(self) -> None:
        """Show another table from its start, the same one where it was left."""
        editor = self.host.box_editor
        if self._of != (editor.box, editor.path):
            self._of, self.typed, self.rows.page = (editor.box, editor.path), "", 0
        self._page = "rows"

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        upright = shape == "portrait"
        self.place_foot(body, shape, 0.34, self.find, self.printed)
        head = body.cut_top(look.mm(12.6), look.gap)
        self._beside = None if upright else head.copy().cut_right(look.mm(34))
        self.place_head(head)
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
        self.keys.place(body)
        self.keys.show(shown=counting)
        self.rows.place(body)
        self.empty.place(body)
        self.empty.show(text=say(self._nothing()), shown=self._page == "rows" and not found)
        rows = EntryRows(editor.box, editor.path, found, language.code, editor.look_at_row, self.host.small_pictures)
        self.rows.show(rows=rows, shown=self._page == "rows")
        self._show_foot()

    def _show_foot(self) -> None:
        editor, listed = self.host.box_editor, self._page == "rows"
        changeable = not editor.opened.bundled
        self.undo.show(text=say(T("Undo")), shown=listed and editor.opened.can_undo)
        self.back.show(text=say(T("Back")), enabled=True, key=self._page)
        words = T("Show all") if self.typed else T("Search")
        self.find.show(text=say(words), enabled=True, shown=listed, key=self.typed)
        shown = listed and changeable and editor.opened.may_be_partial(editor.path)
        self.printed.show(text=say(T("How many?")), enabled=True, shown=shown)
        words = T("Another one") if listed else T("Done")
        self.primary.show(text=say(words), enabled=True, key=self._page, shown=not listed or changeable)

    def _question(self, found: int) -> Words:
        table = self.host.box_editor.opened.table(self.host.box_editor.path)
        if self._page == "printed":
            return T("How many are in the box?")
        if self.typed or self._page == "find":
            return P("{n} found", "{n} found", found)
        if table.unknown:
            return T("{known} of {printed} known", known=table.known, printed=table.printed)
        return P("{n} in all", "{n} in all", table.known)

    def _nothing(self) -> Words:
        """Text for an empty list."""
        if self.typed:
            return T("Nothing here has these letters in its name.")
        return T("Nothing here yet. Take one out of your box and tell what stands on it.")

    # Input.

    def act(self) -> None:
        """Add a row; or confirm the input."""
        editor = self.host.box_editor
        if self._page == "rows":
            editor.index = None
            editor.tell()
            return
        if self._page == "printed" and self._figures:
            refusal = editor.set_printed(int(self._figures))
            if refusal is not None:
                self.host.show_message(refusal)
                return
        self._turn("rows")

    def _find(self) -> None:
        if self.typed:
            self.typed = ""
            self._turn("rows")
        else:
            self._turn("find")

    def _ask_printed(self) -> None:
        self._figures = ""
        self._turn("printed")

    def _count(self, key: str) -> None:
        self._figures = "" if key == "clear" else (self._figures + key)[:MOST_FIGURES]
        self.host.dismiss()

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
