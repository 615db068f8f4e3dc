"""A whole game that plays itself on the screen: the game's own player decides, the simulated reader rolls."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.core.answers import Answer, DrawUnknown, PullUnknown
from companion.core.asks import RollAsk
from companion.session.session import Session

if TYPE_CHECKING:
    from ui.app.app import CompanionApp


class Demo:
    """Plays the game of ``app``, a step every ``pause`` seconds, until it is over."""

    def __init__(self, app: CompanionApp, *, pause: float = 1.2, seed: str | None = None) -> None:
        self._app = app
        app.offers.declined = True
        self._luck = random.Random(seed)
        self._thrown = -1
        self._waited = 0
        self._clock = Clock.schedule_interval(lambda _dt: self.step(), pause)

    def step(self) -> None:
        """Do the next thing a person would do."""
        session = self._app.session
        if session is None or session.mode == "over":
            self._clock.cancel()
            return
        if session.mode == "list" and session.learning.known is not None:
            session.answer(self._drawn(session))
        elif session.mode in ("roll", "list"):
            self._roll(session)
        elif session.mode == "choose":
            table = session.table
            answer = table.game.player.advise(table.state, table.legal() or [], self._luck.random)
            session.answer(answer)
        else:
            self._app.act()

    def _drawn(self, session: Session) -> Answer:
        """A card or piece that is known, from a deck or bag known in part; an unknown one only if there is no other."""
        legal = session.table.legal() or []
        named = [answer for answer in legal if not isinstance(answer, DrawUnknown | PullUnknown)]
        return self._luck.choice(named or legal)

    def _roll(self, session: Session) -> None:
        """Roll on the simulated reader; if there is none, or nobody reads it, let the dealer roll."""
        inputs = self._app.inputs
        reader = inputs.hub.simulator if inputs is not None else None
        ask = session.table.ask
        if reader is None or not isinstance(ask, RollAsk):
            session.draw()
        elif self._thrown != session.rev:
            self._thrown, self._waited = session.rev, 0
            reader.throw(list(ask.dice))
        else:
            self._waited += 1
            if self._waited > 5:
                session.roll_for_us()
