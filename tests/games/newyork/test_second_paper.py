"""A second box, by somebody who had not seen what can be said ("Low Tide"): twelve events, a story, two items.

None is by hand altogether. ``IN_PART`` are those with a clause that hands do: an item beside another one, who walks
along, a police car that stays, an item that is discarded for more. The streets of the story
are squares of the small box: a building on ``e``, ``g`` and ``k``, the last challenge on ``k``.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core.texts import plain
from companion.games.newyork.content import Need
from companion.games.newyork.sheets import PHRASES, SHEETS
from companion.language import Language
from companion.table.history import label
from tests.games.newyork.helpers import GAME, NewYorkTable, box
from tests.games.newyork.test_paper_box import answer

POLICE = {
    "gridlock": (
        "change steps by -1 this round; change extra_step_alert by -1 this round",
        "cambiar pasos en -1 esta ronda; cambiar alerta por un paso extra en -1 esta ronda",
    ),
    "signal_failure": (
        "forbid subway this round",
        "prohibir el metro esta ronda",
    ),
    "a_place_at_the_table": (
        'task table on anywhere needs 2 together: "The first who ends a turn with a relative." then (gain 1 '
        "skill for here) this round",
        'tarea table en cualquier lugar necesita 2 personajes juntos: "The first who ends a turn with a '
        'relative." entonces (dar 1 ficha de habilidad a quien esté aquí) esta ronda',
    ),
    "turf_war": (
        "place mafia on random; place mafia on random",
        "colocar ficha de mafia en un lugar al azar; colocar ficha de mafia en un lugar al azar",
    ),
    "eyes_in_the_sky": (
        "change wild_alert by +1 this round",
        "cambiar alerta por un comodín en +1 esta ronda",
    ),
    "anonymous_tip": (
        'task tip on anywhere needs as the table says: "Remove 3 mafia together." then (alert -2) this round',
        'tarea tip en cualquier lugar necesita que lo diga la mesa: "Remove 3 mafia together." entonces '
        "(alerta -2) esta ronda",
    ),
    "stakeout": (
        'at the end of the round (for each player (choose by them "Next to a police car" (alert +1) or "No '
        'police car near" ()))',
        'al acabar la ronda (por cada personaje (elegir esa persona "Next to a police car" (alerta +1) o '
        '"No police car near" ()))',
    ),
    "street_market": (
        'place item on random; note "If one lies there already, put another one beside it."; change '
        "item_cost by -1 this round",
        'colocar objeto en un lugar al azar; nota "If one lies there already, put another one beside it."; '
        "cambiar precio de los objetos en -1 esta ronda",
    ),
    "free_clinic": (
        'task clinic on anywhere needs as the table says: "The first info token." then (heal 1 wound of '
        "active) this round",
        'tarea clinic en cualquier lugar necesita que lo diga la mesa: "The first info token." entonces '
        "(curar 1 herida a quien tiene el turno) esta ronda",
    ),
    "change_of_shift": (
        "move car from choose to beside",
        "mover coche desde donde elijáis hasta junto al mazo",
    ),
    "sleepless_city": (
        "at the start of the turn every time this round (choose (change mafia_per_turn by +1 this turn; "
        "gain 1 action) or ())",
        "al empezar el turno cada vez esta ronda (elegir (cambiar mafia por turno en +1 este turno; "
        "ganar 1 acción) o ())",
    ),
    "someone_saw": (
        "for each square on random (place 1 info on it; at the end of the round (if info on it at least 1 "
        "then (move 1 info from it to bag; alert +1)))",
        "por cada lugar en un lugar al azar (colocar 1 ficha de información en ese lugar; al acabar la "
        "ronda (si ficha de información en ese lugar al menos 1 entonces (llevar 1 información desde ese "
        "lugar hasta la bolsa; alerta +1)))",
    ),
}
STORY = (
    "token building +1 on e; token building +1 on g; token building +1 on k; "
    "for each token called building (change info_cost by +1 on it this scenario)",
    "for each square on choose (token bookkeeper +1 on it; task bookkeeper on it needs 2 social: "
    '"Take him along." then (token bookkeeper -1 on here; note "He adds 1 mental result to each roll.") this scenario)',
    "for each token called building (place 1 mafia on it); at the end of the round every time this scenario "
    "(for each token called building (if mafia on it at least 2 then (token building -1 on it; alert +2; "
    "change info_cost by -1 on it this scenario)))",
    'remove all mafia from k; note "Put a police car here; it stays."; '
    'task ferry on anywhere needs 3 social and as the table says: "On a square beside." then (take car from k) '
    "this scenario",
)
NEED = "2 mental and 2 physical and as the table says"
ITEMS = {
    "camera": "change info_cost by -1 this turn; task camera on anywhere needs as the table says: "
    '"After the next info token." then (change info_cost by +1 this turn) this turn',
    "whistle": "choose (move 2 mafia from here to choose_near) or (move 1 mafia from here to choose_near) or "
    '"Discard it" (move 2 mafia from here to choose_station; note "Discard the whistle.")',
}
CARDS = (
    {name: english for name, (english, _) in POLICE.items()}
    | {f"story {n}": words for n, words in enumerate(STORY)}
    | ITEMS
)
IN_PART = {"street_market", "story 1", "story 3", "whistle"}

Json = dict[str, Any]


def low_tide() -> Json:
    """The small box with this story, these events and items."""
    read = PHRASES.read_list
    events = {
        square: {"title": name, "effects": read(english)}
        for square, (name, (english, _)) in zip("abcdefghijkl", POLICE.items(), strict=True)
    }
    cards: list[Json] = [{"effects": read(words)} for words in STORY]
    cards[0]["alert_cars"] = [4, 8, 12]
    cards[-1]["final_challenge"] = {"square": "k", "text": "The last ferry.", "need": PHRASES.read_record(Need, NEED)}
    items = [{"id": name, "name": name, "count": 1, "effects": read(words)} for name, words in ITEMS.items()]
    return box(events=events, cards=cards, mafia=["y.y.y", "z.z.z"]) | {"own_items": items}


def game(seats: str = "father mother son", **settings: str) -> NewYorkTable:
    return NewYorkTable(seats, {f"nyc.{name}": value for name, value in settings.items()}, data=low_tide())


def playing(name: str, **counts: Any) -> NewYorkTable:
    """What a card says has just come, in the middle of the father's turn."""
    table = game().set_up().playing("father", **counts)
    table.effect(*PHRASES.read_list(CARDS[name]))
    return table


@pytest.mark.parametrize("name", CARDS)
def test_each_card_is_one_sentence_in_both_languages(name: str) -> None:
    words = CARDS[name]
    effects = PHRASES.read_list(words)
    said = SHEETS.spoken("es").phrases
    assert PHRASES.read_list(PHRASES.write_list(effects)) == effects
    assert said.read_list(said.write_list(effects)) == said.read_list(words) == effects
    assert "{" not in PHRASES.write_list(effects) + said.write_list(effects)
    assert ("note" in words) is (name in IN_PART)


@pytest.mark.parametrize("name", POLICE)
def test_a_card_is_said_in_spanish(name: str) -> None:
    english, spanish = POLICE[name]
    assert SHEETS.spoken("es").phrases.write_list(PHRASES.read_list(english)) == spanish


@pytest.mark.parametrize("follow", ["full", "light"])
@pytest.mark.parametrize("name", CARDS)
def test_every_card_can_be_carried_out_and_taken_back(name: str, follow: str) -> None:
    """Whatever is answered; the pieces are counted after each answer."""
    r = Random(name)
    table = game(follow=follow).set_up().playing("father")
    table.correct(
        {"fact": "mafia", "square": "g", "value": 2},
        {"fact": "car", "at": "beside:police", "value": 0},
        {"fact": "car", "at": "square:p", "value": 2},
        {"fact": "token", "square": "e", "token": "building", "value": 1},
    )
    before, rev = table.table.hash(), table.table.rev
    table.effect(*PHRASES.read_list(CARDS[name]))
    for _ in range(40):
        if not table.table.over:
            answer(table, r)
    table.undo(table.table.rev - rev)
    assert table.table.hash() == before


def test_the_story_can_be_played() -> None:
    assert game().set_up().lies("square:e")["token:building"] == 1


# Each card in a game: the father starts on a; b and z are beside it.

POOL = {"red1": "PHYS", "red2": "PHYS", "yellow1": "SOC", "yellow2": "WILD", "blue1": "MENT", "blue2": "MENT"}


def alone(name: str, pool: dict[str, str] | None = None, **facts: Any) -> NewYorkTable:
    """The same with nobody but the father, whose turn ends the round; ``facts`` are corrected before."""
    table = game("father").set_up().playing("father", pool)
    for fact, value in facts.items():
        table.set(fact, value)
    table.effect(*PHRASES.read_list(CARDS[name]))
    return table


def test_gridlock() -> None:
    table = alone("gridlock")
    table.say("step", to="b")
    assert (table.now["actions"], table.now["steps"], table.alert) == (1, 0, 0)
    table.say("extra", to="c")
    assert (table.who("father")["square"], table.alert) == ("c", 0)


def test_signal_failure() -> None:
    table = alone("signal_failure")
    table.set("position", "c", seat="father")
    assert "j" not in [step["to"] for step in table.legal("step")]


def test_a_place_at_the_table() -> None:
    table = game().set_up().playing("father")
    for seat, square in (("father", "a"), ("mother", "b"), ("son", "f")):
        table.set("position", square, seat=seat)
        table.set("skill", 1, seat=seat)
    table.effect(*PHRASES.read_list(CARDS["a_place_at_the_table"]))
    table.refuses("illegal", "R-NYC-37", "fulfil", task="table")
    table.say("step", to="b")
    table.say("fulfil", task="table")
    assert [table.who(seat)["skill"] for seat in ("father", "mother", "son")] == [2, 2, 1]
    assert "table" not in [task["id"] for task in table.facts["tasks"]]


def test_turf_war() -> None:
    table = alone("turf_war")
    for square in "mq":
        table.draw(square)
    assert table.facts["mafia"]["squares"] == {"m": 1, "q": 1}


def test_eyes_in_the_sky() -> None:
    table = alone("eyes_in_the_sky", POOL)
    table.set("info", 1, at="square:a", token="red")
    table.say("collect", token="red", with_=["red1", "yellow2"])
    assert table.alert == 2


def test_anonymous_tip() -> None:
    table = alone("anonymous_tip", alert=3)
    table.say("fulfil", task="tip")
    assert table.alert == 1
    table = alone("anonymous_tip", alert=3)
    table.say("end")
    assert (table.alert, table.facts["round"]) == (3, 2)


@pytest.mark.parametrize(("n", "alert", "text"), [(1, 1, "Next to a police car"), (2, 0, "No police car near")])
def test_stakeout(n: int, alert: int, text: str) -> None:
    table = alone("stakeout")
    table.say("end")
    assert (table.choice, table.ask.who) == ("effect", "father")
    played = table.say("option", n=n).entries[0]
    assert table.alert == alert
    assert plain(label(GAME, table.table.state, played)) == text


def test_street_market() -> None:
    table = alone("street_market", POOL)
    table.draw("a")
    table.pull("bike")
    table.say("take", with_=["blue1"])
    assert table.hand("father")["item:bike"] == 1


def test_free_clinic() -> None:
    table = game("father").set_up().playing("father")
    table.set("lost", 2, seat="father", colour="red")
    table.effect(*PHRASES.read_list(CARDS["free_clinic"]))
    table.say("fulfil", task="clinic")
    assert table.who("father")["lost"] == {"red": 1}


def test_change_of_shift() -> None:
    table = game("father").set_up().playing("father")
    table.set("car", 0, at="beside:police")
    table.correct(*({"fact": "car", "at": f"square:{square}", "value": 1} for square in "bp"))
    assert "b" not in [step["to"] for step in table.legal("step")]
    table.effect(*PHRASES.read_list(CARDS["change_of_shift"]))
    table.say("car", **{"from": "b"})
    assert "b" in [step["to"] for step in table.legal("step")]
    assert table.on("p")["car"] == 1


@pytest.mark.parametrize(("n", "mafia", "actions"), [(1, 1, 3), (2, 0, 2)])
def test_sleepless_city(n: int, mafia: int, actions: int) -> None:
    table = game("father mother").set_up().playing("father")
    table.effect(*PHRASES.read_list(CARDS["sleepless_city"]))
    table.say("end")
    while table.choice != "effect":
        table.say(**table.legal()[0])
    assert table.ask.who == "mother"
    played = table.say("option", n=n).entries[0]
    logged = Language("es").say(label(GAME, table.table.state, played))
    assert logged == ["mafia por turno +1 este turno; ganar 1 acción", "nada"][n - 1]
    if mafia:
        table.draw("y.y.y")
    while table.choice != "play":
        table.throw() if table.table.faces() else table.say(**table.legal()[0])
    assert (table.facts["mafia"]["squares"].get("y", 0), table.now["actions"]) == (mafia, actions)


@pytest.mark.parametrize(("taken", "alert"), [(False, 1), (True, 0)])
def test_someone_saw_something(taken: bool, alert: int) -> None:
    table = alone("someone_saw")
    table.correct({"fact": "info", "at": "bag:info", "token": "red", "value": 1})
    table.draw("m")
    table.pull("red")
    assert table.on("m") == {"info:red": 1}
    if taken:
        table.set("info", 0, at="square:m", token="red")
    table.say("end")
    assert (table.on("m"), table.alert) == ({}, alert)


def test_the_story() -> None:
    table = game("father").set_up().playing("father", POOL)
    assert [table.on(square) for square in "egk"] == [{"token:building": 1}] * 3
    table.effect(*PHRASES.read_list(STORY[1]), rule="R-NYC-95")
    table.say("square", square="k")
    table.refuses("illegal", "R-NYC-95", "fulfil", task="bookkeeper", with_=["yellow1", "yellow2"])
    table.set("position", "k", seat="father")
    table.say("fulfil", task="bookkeeper", with_=["yellow1", "yellow2"])
    assert (table.on("k").get("token:bookkeeper"), table.alert) == (None, 1)
    table.set("position", "a", seat="father")
    table.effect(*PHRASES.read_list(STORY[2]), rule="R-NYC-95")
    table.set("mafia", 2, square="g")
    table.say("end")
    assert [table.on(square).get("token:building", 0) for square in "egk"] == [1, 0, 1]
    assert table.alert == 3


def test_the_last_ferry() -> None:
    table = game("father").set_up().playing("father", POOL)
    table.set("mafia", 2, square="k")
    table.effect(*PHRASES.read_list(STORY[3]), rule="R-NYC-95")
    assert "mafia" not in table.on("k")
    table.correct({"fact": "car", "at": "beside:police", "value": 0}, {"fact": "car", "at": "square:k", "value": 1})
    table.correct({"fact": "die", "die": "grey1", "value": {"face": "SOC", "spent": False}})
    table.say("fulfil", task="ferry", with_=["grey1", "yellow1", "yellow2"])
    assert "car" not in table.on("k")


def test_the_camera_is_for_one_token() -> None:
    table = game("father").set_up().playing("father", POOL).holds("father", "camera")
    table.set("info", 3, at="square:a", token="red")
    table.say("use", item="camera")
    table.say("collect", token="red", with_=["red1"])
    table.say("fulfil", task="camera")
    table.refuses("illegal", "R-NYC-70", "collect", token="red", with_=["red2"])


@pytest.mark.parametrize(("n", "to", "left"), [(1, "b", 0), (2, "z", 1), (3, "t", 0)])
def test_the_whistle_moves_the_mafia_here(n: int, to: str, left: int) -> None:
    table = game("father").set_up().playing("father").holds("father", "whistle")
    table.set("mafia", 2, square="a")
    table.say("use", item="whistle")
    table.say("option", n=n)
    for _ in range(2 - left):
        table.say("square", square=to)
    there = table.facts["mafia"]["squares"]
    assert (there.get("a", 0), there[to]) == (left, 2 - left)


@pytest.mark.parametrize(("to", "squares"), [("choose_near", "fh"), ("random", "mq")])
def test_pieces_that_move_go_each_by_itself(to: str, squares: str) -> None:
    table = game("father").set_up().playing("father")
    table.set("mafia", 2, square="g")
    table.effect(*PHRASES.read_list(f"move all mafia from g to {to}"))
    for square in squares:
        if to == "random":
            table.draw(square)
        else:
            table.say("square", square=square)
    assert table.facts["mafia"]["squares"] == dict.fromkeys(squares, 1)
