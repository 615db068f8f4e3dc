"""The timeline on the screen: look at any answer, go there, change it; what changed stands beside the table."""

from __future__ import annotations

from itertools import groupby, product
from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.answers import Answer
from companion.games.krysis.answers import Bid, LoadGoods
from companion.games.registry import game_names, load_game
from companion.packs.loader import load_pack
from companion.table.table import Table
from tests import daily
from tests.daily import Pairs, share, some
from tests.ui.gallery import WIDE
from tests.ui.hands import Hands, clipped, least_target
from tests.ui.test_screens import SIZES, assert_in_the_window, assert_large_enough
from ui.look.theme import look
from ui.model.history import pages
from ui.widgets.buttons import Heading
from ui.widgets.timeline import StopView

SETTINGS = {"newyork": {}, "escape": {"plans": "private", "ep.cash_ledger": "private"}}

DEALT_LATER = ("newyork", "escape")
"""Where the companion is asked for cards later than at the beginning."""


def played(name: str, entries: int, undone: int = 0) -> Table:
    """A game in which a sensible player has played for a while, and taken something back."""
    game = load_game(name)
    pack = load_pack(game)
    seats = [seat for seat, _ in game.rules.seats(pack.pack)][:3]
    table = Table(game, pack, seats, SETTINGS.get(name, {}), dealer=Dealer("line"), auto=False)
    luck = Random(5)
    while table.rev < entries and not table.over:
        if table.can_deal:
            table.deal()
        else:
            table.answer(game.player.advise(table.state, table.legal() or [], luck.random))
    if undone:
        table.undo(undone)
    return table


def at_the_log(hands: Hands, name: str, entries: int = 90, undone: int = 3) -> Table:
    table: Table = played(name, entries, undone)
    hands.sit(table, confirmed=table.rev)
    hands.app.go("log")
    hands.look()
    return table


def look_at(hands: Hands, rev: int) -> None:
    """Bring a stop to the screen and tap it."""
    hands.app.look_at_moment(rev)
    hands.look()
    shown = [part for part in hands.parts() if isinstance(part, StopView)]
    hands.touch(*next(part for part in shown if part.row.chosen).center)


@pytest.mark.by_turns
@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_all_pages_and_answers_fit_and_viewing_changes_nothing(hands: Hands, size: tuple[int, int], name: str) -> None:
    hands.resize(*size)
    table = at_the_log(hands, name, entries=max(44, share(64)))
    before = table.hash(), table.rev, table.ask
    screen = hands.screen
    while screen.before.enabled:
        hands.touch(*screen.before.center)
    seen = 0
    while True:
        for view in [view for view in screen.line.views if view.shown]:
            hands.touch(*view.center)
            seen += view.row.key[1] > 0
            assert screen.title.text
        assert_in_the_window(hands, "timeline")
        assert_large_enough(hands, "timeline")
        if not screen.after.enabled:
            break
        hands.touch(*screen.after.center)
    assert seen == len(table.history.line)
    assert (table.hash(), table.rev, table.ask) == before
    assert not clipped


@pytest.mark.parametrize("name", game_names())
def test_the_timeline_opens_at_the_present_and_dims_undone_answers(hands: Hands, name: str) -> None:
    table = at_the_log(hands, name)
    rows = [view.row for view in hands.screen.line.views if view.shown]
    now = next(row for row in rows if row.now)
    assert now.chosen
    assert now.key[1] == table.history.line[table.history.mark - 1].entry.rev
    assert [row.past for row in rows] == [row.key[1] > now.key[1] for row in rows]


@pytest.mark.parametrize("name", game_names())
def test_any_answer_can_be_undone_and_redone(hands: Hands, name: str) -> None:
    table = at_the_log(hands, name, undone=0)
    end = table.hash()
    last = table.history.decisions[-1].entry.rev
    middle = table.history.decisions[5].entry.rev
    look_at(hands, middle)
    hands.tap("Go back to here")
    assert hands.session.timeline.now == middle
    assert table.log[-1].kind == "undo"
    look_at(hands, last)
    hands.tap("Go on to here")
    assert table.hash() == end


@pytest.mark.by_turns
@pytest.mark.parametrize("name", game_names())
def test_the_consequences_of_another_answer_are_shown_first(hands: Hands, name: str) -> None:
    pairs = Pairs()
    table = at_the_log(hands, name, undone=0)
    moments = [played.entry.rev for played in table.history.decisions]
    before = table.hash(), table.rev
    kinds = [type(table.history.entries[rev - 1].answer) for rev in moments]
    for kind, rev in list(zip(kinds, moments, strict=True))[-max(10, share(20)) :]:
        for _, size in pairs.some(product([kind], SIZES), least=1):
            hands.resize(*size)
            weigh_another(hands, table, rev)
            assert (table.hash(), table.rev) == before
    assert not clipped


def weigh_another(hands: Hands, table: Table, rev: int) -> None:
    """Look at what would follow from other answers than the one given, and leave it."""
    before = table.hash(), table.rev
    look_at(hands, rev)
    if not hands.screen.change.shown:
        return
    hands.tap("Change this answer")
    if hands.root.name == "form":
        assert_stands(hands)
        hands.tap("Back")
        assert hands.root.name == "log"
        return
    assert "instead of" in hands.screen.instead.text.lower()
    for view in [view for view in hands.screen.rows.views if view.shown][:4]:
        hands.touch(*view.center)
        assert_stands(hands)
        assert (table.hash(), table.rev) == before
        if hands.root.name == "form":
            hands.tap("Back")
    hands.tap("Leave it as it was")
    assert hands.screen.revising is None


def assert_stands(hands: Hands) -> None:
    assert_in_the_window(hands, "revising")
    assert_large_enough(hands, "revising")


def changeable(hands: Hands, table: Table) -> tuple[int, Answer]:
    """The rev of an answer that can be changed, and another one for it."""
    for played in reversed(table.history.decisions):
        look_at(hands, played.entry.rev)
        if hands.screen.change.shown:
            hands.tap("Change this answer")
            if hands.root.name == "form":
                hands.tap("Back")
                continue
            for other in hands.screen.revising.others():
                if other.form is not None:
                    continue
                hands.screen.revising.choose(other.answer)
                if hands.screen.revising.revision is not None:
                    return played.entry.rev, other.answer
            hands.screen.revising = None
    raise AssertionError("nothing could be changed")


@pytest.mark.by_turns
@pytest.mark.parametrize("name", game_names())
def test_a_revision_gives_exactly_the_previewed_instructions(hands: Hands, name: str) -> None:
    table = at_the_log(hands, name, undone=0)
    changeable(hands, table)
    hands.app.refresh()
    hands.look()
    revision = hands.screen.revising.revision
    hands.tap("Change it")
    assert table.hash() == revision.state.hash()
    assert hands.app.looking == "game"
    told = [line.instruction for page in hands.session.pages for line in page.lines]
    assert all(one in revision.instructions for one in told)


def test_private_answers_cannot_be_revised(hands: Hands) -> None:
    game = load_game("escape")
    pack = load_pack(game)
    seats = [seat for seat, _ in game.rules.seats(pack.pack)][:3]
    chance = {"plans": "asked"}
    table = Table(game, pack, seats, SETTINGS["escape"], chance=chance, dealer=Dealer("line"), auto=False)
    while not any(entry.kind == "answer" for entry in table.log):
        if table.can_deal:
            table.deal()
        else:
            table.answer((table.legal() or [])[0])
    hands.sit(table)
    secret = table.rev
    look_at(hands, secret)
    assert not hands.screen.change.shown
    assert "Only one player may know this" in hands.screen.note.text
    hands.session.undo()
    look_at(hands, secret)
    assert not hands.screen.change.shown
    assert "Only one player may know this" in hands.screen.note.text, "going on to it would not help"


SAMPLES = some(product(game_names(), range(40, 110, 7 if daily.everything else 21), SIZES, ("normal", "large")))
"""A game after so many entries, the glass, the letters."""


@pytest.mark.by_turns
@pytest.mark.parametrize("name", game_names())
def test_the_latest_answers_beside_a_question_open_the_timeline(hands: Hands, name: str) -> None:
    asked, shown, met = set(), set(), set()
    for (_, entries), ways in groupby((row for row in SAMPLES if row[0] == name), key=lambda row: row[:2]):
        table = played(name, entries)
        for *_, size, letters in ways:
            hands.app.settings.text = letters
            hands.app.apply_settings()
            hands.resize(*size)
            hands.sit(table)
            hands.session.pages.clear()
            hands.app.refresh()
            hands.look()
            if hands.root.name != "table":
                continue
            asked.add(hands.session.mode)
            met.add(size)
            last = last_answers(hands)
            if not last:
                # The round, read from a metre away, is worth more.
                assert size == WIDE, f"{entries} {size} {letters}: no last answer"
                assert hands.screen.over.height >= look.mm(Heading.HIGH) - 1
                continue
            shown.add(size)
            assert all(min(view.size) >= least_target() for view in last)
            assert not clipped
            view = last[-1]
            hands.touch(*view.center)
            assert hands.root.name == "log"
            assert hands.screen.chosen == view.row.key == hands.session.timeline.latest(1)[0].entry.rev
            assert nothing_is_taken_back_at(hands, last)
    assert asked == ({"choose", "deal"} if name in DEALT_LATER else {"choose"})
    assert shown == met
    # A few moments may all be somebody's secret on one glass.
    assert met == set(SIZES) or not daily.everything


def nothing_is_taken_back_at(hands: Hands, last: list[StopView]) -> bool:
    """Whichever of the last answers is tapped, a second tap takes nothing back."""
    places = [(view.row.key, view.center[:]) for view in last]
    for rev, (x, y) in places:
        hands.app.look_at_moment(rev)
        hands.look()
        back = hands.screen.primary
        if back.text == "Go back to here" and back.collide_point(x, y):
            return False
    return True


def last_answers(hands: Hands) -> list[StopView]:
    """The stops that stand beside the question: on the table, or in the bar of small glass."""
    lines = [line for line in (hands.screen.latest, hands.root.nav.latest) if line.shown]
    return [view for line in lines for view in line.views if view.shown]


@pytest.mark.parametrize("name", game_names())
def test_similar_answers_are_offered_first(hands: Hands, name: str) -> None:
    table = at_the_log(hands, name, undone=0)
    changeable(hands, table)
    revising = hands.screen.revising
    given = revising.moment.played.answer
    others = [other.answer for other in revising.others()]
    assert others[0] == given
    kinds = [isinstance(answer, type(given)) for answer in others]
    assert kinds == sorted(kinds, reverse=True)


def answered(hands: Hands, table: Table, wanted: type[Answer]) -> tuple[int, Answer]:
    """The latest answer of this kind, with its stop in front."""
    part = next(part for part in reversed(table.history.line) if isinstance(part.answer, wanted))
    look_at(hands, part.entry.rev)
    assert part.answer is not None
    return part.entry.rev, part.answer


def test_revising_a_bid_starts_from_the_given_one(hands: Hands) -> None:
    table = at_the_log(hands, "krysis", undone=0)
    _, bid = answered(hands, table, Bid)
    before = table.hash(), table.rev
    hands.tap("Change this answer")
    assert hands.root.name == "form"
    assert hands.screen.draft.answer == bid
    row = next(row for row in hands.screen.amounts.rows if row.more.enabled)
    hands.touch(*row.more.center)
    other = hands.screen.draft.answer
    hands.tap("See what follows")
    assert hands.root.name == "log"
    assert (table.hash(), table.rev) == before
    assert hands.screen.title.text
    hands.tap("Change it")
    assert table.hash() != before[0]
    assert other in [part.answer for part in table.history.line]
    assert hands.app.looking == "game"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_load_can_be_revised(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    table = at_the_log(hands, "krysis", undone=0)
    _, load = answered(hands, table, LoadGoods)
    hands.tap("Change this answer")
    assert hands.root.name == "log", "there was more to choose from"
    first = hands.screen.rows.views[0]
    assert first.row.past
    assert first.row.aside == "as it was"
    hands.touch(*first.center)
    assert hands.screen.draft.answer == load
    assert hands.screen.over.text == "WHAT WAS IT REALLY?"
    less = next(row.less for row in hands.screen.amounts.rows if row.less.enabled)
    hands.touch(*less.center)
    chosen = hands.screen.draft.answer
    hands.tap("See what follows")
    assert hands.screen.revising.answer == chosen
    assert_stands(hands)
    assert not clipped
    hands.touch(*hands.screen.rows.views[0].center)
    assert hands.screen.draft.answer == chosen, "what was chosen last stands there"
    hands.tap("Back")
    assert hands.screen.revising.revision is not None, "the way back loses nothing"
    hands.tap("Leave it as it was")
    assert load in [part.answer for part in table.history.line]


def test_forms_of_past_and_present_are_separate(hands: Hands) -> None:
    table = at_the_log(hands, "krysis", undone=0)
    before = table.hash()
    answered(hands, table, Bid)
    hands.tap("Change this answer")
    hands.app.take_back()
    hands.look(2)
    assert hands.root.name != "form" or hands.app.looking == "game"
    hands.app.go("log")
    hands.look()
    assert hands.screen.revising is None
    hands.session.redo()
    assert table.hash() == before


def test_pages_hold_one_chapter_each() -> None:
    cut = pages(["a", "a", "a", "b", "a"], 2)
    assert [(page.chapter, page.first, page.end, page.part, page.parts) for page in cut] == [
        ("a", 0, 2, 1, 2), ("a", 2, 3, 2, 2), ("b", 3, 4, 1, 1), ("a", 4, 5, 1, 1),
    ]  # fmt: skip


def test_a_chapter_is_two_taps_away(hands: Hands) -> None:
    at_the_log(hands, "newyork")
    screen = hands.screen
    hands.touch(*screen.chapter.center)
    assert next(view.row.text for view in screen.rows.views if view.shown) == "Setting up"
    hands.touch(*screen.rows.views[0].center)
    rows = [view.row for view in screen.line.views if view.shown]
    assert rows[0].text == "The beginning"
