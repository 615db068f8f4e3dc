"""Moments of recorded games just before a reveal: the table, and the answer that causes it.

Time stands still; the caller advances it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from companion.core.answers import Answer
from companion.core.asks import Over
from companion.session.session import Session
from companion.table.table import Table
from tests.lookback.games import recorded
from tests.ui.gallery import settle
from tests.ui.hands import Hands
from tests.ui.moments import recordings, spoken
from ui.widgets.cards import RevealView, reveal_timing

GAME_OF = {
    "bids": "krysis", "raid": "krysis", "alert": "newyork", "crew": "crash", "card": "newyork", "story": "newyork",
    "round": "escape", "last": "krysis", "end": "krysis",
}  # fmt: skip
"""A game for each kind of reveal."""


def before(of: str) -> tuple[Table, Answer]:
    """The first table before a reveal of this kind, and the answer that causes it."""
    name, rev, answer = _first(of)
    return recorded(name, rev - 1, spoken(name)), answer


@cache
def _first(of: str) -> tuple[str, int, Answer]:
    return next(_found(of))


def _found(of: str) -> Iterator[tuple[str, int, Answer]]:
    for name in recordings(GAME_OF[of]):
        table = recorded(name, None, spoken(name))
        tell = table.game.presenter
        for played in table.history.entries:
            answer, rev = played.answer, played.entry.rev
            if answer is None:
                continue
            then = recorded(name, rev, spoken(name))
            if of == "end":
                seen = isinstance(then.ask, Over)
            elif of in ("round", "last"):
                now, earlier = tell.announced(then.state), tell.announced(recorded(name, rev - 1, spoken(name)).state)
                seen = earlier is not None and now is not None and now != earlier and now.of == of
            elif of == "card":
                seen = tell.card(then.state, answer) is not None
            else:
                shown = tell.reveals(then.state, answer, played.asked, played.instructions)
                seen = any(one.of == of for one in shown)
            if seen:
                yield name, rev, answer


def come(hands: Hands, of: str) -> RevealView:
    """Give that answer at the screen; the reveal has just begun."""
    table, answer = before(of)
    hands.app.leave_game()
    hands.root.bring("home")
    hands.app.play(Session(table, confirmed=table.rev))
    hands.app.settings.animations = True
    settle()
    session = hands.session
    assert session.answer(answer)
    stop(hands)
    while (of == "end" and session.pages) or (of in ("round", "last", "story") and not _comes(session, of)):
        hands.root.reveal.skip()
        session.done()
        stop(hands)
    return hands.root.reveal


def _comes(session: Session, of: str) -> bool:
    course = reveal_timing(session)
    return course is not None and any(act.of == of for act in course.acts)


def stop(hands: Hands) -> None:
    """Render with all animations stopped at their start."""
    settle()
    if hands.root.front.moving:
        hands.root.front.grid.skip()  # type: ignore[attr-defined] # only boards of squares move
    settle()
