"""Questions of Crash & Grab that say more than those of the core (wire/crash.md, "Asks")."""

from __future__ import annotations

from companion.core.asks import ChooseAsk, PickAsk, RollAsk


class TileAsk(PickAsk, frozen=True, kw_only=True, tag="pick"):
    """Which tile comes into a ``slot`` (from 1)."""

    slot: int


class RotationAsk(TileAsk, frozen=True, kw_only=True, tag="pick"):
    """How the ``tile`` is turned."""

    tile: str


class PlacementAsk(RollAsk, frozen=True, kw_only=True, tag="roll"):
    """Where a ``piece`` comes onto the board."""

    piece: str


class SaucerAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """A decision about a ``saucer``, for the saucer's seat or for whoever it concerns."""

    saucer: str


class DirectionAsk(SaucerAsk, frozen=True, kw_only=True, tag="choose"):
    """Where a saucer goes on that stands on an accelerator, by its ``distance``."""

    at: str
    distance: int


class CollisionAsk(SaucerAsk, frozen=True, kw_only=True, tag="choose"):
    """Whether a saucer that is pushed uses an upgrade; ``dir`` and ``distance`` are those of the push now."""

    dir: str
    distance: int


class LandingAsk(SaucerAsk, frozen=True, kw_only=True, tag="choose"):
    """Whether an upgrade is used before a ``piece`` comes onto a ``site``."""

    piece: str
    site: int


class BoostAsk(SaucerAsk, frozen=True, kw_only=True, tag="choose"):
    """Whether to boost; ``distance`` is that of the card, None where the board is not followed."""

    distance: int | None


class ResolveAsk(SaucerAsk, frozen=True, kw_only=True, tag="choose"):
    """The table does what the ``upgrade`` says."""

    upgrade: str


class ReceiveAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """Which saucer takes ``crew`` that was given away."""

    crew: str
