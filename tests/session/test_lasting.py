"""A card that still does something later stands in the picture of the table, with its title and what that is."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core.steps.effects import Later
from companion.core.texts import plain
from companion.games.crash.content import GainTokens
from companion.games.crash.state import UpgradeInUse
from companion.games.escape.content import NoteEffect as ContactNote
from companion.games.escape.state import CardInUse
from companion.games.krysis.content import NoteEffect
from companion.games.krysis.state import AbilityInUse
from companion.games.registry import load_game
from companion.packs.loader import new_box
from companion.session.session import Session
from tests.session.test_told_games import Evening
from tests.terminal.test_terminal import Sitting
from tests.web.tables import serving
from tests.web.test_pages import table_of

AGAIN = "…card"
CARDS: dict[str, tuple[str, dict[str, Any], Later[Any, Any], str]] = {
    "krysis": (
        "relics",
        {"id": "mask", "kind": "other", "set_type": "Ghost train", "effects": []},
        Later("round_start", [NoteEffect(AGAIN)], AbilityInUse("company_1", "mask", "R-KR-34"), "game"),
        "Remind us …: each round, until the end",
    ),
    "escape": (
        "contacts",
        {"id": "mask", "name": "Ghost train", "text": "", "effects": []},
        Later("income", [ContactNote(AGAIN)], CardInUse("yellow", "mask", "R-EP-84"), "card"),
        "Remind us …: at each income, as long as the card lies there",
    ),
    "crash": (
        "upgrades",
        {"id": "mask", "name": "Ghost train", "text": "", "timing": "end_of_turn", "not_in_2p": False, "effects": None},
        Later("round_end", [GainTokens(energy=1)], UpgradeInUse("red", "red", "mask"), "game"),
        "at the end of the round, as long as this game lasts: gain 1 energy",
    ),
}


@pytest.fixture(params=sorted(CARDS))
def lasting(request: pytest.FixtureRequest) -> tuple[Session, str]:
    """A game from nothing known, in which such a card is at work."""
    table, row, later, does = CARDS[request.param]
    evening = Evening(request.param, new_box(load_game(request.param), "Ours"), Random(1))
    evening.table.learn(table, row)
    evening.table.state.now.later = [later]
    return Session(evening.table, confirmed=evening.table.rev), does


def test_a_card_that_lasts_is_in_the_picture_with_what_it_does(lasting: tuple[Session, str]) -> None:
    session, does = lasting
    [card] = session.scene.lasting
    assert [plain(card.title), plain(card.text or ""), card.id] == ["Ghost train", does, "mask"]


def test_it_stands_on_the_page_of_a_phone(lasting: tuple[Session, str]) -> None:
    session, does = lasting
    with serving(session) as served:
        page = table_of(served).page()
    assert "Ghost train" in page
    assert does in page


@pytest.mark.parametrize("name", sorted(CARDS))
def test_what_reminds_of_a_card_is_never_said_with_the_sign_for_its_title(name: str) -> None:
    sheets = load_game(name).rules.sheets
    assert sheets is not None
    reminders = [one for button in sheets.buttons for one in button.every() if AGAIN in str(one)]
    for effects in [[one] for one in reminders] + [[*reminders, {"op": "note", "text": "Look."}]]:
        assert AGAIN not in str(plain(sheets.sentence(effects))), effects


def test_it_is_written_below_the_picture_in_the_terminal(lasting: tuple[Session, str]) -> None:
    session, does = lasting
    assert f"Ghost train: {does}" in Sitting(table=session.table).type("b")
