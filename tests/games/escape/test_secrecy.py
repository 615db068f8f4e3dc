"""What each seat may see, and what must never be seen on the shared screen."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from companion.chance.dealer import Dealer
from companion.cli import companion as commands
from companion.core.answers import Answer
from companion.core.texts import plain
from companion.games.escape.answers import Escape, Unlock
from companion.games.escape.words import money
from companion.journal import Journal
from companion.packs import load_pack
from companion.scene.scene import Fix
from companion.session.session import Session
from companion.table.history import label
from companion.table.table import Table
from tests.games.escape.box import GAME, box, loaded
from tests.games.escape.chaos import EscapeChaos
from tests.games.escape.helpers import EscapeTable, line, shared

# What only one seat may see is in its private view, and nowhere on the shared screen (R-EP-36, R-EP-37).

SECRET = {"plans": "private", "ep.cash_ledger": "private"}


def private(evening: EscapeTable, seat: str) -> Any:
    return evening.table.game.presenter.private(evening.table.state, seat)


def described(evening: EscapeTable) -> list[str]:
    game, parts = evening.table.game, evening.table.history.entries
    return [plain(label(game, evening.table.state, part)) for part in parts if part.answer is not None]


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


PAID = [
    pytest.param("asset", 2, Unlock, 3, id="an asset"),
    pytest.param("turn", 3, Escape, 8, id="the way out"),
]


def with_cash(what: str, day: int, has: int) -> Session:
    """Somebody may spend money on that day, and has so much of it."""
    evening = EscapeTable("ann ben", SECRET, notoriety=(1, 10), exit_cost={"2": [8, 6]})
    evening.until(what, day=day)
    seat = evening.ask.who
    evening.correct({"fact": "cash", "seat": seat, "value": has})
    return Session(evening.table)


@pytest.mark.rule("R-GEN-06")
@pytest.mark.parametrize(("what", "day", "paid", "price"), PAID)
@pytest.mark.parametrize("counter", [False, True], ids=["a button", "a board"])
def test_whether_the_ledger_has_enough_is_not_told(
    what: str, day: int, paid: type[Answer], price: int, counter: bool
) -> None:
    """G-EP-10: the ledger may be behind, so nothing is refused; and nobody finds out by a tap what somebody has."""
    told = []
    for has in (price, price - 1, -31):
        session = with_cash(what, day, has)
        seat, scene = session.table.ask.who or "", session.scene
        choice = next(one for one in scene.choices if isinstance(one.answer, paid))
        assert session.apply_tap(choice.answer) if counter else session.choose(choice)
        told.append((scene, session.scene, [line.words for page in session.pages for line in page.lines]))
        mine = session.table.game.presenter.private(session.table.state, seat)
        assert mine is not None
        assert plain(mine.counters[0].value) == plain(money(has - price))
    assert told[0] == told[1] == told[2]


def test_lines_of_the_score_sheet_are_entered_in_private_and_stay_secret() -> None:
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


# What only one seat may know is nowhere that others look (R-EP-36, R-EP-37, G-EP-10).

SEATS = ("ann", "ben", "cat")


def secret_evening(plans: str, seats: str = "ann ben cat", **box: Any) -> EscapeTable:
    """Private plans dealt as given, a private ledger; the first patrol card is to be drawn."""
    evening = EscapeTable(seats, SECRET, **box).until("plans")
    evening.draw(*plans.split())
    return evening


def alike_for_all_but(seat: str, one: EscapeTable, other: EscapeTable) -> None:
    """Nothing that the shared screen or another seat can see tells these two tables apart."""
    assert shared(one.table) == shared(other.table)
    for who in one.facts["seats"]:
        same = one.table.view(who) == other.table.view(who)
        alone = GAME.presenter.private(one.table.state, who) == GAME.presenter.private(other.table.state, who)
        assert (same, alone) == ((False, False) if who == seat else (True, True))


def alike_until(seat: str, one: EscapeTable, other: EscapeTable, *, until: str = "line") -> None:
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
    """WIRE.md, "View": until the end, when everybody sees everything."""
    one, other = secret_evening("p1 p2 p3"), secret_evening("p1 p9 p3")
    alike_until("ben", one, other)
    for evening in (one, other):
        for _ in range(2):
            evening.say("value", value=1)
        evening.say("share")
    assert one.table.view(None)["secret"]["ben"]["plan"] == "p2"
    assert other.table.view("ann")["secret"]["ben"]["plan"] == "p9"


@pytest.mark.rule("R-EP-37")
def test_an_asked_plan_is_for_the_eyes_of_its_seat() -> None:
    """What is listed lacks the plans that were dealt."""
    evening = EscapeTable("ann ben", SECRET).until("plans")
    for seat in ("ann", "ben"):
        assert evening.table.ask.only == seat
        played = evening.say("draw", deck="plans", card=evening.legal()[0]["card"])
        assert [(todo.verb, todo.piece) for todo in played.instructions if todo.piece] == [("place", "plan:back")]


@pytest.mark.rule("R-EP-37")
def test_a_digital_plan_is_dealt_without_a_word() -> None:
    """Instructions, lines and cards never name it."""
    chance = {"plans": "digital", "contacts": "digital"}
    table = Table(GAME, loaded(box()), SEATS, SECRET, chance=chance, dealer=Dealer("oak"), clock=lambda: 0.0)
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
    alike_until("ben", one, other)
    one, other = (secret_evening("p1 p2 p3").until("turn") for _ in range(2))
    one.set("cash", 30, seat="ben")
    other.set("cash", -2, seat="ben")
    alike_until("ben", one, other)


def test_another_value_on_the_score_sheet_changes_nothing_for_the_others() -> None:
    """Until the ranking is there."""
    sheet = [line("loot", "free"), line("debts", "free", -1)]
    one, other = (EscapeTable("ann ben cat", SECRET, scoring=sheet).until("day_change", day=3) for _ in range(2))
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
    """WIRE.md, "View": the facts with ``secret`` cut down to the own seat; all of it at the end."""
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
