"""Tables at which the companion plays, and a mind that thinks at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from time import process_time

import pytest

from companion.chance import thinking
from companion.chance.dealer import Dealer, parted
from companion.chance.thinking import Dilemma, Mind, Thought, stopwatch
from companion.core.asks import Over
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.companions import settings_with_companions
from companion.table.table import LogStore, Table

MOST_THOUGHTS = 5_000
"""More decisions than a game of companions has."""


class QuickMind:
    """Thinks in this process, as soon as it is listened to."""

    asked: list[Dilemma]

    def __init__(self, heard: Callable[[int, Thought | None], None], *, hurried: bool = True) -> None:
        self.asked, self.hurries, self.closed = [], 0, False
        self._heard, self._mind, self._waiting = heard, Mind(lambda: hurried), list[Dilemma]()

    def think(self, dilemma: Dilemma) -> None:
        self.asked.append(dilemma)
        self._waiting.append(dilemma)

    def hurry(self) -> None:
        self.hurries += 1

    def close(self) -> None:
        self.closed = True
        self._waiting = []

    def finish(self) -> bool:
        """Answer what was asked first; False if nothing is waiting. What came after it has ended its time."""
        if not self._waiting:
            return False
        dilemma = self._waiting.pop(0)
        self._heard(dilemma.number, self._mind.think(dilemma))
        return True


def think_for(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """A decision gets so many seconds of this process, however busy the machine is."""
    monkeypatch.setattr(thinking, "SECONDS", seconds)
    monkeypatch.setattr(thinking, "stopwatch", partial(stopwatch, process_time))


def companion_table(
    name: str,
    levels: Sequence[str],
    *,
    chance: Mapping[str, str] | None = None,
    settings: Mapping[str, str] | None = None,
    seed: str = "companions",
    store: LogStore | None = None,
) -> Table:
    """A new table with a seat for each of ``levels``: ``person``, or how well the companion plays it."""
    game = load_game(name)
    pack = load_pack(game)
    seats = [seat for seat, _ in game.rules.seats(pack.pack)][: len(levels)]
    chosen, modes = parted(settings_with_companions(game, settings or {}))
    table = Table(game, pack, seats, chosen, chance={**modes, **(chance or {})}, dealer=Dealer(seed), store=store,
                  auto=False)  # fmt: skip
    table.seat_companions(dict(zip(seats, levels, strict=True)))
    return table


def thinking_session(table: Table, *, hurried: bool = True) -> tuple[Session, QuickMind]:
    """A session of the table, with a mind that answers when it is told to."""
    session, minds = Session(table), list[QuickMind]()

    def mind(heard: Callable[[int, Thought | None], None]) -> QuickMind:
        minds.append(QuickMind(heard, hurried=hurried))
        return minds[0]

    session.begin_thinking(lambda: None, mind=mind)
    return session, minds[0]


def finish_thinking(session: Session, mind: QuickMind) -> None:
    """Let the companion think to the end, as often as it is its turn."""
    for _ in range(MOST_THOUGHTS):
        if not mind.finish():
            return
        session.heed()
    raise AssertionError("it thinks for ever")


def play_a_step(session: Session, mind: QuickMind, luck: Random) -> None:
    """What people do next, after the companion."""
    finish_thinking(session, mind)
    table = session.table
    if session.pages:
        session.done()
    elif session.companions.due is not None:
        session.hurry()
    elif session.mode in ("deal", "roll"):
        session.draw()
    elif session.mode == "list":
        session.answer(luck.choice(table.legal() or []))
    elif not isinstance(table.ask, Over):
        session.answer(table.game.player.advise(table.state, table.legal() or [], luck.random))
