"""Names of the players: choose a known name or type a new one; and edit the list of names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal

from companion.core.refusals import BadSetup
from companion.core.texts import T, Words, as_printed
from companion.results.people import by_seat, clean, same
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look.theme import Shape, look
from ui.screens.box.base import TypingScreen
from ui.widgets.buttons import TapButton
from ui.widgets.rows import PagedRows, Row

Page = Literal["seats", "names", "new", "list", "person", "rename"]


class PeopleScreen(TypingScreen):
    """Seats with the names of their players; a tap leads to the known names."""

    def build(self) -> None:
        super().build()
        self.undo.hide()
        self.rows = self.add(PagedRows(row_mm=11.6, most_mm=17.0))
        self.change = self.add(TapButton(size_mm=4.2, action=self._look_through))
        self.page: Page = "seats"
        self._seats: Sequence[str] = ()
        self._names: Mapping[str, Words] = {}
        self._icons: Mapping[str, str] = {}
        self.people: dict[str, str] = {}
        self._seat = self._person = ""
        self._leave: Callable[[], None] = self.host.refresh

    def ask(
        self,
        seats: Sequence[str],
        names: Mapping[str, Words],
        icons: Mapping[str, str],
        people: dict[str, str],
        leave: Callable[[], None],
    ) -> None:
        """Ask for the names of ``seats``, whose labels and icons are given; answers go into ``people``. ``leave`` is
        called at the end."""
        self._seats, self._icons, self.people, self._leave = seats, icons, people, leave
        self._names = {seat: as_printed(name) for seat, name in names.items()}
        self._turn_to("seats")
        self.host.go("people")

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
        self._body, self._upright = body, upright

    def refresh(self) -> None:
        self.over.hide()
        self.title.show(text=say(self._question()))
        typing = self.page in ("new", "rename")
        if typing:
            self.show_keyboard(self._body)
            self.rows.hide()
        else:
            self.hide_keyboard()
            self.rows.columns = 1 if self._upright else 2
            self.rows.foot = None if self.page == "seats" else self._beside
            self.rows.place(self._body)
            self.rows.show(rows=tuple(self._rows()))
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

    def _rows(self) -> list[Row]:
        if self.page == "seats":
            return [self._seat_row(n, seat) for n, seat in enumerate(self._seats, 1)]
        if self.page == "names":
            return self._name_rows()
        if self.page == "list":
            return [Row(name, action=partial(self._look_at, name), key=("list", name)) for name in self._known()]
        return [
            Row(say(T("Another name")), icon="hand", action=self._ask_new_name,
                detail=say(T("In all games, those that are over, too"))),
            Row(say(T("Take off the list")), icon="cross", action=self._forget,
                detail=say(T("Games that were played keep the name"))),
        ]  # fmt: skip

    def _seat_row(self, n: int, seat: str) -> Row:
        name, seat_name = self.people.get(seat, ""), say(self._names[seat])
        text, detail = (name, seat_name) if name else (seat_name, say(T("Tap to say who it is")))
        return Row(
            text, str(n), self._icons[seat], detail, here=bool(name),
            action=partial(self._choose, seat), key=("seat", seat),
        )  # fmt: skip

    def _name_rows(self) -> list[Row]:
        now = self.people.get(self._seat, "")
        others = {same(name) for seat, name in self.people.items() if seat in self._seats and seat != self._seat}
        rows = [Row(say(T("A new name")), icon="plus", action=self._ask_name, key="new")]
        if now:
            rows.append(Row(say(T("No name")), icon="cross", action=partial(self._give, ""), key="none"))
        names = [name for name in self._known() if same(name) not in others]
        if now and same(now) not in map(same, names):
            names.insert(0, now)
        rows += [
            Row(name, icon="check" if name == now else "", here=name == now, action=partial(self._give, name),
                key=("name", name))
            for name in names
        ]  # fmt: skip
        return rows

    def _known(self) -> list[str]:
        return self.host.library.people()

    # Input.

    def _turn_to(self, page: Page) -> None:
        self.page, self.rows.page = page, 0
        self.host.dismiss()

    def _choose(self, seat: str) -> None:
        self._seat = seat
        if self._known() or self.people.get(seat):
            self._turn_to("names")
        else:
            self._ask_name()

    def _ask_name(self) -> None:
        self.typed, self.suggested = "", False
        self._turn_to("new")

    def _give(self, name: str) -> None:
        """Set the seat's name, and ask for the next seat without one."""
        if name:
            self.people[self._seat] = name
        else:
            self.people.pop(self._seat, None)
        rest = self._seats[self._seats.index(self._seat) + 1 :]
        following = next((seat for seat in rest if seat not in self.people), None)
        if name and following is not None:
            self._choose(following)
        else:
            self._turn_to("seats")

    def _look_through(self) -> None:
        self._turn_to("list")

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
        """Confirm the names, or the typed name."""
        if self.page == "seats":
            self._leave()
        elif self.page == "new":
            self._try(self._take_typed)
        elif self.page == "rename":
            self._try(self._rename)

    def _take_typed(self) -> None:
        name = clean(self.typed)
        name = next((known for known in self._known() if same(known) == same(name)), name)
        people = {seat: other for seat, other in self.people.items() if seat in self._seats}
        by_seat(self._seats, {**people, self._seat: name})
        self._give(name)

    def _rename(self) -> None:
        old, new = self._person, clean(self.typed)
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
            self._turn_to("names" if self._known() or self.people.get(self._seat) else "seats")
        else:
            self._turn_to(before[self.page])
