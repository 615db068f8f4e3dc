"""Choices left open while the game goes on, such as which of two drawn upgrades is kept.

The rules ask for the choice at once (``Rules.may_wait``). Whoever leaves it open has an answer taken for granted in the
log, which is put right once the choice is made. It is asked for again as soon as it matters: then nothing that was
played meanwhile depends on it, so nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from companion.core.answers import Answer
from companion.core.refusals import Refused
from companion.core.state import State
from companion.core.texts import T, listed
from companion.scene.scene import Choice, Group, Scene
from companion.table.history import Revision
from companion.table.past import LEFT_OPEN, weigh
from companion.table.table import Table

LEFT = "left:"
"""The prefix of the groups of open choices, which are named after their questions."""


class LeaveOpen(Answer, frozen=True, tag="leave_open"):
    """Choose later. Fronts offer it with the choices; the rules never see it."""

    label = T("Choose later")
    icon = "hand"
    closing = True


class OpenChoice(Struct, frozen=True):
    """A choice left open: the entry ``rev`` of the log, at ``position`` of its line, has ``granted`` as its answer.

    ``state`` is the game as it asked ``seat``, which may give any of ``answers``.
    """

    rev: int
    position: int
    seat: str | None
    granted: Answer
    state: State[Any, Any]
    answers: Sequence[Answer]


class OpenChoices:
    """The choices of a table that are open now."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._seen: tuple[int, Sequence[int]] = 0, ()
        self._now: list[OpenChoice] = []
        self._due: OpenChoice | None = None
        self._made: tuple[int, OpenChoice] | None = None

    @property
    def now(self) -> Sequence[OpenChoice]:
        """Those in effect, the oldest first."""
        self._look()
        return self._now

    @property
    def due(self) -> OpenChoice | None:
        """The one that must be made before the game goes on."""
        self._look()
        return self._due

    def concerns(self, answer: Answer) -> bool:
        """True if the rules are not asked for this answer now: it leaves a choice open, or makes one."""
        return isinstance(answer, LeaveOpen) or self.of(answer) is not None

    def of(self, answer: Answer) -> OpenChoice | None:
        """The one that an answer makes; None for any other answer."""
        return next((one for one in self.now if answer in one.answers), None)

    def _look(self) -> None:
        revs = self.table.notes.get(LEFT_OPEN, [])
        if self._seen == (self.table.rev, revs):
            return
        self._seen = self.table.rev, revs
        history, rules = self.table.history, self.table.game.rules
        self._now = []
        for position, played in enumerate(history.line[: history.mark]) if revs else ():
            if played.entry.rev in revs and played.answer is not None:
                state = history.state_at(position)
                seat, answers = rules.ask(state).who, rules.legal(state) or []
                self._now.append(OpenChoice(played.entry.rev, position, seat, played.answer, state, answers))
        self._due = next((one for one in self._now if self._matters(one)), None)

    def _matters(self, one: OpenChoice) -> bool:
        """True if the rules say so, or if something else would be asked by now after another answer."""
        rules, state = self.table.game.rules, self.table.state
        if not rules.waits(state, one.seat):
            return True
        others = [self.revision(one, answer) for answer in one.answers if answer != one.granted]
        return any(other.dropped or rules.ask(other.state) != self.table.ask for other in others)

    def revision(self, one: OpenChoice, answer: Answer) -> Revision:
        return weigh(self.table, one.rev, answer)

    # Changes.

    def leave(self, source: Any, rev: int) -> None:
        """Leave the open question of the table open. Refused as ``illegal`` if it may not wait."""
        granted = self.table.game.rules.may_wait(self.table.state)
        if granted is None:
            raise Refused("illegal", T("This has to be chosen before anybody plays on."), self.table.ask.rule)
        played = self.table.answer(granted, source, rev)
        self._note([*(one.rev for one in self.now), played.entries[0].entry.rev])

    def make(self, one: OpenChoice, answer: Answer) -> None:
        """Make a choice."""
        if answer != one.granted:
            revision = self.revision(one, answer)
            if revision.dropped:
                raise Refused("illegal", T("The game has gone on without it. Change it in the log."))
            self.revise(revision)
        self._note([other.rev for other in self.now if other.position != one.position])
        self._made = self.table.rev, one

    @property
    def made(self) -> OpenChoice | None:
        """The choice that was made last, as long as nothing else has happened since."""
        return self._made[1] if self._made is not None and self._made[0] == self.table.rev else None

    def reopen(self, one: OpenChoice) -> None:
        """Take back that choice: it is open again, and everything else stays."""
        line = self.table.history.line
        if line[one.position].answer != one.granted:
            self.revise(weigh(self.table, line[one.position].entry.rev, one.granted))
        self._note([*(other.rev for other in self.now), self.table.history.line[one.position].entry.rev])
        self._made = None

    def revise(self, revision: Revision) -> Sequence[Any]:
        """Revise the table; what is open stays open."""
        positions = [one.position for one in self.now]
        entries = self.table.revise(revision).entries
        line = self.table.history.line[: self.table.history.mark]
        if positions:
            self._note([line[at].entry.rev for at in positions if at < len(line)])
        return entries

    def _note(self, revs: Sequence[int]) -> None:
        self.table.note(LEFT_OPEN, list(revs))

    # What people see.

    def scene(self, scene: Scene) -> Scene:
        """The scene of the table, with open choices among the others, or alone once they are due."""
        presenter, rules, state = self.table.game.presenter, self.table.game.rules, self.table.state
        for one in self.now:
            scene = presenter.left_open(state, scene, one.granted)
        if self.due is not None:
            return self.asking(self.due, scene)
        granted = rules.may_wait(state) if scene.choices else None
        if granted is not None:
            after = state.copy()
            rules.play(after, granted)
            who = presenter.word(state, f"seat:{rules.ask(after).who}")
            meanwhile = T("{seat} plays meanwhile.", seat=who)
            later = Choice(LeaveOpen(), LeaveOpen.label, meanwhile, [LeaveOpen.icon], closing=LeaveOpen.closing)
            return structs.replace(scene, choices=[*scene.choices, later])
        if not scene.choices:
            return self._reminding(scene)
        groups, choices = list(scene.groups), list(scene.choices)
        for one in self.now:
            title, made = presenter.prompt(one.state, rules.ask(one.state)).title, self._choices(one)
            name = f"{LEFT}{one.rev}"
            groups.append(Group(name, title, listed([choice.label for choice in made]), made[0].icons))
            choices += [structs.replace(choice, group=name) for choice in made]
        return structs.replace(scene, choices=choices, groups=groups)

    def _reminding(self, scene: Scene) -> Scene:
        """The scene of a roll, with the player who still has to choose."""
        seat = next((one.seat for one in self.now if one.seat is not None), None)
        if seat is None or scene.result is not None:
            return scene
        name = self.table.game.presenter.word(self.table.state, f"seat:{seat}")
        said = T("{seat} still has to choose.", seat=name)
        if scene.prompt.hint is not None:
            said = T("{first} · {second}", first=said, second=scene.prompt.hint)
        return structs.replace(scene, prompt=structs.replace(scene.prompt, hint=said))

    def _choices(self, one: OpenChoice) -> list[Choice]:
        return self.table.game.presenter.choices(one.state, one.answers)

    def asking(self, one: OpenChoice, scene: Scene) -> Scene:
        """The scene with this choice as its question."""
        presenter, ask = self.table.game.presenter, self.table.game.rules.ask(one.state)
        choices, prompt = self._choices(one), presenter.prompt(one.state, ask)
        return structs.replace(
            scene, prompt=prompt, choices=choices, groups=[], dice=[], faces=[], pad=None, tips=[], fillings=[],
            several=None, entry=None, result=None, card=None, otherwise=None,
        )  # fmt: skip
