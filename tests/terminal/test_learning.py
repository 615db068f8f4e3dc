"""A box that is known in part, by typing: what is new is told or done by hand, and the box of the owner keeps it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.answers import Draw, DrawUnknown
from companion.core.asks import DrawAsk
from companion.games.newyork.answers import WholeCard
from companion.packs.content import Content
from companion.packs.folder import read_content, write_content
from companion.packs.loader import new_box
from companion.session.telling import ANOTHER, TITLE
from tests.owner import DECKS, Owner
from tests.packs.disks import WHY, what_they_say
from tests.packs.test_told_in_play import HELD, city, mine, options, without_board, without_story
from tests.session.test_telling import GAME, Told
from tests.terminal.test_terminal import Sitting, number_of
from tests.ui.photographs import photograph_all


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    return Owner(tmp_path / "mine", *DECKS)


def sit(owner: Owner) -> Sitting:
    return drawing(Sitting(table=owner.table()))


def drawing(sitting: Sitting) -> Sitting:
    """Press Enter, or choose the first thing, until people draw a card."""
    for _ in range(60):
        if isinstance(sitting.table.ask, DrawAsk) and not sitting.table.can_deal:
            return sitting
        sitting.type("" if sitting.table.can_deal else "1")
    raise AssertionError("no card is ever drawn")


def test_how_much_is_known_stands_at_the_question(owner: Owner) -> None:
    assert "0 of 50 known. Type new for one that is not in the list." in sit(owner).type()


def test_a_card_is_told_question_by_question(owner: Owner) -> None:
    sitting = sit(owner)
    written = sitting.type("new", "1", "harlem", "", "soho", "")
    assert "Mafia on?" in written
    assert "Harlem" in written
    assert "Info on?" in written
    assert "What stands on it?" in written
    assert sitting.table.history.entries[-1].answer == Draw("mafia", "mafia_card_1")
    assert sitting.table.log[-2].row == {"id": "mafia_card_1", "mafia": "harlem", "info": None, "item": "soho"}


def test_the_choice_of_the_list_leads_there_too(owner: Owner) -> None:
    sitting = sit(owner)
    number = number_of(sitting.type(), "A card that is not in the list")
    assert "We do what it says" in sitting.type(number)


def test_what_is_known_is_drawn_by_its_number(owner: Owner) -> None:
    sitting = sit(owner)
    sitting.type("new", "1", "harlem", "", "", "")
    sitting.type("u")
    number = number_of(sitting.type(), "Harlem")
    sitting.type(number)
    assert sitting.table.history.entries[-1].answer == Draw("mafia", "mafia_card_1")


def test_a_police_card_with_an_effect(tmp_path: Path) -> None:
    sitting = sit(Owner(tmp_path / "mine", "police_cards"))
    effect = number_of(sitting.type("new", "1", "soho", "Rat"), "+ The alert changes")
    written = sitting.type("1", "soho", "Rat", effect, "2", "", "")
    learned = sitting.table.log[-2]
    assert learned.row is not None, written
    assert learned.row["event"]["title"] == "Rat"
    assert learned.row["event"]["effects"] == [{"op": "alert", "n": 2}]
    assert sitting.table.history.entries[-1].answer == Draw("police", "rat")


def test_what_is_not_understood_asks_again_and_back_leaves(owner: Owner) -> None:
    sitting = sit(owner)
    rev = sitting.table.rev
    written = sitting.type("new", "9", "1", "atlantis", "99", "harlem", "", "", "0", "0")
    assert "Type a number of the list." in written
    assert sitting.table.rev == rev
    assert sitting.session.mode == "list"


def test_what_is_passed_over_is_done_by_hand_and_corrected_at_once(owner: Owner) -> None:
    sitting = sit(owner)
    written = sitting.type("new", "2")
    assert isinstance(sitting.table.history.line[sitting.table.history.mark - 1].answer, DrawUnknown)
    assert "Do what it says, then say what is different now." in written
    tracks = number_of(written, "Tracks")
    alert = number_of(sitting.type(tracks), "Alert")
    sitting.type(tracks, alert, "1 3", "0", "0", "t", "1")
    assert sitting.table.log[-1].kind == "correct"
    assert sitting.table.facts()["alert"]["at"] == 3
    assert sitting.session.learning.mode is None


def test_the_companion_does_not_draw_what_it_does_not_know(owner: Owner) -> None:
    sitting = sit(owner)
    rev = sitting.table.rev
    assert "0 of 50 are known: draw it yourselves." in sitting.type("d")
    assert sitting.table.rev == rev


def test_once_all_is_known_it_offers_to_draw(tmp_path: Path) -> None:
    sitting = sit(Owner(tmp_path / "mine", "mafia_cards", known=49))
    written = sitting.type("new", "1", "harlem", "", "", "", "1")
    assert "All of it is known now. Shall I draw from now on?" in written
    assert sitting.table.chance["mafia"] == "digital"


def test_new_where_all_is_in_the_list_says_so(tmp_path: Path) -> None:
    sitting = drawing(Sitting(chance={"police": "asked", "mafia": "asked"}))
    assert "All that can come here is in the list." in sitting.type("new")


def test_a_card_is_mended_and_what_follows_is_asked(owner: Owner) -> None:
    sitting = sit(owner)
    sitting.type("new", "1", "harlem", "", "", "")
    drawn = sitting.table.rev
    written = sitting.type(f"mend {drawn}", "1", "soho", "", "1")
    assert "What follows" in written
    assert sitting.table.facts()["mafia"]["squares"] == {"soho": 1}


def test_mend_needs_an_entry_with_a_card(owner: Owner) -> None:
    sitting = sit(owner)
    for typed in ("mend", "mend x", "mend 1", "mend 999"):
        assert "Type mend and the number of an entry at which a card was drawn." in sitting.type(typed)


def test_the_box_of_the_owner_has_it_when_nobody_plays_any_more(owner: Owner) -> None:
    sitting = sit(owner)
    sitting.type("new", "1", "harlem", "", "", "")
    assert [row["mafia"] for row in owner.rows("mafia_cards")] == ["harlem"]
    assert sitting.table.notes["learned"] == sitting.table.log[-2].rev


@pytest.mark.parametrize("kind", WHY)
def test_a_disk_that_takes_nothing_is_said_and_the_game_goes_on(kind: str) -> None:
    assert what_they_say("tests/terminal/real_disks.py", kind) == ""


def test_what_a_space_shows_is_typed_once(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    write_content(path, Content(without_board(), HELD["krysis"].texts))
    evening = mine(path).until("goods").again()
    entrance = evening.table.ask.space  # type: ignore[union-attr]
    written = Sitting(table=evening.table).type("0 2 1")
    assert "Type how many: red crystals (0 to 9), blue crystals (0 to 9), white crystals (0 to 9)." in written
    starts = {one["index"]: one.get("crystals") for one in read_content(path).data["start_spaces"]}
    assert starts[entrance] == {"red": 0, "blue": 2, "white": 1}
    while evening.table.ask.rule == "R-KR-17":
        evening.answer()
    evening.until("goods")
    space = evening.table.ask.space  # type: ignore[union-attr]
    written = Sitting(table=evening.table).type("0 2 1 0 / 1")
    assert "There is a question mark" in written
    assert options(path, space) == []


def story(tmp_path: Path) -> Sitting:
    """At card 0 of a story of which nobody has told more than where its cards lie."""
    path = tmp_path / "city"
    write_content(path, Content(without_story(), HELD["newyork"].texts, HELD["newyork"].places))
    sitting = Sitting(table=city(path).table)
    for _ in range(60):
        if sitting.session.learning.whole_row is not None:
            return sitting
        sitting.type("" if sitting.table.can_deal else "1")
    raise AssertionError("no story card is ever turned up")


def test_a_story_card_is_told_question_by_question(tmp_path: Path) -> None:
    sitting = story(tmp_path)
    written = sitting.type("1", "2", "1", "4", "2", "3", "", "", "1", "5", "", "")
    assert "Tell it now" in written
    assert "Back to the list" not in written
    told = next((one.answer for one in sitting.table.history.line if isinstance(one.answer, WholeCard)), None)
    assert told is not None, written
    assert told.card is not None
    assert "Entry?" in written
    assert (told.card["mafia_per_turn"], told.card["alert_cars"]) == (2, [5])
    assert told.card["bag_add"] == {"blue": 4, "red": 3, "yellow": 0}


def test_of_a_story_card_its_numbers_can_be_said_alone(tmp_path: Path) -> None:
    sitting = story(tmp_path)
    written = sitting.type("7", "2")
    assert "There is no number 7 in the list." in written
    assert "and say its numbers" in written
    assert sitting.session.learning.whole_row is None


def test_a_card_that_is_known_by_its_photo_is_drawn_and_told_in_words(tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "mafia_cards")
    photos = photograph_all(owner, "mafia_cards")
    sitting = sit(owner)
    assert "0 of 50 known, the others by their photo: type d to have it drawn." in sitting.type()
    written = sitting.type("d", "1", "harlem", "", "soho", "")
    line = "".join(written.split())
    file = next(one for one in photos if f"{one}.jpg" in line)
    assert "".join(f"its photo is {owner.path / 'pictures' / file}.jpg".split()) in line
    assert sitting.table.history.entries[-1].answer == Draw("mafia", file)


# A card that is told by its title, with a box of which nothing is known.


def test_a_card_is_told_by_its_title_and_what_it_has_changed() -> None:
    evening = Told(new_box(GAME, "Ours"))
    evening.new()
    evening.take()
    sitting = Sitting(table=evening.table)
    written = sitting.type("new")
    title, alert, remind = (number_of(written, words) for words in ("Title …", "Alert", "Remind us next round"))
    written = sitting.type("new", title, "Blackout", alert, "2", remind)
    back = number_of(written, "Take back: Remind us next round")
    sitting.type(back, "")
    assert evening.table.facts()["alert"]["at"] == 2
    [card] = evening.table.box.data["police_cards"]
    assert (card["event"]["title"], card["event"]["effects"]) == ("Blackout", [{"op": "alert", "n": 2}])


def test_a_title_that_is_in_the_list_is_asked_about() -> None:
    evening = Told(new_box(GAME, "Ours"))
    evening.new().say(TITLE, text="Blackout")
    evening.take()
    evening.session.undo()
    sitting = Sitting(table=evening.table)
    title = number_of(sitting.type("new"), "Title …")
    written = sitting.type("new", title, "blackout", "1")
    assert "A card with this title is in the list." in written
    assert sitting.table.history.entries[-1].answer == Draw("police", "blackout")


def test_a_board_of_which_nothing_is_known_has_no_heading_and_one_without_paths_no_column_for_them() -> None:
    evening = Told(new_box(GAME, "Ours"))
    evening.new()
    evening.take()
    evening.new()
    evening.take()
    written = Sitting(table=evening.table).type("")
    assert "square" not in written
    assert "Remind us" in written
    assert "… …" not in written
    evening = Told(new_box(GAME, "Ours"))
    evening.new().say("square", ANOTHER, "Pier")
    evening.take()
    evening.new()
    evening.take()
    written = Sitting(table=evening.table).type("")
    assert "Pier" in written
    assert "next to" not in written
