"""What nobody may know, and what only one seat may know, is nowhere that others look (R-EP-36, R-EP-37, R-EP-57)."""

from __future__ import annotations

import gc
import json
import pprint
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
from companion.core.texts import plain
from companion.games.escape.content.pack import PatrolCard
from companion.journal import Journal
from companion.packs import load_pack
from companion.table.played import label
from companion.table.table import Table
from tests.games.escape.box import GAME, box, loaded
from tests.games.escape.chaos import EscapeChaos
from tests.games.escape.helpers import DULL, Evening, line

SEATS = ("ann", "ben", "cat")
SECRET = {"plans": "private", "ep.cash_ledger": "private"}
EXIT_NAMES = {"1", "2", "3", 1, 2, 3}
encode = msgspec.json.Encoder(order="deterministic").encode


def shared(table: Table) -> dict[str, bytes]:
    """Everything that people at the shared screen can see or read, however they look."""
    state, game = table.state, table.game
    todo = [*table.opening, *table.since(0).instructions]
    answers = [part.answer for part in table.history.entries if part.answer is not None]
    return {
        "view": encode(table.view(None)),
        "ask": encode(table.ask),
        "scene": repr(_without_entry(table)).encode(),
        "lines": encode(game.presenter.lines(state, todo)),
        "instructions": encode(todo),
        "describe": encode([game.presenter.describe(state, answer) for answer in answers]),
        "timeline": encode([plain(label(game, state, played)) for played in table.history.decisions]),
        "card": encode([game.presenter.card(state, answer) for answer in answers[-1:]]),
    }


def _without_entry(table: Table) -> Any:
    return msgspec.structs.replace(table.scene(), choices=[], entry=None) if table.ask.only else table.scene()


def everything(table: Table) -> dict[str, bytes]:
    """All that the table can be made to say, its own memory included."""
    state = table.state
    seen = {
        "state": msgspec.msgpack.encode([state.now, state.agenda]),
        "hash": table.hash().encode(),
        "facts": encode(table.facts()),
        "legal": encode(table.legal()),
        "odds": encode(table.odds()),
        "log": encode(list(table.log)),
        "printed": pprint.pformat([state.now, state.agenda]).encode(),
        "repr": re.sub(" at 0x[0-9a-f]+", "", repr([table, state, table.history, state.now])).encode(),
    }
    views = {f"view {seat}": encode(table.view(seat)) for seat in table.setup.seats}
    alone = {f"private {seat}": encode(table.game.presenter.private(state, seat)) for seat in table.setup.seats}
    return shared(table) | seen | views | alone


# The removed patrol card (R-EP-57).


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
    evening = Evening("ann").set_up()
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
    """R-GEN-09; wire, "Exit stacks": fate stays out of facts, view, ``p`` and hash."""
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
            export = [json.loads(row) for row in journal.export(journal.last() or "")]
        printed = CliRunner().invoke(commands, ["log", "last", "--journal", str(path)]).output
        assert re.findall(r'"deck":"patrol","card":"(\d)"', printed) == drawn
        in_raw = {card.decode() for card in re.findall(rb'"deck":"patrol","card":"(\d)"', raw)}
        assert in_raw == set(drawn)
        kept.append((drawn, printed, _without(export, "id", "created"), _cells(path)))
    assert kept[0] == kept[1]


def _play_to_the_last_patrol_card(dealer: Dealer, journal: Journal) -> list[str]:
    """A game up to the last patrol draw; the cards drawn."""
    for table in played(dealer, store=journal):
        drawn = [entry.answer["card"] for entry in table.log if (entry.answer or {}).get("deck") == "patrol"]
        if len(drawn) == 4:
            return drawn
    raise AssertionError("four patrol cards are drawn in every game")


def _without(rows: list[dict[str, Any]], *names: str) -> list[dict[str, Any]]:
    return [{name: value for name, value in row.items() if name not in names} for row in rows]


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


# What only one seat may know (R-EP-36, R-EP-37, G-EP-10).


def secret_evening(plans: str, seats: str = "ann ben cat", **box: Any) -> Evening:
    """Private plans dealt as told, a private ledger; the first patrol card is to be drawn."""
    evening = Evening(seats, SECRET, **box).until("plans")
    evening.draw(*plans.split())
    return evening


def alike_for_all_but(seat: str, one: Evening, other: Evening) -> None:
    """Nothing that the shared screen or another seat can see tells these two tables apart."""
    assert shared(one.table) == shared(other.table)
    for who in one.facts["seats"]:
        same = one.table.view(who) == other.table.view(who)
        alone = GAME.presenter.private(one.table.state, who) == GAME.presenter.private(other.table.state, who)
        assert (same, alone) == ((False, False) if who == seat else (True, True))


def told_apart_by_nobody_else(seat: str, one: Evening, other: Evening, *, until: str = "line") -> None:
    """Both tables play on alike, and at every step all but ``seat`` see the same."""
    alike_for_all_but(seat, one, other)
    one.until("turn")
    other.until("turn")
    alike_for_all_but(seat, one, other)
    while one.at != until:
        if one.at == "day_change" and one.facts["day"] == 3 and not one.facts["escaped"]:
            for evening in (one, other):
                evening.say("escape", seat="ben")
                evening.say("escape", seat="ann")
        one.dull()
        other.dull()
        if one.at in ("turn", "extra", "asset", "day_change", "line"):
            alike_for_all_but(seat, one, other)


@pytest.mark.rule("R-EP-37")
def test_another_escape_plan_changes_nothing_for_the_others() -> None:
    """Wire, "View": until the end, when everybody sees everything."""
    one, other = secret_evening("p1 p2 p3"), secret_evening("p1 p9 p3")
    told_apart_by_nobody_else("ben", one, other)
    for evening in (one, other):
        for _ in range(2):
            evening.say("value", value=1)
        evening.say("share")
    assert one.table.view(None)["secret"]["ben"]["plan"] == "p2"
    assert other.table.view("ann")["secret"]["ben"]["plan"] == "p9"


@pytest.mark.rule("R-EP-37")
def test_an_asked_plan_is_for_the_eyes_of_its_seat() -> None:
    """What is listed lacks the plans that were dealt."""
    evening = Evening("ann ben", SECRET).until("plans")
    for seat in ("ann", "ben"):
        assert evening.table.ask.only == seat
        played = evening.say("draw", deck="plans", card=evening.legal()[0]["card"])
        assert [(todo.verb, todo.piece) for todo in played.instructions if todo.piece] == [("place", "plan:back")]


@pytest.mark.rule("R-EP-37")
def test_a_digital_plan_is_dealt_without_a_word() -> None:
    """Instructions, lines and cards never name it."""
    table = Table(GAME, loaded(box()), SEATS, SECRET, dealer=Dealer("oak"), clock=lambda: 0.0)
    seen = b"".join(shared(table).values())
    assert len({table.facts()["secret"][seat]["plan"] for seat in SEATS}) == 3
    assert not re.search(rb'"p[1-9]"|\bP[1-9]\b', seen)
    plans = [entry.answer for entry in table.log if (entry.answer or {}).get("deck") == "plans"]
    assert all(GAME.presenter.card(table.state, GAME.rules.parse(table.state, answer)) is None for answer in plans)


@pytest.mark.rule("R-EP-36")
def test_another_amount_in_the_ledger_changes_nothing_for_the_others() -> None:
    """G-EP-10: by tapping and by correcting."""
    one, other = (secret_evening("p1 p2 p3").until("turn") for _ in range(2))
    one.say("cash", seat="ben", by=1)
    other.say("cash", seat="ben", by=-5)
    told_apart_by_nobody_else("ben", one, other)
    one, other = (secret_evening("p1 p2 p3").until("turn") for _ in range(2))
    one.set("cash", 30, seat="ben")
    other.set("cash", -2, seat="ben")
    told_apart_by_nobody_else("ben", one, other)


def test_another_value_on_the_score_sheet_changes_nothing_for_the_others() -> None:
    """Until the ranking is there."""
    sheet = [line("loot", "free"), line("debts", "free", -1)]
    one, other = (Evening("ann ben cat", SECRET, scoring=sheet).until("day_change", day=3) for _ in range(2))
    for evening, first, second in ((one, 40, 2), (other, 7, -3)):
        for seat in ("ben", "ann"):
            evening.say("escape", seat=seat)
        evening.say("done")
        assert evening.table.ask.only == "ben"
        evening.say("value", value=first)
        evening.say("value", value=second)
        assert (evening.at, evening.ask.who) == ("line", "ann")
    alike_for_all_but("ben", one, other)
    one.undo()
    other.undo()
    alike_for_all_but("ben", one, other)


def test_random_games_show_secrets_to_their_seat_only() -> None:
    """Wire, "View": the facts with ``secret`` cut down to the own seat; all of it at the end."""
    everybody = EscapeChaos()
    for seed in range(12):
        r = Random(seed)
        seats = r.sample(SEATS, 3)
        table = Table(GAME, loaded(everybody.random_box(r)), seats, SECRET, dealer=Dealer(str(seed)))
        for _ in range(everybody.longest):
            facts = table.facts()
            for seat in (None, *seats):
                own = {name: facts["secret"][name] for name in facts["seats"] if table.over or name == seat}
                assert table.view(seat) == facts | {"secret": own}
            if table.over:
                break
            table.answer(everybody.random_answer(r, table))


def test_the_printed_log_keeps_what_belongs_to_one_seat(tmp_path: Path) -> None:
    """R-GEN-06: ``companion log`` prints plans, ledger and entered values only to whoever asks for secrets."""
    path = tmp_path / "j.db"
    with Journal(path) as journal:
        table = Table(GAME, load_pack(GAME), ["ann", "ben"], SECRET, dealer=Dealer("s"), store=journal)
        table.correct([{"fact": "cash", "seat": "ann", "value": 77}], "counted again")
        while msgspec.structs.asdict(table.ask)["choice"] != "turn":
            table.answer((table.legal() or [])[0])
        table.answer({"do": "cash", "seat": "ann", "by": -5})
        assert journal.flush()
    plans = [entry.answer["card"] for entry in table.log if (entry.answer or {}).get("deck") == "plans"]
    shown = CliRunner().invoke(commands, ["log", "last", "--journal", str(path)]).output
    assert not [secret for secret in (*plans, "77", "-5") if f'"{secret}"' in shown or f":{secret}" in shown]
    assert shown.count('"deck":"plans","card":null') == 2
    whole = CliRunner().invoke(commands, ["log", "last", "--secrets", "--journal", str(path)]).output
    secrets = [*(f'"{plan}"' for plan in plans), '"value":77', '"by":-5']
    assert [secret for secret in secrets if secret not in whole] == []
