"""What a resting finger is told of a square: what the rules say about going there, and nothing else."""

from __future__ import annotations

import pytest

from companion.core.texts import plain
from companion.games.newyork.answers import Collect, Fight, Walk
from companion.games.newyork.state import State, here
from companion.scene.scene import Stakes
from companion.table.table import Table
from tests.lookback.games import recorded
from tests.playthroughs.recording import names

GAMES = [name for name in names() if name.startswith(("water_two", "suitcase_two", "voices_two"))]


def turns(name: str) -> list[Table]:
    """Every third moment of a recording at which somebody plays a turn."""
    n = len(recorded(name).history.entries)
    tables = (recorded(name, rev) for rev in range(0, n, 3))
    return [table for table in tables if getattr(table.ask, "choice", "") == "play"]


def at(table: Table, square: str) -> Stakes:
    found = table.game.presenter.stakes(table.state, f"square:{square}")
    assert found is not None
    return found


@pytest.mark.parametrize("name", GAMES)
def test_what_is_certain_here_can_be_done_and_what_cannot_be_done_is_not(name: str) -> None:
    looked = 0
    for table in turns(name):
        state: State = table.state
        legal, found = table.legal() or [], at(table, here(state))
        shares = {plain(stake.words).partition(":")[0]: stake.share for stake in found.chance}
        fights = [one for one in legal if isinstance(one, Fight) and one.square == here(state)]
        if "Fight the mafia" in shares and state.now.turn is not None and not state.now.turn.fight_open:
            assert (shares["Fight the mafia"] == 1) == bool(fights)
            looked += 1
        if any(isinstance(one, Collect) for one in legal):
            assert 1 in [share for what, share in shares.items() if "info" in what]
            looked += 1
    assert looked


@pytest.mark.parametrize("name", GAMES)
def test_a_square_that_can_be_gone_to_is_near_and_one_that_is_barred_says_why(name: str) -> None:
    for table in turns(name):
        state: State = table.state
        reached = {one.to for one in table.legal() or [] if isinstance(one, Walk)}
        for square in state.world.squares:
            cost = " ".join(plain(stake.words) for stake in at(table, square).cost)
            if square in reached:
                assert cost.startswith("1 step: ")
            elif square in state.now.fbi and square != here(state):
                assert not at(table, square).chance
                assert "step" not in cost.partition(".")[0] or "own square" in cost


@pytest.mark.parametrize("name", GAMES)
def test_every_chance_is_one(name: str) -> None:
    for table in turns(name):
        for square in table.state.world.squares:
            found = at(table, square)
            shares = [one.share for one in (*found.cost, *found.risk, *found.chance) if one.share is not None]
            assert all(0 <= share <= 1 + 1e-9 for share in shares)


def test_nothing_is_weighed_where_nobody_plays() -> None:
    table = recorded(GAMES[0], 0)
    assert table.game.presenter.stakes(table.state, "square:soho") is None
    assert turns(GAMES[0])[0].game.presenter.stakes(turns(GAMES[0])[0].state, "track:alert") is None
