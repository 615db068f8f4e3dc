"""The final score step by step: bank, crystals, relics with their best sets, missions; and the ranking."""

from __future__ import annotations

from typing import Any

from companion.core.piles import UNKNOWN
from companion.core.texts import T, Words, listed
from companion.games.krysis.content.untold import SCORES
from companion.games.krysis.presenter.words.labels import goods_words, mission_words, points, seat_icon, seat_name
from companion.games.krysis.scoring.sets import Set, partition
from companion.games.krysis.state import State
from companion.games.krysis.words import COLOURS, RELICS
from companion.scene.scene import Rank, Scored

STEPS: tuple[tuple[str, Words], ...] = (
    ("bank", T("Points from the bank")),
    ("crystals", T("Crystals at home")),
    ("relics", T("Relics at home")),
    ("mission", T("Mission")),
)
"""The steps, in order."""


def steps(s: State, seat: str) -> list[Scored]:
    """The points of a player by step (R-KR-80, R-KR-81)."""
    result = s.now.result
    assert result is not None
    counted = [step for step in STEPS if step[0] != "mission" or result["missions"] is not None]
    return [Scored(name, points(result["scores"][seat][step]), _note(s, result, step, seat)) for step, name in counted]


def _note(s: State, result: dict[str, Any], step: str, seat: str) -> Words | None:
    """The terms of a step."""
    home = result["homes"][seat]
    if step == "crystals":
        return goods_words({colour: home.get(colour, 0) for colour in COLOURS})
    if step == "relics":
        sets = best(s, home[RELICS])
        return listed([set_words(s, one) for one in sets]) if sets else goods_words({RELICS: len(home[RELICS])})
    if step == "mission" and result["missions"]:
        mission = result["missions"][seat]
        return None if mission is None else mission_words(mission)
    return None


def best(s: State, relics: list[str]) -> list[Set]:
    """The best sets; empty if people have counted them."""
    if SCORES in s.world.untold:
        return []
    return partition(
        [s.world.relics[relic].set_type for relic in relics if relic != UNKNOWN], s.world.pack.relic_scores
    )


def set_words(s: State, one: Set) -> Words:
    """A set by the types of its cards, and its value."""
    if one.same:
        name = s.world.word(one.types[0])
        return T("{n} × {type} = {points}", n=len(one.types), type=name, points=points(one.vp))
    return T("{types} = {points}", types=_joined([s.world.word(kind) for kind in one.types]), points=points(one.vp))


def _joined(words: list[Words]) -> Words:
    row = words[0]
    for one in words[1:]:
        row = T("{first} + {second}", first=row, second=one)
    return row


def ranking(s: State) -> list[Rank]:
    """By points; ties go to the miner that is ahead (R-KR-83, R-KR-84)."""
    result = s.now.result
    if result is None:
        return []
    found = []
    for place, seat in enumerate(result["ranking"], 1):
        parts = result["scores"][seat]
        note = T("bank {bank} + crystals {crystals} + relics {relics}",
                 bank=parts["bank"], crystals=parts["crystals"], relics=parts[RELICS])  # fmt: skip
        if result["missions"] is not None:
            note = T("{parts} + mission {mission}", parts=note, mission=parts["mission"])
        found.append(
            Rank(
                seat,
                seat_name(s.world, seat),
                seat_icon(s.world, seat),
                place,
                points(parts["total"]),
                note,
                winner=seat == result["winner"],
                steps=steps(s, seat),
            )
        )
    return found
