"""People say what they are called, by touch: never needed, offered again, put right."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.texts import plain
from companion.games.registry import game_names
from companion.journal import Journal
from companion.language import LANGUAGES
from companion.lookback.lookback import look_back
from companion.web.views import players
from tests.ui import moments
from tests.ui.hands import Hands
from tests.ui.states import put, settle
from tests.ui.test_screens import assert_in_the_window, assert_large_enough
from ui.base.language import language, say
from ui.model.library import Library
from ui.widgets.buttons import TextView


@pytest.fixture
def kept(hands: Hands, tmp_path: Path) -> Journal:
    """A journal under the screen."""
    hands.app.library = Library(Journal(tmp_path / "journal.db"), seed="people")
    assert hands.app.library.journal is not None
    return hands.app.library.journal


COMPANION = ("Robin, easy", "Robin, good", "Robin, strong")


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
    hands.tap("Names, companion")
    assert hands.root.name == "people"
    assert rows(hands) == [row_.text for row_ in hands.screen.rows.rows]
    row(hands, rows(hands)[0])
    row(hands, "A new name")
    type_(hands, "ana")
    hands.tap("Done")
    assert hands.screen.title.text.startswith("Who plays"), "the next one is asked at once"
    row(hands, "A new name")
    type_(hands, "bob")
    hands.tap("Done")
    assert rows(hands) == ["Ana", "Bob"]
    hands.tap("Done")
    assert hands.root.name == "setup"
    hands.tap("Start")
    assert hands.session.table.people == {"father": "Ana", "mother": "Bob"}
    assert kept.people.known() == ["Ana", "Bob"]
    assert hands.session.table.log == [] or all("Ana" not in str(entry) for entry in hands.session.table.log)
    hands.app.leave_game()
    seats_page(hands, 2, 3)
    hands.tap("Names, companion")
    row(hands, rows(hands)[1])
    assert rows(hands) == ["A new name", *COMPANION, "Ana", "Bob"]
    row(hands, "Bob")
    assert rows(hands)[1] == "Bob"
    row(hands, rows(hands)[0])
    assert rows(hands) == ["A new name", *COMPANION, "Ana"], "nobody sits in two seats"


def test_names_are_optional(hands: Hands, kept: Journal) -> None:
    seats_page(hands, 0)
    hands.tap("Start")
    assert hands.root.name != "setup"
    assert hands.session.table.people == {}
    assert kept.people.known() == []


def test_names_without_players_are_not_asked_for(hands: Hands, kept: Journal) -> None:
    seats_page(hands)
    hands.tap("Names, companion")
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
    assert hands.session.table.people == {"father": "Ana", "son": "Çelik"}


@pytest.mark.parametrize(
    ("typed", "said"),
    [("aNA", "Two players are called Ana"), ("abcdefghij" * 3, "A name has at most 24 letters")],
)
def test_an_invalid_name_is_refused_in_a_sentence(hands: Hands, kept: Journal, typed: str, said: str) -> None:
    kept.people.meet(["Ana"])
    seats_page(hands, 0, 1)
    hands.tap("Names, companion")
    row(hands, rows(hands)[0])
    row(hands, "Ana")
    row(hands, "A new name")
    type_(hands, typed)
    hands.tap("Done")
    assert hands.root.banner.text.startswith(said)
    assert hands.screen.people == {"father": "Ana"}


def test_a_name_can_be_corrected_everywhere_and_removed(hands: Hands, kept: Journal) -> None:
    library = hands.app.library
    session = library.start("newyork", ["father"], {})
    library.name(session.table, {"father": "Jrge"})
    kept.people.meet(["Eva"])
    seats_page(hands, 0)
    hands.screen.people["father"] = "Jrge"
    hands.tap("Names, companion")
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
    session.table.name_people({seats[0]: "Ana"})
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


def titles(hands: Hands) -> str:
    """What stands on the screen in words."""
    return " · ".join(one.text for one in hands.parts() if isinstance(one, TextView) and one.shown)


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_people_are_called_by_their_names_while_they_play(hands: Hands, game: str, language: str) -> None:
    moment = next(one for one in moments.questions(game) if one.table().ask.who and one.table().ask.only is None)
    session = put(hands, moment)
    table, seat = session.table, str(session.table.ask.who)
    hands.speak(language)
    table.name_people({seat: "Quetzalli"})
    hands.app.refresh()
    settle()
    scene = session.scene
    assert "Quetzalli" in say(scene.prompt.title) + say(scene.prompt.over)
    assert "Quetzalli" in titles(hands) + " ".join(hands.labels())
    assert "Quetzalli" not in str([table.log, table.facts(), table.view(None), plain(scene.prompt.title)])
    hands.app.leave_game()
    settle()
    assert say(table.game.presenter.word(table.state, f"seat:{seat}")) != "Quetzalli"


def test_an_application_that_has_ended_takes_no_names_from_the_next_one(hands: Hands) -> None:
    ended = hands.app
    hands.end()
    hands.begin()
    session = put(hands, next(moments.questions("crash")))
    session.table.name_people({session.table.setup.seats[0]: "Quetzalli"})
    hands.app.refresh()
    settle()
    ended.refresh()  # A thread of it has finished just now.
    settle()
    assert [*language.people.values()] == ["Quetzalli"]


def test_names_can_be_entered_and_changed_during_a_game(hands: Hands, kept: Journal) -> None:
    kept.people.meet(["Ana", "Bob"])
    session = hands.app.library.start("escape", ["red", "blue"], {})
    session.begin()
    hands.app.play(session)
    for _ in session.pages[:]:
        session.done()
    before = session.table.rev, session.table.hash()
    hands.app.go("menu")
    hands.look()
    hands.tap("Names, companion")
    assert rows(hands) == ["Red", "Blue"]
    row(hands, "Red")
    assert hands.screen.title.text == "Who plays Red?"
    row(hands, "Ana")
    row(hands, "A new name")
    type_(hands, "eva")
    hands.tap("Done")
    assert rows(hands) == ["Ana", "Eva"]
    hands.tap("Done")
    assert hands.root.name == "menu"
    assert session.table.people == {"red": "Ana", "blue": "Eva"}
    assert kept.people.known()[:2] == ["Ana", "Eva"]
    assert kept.saved(str(session.table.game_id)).notes["people"] == {"red": "Ana", "blue": "Eva"}
    hands.tap("Names, companion")
    row(hands, "Ana")
    assert hands.screen.title.text == "Who plays Red?", "the seat is called as it is printed here"
    row(hands, "No name")
    hands.tap("Back")
    assert hands.root.name == "menu"
    assert session.table.people == {"blue": "Eva"}
    assert (session.table.rev, session.table.hash()) == before


def test_two_players_cannot_have_the_same_name(hands: Hands, kept: Journal) -> None:
    kept.people.meet(["Ana"])
    session = hands.app.library.start("escape", ["red", "blue"], {})
    session.begin()
    hands.app.play(session)
    hands.app.go("menu")
    hands.look()
    hands.tap("Names, companion")
    row(hands, "Red")
    row(hands, "Ana")
    row(hands, "A new name")
    type_(hands, "ana")
    hands.tap("Done")
    assert hands.root.banner.text == "Two players are called Ana: give one of them another name."
    hands.tap("Back")
    hands.tap("Back")
    hands.tap("Back")
    assert session.table.people == {"red": "Ana"}


@pytest.mark.parametrize(
    "name", ["Wolfeschlegelsteinhausen", "m" * 24, "W W W W W W W W W W W W", "Blue", "אנה", "Ana🙂"]
)
@pytest.mark.parametrize("game", game_names())
def test_no_name_breaks_a_screen(hands: Hands, game: str, name: str) -> None:
    session = put(hands, moments.busiest(game))
    session.table.name_people({session.table.setup.seats[0]: name})
    for screen in ("game", "seats", "log", "lookback", "menu"):
        hands.app.go(screen)
        settle()
        assert_in_the_window(hands, screen)
        assert_large_enough(hands, screen)


def test_the_last_game_is_shown_at_home_with_its_people(hands: Hands, kept: Journal) -> None:
    session = hands.app.library.start("newyork", ["father", "son"], {})
    hands.app.library.name(session.table, {"father": "Ana"})
    hands.app.play(session)
    hands.look()
    hands.app.leave_game()
    hands.look(2)
    assert [say(one.name) for one in hands.screen.people.seats] == ["Ana", "Son"]
