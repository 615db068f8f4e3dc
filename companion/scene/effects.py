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
            return asked(state, effect), T("Only you can see that.")
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


def chosen(state: State[Any, Any], answer: Answer, sentence: Sentence) -> Words:
    """An answer to such a question in words, for the log; empty for any other answer."""
    step = state.agenda[-1] if state.agenda else None
    match answer, step:
        case ChooseOption(n=n), OptionStep(options=options):
            option = options[n - 1]
            found: Words = state.world.word(option.text) if option.text else done(option.do, sentence)
            return found
        case Holds(holds=holds), ConditionStep(effect=effect) if effect.ask:
            return Text("{question} – {answer}", {"question": asked(state, effect), "answer": YES if holds else NO})
        case Holds(holds=holds), ConditionStep(effect=effect):
            does = done(effect.then if holds else effect.else_, sentence)
            return Text("{answer}: {what}", {"answer": YES if holds else NO, "what": does})
    return ""


def asked(state: State[Any, Any], effect: Any) -> Words:
    """The question of a condition in the words of its card."""
    found: Words = state.world.word(effect.ask) if isinstance(effect.ask, str) else effect.ask
    return found


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
