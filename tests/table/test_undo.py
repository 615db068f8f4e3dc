"""Undo, redo and jumps take everything back and put it back, and never re-roll fate (R-GEN-09)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.answers import Draw, Roll
from companion.core.refusals import Refused
from companion.core.texts import plain
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.table.history import EVERY, MOST, Played, Snapshots
from companion.table.past import Timeline
from companion.table.table import Table
from tests.hands import apply_instructions
from tests.tables import DRAW, GAMBLE, GAME, PULL, STOP, THROW, hands_of, new_table, resumed
from tests.toygame import Loaded

# Undo, redo and jumps.


def test_at_every_step_a_game_can_be_undone_to_its_start_and_redone():
    table = new_table()
    hashes = [table.hash()]
    for answer in (PULL, THROW, DRAW, PULL, THROW, DRAW, STOP):
        table.answer(answer)
        hashes.append(table.hash())
        steps = len(hashes) - 1
        for step in reversed(range(steps)):
            table.undo()
            assert table.hash() == hashes[step]
        for step in range(steps):
            table.redo()
            assert table.hash() == hashes[step + 1]


def test_undo_counts_what_people_said_and_takes_what_was_dealt_with_it():
    table = new_table()
    start = table.hash()
    table.answer(THROW)
    table.correct([{"fact": "lamps", "value": 2}], "found one")
    table.answer(DRAW)
    played = table.undo(3)
    assert table.hash() == start
    assert (table.log[-1].kind, table.log[-1].n) == ("undo", 3)
    assert played.rev == len(table.log)
    assert table.facts()["wind"] is not None


def test_undo_says_how_to_put_the_pieces_back():
    table = new_table()
    lying = table.pieces()
    table.answer(DRAW)
    with_card = table.pieces()
    assert apply_instructions(table.pieces(), table.undo().instructions) == lying
    assert apply_instructions(table.pieces(), table.redo().instructions) == with_card
    assert hands_of(table) == table.pieces()


def played_through(name: str, answers: int = 120) -> Iterator[tuple[Table, Played]]:
    """A sensible game at random, with each of its answers."""
    game, luck = load_game(name), Random(name)
    box = load_pack(game)
    seats = [seat for seat, _ in game.rules.seats(box.pack)][:3]
    table = Table(game, box, seats, game.rules.settings_for(box.pack, seats), dealer=Dealer("oak"), clock=lambda: 0.0)
    for _ in range(answers):
        if table.over:
            return
        faces = {die: luck.choice(list(sides)) for die, sides in (table.faces() or {}).items()}
        roll = {"do": "roll", "faces": faces}
        legal = table.legal()
        yield table, table.answer(roll if legal is None else game.player.advise(table.state, legal, luck.random))


def test_what_lies_on_a_tile_goes_after_it_and_comes_off_before_it():
    """Redo says what to do in the order of the game, undo the other way round."""
    seen = 0
    for table, _ in played_through("escape"):
        undone, redone = table.undo().instructions, table.redo().instructions
        tiles = [todo.piece for todo in redone if (todo.piece or "").startswith("tile:")]
        for tile in tiles:
            on = [at for at, todo in enumerate(redone) if tile in (todo.at, todo.to)]
            off = [at for at, todo in enumerate(undone) if tile in (todo.at, todo.source)]
            seen += bool(on and off)
            assert all(at > [todo.piece for todo in redone].index(tile) for at in on)
            assert all(at < [todo.piece for todo in undone].index(tile) for at in off)
    assert seen


@pytest.mark.parametrize("name", ["newyork", "crash", "krysis"])
def test_redo_tells_what_to_do_in_the_order_in_which_it_was_told(name):
    """And to shuffle what was shuffled."""
    shuffled = 0
    for table, played in played_through(name):
        before = [(todo.verb, todo.piece, todo.at, todo.source, todo.to) for todo in played.instructions]
        table.undo()
        again = table.redo().instructions
        after = [(todo.verb, todo.piece, todo.at, todo.source, todo.to) for todo in again if todo.verb != "shuffle"]
        told = [before.index(one) for one in after if before.count(one) == 1]
        assert told == sorted(told)
        decks = {todo.at for todo in played.instructions if todo.verb == "shuffle"}
        assert {todo.at for todo in again if todo.verb == "shuffle"} == decks
        shuffled += len(decks)
    assert shuffled or name == "krysis"


def test_an_item_that_was_used_is_face_up_again_after_undo():
    """R-NYC-85: what hands are told is how it lies then."""
    seen = 0
    for table, played in played_through("newyork", 400):
        items = [todo for todo in played.instructions if todo.verb == "flip" and todo.rule != "R-NYC-86"]
        if len(items) != 1:
            continue
        hand, item = table.state.now.characters[items[0].at.partition(":")[2]], items[0].piece.partition(":")[2]
        if hand.ready.get(item) or hand.used[item] > 1:
            continue
        seen += 1
        for change, way in ((table.undo, "face up"), (table.redo, "face down")):
            todo = change().instructions
            lines = table.game.presenter.lines(table.state, todo)
            flips = [plain(line.words) for line in lines if line.icon == "flip"]
            assert len(flips) == 1
            assert flips[0].endswith(way)
    assert seen


@pytest.mark.parametrize("n", [0, -1, 3])
def test_more_than_there_is_cannot_be_undone(n):
    table = new_table()
    table.answer(PULL)
    table.answer(PULL)
    before = table.hash(), table.rev
    with pytest.raises(Refused) as no:
        table.undo(n)
    assert no.value.code == "nothing"
    assert (table.hash(), table.rev) == before


def test_what_was_dealt_before_the_first_decision_cannot_be_undone():
    table = new_table()
    with pytest.raises(Refused) as no:
        table.undo()
    assert no.value.code == "nothing"


def test_a_new_answer_ends_redo():
    table = new_table()
    table.answer(PULL)
    table.answer(PULL)
    table.undo(2)
    table.answer(THROW)
    with pytest.raises(Refused) as no:
        table.redo()
    assert no.value.code == "nothing"


def test_redo_of_a_part_leaves_the_rest_to_redo():
    table = new_table()
    hashes = []
    for answer in (PULL, THROW, PULL):
        table.answer(answer)
        hashes.append(table.hash())
    table.undo(3)
    table.redo(2)
    assert table.hash() == hashes[1]
    table.redo()
    assert table.hash() == hashes[2]


def test_the_timeline_names_what_was_done_and_what_can_be_redone():
    table = new_table()
    table.answer(PULL)
    table.correct([{"fact": "lamps", "value": 2}], "found one")
    table.answer(THROW)
    table.undo()
    timeline = Timeline(table)
    said = [(plain(timeline.label(one.played)), one.done) for one in timeline.entries()]
    assert [(words, done) for words, done in said if "Pull" in words or "Correction" in words or "Throw" in words] == [
        ("Do: Pull", True),
        ("Correction: found one", True),
        ("Do: Throw", False),
    ]


def test_a_jump_goes_to_right_after_a_moment_back_or_forth():
    table = new_table()
    hashes = {0: table.hash()}
    for answer in (PULL, THROW, DRAW, PULL):
        table.answer(answer)
        hashes[table.history.decisions[-1].entry.rev] = table.hash()
    for rev in [0, *hashes, *reversed(hashes)]:
        if rev == Timeline(table).now:
            with pytest.raises(Refused) as no:
                table.jump(rev)
            assert no.value.code == "nothing"
        else:
            table.jump(rev)
        assert table.hash() == hashes[rev]
    with pytest.raises(Refused) as no:
        table.jump(9999)
    assert no.value.code == "unknown"


def test_a_long_game_is_right_after_undo_across_many_snapshots():
    table = new_table()
    hashes = [table.hash()]
    for _ in range(EVERY * 3):
        table.answer(THROW)
        hashes.append(table.hash())
    for step in (EVERY * 2 + 1, EVERY * 2, EVERY - 1, 7, 0, EVERY, EVERY * 3):
        table.jump(([0] + [played.entry.rev for played in table.history.decisions])[step])
        assert table.hash() == hashes[step]
    table.undo(EVERY * 3)
    for _ in range(EVERY * 2):
        table.answer(PULL if table.facts()["bag"] else THROW)
    table.undo(EVERY + 3)
    table.redo(3)
    assert table.since(0).rev == table.rev
    assert hands_of(table) == table.pieces()


def test_snapshots_stay_few_however_long_the_game():
    state = GAME.rules.begin(Loaded().pack, ["ann"], {})
    snapshots = Snapshots(state)
    last = EVERY * MOST * 5
    for position in range(last):
        snapshots.pass_by(position, state)
    found = {snapshots.latest(position)[0] for position in range(0, last, EVERY)}
    assert len(found) <= MOST
    assert min(found) == 0
    snapshots.forget_after(EVERY)
    assert snapshots.latest(last)[0] <= EVERY


# Undo never re-rolls fate (R-GEN-09).


def throws(table):
    return table.facts()["throws"]


def cards(table):
    return table.facts()["cards"]


def seeds_that_differ(play):
    """Tables on which playing the same twice gives different outcomes, so that the same one twice means fate."""
    for seed in map(str, range(40)):
        table = new_table(seed)
        play(table)
        play(table)
        first, second = throws(table)
        if first != second:
            yield new_table(seed), first, second


def a_table_that_throws_differently():
    return next(seeds_that_differ(lambda table: table.answer(THROW)))


@pytest.mark.rule("R-GEN-09")
def test_asked_the_same_again_the_dealer_gives_the_same_again():
    table = new_table()
    for _ in range(4):
        table.answer(DRAW)
        first = cards(table)
        table.undo()
        table.answer(DRAW)
        assert cards(table) == first


def test_two_equal_throws_undone_come_again_in_their_order():
    table, first, second = a_table_that_throws_differently()
    table.answer(THROW)
    table.answer(THROW)
    table.undo(2)
    table.answer(THROW)
    assert throws(table) == [first]
    table.answer(THROW)
    assert throws(table) == [first, second]


def test_the_order_is_kept_when_they_are_undone_one_by_one():
    table, first, second = a_table_that_throws_differently()
    table.answer(GAMBLE)
    table.answer(THROW)
    third = throws(table)[2]
    table.undo()
    table.undo()
    table.answer(THROW)
    table.answer(GAMBLE)
    assert throws(table) == [first, second, third]


def test_another_question_is_free():
    table = new_table()
    table.answer(DRAW)
    table.undo()
    table.answer(PULL)
    table.answer(THROW)
    assert (len(throws(table)), cards(table)) == (1, [])


def test_with_other_possible_outcomes_the_question_is_another():
    table = new_table(chance={"trees": "asked"})
    for card in ("ash", "birch", "cedar", "elm"):
        table.answer(DRAW)
        table.answer(Draw("trees", card))
    table.undo(8)
    # All six could come again, so ash is foretold; but after another first card five others could.
    table.answer(DRAW)
    table.answer(Draw("trees", "birch"))
    table.answer(DRAW)
    table.set_chance("trees", "digital")
    assert cards(table)[0] == "birch"
    assert cards(table)[1] in ("ash", "cedar", "elm", "fir", "oak")


@pytest.mark.rule("R-GEN-09")
def test_new_fate_can_be_asked_for_and_the_log_says_so():
    table = new_table()
    table.answer(THROW)
    table.undo()
    table.answer(THROW, fresh=True)
    again = throws(table)
    assert [entry.fresh for entry in table.log if entry.kind == "chance"][-2:] == [False, True]
    table.undo()
    table.answer(THROW)
    assert throws(table) == again


def test_fresh_fate_is_really_new():
    outcomes = set()
    table = new_table()
    for _ in range(20):
        table.answer(THROW, fresh=True)
        outcomes.add(throws(table)[0])
        table.undo()
    assert len(outcomes) > 3


def test_fate_survives_a_restart():
    table, first, second = a_table_that_throws_differently()
    table.answer(THROW)
    table.answer(THROW)
    table.undo(2)
    again = resumed(table)
    again.answer(GAMBLE)
    assert throws(again) == [first, second]


def test_redo_uses_up_what_was_foretold():
    table, first, second = a_table_that_throws_differently()
    table.answer(THROW)
    table.answer(THROW)
    table.undo(2)
    table.redo()
    table.answer(THROW)
    assert throws(table) == [first, second]


def test_a_throw_by_hand_is_fate_as_well():
    table = new_table(chance={"dice": "asked"})
    table.answer(THROW)
    table.answer(Roll({"left": "B", "right": "C"}))
    table.undo(2)
    table.answer(THROW)
    table.deal()
    assert throws(table) == ["BC"]


def test_hands_may_say_otherwise_and_then_that_is_fate():
    table = new_table(chance={"dice": "asked"})
    table.answer(THROW)
    table.answer(Roll({"left": "B", "right": "C"}))
    table.undo()
    table.answer(Roll({"left": "A", "right": "A"}))
    table.undo()
    table.deal()
    assert throws(table) == ["AA"]
    table.answer(THROW)
    assert table.facts()["throws"] == ["AA"]


def played_the_rest(seed):
    """A table on which one die was read and the other dealt."""
    table = new_table(seed, chance={"dice": "asked"})
    table.answer(THROW)
    table.deal_rest({"left": "A"}, "serial")
    return table


def test_the_rest_of_a_throw_is_dealt_where_a_part_was_read():
    table = played_the_rest("oak")
    assert throws(table)[0][0] == "A"
    entry = table.log[-1]
    assert (entry.kind, entry.source, entry.answer["faces"].keys()) == ("answer", "serial", {"left", "right"})
    seen = {throws(played_the_rest(seed))[0] for seed in map(str, range(20))}
    assert seen == {"AA", "AB", "AC"}


def test_after_undo_the_same_reading_is_followed_by_the_same_faces():
    for seed in map(str, range(20)):
        table = played_the_rest(seed)
        first = throws(table)
        table.undo()
        table.deal_rest({"left": "A"})
        assert throws(table) == first


def test_another_reading_is_followed_by_what_agrees_with_it():
    table = new_table(chance={"dice": "asked"})
    table.answer(GAMBLE)
    table.answer(Roll({"left": "A", "right": "B"}))
    table.answer(Roll({"left": "B", "right": "C"}))
    table.undo(2)
    table.deal_rest({"left": "B"})
    table.deal_rest({"left": "A"})
    assert throws(table) == ["BC", "AB"]


def test_a_reading_that_was_never_there_is_followed_by_a_new_throw():
    table = played_the_rest("oak")
    table.undo()
    table.deal_rest({"left": "B"})
    assert throws(table)[0][0] == "B"


def test_only_a_throw_has_a_rest():
    table = new_table()
    with pytest.raises(Refused) as no:
        table.deal_rest({"left": "A"})
    assert no.value.code == "illegal"
    table.answer(THROW)
    with pytest.raises(Refused) as no:
        table.deal_rest({"left": "A"}, rev=table.rev - 1)
    assert no.value.code == "stale"
