"""The asks and answers of Escape Plan (WIRE.md, "Asks", "Answers")."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec import UNSET, UnsetType

from companion.core.answers import Answer, Draw, Pull
from companion.core.asks import ChooseAsk, PullAsk
from companion.core.effects import ChooseOption, ChoosePerson, Holds
from companion.core.texts import T

# Asks with more fields than those of the core.


class PullForTile(PullAsk, frozen=True, kw_only=True, tag="pull"):
    """The officer to pull for ``tile``."""

    tile: str


class LineAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """The value of a ``line`` on a seat's score sheet."""

    line: str


class TieAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """The winner of a tie ``among`` seats, in escape order."""

    among: list[str]


# Answers.


class Unlock(Answer, frozen=True, tag="unlock"):
    """Pay $3k and unlock an asset (R-EP-49)."""

    label = "{asset}"
    detail = "{price}"
    logged = T("Pay ${n}k, unlock: {asset}")
    icon = "asset:open"

    asset: str


class Pass(Answer, frozen=True, tag="pass"):
    """Unlock nothing (R-EP-49)."""

    label = T("No asset")
    logged = T("Unlock no asset")
    primary = True


class LayTile(Answer, frozen=True, tag="place"):
    """Lay a tile of the display, with tiles on its spaces (R-EP-59, R-EP-66, R-EP-67)."""

    label = "{tile}"
    logged = T("Lay {tile} with {tiles}"), T("Lay {tile}")
    group = "lay:{tile}"
    place = "tile:{tile}"

    tile: str
    business: str | UnsetType = UNSET
    safe_house: str | UnsetType = UNSET


class Move(Answer, frozen=True, tag="move"):
    """The turn is over (R-EP-79)."""

    label = T("Turn done")
    primary = True


class Rest(Answer, frozen=True, tag="rest"):
    """The turn is over and was a rest (R-EP-79)."""

    label = T("Rest")
    detail = "{rested}", T("ends the turn")
    logged = label
    icon = "rest"
    closing = True


class TakeContact(Answer, frozen=True, tag="take"):
    """The active player takes an open contact (R-EP-84)."""

    label = "{name}"
    logged = T("Take {name}")
    icon = "contact"
    group = "take"
    place = "contact:{card}"

    card: str


class DrawContact(Answer, frozen=True, tag="draw_contact"):
    """The active player draws a contact from the deck (R-EP-84)."""

    label = T("Draw a contact")
    detail = T("from the deck")
    icon = "contacts"
    group = "contacts"


class Extra(Answer, frozen=True, tag="extra"):
    """The seats with an action in this part, in turn order (R-EP-78)."""

    logged = T("Extra action: {seats}"), T("Nobody has an extra action")

    seats: tuple[str, ...]


class Done(Answer, frozen=True, tag="done"):
    """The day has been changed (R-EP-85)."""

    label = "{sheet}", T("Day done")
    logged = T("Day done")
    primary = True


class Handcuffs(Answer, frozen=True, tag="handcuffs"):
    """After the fourth wound: whether to take a handcuffs card (R-EP-80)."""

    label = "{taken}", T("No handcuffs")

    take: bool


class Value(Answer, frozen=True, tag="value"):
    """A line of the score sheet (R-EP-92), for the eyes of its seat."""

    logged = T("A line of the score sheet is entered")

    value: int


class Winner(Answer, frozen=True, tag="winner"):
    """The winner of a tie (R-EP-91)."""

    label = T("{seat} wins")
    logged = T("{seat} wins the tie")
    icon = "seat:{seat}"

    seat: str


class Share(Answer, frozen=True, tag="share"):
    """The tied win together (R-EP-91)."""

    label = T("They share the win")
    icon = "players"


class Adjust(Answer, frozen=True, tag="adjust"):
    """A counter of a seat goes up or down by 1 (R-EP-83)."""

    logged = T("{seat}: {what} {by}")

    seat: str
    what: str
    by: int


class ChangeStock(Answer, frozen=True, tag="stock"):
    """A piece moves from the box to the stock, or leaves the game (R-EP-84)."""

    logged = T("Stock: {what} {by}")

    what: str
    by: int


class Officer(Answer, frozen=True, tag="officer"):
    """A chosen officer moves onto a tile, or back to the bag (R-EP-84)."""

    label = T("+ {arrives}"), T("− {leaves}")
    detail = "{where}", "{way}"
    logged = T("{arrives} comes to {tile}"), T("{leaves} leaves {tile}")
    icon = "officer:{type}"
    place = "tile:{tile}"

    tile: str
    type: str
    by: int


class PullOfficer(Answer, frozen=True, tag="pull_officer"):
    """A random officer moves onto a tile (R-EP-84)."""

    label = T("Pull an officer")
    detail = "{where}", T("out of the bag, without looking")
    logged = T("Pull an officer for {tile}")
    icon = "bag"
    place = "tile:{tile}"

    tile: str


class Gang(Answer, frozen=True, tag="gang"):
    """A gang member moves onto a tile, or back to the board (R-EP-84)."""

    label = T("+ {arrives}"), T("− {leaves}")
    detail = "{where}"
    logged = T("A gang member comes to {to}"), T("A gang member leaves {tile}")
    icon = "gang:member"
    place = "tile:{tile}"

    tile: str
    by: int


class DiscardContact(Answer, frozen=True, tag="discard"):
    """A contact is discarded (R-EP-84)."""

    label = T("Discard {contact}")
    logged = T("{name} is discarded")
    icon = "contacts"
    group = "contacts"
    place = "contact:{card}"

    card: str


class Refill(Answer, frozen=True, tag="refill"):
    """Contacts are turned up until seven are open (R-EP-84)."""

    label = T("Fill up the contacts")
    detail = T("until seven lie open")
    logged = label
    icon = "contacts"
    group = "contacts"


class Reshuffle(Answer, frozen=True, tag="reshuffle"):
    """Discarded contacts go back into the deck (R-EP-84)."""

    label = T("Shuffle the contacts")
    detail = T("the discard goes back into the deck")
    logged = label
    icon = "shuffle"
    group = "contacts"


class UseContact(Answer, frozen=True, tag="use"):
    """The active player uses a contact, which does what it says (R-EP-84)."""

    label = T("Use {name}")
    detail = "{does}"
    icon = "contact"
    group = "contacts"
    place = "contact:{card}"

    card: str


class ShowPlan(Answer, frozen=True, tag="plan"):
    """The escape plan of a seat, shown at the end (R-EP-92); ``?`` for one that is not known here."""

    label = "{plan}"
    icon = "plan"

    card: str


class Cash(Answer, frozen=True, tag="cash"):
    """The ledger of a seat changes (R-EP-36, G-EP-10): how, only that seat may know."""

    secret: ClassVar = ("by",)
    whose: ClassVar = "seat"

    logged = T("{seat}: the ledger")

    seat: str
    by: int


class Escape(Answer, frozen=True, tag="escape"):
    """A seat has escaped (R-EP-86)."""

    label = T("Escaped")
    detail = T("pays {money}, ends the turn"), T("ends the turn")
    logged = T("{seat} has escaped")
    icon = "escape"

    seat: str


AnyAnswer: TypeAlias = (
    Draw | Pull | Unlock | Pass | LayTile | Move | Rest | TakeContact | DrawContact | Extra | Done | Handcuffs | Value
    | Winner | Share | Adjust | ChangeStock | Officer | PullOfficer | Gang | DiscardContact | Refill | Reshuffle | Cash
    | Escape | UseContact | ShowPlan | ChooseOption | ChoosePerson | Holds
)  # fmt: skip
