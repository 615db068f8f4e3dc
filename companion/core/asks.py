"""Asks: the one open question of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import UNSET, Struct, UnsetType, field, to_builtins


class _Whose(Struct, frozen=True, kw_only=True):
    only: str | None = None
    """The only seat that may see the question and its answers (R-GEN-06); None: everybody. Not sent on the wire,
    where each client has its own view."""


class Ask(_Whose, frozen=True, tag_field="kind"):
    """An open question."""

    chance: ClassVar[bool] = False
    """Whether the outcome is random, so that the dealer can answer it (R-GEN-02)."""

    who: str | None
    """The seat that is asked; None: the table."""
    rule: str


class DrawAsk(Ask, frozen=True, tag="draw"):
    """Which card is drawn from ``deck``; ``left`` is the number of cards still to draw, including this one."""

    chance: ClassVar[bool] = True

    deck: str
    left: int | UnsetType = UNSET
    purpose: str | UnsetType = field(name="for", default=UNSET)


class PullAsk(Ask, frozen=True, tag="pull"):
    """Which token is pulled from ``bag``; ``at`` is the place where it goes (``kind:id``)."""

    chance: ClassVar[bool] = True

    bag: str
    at: str | UnsetType = UNSET


class PickAsk(Ask, frozen=True, tag="pick"):
    """Which of ``among`` is chosen at random."""

    chance: ClassVar[bool] = True

    what: str
    among: Sequence[str | int]


class RollAsk(Ask, frozen=True, tag="roll"):
    """The faces of ``dice`` (sorted)."""

    chance: ClassVar[bool] = True

    dice: list[str]


class ChooseAsk(Ask, frozen=True, tag="choose"):
    """A decision of people; ``choice`` identifies the kind of decision."""

    choice: str
    left: int | UnsetType = UNSET


class Over(Ask, frozen=True, tag="over"):
    """The game has ended."""

    result: dict[str, Any]


def most_points(rule: str, scores: Mapping[str, int]) -> Over:
    """The end of a game won by the highest score; equal scores at the top are a tie."""
    best = [seat for seat, points in scores.items() if points == max(scores.values())]
    winner = best[0] if len(best) == 1 else None
    return Over(None, rule, {"outcome": "won" if winner else "tie", "winner": winner, "scores": dict(scores)})


def to_wire(ask: Ask) -> dict[str, Any]:
    """The ask as a JSON object (WIRE.md, Asks)."""
    found: dict[str, Any] = to_builtins(ask)
    del found["only"]
    return found


def is_chance(ask: Ask) -> bool:
    """True if the dealer can answer it (R-GEN-02)."""
    return ask.chance
