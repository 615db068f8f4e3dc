"""Every item: what it does, and every way in which it is refused (WIRE.md 4, `use`)."""

from __future__ import annotations

import pytest

from companion.core.refusals import BadPack
from companion.core.texts import plain
from companion.games.newyork.sheets import SHEETS, sentence
from companion.table.history import label
from tests.games.newyork.helpers import GAME, ITEMS, SQUARES, NewYorkTable, box

POOL = {"blue1": "MENT", "red1": "MENT", "red2": "PHYS", "yellow1": "SOC"}


@pytest.fixture
def game() -> NewYorkTable:
    """Father on ``c``, a station, with mother; daughter is on ``k``. Father plays."""
    starts = {"start.father": "c", "start.mother": "c", "start.daughter": "k"}
    return NewYorkTable("father mother daughter", starts).playing("father", POOL)


@pytest.mark.parametrize(
    ("item", "fields"),
    [
        ("phone", {}),
        ("laptop", {"square": "b", "token": "blue", "with_": ["blue1", "red1"]}),
        ("cash", {"square": "c"}),
        ("mask", {}),
        ("gloves", {}),
        ("bike", {}),
        ("newspaper", {"to": "j"}),
        ("radio", {"from_": "q", "to": "r"}),
        ("drone", {"square": "b", "with_": ["blue1", "red1"]}),
        ("raincoat", {"ignore": "mafia"}),
    ],
)
class TestEveryItem:
    """Item by item, where nothing else stands in the way."""

    @pytest.fixture
    def ready(self, game, item):
        game.holds("father", item)
        game.correct(
            {"fact": "info", "at": "square:b", "token": "blue", "value": 1},
            {"fact": "item", "square": "b", "value": "bike" if item != "bike" else "mask"},
            {"fact": "car", "at": "square:q", "value": 1},
        )
        if item in ("cash", "raincoat"):
            game.set("mafia", 1, square="c")
        return game

    @pytest.mark.rule("R-NYC-85")
    def test_is_turned_face_down_and_costs_no_action(self, ready, item, fields):
        ready.say("use", item=item, **fields)
        held = ready.who("father")["items"]
        assert held["used"] == ({} if item == "cash" else {item: 1})
        assert ready.now["actions"] == 2
        assert ready.choice == "play"

    @pytest.mark.rule("R-NYC-85")
    def test_is_used_once_until_the_next_round(self, ready, item, fields):
        ready.set("hand", {"ready": 0, "used": 1}, seat="father", item=item)
        ready.refuses("illegal", "R-NYC-85", "use", item=item, **fields)
        assert ready.legal("use") == []

    @pytest.mark.rule("R-NYC-85")
    def test_is_used_by_its_owner_only(self, ready, item, fields):
        ready.set("hand", {"ready": 0, "used": 0}, seat="father", item=item)
        ready.holds("mother", item)
        ready.refuses("illegal", "R-NYC-85", "use", item=item, **fields)

    def test_is_not_used_while_items_are_forbidden(self, ready, item, fields):
        ready.set("effects", [{"op": "forbid", "what": "items", "until": "round"}])
        ready.refuses("illegal", "R-NYC-37", "use", item=item, **fields)
        assert ready.legal("use") == []

    def test_is_not_used_instead_of_fleeing_but_for_the_raincoat(self, ready, item, fields):
        ready.set("car", 1, at="square:c")
        ready.turn("father")
        if "with_" in fields:  # the dice have not been rolled yet
            ready.refuses("unknown", None, "use", item=item, **fields)
        else:
            ready.refuses("illegal", "R-NYC-34", "use", item=item, **fields)

    def test_has_exactly_its_fields(self, ready, item, fields):
        ready.refuses("malformed", None, "use", item=item, **fields, seat="mother")
        for name in fields:
            ready.refuses("malformed", None, "use", item=item, **{n: v for n, v in fields.items() if n != name})


def test_the_items_of_the_rules_are_all_here():
    used = TestEveryItem.pytestmark[0].args[1]
    assert [item for item, _ in used] == list(ITEMS)


@pytest.mark.rule("R-NYC-86")
def test_all_items_face_up_in_the_next_round():
    game = NewYorkTable("father").playing("father").holds("father", "mask")
    game.say("use", item="mask")
    game.say("end")
    assert game.who("father")["items"] == {"ready": {"mask": 1}, "used": {}}


def test_an_item_that_does_not_exist(game):
    game.refuses("unknown", None, "use", item="tank")


@pytest.mark.parametrize(
    ("item", "face"),
    [
        pytest.param("phone", "MENT", marks=pytest.mark.rule("R-NYC-114")),
        pytest.param("mask", "SOC", marks=pytest.mark.rule("R-NYC-117")),
        pytest.param("gloves", "PHYS", marks=pytest.mark.rule("R-NYC-118")),
    ],
)
def test_a_result_more_that_is_never_rolled_again(game, item, face):
    game.set("hand", {"ready": 2, "used": 0}, seat="father", item=item)
    for n in (1, 2):
        game.say("use", item=item)
        assert game.now["pool"][f"{item}{n}"] == {"face": face, "spent": False}
    game.refuses("illegal", "R-NYC-64", "reroll", dice=[f"{item}1"])
    assert game.legal("reroll")[0]["dice"] == tuple(POOL)
    game.set("item", "bike", square="c")
    game.say("take", with_=[f"{item}1", f"{item}2"])
    assert game.hand("father")["item:bike"] == 1


def test_a_result_takes_the_lowest_free_number(game):
    game.set("die", {"face": "SOC", "spent": True}, die="mask2")
    game.holds("father", "mask")
    game.say("use", item="mask")
    assert "mask1" in game.now["pool"]


@pytest.mark.rule("R-NYC-115")
def test_laptop_collects_next_door_though_the_gate_is_shut():
    game = NewYorkTable("father", {"nyc.mafia_gate": "no_interact"}).playing("father", POOL).holds("father", "laptop")
    game.set("mafia", 1, square="a")
    game.set("info", 1, at="square:b", token="blue")
    use = {"item": "laptop", "square": "b", "token": "blue"}
    assert game.legal("use") == [{"do": "use", **use, "with": ("blue1", "red1")}]
    game.say("use", **use, with_=["red1", "blue1"])
    assert (game.facts["story"]["at"], game.on("b")) == (1, {})


@pytest.mark.rule("R-NYC-115")
@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ("R-NYC-115", {"square": "e", "token": "blue", "with_": ["blue1", "red1"]}),
        ("R-NYC-115", {"square": "c", "token": "blue", "with_": ["blue1", "red1"]}),
        ("R-NYC-115", {"square": "j", "token": "blue", "with_": ["blue1", "red1"]}),
        ("R-NYC-70", {"square": "b", "token": "red", "with_": ["blue1", "red1"]}),
        ("R-NYC-70", {"square": "b", "token": "blue", "with_": ["blue1", "red2"]}),
        ("R-NYC-70", {"square": "b", "token": "blue", "with_": ["blue1"]}),
    ],
)
def test_laptop_refused(game, rule, fields):
    game.holds("father", "laptop")
    for square in "bcj":
        game.set("info", 1, at=f"square:{square}", token="blue")
    game.refuses("illegal", rule, "use", item="laptop", **fields)


@pytest.mark.rule("R-NYC-116")
def test_cash_heals_the_own_wound(game):
    game.holds("father", "cash")
    game.set("lost", 1, seat="father", colour="blue")
    assert game.legal("use") == [{"do": "use", "item": "cash", "seat": "father", "colour": "blue"}]
    game.refuses("illegal", "R-NYC-116", "use", item="cash", seat="father", colour="red")
    game.say("use", item="cash", seat="father", colour="blue")
    assert game.who("father")["wounds"] == 0


@pytest.mark.rule("R-NYC-116")
@pytest.mark.parametrize("square", ["c", "k"])
def test_cash_refused_where_there_is_no_mafia_or_not_here(game, square):
    game.holds("father", "cash")
    game.set("mafia", 1, square="k")
    game.refuses("illegal", "R-NYC-116", "use", item="cash", square=square)


@pytest.mark.rule("R-NYC-119")
@pytest.mark.parametrize(("taken", "left"), [(0, 0), (1, 2), (2, 1), (3, 3), (4, 2)])
def test_bike_gives_a_step_for_every_move_action_already_begun(game, taken, left):
    """That moves already begun gain too is our ruling."""
    game.holds("father", "bike")
    for to in "dede"[:taken]:
        game.say("step", to=to)
    game.say("use", item="bike")
    assert (game.now["bikes"], game.now["steps"]) == (1, left)


@pytest.mark.rule("R-NYC-119")
def test_bike_gives_three_steps_to_each_move_action_but_not_to_the_extra_step(game):
    game.holds("father", "bike")
    game.say("use", item="bike")
    game.say("extra", to="d")
    assert game.now["steps"] == 0
    for to in "edefed":
        game.say("step", to=to)
    assert (game.now["actions"], game.now["steps"]) == (0, 0)
    game.refuses("illegal", "R-NYC-59", "step", to="e")


@pytest.mark.rule("R-NYC-120")
def test_newspaper_costs_no_step_and_no_alert(game):
    game.holds("father", "newspaper")
    assert [use["to"] for use in game.legal("use")] == ["j", "t"]
    game.say("use", item="newspaper", to="t")
    assert (game.who("father")["square"], game.alert, game.now["moves"]) == ("t", 0, 0)
    assert game.now["visited"] == ["c", "t"]
    assert game.now["free_subway"] is False


@pytest.mark.parametrize(
    ("rule", "change", "to"),
    [
        ("R-NYC-120", {"fact": "position", "seat": "father", "value": "d"}, "j"),
        ("R-NYC-120", None, "d"),
        ("R-NYC-120", None, "c"),
        ("R-NYC-37", {"fact": "effects", "value": [{"op": "forbid", "what": "subway", "until": "round"}]}, "j"),
        ("R-NYC-62", {"fact": "mafia", "square": "c", "value": 1}, "j"),
        ("R-NYC-60", {"fact": "car", "at": "square:j", "value": 1}, "j"),
        ("R-NYC-60", {"fact": "fbi", "square": "j", "value": 1}, "j"),
        ("R-NYC-37", {"fact": "effects", "value": [{"op": "close", "square": "j", "until": "round"}]}, "j"),
    ],
)
def test_newspaper_refused(game, rule, change, to):
    game.holds("father", "newspaper")
    if change:
        game.correct(change)
    game.refuses("illegal", rule, "use", item="newspaper", to=to)


@pytest.mark.rule("R-NYC-106", "R-NYC-108", "R-NYC-121")
def test_radio_moves_a_car_for_alert_and_the_car_waiting_on_the_track_is_met(game):
    game.holds("father", "radio")
    game.correct({"fact": "car", "at": "square:q", "value": 1}, {"fact": "car", "at": "alert:1", "value": 1})
    assert game.legal("use") == [{"do": "use", "item": "radio", "from": "q", "to": to} for to in "pr"]
    game.say("use", item="radio", from_="q", to="r")
    assert game.facts["cars"]["squares"] == {"r": 1}
    assert (game.alert, game.facts["cars"]["waiting"]) == (1, 1)


@pytest.mark.rule("R-NYC-121")
@pytest.mark.parametrize(("source", "to"), [("p", "q"), ("q", "s"), ("q", "q"), ("q", "p"), ("q", "r")])
def test_radio_refused(game, source, to):
    game.holds("father", "radio")
    game.correct(
        {"fact": "car", "at": "square:q", "value": 1},
        {"fact": "car", "at": "square:r", "value": 1},
        {"fact": "fbi", "square": "p", "value": 1},
    )
    game.refuses("illegal", "R-NYC-121", "use", item="radio", from_=source, to=to)


@pytest.mark.rule("R-NYC-122")
def test_drone_takes_the_item_next_door(game):
    game.holds("father", "drone")
    game.set("item", "mask", square="d")
    played = game.say("use", item="drone", square="d", with_=["blue1", "red1"]).entries[0]
    assert plain(label(GAME, game.table.state, played)) == "Drone: the mask from D"
    assert game.who("father")["items"] == {"ready": {"mask": 1}, "used": {"drone": 1}}


@pytest.mark.rule("R-NYC-123")
@pytest.mark.parametrize("used", [False, True])
def test_drone_flies_with_another_item_to_anybody_and_arrives_face_down(game, used):
    game.holds("father", "drone")
    game.set("hand", {"ready": int(not used), "used": int(used)}, seat="father", item="mask")
    sent = {"item": "drone", "send": "mask", "used": used}
    assert [use["seat"] for use in game.legal("use") if use["item"] == "drone"] == ["mother", "daughter"]
    game.say("use", seat="daughter", **sent)
    assert game.who("father")["items"] == {"ready": {}, "used": {}}
    mask = {"mask": 1}
    expected = {"ready": {} if used else mask, "used": {"drone": 1} | (mask if used else {})}
    assert game.who("daughter")["items"] == expected


@pytest.mark.rule("R-NYC-123")
def test_another_drone_is_an_other_item(game):
    game.holds("father", "drone")
    game.refuses("illegal", "R-NYC-123", "use", item="drone", seat="mother", send="drone", used=False)
    game.set("hand", {"ready": 2, "used": 0}, seat="father", item="drone")
    game.say("use", item="drone", seat="mother", send="drone", used=False)
    assert game.who("mother")["items"] == {"ready": {"drone": 1}, "used": {"drone": 1}}


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ("R-NYC-122", {"square": "e", "with_": ["blue1", "red1"]}),
        ("R-NYC-122", {"square": "c", "with_": ["blue1", "red1"]}),
        ("R-NYC-72", {"square": "d", "with_": ["blue1", "red1"]}),
        ("R-NYC-72", {"square": "b", "with_": ["blue1", "red2"]}),
        ("R-NYC-123", {"seat": "father", "send": "mask", "used": False}),
        ("R-NYC-123", {"seat": "mother", "send": "mask", "used": True}),
        ("R-NYC-123", {"seat": "mother", "send": "bike", "used": False}),
    ],
)
def test_drone_refused(game, rule, fields):
    game.holds("father", "drone", "mask")
    for square in "bce":
        game.set("item", "phone" if square == "b" else "cash" if square == "c" else "radio", square=square)
    game.refuses("illegal", rule, "use", item="drone", **fields)


@pytest.mark.rule("R-NYC-124")
@pytest.mark.parametrize("dealt", [None, "faced"])
def test_raincoat_against_mafia_lifts_wounds_and_the_ban_on_moving(game, dealt):
    game.holds("father", "raincoat")
    game.set("mafia", 2, square="c")
    game.set("dealt", dealt, square="c")
    game.say("use", item="raincoat", ignore="mafia")
    assert (game.now["dealt"], game.alert) == ({"c": "evaded"}, 0)
    game.say("step", to="d")


@pytest.mark.rule("R-NYC-106", "R-NYC-125")
def test_raincoat_against_police_and_fbi_on_one_square_for_alert(game):
    game.set("hand", {"ready": 2, "used": 0}, seat="father", item="raincoat")
    game.correct({"fact": "car", "at": "square:d", "value": 1}, {"fact": "fbi", "square": "b", "value": 1})
    assert [use["square"] for use in game.legal("use")] == ["b", "d"]
    game.say("use", item="raincoat", ignore="police", square="d")
    assert (game.alert, game.now["ignored"]) == (1, ["d"])
    game.refuses("illegal", "R-NYC-60", "step", to="b")
    game.say("step", to="d")
    game.refuses("illegal", "R-NYC-125", "use", item="raincoat", ignore="police", square="d")


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ("R-NYC-124", {"ignore": "mafia"}),
        ("R-NYC-125", {"ignore": "police", "square": "d"}),
    ],
)
def test_raincoat_refused_where_there_is_nothing_to_ignore(game, rule, fields):
    game.holds("father", "raincoat")
    game.refuses("illegal", rule, "use", item="raincoat", **fields)


@pytest.mark.parametrize(
    "fields", [{"ignore": "police"}, {"ignore": "mafia", "square": "c"}, {"ignore": "rain"}, {"square": "c"}]
)
def test_raincoat_malformed(game, fields):
    game.holds("father", "raincoat")
    game.refuses("malformed", None, "use", item="raincoat", **fields)


# Items that only this box has (WIRE.md 4, 12).


def own_box(**more):
    """A box with a badge, used once, and a whistle, and so many fewer phones and laptops."""
    data = box(items={"phone": 0, "laptop": 0})
    badge = {"id": "badge", "name": "Forged badge", "count": 2, "once": True, "effects": [{"op": "alert", "n": -1}]}
    whistle = {"id": "whistle", "name": "Whistle", "count": 2, "text": "Blow it.", "effects": [
        {"op": "choose", "options": [{"do": [{"op": "alert", "n": 1}]}, {"do": [{"op": "story"}]}]}]}  # fmt: skip
    return data | {"own_items": [badge, whistle]} | more


@pytest.mark.rule("R-NYC-85")
def test_an_item_of_ones_own_is_used_like_a_printed_one():
    game = NewYorkTable("father mother", data=own_box()).playing("father").holds("father", "badge", "whistle")
    game.set("alert", 3)
    assert [answer for answer in game.legal() if answer["do"] == "use"] == [
        {"do": "use", "item": "badge"},
        {"do": "use", "item": "whistle"},
    ]
    game.say("use", item="badge")
    assert (game.alert, game.facts["items"]["box"]) == (2, {"badge": 1})
    assert game.hand("father") == {"skill": 2, "item:whistle": 1}
    game.say("use", item="whistle")
    assert (game.choice, game.ask.rule) == ("effect", "R-NYC-85")
    game.say("option", n=2)
    assert game.facts["story"]["at"] == 1
    assert game.who("father")["items"] == {"ready": {}, "used": {"whistle": 1}}
    game.refuses("illegal", "R-NYC-85", "use", item="whistle")
    game.refuses("malformed", None, "use", item="whistle", square="a")
    game.refuses("unknown", None, "use", item="trumpet")
    game.undo(3)
    assert game.hand("father") == {"skill": 2, "item:badge": 1, "item:whistle": 1}


def test_an_item_of_ones_own_comes_out_of_the_supply_and_can_be_forbidden():
    game = NewYorkTable("father mother", data=own_box()).playing("father")
    game.effect({"op": "gain_item", "who": "active"})
    game.pull("whistle")
    game.effect({"op": "forbid", "what": "items", "until": "round"})
    assert {"do": "use", "item": "whistle"} not in game.legal()
    game.refuses("illegal", "R-NYC-37", "use", item="whistle")
    game.say("give", item="whistle", used=False, seat="mother")
    assert game.who("mother")["items"]["ready"] == {"whistle": 1}


def test_an_item_of_ones_own_is_used_in_light_mode():
    game = NewYorkTable("father", {"nyc.follow": "light"}, data=own_box()).playing("father").holds("father", "whistle")
    game.say("use", item="whistle")
    game.say("option", n=1)
    assert (game.alert, game.who("father")["items"]["ready"]) == (1, {"whistle": 1})
    game.refuses("illegal", "R-NYC-43", "use", item="bike")


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        (
            [{"id": "bike", "name": "Bike", "count": 4, "effects": []}],
            'own_items[0].id: "bike" is an item of the rulebook',
        ),
        ([{"id": "badge", "name": "Badge", "count": 3, "effects": []}], "items: the counts must add up to 20, not 16"),
        ([{"id": "a", "name": "A", "count": 9, "effects": [{"op": "alert", "n": 0}]}], "own_items[0].effects[0].n"),
    ],
)
def test_items_of_ones_own_that_cannot_be(own, problem):
    with pytest.raises(BadPack) as refused:
        GAME.rules.read_pack(own_box(own_items=own))
    assert any(str(fault).startswith(problem) for fault in refused.value.problems), refused.value.problems


BADGE_HELD = {"op": "if", "of": "held_item", "item": "badge", "who": "active", "least": 1}


def asks_for_a_badge(item: str = "badge"):
    """A box whose first police card asks for an item of its own."""
    data = own_box()
    effect = {**BADGE_HELD, "item": item, "then": [{"op": "alert", "n": 2}], "else": [{"op": "story"}]}
    data["police_cards"][0]["event"]["effects"] = [effect]
    return data


@pytest.mark.parametrize(("settings", "held"), [({}, True), ({}, False), ({"nyc.follow": "light"}, True)])
def test_a_card_asks_for_an_item_of_ones_own(settings, held):
    game = NewYorkTable("father mother", settings, data=asks_for_a_badge()).playing("father")
    game.holds("father", "badge" if held else "whistle")
    game.effect(*asks_for_a_badge()["police_cards"][0]["event"]["effects"])
    assert (game.alert, game.facts["story"]["at"]) == ((2, 0) if held else (0, 1))
    stood = game.table.hash()
    game.undo()
    assert (game.alert, game.facts["story"]["at"]) == (0, 0)
    game.redo()
    assert game.table.hash() == stood


def test_an_item_that_the_box_has_not_is_named_where_it_stands():
    with pytest.raises(BadPack) as refused:
        GAME.rules.read_pack(asks_for_a_badge("trumpet"))
    [fault] = refused.value.problems
    assert str(fault) == 'police_cards[0].event.effects[0].item: "trumpet" is no item of this box'
    GAME.rules.read_pack(asks_for_a_badge("cash"))


def test_a_condition_on_an_item_is_a_sentence_in_both_languages():
    effects = [{**BADGE_HELD, "then": [{"op": "alert", "n": 2}]}]
    names = {"badge": {"en": "Forged badge", "es": "Placa falsa"}}
    said = sentence(effects, names)
    assert said == {
        "en": "if the player whose turn it is has at least 1 held item of the kind Forged badge: alert +2",
        "es": "si quien tiene el turno tiene al menos 1 objeto propio del tipo Placa falsa: alerta +2",
    }


@pytest.mark.parametrize("item", ["phone", "badge"])
def test_a_condition_on_an_item_is_written_and_read_in_both_languages(item):
    effects = [{**BADGE_HELD, "item": item, "then": [{"op": "alert", "n": 2}]}]
    for phrases in (SHEETS.phrases, SHEETS.spoken("es").phrases):
        assert phrases.read_list(phrases.write_list(effects)) == effects


@pytest.mark.parametrize(
    "written",
    [
        "if held item phone of active at least 1 then (alert +2)",
        "si objeto propio móvil a quien tiene el turno al menos 1 entonces (alerta +2)",
    ],
)
def test_sheets_of_before_are_still_read(written):  # fmt: skip
    effects = [{**BADGE_HELD, "item": "phone", "then": [{"op": "alert", "n": 2}]}]
    assert SHEETS.spoken("es").phrases.read_list(written) == effects


def test_the_form_offers_the_items_of_the_rulebook_and_of_the_box():
    names = GAME.presenter.named_in(own_box(), "item")
    assert names["badge"] == "Forged badge"
    assert len(names) == 12
    assert not names.keys() & set(SQUARES)


def test_what_a_card_has_done_may_ask_for_an_item_of_ones_own():
    data = own_box()
    data["board"]["whole"] = False
    game = NewYorkTable("father mother", {"nyc.follow": "light"}, data=data).playing("father").holds("father", "badge")
    asked = {**BADGE_HELD, "then": [{"op": "alert", "n": 2}]}
    game.refuses("unknown", "R-NYC-37", "caused", effects=[{**asked, "item": "trumpet"}])
    game.say("caused", effects=[asked])
    assert game.alert == 2
