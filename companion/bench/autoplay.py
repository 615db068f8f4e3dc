"""Plays a session with the sensible player."""

from __future__ import annotations

import random

from companion.core.answers import Answer
from companion.session.session import Session


def go_on(session: Session, luck: random.Random) -> None:
    """Take the next action."""
    if session.pages:
        session.done()
    elif session.mode == "choose":
        session.answer(advised(session, luck))
    else:
        session.draw()


def advised(session: Session, luck: random.Random) -> Answer:
    """The answer of the sensible player to the open decision."""
    table = session.table
    return table.game.player.advise(table.state, table.legal() or [], luck.random)


def play_on(session: Session, rev: int, luck: random.Random) -> None:
    """Play until the log has ``rev`` entries, or the game is over."""
    while session.rev < rev and session.mode != "over":
        go_on(session, luck)
