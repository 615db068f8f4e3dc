"""The whole picture for people: put together from what is asked, what can be done, and what lies on the table."""

from __future__ import annotations

from typing import Literal

from companion.core.answers import Answer
from companion.core.asks import Ask, Over
from companion.games.newyork.presenter import picture
from companion.games.newyork.presenter.questions.choices import choices
from companion.games.newyork.presenter.questions.groups import used_groups
from companion.games.newyork.presenter.questions.prompts import prompt
from companion.games.newyork.presenter.questions.tips import tips
from companion.games.newyork.presenter.words.labels import FACE_NAMES
from companion.games.newyork.presenter.words.log_lines import event_card, story_cards
from companion.games.newyork.presenter.words.notices import notices
from companion.games.newyork.state import State
from companion.scene.scene import Scene


def scene(s: State, ask: Ask) -> Scene:
    """The scene of a state whose open question is ``ask``."""
    answers: list[Answer] = [] if isinstance(ask, Over) or not s.agenda else list(s.agenda[-1].legal(s) or [])
    offered = choices(s, answers)
    return Scene(
        prompt=prompt(s, ask, answers),
        tracks=picture.tracks(s),
        board=picture.board(s),
        seats=picture.seats(s),
        dice=picture.dice(s, ask),
        faces=picture.faces(ask),
        face_names=dict(FACE_NAMES),
        choices=offered,
        groups=used_groups(offered),
        notices=notices(s),
        card=event_card(s),
        story=story_cards(s),
        result=_result(s),
        tips=tips(s, ask, offered),
    )


def _result(s: State) -> Literal["win", "loss"] | None:
    if s.now.result is None:
        return None
    return "win" if s.now.result["outcome"] == "win" else "loss"
