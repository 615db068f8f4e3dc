"""The end, laid out step by step: bank, crystals, relics with their best sets, missions; and the ranking."""

from __future__ import annotations

from typing import Any, Literal

from companion.core.scenes import Box, Card, Rank, Row
from companion.core.texts import T, Words, listed
from companion.games.krysis.sets import Set, partition
from companion.games.krysis.show.wording import (
    BANK,
    RELIC,
    VP,
    goods_words,
    mission_words,
    points,
    seat_icon,
    seat_name,
)
from companion.games.krysis.state import State
from companion.games.krysis.words import COLOURS, RELICS

STEPS: tuple[tuple[str, Words, str], ...] = (
    ("bank", T("Points from the bank"), BANK),
    ("crystals", T("Crystals at home"), "crystal:red"),
    ("relics", T("Relics at home"), RELIC),
    ("mission", T("Mission"), "players"),
)
"""What is counted, in order."""
CARD = T("Scoring")
"""What stands at the head of the card on which the points of a player are counted."""


def scored(s: State) -> list[Row]:
    """A row for each step with what it brings everybody, then the totals; nothing before the end."""
    result = s.now.result
    if result is None:
        return []
    steps = [step for step in STEPS if step[0] != "mission" or result["missions"] is not None]
    found = [Row(f"score:{step}", name, [_box(s, step, seat) for seat in s.world.seats]) for step, name, _ in steps]
    return [*found, Row("score:total", T("Total"), [_box(s, "total", seat) for seat in s.world.seats])]


def _box(s: State, step: str, seat: str) -> Box:
    result = s.now.result
    assert result is not None
    n = result["scores"][seat][step]
    note = None if step == "total" else _note(s, result, step, seat)
    first = step == "total" and seat == result["winner"]
    state: Literal["good", "normal", "quiet"] = "good" if first else "normal" if n else "quiet"
    icon, name = seat_icon(s.world, seat), seat_name(s.world, seat)
    return Box(f"score:{step}:{seat}", str(n), name, icon, note=note, state=state)


def _note(s: State, result: dict[str, Any], step: str, seat: str) -> Words | None:
    """What the points of a step are made of."""
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
    """The sets that bring the most."""
    return partition([s.world.relics[relic].set_type for relic in relics], s.world.pack.relic_scores)


def set_words(s: State, one: Set) -> Words:
    """A set by the types of its cards, and what it brings."""
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
    """Most points first; of those who have as many, whose miner is ahead (R-KR-83, R-KR-84)."""
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
        name, icon, total = seat_name(s.world, seat), seat_icon(s.world, seat), points(parts["total"])
        found.append(Rank(seat, name, icon, place, total, note, winner=seat == result["winner"]))
    return found


def story(s: State) -> list[Card]:
    """For each player a card to read the scoring from, line by line."""
    result = s.now.result
    if result is None:
        return []
    found = []
    for seat in result["ranking"]:
        text: Words = ""
        for step, name, _ in STEPS:
            if step == "mission" and result["missions"] is None:
                continue
            line = T("{name}: {n}", name=name, n=result["scores"][seat][step])
            note = _note(s, result, step, seat)
            if note is not None:
                line = T("{line} ({note})", line=line, note=note)
            text = line if text == "" else T("{text}\n{line}", text=text, line=line)
        total = points(result["scores"][seat]["total"])
        found.append(Card(CARD.msgid.lower(), VP, seat_name(s.world, seat), total, text))
    return found
