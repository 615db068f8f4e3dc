"""The thinking player sees no more than its seat, and plays well with that."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from time import process_time
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import UNSET

from companion.chance.playing import (
    LOOKS,
    PLAYERS,
    Thinker,
    chance_answer,
    decides,
    is_free,
    sensible,
    trial_game,
    weigh,
    worths,
)
from companion.cli import companion
from companion.core.answers import Answer, Roll
from companion.core.asks import Over
from companion.core.state import State
from companion.games.crash.answers import CardMove
from companion.games.crash.content import CARDS
from companion.games.game import Game
from companion.games.registry import load_game
from companion.games.thousand.game import Bank
from companion.packs import load_pack
from tests.daily import mixed, share

GUESSED = ["krysis", "newyork", "thousand", "crash"]
"""The games in which a seat can think: nothing is secret, or it can be guessed."""
ALL_KNOWN = {
    "krysis": {"kr.home_ledger": "private", "advanced": "on", "kr.missions": "on"},
    "escape": {"plans": "private", "ep.cash_ledger": "private"},
}
"""Settings with which there is as much to guess as there can be."""
LATE = 0.5
"""Seconds of processor time, many times what the longest trial game takes."""
FEW = 6
"""Trial games for a decision: enough to go through every round of them."""


def decisions(name: str, number: int) -> Iterator[tuple[Game, State[Any, Any], str]]:
    """The open decisions of a game between sensible players, with the seats that decide."""
    game, luck = load_game(name), random.Random(number)
    pack = load_pack(game).pack
    least, most = game.rules.seat_limits(pack)
    seats = [seat for seat, _ in game.rules.seats(pack)][: luck.randint(max(least, 2), most)]
    dealt = {f"chance.{item}": "digital" for item in game.rules.hideable if name in ALL_KNOWN}
    state = game.rules.begin(pack, seats, dealt | ALL_KNOWN.get(name, {}))
    player = sensible(game, luck)
    while not isinstance(ask := game.rules.ask(state), Over):
        legal = game.rules.legal(state)
        said = chance_answer(game.rules, state, ask, legal, luck)
        if said is None:
            assert legal is not None
            if is_free(legal) and (seat := decides(ask)):
                yield game, state.copy(), seat
            said = player(state, legal)
        game.rules.play(state, said)


def some_decision(name: str, number: int) -> tuple[Game, State[Any, Any], str]:
    """One of the decisions of that game, any of them."""
    found = list(decisions(name, number))
    return found[random.Random(number).randrange(len(found))]


def test_where_secrets_cannot_be_guessed_the_sensible_player_answers_and_nothing_is_tried() -> None:
    for game, state, _ in decisions("escape", 1):
        found = Thinker(game, random.Random(1)).think(state, lambda n: n / FEW)
        assert {one.games for one in found} == {0}
        legal = game.rules.legal(state)
        assert legal is not None
        assert found[0].answer == game.player.advise(state, legal, random.Random(1).random)


@pytest.mark.parametrize(("name", "number"), mixed(GUESSED, range(share(80))))
def test_what_a_seat_may_not_see_changes_neither_its_view_nor_its_choice(name: str, number: int) -> None:
    game, state, seat = some_decision(name, number)
    other = game.player.guess(state, seat, random.Random(number + 1).random)
    assert other is not None
    assert game.rules.view(other, seat) == game.rules.view(state, seat)
    for somebody in (None, *state.world.seats):
        assert isinstance(game.rules.view(other, somebody), dict), "it is a state like any other"
    said = [Thinker(game, random.Random(number)).think(one, lambda n: n / FEW)[0].answer for one in (state, other)]
    assert said[0] == said[1]
    assert game.rules.allows(state, said[0])


@pytest.mark.parametrize(("name", "number"), mixed(GUESSED, range(share(80))))
def test_an_opinion_is_the_same_in_all_games_that_look_the_same_to_who_reads_it(name: str, number: int) -> None:
    game, state, seat = some_decision(name, number)
    openly = game.rules.ask(state).only is None and number % 3 > 0  # On a phone its player reads it alone.
    reads = None if openly else seat
    other = game.player.guess(state, "" if openly else seat, random.Random(number + 1).random)
    assert other is not None
    assert game.rules.view(other, reads) == game.rules.view(state, reads)
    found = [
        [
            (trials.answer, trials.chance, trials.games)
            for trials in Thinker(game, random.Random(number), openly=openly, last=3).think(
                one, lambda n: n / (4 * FEW)
            )
        ]
        for one in (state, other)
    ]
    assert found[0] == found[1]
    assert all(0 <= chance <= 1 for _, chance, _ in found[0])


@pytest.mark.parametrize("name", GUESSED)
def test_thinking_changes_nothing(name: str) -> None:
    game, state, _ = some_decision(name, 7)
    before = state.hash()
    Thinker(game, random.Random(1)).think(state, lambda n: n / FEW)
    assert state.hash() == before


def face_down(number: int) -> tuple[Game, State[Any, Any], list[str]]:
    """A game of Crash & Grab at a moment at which cards are laid face down, and what lies there then."""
    game, luck = load_game("crash"), random.Random(number)
    pack = load_pack(game).pack
    seats = [seat for seat, _ in game.rules.seats(pack)][: 2 + number % 3]
    state, player, rounds = game.rules.begin(pack, seats, {}), sensible(game, luck), number % 4 + 1
    while not (found := game.player.laid_ahead(state)) or (rounds := rounds - 1):
        legal = game.rules.legal(state)
        said = chance_answer(game.rules, state, game.rules.ask(state), legal, luck)
        game.rules.play(state, player(state, legal or ()) if said is None else said)
    return game, state, [*found]


@pytest.mark.parametrize("number", range(share(16)))
def test_a_card_that_is_laid_face_down_is_thought_about_and_turned_up_later(number: int) -> None:
    game, state, lies = face_down(number)
    luck, laid = random.Random(number), dict[str, Answer]()
    for one in lies[:2]:
        found = Thinker(game, luck, laid=laid, lies=one).think(state, lambda n: n / FEW)
        cards = [(said.card, said.dir) for trials in found if isinstance(said := trials.answer, CardMove)]
        assert len(cards) == len({*cards}) == len(found), "each card once in a direction, whatever its number"
        assert {card for card, _ in cards} == {*CARDS}
        assert sum(trials.games for trials in found) == FEW
        again = Thinker(game, random.Random(number), lies=lies[0]).think(state, lambda n: n / FEW)[0].answer
        assert one != lies[0] or again == found[0].answer
        laid[one] = found[0].answer
    trial = state.copy()
    asked: list[str] = []

    def decide(now: State[Any, Any], legal: Sequence[Answer]) -> Answer:
        among = game.player.turned_up(now, laid, legal)
        if among is not legal:
            asked.append(now.now.turn.saucer)
            card = laid[now.now.turn.saucer]
            assert isinstance(card, CardMove)
            assert {one.card for one in among if isinstance(one, CardMove)} == {card.card}
            assert {one.dir for one in among if isinstance(one, CardMove)} <= {card.dir, UNSET}
        return game.player.advise(now, among, luck.random)

    ends = state.now.round + 1
    while trial.now.round < ends and not isinstance(ask := game.rules.ask(trial), Over):
        legal = game.rules.legal(trial) or ()
        said = chance_answer(game.rules, trial, ask, legal, luck)
        game.rules.play(trial, decide(trial, legal) if said is None else said)
    assert {*asked} <= {*laid}


@pytest.mark.parametrize("number", range(4))
def test_what_lies_face_down_is_turned_up_once_in_a_trial_game_of_several_rounds(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, state, lies = face_down(number)
    laid = {one: game.player.advise(asked, game.rules.legal(asked) or (), lambda: 0.5)
            for one, asked in game.player.laid_ahead(state).items() if one == lies[0]}  # fmt: skip
    rounds: list[int] = []
    turned_up = game.player.turned_up

    def watched(now: State[Any, Any], there: Mapping[str, Answer], legal: Sequence[Answer]) -> Sequence[Answer]:
        rounds.append(now.now.round)
        return turned_up(now, there, legal)

    monkeypatch.setattr(game.player, "turned_up", watched)
    monkeypatch.setattr(game.player, "prospects", lambda now, since: None)
    trial_game(game, state.copy(), state, random.Random(number), laid)
    assert {*rounds} == {state.now.round}


def thought_out(name: str, number: int, most: int, budget: float) -> Iterator[float]:
    """Think about up to so many decisions of a game in which half of the answers are any that is legal, each for no
    longer than ``budget`` seconds; the processor time of each. What is answered must be legal."""
    game, luck = load_game(name), random.Random(number)
    pack = load_pack(game).pack
    least, limit = game.rules.seat_limits(pack)
    seats = [seat for seat, _ in game.rules.seats(pack)][: luck.randint(max(least, 2), limit)]
    dealt = {f"chance.{item}": "digital" for item in game.rules.hideable if name in ALL_KNOWN}
    state = game.rules.begin(pack, seats, dealt | (ALL_KNOWN.get(name, {}) if number % 2 else game.player.wants))
    laid = dict[str, dict[str, Answer]]()
    while not isinstance(ask := game.rules.ask(state), Over) and most:
        for lies, ahead in game.player.laid_ahead(state).items():
            seat = decides(game.rules.ask(ahead)) or ""
            laid.setdefault(seat, {}).pop(lies, None)
            said, time = _timed(game, Thinker(game, luck, laid=laid[seat], lies=lies), state, budget)
            assert game.rules.allows(ahead, said)
            laid[seat][lies] = said
            yield time
        legal = game.rules.legal(state)
        answer = chance_answer(game.rules, state, ask, legal, luck)
        if answer is None:
            assert legal is not None
            answer = legal[luck.randrange(len(legal))]
            if is_free(legal) and (seat := decides(ask) or ""):
                openly = ask.only is None and luck.random() < 0.5
                thinker = Thinker(game, luck, laid={} if openly else laid.get(seat, {}), openly=openly)
                said, time = _timed(game, thinker, state, budget)
                assert game.rules.allows(state, said)
                most -= 1
                yield time
                if answer.template or luck.random() < 0.5:
                    answer = said
        game.rules.play(state, answer)


def _timed(game: Game, thinker: Thinker, state: State[Any, Any], budget: float) -> tuple[Answer, float]:
    began = process_time()
    found = thinker.think(state, lambda _: (process_time() - began) / budget)
    return found[0].answer, process_time() - began


@pytest.mark.by_turns
@pytest.mark.parametrize(("name", "number"), mixed(GUESSED, range(share(24))))
def test_whatever_comes_up_the_answer_is_legal_and_in_time(name: str, number: int) -> None:
    times = list(thought_out(name, number, 60, 0.004))
    assert len(times) > 10
    assert max(times) < LATE, "a decision ends soon after its time is over"


def test_a_win_is_found_that_the_adviser_overlooks() -> None:
    rules = load_game("thousand").rules
    game = Game(rules)
    state = rules.begin(rules.box, ["player1", "player2"], {"end": "once"})
    state.now.score, state.now.pot = {"player1": 9_000, "player2": 9_900}, 900
    rules.play(state, Roll({f"die{n}": face for n, face in enumerate((1, 2, 3, 4, 6, 2), 1)}))
    for number in range(5):
        best, *others = Thinker(game, random.Random(number)).think(state, lambda n: n / 200)
        assert (best.answer, best.chance) == (Bank(1_000), 1.0)
        assert best.worth == pytest.approx(0.9, abs=0.01), "the rest is for being ahead"
        assert all(one.worth < best.worth and one.chance < 1.0 for one in others)


def test_the_best_so_far_is_given_at_once() -> None:
    game, state, _ = some_decision("krysis", 3)
    options = Thinker(game, random.Random(1)).think(state, lambda n: 1.0)
    assert sum(one.games for one in options) == 0, "no trial game is played to its end for it"
    assert game.rules.allows(state, options[0].answer)


@pytest.mark.parametrize("name", GUESSED)
def test_a_trial_game_ends_with_the_time_for_it(name: str) -> None:
    game, state, _ = some_decision(name, 4)
    played: list[int] = []
    watched = SimpleNamespace(prospects=lambda *_: played.append(1), advise=game.player.advise)
    alone: Any = SimpleNamespace(rules=game.rules, player=watched)
    assert trial_game(alone, state.copy(), state, random.Random(1), spent=lambda: float(len(played) > 40)) is None
    assert 40 < len(played) < 40 + 2 * LOOKS


@pytest.mark.parametrize(
    ("result", "worth"),
    [
        ({"outcome": "win"}, {"ann": 1.0, "ben": 1.0}),
        ({"outcome": "loss"}, {"ann": 0.0, "ben": 0.0}),
        ({"winner": "ben", "round": 3}, {"ann": 0.0, "ben": 1.0}),
        ({"winner": ["ben", "ann"]}, {"ann": 1.0, "ben": 1.0}),
        ({"winner": []}, {"ann": 0.0, "ben": 0.0}),
        ({"outcome": "end", "winner": None, "scores": {"ann": 5, "ben": 5}}, {"ann": 0.9, "ben": 0.9}),
    ],
)
def test_what_an_end_is_worth(result: dict[str, Any], worth: dict[str, float]) -> None:
    assert worths(Over(None, "R", result), ["ann", "ben"]) == pytest.approx(worth)


@pytest.mark.parametrize("name", ["krysis", "crash", "thousand"])
def test_the_easy_player_overlooks_as_often_as_its_game_says_and_answers_legally(name: str) -> None:
    game, state, _ = some_decision(name, 5)
    legal = game.rules.legal(state) or []
    assert 0 < game.player.mistakes < 0.5
    others = 0
    for number in range(400):
        luck = random.Random(number)
        said = weigh("easy", game, state, luck, lambda: 0.0)[0].answer
        others += said != game.player.advise(state, legal, random.Random(number).random)
        assert game.rules.allows(state, said)
    rare = 3 * sqrt(game.player.mistakes / 400)
    assert abs(others / 400 - game.player.mistakes) < rare


def test_more_points_are_worth_more_but_never_as_much_as_a_win() -> None:
    found = worths(Over(None, "R", {"winner": "ann", "scores": {"ann": 9, "ben": 8, "eve": 1}}), ["ann", "ben", "eve"])
    assert found["ann"] > 0.8
    assert 0.2 > found["ben"] > found["eve"] > 0


def test_strong_players_are_simulated_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "strong", FEW)
    page = tmp_path / "page.html"
    command = ["pack", "simulate", "--game", "thousand", "--players", "2", "--games", "2", "--cores", "1"]
    ran = CliRunner().invoke(companion, [*command, "--player", "strong", "--json", "--page", str(page)])
    assert ran.exit_code == 0, ran.output
    assert json.loads(ran.stdout)["player"] == "strong"
    assert "as well as it can" in page.read_text()
