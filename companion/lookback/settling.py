"""The results of games that an older version of the companion has kept: they are played once more to their end."""

from __future__ import annotations

from companion.core.refusals import BadPack, BadSetup
from companion.games.registry import game_names, load_game
from companion.journal import Journal, JournalError, SavedGame
from companion.packs.loader import load_again
from companion.table.result import GameResult, SeatResult, moment, said, time_played
from companion.table.table import Table


def settle(journal: Journal, most: int = 100) -> int:
    """Work out how up to ``most`` games have ended, those played last first; gives how many were left to do.

    One that cannot be played again, because its rules or its box are not here any more, has an ``unknown`` outcome from
    then on.
    """
    found = journal.results.unsettled(most)
    for game_id in found:
        try:
            saved = journal.saved(game_id)
            journal.results.settle(_result(journal, saved))
        except JournalError:
            # What is known about it is damaged; it is not in the list of games either.
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
        title=said(setup.game),
        box=setup.pack,
        started=moment(times[0] if times else saved.created),
        ended=moment(times[-1] if times else saved.at),
        seconds=round(time_played(times)),
        outcome="unknown",
        players=[SeatResult(seat, said(seat)) for seat in setup.seats],
    )
