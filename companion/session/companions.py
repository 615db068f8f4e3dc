"""The seats that the companion plays in a session: whose turn it is, what it thinks, and what is shown meanwhile."""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from secrets import token_hex
from typing import Any, Final, Protocol

import msgspec
from msgspec import structs

from companion.chance.playing import PLAYERS, choose, is_free
from companion.chance.thinking import Dilemma, ThinkingProcess, packed, stopwatch
from companion.core.answers import Answer
from companion.core.asks import Ask, Over
from companion.core.refusals import Refused
from companion.core.state import State
from companion.core.texts import T, Words
from companion.scene.scene import Choice, Prompt, Scene
from companion.session.pages import TurnScene
from companion.table.history import PlayedEntry
from companion.table.people import isolated
from companion.table.table import Table

SEALED: Final = "sealed"
"""The key of the note with what the companion has chosen where all choose at the same time, before its turn to say so:
``seats``, those that were still to be asked then, and ``answers`` by seat."""


FACE_DOWN: Final = "face_down"
"""The key of the note with what the companion has laid face down, before people turn theirs up: ``rev``, that of the
table then, and ``laid``, the answers by name (``Player.laid_ahead``)."""


class Hurry(Answer, frozen=True, tag="hurry"):
    """Have the best answer so far, or let the companion play on. Fronts offer it; the rules never see it."""

    label = T("Now")
    primary = True


class Thinking(Protocol):
    """What thinks (``companion.chance.thinking.ThinkingProcess``)."""

    def think(self, dilemma: Dilemma) -> None: ...

    def hurry(self) -> None: ...

    def close(self) -> None: ...


class CompanionSeats:
    """The seats of the companion at a table.

    Nothing is thought until ``start``. While there is something to redo it waits, as the dealer does: to play on would
    drop it.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._mind: Thinking | None = None
        self._heard: queue.SimpleQueue[tuple[int, Answer | None]] = queue.SimpleQueue()
        self._number = 0
        self._about: tuple[int, str, bool] | None = None
        """What it thinks about: the rev of the table, the seat, and whether that is asked ahead of its turn."""
        self.turn: tuple[str, TurnScene, list[int]] | None = None
        """Its seat whose turn is under way, and how that began: the scene, and the numbers that are followed."""
        self.done: list[PlayedEntry] = []
        """What it did in that turn so far: people are told once it is over, or once they have to do something."""
        self._goes_on_at: int | None = None
        self._ready: tuple[int, str, Answer] | None = None
        """What was thought out: the rev of the table, the seat, and the answer."""

    def start(self, notify: Callable[[], object], mind: Callable[..., Thinking] = ThinkingProcess) -> None:
        """Think from now on; ``notify`` is called in any thread when there is something to ``listen`` to."""

        def heard(number: int, answer: Answer | None) -> None:
            self._heard.put((number, answer))
            notify()

        self._mind = mind(heard)

    def close(self) -> None:
        """Think no more."""
        mind, self._mind, self._about = self._mind, None, None
        if mind is not None:
            mind.close()

    # Whose turn it is.

    @property
    def due(self) -> str | None:
        """The seat of the companion that has to go on now; None if people do."""
        return whose_turn(self._table)

    @property
    def thinks(self) -> bool:
        """True while it thinks about what it has to decide now."""
        return self._about is not None and self._about[1] == self.due

    @property
    def waits(self) -> bool:
        """True while it lets people undo or redo more."""
        return self._table.history.undone > 0 and self._goes_on_at != self._table.rev

    def go_on(self) -> None:
        """Play on from here, whatever was undone."""
        self._goes_on_at = self._table.rev

    @property
    def deals(self) -> bool:
        """True if chance goes on with its turn now."""
        return self._mind is not None and self.due is not None and self._table.ask.chance and not self.waits

    # Thinking.

    def decided(self) -> Answer | None:
        """The answer for the seat that is due, if it was thought out or there is nothing to think about; else begin to
        think."""
        seat, table = self.due, self._table
        if seat is None or self.waits or self._mind is None or table.ask.chance:
            return None
        sealed = self._unsealed(seat)
        if sealed is not None:
            return sealed
        if self._ready is not None and self._ready[:2] == (table.rev, seat):
            return self._ready[2]
        legal = turned_up(table)
        if legal is not None:
            return self._at_once(table.state, seat, legal)
        if self._needs_thought(table.state, seat):
            self._think(table.state, seat, ahead=False)
            return None
        return self._at_once(table.state, seat)

    def lay_face_down(self) -> None:
        """Choose what everybody lays face down now."""
        if self._mind is not None:
            lay_face_down(self._table)

    def think_ahead(self) -> None:
        """Begin to think about what a seat of the companion is asked at the same time as people, before they answer."""
        table, rules = self._table, self._table.game.rules
        seats = list(rules.together(table.state))
        noted = table.notes.get(SEALED)
        if noted is not None and (not seats or not {*seats} <= {*noted["seats"]}):
            # Those questions are over.
            table.note(SEALED, None)
            noted = None
        if self._mind is None or self.thinks or (self._about is not None and self._about[2]):
            # One thing after another: what is due comes first.
            return
        known = () if noted is None else noted["answers"]
        for seat in seats[1:]:
            state = rules.asked_ahead(table.state, seat) if seat in table.companions and seat not in known else None
            if state is not None and self._needs_thought(state, seat):
                self._think(state, seat, ahead=True)
                return
            if state is not None:
                self._seal(seat, self._at_once(state, seat))

    def listen(self) -> None:
        """Take up what was thought out."""
        with suppress(queue.Empty):
            while True:
                number, answer = self._heard.get_nowait()
                if number == self._number and self._about is not None:
                    (rev, seat, ahead), self._about = self._about, None
                    self._take_up(rev, seat, answer, ahead=ahead)

    def hurry(self) -> None:
        """Have the best answer so far."""
        if self._mind is not None:
            self._mind.hurry()

    def forget(self) -> None:
        """What was thought is of no use any more: the table is another one."""
        self._about = self._ready = None
        if self._table.notes.get(SEALED) is not None:
            self._table.note(SEALED, None)

    def _needs_thought(self, state: State[Any, Any], seat: str) -> bool:
        return PLAYERS[self._table.companions[seat]] > 0 and is_free(self._table.game.rules.legal(state))

    def _think(self, state: State[Any, Any], seat: str, *, ahead: bool) -> None:
        table, setup, about = self._table, self._table.setup, self._about
        if self._mind is None or (about is not None and about[1] == seat and (about[2] or about[0] == table.rev)):
            return
        self._number += 1
        self._about = table.rev, seat, ahead
        self._mind.think(
            Dilemma(self._number, table.companions[seat], table.game.name, table.box.data, setup.seats, setup.settings,
                    packed(state), luck_of(table, seat))
        )  # fmt: skip

    def _take_up(self, rev: int, seat: str, answer: Answer | None, *, ahead: bool) -> None:
        """Keep an answer for its turn; that of the sensible player if there is none."""
        table, rules = self._table, self._table.game.rules
        state = table.state if self.due == seat else rules.asked_ahead(table.state, seat) if ahead else None
        if state is None or seat not in table.companions:
            return
        if answer is None or not rules.allows(state, answer):
            answer = self._at_once(state, seat)
        if ahead:
            self._seal(seat, answer)
        else:
            self._ready = rev, seat, answer

    def _at_once(self, state: State[Any, Any], seat: str, among: Sequence[Answer] | None = None) -> Answer:
        """What there is to say without thinking."""
        return _without_thinking(self._table, state, seat, among)

    # What is chosen before its turn to say so.

    def _seal(self, seat: str, answer: Answer) -> None:
        table = self._table
        noted = table.notes.get(SEALED) or {"seats": list(table.game.rules.together(table.state)), "answers": {}}
        table.note(SEALED, {**noted, "answers": {**noted["answers"], seat: msgspec.to_builtins(answer)}})

    def _unsealed(self, seat: str) -> Answer | None:
        """Take what was chosen for this seat, if it can still be said."""
        table, noted = self._table, self._table.notes.get(SEALED)
        if noted is None or seat not in noted["answers"]:
            return None
        answers = dict(noted["answers"])
        said = answers.pop(seat)
        table.note(SEALED, {**noted, "answers": answers})
        try:
            answer = table.game.rules.parse(table.state, said)
        except Refused:
            return None
        return answer if table.game.rules.allows(table.state, answer) else None

    # What people see.

    def name(self, seat: str) -> Words:
        """What the companion is called in this seat."""
        table = self._table
        found: Words = isolated(table.people).get(seat) or table.game.presenter.word(table.state, f"seat:{seat}")
        return found

    def scene(self, scene: Scene) -> Scene:
        """The scene while the companion decides: nothing of its question, and one button."""
        seat = self.due
        if seat is None:
            return scene
        name = self.name(seat)
        title = T("{name} goes on from here.", name=name) if self.waits else T("{name} is thinking.", name=name)
        label = T("Go on") if self.waits else Hurry.label
        boards = [structs.replace(board, plays=False) for board in scene.boards]
        return structs.replace(
            scene, prompt=Prompt(scene.prompt.over, title), choices=[Choice(Hurry(), label, primary=True)], groups=[],
            dice=[], faces=[], pad=None, tips=[], fillings=[], several=None, entry=None, otherwise=None, checklist=[],
            boards=boards,
        )  # fmt: skip


def whose_turn(table: Table) -> str | None:
    """The seat of the companion that has to go on now; None if people do. Chance that hands bring is theirs, but what
    the companion draws in secret is never drawn by people."""
    ask = table.ask
    seat = _seat_asked(ask)
    hands = ask.chance and ask.only is None and not table.can_deal
    return seat if seat in table.companions and not hands else None


def _seat_asked(ask: Ask) -> str | None:
    """The seat that an ask is for; None at the end, and where it is for all."""
    return None if isinstance(ask, Over) else ask.only or ask.who


def luck_of(table: Table, seat: str) -> str:
    """A seed for what the companion tries, the same for the same moment of a game whose chance is seeded."""
    seed = table.setup.seed
    return token_hex(8) if seed is None else f"{seed}:{table.rev}:{seat}"


def _without_thinking(table: Table, state: State[Any, Any], seat: str, among: Sequence[Answer] | None = None) -> Answer:
    """What the sensible or the easy player says, of the legal answers or of those ``among`` them."""
    level = table.companions[seat]
    legal = (among if among is not None else table.game.rules.legal(state)) or []
    if not is_free(legal):
        return legal[0]
    name = "sensible" if PLAYERS[level] else level
    return choose(name, table.game, state, legal, Random(luck_of(table, seat)), lambda: 1.0)


# What lies face down.


def lay_face_down(table: Table) -> None:
    """Choose what everybody lays face down now, for the seats of the companion, and keep it with the game."""
    states = table.game.player.laid_ahead(table.state) if table.companions and not table.over else {}
    if not states or (table.notes.get(FACE_DOWN) or {}).get("rev") == table.rev:
        return
    asked = {name: (state, _seat_asked(table.game.rules.ask(state))) for name, state in states.items()}
    laid = {
        name: msgspec.to_builtins(_without_thinking(table, state, seat))
        for name, (state, seat) in asked.items()
        if seat is not None and seat in table.companions
    }
    table.note(FACE_DOWN, {"rev": table.rev, "laid": laid})


def turned_up(table: Table) -> Sequence[Answer] | None:
    """The answers to the open decision that agree with what the companion has laid face down; None if nothing lies
    there that is about it."""
    noted, rules, legal = table.notes.get(FACE_DOWN), table.game.rules, table.legal() or []
    if not noted or not noted["laid"]:
        return None
    laid = {name: rules.parse(table.state, said) for name, said in noted["laid"].items()}
    found = table.game.player.turned_up(table.state, laid, legal)
    return None if found is legal else found


# Without a screen: the companion thinks and answers at once.


def play_companions(table: Table) -> list[PlayedEntry]:
    """Play for the seats of the companion until people are asked; returns the entries.

    While there is something to redo it does nothing: to play on would drop it.
    """
    found: list[PlayedEntry] = []
    while (seat := whose_turn(table)) is not None and not table.history.undone:
        legal = table.legal() or []
        if table.ask.chance:
            found += table.deal().entries
        elif not is_free(legal):
            found += table.answer(legal[0], "companion").entries
        else:
            luck, level, elapsed = Random(luck_of(table, seat)), table.companions[seat], stopwatch()
            answer = choose(level, table.game, table.state, turned_up(table) or legal, luck, elapsed)
            found += table.answer(answer, "companion").entries
    lay_face_down(table)
    return found
