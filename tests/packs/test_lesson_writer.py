"""What a game teaches is in the box of its owner a moment later; the game never waits for it."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from companion.core.learning import LearnedRow
from companion.core.texts import Text, plain
from companion.games.newyork.checks import STOCKS
from companion.packs.folder import read_content, write_content
from companion.packs.loader import load_again, own_path
from companion.session import lesson_writer
from companion.session.lesson_writer import LessonWriter
from tests.games.newyork.helpers import GAME
from tests.owner import DECKS, Owner

PATIENCE = 30.0


class Heard:
    """What the listener was told, in order."""

    def __init__(self) -> None:
        self.sentences: list[Text | None] = []
        self._come = threading.Semaphore(0)

    def listen(self, sentence: Text | None) -> None:
        self.sentences.append(sentence)
        self._come.release()

    def wait(self) -> str:
        """The next thing that is told, as English; empty if all is well."""
        assert self._come.acquire(timeout=PATIENCE)
        told = self.sentences[-1]
        return "" if told is None else plain(told)


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def begin(heard: Heard, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Owner], LessonWriter]]:
    monkeypatch.setattr(lesson_writer, "RETRY", 0.02)
    made: list[LessonWriter] = []

    def begin_(owner: Owner) -> LessonWriter:
        made.append(LessonWriter(GAME, owner.path, heard.listen))
        return made[-1]

    yield begin_
    for one in made:
        one.close()


@pytest.fixture(params=["mine", "mine.json"], ids=["a folder", "a single file"])
def owner(tmp_path: Path, request: pytest.FixtureRequest) -> Owner:
    return Owner(tmp_path / request.param, *DECKS)


def card(owner: Owner, index: int = 0) -> LearnedRow:
    return LearnedRow("mafia_cards", STOCKS["mafia_cards"], owner.held["mafia_cards"][index])


def test_a_lesson_is_in_the_box_and_stays_what_it_is(owner: Owner, begin: Any, heard: Heard) -> None:
    file = owner.path.is_file()
    box = begin(owner)
    box.learn(card(owner), 7)
    assert heard.wait() == ""
    assert owner.rows("mafia_cards") == owner.held["mafia_cards"][:1]
    assert owner.box().data["unknown"]["mafia_cards"] == 49
    assert (box.saved_rev, box.waiting) == (7, False)
    assert owner.path.is_file() == file


def test_nothing_goes_on_in_the_background_when_all_is_written(owner: Owner, begin: Any, heard: Heard) -> None:
    """A game that nobody ends, because its program went on to another, leaves nothing behind either."""
    before = threading.active_count()
    box = begin(owner)
    assert threading.active_count() == before, "nothing was learned yet"
    for index in range(2):
        box.learn(card(owner, index), 7 + index)
        heard.wait()
        end = time.monotonic() + PATIENCE
        while threading.active_count() > before:
            assert time.monotonic() < end
            time.sleep(0.01)
    assert len(owner.rows("mafia_cards")) == 2


def test_the_same_lesson_twice_is_one(owner: Owner, begin: Any, heard: Heard) -> None:
    for _ in range(2):
        begin(owner).learn(card(owner), 7)
        heard.wait()
    assert owner.box().data["unknown"]["mafia_cards"] == 49


def test_a_mended_card_replaces_the_one_before(owner: Owner, begin: Any, heard: Heard) -> None:
    box, row = begin(owner), owner.held["mafia_cards"][0]
    box.learn(card(owner), 7)
    heard.wait()
    box.learn(LearnedRow("mafia_cards", STOCKS["mafia_cards"], {**row, "info": None}, row), 9)
    heard.wait()
    assert owner.rows("mafia_cards") == [{**row, "info": None}]


def test_what_changed_in_the_box_meanwhile_stays(owner: Owner, begin: Any, heard: Heard) -> None:
    content = read_content(owner.path)
    told = [{**owner.held["mafia_cards"][1], "id": "told_in_the_editor"}]
    unknown = {**content.data["unknown"], "mafia_cards": 49}
    data = {**content.data, "name": "Renamed", "mafia_cards": told, "unknown": unknown}
    write_content(owner.path, structs.replace(content, data=data))
    begin(owner).learn(card(owner), 7)
    heard.wait()
    assert owner.rows("mafia_cards") == [*told, owner.held["mafia_cards"][0]]
    assert owner.box().data["name"] == "Renamed"
    assert owner.box().data["unknown"]["mafia_cards"] == 48


def test_of_a_kind_of_token_the_larger_number_counts(tmp_path: Path, begin: Any, heard: Heard) -> None:
    owner = Owner(tmp_path / "mine", "items")
    box = begin(owner)
    for rev, count in enumerate((1, 2, 1), 1):
        box.learn(LearnedRow("items", STOCKS["items"], {"kind": "bike", "count": count}), rev)
        heard.wait()
    assert owner.rows("items") == [{"kind": "bike", "count": 2}]


def test_a_box_that_cannot_be_read_just_now_waits(tmp_path: Path, begin: Any, heard: Heard) -> None:
    owner = Owner(tmp_path / "mine.json", *DECKS)
    whole = owner.path.read_bytes()
    owner.path.write_bytes(whole[:100])
    box = begin(owner)
    box.learn(card(owner), 7)
    assert heard.wait().startswith("The box cannot be read, so what was learned waits: ")
    assert owner.path.read_bytes() == whole[:100]
    owner.path.write_bytes(whole)
    while box.waiting:
        heard.wait()
    assert owner.rows("mafia_cards") == owner.held["mafia_cards"][:1]


def test_what_no_longer_fits_is_said_and_the_box_stays_in_order(owner: Owner, begin: Any, heard: Heard) -> None:
    row = {**owner.held["mafia_cards"][0], "mafia": "atlantis"}
    before = read_content(owner.path).data
    begin(owner).learn(LearnedRow("mafia_cards", STOCKS["mafia_cards"], row), 7)
    why = 'Mafia on: "atlantis" is no square of the board'
    assert heard.wait() == f"What was learned does not fit into the box {owner.path.name} any more: {why}"
    assert read_content(owner.path).data == before


def test_where_all_is_known_by_now_it_is_said(owner: Owner, begin: Any, heard: Heard) -> None:
    content = read_content(owner.path)
    data = {**content.data, "mafia_cards": owner.held["mafia_cards"], "unknown": {}}
    write_content(owner.path, structs.replace(content, data=data))
    row = {**owner.held["mafia_cards"][0], "id": "one_more"}
    begin(owner).learn(LearnedRow("mafia_cards", STOCKS["mafia_cards"], row), 7)
    assert heard.wait().endswith("All of them are known already.")


def test_whatever_fails_is_said_and_what_comes_later_is_written_with_it(
    owner: Owner, begin: Any, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise TypeError("out of order")

    monkeypatch.setattr(lesson_writer, "whole_if_valid", broken)
    box = begin(owner)
    box.learn(card(owner), 7)
    assert "out of order" in heard.wait()
    assert box.waiting
    monkeypatch.undo()
    box.learn(card(owner, 1), 8)
    box.close()
    assert owner.rows("mafia_cards") == owner.held["mafia_cards"][:2]
    assert (box.trouble, box.waiting) == (None, False)


def test_what_is_left_is_written_at_the_end(owner: Owner, begin: Any) -> None:
    box = begin(owner)
    for index in range(3):
        box.learn(card(owner, index), index + 1)
    box.close()
    assert owner.rows("mafia_cards") == owner.held["mafia_cards"][:3]


def test_only_boxes_of_the_owner_are_written(owner: Owner, tmp_path: Path) -> None:
    assert own_path(str(owner.path)) == owner.path
    assert own_path("manhattan_nights") is None
    assert own_path(str(tmp_path / "nothing")) is None


def test_a_game_goes_on_with_the_box_as_it_was_whatever_has_become_of_it(owner: Owner) -> None:
    began, table = owner.box(), owner.table()
    content = read_content(owner.path)
    owner.path.unlink() if owner.path.is_file() else shutil.rmtree(owner.path)
    pack, notice = load_again(owner.game, str(owner.path), table.setup.pack_hash, table.setup.box)
    assert notice is not None
    assert plain(notice) == f"The box {owner.path} cannot be read. The game goes on with what it knew of it."
    assert pack.data == began.data
    assert pack.map.keys() == began.map.keys()
    squares = [dict(square) for square in content.data["board"]["squares"]]
    gone = squares.pop()["id"]
    for square in squares:
        square["neighbours"] = [one for one in square["neighbours"] if one != gone]
    data = {**content.data, "board": {"squares": squares, "whole": False}}
    places = {name: place for name, place in (content.places or {}).items() if name != gone}
    write_content(owner.path, structs.replace(content, data=data, places=places))
    pack, _ = load_again(owner.game, str(owner.path), table.setup.pack_hash, table.setup.box)
    assert pack.map.keys() == began.map.keys(), "every square has its place, the one that is gone as well"
