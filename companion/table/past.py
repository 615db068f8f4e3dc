"""The past of a table: its timeline, earlier moments, and other answers given there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import msgspec
from msgspec import Struct, structs

from companion.core.answers import Answer, Face, Roll
from companion.core.asks import Ask, Over, RollAsk, is_chance
from companion.core.instructions import Instruction, Picture, changes_between, in_order
from companion.core.refusals import Refused
from companion.core.secrets import HIDDEN
from companion.core.state import State
from companion.core.texts import P, Say, T, Text, Words
from companion.games.game import Game
from companion.scene.scene import Filling, Line, choice_of, for_hands, form_of
from companion.table.history import History, Misfit, PlayedEntry, Revision, apply, hidden, label
from companion.table.learned import lesson_label
from companion.table.log import is_decision
from companion.table.table import Table

# The timeline.

LEFT_OPEN = "left_open"
"""The key of the note with the entries whose answers are only taken for granted, until people choose."""


class TimelineEntry(Struct, frozen=True):
    """An entry of the timeline.

    ``goal`` is the argument of ``Table.jump`` that leads to just after this entry and its chance; 0 before the first
    decision. ``done`` is False for undone entries that can be redone; ``learn`` entries are always done.
    """

    played: PlayedEntry
    chapter: Words
    goal: int
    done: bool


class Timeline:
    """The timeline of a table. The chapter of each entry is computed only once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._chapters: list[tuple[PlayedEntry, Words]] = []

    def entries(self) -> list[TimelineEntry]:
        """The entries in effect and the ``learn`` entries in order, then those that can be redone."""
        self._catch_up()
        found, goal, mark = [], 0, self.table.history.mark
        learned = [played for played in self.table.history.entries if played.entry.kind == "learn"]
        chapter: Words = self.table.game.presenter.chapter(self.table.history.state_at(0)) if learned else ""
        for at, (played, here) in enumerate(self._chapters):
            while learned and (at >= mark or learned[0].entry.rev < played.entry.rev):
                found.append(TimelineEntry(learned.pop(0), chapter, goal, done=True))
            if is_decision(played.entry):
                goal = played.entry.rev
            chapter = here
            found.append(TimelineEntry(played, here, goal, at < mark))
        return found + [TimelineEntry(played, chapter, goal, done=True) for played in learned]

    @property
    def now(self) -> int:
        """The ``rev`` of the last decision in effect; 0 if there is none."""
        units, done = self.table.history.decisions, self.table.history.done
        return units[done - 1].entry.rev if done else 0

    def label(self, played: PlayedEntry) -> Words:
        if played.entry.kind == "learn":
            return lesson_label(self.table, played.entry)
        if played.entry.rev in self.table.notes.get(LEFT_OPEN, ()):
            return T("Still to be chosen")
        return label(self.table.game, self.table.state, played)

    def latest(self, n: int) -> list[PlayedEntry]:
        """The last ``n`` entries in effect, newest first."""
        history = self.table.history
        return list(reversed(history.line[max(0, history.mark - n) : history.mark]))

    def _catch_up(self) -> None:
        line, known = self.table.history.line, self._chapters
        same = 0
        while same < min(len(line), len(known)) and line[same] is known[same][0]:
            same += 1
        del known[same:]
        if same == len(line):
            return
        game, state = self.table.game, self.table.history.state_at(same)
        for played in line[same:]:
            known.append((played, game.presenter.chapter(state)))
            self.table.history.replay(state, played)


# Viewing an earlier moment, and revising an answer there.
#
# The log is append-only. To revise an answer, everything back to it is undone, the new answer is given, and the later
# answers that still fit are given again. Until that is decided, it happens on copies of the state.

PRIVATE = T("Only one player may know this, so it cannot be changed here.")
CORRECTED = T("This is a correction. Correct the table again instead of changing it.")
TAKEN_BACK = T("This has been taken back. Go on to it first, then it can be changed.")
OPENING = T("This was dealt before the first decision, so it cannot be changed.")
SAME = T("That is what was answered already.")


class Moment(Struct, frozen=True):
    """The game as it was when ``played`` was asked for.

    ``legal`` are the answers to list, None for a roll, whose dice and sides are ``faces``. ``fixed`` says why the entry
    cannot be changed; then nothing is listed.
    """

    played: PlayedEntry
    state: State[Any, Any]
    legal: Sequence[Answer] | None
    faces: dict[str, list[Face]]
    fixed: Text | None = None


def look_at(table: Table, rev: int) -> Moment:
    """The moment before the entry ``rev``. Raises ``Refused`` ``unknown`` if that is no answer or correction."""
    game, history = table.game, table.history
    position = _position(table, rev)
    played, state = history.line[position], history.state_at(position)
    fixed = _why_fixed(table, position, state)
    if fixed is not None:
        return Moment(played, state, [], {}, fixed)
    ask = game.rules.ask(state)
    if isinstance(ask, RollAsk):
        return Moment(played, state, None, {die: list(game.rules.dice[die]) for die in ask.dice})
    return Moment(played, state, game.rules.legal(state) or [], {})


def weigh(table: Table, rev: int, answer: object) -> Revision:
    """Work out the consequences of replacing the entry ``rev`` by ``answer`` (an ``Answer``, or its decoded JSON
    object).

    Chance stays as it was. Raises ``Refused``: ``unknown`` moment, ``illegal`` if it cannot be changed or the answer is
    the same, and whatever the game refuses.
    """
    game, history = table.game, table.history
    position = _position(table, rev)
    state = history.state_at(position)
    fixed = _why_fixed(table, position, state)
    if fixed is not None:
        raise Refused("illegal", fixed, game.rules.ask(state).rule)
    chosen = answer if isinstance(answer, Answer) else game.rules.parse(state, answer)
    if chosen == history.line[position].answer:
        raise Refused("illegal", SAME, game.rules.ask(state).rule)
    return _revision(table, position, state, chosen)


def play_again(table: Table, rev: int) -> Revision | None:
    """Work out the consequences of repeating the entry ``rev`` with the box as known now, after a card was corrected.

    None if the state stays the same. Raises ``Refused`` like ``weigh``.
    """
    history = table.history
    position = _position(table, rev)
    state, answer = history.state_at(position), history.line[position].answer
    fixed = _why_fixed(table, position, state)
    if fixed is not None or answer is None:
        raise Refused("illegal", fixed or CORRECTED, table.game.rules.ask(state).rule)
    found = _revision(table, position, state, answer)
    return None if not found.dropped and found.state.hash() == table.state.hash() else found


def _act(game: Game, played: PlayedEntry, state: State[Any, Any]) -> list[Instruction]:
    return apply(game, state, played)


def _revision(table: Table, position: int, state: State[Any, Any], chosen: Answer) -> Revision:
    game, history = table.game, table.history
    later = history.line[position + 1 : history.mark]
    acts = [partial(_act, game, one) for one in (structs.replace(history.line[position], answer=chosen), *later)]
    if not table.over and game.rules.depends_on_secret(state, *acts):
        raise Refused("illegal", HIDDEN, game.rules.ask(state).rule)
    played = game.rules.play(state, chosen)
    history.boxes.settle(state)
    kept, misfit = _replay_fitting(table, state, later)
    undo = history.undoing(position)
    assert undo is not None
    n, back_to = undo
    changes = changes_between(game.rules.picture(table.state), game.rules.picture(state))
    return Revision(
        table.rev, n, list(history.line[back_to:position]), chosen, kept, list(later[len(kept) :]), misfit,
        in_order(changes, [*played, *(todo for entry in kept for todo in entry.instructions)]), state,
    )  # fmt: skip


def outstanding(table: Table, rev: int) -> list[Instruction]:
    """What hands must do if they have followed the instructions up to the entry ``rev`` only."""
    changes = changes_between(lying(table, rev), table.game.rules.picture(table.state))
    return in_order(changes, [todo for played in table.history.line for todo in played.instructions])


def lying(table: Table, rev: int) -> Picture:
    """The pieces on the table if hands have followed the instructions up to the entry ``rev`` only."""
    game, history = table.game, table.history
    if all(entry.kind not in ("undo", "redo") for entry in table.log[rev:]):
        position = sum(played.entry.rev <= rev for played in history.line[: history.mark])
        return game.rules.picture(history.state_at(position))
    then = History(game, history.boxes.first, table.setup)
    for entry in table.log[:rev]:
        then.add(entry)
    return game.rules.picture(then.state)


def _replay_fitting(
    table: Table, state: State[Any, Any], later: Sequence[PlayedEntry]
) -> tuple[list[PlayedEntry], Misfit | None]:
    """Replay the entries of ``later`` that still fit on ``state``; returns them, and the first misfit."""
    kept: list[PlayedEntry] = []
    game = table.game
    for played in later:
        try:
            answer = _fitting_answer(game, state, played)
            apply(game, state, msgspec.structs.replace(played, answer=answer))
            table.history.boxes.settle(state)
        except Refused as no:
            private = _private(table, played)
            return kept, Misfit(played, PRIVATE if private else no.text, None if private else no.rule)
        kept.append(msgspec.structs.replace(played, answer=answer))
    return kept, None


def _fitting_answer(game: Game, state: State[Any, Any], played: PlayedEntry) -> Answer | None:
    """The answer of ``played``, parsed for ``state``. Raises ``Refused`` if another question is open."""
    ask = game.rules.ask(state)
    if isinstance(ask, Over):
        raise Refused("over", T("The game has ended before."), ask.rule)
    if played.answer is None:
        return None
    if played.asked is not None and _question_key(ask) != _question_key(played.asked):
        raise Refused("illegal", T("Something else is to be answered now."), ask.rule)
    return game.rules.parse(state, played.entry.answer)


def _question_key(ask: Ask) -> tuple[Any, ...]:
    """What identifies a question; the remaining amount and the options may differ."""
    return type(ask), ask.who, ask.rule, getattr(ask, "choice", None)


def _position(table: Table, rev: int) -> int:
    for position, played in enumerate(table.history.line):
        if played.entry.rev == rev:
            return position
    raise Refused("unknown", T("There is no moment {rev} in this game.", rev=rev))


def _why_fixed(table: Table, position: int, state: State[Any, Any]) -> Text | None:
    """Why the entry at ``position`` cannot be changed; None if it can. ``state`` is the game before it."""
    history = table.history
    played = history.line[position]
    if played.answer is None:
        return CORRECTED
    if _private(table, played):
        return PRIVATE
    if position >= history.mark:
        return TAKEN_BACK
    if history.undoing(position) is None:
        return OPENING
    return PRIVATE if table.game.rules.ask(state).only is not None else None


def _private(table: Table, played: PlayedEntry) -> bool:
    """True for information of one seat only (R-GEN-06)."""
    rules = table.game.rules
    return hidden(played) or any(rules.public(table.state, one) != one for one in played.entry.changes or [])


# The alternatives to an answer, and the consequences of each in words.

FAR = 99
"""More than the number of fields of any answer."""


@dataclass(frozen=True)
class Other:
    """An alternative answer and its label, made unique where labels repeat.

    With a ``form``, ``answer`` is a template to fill in before it is chosen.
    """

    label: str
    answer: Answer
    form: Filling | None = None


class Revising:
    """A draft of another answer for the entry ``rev``. The table changes only when it is given ``revision``.

    ``revision`` is the consequence of the chosen answer, ``refused`` why it is impossible. For a roll, ``faces`` is the
    wanted result. Raises ``Refused`` like ``look_at``.
    """

    DICE: ClassVar[Words] = T("Type the face of each die as it was rolled.")
    """How to enter a roll."""

    def __init__(self, table: Table, rev: int, say: Say) -> None:
        self.table = table
        self.rev = rev
        self.say = say
        self.moment = look_at(table, rev)
        self.answer: Answer | None = None
        self.revision: Revision | None = None
        self.refused: Refused | None = None
        self.mended = False
        """True if the answer stays and only the content of its card changes."""
        given = self.moment.played.answer
        self.faces = dict(given.faces) if isinstance(given, Roll) and self.moment.fixed is None else {}

    @property
    def given(self) -> Words:
        return label(self.table.game, self.table.state, self.moment.played)

    def others(self) -> list[Other]:
        """All alternatives including the present answer, most similar first; for chance, sorted by name."""
        game, state = self.table.game, self.moment.state
        legal = list(self.moment.legal or ())
        scene = game.presenter.scene(state)
        forms = [form_of(scene, one) for one in legal]
        said = [
            self.say(form.name if form is not None else game.presenter.describe(state, one))
            for one, form in zip(legal, forms, strict=True)
        ]
        found = []
        for answer, form, words in zip(legal, forms, said, strict=True):
            if answer.template and form is None:
                continue
            alike = choice_of(scene, answer) if said.count(words) > 1 else None
            how = alike.detail if alike is not None else None
            label = words if how is None else self.say(T("{what}: {how}", what=words, how=how))
            found.append(Other(label, answer, form))
        asked = self.moment.played.asked
        if asked is not None and is_chance(asked):
            found.sort(key=lambda other: other.label.casefold())
        return sorted(
            found, key=lambda other: (not self.gives(other), _distance(other.answer, self.moment.played.answer))
        )

    def entered(self, form: Filling) -> tuple[dict[str, int], list[str]] | None:
        """How the form was filled in for the present or chosen answer; None for another kind of answer."""
        answer = self.answer if self.answer is not None else self.moment.played.answer
        return (
            self.table.game.presenter.entered(self.moment.state, form.template, answer) if answer is not None else None
        )

    def gives(self, other: Other, answer: Answer | None = None) -> bool:
        """True if ``other`` is ``answer``, or its form can produce it; the present answer by default."""
        answer = answer if answer is not None else self.moment.played.answer
        if other.form is None or answer is None:
            return other.answer == answer
        return self.table.game.presenter.entered(self.moment.state, other.answer, answer) is not None

    def choose(self, answer: Answer) -> None:
        """Work out the consequences of an answer, without changing the table."""
        self.answer, self.revision, self.refused = answer, None, None
        if answer == self.moment.played.answer:
            self.answer = None
            return
        try:
            self.revision = weigh(self.table, self.rev, answer)
        except Refused as no:
            self.refused = no

    def play_again(self) -> None:
        """Work out the consequences of the corrected card. ``revision`` stays None if there are none."""
        self.mended, self.answer = True, self.moment.played.answer
        try:
            self.revision = play_again(self.table, self.rev)
        except Refused as no:
            self.refused = no

    def follows(self) -> list[Words]:
        """The consequences in at least one sentence, most important first."""
        if self.refused is not None:
            impossible = [] if self.refused.text == HIDDEN else [T("That cannot have happened.")]
            return [*impossible, self.refused.text]
        revision = self.revision
        if revision is None:
            return [T("What was it really?"), *([self.DICE] if self.faces else [])]
        kept, dropped = len(revision.kept), len(revision.dropped)
        if not dropped:
            if not kept:
                return [T("Nothing was answered after it.")]
            return [P("{n} later answer still fits.", "All {n} later answers still fit.", kept)]
        found: list[Words] = [P("{n} later answer is left out.", "{n} later answers are left out.", dropped)]
        if kept:
            found.append(P("{n} still fits.", "{n} still fit.", kept))
        if revision.misfit is not None:
            what = label(self.table.game, self.table.state, revision.misfit.played)
            found.append(T("No longer fits: {what}. {why}", what=what, why=revision.misfit.text))
        return found

    def todo(self) -> list[Line]:
        """What hands would have to move."""
        if self.revision is None:
            return []
        lines = self.table.game.presenter.lines(self.revision.state, self.revision.instructions)
        return for_hands(lines, self.table.chance)


def _distance(answer: Answer, given: Answer | None) -> int:
    """The number of fields that differ; ``FAR`` for another type."""
    if type(answer) is not type(given):
        return FAR
    return sum(getattr(answer, field) != getattr(given, field) for field in answer.__struct_fields__)
