"""Notices: income to pay out, the way out, and remaining pieces."""

from __future__ import annotations

from companion.core.asks import Ask, ChooseAsk
from companion.core.texts import P, T, Words, listed
from companion.games.escape.names import seat_name
from companion.games.escape.presenter.words.labels import money, officer_type
from companion.games.escape.state import State, officer_types
from companion.games.escape.words import ASSET_PRICE


def notices(s: State, ask: Ask) -> list[Words]:
    """Most urgent first: the payment list or the day change, then remaining pieces."""
    if s.now.result is not None:
        return []
    choice = ask.choice if isinstance(ask, ChooseAsk) else ""
    found: list[Words] = []
    if choice == "asset":
        found += pay_list(s)
    elif choice == "day_change":
        found += day_change(s)
    if s.now.open_exit is not None:
        found.append(T("Exit {exit} is the only way out.", exit=s.now.open_exit))
    stacks = sum(exit is None for exit in s.now.exits.values())
    left = P("{n} exit stack left", "{n} exit stacks left", stacks)
    return [*found, T("{stacks} · {bag}", stacks=left, bag=bag(s))]


def pay_list(s: State) -> list[Words]:
    """R-EP-45, R-EP-49: what everybody receives and who may still unlock an asset, as a list."""
    paid = [T("{seat} +{money}", seat=seat_name(seat), money=money(s.now.players[seat].income)) for seat in s.now.order]
    return [T("Income: {list}", list=listed(list(paid))), *(offer(s, seat) for seat in s.now.queue[1:])]


def offer(s: State, seat: str) -> Words:
    """R-EP-49: who may unlock an asset, and why."""
    return T(
        "{seat} (notoriety {n}) may unlock an asset for {money}",
        seat=seat_name(seat),
        n=s.now.players[seat].notoriety,
        money=money(ASSET_PRICE),
    )


def day_change(s: State) -> list[Words]:
    """R-EP-85: the pack's check-list, else that of the rulebook."""
    steps = s.world.pack.day_change or []
    return [s.world.word(step) for step in steps] or [T("Follow the rulebook: day change.")]


def bag(s: State) -> Words:
    """R-EP-84: the number of officers of each type that can still be pulled."""
    kinds: list[Words] = [
        T("{kind} {n}", kind=officer_type(s.world, kind), n=s.now.bag.get(kind, 0)) for kind in officer_types(s)
    ]
    return T("Bag {n}: {kinds}", n=sum(s.now.bag.values()), kinds=listed(kinds))
