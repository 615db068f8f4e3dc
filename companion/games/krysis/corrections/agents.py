"""Corrections of the places of agents; each place keeps its number (wire/krysis.md, section 10)."""

from __future__ import annotations

from companion.core.facts import limit
from companion.core.texts import T
from companion.games.krysis.state import Player, State
from companion.games.krysis.words import TEAM


def same_counts(before: State, after: State) -> None:
    """Every place of every company must keep its number of cards; a finished team may leave or return as a whole."""
    for seat, player in after.now.players.items():
        old, new = _counts(before.now.players[seat]), _counts(player)
        if old == new:
            continue
        moved = {place: new[place] - old[place] for place in new if new[place] != old[place]}
        finished = after.now.phase == "action" and seat in after.now.done
        whole = {old["team"], new["team"]} == {0, TEAM} and moved.keys() == {"team", "discard"}
        limit(finished and whole, T("Every place holds as many agents as before: two agents change places."))


def _counts(player: Player) -> dict[str, int]:
    return {
        "team": len(player.team),
        "discard": len(player.discard),
        "hand": len(player.hand),
        "fighters": len(player.fighters),
        "transporters": len(player.transporters),
        "box": len(player.box),
        "reserve": player.reserve,
    }
