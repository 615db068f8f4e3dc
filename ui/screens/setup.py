"""Setup of a game: box, basic choices, players and their names, optional house rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple

from companion.chance.dealer import CHANCE, parted
from companion.core.refusals import BadPack, BadSetup
from companion.core.setup import SetupChoice
from companion.core.texts import P, T, Text, Words, as_printed
from companion.packs.loader import InstalledPack
from companion.scene.icons import own
from companion.session.session import Session
from companion.table.companions import LEVELS, NOBODY, with_names
from companion.table.people import clean_name, name_key, names_by_seat, with_person
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import text as type_
from ui.look import theme
from ui.look.theme import Shape, look
from ui.model.library import LastTime, seat_settings
from ui.screens.base import Screen
from ui.screens.boxes import TypingScreen
from ui.widgets.buttons import Field, IconView, Progress, TapButton, TextView
from ui.widgets.drawn import place_row
from ui.widgets.rows import ListRow, PagedRows

NAMES = T("Names, companion")
"""What leads to who sits in which seat."""
INVENTED = T("A made-up set, not the printed one")


class SetupScreen(Screen):
    """If it was played before, the same again is offered. Else one page for the box, one for each basic choice, then
    the seats in order; ``_rules``: the house rules are open."""

    nav = False
    FACE, FACE_WIDE, ROW, TOLD = 30.0, 20.0, 17.0, 21.0
    """Heights (mm): the game's picture in portrait and landscape, and maximum row heights."""

    def build(self) -> None:
        self.band = self.add(Field())
        self.title = self.add(TextView(size_mm=5.6, face="heavy"))
        self.progress = self.add(Progress())
        self.picture = self.add(IconView())
        self.name = self.add(TextView(size_mm=7.2, face="heavy", valign="bottom", lines=2))
        self.hint = self.add(TextView(size_mm=3.8, face="plain", colour=theme.MIST, valign="top", lines=2))
        self.rows = self.add(PagedRows(row_mm=11.6))
        self.back = self.add(TapButton(size_mm=4.6, icon="back", action=self._back))
        self.options = self.add(TapButton(size_mm=4.2, icon="gear", action=self._open_rules))
        self.names = self.add(TapButton(size_mm=4.2, icon="players", action=self._ask_names))
        self.primary = self.add(TapButton(role="primary", size_mm=5.4, action=self.act))
        self._game = self._box = ""
        self._boxes: Sequence[InstalledPack] = ()
        self._choices: Sequence[SetupChoice] = ()
        self._seats: list[tuple[str, Words]] = []
        self._limits = (1, 1)
        self.open("")

    def open(self, about: str | tuple[str, Mapping[str, str]]) -> None:
        """Set up this game; with settings that are chosen already, its last setup is not offered."""
        self._game, given = (about, {}) if isinstance(about, str) else about
        self._page = 0
        self._rules = False
        self._open: SetupChoice | None = None
        self.settings: dict[str, str] = dict(given)
        self._given = dict(given)
        self.taken: list[str] = []
        self.people: dict[str, str] = {}
        """Names by seat as far as given; also of seats that are not taken in the end."""
        self.levels: dict[str, str] = {}
        """How well the companion plays, by its seats; also of seats that are not taken in the end."""
        self._boxes, self._box = (), ""
        self._last: LastTime | None = None
        """The last setup, offered again; None if people choose anew."""
        if self._game:
            self._find_boxes()
            self._last = None if given else self.host.library.last_time(self._game)
        if self._last is not None:
            self.levels = dict(self._last.levels)
            self.people = {seat: name for seat, name in self._last.people.items() if seat not in self.levels}

    def reset(self) -> None:
        """Boxes may have changed meanwhile."""
        if self._game:
            self._find_boxes()

    def _find_boxes(self) -> None:
        """Find the boxes. If the current one cannot be used, take the bundled one."""
        library = self.host.library
        self._boxes, self._box = library.boxes(self._game), library.box(self._game)
        if self._read():
            return
        bundled = next((box.id for box in self._boxes if box.bundled), "")
        library.take_box(self._game, bundled)
        self._box = bundled
        if not bundled or not self._read():
            self.host.go("home")

    def _read(self) -> bool:
        """Read the options of the box; False if it cannot be used, and tell why."""
        try:
            self._choices = self.host.library.choices(self._game)
            self._seats = self.host.library.seats(self._game)
            self._limits = self.host.library.seat_limits(self._game)
        except (BadSetup, BadPack) as no:
            self.host.show_message(no.text if isinstance(no, BadSetup) else no.problems[0])
            return False
        return True

    def arrange(self, room: Area, shape: Shape) -> None:
        head = room.cut_top(look.mm(11))
        self.band.place(head)
        head = head.inset(look.mm(3.4), look.mm(0.8))
        self.progress.place(head.cut_right(head.w * 0.32, look.mm(4)))
        self.title.place(head)
        body = room.inset(look.mm(3), look.mm(2))
        foot = body.cut_bottom(look.primary, look.mm(2))
        if shape == "portrait":
            self.primary.place(foot)
            foot = body.cut_bottom(look.touch, look.mm(2))
        else:
            self.primary.place(foot.cut_right(foot.w * 0.42, look.gap))
        self._body, self._beside = body, foot

    def _place_foot(self, *, names: bool) -> None:
        """Back, house rules, and names if they can be given now."""
        buttons = (self.back, self.options, self.names) if names else (self.back, self.options)
        place_row(self._beside, look.gap, *buttons)
        self.names.show(text=say(NAMES), enabled=True, shown=names)

    @property
    def _basic(self) -> list[SetupChoice]:
        return [choice for choice in self._choices if choice.basic and len(choice.values) > 1]

    @property
    def _first(self) -> int:
        """Pages before the first choice: one for the box, if the game has boxes."""
        return 1 if self._boxes else 0

    @property
    def pages(self) -> int:
        return self._first + len(self._basic) + 1

    @property
    def _at_seats(self) -> bool:
        apart = self._last is not None or self._rules or self._open is not None
        return not apart and self._page >= self.pages - 1

    @property
    def _house(self) -> list[SetupChoice]:
        return [choice for choice in self._choices if not choice.basic]

    def value(self, choice: SetupChoice) -> str:
        return self.settings.get(choice.key, choice.default)

    def refresh(self) -> None:
        self.band.show()
        self.progress.show(at=self._page, length=self.pages, shown=self._last is None)
        self.rows.foot = self._beside if self._rules else None
        self._place_foot(names=self._at_seats)
        self.rows.columns, self.rows.most_mm = 1 if self.upright else 2, self.ROW
        if self._last is not None:
            self._show_last(self._last)
            return
        if self._open is not None:
            self._show_values(self._open)
        elif self._rules:
            self._show_rules()
        elif self._page < self._first:
            self._show_boxes()
        elif self._page < self.pages - 1:
            self._show_values(self._basic[self._page - self._first])
        else:
            self._show_seats()
        self.back.show(text=say(T("Back")), enabled=True, key=self._page, shown=not self._rules)
        self.options.action = self._open_rules
        self.options.show(
            text=say(T("House rules")), icon="gear", enabled=True, shown=bool(self._house) and not self._rules
        )
        text = T("Done") if self._rules or self._open else T("Start") if self._at_seats else T("Next")
        self.primary.show(text=say(text), enabled=True, key=(self._page, self._rules))

    def _show_last(self, last: LastTime) -> None:
        """The last setup, to start it again."""
        self.title.show(text=say(T("The same again?")))
        names, library = dict(self._seats), self.host.library
        who = ", ".join(say(with_person(names[seat], last.people.get(seat))) for seat in last.seats)
        seats = partial(self._choose_anew, self.pages - 1)
        rows = [ListRow(who, detail=say(T("in this order")), icon="hand", action=seats, key="seats")]
        box = next((box for box in self._boxes if box.id == last.box), None)
        if box is not None:
            whose = say(INVENTED if box.bundled else T("Yours"))
            rows.append(
                ListRow(say(box.name), detail=whose, icon="box", action=partial(self._choose_anew, 0), key="box")
            )
        for choice in self._choices:
            value = last.settings.get(choice.key, choice.default)
            if choice in self._basic or (not choice.basic and value != choice.default):
                page = self._first + self._basic.index(choice) if choice.basic else None
                chosen, action = say(dict(choice.values)[value]), partial(self._choose_anew, page)
                rows.append(ListRow(chosen, detail=say(choice.name), action=action, key=choice.key))
        by_hand = [say(name) for item, name in library.chance_names(self._game) if CHANCE + item in last.settings]
        if by_hand:
            rows.append(ListRow(", ".join(by_hand), detail=say(T("drawn and rolled at the table")), icon="hand"))
        self._hint(T("As last time. Anything else is one tap away."), len(rows))
        self.rows.show(rows=tuple(rows))
        self.back.show(text=say(T("Back")), enabled=True, key="last", shown=True)
        self.options.action = self._choose_anew
        self.options.show(text=say(T("Something else")), icon="plus", enabled=True, shown=True)
        self.primary.show(text=say(T("The same again")), enabled=True, key="last")

    def _choose_anew(self, page: int | None = 0) -> None:
        """Choose anew, starting from the last choices, at this page; None: the house rules."""
        if self._last is not None:
            self.settings, _ = parted(self._last.settings)
        self._last = None
        self._page, self._rules, self.rows.page = page or 0, page is None, 0
        self.host.dismiss()

    def _hint(self, words: Words | None, rows: int | None = None) -> None:
        """Show a hint; next to the game's picture if ``rows`` rows leave room for it."""
        body = self._body.copy()
        high = look.mm(self.FACE if self.upright else self.FACE_WIDE)
        lines = -(-(rows or 0) // self.rows.columns)
        pictured = rows is not None and high + lines * (look.mm(self.rows.row_mm) + look.gap) <= body.h
        self.hint.size_mm, self.hint.lines = (4.4, 4) if pictured else (3.8, 2)
        if pictured:
            face = body.cut_top(high, look.gap)
            self.picture.place(face.cut_left(face.h, look.mm(3)).inset(look.mm(1.5)))
            self.name.valign = "middle" if words is None else "bottom"
            self.name.place(face.cut_top(face.h * (0.4 if words is not None else 1)))
            self.hint.place(face)
        elif words is not None:
            wide = type_.extents(say(words), look.text(self.hint.size_mm), self.hint.face)[0] > body.w
            if wide and body.h - look.mm(8) < lines * (look.mm(self.rows.row_mm) + look.gap) <= body.h - look.mm(5):
                # A second line would cost the rows a page.
                self.hint.lines, wide = 1, False
            self.hint.place(body.cut_top(look.mm(8 if wide else 5), look.gap))
        self.picture.show(icon=f"game:{self._game}", shown=pictured)
        game, box = say(self.host.library.title(self._game)), next((b for b in self._boxes if b.id == self._box), None)
        named = box is not None and self._page >= self._first
        self.name.show(text=f"{game} · {say(box.name)}" if box is not None and named else game, shown=pictured)
        self.hint.show(text=say(words), shown=words is not None)
        self.rows.place(body)

    def _show_boxes(self) -> None:
        first = all(box.bundled for box in self._boxes)
        self.title.show(text=say(T("Which box?")))
        self.rows.most_mm = self.TOLD
        self._hint(
            T("The box of your table, or the one that comes with the companion: a made-up set, not the printed one."),
            len(self._boxes) + 1 + first,
        )
        rows = [
            ListRow(
                say(box.name) or box.id, icon="check" if box.id == self._box else "", here=box.id == self._box,
                detail=say(INVENTED if box.bundled else box.problem or T("Yours")), past=box.problem is not None,
                action=partial(self._take_box, box), key=box.id,
            )
            for box in self._boxes
        ]  # fmt: skip
        own = ListRow(
            say(T("Ours, nothing known yet")), icon="box", detail=say(T("Play at once: it is asked when it comes up")),
            action=self._begin_box, key="own",
        )  # fmt: skip
        new = ListRow(
            say(T("A new box")), icon="plus", detail=say(T("The cards of your table: told now, or as they come up")),
            action=lambda: self.host.box_editor.ask_new(self._game, "setup"), key="new",
        )  # fmt: skip
        self.rows.show(rows=(*rows, own, new) if first else (*rows, new))

    def _begin_box(self) -> None:
        """Go on with a box of which nothing is known yet."""
        box = self.host.box_editor.begin(self._game)
        if box is None:
            return
        self._boxes = self.host.library.boxes(self._game)
        self._take_box(next(one for one in self._boxes if one.id == box))
        if self._box == box:
            self._page += 1

    def _take_box(self, box: InstalledPack) -> None:
        if box.problem is not None:
            self.host.show_message(box.problem)
            return
        self.host.dismiss()
        self.host.library.take_box(self._game, box.id)
        if self._read():
            self._box = box.id
            self.settings = dict(self._given)
            self.taken.clear()
            return
        self.host.library.take_box(self._game, self._box)
        self._read()
        if not box.bundled:
            self.host.dismiss()
            self.host.box_editor.open(box, "setup")

    def _show_values(self, choice: SetupChoice) -> None:
        self.title.show(text=say(choice.name))
        self._hint(choice.detail, len(choice.values))
        self.rows.most_mm = self.TOLD if choice.about else self.ROW
        now = self.value(choice)
        rows = [
            ListRow(
                say(name), icon="check" if value == now else "", detail=say(choice.about.get(value)),
                here=value == now, action=partial(self._set, choice, value),
            )
            for value, name in choice.values
        ]  # fmt: skip
        self.rows.show(rows=tuple(rows))

    def _show_seats(self) -> None:
        n = len(self.taken)
        self.title.show(text=say(T("Who is playing?")))
        how = T("Tap the first player, then the others clockwise. A second tap takes a number back.")
        self._hint(how, len(self._seats))
        if n:
            self.hint.show(text=say(P("{n} plays.", "{n} play: 1 is the first player, then clockwise.", n)))
        rows = [
            ListRow(
                say(name), str(self.taken.index(seat) + 1) if seat in self.taken else "", self._disc(seat, name),
                here=seat in self.taken, action=partial(self._sit, seat),
                detail=called_in(seat, self.taken, self.people, self.levels),
            )
            for seat, name in self._seats
        ]  # fmt: skip
        self.rows.show(rows=tuple(rows))

    def _disc(self, seat: str, name: Words) -> str:
        """The seat's figure if it has one, else a disc in the colour of its number."""
        figure = f"figure:{seat}"
        if own(figure):
            return figure
        number = str(self.taken.index(seat)) if seat in self.taken else ""
        called = say(name)
        alike = sum(say(other)[0] == called[0] for _, other in self._seats) > 1
        letters = called[-1] if called[-1].isdigit() else called[: 1 + alike].capitalize()
        return f"seat:{number}:{letters}"

    def _show_rules(self) -> None:
        self.title.show(text=say(T("House rules")))
        self._hint(T("As the rules are printed, unless you choose otherwise."))
        rows = []
        for choice in self._house:
            names = dict(choice.values)
            now = self.value(choice)
            other = now != choice.default
            value = say(names.get(now, now))
            rows.append(ListRow(say(choice.name), detail=value, here=other, action=partial(self._turn, choice)))
        self.rows.show(rows=tuple(rows))

    def _set(self, choice: SetupChoice, value: str) -> None:
        self.settings[choice.key] = value
        self._open = None
        self.host.dismiss()

    def _turn(self, choice: SetupChoice) -> None:
        if len(choice.values) > 2:
            self._open = choice
            self.rows.page = 0
        else:
            values = [value for value, _ in choice.values]
            self.settings[choice.key] = values[(values.index(self.value(choice)) + 1) % len(values)]
        self.host.dismiss()

    def _sit(self, seat: str) -> None:
        if seat in self.taken:
            self.taken.remove(seat)
        else:
            self.taken.append(seat)
        self.host.dismiss()

    def _ask_names(self) -> None:
        if not self.taken:
            self.host.show_message(T("Tap first who plays, then say what they are called."))
            return
        icons = {seat: self._disc(seat, name) for seat, name in self._seats}
        back, apart = partial(self.host.go, "setup"), self.host.library.game(self._game).player.apart
        about = PeopleToName(self.taken, dict(self._seats), icons, self.people, back, self.levels, apart)
        self.host.open("people", about)

    def _open_rules(self) -> None:
        self._rules = True
        self.rows.page = 0
        self.host.dismiss()

    def _back(self) -> None:
        self.rows.page = 0
        if self._open is not None:
            self._open = None
        elif self._rules:
            self._rules = False
        elif self._page > 0:
            self._page -= 1
        else:
            self.host.go("home")
        self.host.dismiss()

    def act(self) -> None:
        self.rows.page = 0
        if self._last is not None:
            self.host.start_again(self._game)
        elif self._open is not None or self._rules:
            self._back()
        elif self._page < self.pages - 1:
            self._page += 1
            self.host.dismiss()
        elif self._refusal() is not None:
            self.host.show_message(self._refusal() or "")
        else:
            changed = self._given | {c.key: self.settings[c.key] for c in self._choices if c.key in self.settings}
            changed |= seat_settings({seat: level for seat, level in self.levels.items() if seat in self.taken})
            before = self.host.session
            self.host.start_game(self._game, list(self.taken), changed)
            self._name(before)

    def _name(self, before: Session | None) -> None:
        """Set the names of people, once the game has started."""
        people = {seat: name for seat, name in self.people.items() if seat in self.taken and seat not in self.levels}
        session = self.host.session
        if people and session is not None and session is not before:
            try:
                self.host.library.name(session.table, people)
            except self.host.library.errors as no:
                self.host.show_message(no.text)

    def _refusal(self) -> Words | None:
        """Why these players cannot start, or None."""
        n, (least, most) = len(self.taken), self._limits
        if not n and least == 1:
            return T("Nobody is playing yet: tap at least one, then Start.")
        if n < least:
            return T("At least {least} players: tap {n} more, then Start.", least=least, n=least - n)
        if n > most:
            return T("At most {most} players: tap {n} again to take them out.", most=most, n=n - most)
        return None


# Names of the players.

Page = Literal["seats", "names", "new", "list", "person", "rename"]


class PeopleToName(NamedTuple):
    """Seats whose players are to be named, with their labels and icons; answers go into ``people``, and into ``levels``
    how well the companion plays. ``leave`` is called at the end. ``apart`` is why the companion plays no seat, and
    ``called`` what it is called in those that it has."""

    seats: Sequence[str]
    names: Mapping[str, Words]
    icons: Mapping[str, str]
    people: dict[str, str]
    leave: Callable[[], None]
    levels: dict[str, str]
    apart: Text | None = None
    called: Mapping[str, str] = NOBODY


def called_in(
    seat: str,
    seats: Sequence[str],
    people: Mapping[str, str],
    levels: Mapping[str, str],
    called: Mapping[str, str] = NOBODY,
) -> str:
    """Who plays a seat, with how well the companion does; empty if nobody has said. ``called`` is what it is called in
    its seats already."""
    persons = {one: people[one] for one in seats if one in people}
    named = with_names(persons, [one for one in seats if one in levels], called)
    if seat not in levels:
        return people.get(seat, "")
    return say(T("{name}, {level}", name=named.get(seat, ""), level=LEVELS[levels[seat]])) if seat in named else ""


class PeopleScreen(TypingScreen):
    """Seats with the names of their players; a tap leads to the known names."""

    def build(self) -> None:
        super().build()
        self.undo.hide()
        self.rows = self.add(PagedRows(row_mm=11.6, most_mm=17.0))
        self.change = self.add(TapButton(size_mm=4.2, action=lambda: self._turn_to("list")))
        self.page: Page = "seats"
        self._seats: Sequence[str] = ()
        self._names: Mapping[str, Words] = {}
        self._icons: Mapping[str, str] = {}
        self.people: dict[str, str] = {}
        self._levels: dict[str, str] = {}
        self._called: Mapping[str, str] = NOBODY
        self._apart: Text | None = None
        self._seat = self._person = ""
        self._leave: Callable[[], None] = self.host.refresh

    def open(self, about: PeopleToName) -> None:
        self._seats, names, self._icons, self.people, self._leave, self._levels, self._apart, self._called = about
        self._names = {seat: as_printed(name) for seat, name in names.items()}
        self._turn_to("seats")

    def arrange(self, room: Area, shape: Shape) -> None:
        body = room.inset(look.mm(3), look.mm(1.8))
        foot = body.cut_bottom(look.primary, look.gap)
        upright = shape == "portrait"
        self.back.place(foot.cut_left(look.mm(28 if upright else 40), look.gap))
        self._beside = foot
        self.primary.place(foot.copy().cut_right(min(foot.w, look.mm(44 if upright else 54))))
        head = body.cut_top(look.touch, look.gap)
        self.change.place(head.cut_right(look.mm(34), look.gap))
        self.title.place(head)
        self._body = body

    def refresh(self) -> None:
        self.over.hide()
        self.title.show(text=say(self._question()))
        typing = self.page in ("new", "rename")
        if typing:
            self.show_keyboard(self._body)
            self.rows.hide()
        else:
            self.hide_keyboard()
            self.rows.columns = 1 if self.upright else 2
            self.rows.foot = None if self.page == "seats" else self._beside
            self.rows.show(self._body, rows=tuple(self._rows()))
        self.change.show(text=say(T("Change names")), enabled=True, shown=self.page == "names" and bool(self._known()))
        self.back.show(text=say(T("Back")), enabled=True, key=self.page)
        role = "primary" if not typing or self.typed.strip() else "quiet"
        shown = typing or self.page == "seats"
        self.primary.show(text=say(T("Done")), enabled=True, role=role, key=self.page, shown=shown)

    def _question(self) -> Words:
        seat = self._names.get(self._seat, "")
        questions: dict[Page, Words] = {
            "seats": T("What are you called?"),
            "names": T("Who plays {seat}?", seat=seat),
            "new": T("Who plays {seat}?", seat=seat),
            "list": T("Who plays here"),
            "person": self._person,
            "rename": T("What is {name} called now?", name=self._person),
        }
        return questions[self.page]

    def _rows(self) -> list[ListRow]:
        if self.page == "seats":
            return [self._seat_row(n, seat) for n, seat in enumerate(self._seats, 1)]
        if self.page == "names":
            return self._name_rows()
        if self.page == "list":
            return [ListRow(name, action=partial(self._look_at, name), key=("list", name)) for name in self._known()]
        return [
            ListRow(say(T("Another name")), icon="hand", action=self._ask_new_name,
                detail=say(T("In all games, those that are over, too"))),
            ListRow(say(T("Take off the list")), icon="cross", action=self._forget,
                detail=say(T("Games that were played keep the name"))),
        ]  # fmt: skip

    def _seat_row(self, n: int, seat: str) -> ListRow:
        name = called_in(seat, self._seats, self.people, self._levels, self._called)
        seat_name = say(self._names[seat])
        text, detail = (name, seat_name) if name else (seat_name, say(T("Tap to say who it is")))
        return ListRow(
            text, str(n), self._icons[seat], detail, here=bool(name),
            action=partial(self._choose, seat), key=("seat", seat),
        )  # fmt: skip

    def _name_rows(self) -> list[ListRow]:
        now = self.people.get(self._seat, "") if self._seat not in self._levels else ""
        others = {name_key(name) for seat, name in self.people.items() if seat in self._seats and seat != self._seat}
        rows = [ListRow(say(T("A new name")), icon="plus", action=self._ask_name, key="new")]
        if now:
            rows.append(ListRow(say(T("No name")), icon="cross", action=partial(self._give, ""), key="none"))
        rows += self._companion_rows()
        names = [name for name in self._known() if name_key(name) not in others]
        if now and name_key(now) not in map(name_key, names):
            names.insert(0, now)
        rows += [
            ListRow(name, icon="check" if name == now else "", here=name == now, action=partial(self._give, name),
                key=("name", name))
            for name in names
        ]  # fmt: skip
        return rows

    def _companion_rows(self) -> list[ListRow]:
        """The companion, and how well it plays; or why it does not."""
        who, apart, seat = say(T("the companion")), self._apart, self._seat
        if apart is not None:
            return [ListRow(who, icon="screen", past=True, action=lambda: self.host.show_message(apart), key="apart")]
        level = self._levels.get(seat)
        others = {one: name for one, name in self.people.items() if one != seat}
        return [
            ListRow(
                called_in(seat, self._seats, others, {**self._levels, seat: one}, self._called), icon="screen",
                detail=who, here=level == one, action=partial(self._seat_companion, one), key=("level", one),
            )
            for one in LEVELS
        ]  # fmt: skip

    def _seat_companion(self, level: str) -> None:
        """Let the companion play the seat."""
        self.people.pop(self._seat, None)
        self._levels[self._seat] = level
        self._turn_to("seats")

    def _known(self) -> list[str]:
        return self.host.library.people()

    # Input.

    def _turn_to(self, page: Page) -> None:
        self.page, self.rows.page = page, 0
        self.host.dismiss()

    def _choose(self, seat: str) -> None:
        self._seat = seat
        self._turn_to("names")

    def _ask_name(self) -> None:
        self.typed, self.suggested = "", False
        self._turn_to("new")

    def _give(self, name: str) -> None:
        """Set the seat's name, and ask for the next seat without one."""
        self._levels.pop(self._seat, None)
        if name:
            self.people[self._seat] = name
        else:
            self.people.pop(self._seat, None)
        rest = self._seats[self._seats.index(self._seat) + 1 :]
        following = next((seat for seat in rest if seat not in self.people and seat not in self._levels), None)
        if name and following is not None:
            self._choose(following)
        else:
            self._turn_to("seats")

    def _look_at(self, name: str) -> None:
        self._person = name
        self._turn_to("person")

    def _ask_new_name(self) -> None:
        self.typed, self.suggested = self._person, False
        self._turn_to("rename")

    def _forget(self) -> None:
        if self._try(lambda: self.host.library.forget(self._person)):
            self._turn_to("list" if self._known() else "seats")

    def act(self) -> None:
        if self.page == "seats":
            self._leave()
        elif self.page == "new":
            self._try(self._take_typed)
        elif self.page == "rename":
            self._try(self._rename)

    def _take_typed(self) -> None:
        name = clean_name(self.typed)
        name = next((known for known in self._known() if name_key(known) == name_key(name)), name)
        people = {seat: other for seat, other in self.people.items() if seat in self._seats}
        names_by_seat(self._seats, {**people, self._seat: name})
        self._give(name)

    def _rename(self) -> None:
        old, new = self._person, clean_name(self.typed)
        self.host.library.rename(old, new)
        for seat, name in self.people.items():
            if name == old:
                self.people[seat] = new
        self._turn_to("list")

    def _try(self, do: Callable[[], None]) -> bool:
        """Do it; if that fails, show why in the banner."""
        try:
            do()
        except (BadSetup, *self.host.library.errors) as no:
            self.host.show_message(no.text)
            return False
        return True

    def _back(self) -> None:
        before: dict[Page, Page] = {"names": "seats", "list": "names", "person": "list", "rename": "person"}
        if self.page == "seats":
            self._leave()
        elif self.page == "new":
            self._turn_to("names")
        else:
            self._turn_to(before[self.page])
