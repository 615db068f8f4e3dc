"""The dice tray: readings, taps and buttons become one whole roll."""

from __future__ import annotations

import pytest

from companion.core.refusals import Refused
from companion.core.texts import plain
from companion.language import Language
from companion.session.tray import DiceTray, colour_of, face_of, numbers_of
from companion.table.log import DieRead, ReadingId
from tests.hardware.helpers import GAME_DICE

DICE = ["blue1", "red1", "red2"]


@pytest.fixture
def tray() -> DiceTray:
    return DiceTray(DICE, GAME_DICE)


def reading(die: str, number: int, *, throw: int = 1, boot: str = "b1", seq: int = 1, **more: object) -> DieRead:
    event = DieRead("serial", die, colour_of(die), number, throw=str(throw), origin=ReadingId("S1", boot, seq))
    return DieRead(**{name: getattr(event, name) for name in event.__struct_fields__} | more)  # type: ignore[arg-type]


def test_the_number_of_a_side_becomes_its_face() -> None:
    assert list(GAME_DICE["red1"]) == ["PHYS", "PHYS", "PHYS", "MENT", "SOC", "WILD"]
    assert list(GAME_DICE["blue3"]) == ["MENT", "MENT", "MENT", "PHYS", "SOC", "WILD"]
    assert list(GAME_DICE["yellow2"]) == ["SOC", "SOC", "SOC", "MENT", "PHYS", "WILD"]
    assert list(GAME_DICE["grey1"]) == ["MENT", "MENT", "PHYS", "PHYS", "SOC", "SOC"]
    assert face_of(GAME_DICE["red1"], 4) == "MENT"
    assert face_of(GAME_DICE["red1"], 0) is None
    assert face_of(GAME_DICE["red1"], 7) is None
    assert face_of(GAME_DICE["red1"], 4, printed=8) is None
    assert numbers_of(GAME_DICE["grey1"], "PHYS") == [3, 4]


def test_a_roll_that_is_read_die_by_die(tray: DiceTray) -> None:
    assert tray.missing == DICE
    assert tray.take(reading("red1", 6)).die == "red1"
    assert tray.take(reading("blue1", 1)).die == "blue1"
    assert (tray.missing, tray.ready, tray.cursor) == (["red2"], False, "red2")
    tray.take(reading("red2", 4))
    assert tray.ready
    assert tray.cursor is None
    assert tray.faces() == {"blue1": "MENT", "red1": "WILD", "red2": "MENT"}
    assert tray.source == "serial"
    assert len(tray.readings) == 3


def test_dice_of_a_colour_fill_in_order(tray: DiceTray) -> None:
    """Red die 3 lies on the table, although 1 and 2 were asked for: reds are alike."""
    assert tray.take(reading("red3", 1)).die == "red1"
    assert tray.take(reading("red1", 5)).die == "red2"
    assert tray.take(reading("red2", 6)).outcome == "extra"
    assert tray.slots["red1"].face == "PHYS"


def test_what_people_confirm_or_correct_teaches_and_what_nobody_touched_does_not(tray: DiceTray) -> None:
    tray.take(reading("red1", 6, seq=1, confidence=300))
    tray.take(reading("red2", 4, seq=2))
    tray.take(reading("blue1", 1, seq=3))
    tray.confirm("red1")
    tray.set_face("blue1", "WILD")
    assert tray.taught == [(ReadingId("S1", "b1", 3), 6), (ReadingId("S1", "b1", 1), 6)]


def test_two_corrected_dice_of_a_colour_teach_nothing_for_nobody_knows_which_is_which(tray: DiceTray) -> None:
    tray.take(reading("red1", 0, seq=1))
    tray.take(reading("red2", 0, seq=2))
    tray.set_face("red1", "SOC")
    assert tray.taught == [(ReadingId("S1", "b1", 1), 5)]
    tray.set_face("red2", "MENT")
    assert tray.taught == []


def test_a_die_that_two_readers_saw_teaches_neither(tray: DiceTray) -> None:
    tray.take(reading("red1", 6, seq=1, alike=True))
    tray.take(reading("red1", 4, origin=ReadingId("S2", "b", 1), alike=True))
    tray.set_face("red1", "MENT")
    assert tray.taught == []


def test_a_die_goes_to_the_place_of_its_own_name(tray: DiceTray) -> None:
    assert tray.take(reading("red2", 1)).die == "red2"
    assert tray.take(reading("red1", 1)).die == "red1"


def test_dice_that_are_known_by_colour_only(tray: DiceTray) -> None:
    for face in ("PHYS", "WILD"):
        tray.read("red", face)
    assert tray.read("red", "SOC").outcome == "extra"
    assert [tray.slots[die].face for die in DICE] == [None, "PHYS", "WILD"]
    tray.clear("red1")
    assert tray.read("red", "SOC").die == "red1"
    assert tray.slots["red2"].face == "WILD"


def test_a_die_that_settles_again_in_the_same_throw_is_read_again(tray: DiceTray) -> None:
    for die in DICE:
        tray.take(reading(die, 1))
    assert tray.ready
    assert tray.take(reading("red1", 6)).outcome == "replaced"
    assert tray.faces()["red1"] == "WILD"


def test_what_lies_on_the_table_counts_while_the_roll_is_not_whole(tray: DiceTray) -> None:
    tray.take(reading("red1", 1))
    assert tray.take(reading("red1", 6, throw=2)).outcome == "replaced"
    assert tray.slots["red1"].face == "WILD"


def test_the_first_whole_roll_counts(tray: DiceTray) -> None:
    for die in DICE:
        tray.take(reading(die, 1))
    late = tray.take(reading("red1", 6, throw=2))
    assert late.outcome == "closed"
    assert late.text is not None
    assert "complete" in plain(late.text)
    assert tray.faces()["red1"] == "PHYS"
    assert tray.take(reading("red3", 6, throw=2)).outcome == "closed"
    tray.clear("red1")
    assert tray.take(reading("red1", 6, throw=3)).outcome == "placed"
    assert tray.faces()["red1"] == "WILD"


def test_the_same_throw_number_after_a_reboot_is_another_throw(tray: DiceTray) -> None:
    for die in DICE:
        tray.take(reading(die, 1))
    assert tray.take(reading("red1", 6, boot="b2")).outcome == "closed"


def test_without_throw_numbers_two_seconds_make_a_throw(tray: DiceTray) -> None:
    for die in DICE:
        tray.read(die, tray.sides[die][0], at=10.0)
    assert tray.read("red1", "WILD", at=11.0).outcome == "replaced"
    assert tray.read("red1", "SOC", at=14.0).outcome == "closed"


@pytest.mark.parametrize(
    "doubtful",
    [
        reading("red1", 0),
        reading("red1", 6, confidence=699),
        reading("red1", 6, crooked=True),
        reading("red1", 6, sides=8),
        reading("red1", 7),
    ],
    ids=["unknown face", "little confidence", "crooked", "another number of sides", "no such side"],
)
def test_nothing_is_guessed(tray: DiceTray, doubtful: DieRead) -> None:
    taken = tray.take(doubtful)
    assert taken.text is not None
    for die in ("blue1", "red2"):
        tray.take(reading(die, 1))
    assert tray.doubts == ["red1"]
    assert not tray.ready
    assert tray.cursor == "red1"
    with pytest.raises(Refused, match="1 die has no certain face"):
        tray.faces()
    tray.set_face("red1", "SOC")
    assert tray.faces()["red1"] == "SOC"


def test_a_doubtful_face_can_be_confirmed_if_there_is_one(tray: DiceTray) -> None:
    tray.take(reading("red1", 6, crooked=True))
    tray.take(reading("red2", 0))
    tray.confirm("red1")
    assert (tray.slots["red1"].state, tray.slots["red1"].face) == ("given", "WILD")
    assert tray.corrected == []
    with pytest.raises(Refused, match="nothing to confirm"):
        tray.confirm("red2")


def test_a_doubtful_die_may_be_rolled_again(tray: DiceTray) -> None:
    for die, number in (("blue1", 1), ("red1", 0), ("red2", 1)):
        tray.take(reading(die, number))
    assert tray.take(reading("red1", 4, throw=2)).outcome == "replaced"
    assert tray.faces()["red1"] == "MENT"


def test_a_person_is_right(tray: DiceTray) -> None:
    tray.take(reading("red1", 1))
    tray.set_face("red1", "WILD")
    assert tray.corrected == ["red1"]
    assert tray.take(reading("red1", 1)).outcome == "kept"
    assert tray.slots["red1"].face == "WILD"
    assert tray.take(reading("red1", 5, throw=2)).outcome == "replaced"
    assert tray.slots["red1"].face == "SOC"


def test_a_face_set_before_the_reader_saw_that_die_stays_too(tray: DiceTray) -> None:
    tray.set_face("red1", "WILD")
    assert tray.take(reading("red1", 1)).outcome == "kept"
    assert tray.missing == ["blue1", "red2"]


def test_all_sources_in_one_roll(tray: DiceTray) -> None:
    tray.take(reading("blue1", 1))
    tray.set_face("red1", "PHYS", "gpio")
    assert tray.source == "gpio"
    tray.set_face("red2", "SOC", "wire")
    assert tray.sources == {"serial", "gpio", "wire"}
    tray.set_face("red2", "SOC", "touch")
    assert tray.source == "touch"
    assert tray.faces() == {"blue1": "MENT", "red1": "PHYS", "red2": "SOC"}


def test_clear_last_goes_back_die_by_die(tray: DiceTray) -> None:
    tray.take(reading("red1", 1))
    tray.set_face("blue1", "SOC")
    tray.set_face("red2", "SOC")
    tray.set_face("blue1", "WILD")
    assert [tray.clear_last() for _ in range(4)] == ["blue1", "red2", "red1", None]
    assert tray.missing == DICE
    assert tray.sources == set()


def test_the_cursor_can_be_moved(tray: DiceTray) -> None:
    assert tray.cursor == "blue1"
    tray.select_next()
    assert tray.cursor == "red1"
    tray.set_face("red1", "PHYS")
    assert tray.cursor == "blue1"
    tray.select("red1")
    assert tray.cursor == "red1"
    tray.set_face("red1", "SOC")
    tray.select("red2")
    tray.select_next()
    assert tray.cursor == "blue1"


@pytest.mark.parametrize(("die", "face"), [("red3", "PHYS"), ("red1", "SEVEN")])
def test_what_there_is_not_is_refused(tray: DiceTray, die: str, face: str) -> None:
    with pytest.raises(Refused) as refused:
        tray.set_face(die, face)
    assert refused.value.code == "unknown"
    assert tray.missing == DICE


def test_dice_of_other_games() -> None:
    """Numbers as faces, a die without a number in its name, more than six sides."""
    sides = {"white1": [str(n) for n in range(1, 7)], "white2": [str(n) for n in range(1, 7)], "saucer": ["A"] * 8}
    tray = DiceTray(list(sides), sides)
    tray.take(reading("white2", 6))
    tray.take(reading("white1", 1))
    tray.take(reading("saucer", 8, sides=8))
    assert tray.take(reading("saucer", 2)).outcome == "replaced"
    assert tray.faces() == {"white1": "1", "white2": "6", "saucer": "A"}


def test_people_are_told_the_colour_of_a_die_in_their_language():
    tray = DiceTray(["red1"], {"red1": ["PHYS", "MENT"]})
    taken = tray.read("red1", None)
    assert Language("en").say(taken.text) == "The red die is not certain: what does it show?"
    assert Language("es").say(taken.text) == "El dado rojo no está claro: ¿qué muestra?"


def numbers() -> DiceTray:
    return DiceTray(["placement"], {"placement": range(1, 13)})


def test_sides_that_are_numbers_are_numbers_in_the_roll() -> None:
    tray = numbers()
    tray.set_face("placement", "11")
    assert tray.faces() == {"placement": 11}


def test_a_die_of_no_colour_is_known_by_its_number_of_sides() -> None:
    tray = numbers()
    assert tray.take(DieRead("serial", "red1", "red", 4, sides=6)).outcome == "extra"
    assert tray.take(DieRead("serial", "d12", "white", 7, sides=12)).outcome == "placed"
    assert tray.faces() == {"placement": 7}


def test_any_six_sided_dice_will_do_where_dice_have_no_colour() -> None:
    dice = [f"die{n}" for n in range(1, 7)]
    tray = DiceTray(dice, {die: range(1, 7) for die in dice})
    for n, die in enumerate(("red1", "red2", "blue1", "white", "d6", "die1"), 1):
        assert tray.take(DieRead("serial", die, colour_of(die), n, sides=6)).outcome == "placed"
    assert sorted(tray.faces().values()) == [1, 2, 3, 4, 5, 6]
    unclear = DiceTray(dice, {die: range(1, 7) for die in dice}).read("die1", None)
    assert Language("en").say(unclear.text) == "The plain die is not certain: what does it show?"
    assert Language("es").say(unclear.text) == "El dado normal no está claro: ¿qué muestra?"
