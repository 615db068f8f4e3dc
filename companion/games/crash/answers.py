"""The answers of Crash & Grab with their labels and icons, and its asks (WIRE.md)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import UNSET, UnsetType

from companion.core.answers import Answer, Draw, Pick, Roll
from companion.core.asks import ChooseAsk, PickAsk, RollAsk
from companion.core.effects import ChooseOption, Holds
from companion.core.texts import T
from companion.games.crash.state import colour_of

# The answers of Crash & Grab (WIRE.md), with their labels and icons.


class SaucerChoice(Answer, frozen=True, tag="saucer"):
    """One of the two saucers of a player (R-CG-07, R-CG-16, R-CG-26, R-CG-58)."""

    label = "{saucer}"
    icon = "saucer:{saucer}"

    saucer: str


class AllReady(Answer, frozen=True, tag="ready"):
    """Everybody has chosen a card (R-CG-22)."""

    label = T("Everyone has chosen")
    primary = True


class CardMove(Answer, frozen=True, tag="move"):
    """The revealed card, with its direction, and its number if it is 0-5 (R-CG-33 to R-CG-35)."""

    label = T("Card {card}: {distance}"), T("Card {card}")
    logged = T("Card {card}: {distance} → {dir}"), T("Card {card} → {dir}"), *label
    icon = "movement:{card}"

    card: str
    dir: str | UnsetType = UNSET
    distance: int | UnsetType = UNSET


class SpendBooster(Answer, frozen=True, tag="boost"):
    """A booster is spent to move again (R-CG-36)."""

    label = T("Boost")
    detail = T("−1 booster")
    logged = T("Boost → {dir}"), label
    icon = "token:booster"

    dir: str | UnsetType = UNSET


class Decline(Answer, frozen=True, tag="pass"):
    """Nothing, or nothing more; the label depends on the question."""

    fleeting = True
    closing = True


class GiveAway(Answer, frozen=True, tag="give"):
    """The crew given away for a crash, and the receiver (R-CG-58)."""

    label = T("{crew} to {to}")
    logged = T("{crew} is given to {to}")
    icon = "crew:{crew}"

    crew: str
    to: str


class Energy(Answer, frozen=True, tag="energy"):
    """One energy for another player's crash (R-CG-62)."""

    label = T("Take 1 energy")
    icon = "token:energy"


class StealCrew(Answer, frozen=True, tag="steal"):
    """Crew stolen from a crashed saucer (R-CG-63)."""

    label = T("Steal: {crew}")
    icon = "crew:{crew}"

    crew: str


class Crew(Answer, frozen=True, tag="crew"):
    """The lost crew to place (R-CG-64)."""

    label = "{crew}"
    logged = T("{crew} comes onto the board")
    icon = "crew:{crew}"

    crew: str


class BuyUpgrade(Answer, frozen=True, tag="upgrade"):
    """Pay energy for an upgrade (R-CG-67)."""

    label = T("Buy an upgrade")
    icon = "upgrade"
    draws = True


class KeepCard(Answer, frozen=True, tag="keep"):
    """The drawn upgrade to keep (R-CG-67)."""

    label = "{upgrade}"
    logged = T("Keep {upgrade}")
    icon = "upgrade"

    upgrade: str


class Direction(Answer, frozen=True, tag="direction"):
    """The direction from an accelerator (R-CG-46)."""

    label = "{dir}"
    logged = T("Accelerator → {dir}")
    icon = "accelerator"

    dir: str


class Stop(Answer, frozen=True, tag="stop"):
    """End an endless move on this square (RULES.md 10)."""

    label = T("Stop here")
    detail = T("this move never ends")
    icon = "site"
    closing = True


class TakeCrew(Answer, frozen=True, tag="take"):
    """Crew moves to the saucer of its colour (R-CG-56)."""

    label = T("{crew} to {saucer}")
    logged = T("{crew} is passed on")
    icon = "crew:{crew}"

    crew: str

    @property
    def saucer(self) -> str:
        """The receiving saucer."""
        return colour_of(self.crew)


class UseUpgrade(Answer, frozen=True, tag="use"):
    """Use an upgrade, with a direction if it needs one (R-CG-68)."""

    label = "{upgrade}"
    logged = T("{upgrade} → {dir}"), label
    icon = "upgrade"

    upgrade: str
    dir: str | UnsetType = UNSET


class Fly(Answer, frozen=True, tag="fly"):
    """The square on which a saucer is put by an upgrade."""

    label = "{at}"
    logged = T("To {at}")
    icon = "site"

    at: str


class Finished(Answer, frozen=True, tag="done"):
    """The table has carried out an upgrade, or has reported a whole move."""

    label = logged = T("Done")
    primary = True


class Picked(Answer, frozen=True, tag="picked"):
    """Light: a saucer picked up crew (R-CG-49)."""

    label = T("Picks up: {crew}")
    logged = T("{saucer} picks up {crew}.")
    icon = "crew:{crew}"

    saucer: str
    crew: str


class Crashed(Answer, frozen=True, tag="crashed"):
    """Light: a saucer left the board (R-CG-40)."""

    label = T("Leaves the board")
    logged = T("{saucer} leaves the board.")
    icon = "saucer:{saucer}"

    saucer: str


AnyAnswer: TypeAlias = (
    Draw | Pick | Roll | SaucerChoice | AllReady | CardMove | SpendBooster | Decline | GiveAway | Energy | StealCrew
    | Crew | BuyUpgrade | KeepCard | Direction | Stop | TakeCrew | UseUpgrade | Finished | Picked | Crashed | Fly
    | ChooseOption | Holds
)  # fmt: skip


# Asks of Crash & Grab with more fields than those of the core (WIRE.md, "Asks").


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


class InvolvedAsk(SaucerAsk, frozen=True, kw_only=True, tag="choose"):
    """Whether to use an upgrade because of the ``other`` saucer."""

    other: str


class ReceiveAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """The saucer that receives ``crew``."""

    crew: str
