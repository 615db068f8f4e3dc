"""Plays a session with the sensible player."""

from __future__ import annotations

import random

from companion.session.session import Session


def go_on(session: Session, luck: random.Random) -> None:
    """Take the next action."""
    if session.pages:
        session.done()
    elif session.mode == "choose":
        table = session.table
        session.answer(table.game.player.advise(table.state, table.legal() or [], luck.random))
    else:
        session.draw()


def play_on(session: Session, rev: int, luck: random.Random) -> None:
    """Play until the log has ``rev`` entries, or the game is over."""
    while session.rev < rev and session.mode != "over":
        go_on(session, luck)
