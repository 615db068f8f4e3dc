"""Viewing and editing boxes: what is entered, which box is open, and what a running game teaches its box."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path as File
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from kivy.clock import Clock

from companion.core.answers import PullUnknown
from companion.core.learning import Stock
from companion.core.refusals import BadPack
from companion.core.sheets import BoxSheets
from companion.core.texts import T, Text, Words
from companion.packs.content import why_not
from companion.packs.editing.board import BoardDraft, CityTileDraft, SlotsDraft, TileDraft
from companion.packs.editing.box import MEANWHILE, SQUARES, OpenBox, change_check, checked_put, current_index
from companion.packs.editing.drafts import LateFile, RowDraft, RowDrafts
from companion.packs.editing.row_editor import RowEditor
from companion.packs.editing.rows import Path as Place
from companion.packs.editing.suggestions import Suggestions, said_in
from companion.packs.editing.tables import BoxTable, Path, free_name, name_refused
from companion.packs.editing.words import BoxWords, Problem
from companion.packs.folder import read_content
from companion.packs.loader import InstalledPack, copy_box, installed_packs, new_box, own_path
from companion.packs.photos.keeping import keep_photo, keep_picture
from companion.packs.pictures import BOARD
from companion.packs.versions import put_away
from companion.scene.scene import Board
from companion.session.lesson_writer import LessonWriter, note_saved, write_lessons
from companion.session.session import Session
from companion.table.learned import left_out
from ui.base.language import language, say
from ui.look.pictures import CardPictures
from ui.model.library import Library
from ui.model.navigation import Observer
from ui.model.phones import Browsers

if TYPE_CHECKING:
    from PIL import Image


class BoardDrawing(Protocol):
    """Something drawn, with undo."""

    @property
    def can_undo(self) -> bool:
        """True if there is something to undo."""

    def undo(self) -> None:
        """Undo the last stroke."""

    def row(self) -> Any:
        """What is drawn, as the box has it."""

    def restore(self, row: Any) -> None:
        """Go on with what was begun."""


DraftT = TypeVar("DraftT", bound=BoardDrawing)


@dataclass(frozen=True)
class KeptDraft:
    """Where a record that is being entered is kept until it is complete: the row that is ``seen`` in a ``table`` of a
    box now (None: a new one)."""

    drafts: RowDrafts
    box: str
    table: str
    seen: Any = None

    @property
    def now(self) -> RowDraft | None:
        """What is kept; None: nothing."""
        return self.drafts.of(self.box, self.table, self.seen)

    def keep(self, row: Any, path: Place, typed: str) -> None:
        """Keep the row as it is filled in, with the open field and what stands in it."""
        self.drafts.replace(RowDraft(self.box, self.table, None, self.seen, copy.deepcopy(row), path=path, typed=typed))

    def drop(self) -> None:
        self.drafts.drop(self.box, self.table, self.seen)


@dataclass(frozen=True)
class RecordEdit:
    """A record to enter, its vocabulary, and its callbacks."""

    editor: RowEditor
    words: BoxWords
    about: Words
    """What it is, such as a mafia card."""
    names: Callable[[str], Mapping[str, Words]]
    """Things of one sort that can be named, such as squares."""
    give: Callable[[dict[str, Any]], None]
    """Called with the complete row."""
    leave: Callable[[], None]
    """Called when people go back without entering it."""
    board: Board | None = None
    title: Words = ""
    """The question of its overview; empty: what is on a card."""
    done: Words = ""
    """Label of the amber button there."""
    photo: str = ""
    """The card's id, if the box has a photo of it to read from."""
    draft: KeptDraft | None = None
    """Where it is kept until it is complete."""
    folder: File | None = None
    """The box with that photo, and with the picture of the board; None: that of the running game."""
    sheets: BoxSheets | None = None
    """Those of the game, with its phrases for what is printed."""
    languages: Sequence[str] = ()
    """The languages that the card is likely to be printed in."""
    often: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """How often the box says something, by field and what it says there: the most frequent is offered first."""
    last: Callable[[], None] | None = None
    """Called to look at the row before, of several that are told one after the other."""
    following: bool = False
    """With this row given, the next one is asked for."""
    suggestions: Callable[[Any], Suggestions] | None = None
    """What is proposed while people type in a row; None in a game, where the box may hold secrets."""


@dataclass(frozen=True)
class BoardEdit:
    """A board to lay out, what it belongs to, and its callbacks."""

    draft: BoardDraft
    about: Words
    folder: File
    """Of the box, with the picture of the board."""
    keep: Callable[[BoardDraft, bool], bool]
    """Called with the board, and whether it is complete, to save it; False if somebody else has changed it."""
    whole: Callable[[], bool]
    """True if it is said to be complete."""
    completes: Callable[[BoardDraft], bool]
    """True if nothing else is missing from the box."""
    leave: Callable[[], None]
    """Called when people go back; what they have laid is kept."""
    languages: Sequence[str] = ()
    """The languages that the board is likely to be printed in."""
    suggestions: Callable[[Sequence[str]], Suggestions] | None = None
    """What is proposed for the name of a square, called with those that squares have; None: nothing."""


@dataclass(frozen=True)
class DrawingEdit(Generic[DraftT]):
    """Something to draw on squares, what it belongs to, and its callbacks."""

    draft: DraftT
    about: Words
    give: Callable[[DraftT], None]
    """Called with the finished drawing."""
    leave: Callable[[], None]
    """Called when people go back; nothing is changed in the box."""
    kept: KeptDraft
    """Where it is kept until it is finished."""

    def resume(self) -> None:
        """Go on with what was drawn the last time."""
        before = self.kept.now
        if before is not None:
            self.draft.restore(before.row)

    def keep(self) -> None:
        """Keep what is drawn, however people leave."""
        before, drawn = self.kept.now, self.draft.row() if self.draft.can_undo else None
        if drawn is None:
            self.kept.drop()
        elif before is None or before.row != drawn:
            self.kept.keep(drawn, (), "")


@dataclass(frozen=True)
class CityTileEdit(DrawingEdit[CityTileDraft]):
    """A city tile to draw, with the vocabulary of its box."""

    words: BoxWords = field(kw_only=True)


class BoxName(NamedTuple):
    """The question for the name of a box of ``game``. ``named`` is called with it, and returns whether it was accepted;
    ``back``: the screen to return to. The first letter replaces a name that is ``suggested``."""

    game: str
    name: str
    named: Callable[[str], bool]
    back: str
    suggested: bool = False


class BoxHost(Protocol):
    """The application's interface for boxes."""

    session: Session | None
    library: Library
    box_editor: BoxEditor
    looking: str
    """Name of the screen that people went to; ``game``: the one that the running game needs."""
    pictures: CardPictures
    small_pictures: CardPictures

    def go(self, screen: str) -> None:
        """Show another screen; ``game`` is the one that the running game needs now."""

    def open(self, screen: str, about: object) -> None:
        """Show another screen with what it is to be about (``Screen.open``)."""

    def new_game(self, name: str) -> None:
        """Open the setup of a new game."""

    def show_message(self, words: Words | None) -> None:
        """Show in the banner what went wrong and what to do; None: nothing."""

    def dismiss(self) -> None:
        """Close the banner."""

    def refresh(self) -> None:
        """Fill the screen again before the next frame."""


class BoxEditor:
    """Viewing and editing boxes: the open one, the current table and row in it, and where back leads."""

    def __init__(self, app: BoxHost) -> None:
        self._app = app
        self.browsers = Browsers(self._browser_changed)
        self.drafts = RowDrafts()
        """What is filled in on this screen and not complete yet."""
        self._drafts_file: LateFile | None = None
        self.box: OpenBox | None = None
        self._learning: Mapping[str, Stock] = {}
        """What the game that people play now still learns, of the game of the open box."""
        self.path: Path = ()
        self._index: int | None = None
        self._row: Any = None
        self.back = "boxes"
        """The screen from which the box was opened."""
        self.mending = False
        """People go through the box's problems one by one."""
        self.fresh = False
        """The current row was just told, for the first time."""
        self._last: int | None = None
        """The row that was told before the one that is told now."""
        self._checked: tuple[object, list[Problem]] = (None, [])
        self._missing: tuple[object, list[Problem]] = (None, [])
        self._beside = ThreadPoolExecutor(1, "board picture")

    @property
    def index(self) -> int | None:
        return self._index

    @index.setter
    def index(self, index: int | None) -> None:
        self._index = index
        self._row = None if index is None else self.opened.rows(self.path)[index]

    def keep_beside(self, journal: File) -> None:
        """Keep drafts beside the journal from now on, and take up those of the last time."""
        self.close()
        self._drafts_file = LateFile(journal, "begun")
        self.drafts = RowDrafts(self._drafts_file)

    def close(self) -> None:
        """Wait until the drafts are written."""
        if self._drafts_file is not None:
            self._drafts_file.close()

    # Boxes.

    def boxes(self) -> list[InstalledPack]:
        """All boxes of the installed games; unreadable ones last."""
        games = self._app.library.names()
        found = [box for box in installed_packs() if box.game in games or box.problem is not None]
        known = [*games, ""]
        return sorted(found, key=lambda box: (known.index(box.game), not box.bundled))

    def open(self, box: InstalledPack, back: str = "boxes") -> None:
        """Open a box. If it cannot be read, tell why."""
        if box.problem is not None:
            self._app.show_message(box.problem)
            return
        try:
            game, content = self._app.library.game(box.game), read_content(File(box.path))
        except BadPack as bad:
            self._app.show_message(bad.problems[0])
            return
        self.browsers.close()
        self.box, self.back = OpenBox(game, File(box.path), content, bundled=box.bundled), back
        # A copy of the box may hold the same secrets.
        self._learning = {} if box.bundled else self._app.library.learning(game, self._app.session)
        self._app.go("box")

    def refusal(self, name: str) -> Text | None:
        """Why ``name`` cannot be used for a box; None if it can."""
        return name_refused(name, [box.name for box in self.boxes()])

    def free_name(self, usual: str) -> str:
        return free_name(usual, [box.name for box in self.boxes()])

    def ask_new(self, game: str, back: str) -> None:
        self._app.open("boxes", self.name_new(game, back))

    def name_new(self, game: str, back: str = "boxes") -> BoxName:
        """The question for the name of a new box, with a free name as suggestion."""
        return BoxName(game, self._usual_name(game), lambda name: self.make(game, name, back), back, suggested=True)

    def _usual_name(self, game: str) -> str:
        return self.free_name(say(T("Our {game}", game=self._app.library.title(game))))

    def begin(self, game: str) -> str | None:
        """Create a box to play with at once, under a free name; returns its id, None if it cannot be saved."""
        path = self._written(lambda: new_box(self._app.library.game(game), self._usual_name(game), language.code))
        return None if path is None else path.name

    def make(self, game: str, name: str, back: str = "boxes") -> bool:
        """Create a box, empty but for what every copy has; False if it cannot be saved. If it has a board, that comes
        first."""
        made = self._made(lambda: new_box(self._app.library.game(game), name.strip(), language.code), back)
        if made and any(table.path == SQUARES for table in self.opened.tables()):
            self.look_at(SQUARES)
        return made

    def copy(self, name: str) -> bool:
        """Copy the open box; False if the copy cannot be saved."""
        box = self.box
        return box is not None and self._made(lambda: copy_box(box.path, name.strip()), self.back)

    def _written(self, make: Callable[[], File]) -> File | None:
        try:
            return make()
        except BadPack as bad:
            self._app.show_message(bad.problems[0])
        except OSError as no:
            self._app.show_message(T("The box cannot be saved: {why}.", why=why_not(no)))
        return None

    def _made(self, make: Callable[[], File], back: str) -> bool:
        path = self._written(make)
        if path is None:
            return False
        self._app.dismiss()
        self.open(next(box for box in installed_packs() if File(box.path) == path), back)
        return True

    def delete(self) -> None:
        """Delete the open box; its backups stay on the disk."""
        if self.box is None:
            return
        try:
            put_away(self.box.path)
        except OSError as no:
            self._app.show_message(T("The box cannot be taken away: {why}.", why=why_not(no)))
            return
        self.drafts.drop_box(str(self.box.path))
        self._app.library.forget_box(self.box.game.name)
        self._put_back()
        self._app.go("boxes")

    def leave(self) -> None:
        """Close the box; if it could not be saved, it stays open."""
        if self.box is not None and not self.box.saved and not self.box.keep():
            self._app.refresh()
            return
        if self.box is not None:
            self._app.library.renew_box(self.box.game.name)
            if self.back == "setup" and not self.problems():
                self._app.library.take_box(self.box.game.name, self.box.id)
        self._put_back()
        self._app.go(self.back)

    def play(self) -> None:
        """Set up a game with the open box."""
        box = self.box
        if box is not None:
            self._app.library.take_box(box.game.name, box.id)
            self._put_back()
            self._app.new_game(box.game.name)

    def _put_back(self) -> None:
        """Close the box, here and in browsers."""
        self.box = None
        self.browsers.forget()

    def show_to_browsers(self) -> None:
        """Let browsers ask for consent to edit the open box."""
        no = None if self.browsers.service is not None else self.browsers.open(self.opened, self.left_out)
        if no is not None:
            self._app.show_message(no)
        else:
            self._app.go("browser")

    # Contents.

    @property
    def opened(self) -> OpenBox:
        """The open box, for screens that require one."""
        if self.box is None:
            raise LookupError("no box is open")
        return self.box

    def left_out(self, path: Path) -> Text | None:
        """Why a table is not shown; None if it is."""
        return left_out(self._learning, ".".join(path))

    def tables(self) -> list[BoxTable]:
        """The tables of the open box that are shown."""
        return [table for table in self.opened.tables() if self.left_out(table.path) is None]

    @property
    def reason_left_out(self) -> Text | None:
        """Why tables of the open box are left out; None if all are shown."""
        return next((why for table in self.opened.tables() if (why := self.left_out(table.path))), None)

    def look_at(self, path: Path) -> None:
        """Show a table; a board opens in its editor."""
        self.mending = False
        self.path, self.index = path, None
        if path == SQUARES and not self.opened.bundled:
            self._lay_out()
        elif self.opened.is_laid(path) and not self.opened.bundled:
            self._lay_slots()
        else:
            self._app.go(self._listed)

    @property
    def _listed(self) -> str:
        """The screen with the rows of the current table: all at once, where pieces are counted by kind."""
        counts = not self.opened.bundled and bool(self.opened.kinds(self.path))
        return "counts" if counts else "entries"

    def look_at_row(self, index: int) -> None:
        self.index, self.fresh = index, False
        self._app.go("card")

    def mend(self, problem: Problem) -> None:
        """Go to a problem; when it is solved, back leads to the other ones."""
        self.mending = True
        if not problem.table:
            self.tell_about(problem.place)
            return
        self.path, self.index = problem.table, problem.index
        if problem.table == SQUARES:
            self._lay_out()
        elif self.opened.is_laid(problem.table):
            self._lay_slots()
        elif problem.index is None:
            self._app.go(self._listed)
        else:
            self.tell(problem.place)

    def problems(self) -> list[Problem]:
        """What is wrong in the open box; computed once per state."""
        box = self.box
        if box is None or box.bundled:
            return []
        if self._checked[0] is not box.content:
            self._checked = box.content, box.problems()
        return self._shown(self._checked[1])

    def missing_parts(self) -> list[Problem]:
        """What people must do by hand because the box lacks it; computed once per state."""
        box = self.box
        if box is None or box.bundled:
            return []
        if self._missing[0] is not box.content:
            self._missing = box.content, box.missing_parts()
        return self._shown(self._missing[1])

    def _shown(self, problems: list[Problem]) -> list[Problem]:
        return [one for one in problems if self.left_out(one.table) is None]

    def set_printed(self, n: int) -> Text | None:
        """Set how many things of the table the box has; returns why that cannot be."""
        known = self.opened.table(self.path).known
        if n < known:
            return T("{known} of them are known already: type that number or a larger one.", known=known)
        self.opened.set_printed(self.path, n)
        self._tell_trouble()
        return None

    def count(self, kind: Mapping[str, Any], n: int) -> None:
        """Set how many pieces of a kind the table has."""
        self.opened.count(self.path, kind, n)
        self._tell_trouble()

    def ask_copy(self) -> None:
        box = self.opened
        self._app.open("boxes", BoxName(box.game.name, self.free_name(say(box.name)), self.copy, "box"))

    def tell(self, place: Place = ()) -> None:
        """Edit the current row from ``place`` on; a new one if there is none."""
        box, path, index = self.opened, self.path, self.index
        if box.is_drawn(path):
            self._draw_tile()
            return
        if index is not None and box.is_city(path) and place[:1] != ("group",):
            self._draw_city(index)
            return
        editor = box.row_editor(path, index)
        if place:
            editor.open_nearest(place)
        self._open_row(editor, self.draft_of(path, index), self._photo(path, index))

    def tell_photographed(self, card: str) -> None:
        """Enter a card of which there is only a photo."""
        box, path = self.opened, self.path
        self.index = None
        draft = KeptDraft(self.drafts, str(box.path), f"{'.'.join(path)}#{card}")
        self._open_row(box.row_editor(path, called=card), draft, card)

    def _open_row(self, editor: RowEditor, draft: KeptDraft, photo: str) -> None:
        """Enter the current row, or a further one. Cards that are not told yet are entered one after the other."""
        box, path, new = self.opened, self.path, self.index is None
        series = new and not self.mending
        following = series and box.table(path).unknown > 1
        last, self._last = self._last, None

        def given(at: int | None, row: dict[str, Any]) -> None:
            self.index, self.fresh = box.put(path, at, row), at is None
            draft.drop()
            if not following or not box.saved:
                self._done("box" if self.mending else "card")
                return
            self._last, self.index = self.index, None
            self._tell_trouble()
            photos = list(box.untold(path)) if photo else []
            if photo and not photos:
                self._app.go(self._listed)
            elif photo:
                self.tell_photographed(photos[0])
            else:
                self.tell()

        about = box.called(path)
        if following or last is not None:
            table = box.table(path)
            said = T("{a} of {b}", a=table.known + 1, b=table.printed)
            about = T("{first} · {second}", first=about, second=said)
        give = checked_put(box, path, self.index, given, self._app.show_message)
        self._app.open(
            "row",
            RecordEdit(
                editor, box.words, about, box.named, give, self._leave_row, box.board(),
                done=T("That is it, the next one") if following else "", draft=draft, photo=photo, folder=box.path,
                sheets=box.game.rules.sheets, languages=box.languages, often=box.said_often(),
                last=None if last is None else partial(self.look_at_row, last), following=following,
                suggestions=self._suggestions if self.reason_left_out is None else None,
            ),
        )  # fmt: skip

    def _suggestions(self, row: Any = None, names: Sequence[str] = ()) -> Suggestions:
        """What is proposed while people type in a row of the open box."""
        code = language.code
        return Suggestions(code, said_in(row, code), said_in(self.opened.data, code), names=names)

    def _names_of_squares(self, there: Sequence[str]) -> Suggestions:
        """What is proposed for the name of a square; those that others have are taken."""
        sheets = self.opened.game.rules.sheets
        known = sheets.names_on_board if sheets is not None else ()
        return self._suggestions(names=[name for name in known if name not in there])

    def _photo(self, path: Path, index: int | None) -> str:
        """The id of a row, under which its photo is kept."""
        return "" if index is None else str(self.opened.rows(path)[index].get("id", ""))

    def draft_of(self, path: Path, index: int | None) -> KeptDraft:
        """Where a row of the open box is kept while it is filled in; None: a new one."""
        box = self.opened
        seen = None if index is None else copy.deepcopy(box.rows(path)[index])
        return KeptDraft(self.drafts, str(box.path), ".".join(path), seen)

    def tell_about(self, place: Place = ()) -> None:
        """Edit what is in no table, such as the name of the box."""
        box = self.opened
        editor = box.about()
        if place:
            editor.open_nearest(place)

        def give(row: Mapping[str, Any]) -> None:
            box.put_about(row)
            self._done("box")

        title, done = T("What stands on the box?"), T("That is all of it")
        draft = KeptDraft(self.drafts, str(box.path), "", copy.deepcopy(editor.form.row))
        edit = RecordEdit(
            editor,
            box.words,
            box.name,
            box.named,
            give,
            self._to_box,
            box.board(),
            title,
            done,
            draft=draft,
            folder=box.path,
        )
        self._app.open("row", edit)

    def take_row(self) -> None:
        """Remove the current row from the box."""
        if self.index is not None:
            self.opened.take(self.path, self.index)
            self.index = None
            self._done(self._listed)

    def copy_row(self) -> None:
        if self.index is not None:
            self.index = self.opened.copy(self.path, self.index)
            self._done("card")

    def undo(self) -> None:
        self.opened.undo()
        if self.index is not None and self.index >= len(self.opened.rows(self.path)):
            self.index = None
        self._tell_trouble()

    def keep(self) -> None:
        """Try again to save it."""
        self.opened.keep()
        self._tell_trouble()

    def _leave_row(self) -> None:
        self._app.go("box" if self.mending else self._listed if self.index is None else "card")

    def _lay_out(self) -> None:
        box = self.opened
        draft = box.draft()
        seen = box.rows(SQUARES)

        def keep(draft: BoardDraft, whole: bool) -> bool:
            nonlocal seen
            before, seen = seen, box.rows(SQUARES)
            if before != seen:
                self._app.show_message(MEANWHILE)
                return False
            if (draft.rows(), draft.places(), whole) != (seen, box.content.places, box.board_is_whole):
                box.lay(draft, whole=whole)
                seen = box.rows(SQUARES)
                self._tell_trouble()
            return True

        edit = BoardEdit(
            draft, box.name, box.path, keep, lambda: box.board_is_whole, box.completed_by, self._to_box,
            box.languages, self._names_of_squares if self.reason_left_out is None else None,
        )  # fmt: skip
        self._app.open("board", edit)

    def take_board_picture(self, photo: File | Image.Image | None) -> None:
        """Make a photo the picture of the board, once it is squared up; None: the board has no picture any more."""
        path = self.opened.path
        self._app.show_message(T("One moment …"))
        work = partial(keep_photo, photo=photo) if photo is not None else partial(keep_picture, jpeg=None)
        done: Future[bool | None] = self._beside.submit(work, path, BOARD)
        done.add_done_callback(lambda found: Clock.schedule_once(lambda _dt: self._pictured(found), 0))

    def _pictured(self, found: Future[bool | None]) -> None:
        no = found.exception()
        if isinstance(no, BadPack):
            self._app.show_message(no.problems[0])
        elif isinstance(no, OSError):
            self._app.show_message(T("The photo cannot be kept: {why}.", why=why_not(no)))
        elif no is not None:
            raise no
        else:
            self._app.dismiss()

    def _draw_tile(self) -> None:
        box, path, index = self.opened, self.path, self.index
        kept = self.draft_of(path, index)
        give: Callable[[TileDraft], None] = self._drawn(kept, lambda at, draft: box.put_tile(path, at, draft))
        self._app.open("tile", DrawingEdit(box.tile(path, index), box.called(path), give, self._leave_row, kept))

    def _draw_city(self, index: int) -> None:
        box, path = self.opened, self.path
        row, kept = box.rows(path)[index], self.draft_of(path, index)
        give: Callable[[CityTileDraft], None] = self._drawn(kept, lambda at, draft: box.put(path, at, draft.row()))
        name = box.row_name(path, row, index)
        self._app.open(
            "city tile", CityTileEdit(CityTileDraft(row), name, give, self._leave_row, kept, words=box.words)
        )

    def _drawn(self, kept: KeptDraft, put: Callable[[int | None, DraftT], int]) -> Callable[[DraftT], None]:
        """Called with the finished drawing, it is saved with ``put``, which returns its index."""

        def take(at: int | None, draft: DraftT) -> None:
            kept.drop()
            self.index, self.fresh = put(at, draft), at is None
            self._done("box" if self.mending else "card")

        return checked_put(self.opened, self.path, self.index, take, self._app.show_message)

    def _lay_slots(self) -> None:
        box, path = self.opened, self.path
        unchanged = change_check(lambda: box.rows(path), self._app.show_message)
        kept = KeptDraft(self.drafts, str(box.path), ".".join(path), copy.deepcopy(list(box.rows(path))))

        def give(draft: SlotsDraft) -> None:
            if unchanged():
                kept.drop()
                box.put_slots(path, draft)
                self._done("box")

        self._app.open("slots", DrawingEdit(box.slots(path), box.called(path), give, self._to_box, kept))

    # Changes by browsers.

    def _browser_changed(self) -> None:
        """A browser may have changed the box: follow the current row to its new index."""
        if self._index is not None and self.box is not None:
            rows = self.box.rows(self.path)
            at = current_index(rows, self._index, self._row)
            if at is None and self._app.looking == "card":
                self._app.looking = "entries"
            if at is not None or self._app.looking in ("box", "entries", "browser"):
                self.index = at
        self._app.refresh()

    def _to_box(self) -> None:
        self._app.go("box")

    def _done(self, screen: str) -> None:
        """After a change of the box: go to ``screen``."""
        self._tell_trouble()
        self._app.go(screen)

    def _tell_trouble(self) -> None:
        """After a change of the box: tell if it could not be saved, or if others have changed it, too."""
        said = self.opened.trouble or self.opened.notice
        if said is not None:
            self._app.show_message(said)
        else:
            self._app.dismiss()


class BoxUpdates(Observer):
    """What a running game teaches its box, if that is known in part: a card is entered on its own screen, and saved in
    the box. Else it does nothing."""

    def __init__(self, app: BoxHost) -> None:
        self._app = app
        self._box: LessonWriter | None = None
        self._told: Text | None = None

    def serve(self, session: Session) -> None:
        self._told = None
        self._box = write_lessons(session, self._reported)
        folder = own_path(session.table.setup.pack)
        self._app.pictures.folder = self._app.small_pictures.folder = folder

    def leave(self, session: Session) -> None:
        self.close()

    def close(self) -> None:
        """Save what can be saved."""
        if self._box is not None:
            self._box.close()
            self._keep(self._box)
            self._box = None

    @property
    def trouble(self) -> Text | None:
        """Why something could not be saved in the box, or None."""
        return None if self._box is None else self._box.trouble

    @property
    def waiting(self) -> bool:
        """True while something is still to be saved."""
        return self._box is not None and self._box.waiting

    # Entering.

    def enter(self, path: str, row: Mapping[str, Any] | None = None) -> None:
        """Enter what was just drawn; of ``row`` everything that is there can be changed."""
        session = self._session
        telling = session.learning.telling
        piece = isinstance(session.learning.nameless, PullUnknown)
        self._open(
            path,
            row,
            lambda row: session.teach(path, row, telling),
            session.learning.choices()[path],
            left=session.learning.close if piece else None,
        )

    def correct(self, path: str, row: Mapping[str, Any], about: Words, then: Callable[[], None]) -> None:
        """Correct a known card; ``then`` is called when the box has it."""
        session = self._session

        def give(row: Mapping[str, Any]) -> bool:
            taken = session.change_card(path, row)
            if taken:
                then()
            return taken

        self._open(path, row, give, about, back="log")

    def _open(
        self,
        path: str,
        row: Mapping[str, Any] | None,
        give: Callable[[Mapping[str, Any]], bool],
        about: Words,
        back: str = "game",
        left: Callable[[], None] | None = None,
    ) -> None:
        """``left`` is called when people go back without an answer."""
        app, learning = self._app, self._session.learning
        telling = learning.telling

        def take(row: dict[str, Any]) -> None:
            # A refusal is shown over the form, which stays open.
            app.go(back if give(row) else "row")

        def leave() -> None:
            if left is not None:
                left()
            app.go(back)

        app.open(
            "row",
            RecordEdit(
                learning.editor(path, row),
                learning.words(),
                about,
                # What was typed while the card was told has a name before the box has it.
                learning.names if telling is None else telling.names,
                take,
                leave,
                self._session.scene.board,
                done=T("That is the card") if not learning.counts(path) else T("That is it"),
                photo=learning.photo or str((row or {}).get("id", "")),
                draft=self._draft(path, row),
                sheets=self._session.table.game.rules.sheets,
                languages=(language.code,),
            ),
        )

    def _draft(self, path: str, row: Mapping[str, Any] | None) -> KeptDraft:
        """Where a card of the running game is kept while it is filled in; another one that comes later is not it."""
        table = self._session.table
        came = f"{path}@{table.rev}" if row is None else path
        seen = None if row is None else copy.deepcopy(dict(row))
        return KeptDraft(self._app.box_editor.drafts, f"{table.setup.pack} {table.game_id}", came, seen)

    @property
    def _session(self) -> Session:
        session = self._app.session
        if session is None:
            raise LookupError("no game is on the table")
        return session

    # Saving.

    def _reported(self, sentence: Text | None) -> None:
        """Called in the writer thread."""
        Clock.schedule_once(lambda _dt: self._after(sentence), 0)

    def _after(self, sentence: Text | None) -> None:
        if self._box is not None:
            self._keep(self._box)
        if sentence is not None and sentence != self._told:
            self._app.show_message(sentence)
        self._told = sentence
        self._app.refresh()

    def _keep(self, box: LessonWriter) -> None:
        session = self._app.session
        if session is not None:
            note_saved(session, box)
            self._app.library.renew_box(session.table.game.name)
