"""What the table can say in Crash & Grab (wire/crash.md)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import UNSET, UnsetType

from companion.core.answers import Answer, Draw, Pick, Roll


class Saucer(Answer, frozen=True, tag="saucer"):
    """One of the two saucers of a player (R-CG-07, R-CG-16, R-CG-26, R-CG-58)."""

    saucer: str


class Ready(Answer, frozen=True, tag="ready"):
    """Everybody has chosen a card (R-CG-22)."""


class Move(Answer, frozen=True, tag="move"):
    """The card that was revealed, with its direction and the number named for 0-5 (R-CG-33 to R-CG-35)."""

    card: str
    dir: str | UnsetType = UNSET
    distance: int | UnsetType = UNSET


class Boost(Answer, frozen=True, tag="boost"):
    """A booster is spent to move again (R-CG-36)."""

    dir: str | UnsetType = UNSET


class Pass(Answer, frozen=True, tag="pass"):
    """Nothing, or nothing more."""


class Give(Answer, frozen=True, tag="give"):
    """The crew that is given away for a crash, and to whom (R-CG-58)."""

    crew: str
    to: str


class Energy(Answer, frozen=True, tag="energy"):
    """One energy for somebody's crash (R-CG-62)."""


class Steal(Answer, frozen=True, tag="steal"):
    """Crew of a saucer that crashed (R-CG-63)."""

    crew: str


class Crew(Answer, frozen=True, tag="crew"):
    """Which of the lost crew is placed (R-CG-64)."""

    crew: str


class BuyUpgrade(Answer, frozen=True, tag="upgrade"):
    """Energy is spent for an upgrade (R-CG-67)."""


class Keep(Answer, frozen=True, tag="keep"):
    """Which of the drawn upgrades is kept (R-CG-67)."""

    upgrade: str


class Direction(Answer, frozen=True, tag="direction"):
    """Where a saucer goes on from an accelerator (R-CG-46)."""

    dir: str


class Stop(Answer, frozen=True, tag="stop"):
    """A move without end is ended on this square (RULES 3.10)."""


class Take(Answer, frozen=True, tag="take"):
    """Crew goes over to the saucer of its colour (R-CG-56)."""

    crew: str


class Use(Answer, frozen=True, tag="use"):
    """An upgrade is used, in a direction if it has one (R-CG-68)."""

    upgrade: str
    dir: str | UnsetType = UNSET


class Done(Answer, frozen=True, tag="done"):
    """The table has done what an upgrade says, or has reported all of a move."""


class Picked(Answer, frozen=True, tag="picked"):
    """Light: a saucer picked up crew (R-CG-49)."""

    saucer: str
    crew: str


class Crashed(Answer, frozen=True, tag="crashed"):
    """Light: a saucer left the board (R-CG-40)."""

    saucer: str


AnyAnswer: TypeAlias = (
    Draw | Pick | Roll | Saucer | Ready | Move | Boost | Pass | Give | Energy | Steal | Crew | BuyUpgrade | Keep
    | Direction | Stop | Take | Use | Done | Picked | Crashed
)  # fmt: skip
