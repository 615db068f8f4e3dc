"""A deck that others draw from now on: which of its cards lie elsewhere is one list, in both directions."""

from __future__ import annotations

import pytest

from companion.language import Language
from companion.session.session import Session
from tests.session.sensible import play_on, played, table_of

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
    session = played(game, 120)
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
    session = played(game, 120)
    session.set_chance(item, "asked")
    session.done()
    session.set_chance(item, "digital")
    assert {card.rpartition(": ")[0] for card in said(session)} == gone(session, item)
    assert {card.rpartition(": ")[2] for card in said(session)} & {"Open", "Away", "Discard"}


def test_a_deck_of_which_nothing_was_drawn_is_only_laid_down() -> None:
    session = played("newyork", 0)
    session.set_chance("police", "asked")
    assert said(session) == ["shuffle the deck and lay it face down"]
    session.done()
    session.set_chance("police", "digital")
    assert session.page is None


def test_who_changes_it_back_at_once_has_nothing_to_do() -> None:
    session = played("newyork", 120)
    session.set_chance("police", "asked")
    session.set_chance("police", "digital")
    assert session.page is None


def test_dice_and_bags_are_no_decks() -> None:
    session = played("newyork", 120)
    for item in ("dice", "info", "items"):
        session.set_chance(item, "asked")
        assert session.page is None


def test_the_list_comes_before_what_else_waits_and_an_undo_brings_it_up_to_date() -> None:
    session = played("newyork", 120)
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
