"""The seats that the companion plays in a session: whose turn it is, what it thinks, and what is shown meanwhile."""

from __future__ import annotations

import queue
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from secrets import token_hex
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from msgspec import structs

from companion.chance.playing import PLAYERS, Thinker, Trials, decides, is_free, weigh
from companion.chance.thinking import Dilemma, ThinkingProcess, Thought, packed, stopwatch
from companion.core.answers import Answer
from companion.core.asks import Over
from companion.core.refusals import Refused
from companion.core.state import State
from companion.core.texts import T, Words
from companion.scene.scene import Choice, Prompt, Scene
from companion.session.open_choices import OpenChoices
from companion.session.pages import TurnScene
from companion.table.history import PlayedEntry
from companion.table.people import isolated
from companion.table.table import Table

SEALED: Final = "sealed"
"""The key of the note with what the companion has chosen where all choose at the same time, before its turn to say so:
``seats``, those that were still to be asked then, and ``answers`` by seat."""


FACE_DOWN: Final = "face_down"
"""The key of the note with what the companion has laid face down, before people turn theirs up: ``rev``, that of the
table then, ``laid``, the answers by name (``Player.laid_ahead``), and ``seats``, whose they are."""


class Hurry(Answer, frozen=True, tag="hurry"):
    """Have the best answer so far, or let the companion play on. Fronts offer it; the rules never see it."""

    label = T("Now")
    primary = True


class Thinking(Protocol):
    """What thinks (``companion.chance.thinking.ThinkingProcess``)."""

    def think(self, dilemma: Dilemma) -> None: ...

    def hurry(self) -> None: ...

    def close(self) -> None: ...


class _Subject(NamedTuple):
    """What is thought about: the rev of the table, the seat, whether that is asked ahead of its turn, and what it is to
    lay face down, if that is the question."""

    rev: int
    seat: str
    ahead: bool = False
    lies: str = ""


class Because(NamedTuple):
    """Why the companion has decided as it did, in words; ``gain`` is the difference to its best other answer."""

    gain: float
    words: Words


def because(table: Table, thought: Thought) -> Because | None:
    """Why the companion gives the first answer of what it has thought to the open question; None if it has tried no
    other one, and where only its own seat sees the answers: the others would tell what it holds."""
    tried = [trials for trials in thought if trials.games]
    if len(tried) < 2 or table.ask.only is not None:
        return None
    best, other = tried[:2]
    tell, gain = table.game.presenter.describe, best.chance - other.chance
    first, second = tell(table.state, best.answer), tell(table.state, other.answer)
    chance, less = chance_in_words(best.chance), chance_in_words(other.chance)
    if chance == less or gain < 0:
        return Because(0.0, T("“{first}” or “{second}”: that is the same for winning, {chance}.", first=first,
                              second=second, chance=chance))  # fmt: skip
    return Because(
        gain,
        T("“{first}” wins {chance}, “{second}” {less}.", first=first, chance=chance, second=second, less=less),
    )


def chance_in_words(chance: float) -> Words:
    """A chance to win, from 0 to 1."""
    n = round(100 * chance)
    return T("hardly ever") if n == 0 else T("nearly always") if n == 100 else T("about {n} in 100", n=n)


class CompanionSeats:
    """The seats of the companion at a table.

    Nothing is thought until ``start``. While there is something to redo it waits, as the dealer does: to play on would
    drop it.
    """

    def __init__(self, table: Table, left: OpenChoices | None = None) -> None:
        """``left`` are the choices that people have left open: it waits for those that must be made first."""
        self._table = table
        self._left = left
        self._mind: Thinking | None = None
        self._heard: queue.SimpleQueue[tuple[int, Thought | None]] = queue.SimpleQueue()
        self._number = 0
        self._about: _Subject | None = None
        self.turn: tuple[str, TurnScene, list[int]] | None = None
        """Its seat whose turn is under way, and how that began: the scene, and the numbers that are followed."""
        self.done: list[PlayedEntry] = []
        """What it did in that turn so far: people are told once it is over, or once they have to do something."""
        self.reasons: list[Because] = []
        """Why it did that, for each decision that it has thought about."""
        self._goes_on_at: int | None = None
        self._ready: tuple[int, str, Thought] | None = None
        """What was thought out: the rev of the table, the seat, and the thought."""

    def start(self, notify: Callable[[], object], mind: Callable[..., Thinking] = ThinkingProcess) -> None:
        """Think from now on; ``notify`` is called in any thread when there is something to ``listen`` to."""

        def heard(number: int, thought: Thought | None) -> None:
            self._heard.put((number, thought))
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
        people_first = self._left is not None and self._left.due is not None
        return None if people_first else whose_turn(self._table)

    @property
    def thinks(self) -> bool:
        """True while it thinks about what it has to decide now."""
        return self._about is not None and self._about.seat == self.due

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

    def decided(self) -> Thought | None:
        """The answer for the seat that is due, and what else was weighed, if it was thought out or there is nothing to
        think about; else begin to think."""
        seat, table = self.due, self._table
        if seat is None or self.waits or self._mind is None or table.ask.chance:
            return None
        sealed = self._unsealed(seat)
        if sealed is not None:
            return [Trials(sealed)]
        if self._ready is not None and self._ready[:2] == (table.rev, seat):
            return self._ready[2]
        if self._needs_thought(table.state, seat):
            self._think(table.state, _Subject(table.rev, seat))
            return None
        return _without_thinking(table, table.state, seat)

    def lay_face_down(self) -> None:
        """Choose what everybody lays face down now, one after another, before people have said that all have."""
        table, about = self._table, self._about
        if self._mind is None or (about is not None and about.rev == table.rev):
            return
        for lies, seat in _still_to_lay(table).items():
            if self._needs_thought(table.state, seat, lies):
                self._think(table.state, _Subject(table.rev, seat, lies=lies))
                return
            _lay(table, lies, seat, _without_thinking(table, table.state, seat, lies)[0].answer)

    def lay_the_rest(self) -> None:
        """Lay at once what is not thought out yet: people have chosen."""
        if self._mind is not None:
            for lies, seat in _still_to_lay(self._table).items():
                _lay(self._table, lies, seat, _without_thinking(self._table, self._table.state, seat, lies)[0].answer)

    def think_ahead(self) -> None:
        """Begin to think about what a seat of the companion is asked at the same time as people, before they answer."""
        table, rules = self._table, self._table.game.rules
        seats = list(rules.together(table.state))
        noted = table.notes.get(SEALED)
        if noted is not None and (not seats or not {*seats} <= {*noted["seats"]}):
            # Those questions are over.
            table.note(SEALED, None)
            noted = None
        if self._mind is None or self.thinks or (self._about is not None and self._about.ahead):
            # One thing after another: what is due comes first.
            return
        known = () if noted is None else noted["answers"]
        for seat in seats[1:]:
            state = rules.asked_ahead(table.state, seat) if seat in table.companions and seat not in known else None
            if state is not None and self._needs_thought(state, seat):
                self._think(state, _Subject(table.rev, seat, ahead=True))
                return
            if state is not None:
                self._seal(seat, _without_thinking(table, state, seat)[0].answer)

    def listen(self) -> None:
        """Take up what was thought out."""
        with suppress(queue.Empty):
            while True:
                number, thought = self._heard.get_nowait()
                if number == self._number and self._about is not None:
                    about, self._about = self._about, None
                    self._take_up(about, thought)

    def hurry(self) -> None:
        """Have the best answer so far."""
        if self._mind is not None:
            self._mind.hurry()

    def forget(self) -> None:
        """What was thought is of no use any more: the table is another one."""
        self._about = self._ready = None
        if self._table.notes.get(SEALED) is not None:
            self._table.note(SEALED, None)

    def _needs_thought(self, state: State[Any, Any], seat: str, lies: str = "") -> bool:
        table = self._table
        thinker = Thinker(table.game, Random(), laid=_laid_by(table, seat, lies), lies=lies)
        return PLAYERS[table.companions[seat]] > 0 and is_free(thinker.asked(state)[1])

    def _think(self, state: State[Any, Any], subject: _Subject) -> None:
        table, setup, about, seat = self._table, self._table.setup, self._about, subject.seat
        if self._mind is None or (about is not None and (about == subject or (about.ahead and about.seat == seat))):
            return
        self._number += 1
        self._about, laid = subject, _laid_by(table, seat, subject.lies)
        self._mind.think(
            Dilemma(self._number, table.companions[seat], table.game.name, table.box.data, setup.seats, setup.settings,
                    packed(state), luck_of(table, seat + subject.lies), laid, subject.lies)
        )  # fmt: skip

    def _take_up(self, about: _Subject, thought: Thought | None) -> None:
        """Keep an answer for its turn; that of the sensible player if there is none."""
        table, rules, seat = self._table, self._table.game.rules, about.seat
        if about.lies:
            if _still_to_lay(table).get(about.lies) == seat:
                said = thought or _without_thinking(table, table.state, seat, about.lies)
                _lay(table, about.lies, seat, said[0].answer)
            return
        state = table.state if self.due == seat else rules.asked_ahead(table.state, seat) if about.ahead else None
        if state is None or seat not in table.companions:
            return
        if thought is None or not rules.allows(state, thought[0].answer):
            thought = _without_thinking(table, state, seat)
        if about.ahead:
            self._seal(seat, thought[0].answer)
        else:
            self._ready = about.rev, seat, thought

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
    seat = None if isinstance(ask, Over) else ask.only or ask.who
    hands = ask.chance and ask.only is None and not table.can_deal
    return seat if seat in table.companions and not hands else None


def luck_of(table: Table, about: str) -> str:
    """A seed for what the companion tries, the same for the same moment of a game whose chance is seeded."""
    seed = table.setup.seed
    return token_hex(8) if seed is None else f"{seed}:{table.rev}:{about}"


def _without_thinking(table: Table, state: State[Any, Any], seat: str, lies: str = "") -> Thought:
    """What the sensible or the easy player says."""
    level = table.companions[seat]
    name, luck = "sensible" if PLAYERS[level] else level, Random(luck_of(table, seat + lies))
    return weigh(name, table.game, state, luck, lambda: 1.0, _laid_by(table, seat, lies), lies)


# What lies face down.


def _still_to_lay(table: Table) -> dict[str, str]:
    """What the companion has to lay face down before the open question is answered, by name, and its seat."""
    states = table.game.player.laid_ahead(table.state) if table.companions and not table.over else {}
    noted = table.notes.get(FACE_DOWN) or {}
    laid = noted["laid"] if noted.get("rev") == table.rev else {}
    asked = {lies: decides(table.game.rules.ask(state)) for lies, state in states.items() if lies not in laid}
    return {lies: seat for lies, seat in asked.items() if seat is not None and seat in table.companions}


def _lay(table: Table, lies: str, seat: str, answer: Answer) -> None:
    """Keep what lies face down with the game."""
    noted = table.notes.get(FACE_DOWN) or {}
    if noted.get("rev") != table.rev:
        noted = {"laid": {}, "seats": {}}
    laid, seats = {**noted["laid"], lies: msgspec.to_builtins(answer)}, {**noted["seats"], lies: seat}
    table.note(FACE_DOWN, {"rev": table.rev, "laid": laid, "seats": seats})


def _laid_by(table: Table, seat: str, lies: str = "") -> Mapping[str, Answer]:
    """What a seat of the companion has laid face down, and knows; with ``lies`` what it has laid this time."""
    noted, rules = table.notes.get(FACE_DOWN) or {"laid": {}}, table.game.rules
    if lies and noted.get("rev") != table.rev:
        return {}
    seats = noted.get("seats", {})  # A game that was begun before they were noted has one for all.
    said = {lies: said for lies, said in noted["laid"].items() if seats.get(lies, seat) == seat}
    return {lies: rules.parse(table.state, one) for lies, one in said.items()}


# Without a screen: the companion thinks and answers at once.


def play_companions(table: Table) -> list[PlayedEntry]:
    """Play for the seats of the companion until people are asked; returns the entries.

    While there is something to redo it does nothing: to play on would drop it.
    """
    found: list[PlayedEntry] = []
    while (seat := whose_turn(table)) is not None and not table.history.undone:
        if table.ask.chance:
            found += table.deal().entries
        else:
            found += table.answer(_thought_out(table, seat), "companion").entries
    for lies, seat in _still_to_lay(table).items():
        _lay(table, lies, seat, _thought_out(table, seat, lies))
    return found


def _thought_out(table: Table, seat: str, lies: str = "") -> Answer:
    luck, laid = Random(luck_of(table, seat + lies)), _laid_by(table, seat, lies)
    return weigh(table.companions[seat], table.game, table.state, luck, stopwatch(), laid, lies)[0].answer
