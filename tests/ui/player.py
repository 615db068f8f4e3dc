"""A simulated player of New York Crisis who taps, rolls, and moves pieces as the screen says."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable

from companion.core.answers import Answer
from companion.core.asks import Ask, RollAsk
from companion.core.instructions import Pieces
from companion.core.texts import Text
from companion.scene.scene import Line
from hardware.inputs import Button
from tests.daily import Kinds
from tests.hands import apply_instructions
from tests.ui import screen_check, touch_answers
from tests.ui.hands import Hands
from tests.ui.rig import Rig
from ui.base.language import say


def kind_of(ask: Ask, legal: Iterable[Answer]) -> object:
    """What is asked for, and by which kinds of answers it can be answered."""
    return type(ask), getattr(ask, "choice", ""), frozenset(map(type, legal))


DRAWN = ("card:police", "card:mafia")
"""Cards that are not on the table if the companion draws them."""


class Player:
    """Decides like the sensible player; rolls come from ``luck``.

    ``table`` is the physical table, changed only as the screen says. ``ways`` counts how dice became known.
    """

    def __init__(self, rig: Rig, seed: str) -> None:
        self.rig = rig
        self.hands: Hands = rig.hands
        self.luck = random.Random(seed)
        self.table: Pieces = {}
        self.ways: Counter[str] = Counter()
        self.questions = 0
        self.kinds = Kinds()
        self._shown: list[Line] = []
        self.rolls: list[Callable[[list[str]], None]] = [
            self._one_crooked, self._one_unreadable, self._one_by_hand, self._one_by_buttons, self._rest_by_dealer,
            self._by_bad_line, self._by_loose_cable,
        ]  # fmt: skip

    def sit_down(self, story: str, follow: str, seats: list[str]) -> None:
        """Go by touch from home to the check-list of a new game."""
        hands = self.hands
        hands.app.go("home")
        hands.look()
        hands.touch(*hands.screen.tiles[0].center)
        wanted = {"story": story, "nyc.follow": follow}
        library = hands.app.library
        self.amber()
        for choice in library.choices("newyork"):
            if choice.basic:
                self.tap_row(say(dict(choice.values)[wanted[choice.key]]))
                self.amber()
        names = dict(library.seats("newyork"))
        for seat in seats:
            self.tap_row(say(names[seat]))
        self.amber()
        assert hands.session.table.setup.seats == seats
        self.rig.wait(lambda: hands.app.health()[0] == "good")

    def step(self) -> None:
        """Do the next thing on the screen."""
        screen_check.compare(self.hands)
        mode, rev, pages = self.hands.session.mode, self.hands.session.rev, len(self.hands.session.pages)
        if mode == "roll":
            self.roll()
        elif mode == "choose":
            self.decide()
        elif mode == "list":
            self.tap_card()
        elif mode == "deal":
            self.amber()
        else:
            self.do_the_page()
        assert self.hands.session.refused is None
        assert (self.hands.session.rev, len(self.hands.session.pages)) != (rev, pages), f"nothing came of {mode}"

    def decide(self) -> None:
        """Assert that every legal answer can be tapped, and tap the sensible one."""
        session, legal = self.hands.session, self.hands.session.table.legal() or []
        if self.kinds.new(kind_of(session.table.ask, legal)):
            assert touch_answers.reachable(self.hands) == set(legal)
        self.questions += 1
        answer = session.table.game.player.advise(session.table.state, legal, self.luck.random)
        rev = session.rev
        touch_answers.give(self.hands, answer)
        assert session.table.history.entries[rev].answer == answer
        assert session.table.log[rev].source == "touch"

    def do_the_page(self) -> None:
        """Follow instructions and tap the primary button until the page is done."""
        session, page = self.hands.session, self.hands.session.page
        assert page is not None
        while session.page is page:
            self._shown += [row.line for row in self.hands.screen.todo._rows if row.shown and row.line is not None]
            if session.mode == "check" and not page.ticked:
                for row in self.hands.screen.todo._rows[:3]:
                    self.hands.touch(*row.center)
                assert page.ticked == {0, 1, 2}
            self.amber()
        assert self._shown == page.lines
        done = [line.instruction for line in self._shown if line.instruction is not None]
        apply_instructions(self.table, [todo for todo in done if todo.piece not in DRAWN])
        self._shown = []

    def finish_pages(self) -> None:
        """Do all pending pages."""
        while self.hands.session.pages:
            if self.hands.app.looking != "game":
                touch_answers.tap_nav(self.hands, "game")
            self.do_the_page()

    def in_sync(self) -> None:
        """Assert that the physical table equals the core's picture (R-GEN-10)."""
        self.finish_pages()
        assert self.table == without_cards(self.hands.session.table.pieces())

    # Taps.

    def amber(self) -> None:
        """Tap the primary button."""
        primary = self.hands.screen.primary
        assert primary.shown
        assert primary.enabled
        assert primary.role == "primary"
        self.hands.touch(*primary.center)

    def tap_row(self, text: str) -> None:
        """Tap a line of a list, on any page."""
        rows = getattr(self.hands.screen, "chance", None) or self.hands.screen.rows
        for _ in range(touch_answers.MOST_PAGES):
            for view in rows.views:
                if view.shown and view.row.text == text:
                    self.hands.touch(*view.center)
                    return
            assert rows.after.shown, f"no line {text!r}"
            assert rows.after.enabled, f"no line {text!r}"
            self.hands.touch(*rows.after.center)

    def tap_card(self) -> None:
        """Draw a physical card and tap it."""
        session = self.hands.session
        legal = session.table.legal() or []
        if self.kinds.new(kind_of(session.table.ask, legal)):
            assert touch_answers.reachable(self.hands) == set(legal)
        rows = self.hands.screen.rows
        rev = session.rev
        self.tap_row(self.luck.choice(rows.rows).text)
        assert session.table.log[rev].kind == "answer"

    def switch(self, item: str) -> None:
        """Switch between physical and digital cards in the menu."""
        before = self.hands.session.table.chance[item]
        touch_answers.tap_nav(self.hands, "menu")
        self.tap_row(say(Text(item.capitalize())))
        assert self.hands.session.table.chance[item] == {"digital": "asked", "asked": "digital"}[before]
        touch_answers.tap_nav(self.hands, "game")

    def face(self, face: str) -> None:
        """Tap a face below the tray."""
        button = next(button for button in self.hands.screen.faces.buttons if button.shown and button.key == face)
        self.hands.touch(*button.center)

    # Dice.

    def roll(self) -> None:
        """Roll in one of several ways; the log must hold the faces on the table."""
        session = self.hands.session
        assert isinstance(session.table.ask, RollAsk)
        rev, dice = session.rev, list(session.table.ask.dice)
        n = self.ways.total()
        way = self.rolls[n // 2 % len(self.rolls)] if n % 2 else self._all_by_reader
        self.ways[way.__name__] += 1
        self.lie: dict[str, str] = {}
        way(dice)
        self.rig.wait(lambda: session.rev > rev)
        given = session.table.log[rev].answer
        assert given is not None
        assert self.lie.items() <= given["faces"].items()

    def _throw(self, dice: list[str], *, crooked: str | None = None, unreadable: str | None = None) -> None:
        reader = self.rig.app.inputs.hub.simulator
        sides = {die: self.luck.randint(1, len(reader.dice[die])) for die in dice}
        self.lie |= {die: reader.dice[die][side - 1] for die, side in sides.items()}
        if unreadable is not None:
            sides[unreadable] = 0
        reader.throw(sides, crooked=[crooked] if crooked else ())

    def _all_by_reader(self, dice: list[str]) -> None:
        """The reader reads all dice."""
        self._throw(dice)

    def _one_crooked(self, dice: list[str]) -> None:
        """One die is tilted: the screen asks, and a tap confirms the reader's guess."""
        die = self.luck.choice(dice)
        self._throw(dice, crooked=die)
        self._doubt(die)
        self.face(self.lie[die])

    def _one_unreadable(self, dice: list[str]) -> None:
        """The reader cannot read one die: a tap enters it."""
        die = self.luck.choice(dice)
        self._throw(dice, unreadable=die)
        self._doubt(die)
        self.face(self.lie[die])

    def _doubt(self, die: str) -> None:
        session = self.hands.session
        rest = set(session.table.ask.dice) - {die}
        self.rig.wait(
            lambda: all(session.tray.slots[d].state == ("doubt" if d == die else "read") for d in {*rest, die})
        )
        assert [place.die.id for place in self.hands.screen.slots.places if place.doubt] == [die]
        assert self.hands.screen.said.text

    def _one_by_hand(self, dice: list[str]) -> None:
        """One die is entered before the roll."""
        die = self.hands.session.tray.cursor
        self.lie[die] = self.luck.choice(self.hands.session.tray.sides[die])
        self.face(self.lie[die])
        self._throw([other for other in dice if other != die])

    def _one_by_buttons(self, dice: list[str]) -> None:
        """White selects a face of the current die, green accepts it."""
        die, put = self.hands.session.tray.cursor, self.rig.app.inputs.hub.put
        presses = self.luck.randint(1, 3)
        for _ in range(presses):
            put(Button("white", "press"))
        self.hands.look()
        self.lie[die] = list(dict.fromkeys(self.hands.session.tray.sides[die]))[presses - 1]
        assert next(place.die.face for place in self.hands.screen.slots.places if place.next) == self.lie[die]
        put(Button("green", "press"))
        self.hands.look()
        self._throw([other for other in dice if other != die])

    def _rest_by_dealer(self, dice: list[str]) -> None:
        """Some dice are rolled, the companion rolls the rest."""
        some = dice[: len(dice) // 2]
        session = self.hands.session
        if some:
            self._throw(some)
            self.rig.wait(lambda: all(session.tray.slots[die].state == "read" for die in some))
        self.amber()

    def _by_bad_line(self, dice: list[str]) -> None:
        """Garbled, lost and repeated lines: each roll counts once."""
        reader = self.rig.app.inputs.hub.simulator
        reader.garbage()
        reader.lose()
        reader.duplicate(2)
        self._throw(dice)

    def _by_loose_cable(self, dice: list[str]) -> None:
        """The cable is unplugged during the roll; after reconnection the reader reports it."""
        reader = self.rig.app.inputs.hub.simulator
        reader.unplug()
        self.rig.wait(lambda: self.hands.app.health()[0] == "bad")
        self._throw(dice)
        reader.plug()


def without_cards(pieces: Pieces) -> Pieces:
    """The table without digital cards."""
    kept = {at: {name: n for name, n in here.items() if name not in DRAWN} for at, here in pieces.items()}
    return {at: here for at, here in kept.items() if here}
