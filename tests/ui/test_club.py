"""The touchscreen of a table in a club, with a real broker: what is played is told, help is called, somebody comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from companion.club import messages
from companion.club.membership import Membership
from companion.club.messages import FinishedMessage, TableState
from companion.core.texts import plain
from companion.journal import Journal
from companion.session.session import Session
from companion.table.table import Table
from tests.club.broker import Ear, broker
from tests.games.chaos import new_game
from tests.games.thousand.chaos import ThousandChaos
from tests.ui.hands import Hands


@pytest.fixture
def club(hands: Hands, tmp_path: Path) -> Iterator[tuple[Hands, Journal, Ear]]:
    with TemporaryDirectory(prefix="broker-") as folder, broker(Path(folder)) as at, Journal(tmp_path / "j") as journal:
        config = tmp_path / "companion.toml"
        config.write_text(f'[club]\nbroker = "127.0.0.1"\nport = {at.port}\nname = "Table 4"\n')
        joined = Membership(journal, config)
        joined.again, hands.app.club = hands.app.club.again, joined
        with closing(Ear(at.club)) as ear:
            yield hands, journal, ear
        joined.close()


def wait_until(hands: Hands, holds: Callable[[], object]) -> None:
    until = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < until
        hands.look()
        time.sleep(0.02)


def state(ear: Ear) -> TableState | None:
    raw = [payload for topic, payload in ear.last.items() if topic.endswith("/state")]
    return messages.decode(raw[-1], TableState, "") if raw else None


def kept(journal: Journal) -> tuple[Table, ThousandChaos, Random]:
    """A game of Ten Thousand that the journal keeps."""
    chaos, r = ThousandChaos(), Random(5)
    made, _ = new_game(chaos, r, digital=True)
    seats, settings = made.setup.seats, made.setup.settings
    return Table(made.game, made.box, seats, settings, chance=made.chance, store=journal), chaos, r


def test_the_club_hears_of_the_game_and_its_result(club: tuple[Hands, Journal, Ear]) -> None:
    hands, journal, ear = club
    wait_until(hands, lambda: (told := state(ear)) and told.game is None)
    table, chaos, r = kept(journal)
    hands.app.play(Session(table))
    wait_until(hands, lambda: (told := state(ear)) and told.game and told.game.uuid == table.game_id)
    while not table.over:
        table.answer(chaos.random_answer(r, table))
    hands.session._changed()
    wait_until(hands, lambda: (told := state(ear)) and told.game and told.game.over)
    wait_until(hands, lambda: any("/finished/" in topic for topic in ear.last))
    (topic,) = [one for one in ear.last if "/finished/" in one]
    assert messages.decode(ear.last[topic], FinishedMessage, topic).result.id == table.game_id
    hands.app.leave_game()
    wait_until(hands, lambda: (told := state(ear)) and told.game is None)


def test_help_is_called_and_cancelled_in_the_menu(club: tuple[Hands, Journal, Ear]) -> None:
    hands, journal, ear = club
    hands.app.play(Session(kept(journal)[0]))
    hands.app.go("menu")
    hands.look()
    hands.tap("Call for help")
    wait_until(hands, lambda: (told := state(ear)) and told.help)
    assert "No more help" in hands.labels()
    ear.say(messages.help_answer(state(ear).table.id), b'{"version":1}', retain=False)
    wait_until(hands, lambda: hands.root.banner.shown)
    assert hands.root.banner.text == "Somebody comes to help."
    hands.app.dismiss()
    hands.look()
    hands.tap("No more help")
    wait_until(hands, lambda: state(ear).help is None)
    assert "Call for help" in hands.labels()


def test_without_a_club_nobody_can_be_called(hands: Hands) -> None:
    hands.play()
    hands.app.go("menu")
    hands.look()
    assert "Call for help" not in hands.labels()


def test_the_checkup_reports_the_club(club: tuple[Hands, Journal, Ear]) -> None:
    hands, _, _ = club
    wait_until(
        hands, lambda: "127.0.0.1 hears of this table" in str([plain(one.text) for one in hands.app.club.checks()])
    )
    assert [plain(one.name) for one in hands.root.screen("doctor")._parts()["club"]()] == ["club"]
