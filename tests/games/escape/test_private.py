"""What only one seat may see is in its private view, and nowhere on the shared screen (R-EP-36, R-EP-37)."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.texts import plain
from companion.scene.scene import Fix
from tests.games.escape.helpers import EscapeTable

SECRET = {"plans": "private", "ep.cash_ledger": "private"}


def private(evening: EscapeTable, seat: str) -> Any:
    return evening.table.game.presenter.private(evening.table.state, seat)


def described(evening: EscapeTable) -> list[str]:
    game, parts = evening.table.game, evening.table.history.entries
    return [
        plain(game.presenter.describe(evening.table.state, part.answer)) for part in parts if part.answer is not None
    ]


def test_without_secrets_there_is_nothing_to_look_at_alone() -> None:
    evening = EscapeTable("ann ben").until("turn")
    assert evening.table.scene().secrets == []
    assert private(evening, "ann") is None


def test_a_plan_is_dealt_to_one_seat_alone_and_shown_to_it_alone() -> None:
    evening = EscapeTable("ann ben", SECRET).until("plans")
    assert evening.table.ask.only == "ann"
    evening.draw("p3")
    assert evening.table.ask.only == "ben"
    evening.draw("p5")
    assert [plain(card.text) for card in private(evening, "ann").cards] != [
        plain(card.text) for card in private(evening, "ben").cards
    ]
    assert "An escape plan is dealt" in described(evening)
    assert evening.table.game.presenter.card(evening.table.state, evening.table.history.entries[-1].answer) is None


def test_the_ledger_counts_by_one_and_by_five_and_the_log_tells_no_amount() -> None:
    evening = EscapeTable("ann ben", SECRET).until("turn")
    cash, fives = private(evening, "ben").counters
    assert plain(cash.value) == "$9k"
    steps = [msgspec.to_builtins(tap)["by"] for tap in (cash.more, cash.less, fives.more, fives.less)]
    assert steps == [1, -1, 5, -5]
    evening.table.answer(fives.less)
    assert plain(private(evening, "ben").counters[0].value) == "$4k"
    assert described(evening)[-1] == "Ben: the ledger"


def test_the_ledger_can_be_mended_where_nothing_is_tracked() -> None:
    evening = EscapeTable("ann ben", SECRET).until("patrol")
    fix = private(evening, "ann").counters[0].more
    assert isinstance(fix, Fix)
    assert "10" not in plain(fix.why)
    evening.correct(*fix.changes)
    assert plain(private(evening, "ann").counters[0].value) == "$10k"


def test_lines_of_the_score_sheet_are_entered_alone_and_never_told() -> None:
    evening = EscapeTable("ann ben").until("turn", day=3)
    evening.say("escape", seat="ben")
    evening.until("line")
    scene = evening.table.scene()
    assert evening.table.ask.only == "ben"
    assert scene.entry is not None
    assert (scene.entry.low, scene.entry.high, len(scene.entry.answers)) == (-50, 249, 300)
    evening.say("value", value=77)
    assert "A line of the score sheet is entered" in described(evening)
    assert not any("77" in line for line in described(evening))
