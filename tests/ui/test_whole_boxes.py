"""Whole games by touch, with boxes of which nothing is known but what every box has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.answers import Draw, DrawUnknown, Pull
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED
from companion.table.learned import answer_of
from tests import daily
from tests.owner import Owner
from tests.ui.box_owner import BoxOwner
from tests.ui.finger import Finger
from tests.ui.hands import clipped
from tests.ui.player import Player
from tests.ui.rig import Rig
from tests.ui.row_filler import as_entered, fill_row, same
from tests.ui.test_boxes import tap_row
from ui.model.library import Library

# A game of every title.

FIRST_SQUARES = 11
"""So many squares lie there on the first evening, with those that the story names."""


LATER_CARDS = 12 if daily.everything else 3
"""So many cards are told on another evening."""


@pytest.fixture(autouse=True)
def no_text_is_cut_short(rig: Rig) -> Iterator[None]:
    yield
    assert clipped == set()


def to_the_end(rig: Rig, owner: BoxOwner, *drawn: str) -> None:
    """The whole game; of each of these tables cards were drawn, and the box knows those that were told."""
    owner.play()
    assert rig.hands.root.name == "over"
    rig.wait(lambda: not rig.app.box_updates.waiting)
    owner.compare()
    assert all(owner.told[path] for path in drawn)
    assert owner.passed


@pytest.mark.long
def test_escape_plan(rig: Rig) -> None:
    owner = BoxOwner(rig.hands, "escape")
    owner.open()
    for at, exit_ in ((3, 1), (6, 2), (9, 3)):
        owner.mark_exit(f"Tile {'ABC'[at // 3 - 1]} number 1", exit_)
    owner.sit_down(["Yellow", "Red"], ["Dealt by the companion, each in secret"])
    to_the_end(rig, owner, "contacts", "escape_plans", "officers")


def test_crash_and_grab_begins_at_once_without_following_the_board(rig: Rig) -> None:
    owner = BoxOwner(rig.hands, "crash", by_touch=True)
    owner.sit_down(["Red", "Blue", "Yellow", "Green"])
    assert rig.session.table.state.world.light
    to_the_end(rig, owner, "upgrades")


@pytest.mark.long
def test_crash_and_grab(rig: Rig) -> None:
    owner = BoxOwner(rig.hands, "crash")
    owner.open()
    owner.draw_tiles()
    owner.lay_tiles()
    owner.sit_down(["Red", "Blue", "Yellow"], ["Everything: the board and every move"])
    assert not rig.session.table.state.world.light
    to_the_end(rig, owner, "upgrades")


@pytest.mark.long
def test_krysis(rig: Rig) -> None:
    owner = BoxOwner(rig.hands, "krysis")
    owner.open()
    owner.enter_details({name: owner.printed[name] for name in ("crystals", "relic_scores")})
    for start in owner.printed["start_spaces"]:
        owner.enter_row("Start spaces", start["index"], {"crystals": start["crystals"]})
    for n, level in enumerate(owner.printed["levels"], 1):
        owner.enter_row("Levels", f"Level {n}", {"spaces": level["spaces"]})
    owner.sit_down(
        ["Company 1", "Company 2"],
        ["With: the advanced game", "The companion counts them too, in secret"],
        [
            ("Relic cards", "Real cards; each is named here"),
            ("Agent cards", "Real cards; each that is drawn is named here"),
        ],
    )
    agents = [f"agents.company_{n}.{deck}" for n in (1, 2) for deck in ("fighters", "transporters", "special")]
    to_the_end(rig, owner, "relics", *agents)


@pytest.mark.long
def test_new_york_crisis_without_its_board_and_then_with_it(rig: Rig) -> None:
    squares = read_content(BUNDLED / "manhattan_nights").data["board"]["squares"]
    names = {square["id"]: f"square_{n}" for n, square in enumerate(squares, 1)}
    owner = BoxOwner(rig.hands, "newyork", names)
    squares = owner.printed["board"]["squares"]
    owner.open()
    tap_row(rig.hands, "Board")
    owner.lay_squares(squares[:FIRST_SQUARES], whole=False)
    owner.enter_details({"tracks": owner.printed["tracks"]})
    for person in owner.printed["characters"]:
        owner.enter_row("Family", person["role"].capitalize(), {"dice": person["dice"]})
    owner.enter_story(owner.printed["scenarios"][0])
    owner.sit_down(["Father", "Mother"])
    assert rig.session.table.state.world.options.light
    to_the_end(rig, owner, "mafia_cards", "police_cards", "info_tokens", "items")
    pulled = [str(entry.answer.get("bag")) for entry in rig.session.table.log if entry.answer is not None]
    assert any(bag.startswith("reserve:") for bag in pulled)
    # Another evening: all of the board is laid now.
    rig.hands.touch(*rig.hands.screen.home.center)
    owner.open()
    tap_row(rig.hands, "Board")
    owner.lay_squares(squares[FIRST_SQUARES:], whole=True)
    owner.sit_down(["Father", "Mother"])
    assert not rig.session.table.state.world.options.light
    told = sum(map(len, owner.told.values()))
    owner.play(until=told + LATER_CARDS)
    rig.wait(lambda: not rig.app.box_updates.waiting)
    owner.compare()


# New York from a box whose decks and bags nobody has told, with the real cards on the table.

POLICE_CARDS = 5
"""More of them are told."""
TABLES = ("mafia_cards", "police_cards", "items")


class Teller(Player):
    """Draws from the real decks; tells what is new, but for every fifth card, which is done by hand.

    ``held`` is what of the box is not told yet, by table.
    """

    def __init__(self, rig: Rig, owner: Owner) -> None:
        super().__init__(rig, "empty box")
        self.owner = owner
        self.held = {table: [as_entered(row) for row in rows] for table, rows in owner.held.items()}
        self.told: dict[str, list[dict[str, Any]]] = {table: [] for table in owner.held}
        self.passed = 0
        self._drawn = 0

    def told_enough(self) -> bool:
        """For a day."""
        return self.passed > 1 and len(self.told["police_cards"]) > POLICE_CARDS

    def step(self) -> None:
        session = self.hands.session
        if session.mode == "changes":
            self.amber()
        elif session.mode == "offer":
            self.hands.tap("No, we go on drawing")
        else:
            super().step()

    def tap_card(self) -> None:
        """A card or piece that is known is in the list, in front of those that are new."""
        session = self.hands.session
        learning = session.learning
        known = [one for one in session.table.legal() or [] if isinstance(one, Draw | Pull)]
        if learning.nameless is None or (known and self.luck.random() < 0.4):
            Finger(self.hands).give(self.luck.choice(known))
            return
        (path,) = learning.choices()
        self.hands.touch(*self.hands.screen.other.center)
        told_by_title = self.hands.root.name == "telling"
        assert self.hands.root.name in ("telling", "learning", "row")
        self._drawn += 1
        if self._drawn % 5 == 0 and path != "items":
            self.passed += 1
            self.hands.tap("Done" if told_by_title else "We do what it says")
            assert isinstance(session.table.history.line[-1].answer, DrawUnknown)
            return
        row = self.luck.choice(self.held[path])
        if told_by_title:
            self.hands.tap("All that it says …")
        elif self.hands.root.name == "learning":
            self.amber()
        rev = session.rev
        fill_row(self.hands, row)
        assert [entry.kind for entry in session.table.log[rev : rev + 2]] == ["learn", "answer"], session.refused
        learned = session.table.log[rev]
        assert learned.row is not None
        assert same({**learned.row, "count": 0}, {**row, "count": 0})
        assert session.table.history.entries[rev + 1].answer == answer_of(
            session.table.stocks[path],
            learned.row,
            session.table.log[rev + 1].answer[place_field(path)],  # type: ignore[index]
        )
        self.told[path].append(learned.row)
        row["count"] = row.get("count", 1) - 1
        if not row["count"]:
            self.held[path].remove(row)


def place_field(path: str) -> str:
    return "bag" if path == "items" else "deck"


@pytest.mark.long
def test_a_game_from_an_empty_box(rig: Rig, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", *TABLES)
    rig.app.library = Library(rig.journal, pack=str(owner.path), seed="evening")
    player = Teller(rig, owner)
    player.sit_down("wrong_suitcase", "full", ["father", "mother"])
    while rig.session.mode != "over" and (daily.everything or not player.told_enough()):
        player.step()
    player.in_sync()
    assert rig.hands.root.name == "over" or not daily.everything
    assert player.passed > 1
    rig.wait(lambda: not rig.app.box_updates.waiting)
    assert owner.rows("mafia_cards") == player.told["mafia_cards"]
    assert owner.rows("police_cards") == player.told["police_cards"]
    assert len(player.told["police_cards"]) > POLICE_CARDS
