"""Boxes known in part, over the wire (core/WIRE.md): ``learn``, ``box``, draws without a name, and what is refused."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import cli
from companion.core.learning import known_of, rows_of
from companion.games.registry import load_game
from companion.packs.loader import load_pack
from companion.table.table import Table
from companion.wire import handle
from tests.games.partial import SETTINGS, Owner, seats_of

TABLES = {
    "newyork": ("police_cards", "police", "police"),
    "escape": ("contacts", "contacts", "contacts"),
    "crash": ("upgrades", "upgrades", "upgrades"),
    "krysis": ("relics", "relics", "relics"),
}
"""A table of each game, its chance item, its deck."""
OTHER_TABLES = {
    "newyork": ["mafia_cards", "info_tokens", "items"],
    "escape": ["escape_plans", "officers"],
    "crash": [],
    "krysis": ["agents.barrow.fighters", "agents.barrow.transporters", "agents.barrow.special"],
}
REFERENCES = {"newyork": ("square", "nowhere_at_all")}
"""A field of a row that names something of the box, and a name that it has not."""
every = pytest.mark.parametrize("game", TABLES)


def say(table: Table, /, **request: Any) -> dict[str, Any]:
    line, _ = handle(table, json.dumps(request).encode())
    response: dict[str, Any] = json.loads(line)
    return response


def refused(table: Table, /, **request: Any) -> str:
    """The code of a refusal, which has changed nothing."""
    before = table.hash(), table.rev, json.dumps(table.box.data)
    response = say(table, **request)
    assert not response["ok"], response
    assert response["error"]["message"]
    assert (table.hash(), table.rev, json.dumps(table.box.data)) == before
    code: str = response["error"]["code"]
    return code


def owner_of(game: str) -> Owner:
    """Somebody who has told half of the box; nothing is drawn digitally."""
    return Owner(game, Random(game), told=0.5)


def new_table(game: str) -> tuple[Table, Owner]:
    owner = owner_of(game)
    return owner.table(owner.part, seats_of(owner.game, Random(1)), {}), owner


def held(owner: Owner, path: str) -> dict[str, Any]:
    """A row of that table that nobody has told."""
    return next(row for (table, _), row in owner.held.items() if table == path)


def play_to(table: Table, deck: str) -> None:
    """Until that deck is asked; whatever else is asked is answered in any way."""
    luck = Random(7)
    while say(table, op="ask")["ask"].get("deck") != deck:
        legal = table.legal()
        if legal is None:
            faces = {die: luck.choice(list(sides)) for die, sides in (table.faces() or {}).items()}
            table.answer({"do": "roll", "faces": faces})
        else:
            table.answer(table.game.player.advise(table.state, legal, luck.random))


@every
def test_learn_tells_how_much_is_known_and_asks_anew(game: str) -> None:
    table, owner = new_table(game)
    path = TABLES[game][0]
    before, unknown = len(rows_of(table.box.data, path)), table.box.data["unknown"][path]
    facts = table.facts()
    row = held(owner, path)
    response = say(table, op="learn", table=path, row=row)
    assert response == {
        "ok": True, "rev": 1, "known": before + 1, "unknown": unknown - 1, "ask": say(table, op="ask")["ask"]
    }  # fmt: skip
    assert table.facts() == facts
    assert say(table, op="log")["log"][-1]["kind"] == "learn"
    assert row in rows_of(say(table, op="box")["pack"], path)


@every
def test_box_is_the_pack_with_what_is_left_unknown(game: str) -> None:
    table, owner = new_table(game)
    assert say(table, op="box") == {"ok": True, "rev": 0, "pack": owner.part.data}
    for (path, _), row in owner.held.items():
        assert say(table, op="learn", table=path, row=row)["ok"]
    whole = say(table, op="box")["pack"]
    assert "unknown" not in whole
    owner.game.rules.read_pack(whole)


@every
def test_a_known_row_is_replaced_and_undo_unlearns_nothing(game: str) -> None:
    table, _ = new_table(game)
    path = TABLES[game][0]
    row = copy.deepcopy(rows_of(table.box.data, path)[0])
    field = {"newyork": "event", "escape": "text", "crash": "text", "krysis": "set_type"}[game]
    row[field] = {**row["event"], "title": "Otherwise"} if field == "event" else row[field] and f"{row[field]}"
    known, unknown = table.known(path).known, table.known(path).unknown
    response = say(table, op="learn", table=path, row=row)
    assert (response["known"], response["unknown"]) == (known, unknown)
    play_to(table, TABLES[game][2])
    say(table, op="answer", answer=say(table, op="legal")["answers"][-1])
    assert say(table, op="undo", n=1)["ok"]
    assert row in rows_of(say(table, op="box")["pack"], path)


@every
def test_what_cannot_be_learned_is_refused(game: str) -> None:
    table, owner = new_table(game)
    path = TABLES[game][0]
    row = held(owner, path)
    key = "kind" if "kind" in row else "id"
    malformed = [None, 7, "card", [], {}, {**row, key: 5}, {name: value for name, value in row.items() if name != "id"}]
    for bad in malformed:
        assert refused(table, op="learn", table=path, row=bad) == "malformed", bad
    assert refused(table, op="learn", table=path) == "malformed"
    assert refused(table, op="learn", row=row) == "malformed"
    assert refused(table, op="learn", table=path, row=row, more=1) == "malformed"
    assert refused(table, op="learn", table=3, row=row) == "malformed"
    for name in ("", "cards", "unknown", "id", f"{path}.0", "agents", "agents.nobody.fighters", "agents.barrow"):
        assert refused(table, op="learn", table=name, row=row) == "unknown", name
    if game in REFERENCES:
        field, name = REFERENCES[game]
        assert refused(table, op="learn", table=path, row={**row, field: name}) == "unknown"
    assert refused(table, op="box", more=1) == "malformed"


@every
def test_more_than_is_printed_cannot_be_learned(game: str) -> None:
    table, owner = new_table(game)
    path = TABLES[game][0]
    for (at, _), row in list(owner.held.items()):
        if at == path:
            say(table, op="learn", table=path, row=row)
    one_more = {**rows_of(table.box.data, path)[0], "id": "one_more"}
    assert refused(table, op="learn", table=path, row=one_more) == "illegal"


def test_a_row_that_breaks_an_invariant_is_illegal() -> None:
    table, owner = new_table("krysis")
    row = {**held(owner, "relics"), "id": rows_of(table.box.data, "agents.barrow.fighters")[0]["id"]}
    assert say(table, op="learn", table="relics", row=row)["ok"]  # relics and agents have ids of their own
    fighter = {**held(owner, "agents.barrow.fighters"), "ability": {"op": "spy"}}
    assert refused(table, op="learn", table="agents.barrow.fighters", row=fighter) == "illegal"
    table, owner = new_table("crash")
    row = {**held(owner, "upgrades"), "not_in_2p": True}
    assert refused(table, op="learn", table="upgrades", row=row) == "illegal"


@every
def test_a_draw_without_a_name(game: str) -> None:
    """``legal`` lists one null answer, last, and no odds; hands are told, and facts have a ``?`` where a card lies."""
    table, _ = new_table(game)
    deck = TABLES[game][2]
    play_to(table, deck)
    legal = say(table, op="legal")
    null = {"do": "draw", "deck": deck, "card": None}
    assert "p" not in legal
    assert legal["answers"].count(null) == 1
    assert all(answer["card"] != "?" for answer in legal["answers"])
    assert refused(table, op="answer", answer={**null, "card": "?"}) == "unknown"
    assert refused(table, op="answer", answer={**null, "deck": "nowhere"}) == "unknown"
    response = say(table, op="answer", answer=null)
    assert response["ok"]
    assert "tell" in [one["verb"] for one in response["instructions"]]
    assert "?" in json.dumps(table.facts())
    assert say(table, op="log")["log"][-1]["answer"] == null


@every
def test_a_null_card_of_a_whole_deck_is_malformed(game: str) -> None:
    owner = owner_of(game)
    table = owner.table(owner.whole, seats_of(owner.game, Random(1)), {})
    deck = TABLES[game][2]
    play_to(table, deck)
    assert "p" in say(table, op="legal")
    assert refused(table, op="answer", answer={"do": "draw", "deck": deck, "card": None}) == "malformed"


def part_of(tmp_path: Path, game: str, path: str) -> tuple[Path, int, int]:
    """A file with the box of a game of which one row of a table is left out; how many are known, and printed."""
    data = copy.deepcopy(load_pack(load_game(game)).data)
    stock = load_game(game).rules.stocks(load_pack(load_game(game)).pack)[path]
    printed = known_of(data, path, stock).known
    rows = rows_of(data, path)
    rows.remove(next(row for row in rows if not row.get("not_in_2p") and not row.get("shared")))
    known = known_of(data, path, stock).known
    file = tmp_path / "box.json"
    file.write_text(json.dumps(data | {"unknown": {path: printed - known}}))
    return file, known, printed


@pytest.mark.parametrize(
    ("game", "path"), [(game, path) for game, one in TABLES.items() for path in (one[0], *OTHER_TABLES[game])]
)
def test_digital_chance_is_a_bad_start_that_says_how_many_are_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, path: str
) -> None:
    file, known, printed = part_of(tmp_path, game, path)
    box = load_pack(load_game(game), str(file))
    item = load_game(game).rules.stocks(box.pack)[path].item
    seats = ",".join(seat for seat, _ in load_game(game).rules.seats(box.pack)[:2])
    more = [word for key, value in SETTINGS.get(game, {}).items() for word in ("--set", f"{key}={value}")]
    with pytest.raises(SystemExit) as end:
        cli.main(
            ["table", "--game", game, "--players", seats, "--pack", str(file), "--set", f"chance.{item}=digital", *more]
        )
    out, err = capsys.readouterr()
    assert (end.value.code, out, len(err.splitlines())) == (2, "", 1)
    assert f"{known} of {printed}" in err


@every
def test_a_resumed_game_with_learned_cards_equals_the_live_one(game: str, tmp_path: Path) -> None:
    """Through the journal on disk, as ``companion table --resume`` reads it."""
    from companion.journal import Journal  # noqa: PLC0415 - opens a file

    owner = owner_of(game)
    journal = Journal(tmp_path / "games.db")
    table = Table(
        owner.game, owner.part, seats_of(owner.game, Random(1)), SETTINGS.get(game, {}),
        chance=dict.fromkeys(owner.game.rules.chance_items, "asked"), store=journal,
    )  # fmt: skip
    path, _, deck = TABLES[game]
    play_to(table, deck)
    say(table, op="answer", answer={"do": "draw", "deck": deck, "card": None})
    say(table, op="learn", table=path, row=held(owner, path))
    say(table, op="undo", n=1)
    say(table, op="redo", n=1)
    journal.close()
    again = Journal(tmp_path / "games.db")
    game_id = again.games()[0].id
    setup, chance, entries = again.load(game_id)
    resumed = Table.resume(owner.game, owner.part, setup, entries, chance=chance)
    again.close()
    for request in ({"op": "facts"}, {"op": "hash"}, {"op": "box"}, {"op": "legal"}, {"op": "log"}):
        assert say(resumed, **request) == say(table, **request)
    assert resumed.ask == table.ask
