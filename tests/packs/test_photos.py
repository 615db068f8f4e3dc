"""Photos of cards: the card is found, straightened, and kept with the box; nothing else changes."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image, ImageChops

from companion.commands import packs
from companion.commands.packs import pack
from companion.games.registry import load_game
from companion.packs.folder import read_content
from companion.packs.loader import new_box, user_folder
from companion.packs.photos import keeping
from companion.packs.photos.keeping import card_called, keep_photo, keep_picture
from companion.packs.photos.outlines import corners, straightened
from companion.packs.pictures import BOARD, LONGEST_SIDE, pictures_of
from tests.bench.recognition import photo as drawn_photo
from tests.bench.recognition import pictured
from tests.daily import share
from tests.packs.photographed import CARD, card, photo

NEAR = 0.03
"""Of the diagonal of a card: so far each corner may be from where it is."""


def run(*words: object) -> Result:
    return CliRunner().invoke(pack, [str(word) for word in words])


def jpeg(picture: Image.Image, **more: Any) -> bytes:
    made = io.BytesIO()
    picture.save(made, "JPEG", quality=90, **more)
    return made.getvalue()


@pytest.mark.long
def test_a_card_is_found_however_it_lies_and_in_all_kinds_of_light() -> None:
    missed = []
    for seed in range(many := max(20, share(80))):
        r = Random(seed)
        taken, there = photo(card(r), r)
        found = corners(np.asarray(taken))
        size = np.linalg.norm(there[0] - there[2])
        if found is None or np.linalg.norm(found - there, axis=1).max() > NEAR * size:
            missed.append(seed)
    assert len(missed) <= 0.05 * many, missed


def test_a_card_that_was_straightened_looks_as_it_is_printed() -> None:
    r = Random(1)
    front = card(r)
    taken, _ = photo(front, r)
    found = straightened(taken)
    assert found is not None
    wanted = front.convert("RGB").resize((45, 63)).crop((3, 3, 42, 60)).convert("L")
    seen = found.resize((45, 63)).crop((3, 3, 42, 60)).convert("L")
    spread = np.corrcoef(np.asarray(wanted).ravel(), np.asarray(seen).ravel())[0, 1]
    assert spread > 0.9
    turned = np.corrcoef(np.asarray(wanted).ravel(), np.asarray(seen.rotate(180)).ravel())[0, 1]
    assert turned < 0.7
    assert ImageChops.difference(wanted, seen).getbbox() is not None


def test_where_there_is_no_card_none_is_found() -> None:
    grain = np.random.default_rng(1).normal(120, 12, (600, 800, 3)).clip(0, 255).astype(np.uint8)
    assert corners(grain) is None
    assert straightened(Image.new("RGB", (300, 200), "white")) is None


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A box of one's own, with the cards of the bundled one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "owner"))
    there = user_folder() / "mine"
    there.parent.mkdir(parents=True)
    assert run("export", "manhattan_nights", there).exit_code == 0
    return there


@pytest.fixture
def taken(tmp_path: Path) -> Path:
    """A photo with all that a camera adds."""
    r = Random(1)
    exif = Image.Exif()
    exif[0x010F] = "A camera"
    file = tmp_path / "IMG_1.jpg"
    file.write_bytes(jpeg(photo(card(r), r)[0], exif=exif))
    return file


def test_a_photo_becomes_the_picture_of_its_card_and_can_be_taken_back(box: Path, taken: Path) -> None:
    before = read_content(box)
    said = run("photo", "mine", "p01", taken)
    assert (said.exit_code, said.output) == (0, "p01 has its picture now.\n")
    kept = box / "pictures" / "p01.jpg"
    assert b"A camera" in taken.read_bytes()
    assert b"A camera" not in kept.read_bytes()
    with Image.open(kept) as picture:
        assert max(picture.size) <= LONGEST_SIDE
        assert 0.6 < picture.width / picture.height / (CARD[0] / CARD[1]) < 1.5
    assert read_content(box) == before
    assert run("check", box).exit_code == 0
    assert run("back", "mine").exit_code == 0
    assert not kept.exists()


def test_the_newest_picture_of_a_card_is_the_only_one(box: Path, taken: Path) -> None:
    (box / "pictures").mkdir()
    Image.new("RGB", (40, 60)).save(box / "pictures" / "p01.png")
    assert run("photo", "mine", "p01", taken).exit_code == 0
    assert [file.name for file in (box / "pictures").iterdir()] == ["p01.jpg"]


@pytest.mark.parametrize("card", ["p01", "the humming van", "La furgoneta que zumba"])
def test_a_card_is_named_by_its_id_or_by_what_it_is_called(box: Path, taken: Path, card: str) -> None:
    assert run("photo", "mine", card, taken).output == "p01 has its picture now.\n"


def test_what_cannot_be_is_said_and_changes_nothing(box: Path, taken: Path, tmp_path: Path) -> None:
    lockers, file, odd = user_folder() / "lockers", tmp_path / "box.json", tmp_path / "photo.heic"
    assert run("export", "lanternhead", lockers).exit_code == run("export", box, file).exit_code == 0
    odd.write_bytes(b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic")
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(taken.read_bytes()[:900])
    for words, said in (
        (
            ("manhattan_nights", "p01", taken),
            "manhattan_nights comes with the companion and stays as it is; copy it first.",
        ),
        (("mine", "nothing", taken), "nothing: nothing in the box is called so"),
        (("lockers", "Tin locker", taken), "several things in the box are called so; name the id of one"),
        ((file, "p01", taken), "is one file and holds no pictures"),
        (("mine", "p01", odd), "is HEIC, which cannot be read here"),
        (("mine", "p01", broken), "is a picture that is damaged"),
    ):
        found = run("photo", *words)
        assert (found.exit_code, said in found.output) == (2, True), found.output
    assert not (box / "pictures").exists()


def test_a_photo_is_kept_whole_where_no_card_can_be_found(
    box: Path, taken: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = tmp_path / "plain.png"
    Image.new("RGBA", (300, 200), "white").save(plain)
    assert "no card was found in it" in run("photo", "mine", "p01", plain).output
    monkeypatch.setattr(keeping, "find_spec", lambda name: None)
    monkeypatch.setattr(packs, "find_spec", lambda name: None)
    assert "with [camera] installed" in run("photo", "mine", "p01", taken).output
    with Image.open(box / "pictures" / "p01.jpg") as kept:
        assert kept.size == (1200, 900)


def test_a_photo_tells_in_a_terminal_which_card_it_is(
    box: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    r, there = Random(9), [row["id"] for row in read_content(box).data["police_cards"]][:4]
    file, fronts = tmp_path / "drawn.jpg", pictured(r, 4)
    file.write_bytes(jpeg(drawn_photo(fronts[2], r, turned=True)))
    said = run("recognise", "mine", "police_cards", file)
    assert (said.exit_code, "no card has a picture yet" in said.output) == (2, True)
    for id_, front in zip(there, fronts, strict=True):
        keep_picture(box, id_, jpeg(front.convert("RGB")))
    said = run("recognise", "mine", "Cartas de policía", file)
    assert said.exit_code == 0, said.output
    lines = said.output.splitlines()
    assert len(lines) == 3
    assert f"({there[2]})" in lines[0]
    assert "%" in lines[0]
    Image.new("RGB", (300, 200), "white").save(file)
    for words, why in (
        (("mine", "police_cards", file), "No card of this deck is seen in the photo"),
        (("mine", "dancers", file), "There is no deck dancers in this box. There is: "),
    ):
        said = run("recognise", *words)
        assert (said.exit_code, why in said.output) == (2, True), said.output
    monkeypatch.setattr(packs, "can_straighten", lambda: False)
    assert "Install the companion with [camera]" in run("recognise", "mine", "police_cards", file).output


def test_a_photo_of_the_board_is_squared_up_unless_what_is_found_is_only_a_part_of_it(tmp_path: Path) -> None:
    r = Random(3)
    taken, four = photo(card(r), r)
    (left, top), (right, bottom) = four.min(axis=0), four.max(axis=0)
    near = taken.crop((int(left) - 60, int(top) - 60, int(right) + 60, int(bottom) + 60))
    far = Image.new("RGB", (near.width * 2, near.height * 2), "#303840")
    far.paste(near, (near.width // 2, near.height // 2))
    near.save(tmp_path / "near.png")
    far.save(tmp_path / "far.png")
    assert straightened(near) is not None
    assert straightened(far) is not None
    path = new_box(load_game("newyork"), "Ours")
    assert keep_photo(path, BOARD, tmp_path / "near.png")
    assert not keep_photo(path, BOARD, tmp_path / "far.png"), "it is something printed on the board"
    assert card_called(load_game("newyork"), path, read_content(path), "tablero") == BOARD
    assert set(pictures_of(path)) == {BOARD}
