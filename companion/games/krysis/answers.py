"""The asks and answers of Krysis (WIRE.md 4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar, Literal, TypeAlias

from msgspec import UNSET, UnsetType, field, structs

from companion.core.answers import Answer, Draw, Pick
from companion.core.asks import ChooseAsk, PickAsk
from companion.core.effects import ChooseOption, ChoosePerson, Holds
from companion.core.refusals import Refused
from companion.core.texts import P, T
from companion.games.krysis.content import RELICS, Amount, Crystals, Goods

# Asks with more fields than those of the core.


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


class OrderAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """Whose team acts at a ``place`` of the order, from 0; only people know how fast all agents are."""

    place: int


class SpyAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """The relic of ``camp`` that is taken."""

    camp: str


class HomeAsk(ChooseAsk, frozen=True, kw_only=True, tag="choose"):
    """The goods at home: all of ``needs``."""

    needs: list[str]


# Answers.

UNFILLED = T("Fill in the template: numbers in place of null, without max, slots, exact and missions.")
INFORMATIONAL = ("max", "slots", "exact", "missions")


class Load(Crystals, frozen=True, forbid_unknown_fields=True):
    """Goods of the player's camp: relics by id if they are known, else their number."""

    relics: Amount | list[str]

    def count(self) -> dict[str, int]:
        """The number of each good."""
        return {**self.amounts(), RELICS: self.relics if isinstance(self.relics, int) else len(self.relics)}


class Discard(Answer, frozen=True, tag="discard"):
    """An agent is removed unseen (R-KR-64)."""

    label = "{agent}"
    logged = T("An agent stays out of the game")

    agent: str


class Take(Answer, frozen=True, tag="take"):
    """An agent is taken into the hand (R-KR-85)."""

    label = "{agent}"
    logged = T("An agent comes into the hand")

    agent: str


class Bid(Answer, frozen=True, tag="bid"):
    """A bid of crystals (R-KR-18). Listed as a template: without crystals, with the maximum."""

    logged = T("Bid: {bid}"), T("A bid behind the screen")

    template: ClassVar[bool] = True

    crystals: Crystals | None
    max: Crystals | UnsetType = UNSET


class Mine(Answer, frozen=True, tag="mine"):
    """The miner moves to a space and takes one of its options (R-KR-21, R-KR-25)."""

    label = T("{space}: {goods}"), "{space}"
    place = "space:{space}"

    space: str
    option: Amount


class SpaceGoods(Answer, frozen=True, tag="shown"):
    """The goods of a space that is not in the box (R-KR-17, R-KR-24). Listed as a template."""

    logged = T("It shows: {goods}")

    template: ClassVar[bool] = True

    goods: Goods | None
    max: Goods | UnsetType = UNSET
    choice: bool | UnsetType = UNSET
    """True if they are one of several groups of a question mark (R-KR-25), and the others are not entered: then the box
    stays incomplete."""
    more: bool | UnsetType = UNSET
    """True if a further group of a question mark follows: it is asked next, and then which group is taken."""


class TakeGroup(Answer, frozen=True, tag="group"):
    """The group of a question mark that is taken, once all are entered (R-KR-25)."""

    label = "{goods}"
    logged = T("Taken: {goods}")

    goods: Goods


class Keep(Answer, frozen=True, tag="keep"):
    """The drawn relic to keep (R-KR-26)."""

    label = "{relic}"
    logged = T("A relic is kept")

    relic: str


class Play(Answer, frozen=True, tag="play"):
    """An agent for the team (R-KR-28)."""

    label = "{agent}"
    logged = T("Team: {revealed}"), T("An agent is played face down")

    agent: str


class Use(Answer, frozen=True, tag="use"):
    """A relic of the player's camp is turned up (R-KR-34)."""

    secret: ClassVar = ()

    label = "{relic}"
    logged = T("Turned up: {relic}")
    group = "use"

    relic: str


class UseAbility(Answer, frozen=True, tag="ability"):
    """A special agent's ability is used (R-KR-65)."""

    label = T("{ability}, out of the camp of {seat}"), "{what}", "{ability}", "{agent}"
    detail = T("there: {goods}"), "{user}"
    logged = T("{ability}: {what}"), T("{ability}, out of the camp of {seat}"), "{ability}", "{agent}"
    group = "ability:{agent}"
    place = "camp:{from_}"

    secret: ClassVar = ()

    agent: str
    from_: str | UnsetType = field(name="from", default=UNSET)
    give: str | UnsetType = UNSET
    n: Amount | UnsetType = UNSET


class LoadGoods(Answer, frozen=True, tag="load"):
    """Goods of the player's camp are carried away (R-KR-46). Listed as a template."""

    label = "{way}"
    detail = "{brings}"
    logged = T("Load {to}: {goods}")
    icon = "{to}"
    group = "load"

    template: ClassVar[bool] = True
    secret: ClassVar = ("goods.relics",)

    to: str
    goods: Load | None
    max: Goods | UnsetType = UNSET
    slots: Crystals | UnsetType = UNSET


class Raid(Answer, frozen=True, tag="raid"):
    """Goods of another camp are carried away, of relics a number (R-KR-51, R-KR-54, R-KR-55). Listed as a template."""

    label = "{way}"
    detail = "{brings}"
    logged = T("Raid {seat}, {to}: {goods}")
    icon = "{to}"
    group = "raid:{camp}"
    place = "camp:{camp}"

    template: ClassVar[bool] = True
    secret: ClassVar = ()

    camp: str
    to: str
    goods: Goods | None
    max: Goods | UnsetType = UNSET
    slots: Crystals | UnsetType = UNSET


class Overtime(Answer, frozen=True, tag="overtime"):
    """Crystals of the bank (R-KR-60)."""

    label = "{goods}"
    logged = T("Overtime: {goods}")
    group = "overtime"

    secret: ClassVar = ()

    crystals: Crystals


class Steal(Answer, frozen=True, tag="steal"):
    """The relic taken by a spy (R-KR-68)."""

    label = "{relic}"
    logged = T("The spy takes a relic")

    relic: str


class ChooseDeck(Answer, frozen=True, tag="deck"):
    """The deck for the next agent (R-KR-77)."""

    label = "{deck}"
    icon = "deck:{deck}"
    detail = P("{n} card left", "{n} cards left", 1)
    logged = T("Draw from: {deck}")

    secret: ClassVar = ()

    deck: str


class CountSets(Answer, frozen=True, tag="sets"):
    """The points of relic sets at home, if the box does not know the values (R-KR-81). Listed as a template."""

    logged = T("Relics at home: {points}"), T("What sets of relics bring has been said")

    template: ClassVar[bool] = True

    points: Amount | None
    max: Amount | UnsetType = UNSET
    scores: dict[Literal["same", "different"], dict[str, Amount]] | UnsetType = UNSET
    """The values of single sets, as an alternative; ``points`` must be their total. Without ``points`` they are some of
    the values that matter, and the others are asked next."""


class Declare(Answer, frozen=True, tag="declare"):
    """The goods at home (R-KR-80). Listed as a template."""

    logged = T("At home: {what}")

    template: ClassVar[bool] = True

    crystals: Crystals | UnsetType | None = UNSET
    relics: list[str] | UnsetType | None = UNSET
    mission: str | UnsetType | None = UNSET
    max: dict[str, int] | UnsetType = UNSET
    exact: bool | UnsetType = UNSET
    missions: list[str] | UnsetType = UNSET


class NameMission(Answer, frozen=True, tag="mission"):
    """The mission that a seat had: one besides the four (R-KR-73). ``?``: hands do what it says."""

    label = "{mission}"
    logged = T("The mission was: {mission}")
    icon = "players"

    mission: str


AnyAnswer: TypeAlias = (
    Draw | Pick | Discard | Take | Bid | Mine | Keep | Play | Use | UseAbility | LoadGoods | Raid | Overtime | Steal
    | ChooseDeck | Declare | SpaceGoods | TakeGroup | CountSets | ChooseOption | ChoosePerson | Holds
    | NameMission
)  # fmt: skip


def check_filled(answer: Answer) -> None:
    """Refuse ``malformed`` a template that is sent back unfilled (WIRE.md 3)."""
    values = structs.asdict(answer)
    if isinstance(answer, CountSets) and answer.scores is not UNSET:
        del values["points"]
    if None in values.values() or any(getattr(answer, name) is not UNSET for name in _informational(type(answer))):
        raise Refused("malformed", UNFILLED)


@cache
def _informational(kind: type[Answer]) -> Sequence[str]:
    """The fields of these answers that only inform."""
    return [name for name in INFORMATIONAL if name in kind.__struct_fields__]
