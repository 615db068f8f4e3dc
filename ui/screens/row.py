"""The editor of a record, such as a card: one field after the other, then an overview."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from typing import Any

from companion.core.instructions import ident
from companion.core.phrases import MORE
from companion.core.texts import T, Text, Words, listed
from companion.packs.editing.proposals import CardProposal, Part, propose
from companion.packs.editing.row_editor import EFFECTS, RowEditor, is_switch
from companion.packs.editing.rows import MISSING, FormLine, Path
from companion.packs.editing.words import BoxWords
from companion.packs.photos.background import NOT_READ
from companion.packs.pictures import BOARD
from ui.base.language import language, say
from ui.layout.geometry import Area
from ui.look.theme import Shape, look
from ui.model.box_editor import RecordEdit
from ui.screens.boxes import TypingScreen
from ui.widgets.board import BoardMap
from ui.widgets.buttons import Role, TapButton
from ui.widgets.cards import Photo
from ui.widgets.choices import ChoicePanel, Option, Sentence, SentenceWord
from ui.widgets.entry import AmountField, Amounts, Keys
from ui.widgets.rows import Initials, ListRow, PagedRows

CARD_FIELDS = {"effects", "event", "text", "mafia"}
"""A record with one of these fields is a card."""
LONGEST = 4
"""Digits of the largest number printed anywhere."""
SHORT = 56
"""Letters of a printed text that are shown before it is taken."""
MOST_OFTEN = 8
"""So many kinds of effects come first, since the box says them most often."""
MOST_AROUND = 3
"""So many of the effects around what is open are named above it, the innermost ones."""
FIGURES = 20
"""Numbers up to this can be tapped; larger ones are typed."""


class RowScreen(TypingScreen):
    """The current field, or the overview; the amber button confirms it."""

    TITLE_LINES = 2

    def build(self) -> None:
        super().build()
        self.rows = self.add(PagedRows(row_mm=11.6))
        self.sentence = self.add(Sentence())
        self.letters = self.add(Initials(narrowed=self._narrowed))
        self.options = self.add(ChoicePanel())
        self.amounts = self.add(Amounts(step=self._step))
        self.board = self.add(BoardMap(tap_spot=lambda spot: self._put(ident(spot))))
        self.keys = self.add(Keys(tap_key=self._figure))
        self.empty = self.add(TapButton(size_mm=4.2, action=self._leave_empty))
        self.photo = self.add(Photo(action=self._enlarge))
        self.offer = self.add(TapButton(size_mm=4.4, detail_mm=3.2, align="left", action=self._take_printed))
        self._head = Area(0, 0, 0, 0)
        self._edit: RecordEdit
        self._opened: Path = ()
        self._begun: Any = None
        """The row when it was opened, without what was kept of it."""
        self._looked_over = False
        """People went back in it: it is not given before they say so."""
        self._figures: str | None = None
        """A number being typed."""

    def open(self, about: RecordEdit) -> None:
        self._edit, editor = about, about.editor
        self._begun = copy.deepcopy(editor.form.row)
        kept = about.draft.now if about.draft is not None else None
        if kept is not None:
            editor.restore(kept.row, kept.path if editor.new or not editor.path else editor.path)
        self._looked_over, self.typed = False, ""
        self._field_opened()
        if kept is not None and kept.typed and editor.path == kept.path:
            self._opened, self.typed = kept.path, kept.typed
            self._suggest()

    @property
    def editor(self) -> RowEditor:
        return self._edit.editor

    @property
    def _words(self) -> BoxWords:
        return self._edit.words

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        foot = body.cut_bottom(look.primary, look.gap)
        self.back.place(foot.cut_left(foot.w * 0.3, look.gap))
        self.empty.place(foot.cut_left(foot.w * 0.42, look.gap))
        self.primary.place(foot)
        head = body.cut_top(max(look.touch, look.mm(12.6)), look.gap)
        self.place_head(head)
        title, over = self.title.area, self.over.area
        self._head = Area(title.x, title.y, title.w, over.y + over.h - title.y)
        self._whole = body
        self._beside = None if shape == "portrait" else self.title.area.cut_right(look.mm(34))

    # Content.

    def refresh(self) -> None:
        editor = self.editor
        line = editor.line if editor.path else None
        self.over.show(text=say(self._about()).upper())
        self.title.show(text=say(self._question(line)))
        self._body = self._show_photo(line)
        self._show_printed(line)
        parts = (
            self.rows, self.sentence, self.letters, self.options, self.amounts, self.board, self.text,
            self.keyboard, self.proposed, self.keys,
        )  # fmt: skip
        for part in parts:
            part.place(self._body)
        shown = self._show(line)
        for part in parts:
            if part not in shown:
                part.hide()
        self._show_undo()
        self.back.show(text=say(T("Back")), enabled=True, key=editor.path)
        self._show_foot(line, typed=self.keyboard in shown or self.keys in shown)

    def _show_photo(self, line: FormLine | None) -> Area:
        """The card's photo, large next to the current field, or in place of undo while the keyboard is shown. Returns
        the remaining area."""
        edit, body = self._edit, self._whole.copy()
        picture = self.host.pictures.of(edit.photo, edit.folder)
        typed = line is not None and line.kind not in ("page", "choice", "number") and not line.sort
        if typed or not self.host.pictures.has(edit.photo, edit.folder):
            self.photo.fill(picture, self.undo.area)
        elif look.panel.shape == "portrait":
            self.photo.fill(picture, body.cut_top(body.h * 0.36, look.gap))
        else:
            self.photo.fill(picture, body.cut_right(body.w * 0.34, look.gap * 2))
        return body

    # What is printed on the card, as its photo is read.

    @property
    def _proposal(self) -> CardProposal:
        """What the photo proposes; nothing while it is not read."""
        edit = self._edit
        file = self.host.pictures.file(edit.photo, edit.folder) if edit.photo else None
        return propose(self.host.printed.of(file, edit.languages), edit.sheets, language.code)

    def _parts(self) -> list[Part]:
        """The parts of it that a tap takes: the open field, or all that are still empty."""
        there = self._proposal.open_in(self.editor)
        here = [part for part, path in there.items() if path == self.editor.path]
        return here or list(there)

    def _show_printed(self, line: FormLine | None) -> None:
        """Beside the heading, what is proposed, in a button that takes it."""
        proposal, parts = self._proposal, self._parts() if self._edit.photo else []
        head, lost = self._head.copy(), self._lost
        if parts or lost:
            self.offer.place(head.cut_right(head.w * 0.62, look.gap))
        self.over.place(head.cut_top(self.over.height))
        self.title.place(head)
        said = {"title": proposal.title, "text": proposal.text, "effects": "; ".join(proposal.written)}
        names = {"title": T("title"), "text": T("text"), "effects": T("what it does")}
        what = listed([names[part] for part in parts])
        first = said[parts[0]] if parts else say(NOT_READ) if lost else ""
        self.offer.show(
            text=first if lost or len(first) <= SHORT else f"{first[:SHORT].rsplit(' ', 1)[0]} …",
            detail=say(T("As it is printed: tap to take {what}.", what=what)) if parts else "",
            icon="check" if parts else "", key=(self.editor.path, tuple(parts), first), shown=bool(parts) or lost,
            enabled=bool(parts),
        )  # fmt: skip

    @property
    def _lost(self) -> bool:
        """True if the reading of the photo broke, or took too long."""
        edit = self._edit
        file = self.host.pictures.file(edit.photo, edit.folder) if edit.photo else None
        return self.host.printed.failed(file, edit.languages)

    def _take_printed(self) -> None:
        """Take what is printed; a field that is open is done with that."""
        editor, parts = self.editor, self._parts()
        self._proposal.take(editor, *parts)
        self._do(editor.go_on)

    def _enlarge(self) -> None:
        if self._edit.folder is None:
            self.host.slips.card(self._edit.photo)

    def _show_undo(self) -> None:
        """Undo; in its place, before anything is entered, the card before, of several that are told in a row."""
        editor = self.editor
        shown = self._untouched or (editor.form.can_undo and not editor.new)
        words = T("The last one") if self._untouched else T("Undo")
        self.undo.show(text=say(words), shown=shown, key=(editor.path, self._untouched))

    @property
    def _untouched(self) -> bool:
        """True while nothing is entered of a card that was asked for after another one."""
        return self._edit.last is not None and not self._changed and not self.typed

    def _show_foot(self, line: FormLine | None, *, typed: bool) -> None:
        """The button to leave the field empty, and the amber button, which takes a ``typed`` text."""
        editor = self.editor
        entry = bool(editor.path) and isinstance(editor.path[-1], int)
        can_be_empty = line is not None and (entry or line.optional or line.empty)
        whole = not editor.path
        discards = whole and self._edit.draft is not None and self._changed
        words = T("Take it away") if entry or (whole and editor.new) else T("Nothing there")
        if discards and not editor.new:
            words = T("As it was before")
        self.empty.show(text=say(words), enabled=True, key=editor.path, shown=can_be_empty or discards)
        usable = self._lacks(typed=typed) is None
        shown_primary = whole or typed or (line is not None and line.kind == "page")
        role = "primary" if usable else "quiet"
        done: Words = T("Done") if not (whole or self._ends_here) else self._edit.done or T("That is it")
        self.primary.show(text=say(done), enabled=True, key=editor.path, role=role, shown=shown_primary)

    def _lacks(self, *, typed: bool) -> Words | None:
        """What the amber button still waits for; None: nothing. ``typed``: for a text or a number to be typed."""
        editor = self.editor
        if not editor.path:
            todo = editor.missing()
            missing = [one for one in editor.lines() if any(path[: len(one.path)] == one.path for path in todo)]
            if not missing and not editor.complete:
                return T("Choose first what it is.")
            names = listed([self._name(line.path) for line in missing])
            return T("Still missing: {what}.", what=names) if missing else None
        if typed and not (self._figures or self.typed.strip()):
            if self._figures is not None:
                return T("Type the number first.")
            if self.empty.shown:
                return T("Type it first, or tap “{nothing}”.", nothing=self.empty.text)
            return T("Type it first.")
        return None

    @property
    def _ends_here(self) -> bool:
        """True for the list of what a new card does, where nothing else is missing: it is told with that."""
        editor = self.editor
        listed = bool(editor.path) and editor.form.is_list(editor.path) and editor.path[-1] == EFFECTS
        nested = any(isinstance(step, int) for step in editor.path)
        return listed and not nested and editor.new and editor.complete

    @property
    def _nothing_to_look_over(self) -> bool:
        """True while the only thing that is asked is open and empty."""
        return self.editor.is_one_line and not self._changed and not self.typed

    @property
    def _changed(self) -> bool:
        """True if something was entered that is not in the box yet."""
        return bool(self.editor.form.row != self._begun)

    def _about(self) -> Words:
        """What is being entered, with the entry that the current field belongs to."""
        form, path = self.editor.form, self.editor.path
        around = [form.value(path[:n]) for n in range(1, len(path) + 1) if isinstance(path[n - 1], int)]
        ids = [str(one["id"]) for one in around if isinstance(one, Mapping) and "id" in one]
        named = [name for id_ in ids if (name := self._edit.names("").get(id_))]
        # Inside an effect, those around it say which of several lists that look alike this is.
        inside = [path[:n] for n in range(1, len(path)) if self.editor.is_effect(path[:n])]
        kinds = [self._words.kind(str(form.value(one)["op"])) for one in inside][-MOST_AROUND:]
        if kinds:
            return reduce(lambda first, second: T("{first} · {second}", first=first, second=second), kinds)
        return T("{first} · {second}", first=self._edit.about, second=named[-1]) if named else self._edit.about

    def _question(self, line: FormLine | None) -> Words:
        if line is None:
            card = CARD_FIELDS & {one.name for one in self.editor.form.lines(())}
            return self._edit.title or (T("What does the card say?") if card else T("What does it say?"))
        if isinstance(line.name, int) and (line.value in (None, MISSING) or self.editor.counts(line.path)):
            return self._name(line.path[:-1])
        if isinstance(line.name, int) and "op" in line.value:
            return self._words.kind(str(line.value["op"]))
        if isinstance(line.name, int) and isinstance(line.value, dict) and not any(line.value.values()):
            return self._words.nth(str(line.path[-2]), line.name + 1)
        if isinstance(line.name, int):
            return self._words.called(line.value, self._edit.names(""))
        return self._name(line.path)

    def _name(self, path: Path) -> Words:
        return self._words.line(self.editor.form, path, self._edit.names(""))

    def _show(self, line: FormLine | None) -> list[object]:
        """Show the input widgets of the current field; returns those that are visible."""
        editor = self.editor
        if line is None or line.kind == "page":
            kinds = editor.line.kinds
            return self._show_kinds(kinds) if kinds and editor.unpicked else self._show_page()
        if line.kind == "choice":
            return self._show_values(line)
        if line.kind == "number":
            return self._show_keys() if self._figures is not None else self._show_numbers(line)
        names = line.meant(self._edit.names(line.sort)) if line.sort else {}
        if names:
            return self._show_names(line, names)
        return self._show_keyboard(line)

    def _show_page(self) -> list[object]:
        """The fields of a record, or the entries of a list."""
        editor = self.editor
        if editor.form.is_list(editor.path):
            return self._show_list()
        lines = editor.lines()
        if editor.path and editor.counts(editor.path):
            return self._show_amounts(lines)
        told = self._show_sentence()
        self._show_rows([self._row(line) for line in lines if not any(line.path[: len(one)] == one for one in told)])
        return [self.rows, self.sentence] if told else [self.rows]

    def _show_sentence(self) -> list[Path]:
        """An effect as a sentence, above what it does not say yet; returns the fields that it says."""
        editor, edit = self.editor, self._edit
        effect = editor.form.value(editor.path)
        if edit.sheets is None or not isinstance(effect, dict) or "op" not in effect:
            return []
        pieces = edit.sheets.pieces(effect, _own(edit.names("")), language.code)
        words = []
        for piece in pieces:
            path = (*editor.path, *piece.path)
            tap = partial(self._open, path) if piece.path else None
            words.append(SentenceWord(piece.words, tap, path, MORE in piece.words))
        body = self._body.copy()
        self.sentence.show(words=tuple(words))
        self.sentence.place(body.cut_top(self.sentence.height_in(body.w), look.gap))
        self.rows.place(body)
        return [(*editor.path, *piece.path) for piece in pieces if piece.path]

    def _row(self, line: FormLine) -> ListRow:
        untold = line.value is MISSING and not self.editor.form.goes_without(line.path)
        words = self._words.said(line, self._edit.names(line.sort))
        # What can only be yes or no is the other one after a tap.
        toggles = is_switch(line) and isinstance(line.value, bool)
        action = partial(self._toggle, line.path) if toggles else partial(self._open, line.path)
        return ListRow(say(self._name(line.path)), detail=say(words), here=untold, action=action, key=line.path)

    def _show_list(self) -> list[object]:
        """The entries of a list by name, and what can be added."""
        editor, names = self.editor, self._edit.names("")
        entries = editor.form.value(editor.path)
        called = [self._called(entry, names) for entry in entries] if isinstance(entries, list) else []
        body, parts = self._body.copy(), list[object]([self.rows])
        self.letters.offer(called, body)
        if self.letters.shown:
            parts.append(self.letters)
        rows = [
            ListRow(name, action=partial(self._open, (*editor.path, index)), key=(editor.path, index))
            for index, name in enumerate(called)
            if self.letters.keeps(name)
        ]
        kinds = editor.form.kinds(editor.path)
        if kinds == ("",):
            more = partial(self._add, "")
            rows.append(ListRow(say(T("Another one")), icon=self._words.icon("+") or "plus", action=more,
                                key=(editor.path, "")))  # fmt: skip
        elif kinds:
            rows += map(self._row, editor.switches())
            self._show_more_kinds(kinds, body, len(rows))
            parts.append(self.options)
        self.rows.place(body)
        self._show_rows(rows)
        return parts

    def _show_more_kinds(self, kinds: Sequence[str], body: Area, rows: int) -> None:
        """The kinds of entries that can be added, below ``rows`` rows: those that the box says most often first."""
        often = sorted(kinds, key=lambda kind: -self._edit.often.get(("op", kind), 0))
        first = [kind for kind in often[:MOST_OFTEN] if self._edit.often.get(("op", kind))]
        lines = -(-rows // (1 if look.panel.shape == "portrait" else 2))
        high = lines * (look.mm(self.rows.row_mm) + look.gap)
        arrows = look.touch + look.gap
        least = (3 if look.panel.shape == "portrait" else 2) * (look.touch + look.gap)
        room = min(high, max(body.h - least, look.mm(self.rows.row_mm) + arrows)) if rows else 0
        self.options.place(body.cut_bottom(body.h - room, look.gap if rows else 0))
        self.options.show(
            options=tuple(
                Option(
                    say(self._words.kind(kind)), partial(self._add, kind), key=(self.editor.path, kind),
                    icon=self._words.icon(f"+{kind}"),
                )
                for kind in dict.fromkeys((*first, *kinds))
            ),
            across=0,
        )  # fmt: skip

    def _called(self, entry: Any, names: Mapping[str, Words]) -> str:
        """An entry of a list in words: effects, and records with a list of them, as sentences."""
        sheets, effects = self._edit.sheets, [entry]
        if isinstance(entry, dict) and "op" not in entry and isinstance(entry.get("do"), list):
            effects = entry["do"]
        if sheets is not None and all(isinstance(one, dict) and "op" in one for one in effects):
            sentences = [
                " ".join(one.words for one in sheets.pieces(effect, _own(names), language.code)) for effect in effects
            ]
            if all(sentences) and sentences:
                return "; ".join(sentences)
        return say(self._words.called(entry, names))

    def _show_rows(self, rows: Sequence[ListRow]) -> None:
        self.rows.columns = 1 if look.panel.shape == "portrait" else 2
        self.rows.show(rows=tuple(rows))

    def _narrowed(self) -> None:
        self.rows.page = 0
        self.host.refresh()

    def _show_amounts(self, lines: list[FormLine]) -> list[object]:
        around = str(self.editor.path[-1])
        amounts = tuple(
            AmountField(
                str(line.name), self._words.icon(f"{around}.{line.name}", str(line.name)),
                say(self._words.field(line.name)), n, "", n > 0, n < 99,
            )
            for line in lines
            if isinstance(n := line.value if line.value is not MISSING else 0, int)
        )  # fmt: skip
        self.amounts.show(amounts=amounts, key=self.editor.path)
        return [self.amounts]

    def _show_kinds(self, kinds: tuple[str, ...]) -> list[object]:
        self.options.show(options=tuple(self._kind_option(kind) for kind in kinds), across=0)
        return [self.options]

    def _kind_option(self, kind: str) -> Option:
        editor = self.editor
        return Option(
            say(self._words.kind(kind)), partial(self._pick, kind), icon=self._words.icon(f"+{kind}"),
            key=(editor.path, kind),
        )  # fmt: skip

    def _show_values(self, line: FormLine) -> list[object]:
        self.options.show(
            options=tuple(
                Option(
                    say(self._words.value(line.name, value)), partial(self._put, value), key=(line.path, value),
                    icon=self._words.icon(f"{line.name}={value}", f"={value}"),
                    role="chosen" if line.value == value else "plain",
                )
                for value in line.choices
            ),
            across=0,
        )  # fmt: skip
        return [self.options]

    def _show_numbers(self, line: FormLine) -> list[object]:
        least = max(-FIGURES, line.least if line.least is not None else 0)
        most = min(FIGURES, line.most if line.most is not None else FIGURES)
        numbers = [
            Option(str(n), partial(self._put, n), key=(line.path, n), role="chosen" if line.value == n else "plain")
            for n in range(least, most + 1)
            if n or least >= 0
        ]
        others = [
            Option(say(self._words.value(line.name, value)), partial(self._put, value), key=(line.path, value))
            for value in line.choices
        ]
        others += [self._kind_option(kind) for kind in line.kinds]
        if line.most is None or line.most > FIGURES:
            value = str(line.value) if isinstance(line.value, int) and line.value > FIGURES else ""
            role: Role = "chosen" if value else "plain"
            more = Option(value or say(T("More …")), self._ask_figures, key=(line.path, "more"), role=role)
            others.append(more)
        across = 5 if look.panel.shape == "portrait" else 8
        self.options.show(options=(*numbers, *others), across=across)
        return [self.options]

    def _show_keys(self) -> list[object]:
        """A keypad for a large number, with the digits in the header if that is wide enough."""
        body = self._body.copy()
        self.text.place(self._beside.copy() if self._beside is not None else body.cut_top(look.touch * 1.4, look.gap))
        self.keys.place(body)
        self.text.show(text=self._figures or "", about="")
        self.keys.show()
        return [self.text, self.keys]

    def _show_names(self, line: FormLine, names: Mapping[str, Words]) -> list[object]:
        """Spaces are tapped on the board, if there is one; other names are below it."""
        board = self._edit.board
        spots = {spot.id for spot in board.spots if ident(spot.id) in names} if board is not None else set()
        shown = set(map(ident, spots))
        rest = {name: words for name, words in names.items() if name not in shown}
        parts: list[object] = []
        body = self._body.copy()
        if board is not None and spots:
            if rest:
                beside = body.cut_right(body.w * 0.42, look.gap)
                if look.panel.shape == "portrait":
                    body = self._body.copy()
                    beside = body.cut_bottom(body.h * 0.36, look.gap)
                self.options.place(beside)
            self.board.place(body)
            self.board.show(
                board=board,
                picture=self.host.pictures.of(BOARD, self._edit.folder),
                plain=False,
                open=frozenset(spots),
                marked=frozenset(),
                numbers={},
                ticked=frozenset(),
            )
            parts.append(self.board)
        if rest:
            self.options.show(
                options=tuple(
                    Option(say(rest[name]), partial(self._put, name), key=(line.path, name))
                    for name in sorted(rest, key=lambda name: -self._edit.often.get((str(line.name), name), 0))
                ),
                across=0,
            )
            parts.append(self.options)
        return parts

    def _show_keyboard(self, line: FormLine) -> list[object]:
        if self._opened != line.path:
            self._opened = line.path
            self.typed = _text(line)
            self._suggest()
        self.show_keyboard(self._body)
        return [self.text, self.keyboard, self.proposed]

    def _suggest(self) -> None:
        """Propose words for the field that is opened."""
        make = self._edit.suggestions
        self.suggestions = None if make is None else make(self.editor.form.row)

    # Input.

    def act(self) -> None:
        """Confirm the field, the page, or the whole record; or say what it still waits for."""
        editor = self.editor
        lacks = self._lacks(typed=self.keyboard.shown or self.keys.shown)
        if not self.primary.shown or lacks is not None:
            self.host.show_message(lacks)
        elif not editor.path or self._ends_here:
            self._give()
        elif self._figures:
            self._put(int(self._figures))
        elif editor.line.kind == "text":
            self._put(self._taken(self.typed.strip()))
        else:
            self._do(editor.go_on)

    def _give(self) -> None:
        edit = self._edit
        edit.give(self.editor.row())
        if edit.draft is not None and self.host.looking != "row":
            edit.draft.drop()

    # Actions refer to the current record: widgets of an earlier one with equal content are not rebuilt.

    def _open(self, path: Path) -> None:
        self._do(self.editor.open, path)

    def _pick(self, kind: str) -> None:
        self._do(self.editor.pick, kind)

    def _add(self, kind: str) -> None:
        self._do(self.editor.add, kind)

    @property
    def entering(self) -> bool:
        return self.typing or self.keys.shown

    def key_number(self, n: int) -> None:
        """Digits of a keyboard enter a number."""
        if self.editor.path and self.editor.line.kind == "number":
            self._figure(str(n))

    def type_key(self, letter: str) -> None:
        super().type_key(letter)
        if not letter and self.keys.shown:
            self._figures = (self._figures or "")[:-1]
            self.host.refresh()

    @property
    def takes_back(self) -> bool:
        return self.undo.shown

    def take_back(self) -> bool:
        """Undo the last input; nothing else is undone on this screen."""
        if self.undo.shown:
            self._undo()
        return True

    def _put(self, value: Any) -> None:
        self._do(self.editor.put, value)
        at_once = self._edit.following or self.editor.is_one_line
        if at_once and not self._looked_over and self.editor.is_asked_out:
            # Nothing is left that has to be looked at.
            self._give()

    def _toggle(self, path: Path) -> None:
        self.editor.form.put(path, not self.editor.form.value(path))
        self._keep()
        self.host.dismiss()

    def _leave_empty(self) -> None:
        editor = self.editor
        if not editor.path:
            if self._edit.draft is not None:
                self._edit.draft.drop()
            self._edit.leave()
        elif editor.path and isinstance(editor.path[-1], int):
            self._do(editor.take_away)
        else:
            self._put(None if editor.line.optional else "")

    def _undo(self) -> None:
        if self._edit.last is not None and self._untouched:
            self._edit.last()
        else:
            self._do(self.editor.undo)

    def _step(self, name: str, by: int) -> None:
        path = (*self.editor.path, name)
        value = self.editor.form.value(path)
        self.editor.form.put(path, max(0, (value if isinstance(value, int) else 0) + by))
        self._keep()
        self.host.refresh()

    def _ask_figures(self) -> None:
        self._figures = ""
        self.host.refresh()

    def _figure(self, key: str) -> None:
        self._figures = "" if key == "clear" else ((self._figures or "") + key)[:LONGEST]
        self.host.refresh()

    def _back(self) -> None:
        if self._figures is not None:
            if self._figures:
                self.editor.form.put(self.editor.path, int(self._figures))
                self._keep()
            self._figures = None
            self.host.refresh()
        elif not self._untouched and not self._nothing_to_look_over and self._within_sentence(self._back_with_typed):
            self._looked_over = True
            self._field_opened()
            self._keep()
            self.host.dismiss()
        else:
            self._edit.leave()

    def _back_with_typed(self) -> bool:
        """Go back in the row, with what is typed; False if there is nothing to go back to."""
        editor, typed = self.editor, self.typed.strip()
        if self.typing and self._opened == editor.path and typed and typed != _text(editor.line):
            editor.form.put(editor.path, self._taken(typed))
        return editor.back()

    def _taken(self, typed: str) -> Any:
        """What is typed, as the open field holds it."""
        before = self.editor.line.value
        return {**before, language.code: typed} if isinstance(before, dict) else self.editor.worded(typed)

    def _within_sentence(self, what: Callable[[], Any]) -> Any:
        """Do something; where that leaves a sentence of which a word was changed, the sentence is shown again."""
        editor, before = self.editor, self.editor.path
        inside = range(len(before) - 1 if self._edit.sheets is not None else 0, 0, -1)
        outer = next((before[:n] for n in inside if editor.is_effect(before[:n])), ())
        told = bool(outer) and not any(path[: len(outer)] == outer for path in editor.missing())
        found = what()
        if told and len(editor.path) < len(outer) and outer[: len(editor.path)] == editor.path:
            editor.path = outer
        return found

    def _do(self, what: Callable[..., object], *value: object) -> None:
        self._within_sentence(partial(what, *value))
        self._field_opened()
        self._keep()
        self.host.dismiss()

    def _keep(self) -> None:
        """Keep what is entered, however people leave."""
        draft, editor = self._edit.draft, self.editor
        if draft is None:
            return
        typed = self.typed if self._opened == editor.path and self.typed != _text(editor.line) else ""
        if typed or self._changed:
            draft.keep(editor.form.row, editor.path, typed)
        else:
            draft.drop()

    def _typed_on(self) -> None:
        super()._typed_on()
        self._keep()

    def _field_opened(self) -> None:
        self._figures = None
        self._opened = ("",)
        self.letters.chosen = ""
        self.rows.page = self.options.page = 0


def _text(line: FormLine) -> str:
    """The text of a line as it stands there."""
    return say(line.value) if isinstance(line.value, str | dict) else ""


def _own(names: Mapping[str, Words]) -> dict[str, str]:
    """The names that are the box's own: for "here" and the like a sentence has words that fit into it."""
    return {name: say(words) for name, words in names.items() if not isinstance(words, Text)}
