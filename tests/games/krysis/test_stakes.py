"""What a resting finger is told of camps and of the mine: what everybody can see, and no secret."""

from __future__ import annotations

import random

import pytest

from companion.core.piles import UNKNOWN
from companion.core.texts import plain
from companion.games.krysis.rules.action import most_carried, targets
from companion.games.krysis.state import State, strength
from companion.table.table import Table
from tests.lookback.games import recorded
from tests.playthroughs.recording import names

GAMES = [name for name in names() if name.startswith("krysis") and name != "krysis_short"]


def decided(name: str, choice: str) -> list[Table]:
    """The moments of a recording at which that is decided."""
    n = len(recorded(name).history.entries)
    tables = (recorded(name, rev) for rev in range(n))
    return [table for table in tables if getattr(table.ask, "choice", "") == choice]


@pytest.mark.parametrize("name", GAMES)
def test_a_raid_is_certain_exactly_where_the_rules_allow_it_and_something_can_be_carried(name: str) -> None:
    for table in decided(name, "turn"):
        state: State = table.state
        seat = state.now.active
        if seat is None or state.now.acted is not None:
            continue
        for camp in state.world.seats:
            found = table.game.presenter.stakes(state, f"camp:{camp}")
            assert found is not None
            if camp != seat:
                can = any(most_carried(strength(state, seat).slots, state.now.players[camp].camp.count()).values())
                certain = [stake.share for stake in found.chance] == [1]
                assert certain == (camp in targets(state, seat) and can)


@pytest.mark.parametrize("name", GAMES)
def test_free_spaces_say_what_they_bring_and_others_who_stands_there(name: str) -> None:
    for table in decided(name, "mine"):
        state: State = table.state
        free = {one.space for one in table.legal() or []}  # type: ignore[attr-defined] # spaces are all that is listed
        for space in state.world.pack.levels[state.now.round - 1].spaces:
            found = table.game.presenter.stakes(state, f"space:{space.id}")
            assert found is not None
            assert bool(found.chance) == (space.id in free)


@pytest.mark.parametrize("name", ["krysis_four_known", "krysis_two_relics"])
def test_what_lies_face_down_changes_nothing_that_is_said(name: str) -> None:
    """The relics of all camps and of the deck change places, and so do the agents that nobody has seen."""
    for table in [*decided(name, "turn"), *decided(name, "mine")]:
        state: State = table.state
        spots = [f"camp:{seat}" for seat in state.world.seats] + [f"space:{space}" for space in state.world.spaces]
        tell = table.game.presenter.stakes
        before = [tell(state, spot) for spot in spots]
        mixed = state.copy()
        players = mixed.now.players.values()
        hidden = [one for player in players for one in player.camp.relics] + mixed.now.relic_deck
        if UNKNOWN in hidden:
            continue
        random.Random(name).shuffle(hidden)
        for player in players:
            n = len(player.camp.relics)
            player.camp.relics, hidden = sorted(hidden[:n]), hidden[n:]
            player.hand, player.given = player.hand[::-1], None
        mixed.now.relic_deck = hidden
        assert [tell(mixed, spot) for spot in spots] == before


def test_nothing_is_weighed_between_the_turns() -> None:
    table = recorded(GAMES[0], 0)
    assert table.game.presenter.stakes(table.state, "camp:ann") is None


def test_words_are_there_in_english() -> None:
    table = decided("krysis_four_known", "turn")[0]
    found = table.game.presenter.stakes(table.state, f"camp:{table.state.now.active}")
    assert found is not None
    assert plain(found.name).startswith("The camp of")
