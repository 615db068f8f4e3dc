"""Revising an earlier answer: the alternatives, and the consequences of each in words."""

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
        self.faces = dict(given.faces) if isinstance(given, Roll) else {}

    @property
    def given(self) -> Words:
        """The present answer or correction, in words."""
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
