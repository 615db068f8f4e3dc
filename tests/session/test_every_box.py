"""Every table of every game that may be known in part: told while people play, and done by hand."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.core.answers import DrawUnknown, PullUnknown
from companion.core.asks import RollAsk, is_chance
from companion.core.texts import plain
from companion.games.registry import game_names, load_game
from companion.packs.loader import load_pack
from companion.session.session import Session
from tests.games.partial import SETTINGS
from tests.owner import Owner

MOST = 1500


def tables() -> list[tuple[str, str]]:
    """Every game, with every path of such a table; of agents those of one company."""
    found = []
    for name in game_names():
        game = load_game(name)
        if game.rules.bundled_pack is not None:
            paths = game.rules.stocks(load_pack(game).pack)
            seat = next((path.split(".")[1] for path in paths if path.startswith("agents.")), "")
            found += [(name, path) for path in paths if not path.startswith("agents.") or f".{seat}." in path]
    return found


def sit(owner: Owner, path: str) -> Session:
    """A game in which people draw everything, and in which such cards are used."""
    asked = dict.fromkeys(owner.game.rules.chance_items, "asked")
    settings = SETTINGS.get(owner.game.name, {}) | ({"advanced": "on"} if path.endswith(".special") else {})
    return Session(owner.table(settings=settings, chance=asked))


def play_until_new(session: Session, path: str) -> bool:
    """Play up to where something that is not known of that table can be drawn; False if that never comes up."""
    player = session.table.game.player
    luck = Random(3).random
    for _ in range(MOST):
        session.pages.clear()
        if session.learning.nameless is not None and path in session.learning.choices():
            return True
        if session.table.over:
            return False
        if session.learning.mode == "changes":
            session.end_changes()
        elif isinstance(session.table.ask, RollAsk) or (
            is_chance(session.table.ask) and session.learning.known is None
        ):
            session.draw()
        else:
            legal = session.table.legal() or []
            session.answer(player.advise(session.table.state, legal, luck))
    return False


@pytest.mark.parametrize(("game", "path"), tables(), ids=lambda one: one)
def test_it_is_told_or_done_by_hand(game: str, path: str, tmp_path: Path) -> None:
    owner = Owner(tmp_path / "mine", path, game=game)
    session = sit(owner, path)
    assert play_until_new(session, path), "it never comes up"
    table = session.table
    assert session.learning.open(session.learning.nameless)
    # With two players one upgrade stays in the box (R-CG-08), and a special agent is of one kind or the other.
    kind = session.learning.place.partition(":")[0]
    fitting = [row for row in owner.held[path] if not row.get("not_in_2p")]
    row = next((row for row in fitting if f"{row.get('kind')}s" == kind), fitting[0])
    assert session.learning.editor(path, row).row() == row, "the form has all of it"
    before = table.known(path)
    assert session.teach(path, row), session.refused
    assert table.known(path).known == before.known + 1
    assert table.history.line[-1].answer not in (None, session)
    assert plain(session.timeline.label(table.history.entries[-2])).startswith("New in the box · ")
    session.undo()
    assert play_until_new(session, path), "it never comes up again"
    assert session.learning.open(session.learning.nameless)
    assert session.pass_over()
    assert isinstance(table.history.line[table.history.mark - 1].answer, DrawUnknown | PullUnknown)
    session.pages.clear()
    if session.mode == "changes":
        assert session.end_changes()
    assert session.mode != "changes"
