"""Boards and tiles of boxes on pages: what is dragged, joined and turned is what the model has then."""

from __future__ import annotations

import io
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

from companion.packs.editing.board import SIGNS, CityTileDraft
from companion.packs.editing.box import SQUARES
from companion.packs.exchange import export_box, import_box
from companion.packs.folder import read_content
from companion.packs.pictures import BOARD as BOARD_ID
from companion.packs.pictures import pictures_of
from tests.daily import share
from tests.web.boxes import Editor, lending, own_box
from tests.web.cameras import Camera
from tests.web.fields import Forms
from tests.web.test_box_pages import send, twin

BOARD = "/box/of/ours/board.squares"


@pytest.fixture(autouse=True)
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An owner without boxes."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "owner"))


def do(editor: Editor, address: str, what: str, **fields: Any) -> str:
    """What the script of the page sends."""
    seen = Forms(editor.page(address)).to(f"{address}/do/").fields["seen"]
    return send(editor, f"{address}/do/{what}", seen=seen, **fields)


def test_a_board_that_is_laid_on_a_page_is_the_one_that_the_model_lays() -> None:
    r = Random(3)
    box = own_box("newyork")
    other = twin(box)
    with lending(box) as lent:
        editor = lent.editor()
        for _ in range(share(200)):
            draft = other.draft()
            one, another = r.sample(sorted(draft.squares), 2)
            x, y = r.randrange(1001), r.randrange(1001)
            what = ["add", "move", "join", "links", "remove", "swipe", "stations"]
            match r.choice(what) if len(draft.squares) > 3 else "add":
                case "add":
                    new = draft.add(x / 1000, y / 1000)
                    assert f"square={new}#" in do(editor, BOARD, "add", x=x, y=y)
                case "move":
                    draft.move(one, x / 1000, y / 1000)
                    do(editor, BOARD, "move", square=one, x=x, y=y)
                case "join":
                    draft.join(one, another)
                    do(editor, BOARD, "join", square=one, other=another)
                case "links":
                    wanted = {square for square in draft.squares if square != one and r.random() < 0.2}
                    for square in wanted ^ draft.squares[one].joined:
                        draft.join(one, square)
                    do(editor, BOARD, "links", square=one, **{f"to.{square}": 1 for square in wanted})
                case "swipe":
                    way = r.sample(sorted(draft.squares), 3)
                    draft.swipe(way)
                    do(editor, BOARD, "swipe", squares=" ".join(way))
                case "stations":
                    ticked = {square for square in draft.squares if r.random() < 0.3}
                    for square in [one.id for one in draft.squares.values() if one.station != (one.id in ticked)]:
                        draft.mark(square)
                    do(editor, BOARD, "stations", **{f"to.{square}": 1 for square in ticked})
                case "remove":
                    draft.remove(one)
                    do(editor, BOARD, "remove", square=one)
            other.lay(draft, whole=True)
            assert box.rows(SQUARES) == other.rows(SQUARES)
            assert box.content.places == other.content.places
        assert read_content(box.path) == box.content


def test_the_ticks_of_a_square_are_its_neighbours_without_a_script() -> None:
    box = own_box("newyork")
    content = box.content
    with lending(box) as lent:
        editor = lent.editor()
        for square in box.rows(SQUARES):
            page = Forms(editor.page(f"{BOARD}?square={square['id']}"))
            form = page.to(f"{BOARD}/do/links")
            ticked = {name.removeprefix("to.") for name in form.fields if name.startswith("to.")}
            assert ticked == set(square["neighbours"])
            send(editor, form.action, **form.fields)
        assert box.rows(SQUARES) == content.data["board"]["squares"]


def test_the_ticks_of_stations_are_those_of_the_board_without_a_script() -> None:
    box = own_box("newyork")
    content = box.content
    with lending(box) as lent:
        editor = lent.editor()
        form = Forms(editor.page(f"{BOARD}?stations=1")).to(f"{BOARD}/do/stations")
        ticked = {name.removeprefix("to.") for name in form.fields if name.startswith("to.")}
        assert ticked == {one["id"] for one in box.rows(SQUARES) if one["subway"]}
        send(editor, form.action, **form.fields)
        assert box.rows(SQUARES) == content.data["board"]["squares"]


def test_a_board_that_is_not_whole_says_so_until_it_is() -> None:
    box = own_box("newyork")
    with lending(box) as lent:
        editor = lent.editor()
        do(editor, BOARD, "add", x=10, y=10)
        assert "Nothing leads to square 1 yet." in Forms(editor.page(BOARD)).words
        do(editor, BOARD, "whole", whole=0)
        assert box.laid_in_part
        assert "That is all of it" in Forms(editor.page(BOARD)).words
        do(editor, BOARD, "remove", square="square_1")
        do(editor, BOARD, "whole", whole=1)
        assert not box.laid_in_part


@pytest.mark.parametrize(
    ("what", "fields", "status"),
    [
        ("move", {"square": "soho", "x": "here", "y": "0"}, 400),
        ("move", {"square": "soho", "x": "-1", "y": "0"}, 400),
        ("move", {"square": "nowhere", "x": "1", "y": "0"}, 404),
        ("join", {"square": "soho", "other": ""}, 404),
        ("remove", {}, 404),
        ("swipe", {"squares": "soho nowhere"}, 404),
        ("add", {"x": "1"}, 400),
        ("burn", {"square": "soho"}, 404),
    ],
)
def test_what_cannot_be_done_with_a_board_is_refused(what: str, fields: dict[str, str], status: int) -> None:
    box = own_box("newyork")
    content = box.content
    with lending(box) as lent:
        editor = lent.editor()
        seen = Forms(editor.page(BOARD)).to(f"{BOARD}/do/").fields["seen"]
        assert editor.send(f"{BOARD}/do/{what}", seen=seen, **fields)[0] == status
        assert editor.send(f"{BOARD}/do/remove", seen="old", square="soho")[0] == 409
    assert box.content is content


def test_places_for_tiles_are_dragged_turned_and_taken_away_as_the_model_does_it() -> None:
    box = own_box("crash")
    other = twin(box)
    path = ("layouts", "5")
    address = "/box/of/ours/layouts.5"
    r = Random(5)
    moved = 0
    with lending(box) as lent:
        editor = lent.editor()
        for _ in range(share(160)):
            draft = other.slots(path)
            n, x, y = r.randrange(len(draft.slots)), r.randrange(24), r.randrange(24)
            seen = Forms(editor.page(address)).to(f"{address}/do/").fields["seen"]
            what = r.choice(["move", "shape"])
            shape = r.choice(draft.shapes())
            if what == "move":
                draft.move(n, (x, y))
                sent: dict[str, Any] = {"slot": n, "x": x, "y": y}
            else:
                draft.shape(n, shape)
                sent = {"slot": n, "shape": f"{shape[0]}x{shape[1]}"}
            status, _ = editor.send(f"{address}/do/{what}", seen=seen, **sent)
            assert status == (409 if draft.overlaps() else 303)
            if status == 303:
                moved += 1
                other.put_slots(path, draft)
            assert box.rows(path) == other.rows(path)
        do(editor, address, "remove", slot=0)
        draft = other.slots(path)
        draft.remove(0)
        other.put_slots(path, draft)
        assert "slot=" in do(editor, address, "add", x=20, y=0)
        assert len(box.rows(path)) == len(other.rows(path)) + 1
    assert moved


def test_a_tile_is_drawn_square_by_square() -> None:
    box = own_box("crash")
    address = "/box/of/ours/tiles/0"
    with lending(box) as lent:
        editor = lent.editor()
        form = Forms(editor.page(address)).to(address)
        there = send(editor, address, **{**form.fields, "w": "5", "do": "show"})
        form = Forms(editor.page(there)).to(address)
        assert "c.4.0" in form.fields
        send(editor, address, **{**form.fields, "c.4.0": "accelerator", "do": "save"})
        tile = box.rows(("tiles",))[0]
        assert (tile["w"], len(tile["cells"])) == (5, 20)
        assert next(cell for cell in tile["cells"] if (cell["x"], cell["y"]) == (4, 0))["accelerator"] is True


def test_a_tile_that_was_changed_meanwhile_is_shown_as_it_was_drawn_and_not_saved() -> None:
    box = own_box("crash")
    address = "/box/of/ours/tiles/0"
    with lending(box) as lent:
        one, two = lent.editor(), lent.editor()
        first, second = (Forms(who.page(address)).to(address) for who in (one, two))
        send(one, address, **{**first.fields, "c.0.0": "accelerator", "do": "save"})
        there = send(two, address, **{**second.fields, "c.1.1": "accelerator", "do": "save"})
        page = Forms(two.page(there))
        assert "Somebody else has changed this meanwhile." in page.words
        assert page.to(address).fields["c.1.1"] == "accelerator"
        assert box.tile(("tiles",), 0).prints.get((1, 1), "") == second.fields["c.1.1"]
        send(two, address, **{**page.to(address).fields, "do": "save"})
        assert box.tile(("tiles",), 0).prints[1, 1] == "accelerator"


def test_what_is_put_on_a_city_tile_is_what_the_model_puts_there() -> None:
    r = Random(7)
    box = own_box("escape")
    path, address = ("city_tiles",), "/box/of/ours/city_tiles/2"
    with lending(box) as lent:
        editor = lent.editor()
        for _ in range(share(160)):
            draft = CityTileDraft(box.rows(path)[2])
            sign, side = r.choice(SIGNS), r.randrange(4)
            seen = Forms(editor.page(address)).to(f"{address}/put").fields["seen"]
            if r.random() < 0.3:
                there = r.choice([None, *range(4)])
                draft.move(side, there)
                sent: dict[str, Any] = {"sign": "move", "from": side, "side": "" if there is None else there}
            else:
                draft.put(sign, side)
                sent = {"sign": sign, "side": side}
            assert send(editor, f"{address}/put", seen=seen, **sent) == address
            assert box.rows(path)[2] == draft.row()
        content = box.content
        seen = Forms(editor.page(address)).to(f"{address}/put").fields["seen"]
        for wrong in ({"sign": "land:water"}, {"sign": "castle", "side": "1"}, {}):
            assert editor.send(f"{address}/put", seen=seen, **wrong)[0] in (400, 404)
        assert editor.send(f"{address}/put", seen="old", sign="hospital")[0] == 409
        assert editor.send("/box/of/ours/contacts/0/put", seen="old", sign="hospital")[0] == 409
    assert box.content is content


def test_a_photo_of_the_board_lies_below_its_squares(tmp_path: Path) -> None:
    box = own_box("newyork")
    taken = io.BytesIO()
    Image.new("RGB", (400, 300), "#d8c9a0").save(taken, "JPEG")
    with lending(box) as lent:
        camera = Camera(lent)
        assert f'href="{BOARD}/photos"' in camera.page(BOARD)
        assert "Photograph the board" in camera.page(f"{BOARD}/photos")
        status, told, _ = camera.photo(f"{BOARD}/photos/board", taken.getvalue())
        assert (status, told["location"]) == (303, f"{BOARD}#board")
        page = camera.page(BOARD)
        assert 'viewBox="0 0 1000 750"' in page
        [address] = re.findall(r'<image href="([^"]+)"', page)
        assert camera.ask("GET", address)[0] == 200
    assert list(pictures_of(box.path)) == [BOARD_ID]
    packed = tmp_path / "ours.zip"
    export_box(import_box(box.path), packed)
    again = import_box(packed)
    assert list(again.pictures) == ["pictures/board.jpg"]
    assert not again.notes, "the board is no card, and has its picture all the same"
    export_box(again, tmp_path / "ours.json")
    assert import_box(tmp_path / "ours.json").pictures == {}
