"""Questions of Escape Plan that say more than those of the core (wire/escape.md, "Asks")."""

from __future__ import annotations

from companion.core.asks import ChooseAsk, PullAsk


class PullForTile(PullAsk, frozen=True, kw_only=True, tag="pull"):
    """Which officer comes out of the bag onto ``tile``."""

    tile: str


class LineAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """What a seat enters on a ``line`` of its score sheet."""

    line: str


class TieAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """Who of ``among`` (in escape order) wins the tie."""

    among: list[str]
