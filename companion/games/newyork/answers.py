"""The answers of New York Crisis (WIRE.md 3, 4 and 8)."""

from __future__ import annotations

from collections.abc import Container
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field

from companion.core import answers as incoming
from companion.core.answers import Answer, Draw, Pick, Pull, Roll, check_fields, check_kind, check_unknown
from companion.core.effects import ChooseOption, ChoosePerson, Holds
from companion.core.refusals import Refused, inconsistent, known
from companion.core.texts import P, T
from companion.games.newyork.content import COLOURS, FACES, ITEMS, SIDES
from companion.games.newyork.state import State

Dice: TypeAlias = tuple[str, ...]
Amount: TypeAlias = Annotated[int, Meta(ge=0, le=10)]


class Start(Answer, frozen=True, tag="start"):
    """The start square of a figure (R-NYC-12)."""

    label = T("Begin on {square}")
    group = "start"
    place = "square:{square}"

    square: str


class NextSeat(Answer, frozen=True, tag="turn"):
    """Who plays next (R-NYC-42)."""

    label = T("{seat} plays")
    icon = "figure:{seat}"

    seat: str


class Flee(Answer, frozen=True, tag="flee"):
    """Where the forced move goes (R-NYC-34)."""

    label = T("Flee to {square}")
    group = "flee"
    place = "square:{to}"

    to: str


class Walk(Answer, frozen=True, tag="step"):
    """One step of a move action (R-NYC-59)."""

    label = T("Move to {square}")
    group = "move"
    place = "square:{to}"

    to: str


class ExtraWalk(Answer, frozen=True, tag="extra"):
    """The extra step (R-NYC-63)."""

    label = T("Extra: {square}")
    logged = T("Extra step to {square}")
    icon = "alert"
    group = "extra"
    place = "square:{to}"

    to: str


class Ride(Answer, frozen=True, tag="ride"):
    """A further free trip by newspaper (R-NYC-120)."""

    label = T("Free subway to {square}")
    detail = T("by newspaper")
    icon = "subway"
    group = "move"
    place = "square:{to}"

    to: str


class RerollDice(Answer, frozen=True, tag="reroll"):
    """The re-roll action (R-NYC-64)."""

    label = logged = P("Roll again: {n} die", "Roll again: {n} dice", 0), T("Roll again: the grey dice")
    detail = T("1 action")
    group = "reroll"

    dice: Dice


class Collect(Answer, frozen=True, tag="collect"):
    """Collect an info token here (R-NYC-70)."""

    label = T("Collect {info}")
    group = "collect"

    token: str
    with_: Dice = field(name="with")


class TakeItem(Answer, frozen=True, tag="take"):
    """Collect the item here (R-NYC-72)."""

    label = T("Take the {item}")
    group = "collect"
    fleeting = True

    with_: Dice = field(name="with")


class Fight(Answer, frozen=True, tag="fight"):
    """Remove one mafia (R-NYC-73 to 75)."""

    label = logged = T("Fight: one mafia removed from {square}")
    group = "fight"

    square: str
    with_: Dice = field(name="with")


class Face(Answer, frozen=True, tag="face"):
    """Dodge the mafia here (R-NYC-77)."""

    label = T("Dodge it: no wounds, but you stay here")
    logged = T("Dodge the mafia here")
    group = "fight"

    with_: Dice = field(name="with")


class Evade(Answer, frozen=True, tag="evade"):
    """Avoid the mafia here (R-NYC-78)."""

    label = T("Avoid it: no wounds, free to go")
    logged = T("Avoid the mafia here")
    group = "fight"

    with_: Dice = field(name="with")


class GiveItem(Answer, frozen=True, tag="give"):
    """Give an item to a relative here (R-NYC-83)."""

    label = T("Give the used {used} to {seat}"), T("Give the {item} to {seat}")
    icon = "item:{item} figure:{seat}"
    group = "give"

    item: str
    used: bool
    seat: str


class Skill(Answer, frozen=True, tag="skill"):
    """Use a skill: re-roll ``die``, or as father heal ``seat`` by a die of ``colour`` (R-NYC-87 to 91)."""

    label = T("Skill: give {seat} a {colour} die back"), T("Skill: roll a {colour} die again")
    icon = "figure:{seat} wound:{colour}"
    group = "skill"

    die: str | UnsetType = UNSET
    seat: str | UnsetType = UNSET
    colour: str | UnsetType = UNSET


class UseItem(Answer, frozen=True, tag="use"):
    """Use an item; its fields depend on the item (R-NYC-114 to 125), and so does its text."""

    result = (T("Use the {item}: {faces}"),)
    radio = T("Police radio: the car from {start} to {end}")
    by_item = MappingProxyType(
        {
            "phone": result,
            "mask": result,
            "gloves": result,
            "laptop": (T("Laptop: {info} from {square}"),),
            "cash": (T("Cash: one mafia removed from {square}"), T("Cash: {seat} gets a {colour} die back")),
            "bike": (T("Bike: one more step in each move"),),
            "newspaper": (T("Newspaper: free subway to {square}"),),
            "radio": (radio,),
            "drone": (
                T("Drone: fly the used {used} to {seat}"),
                T("Drone: fly the {item} to {seat}"),
            ),
            "raincoat": (T("Raincoat: ignore the police on {square}"), T("Raincoat: slip past the mafia here")),
        }
    )
    own = (T("Use: {item}"),)
    fleeting = True
    icon = "item:{item}"
    group = "item:{item}"

    item: str
    square: str | UnsetType = UNSET
    token: str | UnsetType = UNSET
    with_: Dice | UnsetType = field(name="with", default=UNSET)
    seat: str | UnsetType = UNSET
    colour: str | UnsetType = UNSET
    from_: str | UnsetType = field(name="from", default=UNSET)
    to: str | UnsetType = UNSET
    send: str | UnsetType = UNSET
    used: bool | UnsetType = UNSET
    ignore: Literal["mafia", "police"] | UnsetType = UNSET


class HeldItem(Struct, frozen=True, forbid_unknown_fields=True):
    """One item token of a hand."""

    item: str
    used: bool


class Fulfil(Answer, frozen=True, tag="fulfil"):
    """Fulfil a task in force (WIRE.md 7)."""

    label = T("{text} Hand in: {items}."), "{text}", T("Do the final challenge")
    logged = T("Task: {task}"), T("The final challenge")
    group = "task"

    task: str
    with_: Dice | UnsetType = field(name="with", default=UNSET)
    items: tuple[HeldItem, ...] | UnsetType = UNSET


class End(Answer, frozen=True, tag="end"):
    """End the turn (R-NYC-80)."""

    label = T("End the turn")
    closing = True


class Lose(Answer, frozen=True, tag="lose"):
    """The colour of the die that a wound takes (R-NYC-81)."""

    label = T("Lose a {colour} die")
    icon = "die:{colour}"

    colour: str


class ChooseCar(Answer, frozen=True, tag="car"):
    """Which police car an effect moves."""

    label = T("The car on {square}")
    icon = "car"
    group = "car"
    place = "square:{from_}"

    from_: str = field(name="from")


class ChooseSquare(Answer, frozen=True, tag="square"):
    """The square of an effect that the table chooses."""

    label = T("On {square}")
    group = "square"
    place = "square:{square}"

    square: str


class HandInItem(Answer, frozen=True, tag="hand_in"):
    """An item that an effect takes out of a hand."""

    label = T("Hand in the {item}")
    icon = "item:{item}"

    item: str
    used: bool


class TurnItemOver(Answer, frozen=True, tag="turn_over"):
    """An item that an effect turns face down, or up."""

    label = T("Turn over the {item}")
    icon = "item:{item}"

    item: str


class PassOn(Answer, frozen=True, tag="pass"):
    """An item that somebody gives away for a card."""

    label = T("Give away the {item}")
    icon = "item:{item}"

    item: str
    used: bool


class HealDie(Answer, frozen=True, tag="heal"):
    """The colour of the die that an effect heals."""

    label = T("Heal a {colour} die")
    icon = "die:{colour}"

    colour: str


class Collected(Answer, frozen=True, tag="collected"):
    """Light mode: an info token was collected (R-NYC-70)."""

    label = T("{info} on {square}")
    detail = T("story +1")
    logged = T("Collected {info} on {square}")
    icon = "info:{token}"
    group = "collected"
    place = "square:{square}"

    square: str
    token: str


class Removed(Answer, frozen=True, tag="removed"):
    """Light mode: one mafia was removed (R-NYC-73)."""

    label = T("Removed one mafia on {square}")
    icon = "mafia"
    group = "removed"
    place = "square:{square}"

    square: str


class TookItem(Answer, frozen=True, tag="taken"):
    """Light mode: an item was collected (R-NYC-72)."""

    label = T("Took the {item} on {square}")
    fleeting = True
    group = "taken"
    place = "square:{square}"

    square: str


class Given(Answer, frozen=True, tag="given"):
    """Light mode: an own item went to another seat (R-NYC-83)."""

    label = T("Gave the {item} to {seat}")
    icon = "item:{item} figure:{seat}"
    group = "give"

    item: str
    seat: str


class Discarded(Answer, frozen=True, tag="discarded"):
    """Light mode: an own item left the hand (R-NYC-116)."""

    label = T("Discarded the {item}")
    icon = "item:{item}"
    group = "discard"

    item: str


class Raised(Answer, frozen=True, tag="raised"):
    """Light mode: the alert rose, 1 to 6, and why (R-NYC-104 to 107)."""

    label = T("Alert +{n}: {why}")
    icon = "marker:alert"
    group = "tracks"

    n: int
    why: Literal["wild", "extra_step", "raincoat", "other"]


class MovedCar(Answer, frozen=True, tag="moved_car"):
    """Light mode: the radio moved a car (R-NYC-121)."""

    label = T("Radio: {start} → {end}")
    detail = T("alert +1")
    logged = UseItem.radio
    icon = "item:radio"
    group = "radio"

    from_: str = field(name="from")
    to: str


class UsedSkill(Answer, frozen=True, tag="used_skill"):
    """Light mode: a skill token was spent (R-NYC-87)."""

    label = T("Used a skill")
    icon = group = "skill"


class Healed(Answer, frozen=True, tag="healed"):
    """Light mode: a wound of a seat was healed (R-NYC-88)."""

    label = T("Healed a wound of {seat}")
    icon = "figure:{seat} wound"
    group = "healed"

    seat: str


class Advanced(Answer, frozen=True, tag="advanced"):
    """Light mode: the story marker went on (R-NYC-93)."""

    label = T("The story moves on by one")
    icon = "marker:story"
    group = "tracks"


class TurnedUp(Answer, frozen=True, tag="turned_up"):
    """Light mode: the story marker has reached a card that the box does not place (R-NYC-94)."""

    label = T("The marker has reached a story card")
    icon = "card:story"
    group = "tracks"


class Triggered(Answer, frozen=True, tag="triggered"):
    """Light mode: what the ``n``-th effect in force waits for has been done (R-NYC-37)."""

    label = "{deed}"
    detail = "{what}"
    icon = "hand"
    fleeting = True
    group = "triggered"

    n: int


class EndedTurn(Answer, frozen=True, tag="ended"):
    """Light mode: the turn is over, with 0 to 20 wounds (R-NYC-80)."""

    label = P("End the turn with {n} wound", "End the turn with {n} wounds", 0), T("End the turn, unhurt")
    group = "ended"
    closing = True

    wounds: int


class Bag(Struct, frozen=True, forbid_unknown_fields=True):
    """Info tokens that go into the bag, by colour."""

    blue: Amount
    red: Amount
    yellow: Amount


class CardNumbers(Answer, frozen=True, tag="shown"):
    """The numbers of a story card that is not in the box (R-NYC-95). Listed as a template."""

    template = True
    logged = P("Story card: {n} mafia card a turn", "Story card: {n} mafia cards a turn", 0)

    mafia_per_turn: Amount | None
    bag_add: Bag | None


class WholeCard(Answer, frozen=True, tag="told"):
    """A whole story card as a row of the box (R-NYC-95). Listed as a template."""

    template = True
    logged = CardNumbers.logged

    card: dict[str, Any] | None


class AlertCars(Answer, frozen=True, tag="alert_cars"):
    """The positions of police cars on the alert track for a card 0 that is not in the box (R-NYC-16). Listed as a
    template."""

    template = True
    logged = T("Police cars on the alert track: {at}")

    cars: list[int] | None


class AlertEnd(Answer, frozen=True, tag="alert_end"):
    """The last position of an alert track that is not in the box (R-NYC-02)."""

    label = T("The alert track ends at {n}")

    n: int


class CarriedOut(Answer, frozen=True, tag="carried_out"):
    """Hands have done what an event says of which only the title was told (R-NYC-37)."""

    label = T("That is all")
    logged = T("{event}: we have done what it says"), T("We have done what it says")
    fleeting = True
    icon = "hand"
    primary = True


class Caused(Answer, frozen=True, tag="caused"):
    """What a card that lies there has done, on a board that is not whole: effects as in a box (R-NYC-37). Listed as a
    template."""

    template = True
    logged = T("Because of a card: {what}")

    effects: list[dict[str, Any]] | None

    def __hash__(self) -> int:
        return hash(repr(self.effects))


class LastCard(Answer, frozen=True, tag="last_card"):
    """Whether a story card that is not in the box was the last of its story (R-NYC-99)."""

    last: bool


AnyAnswer: TypeAlias = (
    Draw | Pull | Pick | Roll | Start | NextSeat | Flee | Walk | ExtraWalk | Ride | RerollDice | Collect | TakeItem
    | Fight | Face | Evade | GiveItem | Skill | UseItem | Fulfil | End | Lose | ChooseCar | HealDie | Collected
    | Removed | TookItem | Given | Discarded | Raised | MovedCar | UsedSkill | Healed | Advanced | TurnedUp
    | Triggered | EndedTurn | CardNumbers | WholeCard | AlertCars | AlertEnd | LastCard
    | CarriedOut | Caused | ChooseSquare | HandInItem | PassOn | TurnItemOver | ChooseOption | ChoosePerson | Holds
)  # fmt: skip

_FORMS: dict[str, list[set[str]]] = {
    "phone": [set()],
    "mask": [set()],
    "gloves": [set()],
    "bike": [set()],
    "laptop": [{"square", "token", "with"}],
    "cash": [{"seat", "colour"}, {"square"}],
    "newspaper": [{"to"}],
    "radio": [{"from", "to"}],
    "drone": [{"square", "with"}, {"seat", "send", "used"}],
    "raincoat": [{"ignore"}, {"ignore", "square"}],
}
_SKILL_FORMS = [{"die"}, {"seat", "colour"}]


def read_answer(raw: object, light: bool, own: Container[str] = ()) -> AnyAnswer:
    """Parse an answer from JSON. Verb, fields, types and forms are validated; names and rules are not.

    Raises ``Refused`` ``malformed`` (``unknown`` for an item that does not exist). ``light`` says whether ``fulfil``
    may carry a payment (WIRE.md 8: never); ``own`` are the items that only this box has.
    """
    if isinstance(raw, dict) and raw.get("do") == "use" and isinstance(raw.get("item"), str):
        _check_item(raw["item"], own)
    answer: AnyAnswer = incoming.read_answer(raw, AnyAnswer)
    fields = raw.keys() - {"do"} if isinstance(raw, dict) else set()
    if isinstance(answer, UseItem):
        _check_use(answer, fields - {"item"})
    elif isinstance(answer, Skill) and fields not in _SKILL_FORMS:
        raise inconsistent("skill")
    elif isinstance(answer, Fulfil) and light and len(fields) > 1:
        raise inconsistent("fulfil")
    _check_lists(answer)
    return answer


def _check_item(item: str, own: Container[str]) -> None:
    """Refuse an unknown item before its fields are parsed, since they depend on it."""
    if item not in ITEMS and item not in own:
        raise Refused("unknown", T("There is no item {name}.", name=item))


def _check_use(answer: UseItem, fields: set[str]) -> None:
    if fields not in _FORMS.get(answer.item, [set()]):
        raise inconsistent("use")
    if answer.item == "raincoat" and (answer.ignore == "police") != ("square" in fields):
        raise inconsistent("use")


def _check_lists(answer: AnyAnswer) -> None:
    """Refuse repeated dice and empty payments."""
    paid = getattr(answer, "with_", UNSET)
    if paid is not UNSET and (not paid or len(set(paid)) != len(paid)):
        raise inconsistent("with")
    if isinstance(answer, RerollDice) and len(set(answer.dice)) != len(answer.dice):
        raise inconsistent("dice")


# Validates the names in an answer: an unknown name is refused before any rule applies (WIRE.md 4).

BAGS = ("info", "items", *(f"reserve:{colour}" for colour in COLOURS))


def check_names(s: State, answer: AnyAnswer) -> None:
    """Refuse ``unknown`` if the answer names something that does not exist at this table.

    A chance answer can hold a number or a word by its type; a number is not a name here, and is refused as
    ``malformed``.
    """
    check_unknown(answer, (*s.world.decks, *BAGS), s.world.partial)
    if isinstance(answer, Draw):
        known(answer.deck, s.world.decks)
        known(answer.card, s.world.decks[answer.deck])
    elif isinstance(answer, Pull):
        known(answer.bag, BAGS)
        known(answer.token, s.world.item_kinds if answer.bag == "items" else s.world.tokens)
    elif isinstance(answer, Pick):
        check_kind(answer.one, s.world.neighbours)
        known(answer.what, ("square",))
        known(answer.one, s.world.neighbours)
    elif isinstance(answer, Roll):
        for face in answer.faces.values():
            check_kind(face, FACES)
        for die, face in answer.faces.items():
            known(die, SIDES)
            known(face, FACES)
    else:
        _check_decision(s, answer)


def _check_decision(s: State, answer: AnyAnswer) -> None:
    """Fields have the same meaning in every verb."""
    pool = s.now.turn.pool if s.now.turn else {}
    check_fields(
        answer,
        {
            "square": s.world.neighbours,
            "to": s.world.neighbours,
            "from_": s.world.neighbours,
            "seat": s.world.seats,
            "colour": COLOURS,
            "item": s.world.item_kinds,
            "send": s.world.item_kinds,
            "token": s.world.tokens,
            "die": pool,
            "with_": pool,
            "dice": pool,
        },
    )
    if isinstance(answer, Fulfil):
        known(answer.task, {task.id for task in s.now.tasks})
        for held in answer.items or ():
            known(held.item, s.world.item_kinds)
