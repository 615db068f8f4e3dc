"""Every move comes to an end (RULES.md 10), whatever the board, whoever stands where, whatever is used.

Why: a saucer that nobody steers never changes its direction in a move, so every step of it goes further to the same
side, and a board has an end there. It stops only on a square that it has just come onto, and what happens there starts
at most one push, which begins on that square: further to the same side than its own beginning. So in one direction
pushes are nested at most as deep as the board is long, and each has at most as many steps. Only a ``deflect`` turns a
push, and an upgrade is used once a turn: there are at most as many turns as upgrades. Where a saucer is steered, people
are asked, so no answer goes on by itself; and from the 50th such question on they may stop.
"""

from __future__ import annotations

from random import Random
from typing import Any, SupportsIndex

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.answers import Answer
from companion.core.steps.agenda import Step
from companion.games.crash import answers as say
from companion.games.crash.options import CHOICES
from companion.games.crash.state import State, board, next_square, turn
from companion.packs.loader import LoadedPack
from tests.daily import share
from tests.games.crash.box import GAME, box, loaded, op
from tests.games.crash.helpers import SEATS
from tests.games.crash.random_boxes import random_box

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
