"""Effects in words: what is written is read again as it was, for every effect that there can be."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect as types

from companion.core.phrases import Parts, Phrase, Phrases, Unreadable
from companion.core.validation import info_of
from companion.games.crash.content import PHRASES as CRASH
from companion.games.crash.content import SHEETS as CRASH_SHEETS
from companion.games.crash.content import AnyEffect as CrashEffect
from companion.games.escape.content import PHRASES as ESCAPE
from companion.games.escape.content import SHEETS as ESCAPE_SHEETS
from companion.games.escape.content import AnyEffect as EscapeEffect
from companion.games.krysis.content import PHRASES as KRYSIS
from companion.games.krysis.content import SHEETS as KRYSIS_SHEETS
from companion.games.krysis.content import AnyAbility
from companion.games.krysis.content import AnyEffect as KrysisEffect
from companion.games.newyork.content import AnyEffect as NewYorkEffect
from companion.games.newyork.content import Need
from companion.games.newyork.sheets import PHRASES as NEW_YORK
from companion.games.newyork.sheets import SHEETS as NEW_YORK_SHEETS
from companion.games.registry import load_game
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED
from tests import daily
from tests.playthroughs.recording import HERE

LANGUAGES = ("en", "es")
SHEETS = {"newyork": NEW_YORK_SHEETS, "crash": CRASH_SHEETS, "escape": ESCAPE_SHEETS, "krysis": KRYSIS_SHEETS}
TABLES = {(game, code): box.spoken(code).phrases for game, box in SHEETS.items() for code in LANGUAGES}
EFFECTS = [
    pytest.param(table, phrase, id=f"{game}-{phrase.about.tag}-{code}")
    for (game, code), table in TABLES.items()
    for phrase in table.effects
]
FORBID = {"op": "forbid", "what": "subway", "until": "round"}
RECORDS = [record for table in TABLES.values() for record in table.records.values()]


DEEP = 2
"""So many lists of effects inside one another are tried."""


def values(info: types.Type, depth: int = 0) -> st.SearchStrategy[Any]:  # noqa: PLR0911  (one line a type)
    """Values of a type, as JSON."""
    match info:
        case types.Metadata():
            return values(info.type, depth)
        case types.LiteralType():
            return st.sampled_from(info.values)
        case types.IntType():
            return st.integers(info.ge if info.ge is not None else -99, info.le if info.le is not None else 99)
        case types.StrType(pattern=str()):
            return st.from_regex("[a-z0-9_]{1,9}", fullmatch=True)
        case types.StrType():
            return st.text(st.characters(codec="utf-8"), min_size=1)
        case types.NoneType():
            return st.none()
        case types.UnionType():
            some = [one for one in info.types if not isinstance(one, types.DictType)]
            return st.one_of([values(one, depth) for one in some if depth < DEEP or not holds_effects(one)])
        case types.ListType():
            words = isinstance(info.item_type, types.LiteralType)
            least = int(words or isinstance(info.item_type, types.StructType))
            one = values(info.item_type, depth + (getattr(info.item_type, "cls", None) is Need))
            return st.lists(one.filter(lambda value: value != {}), min_size=least, max_size=3, unique=words)
        case types.DictType():
            return st.dictionaries(values(info.key_type, depth), values(info.value_type, depth), min_size=1)
        case types.BoolType():
            return st.just(True)
        case types.StructType():
            return records(info, depth + holds_effects(info))
    raise AssertionError(info)


def holds_effects(info: types.Type) -> bool:
    """True for a record that has lists of effects."""
    return isinstance(info, types.StructType) and info.tag in (
        "choose", "if", "each", "die", "later", "task", "when",
    )  # fmt: skip


def records(info: types.StructType, depth: int = 0) -> st.SearchStrategy[dict[str, Any]]:
    """Records of a type, with and without the fields that may be left out."""
    fields = [field for field in info.fields if not field.encode_name.startswith("raw_")]
    needed = {field.encode_name: values(field.type, depth) for field in fields if field.required}
    if info.tag is not None:
        needed[str(info.tag_field)] = st.just(info.tag)
    fields = [field for field in fields if not (depth and field.encode_name == "any")]
    optional = {field.encode_name: said(field, depth) for field in fields if not field.required}
    return st.fixed_dictionaries(needed, optional=optional)


def said(field: types.Field, depth: int) -> st.SearchStrategy[Any]:
    """A field that may be left out is never null; an empty text and an empty list are left out."""
    kinds = field.type.types if isinstance(field.type, types.UnionType) else (field.type,)
    there = types.UnionType(tuple(kind for kind in kinds if not isinstance(kind, types.NoneType)))
    found = values(there, depth)
    return found.filter(lambda value: value != "") if field.default == "" else found


EXAMPLES = 100 if daily.everything else 6
"""Of each of some hundred phrases."""


@pytest.mark.by_turns
@pytest.mark.parametrize(("table", "phrase"), EFFECTS)
def test_an_effect_is_read_as_it_was_written(table: Phrases, phrase: Phrase) -> None:
    """Also as a phrase writes it that is only read, where it can say the effect."""

    @settings(deadline=None, max_examples=EXAMPLES)  # the first time it also makes the patterns of all phrases
    @given(records(phrase.about))
    def holds(effect: dict[str, Any]) -> None:
        own = phrase.write({**effect, **phrase.sets})
        if own is not None:
            assert table.read(own) == {**effect, **phrase.sets}
            # What is only read gives way: "if player here" might ask for an item called "here".
            others = [one for one in table.effects if one is not phrase and not one.only_read]
            assert not [one for one in others if one.read(own) is not None]
        words = table.write(effect)
        assert table.read(words) == effect
        assert not words.startswith("{") or _has_no_words(effect)
        assert table.read_list(table.write_list([effect, effect])) == [effect, effect]
        told = [one for one in table.effects if not one.only_read]
        assert words.startswith("{") or len([one for one in told if one.read(words) is not None]) == 1

    holds()


@pytest.mark.by_turns
@pytest.mark.parametrize("game", SHEETS)
def test_in_another_language_an_effect_in_english_is_read_as_well(game: str) -> None:
    english, spanish = TABLES[game, "en"], TABLES[game, "es"]
    for phrase in english.effects:

        @settings(deadline=None, max_examples=EXAMPLES)  # the first time it also makes the patterns of all phrases
        @given(records(phrase.about))
        def holds(effect: dict[str, Any]) -> None:
            assert spanish.read(english.write(effect)) == effect
            both = f"{spanish.write(effect)}; {english.write(effect)}"
            assert spanish.read_list(both) == [effect, effect]

        holds()


def _has_no_words(effect: dict[str, Any]) -> bool:
    """A note without a text, which only an unknown effect is read as, and a task that asks for nothing."""
    parts = [effect, *effect.get("options", []), *effect.get("on", [])]
    inner = [one for part in parts for field in ("then", "else", "do") for one in part.get(field, [])]
    nothing = effect["op"] == "note" and effect["text"] is None
    return nothing or (effect["op"] == "task" and not effect["need"]) or any(map(_has_no_words, inner))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", ["y", "and", "O", "event", "Event", "anywhere", "ANYWHERE", "en ningún lugar"])
def test_what_is_called_like_a_word_of_a_phrase_is_quoted(code: str, name: str) -> None:
    table = TABLES["newyork", code]
    task = {"op": "task", "id": "one", "at": name, "need": {"gone": name, "items": 1}, "text": "x", "until": "round"}
    words = table.write(task)
    assert not words.startswith("{")
    assert table.read(words) == task


@pytest.mark.parametrize("code", LANGUAGES)
@given(need=records(msgspec.inspect.type_info(Need)))  # type: ignore[arg-type]
def test_what_a_task_needs_is_read_as_it_was_written(code: str, need: dict[str, Any]) -> None:
    table = TABLES["newyork", code]
    words = table.records[Need].write(need)
    assert (words is None) == (not need)
    if words is not None:
        assert table.read_record(Need, words) == need


def packs() -> list[Any]:
    """The JSON of every bundled pack, and of those that recorded games are played with."""
    bundled = [read_content(path.parent).data for path in BUNDLED.glob("*/pack.toml")]
    return [*bundled, *(json.loads(file.read_text()) for file in (HERE / "packs").glob("*.json"))]


def effects_in(data: Any) -> list[dict[str, Any]]:
    """Everything with an ``op`` in the JSON of a pack."""
    found = [data] if isinstance(data, dict) and "op" in data else []
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [*found, *(effect for entry in inner for effect in effects_in(entry))]


def plain(data: Any) -> Any:
    """The same with texts in English only."""
    if isinstance(data, dict):
        return data["en"] if data.keys() == {"en", "es"} else {name: plain(entry) for name, entry in data.items()}
    return [plain(entry) for entry in data] if isinstance(data, list) else data


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_effect_of_every_pack_has_words(code: str) -> None:
    found = 0
    for pack in packs():
        table = TABLES.get((pack["game"], code))
        for effect in effects_in(plain(pack)) if table is not None else ():
            words = table.write(effect)
            assert not words.startswith("{"), effect
            assert table.read(words) == effect
            found += 1
    assert found > 250


@pytest.mark.parametrize(("table", "phrase"), EFFECTS)
def test_the_example_of_a_phrase_is_one(table: Phrases, phrase: Phrase) -> None:
    effect = table.read(phrase.example)
    assert effect["op"] == phrase.about.tag
    assert phrase.write(effect) == phrase.example
    assert (table.write(effect) == phrase.example) != phrase.only_read
    assert table.read(table.write(effect)) == effect


@pytest.mark.parametrize(("game", "language"), TABLES)
def test_who_does_something_may_stand_before_it(game: str, language: str) -> None:
    """Wherever people are named at the end, and in no phrase that is written so."""
    table = TABLES[game, language]
    told = {phrase.kind for phrase in table.effects if "{who}" in phrase.template and not phrase.only_read}
    begun = {phrase.kind for phrase in table.effects if phrase.template.startswith("{who}")}
    asked = {"if", "each", "note"}
    assert {kind for kind in told - begun if info_of(kind).tag not in asked} == set()


@pytest.mark.parametrize(
    ("game", "language", "text", "written"),
    [
        ("newyork", "en", "active loses 2 items", "lose 2 items of active"),
        ("newyork", "en", "All of you lose 1 item", "lose 1 item of all"),
        ("newyork", "en", "the father's figure goes to challenge", "put father on challenge"),
        ("newyork", "en", "whoever is here takes 2 wounds", "wound here 2 times"),
        ("newyork", "en", "active gains an item", "gain item for active"),
        ("newyork", "en", "soho is closed to bowery this round", "close soho to bowery this round"),
        ("newyork", "es", "quien tiene el turno pierde 2 objetos", "perder 2 objetos a quien tiene el turno"),
        ("newyork", "es", "Toda la familia cura 1 herida", "curar 1 herida a toda la familia"),
        ("newyork", "es", "el padre va hasta el lugar de esta carta", "poner al padre en el lugar de esta carta"),
        ("newyork", "es", "los demás pierden objeto", "perder objeto a los demás"),
        ("newyork", "es", "active loses 2 items", "perder 2 objetos a quien tiene el turno"),
        ("newyork", "es", "el metro queda prohibido esta ronda", "prohibir el metro esta ronda"),
        ("crash", "en", "everybody loses 1 energy", "lose 1 energy, everybody"),
        (
            "crash",
            "es",
            "todos los demás ganan 1 energía 1 potenciador",
            "ganar 1 energía 1 potenciador, todos los demás",
        ),
        ("escape", "en", "others get +1 wounds", "wounds +1, others"),
        ("escape", "es", "todos roban 1 contacto", "robar 1 contacto, todos"),
        ("krysis", "en", "somebody gives 1 blue", "give 1 blue, somebody"),
        ("krysis", "es", "tú pierdes 1 blanco de casa", "perder 1 blanco de casa, tú"),
    ],
)
def test_a_phrase_that_begins_with_a_field_is_read(game: str, language: str, text: str, written: str) -> None:
    table = TABLES[game, language]
    assert table.write(table.read(text)) == written


@pytest.mark.parametrize("record", RECORDS)
def test_the_example_of_a_record_is_one(record: Phrase | Parts) -> None:
    assert record.write(record.read(record.example) or {}) == record.example


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("ALERT +2;  forbid   Subway this round ;", [{"op": "alert", "n": 2}, FORBID]),
        ("alert −1", [{"op": "alert", "n": -1}]),
        ("forbid subway this round\nforbid subway this round\n", [FORBID, FORBID]),
        ("change item_cost by +1 this scenario", [{"op": "modify", "what": "item_cost", "n": 1, "until": "scenario"}]),
        ("add 2 cars", [{"op": "add_car", "n": 2}]),
        ("add 2 car", [{"op": "add_car", "n": 2}]),
        ("note “Wait; then go on.”", [{"op": "note", "text": "Wait; then go on."}]),
        ('note "a \\"word\\" (or two"', [{"op": "note", "text": 'a "word" (or two'}]),
        ('{"op": "dance", "n": [{"x": ";"}]}; alert +1', [{"op": "dance", "n": [{"x": ";"}]}, {"op": "alert", "n": 1}]),
        ("forbid sk\u0131lls this round", [{"op": "forbid", "what": "skills", "until": "round"}]),
        ("", []),
    ],
)  # fmt: skip
def test_phrases_are_read_as_people_write_them(text: str, effects: list[dict[str, Any]]) -> None:
    assert NEW_YORK.read_list(text) == effects


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("ALERTA +2;  prohibir   EL METRO esta ronda ;", [{"op": "alert", "n": 2}, FORBID]),
        ("prohibir subway esta ronda; forbid el metro this round", [FORBID, FORBID]),
        ("ganar 2 acciones; ganar 1 accion", [{"op": "gain_action", "n": 2}, {"op": "gain_action", "n": 1}]),
        ("anadir 2 coches; añadir coche", [{"op": "add_car", "n": 2}, {"op": "add_car"}]),
        ("an\u0303adir 2 coches", [{"op": "add_car", "n": 2}]),
        ("colocar objeto en este  lugar", [{"op": "place_item", "at": "here"}]),
        ("colocar objeto en este_lugar", [{"op": "place_item", "at": "este_lugar"}]),
        ("colocar objeto en here; place item on soho", [{"op": "place_item", "at": at} for at in ("here", "soho")]),
        ("mover coche desde donde elijais hasta junto al mazo", [{"op": "move_car", "from": "choose", "to": "beside"}]),
        ('nota "a; b"', [{"op": "note", "text": "a; b"}]),
    ],
)  # fmt: skip
def test_spanish_phrases_are_read_as_people_write_them(text: str, effects: list[dict[str, Any]]) -> None:
    assert TABLES["newyork", "es"].read_list(text) == effects


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("alrta +2", '"alrta +2" is no effect; write it like "alerta +2"'),
        ("colocar mafia", 'is no effect; write it like "colocar 2 fichas de mafia en el lugar de esta carta"'),
        ('tarea x en este lugar necesita 1 magia: "y" esta ronda', '"1 magia" cannot be read; write it like'),
    ],
)
def test_what_is_no_effect_in_spanish_is_said_with_what_would_be_one(text: str, problem: str) -> None:
    with pytest.raises(Unreadable) as no:
        TABLES["newyork", "es"].read_list(text)
    assert problem in str(no.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("alrt +2", '"alrt +2" is no effect; write it like "alert +2"'),
        ("place mafia", '"place mafia" is no effect; write it like "place 2 mafia on event"'),
        ("forbid breathing this round", 'is no effect; write it like "forbid subway this round"'),
        ("alert +2, forbid subway this round", 'is no effect; write it like "alert +2"'),
        ('note "half', 'has no " where it should end'),
        ('task x on here needs 1 mental: "y" then (alert +1 this round', "has no ) where it should end"),
        ('task x on here needs 1 magic: "y" this round', '"1 magic" cannot be read; write it like'),
        ('task x on here needs no mafia and no mafia: "y" this round', "cannot be read"),
        ('note "a \\q"', "has a backslash that means nothing"),
        ('{"op": }', "is no effect, and nothing that was written as JSON"),
        ("{" * 50_000 + "}" * 50_000, "JSON"),
    ],
)
def test_what_is_no_effect_is_said_with_what_would_be_one(text: str, problem: str) -> None:
    with pytest.raises(Unreadable) as no:
        NEW_YORK.read_list(text)
    assert problem in str(no.value)


def test_what_no_phrase_can_say_is_written_as_json() -> None:
    for effect in (
        {"op": "dance"},
        {"op": "alert"},
        {"op": "alert", "n": 1, "colour": "red"},
        {"op": "alert", "n": True},
        {"op": "alert", "n": 1.5},
        {"op": "note", "text": {"en": "a", "fr": "b"}},
        "alert +1",
        7,
        None,
    ):
        assert json.loads(NEW_YORK.write(effect)) == effect


@pytest.mark.parametrize(
    ("table", "effects"),
    [
        (NEW_YORK, NewYorkEffect),
        (CRASH, CrashEffect),
        (ESCAPE, EscapeEffect),
        (KRYSIS, AnyAbility | KrysisEffect),
    ],
)
def test_every_kind_of_effect_has_a_phrase(table: Phrases, effects: Any) -> None:
    assert {phrase.kind for phrase in table.effects} == set(get_args(effects))


INNER = {
    "newyork": ("wound active 2 times", "for each player (wound them)", "close event this round", "wound all",
                "put all on challenge", "remove all mafia from random", "choose by active (alert +1) or (wound all)"),
    "escape": ("wounds +1, others", "for each others (wounds +1, them)", "choose by most keys (cash +1) or (cash -1)"),
    "crash": ("lose 1 energy, near", "give crew, most energy", "for each others (lose 1 energy, them)"),
    "krysis": ("give 1 blue, one to act", "for each others (give 1 white, them)", "VP +1, ahead"),
}  # fmt: skip
"""Effects in the short words of sheets."""


@pytest.mark.parametrize(("game", "short"), [(game, short) for game, every in INNER.items() for short in every])
def test_people_read_whole_words_and_sheets_take_both(game: str, short: str) -> None:
    sheets = load_game(game).rules.sheets
    effects = sheets.phrases.read_list(short)
    pieces = [sheets.pieces(effect, {}, "en") for effect in effects]
    said = "; ".join(" ".join(one.words for one in found) for found in pieces).replace(" ,", ",")
    assert said != short
    assert sheets.phrases.read_list(said) == effects
    assert sheets.phrases.write_list(effects) == short, "sheets keep their words"


@pytest.mark.parametrize(
    ("game", "language", "wrong", "hint"),
    [
        ("newyork", "en", "active loses items 2", "active loses 1 item"),
        ("newyork", "en", "all heal 1", "active heals 1 wound"),
        ("newyork", "es", "todos curan 1 herida", "quien tiene el turno cura 1 herida"),
        ("newyork", "en", "soho gets 2 mafia placed", "place 2 mafia on event"),
        ("crash", "en", "everybody loses energy", "somebody loses 1 energy"),
        ("krysis", "en", "whoever gives 1 blue", "somebody gives 1 blue"),
    ],
)
def test_a_hint_is_the_effect_that_is_meant_wherever_its_word_stands(
    game: str, language: str, wrong: str, hint: str
) -> None:
    with pytest.raises(Unreadable) as unreadable:
        load_game(game).rules.sheets.spoken(language).phrases.read(wrong)
    assert str(unreadable.value) == f'"{wrong}" is no effect; write it like "{hint}"'
