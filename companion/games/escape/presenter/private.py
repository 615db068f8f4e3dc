"""The private view of a seat: its escape plan, cash, and entries on the score sheet."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import structs

from companion.core.answers import Answer
from companion.core.piles import UNKNOWN
from companion.core.texts import T, Words
from companion.games.escape import answers as a
from companion.games.escape.names import seat_name
from companion.games.escape.presenter.words.labels import disc, line_name, money, number
from companion.games.escape.state import State
from companion.games.escape.words import MOST_CASH
from companion.scene.nameless import nameless_card
from companion.scene.scene import Card, Counter, Fix, Private, Tap


def secrets(s: State) -> list[str]:
    """The seats with a private view."""
    return [seat for seat in s.world.seats if _has(s, seat)]


def _has(s: State, seat: str) -> bool:
    p = s.now.players[seat]
    return p.plan is not None or p.cash is not None or bool(p.lines)


def plan_face(text: Words) -> Card:
    """An escape plan card."""
    return Card("plans", "plan", T("Escape plan"), None, text)


def private(s: State, seat: str, legal: Collection[Answer]) -> Private | None:
    """The secrets of ``seat``; None if it has none. ``legal`` are the answers to the open question."""
    if not _has(s, seat):
        return None
    p = s.now.players[seat]
    cards = []
    if p.plan is not None:
        text = s.world.plans[p.plan].text
        known = structs.replace(plan_face(s.world.word(text or p.plan)), id=p.plan)
        cards.append(nameless_card("plans", "plan", T("Escape plan")) if p.plan == UNKNOWN else known)
    counters = _cash(s, seat, p.cash, legal) if p.cash is not None else []
    entered = [
        Counter(f"line:{line}", line_name(s.world, line), "eye", number(value)) for line, value in p.lines.items()
    ]
    return Private(seat, seat_name(seat), disc(s.world, seat), cards, [*counters, *entered])


def _cash(s: State, seat: str, cash: int, legal: Collection[Answer]) -> list[Counter]:
    """G-EP-10: the ledger, in steps of one and of five."""

    def tap(by: int) -> Tap | None:
        answer = a.Cash(seat, by)
        if answer in legal:
            return answer
        if s.now.result is not None or abs(cash + by) > MOST_CASH:
            return None
        why = T("{seat}: the ledger", seat=seat_name(seat))
        return Fix([{"fact": "cash", "seat": seat, "value": cash + by}], why)

    return [
        Counter("cash", T("Cash"), "cash", money(cash), tap(1), tap(-1)),
        Counter("cash:5", T("By fives"), "cash", "", tap(5), tap(-5)),
    ]
