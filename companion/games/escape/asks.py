"""Asks of Escape Plan with more fields than those of the core (wire/escape.md, "Asks")."""

from __future__ import annotations

from companion.core.asks import ChooseAsk, PullAsk


class PullForTile(PullAsk, frozen=True, kw_only=True, tag="pull"):
    """The officer to pull for ``tile``."""

    tile: str


class LineAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """The value of a ``line`` on a seat's score sheet."""

    line: str


class TieAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """The winner of a tie ``among`` seats, in escape order."""

    among: list[str]
