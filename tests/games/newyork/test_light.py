"""Light mode: the table moves and rolls by itself and reports what came of it (WIRE.md 8)."""

from __future__ import annotations

import re

import pytest

from companion.core.refusals import BadPack, BadSetup
from companion.core.texts import plain
from companion.games.newyork.game import GAME
from companion.games.newyork.sheets import PHRASES
from companion.games.registry import load_game
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED
from tests.games.newyork.helpers import NewYorkTable, box

LIGHT = {"nyc.follow": "light"}


@pytest.fixture
def game() -> NewYorkTable:
    """Father reports; the alert stands at 3."""
    game = NewYorkTable("mother father", LIGHT).turn("father")
    game.set("alert", 3)
    return game


def test_nobody_is_asked_for_start_forced_move_roll_and_wounds():
    game = NewYorkTable("mother father", LIGHT, start_squares=None, mafia=["a.-.-"], cards=[{"mafia_per_turn": 1}, {}])
    assert game.ask.rule == "R-NYC-13"
    game.set_up()
    game.draw("k", "l")
    game.say("turn", seat="father")
    game.draw("a.-.-")
    assert (game.choice, game.ask.who, game.ask.rule) == ("report", "father", "R-NYC-43")
    game.say("ended", wounds=2)
    assert (game.ask.deck, game.ask.who) == ("mafia", "mother")


def test_positions_and_dice_are_not_in_the_facts(game):
    assert game.now == {"seat": "father", "step": "play"}
    assert game.who("father") == {
        "square": None, "lost": {}, "wounds": 0, "skill": 2, "played": False, "items": {"ready": {}, "used": {}},
    }  # fmt: skip
    assert game.on("a") == {}


def test_collected(game):
    game.set("info", 1, at="square:q", token="red")
    game.refuses("illegal", "R-NYC-70", "collected", square="q", token="blue")
    game.refuses("illegal", "R-NYC-70", "collected", square="r", token="red")
    game.say("collected", square="q", token="red")
    assert (game.facts["story"]["at"], game.on("q"), game.choice) == (1, {}, "report")


def test_removed(game):
    game.set("mafia", 2, square="q")
    game.refuses("illegal", "R-NYC-73", "removed", square="r")
    game.say("removed", square="q")
    assert game.on("q") == {"mafia": 1}


def test_taken(game):
    game.set("item", "bike", square="q")
    game.refuses("illegal", "R-NYC-72", "taken", square="r")
    game.say("taken", square="q")
    assert game.hand("father") == {"skill": 2, "item:bike": 1}


def test_given(game):
    game.holds("father", "bike")
    game.refuses("illegal", "R-NYC-83", "given", item="bike", seat="father")
    game.refuses("illegal", "R-NYC-83", "given", item="mask", seat="mother")
    game.say("given", item="bike", seat="mother")
    assert game.who("mother")["items"] == {"ready": {"bike": 1}, "used": {}}


@pytest.mark.parametrize(
    ("option", "item", "box"), [("box", "cash", {"cash": 1}), ("supply", "cash", {}), ("box", "bike", {})]
)
def test_discarded(option, item, box):
    game = NewYorkTable("father", {**LIGHT, "nyc.cash_discard": option}).turn("father").holds("father", item)
    game.refuses("illegal", "R-NYC-116", "discarded", item="radio")
    game.say("discarded", item=item)
    assert game.facts["items"]["box"] == box
    assert game.who("father")["items"] == {"ready": {}, "used": {}}


@pytest.mark.parametrize(
    ("why", "rule"),
    [("wild", "R-NYC-105"), ("extra_step", "R-NYC-104"), ("raincoat", "R-NYC-106"), ("other", "R-NYC-107")],
)
def test_raised(game, why, rule):
    played = game.say("raised", n=6, why=why)
    assert (game.alert, played.instructions[0].rule) == (9, rule)
    for n in (0, 7):
        game.refuses("illegal", rule, "raised", n=n, why=why)


def test_raised_for_no_known_reason(game):
    game.refuses("malformed", None, "raised", n=1, why="fun")


def test_moved_car(game):
    game.correct({"fact": "car", "at": "square:q", "value": 1}, {"fact": "mafia", "square": "r", "value": 1})
    game.refuses("illegal", "R-NYC-121", "moved_car", from_="q", to="s")
    game.refuses("illegal", "R-NYC-121", "moved_car", from_="k", to="l")
    game.say("moved_car", from_="q", to="r")
    assert (game.on("r"), game.alert) == ({"car": 1}, 5)


def test_used_skill(game):
    for left in (1, 0):
        game.say("used_skill")
        assert game.who("father")["skill"] == left
    game.refuses("illegal", "R-NYC-87", "used_skill")


def test_healed(game):
    game.set("wounds", 1, seat="mother")
    game.refuses("illegal", "R-NYC-88", "healed", seat="father")
    game.say("healed", seat="mother")
    assert game.who("mother")["wounds"] == 0


def test_advanced(game):
    game.say("advanced")
    game.say("advanced")
    assert game.facts["story"] == {"at": 2, "revealed": 2, "next": 4}
    game.set("story", 12)
    game.refuses("illegal", "R-NYC-93", "advanced")
    assert game.legal("advanced") == []


def test_fulfil_is_for_the_table_to_judge(game):
    game.set("revealed", 3)
    game.refuses("malformed", None, "fulfil", task="final", with_=["red1"])
    game.refuses("malformed", None, "fulfil", task="final", items=[])
    game.refuses("unknown", None, "fulfil", task="one")
    game.say("fulfil", task="final")
    assert game.ask.result == {"outcome": "win", "rule": "R-NYC-113", "round": 1}


@pytest.mark.parametrize(("wounds", "kept"), [(0, 0), (3, 3), (20, 4)])
def test_ended(game, wounds, kept):
    game.say("ended", wounds=wounds)
    assert game.who("father")["wounds"] == kept
    assert game.who("father")["played"]
    assert game.now["seat"] == "mother"


def test_ended_beyond_what_can_be(game):
    for wounds in (-1, 21):
        game.refuses("illegal", "R-NYC-80", "ended", wounds=wounds)


def test_what_is_listed(game):
    game.correct(
        {"fact": "info", "at": "square:q", "token": "red", "value": 2},
        {"fact": "mafia", "square": "q", "value": 1},
        {"fact": "hand", "seat": "father", "item": "bike", "value": {"ready": 2, "used": 0}},
    )
    assert game.legal() == [
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
def test_the_verbs_of_full_mode_do_not_fit(game, verb, fields):
    game.refuses("illegal", "R-NYC-43", verb, **fields)


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
def test_effects_on_people_and_places_that_are_not_followed(game, effect, wounds, mafia):
    game.set("wounds", 1, seat="father")
    game.effect(effect)
    assert (game.who("father")["wounds"], game.facts["mafia"]["squares"]) == (wounds, mafia)
    assert game.choice == "report"


def test_items_stay_face_up_in_the_next_round(game):
    game.holds("father", "bike")
    game.say("ended", wounds=0)
    game.say("ended", wounds=0)
    assert game.facts["round"] == 2
    assert game.who("father")["items"] == {"ready": {"bike": 1}, "used": {}}


def test_a_drone_in_an_effect_has_no_face(game):
    """What comes by an effect lies face up as well."""
    game.effect({"op": "gain_item", "who": "father"})
    game.pull("drone")
    assert game.who("father")["items"] == {"ready": {"drone": 1}, "used": {}}


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


# What cards wait for: the reports tell some deeds, a button the others.


def waiting(words: str, **held: str) -> NewYorkTable:
    """The father's turn, the alert at 3, and what a card has said."""
    game = NewYorkTable("mother father", LIGHT).playing("father")
    game.set("alert", 3)
    for seat, item in held.items():
        game.holds(seat, item)
    game.effect(*PHRASES.read_list(words))
    return game


@pytest.mark.parametrize(
    ("when", "put", "report"),
    [
        ("when somebody collects info", {"fact": "info", "at": "square:q", "token": "red", "value": 1},
         {"do": "collected", "square": "q", "token": "red"}),
        ("when somebody collects red info from q", {"fact": "info", "at": "square:q", "token": "red", "value": 1},
         {"do": "collected", "square": "q", "token": "red"}),
        ("when somebody collects an item", {"fact": "item", "square": "q", "value": "bike"},
         {"do": "taken", "square": "q"}),
        ("when somebody removes mafia", {"fact": "mafia", "square": "q", "value": 2},
         {"do": "removed", "square": "q"}),
    ],
)  # fmt: skip
def test_a_report_brings_what_a_card_wants_for_it(when, put, report):
    game = waiting(f"{when} every time this scenario (alert +2)")
    game.correct(put)
    assert game.legal("triggered") == []
    game.say(**report)
    assert (game.alert, game.choice) == (5, "report")
    game.undo()
    assert game.alert == 3


def test_a_report_from_elsewhere_brings_nothing():
    game = waiting("when somebody collects blue info from q every time this scenario (alert +2)")
    game.set("info", 1, at="square:r", token="blue")
    game.say("collected", square="r", token="blue")
    assert game.alert == 3


@pytest.mark.parametrize(
    "when", ["when somebody moves from q to r", "when somebody takes the subway", "when somebody uses an item"]
)
def test_a_deed_that_nobody_reports_has_a_button(when):
    game = waiting(f"{when} every time this scenario (alert +2)")
    assert game.legal("triggered") == [{"do": "triggered", "n": 1}]
    for alert in (5, 7):
        game.say("triggered", n=1)
        assert (game.alert, game.choice) == (alert, "report")
    for n in (0, 2):
        game.refuses("illegal", "R-NYC-37", "triggered", n=n)


def test_for_the_first_time_only_the_button_goes():
    game = waiting("when somebody moves the first time this round (alert +2)")
    game.say("triggered", n=1)
    assert (game.alert, game.legal("triggered"), game.facts["effects"]) == (5, [], [])


def test_what_nobody_can_pay_has_no_button():
    words = "when somebody moves every time this scenario (lose 1 item of active)"
    assert waiting(words).legal("triggered") == []
    game = waiting(words, father="bike")
    game.say("triggered", n=1)
    assert game.who("father")["items"] == {"ready": {}, "used": {}}


def test_the_buttons_say_what_they_are_for():
    game = waiting("when somebody moves every time this scenario (alert +2); forbid items this round")
    legal = game.table.legal()
    (choice,) = [one for one in GAME.presenter.choices(game.table.state, legal) if one.group == "triggered"]
    assert (plain(choice.label), plain(choice.detail)) == ("When somebody moves", "alert +2")


def test_where_nobody_follows_figures_hands_do_what_waits_there():
    game = NewYorkTable("mother father", LIGHT).playing("father")
    (told,) = game.effect(
        *PHRASES.read_list("when somebody moves from here every time this round (alert +2)")
    ).instructions[-1:]
    assert game.facts["effects"] == []
    assert "alert +2" in plain(told.text)


@pytest.mark.parametrize("follow", ["full", "light"])
def test_an_own_item_is_used_before_what_waits_for_it(follow):
    data = box()
    data["own_items"] = [{"id": "horn", "name": "Horn", "count": 1, "effects": PHRASES.read_list("alert -9")}]
    game = NewYorkTable("mother father", {"nyc.follow": follow}, data=data).playing("father").holds("father", "horn")
    game.effect(*PHRASES.read_list("when somebody uses an item every time this round (alert +2)"))
    game.say("use", item="horn")
    assert game.alert == 2


@pytest.mark.parametrize("follow", ["full", "light"])
def test_an_own_item_is_called_as_the_box_calls_it_wherever_it_comes_up(follow):
    """Not by its id, which may read otherwise."""
    data = box()
    data["own_items"] = [
        {"id": "horn", "name": "Señal de niebla", "count": 20, "effects": PHRASES.read_list("alert -9")}
    ]
    game = NewYorkTable("mother father", {"nyc.follow": follow}, data=data).playing("father")
    presenter, rules, state = load_game("newyork").presenter, load_game("newyork").rules, game.table.state
    game.effect({"op": "gain_item", "who": "mother"})
    pull = next(one for one in game.table.legal() if getattr(one, "token", "") == "horn")
    assert "Señal de niebla" in plain(presenter.describe(state, pull))
    assert any("Señal de niebla" in plain(choice.label) for choice in game.table.scene().choices)
    lines = presenter.lines(state, rules.play(state, pull))
    assert [one for one in lines if "Señal de niebla" in plain(one.words)]
    hand = next(seat for seat in game.table.scene().seats if seat.id == "mother")
    assert "Señal de niebla" in [plain(piece.name) for piece in hand.pieces]
    assert re.search("Señal de niebla", repr(presenter.places(state)))
    assert not re.search(r"(name|item|piece|label|called)'?[=:] ?'horn'", repr([game.table.scene(), lines]))
