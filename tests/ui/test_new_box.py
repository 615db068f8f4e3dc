"""An owner opens the box, tells what a first game needs, and plays: all of it by touches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.core.texts import Text, plain
from companion.games.registry import load_game
from companion.packs.folder import read_content
from companion.packs.loader import user_folder
from tests.ui.finger import Finger
from tests.ui.hands import Hands, clipped
from tests.ui.rig import Rig
from tests.ui.test_boxes import lay_squares, named, tap_row, type_
from ui.app.app import Demo
from ui.base.language import say
from ui.widgets.rows import RowView


def test_a_new_box_of_new_york_is_played_lightly_with_six_squares(hands: Hands) -> None:
    named(hands, "New York Crisis", "Ours")
    lay_squares(hands, 6)
    hands.tap("Done")
    hands.tap("Play with it")
    while hands.screen.primary.text == "Next":
        if hands.screen.title.text == "What the companion follows":
            assert [one.text for one in hands.screen.rows.rows] == ["Cards, board and tracks only"]
        hands.tap("Next")
    tap_row(hands, "Father")
    hands.tap("Start")
    table = hands.session.table
    assert table.setup.pack == "ours"
    assert table.state.world.options.light
    assert "Pick a square" in str(hands.session.scene.prompt.title)


def test_at_a_table_that_speaks_spanish_a_new_box_has_spanish_sheets(hands: Hands) -> None:
    hands.speak("es")
    hands.tap("Cajas")
    hands.tap("Una caja nueva")
    tap_row(hands, "New York Crisis")
    type_(hands, "Nuestra")
    hands.tap("Hecho")
    lay_squares(hands, 2)
    box = user_folder() / "nuestra"
    assert 'languages = ["es"' in (box / "pack.toml").read_text(encoding="utf-8")
    assert (box / "squares.csv").read_text(encoding="utf-8-sig").startswith("id;nombre;junto_a;metro;x;y\n")
    assert "daughter;hija;Hija;" in (box / "characters.csv").read_text(encoding="utf-8-sig")


# How many taps it takes from home to the first question of play, with a box of which nothing is known.

MOST = 25
PAGES = ("lines", "card", "check", "changes")


@pytest.fixture
def no_text_is_cut_short(rig: Rig) -> Iterator[None]:
    yield
    assert clipped == set()


def said(english: str) -> str:
    """A text as it stands on the screen, in the language of now."""
    return say(Text(english))


class Newcomer(Finger):
    """Somebody who plays at once with the box on the table; ``taps`` counts."""

    def __init__(self, rig: Rig, game: str) -> None:
        super().__init__(rig.hands)
        self.rig = rig
        title = str(plain(load_game(game).title))
        self.tap(next(tile for tile in self.hands.screen.tiles if tile.shown and tile.text == title))
        self.row(said("Ours, nothing known yet"))

    def row(self, text: str) -> None:
        """Tap the row that says so, on whatever page it is."""
        while not (found := [one for one in self._rows() if one.row.text == text]):
            self.tap(self.hands.screen.rows.after)
        self.tap(found[0])

    def _rows(self) -> list[RowView]:
        return [one for one in self.hands.parts() if isinstance(one, RowView)]

    def play(self, *seats: str) -> int:
        """From the choice of the box to the first question, with all as it stands there; gives the taps from home."""
        while self.hands.screen.primary.text == said("Next"):
            self.amber()
        for seat in seats:
            self.row(said(seat))
        self.label(said("Start"))
        self.read_on()
        return self.taps

    def read_on(self) -> None:
        while self.rig.session.mode in PAGES:
            self.amber()


@pytest.mark.parametrize(
    ("game", "seats"),
    [("crash", ("Red", "Blue", "Yellow")), ("krysis", ("Company 1", "Company 2")), ("escape", ("Yellow", "Red"))],
)
@pytest.mark.usefixtures("no_text_is_cut_short")
def test_with_a_box_of_which_nothing_is_known_a_game_begins_at_once(
    rig: Rig, game: str, seats: tuple[str, ...]
) -> None:
    assert Newcomer(rig, game).play(*seats) <= MOST


@pytest.mark.usefixtures("no_text_is_cut_short")
def test_new_york_asks_for_what_it_needs_when_it_comes_up(rig: Rig) -> None:
    newcomer, hands, table = Newcomer(rig, "newyork"), rig.hands, lambda: rig.session.table
    assert newcomer.play("Father", "Mother") <= 10
    newcomer.label("We do what it says")
    mafia, blue = hands.screen.amounts.rows[:2]
    for more in (mafia, blue, blue):
        newcomer.touch(*more.more.center)
    newcomer.amber()
    newcomer.read_on()
    newcomer.label("3")
    newcomer.amber()
    newcomer.read_on()
    said: list[str] = []
    while table().ask.rule != "R-NYC-42":
        said.append(str(plain(rig.session.scene.prompt.over)))
        newcomer.label("A card that is not in the list")
        if rig.session.learning.telling is not None:
            newcomer.amber()
        newcomer.read_on()
    assert said == ["Setting up"] * 2 + ["Round 1 · Police 1 of 2", "Round 1 · Police 2 of 2"]
    assert newcomer.taps <= 33, "all of the set-up, and both police cars"
    hands.screen.fill()
    assert not hands.screen.filled, "without squares there is nothing to see across the table"
    rig.wait(lambda: not rig.app.box_updates.waiting)
    saved = read_content(user_folder() / table().setup.pack).data
    assert "length" not in saved["tracks"]["alert"], "where it ends is asked once it may have"
    [card] = saved["scenarios"][0]["cards"]
    assert (card["mafia_per_turn"], card["bag_add"]["blue"], card["alert_cars"]) == (1, 2, [3])


@pytest.mark.usefixtures("no_text_is_cut_short")
def test_officers_and_contacts_that_nobody_says_take_a_tap_for_all_of_them(rig: Rig) -> None:
    newcomer = Newcomer(rig, "escape")
    newcomer.play("Yellow", "Red")
    seen = []
    while rig.session.mode != "choose":
        seen.append(rig.session.mode)
        if rig.session.mode == "list":
            newcomer.label("We do not say which")
        else:
            newcomer.amber()
    assert seen.count("list") == 2, "ten officers, and seven contacts"
    assert "changes" not in seen
    assert rig.session.table.ask.rule == "R-EP-59"
    assert newcomer.taps <= 22
    assert sum(map(sum, (here.values() for here in rig.session.table.state.now.officers.values()))) == 10


@pytest.mark.usefixtures("no_text_is_cut_short")
def test_which_officer_it_is_is_said_at_once_or_left(rig: Rig) -> None:
    newcomer, hands = Newcomer(rig, "escape"), rig.hands
    newcomer.play("Yellow", "Red")
    newcomer.label("A piece that is not in the list")
    assert hands.root.name == "row"
    newcomer.label("Back")
    assert (hands.root.name, rig.session.mode) == ("list", "list")
    newcomer.label("A piece that is not in the list")
    type_(hands, "Blue")
    newcomer.amber()
    newcomer.amber()  # It has come: the page says where it is put.
    assert hands.root.name == "list"
    assert rig.session.table.state.now.officers == {rig.session.table.state.now.display["A"]: {"blue": 1}}


def test_a_demonstration_goes_on_where_a_card_is_not_known(rig: Rig) -> None:
    Newcomer(rig, "newyork").play("Father", "Mother")
    demo = Demo(rig.app, seed="new")
    demo._clock.cancel()  # Each step is asked for.
    for _ in range(120):
        demo.step()
        rig.hands.look()
    assert rig.session.table.state.now.round >= 1
