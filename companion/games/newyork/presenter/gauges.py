"""What is followed over a whole game: the tracks, and what lies on the board against the family."""

from __future__ import annotations

from companion.core.texts import T
from companion.games.newyork.state import State
from companion.games.newyork.words import FBI
from companion.scene.gauges import Gauge


def gauges(s: State) -> list[Gauge]:
    """Alert and story; then mafia, police cars and FBI on the squares, and the wounds of all together."""
    now = s.now
    tracks, board = T("Alert and story"), T("Against the family")
    wounds = sum(character.wounded for character in now.characters.values())
    return [
        Gauge("alert", tracks, T("Alert"), now.alert, "marker:alert", "red", "triangle", now.limit, weight=1),
        Gauge(
            "story", tracks, T("Story"), now.story, "marker:story", "blue", "diamond", s.world.story_length, weight=1
        ),
        Gauge("mafia", board, T("Mafia"), sum(now.mafia.values()), "mafia", "rose", "square", weight=0.3),
        Gauge("cars", board, T("Police"), sum(now.cars.squares.values()), "car", "blue", "disc", weight=0.2),
        Gauge("fbi", board, T("FBI"), len(now.fbi), "fbi", "yellow", "triangle", FBI, weight=2),
        Gauge("wounds", board, T("Wounds"), wounds, "wound", "red", "diamond", weight=0.9),
    ]
