"""Step-by-step editing of a row: line by line first, then as a whole."""

from __future__ import annotations

import copy
import re
from collections.abc import Collection, Iterator, Mapping
from math import inf
from typing import Any

from msgspec import structs

from companion.core.refusals import Fault
from companion.core.texts import plain, readable
from companion.packs.editing.rows import MISSING, FormLine, Path, RowForm
from companion.packs.editing.tables import as_word, new_id
from companion.packs.pictures import BOARD

ID = "id"
"""The field by which other rows and saved games refer to a row. It is generated."""
OPTIONAL = frozenset({"text"})
"""Fields that are not asked for: the full text of a card is optional."""
NUMBER = "index"
"""The index of an entry in its list, from 0."""
PLACE = "position"
"""The position of an entry on a track; the first one has none."""
EFFECTS = "effects"
"""What a card does; a card that always has some is asked for them."""
NAME = "name"
"""What people call a thing. Beside a field that is one word, it is what they type; the word is made from it."""
COUNTED = "count"
"""The number of pieces of a row. It is not asked for, since each piece that comes up is counted."""

NOTHING: Mapping[str, Any] = {}


class RowEditor:
    """The editor of one row. ``path`` is the open line or page; ``()`` is the whole row.

    ``kind`` is the type of the row, ``row`` the known part (None for a new row). The id of a new row is ``called``, if
    given, or is made from its name, or from ``stem`` if it has none, and is not in ``taken``. ``hidden`` fields are
    edited elsewhere, ``later`` ones may be left out. ``all_asked``: open every page of a new row once, even if it may
    be empty. ``usual``: what new entries of lists say in these fields, as the rulebook has it.
    ``switches``: what goes on when an entry of a list names something, by that name. ``count_asked``: how many
    pieces a row stands for is asked here, and not counted elsewhere.
    """

    def __init__(
        self,
        kind: Any,
        row: Mapping[str, Any] | None = None,
        *,
        taken: Collection[str] = (),
        stem: str = "card",
        called: str = "",
        hidden: Collection[str] = (),
        later: Collection[str] = (),
        all_asked: bool = False,
        usual: Mapping[str, Any] = NOTHING,
        switches: Mapping[str, Path] = NOTHING,
        count_asked: bool = False,
    ) -> None:
        self.form = RowForm(kind, row)
        self.new = row is None
        self._taken, self._stem, self._called = frozenset({*taken, BOARD}), stem, called
        self._word = self._named_word()
        self._hidden = frozenset({*hidden, self._word} - {""})
        self._counted: frozenset[Path] = frozenset() if count_asked else frozenset({(COUNTED,)})
        self._later = frozenset(later)
        self._all_asked = all_asked
        self._usual, self._implied = usual, switches
        self._asked: set[Path] = set()
        self._begun: dict[Path, Any] = {}
        """Entries that were added here, as they were then."""
        self.path: Path = ()
        self._fill_defaults(())
        word = self.form.row.get(self._word)
        if word and not self.form.row.get(NAME):
            self.form.row[NAME] = readable(word)  # Nothing that people did, and could undo.
        if self.new:
            self.go_on()

    def _named_word(self) -> str:
        """The field that is one word, made from the name beside it; empty if there is none."""
        lines = self.form.lines(()) if self.form.is_record(()) else []
        named = any(line.name == NAME for line in lines)
        return next((str(line.name) for line in lines if named and line.word and line.name != ID), "")

    @property
    def line(self) -> FormLine:
        line = self.form.line(self.path)
        # A name of which a word is made cannot be left out.
        return structs.replace(line, empty=False) if self._word and line.path == (NAME,) else line

    def lines(self) -> list[FormLine]:
        """The lines of the open page, with nested records inlined, without ids and what is counted elsewhere."""
        return list(self._inlined(self.path))

    def _inlined(self, path: Path) -> Iterator[FormLine]:
        for line in self.form.lines(path):
            if line.path[0] in self._hidden:
                continue
            if self.folds_out(line.path):
                yield from self._inlined(line.path)
            elif line.name != ID and line.path not in self._counted:
                yield line

    def switches(self) -> list[FormLine]:
        """The yes/no lines beside the open list, such as that of an event at a random place."""
        if not self.path or not self.form.is_list(self.path) or not self.form.is_record(self.path[:-1]):
            return []
        return [line for line in self.form.lines(self.path[:-1]) if is_switch(line) and not self.hides(line.path)]

    @property
    def is_one_line(self) -> bool:
        """True for a new row of which a single thing is asked."""
        return self.new and len(list(self._inlined(()))) == 1

    @property
    def is_asked_out(self) -> bool:
        """True for a new row of which everything was asked that it cannot go without."""
        lines = self.lines() if not self.path else []
        asked = (line.path in self._asked or self.form.goes_without(line.path) for line in lines)
        return self.new and bool(lines) and all(asked) and self.complete

    def folds_out(self, path: Path) -> bool:
        """True for a nested record that is inlined: of a single kind, and not only of amounts."""
        line = self.form.line(path)
        if line.kind != "page" or line.kinds or line.optional or isinstance(path[-1], int) or self.form.is_list(path):
            return False
        if not self.form.is_record(path) or not self.form.is_record(path[:-1]):
            return False
        return not self.counts(path)

    @property
    def unpicked(self) -> bool:
        """True if the kind of the open record is not picked yet."""
        return self.line.value in (MISSING, None) or self.path in self.form.missing()

    @property
    def complete(self) -> bool:
        return not self.missing()

    def open(self, path: Path) -> None:
        """Open a line or page. An empty list that needs an entry gets its first."""
        if self.form.is_empty(path) and self.form.kinds(path) == ("",):
            path = self.form.add(path)
            self._begun[path] = copy.deepcopy(self.form.value(path))
        self.path = path
        self._asked.add(path)
        self._fill_defaults(path)
        todo = [one for one in self._todo() if one[: len(path)] == path] if path in self._begun else []
        if todo and todo[0] != path:
            self.open(todo[0])

    def open_nearest(self, path: Path) -> None:
        """Open a line, or the page nearest to it."""
        while path:
            try:
                self.form.line(path)
            except KeyError:
                path = path[:-1]
            else:
                break
        self.open(path)

    def put(self, value: Any) -> None:
        """Set the open line and go on. A value that must be one word is converted."""
        self.form.put(self.path, self.worded(value))
        if isinstance(value, str) and self._entry(self.path) and value in self._implied:
            self.form.put(self._implied[value], True)
        if self._all_asked and self.counts(self.path[:-1]):
            self.close()
        else:
            self.go_on()

    def worded(self, value: Any) -> Any:
        """A value as the open line holds it: what must be a word, or is the id of something, is made one."""
        one_word = isinstance(value, str) and (self.line.word or self.line.sort)
        return as_word(value) or MISSING if one_word else value

    def pick(self, kind: str) -> None:
        """Set the kind of the open record and go on."""
        self.form.pick(self.path, kind)
        self._fill_defaults(self.path)
        self.go_on()

    def add(self, kind: str) -> None:
        """Append an entry to the open list and go on with it."""
        path = self.form.add(self.path, kind)
        self._fill_defaults(path)
        placed: list[Path] = []
        for line in self.form.lines(path):
            if line.name == NUMBER and line.kind == "number":
                self.form.put(line.path, path[-1])
            if line.name == PLACE and path[-1]:
                placed.append(line.path)
        self.path = path
        self._begun[path] = copy.deepcopy(self.form.value(path))
        if placed:
            self.open(placed[0])
        else:
            self.go_on()

    def take_away(self) -> None:
        """Remove the open entry and return to its list."""
        path = self.path
        self.close()
        self.form.take(path)

    def undo(self) -> None:
        """Undo the last change and show its page."""
        self.path = self.form.undo()
        if self.path and not isinstance(self.form.value(self.path), list):
            self.close()

    def go_on(self) -> None:
        """Open the next missing line: inside the open one, else of the entry that it belongs to, and after a list that
        is done, of the entries around that and of the row, but for what is inside an effect; otherwise the page around
        it."""
        left = self._todo()
        todo = [path for path in left if path[: len(self.path)] == self.path]
        if not todo and not (self.path and isinstance(self.path[-1], int)):
            entry = self._entry(self.path)
            todo = [path for path in left if path[: len(entry)] == entry]
            while self.path and self.form.is_list(self.path) and entry and not todo and not self.is_effect(entry):
                entry = self._entry(entry[:-1])
                todo = [path for path in left if path[: len(entry)] == entry]
        if todo:
            self.open(todo[0])
        else:
            self.close()

    def is_effect(self, path: Path) -> bool:
        """True for an effect in a list of them."""
        value = self.form.value(path)
        return bool(path) and isinstance(path[-1], int) and isinstance(value, dict) and "op" in value

    def _entry(self, path: Path) -> Path:
        """The innermost entry of a list that a line belongs to; ``()`` if it belongs to none."""
        while path and not isinstance(path[-1], int):
            path = path[:-1]
        return path

    def close(self) -> None:
        """Return to the page of the open line."""
        path = self.path[:-1]
        while path and (isinstance(path[-1], int) or self.folds_out(path)):
            path = path[:-1]
        self.path = path
        if path and self.form.is_list(path):
            self._sort(path)

    def _sort(self, path: Path) -> None:
        """Put the entries of a list that lie on a track in their order there, and number them anew."""
        entries = self.form.value(path)
        if not isinstance(entries, list) or not all(isinstance(one, dict) and NUMBER in one for one in entries):
            return
        # The first one lies nowhere; those that nobody has said it of come last.
        places = [
            one.get(PLACE) if isinstance(one.get(PLACE), int) else inf if at else 0 for at, one in enumerate(entries)
        ]
        order = sorted(range(len(entries)), key=places.__getitem__)
        if order != [*range(len(entries))]:
            self.form.put(path, [{**entries[at], NUMBER: n} for n, at in enumerate(order)])

    def back(self) -> bool:
        """Like ``close``, but an entry that was only begun is taken away; False if there is nothing to go back to."""
        if not self.path:
            return False
        entry = self._entry(self.path)
        if entry and self._only_begun(entry):
            self.path = entry
            self.take_away()
        else:
            self.close()
        return True

    def _only_begun(self, entry: Path) -> bool:
        """True for an entry that was added here and is not complete, if there is nothing in it that took more than a
        few taps: no text of several words, and no list with entries."""
        before, now = self._begun.get(entry), self.form.value(entry)
        if entry not in self._begun or not any(path[: len(entry)] == entry for path in self.missing()):
            return False
        return now == before or (self.form.kinds(entry[:-1]) != ("",) and not _took_time(now, before))

    def restore(self, row: Mapping[str, Any], path: Path) -> None:
        """Continue with a row as it was filled in, at a line of it."""
        self.form.put((), copy.deepcopy(dict(row)))
        self.path = ()
        if path:
            self.open_nearest(path)

    def row(self) -> dict[str, Any]:
        """The finished row, with ids wherever they are needed."""
        for line in self.form.lines(()):
            if self.form.is_list(line.path):
                self._sort(line.path)
        row: dict[str, Any] = self._with_ids((), self.form.row, self._taken)
        return self._with_word(row) if self._word else row

    def _with_word(self, row: dict[str, Any]) -> dict[str, Any]:
        """The row with its word, which stays once it is there; its name is kept only if the word does not read so."""
        name = row.get(NAME) or ""
        names = {*name.values()} if isinstance(name, dict) else {name}
        typed = str(next(iter(names), "")).strip()
        word = row.get(self._word) or as_word(typed) or "_".join(f"{ord(one):x}" for one in typed if not one.isspace())
        same = len(names) == 1 and typed[:1].upper() + typed[1:] == readable(word)
        return {field: value for field, value in row.items() if field != NAME or not (same or not typed)} | (
            {self._word: word} if word else {}
        )

    def _with_ids(self, path: Path, value: Any, taken: Collection[str]) -> Any:
        if isinstance(value, list):
            ids = {entry[ID] for entry in value if isinstance(entry, dict) and entry.get(ID)}
            found = []
            for index, entry in enumerate(value):
                found.append(self._with_ids((*path, index), entry, ids))
                if isinstance(found[-1], dict) and ID in found[-1]:
                    ids.add(found[-1][ID])
            return found
        if not isinstance(value, dict):
            return value
        inner = {
            name: self._with_ids((*path, name), one, ())
            for name, one in value.items()
            if one is not None or "op" not in value or not self.form.goes_without((*path, name))
        }
        if not inner.get(ID) and any(line.name == ID for line in self.form.lines(path)):
            called = self._called if path == () else ""
            inner = {ID: called or self._id(inner, frozenset(taken)), **inner}
        return inner

    def hides(self, path: Path) -> bool:
        """True for a line that is not edited here."""
        return path[-1] == ID or path[0] in self._hidden

    def faults(self) -> list[Fault]:
        """The faults of the row, except in fields that are filled in later or elsewhere."""

        def left_out(place: str) -> bool:
            within, _, last = place.rpartition("]")
            steps, ends = (set(re.split(r"[.\[\]]", part)) for part in (within, last))
            return bool((self._hidden | {ID}) & (steps | ends) or self._later & ends)

        return [fault for fault in self.form.problems() if not left_out(plain(fault.place))]

    def missing(self) -> list[Path]:
        """The lines that are still to be filled in."""
        missing = [path for path in self.form.missing() if not path or path[0] not in self._hidden]
        if self._word and not (self.form.row.get(NAME) or self.form.row.get(self._word)):
            missing.append((NAME,))
        # Whatever was begun is to be completed, though it might have been left out.
        missing = [path for path in missing if not self._later.intersection(path[len(self._entry(path)) :])]
        return [path for path in missing if path[-1:] != (ID,) and path not in self._counted]

    def _todo(self) -> list[Path]:
        """The lines to ask for next, in order."""
        found = self._pages(()) if self._all_asked else self._worth_asking(())
        wanted = [path for path in found if path not in self._asked] if self.new else []
        return sorted({*self.missing(), *wanted, *self._unsaid()}, key=self._sort_key)

    def _unsaid(self) -> Iterator[Path]:
        """What the parts of an effect that were begun here do: that may be nothing, but it is what they are for."""
        for path in self._begun:
            do, part = (*path, "do"), self.form.value(path)
            if do not in self._asked and isinstance(part, dict) and "op" not in part and part.get("do") == []:
                yield do

    def _worth_asking(self, path: Path) -> list[Path]:
        """Optional lines worth asking for once: references and names, but for those that an entry of a list has only
        sometimes, and what a card does."""
        found: list[Path] = []
        for line in self.form.lines(path):
            if line.kind == "page" and isinstance(line.value, dict):
                found += self._worth_asking(line.path)
                continue
            named = (
                line.kind == "text"
                and line.name not in (*OPTIONAL, ID, self._word)
                and line.value in (MISSING, None, "")
            )
            named = named and not (self._entry(path) and self.form.goes_without(line.path))
            if named or (line.name == EFFECTS and line.value == [] and not self.form.goes_without(line.path)):
                found.append(line.path)
        return found

    def _pages(self, path: Path) -> list[Path]:
        """The pages of a record, including those of nested records."""
        found: list[Path] = []
        for line in self.form.lines(path):
            if line.kind == "page" and not line.kinds:
                inner = self._pages(line.path) if self.form.is_record(line.path) else []
                found += inner if inner and not self.counts(line.path) else [line.path]
        return found

    def _sort_key(self, path: Path) -> list[int]:
        place: list[int] = []
        before: Path = ()
        for step in path:
            names = [line.name for line in self.form.lines(before)]
            place.append(names.index(step) if step in names else len(names))
            before = (*before, step)
        return place

    def _fill_defaults(self, path: Path) -> None:
        """Fill in common defaults: empty texts, switches off, amounts zero."""
        for line in self.form.lines(path):
            if line.value is not MISSING:
                if line.kind == "page" and isinstance(line.value, dict):
                    self._fill_defaults(line.path)
            elif line.optional:
                if not (self._entry(path) and self.form.goes_without(line.path)):
                    self.form.put(line.path, None)
            elif is_switch(line) and not self.form.goes_without(line.path):
                self.form.put(line.path, False)
            elif self._entry(path) and self._usual.get(str(line.name), MISSING) in line.choices:
                self.form.put(line.path, self._usual[str(line.name)])
            elif line.kind == "text" and line.name in OPTIONAL and not self.form.goes_without(line.path):
                self.form.put(line.path, "")
            elif line.kind == "number" and line.least == 0 and path and self.counts(path) and self._asks(path):
                self.form.put(line.path, 0)

    def _asks(self, path: Path) -> bool:
        """True for a page that people see: in an existing row, a missing amount is not zero until then."""
        return self.new or path == self.path

    def counts(self, path: Path) -> bool:
        """True for a page of amounts only, such as the crystals that a card takes."""
        lines = () if self.form.is_scale(path) else self.form.lines(path)
        return bool(lines) and all(line.kind == "number" and line.least == 0 for line in lines)

    def _id(self, row: Mapping[str, Any], taken: frozenset[str]) -> str:
        event = row.get("event") or {}
        return new_id(row.get("name") or row.get("title") or event.get("title") or "", taken, self._stem)


def is_switch(line: FormLine) -> bool:
    """True for a yes/no line."""
    return line.kind == "choice" and set(line.choices) == {True, False}


def _took_time(value: Any, before: Any) -> bool:
    """True if there is a text of several words, or an entry, that was not there before."""
    if isinstance(value, str):
        return " " in value and value != before
    if isinstance(value, list):
        return bool(value)
    if isinstance(value, Mapping):
        known = before if isinstance(before, Mapping) else {}
        return any(_took_time(one, known.get(name)) for name, one in value.items())
    return False
