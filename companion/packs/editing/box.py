"""A box being edited: its tables, rows and board, with undo. Every change is saved at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path as File
from typing import Any, TypeVar

import msgspec
from msgspec import structs
from msgspec.structs import fields

from companion.core.refusals import BadPack, Fault
from companion.core.texts import P, T, Text, Words, folded, listed, plain, unjoined
from companion.core.validation import entries, examine
from companion.games.game import Game
from companion.packs.content import Content, Texts
from companion.packs.editing.board import BoardDraft, Point, SlotsDraft, TileDraft
from companion.packs.editing.row_editor import ID, RowEditor
from companion.packs.editing.rows import RowForm
from companion.packs.editing.saving import Saving
from companion.packs.editing.tables import (
    COUNT,
    LOADED,
    LOST,
    BoxTable,
    Path,
    kinds_of,
    new_id,
    pieces,
    put_at,
    rows_at,
    said_often,
    tables,
)
from companion.packs.editing.words import WHOLE, BoxWords, Problem, as_whole, located, whole_if_valid, with_whole_board
from companion.packs.pictures import photo_name, photographed, pictures_of, stem_of
from companion.scene.layout import layout
from companion.scene.scene import Board, Card, Spot

SQUARES: Path = ("board", "squares")
"""The table that is edited as a board."""
JOINED = frozenset({"neighbours"})
"""Fields of a square that are edited on the board as a whole."""
LEAST_CARDS = 2
"""A story with fewer cards is not whole."""
NOTHING_SAID: Texts = {}
LONG = 100
"""Characters of a list that can be read at a glance."""
NAMES = ("name", "title", "line", "event", "text")
"""Fields that name a row."""
TILES = "tiles"
"""The table of tiles that fill the slots of a board."""


def searchable(names: Iterable[Words], say: Callable[[Words], str]) -> list[str]:
    """The names, folded. Parts that names share are rendered once: a search is updated at each key, among ten thousand
    cards."""
    said: dict[int, tuple[Words, str]] = {}
    found = []
    for name in names:
        parts = []
        for part in unjoined(name):
            # Words are not hashable. Keeping a reference prevents their id from being reused.
            known = said.get(id(part))
            if known is None:
                known = said[id(part)] = part, folded(say(part))
            parts.append(known[1])
        found.append(", ".join(parts))
    return found


class OpenBox:
    """The box of ``game`` at ``path``, for viewing and editing.

    A ``bundled`` box cannot be changed, only copied. If a change cannot be saved, it is kept in memory, ``trouble``
    says why, and ``keep`` tries again.
    """

    def __init__(self, game: Game, path: File, content: Content, *, bundled: bool = False) -> None:
        self.game = game
        self.bundled = bundled
        self.content = content
        self.words = BoxWords(game.presenter.box, game.presenter.box_icons, game.rules.sheets)
        self._saving = Saving(path, game.rules.pack_type, content)
        self._before: list[Content] = []
        self._tables: tuple[object, list[BoxTable]] = (None, [])
        self._named: tuple[object, dict[str, Mapping[str, Words]]] = (None, {})
        self._due: dict[tuple[str, str, int], int] | None = None
        self._searched: dict[Path, tuple[object, str, list[str]]] = {}

    @property
    def path(self) -> File:
        """The folder or file of the box."""
        return self._saving.path

    @property
    def id(self) -> str:
        return self.path.stem if self.path.suffix == ".json" else self.path.name

    @property
    def data(self) -> Mapping[str, Any]:
        return self.content.data

    @property
    def name(self) -> Words:
        name: Words = self.data.get("name" if "name" in self.data else "title") or ""
        return self.content.words(name) if isinstance(name, str) else name

    def tables(self) -> list[BoxTable]:
        """All tables, in the order of the pack's fields."""
        if self._tables[0] is not self.data:
            self._tables = self.data, tables(self.game.rules.pack_type, self.data)
        return self._tables[1]

    def table(self, path: Path) -> BoxTable:
        """The table at ``path``. Raises ``KeyError`` if there is none."""
        return {one.path: one for one in self.tables()}[path]

    def called(self, path: Path) -> Words:
        """The name of a table, with its owner's if there are several alike."""
        if path == SQUARES:
            return self.words.field(path[0])
        inner = self.words.field(path[-1], path[-2] if len(path) > 1 else "")
        if len(path) == 1:
            return inner
        whose = self.named("").get(path[-2]) or self.words.field(path[-2])
        return T("{whose}: {what}", whose=whose, what=inner)

    def rows(self, path: Path) -> Sequence[Any]:
        return rows_at(self.data, path)

    def row_name(self, path: Path, row: Any, index: int = 0) -> Words:
        """A short name for a row: its number, if the table counts rows; its name; a meaningful id; or all its
        fields."""
        counted = self.words.counted(path[-1], index + 1)
        if counted:
            return counted
        id_ = row.get(ID) if isinstance(row, Mapping) else None
        if isinstance(id_, str) and self.content.is_meaningful(id_) and not any(row.get(name) for name in NAMES):
            return self.content.words(id_)
        return self.content.in_languages(self.words.called(row, self.named("")))

    def card_names(self, table: BoxTable, pictures: Iterable[str]) -> dict[str, Words]:
        """The names of the cards of a table by id: its rows, then those of which there is only a picture."""
        rows = enumerate(self.rows(table.path))
        names = {row[ID]: self.row_name(table.path, row, n) for n, row in rows if isinstance(row.get(ID), str)}
        return names | {id_: photo_name(id_) for id_ in photographed(table.name, pictures, names)}

    def search(self, path: Path, letters: str, say: Callable[[Words], str], language: str) -> list[int]:
        """Indexes of the rows whose name contains ``letters``, ignoring case and accents."""
        rows = self.rows(path)
        wanted = folded(letters.strip())
        if not wanted:
            return list(range(len(rows)))
        data, said, names = self._searched.get(path, (None, "", []))
        if data is not self.data or said != language:
            names = searchable((self.row_name(path, row, index) for index, row in enumerate(rows)), say)
            self._searched[path] = self.data, language, names
        return [index for index, name in enumerate(names) if wanted in name]

    def where(self, problem: Problem) -> Words:
        """The table and row of a problem, as words."""
        if not problem.table:
            return T("About the box")
        found, table = self.rows(problem.table), self.called(problem.table)
        if problem.index is None or problem.index >= len(found):
            return table
        return T("{whose}: {what}", whose=table, what=self.row_name(problem.table, found[problem.index], problem.index))

    def said(self, problem: Problem) -> Words:
        """A problem's sentence, with its field."""
        return self.words.problem(problem)

    def unfinished(self, path: Path, row: Any) -> bool:
        return bool(examine(self.table(path).kind, row).problems)

    def may_be_partial(self, path: Path) -> bool:
        """True if a table may be incomplete (core/WIRE.md), because it fills a deck or a bag."""
        return self.due(path) is not None

    def named(self, sort: str) -> Mapping[str, Words]:
        """The things of one sort that a row can refer to, such as squares: words by id."""
        if self._named[0] is not self.data:
            self._named = self.data, {}
        known = self._named[1]
        if sort not in known:
            named = self.game.presenter.named_in(self.data, sort)
            texts = {} if sort else self.content.ids()
            known[sort] = texts | {name: self.content.in_languages(words) for name, words in named.items()}
        return known[sort]

    def untold(self, path: Path) -> dict[str, File]:
        """The cards of a table of which there is only a photo, by id, in the order in which they were photographed."""
        pictures, known = pictures_of(self.path), {str(row.get(ID)) for row in self.rows(path)}
        return {id_: pictures[id_] for id_ in photographed(".".join(path), pictures, known)}

    def new_photo(self, path: Path) -> str:
        """The id for the photo of a card of which nothing is known yet."""
        taken = {str(row[ID]) for row in self.rows(path) if isinstance(row.get(ID), str)}
        return new_id("", taken | pictures_of(self.path).keys(), stem_of(".".join(path)))

    def count_photos(self, path: Path) -> None:
        """A table has at least as many cards as photos."""
        table, alone = self.table(path), len(self.untold(path))
        if alone > table.unknown and self.may_be_partial(path):
            self.set_printed(path, table.known + alone)

    def can_have_pictures(self, path: Path) -> bool:
        """True for a table of cards in a box that can be edited and is a folder."""
        return not self.bundled and self.table(path).has(ID) and self.path.is_dir()

    @property
    def languages(self) -> list[str]:
        """The languages that its cards are likely to be printed in, the likeliest first."""
        return [self.content.language, *(code for code in self.content.texts if code != self.content.language)]

    def row_editor(self, path: Path, index: int | None = None, called: str = "") -> RowEditor:
        """The editor of a row, or of a new one, which gets the id ``called`` if that is given."""
        row = None if index is None else self.rows(path)[index]
        taken = [id_ for one in self.tables() for _, entry in entries(self.data, *one.path) if (id_ := entry.get(ID))]
        stem = path[-1].removesuffix("s")
        later = self.game.rules.optional_fields if self.laid_in_part else ()
        # A new card must not get an id that a photo already has.
        ids = [id_ for id_ in taken if isinstance(id_, str)]
        ids += photographed(".".join(path), pictures_of(self.path), ids)
        hidden = JOINED if path == SQUARES else ()
        presenter = self.game.presenter
        usual, switches = presenter.box_usual.get(path[-1], {}), presenter.box_switches.get(path[-1], {})
        return RowEditor(
            self.table(path).kind, row, taken=ids, stem=stem, called=called, later=later, hidden=hidden, usual=usual,
            switches=switches, count_asked=self.table(path).counted and not kinds_of(self.table(path).kind),
        )  # fmt: skip

    def said_often(self) -> Mapping[tuple[str, str], int]:
        """How often the cards of the box say something, by field and what it says there."""
        return said_often(self.data)

    def about(self) -> RowEditor:
        """The editor of the fields outside tables, such as the name of the box."""
        kind = self.game.rules.pack_type
        apart = {table.path[0] for table in self.tables()} | LOADED
        outside = {field.encode_name for field in fields(kind)} - apart
        return RowEditor(kind, {name: value for name, value in self.data.items() if name in outside}, hidden=apart)

    def card(self, path: Path, row: Mapping[str, Any], index: int = 0) -> Card:
        """A row as the card that a game shows, or else its name and all its fields."""
        shown = self.game.presenter.box_card(self.data, ".".join(path), row)
        if shown is not None:
            nameless = not any(row.get(name) for name in NAMES) and self.content.is_meaningful(str(row.get(ID, "")))
            called = self.row_name(path, row, index) if nameless else shown.title
            title, text = self.content.in_languages(called), self.content.in_languages(shown.text or "")
            return structs.replace(shown, title=title, text=text)
        deck = plain(self.words.field(path[-1]))
        return Card(deck, "card", self.row_name(path, row, index), self.called(path), self._all_fields(path, row))

    def board(self) -> Board | None:
        """The board as a picture with squares to tap; None if there is none."""
        squares = [square for _, square in entries(self.data, *SQUARES) if isinstance(square.get(ID), str)]
        if not squares:
            return None
        links = {str(one[ID]): [str(other) for other in one.get("neighbours") or ()] for one in squares}
        places = self._places(links)
        spots = [
            Spot(f"square:{id_}", self.content.in_languages(one.get("name") or id_), *places[id_],
                 badge="station" if one.get("subway") else None)
            for one in squares if (id_ := str(one[ID]))
        ]  # fmt: skip
        joined = [(f"square:{a}", f"square:{b}") for a in links for b in links[a] if a < b and b in links]
        return Board(spots, joined)

    def put(self, path: Path, index: int | None, row: Mapping[str, Any], said: Texts = NOTHING_SAID) -> int:
        """Replace a row, or append one if ``index`` is None, and return its index.

        An appended row counts against the unknown ones. ``said`` holds its texts in other languages: language, then
        text.
        """
        found = list(self.rows(path))
        before = pieces(found[index]) if index is not None else 0
        at = index if index is not None else len(found)
        found[at : at + 1] = [dict(row)]
        self._change_rows(path, found, pieces(row) - before, said=said)
        return at

    def copy(self, path: Path, index: int) -> int:
        """Append a copy of a row with a new id, and return its index."""
        row = dict(self.rows(path)[index])
        row.pop(ID, None)
        editor = self.row_editor(path)
        editor.form.put((), row)
        return self.put(path, None, editor.row())

    def take(self, path: Path, index: int) -> None:
        """Delete a row. Its pieces become unknown, but stay in the box."""
        found = list(self.rows(path))
        gone = found.pop(index)
        self._change_rows(path, found, -pieces(gone), keep_printed=self.table(path).unknown > 0)

    def set_printed(self, path: Path, n: int) -> None:
        """Set how many pieces of a table are in the box, known or not."""
        self._change(self._with_unknown(self.data, path, n - self.table(path).known))

    def kinds(self, path: Path) -> list[dict[str, Any]]:
        """What is counted in a table of counts: a row for each kind that can be, or that it has; with its ``count``."""
        table = self.table(path)
        if not table.counted:
            return []
        rows = [{**row, COUNT: pieces(row)} for row in self.rows(path) if isinstance(row, Mapping)]
        there = [{name: value for name, value in row.items() if name != COUNT} for row in rows]
        known = kinds_of(table.kind)
        usual = [rows[there.index(kind)] if kind in there else {**kind, COUNT: 0} for kind in known]
        return usual + [row for row, kind in zip(rows, there, strict=True) if kind not in known]

    def kind_name(self, kind: Mapping[str, Any]) -> Words:
        """What a kind of ``kinds`` is called."""
        if kind.get("name"):
            return str(kind["name"])
        said: list[Words] = [
            self.words.value(name, value)
            if isinstance(value, str)
            else T("{field}: {value}", field=self.words.field(name), value=str(value))
            for name, value in kind.items()
            if name != COUNT
        ]
        return said[0] if len(said) == 1 else T("{first} · {second}", first=said[0], second=listed(said[1:]))

    def counted(self, path: Path) -> Words:
        """How much of a table is known, and how many pieces the rulebook says there are if that is another number."""
        table = self.table(path)
        told: Words = P("{n} in all", "{n} in all", table.known)
        if table.unknown and table.counted:
            told = T("{known} of {printed} counted", known=table.known, printed=table.printed)
        elif table.unknown:
            told = T("{known} of {printed} known", known=table.known, printed=table.printed)
        return T("{first} · {second}", first=told, second=T("{n} are printed", n=table.due)) if table.lost else told

    def count(self, path: Path, kind: Mapping[str, Any], n: int) -> None:
        """Set how many pieces there are of a kind of ``kinds``. What is counted is not unknown any more."""
        counted = [{**row, COUNT: n} if row == kind else row for row in self.kinds(path)]
        least = 0 if RowForm(self.table(path).kind, {**kind, COUNT: 0}).problems() == [] else 1
        before, now = self.table(path).known, sum(map(pieces, counted))
        unknown = max(0, self.table(path).unknown - (now - before))
        rows = [row for row in counted if row[COUNT] >= least]
        data = self._with_lost(self._with_unknown(put_at(self.data, path, rows), path, unknown))
        if self._doubted(data, path):
            # The sum is right, but not that of each kind.
            data = {**data, LOST: {".".join(path): 0, **data.get(LOST, {})}}
        self._change(data)

    def doubts(self, path: Path) -> list[Words]:
        """What does not agree with the rulebook about how many pieces a table has. A game begins all the same."""
        table, lost = self.table(path), self.data.get(LOST) or {}
        if table.lost:
            return [T("The rulebook prints {due}, here are {n}. Play all the same.", due=table.due, n=table.printed)]
        if table.name not in lost:
            return []
        return self._doubted({name: value for name, value in self.data.items() if name != LOST}, path)

    def _doubted(self, data: Mapping[str, Any], path: Path) -> list[Words]:
        return [one.sentence for one in self._located(self._faults(data)) if one.table == path and one.index is None]

    def lay(self, draft: BoardDraft, *, whole: bool) -> None:
        """Replace the board. ``whole``: no square is missing. While something else is, the box stays one that is told
        in part, so that it can be played."""
        data = put_at(self.data, SQUARES, draft.rows())
        complete, part = self._completed(data), self._in_part(data)
        if whole and self._faults(complete):
            whole = self.board_is_whole and bool(self._faults(part))
        self._change(complete if whole else part, places=draft.places(), laid=True)

    def completed_by(self, draft: BoardDraft) -> bool:
        """True if nothing is missing from the box once its board is that."""
        return not self._faults(self._completed(put_at(self.data, SQUARES, draft.rows())))

    def _completed(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """The box as one of which nothing is missing, or only the cards of stories besides one that is complete."""
        complete = as_whole(data)
        return with_whole_board(data) if self._faults(complete) else complete

    @staticmethod
    def _in_part(data: Mapping[str, Any]) -> Mapping[str, Any]:
        """The box, marked as one of which the board is not whole."""
        stories = [story for _, story in entries(data, "scenarios")]
        short = [{**one, WHOLE: False} if len(entries(one, "cards")) < LEAST_CARDS else one for one in stories]
        part: Mapping[str, Any] = put_at(put_at(data, ("board", WHOLE), False), ("scenarios",), short)
        return part

    @property
    def board_is_whole(self) -> bool:
        """False while squares of the board are still missing."""
        board = self.data.get("board")
        return not (isinstance(board, Mapping) and board.get("whole") is False)

    def take_square(self, index: int) -> None:
        """Remove a square from the board, with everything that leads to it."""
        draft = self.draft()
        draft.remove(str(self.rows(SQUARES)[index][ID]))
        self.lay(draft, whole=self.board_is_whole)

    def draft(self) -> BoardDraft:
        squares = [square for _, square in entries(self.data, *SQUARES)]
        links = {str(one.get(ID)): [str(other) for other in one.get("neighbours") or ()] for one in squares}
        return BoardDraft(squares, self._places(links))

    def is_drawn(self, path: Path) -> bool:
        """True if the rows are tiles of cells, which are edited as drawings."""
        return self.table(path).has("w", "h", "cells")

    def is_city(self, path: Path) -> bool:
        """True if the rows are city tiles, with land at their edges."""
        return self.table(path).has("edges", "exit", "gang_hq")

    def is_laid(self, path: Path) -> bool:
        """True if the rows are slots for tiles, which are edited together."""
        return self.table(path).has("x", "y", "w", "h", "tile_pool")

    def tile(self, path: Path, index: int | None = None) -> TileDraft:
        """A draft of a tile, or of a new one."""
        others = [cell for n, tile in enumerate(self.rows(path)) if n != index for _, cell in entries(tile, "cells")]
        taken = [site for cell in others if isinstance(site := cell.get("crash_site"), int)]
        return TileDraft(None if index is None else self.rows(path)[index], taken)

    def put_tile(self, path: Path, index: int | None, draft: TileDraft) -> int:
        """Replace a tile, or append one, and return its index."""
        editor = self.row_editor(path, index)
        editor.form.put((), draft.row())
        return self.put(path, index, editor.row())

    def slots(self, path: Path) -> SlotsDraft:
        sizes = {str(tile.get(ID)): (tile.get("w"), tile.get("h")) for _, tile in entries(self.data, TILES)}
        known = {id_: (w, h) for id_, (w, h) in sizes.items() if isinstance(w, int) and isinstance(h, int)}
        return SlotsDraft([slot for _, slot in entries(self.data, *path)], known)

    def put_slots(self, path: Path, draft: SlotsDraft) -> None:
        self._change(put_at(self.data, path, draft.row()))

    @property
    def laid_in_part(self) -> bool:
        """True while parts of the box are still to be filled in. The companion leaves those to the table."""
        return as_whole(self.data) != self.data

    def put_about(self, row: Mapping[str, Any], said: Texts = NOTHING_SAID) -> None:
        """Replace fields outside tables; ``said`` as in ``put``."""
        self._change({**self.data, **row}, texts=self._with_translations(said))

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    def undo(self) -> None:
        self.content = self._before.pop()
        self.keep()

    def keep(self) -> bool:
        """Save the box; False if that failed, with the reason in ``trouble``."""
        self.content = self._saving.save(self.content, self._before, self.name)
        return self.trouble is None

    @property
    def trouble(self) -> Text | None:
        return self._saving.trouble

    @property
    def notice(self) -> Text | None:
        """A notice if the last save merged somebody else's change."""
        return self._saving.notice

    @property
    def saved(self) -> bool:
        return self._saving.kept is self.content

    def refresh(self) -> None:
        """Take over what a game or somebody else has written meanwhile, unless something here is not saved."""
        self.content = self._saving.refresh(self.content, self._before)

    def problems(self) -> list[Problem]:
        """Everything that keeps a game from starting with this box: missing and invalid parts."""
        return self._located(self._faults(self.data))

    def missing_parts(self) -> list[Problem]:
        """What is missing from a box that is not whole."""
        return self._located(self._faults(as_whole(self.data))) if self.laid_in_part else []

    def _located(self, faults: Sequence[Fault]) -> list[Problem]:
        return located(faults, [table.path for table in self.tables()], self.words)

    def _faults(self, data: Mapping[str, Any]) -> Sequence[Fault]:
        try:
            self.game.rules.read_pack(msgspec.to_builtins(data))
        except BadPack as bad:
            return bad.problems
        return []

    def _change_rows(
        self, path: Path, found: list[Any], more: int, *, keep_printed: bool = True, said: Texts = NOTHING_SAID
    ) -> None:
        table = self.table(path)
        data = put_at(self.data, path, found)
        if keep_printed and (table.unknown or more < 0):
            data = self._with_unknown(data, path, max(0, table.unknown - more))
        self._change(data, texts=self._with_translations(said))

    def _with_translations(self, said: Texts) -> Texts:
        """All translations, updated with ``said``. An empty translation is removed."""
        texts = {**self.content.texts}
        for code, words in said.items():
            texts[code] = {text: one for text, one in {**texts.get(code, {}), **words}.items() if one}
        return texts if any(texts[code] != self.content.texts.get(code, {}) for code in said) else self.content.texts

    def _with_unknown(self, data: Mapping[str, Any], path: Path, n: int) -> dict[str, Any]:
        others = {name: count for name, count in (data.get("unknown") or {}).items() if name != ".".join(path)}
        unknown = others | ({".".join(path): n} if n > 0 else {})
        rest = {name: value for name, value in data.items() if name != "unknown"}
        return rest | ({"unknown": unknown} if unknown else {})

    def due(self, path: Path) -> int | None:
        """How many pieces of a table the rulebook says there are; None if it says nothing."""
        if self._due is None:
            blank = self.game.rules.blank_pack()
            self._due = {}
            for name, n in (blank.get("unknown") or {}).items():
                parts = tuple(name.split("."))
                self._due[parts[0], parts[-1], len(parts)] = n + sum(map(pieces, rows_at(blank, parts)))
        return self._due.get((path[0], path[-1], len(path)))

    def _with_lost(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The box with the numbers of pieces that it does not have, though the rulebook says so."""
        found = tables(self.game.rules.pack_type, data)
        before = data.get(LOST) or {}
        lost = {
            one.name: due - one.printed
            for one in found
            if (due := self.due(one.path)) is not None and (due != one.printed or before.get(one.name) == 0)
        }
        rest = {name: value for name, value in data.items() if name != LOST}
        return rest | ({LOST: lost} if lost else {})

    def _change(self, data: Mapping[str, Any], *, laid: bool = False, **others: Any) -> None:
        """Change the box, and save it. With the last thing that was missing, its board is whole; when it is ``laid``,
        people say themselves whether it is."""
        if self.bundled:
            raise ValueError("a bundled box is copied before it is changed")
        if not (laid or self.board_is_whole) and self.missing_parts() and not self._faults(as_whole(data)):
            data = as_whole(data)
        data = self._with_lost(data)
        self._before.append(self.content)
        self.content = structs.replace(self.content, data=whole_if_valid(self.game.rules, data), **others)
        self.keep()

    def _places(self, links: Mapping[str, Sequence[str]]) -> Mapping[str, Point]:
        """The positions of squares: stored ones, or an automatic layout."""
        known = {name: (place[0], place[1]) for name, place in (self.content.places or {}).items() if name in links}
        if len(known) == len(links):
            return known
        return layout({name: [other for other in links[name] if other in links] for name in links}) | known

    def _all_fields(self, path: Path, row: Mapping[str, Any]) -> Words:
        """All fields of a row, line by line. Long lists show only their length."""
        lines = []
        for line in RowEditor(self.table(path).kind, row).lines():
            if line.value in (None, "", [], False):
                continue
            value = self.words.said(line, self.named(line.sort))
            if isinstance(line.value, list) and len(plain(value)) > LONG:
                value = P("{n} entry", "{n} entries", len(line.value))
            lines.append(T("{field}: {value}", field=self.words.field(line.name), value=value))
        return listed(lines)


# Conflicts between the screen and a browser that edit the same box.

RowT = TypeVar("RowT")
MEANWHILE = T("It was changed in a browser meanwhile. Tap again to keep yours, or go back to see what it says now.")


def current_index(rows: Sequence[Any], index: int, row: Any) -> int | None:
    """The index of the row that was at ``index``: the nearest equal one, else the nearest with its id.

    None if it was deleted.
    """
    nearest = sorted(range(len(rows)), key=lambda at: abs(at - index))
    same = next((at for at in nearest if rows[at] == row), None)
    id_ = row.get("id") if isinstance(row, Mapping) else None
    if same is not None or id_ is None:
        return same
    return next((at for at in nearest if isinstance(rows[at], Mapping) and rows[at].get("id") == id_), None)


def checked_put(
    box: OpenBox,
    path: Path,
    index: int | None,
    put: Callable[[int | None, RowT], None],
    complain: Callable[[Text], object],
) -> Callable[[RowT], None]:
    """A callback that saves a row with ``put``, at its present index.

    If it was changed elsewhere, the callback complains once and saves at the next call. A row deleted elsewhere is
    saved as a new one.
    """
    at, seen = index, None if index is None else box.rows(path)[index]

    def give(row: RowT) -> None:
        nonlocal at, seen
        if at is not None:
            rows = box.rows(path)
            now = current_index(rows, at, seen)
            if now is None or rows[now] != seen:
                at, seen = now, None if now is None else rows[now]
                complain(MEANWHILE)
                return
            at = now
        put(at, row)

    return give


def change_check(look: Callable[[], object], complain: Callable[[Text], object]) -> Callable[[], bool]:
    """A callback that is True if what ``look`` returns is unchanged since the last call; otherwise it complains."""
    seen = look()

    def unchanged() -> bool:
        nonlocal seen
        before, seen = seen, look()
        if seen != before:
            complain(MEANWHILE)
        return seen == before

    return unchanged
