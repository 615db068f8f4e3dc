"""The sensible player: sees what is good, gets games over in a sensible number of rounds, and touches nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from random import Random
from statistics import mean

import pytest

from companion.chance.playing import play_out, sensible
from companion.core.answers import Answer
from companion.games.crash import answers as say
from companion.games.crash.state import State
from companion.packs.loader import load_pack
from tests.games.crash.helpers import GAME, SEATS, CrashTable, op

UPGRADES = {"velcro": ("crash", [op("shield")]), "beam": ("end_of_turn", None)}


def advised(game: CrashTable, luck: float = 0.5) -> Answer:
    """What it says; the table stays as it is."""
    state, before = game.table.state, game.table.hash()
    answer = GAME.player.advise(state, game.table.legal() or (), lambda: luck)
    assert game.table.hash() == before
    assert answer in (game.table.legal() or ())
    return answer


def alone(**more: str) -> CrashTable:
    """Red's card; the others far away, nothing on red's mat."""
    return CrashTable(upgrades=UPGRADES).turn(**{"red": "c2r2", "blue": "c8r4", "yellow": "c8r5", **more}).tokens("red")


def test_it_flies_to_crew_of_a_type_that_it_misses() -> None:
    game = alone().aboard("red", "red-pilot").crew(blue_pilot="c4r2", blue_doctor="c2r4")
    answer = advised(game)
    assert isinstance(answer, say.CardMove)
    assert answer.dir == "south"


def test_it_wins_if_it_can() -> None:
    game = alone().aboard("red", "red-pilot", "red-scientist", "red-engineer").crew(blue_doctor="c7r2")
    game.card("0-5", "east", 5)
    assert game.at == "over"
    game.undo()
    assert advised(game) == say.CardMove("0-5", "east", 5)


@pytest.mark.parametrize("luck", [0.0, 0.3, 0.6, 0.9])
def test_it_does_not_leave_the_board_with_crew_to_give_away(luck: float) -> None:
    game = alone(red="c1r1").aboard("red", "blue-doctor", "yellow-pilot")
    game.say("move", **_fields(advised(game, luck)))
    assert game.where("red") != [None]


def _fields(answer: Answer) -> dict[str, object]:
    assert isinstance(answer, say.CardMove)
    return {name: value for name in ("card", "dir", "distance") if (value := getattr(answer, name)) or value == 0}


def test_it_steals_what_it_misses_rather_than_take_energy() -> None:
    game = alone(red="c7r1", blue="c8r1").aboard("blue", "yellow-doctor")
    game.card("0-5", "east", 2)
    assert advised(game) == say.StealCrew("yellow-doctor")


def test_it_steals_a_type_that_it_misses_rather_than_one_that_it_has() -> None:
    game = alone(red="c7r1", blue="c8r1").aboard("red", "red-doctor").aboard("blue", "green-doctor", "green-pilot")
    game.card("0-5", "east", 2)
    assert advised(game) == say.StealCrew("green-pilot")


@pytest.mark.parametrize(("energy", "taken"), [(5, say.StealCrew("green-doctor")), (0, say.Energy())])
def test_spare_crew_is_worth_less_than_energy_but_more_than_energy_beyond_need(energy: int, taken: Answer) -> None:
    game = alone(red="c7r1", blue="c8r1").aboard("red", "red-doctor").aboard("blue", "green-doctor")
    game.aboard("yellow", "yellow-doctor", "yellow-pilot").tokens("red", energy)
    game.card("0-5", "east", 2)
    assert advised(game) == taken


def test_it_keeps_its_crew_if_it_can() -> None:
    game = alone(red="c1r1").aboard("red", "blue-doctor", "yellow-pilot").own("red", "velcro")
    game.card("0-5", "west", 1)
    assert advised(game) == say.UseUpgrade("velcro")


def test_it_leaves_to_the_table_what_only_the_table_can_do() -> None:
    game = alone().own("red", "beam")
    game.card("0-5", "east", 1)
    assert game.at == "end_of_turn"
    assert advised(game) == say.Decline()


def test_it_ends_a_move_that_does_not_end() -> None:
    game = CrashTable(rows=["*..*....", "........"]).turn(red="c7r1", blue="c1r2", yellow="c2r2")
    game.card("3", "west")
    for _ in range(49):
        game.say("direction", dir="west" if game.ask.at == "c4r1" else "east")
    assert advised(game) == say.Stop()


@pytest.mark.parametrize(("players", "least", "most"), [(2, 6, 25), (3, 5, 20), (4, 4, 18), (5, 3, 14), (6, 3, 11)])
@pytest.mark.parametrize("follow", ["full", "light"])
def test_games_last_a_sensible_number_of_rounds(players: int, least: int, most: int, follow: str) -> None:
    """On the bundled boards, all questions answered by it."""
    pack = load_pack(GAME, GAME.rules.bundled_pack).pack
    rounds = []
    for seed in range(4):
        luck = Random(f"{players} {seed}")
        state = GAME.rules.begin(pack, SEATS.split()[:players], {"cg.follow": follow})
        over, _ = play_out(GAME, state, sensible(GAME, luck), luck)
        assert over.rule == "R-CG-74"
        rounds.append(state.now.round)
    assert least <= mean(rounds) <= most


def surprises(players: int, number: int) -> list[float]:
    """For each round of a game how surprising its winner is to who has heard the chances of the position."""
    pack = load_pack(GAME).pack
    seats, luck = [seat for seat, _ in GAME.rules.seats(pack)][:players], Random(f"chances/{number}")
    state = GAME.rules.begin(pack, seats, {})
    begun, said, advise = state.copy(), dict[int, Mapping[str, float]](), sensible(GAME, luck)

    def watched(now: State, legal: Sequence[Answer]) -> Answer:
        prospects = GAME.player.prospects(now, begun)
        if prospects is not None:
            said.setdefault(now.now.round, GAME.player.as_told(prospects))
        return advise(now, legal)

    winner = play_out(GAME, state, watched, luck)[0].result["winner"]
    return [-log(chances[winner]) for chances in said.values()]


@pytest.mark.parametrize(("players", "games"), [(2, 15), (4, 60)])
def test_the_chances_of_a_position_say_more_than_that_all_have_the_same(players: int, games: int) -> None:
    """People read them: who is too sure of a winner is often surprised."""
    assert mean(one for number in range(games) for one in surprises(players, number)) < log(players)
