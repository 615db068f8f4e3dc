"""Forms on the way to an answer: which one is open, what has been filled in, and what still can be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from msgspec import structs

from companion.core.answers import Answer
from companion.games.game import Game
from companion.scene.forms import form_of, only_form
from companion.scene.scene import Choice, Filling, Portion, Scene

Entered: TypeAlias = tuple[Mapping[str, int], Sequence[str]]
"""What fills a form in: amounts by portion, and names."""


class Forms:
    """The form that a choice has opened, as long as the question is the same.

    ``earlier`` is a form of an earlier moment, for somebody who thinks about another answer there.
    """

    def __init__(self) -> None:
        self._open: tuple[int, Answer] | None = None
        self.earlier: Earlier | None = None

    def open(self, scene: Scene, answer: Answer, rev: int) -> bool:
        """Open the form of this answer; False if it has none."""
        if form_of(scene, answer) is None:
            return False
        self._open = (rev, answer)
        return True

    def close(self) -> None:
        """Back to the choices."""
        self._open = None

    def chosen(self, scene: Scene, rev: int) -> Filling | None:
        """The form that somebody has opened at ``rev``, from which one can go back."""
        if self._open is None or self._open[0] != rev:
            return None
        return form_of(scene, self._open[1])

    def now(self, scene: Scene, rev: int) -> Filling | None:
        """The form to fill in: the one that was opened, or the only one."""
        return self.chosen(scene, rev) or only_form(scene)


class FormDraft:
    """A form with what has been written on it so far; ``game`` says what it will take where ``state`` is.

    What can only be one way, and all that is to be carried where it finds room together, stands there from the
    beginning; or else ``entered``, the amounts and names that were given before.
    """

    def __init__(self, form: Filling, game: Game, state: Any, entered: Entered | None = None) -> None:
        self.form = form
        self._game, self._state = game, state
        self.amounts = {portion.id: 0 for portion in form.portions}
        self.names: frozenset[str] = frozenset()
        if entered is not None:
            self.amounts |= {one.id: entered[0].get(one.id, 0) for one in form.portions}
            self.names = frozenset(entered[1])
        elif form.exact or form.slots:
            self._begin_with_all()

    def _begin_with_all(self) -> None:
        """Everything there is, if that is what it must be, or if all of it fits."""
        form = self.form
        amounts = {portion.id: portion.most for portion in form.portions}
        names = frozenset(one.id for one in form.named) if len(form.named) == form.most_named else frozenset()
        if form.exact or (len(names) == len(form.named) and self._allows(amounts, self._with_one(names))):
            self.amounts, self.names = amounts, names

    @property
    def answer(self) -> Answer:
        """What the form says now."""
        return self._answer(self.amounts, self.names)

    @property
    def taken(self) -> bool:
        """True when the game takes it as it is."""
        return self._allows(self.amounts, self.names)

    def can_add(self, portion: Portion) -> bool:
        """True when there may be one more of it. Where all must be entered, only how much there is counts."""
        n = self.amounts[portion.id]
        if n >= portion.most:
            return False
        return self.form.exact or self._takes({**self.amounts, portion.id: n + 1})

    def can_name(self, id_: str) -> bool:
        """True when it can be named too, or named no longer."""
        most = self.form.most_named
        if id_ in self.names or id_ in self._words:
            return True
        if most is not None and self._named() >= most:
            return False
        return self.form.exact or self._allows(self.amounts, self._with_one(self.names | {id_}))

    def add(self, portion: Portion, by: int) -> None:
        """One more, or one less, within what there is."""
        self.amounts[portion.id] = max(0, min(portion.most, self.amounts[portion.id] + by))

    def fill(self, portion: Portion) -> None:
        """As many of it as can be; none of it where it is that many already."""
        self.amounts[portion.id] = self.filled(portion)

    def filled(self, portion: Portion) -> int:
        """How many of it ``fill`` would make it."""
        n = self.amounts[portion.id]
        while n < portion.most and (self.form.exact or self._takes({**self.amounts, portion.id: n + 1})):
            n += 1
        return n if n > self.amounts[portion.id] else 0

    def name(self, id_: str) -> None:
        """Name it or name it no longer; of ``one_of`` there is only one."""
        kept = self.names - self._words if id_ in self._words else self.names
        self.names = kept ^ {id_} if id_ not in self._words else kept | {id_}

    def missing(self, portion: Portion) -> int:
        """How many must still be entered; 0 where any number will do."""
        return portion.most - self.amounts[portion.id] if self.form.exact else 0

    @property
    def missing_names(self) -> int:
        """How many must still be named."""
        return max(0, (self.form.most_named or 0) - self._named()) if self.form.exact else 0

    @property
    def lacks_word(self) -> bool:
        """True while none of the words is chosen, of which there must be one."""
        return bool(self.form.one_of) and not self.names & self._words

    @property
    def _words(self) -> frozenset[str]:
        return frozenset(one.id for one in self.form.one_of)

    def _named(self) -> int:
        return len(self.names - self._words)

    def _with_one(self, names: frozenset[str]) -> frozenset[str]:
        """With one of the words where none is chosen yet, so that its absence is no reason against the rest."""
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
    """A form of an earlier moment, while the table is at ``rev``: ``give`` takes what it says, ``leave`` leads back."""

    rev: int
    paper: FormDraft
    give: Callable[[Answer], None]
    leave: Callable[[], None]


def paid(choice: Choice, answer: Answer, dice: Collection[str]) -> Answer:
    """An answer of ``choice``; where it pays with dice, with these, if any were chosen by hand."""
    return structs.replace(answer, **{choice.pays: tuple(sorted(dice))}) if choice.pays and dice else answer
