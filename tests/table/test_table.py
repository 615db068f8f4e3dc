"""A table: what answers do, what is refused, who deals, and where an answer would lead."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.answers import Answer, Draw, Pull, Roll
from companion.core.asks import ChooseAsk, DrawAsk, PullAsk, RollAsk, is_chance
from companion.core.refusals import BadSetup, Refused
from companion.core.secrets import HIDDEN
from companion.core.texts import plain
from companion.games.game import Game
from companion.games.registry import game_names, load_game
from companion.packs.loader import load_pack
from companion.table.table import Table, WhatIf, ahead
from tests.games.crash.helpers import CrashTable
from tests.tables import DRAW, GAMBLE, GAME, PULL, STOP, THROW, hands_of, new_table
from tests.toygame import Do, Lanterns, Loaded

# Answers: what they do, what is refused, and who deals.


def picture(table: Table) -> tuple[object, ...]:
    return table.hash(), table.rev, table.ask, table.legal(), table.pieces(), table.facts()


def test_a_new_table_has_dealt_what_chance_was_asked_before_the_first_decision():
    table = new_table()
    assert [entry.kind for entry in table.log] == ["chance"]
    assert table.ask == ChooseAsk("ann", "TOY-1", "deed")
    assert [(todo.verb, todo.piece) for todo in table.opening] == [("place", "lamp")]
    assert not table.begun


def test_an_answer_gives_a_part_for_each_entry():
    table = new_table()
    played = table.answer(GAMBLE)
    assert [part.entry.kind for part in played.entries] == ["answer", "chance", "chance"]
    assert [part.entry.source for part in played.entries] == ["touch", "dealer", "dealer"]
    assert [type(part.answer) for part in played.entries] == [Do, Roll, Roll]
    assert played.rev == table.rev == 4


def test_the_log_counts_from_one_and_keeps_what_was_said_as_json():
    table = new_table()
    table.answer({"do": "do", "what": "stop"}, "serial")
    assert [entry.rev for entry in table.log] == [1, 2]
    assert (table.log[1].answer, table.log[1].source, table.log[1].at) == ({"do": "do", "what": "stop"}, "serial", 1000)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"do": "dance"}, "malformed"),
        ({"do": "do"}, "malformed"),
        ("stop", "malformed"),
        ({"do": "do", "what": "sleep"}, "unknown"),
        ({"do": "draw", "deck": "trees", "card": "ash"}, "illegal"),
    ],
)
def test_a_refusal_changes_nothing(answer, code):
    table = new_table()
    before = picture(table)
    with pytest.raises(Refused) as no:
        table.answer(answer)
    assert no.value.code == code
    assert picture(table) == before


def test_an_answer_to_an_older_table_is_stale():
    table = new_table()
    seen = table.rev
    table.answer(PULL, rev=seen)
    before = picture(table)
    for late in (lambda: table.answer(PULL, rev=seen), lambda: table.correct([{}], "late", rev=seen)):
        with pytest.raises(Refused) as no:
            late()
        assert no.value.code == "stale"
    assert picture(table) == before


def test_after_the_end_answers_and_corrections_are_refused_and_undo_is_not():
    table = new_table()
    table.answer(STOP)
    assert table.over
    assert table.legal() == ()
    for late in (lambda: table.answer({"do": "nonsense"}), lambda: table.correct([], "late"), table.deal):
        with pytest.raises(Refused) as no:
            late()
        assert no.value.code == "over"
    table.undo()
    assert not table.over


def test_a_correction_sets_facts_and_says_what_hands_must_do():
    table = new_table()
    played = table.correct([{"fact": "lamps", "value": 3}], "the box holds three")
    assert [(todo.verb, todo.n) for todo in played.instructions] == [("place", 2)]
    assert (table.log[-1].kind, table.log[-1].why) == ("correct", "the box holds three")
    assert hands_of(table) == table.pieces()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ([], "malformed"),
        ({}, "malformed"),
        ([3], "malformed"),
        ([{"fact": "moon", "value": 1}], "unknown"),
        ([{"fact": "lamps", "value": 2}, {"fact": "lamps", "value": 10}], "illegal"),
    ],
)
def test_a_refused_correction_changes_nothing(changes, code):
    table = new_table()
    before = picture(table)
    with pytest.raises(Refused) as no:
        table.correct(changes, "no")
    assert no.value.code == code
    assert picture(table) == before


def test_without_auto_nothing_is_dealt_until_deal():
    table = new_table(auto=False)
    assert (table.rev, table.can_deal) == (0, True)
    table.deal()
    assert isinstance(table.ask, ChooseAsk)
    assert not table.can_deal
    played = table.answer(GAMBLE)
    assert [part.entry.kind for part in played.entries] == ["answer"]
    assert len(table.deal(5).entries) == 2


def test_deal_is_refused_where_people_decide():
    table = new_table()
    with pytest.raises(Refused) as no:
        table.deal()
    assert (no.value.code, no.value.rule) == ("illegal", "TOY-1")


@pytest.mark.rule("R-GEN-02", "R-GEN-03")
def test_a_physical_deck_is_asked_for_while_the_dice_stay_digital():
    table = new_table(chance={"trees": "asked"})
    table.answer(THROW)
    table.answer(DRAW)
    assert table.ask == DrawAsk("ann", "TOY-2", "trees", 6)
    assert table.odds() == [1 / 6] * 6
    table.answer(Draw("trees", "elm"))
    assert table.facts()["cards"] == ["elm"]
    assert table.log[-1].kind == "answer"


@pytest.mark.rule("R-GEN-03")
def test_who_answers_chance_can_change_in_mid_game():
    table = new_table(chance={"dice": "asked"})
    table.answer(THROW)
    assert isinstance(table.ask, RollAsk)
    assert table.faces() == {"left": ["A", "A", "B"], "right": ["A", "B", "C"]}
    assert (table.legal(), table.odds()) == (None, None)
    played = table.set_chance("dice", "digital")
    assert [part.entry.kind for part in played.entries] == ["chance"]
    assert table.faces() is None


def test_the_dealer_may_be_asked_to_roll_dice_that_are_physical():
    table = new_table(chance={"dice": "asked"})
    table.answer(GAMBLE)
    assert not table.can_deal
    assert len(table.deal(2).entries) == 1
    assert isinstance(table.ask, RollAsk)


@pytest.mark.parametrize(("item", "mode", "code"), [("moon", "asked", "unknown"), ("dice", "guessed", "malformed")])
def test_chance_items_and_modes_that_do_not_exist_are_refused(item, mode, code):
    table = new_table()
    with pytest.raises(Refused) as no:
        table.set_chance(item, mode)
    assert no.value.code == code
    with pytest.raises(BadSetup):
        new_table(chance={item: mode})


def test_a_seat_that_nobody_took_has_no_view():
    table = new_table()
    assert table.view("ann")["seat"] == "ann"
    assert table.view(None)["seat"] is None
    with pytest.raises(Refused) as no:
        table.view("bob")
    assert no.value.code == "unknown"


def test_a_bad_seat_starts_no_table():
    with pytest.raises(BadSetup, match="carl"):
        Table(GAME, Loaded(), ["carl"], {})


class Stumbling(Lanterns):
    """Lanterns with a defect: a throw changes something and then fails."""

    def play(self, state, answer):
        if answer == THROW:
            state.now.lamps = 99
            raise KeyError("lamp")
        return super().play(state, answer)


def test_a_defect_in_the_rules_leaves_the_table_as_the_log_says():
    table = Table(Game(Stumbling()), Loaded(), ["ann"], {})
    table.answer(PULL)
    before = picture(table)
    with pytest.raises(KeyError):
        table.answer(THROW)
    assert picture(table) == before


# The digital dealer.

PULLS = [Pull("tokens", "blue"), Pull("tokens", "red")]
ASK = PullAsk(None, "TOY-3", "tokens")
ROLL_ASK = RollAsk(None, "TOY-4", ["left", "right"])
SIDES = {"left": ["A", "A", "B"], "right": ["A", "B", "C"]}


@pytest.mark.parametrize("seed", [None, "", "oak"])
def test_only_what_is_possible_is_dealt(seed):
    dealer = Dealer(seed)
    for rev in range(200):
        assert dealer.deal(ASK, PULLS, [0.25, 0.75], SIDES, rev) in PULLS
        roll = dealer.deal(ROLL_ASK, None, None, SIDES, rev)
        assert isinstance(roll, Roll)
        assert all(roll.faces[die] in SIDES[die] for die in ROLL_ASK.dice)


@pytest.mark.rule("R-GEN-03")
def test_outcomes_come_as_often_as_their_odds_say():
    dealer = Dealer("birch")
    pulls = Counter(dealer.deal(ASK, PULLS, [0.25, 0.75], SIDES, rev) for rev in range(8000))
    assert pulls[PULLS[0]] == pytest.approx(2000, abs=200)
    faces = Counter(dealer.deal(ROLL_ASK, None, None, SIDES, rev).faces["left"] for rev in range(9000))
    assert faces["A"] == pytest.approx(6000, abs=200)


def test_the_dice_of_a_throw_do_not_follow_each_other():
    dealer = Dealer("cedar")
    sides = {"left": ["A", "B"], "right": ["A", "B"]}
    faces = Counter(tuple(dealer.deal(ROLL_ASK, None, None, sides, rev).faces.values()) for rev in range(4000))
    assert all(count == pytest.approx(1000, abs=150) for count in faces.values())
    assert len(faces) == 4


def test_the_same_seed_deals_the_same_and_another_one_does_not():
    def deals(seed):
        dealer = Dealer(seed)
        return [dealer.deal(ASK, PULLS, [0.5, 0.5], SIDES, rev) for rev in range(64)]

    assert deals("oak") == deals("oak")
    assert deals("oak") != deals("ash")


def test_a_seeded_outcome_depends_on_the_rev_and_not_on_what_was_dealt_before():
    dealer = Dealer("oak")
    straight = [dealer.deal(ROLL_ASK, None, None, SIDES, rev) for rev in range(20)]
    assert [dealer.deal(ROLL_ASK, None, None, SIDES, rev) for rev in reversed(range(20))] == straight[::-1]


def test_there_is_nothing_to_deal_from_an_empty_bag():
    with pytest.raises(ValueError, match="no outcome"):
        Dealer().deal(ASK, [], [], SIDES, 0)


# Looking ahead: where an answer would lead.


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


def seen_ahead(table: Table, answer: Answer) -> WhatIf | None:
    """What is seen ahead; None where an answer for one seat alone would open what is hidden."""
    try:
        return ahead(table, answer)
    except Refused as no:
        if no.text != HIDDEN or table.ask.only is None:
            raise
        return None


@pytest.mark.parametrize("name", game_names())
def test_what_was_shown_ahead_is_what_comes_and_looking_changes_nothing(name: str) -> None:
    game, r = load_game(name), Random(name)
    table = table_of(game, "ahead")
    for _ in range(60):
        if table.over:
            break
        before = table.state.hash(), table.rev, table.scene()
        answer = any_answer(table, r)
        seen = seen_ahead(table, answer)
        if seen is None:
            table.answer(answer)
            continue
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
            seen = seen_ahead(table, answer)
            table.answer(answer)
            stopped += is_chance(table.ask)
            assert seen is None or seen.scene.prompt == table.scene().prompt
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
