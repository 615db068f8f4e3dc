"""The days, their phases and turns (R-EP-43, R-EP-76 to R-EP-85); escaping and the result (R-EP-88 to R-EP-92)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import UNSET

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk
from companion.core.refusals import Refused, not_this
from companion.core.steps.effects import later
from companion.core.steps.listed import CachingStep, Verb, Verbs
from companion.core.texts import P, T
from companion.core.todo import flip, tell
from companion.games.escape import answers as say
from companion.games.escape.answers import LineAsk, Share, TieAsk, Value, Winner
from companion.games.escape.content import DAYS, PARTS, SURE_PARTS, ScoreLine, seat_name
from companion.games.escape.rules.effects import CardsAtTheEnd, UseContactVerb, come_due
from companion.games.escape.rules.phases import (
    NewOrder,
    OfferAssets,
    PayIncome,
    PlaceTile,
    ReturnOfficers,
    RevealPatrol,
    StartCity,
    StartPatrol,
    new_display,
    officers_for_display,
)
from companion.games.escape.rules.pieces import set_time
from companion.games.escape.rules.tracking import TRACKING, DrawContactVerb, TakeVerb
from companion.games.escape.state import EPStep, EscapeSeat, State

LEAST_VALUE, MOST_VALUE = -50, 249
"""The limits of entries on the score sheet."""
VALUES: Sequence[Answer] = tuple(map(Value, range(LEAST_VALUE, MOST_VALUE + 1)))


def ending(s: State) -> list[EPStep]:
    """The steps after the last day, in order."""
    return [StartEnd(), AskLine(), *([CardsAtTheEnd()] if s.world.counts_cards else []), AskTie()]


class StartEnd(EPStep, frozen=True, tag="start_end"):
    """R-EP-88, R-EP-92: escaped players fill in the open lines of the score sheet, in escape order."""

    def run(self, s: State) -> None:
        s.now.phase = "end"
        s.now.queue = list(s.now.escaped) if s.world.open_lines else []


class AskLine(EPStep, frozen=True, tag="ask_line"):
    """R-EP-90, R-EP-92: the next open line of the active player."""

    def line(self, s: State) -> str:
        """The first open line without a value."""
        entered = s.now.players[s.now.queue[0]].lines
        return next(line for line in s.world.open_lines if line not in entered)

    def asks(self, s: State) -> bool:
        return bool(s.now.queue)

    def ask(self, s: State) -> LineAsk:
        who = s.now.queue[0]
        return LineAsk(who, "R-EP-92", "line", line=self.line(s), only=who)

    def legal(self, s: State) -> Sequence[Answer]:
        return VALUES

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, Value):
            raise not_this("R-EP-92")
        if not LEAST_VALUE <= answer.value <= MOST_VALUE:
            text = T("A line of the score sheet goes from {least} to {most}.", least=LEAST_VALUE, most=MOST_VALUE)
            raise Refused("illegal", text, "R-EP-92")
        lines = s.now.players[s.now.queue[0]].lines
        lines[self.line(s)] = answer.value
        if len(lines) == len(s.world.open_lines):
            s.now.queue = s.now.queue[1:]
        s.agenda.append(self)


CARDS_LINE = "cards"
"""What the escape plan and contacts are worth at the end."""


def total(s: State, seat: str) -> int:
    """The sum of a seat's score sheet."""
    return sum(score_sheet(s, seat).values())


def score_sheet(s: State, seat: str) -> dict[str, int]:
    """The points of each line of the score sheet (R-EP-88)."""
    player = s.now.players[seat]
    left_out = () if player.not_counted is UNSET else player.not_counted
    found = {
        name: line.sign * _worth(player, line) for name, line in s.world.lines.items() if line.from_ not in left_out
    }
    return found if player.bonus is UNSET else {**found, CARDS_LINE: player.bonus}


def _worth(player: EscapeSeat, line: ScoreLine) -> int:
    if line.line in player.lines:
        return player.lines[line.line]
    count = _count(player, line.from_)
    if line.table is not None:
        return line.table[max(0, min(count, len(line.table) - 1))]
    assert line.per_unit is not None
    return line.per_unit * count


def _count(player: EscapeSeat, what: str) -> int:
    """The count of a line of the score sheet."""
    match what:
        case "notoriety" | "wounds" | "gangs":
            return int(getattr(player, what))
        case "cubes" | "contacts":
            return len(getattr(player, what))
        case "assets":
            return len(player.unlocked)
        case "keys" | "lockers":
            kind = what.removesuffix("s") + ":"
            return sum(n for held, n in player.held.items() if held.startswith(kind))
        case "cash":
            return player.cash or 0
    return player.held.get(what, 0)


def leaders(s: State) -> list[str]:
    """The seats with the highest total, in escape order; empty if nobody has escaped."""
    totals = {seat: total(s, seat) for seat in s.now.escaped}
    return [seat for seat, n in totals.items() if n == max(totals.values())]


class AskTie(EPStep, frozen=True, tag="ask_tie"):
    """R-EP-89, R-EP-91: the winner; the table decides ties."""

    def asks(self, s: State) -> bool:
        return len(leaders(s)) > 1

    def ask(self, s: State) -> TieAsk:
        return TieAsk(None, "R-EP-91", "tie", among=leaders(s))

    def legal(self, s: State) -> Sequence[Answer]:
        return [*map(Winner, leaders(s)), Share()]

    def play(self, s: State, answer: Answer) -> None:
        if isinstance(answer, Winner):
            if answer.seat not in leaders(s):
                raise Refused("illegal", T("That seat is not among those with the highest total."), "R-EP-91")
            _finish(s, [answer.seat])
        elif isinstance(answer, Share):
            _finish(s, leaders(s))
        else:
            raise not_this("R-EP-91")

    def run(self, s: State) -> None:
        _finish(s, leaders(s))


def _finish(s: State, winners: list[str]) -> None:
    """The ranking: escaped seats by total, then by escape order; the others are arrested."""
    totals = {seat: total(s, seat) for seat in s.now.escaped}
    best = max(totals.values(), default=0)

    def rank(seat: str) -> int:
        higher = sum(other > totals[seat] for other in totals.values())
        return 1 + higher + (totals[seat] == best and seat not in winners)

    ranking: list[dict[str, Any]] = [
        {"seat": seat, "rank": rank(seat), "total": totals[seat], "escape": number}
        for number, seat in enumerate(s.now.escaped, 1)
    ]
    s.now.result = {
        "winner": [seat for seat in s.world.seats if seat in winners],
        "ranking": sorted(ranking, key=lambda entry: (entry["rank"], entry["escape"])),
        "arrested": [seat for seat in s.world.seats if seat not in totals],
    }
    s.now.phase = "over"
    s.now.queue = []


# The days: their phases, and the turns in their parts (R-EP-43, R-EP-76 to R-EP-85).

PATROL_ON_DAY: Mapping[int, int] = {1: 2, 2: 2, 3: 1}
"""Number of patrol cards revealed per day (R-EP-50)."""


class StartDay(EPStep, frozen=True, tag="start_day"):
    """R-EP-43: the six phases of a day, one after the other; no income on day 1 (R-EP-44)."""

    day: int

    def run(self, s: State) -> None:
        set_time(s, self.day, 1, "R-EP-85")
        income: list[EPStep] = [PayIncome(), OfferAssets()] if self.day > 1 else []
        s.now.used_today = UNSET
        if income and later(s):
            income.insert(1, DueIncome())
        patrol: list[EPStep] = [StartPatrol(), *[RevealPatrol()] * PATROL_ON_DAY[self.day]]
        city = [StartCity(), PlaceTile(), *new_display("R-EP-69"), *officers_for_display("R-EP-69")]
        parts: list[EPStep] = []
        for part in range(1, PARTS + 1):
            extra: list[EPStep] = [AskExtra()] if part > SURE_PARTS else []
            parts += [StartPart(part), *extra, Turns()]
        rest = [ReturnOfficers("R-EP-69"), NewOrder(), *parts, StartDayChange(), DayChange()]
        s.agenda += reversed([*income, *patrol, *city, *rest])


class DueIncome(EPStep, frozen=True, tag="due_income"):
    """What contacts do in the income phase."""

    def run(self, s: State) -> None:
        s.agenda += come_due(s, "income")


class StartPart(EPStep, frozen=True, tag="start_part"):
    """R-EP-76, R-EP-78: the time marker moves; in parts 1 to 3 every seat that has not escaped has an action."""

    part: int

    def run(self, s: State) -> None:
        set_time(s, s.now.day, self.part, "R-EP-76")
        s.now.queue = s.now.free if self.part <= SURE_PARTS else []
        if self.part == 1:
            s.agenda += come_due(s, "day_start")


class ExtraVerb(Verb[State, say.Extra]):
    """``extra``: the seats with an action in this part."""

    def options(self, s: State) -> Iterable[Answer]:
        free = s.now.free
        return [say.Extra(seats) for size in range(len(free) + 1) for seats in combinations(free, size)]

    def check(self, s: State, answer: say.Extra) -> None:
        if list(answer.seats) != [seat for seat in s.now.free if seat in answer.seats]:
            raise Refused("illegal", T("Only those who have not escaped, each once, in turn order."), "R-EP-78")

    def do(self, s: State, answer: say.Extra) -> None:
        s.now.queue = list(answer.seats)
        s.agenda.pop()


class AskExtra(CachingStep[State], frozen=True, tag="ask_extra"):
    """R-EP-78: the seats with an extra action in parts 4 and 5, unless all have escaped."""

    def asks(self, s: State) -> bool:
        return bool(s.now.free)

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(None, "R-EP-78", "extra")

    def verbs(self, s: State) -> Verbs[State]:
        return AT_EXTRA


class MoveVerb(Verb[State, say.Move]):
    """``move``: the turn is over."""

    def options(self, s: State) -> Iterable[Answer]:
        return [say.Move()]

    def check(self, s: State, answer: say.Move) -> None:
        """A turn can always be ended."""

    def do(self, s: State, answer: say.Move) -> None:
        s.now.queue = s.now.queue[1:]


class RestVerb(Verb[State, say.Rest]):
    """``rest``: the turn is over and was a rest; a second one the same day only causes a remark."""

    def options(self, s: State) -> Iterable[Answer]:
        return [say.Rest()]

    def check(self, s: State, answer: say.Rest) -> None:
        """A player's move is never refused (RULES.md 8)."""

    def do(self, s: State, answer: say.Rest) -> None:
        seat = s.now.queue[0]
        player = s.now.players[seat]
        if player.rest:
            text = T("{seat} has rested today already.", seat=seat_name(seat))
            tell(s, text, f"player:{seat}", "R-EP-79", seat)
        else:
            player.rest = True
            flip(s, "rest:tile", f"player:{seat}", rule="R-EP-79")
        s.now.queue = s.now.queue[1:]


class Turns(CachingStep[State], frozen=True, tag="turns"):
    """R-EP-79: the turns of a part, in order; anything can be tracked in the meantime."""

    def asks(self, s: State) -> bool:
        return bool(s.now.queue)

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(s.now.queue[0], "R-EP-79", "turn")

    def verbs(self, s: State) -> Verbs[State]:
        return AT_TURN


class StartDayChange(EPStep, frozen=True, tag="start_day_change"):
    """R-EP-85: the last phase of a day begins."""

    def run(self, s: State) -> None:
        s.now.phase = "day_change"
        s.now.queue = []
        s.agenda += come_due(s, "day_end")


class DoneVerb(Verb[State, say.Done]):
    """``done``: rest tiles are turned back and the next day begins, or the game ends."""

    def options(self, s: State) -> Iterable[Answer]:
        return [say.Done()]

    def check(self, s: State, answer: say.Done) -> None:
        """The table decides when the day has been changed."""

    def do(self, s: State, answer: say.Done) -> None:
        s.agenda.pop()
        if s.now.day == DAYS:
            s.agenda += reversed(ending(s))
            return
        for seat, player in s.now.players.items():
            if player.rest:
                player.rest = False
                flip(s, "rest:tile", f"player:{seat}", rule="R-EP-85")
        days = DAYS - s.now.day
        tell(s, P("{n} day left.", "{n} days left.", days), rule="R-EP-85")
        s.agenda.append(StartDay(s.now.day + 1))


class DayChange(CachingStep[State], frozen=True, tag="day_change"):
    """R-EP-85: the table changes the day by the printed rules."""

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(None, "R-EP-85", "day_change")

    def verbs(self, s: State) -> Verbs[State]:
        return AT_DAY_CHANGE


AT_TURN: Verbs[State] = {
    say.Move: MoveVerb(),
    say.Rest: RestVerb(),
    say.TakeContact: TakeVerb(),
    say.DrawContact: DrawContactVerb(),
    say.UseContact: UseContactVerb(),
    **TRACKING,
}
AT_EXTRA: Verbs[State] = {say.Extra: ExtraVerb(), **TRACKING}
AT_DAY_CHANGE: Verbs[State] = {say.Done: DoneVerb(), **TRACKING}
