"""A changed past is on disk whole, or the game stands as it stood before."""

from __future__ import annotations

from pathlib import Path

from companion.core.answers import Draw, Pull
from companion.journal import Journal
from companion.table.past import weigh
from companion.table.table import Table
from tests.tables import DRAW, GAME, PULL, THROW, new_table
from tests.toygame import Loaded

ASKED = {"trees": "asked", "tokens": "asked"}


def switch_on(path: Path) -> Table:
    """Go on with the last game, as after a power cut."""
    with Journal(path) as journal:
        game_id = journal.last()
        assert game_id is not None
        setup, chance, entries = journal.load(game_id)
        assert not journal.verify()
    return Table.resume(GAME, Loaded(), setup, entries, chance=chance)


def test_it_is_one_transaction(tmp_path: Path, monkeypatch) -> None:
    """The power goes while the change is being written: what was there before is there, and nothing of the change."""
    path = tmp_path / "journal.db"
    journal = Journal(path)
    table = new_table(store=journal, chance=ASKED)
    for answer in (DRAW, Draw("trees", "ash"), PULL, Pull("tokens", "red"), THROW):
        table.answer(answer)
    assert journal.flush()
    before, rev = table.hash(), table.rev
    written = []

    def breaks(self, db, jobs):
        with db.atomic():
            for job in jobs:
                job.write(db)
            written.append(db.execute("SELECT count(*) FROM entries").fetchone()[0])
            raise SystemExit("the power is gone")

    monkeypatch.setattr("companion.journal.files.Writer._commit", breaks)
    monkeypatch.setattr("threading.excepthook", lambda _: None)
    table.revise(weigh(table, 3, Draw("trees", "oak")))
    journal.close()
    assert written[0] > rev + 1, "several entries were on their way"
    monkeypatch.undo()
    again = switch_on(path)
    assert (again.hash(), again.rev) == (before, rev)


def test_when_it_is_there_it_is_there_whole(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal(path) as journal:
        table = new_table(store=journal, chance=ASKED)
        for answer in (DRAW, Draw("trees", "ash"), PULL, Pull("tokens", "red"), THROW):
            table.answer(answer)
        table.revise(weigh(table, 3, Draw("trees", "oak")))
    again = switch_on(path)
    assert (again.hash(), again.rev) == (table.hash(), table.rev)
    assert again.facts()["cards"] == ["oak"]
