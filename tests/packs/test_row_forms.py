"""Forms for the rows of a box: they hold whatever is printed, ask for what is missing, and say it in plain words."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

import pytest
from msgspec import inspect as types

from companion.core.texts import Text, Words, plain
from companion.core.validation import examine
from companion.games.crash.content import AnyEffect as CrashEffect
from companion.games.crash.content import Upgrade
from companion.games.escape.content import AnyEffect as EscapeEffect
from companion.games.escape.content import Contact, EscapePlan, ExitTile, Key, KindTile, OfficerKind
from companion.games.krysis.content import Agent, Relic
from companion.games.krysis.content import AnyEffect as KrysisEffect
from companion.games.newyork.content import AnyEffect as NewYorkEffect
from companion.games.newyork.content import InfoTokenData, ItemData, MafiaCard, PoliceCard, Scenario, StoryCard
from companion.games.newyork.words import BOX
from companion.games.registry import load_game
from companion.language import Language
from companion.packs.editing.row_editor import RowEditor
from companion.packs.editing.rows import MISSING, Path, RowForm
from companion.packs.editing.words import BoxWords
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED

# What a form holds, and what is missing in it.

KINDS: list[tuple[str, str, Any]] = [
    ("newyork", "mafia_cards", MafiaCard),
    ("newyork", "police_cards", PoliceCard),
    ("newyork", "info_tokens", InfoTokenData),
    ("newyork", "items", ItemData),
    ("escape", "contacts", Contact),
    ("escape", "escape_plans", EscapePlan),
    ("escape", "officers", OfficerKind),
    ("crash", "upgrades", Upgrade),
    ("krysis", "relics", Relic),
]


def data(game: str) -> dict[str, Any]:
    return read_content(BUNDLED / str(load_game(game).rules.bundled_pack)).data


def rows() -> Iterator[tuple[Any, dict[str, Any]]]:
    for game, table, kind in KINDS:
        for row in data(game)[table]:
            yield kind, row
    for company in data("krysis")["agents"].values():
        for row in [*company["fighters"], *company["transporters"], *company["special"]]:
            yield Agent, row
    for story in data("newyork")["scenarios"]:
        for card in story["cards"]:
            yield StoryCard, card


def fill(form: RowForm, wanted: Any, path: Path = ()) -> None:
    """Fill in the page at ``path`` as a person does, line by line, until it says ``wanted``."""
    if isinstance(wanted, list):
        for entry in wanted:
            if isinstance(entry, dict):
                fill(form, entry, form.add(path, entry.get("op", "")))
            else:
                form.put(form.add(path), entry)
        return
    for line in form.lines(path):
        value = wanted.get(line.name, MISSING)
        if value is MISSING:
            continue
        if not isinstance(value, list | dict):
            assert line.kind in ("text", "number", "choice") or value is None
            form.put(line.path, value)
            continue
        if isinstance(value, list):
            form.put(line.path, [])
        elif line.kinds:
            form.pick(line.path, value.get("op", "multiplier"))
        elif line.value is MISSING:
            form.put(line.path, {})
        if line.kind == "text":
            form.put(line.path, value)
        else:
            fill(form, value, line.path)


def test_every_printed_row_can_be_told_line_by_line() -> None:
    told = 0
    for kind, row in rows():
        form = RowForm(kind)
        if kind is Relic:
            form.pick((), row["kind"])
        fill(form, row)
        assert form.row == row
        assert form.problems() == []
        assert form.missing() == []
        told += 1
    assert told > 250


@pytest.mark.parametrize("kind", [kind for _, _, kind in KINDS if kind is not Relic])
def test_what_is_missing_in_an_empty_form_is_what_its_type_wants(kind: Any) -> None:
    form = RowForm(kind)
    wanted = {problem.partition(":")[0] for problem in form.problems() if "is missing" in problem}
    named = {".".join(map(str, path)) for path in form.missing()}
    optional = {line.name for line in form.lines() if line.optional}
    assert wanted - optional == named


def test_a_record_of_several_kinds_has_no_lines_until_one_is_picked() -> None:
    form = RowForm(Relic)
    assert form.lines() == []
    assert form.missing() == [()]
    assert form.line(()).kinds == ("weapon", "transport", "other")
    form.put(("id",), "r1")
    form.pick((), "weapon")
    assert [line.name for line in form.lines()] == ["id", "set_type", "combat", "effects"]
    form.put(("combat",), 3)
    form.pick((), "transport")
    assert form.row == {"id": "r1", "kind": "transport", "slots": {}}


@pytest.mark.parametrize(
    ("kind", "op"), [(MafiaCard, "wound"), (Contact, "pay"), (Upgrade, "gain"), (Relic, "gain")],
    ids=["newyork", "escape", "crash", "krysis"],
)  # fmt: skip
def test_each_of_them_is_offered_only_where_something_is_done_for_each(kind: Any, op: str) -> None:
    each = {"op": "each", "of": "others", "do": [{"op": op}]}
    effects = [{"op": op}, {"op": "choose", "options": [{"do": [{"op": op}]}]}, each, {"op": op, "who": "them"}]
    form = RowForm(kind, {"effects": effects, **({"kind": "other"} if kind is Relic else {})})

    def offered(*path: str | int) -> bool:
        return "them" in form.line(("effects", *path, "who")).choices

    assert not offered(0)
    assert not offered(1, "options", 0, "do", 0)
    assert offered(2, "do", 0)
    assert offered(3), "what stands there already stays"
    assert form.line(("effects", 0, "who")).meant({"it": "there", "random": "somewhere"}) == {"random": "somewhere"}


def test_what_nobody_has_said_is_what_counts_without_it() -> None:
    form = RowForm(MafiaCard, {"effects": [{"op": "wound", "who": "here"}, {"op": "alert"}]})
    words = BoxWords(BOX)

    def said(*path: str | int) -> str:
        return str(plain(words.said(form.line(("effects", *path)))))

    assert (said(0, "n"), said(1, "n")) == ("1", "not said yet")
    assert str(plain(words.said(form.line(("text",))))) == "none"


def test_a_number_that_may_be_a_record_instead_changes_over_and_back() -> None:
    form = RowForm(Agent)
    assert form.line(("speed",)).kind == "number"
    form.pick(("speed",), "multiplier")
    assert form.line(("speed",)).kind == "page"
    assert [line.name for line in form.lines(("speed",))] == ["per", "times"]
    form.put(("speed",), 4)
    assert form.line(("speed",)).kind == "number"


def test_entries_come_and_go_and_a_task_has_lists_of_its_own() -> None:
    form = RowForm(PoliceCard)
    effects = ("event", "effects")
    assert form.is_list(effects)
    assert "task" in form.kinds(effects)
    task = form.add(effects, "task")
    assert "task" not in form.kinds((*task, "then"))
    form.add((*task, "then"), "alert")
    form.put((*task, "then", 0, "n"), -2)
    assert form.value((*effects, 0, "then")) == [{"op": "alert", "n": -2}]
    form.add(effects, "add_car")
    form.take(task)
    assert form.value(effects) == [{"op": "add_car"}]


def test_the_row_that_was_given_stays_as_it_was() -> None:
    row = data("newyork")["police_cards"][0]
    before = repr(row)
    form = RowForm(PoliceCard, row)
    form.put(("event", "title"), "Another")
    form.add(("event", "effects"), "add_car")
    assert repr(row) == before
    assert examine(PoliceCard, form.row).problems == []


def test_what_was_filled_in_is_taken_back_step_by_step() -> None:
    steps = []
    form = RowForm(PoliceCard, data("newyork")["police_cards"][0])
    effects = ("event", "effects")

    def step(do: Callable[[], object]) -> None:
        steps.append(copy.deepcopy(form.row))
        do()

    step(lambda: form.put(("square",), "elsewhere"))
    step(lambda: form.add(effects, "task"))
    last = len(form.value(effects)) - 1
    step(lambda: form.put((*effects, last, "need"), {"clear": True}))
    step(lambda: form.put((*effects, last, "need", "clear"), MISSING))
    step(lambda: form.take((*effects, 0)))
    step(lambda: form.put(("event", "title"), "Another"))
    while steps:
        assert form.can_undo
        while form.row != steps[-1]:
            form.undo()
        steps.pop()
    assert not form.can_undo


# Questions: for what a card needs, and nothing else.


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


def test_a_police_card_has_its_square_its_title_and_what_it_does_asked() -> None:
    editor = RowEditor(PoliceCard, stem="police")
    assert at(editor) == ("square",)
    editor.put("harlem")
    assert at(editor) == ("event", "title")
    editor.put("¡Señal de alarma!")
    assert editor.complete
    assert at(editor) == ("event", "effects")
    assert [line.name for line in editor.switches()] == ["random_location"]
    editor.close()
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


def test_what_an_effect_usually_says_stands_there() -> None:
    editor = RowEditor(PoliceCard, usual={"until": "round"})
    editor.open(("event", "effects"))
    editor.add("forbid")
    editor.put("items")
    effect = editor.form.value(("event", "effects", 0))
    assert (effect["op"], effect["what"], effect["until"]) == ("forbid", "items", "round")
    assert at(editor) == ("event", "effects")


def test_naming_the_place_that_is_drawn_says_that_one_is_drawn() -> None:
    random = ("event", "random_location")
    editor = RowEditor(PoliceCard, switches={"event": random})
    editor.open(("event", "effects"))
    editor.add("place_item")
    editor.put("here")
    assert editor.form.value(random) is False
    editor.open(("event", "effects"))
    editor.add("place_item")
    editor.put("event")
    assert editor.form.value(random) is True
    editor.form.put(random, False)
    editor.open(("event", "effects"))
    editor.add("alert")
    editor.put(2)
    assert editor.form.value(random) is False, "what people have said stays"


def test_what_may_be_left_out_is_completed_once_it_is_begun() -> None:
    editor = RowEditor(PoliceCard, later=("effects",))
    editor.open(("event", "effects"))
    assert ("event", "effects") not in editor.missing()
    editor.add("alert")
    assert at(editor) == ("event", "effects", 0, "n")


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


# Words: a form says what a person would say of a card.

SQUARES: Mapping[str, Words] = {"soho": "SoHo", "harlem": {"en": "Harlem", "es": "El Harlem"}}
CARD: dict[str, Any] = {
    "id": "x",
    "square": "harlem",
    "event": {
        "title": {"en": "Alarm", "es": "Alarma"},
        "text": "",
        "random_location": True,
        "effects": [{"op": "alert", "n": 2}, {"op": "add_car"}, {"op": "place_mafia", "at": "soho", "n": 3}],
    },
}
WORDS = BoxWords(BOX)


def said(path: tuple[str | int, ...], language: str = "en", card: dict[str, Any] = CARD) -> str:
    return Language(language).say(WORDS.said(RowForm(PoliceCard, card).line(path), SQUARES))


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (("square",), "Harlem"),
        (("event", "title"), "Alarm"),
        (("event", "random_location"), "yes"),
        (("event", "effects", 1), "A police car joins the deck"),
    ],
)
def test_a_line_says_its_value(path: tuple[str | int, ...], words: str) -> None:
    assert said(path) == words


def test_a_name_is_said_in_the_language_of_the_table() -> None:
    assert said(("square",), "es") == "El Harlem"
    assert said(("event", "title"), "es") == "Alarma"


def test_effects_are_said_with_what_they_do() -> None:
    every = said(("event", "effects"))
    assert "SoHo" in every
    assert "3" in every


def test_what_was_not_said_is_told_from_what_is_not_there() -> None:
    form = RowForm(PoliceCard)
    assert form.line(("square",)).value is MISSING
    assert said(("square",), card={}) == "not said yet"
    assert said(("event", "effects"), card={"event": {"effects": []}}) == "none"


def test_a_card_is_called_by_its_title_and_an_effect_by_what_it_does() -> None:
    say = Language().say
    assert say(WORDS.called(CARD)) == "Alarm"
    assert say(WORDS.called({"op": "add_car"})) == "A police car joins the deck"
    assert "SoHo" in say(WORDS.called({"id": "m", "mafia": "soho", "info": None}, SQUARES))


def test_a_card_without_a_title_is_called_by_what_it_says_in_sentences() -> None:
    words = BoxWords(BOX, sheets=load_game("newyork").rules.sheets)
    alert = {"op": "if", "of": "car", "least": 3, "then": [{"op": "alert", "n": 2}]}
    card = {"event": {"effects": [{"op": "choose", "options": [{"do": [alert]}]}], "text": ""}, "square": "pier"}
    said = "Event: What it does: choose: (if at least 3 car: alert +2), Square: Pier"
    assert plain(words.called(card, {"pier": "Pier"})) == said


def test_what_a_game_has_no_words_for_is_shown_by_its_own_name() -> None:
    bare = BoxWords()
    assert bare.field("extra_step") == "extra step"
    assert bare.kind("place_mafia") == "place mafia"
    assert bare.value("until", "end_of_round") == "end of round"


def test_story_cards_stand_in_their_order_on_the_track_and_count_from_0() -> None:
    cards = [{"index": 0}, *({"index": n, "position": at} for n, at in enumerate((12, 15, 3, 6), 1))]
    editor = RowEditor(Scenario, {"id": "docks", "name": "Docks", "tutorial": False, "cards": cards})
    editor.path = ("cards", 4)
    editor.close()
    assert editor.path == ("cards",)
    found = editor.form.value(("cards",))
    assert [(one["index"], one.get("position")) for one in found] == [(0, None), (1, 3), (2, 6), (3, 12), (4, 15)]
    assert editor.row()["cards"] == found
    words = BoxWords(load_game("newyork").presenter.box)
    names = [Language("en").say(words.called(one)) for one in found]
    assert names[0] == "Card 0"
    assert names[3] == "Card 3, space 12 of the story track"


def fields(info: types.Type, seen: set[type]) -> Iterator[tuple[Any, types.Field]]:
    """The fields of all records inside a type that a form asks for, with their records."""
    match info:
        case types.Metadata():
            yield from fields(info.type, seen)
        case types.UnionType():
            for one in info.types:
                yield from fields(one, seen)
        case types.ListType():
            yield from fields(info.item_type, seen)
        case types.DictType():
            yield from fields(info.value_type, seen)
        case types.StructType() if info.cls not in seen:
            seen.add(info.cls)
            for field in info.fields:
                if not field.encode_name.startswith("raw_"):
                    yield info.cls, field
                    yield from fields(field.type, seen)


def effects_of(name: str) -> types.Type:
    return types.type_info(import_module(f"companion.games.{name}.content").AnyEffect)


GAMES = ["newyork", "escape", "crash", "krysis"]


@pytest.mark.parametrize("name", GAMES)
def test_what_has_words_of_its_own_to_choose_from_is_never_typed(name: str) -> None:
    chosen = 0
    for record, field in fields(effects_of(name), set()):
        several = isinstance(field.type, types.UnionType)
        members = [
            one for one in (field.type.types if several else [field.type]) if not isinstance(one, types.NoneType)
        ]  # type: ignore[attr-defined]
        if all(isinstance(one, types.LiteralType) for one in members):
            line = RowForm(record).line((field.encode_name,))
            words = {word for one in members for word in one.values}
            assert (line.kind, {*line.choices, *(line.unbound & words)}) == ("choice", words), (
                record,
                field.encode_name,
            )
            chosen += 1
    assert chosen > 5


def test_a_field_is_called_by_the_effect_in_which_it_stands() -> None:
    words = BoxWords(BOX)
    later = {"op": "later", "when": "move", "do": [{"op": "each", "of": "car", "do": [{"op": "alert", "n": 1}]}]}
    form = RowForm(MafiaCard, {"effects": [later, {"op": "if", "of": "car", "then": []}]})

    def said(*path: str | int) -> str:
        return str(plain(words.line(form, ("effects", *path), {})))

    assert said(0, "at") == "Where, or from where"
    assert said(0, "do", 0, "of") == "For each"
    assert said(1, "of") == "Of what"


@pytest.mark.parametrize("name", GAMES)
def test_every_field_of_an_effect_has_a_label_of_its_own_words(name: str) -> None:
    game = load_game(name)
    words = BoxWords(game.presenter.box, game.presenter.box_icons, game.rules.sheets)
    for _, one in fields(effects_of(name), set()):
        field, label = one.encode_name, words.field(one.encode_name, "effects")
        assert isinstance(label, Text), f"{field} is called by its name in the file"
        assert Language("es").say(label) != plain(label), field
        assert not (field == "options" and plain(label) == "What lies there")


@pytest.mark.parametrize(
    ("kind", "word"), [(OfficerKind, "type"), (KindTile, "type"), (Key, "colour"), (ExitTile, "back")]
)
def test_a_word_is_made_from_what_people_type_which_is_kept_if_it_reads_otherwise(kind: Any, word: str) -> None:
    told = RowEditor(kind)
    assert word not in [line.name for line in told.lines()]
    assert told.path == ("name",)
    assert told.missing() == [("name",)]
    assert not told.line.empty, "nobody is told that nothing may stand there, and asked again"
    told.open(("name",))
    told.put("¡Olé!")
    assert told.complete
    row = told.row()
    assert (row[word], row["name"]) == ("ole", "¡Olé!")
    again = RowEditor(kind, row)
    again.open(("name",))
    again.put("Olé")
    assert (again.row()[word], again.row()["name"]) == ("ole", "Olé"), "saved games know it by its word"
    plain = RowEditor(kind)
    plain.open(("name",))
    plain.put("old red")
    assert plain.row()[word] == "old_red"
    assert "name" not in plain.row()
    shown = RowEditor(kind, plain.row())
    assert shown.form.value(("name",)) == "Old red"
    assert shown.row() == plain.row()
    capital = RowEditor(kind)
    capital.open(("name",))
    capital.put("Captain Ruiz")
    assert (capital.row()[word], capital.row()["name"]) == ("captain_ruiz", "Captain Ruiz"), "a capital is kept"


@pytest.mark.parametrize("game", ["newyork", "escape", "crash", "krysis"])
def test_people_are_listed_as_one_looks_for_them(game: str) -> None:
    """Who has the card or the turn, all, the others, one of them, persons, and whoever has most or fewest, by what."""
    effects = {"newyork": NewYorkEffect, "escape": EscapeEffect, "crash": CrashEffect, "krysis": KrysisEffect}[game]
    one = {"newyork": "heal", "escape": "change", "crash": "gain", "krysis": "gain"}[game]
    who = next(line for line in RowForm(effects, {"op": one}).lines() if line.name == "who").choices
    groups = [["active", "me"], ["all", "everybody"], ["others"], ["somebody"], ["father"]]
    first = [next(at for at, word in enumerate(who) if word in group) for group in groups if {*group} & {*who}]
    most = [word for word in who if word.startswith(("most_", "fewest_"))]
    assert first == sorted(first)
    assert list(who[-len(most) :]) == most
    for word in most:
        other = word.replace("most_", "fewest_", 1)
        assert word == other or other not in most or most.index(other) == most.index(word) + 1


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "one you choose gives 1 blue, VP +2"), ("es", "uno a elegir da 1 azul, PV +2")],
)
def test_the_line_of_what_a_card_does_is_its_sentences(language: str, said: str) -> None:
    game = load_game("krysis")
    assert game.rules.sheets is not None
    words = BoxWords(game.presenter.box, {}, game.rules.sheets)
    effects = game.rules.sheets.phrases.read_list("give 1 blue, somebody; VP +2")
    assert Language(language).say(words.said(RowForm(Agent, {"effects": effects}).line(("effects",)))) == said
    begun = words.said(RowForm(Agent, {"effects": [{"op": "combat"}]}).line(("effects",)))
    assert plain(begun), "one that is not yet complete is called by its kind"
