"""A card that is told by its title on the page of the table: its title, its squares, and what it has changed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.registry import load_game
from companion.packs.loader import new_box
from tests.session.test_telling import Told
from tests.web.fingers import Page
from tests.web.tables import Client, Served, serving
from tests.web.test_pages import moment, table_of, told


@pytest.fixture
def evening() -> Told:
    """Before the last police card of the first round, whose event counts."""
    evening = Told(new_box(load_game("newyork"), "Ours"))
    evening.new()
    evening.take()
    evening.new()
    return evening


@pytest.fixture
def served(evening: Told) -> Iterator[Served]:
    with serving(evening.session) as served:
        yield served


def say(table: Client, **fields: object) -> tuple[int, str]:
    return table.send("/do/say", moment=moment(table.page()), **fields)


def test_a_card_is_told_and_carried_out(evening: Told, served: Served) -> None:
    table = table_of(served)
    assert "Tap what it changes, so that the box knows it the next time." in table.page()
    for fields in (
        {"part": "title", "text": "Blackout"}, {"part": "square", "option": "another", "text": "Pier"},
        {"part": "alert", "option": "=1"}, {"part": "story", "option": "=0"}, {"part": "next"},
    ):  # fmt: skip
        assert say(table, **fields)[0] == 303, fields
    page = table.page()
    for words in ("Blackout", "Pier", "Alert: +2", "Story: +1", "Remind us next round"):
        assert words in page
    assert say(table, back=1)[0] == 303
    assert "Story: +1" not in table.page()
    assert table.send("/do/tell", moment=moment(table.page()))[0] == 303
    facts = served.do(evening.table.facts)
    assert (facts["alert"]["at"], facts["story"]["at"], facts["cars"]["squares"]) == (2, 0, {"pier": 1})


def test_a_form_that_comes_twice_counts_once(evening: Told, served: Served) -> None:
    table = table_of(served)
    now = moment(table.page())
    for _ in range(2):
        table.send("/do/say", moment=now, part="alert", option="=0")
    assert served.do(lambda: evening.session.learning.telling.effects) == [{"op": "alert", "n": 1}]


def test_a_title_that_is_in_the_list_is_asked_about(evening: Told, served: Served) -> None:
    table = table_of(served)

    def once() -> None:
        telling = evening.session.learning.telling
        assert telling is not None
        telling.say("title", text="Día")
        evening.take()
        evening.session.undo(n=2)
        evening.session.pages.clear()
        evening.new()

    served.do(once)
    assert say(table, part="title", text="dia")[0] == 303
    assert "A card with this title is in the list." in table.page()
    status, page = table.send("/do/tell", moment=moment(table.page()))
    assert (status, told(page)) == (400, "A card with this title is in the list. Is it that one?")
    assert say(table, part="same", option="dia")[0] == 303
    assert served.do(lambda: evening.table.facts()["event"]["card"]) == "dia"


@pytest.mark.parametrize("fields", [{"part": "moon"}, {"part": "alert", "option": "=99"}, {"part": "square"}])
def test_what_nobody_offered_is_refused(served: Served, fields: dict[str, str]) -> None:
    table = table_of(served)
    status, page = say(table, **fields)
    assert status == 404
    assert told(page)


def test_the_event_that_lies_there_stands_on_the_page_with_what_it_can_do(evening: Told, served: Served) -> None:
    table = table_of(served)
    assert table.send("/do/tell", moment=moment(table.page()))[0] == 303
    while (forms := Page(table.page()).to("/do/done")) and served.do(lambda: evening.session.page is not None):
        assert table.send("/do/done", **{name: forms[0].hidden(name) for name in ("moment",)})[0] == 303
    page = table.page()
    for words in ("The event that lies there", "Alert", "Throw a die", "Remind us"):
        assert words in page
    begins = page.index('<section class="paper lying">')
    inside = page[begins : page.index("</section>", begins)]
    for words in ("The event that lies there", "Event of the round", "Alert", "Throw a die", "Remind us"):
        assert words in inside, "its buttons are below its title"
    assert "Father plays" not in inside
    assert inside.count("<svg") >= inside.count("<summary>"), "each with its icon"


def test_nothing_stands_below_a_button_that_has_no_more_to_say(served: Served) -> None:
    assert "None</small>" not in table_of(served).page()
