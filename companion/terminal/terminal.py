"""The terminal front end: the same session as on the touchscreen, as text."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence

from rich.console import Console

from companion.club.membership import Membership
from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, Over, RollAsk
from companion.core.refusals import BadSetup, Refused
from companion.core.texts import Say, T, Words
from companion.language import Language
from companion.scene.menu import BOARD, Menu, MenuItem
from companion.scene.scene import Cell, Choice, Filling, NumberEntry, Private, Scene, SeatBoard, Standing
from companion.session.forms import FormDraft
from companion.session.odds import likely
from companion.session.session import Session
from companion.table.history import hidden
from companion.table.people import with_people, with_person
from companion.table.table import Table
from companion.terminal.boxes import TerminalLearning
from companion.terminal.forms import BACK, show_form, tap_on, typed_into
from companion.terminal.past import TerminalCheck, TerminalPast
from companion.terminal.view import TerminalView, face_meant


class TerminalPrivacy:
    """Tracks which seat may see the terminal: secrets are shown after the others have looked away, and hidden again.

    ``read`` waits for Enter.
    """

    def __init__(self, session: Session, view: TerminalView, read: Callable[[str], str]) -> None:
        self._session = session
        self._table = session.table
        self._view = view
        self._read = read
        self._alone: str | None = None

    def let_look_away(self, scene: Scene) -> None:
        """If the question is for one seat only, wait until the others look away."""
        only = self._only()
        if only is not None and only != self._alone:
            self._wait_for(scene, only)
            self._alone = only

    def hide_answered(self) -> None:
        """Hide a seat's secrets, unless the next question is for the same seat."""
        if self._alone != self._only():
            self.hide()

    def hide(self) -> None:
        if self._alone is not None:
            self._alone = None
            self._view.alone(here=False)

    def show(
        self, numbers: list[str], typed: Callable[[], list[str]], tap: Callable[[Private, list[str]], None]
    ) -> None:
        """Show the secrets of the seat with the typed number until Enter.

        ``typed`` reads a line, and ``tap`` handles input for counters meanwhile.
        """
        scene = self._session.scene
        seats = [board.seat for board in scene.boards]
        at = int(numbers[0]) - 1 if numbers and numbers[0].isdecimal() else -1
        seat = seats[at] if 0 <= at < len(seats) else None
        if seat is None or seat not in scene.secrets:
            self._view.note(T("Type secret and the number of a board that has something to hide."), "red")
            return
        self.hide()
        self._wait_for(scene, seat)
        try:
            self.look(seat, typed, tap)
        finally:
            self._view.alone(here=False)

    def look(self, seat: str, typed: Callable[[], list[str]], tap: Callable[[Private, list[str]], None]) -> None:
        """Show the secrets of a seat that looks alone, until Enter."""
        while (private := self._table.private(seat)) is not None:
            self._view.private(private, self._view.card)
            self._view.note(T("Press Enter to hide it."), "bold")
            words = typed()
            if not words:
                return
            tap(private, words)

    def _only(self) -> str | None:
        """Who looks alone at the question; nobody where the companion draws, unless dice can be typed as well."""
        table = self._table
        return None if table.can_deal and not isinstance(table.ask, RollAsk) else self._session.only

    def _wait_for(self, scene: Scene, seat: str) -> None:
        called = self._table.game.presenter.word(self._table.state, f"seat:{seat}")
        name = next((board.name for board in scene.boards if board.seat == seat), called)
        self._view.note(T("Only {seat} looks now: press Enter.", seat=name), "bold")
        self._read("> ")
        self._view.alone(here=True)


Read = Callable[[str], str]
"""Reads a line with a prompt; raises ``EOFError`` at the end of input."""

NOT_UNDERSTOOD = T("That is not a command here. Type a number from the list, or h for help.")


class Left(Exception):
    """Leave the game."""


class Terminal:
    """A session (of a table made with ``auto=False``) in a terminal."""

    def __init__(self, session: Session, view: TerminalView, read: Read, club: Membership | None = None) -> None:
        self.session = session
        self.club = club or Membership(None)
        self.table = session.table
        self.view = view
        self.read = read
        self._open: str | None = None
        self._turn: object = None
        self._board: tuple[int, object] | None = None
        self._rules: list[str] = []
        self._because: Words | None = None
        """Why the companion did what was told last."""
        self._privacy = TerminalPrivacy(session, view, read)
        self._past = TerminalPast(session, view, read)
        self._compared = TerminalCheck(session.table, view, read)
        self._learning = TerminalLearning(session, view, read, self._compared, self._past)
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "d": self._deal, "f": self._faces, "u": self._undo, "r": self._redo, "change": self._change,
            "check": self._check, "new": self._new, "mend": self._mend, "b": self._whole, "seat": self._seat,
            "secret": self._secret, "name": self._name, "s": self._story, "why": self._why, "odds": self._odds,
            "plays": self._plays, "opinion": self._opinion, "call": self._call, "h": self._help, "q": self._leave,
        }  # fmt: skip
        self._thought = threading.Event()
        session.begin_thinking(self._thought.set)
        self._let_think()
        self._tell()

    def run(self) -> None:
        """Play until somebody leaves or the input ends."""
        self._learning.begin()
        try:
            self._play()
        except EOFError:
            pass
        finally:
            self._learning.end()
            self._privacy.hide()
            self.session.close()

    def _play(self) -> None:
        while True:
            scene = self.session.present_scene
            self._privacy.let_look_away(scene)
            self._learning.tell()
            not_saved = self.table.not_saved
            if not_saved is not None:
                self.view.note(not_saved, "bold red")
            if not self.table.over and self.session.learning.mode is not None:
                self._after(self._learning.go_on())
                continue
            self.club.show(self.session)
            if (news := self.club.news()) is not None:
                self.view.note(news, "bold")
            self._look(scene)
            typed = self._typed()
            try:
                self._obey(typed, scene)
            except Refused as no:
                self._refuse(no)
            except Left:
                return

    def _typed(self) -> list[str]:
        """The words of the next line, which also confirms the instructions."""
        typed = self.read("> ").split()
        while self.session.pages:
            self.session.done()
        self.session.clear_todo()
        return typed

    def _look(self, scene: Scene) -> None:
        """Show the whole table at the start of a turn or a question for all; otherwise only what to do."""
        ask = self.table.ask
        if isinstance(ask, ChooseAsk | Over) and (ask.who, ask.rule) != self._turn:
            self.view.picture(with_people(scene, self.table.people))
            self._turn = ask.who, ask.rule
        board = self._shown_board(scene)
        if board is not None:
            self.view.board(board)
            self.view.note(T("Enter goes back to the table."), "dim")
            return
        self.view.prompt(scene, None if scene.prompt.rule is None else self._where(scene.prompt.rule))
        forms, rev = self.session.forms, self.session.rev
        form = forms.now(scene, rev)
        if form is not None:
            show_form(self.view.console, self.view.say, form, chosen=forms.chosen(scene, rev) is not None)
            return
        if self._learning.known is not None:
            self.view.note(self._learning.known, "dim")
        self.view.at_a_glance(scene)
        if self._open is not None:
            self.view.note(Menu(scene).heading(self._open), "bold")
        options = self._options(scene)
        self.view.choices([MenuItem(one.name, one.value) for one in options])
        ticks = self._ticks(scene)
        self.view.ticks(ticks, len(options) + 1)
        self.view.choices(self._items(scene), len(options) + len(ticks) + 1)
        self.view.other_ways(scene)
        if self._open is not None:
            self.view.note(T("  0  Back"))
        if self.table.over:
            self.view.note(T("u takes back, q leaves."), "dim")
        elif self.table.can_deal and not isinstance(ask, RollAsk):
            self.view.note(T("Press Enter to draw."), "dim")

    def _options(self, scene: Scene) -> list[Standing]:
        """The options of which several can be chosen at once; they come first in the list."""
        return scene.several.options if scene.several is not None and self._open is None else []

    def _items(self, scene: Scene) -> list[MenuItem]:
        return [] if self.table.can_deal else Menu(scene).lines(self._open)

    def _ticks(self, scene: Scene) -> list[Cell]:
        """The lines of the checklist; they come first in the list, too."""
        return scene.checklist if self._open is None else []

    def _shown_board(self, scene: Scene) -> SeatBoard | None:
        """The open board, until the question changes."""
        if self._board is not None and self._board[1] != self.table.ask:
            self._board = None
        return None if self._board is None else scene.boards[self._board[0]]

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
        elif (form := self.session.forms.now(scene, self.session.rev)) is not None:
            self._fill(form, typed)
        elif all(part.isdecimal() for part in typed):
            self._choose([int(part) for part in typed], scene)
        else:
            self.view.note(NOT_UNDERSTOOD, "red")

    def _enter(self, scene: Scene) -> None:
        primary = next((choice for choice in scene.choices if choice.primary), None)
        if self._board is not None:
            self._board = None
        elif (form := self.session.forms.now(scene, self.session.rev)) is not None and form.start is not None:
            self._give(FormDraft(form, self.table.game, self.table.state))
        elif self.session.forms.chosen(scene, self.session.rev) is not None:
            self.session.forms.close()
        elif scene.several is not None:
            self._answer(scene.several.answers[scene.several.start])
        elif self.table.can_deal or isinstance(self.table.ask, RollAsk):
            self._deal([])
        elif primary is not None:
            self._answer(primary.answer)
        elif scene.entry is not None:
            self._enter_number(scene.entry, [])
        elif not self.table.over:
            self.view.note(T("Choose a number from the list."), "red")

    def _enter_number(self, entry: NumberEntry, typed: list[str]) -> None:
        word = " ".join(typed).replace("−", "-")
        if re.fullmatch("[+-]?[0-9]{1,9}", word) and entry.low <= int(word) <= entry.high:
            self._answer(entry.answers[int(word) - entry.low])
        else:
            self.view.note(T("Type a number from {low} to {high}.", low=entry.low, high=entry.high), "red")

    def _fill(self, form: Filling, typed: list[str]) -> None:
        filled = typed_into(form, typed)
        if form.start is not None and typed == [BACK]:
            self.session.forms.close()
        elif filled is None:
            self.view.note(T("That does not fit here. Type numbers as said above."), "red")
        else:
            self._give(FormDraft(form, self.table.game, self.table.state, filled))

    def _give(self, draft: FormDraft) -> None:
        unused = self.session.forms.doubt(draft, self.session.rev)
        if unused is not None:
            self.view.note(T("{what}. Type it once more if you mean it.", what=unused), "yellow")
        else:
            self._answer(draft.answer)

    def _tap(self, board: SeatBoard | Private, typed: list[str]) -> None:
        tap = tap_on(board, typed, self.view.say)
        if tap is None:
            self.view.note(T("That cannot be tapped. Type a number from the list, with − for one less."), "red")
        else:
            self._after(self.session.apply_tap(tap))

    def _choose(self, numbers: list[int], scene: Scene) -> None:
        items, options = self._items(scene), self._options(scene)
        ticks = self._ticks(scene)
        number = numbers[0] - len(options) - len(ticks)
        if scene.several is not None and options and all(1 <= n <= len(options) for n in numbers):
            self._answer(scene.several.answers[frozenset(options[n - 1].seat for n in numbers)])
        elif numbers[0] == 0 and self._open is not None:
            self._open = None
        elif -len(ticks) < number <= 0:
            self._tick(ticks[number - 1])
        elif not 1 <= number <= len(items):
            self.view.note(T("There is no number {n} in the list.", n=numbers[0]), "red")
        else:
            item = items[number - 1]
            if item.group == BOARD:
                self._seat([])
            elif item.choice is None:
                self._open = item.group
            else:
                self._take(item.choice, numbers[1:], scene)

    def _tick(self, line: Cell) -> None:
        if line.tap is not None:
            self._after(self.session.apply_tap(line.tap))

    def _take(self, choice: Choice, dice: Sequence[int], scene: Scene) -> None:
        if dice and (choice.pays is None or not all(1 <= n <= len(scene.dice) for n in dice)):
            self.view.note(T("Dice cannot be chosen like that here."), "red")
            return
        self.session.chosen = frozenset(scene.dice[n - 1].id for n in dice)
        self._after(self.session.choose(choice))
        doubted = self.session.doubted
        if doubted is not None and doubted.answer == choice.answer and doubted.unused is not None:
            self.view.note(T("{what}. Type it once more if you mean it.", what=doubted.unused), "yellow")

    def _faces(self, typed: list[str]) -> None:
        tray, scene = self.session.tray, self.session.scene
        if tray is None:
            self.view.note(T("No dice are being rolled now."), "red")
            return
        dice = [die.id for die in scene.dice if die.id in tray.slots]
        faces = [face_meant(word, scene, self.view.say) for word in typed]
        if len(faces) != len(dice) or None in faces:
            self.view.note(T("Type one face for each of the {n} dice.", n=len(dice)), "red")
            return
        for die, face in zip(dice, faces, strict=True):
            tray.set_face(die, str(face))
        self._after(self.session.give_roll())

    def _deal(self, _: list[str]) -> None:
        rev, ask = self.table.rev, self.table.ask
        drawn = self.session.draw()
        if drawn and isinstance(ask, RollAsk) and ask.only is not None:
            self._privacy.look(ask.only, self._typed, self._tap)
            rev = self.table.rev
        self._after(drawn)
        scene = self.session.scene
        told = {played.asked.only for played in self.table.since(rev).entries if hidden(played) and played.asked}
        for n, board in enumerate(scene.boards, 1):
            if board.seat in told and board.seat in scene.secrets:
                self.view.note(T("Only {seat} may look at it: type secret {n}.", seat=board.name, n=n), "dim")

    def _undo(self, typed: list[str]) -> None:
        if (n := self._count(typed)) is not None:
            self._after(self.session.undo(n=n))

    def _redo(self, typed: list[str]) -> None:
        if (n := self._count(typed)) is not None:
            self._after(self.session.redo(n=n))

    def _count(self, typed: list[str]) -> int | None:
        """The typed count, by default 1; None, with a message, if it is not a number."""
        count = typed[0] if typed else "1"
        if count.isdecimal() and int(count) >= 1:
            return int(count)
        self.view.note(T("Say how many, as a number."), "red")
        return None

    def _change(self, typed: list[str]) -> None:
        if (revision := self._past.change(typed)) is not None:
            self._after(self.session.revise(revision))

    def _check(self, _: list[str]) -> None:
        if (draft := self._compared.check()) is not None:
            self._after(self.session.accept(draft))

    def _new(self, _: list[str]) -> None:
        self._learning.open()

    def _mend(self, typed: list[str]) -> None:
        rev = self.session.rev
        revision = self._learning.change_card(typed)
        if revision is not None:
            self._after(self.session.revise(revision))
        elif self.session.rev != rev:
            self._tell()

    def _whole(self, _: list[str]) -> None:
        self.view.picture(with_people(self.session.scene, self.table.people))

    def _story(self, _: list[str]) -> None:
        scene = self.session.scene
        for card in [*scene.story, *([scene.card] if scene.card is not None else [])]:
            self.view.card(card)

    def _seat(self, typed: list[str]) -> None:
        """Open the board with the typed number, by default the current player's."""
        boards = self.session.scene.boards
        at = next((index for index, board in enumerate(boards) if board.active), 0)
        if typed:
            at = int(typed[0]) - 1 if typed[0].isdecimal() else -1
        if 0 <= at < len(boards):
            self._board = at, self.table.ask
        else:
            self.view.note(T("Type the number of a board: seat 1 to seat {n}.", n=len(boards)), "red")

    def _secret(self, typed: list[str]) -> None:
        """Show the secrets of a seat; its counters can be tapped meanwhile."""
        self._privacy.show(typed, self._typed, self._tap)

    def _name(self, typed: list[str]) -> None:
        """Say who sits in the seat with that number, or nobody any more; without a number, show who sits where."""
        seats, people = self.table.setup.seats, dict(self.table.people)
        if typed and not (typed[0].isdecimal() and 1 <= int(typed[0]) <= len(seats)):
            self.view.note(T("Type whose name it is and the name: name 1 Ana."), "red")
            return
        if typed:
            try:
                self.table.name_people({**people, seats[int(typed[0]) - 1]: " ".join(typed[1:])})
            except BadSetup as no:
                self.view.note(no.text, "red")
                return
        word, state, people = self.table.game.presenter.word, self.table.state, dict(self.table.people)
        for n, seat in enumerate(seats, 1):
            self.view.note(T("{n} {seat}", n=n, seat=with_person(word(state, f"seat:{seat}"), people.get(seat))))

    def _plays(self, typed: list[str]) -> None:
        """Say who plays the seat with that number: the companion, and how well, or a person."""
        seats = self.table.setup.seats
        if len(typed) != 2 or not (typed[0].isdecimal() and 1 <= int(typed[0]) <= len(seats)):
            self.view.note(T("Type whose seat it is and who plays: plays 2 good, or plays 2 person."), "red")
            return
        try:
            self.session.seat_companions({**self.table.companions, seats[int(typed[0]) - 1]: typed[1].lower()})
        except BadSetup as no:
            self.view.note(no.text, "red")
            return
        self._name([])
        self._after(True)

    def _let_think(self) -> None:
        """Wait while the companion thinks about its seats; Ctrl-C has it answer with the best so far."""
        session, noted = self.session, False
        while session.companions.thinks:
            try:
                if not self._thought.wait(0.5) and not noted:
                    self.view.note(session.scene.prompt.title, "dim")
                    noted = True
            except KeyboardInterrupt:
                session.hurry()
            if self._thought.is_set():
                self._thought.clear()
                session.heed()

    def _opinion(self, _: list[str]) -> None:
        """Say what the companion would do; Ctrl-C gives it up."""
        session, opinions = self.session, self.session.opinions
        thought = threading.Event()  # Its own: what the companion has thought for its seats meanwhile is heard later.
        session.ask_opinion(thought.set)
        if opinions.thinks:
            self.view.note(T("It thinks about it …"), "dim")
        try:
            while opinions.thinks:
                thought.wait()
                thought.clear()
                session.hear_opinion()
        except KeyboardInterrupt:
            opinions.forget()
        if opinions.why_not is not None:
            self.view.note(opinions.why_not)
        for n, one in enumerate(opinions.best or (), 1):
            self.view.note(T("{n}. {answer}: {chance}", n=n, answer=one.words, chance=one.said))

    def _why(self, _: list[str]) -> None:
        """Show why the companion did what it did, the rules of the last refusal or instructions, then of the
        question."""
        if self._because is not None:
            self.view.note(self._because)
        asked = self.session.scene.prompt.rule
        rules = dict.fromkeys([*self._rules, *([asked] if asked else [])])
        for rule in rules:
            words = self.table.game.presenter.rule(rule)
            if words is not None:
                place = self._where(rule)
                self.view.note(words if place is None else T("{place}: {words}", place=place, words=words))

    def _where(self, rule: str) -> Words | None:
        """The heading of the rulebook, with the number of the rule; None without a rulebook: nobody knows a number."""
        heading = self.table.game.presenter.heading(rule)
        return None if heading is None else T("{heading} ({number})", heading=heading, number=rule)

    def _odds(self, _: list[str]) -> None:
        found = likely(self.table, self.view.say)
        self.view.odds(found)
        if not found:
            self.view.note(T("Nothing that everyone may know is left to chance now."), "dim")

    def _call(self, _: list[str]) -> None:
        self.club.call()
        if not self.club.on:
            self.view.note(NOT_UNDERSTOOD, "red")
        elif self.club.calling:
            self.view.note(T("Help is called. Type call once more to take it back."))
        else:
            self.view.note(T("Help is called no more."))

    def _help(self, _: list[str]) -> None:
        self.view.help(club=self.club.on)

    def _leave(self, _: list[str]) -> None:
        raise Left

    # What came of it.

    def _answer(self, answer: Answer) -> None:
        self._after(self.session.answer(answer))

    def _after(self, taken: bool) -> None:
        if taken:
            self._let_think()
            self._open = None
            self._privacy.hide_answered()
            self._tell()
        elif self.session.refused is not None:
            self._refuse(self.session.refused)

    def _refuse(self, no: Refused) -> None:
        self._rules, self._because = [no.rule] if no.rule else [], None
        self.view.note(no.text, "red")
        if no.rule is not None:
            place = self._where(no.rule)
            if place is not None:
                self.view.note(place, "dim")

    def _tell(self) -> None:
        """Show all pages and instructions; repeated headings once. If the turn has passed on, whose they are is said
        first."""
        pages, todo = self.session.pages, [*self.session.in_hand, *self.session.todo]
        over: Words | None = None
        turn = self.session.present_scene.prompt.over
        for page in pages:
            if page.asked_in is not None and page.asked_in.prompt.over != turn:
                turn = page.asked_in.prompt.over
                self.view.turn(turn)
            if page.over is not None and page.over != over:
                over = page.over
                self.view.note(over, "bold")
            if page.card is not None:
                self.view.card(page.card)
            self.view.checklist(page.lines)
        self.view.checklist(todo)
        self._because = next((page.because for page in pages if page.because is not None), None)
        self._rules = [line.rule for lines in (*(page.lines for page in pages), todo) for line in lines if line.rule]


def play_terminal(table: Table, *, say: Say | None = None, read: Read = input, confirmed: int = 0,
                  console: Console | None = None, club: Membership | None = None) -> None:  # fmt: skip
    """Play at ``table`` (made with ``auto=False``) in a terminal, until somebody leaves or the input ends.

    ``say`` translates (default: English), ``read`` reads lines, ``console`` is the output; ``confirmed`` is the rev up
    to which instructions are done. ``club`` is notified of changes.
    """
    shown = console or Console(markup=False, highlight=False, emoji=False)
    say = say or Language().say
    Terminal(Session(table, say=say, confirmed=confirmed), TerminalView(shown, say), read, club).run()
