"""Story cards that people enter when they are turned up (R-NYC-95 to R-NYC-99)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct, structs

from companion.core.refusals import Fault, Refused
from companion.core.texts import T
from companion.core.validation import NotNegative, examine
from companion.games.newyork.content.effect_data import AnyEffect, Text
from companion.games.newyork.content.effect_parsing import need_problems, prepare_effects, unknown_squares
from companion.games.newyork.content.pack_checks import starting_cars
from companion.games.newyork.content.pack_data import BagAddition, FinalChallenge, Scenario, StoryCard


class LaterCard(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of every story card, except its position, which is entered before the game."""

    text: Text
    mafia_per_turn: Annotated[int, Meta(ge=0, le=10)]
    bag_add: BagAddition
    effects: list[AnyEffect]


class FirstCard(LaterCard, frozen=True):
    """Card 0, with the police cars on the alert track."""

    alert_cars: list[Annotated[int, Meta(ge=1)]]
    first_round_cars: NotNegative | None = None


class LastCard(LaterCard, frozen=True):
    """The last card, with the final challenge."""

    final_challenge: FinalChallenge


def kind_of(story: Scenario, index: int) -> type[LaterCard]:
    """The record type of a story's card."""
    if not index:
        return FirstCard
    return LastCard if index == len(story.cards) - 1 else LaterCard


def read_card(raw: object, story: Scenario, index: int, squares: frozenset[str], limit: int) -> StoryCard:
    """Parse a card from JSON; ``limit`` is the end of the alert track.

    Raises ``Refused``: ``malformed``, ``unknown`` for a square that is not on the board, ``illegal`` for police cars
    that cannot be there.
    """
    kind, problems = kind_of(story, index), list[Fault]()
    ready = raw
    if isinstance(raw, dict):
        ready = raw | {"effects": prepare_effects(raw.get("effects"), "effects", problems)}
        challenge = raw.get("final_challenge")
        if isinstance(challenge, dict):
            problems.extend(need_problems(challenge.get("need"), "final_challenge.need"))
    findings = examine(kind, ready)
    for said in (*(fault.words for fault in findings.problems), *(fault.said for fault in problems)):
        raise Refused("malformed", T("This is no story card: {problem}.", problem=said), "R-NYC-95")
    for fault in unknown_squares(findings.references, squares):
        raise Refused("unknown", T("This is no story card: {problem}.", problem=fault.said), "R-NYC-95")
    assert isinstance(raw, dict)
    for _ in starting_cars("", raw, limit, first=not index, whole=True):
        raise Refused("illegal", T("Police cars cannot stand like that on the alert track."), "R-NYC-16")
    told = msgspec.convert(ready, kind)
    return StoryCard(index=index, position=story.cards[index].position, **structs.asdict(told))
