"""Everything that can be corrected is offered to people somewhere: at a place, on a board, or to one seat alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.asks import is_chance
from companion.games.krysis.facts import FACTS
from companion.games.krysis.state import State
from companion.packs.loader import load_pack
from companion.scene.scene import Counter, Fix
from companion.table.table import Table
from tests.games.krysis.box import GAME

KNOWN = {"kr.home_ledger": "private", "kr.missions": "on", "advanced": "on"}
ALWAYS = {"vp", "camp", "home", "miner", "order", "agent"}


def counters(s: State) -> Iterator[Counter]:
    """Every counter that somebody can tap."""
    for place in GAME.presenter.places(s):
        yield from place.counters
    for board in GAME.presenter.scene(s).boards:
        yield from board.counters
    for seat in s.world.seats:
        private = GAME.presenter.private(s, seat)
        if private is not None:
            yield from (*private.counters, *private.fixes)


def offered(s: State) -> set[str]:
    """The facts that a tap sets."""
    found: set[str] = set()
    for counter in counters(s):
        for tap in (counter.more, counter.less, *(cell.tap for cell in counter.cells)):
            if isinstance(tap, Fix):
                found |= {str(one["fact"]) for one in tap.changes}
    return found


@pytest.mark.parametrize(
    ("settings", "mode", "facts"),
    [({}, "hidden", {"relics", "relic"}), (KNOWN, "digital", {"relic", "mission"}), (KNOWN, "asked", {"relic"})],
    ids=["nothing is known", "everything is known", "drawn by hand"],
)
def test_every_fact_is_offered_whenever_it_can_be_corrected(
    settings: dict[str, str], mode: str, facts: set[str]
) -> None:
    chance = dict.fromkeys(GAME.rules.hideable, mode)
    table = Table(
        GAME, load_pack(GAME), ["ann", "ben", "cat"], settings, chance=chance, dealer=Dealer("reach"), auto=False
    )
    luck = Random(3).random
    met: set[str] = set()
    while table.state.now.phase not in ("scoring", "over"):
        if table.rev % 5 == 0:
            found = offered(table.state)
            met |= found
            for name in found:
                assert FACTS.possible(table.state, name), f"{name} is offered and cannot be"
        if is_chance(table.ask):
            table.deal()
        else:
            table.answer(GAME.player.advise(table.state, table.legal() or [], luck))
    assert met >= ALWAYS | facts
