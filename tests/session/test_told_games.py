"""A whole game of each game, its cards told by title only: the box has them at its end; the next game lists some."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from companion.core.learning import rows_of
from companion.core.texts import plain
from companion.games.krysis.answers import Use
from companion.games.newyork.answers import Caused
from companion.games.registry import load_game
from companion.language import Language
from companion.packs.folder import read_content, write_content
from companion.packs.loader import load_pack, new_box
from companion.session.lesson_writer import write_lessons
from companion.session.session import Session
from companion.session.telling import ANOTHER, TABLE, TITLE
from companion.table.table import Table
from tests.session.sensible import play_towards

MOST = 1500
PLACES = ("Pier", "Market", "Opera", "Bridge", "Park", "Tower", "Library", "Court")


class Evening:
    """A game with a box of sheets, with real cards and dice; ``told`` are the ids of all cards that came."""

    def __init__(self, name: str, path: Path, luck: Random) -> None:
        self.game, self.path, self.luck = load_game(name), path, luck
        pack = load_pack(self.game, path.name)
        seats = [seat for seat, _ in self.game.rules.seats(pack.pack)][:3]
        rules = self.game.rules
        chance = dict.fromkeys((one for one in rules.chance_items if one not in rules.hideable), "asked")
        settings = self.game.rules.settings_for(pack.pack, seats)
        self.table = Table(self.game, pack, seats, settings, chance=chance, auto=False)
        self.session = Session(self.table)
        self.messages: list[object] = []
        self.writer = write_lessons(self.session, lambda message: self.messages.append(message) if message else None)
        self.told: dict[str, list[str]] = {}
        self.known = sum(len(rows_of(self.table.box.data, path)) for path in self.table.stocks)

    def play(self) -> None:
        """To the end; cards that are known come as well as new ones."""
        for _ in range(MOST):
            while self.session.pages:
                self.session.done()
            if self.table.over:
                return
            self._step()
        raise AssertionError(f"it never ends: {self.table.ask}")

    def _step(self) -> None:
        session, legal = self.session, self.table.legal()
        if session.mode == "new":
            self._tell()
        elif session.mode == "changes":
            session.end_changes()
        elif legal is None:
            session.roll_for_us()
        elif session.mode in ("list", "choose") and session.learning.nameless is not None and self._comes():
            known = [one for one in legal if isinstance(one, type(session.learning.nameless)) or session.mode == "list"]
            known = [one for one in known if one != session.learning.nameless]
            if known and self.luck.random() < 0.3:
                session.answer(self.luck.choice(known))
            elif not session.learning.open(session.learning.nameless):
                session.answer(session.learning.nameless)
        else:
            decided = [one for one in legal if not isinstance(one, Caused)]
            session.answer(self.game.player.advise(self.table.state, decided, self.luck.random))
        assert session.refused is None, session.refused

    def _comes(self) -> bool:
        """True if a card must come now; relics may be turned up."""
        return not isinstance(self.session.learning.nameless, Use) or self.luck.random() < 0.9

    def _tell(self) -> None:
        telling = self.session.learning.telling
        if telling is None or telling.known:
            self.session.pass_over()
            return
        n = sum(map(len, self.told.values())) + 1
        if len(telling.tables) > 1:
            telling.say(TABLE, self.luck.choice([*telling.tables]))
        if telling.has_title:
            telling.say(TITLE, text=f"Card number {n} after {self.known}")
        else:
            for slot in telling.slots():
                telling.say(slot.id, ANOTHER, self.luck.choice(PLACES))
        if telling.has_title and telling.slots() and telling.slots()[0].id == "square" and n % 3 == 0:
            telling.say("square", ANOTHER, self.luck.choice(PLACES))
        rows = len(rows_of(self.table.box.data, telling.path))
        assert self.session.tell(), self.session.refused
        added: Any = rows_of(self.table.box.data, telling.path)[rows:]
        self.told.setdefault(telling.path, []).append(added[0]["id"])

    def end(self) -> dict[str, Any]:
        """The box, once it has taken all in."""
        assert self.writer is not None
        self.writer.close()
        assert self.messages == []
        return read_content(self.path).data


@pytest.mark.by_turns
@pytest.mark.parametrize(
    ("name", "tables"),
    [
        ("newyork", {"mafia_cards", "police_cards"}),
        ("escape", {"contacts"}),
        ("crash", {"upgrades"}),
        ("krysis", {"relics", "agents.company_1.fighters", "agents.company_2.transporters"}),
    ],
)
def test_a_whole_game_is_told_by_title(name: str, tables: set[str]) -> None:
    evening = Evening(name, new_box(load_game(name), "Ours"), Random(7))
    evening.play()
    assert tables <= evening.told.keys()
    data = evening.end()
    for table, told in evening.told.items():
        assert [row["id"] for row in rows_of(data, table)] == told, table
    later = Evening(name, evening.path, Random(8))
    known = {row["id"] for table in tables for row in rows_of(later.table.box.data, table)}
    listed: set[str] = set()
    for _ in range(MOST):
        while later.session.pages:
            later.session.done()
        named = (getattr(one, field, "") for one in later.table.legal() or () for field in ("card", "agent", "relic"))
        listed |= {str(one) for one in named} & known
        if listed or later.table.over:
            break
        later._step()
    assert listed, "what came the evening before is in the list"


def test_a_contact_of_which_nothing_but_the_title_is_told_fills_one_cell() -> None:
    """Whoever opens the sheet reads what was said, and no brackets."""
    evening = Evening("escape", new_box(load_game("escape"), "Ours"), Random(7))
    while not evening.told.get("contacts"):
        while evening.session.pages:
            evening.session.done()
        evening._step()
    [row, *_] = evening.end()["contacts"]
    assert "effects" not in row
    assert "json:" not in (evening.path / "contacts.csv").read_text(encoding="utf-8-sig")


@pytest.mark.parametrize(
    ("name", "table", "text", "offered"),
    [
        ("newyork", "police_cards", "", None),
        ("newyork", "police_cards", "A quiet night.", None),  # Its square is still on the card.
        ("escape", "contacts", "", None),
        ("escape", "contacts", "Take a key.", "contacts"),
    ],
)
def test_the_companion_draws_no_cards_that_people_need_to_read(
    name: str, table: str, text: str, offered: str | None
) -> None:
    """A deck that is known by its titles goes on being drawn by hand, and nobody is told to put it away."""
    path = new_box(load_game(name), "Ours")
    content = read_content(path)
    event = {"title": "Fog", "text": text, "random_location": False, "effects": []}
    row = {"event": event} if name == "newyork" else {"name": "Fog", "text": text}
    rows = [{"id": f"fog_{n}", **row} for n in range(content.data["unknown"][table] - 1)]
    unknown = {**content.data["unknown"], table: 1}
    write_content(path, structs.replace(content, data={**content.data, table: rows, "unknown": unknown}))
    evening = Evening(name, path, Random(1))
    while evening.table.known(table).unknown:
        telling = evening.session.learning.telling if evening.session.mode == "new" else None
        if telling is not None and telling.path == table:
            telling.say(TITLE, text="The last one")
            if text:
                told = telling.editor.form.row
                told.get("event", told)["text"] = text
            assert evening.session.tell(), evening.session.refused
        else:
            evening._step()
        while evening.session.pages:
            evening.session.done()
    assert evening.session.learning.offered == offered
    evening.end()
    later, setup = load_pack(evening.game, path.name), evening.table.setup
    by_default = Table(evening.game, later, setup.seats, setup.settings, auto=False).chance
    expected = "asked" if offered is None else "digital"
    assert by_default[evening.table.stocks[table].item] == expected, "nor in the next game"


@pytest.mark.parametrize("name", ["a\x07b", "\x1b[D", "Fog\r\n", "json: x", "\xad"])
def test_a_name_that_no_cell_can_hold_as_it_is_leaves_a_box_readable(name: str) -> None:
    crash = load_game("crash")
    path = new_box(crash, "Ours")
    content = read_content(path)
    card = {"id": "a", "name": name, "timing": "end_of_round", "text": "", "not_in_2p": False, "effects": None}
    unknown = {**content.data["unknown"], "upgrades": content.data["unknown"]["upgrades"] - 1}
    write_content(path, structs.replace(content, data={**content.data, "upgrades": [card], "unknown": unknown}))
    assert load_pack(crash, path.name).data["upgrades"][0]["name"] == name


def test_a_title_that_is_still_to_be_said_is_called_as_its_button() -> None:
    """An agent of Krysis cannot go without one; in its own form that is its name."""
    evening = Evening("krysis", new_box(load_game("krysis"), "Ours"), Random(1))
    play_towards(evening.session, lambda: evening.session.learning.nameless is not None, Random(1))
    assert evening.session.learning.open(evening.session.learning.nameless)
    telling = evening.session.learning.telling
    assert telling is not None
    telling.say(TABLE, next(iter(telling.tables)))
    telling.say(telling.buttons[0].id, telling.options(telling.buttons[0].id)[0].id)
    assert plain(telling.lacks or "") == "Still to be said: Title"


@pytest.mark.parametrize(
    ("renamed", "english", "spanish"),
    [
        ({}, "all pawns on the start tile with the hospital", "todos los peones en la loseta inicial con el hospital"),
        ({"en": "Mercy", "es": "Caridad"}, "all pawns on Mercy", "todos los peones en Caridad"),
        ({"es": "Caridad"}, "all pawns on the start tile with the hospital", "todos los peones en Caridad"),
    ],
)
def test_a_tile_without_a_name_has_its_article(renamed: dict[str, str], english: str, spanish: str) -> None:
    escape = load_game("escape")
    path = new_box(escape, "Ours")
    content = read_content(path)
    for code, name in renamed.items():
        content.texts[code]["start_1"] = name
    write_content(path, content)
    pack = load_pack(escape, path.name)
    table = Table(escape, pack, [seat for seat, _ in escape.rules.seats(pack.pack)][:2], {}, auto=False)
    lines = escape.presenter.lines(table.state, table.opening)
    for code, expected in (("en", english), ("es", spanish)):
        assert any(expected in Language(code).say(line.words) for line in lines)
