"""Asks of Krysis with more fields than those of the core (wire/krysis.md, section 4)."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from companion.core.asks import ChooseAsk, PickAsk


class SpaceAsk(PickAsk, frozen=True, kw_only=True, tag="pick"):
    """The miner that is placed on a start ``space``."""

    space: str


class StolenAsk(PickAsk, frozen=True, kw_only=True, tag="pick"):
    """The face-down relic of ``camp`` that is taken; ``left`` includes this one."""

    camp: str
    left: int


class LevelAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """The space for a miner on a ``level``."""

    level: int


class GoodsAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """The goods of a ``space`` that is not in the box; ``group`` counts further groups of a question mark."""

    space: str
    group: int | UnsetType = UNSET


class AgentAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """The ``n``-th agent of a team."""

    n: int


class TurnAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """The action of the active player; ``acted`` is the action already taken."""

    acted: str | None


class SpyAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """The relic of ``camp`` that is taken."""

    camp: str


class HomeAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """The goods at home: all of ``needs``."""

    needs: list[str]
