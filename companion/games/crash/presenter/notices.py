"""What everybody must know now, in a sentence each: override tokens, crew that is still to come, crashes, the deck."""

from __future__ import annotations

from companion.core.texts import P, T, Words, listed
from companion.games.crash.names import saucer_name, seat_name
from companion.games.crash.state import State


def notices(s: State) -> list[Words]:
    """The most urgent first."""
    now, w = s.now, s.world
    if now.result is not None:
        return []
    found: list[Words] = []
    if now.turn is not None:
        if now.turn.crashed:
            crashed = listed([saucer_name(w, saucer) for saucer in now.turn.crashed])
            found.append(T("Crashed in this turn: {saucers}", saucers=crashed))
        if now.turn.crew_out:
            n = now.turn.crew_out
            found.append(
                P("{n} crew comes onto the board after the turn", "{n} crew come onto the board after the turn", n)
            )
    tokens = [saucer_name(w, name) for name, saucer in now.saucers.items() if saucer.override]
    if tokens and now.phase in ("planning", "turn"):
        found.append(T("Override token: {saucers}", saucers=listed(tokens)))
    found.append(T("The probe: {seat}", seat=seat_name(w, now.probe)))
    deck = now.deck
    found.append(T("Upgrades: {deck} in the deck, {discard} discarded", deck=len(deck.pile), discard=len(deck.discard)))
    return found
