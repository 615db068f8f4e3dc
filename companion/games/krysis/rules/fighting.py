"""Initiative and combat of a team (R-KR-30 to R-KR-32, R-KR-36, R-KR-51 to R-KR-53, R-KR-66)."""

from __future__ import annotations

from companion.games.krysis.content.pack_data import Multiplier
from companion.games.krysis.state import State, deserted, strength


def initiative(s: State, seat: str) -> int:
    """R-KR-30, R-KR-31: the sum of speeds, some of which count crystals of the player's camp."""
    player = s.now.players[seat]
    total = 0
    for agent in player.team:
        speed = s.world.agents[agent].speed
        if isinstance(speed, Multiplier):
            total += speed.times * player.camp.crystals[speed.per]
        else:
            total += speed
    return total


def combat(s: State, seat: str) -> int:
    """R-KR-36: the team and the face-up weapon."""
    return strength(s, seat).combat


def defence(s: State, seat: str) -> int:
    """R-KR-53, R-KR-66: against a raid."""
    return strength(s, seat).defence


def targets(s: State, seat: str) -> list[str]:
    """R-KR-51, R-KR-52: the other camps that are weaker, or deserted."""
    own = combat(s, seat)
    return [camp for camp in s.world.seats if camp != seat and (defence(s, camp) < own or deserted(s, camp))]
