"""What people do with a table: pages, one undo per tap, decks that change hands, reveals."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.chance.dealer import Dealer
from companion.core.answers import Draw
from companion.core.asks import ChooseAsk, DrawAsk, PickAsk, PullAsk, RollAsk
from companion.core.instructions import ident
from companion.core.texts import plain
from companion.games.newyork.answers import Walk
from companion.language import Language
from companion.scene.scene import Reveal
from companion.session.session import Session
from companion.table.history import PlayedEntry
from companion.table.log import DieRead, ReadingId
from companion.table.table import Table
from tests.games.newyork.helpers import GAME, box, loaded
from tests.lookback.games import recorded
from tests.playthroughs.recording import names
from tests.session.sensible import play_on, played_game, table_of
from tests.tables import MemoryStore, dice_table
from tests.ui.moments import recordings, start_at

# Pages, rolls and refusals.


def at(name: str, *, by_hand: str | None = None) -> Session:
    table = start_at(name, by_hand)
    return Session(table, confirmed=table.rev)


def test_lots_are_drawn_with_one_tap_and_laid_out_as_a_check_list() -> None:
    session = at("setup")
    assert session.mode == "deal"
    session.draw()
    assert not isinstance(session.table.ask, PickAsk | PullAsk)
    assert session.mode == "check"
    assert len(session.page.lines) > 7
    session.tick(2)
    session.tick(3)
    session.tick(2)
    assert session.page.ticked == {3}
    session.done()
    assert session.mode == "card"


def test_a_drawn_card_is_shown_with_what_it_makes_hands_do() -> None:
    session = at("draw")
    session.draw()
    drawn = session.table.history.entries[-1]
    assert session.mode == "card"
    assert session.page.card == session.table.game.presenter.card(session.table.state, drawn.answer)
    assert [line.sign for line in session.page.lines] == ["+"]


def test_done_is_kept_up_to_the_entry_it_belongs_to(monkeypatch: pytest.MonkeyPatch) -> None:
    session = at("draw")
    confirmed: list[int] = []
    monkeypatch.setattr(session.table, "confirm", confirmed.append)
    session.draw()
    assert confirmed == []
    session.done()
    assert confirmed == [session.rev]


def test_a_card_from_the_table_is_tapped_in_the_list() -> None:
    session = at("draw", by_hand="police")
    assert session.mode == "list"
    card = (session.table.legal() or [])[4]
    session.answer(card)
    assert isinstance(card, Draw)
    assert session.table.history.entries[-1].answer == card
    assert session.mode == "card"


def test_a_new_story_card_is_read_before_the_hands_work() -> None:
    name, rev = next(
        (name, rev)
        for name, lines in recordings("newyork").items()
        for rev in range(1, len(lines))
        if lines[rev]["kind"] == "answer"
        and len(recorded(name, rev).scene().story) > len(recorded(name, rev - 1).scene().story)
    )
    answer = recorded(name, rev).history.entries[-1].answer
    session = Session(recorded(name, rev - 1), confirmed=rev - 1)
    session.answer(answer)
    assert session.mode == "card"
    assert session.page.card == session.scene.story[-1]
    assert session.page.lines


def test_a_refusal_leaves_everything_as_it_was() -> None:
    session = at("actions")
    before = session.table.hash()
    session.choose_die("red1")
    assert not session.answer(Walk("nowhere"))
    assert session.refused is not None
    assert session.mode == "choose"
    assert session.chosen == {"red1"}
    assert session.table.hash() == before


def test_undo_at_the_beginning_says_that_there_is_nothing() -> None:
    session = Session(table_of("newyork"))
    session.undo()
    assert session.refused is not None
    assert session.refused.code == "nothing"


def test_undo_of_a_page_that_is_still_open_says_that_hands_may_have_done_a_part() -> None:
    session = at("draw")
    session.draw()
    session.undo()
    assert session.page is not None
    assert "already" in session.page.over.msgid


def told(session: Session) -> list[list[str]]:
    return [[plain(line.words) for line in page.lines] for page in session.pages]


GAMES = ["newyork", "escape", "crash", "krysis", "thousand"]
LAST = {"escape": "The last day", "krysis": "The last round", "thousand": "The last round"}
"""Where the rules know which one is the last."""


@pytest.mark.parametrize("game", GAMES)
def test_what_begins_is_announced_once(game: str) -> None:
    """A round, a day, the last one; not the first, which begins with the game."""
    session, heard = Session(table_of(game)), []
    for _ in range(2000):
        rounds = session.table.game.presenter.announced(session.table.state)
        play_on(session)
        told = [one for page in session.pages for one in page.reveals] + session.announced
        told = [one for one in told if one.of in ("round", "last")]
        if session.mode == "over" or session.table.over:
            assert told == []
            break
        now = session.table.game.presenter.announced(session.table.state)
        assert told == ([now] if rounds is not None and now is not None and now != rounds else [])
        heard += [plain(one.words) for one in told]
    assert heard
    assert len(heard) == len(set(heard))
    assert (heard[-1] == LAST[game] or heard[-2:-1] == [LAST[game]]) if game in LAST else heard[0].endswith("2")


def test_undo_and_redo_announce_nothing() -> None:
    session = played_game("krysis", 5)
    while not (session.announced or any(one.of == "round" for page in session.pages for one in page.reveals)):
        play_on(session)
    session.undo()
    session.redo()
    assert session.announced == []
    assert not any(page.reveals for page in session.pages)


@pytest.mark.parametrize("game", GAMES)
def test_quick_undos_list_what_one_undo_of_all_of_them_lists(game: str) -> None:
    """Nothing was put back in between."""
    at_once, quick = played_game(game, 40), played_game(game, 40)
    for session in (at_once, quick):
        session.table.confirm(session.rev)
    at_once.undo(n=10)
    for _ in range(10):
        quick.undo()
    assert quick.table.hash() == at_once.table.hash()
    assert told(quick) == told(at_once)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_to_be_moved_after_going_back_and_on_again(game: str) -> None:
    session = played_game(game, 40)
    before = session.table.hash()
    for _ in range(6):
        session.undo()
    for _ in range(6):
        session.redo()
    assert session.table.hash() == before
    assert [line for page in session.pages for line in page.lines if line.sign != "→"] == []


def test_a_jump_after_undos_lists_what_lies_elsewhere_now() -> None:
    """What was put back already, hands do not put back again."""
    at_once, session = played_game("newyork", 40), played_game("newyork", 40)
    goals = [entry.goal for entry in session.timeline.entries() if entry.goal]
    session.undo()
    session.undo()
    session.jump(goals[4])
    at_once.jump(goals[4])
    assert told(session) == told(at_once)
    while session.page is not None:
        session.done()
    session.jump(goals[6])
    done = told(session)
    session.jump(goals[4])
    assert done
    assert told(session) == []


def test_an_undone_page_is_put_back_first_and_then_what_was_confirmed() -> None:
    """Hands may have done a part of what they had not confirmed; what was confirmed lies there for sure."""
    n = next(n for n in range(40, 60) if any(page.lines for page in after_answers(n).pages))
    session, without = after_answers(n), after_answers(n - 1)
    without.pages.clear()
    for _ in range(3):
        session.undo()
    without.undo(n=2)
    assert session.table.hash() == without.table.hash()
    first, *rest = session.pages
    assert "already" in first.over.msgid
    assert first.lines
    assert [[plain(line.words) for line in page.lines] for page in rest] == told(without)
    session.done()
    session.undo()
    assert "already" not in session.page.over.msgid


def after_answers(n: int) -> Session:
    """A game after that many answers, the last of which is not confirmed yet."""
    table = played_game("newyork", n - 1).table
    session = Session(table, confirmed=table.rev)
    play_on(session)
    return session


def at_a_throw(seed: str) -> Session:
    """The dice of a turn wait to be thrown; the dealer would deal the rest from this seed."""
    table = Table(GAME, loaded(box()), ["father", "mother"], {}, dealer=Dealer(seed), auto=False)
    session = Session(table)
    while session.mode != "roll":
        if session.pages:
            session.done()
        elif session.mode == "deal":
            session.draw()
        else:
            session.answer(table.legal()[0])
    return session


def rest_after(session: Session, die: str, face: str) -> dict[str, str]:
    assert session.tray is not None
    session.tray.read(die, face)
    assert session.roll_for_us()
    return session.table.log[-1].answer["faces"]


def test_dice_of_the_rest_of_a_throw_fall_each_by_itself() -> None:
    alike = 0
    for seed in map(str, range(12)):
        session = at_a_throw(seed)
        faces = rest_after(session, "blue1", "MENT")
        assert faces["blue1"] == "MENT"
        alike += faces["red1"] == faces["red2"]
    assert alike < 12


def test_every_reading_is_saved_once_with_its_roll_or_without_one() -> None:
    store = MemoryStore()
    table = dice_table(["red1"], store)
    session = Session(table)
    readings = [
        DieRead("serial", "red1", "red", 4, 6, 100 * n, throw=str(n), at=10.0 * n, origin=ReadingId("reader-7", "b", n))
        for n in range(1, 10)
    ]
    session.read(readings[0])
    assert store.readings == []
    session.read(readings[8])
    assert store.readings == [(readings[0].origin, 1), (readings[8].origin, 1)]
    table.state.now.lamps = 0  # The next roll is refused.
    session.read(readings[7])
    assert table.rev == 1
    assert store.readings[2:] == [(readings[7].origin, 0)]
    session.read(readings[1])
    session.close()
    assert store.readings[3:] == [(readings[1].origin, 0)]


def test_after_undo_the_same_reading_gives_the_same_throw() -> None:
    for seed in map(str, range(6)):
        session = at_a_throw(seed)
        first = rest_after(session, "red1", "WILD")
        source = session.table.log[-1].source
        session.undo()
        while session.pages:
            session.done()
        assert rest_after(session, "red1", "WILD") == first
        assert (session.table.log[-1].kind, session.table.log[-1].source) == ("answer", source) == ("answer", "serial")


# One undo takes back one tap, whoever rolled the dice or drew the card; redo repeats it.


def until(session: Session, ask: type) -> Session:
    """Play on until such a question is open, after something that a person has decided."""
    decided = False
    while not (decided and isinstance(session.table.ask, ask)):
        session.pages.clear()
        decided = session.mode == "choose"
        play_on(session)
    session.pages.clear()
    return session


def by_hand(session: Session) -> None:
    tray = session.tray
    assert tray is not None
    for die, faces in tray.sides.items():
        session.tray.set_face(die, faces[0])
    session.tray_changed()


@pytest.mark.parametrize("roll", [by_hand, Session.roll_for_us], ids=["tapped", "rolled for us"])
def test_undo_of_a_roll_comes_back_to_the_roll(roll: Callable[[Session], object]) -> None:
    session = until(Session(table_of("newyork")), RollAsk)
    before, rev = session.table.hash(), session.rev
    roll(session)
    assert session.rev > rev
    rolled = session.table.hash()
    session.undo()
    assert session.table.hash() == before
    assert isinstance(session.table.ask, RollAsk)
    session.redo()
    assert session.table.hash() == rolled


def test_rolled_again_for_us_it_is_the_same_roll() -> None:
    session = until(Session(table_of("newyork")), RollAsk)
    session.roll_for_us()
    rolled = session.table.hash()
    session.undo()
    session.roll_for_us()
    assert session.table.hash() == rolled


def test_undo_of_a_card_that_the_companion_drew_comes_back_to_the_deck() -> None:
    session = until(played_game("newyork", 40), DrawAsk)
    before = session.table.hash()
    session.draw()
    assert session.table.hash() != before
    session.undo()
    assert session.table.hash() == before


def test_of_a_decision_everything_goes_back_with_it() -> None:
    session = until(played_game("newyork", 40), ChooseAsk)
    before = session.table.hash()
    legal = session.table.legal() or []
    session.answer(session.table.game.player.advise(session.table.state, legal, lambda: 0.5))
    session.undo()
    assert session.table.hash() == before


def test_redo_is_there_as_long_as_something_was_taken_back() -> None:
    session = until(Session(table_of("newyork")), RollAsk)
    assert not session.can_redo
    session.roll_for_us()
    session.undo()
    assert session.can_redo
    session.redo()
    assert not session.can_redo


# A deck changes between digital and physical: one list of the cards outside it, in both directions.

DECKS = {"newyork": ("police", "mafia"), "escape": ("contacts",), "crash": ("upgrades",)}


def said(session: Session) -> list[str]:
    page = session.page
    assert page is not None
    return [Language().say(line.words) for line in page.lines]


def gone(session: Session, item: str) -> set[str]:
    """The names of the cards that are in no deck, out of the facts of the game."""
    say, state = Language().say, session.table.state
    return {
        say(place.name)
        for place in session.table.game.presenter.cards_of(state, item)
        for counter in place.counters
        if not counter.cells[0].on and any(cell.on and (cell.label or cell.called) for cell in counter.cells)
    }


@pytest.mark.parametrize(("game", "item"), [(game, item) for game, items in DECKS.items() for item in items])
def test_cards_that_the_companion_drew_are_taken_out_of_the_deck_on_the_table(game: str, item: str) -> None:
    session = played_game(game, 120)
    out = gone(session, item)
    assert out, "nothing was drawn"
    session.set_chance(item, "asked")
    *cards, last = said(session)
    assert {card.rpartition(": ")[0] for card in cards} == out
    assert last == "shuffle the rest: that is your deck"
    session.done()
    assert session.page is None


@pytest.mark.parametrize(("game", "item"), [(game, item) for game, items in DECKS.items() for item in items])
def test_back_to_the_companion_the_same_cards_are_named_with_where_they_belong(game: str, item: str) -> None:
    session = played_game(game, 120)
    session.set_chance(item, "asked")
    session.done()
    session.set_chance(item, "digital")
    assert {card.rpartition(": ")[0] for card in said(session)} == gone(session, item)
    assert {card.rpartition(": ")[2] for card in said(session)} & {"Open", "Away", "Discard"}


def test_a_deck_of_which_nothing_was_drawn_is_only_laid_down() -> None:
    session = played_game("newyork", 0)
    session.set_chance("police", "asked")
    assert said(session) == ["shuffle the deck and lay it face down"]
    session.done()
    session.set_chance("police", "digital")
    assert session.page is None


def test_who_changes_it_back_at_once_has_nothing_to_do() -> None:
    session = played_game("newyork", 120)
    session.set_chance("police", "asked")
    session.set_chance("police", "digital")
    assert session.page is None


def test_dice_and_bags_are_no_decks() -> None:
    session = played_game("newyork", 120)
    for item in ("dice", "info", "items"):
        session.set_chance(item, "asked")
        assert session.page is None


def test_the_list_comes_before_what_else_waits_and_an_undo_brings_it_up_to_date() -> None:
    session = played_game("newyork", 120)
    while not (session.table.can_deal and session.table.game.rules.chance_item(session.table.ask) == "police"):
        play_on(session)
    session.pages.clear()
    before = gone(session, "police")
    session.draw()
    assert session.page is not None
    assert gone(session, "police") != before
    session.set_chance("police", "asked")
    assert session.page.switched == "police"
    session.undo()
    assert {card.rpartition(": ")[0] for card in said(session)[:-1]} == gone(session, "police")


def test_cards_are_switched_also_when_the_game_is_over() -> None:
    session = Session(table_of("krysis", {"kr.home_ledger": "private"}, {"relics": "digital"}))
    while not session.table.over:
        play_on(session)
    session.set_chance("relics", "asked")
    assert session.table.chance["relics"] == "asked"


# Reveals in recorded games: what they mean, whom they are about, and never too early.


def revealed(name: str) -> Iterator[tuple[Table, PlayedEntry, list[Reveal]]]:
    """Every answer of a recording, with the table after it and what it brings to light."""
    for played in recorded(name).history.entries:
        then = recorded(name, played.entry.rev)
        if played.answer is not None:
            tell = then.game.presenter.reveals
            yield then, played, tell(then.state, played.answer, played.asked, played.instructions)


@pytest.mark.parametrize("name", ["krysis_four_known", "krysis_three_ledger"])
def test_bids_are_shown_once_all_are_open_as_people_sit_and_the_highest_is_ahead(name: str) -> None:
    shown = [(table, one) for table, _, found in revealed(name) for one in found if one.of == "bids"]
    assert shown
    for table, one in shown:
        assert table.state.now.revealed
        assert [plain(seat.name).lower() for seat in one.opened] == list(table.setup.seats)
        (ahead,) = (seat for seat in one.opened if seat.ahead)
        assert int(plain(ahead.value)) == max(int(plain(seat.value)) for seat in one.opened)


def test_a_raid_says_who_raids_whom_and_shows_what_is_taken() -> None:
    shown = [(played, one) for _, played, found in revealed("krysis_four_known") for one in found if one.of == "raid"]
    assert shown
    for played, one in shown:
        assert played.asked is not None
        assert played.asked.who is not None
        raider, raided = (plain(side.name).lower() for side in one.opened)
        assert (raider, raided) == (played.asked.who, ident(played.answer.camp) or played.answer.camp)  # type: ignore[union-attr]
        goods = played.answer.goods  # type: ignore[union-attr]
        assert sum(piece.n for piece in one.pieces) == goods.red + goods.blue + goods.white + goods.relics


def test_each_rise_of_the_alert_is_shown_from_where_it_was_to_where_it_is() -> None:
    alert, risen = 0, 0
    for table, _, found in revealed("water_two"):
        climbs = [one for one in found if one.of == "alert"]
        now = table.state.now.alert
        if now > alert:
            assert [(one.start, one.end, one.length) for one in climbs] == [(alert, now, table.state.now.limit)]
            risen += 1
        elif now < alert:
            assert not climbs
        alert = now
    assert risen


@pytest.mark.parametrize("name", [name for name in names() if name.startswith("crash")])
def test_the_last_of_a_crew_is_shown_where_somebody_has_them_all(name: str) -> None:
    *others, (table, _, last) = revealed(name)
    assert not [one for _, _, found in others for one in found]
    told = table.state.now.result is not None and table.state.now.result["rule"] == "R-CG-74"
    assert [one.of for one in last] == (["crew"] if told else [])
    for one in last:
        assert len(one.pieces) == 4
        assert len({piece.icon for piece in one.pieces}) == 4


def test_a_game_that_says_nothing_of_it_reveals_nothing() -> None:
    assert not [one for _, _, found in revealed("thousand_two") for one in found]
