"""A card as people tell it at the table: its title, the squares on it, and what it has done, each in a tap or two."""

from __future__ import annotations

import copy
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.core.buttons import ButtonValue, CardButton, said_by
from companion.core.learning import Stock
from companion.core.steps.effects import payment_first
from companion.core.texts import T, Words, plain
from companion.packs.editing.row_editor import RowEditor
from companion.packs.editing.rows import MISSING, FormLine, Path
from companion.packs.editing.tables import new_id
from companion.packs.editing.words import BoxWords
from companion.packs.sheets.cells import INVISIBLE

TITLES = ("title", "name", "text", "set_type")
"""Fields that a card is called by, the best first."""
TITLE = "title"
"""The part that is open while a title is typed."""
NOTHING = "nothing"
"""The id of the option that leaves a slot empty."""
ANOTHER = "another"
"""The id of the option that types a name which is not in the box yet, or says that this is another card."""
IN_LIST = T("A card with this title is in the list. Is it that one?")
TABLE = "of_table"
"""The slot that says to which table of the box the card belongs, such as its deck."""
KIND = "of_kind"
"""The slot that says of which kind it is, where rows have several."""
SAME = "same"
"""The part that is open while people say whether the card is one of the list with the same title."""
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Signs that no text file can hold, such as those of an arrow key."""


class CardField(Struct, frozen=True):
    """A place on the card for one thing, such as its square."""

    id: str
    name: Words
    said: Words
    filled: bool
    needed: bool
    number: bool = False


class TellingOption(Struct, frozen=True):
    """What can be tapped for the open slot or button."""

    id: str
    words: Words
    icon: str = ""


class CardTelling:
    """The state of a card being told.

    ``editor`` has its row, for one of ``tables``; ``buttons`` are those of the game. ``names`` are the things of one
    sort in the box. ``left_out``: required fields that may be missing, those of ``title_only`` as long as no effects
    are told. ``growing``: sorts of things whose names can be typed, since the box does not have all of them. ``photo``:
    the id of the card's photo. ``listed``: the titles of the cards that can have come instead, by id; ``besides`` has
    what else is known of one. ``counts``: what it does counts now, ``later``: not before it is used. ``kept`` is called
    whenever something was said. ``goes_with`` is that of the rules.
    """

    def __init__(
        self,
        editor: RowEditor,
        *,
        tables: Mapping[str, Stock],
        about: Words,
        words: BoxWords,
        names: Callable[[str], Mapping[str, Words]],
        buttons: Sequence[CardButton] = (),
        left_out: frozenset[str] = frozenset(),
        title_only: frozenset[str] = frozenset(),
        growing: frozenset[str] = frozenset(),
        photo: str = "",
        known: bool = False,
        listed: Mapping[str, Words] | None = None,
        besides: Callable[[str], Words] = lambda id_: "",
        counts: bool = True,
        later: bool = False,
        kept: Callable[[], None] = lambda: None,
        goes_with: Callable[[Mapping[str, Any], Mapping[str, Any]], bool] = lambda row, effect: True,
    ) -> None:
        self.editor, self.tables, self.about, self.photo, self.known = editor, tables, about, photo, known
        self.path = next(iter(tables))
        """The table of the box that it belongs to; the first one until that is said."""
        self._unsure = len(tables) > 1
        self._listed, self._kept, self._counts, self._later = dict(listed or {}), kept, counts, later
        self._words, self._named, self._growing, self._besides = words, names, growing, besides
        self._may_lack, self._title_only = left_out, title_only
        self.added: dict[str, dict[str, str]] = {}
        """Things that the box does not have yet: names by id, by sort."""
        self.open = ""
        """The button or slot whose options are shown; ``TITLE``; empty for none."""
        self.changes = 0
        """How often something was said or taken back."""
        self.typing = False
        """True while a name or text is typed for what is open."""
        self.typed: str | None = None
        """What is typed for it so far; None: nothing yet."""
        self.same = ""
        """The id of the card in the list that it is after all."""
        self._another = False
        told_as = tables[self.path].told_as
        if told_as and not known:
            editor.form.pick((), told_as)
        found = list(self._lines(()))
        free = [line for line in found if _is_free(line)]
        titles = sorted(free, key=lambda line: TITLES.index(str(line.name)))
        self._title = titles[0].path if titles else None
        self._fix()
        self._effects = next((line.path for line in found if self._is_effects(line)), None)
        # On a mafia card the mafia, the info and the item are its squares.
        free_buttons = [one for one in buttons if self._line(one.id) is None]
        self._buttons = tuple(free_buttons) if self._effects is not None and counts else ()
        self._goes_with = goes_with
        self._no_effects: list[Any] | None = None if self._value(self._effects) is None else []
        """What stands for no effects: an empty list, or null."""
        self._before = copy.deepcopy(self.editor.form.row)

    def draft(self) -> dict[str, Any]:
        """All that was said so far, in JSON, for ``go_on_from``."""
        said = {"before": self._before, "row": self.editor.form.row, "added": self.added, "another": self._another}
        said["table"] = "" if self._unsure else self.path
        opened = {"open": self.open, "typing": self.typing, "typed": self.typed}
        return copy.deepcopy(said) | opened | {"changes": self.changes}

    def go_on_from(self, draft: Mapping[str, Any]) -> None:
        """Go on with what was told of the same card before a restart, or before the table or the box changed."""
        row = copy.deepcopy(draft["row"])
        if draft["table"] in self.tables:
            self.path, self._unsure = draft["table"], False
        self.editor.form.put((), _merged(draft["before"], row, self.editor.form.row))
        self._fix()
        for sort, names in draft["added"].items():
            self.added[sort] = {id_: name for id_, name in names.items() if id_ not in self._named(sort)}
        self._another, self.open, self.typing = draft["another"], draft["open"], draft["typing"]
        self.changes, self.typed = draft["changes"], draft.get("typed")

    # What stands on it.

    @property
    def buttons(self) -> tuple[CardButton, ...]:
        """The buttons for what the card can do as it stands; none if what it does does not count now."""
        return tuple(one for one in self._buttons if any(map(self._fits, one.every())))

    @property
    def asked(self) -> Words:
        """What people do with the card now."""
        if self.known:
            return T("{card}: what has it changed?", card=self.title or self.about)
        return T("What does the card say?") if self._later else T("Do what the card says")

    @property
    def hint(self) -> Words:
        """What is still to be said, or what the buttons are for."""
        if self.lacks is not None:
            return self.lacks
        if self.buttons:
            done = T("Tap what it changes, so that the box knows it the next time.")
            return T("Tap what it will change, so that the box knows it then.") if self._later else done
        if self._buttons:
            return T("What it does then is told under “All that it says …”.")
        return T("Tap what stands on it.") if self._counts else T("Nothing else of it counts now.")

    @property
    def title(self) -> str:
        value = self._value(self._title)
        return plain(value) if isinstance(value, str | dict) else ""

    @property
    def has_title(self) -> bool:
        """True if cards of this deck have a title."""
        return self._title is not None

    @property
    def effects(self) -> list[dict[str, Any]]:
        """What it has done, in order."""
        value = self._value(self._effects)
        return value if isinstance(value, list) else []

    @property
    def did(self) -> list[Words]:
        """The same in words."""
        return [self.said(effect) for effect in self.effects]

    def said(self, effect: Mapping[str, Any]) -> Words:
        """An effect in words."""
        return said_by(self._buttons, effect, self.names("square")) or self._words.called(effect, self._named(""))

    def slots(self) -> list[CardField]:
        """The places on the card."""
        found = [self._slot(path) for path in self._slots]
        kinds = self.editor.form.line(()).kinds
        if kinds:
            kind = self.editor.form.kind_at(())
            said = kind != self.tables[self.path].told_as
            found.insert(0, CardField(KIND, T("What it is"), self._words.kind(kind) if said else "", said, False))
        if len(self.tables) > 1:
            deck = "" if self._unsure else self.tables[self.path].name
            found.insert(0, CardField(TABLE, T("Deck"), deck, not self._unsure, True))
        return found

    @property
    def empty(self) -> bool:
        """True if nothing was entered."""
        return self.editor.form.row == self._before and (self.known or not self.photo)

    @property
    def lacks(self) -> Words | None:
        """What is still to be said before the box can take it; None: nothing."""
        open_ = [path for path in self.editor.missing() if path != self._title and path[0] not in self._left_out]
        if self.empty or self.known:
            return None
        if self._unsure:
            return T("Still to be said: {what}", what=T("Deck"))
        if self._title is not None and not self.title and not self.editor.form.line(self._title).empty:
            open_.insert(0, self._title)
        if not open_:
            return None
        # It is called as the button is in which it is said.
        titled = open_[0] == self._title
        what = T("Title") if titled else self._words.line(self.editor.form, open_[0], self._named(""))
        return T("Still to be said: {what}", what=what)

    @property
    def _left_out(self) -> frozenset[str]:
        return self._may_lack - (self._title_only if self.effects else frozenset())

    @property
    def alike(self) -> dict[str, Words]:
        """The cards of the list with this title, unless people have said that it is another one."""
        title = "" if self._another else self.title
        found = {id_: words for id_, words in self._listed.items() if title and _alike(words, title)}
        if len(found) < 2:
            return found
        return {
            id_: T("{first} · {second}", first=words, second=more) if (more := self._besides(id_)) else words
            for id_, words in found.items()
        }

    def names(self, sort: str) -> dict[str, Words]:
        """The things of a sort, with those that were typed."""
        return {**self._named(sort), **self.added.get(sort, {})}

    # Taps.

    def press(self, id_: str) -> None:
        """Open a slot or a button, or the title to type it. A button without a choice is done at once; what is open is
        closed again."""
        button = self._button(id_)
        if button is not None and button.whole:
            self._add(button.made())
            return
        self.open = "" if self.open == id_ else id_
        self.typing, self.typed = bool(self.open) and (id_ == TITLE or (button is not None and button.typed)), None
        self._kept()

    def close(self) -> None:
        self.open, self.typing, self.typed = "", False, None
        self._kept()

    def type_on(self, text: str) -> None:
        """What is typed so far for what is open: it is kept as everything else is."""
        self.typed = text
        self._kept()

    def options(self, part: str | None = None) -> list[TellingOption]:
        """What can be said for a button or a slot, by default what is open."""
        part = self.open if part is None else part
        button, line = self._button(part), self._line(part)
        if button is not None:
            every = [(n, value) for n, value in enumerate(button.values) if self._fits(button.made(value))]
            found = [TellingOption(f"={n}", value.words, value.icon) for n, value in every]
            sort = button.sort
        elif line is not None:
            picks = [(n, one) for n, one in enumerate(line.choices) if self._may_be(line, one)]
            found = [TellingOption(f"={n}", self._words.value(line.name, one)) for n, one in picks]
            if line.kind == "number":
                found = [TellingOption(f"={n}", str(n)) for n in range(line.least or 0, (line.most or 9) + 1)]
            sort = line.sort
        elif part == TABLE:
            return [TellingOption(path, stock.name) for path, stock in self.tables.items()]
        elif part == KIND:
            return [TellingOption(kind, self._words.kind(kind)) for kind in self.editor.form.line(()).kinds]
        elif part == SAME:
            alike = [TellingOption(id_, T("That one: {card}", card=words)) for id_, words in self.alike.items()]
            return [*alike, TellingOption(ANOTHER, T("Another card with the same title"))]
        else:
            return []
        if sort:
            found += [TellingOption(name, words) for name, words in self.names(sort).items()]
        if sort in self._growing:
            found.append(TellingOption(ANOTHER, T("Another name …"), "plus"))
        if line is not None and (line.optional or line.name in self._left_out):
            found.append(TellingOption(NOTHING, T("Nothing there")))
        return found

    def choose(self, id_: str) -> None:
        """Take an option of what is open. Raises ``KeyError`` if there is no such option."""
        if id_ not in {one.id for one in self.options()}:
            raise KeyError(id_)
        if self.open == SAME:
            self._another, self.same = id_ == ANOTHER, "" if id_ == ANOTHER else id_
            self.changes += 1
            self.close()
            return
        if self.open == TABLE:
            self.path, self._unsure = id_, False
            self.changes += 1
            self._fix()
            self.close()
            return
        if self.open == KIND:
            kept = {name: one for name, one in self.editor.form.row.items() if name in (*TITLES, "effects")}
            self.editor.form.pick((), id_)
            self._put((), {**self.editor.form.row, **kept})
            self._fix()
            self.close()
            return
        if id_ == ANOTHER:
            self.typing = True
            return
        button, line = self._button(self.open), self._line(self.open)
        index = int(id_[1:]) if id_.startswith("=") else None
        if button is not None:
            value: ButtonValue | str = id_ if index is None else button.values[index]
            self._add(button.made(value))
        elif line is not None:
            said: Any = None if id_ == NOTHING else id_
            if index is not None:
                said = index if line.kind == "number" else line.choices[index]
            self._put(line.path, said)
        self.close()

    def say(self, part: str, option: str = "", text: str = "") -> None:
        """All of a part at once, as somebody says it on another page: the option of a button or slot, or what is typed.

        What is open here, and typed, stays. Raises ``KeyError`` if there is no such part or option.
        """
        if not self._is_part(part):
            raise KeyError(part)
        here = self.open, self.typing, self.typed
        self.close()
        self.press(part)
        if self.open and not self.typing:
            self.choose(option)
        if self.typing:
            self.type(text)
        another = part != here[0] or here[2] is not None
        if here[0] and another and not self.open and not self.same and self._is_part(here[0]):
            self.open, self.typing, self.typed = here
            self._kept()

    def _is_part(self, part: str) -> bool:
        named = part in (TITLE, TABLE, KIND) or (part == SAME and bool(self.alike))
        return named or self._button(part) is not None or self._line(part) is not None

    def type(self, text: str) -> None:
        """Take a typed title, text or name for what is open; an empty one changes nothing but a title."""
        text, button, line = _typed(text), self._button(self.open), self._line(self.open)
        if self.open == TITLE and self._title is not None:
            self._another = self._another and _key(text) == _key(self.title)
            self._put(self._title, text)
            self.close()
            if self.alike:
                self.press(SAME)
            return
        if text and button is not None and button.typed:
            self._add(button.made(text))
        elif text and (button is not None or line is not None):
            sort = button.sort if button is not None else line.sort if line is not None else ""
            name = self._new_name(sort, text)
            if button is not None:
                self._add(button.made(name))
            elif line is not None:
                self._put(line.path, name)
        self.close()

    def take_back(self, index: int) -> None:
        """Take back something that it has done."""
        if self._effects is not None and 0 <= index < len(self.effects):
            self._put(self._effects, [one for at, one in enumerate(self.effects) if at != index])

    def row(self) -> dict[str, Any]:
        """The card as a row of the box; what may be missing is null."""
        if self._title is not None and not self.title:
            self.editor.form.put(self._title, "")
        if self._effects is not None:
            self.editor.form.put(self._effects, self.effects or self._no_effects)
        row = self.editor.row()
        left_out: list[str | int] = [path[0] for path in self.editor.missing() if path[0] in self._left_out]
        if self._effects is not None and self.effects:
            *within, last = self._effects
            holder: Any = row
            for step in within:
                holder = holder[step]
            holder[last] = payment_first(holder[last])
        if self._effects is not None and not self.effects and self.editor.form.goes_without(self._effects):
            left_out.append(self._effects[0])  # Nothing said is an empty cell.
        return {name: value for name, value in row.items() if name not in left_out}

    def squares(self, row: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """The squares that ``row`` names and the box does not have yet, as its rows."""
        said = str(row)
        for id_, name in self.added.get("square", {}).items():
            if repr(id_) in said:
                yield {"id": id_, "name": name, "neighbours": [], "subway": False}

    # Internal.

    def _fits(self, effect: Mapping[str, Any]) -> bool:
        return self._goes_with(self.editor.form.row, effect)

    def _may_be(self, line: FormLine, value: Any) -> bool:
        """False for a value with which the card could not do what it has done."""
        row = {**self.editor.form.row, line.path[0]: value} if len(line.path) == 1 else self.editor.form.row
        return all(self._goes_with(row, effect) for effect in self.effects)

    def _fix(self) -> None:
        """Put into the row what all rows of its table have, and leave it out of the slots."""
        fixed = {} if self._unsure else self.tables[self.path].fixed
        often = {name for stock in self.tables.values() for name in stock.fixed}
        for name in often:
            self.editor.form.put((name,), fixed.get(name, MISSING))
        hidden = often if self._unsure else fixed
        self._slots = [line.path for line in self._lines(()) if self._is_slot(line) and line.path[0] not in hidden]

    def _put(self, path: Path, value: Any) -> None:
        self.changes += 1
        self.editor.form.put(path, value)
        self._kept()

    def _add(self, effect: Mapping[str, Any]) -> None:
        assert self._effects is not None
        self._put(self._effects, [*self.effects, dict(effect)])

    def _new_name(self, sort: str, text: str) -> str:
        """The id of a thing by its typed name, which may be one of the box."""
        known = self.names(sort)
        same = next((id_ for id_, name in known.items() if _alike(name, text)), None)
        if same is not None:
            return same
        id_ = new_id(text, frozenset(known), sort)
        self.added.setdefault(sort, {})[id_] = text
        return id_

    def _button(self, id_: str) -> CardButton | None:
        return next((one for one in self.buttons if one.id == id_), None)

    def _line(self, id_: str) -> FormLine | None:
        path = next((path for path in self._slots if _id(path) == id_), None)
        return None if path is None else self.editor.form.line(path)

    def _slot(self, path: Path) -> CardField:
        line = self.editor.form.line(path)
        names = self.names(line.sort) if line.sort else {}
        inside = line.kind == "number" and len(path) > 1
        # Amounts that belong together are 0 until they are said.
        filled = line.value not in (MISSING, None) and not (inside and line.value == 0)
        name = self._words.line(self.editor.form, path, {})
        if inside:
            name = T("{what}: {which}", what=self._words.line(self.editor.form, path[:-1], {}), which=name)
        needed = not line.optional and line.name not in self._left_out
        said = self._words.said(line, names) if filled else ""
        return CardField(_id(path), name, said, filled, needed, line.kind == "number")

    def _value(self, path: Path | None) -> Any:
        return MISSING if path is None else self.editor.form.value(path)

    def _lines(self, path: Path) -> Iterator[FormLine]:
        form = self.editor.form
        for line in form.lines(path):
            if line.kind == "page" and not line.kinds and form.is_record(line.path):
                yield from self._lines(line.path)
            else:
                yield line

    def _is_slot(self, line: FormLine) -> bool:
        if line.sort:
            return True
        yes_or_no = set(line.choices) == {True, False}
        return line.kind in ("choice", "number") and not yes_or_no and not self.editor.form.goes_without(line.path)

    def _is_effects(self, line: FormLine) -> bool:
        return line.kind == "page" and self.editor.form.is_list(line.path) and line.name == "effects"


def _typed(text: str) -> str:
    """What was typed, in one line and without control signs; empty if there is nothing to be seen in it."""
    text = CONTROL.sub("", " ".join(text.split())).strip()
    return text if INVISIBLE.sub("", text).strip() else ""


def _merged(before: Any, said: Any, now: Any) -> Any:
    """``now`` with all that is otherwise in ``said`` than it was ``before``."""
    if said == before:
        return now
    if isinstance(said, dict) and isinstance(before, dict) and isinstance(now, dict):
        fresh = {name: _merged(before.get(name, MISSING), one, now.get(name, MISSING)) for name, one in said.items()}
        return {**now, **{name: one for name, one in fresh.items() if one is not MISSING}}
    return said


def _is_free(line: FormLine) -> bool:
    return line.kind == "text" and not line.sort and line.name in TITLES


def _id(path: Path) -> str:
    return ".".join(map(str, path))


def title_of(row: Mapping[str, Any]) -> Words:
    """The title in a row of the box; empty without one."""
    inner = row.get("event")
    found = next((row[name] for name in TITLES if row.get(name)), "")
    return found or (title_of(inner) if isinstance(inner, Mapping) else "")


def _alike(name: Words, text: str) -> bool:
    """True for the same name, upper case, accents and spaces apart."""
    said = name.values() if isinstance(name, Mapping) else [plain(name)]
    return any(_key(str(one)) == _key(text) for one in said)


def _key(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(sign for sign in apart if not unicodedata.combining(sign)).split())
