"""Which patrol card was removed is nowhere: on no screen, in no file, and not in memory (R-EP-57)."""

from __future__ import annotations

import gc
import re
import sqlite3
from collections import deque
from collections.abc import Iterator
from contextlib import closing
from itertools import permutations
from pathlib import Path
from random import Random
from types import FunctionType, ModuleType
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

import companion.chance.dealer
from companion.chance.dealer import Dealer
from companion.cli import companion as commands
from companion.core.asks import is_chance
from companion.games.escape.content import PatrolCard
from companion.journal import Journal
from companion.table.table import Table
from tests.games.escape.box import GAME, box, loaded
from tests.games.escape.helpers import DULL, EscapeTable, everything

SEATS = ("ann", "ben", "cat")
EXIT_NAMES = {"1", "2", "3", 1, 2, 3}


class Scripted(Dealer):
    """A dealer with luck of its own that it does not use: what it deals, others have chosen."""

    def __init__(self, own: str | None, chosen: str) -> None:
        super().__init__(own)
        self._chosen = Random(chosen)
        self.asked: list[tuple[Any, ...]] = []

    def deal(self, ask: Any, outcomes: Any, odds: Any, sides: Any, rev: int) -> Any:
        super().deal(ask, outcomes, odds, sides, rev)
        self.asked.append((ask, list(outcomes), odds, rev))
        return self._chosen.choices(outcomes, odds)[0]


def played(dealer: Dealer, *, store: Journal | None = None, moves: int = 400) -> Iterator[Table]:
    """A whole game of three with this dealer; the table after every step."""
    luck = Random("the same people")
    table = Table(GAME, loaded(box()), SEATS, {}, dealer=dealer, store=store, clock=lambda: 7.0, auto=False)
    yield table
    for _ in range(moves):
        if table.over:
            return
        if is_chance(table.ask):
            table.deal()
        else:
            table.answer(GAME.player.advise(table.state, table.legal() or [], luck.random))
        yield table


@pytest.mark.parametrize("own", ["oak", "elm", None])
def test_games_that_were_dealt_alike_are_alike_whatever_their_dealer_has_in_mind(own: str | None) -> None:
    """What no card on the table tells is nowhere: neither in what is shown nor in state, log, repr or print."""
    one, other = Scripted("ash", "script"), Scripted(own, "script")
    for mine, yours in zip(played(one), played(other), strict=True):
        if is_chance(mine.ask) or not isinstance(mine.log[-1].answer, dict) or "deck" in mine.log[-1].answer:
            assert everything(mine) == everything(yours)
    assert one.asked == other.asked


def _reachable(root: object) -> Iterator[object]:
    """Everything in memory that ``root`` leads to, code left out."""
    seen, todo = {id(root)}, [root]
    while todo:
        thing = todo.pop()
        yield thing
        for other in gc.get_referents(thing):
            if id(other) not in seen and not isinstance(other, type | ModuleType | FunctionType):
                seen.add(id(other))
                todo.append(other)


def _exits_in(thing: object) -> list[object]:
    """The exits that a row of patrol cards names, in its order; empty for anything else."""
    if isinstance(thing, str) and re.fullmatch("[123]{4,6}", thing):
        return list(thing)
    if not isinstance(thing, list | tuple | deque) or not thing:
        return []
    names = [card.exit if isinstance(card, PatrolCard) else getattr(card, "card", card) for card in thing]
    return names if all(isinstance(name, str | int) and name in EXIT_NAMES for name in names) else []


@pytest.mark.rule("R-EP-57")
@pytest.mark.parametrize("seed", [None, "oak", "elm"])
def test_no_row_of_undrawn_patrol_cards_is_in_memory(seed: str | None) -> None:
    """Only the printed cards, as the pack lists them, and what has been drawn."""
    for table in played(Dealer(seed)):
        if getattr(table.ask, "deck", None) != "patrol" and not table.over:
            continue
        printed = table.pack.patrol_cards
        rows = [thing for thing in _reachable(table) if len(_exits_in(thing)) > 3 and thing is not printed]
        assert rows == []
        assert sum(isinstance(thing, PatrolCard) for thing in _reachable(table)) == len(printed)


@pytest.mark.rule("R-EP-15", "R-EP-57")
def test_the_odds_are_those_of_a_shuffled_deck_with_one_card_less() -> None:
    """Each of the 90 orders of six cards comes as often as any other."""
    evening = EscapeTable("ann").set_up()
    known: dict[tuple[int, ...], dict[str, float]] = {}

    def odds(counts: tuple[int, ...]) -> dict[str, float]:
        if counts not in known:
            evening.correct(*({"fact": "patrol", "exit": e, "value": n} for e, n in zip("123", counts, strict=True)))
            cards = [answer["card"] for answer in evening.legal()]
            known[counts] = dict(zip(cards, evening.table.odds() or [], strict=True))
        return known[counts]

    orders = set(permutations("112233"))
    assert len(orders) == 90
    for order in orders:
        chance, counts = 1.0, [0, 0, 0]
        for card in order[:5]:
            chance *= odds(tuple(counts))[card]
            counts[int(card) - 1] += 1
        assert chance == pytest.approx(1 / 90)


@pytest.mark.rule("R-EP-57")
def test_every_card_takes_one_random_number_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drawn at set-up or in advance, and no draw takes longer than another."""
    numbers: list[int] = []
    real = companion.chance.dealer._Seeded.random

    def counted(seeded: Any) -> float:
        numbers.append(seeded._page)
        return real(seeded)

    monkeypatch.setattr(companion.chance.dealer._Seeded, "random", counted)
    table = list(played(Dealer("oak")))[-1]
    assert numbers == [entry.rev - 1 for entry in table.log if entry.kind == "chance"]


def test_what_fate_remembers_after_an_undo_is_not_to_be_seen() -> None:
    """R-GEN-09; WIRE.md, "Exit stacks": fate stays out of facts, view, ``p`` and hash."""
    tables = []
    for cards in (2, 0):
        table = Table(GAME, loaded(box()), SEATS, {}, dealer=Dealer("oak"), clock=lambda: 7.0, auto=False)
        while getattr(table.ask, "choice", None) != "day_change":
            table.deal() if is_chance(table.ask) else table.answer(_dull(table))
        for _ in range(2):
            table.answer({"do": "done"})
            for _ in range(cards):
                table.deal()
            if cards:
                table.undo()
                table.answer({"do": "adjust", "seat": "ann", "what": "wounds", "by": 1})
                table.undo()
                table.answer({"do": "done"})
            table.undo()
        table.answer({"do": "done"})
        tables.append(table)
    hidden = {"log", "timeline", "describe", "lines", "instructions", "repr"}
    drawn, fresh = ({name: seen for name, seen in everything(table).items() if name not in hidden} for table in tables)
    assert tables[0].ask.deck == "patrol"  # type: ignore[attr-defined]
    assert drawn == fresh
    assert tables[0].scene() == tables[1].scene()


def _dull(table: Table) -> Any:
    choice = table.ask.choice  # type: ignore[attr-defined]
    return table.legal()[0] if choice == "tile" else DULL[choice]  # type: ignore[index]


@pytest.mark.rule("R-EP-57")
def test_journal_export_and_log_hold_what_was_drawn_and_nothing_else(tmp_path: Path) -> None:
    """Neither file nor printout has a patrol card that no entry of the log has."""
    kept = []
    for own in ("oak", "elm"):
        path = tmp_path / f"{own}.db"
        dealer = Scripted(own, "script")
        dealer.seed = None
        with Journal(path) as journal:
            drawn = _play_to_the_last_patrol_card(dealer, journal)
            assert journal.flush()
            raw = b"".join(file.read_bytes() for file in tmp_path.glob(f"{own}.db*"))
            log = msgspec.to_builtins(journal.load(journal.last() or ""))
        printed = CliRunner().invoke(commands, ["log", "last", "--secrets", "--journal", str(path)]).output
        assert re.findall(r'"deck":"patrol","card":"(\d)"', printed) == drawn
        in_raw = {card.decode() for card in re.findall(rb'"deck":"patrol","card":"(\d)"', raw)}
        assert in_raw == set(drawn)
        kept.append((drawn, printed, log, _cells(path)))
    assert kept[0] == kept[1]


def _play_to_the_last_patrol_card(dealer: Dealer, journal: Journal) -> list[str]:
    """A game up to the last patrol draw; the cards drawn."""
    for table in played(dealer, store=journal):
        drawn = [entry.answer["card"] for entry in table.log if (entry.answer or {}).get("deck") == "patrol"]
        if len(drawn) == 4:
            return drawn
    raise AssertionError("four patrol cards are drawn in every game")


def _cells(path: Path) -> list[tuple[str, str, Any]]:
    """Everything that stands in a journal, but ids, times and hashes."""
    found = []
    with closing(sqlite3.connect(path)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall():
            rows = db.execute(f"SELECT * FROM {name}")
            columns = [column[0] for column in rows.description]
            found += [
                (name, column, value)
                for row in rows.fetchall()
                for column, value in zip(columns, row, strict=True)
                if column not in ("id", "game", "created", "played", "seal", "hash") and not isinstance(value, bytes)
            ]
    return found
