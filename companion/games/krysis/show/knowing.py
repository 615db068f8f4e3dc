"""Who may see what: which questions are for one seat alone, and which seats have something to look at."""

from __future__ import annotations

from companion.core.asks import Ask, ChooseAsk, DrawAsk, PickAsk
from companion.games.krysis.asks import TurnAsk
from companion.games.krysis.state import State


def only(s: State, ask: Ask) -> str | None:
    """The seat that alone may see the open question and its answers (wire, section 3); None: all may.

    Where relics are followed a turn is looked at alone as long as relics of the own camp could be turned up.
    """
    known = s.world.options
    if isinstance(ask, DrawAsk) or (isinstance(ask, PickAsk) and ask.what == "relic"):
        return ask.who
    if isinstance(ask, TurnAsk):
        hides = known.knows_relics and ask.acted is None and ask.who is not None
        return ask.who if hides and ask.who and s.now.players[ask.who].camp.relics else None
    if not isinstance(ask, ChooseAsk):
        return None
    hidden = {
        "bid": known.knows_home,
        "keep": known.knows_relics,
        "spy": known.knows_relics,
        **dict.fromkeys(("squad", "hand", "agent", "deck"), known.knows_agents),
    }
    return ask.who if hidden.get(ask.choice, False) else None


def secrets(s: State) -> list[str]:
    """The seats that have something to look at alone: all, as long as anything is followed that others may not see."""
    known = s.world.options
    any_ = known.knows_home or known.knows_agents or known.knows_missions
    return list(s.world.seats) if any_ and s.now.result is None else []
