"""``python -m tests.bench --only photos``: what became of the dice and cards of a folder, which is drawn here."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.packs.photos.recognition import CardMatch, Recognised
from hardware import bench
from hardware.camera.frames import Picture
from tests.bench.__main__ import bench as command
from tests.bench.photos import LEARNED_AT, card_named
from tests.bench.recognition import pictured

THROWN = {"kind": "red", "lean": 0, "touching": False}


def tray() -> Picture:
    picture = np.full((720, 1280, 3), bench.FELT, np.uint8)
    picture += np.random.default_rng(1).integers(0, 6, picture.shape, np.uint8)
    return picture


def drawn(*dice: tuple[int, float, float]) -> Picture:
    picture = tray()
    for face, x, y in dice:
        bench._draw(picture, face, x, y, 0.3)
    return picture


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One set-up with a throw of three dice, one of them labelled wrong; a kind that shows nothing; and two cards."""
    setup = tmp_path / "renders" / "00"
    setup.mkdir(parents=True)
    cv2.imwrite(str(setup / "empty.jpg"), tray())
    left, top = LEARNED_AT
    for face in range(1, 7):
        part = np.s_[top : top + 320, left : left + 320]
        cv2.imwrite(str(setup / f"learn-red-{face}.jpg"), drawn((face, 640, 360))[part])
        cv2.imwrite(str(setup / f"learn-black-{face}.jpg"), tray()[part])
    cv2.imwrite(str(setup / "throw-00.jpg"), drawn((3, 300, 300), (5, 640, 300), (6, 900, 400)))
    throw = [
        THROWN | {"face": 3, "x": 300, "y": 300},
        THROWN | {"face": 4, "x": 640, "y": 300},
        THROWN | {"face": 6, "x": 900, "y": 400, "lean": 20},
        THROWN | {"face": 1, "x": 200, "y": 600, "kind": "black"},
    ]
    page = {"00": {"kinds": ["red", "black"], "throws": [throw]}}
    (tmp_path / "renders" / "renders.json").write_text(json.dumps(page))
    labels = {}
    for n, front in enumerate(pictured(Random(1), 2)):
        for learned in (True, False):
            table = Image.new("RGB", (1100, 1100), (40, 60, 50))
            table.paste(front.convert("RGB"), (300, 200))
            file, box = f"{n}-{learned}.png", [300, 200, 300 + front.width, 200 + front.height]
            table.save(tmp_path / file)
            labels[file] = {"card": str(n), "box": box, "learn": learned}
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[str, str]:
    with pytest.raises(SystemExit) as end:
        command(["--only", "photos", "--game", "thousand", "--json", *more])
    assert not end.value.code
    return capsys.readouterr()


@pytest.mark.long
def test_a_row_says_what_became_of_each_set(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = run(capsys, "--photos", str(folder))
    assert err == ""
    rows = {one["name"]: (round(one["value"]), one["note"]) for one in json.loads(out)["measures"]}
    assert rows["photos.renders.00"] == (
        33,
        "1 of 3 right; passed on: 1 not learned (black 1: none); wrong: 1",
    )
    assert rows["photos.renders.leaning"] == (100, "1 accepted")
    assert rows["photos.cards"] == (100, "2 of 2 right; passed on: none; wrong: 0")
    assert rows["photos.cards.foreign"] == (100, "1 of 1 right; passed on: none; wrong: 0")
    assert re.match(r"said right: 0.9 to 1.0 \(0.9\d on average\): 2 of 2;", rows["photos.cards.said"][1])


def test_a_set_up_says_which_faces_its_dice_have(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "renders" / "renders.json"
    page = json.loads(file.read_text())
    page["00"] |= {"kinds": ["red"], "faces": {"red": ["3", "5", "6"]}}
    file.write_text(json.dumps(page))
    for face in (1, 2, 4):
        (file.parent / "00" / f"learn-red-{face}.jpg").unlink()
    out, _ = run(capsys, "--photos", str(folder))
    (row,) = (one for one in json.loads(out)["measures"] if one["name"] == "photos.renders.00")
    assert row["note"] == "1 of 3 right; passed on: 1 not seen; wrong: 1"


@pytest.mark.parametrize(
    ("card", "rank", "likely", "became"),
    [
        ("9H", "9", ["9H", "TH"], "right"),
        ("9H", "9", ["TH", "9H"], "second"),
        ("9H", "9", ["TH"], "wrong"),
        (None, "9", ["9D", "TH"], "right"),
        (None, "9", ["TH"], "wrong"),
        (None, "9", [], "no card"),
    ],
)
def test_a_card_whose_suit_nobody_has_checked_is_right_by_its_rank(
    card: str | None, rank: str, likely: list[str], became: str
) -> None:
    found = Recognised([CardMatch(one, 0.5) for one in likely], 0.9)
    assert card_named({"card": card, "rank": rank}, found) == became


def test_without_a_folder_a_sentence_asks_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = run(capsys)
    assert json.loads(out)["measures"] == []
    assert err == "companion: Not measured: photos. Name the folder of pictures: --photos.\n"
