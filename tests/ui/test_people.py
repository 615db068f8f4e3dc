"""People say what they are called, by touch: never needed, offered again, put right."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal import Journal
from companion.lookback.lookback import look_back
from companion.results.people import name_people, people_of
from companion.web.seeing import players
from tests.ui import moments
from tests.ui.hands import Hands
from tests.ui.states import put
from ui.app.language import say
from ui.app.library import Library


@pytest.fixture
def kept(hands: Hands, tmp_path: Path) -> Journal:
    """A journal under the screen."""
    hands.app.library = Library(Journal(tmp_path / "journal.db"), seed="people")
    assert hands.app.library.journal is not None
    return hands.app.library.journal


def seats_page(hands: Hands, *seats: int) -> None:
    """Set up a game up to who plays, and tap those."""
    hands.app.go("home")
    hands.app.new_game("newyork")
    hands.look()
    if "Something else" in hands.labels():
        hands.tap("Something else")
    while hands.screen.primary.text == "Next":
        hands.tap("Next")
    for seat in seats:
        hands.touch(*hands.screen.rows.views[seat].center)


def row(hands: Hands, text: str) -> None:
    """Tap the row that says so."""
    view = next(view for view in hands.screen.rows.views if view.shown and view.row.text == text)
    hands.touch(*view.center)


def rows(hands: Hands) -> list[str]:
    return [view.row.text for view in hands.screen.rows.views if view.shown]


def type_(hands: Hands, name: str) -> None:
    """On the keyboard on the glass; its first letter is a capital by itself."""
    for letter in name:
        key = next(key for key in hands.screen.keyboard.keys if key.text.lower() == letter.lower())
        hands.touch(*key.center)


def test_names_are_typed_once_and_tapped_from_then_on(hands: Hands, kept: Journal) -> None:
    seats_page(hands, 0, 1)
    hands.tap("Names")
    assert hands.root.name == "people"
    assert rows(hands) == [row_.text for row_ in hands.screen.rows.rows]
    row(hands, rows(hands)[0])
    type_(hands, "ana")
    hands.tap("Done")
    assert hands.screen.title.text.startswith("Who plays"), "the next one is asked at once"
    type_(hands, "bob")
    hands.tap("Done")
    assert rows(hands) == ["Ana", "Bob"]
    hands.tap("Done")
    assert hands.root.name == "setup"
    hands.tap("Start")
    assert people_of(hands.session.table) == {"father": "Ana", "mother": "Bob"}
    assert kept.people.known() == ["Ana", "Bob"]
    assert hands.session.table.log == [] or all("Ana" not in str(entry) for entry in hands.session.table.log)
    hands.app.leave_game()
    seats_page(hands, 2, 3)
    hands.tap("Names")
    row(hands, rows(hands)[1])
    assert rows(hands) == ["A new name", "Ana", "Bob"]
    row(hands, "Bob")
    assert rows(hands)[1] == "Bob"
    row(hands, rows(hands)[0])
    assert rows(hands) == ["A new name", "Ana"], "nobody sits in two seats"


def test_who_says_no_name_begins_as_before(hands: Hands, kept: Journal) -> None:
    seats_page(hands, 0)
    hands.tap("Start")
    assert hands.root.name != "setup"
    assert people_of(hands.session.table) == {}
    assert kept.people.known() == []


def test_names_without_players_are_not_asked_for(hands: Hands, kept: Journal) -> None:
    seats_page(hands)
    hands.tap("Names")
    assert hands.root.name == "setup"
    assert hands.root.banner.text == "Tap first who plays, then say what they are called."


def test_the_same_people_play_again(hands: Hands, kept: Journal) -> None:
    library = hands.app.library
    session = library.start("newyork", ["father", "son"], {})
    library.name(session.table, {"father": "Ana", "son": "Çelik"})
    session.begin()
    kept.note(str(session.table.game_id), finished=True)
    hands.app.go("settings")
    hands.look()
    hands.app.go("home")
    hands.look()
    assert "Ana, Çelik" in hands.screen.welcome.text
    hands.app.new_game("newyork")
    hands.look()
    assert hands.screen.rows.rows[0].text.startswith("Ana · ")
    hands.tap("The same again")
    assert people_of(hands.session.table) == {"father": "Ana", "son": "Çelik"}


@pytest.mark.parametrize(
    ("typed", "said"),
    [("aNA", "Two players are called Ana"), ("abcdefghij" * 3, "A name has at most 24 letters")],
)
def test_a_name_that_cannot_be_is_refused_in_a_sentence(hands: Hands, kept: Journal, typed: str, said: str) -> None:
    kept.people.meet(["Ana"])
    seats_page(hands, 0, 1)
    hands.tap("Names")
    row(hands, rows(hands)[0])
    row(hands, "Ana")
    row(hands, "A new name")
    type_(hands, typed)
    hands.tap("Done")
    assert hands.root.banner.text.startswith(said)
    assert hands.screen.people == {"father": "Ana"}


def test_a_name_is_put_right_everywhere_and_taken_off_the_list(hands: Hands, kept: Journal) -> None:
    library = hands.app.library
    session = library.start("newyork", ["father"], {})
    library.name(session.table, {"father": "Jrge"})
    kept.people.meet(["Eva"])
    seats_page(hands, 0)
    hands.screen.people["father"] = "Jrge"
    hands.tap("Names")
    row(hands, rows(hands)[0])
    hands.tap("Change names")
    assert rows(hands) == ["Eva", "Jrge"]
    row(hands, "Jrge")
    row(hands, "Another name")
    for _ in "Jrge":
        hands.touch(*next(key for key in hands.screen.keyboard.keys if key.key == "delete").center)
    type_(hands, "jorge")
    hands.tap("Done")
    assert rows(hands) == ["Eva", "Jorge"]
    assert hands.screen.people == {"father": "Jorge"}
    assert kept.saved(str(session.table.game_id)).notes["people"] == {"father": "Jorge"}
    row(hands, "Jorge")
    row(hands, "Take off the list")
    assert rows(hands) == ["Eva"]
    assert kept.saved(str(session.table.game_id)).notes["people"] == {"father": "Jorge"}
    for page in ("list", "names", "seats"):
        assert hands.screen.page == page
        hands.tap("Back")
    assert hands.root.name == "setup"


def test_names_stand_where_a_game_ends_and_where_people_look_back_and_choose_a_seat(hands: Hands) -> None:
    moment = next(iter(moments.ends("thousand")))
    session = put(hands, moment)
    seats = session.table.setup.seats
    name_people(session.table, {seats[0]: "Ana"})
    hands.app.go("game")
    hands.look()
    assert hands.root.name == "over"
    names = {row.rank.seat: say(row.rank.name) for row in hands.screen.ranks.rows if row.shown}
    assert names[seats[0]].startswith("Ana · ")
    assert not names[seats[1]].startswith("Ana")
    found = look_back(session.table)
    first = [seat == seats[0] for seat in seats]
    assert [say(player.name).startswith("Ana · ") for player in found.players] == first
    assert sum("Ana · " in say(rank.name) for rank in found.ranking) == 1
    assert [say(player.name).startswith("Ana · ") for player in players(session)] == first
    assert "Ana" not in str(session.table.log)
    assert "Ana" not in str(session.table.facts())
