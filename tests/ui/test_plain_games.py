"""Games without a line of presentation, played on the screen from home to the end, by touches alone."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from kivy.base import EventLoop
from kivy.tests.common import UnitTestTouch
from msgspec.structs import replace

from companion.chance.dealer import Dealer
from companion.core.asks import RollAsk, is_chance
from companion.core.texts import T, plain
from companion.games.registry import load_game
from companion.language import Language
from companion.packs.loader import load_pack
from companion.scene.scene import Prompt, Rank, Scene, Stakes
from companion.table.table import Table
from tests.daily import Kinds, mixed
from tests.hands import apply_instructions
from tests.installed import install_plain_games
from tests.morris import LINES
from tests.ui import touch_answers
from tests.ui.gallery import SMALL, UPRIGHT, WIDE, settle
from tests.ui.hands import Hands, clipped
from tests.ui.player import kind_of
from ui.app.app import Demo
from ui.layout.geometry import Area
from ui.screens.table import TIGHT
from ui.widgets.cards import sign_of
from ui.widgets.counters import CounterView

MOST_STEPS = 600


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install_plain_games(monkeypatch, tmp_path)


def sit_down(hands: Hands, title: str, players: int) -> None:
    """By touch from home to the first question; the game may stand on a further page."""
    hands.app.go("settings")
    hands.app.go("home")
    hands.look()
    while title not in [tile.text for tile in hands.screen.tiles if tile.shown]:
        hands.touch(*hands.screen.after.center)
    hands.touch(*next(tile for tile in hands.screen.tiles if tile.shown and tile.text == title).center)
    for view in [view for view in hands.screen.rows.views if view.shown][:players]:
        hands.touch(*view.center)
    hands.touch(*hands.screen.primary.center)


def step(hands: Hands, r: Random, kinds: Kinds) -> None:
    """Whatever the screen shows now, by touch; everything that is legal can be touched."""
    session, rev = hands.session, hands.session.rev
    if session.mode in ("choose", "list"):
        legal = list(session.table.legal() or [])
        if kinds.new(kind_of(session.table.ask, legal)):
            assert touch_answers.reachable(hands) == set(legal)
        answer = r.choice(legal)
        touch_answers.give(hands, answer)
        assert session.table.history.entries[rev].answer == answer
    elif session.mode == "roll" and r.random() < 0.5:
        while session.rev == rev:
            faces = [button for button in hands.screen.faces.buttons if button.shown]
            hands.touch(*r.choice(faces).center)
    else:
        hands.touch(*hands.screen.primary.center)
    assert session.refused is None


def play(hands: Hands, r: Random) -> None:
    """To the end of the game; what hands were told on the way is what lies there."""
    table, kinds = hands.session.table, Kinds()
    for _ in range(MOST_STEPS):
        if hands.session.mode == "over":
            break
        step(hands, r, kinds)
    assert hands.root.name == "over"
    assert apply_instructions({}, [*table.opening, *table.since(0).instructions]) == table.pieces()
    assert {entry.source for entry in table.log} <= {"touch", "dealer"}


GAMES = [
    ("Pig", SMALL, "en"),
    ("Cerdo", UPRIGHT, "es"),
    ("Lanterns", SMALL, "es"),
    ("Lanterns", WIDE, "en"),
    ("Nine Men's Morris", SMALL, "en"),
    ("Juego del molino", UPRIGHT, "es"),
]


@pytest.mark.by_turns
@pytest.mark.parametrize(("game", "asked"), mixed(GAMES, [False, True]))
def test_a_whole_game_by_touch(hands: Hands, game: tuple[str, tuple[int, int], str], asked: bool) -> None:
    title, size, language = game
    hands.resize(*size)
    hands.speak(language)
    sit_down(hands, title, 2)
    for item in hands.session.table.game.rules.chance_items if asked else ():
        hands.session.set_chance(item, "asked")
    hands.look()
    play(hands, Random(title))
    assert clipped == set()


@pytest.mark.parametrize("name", ["pig", "lanterns"])
def test_the_table_is_compared_and_put_right_by_touch(hands: Hands, name: str) -> None:
    """Every fact has its counter or its list, and what is tapped becomes one correction."""
    table = hands.sit(new_table(name))
    while is_chance(table.ask):
        table.deal()
    hands.app.refresh()
    facts = {fact.rstrip(":") for fact in table.game.rules.corrections}
    offered = {one.id.partition(":")[0] for place in table.game.presenter.places(table.state) for one in place.counters}
    assert offered == facts
    hands.app.go("places")
    hands.look()
    view = next(part for part in hands.parts() if isinstance(part, CounterView) and part.more.shown)
    hands.touch(*view.more.center)
    while hands.root.name == "places":
        hands.touch(*hands.screen.primary.center)
        if table.log and table.log[-1].kind == "correct":
            break
    assert table.log[-1].kind == "correct"


@pytest.mark.parametrize("name", ["pig", "lanterns", "morris"])
def test_it_plays_itself(hands: Hands, name: str) -> None:
    """What ``--demo`` does, without its pauses."""
    hands.sit(new_table(name))
    demo = Demo(hands.app, seed=name)
    for _ in range(MOST_STEPS):
        if hands.session.mode == "over":
            break
        demo.step()
    demo.step()
    hands.look()
    assert hands.root.name == "over"
    hands.app.go("lookback")
    hands.look()
    assert hands.root.name == "lookback"
    assert clipped == set()


def new_table(name: str) -> Table:
    """Two at a new table; what chance does is the same each time."""
    game = load_game(name)
    pack = load_pack(game)
    seats = [seat for seat, _ in game.rules.seats(pack.pack)][:2]
    return Table(game, pack, seats, {}, dealer=Dealer("plain"), auto=False)


def asked(hands: Hands, name: str) -> Table:
    """At the first question for people."""
    table = hands.sit(new_table(name))
    while is_chance(table.ask):
        hands.session.roll_for_us() if isinstance(table.ask, RollAsk) else hands.session.draw()
    while hands.session.pages:
        hands.session.done()
    hands.app.refresh()
    hands.look()
    return table


def rest(hands: Hands, x: float, y: float) -> Stakes | None:
    """Rest a finger there as long as a long press takes, and lift it: what was told meanwhile."""
    touch = UnitTestTouch(x, y)
    touch.touch_down()
    EventLoop.idle()
    for button in (*hands.screen.panel.buttons, hands.screen.primary):
        if button.pressed:
            button._hold_elapsed(0)
    if hands.screen.long_press._touch is not None:
        hands.screen.long_press.start()
    settle()
    told = hands.screen.stakes.stakes if hands.screen.stakes.shown else None
    assert told is None or clipped == set()
    touch.touch_up()
    settle()
    assert not hands.screen.stakes.shown
    return told


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_finger_that_rests_on_a_choice_is_told_what_follows_and_answers_nothing(hands: Hands, language: str) -> None:
    """On the amber button, on a button of the panel, and on a place of the board."""
    hands.resize(*SMALL)
    hands.speak(language)
    say = Language(language).say
    told = []
    for name in ("pig", "lanterns", "morris", "thousand"):
        table = asked(hands, name)
        rev, panel = table.rev, [button for button in hands.screen.panel.buttons if button.shown]
        cell = hands.screen.map.cell("place:a1") if name == "morris" else None
        x, y = (cell.cx, cell.cy) if cell is not None else panel[0].center if panel else hands.screen.primary.center
        found = rest(hands, x, y)
        assert found is not None, name
        told.append(" ".join(say(one.words) for one in found.follows))
        assert (table.rev, hands.session.mode, hands.screen.where) == (rev, "choose", None)
    assert say(T("Then: {what}", what="")).strip() in told[0]
    assert "A1" in told[2]


def test_the_places_of_a_board_stay_where_they_are_on_it(hands: Hands) -> None:
    """However small they are: a mill is three in a line."""
    hands.resize(*SMALL)
    asked(hands, "morris")
    for line in LINES:
        cells = [hands.screen.map.cell(f"place:{place}") for place in line.split()]
        across, down = {round(cell.cx) for cell in cells}, {round(cell.cy) for cell in cells}
        assert 1 in (len(across), len(down)), line


def test_a_finger_that_rests_is_told_of_no_secret(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    table = asked(hands, "morris")
    monkeypatch.setattr(type(table.game.rules), "depends_on_secret", lambda *_: True)
    cell = hands.screen.map.cell("place:a1")
    found = rest(hands, cell.cx, cell.cy)
    assert found is not None
    assert [plain(one.words) for one in found.follows] == ["That depends on what only one player may know."]


def test_a_tie_has_no_crown() -> None:
    ranks = [Rank(seat, seat, "players", 1, "7") for seat in ("ann", "bob")]
    tie = Scene(Prompt("", ""), result="end", ranking=ranks)
    assert sign_of(tie) != "crown"
    assert sign_of(replace(tie, ranking=[replace(ranks[0], winner=True)])) == "crown"


def test_a_page_of_a_group_says_which_it_is_and_that_of_the_players_leads_back(hands: Hands) -> None:
    table = new_table("cups")
    while table.ask.only is not None:
        table.answer({"do": "roll", "faces": dict.fromkeys(table.ask.dice, 1)})  # type: ignore[attr-defined]
    hands.sit(table)
    hands.tap("3 × …")
    assert hands.screen.title.text == "3 × …"
    hands.app.look_at_seat()
    hands.look()
    assert hands.screen.primary.text == "To the table"
    assert not any("×" in label for label in hands.labels())


def test_long_titles_leave_room_for_the_mark(hands: Hands) -> None:
    """Where the heading is lower than the mark, which hangs down beside the title, and the title has a line more."""
    table = new_table("cups")
    while table.ask.only is not None:
        table.answer({"do": "roll", "faces": dict.fromkeys(table.ask.dice, 1)})  # type: ignore[attr-defined]
    hands.sit(table)
    screen, scene = hands.screen, hands.session.scene
    for form, words, beside in (
        (TIGHT[-2], "a " * 25, True),
        (TIGHT[-2], "a", False),
        (TIGHT[-1], "a " * 25, False),
    ):
        asked = replace(scene, prompt=replace(scene.prompt, title=words))
        line, title = screen._cut_words(Area(0, 0, screen.title.width, 400), form, asked)
        assert (title.w < line.w) == beside, (form, words)
