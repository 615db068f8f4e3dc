"""A box that is changed row by row: what is known of it, what is taken back, and what does not fit yet."""

from __future__ import annotations

import itertools
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.core.texts import folded, plain
from companion.games.registry import load_game
from companion.language import LANGUAGES, Language
from companion.packs.editing.box import SQUARES, OpenBox, searchable
from companion.packs.editing.tables import name_refused, new_id, tables
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED, copy_box, load_pack, new_box
from tests.owner import say_whole

GAMES = ("newyork", "escape", "crash", "krysis")
FAMILY = ("characters",)
MAFIA, POLICE = ("mafia_cards",), ("police_cards",)
say = Language("en").say


def new(game: str = "newyork") -> OpenBox:
    """A new box of the owner's."""
    found = load_game(game)
    path = new_box(found, "Ours")
    return OpenBox(found, path, read_content(path))


def copied(game: str = "newyork") -> OpenBox:
    """A copy of the bundled box."""
    found = load_game(game)
    path = copy_box(BUNDLED / str(found.rules.bundled_pack), "Ours")
    return OpenBox(found, path, read_content(path))


def on_disk(box: OpenBox) -> Any:
    return read_content(box.path).data


def card(n: int) -> dict[str, Any]:
    return {"id": f"m{n}", "mafia": "a", "info": None, "item": None}


@pytest.mark.parametrize("game", GAMES)
def test_the_tables_of_a_bundled_box_are_known_whole(game: str) -> None:
    box = copied(game)
    assert box.tables()
    assert all(not table.unknown for table in box.tables())
    not_printed = {("own_items",), ("mission_cards",)}
    assert all(table.known for table in box.tables() if table.path not in not_printed)
    assert all(say(box.called(table.path)) for table in box.tables())
    assert box.problems() == []


def test_tables_are_found_in_records_and_in_maps_of_records() -> None:
    names = [table.name for table in copied("krysis").tables()]
    assert names[:3] == ["companies", "start_spaces", "levels"]
    assert "agents.barrow.fighters" in names
    assert "layouts.3-4" in [table.name for table in tables(load_game("crash").rules.pack_type, {})]


def test_how_many_there_are_is_asked_where_nothing_else_counts_them() -> None:
    item = new().row_editor(("own_items",))
    item.put("Field glasses")
    assert item.path == ("count",)
    item.put(2)
    item.add("alert")
    item.put(-1)
    item.open(())
    assert item.complete
    assert item.row()["count"] == 2
    counted = new().row_editor(("items",))
    assert ("count",) not in [line.path for line in counted.lines()], "a page counts them"


def test_a_row_that_is_told_is_one_more_that_is_known_and_lies_on_disk_at_once() -> None:
    box = new()
    assert (box.table(MAFIA).known, box.table(MAFIA).printed) == (0, 50)
    assert box.put(MAFIA, None, card(1)) == 0
    assert (box.table(MAFIA).known, box.table(MAFIA).printed) == (1, 50)
    assert on_disk(box)["mafia_cards"] == [card(1)]
    assert on_disk(box)["unknown"]["mafia_cards"] == 49


def test_a_row_that_is_taken_out_is_not_known_any_more_and_comes_back() -> None:
    box = new()
    box.put(MAFIA, None, card(1))
    box.take(MAFIA, 0)
    assert (box.table(MAFIA).known, box.table(MAFIA).printed) == (0, 50)
    box.undo()
    assert box.rows(MAFIA) == [card(1)]
    box.undo()
    assert not box.can_undo
    assert on_disk(box)["mafia_cards"] == []


def test_a_row_is_changed_and_copied_with_an_id_of_its_own() -> None:
    box = copied()
    box.put(POLICE, 0, {**box.rows(POLICE)[0], "square": "soho"})
    assert box.rows(POLICE)[0]["square"] == "soho"
    at = box.copy(POLICE, 0)
    assert box.rows(POLICE)[at]["id"] != box.rows(POLICE)[0]["id"]
    assert box.rows(POLICE)[at]["event"] == box.rows(POLICE)[0]["event"]


def test_pieces_of_one_kind_are_counted_together() -> None:
    box = new("escape")
    at = box.put(("officers",), None, {"type": "red", "count": 4})
    assert (box.table(("officers",)).known, box.table(("officers",)).printed) == (4, 30)
    box.put(("officers",), at, {"type": "red", "count": 6})
    assert (box.table(("officers",)).known, box.table(("officers",)).printed) == (6, 30)


def test_how_many_are_printed_can_be_told() -> None:
    box = new("crash")
    box.set_printed(("upgrades",), 25)
    assert box.table(("upgrades",)).printed == 25
    assert on_disk(box)["unknown"]["upgrades"] == 25
    assert box.may_be_partial(("upgrades",))
    assert not box.may_be_partial(("tiles",))
    assert new("krysis").may_be_partial(("agents", "company_1", "fighters"))


def test_a_bundled_box_is_not_changed() -> None:
    game = load_game("newyork")
    path = BUNDLED / "manhattan_nights"
    box = OpenBox(game, path, read_content(path), bundled=True)
    with pytest.raises(ValueError, match="copied"):
        box.take(MAFIA, 0)
    assert len(box.rows(MAFIA)) == 50


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_has_a_name_of_its_own_and_is_played_as_what_it_was_copied_from(game: str) -> None:
    box = copied(game)
    assert say(box.name) == "Ours"
    assert load_pack(box.game, box.id).pack.id == "ours"
    original = load_pack(box.game).content
    title = "title" if game == "krysis" else "name"
    assert {**box.data, "id": original.data["id"], title: original.data[title]} == original.data


@contextmanager
def files_no_larger_than(limit: int) -> Iterator[None]:
    """Writing more than that fails, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_what_cannot_be_written_stays_and_is_saved_later() -> None:
    box = copied()
    before = on_disk(box)
    with files_no_larger_than(1000):
        box.take(MAFIA, 0)
        assert not box.saved
        assert box.trouble is not None
        assert "Ours cannot be saved" in plain(box.trouble)
        assert not box.keep()
    assert len(box.rows(MAFIA)) == 49
    assert on_disk(box) == before
    assert box.keep()
    assert box.saved
    assert box.trouble is None
    assert len(on_disk(box)["mafia_cards"]) == 49


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    box = copied()
    (tmp_path / "file").write_text("")
    box._saving.path = tmp_path / "file" / "ours"
    box.take(MAFIA, 0)
    assert box.trouble is not None
    assert len(box.rows(MAFIA)) == 49


def test_what_is_missing_in_a_row_is_told_once_and_leads_to_its_first_line() -> None:
    box = new()
    box.put(POLICE, None, {"id": "p1", "square": "soho"})
    [untold] = [one for one in box.problems() if one.table == POLICE and one.missing]
    assert untold.index == 0
    assert untold.place == ("event",)
    assert say(box.said(untold)) == "Still missing: Event"
    assert say(box.where(untold)).startswith("Police cards: ")


def test_what_does_not_fit_names_its_line() -> None:
    box = copied()
    box.put(MAFIA, 4, {**box.rows(MAFIA)[4], "mafia": "atlantis"})
    [wrong] = box.problems()
    assert (wrong.table, wrong.index, wrong.place) == (MAFIA, 4, ("mafia",))
    assert say(box.said(wrong)).startswith('Mafia on: "atlantis" is no square of the board')
    assert Language("es").say(box.said(wrong)).startswith('Mafia en: "atlantis" no es una casilla del tablero')


def test_what_is_missing_in_no_table_leads_to_what_stands_on_the_box() -> None:
    box = new()
    assert box.problems() == [], "nothing of it is needed for a game"
    say_whole(box)
    [about] = [one for one in box.problems() if not one.table]
    assert say(box.said(about)) == "Still missing: Alert track: Length, Story track: Length"
    editor = box.about()
    editor.open_nearest(about.place)
    editor.put(20)
    editor.put(12)
    assert editor.complete
    box.put_about(editor.row())
    assert not [one for one in box.problems() if not one.table]
    assert box.data["tracks"] == {"alert": {"length": 20}, "story": {"length": 12}}
    assert box.data["board"] == {"squares": []}
    assert box.table(MAFIA).printed == 50


def test_rows_are_found_by_letters_with_accents_or_without() -> None:
    box = copied()
    spanish = Language("es").say
    found = [spanish(box.row_name(POLICE, box.rows(POLICE)[at])) for at in box.search(POLICE, "RONDA", spanish, "es")]
    assert all("ronda" in folded(name) for name in found)
    assert len(box.search(POLICE, "", say, "en")) == 23
    assert box.search(POLICE, "xyzzy", say, "en") == []
    box.put(POLICE, 0, {**box.rows(POLICE)[0], "event": {**box.rows(POLICE)[0]["event"], "title": "Mañana fría"}})
    assert box.search(POLICE, "manana fri", say, "en") == [0]


def test_a_card_is_found_by_what_its_square_is_called_now() -> None:
    box = copied()
    before = box.search(MAFIA, "soho", say, "en")
    soho = next(index for index, square in enumerate(box.rows(SQUARES)) if square["id"] == "soho")
    box.put(SQUARES, soho, {**box.rows(SQUARES)[soho], "name": "Houston"})
    assert before
    assert box.search(MAFIA, "soho", say, "en") == []
    assert box.search(MAFIA, "houston", say, "en") == before


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_searched_is_the_whole_name_of_every_row(name: str, code: str) -> None:
    box = OpenBox(load_game(name), Path("box"), load_pack(load_game(name)).content, bundled=True)
    speak = Language(code).say
    for table in box.tables():
        names = [box.row_name(table.path, row, index) for index, row in enumerate(box.rows(table.path))]
        assert searchable(names, speak) == [folded(speak(words)) for words in names]


def test_a_board_is_laid_whole_or_in_part() -> None:
    box = new()
    draft = box.draft()
    ids = [draft.add(x / 6, 0.5) for x in range(6)]
    box.lay(draft, whole=False)
    assert box.data["board"]["whole"] is False
    assert set(on_disk(box)) >= {"board"}
    assert read_content(box.path).places is not None
    for one, other in itertools.pairwise(ids):
        draft.join(one, other)
    box.lay(draft, whole=True)
    assert box.data["board"]["whole"] is False, "dice and stories are missing, and it is played without them"
    assert box.problems() == []
    assert not [problem for problem in box.problems() if problem.table == SQUARES]
    board = box.board()
    assert board is not None
    assert len(board.links) == 5


def test_a_box_is_whole_with_the_last_thing_that_was_missing() -> None:
    box = copied()
    name, father = box.data["name"], box.rows(FAMILY)[0]
    box.lay(box.draft(), whole=False)
    box.put_about({"name": "Ours"})
    assert not box.board_is_whole, "somebody has said that squares are missing"
    box.put(FAMILY, 0, {key: value for key, value in father.items() if key != "dice"})
    box.lay(box.draft(), whole=True)
    assert not box.board_is_whole
    box.put_about({"name": name})
    assert not box.board_is_whole
    box.put(FAMILY, 0, father)
    assert box.board_is_whole
    assert not box.laid_in_part


@pytest.mark.parametrize(
    ("game", "path", "title"),
    [
        ("newyork", ("mafia_cards",), "Flatiron"),
        ("newyork", ("police_cards",), "Times Square"),
        ("newyork", ("characters",), "Walter"),
        ("escape", ("contacts",), "Mags the Ferrywoman"),
        ("crash", ("upgrades",), "Rotational Stabilizer"),
        ("krysis", ("relics",), "Mole Claw"),
        ("krysis", ("agents", "barrow", "special"), "Gatepost Olive"),
    ],
)
def test_every_row_can_be_seen_as_a_card(game: str, path: tuple[str, ...], title: str) -> None:
    box = copied(game)
    assert say(box.card(path, box.rows(path)[0]).title) == title


def test_a_card_is_shown_in_the_words_of_the_box() -> None:
    box = copied("krysis")
    card, speak = box.card(("relics",), box.rows(("relics",))[0]), Language("es").say
    assert speak(card.title) == "Garra de Topo"
    assert "Topo" in speak(card.text)
    assert "Mole" in say(card.text)


@pytest.mark.parametrize("game", GAMES)
def test_no_row_however_little_is_told_of_it_has_no_card(game: str) -> None:
    box = new(game)
    for table in box.tables():
        box.card(table.path, {})


def test_a_name_that_is_empty_or_taken_is_refused() -> None:
    taken = [{"en": "Manhattan Nights", "es": "Noches de Manhattan"}, "Año"]
    assert name_refused("   ", taken) is not None
    assert name_refused("noches de manhattan", taken) is not None
    assert name_refused("Ano ", taken) is not None
    assert name_refused("Ours", taken) is None


def test_ids_are_made_of_names() -> None:
    assert new_id("¡Señal de alarma!", (), "card") == "senal_de_alarma"
    assert new_id("7", {"card_1"}, "card") == "card_2"
    assert new_id("Alarm", {"alarm"}, "card") == "alarm_1"


def test_the_last_states_of_a_box_stay_on_disk() -> None:
    box = new()
    for n in range(3):
        box.put(MAFIA, None, card(n))
    kept = [path for path in (box.path.parent / f".{box.id}").iterdir() if path.name.isdecimal()]
    assert len(kept) >= 3
    assert on_disk(box)["mafia_cards"] == [card(n) for n in range(3)]
