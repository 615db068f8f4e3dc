"""Asks of Crash & Grab with more fields than those of the core (wire/crash.md, "Asks")."""

from __future__ import annotations

from companion.core.asks import ChooseAsk, PickAsk, RollAsk


class TileAsk(PickAsk, frozen=True, kw_only=True, tag="pick"):
    """The tile for a ``slot`` (from 1)."""

    slot: int


class RotationAsk(TileAsk, frozen=True, kw_only=True, tag="pick"):
    """The rotation of a ``tile``."""

    tile: str


class PlacementAsk(RollAsk, frozen=True, kw_only=True, tag="roll"):
    """The place of a ``piece`` on the board."""

    piece: str


class SaucerAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """A decision about a ``saucer``, for its seat or another one concerned."""

    saucer: str


class DirectionAsk(SaucerAsk, frozen=True, kw_only=True, tag="choose"):
    """The direction of a saucer on an accelerator; ``distance`` is its speed."""

    at: str
    distance: int


class CollisionAsk(SaucerAsk, frozen=True, kw_only=True, tag="choose"):
    """Whether a pushed saucer uses an upgrade; ``dir`` and ``distance`` are those of the push so far."""

    dir: str
    distance: int


class LandingAsk(SaucerAsk, frozen=True, kw_only=True, tag="choose"):
    """Whether to use an upgrade before a ``piece`` lands on a ``site``."""

    piece: str
    site: int


class BoostAsk(SaucerAsk, frozen=True, kw_only=True, tag="choose"):
    """Whether to boost; ``distance`` is that of the card, None if the board is not tracked."""

    distance: int | None


class ResolveAsk(SaucerAsk, frozen=True, kw_only=True, tag="choose"):
    """The table carries out the ``upgrade``."""

    upgrade: str


class ReceiveAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """The saucer that receives ``crew``."""

    crew: str
