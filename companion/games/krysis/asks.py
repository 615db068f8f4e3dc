"""Questions of Krysis that say more than those of the core (wire/krysis.md, section 4)."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from companion.core.asks import ChooseAsk, PickAsk


class SpaceAsk(PickAsk, frozen=True, kw_only=True, tag="pick"):
    """Whose miner comes onto a start ``space``."""

    space: str


class StolenAsk(PickAsk, frozen=True, kw_only=True, tag="pick"):
    """Which face-down relic of ``camp`` is taken; ``left`` counts this one too."""

    camp: str
    left: int


class LevelAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """Where a miner goes on a ``level``."""

    level: int


class GoodsAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """What a ``space`` shows of which nobody has told the box; ``group`` counts the groups of a question mark after the
    first."""

    space: str
    group: int | UnsetType = UNSET


class AgentAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """The ``n``-th agent of a team."""

    n: int


class TurnAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """What the active player does; ``acted`` is the action that was done."""

    acted: str | None


class SpyAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """Which relic of ``camp`` is taken."""

    camp: str


class HomeAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """What is at home: all of ``needs``."""

    needs: list[str]
