"""Forms for answers: the open form, its values, and what can still be entered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from msgspec import structs

from companion.core.answers import Answer
from companion.core.texts import Words
from companion.games.game import Game
from companion.scene.scene import Choice, Filling, Portion, Scene, form_of, only_form

Entered: TypeAlias = tuple[Mapping[str, int], Sequence[str]]
"""The values of a form: amounts by portion, and names."""


class OpenForm:
    """The form opened by a choice, valid until the table changes.

    ``earlier`` is a form for another answer at an earlier moment.
    """

    def __init__(self) -> None:
        self._open: tuple[int, Answer] | None = None
        self._doubted: tuple[int, Answer] | None = None
        self.earlier: Earlier | None = None

    def open(self, scene: Scene, answer: Answer, rev: int) -> bool:
        """Open the form of this answer; False if it has none."""
        if form_of(scene, answer) is None:
            return False
        self._open = (rev, answer)
        return True

    def close(self) -> None:
        self._open = None

    def chosen(self, scene: Scene, rev: int) -> Filling | None:
        """The form that was opened at ``rev``; it can be closed again."""
        if self._open is None or self._open[0] != rev:
            return None
        return form_of(scene, self._open[1])

    def now(self, scene: Scene, rev: int) -> Filling | None:
        """The form to fill in: the opened one, or the only one."""
        return self.chosen(scene, rev) or only_form(scene)

    def doubt(self, draft: FormDraft, rev: int) -> Words | None:
        """What an empty form would waste, the first time it is given; None if it can be given."""
        if draft.unused is None or self.doubted(draft.form, rev):
            return None
        self._doubted = rev, draft.form.template
        return draft.unused

    def doubted(self, form: Filling, rev: int) -> bool:
        """True if this form was given empty, and must be given once more."""
        return self._doubted == (rev, form.template)


class FormDraft:
    """A form with its current values; ``game`` validates them in ``state``.

    It starts with ``entered``, else with the start of the form, or with everything if it must be exact, else empty.
    """

    def __init__(self, form: Filling, game: Game, state: Any, entered: Entered | None = None) -> None:
        self.form = form
        self._game, self._state = game, state
        self.amounts = {portion.id: 0 for portion in form.portions}
        self.names: frozenset[str] = frozenset()
        entered = form.start if entered is None else entered
        if entered is not None:
            self.amounts |= {one.id: entered[0].get(one.id, 0) for one in form.portions}
            self.names = frozenset(entered[1])
        elif form.exact:
            self.amounts = {portion.id: portion.most for portion in form.portions}
            if len(form.named) == form.most_named:
                self.names = frozenset(one.id for one in form.named)

    @property
    def answer(self) -> Answer:
        return self._answer(self.amounts, self.names)

    @property
    def unused(self) -> Words | None:
        """What giving it now would waste: something only while it is empty."""
        return None if self.names or any(self.amounts.values()) else self.form.unused

    @property
    def taken(self) -> bool:
        """True if the current values are legal."""
        return self._allows(self.amounts, self.names)

    def can_add(self, portion: Portion) -> bool:
        """True if the amount can be increased. In an exact form only the maximum counts."""
        n = self.amounts[portion.id]
        if n >= portion.most:
            return False
        return self.form.exact or self._takes({**self.amounts, portion.id: n + 1})

    def can_name(self, id_: str) -> bool:
        """True if it can be selected or deselected."""
        most = self.form.most_named
        if id_ in self.names or id_ in self._words:
            return True
        if most is not None and self._named() >= most:
            return False
        return self.form.exact or self._allows(self.amounts, self._with_one(self.names | {id_}))

    def add(self, portion: Portion, by: int) -> None:
        """Change an amount by ``by``, within its limits."""
        self.amounts[portion.id] = max(0, min(portion.most, self.amounts[portion.id] + by))

    def fill(self, portion: Portion) -> None:
        """Set an amount to the maximum, or to 0 if it is there already."""
        self.amounts[portion.id] = self.filled(portion)

    def filled(self, portion: Portion) -> int:
        n = self.amounts[portion.id]
        while n < portion.most and (self.form.exact or self._takes({**self.amounts, portion.id: n + 1})):
            n += 1
        return n if n > self.amounts[portion.id] else 0

    def name(self, id_: str) -> None:
        """Select or deselect a name; of ``one_of`` only one is selected."""
        kept = self.names - self._words if id_ in self._words else self.names
        self.names = kept ^ {id_} if id_ not in self._words else kept | {id_}

    def missing(self, portion: Portion) -> int:
        """The missing amount; 0 unless the form is exact."""
        return portion.most - self.amounts[portion.id] if self.form.exact else 0

    @property
    def missing_names(self) -> int:
        """The number of missing names."""
        return max(0, (self.form.most_named or 0) - self._named()) if self.form.exact else 0

    @property
    def lacks_word(self) -> bool:
        """True while none of ``one_of`` is selected, if one is required."""
        return bool(self.form.one_of) and not self.names & self._words

    @property
    def _words(self) -> frozenset[str]:
        return frozenset(one.id for one in self.form.one_of)

    def _named(self) -> int:
        return len(self.names - self._words)

    def _with_one(self, names: frozenset[str]) -> frozenset[str]:
        """``names`` with one of ``one_of`` if none is selected yet, so that the rest can be validated."""
        if not self.form.one_of or names & self._words:
            return names
        return names | {self.form.one_of[0].id}

    def _answer(self, amounts: Mapping[str, int], names: frozenset[str]) -> Answer:
        return self._game.presenter.filled(self._state, self.form.template, amounts, sorted(names))

    def _takes(self, amounts: Mapping[str, int]) -> bool:
        return self._allows(amounts, self._with_one(self.names))

    def _allows(self, amounts: Mapping[str, int], names: frozenset[str]) -> bool:
        return self._game.rules.allows(self._state, self._answer(amounts, names))


@dataclass
class Earlier:
    """A form for an earlier moment, while the table is at ``rev``: ``give`` takes the answer, ``leave`` returns."""

    rev: int
    draft: FormDraft
    give: Callable[[Answer], None]
    leave: Callable[[], None]


def paid(choice: Choice, answer: Answer, dice: Collection[str]) -> Answer:
    """An answer of ``choice``; if it pays with dice, with ``dice``, unless empty."""
    return structs.replace(answer, **{choice.pays: tuple(sorted(dice))}) if choice.pays and dice else answer
