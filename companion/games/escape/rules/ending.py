"""Escaping and the final result (R-EP-88 to R-EP-92, WIRE.md, "Result")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.answers import Answer
from companion.core.refusals import Refused, not_this
from companion.core.texts import T
from companion.games.escape.answers import LineAsk, Share, TieAsk, Value, Winner
from companion.games.escape.content import ScoreLine
from companion.games.escape.state import EPStep, EscapeSeat, State

LEAST_VALUE, MOST_VALUE = -50, 249
"""The limits of entries on the score sheet."""
VALUES: Sequence[Answer] = tuple(map(Value, range(LEAST_VALUE, MOST_VALUE + 1)))


def ending() -> list[EPStep]:
    """The steps after the last day, in order."""
    return [StartEnd(), AskLine(), AskTie()]


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


def total(s: State, seat: str) -> int:
    """The sum of a seat's score sheet."""
    return sum(score_sheet(s, seat).values())


def score_sheet(s: State, seat: str) -> dict[str, int]:
    """The points of each line of the score sheet (R-EP-88)."""
    player = s.now.players[seat]
    return {name: line.sign * _worth(player, line) for name, line in s.world.lines.items()}


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
