"""The whole picture for people: put together from what is asked, what can be done, and what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.answers import Answer
from companion.core.asks import Ask, Over
from companion.core.texts import T
from companion.games.escape.names import seat_name
from companion.games.escape.presenter import picture
from companion.games.escape.presenter.boards import boards
from companion.games.escape.presenter.private import secrets
from companion.games.escape.presenter.questions import choices as offered
from companion.games.escape.presenter.questions.prompts import prompt
from companion.games.escape.presenter.questions.tips import tips
from companion.games.escape.presenter.words.labels import OUT, disc, line_name, number
from companion.games.escape.presenter.words.notices import notices
from companion.games.escape.rules.ending import score_sheet
from companion.games.escape.state import State
from companion.scene.scene import Rank, Scene, Scored


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
        notices=notices(s, ask),
        result="end" if isinstance(ask, Over) else None,
        clock=picture.clock(s),
        order=picture.order(s, ask.who),
        rows=picture.rows(s),
        tiles=picture.tiles(s),
        boards=boards(s, frozenset(answers), ask.who),
        entry=offered.entry(s, ask, answers),
        several=offered.several(s, ask, answers),
        ranking=_ranking(s, s.now.result) if s.now.result is not None else [],
        secrets=secrets(s),
        tips=tips(s, ask),
    )


def _steps(s: State, seat: str) -> list[Scored]:
    """The score sheet, line by line; what brings nothing is left out."""
    return [Scored(line_name(s.world, line), number(n)) for line, n in score_sheet(s, seat).items() if n]


def _ranking(s: State, result: dict[str, Any]) -> list[Rank]:
    """R-EP-88, R-EP-89: who has escaped, by rank, then who has been arrested, without a total."""
    out = [
        Rank(
            entry["seat"],
            seat_name(entry["seat"]),
            disc(s.world, entry["seat"]),
            entry["rank"],
            number(entry["total"]),
            OUT[entry["escape"] - 1],
            winner=entry["seat"] in result["winner"],
            steps=_steps(s, entry["seat"]),
        )
        for entry in result["ranking"]
    ]
    arrested = [
        Rank(seat, seat_name(seat), disc(s.world, seat), None, "", T("arrested")) for seat in result["arrested"]
    ]
    return out + arrested
