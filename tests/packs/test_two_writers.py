"""A box that a game and the editor, or two editors, write at the same moment: both changes are in it."""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from companion.core.learning import LearnedRow
from companion.core.texts import plain
from companion.games.newyork.checks import STOCKS
from companion.games.registry import load_game
from companion.packs import versions
from companion.packs.content import Content
from companion.packs.editing.box import OpenBox
from companion.packs.editing.saving import merged
from companion.packs.folder import read_content, write_content
from companion.packs.intake import files_in
from companion.packs.loader import new_box
from companion.session.lesson_writer import LessonWriter
from tests.owner import say_whole

MAFIA, POLICE, ITEMS = ("mafia_cards",), ("police_cards",), ("items",)

GAME = load_game("newyork")
CARDS = 12


def mafia(n: int) -> dict[str, Any]:
    return {"id": f"m{n}", "mafia": "soho", "info": None, "item": None}


def police(n: int) -> dict[str, Any]:
    event = {"title": f"Event {n}", "text": "", "random_location": False, "effects": []}
    return {"id": f"p{n}", "square": "soho", "event": event}


def opened(path: Path) -> OpenBox:
    return OpenBox(GAME, path, read_content(path))


def learned(path: Path, *lessons: LearnedRow) -> None:
    """What a game teaches the box."""
    box = LessonWriter(GAME, path, lambda sentence: None)
    for rev, lesson in enumerate(lessons, 1):
        box.learn(lesson, rev)
    box.close()
    assert box.trouble is None


def lesson(n: int) -> LearnedRow:
    return LearnedRow("police_cards", STOCKS["police_cards"], police(n))


@pytest.fixture
def path() -> Path:
    """A box that lacks things: rows may name squares that are still to come."""
    path = new_box(GAME, "Ours")
    say_whole(opened(path))
    return path


def test_what_a_game_taught_while_the_editor_was_open_stays(path: Path) -> None:
    box = opened(path)
    box.put(MAFIA, None, mafia(1))
    assert box.notice is None
    learned(path, lesson(1))
    box.put(MAFIA, None, mafia(2))
    assert "changed elsewhere" in plain(box.notice)
    data = read_content(path).data
    assert data == box.data
    assert data["mafia_cards"] == [mafia(1), mafia(2)]
    assert data["police_cards"] == [police(1)]
    assert (data["unknown"]["mafia_cards"], data["unknown"]["police_cards"]) == (48, 22)
    box.put(MAFIA, None, mafia(3))
    assert box.notice is None, "it is said once"


def test_undo_takes_back_only_what_was_done_here(path: Path) -> None:
    box = opened(path)
    box.put(MAFIA, None, mafia(1))
    box.put(MAFIA, None, mafia(2))
    learned(path, lesson(1))
    box.undo()
    box.undo()
    data = read_content(path).data
    assert (data["mafia_cards"], data["police_cards"]) == ([], [police(1)])
    assert (data["unknown"]["mafia_cards"], data["unknown"]["police_cards"]) == (50, 22)


def test_what_was_changed_in_a_spreadsheet_stays(path: Path) -> None:
    box = opened(path)
    box.put(MAFIA, None, mafia(1))
    box.put(MAFIA, None, mafia(2))
    sheet = path / "mafia_cards.csv"
    sheet.write_text(sheet.read_text().replace("m1,soho", "m1,harlem"))
    box.put(MAFIA, 1, {**mafia(2), "info": "soho"})
    assert [card["mafia"] for card in read_content(path).data["mafia_cards"]] == ["harlem", "soho"]
    assert [card["info"] for card in read_content(path).data["mafia_cards"]] == [None, "soho"]


def test_a_box_that_cannot_be_read_just_now_is_not_written_over(path: Path) -> None:
    box = opened(path)
    box.put(MAFIA, None, mafia(1))
    sheet = path / "mafia_cards.csv"
    whole = sheet.read_text()
    sheet.write_text('id,"mafia\n')
    box.put(MAFIA, None, mafia(2))
    assert "Ours cannot be saved" in plain(box.trouble)
    assert not box.saved
    assert sheet.read_text() == 'id,"mafia\n'
    sheet.write_text(whole)
    assert box.keep()
    assert len(read_content(path).data["mafia_cards"]) == 2


def edit(path: Path, start: Any) -> None:
    box = opened(path)
    start.wait()
    for n in range(CARDS):
        box.put(MAFIA, None, mafia(n))
    assert box.trouble is None


def teach(path: Path, start: Any) -> None:
    box = LessonWriter(GAME, path, lambda sentence: None)
    start.wait()
    for n in range(CARDS):
        box.learn(lesson(n), n + 1)
    box.close(60)
    assert box.trouble is None


def read(path: Path, start: Any) -> None:
    start.wait()
    for _ in range(CARDS * 4):
        data = read_content(path).data
        known = {table: len(data[table]) for table in ("mafia_cards", "police_cards")}
        assert {table: n + data["unknown"][table] for table, n in known.items()} == {
            "mafia_cards": 50, "police_cards": 23,
        }  # fmt: skip


def test_a_box_that_is_just_being_replaced_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, before = versions.fingerprint, read_content(path)
    history = path.parent / f".{path.name}"

    def put_away_at_first(of: Path) -> object:
        if not list(history.glob("put_away")):
            history.mkdir(exist_ok=True)
            versions.copy(path, history / "next")
            path.rename(history / "put_away")
        return real(of)

    monkeypatch.setattr(versions, "fingerprint", put_away_at_first)
    assert read_content(path) == before


def test_processes_that_write_and_read_one_box_at_once_lose_nothing(path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    start = spawn.Barrier(3)
    people = [spawn.Process(target=do, args=(path, start)) for do in (edit, teach, read)]
    for one in people:
        one.start()
    for one in people:
        one.join(120)
    assert [one.exitcode for one in people] == [0, 0, 0]
    data = read_content(path).data
    assert data["mafia_cards"] == [mafia(n) for n in range(CARDS)]
    assert data["police_cards"] == [police(n) for n in range(CARDS)]


def both(before: dict[str, Any], mine: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    kind = GAME.rules.pack_type
    return merged(kind, *(Content(one) for one in (before, mine, theirs))).data


def test_of_one_row_each_keeps_the_fields_that_it_changed() -> None:
    before, mine, theirs = (
        {"mafia_cards": [mafia(1) | one]} for one in ({}, {"info": "soho"}, {"item": "soho", "mafia": "harlem"})
    )
    card = {"id": "m1", "mafia": "harlem", "info": "soho", "item": "soho"}
    assert both(before, mine, theirs) == {"mafia_cards": [card]}
    assert both(before, {"mafia_cards": []}, theirs) == theirs, "what somebody else mended is not thrown away"
    assert both(before, {"mafia_cards": []}, before) == {"mafia_cards": []}
    differ = both(before, {"mafia_cards": [mafia(1) | {"mafia": "inwood"}]}, theirs)["mafia_cards"]
    assert differ[0]["mafia"] == "inwood", "where both changed one thing, one's own counts"


def test_two_new_cards_that_nobody_named_are_two() -> None:
    mine, theirs = ({"id": "mafia_card_1", "mafia": square, "info": None, "item": None} for square in ("a", "b"))
    found = both({"mafia_cards": []}, {"mafia_cards": [mine]}, {"mafia_cards": [theirs]})["mafia_cards"]
    assert found == [mine | {"id": "mafia_card_2"}, theirs], "a game knows its card by the number"
    named = ({"id": "alarm", "square": square} for square in ("a", "b"))
    same = both({"police_cards": []}, *({"police_cards": [one]} for one in named))["police_cards"]
    assert same == [{"id": "alarm", "square": "a"}]


def test_of_pieces_the_larger_number_counts() -> None:
    before, mine, theirs = ({"items": [{"kind": "cash", "count": n}]} for n in (1, 2, 3))
    assert both(before, mine, theirs)["items"] == [{"kind": "cash", "count": 3}]
    assert both(before, mine, before)["items"] == [{"kind": "cash", "count": 2}]


def test_texts_and_places_come_together_as_well() -> None:
    before = Content({}, {"es": {"Soho": "Soho"}}, {"soho": [0.1, 0.2]})
    mine = structs.replace(before, texts={"es": {"Soho": "Sojo"}})
    theirs = structs.replace(before, places={"soho": [0.3, 0.2], "inwood": [0.5, 0.5]})
    found = merged(GAME.rules.pack_type, before, mine, theirs)
    assert (found.texts, found.places) == (mine.texts, theirs.places)
    assert merged(GAME.rules.pack_type, before, mine, structs.replace(before, places=None)).places is None


def test_a_box_that_was_taken_away_meanwhile_is_there_again(path: Path, tmp_path: Path) -> None:
    box = opened(path)
    path.rename(tmp_path / "elsewhere")
    box.put(MAFIA, None, mafia(1))
    assert read_content(path).data == box.data
    write_content(path, box.content)


def test_a_folder_that_another_program_moves_while_it_is_read_is_empty(path: Path) -> None:
    path.rename(path.with_name("moved"))
    found = files_in(path)
    assert (found.files, found.problems) == ({}, [])
