"""A whole game of every title by touch, with a box of which nothing is known but what every box has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED
from tests.ui.box_owner import Owner
from tests.ui.cuts import clipped
from tests.ui.evening import Evening
from tests.ui.test_boxes import tap_row

SOME = 11
"""So many squares lie there on the first evening, with those that the story names."""


MORE = 12
"""So many cards are told on another evening."""


@pytest.fixture(autouse=True)
def no_text_is_cut_short(evening: Evening) -> Iterator[None]:
    yield
    assert clipped == set()


def to_the_end(evening: Evening, owner: Owner, *drawn: str) -> None:
    """The whole game; of each of these tables cards were drawn, and the box knows those that were told."""
    owner.play()
    assert evening.hands.root.name == "over"
    evening.wait(lambda: not evening.app.box_updates.waiting)
    owner.compare()
    assert all(owner.told[path] for path in drawn)
    assert owner.passed


def test_escape_plan(evening: Evening) -> None:
    owner = Owner(evening.hands, "escape")
    owner.open()
    for at, exit_ in ((3, 1), (6, 2), (9, 3)):
        owner.mark_exit(f"City tile {'ABC'[at // 3 - 1]}1", exit_)
    owner.sit_down(["Yellow", "Red"], ["Dealt by the companion, each in secret"])
    to_the_end(evening, owner, "contacts", "escape_plans", "officers")


def test_crash_and_grab_begins_at_once_and_its_board_is_left_to_people(evening: Evening) -> None:
    owner = Owner(evening.hands, "crash", by_touch=True)
    owner.sit_down(["Red", "Blue", "Yellow", "Green"], ["Crew and crashes only; the board is yours"])
    assert evening.session.table.state.world.light
    to_the_end(evening, owner, "upgrades")


def test_crash_and_grab(evening: Evening) -> None:
    owner = Owner(evening.hands, "crash")
    owner.open()
    owner.draw_tiles()
    owner.lay_tiles()
    owner.sit_down(["Red", "Blue", "Yellow"], ["Everything: the board and every move"])
    assert not evening.session.table.state.world.light
    to_the_end(evening, owner, "upgrades")


def test_krysis(evening: Evening) -> None:
    owner = Owner(evening.hands, "krysis")
    owner.open()
    owner.tell_about({name: owner.printed[name] for name in ("crystals", "relic_scores")})
    for start in owner.printed["start_spaces"]:
        owner.tell_row("Start spaces", start["index"], {"crystals": start["crystals"]})
    for n, level in enumerate(owner.printed["levels"], 1):
        owner.tell_row("Levels", f"Level {n}", {"spaces": level["spaces"]})
    owner.sit_down(
        ["Company 1", "Company 2"],
        ["With: the advanced game", "The companion counts them too, in secret"],
        [
            ("Relic cards", "Real cards; each is named here"),
            ("Agent cards", "Real cards; each that is drawn is named here"),
        ],
    )
    agents = [f"agents.company_{n}.{deck}" for n in (1, 2) for deck in ("fighters", "transporters", "special")]
    to_the_end(evening, owner, "relics", *agents)


def test_new_york_crisis_lightly_while_its_board_is_laid_and_then_in_full(evening: Evening) -> None:
    squares = read_content(BUNDLED / "manhattan_nights").data["board"]["squares"]
    names = {square["id"]: f"square_{n}" for n, square in enumerate(squares, 1)}
    owner = Owner(evening.hands, "newyork", names)
    squares = owner.printed["board"]["squares"]
    owner.open()
    tap_row(evening.hands, "Board")
    owner.lay_squares(squares[:SOME], whole=False)
    owner.tell_about({"tracks": owner.printed["tracks"]})
    for person in owner.printed["characters"]:
        owner.tell_row("Family", person["role"].capitalize(), {"dice": person["dice"]})
    owner.tell_story(owner.printed["scenarios"][0])
    owner.sit_down(["Father", "Mother"])
    assert evening.session.table.state.world.options.light
    to_the_end(evening, owner, "mafia_cards", "police_cards", "info_tokens", "items")
    pulled = [str(entry.answer.get("bag")) for entry in evening.session.table.log if entry.answer is not None]
    assert any(bag.startswith("reserve:") for bag in pulled)
    # Another evening: all of the board is laid now.
    evening.hands.touch(*evening.hands.screen.home.center)
    owner.open()
    tap_row(evening.hands, "Board")
    owner.lay_squares(squares[SOME:], whole=True)
    owner.sit_down(["Father", "Mother"])
    assert not evening.session.table.state.world.options.light
    told = sum(map(len, owner.told.values()))
    owner.play(until=told + MORE)
    evening.wait(lambda: not evening.app.box_updates.waiting)
    owner.compare()
