"""Light mode: the table moves and rolls by itself and reports the results (WIRE.md 8)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk
from companion.core.refusals import Fault, Refused, inconsistent
from companion.core.steps.listed import Verbs, VerbStep
from companion.core.texts import T
from companion.core.validation import examine
from companion.games.newyork.answers import (
    Advanced,
    Caused,
    Collected,
    Discarded,
    EndedTurn,
    Fulfil,
    Given,
    Healed,
    MovedCar,
    Raised,
    Removed,
    TookItem,
    Triggered,
    TurnedUp,
    UsedSkill,
    UseItem,
)
from companion.games.newyork.content import AnyEffect, colour_of, prepare_effects, read_effects, unknown_names
from companion.games.newyork.rules import pieces
from companion.games.newyork.rules.effects import EFFECTS, CardEffects, happened, set_off
from companion.games.newyork.rules.items import OwnItemUse, check_radio, radio_moves, use_radio
from companion.games.newyork.rules.people import LoseDice
from companion.games.newyork.rules.pieces import raise_alert
from companion.games.newyork.rules.story import find, fulfilled, hidden_card, reveal, story_step
from companion.games.newyork.state import NYVerb, State, turn

WHY = {"wild": "R-NYC-105", "extra_step": "R-NYC-104", "raincoat": "R-NYC-106", "other": "R-NYC-107"}
MOST_RAISED = 6
MOST_WOUNDS = 20
"""Most wounds in a report."""
LISTED_WOUNDS = 3


def agree(holds: bool, rule: str) -> None:
    """Refuse a report that contradicts the state."""
    if not holds:
        raise Refused("illegal", T("That does not match what is on the table."), rule)


class CollectedInfo(NYVerb[Collected]):
    """R-NYC-70, R-NYC-93: an info token came off a square, the story marker goes on."""

    def options(self, s: State) -> Iterable[Answer]:
        squares = s.now.info.squares
        return [Collected(square, token) for square in sorted(squares) for token in sorted(squares[square])]

    def check(self, s: State, answer: Collected) -> None:
        agree(answer.token in s.now.info.squares.get(answer.square, {}), "R-NYC-70")

    def do(self, s: State, answer: Collected) -> None:
        pieces.take_info(s, answer.square, answer.token, "R-NYC-70")
        happened(s, ("info", answer.square, None), (f"{colour_of(answer.token)}_info", answer.square, None))
        story_step(s)


class RemovedMafia(NYVerb[Removed]):
    """R-NYC-73: one mafia was removed."""

    def options(self, s: State) -> Iterable[Answer]:
        return [Removed(square) for square in sorted(s.now.mafia)]

    def check(self, s: State, answer: Removed) -> None:
        agree(answer.square in s.now.mafia, "R-NYC-73")

    def do(self, s: State, answer: Removed) -> None:
        pieces.take_mafia(s, answer.square, 1, "R-NYC-73")
        happened(s, ("fight", answer.square, None))


class TakenItem(NYVerb[TookItem]):
    """R-NYC-72: an item went to the own hand."""

    def options(self, s: State) -> Iterable[Answer]:
        return [TookItem(square) for square in sorted(s.now.items.squares)]

    def check(self, s: State, answer: TookItem) -> None:
        agree(answer.square in s.now.items.squares, "R-NYC-72")

    def do(self, s: State, answer: TookItem) -> None:
        pieces.take_item(s, answer.square, turn(s).seat, "R-NYC-72")
        happened(s, ("item", answer.square, None))


class GivenItem(NYVerb[Given]):
    """R-NYC-83, R-NYC-123: an own item went to another seat."""

    def options(self, s: State) -> Iterable[Answer]:
        others = [seat for seat in s.world.seats if seat != turn(s).seat]
        return [Given(item, seat) for item in _held(s) for seat in others]

    def check(self, s: State, answer: Given) -> None:
        agree(answer.item in _held(s) and answer.seat != turn(s).seat, "R-NYC-83")

    def do(self, s: State, answer: Given) -> None:
        pieces.give_item(s, answer.item, False, turn(s).seat, answer.seat, "R-NYC-83")


class DiscardedItem(NYVerb[Discarded]):
    """R-NYC-116, G-NYC-29: an own item was used up or handed in."""

    def options(self, s: State) -> Iterable[Answer]:
        return [Discarded(item) for item in _held(s)]

    def check(self, s: State, answer: Discarded) -> None:
        agree(answer.item in _held(s), "R-NYC-116")

    def do(self, s: State, answer: Discarded) -> None:
        to_box = answer.item == "cash" and s.world.options.cash_discard == "box"
        pieces.return_item(s, answer.item, False, turn(s).seat, "R-NYC-116", to_box=to_box)


class RaisedAlert(NYVerb[Raised]):
    """R-NYC-104 to R-NYC-107: the alert rose by 1 to 6, and why."""

    def options(self, s: State) -> Iterable[Answer]:
        return [Raised(1, why) for why in WHY]  # type: ignore[arg-type]

    def check(self, s: State, answer: Raised) -> None:
        agree(1 <= answer.n <= MOST_RAISED, WHY[answer.why])

    def do(self, s: State, answer: Raised) -> None:
        raise_alert(s, answer.n, WHY[answer.why])


class RadioedCar(NYVerb[MovedCar]):
    """R-NYC-121: the radio moved a car, alert included."""

    def options(self, s: State) -> Iterable[Answer]:
        return [MovedCar(source, to) for source, to in radio_moves(s)]

    def check(self, s: State, answer: MovedCar) -> None:
        check_radio(s, answer.from_, answer.to)

    def do(self, s: State, answer: MovedCar) -> None:
        use_radio(s, answer.from_, answer.to)


class SpentSkill(NYVerb[UsedSkill]):
    """R-NYC-87: a skill token was spent."""

    def options(self, s: State) -> Iterable[Answer]:
        return [UsedSkill()] if s.now.characters[turn(s).seat].skill else []

    def check(self, s: State, answer: UsedSkill) -> None:
        agree(s.now.characters[turn(s).seat].skill > 0, "R-NYC-87")

    def do(self, s: State, answer: UsedSkill) -> None:
        pieces.lose_skill(s, turn(s).seat, 1, "R-NYC-87")


class HealedWound(NYVerb[Healed]):
    """R-NYC-88, R-NYC-116: a wound of a seat was healed."""

    def options(self, s: State) -> Iterable[Answer]:
        return [Healed(seat) for seat, character in s.now.characters.items() if character.wounds]

    def check(self, s: State, answer: Healed) -> None:
        agree(s.now.characters[answer.seat].wounds > 0, "R-NYC-88")

    def do(self, s: State, answer: Healed) -> None:
        pieces.heal(s, answer.seat, None, "R-NYC-88")


class AdvancedStory(NYVerb[Advanced]):
    """R-NYC-93: the story marker went on by one."""

    def options(self, s: State) -> Iterable[Answer]:
        return [Advanced()] if s.now.story < s.world.story_length else []

    def check(self, s: State, answer: Advanced) -> None:
        agree(s.now.story < s.world.story_length, "R-NYC-93")

    def do(self, s: State, answer: Advanced) -> None:
        story_step(s)


class TurnedUpCard(NYVerb[TurnedUp]):
    """R-NYC-94: the marker has reached a story card whose position only the table knows."""

    def options(self, s: State) -> Iterable[Answer]:
        return [TurnedUp()] if hidden_card(s) else []

    def check(self, s: State, answer: TurnedUp) -> None:
        agree(hidden_card(s), "R-NYC-94")

    def do(self, s: State, answer: TurnedUp) -> None:
        reveal(s)


class FulfilledTask(NYVerb[Fulfil]):
    """WIRE.md 7: a task is done when the table says so."""

    def options(self, s: State) -> Iterable[Answer]:
        return [Fulfil(task.id) for task in s.now.tasks]

    def check(self, s: State, answer: Fulfil) -> None:
        find(s, answer.task)

    def do(self, s: State, answer: Fulfil) -> None:
        fulfilled(s, find(s, answer.task))


class ReportedUse(OwnItemUse):
    """R-NYC-85: an item of the box was used, nobody knows where. Its effects come before what waited for its use."""

    def do(self, s: State, answer: UseItem) -> None:
        happened(s, ("use", "", None))
        super().do(s, answer)


UNREPORTED = frozenset({"move", "ride", "use"})
"""Deeds that no report tells."""


class TriggeredEffect(NYVerb[Triggered]):
    """R-NYC-37: somebody has done what a card waits for, and no report tells it: a step, or the use of an item."""

    def options(self, s: State) -> Iterable[Answer]:
        return [Triggered(n) for n in range(1, len(s.now.effects) + 1) if self._waits(s, n)]

    def check(self, s: State, answer: Triggered) -> None:
        agree(self._waits(s, answer.n), "R-NYC-37")

    def do(self, s: State, answer: Triggered) -> None:
        set_off(s, [s.now.effects[answer.n - 1]])

    def _waits(self, s: State, n: int) -> bool:
        """True if the ``n``-th effect in force waits for such a deed, and what it wants can be paid."""
        one = s.now.effects[n - 1] if 1 <= n <= len(s.now.effects) else None
        return one is not None and one.when in UNREPORTED and EFFECTS.possible(s, one.do, one.rule)


class EndedLight(NYVerb[EndedTurn]):
    """R-NYC-80: the turn is over, with so many wounds."""

    def options(self, s: State) -> Iterable[Answer]:
        return [EndedTurn(wounds) for wounds in range(LISTED_WOUNDS)]

    def check(self, s: State, answer: EndedTurn) -> None:
        agree(0 <= answer.wounds <= MOST_WOUNDS, "R-NYC-80")

    def do(self, s: State, answer: EndedTurn) -> None:
        s.agenda.pop()
        turn(s).step = "wounds"
        s.agenda.append(LoseDice(turn(s).seat, answer.wounds, "R-NYC-81"))


def by_cards(s: State) -> list[Answer]:
    """What a card of a board that is not whole has done in mid-round (WIRE.md 12.1): a template."""
    return [] if s.world.pack.board.whole else [Caused(None)]


def caused(s: State, answer: Caused) -> list[AnyEffect]:
    """Its effects. Refused: ``illegal`` on a whole board, ``malformed`` for anything but effects, ``unknown`` for a
    square or an item that does not exist."""
    agree(not s.world.pack.board.whole, "R-NYC-37")
    if not answer.effects:
        raise inconsistent("caused")
    ready, wrong = answer.effects, list[Fault]()
    findings = examine(list[AnyEffect], prepare_effects(ready, "effects", wrong), "effects")
    for fault in (*wrong, *findings.problems):
        raise Refused("malformed", T("This is no effect: {problem}.", problem=fault.words), "R-NYC-37")
    for fault in unknown_names(findings.references, s.world.squares, s.world.own_items):
        raise Refused("unknown", T("This is no effect: {problem}.", problem=fault.words), "R-NYC-37")
    return read_effects(ready, s.world.squares, items=s.world.own_items)


class CardCaused(NYVerb[Caused]):
    """R-NYC-37: a card that lies there has done something, and hands have followed it."""

    def options(self, s: State) -> Iterable[Answer]:
        return by_cards(s)

    def check(self, s: State, answer: Caused) -> None:
        caused(s, answer)

    def do(self, s: State, answer: Caused) -> None:
        s.agenda.append(CardEffects(caused(s, answer), "R-NYC-37"))


def _held(s: State) -> list[str]:
    return sorted(s.now.characters[turn(s).seat].ready)


REPORTS: Verbs[State] = {
    Collected: CollectedInfo(),
    Removed: RemovedMafia(),
    TookItem: TakenItem(),
    Given: GivenItem(),
    Discarded: DiscardedItem(),
    Raised: RaisedAlert(),
    MovedCar: RadioedCar(),
    UsedSkill: SpentSkill(),
    Healed: HealedWound(),
    Advanced: AdvancedStory(),
    TurnedUp: TurnedUpCard(),
    Fulfil: FulfilledTask(),
    UseItem: ReportedUse(),
    Caused: CardCaused(),
    Triggered: TriggeredEffect(),
    EndedTurn: EndedLight(),
}


class ReportTurn(VerbStep[State], frozen=True, tag="report"):
    """R-NYC-43 in light mode: whoever plays reports, until the turn has ended."""

    seat: str

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-NYC-43", "report")

    def verbs(self, s: State) -> Verbs[State]:
        return REPORTS
