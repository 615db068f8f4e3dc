"""Unknown cards and tokens at a table: entering them into the box, or carrying them out by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

from companion.chance.dealer import read_items
from companion.core.answers import Answer, Draw, DrawUnknown, PullUnknown
from companion.core.learning import (
    Known,
    LearnedRow,
    Lesson,
    Stock,
    UnknownCard,
    UnknownRow,
    has_whole_board,
    rows_of,
)
from companion.core.refusals import Refused
from companion.core.steps.chance import DO_CARD, DO_LATER, DO_TOKEN, DrawStep
from companion.core.texts import T, Words, listed, plain
from companion.packs.editing.row_editor import COUNTED, RowEditor
from companion.packs.editing.words import BoxWords, located
from companion.packs.intake import PICTURES
from companion.packs.pictures import photographed, pictures_of
from companion.session.pages import Page
from companion.session.telling import CardTelling, title_of
from companion.table.history import Played, PlayedEntry
from companion.table.learned import (
    answer_of,
    known_at,
    known_items,
    learns,
    lessons,
    may_grow,
    place_of,
    unknown_stocks,
)
from companion.table.log import Entry
from companion.table.table import Table, draw

CAME = "came"
"""The key of the note with photographed cards that were drawn and carried out by hand: ids with the rev of the
answer."""
DRAWN = "photo"
"""The key of the note with the photographed card drawn at a rev, so that no other is drawn instead."""


class Photos:
    """The photos of a box in a folder; none if the folder is unknown."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._box: Path | None = None
        self._seen: dict[str, Path] = {}
        self._state: tuple[int, int] | None = None

    def look_into(self, box: Path) -> None:
        self._box = box

    @property
    def pictures(self) -> Mapping[str, Path]:
        """All picture files of the box by card id."""
        state = None if self._box is None else _state(self._box / PICTURES)
        if self._box is not None and (state is None or state != self._state):
            self._seen, self._state = pictures_of(self._box, self._seen), state
        return self._seen

    def of(self, path: str) -> list[str]:
        """The cards of a table of the box with a photo but without a row."""
        known = {str(row.get("id")) for row in rows_of(self._table.box.data, path)}
        return photographed(path, self.pictures, known)

    @property
    def printed(self) -> dict[str, str]:
        """All photographed cards without a row of the deck in question, with the path of their table."""
        place = place_of(self._table)
        if place is None or not self.pictures or not self._can_be_new:
            return {}
        return {id_: path for path in unknown_stocks(self._table, place) for id_ in self.of(path)}

    @property
    def here(self) -> dict[str, str]:
        """Those of ``printed`` that can be drawn now."""
        found, gone = self.printed, self._gone()
        return {id_: path for id_, path in found.items() if id_ not in gone} or found

    @property
    def complete(self) -> bool:
        """True if each card that can be drawn has a row or a photo, so that the dealer can draw."""
        place, table = place_of(self._table), self._table
        if place is None or not self._can_be_new:
            return False
        # For a table that fills several decks, such as special agents, a photo does not tell the deck.
        stocks = unknown_stocks(table, place)
        return bool(stocks) and all(
            stock.places == (place,) and len(self.of(path)) >= table.known(path).unknown
            for path, stock in stocks.items()
        )

    def deal(self) -> Draw | str:
        """Draw a card with equal probabilities: a known card, or the id of a photo."""
        table = self._table
        drawn = table.notes.get(DRAWN, {})
        if drawn.get("rev") == table.rev and drawn.get("id") in self.here:
            return str(drawn["id"])
        question = table.history.question
        again = table.history.fate.predetermined(question) if question is not None else None
        if isinstance(again, Draw):
            return again
        place = place_of(table) or ""
        known: list[Answer] = [one for one in table.legal() or () if isinstance(one, Draw)]
        outcomes: list[Answer] = [*known, *(Draw(place, id_) for id_ in self.here)]
        found = table.dealer.deal(table.ask, outcomes, [1 / len(outcomes)] * len(outcomes), {}, table.rev)
        if found in known and isinstance(found, Draw):
            return found
        id_ = found.card if isinstance(found, Draw) else ""
        table.note(DRAWN, {"rev": table.rev, "id": id_})
        return id_

    def came(self, id_: str) -> None:
        """Note that the card of this photo was drawn without a row: it is out of the deck until that is shuffled."""
        history = self._table.history
        line = reversed(history.line[: history.mark])
        rev = next((played.entry.rev for played in line if isinstance(played.answer, DrawUnknown)), 0)
        self._table.note(CAME, {**self._table.notes.get(CAME, {}), id_: rev})

    @property
    def _can_be_new(self) -> bool:
        return any(isinstance(one, DrawUnknown) for one in self._table.legal() or ())

    def _gone(self) -> set[str]:
        came, history = self._table.notes.get(CAME, {}), self._table.history
        if not came:
            return set()
        done = {played.entry.rev for played in history.line[: history.mark]}
        return {id_ for id_, rev in came.items() if rev in done}


def _state(folder: Path) -> tuple[int, int] | None:
    """A value that changes with the files of a folder; None if there is no folder."""
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


LearningMode: TypeAlias = Literal["new", "changes", "offer"]
"""``new``: enter the drawn card or carry it out by hand; ``changes``: enter what it has changed; ``offer``: choose who
draws once a deck is completely known."""

WHOLE = ""
"""The path that stands for the row of ``whole_row`` among the tables of a box."""
TOLD = "telling"
"""The key of the note with what was told so far of the card that has come: ``of`` names the question and the card."""
DECIDED = "decided"
"""The key of the note with chance items for which people have chosen who draws."""


class LessonSink(Protocol):
    """Receives what the box has learned, each with the rev of its entry, such as ``LessonWriter``."""

    def learn(self, lesson: Lesson, rev: int) -> None:
        """Take a lesson of this table."""

    def skip(self, rev: int) -> None:
        """Take note of a lesson that came from the box itself."""


class Learning:
    """What the people at one screen are doing with a partly known box; nothing if the box is complete."""

    def __init__(self, table: Table, *, confirmed: int = 0) -> None:
        self._table = table
        self.writer: LessonSink | None = None
        """Where lessons go; None: they are only logged."""
        self.photos = Photos(table)
        """Cards that exist as a photo only."""
        self._photo = ""
        self._telling: tuple[object, CardTelling | None] = (None, None)
        self._noted_rev = table.rev
        self._opened: int | None = None
        self._by_hand: int | None = None
        self._by_parts: int | None = None
        self._whole: tuple[object, list[str]] = (None, [])
        told = table.notes.get(TOLD, {})
        if told.get("came") and told["of"][0] == self._question:
            self._opened, self._photo = self._question, told["of"][1]
        by_hand = learns(table) and has_whole_board(table.box.pack)
        if by_hand and confirmed < table.rev and self._last_is_by_hand():
            self._by_hand = table.rev

    def _last_is_by_hand(self) -> bool:
        history = self._table.history
        last = history.line[history.mark - 1] if history.mark else None
        if last is None or not isinstance(last.answer, DrawUnknown):
            return False
        return all(todo.text != DO_LATER for todo in last.instructions)

    @property
    def mode(self) -> LearningMode | None:
        """What to do next, once no page is open; None: nothing."""
        if not learns(self._table):
            return None
        if self._by_hand == self._table.rev:
            return "changes"
        if self._is_open or self.whole_row is not None or self.telling is not None:
            return "new"
        return "offer" if self.offered is not None else None

    # How much is known.

    @property
    def place(self) -> str:
        """The deck or bag of the open question; empty if none."""
        return place_of(self._table) or ""

    @property
    def known(self) -> Known | None:
        """How much is known of that deck or bag; None if all of it."""
        if not learns(self._table) or not self.place:
            return None
        found = known_at(self._table, self.place)
        return found if found.unknown else None

    def known_of(self, item: str) -> Known | None:
        """How much is known of a chance item; None if all of it."""
        found = known_items(self._table).get(item)
        return found if found is not None and found.unknown else None

    # A row that people can enter as a whole.

    @property
    def whole_row(self) -> UnknownRow | None:
        """The row that can be entered as a whole now; None if there is none, or it is carried out by hand."""
        table = self._table
        return table.game.rules.unknown_row(table.state) if learns(table) and self._by_parts != table.rev else None

    # A card that is told by its title.

    @property
    def telling(self) -> CardTelling | None:
        """The card that people are telling now, whether it has just come or only its title was told before; None if
        there is none, or it is entered in another way."""
        untold = self._untold
        key = (self._table.rev, self._photo, untold) if untold is not None or self._is_open else None
        if self._telling[0] != key:
            self._telling = key, None if key is None else self._begun(untold)
            told, begun = self._table.notes.get(TOLD, {}), self._telling[1]
            if begun is not None and told.get("of") == self._names_card(untold):
                begun.go_on_from(told["draft"])
        return self._telling[1]

    def _names_card(self, untold: tuple[str, str] | None) -> list[Any]:
        return [self._question, self._photo, None if untold is None else [*untold]]

    def _keep(self, untold: tuple[str, str] | None) -> None:
        """Keep what was told so far of the open card with the game: power may fail, and the question may come again."""
        telling = self._telling[1]
        if telling is not None and (telling.changes or telling.typed or self._table.notes.get(TOLD)):
            told = {"of": self._names_card(untold), "came": untold is None, "draft": telling.draft()}
            self._table.note(TOLD, told)

    def _told(self) -> None:
        """Forget what was told so far: the card is done."""
        if self._table.notes.get(TOLD):
            self._table.note(TOLD, {})

    @property
    def _question(self) -> int:
        """Names the open question: the rev of the answer before it, which stays when the box learns, and with undo and
        redo."""
        history = self._table.history
        return history.line[history.mark - 1].entry.rev if history.mark else 0

    @property
    def _is_open(self) -> bool:
        """True while people enter what has come."""
        return self._opened == self._question and bool(self._tables)

    @property
    def _named(self) -> UnknownCard | None:
        """The card that is not known, where it is not drawn but named."""
        table = self._table
        named = table.game.rules.unknown_card(table.state) if learns(table) and not self.place else None
        return named if named is not None and named.answer in (table.legal() or ()) else None

    @property
    def _tables(self) -> dict[str, Stock]:
        """The tables of the box, by path, to which a card that is not known can belong now."""
        table, named = self._table, self._named
        if named is None:
            return unknown_stocks(table, self.place)
        stocks = table.stocks
        told = table.game.rules.can_be_told
        return {path: stocks[path] for path in named.tables if may_grow(table, path) and told(table.state, path)}

    def _answer_of(self, path: str, row: Mapping[str, Any]) -> Answer:
        """The answer that says that the card of this row has come."""
        named = self._named
        return answer_of(self._table.stocks[path], row, self.place) if named is None else named.answer_of(row)

    @property
    def _untold(self) -> tuple[str, str] | None:
        table = self._table
        return table.game.rules.untold_row(table.state) if learns(table) and table.setup.box is not None else None

    def _begun(self, untold: tuple[str, str] | None) -> CardTelling | None:
        table, row = self._table, None
        rules, sheets, stocks = table.game.rules, table.game.rules.sheets, table.stocks
        if untold is not None:
            paths = [untold[0]]
            row = next((one for one in self._rows(untold[0]) if one.get("id") == untold[1]), None)
        else:
            paths = [*self.choices()]
        path = next(iter(paths), WHOLE)
        if path == WHOLE or stocks[path].counted or sheets is None:
            return None
        if not rules.told_by_title(table.box.pack, path):
            return None
        rows = [(at, one) for at in paths for one in self._rows(at)] if row is None else []
        titled = [(one, self._answer_of(at, one)) for at, one in rows]
        legal = self._table.legal() or ()
        grows = frozenset({"square"}) if any(_is_place(stock) for stock in stocks.values()) else frozenset[str]()
        return CardTelling(
            self.editor(path, row), tables={at: stocks[at] for at in paths}, about=stocks[path].name,
            words=self.words(), names=self.names,
            buttons=sheets.buttons, counts=rules.counts_effects(table.state, path), later=self._done_later,
            left_out=rules.left_out(table.box.pack, path), title_only=rules.title_only, growing=grows,
            photo=self.photo, known=row is not None,
            listed={str(one["id"]): title_of(one) for one, answer in titled if answer in legal},
            besides=lambda id_: self._besides({str(one["id"]): answer for one, answer in titled}[id_]),
            kept=partial(self._keep, untold), goes_with=rules.goes_with,
        )  # fmt: skip

    def _besides(self, answer: Answer) -> Words:
        """What the list says of a card besides its title: its square, or what it has done."""
        found = next((one for one in self._table.scene().choices if one.answer == answer), None)
        row = next(row for path in self._tables for row in self._rows(path) if self._answer_of(path, row) == answer)
        said = [] if found is None else [found.label, found.detail or ""]
        return listed([one for one in said if one and plain(one) != plain(title_of(row))])

    @property
    def does_nothing_yet(self) -> bool:
        """True if what has come, or can come, is only laid down or kept: a piece, or a card that is used later."""
        return isinstance(self.nameless, PullUnknown) or self._done_later

    @property
    def _done_later(self) -> bool:
        """True if the card is laid down, or kept, before anybody does what it says."""
        agenda = self._table.state.agenda
        return bool(agenda) and isinstance(agenda[-1], DrawStep) and agenda[-1].by_hand == DO_LATER

    def tell(self, telling: CardTelling) -> Played:
        """The box learns what was told of the card, which is the one that was drawn, and the rules carry it out.
        Refused like ``teach``."""
        row = telling.row()
        if telling.known:
            entries = [*self._learn_squares(telling, row), *self.change_card(telling.path, row).entries]
        else:
            entries = [*self.teach(telling.path, row, telling).entries]
        self._told()
        return Played(self._table.rev, entries)

    def _learn_squares(self, telling: CardTelling | None, row: Mapping[str, Any]) -> list[PlayedEntry]:
        """The box learns the squares of a card whose names were typed while it was told."""
        found = list[PlayedEntry]()
        for square in () if telling is None else telling.squares(row):
            path, stock = next((path, one) for path, one in self._table.stocks.items() if _is_place(one))
            found += self._learn(LearnedRow(path, stock, square)).entries
        return found

    def same(self, telling: CardTelling) -> Answer:
        """The answer for a card that is in the list after all; nothing of it is told."""
        rows = ((path, row) for path in telling.tables for row in self._rows(path))
        answer = next(self._answer_of(path, row) for path, row in rows if row.get("id") == telling.same)
        self._opened, self._photo = None, ""
        self._told()
        return answer

    # An item that is not in the list.

    def open(self, answer: Answer | None, photo: str = "") -> bool:
        """An unknown item was drawn, with the id of its ``photo`` if it has one; False if ``answer`` is anything
        else."""
        if answer is None or answer != self.nameless or not self._tables:
            return False
        self._opened, self._photo = self._question, photo
        return True

    def by_hand_only(self, answer: Answer | None) -> bool:
        """True for an unknown item that nobody can tell now, so that hands carry it out at once."""
        unknown = answer is not None and answer == self.nameless
        return unknown and learns(self._table) and not self._tables

    def close(self) -> None:
        """Go back from it. What was told of it so far is there if it comes again."""
        if self._telling[1] is not None:
            self._telling[1].close()
        told = self._table.notes.get(TOLD)
        if told:
            self._table.note(TOLD, {**told, "came": False})
        self._opened, self._photo = None, ""

    @property
    def photo(self) -> str:
        """The photo id of the drawn card, if it exists as a photo only; else empty."""
        return self._photo if self._is_open else ""

    @property
    def can_draw(self) -> bool:
        """True if the dealer can draw from a partly known deck, because the other cards have photos."""
        return self.known is not None and self.photos.complete

    def deal(self) -> Draw | None:
        """Let the dealer draw: a known card; None: a card with a photo only, which is now open."""
        found = self.photos.deal()
        if isinstance(found, Draw):
            return found
        self.open(self.nameless, found)
        return None

    @property
    def nameless(self) -> Answer | None:
        """The answer for an unknown item; None if none can come."""
        named = self._named
        if named is not None:
            return named.answer
        return next((one for one in self._table.legal() or () if isinstance(one, DrawUnknown | PullUnknown)), None)

    @property
    def again(self) -> dict[Answer, tuple[str, dict[str, Any]]]:
        """Tokens of a kind that is told, all of which are out, so that one more of them has come: the answer that says
        so, with its table and row. None while no token that is not known can come."""
        if not self.place or self.nameless is None:
            return {}
        legal = self._table.legal() or ()
        rows = [(path, row) for path, stock in self._tables.items() if stock.counted for row in self._rows(path)]
        found = {self._answer_of(path, row): (path, row) for path, row in rows if row[COUNTED]}
        return {answer: where for answer, where in found.items() if answer not in legal}

    def one_more(self, path: str, row: Mapping[str, Any]) -> Played:
        """The box learns one more of a kind of ``again``, which is the one that was drawn. Refused like ``teach``."""
        self.open(self.nameless)
        try:
            return self.teach(path, row)
        finally:
            self._opened = None

    @property
    def by_hand_words(self) -> tuple[Words, Words]:
        """How people call it to leave what has come untold, and what follows from that; empty for nothing."""
        if self.whole_row is not None:
            return DrawUnknown.detail, T("and say its numbers")
        if self.does_nothing_yet:
            return PullUnknown.detail, ""
        return DrawUnknown.detail, T("and say what it has changed")

    def choices(self) -> dict[str, Words]:
        """The tables of the box to which it can belong: names by path; the empty path is the row of ``whole_row``."""
        if self.whole_row is not None:
            return {WHOLE: self.whole_row.name}
        only = self.photos.here.get(self.photo) if self.photo else None
        return {path: stock.name for path, stock in self._tables.items() if only in (None, path)}

    def editor(self, path: str, row: Mapping[str, Any] | None = None) -> RowEditor:
        """The form for a row of that table, by default a new one."""
        if path == WHOLE and self.whole_row is not None:
            return RowEditor(self.whole_row.row, all_asked=True)
        stocks = self._table.stocks
        taken = [str(one["id"]) for other in stocks for one in self._rows(other) if "id" in one]
        taken += self.photos.of(path)
        stem = path.rpartition(".")[2].removesuffix("s")
        presenter, name = self._table.game.presenter, path.rpartition(".")[2]
        usual, switches = presenter.box_usual.get(name, {}), presenter.box_switches.get(name, {})
        return RowEditor(
            stocks[path].row, row, taken=taken, stem=stem, called=self.photo, usual=usual, switches=switches
        )

    def counts(self, path: str) -> bool:
        """True if each row of that table stands for several pieces."""
        return path != WHOLE and self._table.stocks[path].counted

    def words(self) -> BoxWords:
        presenter = self._table.game.presenter
        return BoxWords(presenter.box, presenter.box_icons, self._table.game.rules.sheets)

    def names(self, sort: str) -> Mapping[str, Words]:
        """The things of one sort that it can refer to, such as squares."""
        return self._table.game.presenter.named_in(self._table.box.data, sort)

    def lesson(self, path: str, entered: Mapping[str, Any]) -> LearnedRow:
        """The lesson for an entered row; the count of a token is increased by one."""
        stock, rows = self._table.stocks[path], self._rows(path)
        row = dict(entered) | ({COUNTED: 1} if stock.counted else {})
        place = stock.place_in(rows, row)
        before = None if place is None else rows[place]
        if before is not None and stock.counted:
            row = before | {COUNTED: int(before[COUNTED]) + 1}
        return LearnedRow(path, stock, row, before)

    def _rows(self, path: str) -> list[dict[str, Any]]:
        return rows_of(self._table.box.data, path)

    def teach(self, path: str, entered: Mapping[str, Any], telling: CardTelling | None = None) -> Played:
        """Let the box learn the drawn item, and give it as the answer; ``telling``: what was told of it before.

        If the table has moved on, the box learns it and nothing is answered. Raises ``Refused`` like ``Table.learn``,
        and ``illegal`` if it cannot come from there; then nothing has changed, but squares that were named while it was
        told are known.
        """
        table, whole = self._table, self.whole_row
        if path == WHOLE:
            if whole is None:
                raise Refused("stale", T("The table has gone on meanwhile."))
            return table.answer(whole.answer(dict(entered)))
        opened = self._is_open
        entries = self._learn_squares(telling or self.telling, entered)
        lesson = self.lesson(path, entered)
        if not opened:
            entries += self._learn(lesson).entries
            return Played(table.rev, entries)
        answer = self._answer_of(path, lesson.row)
        self._require_drawable(lesson, answer)
        entries += self._learn(lesson).entries
        played = Played(table.rev + 1, [*entries, *table.answer(answer).entries])
        self._opened, self._photo = None, ""
        return played

    def change_card(self, path: str, row: Mapping[str, Any]) -> Played:
        """Change a known card. Raises ``Refused`` like ``Table.learn``."""
        stock = self._table.stocks[path]
        place = stock.place_in(self._rows(path), row)
        return self._learn(LearnedRow(path, stock, dict(row), None if place is None else self._rows(path)[place]))

    def take(self, rows: Sequence[tuple[str, Mapping[str, Any]]]) -> Played:
        """Take over rows that were changed in the box itself, by table path; refused ones are left out."""
        entries: list[PlayedEntry] = []
        for path, row in rows:
            with suppress(Refused):
                played = self._table.learn(path, dict(row))
                if self.writer is not None:
                    self.writer.skip(played.rev)
                entries += played.entries
        return Played(self._table.rev, entries)

    def _learn(self, lesson: LearnedRow) -> Played:
        with self._refusing_in_words():
            played = self._table.learn(lesson.table, lesson.row)
        if self.writer is not None:
            self.writer.learn(lesson, played.rev)
        return played

    @contextmanager
    def _refusing_in_words(self) -> Iterator[None]:
        """A row that the box does not take is refused with the names of its fields, as forms have them."""
        try:
            yield
        except Refused as no:
            if no.fault is None:
                raise
            words, paths = self.words(), [tuple(path.split(".")) for path in self._table.stocks]
            problem = words.problem(located([no.fault], paths, words)[0])
            text = T("The box cannot take it like this. {problem}.", problem=problem)
            raise Refused(no.code, text, no.rule, no.fault) from no

    def remember_lessons(self) -> None:
        """Call when the table has changed: passes on the lessons from answers."""
        entries, self._noted_rev = self._table.history.entries[self._noted_rev :], self._table.rev
        revs = {played.entry.rev for played in entries if played.learned is not None}
        if revs and self.writer is not None:
            for rev, lesson in lessons(self._table):
                if rev in revs:
                    self.writer.learn(lesson, rev)

    def dealt(self, rev: int | None) -> Played:
        """Let the dealer answer, like ``draw``; refused for a partly known deck, which only people can draw from."""
        known = self.known
        if known is not None:
            raise Refused(
                "illegal",
                T("{known} of {printed} are known: draw it yourselves.", known=known.known, printed=known.printed),
                self._table.ask.rule,
            )
        return draw(self._table, rev)

    def _require_drawable(self, lesson: LearnedRow, answer: Answer) -> None:
        trial = self._table.history.copy()
        with self._refusing_in_words():
            trial.add(Entry(self._table.rev + 1, "learn", "touch", 0, table=lesson.table, row=lesson.row))
        if answer not in (trial.legal or ()):
            raise Refused("illegal", T("That cannot have come from here. Look at it once more."), self._table.ask.rule)

    # Something that is done by hand.

    def skip_whole_row(self) -> bool:
        """Skip entering the row as a whole, and ask only what the question needs. False if there is no such row."""
        whole = self.whole_row is not None
        if whole:
            self._by_parts = self._table.rev
        return whole

    def done_by_hand(self, pages: list[Page]) -> list[Page]:
        """An unknown item was given as the answer: after ``pages`` people are asked what a card has changed, unless it
        is kept for later. Returns the pages that say more than to carry it out.
        """
        history = self._table.history
        piece = isinstance(history.line[history.mark - 1].answer, PullUnknown)
        texts = [line.instruction.text for page in pages for line in page.lines if line.instruction is not None]
        self._opened = None
        self._told()
        if self._photo:
            self.photos.came(self._photo)
            self._photo = ""
        if DO_LATER in texts:
            return pages
        if has_whole_board(self._table.box.pack) and not piece:
            self._by_hand = self._table.rev
        for page in pages:
            page.lines = [
                line
                for line in page.lines
                if line.instruction is None or line.instruction.text not in (DO_CARD, DO_TOKEN)
            ]
        return [page for page in pages if page.lines or page.card is not None]

    def end_changes(self) -> None:
        """Call when its changes have been entered."""
        self._by_hand = None

    # Everything is known.

    @property
    def offered(self) -> str | None:
        """A chance item that has become completely known, so that the dealer can draw it; None: none. Cards of which
        the box knows little but a title say the rest themselves: people need them in their hands."""
        table = self._table
        if self._whole[0] is not table.box:
            needed = read_items(table.game, table.box)
            found = [item for item, known in known_items(table).items() if not known.unknown and item not in needed]
            self._whole = table.box, found
        decided = table.notes.get(DECIDED, [])
        return next((one for one in self._whole[1] if table.chance[one] == "asked" and one not in decided), None)

    def decide(self, item: str) -> None:
        """Remember that people have chosen who draws it."""
        self._table.note(DECIDED, [*self._table.notes.get(DECIDED, []), item])


def _is_place(stock: Stock) -> bool:
    """True for the table of the places of a board, which are in no deck."""
    return stock.growing and not stock.places
