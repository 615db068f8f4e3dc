"""Light mode: the table moves and rolls by itself and reports what came of it (wire section 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk
from companion.core.refusals import Refused
from companion.core.texts import T
from companion.games.newyork import hands
from companion.games.newyork.alert import raise_alert
from companion.games.newyork.answers import (
    Advanced,
    Collected,
    Discarded,
    EndedTurn,
    Fulfil,
    Given,
    Healed,
    MovedCar,
    Raised,
    Removed,
    Taken,
    UsedSkill,
)
from companion.games.newyork.items import check_radio, radio_moves, use_radio
from companion.games.newyork.mafia import not_this
from companion.games.newyork.people_effects import Wounds
from companion.games.newyork.state import NYStep, State, turn
from companion.games.newyork.story import story_step
from companion.games.newyork.tasks import find, fulfilled

WHY = {"wild": "R-NYC-105", "extra_step": "R-NYC-104", "raincoat": "R-NYC-106", "other": "R-NYC-107"}
MOST_RAISED = 6
MOST_WOUNDS = 20
"""What a report can say at most."""
LISTED_WOUNDS = 3


class Report(NYStep, frozen=True, tag="report"):
    """R-NYC-43 in light mode: whoever plays reports, until the turn has ended."""

    seat: str

    def asks(self, s: State) -> bool:
        return True

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-NYC-43", "report")

    def legal(self, s: State) -> Sequence[Answer]:
        now, own = s.now, s.now.characters[self.seat]
        held = sorted(own.ready)
        others = [seat for seat in s.world.seats if seat != self.seat]
        answers: list[Answer] = [Collected(q, t) for q in sorted(now.info.squares) for t in sorted(now.info.squares[q])]
        answers += [Removed(square) for square in sorted(now.mafia)]
        answers += [Taken(square) for square in sorted(now.items.squares)]
        answers += [Given(item, seat) for item in held for seat in others]
        answers += [Discarded(item) for item in held]
        answers += [Raised(1, why) for why in WHY]  # type: ignore[arg-type]
        answers += [MovedCar(source, to) for source, to in radio_moves(s)]
        answers += [UsedSkill()] if own.skill else []
        answers += [Healed(seat) for seat, character in now.characters.items() if character.wounds]
        answers += [Advanced()] if now.story < s.world.story_length else []
        answers += [Fulfil(task.id) for task in now.tasks]
        return answers + [EndedTurn(wounds) for wounds in range(LISTED_WOUNDS)]

    def play(self, s: State, answer: Answer) -> None:
        report = _REPORTS.get(type(answer))
        if report is None:
            raise not_this("R-NYC-43")
        deed = report(s, answer)
        s.agenda.append(self)
        for part in deed:
            part()


Deed = Iterable[Callable[[], None]]


def _require(holds: bool, rule: str) -> None:
    if not holds:
        raise Refused("illegal", T("That does not agree with what lies on the table."), rule)


def _collected(s: State, answer: Collected) -> Deed:
    """R-NYC-70, R-NYC-93."""
    _require(answer.token in s.now.info.squares.get(answer.square, {}), "R-NYC-70")
    return [lambda: hands.take_info(s, answer.square, answer.token, "R-NYC-70"), lambda: story_step(s)]


def _removed(s: State, answer: Removed) -> Deed:
    """R-NYC-73."""
    _require(answer.square in s.now.mafia, "R-NYC-73")
    return [lambda: hands.take_mafia(s, answer.square, 1, "R-NYC-73")]


def _taken(s: State, answer: Taken) -> Deed:
    """R-NYC-72."""
    _require(answer.square in s.now.items.squares, "R-NYC-72")
    return [lambda: hands.take_item(s, answer.square, turn(s).seat, "R-NYC-72")]


def _given(s: State, answer: Given) -> Deed:
    """R-NYC-83."""
    seat = turn(s).seat
    _require(answer.item in s.now.characters[seat].ready and answer.seat != seat, "R-NYC-83")
    return [lambda: hands.give_item(s, answer.item, False, seat, answer.seat, "R-NYC-83")]


def _discarded(s: State, answer: Discarded) -> Deed:
    """R-NYC-116, G-NYC-29."""
    seat = turn(s).seat
    _require(answer.item in s.now.characters[seat].ready, "R-NYC-116")
    to_box = answer.item == "cash" and s.world.options.cash_discard == "box"
    return [lambda: hands.return_item(s, answer.item, False, seat, "R-NYC-116", to_box=to_box)]


def _raised(s: State, answer: Raised) -> Deed:
    """R-NYC-104 to R-NYC-107."""
    rule = WHY[answer.why]
    _require(1 <= answer.n <= MOST_RAISED, rule)
    return [lambda: raise_alert(s, answer.n, rule)]


def _moved_car(s: State, answer: MovedCar) -> Deed:
    """R-NYC-121."""
    check_radio(s, answer.from_, answer.to)
    return [lambda: use_radio(s, answer.from_, answer.to)]


def _used_skill(s: State, answer: UsedSkill) -> Deed:
    """R-NYC-87."""
    _require(s.now.characters[turn(s).seat].skill > 0, "R-NYC-87")
    return [lambda: hands.spend_skill(s, turn(s).seat)]


def _healed(s: State, answer: Healed) -> Deed:
    """R-NYC-88."""
    _require(s.now.characters[answer.seat].wounds > 0, "R-NYC-88")
    return [lambda: hands.heal(s, answer.seat, None, "R-NYC-88")]


def _advanced(s: State, answer: Advanced) -> Deed:
    """R-NYC-93."""
    _require(s.now.story < s.world.story_length, "R-NYC-93")
    return [lambda: story_step(s)]


def _fulfilled(s: State, answer: Fulfil) -> Deed:
    """Wire section 7: the table judges."""
    task = find(s, answer.task)
    return [lambda: fulfilled(s, task)]


def _ended(s: State, answer: EndedTurn) -> Deed:
    """R-NYC-80: the turn is over."""
    _require(0 <= answer.wounds <= MOST_WOUNDS, "R-NYC-80")

    def end() -> None:
        s.agenda.pop()
        turn(s).step = "wounds"
        s.agenda.append(Wounds(turn(s).seat, answer.wounds, "R-NYC-81"))

    return [end]


_REPORTS: dict[type[Answer], Callable[[State, Any], Deed]] = {
    Collected: _collected,
    Removed: _removed,
    Taken: _taken,
    Given: _given,
    Discarded: _discarded,
    Raised: _raised,
    MovedCar: _moved_car,
    UsedSkill: _used_skill,
    Healed: _healed,
    Advanced: _advanced,
    Fulfil: _fulfilled,
    EndedTurn: _ended,
}
