"""Choosing another answer at an earlier moment, and seeing what follows before anybody decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from companion.core.answers import Answer, Roll
from companion.core.asks import is_chance
from companion.core.refusals import Refused
from companion.core.scenes import Line, for_hands
from companion.core.texts import P, T, Words
from companion.past import Revision, look_at, weigh
from ui import icons
from ui.flow import Flow
from ui.language import say
from ui.widgets.rows import Row

FAR = 99
"""More fields than any answer has."""


@dataclass(frozen=True)
class Other:
    """Something that could have been answered: its words, with more of them where several say the same."""

    label: str
    answer: Answer


class Revising:
    """Another answer for the entry ``rev``. ``revision`` is what follows from the chosen one, ``refused`` why it cannot
    be; for a roll ``faces`` are what the dice are to show."""

    def __init__(self, flow: Flow, rev: int) -> None:
        self.flow = flow
        self.rev = rev
        self.sight = look_at(flow.table, rev)
        self.answer: Answer | None = None
        self.revision: Revision | None = None
        self.refused: Refused | None = None
        given = self.sight.part.answer
        self.faces = dict(given.faces) if isinstance(given, Roll) else {}

    def others(self) -> list[Other]:
        """All that could have been answered, the answer that was given too: what is like it first, chance by name."""
        game, state = self.flow.table.game, self.sight.state
        legal = list(self.sight.legal or ())
        choices = {choice.answer: choice for choice in game.scene(state).choices}
        said = [say(game.describe(state, answer)) for answer in legal]
        found = []
        for answer, words in zip(legal, said, strict=True):
            how = choices[answer].detail if answer in choices and said.count(words) > 1 else None
            found.append(Other(words if how is None else say(T("{what}: {how}", what=words, how=how)), answer))
        asked = self.sight.part.asked
        if asked is not None and is_chance(asked):
            found.sort(key=lambda other: other.label.casefold())
        return sorted(found, key=lambda other: _unlike(other.answer, self.sight.part.answer))

    def rows(self, choose: Callable[[Answer], None], turn: Callable[[str], None]) -> list[Row]:
        """All others as rows to tap, or the dice of a roll, which a tap turns."""
        sight = self.sight
        if sight.legal is None:
            names = {die.id: say(die.name) for die in self.flow.table.game.scene(sight.state).dice}
            return [
                Row(names.get(die) or die, "", _face(str(face)), action=partial(turn, die), key=die)
                for die, face in sorted(self.faces.items())
            ]
        given = sight.part.answer
        chosen = self.answer if self.answer is not None else given
        return [
            Row(
                other.label, say(T("as it was")) if other.answer == given else "",
                past=other.answer == given, here=other.answer == chosen, action=partial(choose, other.answer),
            )
            for other in self.others()
        ]  # fmt: skip

    def choose(self, answer: Answer) -> None:
        """Work out what follows from this answer; nothing changes yet."""
        self.answer, self.revision, self.refused = answer, None, None
        if answer == self.sight.part.answer:
            self.answer = None
            return
        try:
            self.revision = weigh(self.flow.table, self.rev, answer)
        except Refused as no:
            self.refused = no

    def turn(self, die: str) -> None:
        """The die shows its next face."""
        sides = list(dict.fromkeys(self.sight.faces[die]))
        at = sides.index(self.faces[die]) if self.faces[die] in sides else -1
        self.faces[die] = sides[(at + 1) % len(sides)]
        self.choose(Roll(dict(self.faces)))

    def follows(self) -> list[Words]:
        """What becomes of the answers after it: one sentence at least, the weightiest first."""
        if self.refused is not None:
            return [T("That cannot have been."), self.refused.text]
        revision = self.revision
        if revision is None:
            turned = [T("Tap a die until it shows what was rolled.")] if self.faces else []
            return [T("What was it really?"), *turned]
        kept, dropped = len(revision.kept), len(revision.dropped)
        if not dropped:
            if not kept:
                return [T("Nothing was answered after it.")]
            return [P("{n} later answer still fits.", "All {n} later answers still fit.", kept)]
        found: list[Words] = [P("{n} later answer is left out.", "{n} later answers are left out.", dropped)]
        if kept:
            found.append(P("{n} still fits.", "{n} still fit.", kept))
        if revision.misfit is not None:
            what = self.flow.timeline.label(revision.misfit.part)
            found.append(T("No longer fits: {what}. {why}", what=what, why=revision.misfit.text))
        return found

    def todo(self) -> list[Line]:
        """What hands must move then."""
        revision, table = self.revision, self.flow.table
        if revision is None:
            return []
        return for_hands(table.game.lines(revision.state, revision.instructions), table.chance)


def _unlike(answer: Answer, given: Answer | None) -> int:
    """How far an answer is from the one that was given: by so many fields, and far if it is something else."""
    if type(answer) is not type(given):
        return FAR
    return sum(getattr(answer, field) != getattr(given, field) for field in answer.__struct_fields__)


def _face(face: str) -> str:
    """The icon of a face."""
    return f"face:{face}" if icons.known(f"face:{face}") else ""
