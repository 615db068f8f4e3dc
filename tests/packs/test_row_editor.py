"""Whoever tells a card is asked what it needs and nothing else."""

from __future__ import annotations

from companion.games.crash.content import Upgrade
from companion.games.escape.content import OfficerKind
from companion.games.krysis.content import Agent, Relic
from companion.games.newyork.content import InfoTokenData, MafiaCard, PoliceCard
from companion.packs.editing.row_editor import RowEditor
from companion.packs.editing.rows import Path


def at(editor: RowEditor) -> Path:
    return editor.path


def test_a_card_of_places_is_told_place_by_place() -> None:
    editor = RowEditor(MafiaCard, taken={"mafia_1"}, stem="mafia")
    for name in ("mafia", "info", "item"):
        assert at(editor) == (name,)
        editor.put("harlem" if name != "info" else None)
    assert at(editor) == ()
    assert editor.complete
    assert editor.row() == {"id": "mafia_2", "mafia": "harlem", "info": None, "item": "harlem"}


def test_a_police_card_has_its_square_and_its_title_asked_and_effects_only_where_wanted() -> None:
    editor = RowEditor(PoliceCard, stem="police")
    assert at(editor) == ("square",)
    editor.put("harlem")
    assert at(editor) == ("event", "title")
    editor.put("¡Señal de alarma!")
    assert editor.complete
    assert at(editor) == ()
    assert [line.name for line in editor.lines()] == ["square", "title", "text", "random_location", "effects"]
    editor.open(("event", "effects"))
    editor.add("alert")
    assert at(editor) == ("event", "effects", 0, "n")
    editor.put(2)
    assert at(editor) == ("event", "effects")
    editor.add("add_car")
    assert at(editor) == ("event", "effects")
    assert editor.row() == {
        "id": "senal_de_alarma",
        "square": "harlem",
        "event": {
            "title": "¡Señal de alarma!",
            "text": "",
            "random_location": False,
            "effects": [{"op": "alert", "n": 2}, {"op": "add_car"}],
        },
    }
    assert editor.form.problems() == ["id: is missing; it must be a text that is not empty"]


def test_a_record_of_several_kinds_is_asked_for_its_kind_first_and_amounts_begin_with_nothing() -> None:
    editor = RowEditor(Relic)
    assert at(editor) == ()
    editor.pick("transport")
    assert at(editor) == ("set_type",)
    editor.put("Lamp")
    assert editor.complete
    assert editor.row()["slots"] == {"red": 0, "blue": 0, "white": 0}


def test_an_agent_with_a_speed_by_crystals() -> None:
    editor = RowEditor(Agent)
    for name, value in (("name", "Ada"), ("kind", "fighter"), ("stars", 2)):
        assert at(editor) == (name,)
        editor.put(value)
    assert at(editor) == ("speed",)
    editor.pick("multiplier")
    assert at(editor) == ("speed", "per")
    editor.put("red")
    assert at(editor) == ("speed", "times")
    editor.put(2)
    assert at(editor) == ("combat",)
    editor.put(0)
    assert editor.complete
    assert editor.row()["id"] == "ada"


def test_pieces_are_not_counted_by_hand() -> None:
    editor = RowEditor(InfoTokenData)
    editor.put("red")
    assert at(editor) == ("cost",)
    editor.put(3)
    assert editor.complete


def test_a_known_card_is_looked_at_as_a_whole_and_changed_line_by_line() -> None:
    row = {"id": "x", "name": "X", "text": "t", "timing": "crash", "not_in_2p": False, "effects": None}
    editor = RowEditor(Upgrade, row)
    assert at(editor) == ()
    editor.open(("timing",))
    editor.put("passive")
    assert at(editor) == ()
    assert editor.row() == row | {"timing": "passive"}


def test_the_second_card_of_a_name_has_an_id_of_its_own() -> None:
    editor = RowEditor(Upgrade, taken={"turbo", "turbo_1"})
    editor.put("Turbo")
    editor.put("crash")
    assert editor.row()["id"] == "turbo_2"


def test_what_has_to_be_one_word_is_made_one() -> None:
    editor = RowEditor(OfficerKind)
    editor.open(("type",))
    editor.put("Old Guárd")
    assert editor.row()["type"] == "old_guard"
