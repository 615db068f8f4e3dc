"""Thinking about another answer at an earlier moment: what it could be, and in words what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.answers import Answer, Roll
from companion.core.asks import is_chance
from companion.core.refusals import Refused
from companion.core.texts import P, Say, T, Words
from companion.scene.forms import form_of
from companion.scene.scene import Filling, Line, choice_of, for_hands
from companion.table.past import Revision, look_at, play_again, weigh
from companion.table.played import label
from companion.table.table import Table

FAR = 99
"""More fields than any answer has."""


@dataclass(frozen=True)
class Other:
    """Something that could have been answered: its words, with more of them where several say the same.

    With a ``form`` the answer is a template, which is filled in before it is chosen.
    """

    label: str
    answer: Answer
    form: Filling | None = None


class Revising:
    """Another answer for the entry ``rev``; nothing changes at the table before somebody gives it ``revision``.

    ``revision`` is what follows from the chosen answer, ``refused`` why it cannot be; for a roll ``faces`` are what
    the dice are to show. Refused as ``look_at`` is.
    """

    DICE: ClassVar[Words] = T("Type the face of each die as it was rolled.")
    """How people say what was rolled."""

    def __init__(self, table: Table, rev: int, say: Say) -> None:
        self.table = table
        self.rev = rev
        self.say = say
        self.moment = look_at(table, rev)
        self.answer: Answer | None = None
        self.revision: Revision | None = None
        self.refused: Refused | None = None
        self.mended = False
        """True if it is not the answer that is another, but what its card says."""
        given = self.moment.played.answer
        self.faces = dict(given.faces) if isinstance(given, Roll) else {}

    @property
    def given(self) -> Words:
        """What was answered or corrected, in words."""
        return label(self.table.game, self.table.state, self.moment.played)

    def others(self) -> list[Other]:
        """All that could have been answered, the answer that was given too: what is like it first, chance by name."""
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
            alike = choice_of(scene, answer) if said.count(words) > 1 else None
            how = alike.detail if alike is not None else None
            label = words if how is None else self.say(T("{what}: {how}", what=words, how=how))
            found.append(Other(label, answer, form))
        asked = self.moment.played.asked
        if asked is not None and is_chance(asked):
            found.sort(key=lambda other: other.label.casefold())
        return sorted(
            found, key=lambda other: (not self.gives(other), _unlike(other.answer, self.moment.played.answer))
        )

    def entered(self, form: Filling) -> tuple[dict[str, int], list[str]] | None:
        """What was filled in there, or is chosen instead; None where something else was answered."""
        answer = self.answer if self.answer is not None else self.moment.played.answer
        return (
            self.table.game.presenter.entered(self.moment.state, form.template, answer) if answer is not None else None
        )

    def gives(self, other: Other, answer: Answer | None = None) -> bool:
        """True when this is how ``answer`` is given, or the answer that was given: it, or its form filled in."""
        answer = answer if answer is not None else self.moment.played.answer
        if other.form is None or answer is None:
            return other.answer == answer
        return self.table.game.presenter.entered(self.moment.state, other.answer, answer) is not None

    def choose(self, answer: Answer) -> None:
        """Work out what follows from this answer; nothing changes yet."""
        self.answer, self.revision, self.refused = answer, None, None
        if answer == self.moment.played.answer:
            self.answer = None
            return
        try:
            self.revision = weigh(self.table, self.rev, answer)
        except Refused as no:
            self.refused = no

    def play_again(self) -> None:
        """It was as it was given, and its card says otherwise by now: ``revision`` stays None if nothing follows."""
        self.mended, self.answer = True, self.moment.played.answer
        try:
            self.revision = play_again(self.table, self.rev)
        except Refused as no:
            self.refused = no

    def follows(self) -> list[Words]:
        """What becomes of the answers after it: one sentence at least, the weightiest first."""
        if self.refused is not None:
            return [T("That cannot have happened."), self.refused.text]
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
        """What hands must move then."""
        if self.revision is None:
            return []
        lines = self.table.game.presenter.lines(self.revision.state, self.revision.instructions)
        return for_hands(lines, self.table.chance)


def _unlike(answer: Answer, given: Answer | None) -> int:
    """How far an answer is from the one that was given: by so many fields, and far if it is something else."""
    if type(answer) is not type(given):
        return FAR
    return sum(getattr(answer, field) != getattr(given, field) for field in answer.__struct_fields__)
