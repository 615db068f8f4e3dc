"""What is chosen by a number and a direction: the amounts, the four ways, the pad (wire/crash.md, "Asks")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec import UNSET

from companion.core.answers import Answer
from companion.core.asks import Ask
from companion.core.texts import T, Words
from companion.games.crash import answers as a
from companion.games.crash.asks import BoostAsk, DirectionAsk
from companion.games.crash.names import upgrade_name
from companion.games.crash.presenter.labels import brought, marker_icon
from companion.games.crash.rules.turns import bonus
from companion.games.crash.state import State, active
from companion.scene.scene import Amount, Group, Pad, Way

Steered: TypeAlias = a.Move | a.Boost | a.Direction | a.Use
"""The answers that may say a direction."""
TOWARDS: Final[tuple[Words, ...]] = (T("up"), T("right"), T("down"), T("left"))
"""Where the four ways go on the board, as people see it."""


def key(s: State, answer: Answer) -> str | None:
    """Which amount of the pad an answer belongs to; None if it is no matter of number and direction."""
    if isinstance(answer, a.Move):
        named = "" if answer.distance is UNSET else f":{answer.distance}"
        return None if s.world.light else f"card:{answer.card}{named}"
    if isinstance(answer, a.Boost):
        return None if s.world.light else "boost"
    if isinstance(answer, a.Direction):
        return "direction"
    if isinstance(answer, a.Use) and answer.dir is not UNSET:
        return f"use:{answer.upgrade}"
    return None


def amounts(s: State, answers: Sequence[Answer]) -> dict[str, list[Steered]]:
    """The answers that are on the pad, by amount."""
    found: dict[str, list[Steered]] = {}
    for answer in answers:
        name = key(s, answer)
        if name is not None and isinstance(answer, Steered):
            found.setdefault(name, []).append(answer)
    return found


def pad(s: State, ask: Ask, answers: Sequence[Answer]) -> Pad | None:
    """All amounts with their ways, as the markers lie on this table."""
    found = [_amount(s, ask, members) for members in amounts(s, answers).values()]
    return Pad(found) if found else None


def _amount(s: State, ask: Ask, members: list[Steered]) -> Amount:
    label, detail, icon = _says(s, ask, members[0])
    by_way = {direction_of(answer): answer for answer in members}
    ways = [Way(marker_icon(s.world, one), s.world.word(one), by_way.get(one)) for one in s.now.markers]
    still = by_way.get(None)
    return Amount(label, detail, icon, [] if still is not None else ways, still)


def _says(s: State, ask: Ask, answer: Steered) -> tuple[Words, Words | None, str | None]:
    if isinstance(answer, a.Move):
        number = answer.card if answer.distance is UNSET else str(answer.distance)
        return number, card_detail(s, answer), f"movement:{answer.card}"
    if isinstance(answer, a.Use):
        return upgrade_name(s.world, answer.upgrade), s.world.word(s.world.upgrades[answer.upgrade].text), "upgrade"
    if isinstance(ask, BoostAsk):
        return str(ask.distance), T("−1 booster"), "token:booster"
    assert isinstance(ask, DirectionAsk)
    return str(ask.distance), None, "accelerator"


def card_detail(s: State, answer: a.Move) -> Words | None:
    """What a card brings, upgrades included; for the card on which a number is named, which card it is."""
    brings = brought(*bonus(s, active(s)[1], answer.card))
    return T("card {card}", card=answer.card) if brings is None else brings


def direction_of(answer: Answer) -> str | None:
    """The direction that an answer says."""
    direction = getattr(answer, "dir", UNSET)
    return None if direction is UNSET else str(direction)


def group(s: State, name: str, answer: Steered) -> Group:
    """The button of an amount, for front ends that have no pad."""
    if isinstance(answer, a.Use):
        card = s.world.upgrades[answer.upgrade]
        return Group(name, upgrade_name(s.world, answer.upgrade), s.world.word(card.text), ["upgrade"])
    assert isinstance(answer, a.Move)
    icons, brings = [f"movement:{answer.card}"], brought(*bonus(s, active(s)[1], answer.card))
    if answer.distance is UNSET:
        return Group(name, T("Card {card}", card=answer.card), brings, icons)
    return Group(name, T("Card {card}: {n}", card=answer.card, n=answer.distance), brings, icons)
