"""A simulated finger that gives any answer from any screen, the way a person would.

It taps only visible parts, at their positions, and counts its taps, page turns included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch

from companion.core.answers import Answer
from companion.scene.menu import Menu, answers_of
from companion.scene.scene import Choice, Counter, Filling, Pad, SeatBoard
from companion.session.forms import FormDraft
from tests.ui.hands import Hands
from ui.model.navigation import screen_of
from ui.widgets.buttons import TapButton
from ui.widgets.counters import CounterView, TurnCell, Which, tap_of
from ui.widgets.drawn import tap_guard
from ui.widgets.entry import KEYS
from ui.widgets.rows import RowView

MOST_PAGES = 60


class Finger:
    """A finger on the glass of ``hands``; ``taps`` counts touches."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.taps = 0

    # Tapping.

    def touch(self, x: float, y: float) -> None:
        """Touch and release at a point, once a question that came up by itself has been read."""
        self.taps += 1
        tap_guard.reset()
        if Window.rotation == 180:
            x, y = Window.width - x, Window.height - y
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        touch.touch_up()
        tap_guard.reset()
        settle()

    def swipe(self, *points: tuple[float, float]) -> None:
        """Draw a finger over these points in one go."""
        self.taps += 1
        touch = UnitTestTouch(*points[0])
        touch.touch_down()
        for began, ended in pairwise(points):
            for part in range(1, 4):
                touch.touch_move(*(a + (b - a) * part / 3 for a, b in zip(began, ended, strict=True)))
        touch.touch_up()
        settle()

    def tap(self, part: Any) -> None:
        """Tap the middle of a visible target."""
        assert part.shown
        assert part.enabled
        assert part.action is not None or part.held is not None
        self.touch(*part.center)

    def _look_alone(self, answer: Answer) -> None:
        """Open a private question and answer it.

        At the table, the finger holds the primary button, slides to the choice, its group or the next page, and is
        released there; that counts as one touch.
        """
        session = self.hands.session
        rev, choice = session.rev, self._choice(answer)
        if screen_of(session) == "table" and choice is not None:
            self._slide(choice)
        else:
            self.tap(self.hands.screen.primary)
        if session.rev == rev:
            self.give(answer)

    def _slide(self, choice: Choice) -> None:
        screen = self.hands.screen
        touch = UnitTestTouch(*screen.primary.center)
        self.taps += 1
        tap_guard.reset()  # A question that a phone's answer has brought up is read before it is slid on.
        touch.touch_down()
        screen.peek()
        settle()
        rev, shown = self.hands.session.rev, [one for one in self.hands.screen.choices() if one.shown]
        keys = ((rev, choice), (rev, choice.group), None)
        touch.touch_move(*next(one for key in keys for one in shown if one.key == key).center)
        touch.touch_up()
        tap_guard.reset()
        settle()

    def amber(self) -> None:
        """Tap the primary button."""
        assert self.hands.screen.primary.role == "primary"
        self.tap(self.hands.screen.primary)

    def nav(self, name: str) -> None:
        """Tap a button of the navigation bar."""
        self.tap(next(button for button in self.hands.root.nav.buttons if button.shown and button.key == name))

    def key(self, key: object) -> None:
        """Tap the panel's button for a key, on whatever page it is."""
        self.tap(self._turned_to(lambda: self._offered(lambda button: button.key == key), self._more, key))

    def label(self, text: str) -> None:
        """Tap the button with this label."""
        self.tap(self.hands.button(text))

    # Giving answers.

    def give(self, answer: Answer) -> None:
        """Give an answer by taps."""
        screen = self.hands.root.name
        if screen == "private":
            self._look_alone(answer)
        elif screen == "list":
            self._give_line(answer)
        elif screen == "entry":
            self._give_entry(answer)
        elif (form := self._form(answer)) is not None:
            self._fill_in(form, answer)
        elif (choice := self._choice(answer)) is not None and not (choice.counts and not self._in_front(choice)):
            self._give_choice(choice, answer)
        else:
            self._give_count(answer)

    def _in_front(self, choice: Choice) -> bool:
        """True if the answer, or its group, is on the table's page, including the players' boards."""
        keys = [(self.hands.session.rev, one) for one in (choice, choice.group)]
        return self.hands.app.looking == "game" and any(
            button.shown and button.key in keys for button in self.hands.screen.panel.buttons
        )

    def _choice(self, answer: Answer) -> Choice | None:
        """The choice for the answer, as listed or with other dice."""
        choices = self.hands.session.scene.choices
        same = [choice for choice in choices if choice.answer == answer]
        return next(iter([*same, *(one for one in choices if one.pays and type(one.answer) is type(answer))]), None)

    def _give_choice(self, choice: Choice, answer: Answer) -> None:
        """Tap the primary button, a place, or a group and its variant; dice to pay with come first."""
        session = self.hands.session
        if self.hands.root.name == "seats" and self._beside(choice):
            return
        if self.hands.app.looking != "game":
            self.nav("game")
        if all(session.paid(one) != answer for one in session.scene.choices):
            self._choose_dice(answer)
        options = Menu(session.scene, session.paid)
        choice = next(one for one in session.scene.choices if session.paid(one) == answer)
        if choice == options.primary:
            self.amber()
        elif choice == options.foot and self.hands.root.name == "table":
            self.tap(self.hands.screen.primary)
            if session.doubted is not None:
                self.tap(_shown(self.hands.screen.panel.buttons, (session.rev, choice)))
        elif session.scene.pad is not None and answer in answers_of(session.scene.pad):
            self._give_on_pad(answer)
        elif choice.group in options.opening:
            self.spot(options.opening[choice.group])
            self.spot(str(choice.spot))
        elif choice.spot in options.open_spots() and options.at(choice.spot) == [choice]:
            self.spot(choice.spot)
        else:
            self._give_variant(options, choice, answer)

    def _give_on_pad(self, answer: Answer) -> None:
        """Tap the amount, if there are several, and the direction; or stay."""
        view = self.hands.screen.pad
        amounts = view.pad.amounts
        index = next(n for n, one in enumerate(amounts) if answer in answers_of(Pad([one])))
        offered = [button for button in view.amounts if button.shown]
        if offered:
            self.tap(offered[index])
        if amounts[index].still != answer:
            self.tap(view.ways[[way.answer for way in amounts[index].ways].index(answer)])

    def _beside(self, choice: Choice) -> bool:
        """Use the boards if the answer is there as well."""
        screen, session = self.hands.screen, self.hands.session
        if choice == Menu(session.scene, session.paid).foot and screen.primary.role != "quiet":
            self.tap(screen.primary)
            return True
        if not screen.panel.shown:
            return False
        alone, gathered = _shown(screen.panel.buttons, (session.rev, choice)), None
        if choice.group is not None:
            gathered = _shown(screen.panel.buttons, (session.rev, choice.group))
        if alone is not None:
            self.tap(alone)
        elif gathered is not None:
            self.tap(gathered)
            self.tap(_shown(screen.offer.buttons, (session.rev, choice)))
        return alone is not None or gathered is not None

    def _give_variant(self, options: Menu, choice: Choice, answer: Answer) -> None:
        """Use the sheet, a place with several choices, or a group of the panel."""
        group = choice.group
        if any(one.sheet and one.id == group for one in options.scene.groups):
            self.nav("sheet")
        elif choice in options.at(choice.spot or "") and choice.spot in options.open_spots():
            self.spot(str(choice.spot))
        if group is not None:
            same = [item.choice for item in options.within(group) if item.choice is not None]
            choice = next((one for one in same if self.hands.session.paid(one) == answer), choice)
        self._give_listed(choice)

    def _give_listed(self, choice: Choice) -> None:
        """Use the panel, or one of its groups."""
        rev = self.hands.session.rev
        if (rev, choice) not in [option.key for option in self.hands.screen.panel.options]:
            self.key((rev, choice.group))
        self.key((rev, choice))
        if self.hands.session.doubted is not None:
            self.key((rev, choice))  # Wasting something needs a confirmation.

    def _choose_dice(self, answer: Answer) -> None:
        scene = self.hands.session.scene
        field = next(choice.pays for choice in scene.choices if choice.pays and type(choice.answer) is type(answer))
        for die in getattr(answer, field):
            cell = self.hands.screen.pool.cells()[[one.id for one in scene.dice].index(die)]
            self.touch(cell.cx, cell.cy)

    def spot(self, spot: str) -> None:
        """Tap a place of the board or rows; a collapsed row is opened first."""
        screen = self.hands.screen
        side = next((view for view in screen.sides.views if view.shown and view.side.id == spot), None)
        if side is not None:
            self.tap(side)
            return
        board = screen.map if screen.map.shown and screen.map.cell(spot) is not None else screen.places
        cell = board.cell(spot)
        if cell is None:
            row = next(row for row in board.rows if spot in [box.id for box in row.boxes])
            strip = board.strip(row.id)
            self.touch(strip.cx, strip.cy)
            cell = board.cell(spot)
        self.touch(cell.cx, cell.cy)

    def _give_line(self, answer: Answer) -> None:
        """Tap its line in the list of outcomes: on this page, by its initial, or some pages on."""
        screen = self.hands.screen
        if screen.map.shown:
            spot = self.hands.session.table.game.presenter.printed_at(self.hands.session.table.state, answer)
            cell = screen.map.cell(spot) if spot is not None else None
            if cell is not None:
                self.touch(cell.cx, cell.cy)
        row = next(row for row in screen.rows.rows if self._gives(row, answer))
        if screen.rows.pages() > 1 and screen.letters.shown and self._line(row.text) is None:
            initial = next(view for view in screen.letters.views if view.shown and _covers(view.row.text, row.text))
            self.tap(initial)
        arrow = screen.rows.after
        self.tap(self._turned_to(lambda: self._line(row.text), lambda: arrow if arrow.shown else None, answer))

    def _gives(self, row: Any, answer: Answer) -> bool:
        """True if a tap on this line gives the answer; nothing is sent."""
        given: list[Answer] = []
        session = self.hands.session
        session.answer = lambda one, rev=None, source="touch": not given.append(one)
        row.action()
        del session.answer
        return given == [answer]

    def _line(self, text: str) -> RowView | None:
        return next((view for view in self.hands.screen.rows.views if view.shown and view.row.text == text), None)

    def _give_entry(self, answer: Answer) -> None:
        scene, screen = self.hands.session.scene, self.hands.screen
        if scene.entry is not None:
            n = scene.entry.low + scene.entry.answers.index(answer)
            for name in [*(["±"] if n < 0 else []), *str(abs(n))]:
                self.tap(screen.keys.keys[KEYS.index(name)])
            self.amber()
            return
        seats = next((seats for seats, one in scene.several.answers.items() if one == answer), None)
        if seats is None:
            choice = self._choice(answer)
            assert choice is not None
            self._give_listed(choice)
            return
        for seat in sorted(seats):
            self.tap(next(tile for tile in screen.toggles.tiles if tile.shown and tile.key == seat))
        self.amber()

    def _form(self, answer: Answer) -> Filling | None:
        """The form that produces it."""
        table = self.hands.session.table
        forms = self.hands.session.scene.fillings
        return next(
            (one for one in forms if table.game.presenter.entered(table.state, one.template, answer) is not None), None
        )

    def _fill_in(self, form: Filling, answer: Answer) -> None:
        """Open the form if necessary, fill in amounts and names, and send it."""
        choice = self._choice(form.template)
        if choice is not None:
            self._give_choice(choice, form.template)
        assert self.hands.root.name == "form"
        table, paper = self.hands.session.table, self.hands.screen.draft
        entered = table.game.presenter.entered(table.state, form.template, answer)
        assert entered is not None
        amounts, names = entered
        while paper.answer != answer:
            self.tap(self._next_part(paper, amounts, names))
        rev = table.rev
        self.amber()
        if table.rev == rev:  # Loading nothing is asked once.
            self.amber()

    def _next_part(self, paper: FormDraft, amounts: dict[str, int], names: list[str]) -> Any:
        """The next part to tap: an amount or a name; excess first."""
        screen = self.hands.screen
        rows = {row.amount.id: row for row in screen.amounts.rows if row.shown}
        differing = {id_: n - paper.amounts[id_] for id_, n in amounts.items() if n != paper.amounts.get(id_, n)}
        portions = {portion.id: portion for portion in paper.form.portions}
        for id_, by in sorted(differing.items(), key=lambda pair: pair[1]):
            if abs(by) > 1 and paper.filled(portions[id_]) == amounts[id_]:
                return rows[id_].figure
            part = rows[id_].less if by < 0 else rows[id_].more
            if part.enabled:
                return part
        wrong = sorted(paper.names - set(names)) + [name for name in names if name not in paper.names]
        panel = screen.words if wrong[0] in [one.id for one in paper.form.one_of] else screen.named
        key = (screen._key, wrong[0])
        return self._turned_to(lambda: _shown(panel.buttons, key), lambda: _shown(panel.buttons, None), wrong[0])

    def _give_count(self, answer: Answer) -> None:
        """Tap a counter or card of a board."""
        boards = self.hands.session.scene.boards
        index, counter, which = next(_counted(boards, answer))
        if self.hands.root.name != "seats":
            self.nav("seats")
        screen = self.hands.screen
        if screen.seat != boards[index].seat:
            self.tap(screen.tabs.tabs[index])
        if isinstance(which, tuple):
            card, at = which
            held = screen.board._holdings
            self.tap(self._turned_to(lambda: _shown(held, (screen.seat, card)), lambda: screen.pager, card))
            self.tap(_shown(screen.offer.buttons, (self.hands.session.rev, card, at)))
            return
        view = self._turned_to(lambda: self._counter(counter), lambda: screen.pager, counter)
        if which in ("more", "less") and not view.counter.cells:
            self.tap(getattr(view, which))
        else:
            self.tap(next(cell for cell in view._cells if cell.shown and cell.key[2] == which))

    def _counter(self, name: str) -> CounterView | TurnCell | None:
        views = [*self.hands.screen.turn.cells, *self.hands.screen.board._counters]
        return next((view for view in views if view.shown and view.counter.id == name), None)

    # Pages.

    def _offered(self, wanted: Callable[[TapButton], bool]) -> TapButton | None:
        buttons = self.hands.screen.panel.buttons
        return next((button for button in buttons if button.shown and button.key is not None and wanted(button)), None)

    def _more(self) -> TapButton | None:
        return next((one for one in self.hands.screen.panel.buttons if one.shown and one.key is None), None)

    def _turned_to(self, find: Callable[[], Any], turner: Callable[[], Any], what: object) -> Any:
        """The part that ``find`` finds, turning pages until it appears."""
        for _ in range(MOST_PAGES):
            found = find()
            if found is not None:
                return found
            turn = turner()
            assert turn is not None, f"{what} is on no page"
            self.tap(turn)
        raise AssertionError(f"{what} is on no page")


def settle() -> None:
    """Finish the layout."""
    Clock.tick()
    Clock.tick_draw()


def _covers(initials: str, name: str) -> bool:
    first, last = initials[0], initials[-1]
    return first <= name[:1].upper() <= last


def _shown(buttons: Any, key: str) -> Any:
    return next((button for button in buttons if button.shown and button.key == key), None)


def _counted(boards: list[SeatBoard], answer: Answer) -> Iterator[tuple[int, str, Any]]:
    """The board, counter or card whose tap gives this answer."""
    for index, board in enumerate(boards):
        for counter in board.counters:
            for which in _parts_of_counter(counter):
                if tap_of(counter, which) == answer:
                    yield index, counter.id, which
        for holding in board.holdings:
            for at, (_, tap) in enumerate(holding.taps):
                if tap == answer:
                    yield index, "", (holding.id, at)


def _parts_of_counter(counter: Counter) -> list[Which]:
    return ["more", "less", *range(len(counter.cells))]
