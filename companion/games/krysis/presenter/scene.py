"""The whole picture for people: put together from what is asked, what can be done, and what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.answers import Answer
from companion.core.asks import Ask, Over
from companion.games.krysis.presenter import picture, scoring
from companion.games.krysis.presenter.boards import boards
from companion.games.krysis.presenter.questions import choices as offered
from companion.games.krysis.presenter.questions.forms import fillings
from companion.games.krysis.presenter.questions.prompts import prompt
from companion.games.krysis.presenter.questions.tips import tips
from companion.games.krysis.presenter.secrecy import secrets
from companion.games.krysis.presenter.sides import sides
from companion.games.krysis.presenter.words.notices import notices
from companion.games.krysis.state import State
from companion.scene.scene import Scene


def legal(s: State) -> Sequence[Answer]:
    """The answers to the open question; none after the end."""
    return (s.agenda[-1].legal(s) or []) if s.agenda else []


def scene(s: State, ask: Ask) -> Scene:
    """The scene of a state whose open question is ``ask``."""
    answers = legal(s)
    found = offered.choices(s, ask, answers)
    return Scene(
        prompt=prompt(s, ask),
        choices=found,
        groups=offered.groups(s, found),
        notices=notices(s),
        result="end" if isinstance(ask, Over) else None,
        order=picture.order(s),
        rows=picture.rows(s),
        boards=boards(s),
        ranking=scoring.ranking(s),
        secrets=secrets(s),
        tips=tips(ask),
        sides=sides(s),
        fillings=fillings(s, answers),
    )
