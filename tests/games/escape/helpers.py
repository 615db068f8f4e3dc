"""A table of Escape Plan with helpers to set up, answer and inspect situations."""

from __future__ import annotations

import pprint
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.core.asks import is_chance
from companion.core.texts import plain
from companion.table.history import Played, label
from companion.table.table import Table
from tests.games.base import GameTable
from tests.games.escape.box import CONTACTS, GAME, TILES, Json, box, loaded

GANG, PATROL, PLANS = 8, 5, 9
DULL: dict[str, Json] = {
    "asset": {"do": "pass"},
    "turn": {"do": "move"},
    "extra": {"do": "extra", "seats": []},
    "day_change": {"do": "done"},
    "handcuffs": {"do": "handcuffs", "take": False},
    "line": {"do": "value", "value": 0},
    "tie": {"do": "share"},
}
"""Default answers of irrelevant decisions."""


def conserved(facts: Json, printed: Json) -> None:
    """R-GEN-04: table, stock, bag and box hold exactly the printed pieces."""
    lying: Counter[str] = Counter()
    for pieces in facts["pieces"].values():
        lying.update(pieces)
    players, seats = facts["players"].values(), len(facts["seats"])
    for what, n in _printed_stock(printed).items():
        held = sum(player.get(what, 0) for player in players)
        assert facts["stock"][what] + facts["box"][what] + held == n, what
    for kind in printed["officers"]:
        name = kind["type"]
        assert lying[f"officer:{name}"] + facts["bag"][name] == kind["count"], name
    assert lying["gang:member"] + facts["gang"]["box"] == GANG
    assert facts["gang"]["board"] + sum(facts["gang"]["tiles"].values()) + facts["gang"]["box"] == GANG
    contacts = facts["contacts"]
    out = [*contacts["display"], *contacts["discard"], *(card for player in players for card in player["contacts"])]
    assert len(out) == len(set(out)) == len(CONTACTS) - contacts["deck"]
    assert sum(lying[f"contact:{card}"] for card in out) == len(out)
    assert facts["plans"]["dealt"] + facts["plans"]["box"] == PLANS
    assert lying["plan:back"] == facts["plans"]["dealt"]
    assert len(facts["city"]) + sum(facts["stacks"].values()) + sum(map(bool, facts["display"].values())) == len(TILES)
    assert sum(n for piece, n in lying.items() if piece.startswith("tile:")) + sum(facts["stacks"].values()) == 14
    assert sum(facts["patrol"]["spaces"].values()) + facts["patrol"]["deck"] == PATROL
    assert sum(n for piece, n in lying.items() if piece.startswith("exit_stack:")) == 2
    for kind, field in (("business", "business"), ("safe_house", "safe_houses")):
        boxed = sum(place == "box" for place in facts[field].values())
        assert sum(n for piece, n in lying.items() if piece.startswith(f"{kind}:")) == len(facts[field]) - boxed
    assert lying["income:cube"] == sum(len(player["cubes"]) for player in players)
    assert lying["wound:cube"] == 3 * seats
    assert sum(n for piece, n in lying.items() if piece.startswith("asset:")) == 7 * seats
    assert sum(n for piece, n in lying.items() if piece.startswith("gang_marker:")) == 2 * seats
    assert lying["time:marker"] == 1


def _printed_stock(printed: Json) -> dict[str, int]:
    keys = Counter(f"key:{key['colour']}" for key in printed["keys"])
    lockers = Counter(f"locker:{locker['type']}" for locker in printed["lockers"])
    return {"equipment": 16, "gas": 6, "handcuffs": 10, "fixers": 8, **keys, **lockers}


class EscapeTable(GameTable):
    """A table of Escape Plan, by default with Vinnie, Scar and Claws."""

    def __init__(
        self, seats: str = "vinnie scar claws", settings: Mapping[str, str] | None = None, *, data: Json | None = None,
        **pack: Any,
    ) -> None:  # fmt: skip
        super().__init__(GAME, loaded(data or box(**pack)), seats, settings)

    conserved = staticmethod(conserved)

    # Setting up.

    def until(self, what: str, day: int = 1) -> EscapeTable:
        """Play without events until ``what`` is asked on that day, or later."""
        while self.at != what or self.facts["day"] < day:
            assert self.at != "over", f"{what} is never asked on day {day}"
            self.dull()
        return self

    def dull(self) -> None:
        """Give the answer with the least effect."""
        if is_chance(self.ask) or self.at == "tile":
            self.say(**self.legal()[0])
        else:
            self.say(**DULL[self.at])

    def set_up(self, tiles: str = "a1 b1 c1 d1", officers: str = "red blue " * 5) -> EscapeTable:
        """The setup up to the first patrol card, with these open tiles and officers (two per tile, the headquarters
        last)."""
        self.draw(*tiles.split())
        self.pull(*officers.split())
        return self.until("patrol")

    def place(self, *tiles: str) -> None:
        """Lay the open tiles in this order, with the first fitting business and safe house."""
        for tile in tiles:
            self.say(**next(answer for answer in self.legal("place") if answer["tile"] == tile))

    def notoriety(self, **values: int) -> None:
        """Set the notoriety of seats."""
        for seat, n in values.items():
            self.set("notoriety", n, seat=seat)

    # Inspecting.

    def player(self, seat: str) -> Json:
        found: Json = self.facts["players"][seat]
        return found

    @property
    def spaces(self) -> str:
        """The cards on the three patrol spaces, as ``1/1/0``."""
        return "/".join(str(n) for n in self.facts["patrol"]["spaces"].values())


def announcements(played: Played) -> list[str]:
    """The announcements of an answer."""
    return [plain(todo.text or "") for todo in played.instructions if todo.verb == "tell"]


def line(name: str, source: str, sign: int = 1, **worth: Any) -> Json:
    """A line of a score sheet; ``worth`` is its ``table`` or ``per_unit``."""
    return {"line": name, "from": source, "sign": sign, **worth}


# Everything that can be seen of a table of Escape Plan, for secrecy tests.

encode = msgspec.json.Encoder(order="deterministic").encode


def shared(table: Table) -> dict[str, bytes]:
    """All text and data on the shared screen."""
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
    """All output of the table, including its own memory."""
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
