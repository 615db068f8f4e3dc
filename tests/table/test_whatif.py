"""Looking ahead: where an answer would lead, without giving it."""

from __future__ import annotations

from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.answers import Answer, Roll
from companion.core.asks import is_chance
from companion.core.refusals import Refused
from companion.core.texts import plain
from companion.games.game import Game
from companion.games.registry import game_names, load_game
from companion.packs.loader import load_pack
from companion.table.table import Table, ahead
from tests.games.crash.helpers import CrashTable


def table_of(game: Game, seed: str) -> Table:
    pack = load_pack(game)
    most = game.rules.seat_limits(pack.pack)[1]
    seats = [seat for seat, _ in game.rules.seats(pack.pack)][:most]
    known = {item: "digital" for item in game.rules.hideable if item != "relics"}
    return Table(game, pack, seats, {}, chance=known, dealer=Dealer(seed), clock=lambda: 0.0, auto=False)


def any_answer(table: Table, r: Random) -> Answer:
    legal = table.legal()
    if legal is None:
        return Roll({die: r.choice(sides) for die, sides in (table.faces() or {}).items()})
    answer = r.choice(list(legal))
    return (
        answer
        if table.game.rules.allows(table.state, answer)
        else table.game.player.advise(table.state, legal, r.random)
    )


@pytest.mark.parametrize("name", game_names())
def test_what_was_shown_ahead_is_what_comes_and_looking_changes_nothing(name: str) -> None:
    game, r = load_game(name), Random(name)
    table = table_of(game, "ahead")
    for _ in range(60):
        if table.over:
            break
        before = table.state.hash(), table.rev, table.scene()
        answer = any_answer(table, r)
        seen = ahead(table, answer)
        assert (table.state.hash(), table.rev, table.scene()) == before
        played = table.answer(answer)
        assert seen.instructions == played.instructions
        assert seen.lines == game.presenter.lines(table.state, played.instructions)
        assert seen.scene == table.scene()


@pytest.mark.parametrize("name", game_names())
def test_after_the_answer_chance_is_still_to_come(name: str) -> None:
    game, r = load_game(name), Random(name)
    table = table_of(game, "chance")
    stopped = 0
    for _ in range(80):
        answer = any_answer(table, r)
        if not is_chance(table.ask):
            seen = ahead(table, answer)
            table.answer(answer)
            stopped += is_chance(table.ask)
            assert seen.scene.prompt == table.scene().prompt
        else:
            table.answer(answer)
    assert stopped


def test_what_is_not_allowed_is_refused_as_the_table_refuses_it() -> None:
    evening = CrashTable().until("card")
    wrong = evening.table.game.rules.parse(evening.table.state, {"do": "boost", "dir": "north"})
    with pytest.raises(Refused) as refused:
        ahead(evening.table, wrong)
    assert (refused.value.code, refused.value.rule) == ("illegal", "R-CG-29")


def test_a_chain_is_seen_before_it_happens() -> None:
    """A-CG-03, looked at only."""
    evening = CrashTable().turn(red="c1r1", blue="c3r1", yellow="c8r4")
    move = evening.table.game.rules.parse(evening.table.state, {"do": "move", "card": "3", "dir": "east"})
    seen = ahead(evening.table, move)
    assert [plain(line.words) for line in seen.lines][1:] == [
        "Red: 2 squares towards East",
        "Blue: 3 squares towards East",
    ]
    assert seen.scene.grid is not None
    there = {piece.icon: square.id for square in seen.scene.grid.squares for piece in square.pieces}
    assert (there["saucer:1"], there["saucer:2"]) == ("square:c3r1", "square:c6r1")
    assert evening.where("red", "blue") == ["c1r1", "c3r1"]
