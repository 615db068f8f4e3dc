"""Results of finished games that an older version kept without one: they are replayed to their end."""

from __future__ import annotations

from companion.core.refusals import BadPack, BadSetup
from companion.games.registry import game_names, load_game
from companion.journal import Journal, JournalError, SavedGame
from companion.packs.loader import load_again
from companion.table.result import GameResult, SeatResult, time_played, timestamp, translations
from companion.table.table import Table


def settle(journal: Journal, most: int = 100) -> int:
    """Work out the results of up to ``most`` games, last played first; returns how many had none.

    A game that cannot be replayed, because its rules or its box are missing, gets the outcome ``unknown``.
    """
    found = journal.results.unsettled(most)
    for game_id in found:
        try:
            saved = journal.saved(game_id)
            journal.results.settle(_result(journal, saved))
        except JournalError:
            # Its metadata is damaged; it is not in the list of games either.
            continue
    return len(found)


def _result(journal: Journal, saved: SavedGame) -> GameResult:
    setup, chance, log = journal.load(saved.id)
    result = _unknown(saved, [entry.at for entry in log])
    if setup.game not in game_names():
        return result
    try:
        game = load_game(setup.game)
        pack, _ = load_again(game, setup.pack, setup.pack_hash, setup.box)
        table = Table.resume(game, pack, setup, log, chance=chance, notes=saved.notes, auto=False)
    except (BadSetup, BadPack):
        return result
    return table.result(saved.id) if table.over else result


def _unknown(saved: SavedGame, times: list[float]) -> GameResult:
    setup = saved.setup
    return GameResult(
        id=saved.id,
        game=setup.game,
        title=translations(setup.game),
        box=setup.pack,
        started=timestamp(times[0] if times else saved.created),
        ended=timestamp(times[-1] if times else saved.at),
        seconds=round(time_played(times)),
        outcome="unknown",
        players=[SeatResult(seat, translations(seat)) for seat in setup.seats],
    )
