"""New York from a box with empty decks, by touch: what is new is told or passed over, and the box knows ever more."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.chance.dealer import Dealer
from companion.core.answers import Draw, DrawUnknown
from companion.games.newyork.answers import WholeCard
from companion.games.registry import load_game
from companion.packs.content import Content
from companion.packs.folder import read_content, write_content
from companion.packs.loader import load_pack
from companion.session.session import Session
from companion.table.learned import answer_of
from companion.table.table import Table
from tests.owner import DECKS, Owner
from tests.packs.disks import WHY, what_they_say
from tests.packs.test_told_in_play import HELD, options, without_board
from tests.session import test_whole_boxes as every_box
from tests.ui.finger import Finger
from tests.ui.hands import Hands, clipped
from tests.ui.rig import Rig
from tests.ui.row_filler import as_entered, fill_row, same
from tests.ui.test_row import tap_row, type_
from tests.ui.test_screens import SIZES, assert_in_the_window, assert_large_enough
from ui.model.library import Library

EVERY_GLASS = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
MORE_TAPS = 3
"""So many taps more than the card itself needs, at most."""


@pytest.fixture(autouse=True)
def no_text_is_cut_short(hands: Hands) -> Iterator[None]:
    yield
    assert clipped == set()


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    return Owner(tmp_path / "mine", *DECKS)


def assert_fits(hands: Hands, what: str) -> None:
    assert_in_the_window(hands, what)
    assert_large_enough(hands, what)


def sit(hands: Hands, owner: Owner) -> Session:
    hands.app.play(Session(owner.table()))
    hands.app.offers.declined = True
    hands.look()
    return hands.session


def play_until(hands: Hands, *modes: str) -> None:
    """Tap the amber button, and the first thing that is offered, until there is such a mode."""
    for _ in range(200):
        session, screen = hands.session, hands.screen
        if session.mode in modes:
            return
        if session.mode == "choose":
            Finger(hands).give((session.table.legal() or [])[0])
        elif session.mode == "roll":
            session.roll_for_us()
            hands.look()
        else:
            assert session.mode not in ("list", "new", "changes", "offer"), f"{session.mode} comes before {modes}"
            hands.touch(*screen.primary.center)
    raise AssertionError(f"none of {modes} ever comes up")


def new_one(hands: Hands, finger: Finger) -> None:
    play_until(hands, "list")
    finger.taps = 0
    finger.tap(hands.screen.other)
    assert hands.root.name == "learning"


def enter_mafia_card(hands: Hands, finger: Finger, *squares: str) -> None:
    """Mafia, info and item of a mafia card: a square each, or nothing for an empty name."""
    finger.amber()
    assert hands.root.name == "row"
    for square in squares:
        if square:
            hands.tap_spot(f"square:{square}")
            finger.taps += 1
        else:
            finger.label("Nothing there")
    finger.amber()


@EVERY_GLASS
def test_entering_a_card_takes_three_taps_more_than_its_content(
    hands: Hands, owner: Owner, size: tuple[int, int]
) -> None:
    hands.resize(*size)
    session, finger = sit(hands, owner), Finger(hands)
    play_until(hands, "list")
    assert hands.screen.known.known.printed == 50
    assert not hands.screen.deal.shown
    assert_fits(hands, "the list")
    new_one(hands, finger)
    assert_fits(hands, "what to do with it")
    enter_mafia_card(hands, finger, "harlem", "", "soho")
    assert finger.taps <= 3 + MORE_TAPS
    assert hands.root.name == "reveal"
    assert session.table.history.entries[-1].answer == Draw("mafia", "mafia_card_1")
    assert session.table.facts()["mafia"]["squares"] == {"harlem": 1}


@EVERY_GLASS
def test_skipping_a_card_takes_three_taps_more_than_its_changes(
    hands: Hands, owner: Owner, size: tuple[int, int]
) -> None:
    hands.resize(*size)
    session, finger = sit(hands, owner), Finger(hands)
    new_one(hands, finger)
    finger.label("We do what it says")
    assert isinstance(session.table.history.entries[-1].answer, DrawUnknown)
    taps = finger.taps
    play_until(hands, "changes")
    finger.taps = taps
    assert hands.root.name == "changes"
    assert_fits(hands, "what has changed")
    hands.tap_spot("square:harlem")
    view = next(one for one in hands.screen.board._counters if one.shown and one.counter.id.startswith("mafia"))
    hands.touch(*view.more.center)
    finger.amber()
    assert finger.taps <= MORE_TAPS
    assert session.table.log[-1].kind == "correct"
    assert session.table.facts()["mafia"]["squares"] == {"harlem": 1}
    assert hands.root.name != "changes"


def test_an_entered_card_is_listed_the_next_time(hands: Hands, owner: Owner) -> None:
    session, finger = sit(hands, owner), Finger(hands)
    new_one(hands, finger)
    enter_mafia_card(hands, finger, "harlem", "", "")
    finger.nav("undo") if hands.screen.nav else hands.tap("Undo")
    play_until(hands, "list")
    assert [row.text for row in hands.screen.rows.rows] == ["Mafia card: Harlem, nothing else"]
    finger.give(Draw("mafia", "mafia_card_1"))
    assert session.table.history.entries[-1].answer == Draw("mafia", "mafia_card_1")


def test_a_card_is_found_by_its_square(hands: Hands, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "mafia_cards", known=20)
    session, finger = sit(hands, owner), Finger(hands)
    play_until(hands, "list")
    screen = hands.screen
    everything = [row.text for row in screen.rows.rows]
    hands.tap_spot("square:central_park")
    assert screen.at.text == "CENTRAL PARK"
    assert screen.map.marked == {"square:central_park"}
    assert [row.text for row in screen.rows.rows] == [
        "info on The Heights, an item on SoHo",
        "info on Turtle Bay, an item on Flatiron",
    ]
    hands.tap_spot("square:central_park")
    assert [row.text for row in screen.rows.rows] == everything
    known = next(one for one in session.table.legal() or [] if isinstance(one, Draw))
    finger.taps = 0
    finger.give(known)
    assert finger.taps == 2
    assert session.table.history.entries[-1].answer == known


def test_without_known_cards_no_map_is_shown(hands: Hands, owner: Owner) -> None:
    sit(hands, owner)
    play_until(hands, "list")
    assert not hands.screen.map.shown


def test_a_police_card_is_entered_with_its_event(hands: Hands, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", "police_cards")
    session, finger = sit(hands, owner), Finger(hands)
    new_one(hands, finger)
    finger.amber()
    hands.tap_spot("square:soho")
    type_(hands, "Rat")
    hands.tap("Done")
    hands.tap("That is the card")
    assert session.table.history.entries[-1].answer == Draw("police", "rat")
    assert session.table.known("police_cards").known == 1


def test_back_leaves_the_form_and_the_question(hands: Hands, owner: Owner) -> None:
    session, finger = sit(hands, owner), Finger(hands)
    new_one(hands, finger)
    before = session.rev
    finger.amber()
    hands.tap("Back")
    assert hands.root.name == "row", "back to the whole card first"
    hands.tap("Back")
    assert hands.root.name == "learning"
    hands.tap("Back to the list")
    assert hands.root.name == "list"
    assert session.rev == before
    new_one(hands, finger)
    finger.nav("undo")
    assert hands.root.name == "list"


def test_a_refusal_of_the_rules_is_shown_over_the_form(hands: Hands, owner: Owner) -> None:
    session, finger = sit(hands, owner), Finger(hands)
    new_one(hands, finger)
    finger.amber()
    hands.tap_spot("square:harlem")
    hands.tap("Nothing there")
    hands.tap("Nothing there")
    hands.screen.editor.form.put(("mafia",), "atlantis")
    finger.amber()
    assert hands.root.banner.shown
    assert hands.root.name == "row"
    assert session.table.known("mafia_cards").known == 0


def enter_the_last_card(hands: Hands, folder: Path) -> tuple[Session, Finger]:
    """The last mafia card that was not known is told, and the companion offers to draw."""
    session, finger = sit(hands, Owner(folder / "mine", "mafia_cards", known=49)), Finger(hands)
    new_one(hands, finger)
    enter_mafia_card(hands, finger, "harlem", "", "")
    play_until(hands, "offer")
    return session, finger


def test_the_companion_offers_to_draw_when_all_is_known(hands: Hands, tmp_path: Path) -> None:
    session, finger = enter_the_last_card(hands, tmp_path)
    assert hands.root.name == "learning"
    assert hands.screen.title.text == "All of it is known now. Shall I draw from now on?"
    finger.amber()
    assert session.table.chance["mafia"] == "digital"


def mafia_in_the_menu(hands: Hands, finger: Finger) -> Any:
    finger.nav("menu")
    return next(view for view in hands.screen.chance.views if view.shown and view.row.text == "Mafia")


def test_who_goes_on_drawing_can_change_that_in_the_menu(hands: Hands, tmp_path: Path) -> None:
    session, finger = enter_the_last_card(hands, tmp_path)
    hands.tap("No, we go on drawing")
    assert session.table.chance["mafia"] == "asked"
    play_until(hands, "list", "choose")
    row = mafia_in_the_menu(hands, finger)
    hands.touch(*row.center)
    assert session.table.chance["mafia"] == "digital"


def test_the_menu_says_how_much_is_known_and_why_the_companion_cannot_draw(hands: Hands, owner: Owner) -> None:
    session, finger = sit(hands, owner), Finger(hands)
    play_until(hands, "list")
    row = mafia_in_the_menu(hands, finger)
    assert row.row.detail == "0 of 50 known"
    hands.touch(*row.center)
    assert hands.root.banner.text == "0 of 50 known. You draw here until all are: then I can."
    assert session.table.chance["mafia"] == "asked"


def mend(hands: Hands, owner: Owner) -> tuple[Session, Finger]:
    """A card was told with mafia on Harlem; in the log somebody begins to tell it otherwise."""
    session, finger = sit(hands, owner), Finger(hands)
    new_one(hands, finger)
    enter_mafia_card(hands, finger, "harlem", "", "")
    hands.app.look_at_moment(session.rev)
    hands.look()
    hands.tap("This card says otherwise")
    return session, finger


def test_correcting_a_card_in_the_log_previews_the_consequences(hands: Hands, owner: Owner) -> None:
    session, finger = mend(hands, owner)
    assert hands.root.name == "row"
    tap_row(hands, "Mafia on")
    hands.tap_spot("square:soho")
    finger.amber()
    assert hands.root.name == "log"
    assert hands.screen.instead.text == "Its card says otherwise now."
    assert session.table.facts()["mafia"]["squares"] == {"harlem": 1}, "nothing has moved yet"
    finger.amber()
    assert session.table.facts()["mafia"]["squares"] == {"soho": 1}
    assert session.table.known("mafia_cards").known == 1


def test_the_effects_of_a_corrected_card_can_be_kept(hands: Hands, owner: Owner) -> None:
    session, finger = mend(hands, owner)
    tap_row(hands, "Mafia on")
    hands.tap_spot("square:soho")
    finger.amber()
    hands.tap("Leave it as it was")
    assert session.table.facts()["mafia"]["squares"] == {"harlem": 1}
    assert session.table.log[-1].kind == "learn"


def test_correcting_only_the_texts_of_a_card_changes_nothing_else(hands: Hands, owner: Owner) -> None:
    _, finger = mend(hands, owner)
    finger.amber()
    assert hands.root.name == "log"
    assert hands.root.banner.text == "The box has it now. Nothing else follows from it."


@pytest.mark.parametrize(
    ("game", "path"),
    [
        ("escape", "contacts"), ("escape", "officers"), ("escape", "escape_plans"), ("crash", "upgrades"),
        ("krysis", "relics"), ("krysis", "agents.lamplighters.fighters"),
    ],
)  # fmt: skip
def test_cards_of_every_game_are_entered_by_touch_and_private_ones_in_private(
    hands: Hands, tmp_path: Path, game: str, path: str
) -> None:
    owner = Owner(tmp_path / "mine", path, game=game)
    session = every_box.sit(owner, path)
    assert every_box.play_until_new(session, path)
    session.pages.clear()
    hands.app.play(session)
    hands.app.offers.declined = True
    hands.look()
    finger = Finger(hands)
    only, place = session.table.ask.only, session.learning.place
    assert (hands.root.name == "private") == (only is not None)
    if only is not None:
        finger.tap(hands.screen.primary)
    row = next(row for row in owner.held[path] if not row.get("not_in_2p"))
    finger.tap(hands.screen.other)
    if hands.root.name == "telling":
        finger.label("All that it says …")
    elif hands.root.name == "learning":
        finger.amber()
    assert hands.root.name == "row"
    fill_row(hands, as_entered({name: value for name, value in row.items() if name != "count"}))
    learned, given = session.table.history.entries[-2:]
    assert learned.entry.row is not None
    assert same({**learned.entry.row, "count": 0}, {**as_entered(row), "count": 0})
    assert given.answer == answer_of(session.table.stocks[path], learned.entry.row, place)


# With a journal, and the owner's box on disk.


@pytest.fixture
def start_game(rig: Rig, owner: Owner) -> Rig:
    """A game with the owner's box has begun."""
    rig.app.library = Library(rig.journal, pack=str(owner.path), seed="evening")
    rig.app.start_game("newyork", ["father", "mother"], {"story": "wrong_suitcase"})
    rig.hands.look()
    return rig


def enter_one_card(rig: Rig) -> None:
    finger = Finger(rig.hands)
    new_one(rig.hands, finger)
    enter_mafia_card(rig.hands, finger, "harlem", "", "")


def test_an_entered_card_is_saved_in_the_box_at_once(start_game: Rig, owner: Owner) -> None:
    enter_one_card(start_game)
    start_game.wait(lambda: start_game.app.saved()[0] == "good")
    assert len(owner.rows("mafia_cards")) == 1
    start_game.wait(lambda: "learned" in start_game.session.table.notes)
    assert start_game.session.table.notes["learned"] == start_game.session.table.log[-2].rev


def test_the_next_game_begins_with_what_was_learned(start_game: Rig, owner: Owner) -> None:
    enter_one_card(start_game)
    start_game.app.leave_game()
    start_game.app.start_game("newyork", ["father"], {"story": "wrong_suitcase"})
    assert start_game.session.table.known("mafia_cards").known == 1


def test_a_restart_loses_only_the_unfinished_card(start_game: Rig, owner: Owner) -> None:
    enter_one_card(start_game)
    hands, finger = start_game.hands, Finger(start_game.hands)
    new_one(hands, finger)
    finger.amber()
    hands.tap_spot("square:soho")
    game_id, rev = start_game.session.table.game_id, start_game.session.rev
    assert game_id is not None
    assert start_game.journal.flush()
    start_game.app.leave_game()
    start_game.app.open_game(game_id)
    hands.look()
    assert start_game.session.rev == rev
    assert start_game.session.table.known("mafia_cards").known == 1
    play_until(hands, "list")


@pytest.mark.parametrize("kind", WHY)
def test_a_full_disk_is_reported_and_the_game_continues(kind: str) -> None:
    assert what_they_say("tests/ui/real_disks.py", kind) == ""


# A space of the board: the box has what is said of it, and the next game does not ask again.


def begin(rig: Rig, path: Path) -> None:
    """A game with the box has begun, and it is asked what the first entrance shows."""
    rig.app.library = Library(rig.journal, pack=str(path), seed="evening")
    rig.app.start_game("krysis", ["barrow", "lamplighters"], {"kr.home_ledger": "private"})
    rig.hands.look()


def until(rig: Rig, choice: str) -> None:
    """The others answer; what is to be done on the table is done."""
    luck = random.Random(1).random
    session = rig.session
    while session.pages or getattr(session.table.ask, "choice", "") != choice:
        if session.pages:
            session.done()
        elif session.table.can_deal:
            session.draw()
        else:
            game = session.table.game
            session.answer(game.player.advise(session.table.state, session.table.legal() or [], luck))
    rig.hands.look()


def more(rig: Rig, good: str, n: int) -> None:
    for _ in range(n):
        row = next(row for row in rig.hands.screen.amounts.rows if row.amount.id == good)
        rig.hands.touch(*row.more.center)


def test_an_entrance_and_a_space_are_entered_once(rig: Rig, tmp_path: Path) -> None:
    path = tmp_path / "mine"
    write_content(path, Content(without_board(), HELD["krysis"].texts))
    begin(rig, path)
    rig.app.offers.declined = True
    until(rig, "goods")
    entrance = rig.session.table.ask.space  # type: ignore[union-attr]
    more(rig, "white", 2)
    rig.hands.tap("Done")
    rig.wait(lambda: rig.app.saved()[0] == "good" and "learned" in rig.session.table.notes)
    starts = {one["index"]: one.get("crystals") for one in read_content(path).data["start_spaces"]}
    assert starts[entrance] == {"red": 0, "blue": 0, "white": 2}
    until(rig, "mine")
    until(rig, "goods")
    marked = rig.session.table.ask.space  # type: ignore[union-attr]
    more(rig, "red", 1)
    rig.hands.tap("There is a question mark")
    rig.hands.tap("Done")
    until(rig, "goods")
    assert rig.session.table.ask.space == marked, "what stands behind the question mark is asked next"  # type: ignore[union-attr]
    more(rig, "relics", 1)
    rig.hands.tap("Done")
    rig.app.leave_game()
    nothing = {"red": 0, "blue": 0, "white": 0, "relics": 0}
    assert options(path, marked) == [{**nothing, "red": 1}, {**nothing, "relics": 1}]
    begin(rig, path)
    until(rig, "goods")
    assert rig.session.table.ask.space != entrance, "the other one is asked"  # type: ignore[union-attr]


# A story card is told when it is turned up, or only its numbers are said.

BACK = ("index", "position")
EXTRA_TAPS = 3
"""So many taps more than the card itself needs, at most."""


def sit_with_story(hands: Hands) -> tuple[Session, list[dict[str, Any]]]:
    """At card 0 of a story of which only the backs are told; and its cards as they lie there."""
    game = load_game("newyork")
    whole = load_pack(game)
    data = copy.deepcopy(whole.data)
    data["board"]["whole"] = False
    story = data["scenarios"][0]
    printed = [as_entered({name: one for name, one in card.items() if name not in BACK}) for card in story["cards"]]
    story["cards"] = [{name: card.get(name) for name in BACK} for card in story["cards"]]
    box = whole.with_data(game.rules, data)
    table = Table(game, box, ["father", "mother"], {"nyc.follow": "light"}, dealer=Dealer("told"))
    while getattr(table.ask, "choice", "") != "card":
        table.answer(game.player.advise(table.state, table.legal() or [], lambda: 0.5))
    hands.app.play(Session(table, confirmed=table.rev))
    hands.app.offers.declined = True
    hands.look()
    return hands.session, printed


def test_a_card_is_entered_as_a_whole(hands: Hands) -> None:
    session, cards = sit_with_story(hands)
    assert hands.root.name == "learning"
    assert "Back to the list" not in hands.labels()
    hands.tap("Tell it now")
    fill_row(hands, cards[0])
    answers = [one.answer for one in session.table.history.line if isinstance(one.answer, WholeCard)]
    assert len(answers) == 1, session.refused
    assert same(answers[0].card, cards[0] | {"text": "", "first_round_cars": cards[0].get("first_round_cars")})
    assert session.table.facts()["mafia_per_turn"] == cards[0]["mafia_per_turn"]


def test_entering_only_the_numbers_of_a_card_is_one_tap_away(hands: Hands) -> None:
    session, _ = sit_with_story(hands)
    finger = Finger(hands)
    finger.label("We do what it says")
    assert hands.root.name == "form"
    assert session.table.ask.rule == "R-NYC-95"
    assert finger.taps <= EXTRA_TAPS
