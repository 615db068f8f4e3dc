"""A pack that is wrong is refused with everything that is wrong, each with its field (R-GEN-07)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.core.refusals import BadPack
from companion.games.newyork.checks import read_pack
from companion.games.newyork.content import AnyEffect, Need, NoteEffect, TaskEffect, read_effects, read_need
from tests.packs.changes import NewYork, Put, but_last, first_again, plus, problems_of, without

EVENT = "police_cards[3].event.effects"
CARD = "scenarios[1].cards[2]"


@pytest.fixture
def game() -> NewYork:
    return NewYork()


def task(**changes: Any) -> list[dict[str, Any]]:
    """A list with one task in which some fields are other than they should be."""
    good = {"op": "task", "id": "t", "at": None, "need": {"clear": True}, "text": "Go.", "until": "round"}
    return [good | changes]


BOARD = [
    (
        "board.squares[3].neighbours",
        plus("soho"),
        'board.squares[3].neighbours: "soho" does not name "east_harlem" back',
    ),
    ("board.squares[3].neighbours", plus("harlem"), 'board.squares[3].neighbours: names "harlem" more than once'),
    ("board.squares[3].neighbours", plus("east_harlem"), 'board.squares[3].neighbours: "east_harlem" is its own'),
    (
        "board.squares[3].neighbours",
        plus("gotham"),
        'board.squares[3].neighbours[2]: "gotham" is no square of the board',
    ),
    ("board.squares[3].id", "harlem", 'board.squares[3].id: "harlem" is already that of board.squares[2]'),
    ("board.squares[3].id", "here", 'board.squares[3].id: "here" has a meaning in effects'),
    ("board.squares[3].id", "them", 'board.squares[3].id: "them" has a meaning in effects'),
    ("board.squares[3].id", "supply", 'board.squares[3].id: "supply" has a meaning in effects'),
    ("board.squares[3].id", "father", 'board.squares[3].id: "father" has a meaning in effects'),
    ("board.squares[3].id", "East Harlem", "board.squares[3].id: must be a word of small letters, digits and _"),
    ("board.squares[3].subway", "yes", 'board.squares[3].subway: must be true or false, not "yes"'),
    ("board.squares[3].name", {}, "board.squares[3].name: must be"),
    ("board.squares[3]", without("subway"), "board.squares[3].subway: is missing"),
    ("board.squares", lambda old: old[:5], "board.squares: there must be at least 6, there are 5"),
    ("board", [], "board: must be a group of fields"),
]
COUNTS = [
    ("tracks.alert.length", 0, "tracks.alert.length: must be a whole number, 1 or more, not 0"),
    ("tracks", without("story"), "tracks.story: is missing"),
    pytest.param(
        "characters", but_last, "characters: there must be 4, there are 3", marks=pytest.mark.rule("R-NYC-03")
    ),
    ("characters", first_again, 'characters[3].role: "father" is already that of characters[0]'),
    pytest.param("characters", first_again, "characters: there is no role son", marks=pytest.mark.rule("R-NYC-03")),
    ("characters[0].skill", "charm", 'characters[0].skill: the father has "heal", not "charm"'),
    pytest.param(
        "characters[0].dice.red",
        4,
        "characters[0].dice.red: must be a whole number from 0 to 3, not 4",
        marks=pytest.mark.rule("R-NYC-09"),
    ),
    ("characters[0].dice", {"red": 0, "yellow": 0, "blue": 0}, "characters[0].dice: there must be at least one die"),
    ("characters[0].dice", {"red": 2, "yellow": 2}, "characters[0].dice.blue: is missing"),
    ("items", but_last, "items: there is no kind raincoat"),
    ("items", but_last, "items: there must be 10, there are 9"),
    ("items[2].count", -1, "items[2].count: must be a whole number, 0 or more, not -1"),
    pytest.param(
        "items[2].count", 5, "items: the counts must add up to 20, not 23", marks=pytest.mark.rule("R-NYC-11")
    ),
    ("items[2].kind", "money", "items[2].kind: must be one of"),
    ("items[2].kind", "phone", 'items[2].kind: "phone" is already that of items[0]'),
    pytest.param(
        "info_tokens[0].count",
        9,
        "info_tokens: the counts of blue must add up to 10, not 11",
        marks=pytest.mark.rule("R-NYC-06"),
    ),
    ("info_tokens[0].count", 0, "info_tokens[0].count: must be a whole number, 1 or more, not 0"),
    ("info_tokens[1].cost", 2, 'info_tokens[1].colour: "blue 2" is already that of info_tokens[0]'),
    pytest.param(
        "info_tokens[1].cost", 4, "info_tokens[1].cost: must be one of 2, 3, not 4", marks=pytest.mark.rule("R-NYC-71")
    ),
    ("info_tokens[1].colour", "grey", "info_tokens[1].colour: must be one of blue, red, yellow"),
    pytest.param(
        "mafia_cards", but_last, "mafia_cards: there must be 50, there are 49", marks=pytest.mark.rule("R-NYC-04")
    ),
    ("mafia_cards[7].id", "m01", 'mafia_cards[7].id: "m01" is already that of mafia_cards[0]'),
    ("mafia_cards[7].info", "gotham", 'mafia_cards[7].info: "gotham" is no square of the board'),
    ("mafia_cards[7]", without("item"), "mafia_cards[7].item: is missing"),
    pytest.param(
        "police_cards", but_last, "police_cards: there must be 23, there are 22", marks=pytest.mark.rule("R-NYC-04")
    ),
    ("police_cards[4].id", "p01", 'police_cards[4].id: "p01" is already that of police_cards[0]'),
    ("police_cards[4].square", "gotham", 'police_cards[4].square: "gotham" is no square of the board'),
    pytest.param(
        "police_cards[4].square",
        None,
        "police_cards[4].square: is missing; it must be a text",
        marks=pytest.mark.rule("R-NYC-29"),
    ),
    pytest.param(
        "police_cards[4].event",
        without("title"),
        "police_cards[4].event.title: is missing",
        marks=pytest.mark.rule("R-NYC-29"),
    ),
    ("police_cards[4].event.random_location", 1, "police_cards[4].event.random_location: must be true or false"),
]
STORIES = [
    pytest.param("scenarios", but_last, "scenarios: there must be 4, there are 3", marks=pytest.mark.rule("R-NYC-05")),
    pytest.param(
        "scenarios",
        but_last,
        "scenarios: there must be 15 story cards in all, there are 11",
        marks=pytest.mark.rule("R-NYC-05"),
    ),
    ("scenarios[1].id", "high_water", 'scenarios[2].id: "high_water" is already that of scenarios[1]'),
    pytest.param(
        "scenarios[1].tutorial",
        True,
        "scenarios: exactly one must be the tutorial, not 2",
        marks=pytest.mark.rule("R-NYC-05"),
    ),
    ("scenarios[0].tutorial", False, "scenarios: exactly one must be the tutorial, not 0"),
    ("scenarios[1].alert_limit", 21, "scenarios[1].alert_limit: 21 is beyond the alert track, which ends at 20"),
    ("scenarios[1].alert_limit", 0, "scenarios[1].alert_limit: must be a whole number, 1 or more"),
    ("scenarios[1].start_squares.son", "gotham", 'scenarios[1].start_squares.son: "gotham" is no square'),
    ("scenarios[1].start_squares", {"uncle": "soho"}, "scenarios[1].start_squares.uncle: is not known"),
    ("scenarios[1].cards", lambda old: old[:1], "scenarios[1].cards: there must be at least 2, there are 1"),
    (f"{CARD}.index", 1, f"{CARD}.index: must be 2, not 1"),
    (f"{CARD}.position", 4, f"{CARD}.position: 4 must be more than that of the card before, 4"),
    (f"{CARD}.position", 13, f"{CARD}.position: 13 is beyond the story track, which ends at 12"),
    (f"{CARD}.position", 0, f"{CARD}.position: must be a whole number, 1 or more, not 0"),
    (f"{CARD}.position", None, f"{CARD}.position: is missing; only card 0 has none"),
    pytest.param(
        "scenarios[1].cards[0].position",
        1,
        "scenarios[1].cards[0].position: card 0 is turned over at the start",
        marks=pytest.mark.rule("R-NYC-05"),
    ),
    (f"{CARD}.mafia_per_turn", 11, f"{CARD}.mafia_per_turn: must be a whole number from 0 to 10, not 11"),
    (f"{CARD}.bag_add.red", -1, f"{CARD}.bag_add.red: must be a whole number, 0 or more, not -1"),
    (f"{CARD}.bag_add", {"green": 1}, f"{CARD}.bag_add.green: there is nothing of this name here"),
    pytest.param(
        "scenarios[1].cards[3].final_challenge",
        None,
        "scenarios[1].cards[3].final_challenge: is missing",
        marks=pytest.mark.rule("R-NYC-99"),
    ),
    ("scenarios[1].cards[3].final_challenge.square", "gotham", "scenarios[1].cards[3].final_challenge.square: "),
    ("scenarios[1].cards[3].final_challenge.need", {}, "scenarios[1].cards[3].final_challenge.need: must name"),
    (
        f"{CARD}.final_challenge",
        {"square": "soho", "text": "!", "need": {"table": True}},
        f"{CARD}.final_challenge: only the last card",
    ),
    pytest.param(
        "scenarios[1].cards[0].alert_cars",
        [5, 5],
        "scenarios[1].cards[0].alert_cars: names 5 more than once",
        marks=pytest.mark.rule("R-NYC-16"),
    ),
    ("scenarios[1].cards[0].alert_cars", [21], "scenarios[1].cards[0].alert_cars: 21 is beyond the alert limit, 20"),
    ("scenarios[1].cards[0].alert_cars", [0], "scenarios[1].cards[0].alert_cars[0]: must be a whole number, 1 or more"),
    ("scenarios[1].cards[0].alert_cars", None, "scenarios[1].cards[0].alert_cars: is missing"),
    ("scenarios[1].cards[0].first_round_cars", 3, "scenarios[1].cards[0].alert_cars: 3 cars here and 3 in round 1"),
    (
        "scenarios[1].cards[0].alert_cars",
        [1, 2, 3, 4],
        "scenarios[1].cards[0].alert_cars: 4 cars here and 2 in round 1",
    ),
    (f"{CARD}.alert_cars", [3], f"{CARD}.alert_cars: only card 0 has it"),
    (f"{CARD}.first_round_cars", 1, f"{CARD}.first_round_cars: only card 0 has it"),
]
EFFECTS = [
    ([{"op": "alert", "n": 0}], "[0].n: must not be 0"),
    ([{"op": "alert", "n": 21}], "[0].n: must be a whole number from -20 to 20, not 21"),
    ([{"op": "alert"}], "[0].n: is missing"),
    ([{"op": "alert", "n": 1, "why": ""}], "[0].why: there is nothing of this name here"),
    ([{"op": "modify", "what": "steps", "n": 0, "until": "round"}], "[0].n: must not be 0"),
    ([{"op": "modify", "what": "luck", "n": 1, "until": "round"}], "[0].what: must be one of"),
    (
        [{"op": "modify", "what": "steps", "n": 1, "until": "dawn"}],
        "[0].until: must be one of card, next_round, round, scenario, story_card, turn",
    ),
    ([{"op": "forbid", "what": "talking", "until": "round"}], "[0].what: must be one of"),
    ([{"op": "token", "at": "soho", "token": "x", "n": 0}], "[0].n: must not be 0"),
    ([{"op": "token", "at": "soho", "token": "", "n": 1}], "[0].token: must be a text that is not empty"),
    ([{"op": "place_mafia", "at": "gotham"}], '[0].at: "gotham" is no square of the board, nor one of'),
    ([{"op": "place_mafia", "at": "soho", "n": 21}], "[0].n: must be a whole number from 1 to 20, not 21"),
    ([{"op": "remove_mafia", "at": "soho", "n": "most"}], "[0].n: must be a whole number from 1 to 20 or all"),
    (
        [{"op": "place_info", "at": "soho", "color": "red"}],
        '[0].color: there is nothing of this name here; did you mean "colour"?',
    ),
    ([{"op": "move_car", "from": "random", "to": "soho"}], '[0].from: "random" is no square of the board, nor one of'),
    ([{"op": "move_car", "from": "choose", "to": "each_character"}], '[0].to: "each_character" is no square'),
    ([{"op": "wound", "who": "uncle"}], "[0].who: must be one of"),
    ([{"op": "heal", "who": "all", "n": True}], "[0].n: must be a whole number from 1 to 20 or all, not true"),
    ([{"op": "bag_add", "red": -1}], "[0].red: must be a whole number, 0 or more, not -1"),
    ([{"op": "close", "at": "beside", "until": "round"}], '[0].at: "beside" is no square'),
    ([{"op": "note", "text": None}], "[0].text: is missing"),
    ([{"op": "note", "text": "  "}], "[0].text: is missing"),
    ([{"text": "no op"}], "[0].op: is missing; it must be one of"),
    (["raise the alert"], "[0]: must be a group of fields"),
    ({"op": "alert", "n": 1}, ": must be a list"),
    (task(id="final"), '[0].id: must not be "final"'),
    (task(id="A b"), "[0].id: must be a word of small letters, digits and _"),
    (task(at="each_character"), '[0].at: "each_character" is no square'),
    (task(need={}), "[0].need: must name at least one thing"),
    (task(need={"clear": False}), "[0].need.clear: can only be true"),
    (task(need={"table": False}), "[0].need.table: can only be true"),
    (task(need={"pay": {}}), "[0].need.pay: must be a group of fields that is not empty"),
    (task(need={"pay": {"PHYS": 5, "SOC": 5}}), "[0].need.pay: asks for 10 results, at most 9"),
    (task(need={"pay": {"WILD": 1}}), "[0].need.pay.WILD: is not known"),
    (task(need={"pay": {"SOC": 0}}), "[0].need.pay.SOC: must be a whole number from 1 to 9"),
    (task(need={"together": 5}), "[0].need.together: must be a whole number from 1 to 4"),
    (task(need={"items": 21}), "[0].need.items: must be a whole number from 1 to 20"),
    (task(need={"gone": ""}), "[0].need.gone: must be a text that is not empty"),
    (task(need={"luck": 1}), "[0].need.luck: there is nothing of this name here"),
    (task(raw_then=[]), "[0].raw_then: there is nothing of this name here"),
    (task(then=task()), "[0].then[0].op: no task can stand inside another task"),
    (task(**{"else": [{"op": "alert", "n": 0}]}), "[0].else[0].n: must not be 0"),
]


@pytest.mark.parametrize(("path", "value", "problem"), BOARD + COUNTS + STORIES)
def test_each_broken_invariant_is_named_with_its_field(
    raw: dict[str, Any], put: Put, path: str, value: Any, problem: str
) -> None:
    put(path, value)
    assert any(line.startswith(problem) for line in problems_of(read_pack, raw))


@pytest.mark.parametrize(("effects", "problem"), EFFECTS)
@pytest.mark.parametrize("where", [EVENT, f"{CARD}.effects"])
def test_each_broken_effect_is_named_with_its_field(
    raw: dict[str, Any], put: Put, where: str, effects: Any, problem: str
) -> None:
    put(where, effects)
    assert [line.startswith(where + problem) for line in problems_of(read_pack, raw)] == [True]


def test_without_info_tokens_only_that_is_said(raw: dict[str, Any]) -> None:
    assert problems_of(read_pack, without("info_tokens")(raw)) == ["info_tokens: is missing; it must be a list"]


def test_an_empty_list_of_info_tokens_lacks_each_colour(raw: dict[str, Any]) -> None:
    assert sorted(problems_of(read_pack, raw | {"info_tokens": []})) == [
        f"info_tokens: the counts of {colour} must add up to 10, not 0" for colour in ("blue", "red", "yellow")
    ]


def test_a_board_in_two_parts_is_refused(raw: dict[str, Any], put: Put) -> None:
    put("board.squares[0].neighbours", [])
    for index in range(1, 20):
        put(f"board.squares[{index}].neighbours", lambda old: [name for name in old if name != "inwood"])
    assert [line for line in problems_of(read_pack, raw) if "cannot be reached" in line]


def test_everything_that_is_wrong_is_said_at_once(raw: dict[str, Any], put: Put) -> None:
    wrong = {
        "board.squares[3].neighbours": ["harlem"],
        "items[2].count": 5,
        "mafia_cards[7].info": "gotham",
        "police_cards[2].event.effects": [{"op": "alert", "n": 0}, {"op": "wound", "who": "uncle"}],
        "scenarios[1].cards[1].mafia_per_turn": 11,
        "scenarios[1].cards[2].position": 13,
        "scenarios[1].cards[3].final_challenge.need": {"pay": {"SOC": 10}},
    }
    for path, value in wrong.items():
        put(path, value)
    problems = problems_of(read_pack, raw)
    for start in (
        'board.squares[7].neighbours: "east_harlem" does not name "yorkville" back',
        "items: the counts",
        "mafia_cards[7].info: ",
        "police_cards[2].event.effects[0].n: ",
        "police_cards[2].event.effects[1].who: ",
        "scenarios[1].cards[1].mafia_per_turn: ",
        "scenarios[1].cards[2].position: ",
        "scenarios[1].cards[3].position: ",
        "scenarios[1].cards[3].final_challenge.need.pay",
    ):
        assert [line for line in problems if line.startswith(start)], start


def test_of_a_newer_format_nothing_else_is_said(raw: dict[str, Any]) -> None:
    assert problems_of(read_pack, raw | {"schema": 2, "items": 3}) == [
        "schema: this box is in format 2, this companion reads 1; update the companion"
    ]


def test_a_character_can_have_five_dice(raw: dict[str, Any], put: Put) -> None:
    put("characters[1].dice.red", 3)
    assert read_pack(raw).characters[1].dice.total == 5


def test_what_may_be_null_may_be_left_out(raw: dict[str, Any], put: Put) -> None:
    put("scenarios[1]", without("alert_limit"))
    put("scenarios[1]", without("start_squares"))
    put(f"{CARD}", without("final_challenge"))
    pack = read_pack(raw)
    assert pack.alert_limit(pack.scenarios[1]) == 20


def test_an_unknown_op_becomes_a_note_with_its_text() -> None:
    raw = [{"op": "sing", "text": {"es": "¡Cantad!"}, "loud": True}, {"op": "dance"}, {"op": "hum", "text": 3}]
    assert read_effects(raw, []) == [NoteEffect({"es": "¡Cantad!"}), NoteEffect(None), NoteEffect(None)]


def test_a_task_keeps_its_lists_as_they_were_written() -> None:
    then = [{"op": "heal", "who": "all", "n": 1}, {"op": "sing", "loud": True}]
    [read] = read_effects(task(then=then), [])
    assert isinstance(read, TaskEffect)
    assert (read.raw_then, read.raw_else) == (then, [])
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(read), type=AnyEffect) == read


def test_a_need_goes_back_to_json_as_it_was_written() -> None:
    raw = {"clear": True, "together": 2, "gone": "key", "pay": {"SOC": 1}, "items": 3, "table": True}
    assert read_need(raw) == Need(clear=True, together=2, gone="key", pay={"SOC": 1}, items=3, table=True)
    assert msgspec.to_builtins(read_need(raw)) == raw
    assert msgspec.to_builtins(read_need({"clear": True})) == {"clear": True}


def test_a_need_that_asks_for_nothing_is_refused() -> None:
    with pytest.raises(BadPack, match="need: must name at least one thing"):
        read_need({})


def test_one_story_is_enough_while_the_others_are_not_told_yet(raw: dict[str, Any]) -> None:
    """R-NYC-05."""
    told = raw["scenarios"][2]
    box = read_pack(raw | {"scenarios": [told], "unknown": {"scenarios": 3}})
    assert box.first_story.id == told["id"]


def test_of_stories_that_are_not_told_yet_one_is_and_no_more_than_there_are(raw: dict[str, Any]) -> None:
    stories = raw["scenarios"]
    for told, unknown, problem in (
        ([], 4, "scenarios: there must be at least one to play"),
        (stories[:1], 2, "scenarios: there must be 4, there are 1 and 2 unknown"),
        ([*stories[:2], stories[0] | {"id": "again"}], 1, "scenarios: exactly one must be the tutorial"),
        ([stories[0] | {"cards": stories[0]["cards"] * 4}], 3, "3 stories of at least 2 are still to come"),
    ):
        with pytest.raises(BadPack, match=problem):
            read_pack(raw | {"scenarios": told, "unknown": {"scenarios": unknown}})
