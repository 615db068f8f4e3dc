"""Light mode: the table moves and rolls by itself and reports what came of it (WIRE.md 8)."""

from __future__ import annotations

import pytest

from companion.core.refusals import BadPack, BadSetup
from companion.games.registry import load_game
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED
from tests.games.newyork.helpers import Evening

LIGHT = {"nyc.follow": "light"}


@pytest.fixture
def evening() -> Evening:
    """Father reports; the alert stands at 3."""
    evening = Evening("mother father", LIGHT).turn("father")
    evening.set("alert", 3)
    return evening


def test_nobody_is_asked_for_start_forced_move_roll_and_wounds():
    evening = Evening("mother father", LIGHT, start_squares=None, mafia=["a.-.-"], cards=[{"mafia_per_turn": 1}, {}])
    assert evening.ask.rule == "R-NYC-13"
    evening.set_up()
    evening.draw("k", "l")
    evening.say("turn", seat="father")
    evening.draw("a.-.-")
    assert (evening.choice, evening.ask.who, evening.ask.rule) == ("report", "father", "R-NYC-43")
    evening.say("ended", wounds=2)
    assert (evening.ask.deck, evening.ask.who) == ("mafia", "mother")


def test_positions_and_dice_are_not_in_the_facts(evening):
    assert evening.now == {"seat": "father", "step": "play"}
    assert evening.who("father") == {
        "square": None, "lost": {}, "wounds": 0, "skill": 2, "played": False, "items": {"ready": {}, "used": {}},
    }  # fmt: skip
    assert evening.on("a") == {}


def test_collected(evening):
    evening.set("info", 1, at="square:q", token="red")
    evening.refuses("illegal", "R-NYC-70", "collected", square="q", token="blue")
    evening.refuses("illegal", "R-NYC-70", "collected", square="r", token="red")
    evening.say("collected", square="q", token="red")
    assert (evening.facts["story"]["at"], evening.on("q"), evening.choice) == (1, {}, "report")


def test_removed(evening):
    evening.set("mafia", 2, square="q")
    evening.refuses("illegal", "R-NYC-73", "removed", square="r")
    evening.say("removed", square="q")
    assert evening.on("q") == {"mafia": 1}


def test_taken(evening):
    evening.set("item", "bike", square="q")
    evening.refuses("illegal", "R-NYC-72", "taken", square="r")
    evening.say("taken", square="q")
    assert evening.hand("father") == {"skill": 2, "item:bike": 1}


def test_given(evening):
    evening.holds("father", "bike")
    evening.refuses("illegal", "R-NYC-83", "given", item="bike", seat="father")
    evening.refuses("illegal", "R-NYC-83", "given", item="mask", seat="mother")
    evening.say("given", item="bike", seat="mother")
    assert evening.who("mother")["items"] == {"ready": {"bike": 1}, "used": {}}


@pytest.mark.parametrize(
    ("option", "item", "box"), [("box", "cash", {"cash": 1}), ("supply", "cash", {}), ("box", "bike", {})]
)
def test_discarded(option, item, box):
    evening = Evening("father", {**LIGHT, "nyc.cash_discard": option}).turn("father").holds("father", item)
    evening.refuses("illegal", "R-NYC-116", "discarded", item="radio")
    evening.say("discarded", item=item)
    assert evening.facts["items"]["box"] == box
    assert evening.who("father")["items"] == {"ready": {}, "used": {}}


@pytest.mark.parametrize(
    ("why", "rule"),
    [("wild", "R-NYC-105"), ("extra_step", "R-NYC-104"), ("raincoat", "R-NYC-106"), ("other", "R-NYC-107")],
)
def test_raised(evening, why, rule):
    played = evening.say("raised", n=6, why=why)
    assert (evening.alert, played.instructions[0].rule) == (9, rule)
    for n in (0, 7):
        evening.refuses("illegal", rule, "raised", n=n, why=why)


def test_raised_for_no_known_reason(evening):
    evening.refuses("malformed", None, "raised", n=1, why="fun")


def test_moved_car(evening):
    evening.correct({"fact": "car", "at": "square:q", "value": 1}, {"fact": "mafia", "square": "r", "value": 1})
    evening.refuses("illegal", "R-NYC-121", "moved_car", from_="q", to="s")
    evening.refuses("illegal", "R-NYC-121", "moved_car", from_="k", to="l")
    evening.say("moved_car", from_="q", to="r")
    assert (evening.on("r"), evening.alert) == ({"car": 1}, 5)


def test_used_skill(evening):
    for left in (1, 0):
        evening.say("used_skill")
        assert evening.who("father")["skill"] == left
    evening.refuses("illegal", "R-NYC-87", "used_skill")


def test_healed(evening):
    evening.set("wounds", 1, seat="mother")
    evening.refuses("illegal", "R-NYC-88", "healed", seat="father")
    evening.say("healed", seat="mother")
    assert evening.who("mother")["wounds"] == 0


def test_advanced(evening):
    evening.say("advanced")
    evening.say("advanced")
    assert evening.facts["story"] == {"at": 2, "revealed": 2, "next": 4}
    evening.set("story", 12)
    evening.refuses("illegal", "R-NYC-93", "advanced")
    assert evening.legal("advanced") == []


def test_fulfil_is_for_the_table_to_judge(evening):
    evening.set("revealed", 3)
    evening.refuses("malformed", None, "fulfil", task="final", with_=["red1"])
    evening.refuses("malformed", None, "fulfil", task="final", items=[])
    evening.refuses("unknown", None, "fulfil", task="one")
    evening.say("fulfil", task="final")
    assert evening.ask.result == {"outcome": "win", "rule": "R-NYC-113", "round": 1}


@pytest.mark.parametrize(("wounds", "kept"), [(0, 0), (3, 3), (20, 4)])
def test_ended(evening, wounds, kept):
    evening.say("ended", wounds=wounds)
    assert evening.who("father")["wounds"] == kept
    assert evening.who("father")["played"]
    assert evening.now["seat"] == "mother"


def test_ended_beyond_what_can_be(evening):
    for wounds in (-1, 21):
        evening.refuses("illegal", "R-NYC-80", "ended", wounds=wounds)


def test_what_is_listed(evening):
    evening.correct(
        {"fact": "info", "at": "square:q", "token": "red", "value": 2},
        {"fact": "mafia", "square": "q", "value": 1},
        {"fact": "hand", "seat": "father", "item": "bike", "value": {"ready": 2, "used": 0}},
    )
    assert evening.legal() == [
        {"do": "collected", "square": "q", "token": "red"},
        {"do": "removed", "square": "q"},
        {"do": "given", "item": "bike", "seat": "mother"},
        {"do": "discarded", "item": "bike"},
        *({"do": "raised", "n": 1, "why": why} for why in ("wild", "extra_step", "raincoat", "other")),
        {"do": "used_skill"},
        {"do": "advanced"},
        *({"do": "ended", "wounds": wounds} for wounds in (0, 1, 2)),
    ]


@pytest.mark.parametrize(
    ("verb", "fields"),
    [("step", {"to": "b"}), ("end", {}), ("use", {"item": "mask"}), ("turn", {"seat": "mother"})],
)
def test_the_verbs_of_full_mode_do_not_fit(evening, verb, fields):
    evening.refuses("illegal", "R-NYC-43", verb, **fields)


@pytest.mark.parametrize(
    ("effect", "wounds", "mafia"),
    [
        ({"op": "wound", "who": "father", "n": 2}, 3, {}),
        ({"op": "wound", "who": "all", "n": 9}, 4, {}),
        ({"op": "wound", "who": "active"}, 2, {}),
        ({"op": "wound", "who": "here"}, 1, {}),
        ({"op": "heal", "who": "father"}, 0, {}),
        ({"op": "heal", "who": "all", "n": "all"}, 0, {}),
        ({"op": "place_mafia", "at": "here"}, 1, {}),
        ({"op": "place_mafia", "at": "each_character"}, 1, {}),
        ({"op": "place_mafia", "at": "q"}, 1, {"q": 1}),
        ({"op": "gain_action"}, 1, {}),
    ],
)
def test_effects_on_people_and_places_that_are_not_followed(evening, effect, wounds, mafia):
    evening.set("wounds", 1, seat="father")
    evening.effect(effect)
    assert (evening.who("father")["wounds"], evening.facts["mafia"]["squares"]) == (wounds, mafia)
    assert evening.choice == "report"


def test_items_stay_face_up_in_the_next_round(evening):
    evening.holds("father", "bike")
    evening.say("ended", wounds=0)
    evening.say("ended", wounds=0)
    assert evening.facts["round"] == 2
    assert evening.who("father")["items"] == {"ready": {"bike": 1}, "used": {}}


def test_a_drone_in_an_effect_has_no_face(evening):
    """What comes by an effect lies face up as well."""
    evening.effect({"op": "gain_item", "who": "father"})
    evening.pull("drone")
    assert evening.who("father")["items"] == {"ready": {"drone": 1}, "used": {}}


def test_a_board_that_is_not_whole_is_played_lightly_and_needs_not_be_joined() -> None:
    data = read_content(BUNDLED / "manhattan_nights").data
    data["board"]["whole"] = False
    for square in data["board"]["squares"]:
        square["neighbours"] = []
    rules = load_game("newyork").rules
    pack = rules.read_pack(data)
    with pytest.raises(BadSetup, match=r"nyc\.follow=light"):
        rules.begin(pack, ["father"], {})
    settings = rules.settings_for(pack, ["father"])
    assert settings == {"nyc.follow": "light"}
    assert rules.begin(pack, ["father"], settings).world.options.light
    follow = next(choice for choice in rules.setup_choices(pack) if choice.key == "nyc.follow")
    assert [value for value, _ in follow.values] == ["light"]
    data["board"]["whole"] = True
    with pytest.raises(BadPack, match="cannot be reached"):
        rules.read_pack(data)
