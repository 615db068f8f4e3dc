"""The movement engine (R-CG-39 to R-CG-51): edges, collisions, chains, accelerators; every move ends (RULES.md 10)."""

from __future__ import annotations

from random import Random
from typing import Any, SupportsIndex

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.answers import Answer
from companion.core.steps.agenda import Step
from companion.games.crash import answers as say
from companion.games.crash.state import CHOICES, State, board, next_square, turn
from companion.packs.loader import LoadedPack
from tests.daily import share
from tests.games.crash.chaos import random_box
from tests.games.crash.helpers import GAME, SEATS, CrashTable, box, loaded, op, told

# The movement engine (R-CG-39 to R-CG-51): edges, collisions, chains, accelerators.

UPGRADES = {
    "hull": ("movement", [op("glide")]),
    "banana": ("collision", [op("deflect")]),
    "skin": ("collision", [op("deflect")]),
    "anchor": ("collision", [op("brake", max=1)]),
    "nap": ("movement", [op("gain", energy=1)]),
}
LANE = ["........", "........", "........", "...*...."]
"""An accelerator in row 4."""


def game(rows=LANE, players=3, **house):
    return CrashTable(players, rows, UPGRADES, **house)


@pytest.mark.rule("R-CG-39")
@pytest.mark.parametrize(("dir", "to"), [("north", "c4r1"), ("east", "c6r3"), ("south", "c4r5"), ("west", "c2r3")])
def test_single_steps_in_one_direction(dir, to):
    table = game(["........"] * 6).turn(red="c4r3")
    table.card("2", dir)
    assert table.where("red") == [to]


@pytest.mark.rule("R-CG-40")
def test_over_the_edge():
    """The move ends, and the saucer is on its mat."""
    table = game().turn(red="c7r1", blue="c1r2", yellow="c1r3")
    played = table.card("3", "east")
    assert table.where("red") == [None]
    assert table.lies("mat:red")["saucer:red"] == 1
    assert "Red leaves the board." in told(played)


@pytest.mark.rule("R-CG-41", "R-CG-42")
def test_a_collision_ends_the_move_of_who_hits_and_the_other_goes_the_whole_distance():
    table = game().turn(red="c1r1", blue="c2r1", yellow="c1r3")
    table.card("0-5", "east", 5)
    assert table.where("red", "blue") == ["c2r1", "c7r1"]


@pytest.mark.rule("R-CG-43")
def test_a_chain_of_pushes():
    """Each goes the whole distance in the same direction."""
    table = game().turn(red="c1r1", blue="c2r1", yellow="c4r1")
    table.card("2", "east")
    assert table.where("red", "blue", "yellow") == ["c2r1", "c4r1", "c6r1"]


@pytest.mark.rule("R-CG-40", "R-CG-43")
def test_a_chain_over_the_edge():
    """Crashes come in the order in which they happen."""
    table = game().turn(red="c5r1", blue="c7r1", yellow="c8r1").tokens("red", boosters=1)
    table.card("3", "east")
    assert table.where("red", "blue", "yellow") == ["c7r1", "c8r1", None]
    table.say("boost", dir="east")
    assert table.facts["turn"]["crashed"] == ["blue"]
    assert (table.ask_saucer, table.at) == ("yellow", "reward")


@pytest.mark.rule("R-CG-39", "R-CG-44", "R-CG-45", "R-CG-46")
def test_an_accelerator_stops_the_move_and_starts_it_again():
    """The whole distance, from there, in any direction."""
    table = game().turn(red="c2r4", blue="c1r2", yellow="c1r3").crew(red_pilot="c4r4")
    table.card("3", "east")
    assert table.saucer("red")["crew"] == ["red-pilot"], "crew comes before the accelerator"
    assert (table.at, table.ask.rule, table.ask.who) == ("direction", "R-CG-46", "ann")
    assert (table.ask.saucer, table.ask.at, table.ask.distance) == ("red", "c4r4", 3)
    assert len(table.legal()) == 4
    table.refuses("illegal", "R-CG-46", "pass")
    table.say("direction", dir="west")
    assert table.where("red") == ["c1r4"]


@pytest.mark.rule("R-CG-44")
def test_the_last_step_onto_an_accelerator_counts_too():
    table = game().turn(red="c2r4", blue="c1r2", yellow="c1r3")
    table.card("2", "east")
    table.say("direction", dir="north")
    assert table.where("red") == ["c4r2"]


@pytest.mark.rule("R-CG-47")
def test_a_pushed_saucer_keeps_its_direction():
    table = game().turn(red="c1r4", blue="c2r4", yellow="c1r3")
    table.card("0-5", "east", 4)
    assert table.where("red", "blue") == ["c2r4", "c8r4"]


@pytest.mark.rule("R-CG-46")
def test_the_saucer_of_the_turn_is_steered_also_when_it_is_pushed_back():
    """WIRE.md, "Movement": steered is a property of the saucer."""
    table = game(["..*.....", "........", "........"]).turn(red="c4r3", blue="c4r1", yellow="c5r1")
    table.own("blue", "banana").own("yellow", "skin").card("2", "north")
    table.say("use", upgrade="banana", dir="east")
    assert (table.at, table.ask.who, table.ask.dir) == ("collision", "cat", "east")
    table.say("use", upgrade="skin", dir="west")
    assert (table.at, table.ask_saucer, table.ask.at) == ("direction", "red", "c3r1")
    assert table.where("blue", "yellow") == ["c5r1", "c4r1"]


@pytest.mark.rule("R-CG-48")
def test_crash_sites_do_not_stop():
    table = game().turn(red="c1r5", blue="c1r2", yellow="c1r3")
    table.card("3", "east")
    assert table.where("red") == ["c4r5"]


@pytest.mark.rule("R-CG-49")
def test_crew_on_the_way_comes_aboard():
    """In passing and at the end."""
    table = game().turn(red="c1r1", blue="c1r2", yellow="c1r3").crew(red_pilot="c2r1", blue_pilot="c3r1")
    played = table.card("2", "east")
    assert table.saucer("red")["crew"] == ["blue-pilot", "red-pilot"]
    assert (table.where("red"), table.facts["turn"]["crew_out"]) == (["c3r1"], 2)
    assert "Red picks up Red Pilot." in told(played)


@pytest.mark.rule("R-CG-50")
def test_a_pushed_saucer_picks_up_too():
    table = game().turn(red="c1r1", blue="c2r1", yellow="c1r3").crew(red_pilot="c3r1", blue_pilot="c4r1")
    table.card("2", "east")
    assert table.saucer("blue")["crew"] == ["blue-pilot", "red-pilot"]


@pytest.mark.rule("R-CG-51")
def test_no_distance_no_step():
    """Neither accelerator nor anything else."""
    table = game().turn(red="c4r4", blue="c5r4", yellow="c1r3").tokens("red", boosters=1)
    table.card("0-5", distance=0)
    table.say("boost")
    assert table.where("red", "blue") == ["c4r4", "c5r4"]


@pytest.mark.parametrize("steps", [49, 60])
def test_a_move_without_end_can_be_stopped(steps):
    """RULES.md 10: from the 50th accelerator of one move on, on that square."""
    table = game(["*..*....", "........"]).turn(red="c4r2", blue="c1r2", yellow="c2r2")
    table.put(red="c7r1", blue="c1r2", yellow="c2r2").card("3", "west")
    for n in range(1, steps + 1):
        assert bool(table.legal("stop")) == (n >= 50)
        table.say("direction", dir="west" if table.ask.at == "c4r1" else "east")
    at = table.ask.at
    table.refuses("illegal", "R-CG-46", "pass")
    table.say("stop")
    assert table.where("red") == [at]
    assert table.at != "direction"


def test_the_next_move_is_patient_again():
    """RULES.md 10: a boost is a move of its own."""
    table = game(["*..*....", "........"]).turn(red="c7r1", blue="c1r2", yellow="c2r2").tokens("red", boosters=1)
    table.card("3", "west")
    for _ in range(49):
        table.say("direction", dir="west" if table.ask.at == "c4r1" else "east")
    table.say("stop")
    table.say("boost", dir="west" if table.where("red") == ["c4r1"] else "east")
    assert table.at == "direction"
    assert table.legal("stop") == []


# Upgrades in the middle of moves (WIRE.md, "Upgrades").


@pytest.mark.rule("R-CG-68")
def test_glide_goes_on_with_the_steps_that_are_left():
    """The accelerator is ignored."""
    table = game().turn(red="c2r4", blue="c1r2", yellow="c1r3").own("red", "hull")
    table.card("3", "east")
    assert table.uses == [("hull", None)]
    table.say("use", upgrade="hull")
    assert table.where("red") == ["c5r4"]


@pytest.mark.rule("R-CG-68")
def test_another_upgrade_at_an_accelerator_leaves_the_question_open():
    """Without a glide the direction is asked for again."""
    table = game().turn(red="c2r4", blue="c1r2", yellow="c1r3").own("red", "nap").tokens("red")
    table.card("2", "east")
    table.say("use", upgrade="nap")
    assert (table.at, table.uses, table.stock("red")) == ("direction", [], (1, 1))


@pytest.mark.rule("R-CG-42", "R-CG-68")
def test_brake_holds_also_for_what_is_hit_then():
    table = game().turn(red="c1r1", blue="c2r1", yellow="c3r1").own("blue", "anchor")
    table.card("3", "east")
    assert (table.at, table.ask.who, table.ask.dir, table.ask.distance) == ("collision", "ben", "east", 3)
    table.say("use", upgrade="anchor")
    assert table.where("red", "blue", "yellow") == ["c2r1", "c3r1", "c4r1"]


@pytest.mark.rule("R-CG-42", "R-CG-68")
def test_deflect_holds_also_for_what_is_hit_then():
    """In any direction but that of the push."""
    table = game().turn(red="c1r1", blue="c2r1", yellow="c2r2").own("blue", "banana")
    table.card("2", "east")
    assert table.uses == [("banana", "north"), ("banana", "south"), ("banana", "west")]
    table.say("use", upgrade="banana", dir="south")
    assert table.where("red", "blue", "yellow") == ["c2r1", "c2r2", "c2r4"]


@pytest.mark.rule("R-CG-68")
def test_two_upgrades_at_one_collision():
    """The second is asked with what the first has changed; a push of 1 cannot be braked."""
    table = game().turn(red="c1r1", blue="c2r1", yellow="c1r3").own("blue", "anchor", "banana")
    table.card("3", "east")
    table.say("use", upgrade="anchor")
    assert (table.ask.dir, table.ask.distance) == ("east", 1)
    table.say("use", upgrade="banana", dir="south")
    assert table.where("red", "blue") == ["c2r1", "c2r2"]


def test_a_short_push_cannot_be_braked():
    """Wire, ``brake``: only if the distance is greater."""
    table = game().turn(red="c1r1", blue="c2r1", yellow="c1r3").own("blue", "anchor")
    table.card("0-5", "east", 1)
    assert table.where("red", "blue") == ["c2r1", "c3r1"]


@pytest.mark.rule("R-CG-68")
def test_each_upgrade_once_a_turn_and_again_in_the_next():
    table = game().turn(red="c1r1", blue="c2r1", yellow="c1r3").own("blue", "anchor").tokens("red", boosters=1)
    table.card("2", "east")
    table.say("use", upgrade="anchor")
    assert table.facts["used"] == ["anchor"]
    table.say("boost", dir="east")
    assert table.where("red", "blue") == ["c3r1", "c5r1"]
    table.until("card", "yellow").put(red="c1r1", blue="c3r1", yellow="c2r1")
    table.card("2", "east")
    assert table.at == "collision"


def standing_on_an_accelerator(**house):
    """Blue was put onto the accelerator by the table; red is about to hit it."""
    return game(**house).turn(red="c2r4", blue="c4r4", yellow="c1r1")


@pytest.mark.rule("R-CG-41")
def test_a_collision_on_an_accelerator_moves_who_hit_again():
    """G-CG-08: once the other is done, the whole distance, in any direction."""
    table = standing_on_an_accelerator()
    table.card("2", "east")
    assert table.where("red", "blue") == ["c4r4", "c6r4"]
    assert (table.at, table.ask_saucer, table.ask.distance) == ("direction", "red", 2)
    table.say("direction", dir="north")
    assert table.where("red") == ["c4r2"]


def test_a_glide_after_a_collision_ends_the_move():
    """G-CG-08, WIRE.md, "Movement"."""
    table = standing_on_an_accelerator().own("red", "hull")
    table.card("3", "east")
    table.say("use", upgrade="hull")
    assert table.where("red") == ["c4r4"]
    assert table.at != "direction"


@pytest.mark.rule("R-CG-47")
def test_a_pushed_saucer_that_hits_on_an_accelerator_goes_on_without_a_choice():
    """G-CG-08."""
    table = game().turn(red="c1r4", blue="c2r4", yellow="c4r4")
    table.card("0-5", "east", 2)
    assert table.where("red", "blue", "yellow") == ["c2r4", "c6r4", "c8r4"]


@pytest.mark.rule("R-CG-43")
def test_who_comes_to_a_collision_in_a_chain_by_upgrades():
    """G-CG-08: a saucer that was braked onto an accelerator goes on by its own small distance."""
    table = game().turn(red="c2r4", blue="c3r4", yellow="c1r1").own("blue", "anchor")
    table.card("3", "east")
    table.say("use", upgrade="anchor")
    assert table.where("red", "blue") == ["c3r4", "c5r4"]


# Every move comes to an end (RULES.md 10), whatever the board, whoever stands where, whatever is used.
# Why: a saucer that nobody steers never changes its direction in a move, so every step of it goes further to the same
# side, and a board has an end there. It stops only on a square that it has just come onto, and what happens there
# starts at most one push, which begins on that square: further to the same side than its own beginning. So in one
# direction pushes are nested at most as deep as the board is long, and each has at most as many steps. Only a
# ``deflect`` turns a push, and an upgrade is used once a turn: there are at most as many turns as upgrades. Where a
# saucer is steered, people are asked, so no answer goes on by itself; and from the 50th such question on they may
# stop.

SEATED = 6
DEFLECTS = 8


def random_move(r: Random, data: LoadedPack) -> tuple[State, Answer]:
    """The first card of a game for two or six, saucers anywhere, upgrades on every mat; and a card that flies."""
    seats = SEATS.split()[: r.choice([2, SEATED])]
    house = {key: r.choice(values) for key, values in CHOICES.items() if key != "cg.follow"}
    state = GAME.rules.begin(data.pack, seats, house)
    while getattr(GAME.rules.ask(state), "choice", None) != "card":
        listed = GAME.rules.legal(state)
        if listed is None:
            dice = GAME.rules.ask(state).dice  # type: ignore[attr-defined]
            answer: Answer = GAME.rules.parse(
                state, {"do": "roll", "faces": {die: r.choice(GAME.rules.dice[die]) for die in dice}}
            )
        else:
            answer = listed[-1] if isinstance(listed[-1], say.Decline) else r.choice(listed)
        GAME.rules.play(state, answer)
    squares = [square for square in state.world.squares if square not in state.now.out.values()]
    places = r.sample(squares, min(len(squares), len(state.now.saucers)))
    for saucer, at in zip(state.now.saucers.values(), places, strict=False):
        saucer.at = at
    cards = r.sample(state.now.deck.pile, 15)
    for card in cards:
        r.choice(list(state.now.saucers.values())).upgrades.append(card)
        state.now.deck.pile.remove(card)
    return state, r.choice(
        [move for move in GAME.rules.legal(state) or () if isinstance(move, say.CardMove) and move.dir]
    )


class Counted(list[Step[Any]]):
    """An agenda that counts the steps taken off it."""

    taken = 0

    def pop(self, index: SupportsIndex = -1, /) -> Step[Any]:
        self.taken += 1
        return super().pop(index)


def steps_of(state: State, answer: Answer) -> int:
    """How many steps of the rules an answer sets off, before the next question."""
    state.agenda = agenda = Counted(state.agenda)
    state.play(answer)
    return agenda.taken


def bound(state: State) -> int:
    """More than the proof above needs by far: every square for every saucer, again for every upgrade."""
    return 40 * len(state.world.squares) * len(state.now.saucers) * len(state.world.upgrades)


def flown(r: Random, state: State, answer: Answer, most: int = 200) -> int:
    """Play a move with anything that is asked in it, stopping where that is allowed; how many answers it took."""
    for asked in range(most):
        assert steps_of(state, answer) <= bound(state)
        choice = getattr(GAME.rules.ask(state), "choice", None) if state.agenda else None
        if choice not in ("direction", "collision", "pass_crew"):
            return asked
        listed = GAME.rules.legal(state) or ()
        stops = [one for one in listed if isinstance(one, say.Stop)]
        answer = stops[0] if stops else r.choice(list(listed))
    raise AssertionError(f"more than {most} questions in one move")


@settings(max_examples=share(120), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_any_move_on_any_board_ends(seed: int) -> None:
    r = Random(seed)
    state, move = random_move(r, loaded(random_box(r)))
    flown(r, state, move)


@pytest.mark.parametrize("rows", [["*" * 8] * 4, ["********", "*......*", "*......*", "********"]], ids=["all", "ring"])
@settings(max_examples=share(30), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_any_move_among_accelerators_everywhere_ends(rows: list[str], seed: int) -> None:
    """Nothing but accelerators, and a ring of them, with as many deflections as there can be."""
    r = Random(seed)
    upgrades = {f"turn{n}": ("collision", [op("deflect")]) for n in range(DEFLECTS)}
    state, move = random_move(r, loaded(box(rows, upgrades)))
    flown(r, state, move)


def test_round_and_round_only_as_long_as_people_want() -> None:
    """RULES.md 10: at the 50th accelerator they may stop, and the move is over."""
    r = Random(1)
    state, _ = random_move(r, loaded(box(["*" * 8] * 4)))
    fast = board(state).accelerators
    start = next(square for square in sorted(fast) if next_square(state, square, "east") in fast)
    for name, saucer in state.now.saucers.items():
        saucer.at = start if name == turn(state).saucer else None
    answer: Answer = say.CardMove("0-5", "east", 1)
    for asked in range(1, 50):
        steps_of(state, answer)
        assert say.Stop() not in (GAME.rules.legal(state) or ())
        answer = say.Direction("west" if asked % 2 else "east")
    steps_of(state, answer)
    assert say.Stop() in (GAME.rules.legal(state) or ())
    steps_of(state, say.Stop())
    assert getattr(GAME.rules.ask(state), "choice", None) != "direction"
