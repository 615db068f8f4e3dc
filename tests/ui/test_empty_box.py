"""A game of New York from a box whose decks and bags nobody has told: by touch, with the real cards on the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.answers import Draw, DrawUnknown, Pull
from companion.table.learned import answer_of
from tests.owner import Owner
from tests.ui.cuts import clipped
from tests.ui.evening import Evening
from tests.ui.finger import Finger
from tests.ui.player import Player
from tests.ui.teller import as_told, same, tell
from tests.ui.test_whole_game import play
from ui.model.library import Library

TABLES = ("mafia_cards", "police_cards", "items")


@pytest.fixture(autouse=True)
def no_text_is_cut_short(evening: Evening) -> Iterator[None]:
    yield
    assert clipped == set()


class Teller(Player):
    """Draws from the real decks; tells what is new, but for every fifth card, which is done by hand.

    ``held`` is what of the box is not told yet, by table.
    """

    def __init__(self, evening: Evening, owner: Owner) -> None:
        super().__init__(evening, "empty box")
        self.owner = owner
        self.held = {table: [as_told(row) for row in rows] for table, rows in owner.held.items()}
        self.told: dict[str, list[dict[str, Any]]] = {table: [] for table in owner.held}
        self.passed = 0
        self._drawn = 0

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
        assert self.hands.root.name == "learning"
        self._drawn += 1
        if self._drawn % 5 == 0 and path != "items":
            self.passed += 1
            self.hands.tap("We do what it says")
            assert isinstance(session.table.history.line[-1].answer, DrawUnknown)
            return
        row = self.luck.choice(self.held[path])
        self.amber()
        rev = session.rev
        tell(self.hands, row)
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


def test_a_game_from_a_box_of_which_nothing_was_told(evening: Evening, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", *TABLES)
    evening.app.library = Library(evening.journal, pack=str(owner.path), seed="evening")
    player = Teller(evening, owner)
    player.sit_down("wrong_suitcase", "full", ["father", "mother"])
    play(player)
    player.in_sync()
    assert evening.hands.root.name == "over"
    assert player.passed > 1
    evening.wait(lambda: not evening.app.box_updates.waiting)
    assert owner.rows("mafia_cards") == player.told["mafia_cards"]
    assert owner.rows("police_cards") == player.told["police_cards"]
    assert len(player.told["police_cards"]) > 5
