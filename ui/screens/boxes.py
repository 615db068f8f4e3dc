"""All boxes, bundled ones and one's own; and the base classes of the screens that edit a box."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic

from kivy.clock import Clock

from companion.core.texts import T, Words
from companion.packs.editing.suggestions import MARKS, Suggestions
from companion.packs.loader import InstalledPack
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import theme
from ui.look.theme import Shape, look
from ui.model.box_editor import BoxName, DraftT, DrawingEdit
from ui.screens.base import Screen
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.drawn import hide, place_row
from ui.widgets.entry import Keyboard, SuggestedWords, TextLine
from ui.widgets.rows import ListRow, PagedRows


class BoxScreen(Screen):
    """A header with title, heading and undo; back and the amber button at the bottom. Subclasses lay out the rest."""

    nav = False
    TITLE_MM = 6.4
    """Font size (mm) of the title."""
    TITLE_LINES = 1
    """Maximum number of its lines."""

    def build(self) -> None:
        self.over = self.add(TextView(size_mm=3.9, colour=theme.LAMP))
        self.title = self.add(TextView(size_mm=self.TITLE_MM, face="heavy", lines=self.TITLE_LINES))
        self.undo = self.add(TapButton(size_mm=4.2, icon="undo", action=self._undo))
        self.back = self.add(TapButton(size_mm=4.6, icon="back", action=self._back))
        self.primary = self.add(TapButton(role="primary", size_mm=5.2, action=self.act))

    def place_head(self, head: Area) -> None:
        """Lay out heading, title and undo."""
        self.undo.place(head.cut_right(look.mm(26), look.gap))
        self.over.place(head.cut_top(look.mm(4.6)))
        self.title.place(head)

    def place_foot(self, body: Area, shape: Shape, share: float, *others: TapButton) -> None:
        """Lay out the bottom of ``body``: the amber button takes ``share`` of the width, back and ``others`` the rest;
        in portrait they are above it."""
        foot = body.cut_bottom(look.primary, look.gap)
        if shape == "portrait":
            self.primary.place(foot)
            foot = body.cut_bottom(look.touch, look.gap)
        else:
            self.primary.place(foot.cut_right(foot.w * share, look.gap))
        place_row(foot, look.gap, self.back, *others)

    def _undo(self) -> None:
        self.host.box_editor.undo()

    def _back(self) -> None:
        """Leave the current page."""


class DrawingScreen(BoxScreen, Generic[DraftT]):
    """A screen to draw one thing of a box; ``_drawing`` holds the draft and its callbacks."""

    TITLE_MM, TITLE_LINES = 5.0, 2
    _drawing: DrawingEdit[DraftT]

    def place_two(self, body: Area) -> None:
        """Lay out back and the amber button at the bottom, the header at the top."""
        foot = body.cut_bottom(look.primary, look.gap)
        self.back.place(foot.cut_left(foot.w * 0.3, look.gap))
        self.primary.place(foot.cut_right(foot.w * 0.6))
        self.place_head(body.cut_top(look.mm(13), look.gap))

    def show_buttons(self) -> None:
        """Show undo if there is something to undo, back, and the amber button."""
        self.undo.show(text=say(T("Undo")), shown=self._drawing.draft.can_undo)
        self.back.show(text=say(T("Back")), enabled=True)
        self.primary.show(text=say(T("Done")), enabled=True)

    def act(self) -> None:
        self._drawing.give(self._drawing.draft)

    def _undo(self) -> None:
        self._drawing.draft.undo()
        self.host.dismiss()

    def _back(self) -> None:
        self._drawing.leave()

    def refresh(self) -> None:
        self._drawing.keep()


class TypingScreen(BoxScreen):
    """A screen with a keyboard; ``typed`` is the text."""

    LONG = 60
    """Letters of a text that needs the whole line, where proposals stand beside it."""

    def build(self) -> None:
        super().build()
        self.text = self.add(TextLine())
        self.keyboard = self.add(Keyboard(typed=self._type))
        self.proposed = self.add(SuggestedWords(taken=self._complete))
        self.suggestions: Suggestions | None = None
        """What is proposed while people type; None: nothing, as wherever something is secret."""
        self._propose = Clock.create_trigger(lambda _dt: self._show_suggestions(), 0)
        """In the frame after the letter, which waits for nothing."""
        self._completed = ""
        """The text as a proposal has left it, with a space at its end."""
        self.typed = ""
        self.suggested = False
        """The text is a suggestion: the first letter replaces it."""

    def show_keyboard(self, body: Area, *, names: bool = True) -> None:
        """Show the keyboard in ``body`` with the text above it; ``names`` start with a capital."""
        body = body.copy()
        if self.suggestions is not None and look.panel.shape == "portrait":
            self.text.place(body.cut_top(Keyboard.text_high(body), look.gap))
            self.proposed.place(body.cut_top(look.touch, look.gap))
        else:
            line = body.cut_top(Keyboard.text_high(body), look.gap)
            if self.suggestions is not None and len(self.typed) <= self.LONG:
                # A finger gets what lacks to its size from the gap above.
                line.h = max(line.h, look.touch)
                self.proposed.place(line.cut_right(line.w * 0.62, look.gap))
            self.text.place(line)
        self.keyboard.place(body)
        self.text.show(text=self.typed, about=say(T("Type it here.")))
        self._propose()
        self.keyboard.show(capital=names and (self.suggested or not self.typed))

    def _show_suggestions(self) -> None:
        upright, known = look.panel.shape == "portrait", self.suggestions
        words: tuple[str, ...] = ()
        if (
            known is not None
            and self.keyboard.shown
            and not self.suggested
            and (upright or len(self.typed) <= self.LONG)
        ):
            words = known.of(self.typed, SuggestedWords.MOST)
        self.proposed.show(words=words, shown=bool(words))

    def _complete(self, word: str) -> None:
        """Take a proposed word."""
        if self.suggestions is not None and word in self.suggestions.of(self.typed, SuggestedWords.MOST):
            self.typed = self._completed = self.suggestions.completed(self.typed, word)
            self._typed_on()

    def _typed_on(self) -> None:
        """The text is another one."""
        self.host.dismiss()

    def hide_keyboard(self) -> None:
        hide(self.text, self.keyboard, self.proposed)

    @property
    def typing(self) -> bool:
        return self.keyboard.shown

    def type_key(self, letter: str) -> None:
        if self.typing:
            self._type(letter)

    def _type(self, letter: str) -> None:
        before = "" if self.suggested else self.typed
        if letter in MARKS and before == self._completed:
            before = before.rstrip()
        self.typed, self.suggested = before + letter if letter else before[:-1], False
        self._typed_on()


# The list of boxes.


class BoxesScreen(TypingScreen):
    """The list of boxes; for a new one, the choice of its game, then its name."""

    def build(self) -> None:
        super().build()
        self.undo.hide()
        self.rows = self.add(PagedRows())
        self._page = "list"
        self._game = ""
        self._named: Callable[[str], bool] = bool
        self._left = "list"
        self._typed: dict[tuple[str, str], str] = {}
        """What was typed of names that are not given yet, by game and suggestion."""
        self._suggestion = ""
        self._boxes: list[InstalledPack] = []

    def reset(self) -> None:
        """Read the list again; a name being typed is kept."""
        self._boxes = self.host.box_editor.boxes()
        if self._page != "name":
            self._page = "list"

    def ask_game(self) -> None:
        """Ask for the game of a new box, unless there is only one game with boxes."""
        games = self._games()
        if len(games) == 1:
            self.open(self.host.box_editor.name_new(games[0]))
        else:
            self._page, self.rows.page = "games", 0

    def open(self, about: BoxName) -> None:
        self._page = "name"
        self._game, self._suggestion, self._named, self._left, self.suggested = about
        begun = self._typed.get((self._game, self._suggestion))
        self.typed, self.suggested = begun or self._suggestion, self.suggested and begun is None

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        foot = body.cut_bottom(look.primary, look.gap)
        upright = shape == "portrait"
        self.back.place(foot.cut_left(look.mm(28 if upright else 40), look.gap))
        self.primary.place(foot.cut_right(min(foot.w, look.mm(44 if upright else 54)), look.gap))
        self._beside = foot
        self.over.place(body.cut_top(look.mm(4.6)))
        self.title.place(body.cut_top(look.mm(8), look.gap))
        self.rows.columns = 1 if upright else 2
        self.rows.row_mm = 15.5
        self._body = body

    def refresh(self) -> None:
        named = self._page == "name"
        game = say(self.host.library.title(self._game)) if named else ""
        self.over.show(text=game.upper() or say(T("Boxes")).upper())
        self.title.show(text=say(self._question()))
        if named:
            self.show_keyboard(self._body)
            self.rows.hide()
        else:
            self.hide_keyboard()
            self.rows.foot = self._beside if self._page == "games" else None
            self.rows.show(
                self._body, rows=tuple(self._game_rows() if self._page == "games" else map(self._row, self._boxes))
            )
        self.back.show(text=say(T("Back")), enabled=True, key=self._page)
        words = T("Done") if named else T("A new box")
        role = "primary" if not named or self.typed.strip() else "quiet"
        self.primary.show(text=say(words), enabled=True, role=role, key=self._page, shown=self._page != "games")

    def _question(self) -> Words:
        if self._page == "name":
            return T("What is the box called?")
        if self._page == "games":
            return T("Which game is it for?")
        return T("The boxes that are here")

    def _games(self) -> list[str]:
        library = self.host.library
        return [name for name in library.names() if library.game(name).rules.pack_type is not None]

    def _game_rows(self) -> list[ListRow]:
        title = self.host.library.title
        return [
            ListRow(say(title(name)), icon=f"game:{name}", action=partial(self._take_game, name), key=name)
            for name in self._games()
        ]

    def _row(self, box: InstalledPack) -> ListRow:
        whose: Words = T("Comes with the companion") if box.bundled else T("Yours")
        game: Words = self.host.library.title(box.game) if box.game else ""
        return ListRow(
            say(box.name) or box.id, icon=f"game:{box.game}" if box.game else "box",
            detail=say(box.problem or T("{first} · {second}", first=game, second=whose)), past=box.problem is not None,
            action=partial(self.host.box_editor.open, box), key=(box.path, box.id),
        )  # fmt: skip

    # Input.

    def act(self) -> None:
        if self._page == "list":
            self.ask_game()
            self.host.dismiss()
        elif self._page == "name":
            refusal = self.host.box_editor.refusal(self.typed)
            if refusal is not None:
                self.host.show_message(refusal)
            elif self._named(self.typed):
                self._typed.pop((self._game, self._suggestion), None)
                self._page = "list"

    def _take_game(self, name: str) -> None:
        self.open(self.host.box_editor.name_new(name))
        self.host.dismiss()

    def _back(self) -> None:
        page, self._page, self.rows.page = self._page, "list", 0
        if page == "name" and self.typed != self._suggestion:
            self._typed[self._game, self._suggestion] = self.typed
        if page == "list":
            self.host.go("home")
        elif page == "name" and self._left != "boxes":
            self.host.go(self._left)
        self.host.dismiss()
