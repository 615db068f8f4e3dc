"""Crash & Grab on the screen: played by touch, everything legal within reach, moves shown, and a look ahead."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from companion.chance.dealer import Dealer
from companion.core.asks import is_chance
from companion.core.texts import T
from companion.games.crash.answers import BuyUpgrade, KeepCard
from companion.games.crash.content import UPGRADES_DRAWN
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.scene.icons import find
from companion.scene.menu import answers_of
from companion.scene.scene import Choice, column_name
from companion.session.open_choices import LeaveOpen
from companion.session.session import Session
from companion.table.log import DieRead
from companion.table.table import Table
from hardware.inputs import Button
from hardware.panel.buttons import press
from tests.daily import share, some
from tests.session.sensible import table_of
from tests.ui.finger import Finger
from tests.ui.gallery import SMALL, UPRIGHT, WIDE
from tests.ui.hands import Hands, clipped
from tests.ui.legibility import texts
from tests.ui.moments import answers
from tests.ui.pseudo import LONG
from tests.ui.states import put
from tests.ui.touch_answers import give, reachable
from ui.base.language import say
from ui.look import icons
from ui.look.theme import look
from ui.model.animation import moves_on
from ui.widgets.lines import LineRow

GAME = load_game("crash")
PACK = load_pack(GAME)
SEATS = ["red", "blue", "yellow", "green", "purple", "orange"]
QUESTIONS = 14
LEAST_SQUARE = 5.3
"""The side of a square (mm) on wide glass: a figure on it is known across the table."""


def sit(hands: Hands, seats: int, follow: str = "full", seed: str = "touch") -> Session:
    table = Table(GAME, PACK, SEATS[:seats], {"cg.follow": follow}, dealer=Dealer(seed), auto=False)
    session = Session(table)
    hands.app.play(session)
    hands.look()
    return session


def play_sensibly(session: Session, luck: random.Random) -> None:
    """The next thing that a sensible player does."""
    if session.pages:
        session.done()
    elif is_chance(session.table.ask):
        session.draw()
    else:
        session.answer(GAME.player.advise(session.table.state, session.table.legal() or [], luck.random))


def play_to(hands: Hands, session: Session, choice: str) -> None:
    """Play until that is asked."""
    luck = random.Random(5)
    while session.pages or getattr(session.table.ask, "choice", None) != choice:
        play_sensibly(session, luck)
    hands.look(3)


@pytest.mark.parametrize(
    ("seats", "follow", "size"),
    [(2, "full", (800, 480)), (4, "full", (1280, 720)), (6, "full", (720, 1280)), (3, "light", (800, 480))],
)
def test_every_legal_answer_can_be_touched_and_nothing_else(
    hands: Hands, seats: int, follow: str, size: tuple[int, int]
) -> None:
    hands.resize(*size)
    session, luck, questions = sit(hands, seats, follow), random.Random(seats), 0
    while questions < QUESTIONS and session.mode != "over":
        if session.mode == "choose" and session.rev > 20:
            hands.look()
            assert reachable(hands) == set(session.table.legal() or [])
            questions += 1
        play_sensibly(session, luck)
    assert questions == QUESTIONS


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)], ids=str)
@pytest.mark.parametrize("seats", [3, 6])
def test_the_board_has_the_height_of_wide_glass_and_the_order_of_play_its_name(
    sketched: None, hands: Hands, seats: int, size: tuple[int, int]
) -> None:
    hands.resize(*size)
    hands.speak(LONG)
    session = sit(hands, seats)
    play_to(hands, session, "card")
    (squares,) = {round(cell.w) for spot in session.scene.grid.squares if (cell := hands.screen.cell(spot.id))}
    assert squares >= look.mm(LEAST_SQUARE)
    order = say(session.scene.order.name).upper()
    assert order in " ".join(text.said.replace("-\n", "-") for text in texts(hands.screen.day))


def test_a_card_and_its_direction_are_two_taps(hands: Hands) -> None:
    session = sit(hands, 3)
    play_to(hands, session, "card")
    answer = next(answer for answer in session.table.legal() or [] if getattr(answer, "card", "") == "3")
    give(hands, answer)
    assert answer in [part.answer for part in session.table.since(session.rev - 1).entries]


def leading(session: Session) -> dict[str, list[Choice]]:
    """The choices by the square that they lead to."""
    found: dict[str, list[Choice]] = {}
    for choice in session.scene.choices:
        if choice.spot is not None:
            found.setdefault(choice.spot, []).append(choice)
    return found


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=str)
def test_a_square_is_tapped_instead_of_card_and_direction(hands: Hands, size: tuple[int, int]) -> None:
    """One tap where one card leads there, else one more on a card, of which only those are lit."""
    hands.resize(*size)
    session = sit(hands, 3)
    luck, taps = random.Random(4), Counter[int]()
    while min(taps[1], taps[2]) < 3:
        play_to(hands, session, "card")
        finger, (spot, choices) = Finger(hands), luck.choice([*leading(session).items()])
        cell, rev = hands.screen.grid.cell(spot), session.rev
        finger.touch(cell.cx, cell.cy)
        if len(choices) > 1:
            assert session.rev == rev
            lit = [button for button in hands.screen.pad.amounts if button.shown]
            assert len(lit) == len(choices)
            finger.tap(luck.choice(lit))
        given = session.table.since(rev).entries[0].answer
        assert given in [choice.answer for choice in choices]
        taps[finger.taps] += 1
    assert {*taps} == {1, 2}


def test_a_finger_between_two_squares_chooses_among_what_leads_to_both(hands: Hands) -> None:
    session, luck = sit(hands, 3), random.Random(2)
    while True:
        play_to(hands, session, "card")
        there = leading(session)
        cells = {spot: hands.screen.grid.cell(spot) for spot in there}
        pairs = [
            (upper, lower)
            for upper, a in cells.items()
            for lower, b in cells.items()
            if a.x == b.x and abs(a.y - b.y - a.h) < 1
        ]
        if pairs:
            break
        play_sensibly(session, luck)
    finger, pair = Finger(hands), pairs[0]
    finger.touch(cells[pair[0]].cx, cells[pair[0]].y)
    assert answers_of(hands.screen.pad.pad) == {choice.answer for spot in pair for choice in there[spot]}
    finger.tap(hands.screen.primary)
    assert answers_of(hands.screen.pad.pad) == {*(session.table.legal() or [])}


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=str)
def test_squares_can_be_found_by_name_and_cards_be_told_apart(
    sketched: None, hands: Hands, size: tuple[int, int]
) -> None:
    """Two cards can say 2 or 3: which one it is stands beside the number."""
    hands.resize(*size)
    session = sit(hands, 3)
    play_to(hands, session, "card")
    seen = [text.said for text in texts(hands.screen.grid)]
    grid = session.scene.grid
    named = {str(square.name) for square in grid.squares} & {left + right for left in seen for right in seen}
    assert len(named) > len(grid.squares) / 2  # The others are called after what is printed there.
    assert {column_name(square.column) for square in grid.squares} <= set(seen)
    assert {str(square.row + 1) for square in grid.squares} <= set(seen)
    cards = [button for button in hands.screen.pad.amounts if button.shown]
    assert Counter(button.beside for button in cards) == {"movement:2": 1, "movement:3": 1, "movement:0-5": 6}
    for button in cards:
        icon, said = find(button.beside)
        assert said
        assert icon.lettering is not None
        assert button.beside_at(button.area).h * icon.lettering.size / 100 >= icons.LEGIBLE


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
@pytest.mark.parametrize("choice", ["card", "direction"])
def test_the_mat_of_the_saucer_asked_stands_beside_the_pad_and_covers_nothing(
    hands: Hands, size: tuple[int, int], choice: str
) -> None:
    hands.resize(*size)
    session = sit(hands, 3)
    play_to(hands, session, choice)
    pad = hands.screen.pad
    assert pad.mat.shown
    assert pad.mat.board.seat == session.table.ask.saucer  # type: ignore[union-attr]
    targets = [button for button in hands.targets() if button in (*pad.amounts, *pad.ways)]
    assert targets
    assert not [button for button in targets if button.collide_widget(pad.mat)]
    assert all(min(button.size) >= look.touch for button in targets)


def test_a_finger_that_rests_on_a_way_shows_where_it_leads_and_changes_nothing(hands: Hands) -> None:
    session = sit(hands, 4)
    play_to(hands, session, "card")
    screen, before, title = hands.screen, session.table.hash(), hands.screen.title.text
    hands.touch(*screen.pad.amounts[1].center)
    way = next(way for way in screen.pad.ways if way.enabled and way.long_pressed is not None)
    way.long_pressed()
    hands.look(2)
    assert screen.grid.ghost is not None
    assert screen.title.text != title
    assert session.table.hash() == before
    way.released()
    hands.look(2)
    assert screen.grid.ghost is None
    assert screen.title.text == title


def test_a_move_is_played_once_and_undo_is_not(hands: Hands) -> None:
    hands.app.settings.animations = True
    session = sit(hands, 4)
    play_to(hands, session, "card")
    luck = random.Random(3)
    while session.page is None or moves_on(session, session.page.played) is None:
        play_sensibly(session, luck)
    hands.look(2)
    assert hands.screen.grid.playing
    hands.touch(*hands.screen.primary.center)
    assert not hands.screen.grid.playing
    assert session.page is not None
    session.undo()
    hands.look(2)
    assert not hands.screen.grid.playing
    assert all(moves_on(session, page.played) is None for page in session.pages)


def test_the_placement_die_is_tapped_read_or_counted(hands: Hands) -> None:
    for way in ("tap", "read", "count"):
        session = sit(hands, 3, seed="dice")
        while session.mode != "roll" or session.table.ask.dice != ["placement"]:  # type: ignore[union-attr]
            play_sensibly(session, random.Random(1))
        hands.look(2)
        rev = session.rev
        assert session.tray is not None
        if way == "tap":
            hands.tap("7")
        elif way == "read":
            session.tray.take(DieRead("serial", "d12", "white", 7, sides=12))
            session.tray_changed()
        else:
            for name in [*["white"] * 8, "black", "green"]:
                press(session.tray, Button(name, "press"))
            session.tray_changed()
        rolled = session.table.since(rev).entries[0].answer
        assert rolled is not None
        assert rolled.faces == {"placement": 7}  # type: ignore[attr-defined]


def test_what_stands_on_a_mat_can_be_read_with_one_tap(hands: Hands) -> None:
    session = sit(hands, 3)
    luck = random.Random(2)
    while not any(holding.card for board in session.scene.boards for holding in board.holdings):
        play_sensibly(session, luck)
    while session.pages or is_chance(session.table.ask):
        play_sensibly(session, luck)
    board = next(board for board in session.scene.boards if any(one.card for one in board.holdings))
    hands.app.look_at_seat(board.seat)
    hands.look(3)
    upgrade = next(one for one in board.holdings if one.card is not None)
    hands.tap(say(upgrade.piece.name))
    assert hands.screen.card.shown
    assert hands.screen.card.card == upgrade.card


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=str)
def test_what_somebody_gets_stands_large_at_the_right_of_its_line(
    sketched: None, hands: Hands, size: tuple[int, int]
) -> None:
    hands.resize(*size)
    hands.speak(LONG)
    moment = next(moment for moment in answers("crash") if moment.kind == "choose reward")
    put(hands, moment, moment.rev - 1)
    row = next(part for part in hands.parts() if isinstance(part, LineRow))
    who, figure = sorted(texts(row), key=lambda text: text.area.x)
    assert figure.said == "+1"
    assert figure.px > who.px
    assert say(T("energy")) in who.said
    assert who.area.x + who.area.w < figure.area.x > row.center_x


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=str)
def test_the_next_player_goes_on_while_an_upgrade_is_chosen(hands: Hands, size: tuple[int, int], language: str) -> None:
    """One tap leaves the choice open; it stands beside the next player's card and is opened and made with a tap each,
    and once it matters it is the question."""
    hands.resize(*size)
    hands.speak(language)
    session, luck = sit(hands, 3), random.Random(5)
    for made_early in (True, False):
        while not any(isinstance(choice.answer, LeaveOpen) for choice in session.scene.choices) or session.pages:
            play_sensibly(session, luck)
        hands.look(3)
        finger, buyer = Finger(hands), session.table.ask.who
        finger.give(LeaveOpen())
        assert (finger.taps, session.mode) == (1, "choose")
        assert session.table.ask.who != buyer
        (one,) = session.open_choices.now
        wanted = one.answers[-1]
        if made_early:
            play_to(hands, session, "card")
            assert hands.screen.pad.shown
            assert reachable(hands) == {*(session.table.legal() or []), *one.answers}
            covered = [part for part in (*hands.screen.pad.amounts, *hands.screen.pad.ways) if part.shown]
            assert not [part for part in covered for other in hands.screen.panel.buttons if other.shown
                        and part.collide_widget(other)]  # fmt: skip
        else:
            while session.open_choices.due is None or session.pages:
                play_sensibly(session, luck)
            hands.look(3)
            assert reachable(hands) == set(one.answers)
        finger.taps = 0
        if made_early:
            hands.screen._look_at(("group", session.scene.groups[-1].id))
            hands.look(2)
            assert hands.screen.title.text == say(session.scene.groups[-1].label)
            hands.screen._back()
            hands.look(2)
        finger.give(wanted)
        assert finger.taps == (2 if made_early else 1)
        assert session.open_choices.now == []
        held = session.table.facts()["saucers"][one.state.now.turn.saucer]["upgrades"]
        assert wanted.upgrade in held  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=str)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_energy_boosters_and_upgrades_of_all_stand_on_the_table(
    sketched: None, hands: Hands, seats: int, size: tuple[int, int], language: str
) -> None:
    """Each in the column of its player, and the pad beside it keeps its size."""
    hands.resize(*size)
    hands.speak(language)
    session = sit(hands, seats)
    play_to(hands, session, "card")
    saucers = list(session.table.facts()["saucers"])
    many = [
        {"fact": fact, "saucer": saucer, "value": n + k}
        for n, saucer in enumerate(saucers, 1)
        for k, fact in enumerate(("energy", "boosters"), 1)
    ]
    session.table.correct(many, "")
    hands.app.play(Session(session.table, confirmed=session.rev))
    hands.look(3)
    bar = hands.screen.day.order_bar
    seen = [text for text in texts(hands.screen.day) if text.said.isdecimal()]
    for n, saucer in enumerate(saucers, 1):
        cell = bar.cell(saucer)
        there = [text for text in seen if cell.holds(text.area.cx, text.area.cy)]
        held = session.table.facts()["saucers"][saucer]
        counts = [str(held["seated"]), str(n + 1), str(n + 2), str(len(held["upgrades"]))]
        assert sorted(text.said for text in there) == sorted(counts)
        assert all(text.px >= look.text(2.0) for text in there)
    buttons = [part for part in (*hands.screen.pad.amounts, *hands.screen.pad.ways) if part.shown]
    assert all(min(button.size) >= look.touch for button in buttons)
    assert all(button.right <= hands.root.right for button in buttons)


@pytest.mark.parametrize(
    ("size", "letters", "language"), some(product((SMALL, WIDE, UPRIGHT), ("normal", "large"), ("en", "es", LONG)))
)
def test_both_drawn_upgrades_are_read_whole_above_the_way_to_choose_later(
    hands: Hands, size: tuple[int, int], letters: str, language: str
) -> None:
    hands.app.settings.text = letters
    hands.resize(*size)
    hands.speak(language)
    for seed in range(share(16)):
        session, luck = sit(hands, 3, seed=str(seed)), random.Random(seed)
        while session.pages or not any(isinstance(choice.answer, LeaveOpen) for choice in session.scene.choices):
            play_sensibly(session, luck)
        clipped.clear()
        hands.look(3)
        upgrades = [say(choice.label) for choice in session.scene.choices[:-1]]
        assert len(upgrades) == UPGRADES_DRAWN
        assert [button.text for button in hands.screen.panel.buttons if button.shown] == upgrades
        assert hands.screen.primary.shown
        assert hands.screen.primary.text == say(LeaveOpen.label)
        assert not clipped


@pytest.mark.parametrize("size", [SMALL, WIDE, UPRIGHT])
@pytest.mark.parametrize("language", ["en", "es"])
def test_four_drawn_upgrades_are_read_whole(hands: Hands, size: tuple[int, int], language: str) -> None:
    """Whoever owns the shop's catalogue draws four; on wide screens the board gives way to what they say."""
    table = table_of("crash")
    while getattr(table.ask, "choice", "") != "keep":
        legal = table.legal() or []
        buy = [one for one in legal if isinstance(one, BuyUpgrade)]
        if is_chance(table.ask):
            table.deal()
        else:
            table.answer(buy[0] if buy else table.game.player.advise(table.state, legal, lambda: 0.5))
    deck, upgrades = table.state.now.deck, table.state.world.upgrades
    deck.display = sorted(sorted(deck.pile, key=lambda card: -len(str(upgrades[card].text)))[:4])
    table.state.invalidate()
    table.history._look_again()
    hands.resize(*size)
    hands.speak(language)
    hands.sit(table, confirmed=table.rev)
    hands.look(2)
    clipped.clear()
    hands.root.repaint()
    hands.look(2)
    texts = [button.detail for button in hands.screen.panel.buttons if button.shown and button.detail]
    assert len(texts) == 4
    assert not clipped
    assert hands.screen.grid.shown == (size[1] > size[0])
    hands.touch(*hands.screen.panel.buttons[0].center)
    assert isinstance(hands.answers[-1][0], KeepCard)
    hands.session.pages.clear()
    hands.app.refresh()
    hands.look(2)
    assert hands.screen.grid.shown
