"""Learning the dice, and the file that keeps them: whatever is wrong with it is one sentence."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from companion.core.texts import plain
from companion.games.registry import game_names, load_game
from companion.language import Language
from companion.session.tray import colour_name
from hardware.camera.learning import BadSample, DiceLearning
from hardware.camera.reader import TrainingSession
from hardware.camera.templates import BadDiceFile, Learned, kinds_of, load, save
from hardware.camera.training.drawings import GRID
from tests import daily
from tests.hardware.camera.solids import dice
from tests.hardware.camera.trays import Camera, Light, Placed, project, render

SIDES = {name: tuple(sides) for name, sides in dice()["newyork"].items()}
EMPTY = render([], Light(seed=1), Camera())


def blue(face: str, x: float = 0.3, y: float = -0.2) -> Placed:
    return Placed("blue1", SIDES["blue1"], face, x, y, 0.5)


def seen(*placed: Placed, seed: int = 2, hand: bool = False) -> np.ndarray:
    return render(list(placed), Light(seed=seed), Camera(), hand)


@pytest.fixture
def learning() -> DiceLearning:
    return DiceLearning({"blue1": SIDES["blue1"]}, EMPTY)


def test_every_face_is_asked_for_once(learning: DiceLearning) -> None:
    assert [task.face for task in learning.tasks] == ["MENT", "PHYS", "SOC", "WILD"]
    for n, task in enumerate(learning.tasks):
        assert learning.take(seen(blue(task.face), seed=n)) == task
    assert learning.next is None
    (kind,) = learning.learned().kinds
    assert kind.dice == ("blue1",)
    assert kind.across == pytest.approx(56 * 19 / 18, rel=0.1)
    assert kind.upper == pytest.approx(kind.across, rel=0.02)


@pytest.mark.parametrize(
    ("placed", "code"),
    [
        ((), "none"),
        ((blue("MENT"), blue("PHYS", 3)), "several"),
        ((blue("MENT", 8, 3),), "aside"),
        ((Placed("blue1", ("MENT", "PHYS", "SOC", "WILD"), "MENT", 0.3, -0.2, 0.5),), "torn"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_what_is_wrong_in_the_tray_is_said(learning: DiceLearning, placed: tuple[Placed, ...], code: str) -> None:
    with pytest.raises(BadSample) as no:
        learning.take(seen(*placed))
    assert no.value.code == code
    assert learning.next == learning.tasks[0]


def test_a_die_of_four_sides_cannot_be_read() -> None:
    sides = ("MENT", "PHYS", "SOC", "WILD")
    with pytest.raises(BadSample) as no:
        DiceLearning({"blue1": sides}, EMPTY).take(seen(Placed("blue1", sides, "MENT", 0.3, -0.2, 0.5)))
    assert no.value.code == "pointed"


@pytest.mark.parametrize("name", ["black", "white"])
@pytest.mark.parametrize("face", "1256")
def test_a_die_of_the_colour_of_the_tray_is_told_to_choose_another_ground(name: str, face: str) -> None:
    """Whatever is left of it in the picture: nothing, its pips alone, or a part."""
    ground, pips = ((26, 26, 28), (225, 225, 225)) if name == "black" else ((214, 220, 222), (30, 30, 30))
    empty = np.full((720, 1280, 3), ground, np.uint8)
    empty += np.random.default_rng(1).integers(0, 6, empty.shape, np.uint8)
    shown = empty.copy()
    cv2.fillPoly(shown, [np.array([(612, 334), (664, 334), (664, 386), (612, 386)])], [c + 9 for c in ground])
    for a, b in GRID[int(face)]:
        cv2.circle(shown, (638 + 14 * a, 360 + 14 * b), 5, pips, cv2.FILLED, cv2.LINE_AA)
    learning = DiceLearning({f"{name}1": tuple("123456")}, empty)
    with pytest.raises(BadSample) as no:
        learning.take(shown)
    assert "another ground" in plain(no.value.text)


@pytest.mark.parametrize(("pitch", "straight"), [(0.06, True), (0.4, False), (-0.4, False)])
def test_a_camera_that_looks_from_the_side_is_noticed_while_dice_are_learned(pitch: float, straight: bool) -> None:
    """One that hangs as crooked as people hang one is not; of six faces most tell one that is tipped by 23 degrees."""
    camera, sides, refused = Camera(pitch=pitch), tuple("123456"), list[str]()
    lines = [(float(project(np.array([[0.0, y, 0.5]]), camera)[0, 1]), y) for y in np.linspace(-12, 12, 241)]
    middle = min(lines, key=lambda one: abs(one[0] - 360))[1]
    for n, face in enumerate(sides):
        die = Placed("die1", sides, face, 0.1 * n, middle, 1.1 * n)
        learning = DiceLearning({"die1": sides}, render([], Light(seed=1), camera))
        try:
            learning.take(render([die], Light(seed=n + 2), camera))
        except BadSample as no:
            refused.append(no.code)
    assert refused == [] if straight else refused.count("oblique") == len(refused) >= 4


def test_the_same_face_twice_is_noticed(learning: DiceLearning) -> None:
    learning.take(seen(blue("MENT")))
    with pytest.raises(BadSample) as no:
        learning.take(seen(blue("MENT", 0.6, 0.1), seed=9))
    assert no.value.code == "alike"
    learning.take(seen(blue("PHYS")))


def test_a_die_of_another_size_is_noticed(learning: DiceLearning) -> None:
    learning.take(seen(blue("MENT")))
    with pytest.raises(BadSample) as no:
        learning.take(seen(Placed("placement", tuple(map(str, range(1, 13))), "4", 0, 0, 0)))
    assert no.value.code == "size"


def test_a_lesson_asks_and_says_what_it_has_seen() -> None:
    training, said, now = TrainingSession(load_game("thousand")), [], 0.0

    def show(*placed: Placed) -> None:
        nonlocal now
        for n in range(4):
            now += 0.25
            said.extend(plain(text) for text in training.feed(seen(*placed, seed=n), now))

    show()
    for face in "123456":
        show(Placed("die1", tuple("123456"), face, 0.2, 0.3, 1))
        show()
    assert training.learned is not None
    assert said[0].endswith(": 1.")
    assert said[1] == "Seen: 1 of 6."
    assert said[2].endswith(": 2.")
    assert said[-1] == "Seen: 6 of 6."


@pytest.mark.long
@pytest.mark.parametrize("name", ["newyork", "crash"] if daily.everything else ["newyork"])
def test_the_dice_of_a_game_are_learned_in_two_minutes(name: str) -> None:
    """By somebody who takes five seconds to turn a die to the next face, or to take the next one."""
    training, said, now = TrainingSession(load_game(name)), list[str](), 0.0

    def look(picture: np.ndarray) -> None:
        nonlocal now
        now += 0.25
        said.extend(plain(text) for text in training.feed(picture, now))

    while not said:
        look(EMPTY)
    for die, sides in dice()[name].items():
        if die[-1] not in "23":
            for face in dict.fromkeys(sides):
                lying = Placed(die, tuple(sides), face, 0.2, 0.3, 1)
                turned, lies = seen(lying, hand=True), seen(lying, seed=3)
                for n in range(20):
                    look(turned if n % 2 else lies)
                so_far = len(said)
                while len(said) == so_far:
                    look(lies)
    assert training.learned is not None
    assert now < 120


def test_a_wrong_face_is_shown_again() -> None:
    training, said, now = TrainingSession(load_game("thousand")), [], 0.0

    def show(face: str) -> None:
        nonlocal now
        placed = [Placed("die1", tuple("123456"), face, 0.2, 0.3, 1)] if face else []
        for n in range(4):
            now += 0.25
            said.extend(plain(text) for text in training.feed(seen(*placed, seed=n), now))

    assert training.back() == []
    show("")
    show("5")
    assert [plain(text)[-3:] for text in training.back()] == [" 1."]
    show("5")
    assert len(said) == 3
    show("1")
    assert said[-2:] == ["Seen: 1 of 6.", said[0].replace(": 1.", ": 2.")]


def test_what_was_learned_can_be_kept(newyork: Learned, tmp_path: Path) -> None:
    file = tmp_path / "folder" / "dice.npz"
    save(newyork, file)
    again = load(file)
    assert again.dice == newyork.dice
    assert np.array_equal(again.empty, newyork.empty)
    for kind, other in zip(newyork.kinds, again.kinds, strict=True):
        assert (kind.name, kind.sides, kind.across) == (other.name, other.sides, other.across)
        assert all(np.array_equal(kind.faces[face], other.faces[face]) for face in kind.faces)
    assert os.listdir(file.parent) == ["dice.npz"]


def changed(file: Path, **pages: object) -> None:
    """Write the file anew, with other fields in its page, or without some of its pictures."""
    with np.load(file) as archive:
        arrays = {name: archive[name] for name in archive.files if name not in pages}
    page = msgspec.json.decode(bytes(arrays["page"])) | {name: value for name, value in pages.items() if value}
    arrays["page"] = np.frombuffer(msgspec.json.encode(page), np.uint8)
    np.savez(file, **arrays)


@pytest.fixture
def kept(newyork: Learned, tmp_path: Path) -> Path:
    file = tmp_path / "dice.npz"
    save(newyork, file)
    return file


def why(file: Path) -> str:
    with pytest.raises(BadDiceFile) as no:
        load(file)
    return plain(no.value.text)


def test_without_a_file_nothing_was_learned(tmp_path: Path) -> None:
    assert why(tmp_path / "none.npz").startswith("No dice have been learned yet")


@pytest.mark.parametrize("data", [b"", b"no archive", b"PK\x03\x04 half of one"], ids=["empty", "text", "cut"])
def test_what_is_no_such_file(kept: Path, data: bytes) -> None:
    kept.write_bytes(data)
    assert "is damaged, or holds no learned dice" in why(kept)


@pytest.mark.parametrize("part", [0.2, 0.5, 0.9, 0.999])
def test_a_file_that_was_cut_off(kept: Path, part: float) -> None:
    data = kept.read_bytes()
    kept.write_bytes(data[: int(part * len(data))])
    assert "is damaged" in why(kept)


def test_a_file_with_a_flipped_bit(kept: Path) -> None:
    data = bytearray(kept.read_bytes())
    data[len(data) // 2] ^= 4
    kept.write_bytes(data)
    assert "is damaged" in why(kept)


def test_a_file_of_another_version(kept: Path) -> None:
    changed(kept, version=7)
    assert "another version" in why(kept)


def test_a_file_without_a_face(kept: Path) -> None:
    changed(kept, **{"red-1": None})
    assert "the face MENT of red is missing" in why(kept)


def test_a_file_without_the_tray(kept: Path) -> None:
    changed(kept, empty=None)
    assert "is damaged" in why(kept)


def test_a_file_in_which_a_field_makes_no_sense(kept: Path) -> None:
    changed(kept, felt=[1.0])
    assert "is damaged" in why(kept)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert "cannot be read" in why(tmp_path)


@pytest.mark.parametrize("name", [name for name in game_names() if load_game(name).rules.dice])
def test_every_die_is_asked_for_in_the_words_of_its_game(name: str) -> None:
    """In Spanish no die is called by its id; those of Crash & Grab as its rulebook calls them."""
    game, say = load_game(name), Language("es").say
    for kind in kinds_of(game.rules.dice):
        assert say(colour_name(kind)) != kind
    training = TrainingSession(game)
    training.feed(EMPTY, 0.0)
    (wanted,) = training.feed(EMPTY, 1.0)
    kind = {"crash": "de colocación", "thousand": "normal", "newyork": "azul"}[name]
    assert say(wanted).startswith(f"Pon un dado {kind} en el centro de la bandeja, con esta cara hacia arriba: ")
