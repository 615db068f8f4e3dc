"""Whoever tells a card is asked what it needs and nothing else."""

from __future__ import annotations

from companion.games.crash.content.pack_data import Upgrade
from companion.games.escape.content.pack_data import OfficerKind
from companion.games.krysis.content.pack_data import Agent, Relic
from companion.games.newyork.content.pack_data import InfoTokenData, MafiaCard, PoliceCard
from companion.packs.editing.rows import Path
from companion.packs.editing.teaching import Teaching


def at(told: Teaching) -> Path:
    return told.path


def test_a_card_of_places_is_told_place_by_place() -> None:
    told = Teaching(MafiaCard, taken={"mafia_1"}, stem="mafia")
    for name in ("mafia", "info", "item"):
        assert at(told) == (name,)
        told.put("harlem" if name != "info" else None)
    assert at(told) == ()
    assert told.complete
    assert told.row() == {"id": "mafia_2", "mafia": "harlem", "info": None, "item": "harlem"}


def test_a_police_card_has_its_square_and_its_title_asked_and_effects_only_where_wanted() -> None:
    told = Teaching(PoliceCard, stem="police")
    assert at(told) == ("square",)
    told.put("harlem")
    assert at(told) == ("event", "title")
    told.put("¡Señal de alarma!")
    assert told.complete
    assert at(told) == ()
    assert [line.name for line in told.lines()] == ["square", "title", "text", "random_location", "effects"]
    told.open(("event", "effects"))
    told.add("alert")
    assert at(told) == ("event", "effects", 0, "n")
    told.put(2)
    assert at(told) == ("event", "effects")
    told.add("add_car")
    assert at(told) == ("event", "effects")
    assert told.row() == {
        "id": "senal_de_alarma",
        "square": "harlem",
        "event": {
            "title": "¡Señal de alarma!",
            "text": "",
            "random_location": False,
            "effects": [{"op": "alert", "n": 2}, {"op": "add_car"}],
        },
    }
    assert told.form.problems() == ["id: is missing; it must be a text that is not empty"]


def test_a_record_of_several_kinds_is_asked_for_its_kind_first_and_amounts_begin_with_nothing() -> None:
    told = Teaching(Relic)
    assert at(told) == ()
    told.pick("transport")
    assert at(told) == ("set_type",)
    told.put("Lamp")
    assert told.complete
    assert told.row()["slots"] == {"red": 0, "blue": 0, "white": 0}


def test_an_agent_with_a_speed_by_crystals() -> None:
    told = Teaching(Agent)
    for name, value in (("name", "Ada"), ("kind", "fighter"), ("stars", 2)):
        assert at(told) == (name,)
        told.put(value)
    assert at(told) == ("speed",)
    told.pick("multiplier")
    assert at(told) == ("speed", "per")
    told.put("red")
    assert at(told) == ("speed", "times")
    told.put(2)
    assert at(told) == ("combat",)
    told.put(0)
    assert told.complete
    assert told.row()["id"] == "ada"


def test_pieces_are_not_counted_by_hand() -> None:
    told = Teaching(InfoTokenData)
    told.put("red")
    assert at(told) == ("cost",)
    told.put(3)
    assert told.complete


def test_a_known_card_is_looked_at_as_a_whole_and_changed_line_by_line() -> None:
    row = {"id": "x", "name": "X", "text": "t", "timing": "crash", "not_in_2p": False, "effects": None}
    told = Teaching(Upgrade, row)
    assert at(told) == ()
    told.open(("timing",))
    told.put("passive")
    assert at(told) == ()
    assert told.row() == row | {"timing": "passive"}


def test_the_second_card_of_a_name_has_an_id_of_its_own() -> None:
    told = Teaching(Upgrade, taken={"turbo", "turbo_1"})
    told.put("Turbo")
    told.put("crash")
    assert told.row()["id"] == "turbo_2"


def test_what_has_to_be_one_word_is_made_one() -> None:
    told = Teaching(OfficerKind)
    told.open(("type",))
    told.put("Old Guárd")
    assert told.row()["type"] == "old_guard"
