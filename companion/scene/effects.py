"""The questions of the effects that every game has (``core.effects``) in words: titles, hints, labels of choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.answers import Answer
from companion.core.effects import ChooseOption, ConditionStep, DieStep, Holds, OptionStep
from companion.core.state import State
from companion.core.texts import T, Text, Words, listed
from companion.scene.scene import Choice

Sentence = Callable[[Sequence[Any]], Words]
"""Effects in words, such as ``BoxSheets.sentence``."""

YES, NO = T("Yes"), T("No")


def question(state: State[Any, Any], sentence: Sentence) -> tuple[Words, Words] | None:
    """The title and the hint of the open question, if it is about effects; None for any other one."""
    step = state.agenda[-1]
    match step:
        case OptionStep():
            return T("Which of these?"), T("The card says so.")
        case ConditionStep(effect=effect) if effect.ask:
            asked = effect.ask
            return state.world.word(asked) if isinstance(asked, str) else asked, T("Only you can see that.")
        case ConditionStep(effect=effect):
            return T("Is that so?"), sentence([effect])
        case DieStep():
            return T("A die decides: roll it"), faces(step, sentence)
    return None


def faces(step: DieStep, sentence: Sentence) -> Words:
    """What the faces of a die do."""
    return listed([Text("{faces}: {what}", {"faces": _range(part.faces), "what": done(part.do, sentence)})
                   for part in step.on])  # fmt: skip


def _range(numbers: Sequence[Any]) -> Words:
    if len(numbers) > 2 and [*numbers] == [*range(numbers[0], numbers[-1] + 1)]:
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(map(str, numbers))


def done(effects: Sequence[Any], sentence: Sentence) -> Words:
    """What effects do; nothing, if there are none."""
    return sentence(effects) if effects else T("nothing")


ANSWERS = (ChooseOption, Holds)
"""The answers to such questions that look alike in every game."""


def choice(state: State[Any, Any], answer: Answer, sentence: Sentence) -> Choice | None:
    """An answer to such a question as a choice; None for any other answer."""
    step = state.agenda[-1] if state.agenda else None
    if isinstance(answer, Holds) and step is not None:
        return Choice(answer, YES if answer.holds else NO)
    if not isinstance(answer, ChooseOption) or not isinstance(step, OptionStep):
        return None
    option = step.options[answer.n - 1]
    does = done(option.do, sentence)
    return Choice(answer, state.world.word(option.text) if option.text else does, does if option.text else None)
