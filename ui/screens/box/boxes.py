"""All boxes, bundled ones and one's own; a tap opens one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.core.texts import T, Words
from companion.packs.loader import InstalledPack
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look.theme import Shape, look
from ui.screens.box.base import TypingScreen
from ui.widgets.rows import PagedRows, Row


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
            self.new_box(games[0])
        else:
            self._page, self.rows.page = "games", 0

    def new_box(self, game: str, back: str = "boxes") -> None:
        """Ask for the name of a new box; ``back``: the screen to return to."""
        self.ask_name(game, self._usual_name(game), lambda name: self.host.box_editor.make(game, name, back), back)
        self.suggested = True

    def ask_name(self, game: str, name: str, named: Callable[[str], bool], back: str) -> None:
        """Ask for the name of a box. ``named`` is called with it, and returns whether it was accepted."""
        self._page, self._game, self.typed, self._named, self._left = "name", game, name, named, back
        self.suggested = False

    def _usual_name(self, game: str) -> str:
        """A common name for a box of that game, numbered if it is taken."""
        return self.host.box_editor.free_name(say(T("Our {game}", game=self.host.library.title(game))))

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
            self.rows.place(self._body)
            self.rows.foot = self._beside if self._page == "games" else None
            self.rows.show(rows=tuple(self._game_rows() if self._page == "games" else self._box_rows()))
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

    def _game_rows(self) -> list[Row]:
        title = self.host.library.title
        return [
            Row(say(title(name)), icon=f"game:{name}", action=partial(self._take_game, name), key=name)
            for name in self._games()
        ]

    def _box_rows(self) -> list[Row]:
        return [self._row(box) for box in self._boxes]

    def _row(self, box: InstalledPack) -> Row:
        whose: Words = T("Comes with the companion") if box.bundled else T("Yours")
        game: Words = self.host.library.title(box.game) if box.game else ""
        return Row(
            say(box.name) or box.id, icon=f"game:{box.game}" if box.game else "box",
            detail=say(box.problem or T("{first} · {second}", first=game, second=whose)), past=box.problem is not None,
            action=partial(self.host.box_editor.open, box), key=(box.path, box.id),
        )  # fmt: skip

    # Input.

    def act(self) -> None:
        """Create a box, or confirm its name."""
        if self._page == "list":
            self.ask_game()
            self.host.dismiss()
        elif self._page == "name":
            refusal = self.host.box_editor.refusal(self.typed)
            if refusal is not None:
                self.host.show_message(refusal)
            elif self._named(self.typed):
                self._page = "list"

    def _take_game(self, name: str) -> None:
        self.new_box(name)
        self.host.dismiss()

    def _back(self) -> None:
        page, self._page, self.rows.page = self._page, "list", 0
        if page == "list":
            self.host.go("home")
        elif page == "name" and self._left != "boxes":
            self.host.go(self._left)
        self.host.dismiss()
