"""Playing in a terminal: the same table as on the touchscreen, read and typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import structs
from rich.console import Console

from companion.chance.odds import likely
from companion.core.answers import Answer, Roll
from companion.core.asks import ChooseAsk, Over, RollAsk
from companion.core.instructions import Instruction
from companion.core.refusals import Refused
from companion.core.texts import T, Words
from companion.language import Language
from companion.scene.forms import form_of, only_form
from companion.scene.scene import Choice, Entry, Filling, Fix, Private, Scene, SeatBoard, Standing, for_hands
from companion.table.dealing import draw
from companion.table.played import Played
from companion.table.table import Table
from companion.terminal.boards import tap_on
from companion.terminal.check import TerminalCheck
from companion.terminal.forms import show_form, typed_into
from companion.terminal.past import TerminalPast
from companion.terminal.view import Item, Say, View, face_meant, menu

Read = Callable[[str], str]
"""Asks for a line with a prompt; raises ``EOFError`` at the end of input."""

NOT_UNDERSTOOD = T("That is no command here. Type a number of the list, or h for help.")


class Left(Exception):
    """Whoever sits here wants to leave, or the input has ended."""


class Terminal:
    """A table (made with ``auto=False``) at which people type. ``confirmed`` is the rev up to which hands have done
    what they were told."""

    def __init__(self, table: Table, view: View, read: Read, confirmed: int = 0) -> None:
        self.table = table
        self.view = view
        self.read = read
        self._open: str | None = None
        self._form: Filling | None = None
        self._turn: object = None
        self._board: tuple[int, object] | None = None
        self._alone: str | None = None
        self._rules: list[str] = []
        self._past = TerminalPast(table, view, read)
        self._compared = TerminalCheck(table, view, read)
        self._told = len(table.scene().story) if table.rev else 0
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "d": self._deal,
            "f": self._faces,
            "u": self._undo,
            "r": self._redo,
            "change": self._change,
            "check": self._check,
            "b": self._whole,
            "seat": self._seat,
            "secret": self._secret,
            "s": self._story,
            "why": self._why,
            "odds": self._odds,
            "h": self._help,
            "q": self._leave,
        }
        if table.rev == 0 and table.opening:
            self._hands(table.opening, T("Set the table:"))
        elif confirmed < table.rev:
            self._hands(table.since(confirmed).instructions, T("Perhaps not done yet, from last time:"))

    def run(self) -> None:
        """Ask and answer until somebody leaves or the input ends."""
        try:
            self._play()
        except EOFError:
            pass
        finally:
            self._leave_alone()

    def _play(self) -> None:
        while True:
            scene = self.table.scene()
            self._let_look_away(scene)
            self._look(scene)
            typed = self.read("> ").split()
            self.table.confirm(self.table.rev)
            try:
                self._obey(typed, scene)
            except Refused as no:
                rule = T("{sentence} ({rule})", sentence=no.text, rule=no.rule) if no.rule else no.text
                self._rules = [no.rule] if no.rule else []
                self.view.note(rule, "red")
            except Left:
                return

    def _look(self, scene: Scene) -> None:
        """The whole table where a turn or a question for all begins; after that only what to do."""
        ask = self.table.ask
        if isinstance(ask, ChooseAsk | Over) and (ask.who, ask.rule) != self._turn:
            self.view.picture(scene)
            self._turn = ask.who, ask.rule
        board = self._shown_board(scene)
        if board is not None:
            self.view.days.board(board)
            self.view.note(T("Enter goes back to the table."), "dim")
            return
        self.view.prompt(scene)
        form = self._shown_form(scene)
        if form is not None:
            show_form(self.view.console, self.view.say, form, chosen=self._form is not None)
            return
        options = self._options(scene)
        self.view.choices([Item(one.name, one.value) for one in options])
        self.view.choices(self._items(scene), len(options) + 1)
        self.view.other_ways(scene)
        if self._open is not None:
            self.view.note(T("  0  Back"))
        if self.table.over:
            self.view.note(T("u takes back, q leaves."), "dim")
        elif self.table.can_deal and not isinstance(ask, RollAsk):
            self.view.note(T("Press Enter to draw."), "dim")

    def _options(self, scene: Scene) -> list[Standing]:
        """Those of whom any number can be chosen at once; they come first in the list."""
        return scene.several.options if scene.several is not None and self._open is None else []

    def _items(self, scene: Scene) -> list[Item]:
        return [] if self.table.can_deal else menu(scene, self._open)

    def _shown_form(self, scene: Scene) -> Filling | None:
        """The form that was chosen, or that is all there is to answer."""
        return self._form if self._form is not None else only_form(scene)

    def _shown_board(self, scene: Scene) -> SeatBoard | None:
        """The board that is open, as long as the question is the one that it was opened at."""
        if self._board is not None and self._board[1] != self.table.ask:
            self._board = None
        return None if self._board is None else scene.boards[self._board[0]]

    # What only one may see.

    def _let_look_away(self, scene: Scene) -> None:
        """Where a question is for one seat alone, wait until the others look away."""
        only = self._only(scene)
        if only is not None and only != self._alone:
            self._wait_for(scene, only)
            self._alone = only

    def _only(self, scene: Scene) -> str | None:
        return None if self.table.can_deal else self.table.ask.only

    def _wait_for(self, scene: Scene, seat: str) -> None:
        name = next((board.name for board in scene.boards if board.seat == seat), seat)
        self.view.note(T("Only {seat} looks now: press Enter.", seat=name), "bold")
        self.read("> ")
        self.view.days.alone(here=True)

    def _leave_alone(self) -> None:
        """Nothing that only one may see stays where others can read it."""
        if self._alone is not None:
            self._alone = None
            self.view.days.alone(here=False)

    # What was typed.

    def _obey(self, typed: list[str], scene: Scene) -> None:
        if not typed:
            self._enter(scene)
        elif typed[0].lower() in self._commands:
            self._commands[typed[0].lower()](typed[1:])
        elif isinstance(self.table.ask, RollAsk):
            self._faces(typed)
        elif (board := self._shown_board(scene)) is not None:
            self._tap(board, typed)
        elif scene.entry is not None:
            self._enter_number(scene.entry, typed)
        elif (form := self._shown_form(scene)) is not None:
            self._fill(form, typed)
        elif all(part.isdecimal() for part in typed):
            self._choose([int(part) for part in typed], scene)
        else:
            self.view.note(NOT_UNDERSTOOD, "red")

    def _enter(self, scene: Scene) -> None:
        primary = next((choice for choice in scene.choices if choice.primary), None)
        if self._board is not None:
            self._board = None
        elif self._form is not None:
            self._form = None
        elif scene.several is not None:
            self._answer(scene.several.answers[frozenset()])
        elif self.table.can_deal or isinstance(self.table.ask, RollAsk):
            self._deal([])
        elif primary is not None:
            self._answer(primary.answer)
        elif scene.entry is not None:
            self._enter_number(scene.entry, [])
        elif not self.table.over:
            self.view.note(T("Choose a number of the list."), "red")

    def _enter_number(self, entry: Entry, typed: list[str]) -> None:
        word = " ".join(typed).replace("−", "-")
        if re.fullmatch("[+-]?[0-9]{1,9}", word) and entry.low <= int(word) <= entry.high:
            self._answer(entry.answers[int(word) - entry.low])
        else:
            self.view.note(T("Type a number from {low} to {high}.", low=entry.low, high=entry.high), "red")

    def _fill(self, form: Filling, typed: list[str]) -> None:
        filled = typed_into(form, typed)
        if filled is None:
            self.view.note(T("That does not fit here. Type numbers as said above."), "red")
        else:
            game, state = self.table.game, self.table.state
            self._answer(game.presenter.filled(state, form.template, filled.amounts, filled.names))

    def _tap(self, board: SeatBoard | Private, typed: list[str]) -> None:
        tap = tap_on(board, typed, self.view.say)
        if tap is None:
            self.view.note(T("That cannot be tapped. Type a number of the list, with − for one less."), "red")
        elif isinstance(tap, Fix):
            self._changed(self.table.correct(tap.changes, self.view.say(tap.why)))
        else:
            self._answer(tap)

    def _choose(self, numbers: list[int], scene: Scene) -> None:
        items, options = self._items(scene), self._options(scene)
        number = numbers[0] - len(options)
        if scene.several is not None and options and all(1 <= n <= len(options) for n in numbers):
            self._answer(scene.several.answers[frozenset(options[n - 1].seat for n in numbers)])
        elif numbers[0] == 0 and self._open is not None:
            self._open = None
        elif not 1 <= number <= len(items):
            self.view.note(T("There is no number {n} in the list.", n=numbers[0]), "red")
        else:
            item = items[number - 1]
            if item.choice is None:
                self._open = item.group
            else:
                self._take(item.choice, numbers[1:], scene)

    def _take(self, choice: Choice, dice: Sequence[int], scene: Scene) -> None:
        answer = choice.answer
        self._form = form_of(scene, answer)
        if dice:
            if choice.pays is None or not all(1 <= n <= len(scene.dice) for n in dice):
                self.view.note(T("Dice cannot be chosen like that here."), "red")
                return
            chosen = sorted({scene.dice[n - 1].id for n in dice})
            changed: dict[str, Any] = {choice.pays: type(getattr(answer, choice.pays))(chosen)}
            answer = structs.replace(answer, **changed)
        if self._form is None:
            self._answer(answer)

    def _faces(self, typed: list[str]) -> None:
        ask, scene = self.table.ask, self.table.scene()
        if not isinstance(ask, RollAsk):
            self.view.note(T("No dice are being rolled now."), "red")
            return
        open_dice = [die.id for die in scene.dice if die.face is None]
        faces = [face_meant(word, scene, self.view.say) for word in typed]
        if len(faces) != len(open_dice) or None in faces:
            self.view.note(T("Type one face for each of the {n} dice.", n=len(open_dice)), "red")
            return
        sides = self.table.faces() or {}
        rolled = {die: next((side for side in sides[die] if str(side) == face), str(face))
                  for die, face in zip(open_dice, faces, strict=True)}  # fmt: skip
        self._answer(Roll(rolled))

    def _deal(self, _: list[str]) -> None:
        self._changed(draw(self.table))

    def _undo(self, typed: list[str]) -> None:
        self._back(self.table.undo, T("Put it back:"), typed)

    def _redo(self, typed: list[str]) -> None:
        self._back(self.table.redo, T("Do it again:"), typed)

    def _back(self, move: Callable[[int], Played], over: Words, typed: list[str]) -> None:
        count = typed[0] if typed else "1"
        if not count.isdecimal() or int(count) < 1:
            self.view.note(T("Say how many, as a number."), "red")
            return
        played = move(int(count))
        self._open = self._form = None
        self._told = len(self.table.scene().story)
        self._hands(played.instructions, over)

    def _change(self, typed: list[str]) -> None:
        todo = self._past.change(typed)
        if todo is not None:
            self._open = None
            self._told = len(self.table.scene().story)
            self._hands(todo, T("Put it right:"))

    def _check(self, _: list[str]) -> None:
        played = self._compared.check()
        if played is not None:
            self._changed(played)

    def _whole(self, _: list[str]) -> None:
        self.view.picture(self.table.scene())

    def _story(self, _: list[str]) -> None:
        scene = self.table.scene()
        for card in [*scene.story, *([scene.card] if scene.card is not None else [])]:
            self.view.card(card)

    def _seat(self, typed: list[str]) -> None:
        """Open the board with that number, that of whoever plays without one."""
        boards = self.table.scene().boards
        at = next((index for index, board in enumerate(boards) if board.active), 0)
        if typed:
            at = int(typed[0]) - 1 if typed[0].isdecimal() else -1
        if 0 <= at < len(boards):
            self._board = at, self.table.ask
        else:
            self.view.note(T("Type the number of a board: seat 1 to seat {n}.", n=len(boards)), "red")

    def _secret(self, typed: list[str]) -> None:
        """Show one seat what only it may see; its counters can be tapped meanwhile."""
        scene = self.table.scene()
        seats = [board.seat for board in scene.boards]
        at = int(typed[0]) - 1 if typed and typed[0].isdecimal() else -1
        seat = seats[at] if 0 <= at < len(seats) else None
        if seat is None or seat not in scene.secrets:
            self.view.note(T("Type secret and the number of a board that has something to hide."), "red")
            return
        self._leave_alone()
        self._wait_for(scene, seat)
        try:
            self._look_alone(seat)
        finally:
            self.view.days.alone(here=False)

    def _look_alone(self, seat: str) -> None:
        while (private := self.table.game.presenter.private(self.table.state, seat)) is not None:
            self.view.days.private(private, self.view.card)
            self.view.note(T("Press Enter to hide it."), "bold")
            typed = self.read("> ").split()
            if not typed:
                return
            try:
                self._tap(private, typed)
            except Refused as no:
                self.view.note(no.text, "red")

    def _why(self, _: list[str]) -> None:
        """The rules of what was read last: of the refusal, or of what hands had to do; then of the question."""
        asked = self.table.scene().prompt.rule
        rules = dict.fromkeys([*self._rules, *([asked] if asked else [])])
        for rule in rules:
            words = self.table.game.presenter.rule(rule)
            if words is not None:
                self.view.note(T("{rule}: {words}", rule=rule, words=words))

    def _odds(self, _: list[str]) -> None:
        found = likely(self.table, self.view.say)
        self.view.odds(found)
        if not found:
            self.view.note(T("Nothing is left to chance now that all may know."), "dim")

    def _help(self, _: list[str]) -> None:
        self.view.help()

    def _leave(self, _: list[str]) -> None:
        raise Left

    # What came of it.

    def _answer(self, answer: Answer) -> None:
        self._changed(self.table.answer(answer))

    def _changed(self, played: Played) -> None:
        """Cards that were turned up, story that is new, and what hands must do; no text twice."""
        self._open = self._form = None
        if self._alone not in (None, self._only(self.table.scene())):
            self._leave_alone()
        game = self.table.game
        drawn = [game.presenter.card(self.table.state, part.answer) for part in played.parts if part.answer is not None]
        story = self.table.scene().story
        shown = [card for card in [*drawn, *story[self._told :]] if card is not None]
        self._told = len(story)
        for card in shown:
            self.view.card(card)
        told = [card.text for card in shown]
        self._hands([todo for todo in played.instructions if todo.text is None or todo.text not in told])

    def _hands(self, instructions: Sequence[Instruction], over: Words | None = None) -> None:
        lines = for_hands(self.table.game.presenter.lines(self.table.state, instructions), self.table.chance)
        if lines and over is not None:
            self.view.note(over, "bold")
        self._rules = [line.rule for line in lines if line.rule]
        self.view.checklist(lines)


def play_terminal(table: Table, *, say: Say | None = None, read: Read = input, confirmed: int = 0,
                  console: Console | None = None) -> None:  # fmt: skip
    """Play at ``table`` (made with ``auto=False``) by reading and typing, until somebody leaves or the input ends.

    ``say`` gives the language (English), ``read`` the lines that are typed, ``console`` takes what is shown;
    ``confirmed`` is the rev up to which hands have done what they were told.
    """
    shown = console or Console(markup=False, highlight=False, emoji=False)
    Terminal(table, View(shown, say or Language().say), read, confirmed).run()
