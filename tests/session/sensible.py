"""A deterministic table played by the sensible player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from companion.chance.dealer import Dealer
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.table import Modes, Table


def table_of(game: str, settings: Mapping[str, str] | None = None, chance: Modes | None = None) -> Table:
    """A new table of three players."""
    found = load_game(game)
    pack = load_pack(found)
    seats = [seat for seat, _ in found.rules.seats(pack.pack)][:3]
    return Table(found, pack, seats, settings or {}, chance=chance, dealer=Dealer("sensible"), auto=False)


def play_on(session: Session) -> None:
    """Confirm what is shown, then answer or draw."""
    session.pages.clear()
    if session.mode == "choose":
        legal = session.table.legal() or []
        session.answer(session.table.game.player.advise(session.table.state, legal, lambda: 0.5))
    else:
        session.draw()


def play_towards(session: Session, there: Callable[[], bool], luck: Random) -> None:
    """Play with a box of which hardly anything is known until ``there``; what its cards do is done by hand."""
    table = session.table
    while not there():
        session.pages.clear()
        if session.mode == "new":
            session.pass_over()
        elif table.legal() is None:
            session.roll_for_us()
        elif session.learning.nameless is not None and table.ask.who is None:
            session.answer(session.learning.nameless)
        else:
            session.answer(table.game.player.advise(table.state, table.legal() or [], luck.random))
    session.pages.clear()


def played_game(game: str, answers: int) -> Session:
    """A game after some answers, with digital chance."""
    session = Session(table_of(game))
    for _ in range(answers):
        play_on(session)
    session.pages.clear()
    return session
