"""Pips read by the network: the drawings it is trained from, what it makes of them, and what it adds to templates."""

from __future__ import annotations

from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from companion.core.texts import plain
from hardware.camera import pips, reader
from hardware.camera.checks import ReaderState
from hardware.camera.faces import SURE, Blob, Candidate, FaceReader, Read, _flat_reach, agreed, find, has_pips
from hardware.camera.frames import MotionDetector, Tray
from hardware.camera.pips import NETWORK, NoNetwork, PipRead, PipReader
from hardware.camera.templates import Learned
from hardware.camera.training import drawings
from hardware.camera.training.drawings import DRAWN, UNKNOWN, Drawing, View, drawing
from hardware.camera.watcher import HAND, Watcher, _piece
from tests.hardware.camera.evenings import learn, rest
from tests.hardware.camera.solids import dice
from tests.hardware.camera.trays import Camera, Light, Placed, any_light, render

SIDES = tuple("123456")


@pytest.fixture(scope="module")
def network() -> PipReader:
    return PipReader()


def drawn(seed: int, count: int, *, alone: bool = False) -> list[Drawing]:
    random = np.random.default_rng(seed)
    return [drawing(random, alone=alone) for _ in range(count)]


# Drawings


def test_the_same_seed_draws_the_same() -> None:
    for one, other in zip(drawn(4, 20), drawn(4, 20), strict=True):
        assert np.array_equal(one.picture, other.picture)
        assert one[1:] == other[1:]
    assert not np.array_equal(drawn(4, 1)[0].picture, drawn(5, 1)[0].picture)


def test_every_face_is_drawn_and_dice_that_lie_flat_or_lean_and_what_cannot_be_read() -> None:
    many = drawn(6, 300)
    assert {one.face for one in many} == set(range(7))
    assert {one.leans for one in many} == {0, 1, UNKNOWN}
    assert min(sum(one.face == face for one in many) for face in range(7)) > 15


@pytest.mark.parametrize("face", range(1, 7))
def test_a_drawing_shows_as_many_pips_as_it_says(face: int) -> None:
    random = np.random.default_rng(face)
    style = drawings._style(random)._replace(
        body=np.full(3, 230.0), pip=np.full(3, 10.0), first=np.full(3, 10.0), symbols=False, marble=0.0, carved=0.0
    )
    view, picture = View(30.0, (0.0, 0.0), 0.0), np.full((DRAWN, DRAWN, 3), 230.0)
    body = drawings._body(face, 0.0, random)
    middle = view.project(np.array([[0.0, 0.0, 1.0]]))[0]
    drawings._paint(picture, body, style, view, 55 * 29, middle, np.array([0.0, 0.0, 1.0]), random)
    inner = picture[20:-20, 20:-20, 0]
    assert cv2.connectedComponents((inner < 90).astype(np.uint8))[0] - 1 == face


def test_drawings_it_did_not_learn_from_are_read_or_passed_on(network: PipReader) -> None:
    """Most faces are read and none is taken for another; of what shows no whole face, hardly anything."""
    middle, many = (pips.SIDE - 1) / 2, drawn(7_000_007, 250)
    said = [network.read(one.picture, middle, middle, pips.SIDE / pips.SPAN, one.slope) for one in many]
    sure = [(one.face, it.face) for one, it in zip(many, said, strict=True) if it.face and it.odds >= SURE]
    assert all(drawn in (0, read) for drawn, read in sure)
    assert sum(drawn > 0 for drawn, _ in sure) > 0.65 * sum(one.face > 0 for one in many)
    assert sum(drawn == 0 for drawn, _ in sure) < 0.1 * sum(one.face == 0 for one in many)


def test_dice_that_lean_are_told_from_flat_ones_also_if_they_lean_by_little(network: PipReader) -> None:
    """Half of these that lean do so by 8 to 20 degrees."""
    middle, many = (pips.SIDE - 1) / 2, [one for one in drawn(7_000_008, 300, alone=True) if one.leans != UNKNOWN]
    said = [network.read(one.picture, middle, middle, pips.SIDE / pips.SPAN, one.slope).leans for one in many]
    right = sum((leans or 0.0) > 0.5 for one, leans in zip(many, said, strict=True) if one.leans)
    flat = sum((leans or 0.0) < 0.5 for one, leans in zip(many, said, strict=True) if not one.leans)
    assert right > 0.6 * sum(one.leans == 1 for one in many) > 50
    assert flat > 0.95 * sum(one.leans == 0 for one in many) > 100


def test_a_quarter_turn_of_a_die_is_cut_out_as_if_the_picture_were_turned() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (90, 90, 3)).astype(np.uint8)
    for width in (20.0, 40.0):
        first = pips.prepared(noise, 44.5, 44.5, width, (0.2, -0.1))
        turned = pips.prepared(np.ascontiguousarray(np.rot90(noise)), 44.5, 44.5, width, (-0.1, -0.2))
        assert np.abs(first[1] - turned[0]).max() < 0.1
        assert np.abs(first[5] - turned[4]).max() < 0.1
        assert np.array_equal(first[: pips.QUARTERS], pips.prepared(noise, 44.5, 44.5, width, (0.2, -0.1), 4))


# Without the network


@pytest.mark.parametrize(
    "content",
    [None, b"", b"no network at all", NETWORK.read_bytes()[:100_000], NETWORK.read_bytes()[:-400]],
    ids=["missing", "empty", "another's", "cut", "its end cut"],
)
def test_a_network_that_cannot_be_used_is_one_sentence_and_the_reader_goes_on(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pips.onnx"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setattr(pips, "NETWORK", file)
    assert reader._pips(ReaderState(None)) is None
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{file} is missing or damaged")


def test_an_opencv_that_runs_no_networks_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(cv2, "dnn")
    with pytest.raises(NoNetwork) as no:
        PipReader()
    assert plain(no.value.text).startswith("This OpenCV runs no networks")


def test_without_it_dice_with_pips_are_read_by_templates(thousand: Learned) -> None:
    placed = [Placed("die1", SIDES, "4", -3, 1, 0.4), Placed("die2", SIDES, "6", 3, -1, 1.0)]
    watcher = Watcher(thousand, MotionDetector(0.0))
    rest(watcher, render(placed, Light(seed=5), Camera()))
    assert sorted(piece.read.face for piece in watcher.pieces if piece.confidence >= 700) == ["4", "6"]
    assert all(piece.read.leans is None for piece in watcher.pieces)


# With it


def test_only_dice_whose_learned_faces_are_pips_are_read_by_it(
    network: PipReader, thousand: Learned, newyork: Learned
) -> None:
    digits = learn(dice()["ordinary"], Random(4), Camera())
    assert [has_pips(kind, network) for kind in thousand.kinds] == [True]
    assert not any(has_pips(kind, network) for kind in (*newyork.kinds, *digits.kinds))


@pytest.mark.parametrize(("shone", "known"), [("14", True), ("146", False)])
def test_a_kind_of_which_two_faces_shone_while_they_were_learned_has_pips(
    network: PipReader, thousand: Learned, shone: str, known: bool
) -> None:
    (kind,) = thousand.kinds
    faces = dict(kind.faces) | {face: np.full_like(kind.faces[face], 190) for face in shone}
    assert has_pips(replace(kind, faces=faces), network) is known


def test_a_kind_whose_faces_were_learned_by_other_names_is_left_to_templates(
    network: PipReader, thousand: Learned
) -> None:
    (kind,) = thousand.kinds
    names = ("2", "1", "3", "4", "5", "6")
    swapped = dict(zip(names, kind.faces.values(), strict=True))
    assert not has_pips(replace(kind, faces=swapped), network)


@pytest.mark.parametrize(
    ("templates", "said", "wanted"),
    [
        (("4", 950), (4, 0.95), ("4", 950)),
        (("4", 350), (4, 0.6), ("4", 700)),
        (("4", 100), (4, 0.6), ("4", 100)),
        (("4", 100), (4, 0.9), ("4", 900)),
        (("4", 500), (5, 0.97), ("5", 970)),
        (("4", 696), (5, 0.9), ("4", 0)),
        (("4", 500), (5, 0.6), ("4", 0)),
        (("4", 900), (5, 0.9), ("4", 0)),
        (("4", 900), (5, 0.3), ("4", 900)),
        (("4", 500), (0, 0.9), ("4", 0)),
    ],
    ids=[
        "both are sure", "neither is, but they agree", "hardly anything", "only the network", "the network knows",
        "a reflection between four pips",
        "both doubt", "they contradict each other", "the network does not know", "nothing that can be read",
    ],
)  # fmt: skip
def test_what_templates_and_network_make_of_a_die(
    thousand: Learned, templates: tuple[str, int], said: tuple[int, float], wanted: tuple[str, int]
) -> None:
    found = Read(thousand.kinds[0], *templates, 0.0, 0.0, 0.0, 0.9, 0.9)
    read = agreed(found, PipRead(*said, 0.1))
    assert (read.face, read.confidence, read.leans) == (*wanted, 0.1)


@pytest.mark.parametrize("seed", range(4))
def test_dice_with_pips_are_read_and_those_that_lean_are_crooked(
    network: PipReader, thousand: Learned, seed: int
) -> None:
    random = Random(seed)
    placed = [
        Placed(f"die{n + 1}", SIDES, random.choice(SIDES), x, y, random.uniform(0, 6), lean, random.uniform(0, 6))
        for n, (x, y, lean) in enumerate(((-7, 3, 0), (-2, -3, 0), (2, 3, 0.45), (7, -3, 0), (7, 3, 0.45)))
    ]
    watcher = Watcher(thousand, MotionDetector(0.0), network)
    rest(watcher, render(placed, any_light(random, 0.7), Camera()))
    accepted = sorted(piece.read.face for piece in watcher.pieces if piece.confidence >= 700 and not piece.crooked)
    assert accepted == sorted(die.face for die in placed if not die.lean)
    assert sum(piece.crooked for piece in watcher.pieces) == 2


@pytest.mark.parametrize(
    ("leans", "part", "crooked"),
    [(0.1, 0.0, False), (0.1, 0.5, False), (0.4, 0.0, False), (0.4, 0.5, True), (0.9, 0.0, True)],
    ids=["flat", "flat, with a shadow", "perhaps", "perhaps, and it reaches far", "leaning"],
)
def test_a_shadow_at_an_outline_makes_no_die_lean_that_looks_flat(
    thousand: Learned, leans: float, part: float, crooked: bool
) -> None:
    """The outline reaches as far as that of a flat die, and to one side by a part of its width further."""
    (kind,) = thousand.kinds
    reach = _flat_reach(kind, (0.0, 0.0), 1024.0)[0]
    reach[20:26] += part * kind.across
    spot = Candidate(640, 360, (kind.across, kind.across), 0.0, (0.0, 0.0), True, True, reach, 1024.0)
    read = Read(kind, "4", 900, 640, 360, 0.0, 0.9, 0.9, leans)
    assert _piece(spot, read, seen=True).crooked is crooked


# At the edge


def test_a_chain_of_dice_that_reaches_the_edge_is_no_hand(network: PipReader, thousand: Learned) -> None:
    placed = [Placed(f"die{n + 1}", SIDES, face, 11.2 - 1.01 * n, 1.0, 0.0) for n, face in enumerate("352")]
    alone = Placed("die4", SIDES, "6", -5, -2, 0.7)
    watcher = Watcher(thousand, MotionDetector(0.0), network)
    rest(watcher, render([*placed, alone], Light(seed=3), Camera()))
    accepted = {piece.read.face for piece in watcher.pieces if piece.confidence >= 700 and not piece.crooked}
    assert watcher.status is not HAND
    assert {"6", "2"} <= accepted <= {"6", "2", "5", "3"}


IN_A_ROW = [Placed(f"die{n + 1}", SIDES, face, 7.0 + 1.6 * n, 3.4, 0) for n, face in enumerate("215")]
"""Three dice that touch, far from the middle, where much of their flanks is seen."""


def test_touching_dice_are_parted_into_as_many_as_can_be_read(network: PipReader, thousand: Learned) -> None:
    """Whether their outline was taken for fewer, or for more."""
    view = Tray(thousand.empty, thousand.felt).look(render(IN_A_ROW, Light(seed=5), Camera()))
    (blob,) = find(view, thousand.kinds).blobs
    assert (len(blob.spots), len(blob.more)) == (3, 4)
    reader = FaceReader(thousand.kinds, network)
    three = blob.spots
    for spots, more in ((three, blob.more), (three[:2], three), (three, [*three, three[0]])):
        read = [read.face for _, read in reader.read_all(view, Blob(spots, more)) if read is not None]
        assert sorted(read) == ["1", "2", "5"]


def test_a_hand_over_dice_is_a_hand(thousand: Learned) -> None:
    picture = render([Placed("die1", SIDES, "6", 0, 0, 0.7)], Light(seed=7), Camera(), hand=True)
    assert find(Tray(thousand.empty, thousand.felt).look(picture), thousand.kinds).hand
