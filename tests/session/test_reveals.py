"""What comes to light, in recorded games: what it means, whom it is about, and never before it is known."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.core.instructions import ident
from companion.core.texts import plain
from companion.scene.scene import Reveal
from companion.table.history import PlayedEntry
from companion.table.table import Table
from tests.lookback.games import recorded
from tests.playthroughs.recording import names


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
