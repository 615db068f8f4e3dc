"""A table of Crash & Grab with a made-up box, whose board is drawn in characters, and helpers to play situations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.core.texts import plain
from companion.games.crash.game import GAME
from companion.table.history import Played
from tests.games import base
from tests.games.base import GameTable

# A small synthetic box of Crash & Grab whose board is drawn in characters.
# ``.`` is a square, ``*`` an accelerator, ``1`` to ``9``, ``a``, ``b`` and ``c`` are the crash sites 1 to 12. The
# board is one tile for any number of players; missing sites are added in rows below. Markers are as on a map:
# ``north`` above, ``east`` to the right. Upgrades have the names a test gives them; the others are ``u1``, ``u2``, …
# without effect; the last one, ``stabilizer``, is not for two players.

COLOURS = ("red", "blue", "yellow", "green", "purple", "orange")
TYPES = ("pilot", "scientist", "doctor", "engineer")
DIRECTIONS = ("north", "east", "south", "west")
SITES = "123456789abc"
STABILIZER = "stabilizer"
TILES, UPGRADES = 14, 23
FIELD = ("........",) * 4
"""An empty board, with its crash sites below."""

Json = dict[str, Any]
Upgrades = Mapping[str, tuple[str, Sequence[Json] | None]]
"""By name: timing and effects."""


def op(name: str, **fields: Any) -> Json:
    """An operation of an upgrade."""
    return {"op": name, **fields}


def box(rows: Sequence[str] = FIELD, upgrades: Upgrades | None = None) -> Json:
    """The box as JSON."""
    full = [*rows, *_rest(rows)]
    wide, high = len(full[0]), len(full)
    spare = [{"id": f"spare{n}", "w": 1, "h": 1, "cells": [_cell(0, 0, ".")]} for n in range(1, TILES)]
    cells = [_cell(x, y, sign) for y, row in enumerate(full) for x, sign in enumerate(row)]
    slot = {"x": 0, "y": 0, "w": wide, "h": high, "tile_pool": ["board"]}
    return {
        "game": "crash",
        "id": "rows",
        "name": "Rows",
        "language": "en",
        "origin": "made up for tests",
        "colours": list(COLOURS),
        "types": list(TYPES),
        "directions": list(DIRECTIONS),
        "tiles": [{"id": "board", "w": wide, "h": high, "cells": cells}, *spare],
        "layouts": {key: [slot] for key in ("3-4", "5", "6")},
        "upgrades": _upgrades(upgrades or {}),
    }


def _rest(rows: Sequence[str]) -> list[str]:
    """Rows for the crash sites that are missing on the board."""
    wide = len(rows[0])
    missing = "".join(site for site in SITES if not any(site in row for row in rows))
    return [missing[at : at + wide].ljust(wide, ".") for at in range(0, len(missing), wide)]


def _cell(x: int, y: int, sign: str) -> Json:
    site = SITES.index(sign) + 1 if sign in SITES else None
    return {"x": x, "y": y, "accelerator": sign == "*", "crash_site": site}


def _upgrades(made: Upgrades) -> list[Json]:
    dull = {f"u{n}": ("passive", None) for n in range(1, UPGRADES - len(made))}
    return [
        {"id": name, "name": name.title(), "text": "It does something.", "timing": timing,
         "not_in_2p": name == STABILIZER, "effects": None if effects is None else list(effects)}
        for name, (timing, effects) in ({**made, **dull} | {STABILIZER: ("planning", [op("reverse")])}).items()
    ]  # fmt: skip


loaded = partial(base.loaded, GAME)
"""The box of this JSON, validated and cached."""


# A table of Crash & Grab with helpers to set up, answer and inspect situations.

SEATS = "ann ben cat dan eve fay"
"""Seats in order; their saucers are red, blue, yellow, green, purple and orange."""
COLOURS_IN_GAME = {2: 5, 3: 4, 4: 5, 5: 6, 6: 6}
"""How many colours have crew in the game, by number of players (R-CG-13)."""
DULL: dict[str, Json] = {
    "ready": {"do": "ready"},
    "report": {"do": "done"},
    "resolve": {"do": "done"},
}
"""Default answers of irrelevant decisions; otherwise ``pass``, or the first listed answer."""


def conserved(facts: Json, printed: Json) -> None:
    """R-GEN-04: every saucer, crew, upgrade, card and marker exists exactly once."""
    lying: Counter[str] = Counter()
    for pieces in facts["pieces"].values():
        lying.update(pieces)
    saucers = facts["saucers"]
    aboard = [crew for saucer in saucers.values() for crew in saucer["crew"]]
    lost = [crew for crews in facts["lost"].values() for crew in crews]
    crew = [*aboard, *lost, *facts["crew_on_board"]]
    assert len(crew) == len(set(crew)) == 4 * COLOURS_IN_GAME[len(facts["seats"])]
    assert all(lying[f"crew:{one}"] == 1 for one in crew)
    kept = [card for saucer in saucers.values() for card in saucer["upgrades"]]
    cards = [*kept, *facts["discard"], *facts["drawn"], *facts["box"]]
    assert len(cards) == len(set(cards)) == len(printed["upgrades"]) - facts["deck"]["draw"]
    assert len(facts["discard"]) == facts["deck"]["discard"]
    assert set(facts["used"]) | set(facts["fresh"]) <= {card["id"] for card in printed["upgrades"]}
    for name, saucer in saucers.items():
        assert lying[f"saucer:{name}"] == 1
        assert lying[f"movement:{name}"] == 3
        assert saucer["seated"] == len({one.partition("-")[2] for one in saucer["crew"]})
    assert len(saucers) == (4 if len(facts["seats"]) == 2 else len(facts["seats"]))
    assert lying["token:energy"] == sum(saucer["energy"] for saucer in saucers.values())
    assert lying["token:booster"] == sum(saucer["boosters"] for saucer in saucers.values())
    assert lying["token:probe"] == 1
    if facts["board"] is not None:
        laid = [there for there in facts["board"]["tiles"] if there is not None]
        assert sum(n for piece, n in lying.items() if piece.startswith("tile:")) == len(laid)
        assert sum(n for piece, n in lying.items() if piece.startswith("marker:")) == 4


class CrashTable(GameTable):
    """A table of Crash & Grab with players, a board in rows, and upgrades."""

    def __init__(
        self, players: int = 3, rows: Sequence[str] = FIELD, upgrades: Upgrades | None = None,
        settings: Mapping[str, str] | None = None, **house: str,
    ) -> None:  # fmt: skip
        chosen = {f"cg.{name}": value for name, value in house.items()}
        seats = " ".join(SEATS.split()[:players])
        super().__init__(GAME, loaded(box(rows, upgrades)), seats, {"board": "board@0", **(settings or {}), **chosen})

    conserved = staticmethod(conserved)

    # Setting up.

    def roll(self, *faces: int | str) -> Played:
        """Answer the open and following dice."""
        for face in faces:
            played = self.say("roll", faces={self.ask.dice[0]: face})
        return played

    def dull(self) -> None:
        """Give the answer with the least effect."""
        if self.at == "placement":
            self.roll(1)
        elif self.at == "rotation":
            self.roll("cw")
        elif self.at == "card":
            self.say(**next(answer for answer in self.legal() if answer["card"] == "0-5"))
        elif self.at in DULL:
            self.say(**DULL[self.at])
        else:
            answers = self.legal()
            self.say(**next((answer for answer in answers if answer["do"] == "pass"), answers[0]))

    def until(self, what: str, saucer: str | None = None, round: int = 0) -> CrashTable:
        """Play without events until ``what`` is asked, for that saucer, in that round or later."""
        while not (self.at == what and self._turn_of(saucer) and self.facts["round"] >= round):
            assert self.at != "over", f"{what} is never asked"
            assert self.facts["round"] <= round + 2, f"{what} is never asked"
            self.dull()
        return self

    def _turn_of(self, saucer: str | None) -> bool:
        return saucer is None or (self.facts["turn"] or {}).get("saucer") == saucer or self.ask_saucer == saucer

    def put(self, **squares: str | None) -> CrashTable:
        """Correct the positions of saucers, and remove all crew.

        Saucers that are not named are off the board.
        """
        facts = self.facts
        away = [{"fact": "crew", "crew": crew, "value": "lost"} for crew in facts["crew_on_board"]]
        there = [{"fact": "saucer", "saucer": name, "value": squares.get(name)} for name in facts["saucers"]]
        self.correct(*away, *there)
        return self

    def turn(self, **squares: str | None) -> CrashTable:
        """Red's first card of round 1, with saucers on these squares and no crew on the board."""
        return self.until("card", "red").put(**squares)

    def crew(self, **places: str) -> CrashTable:
        """Correct the places of crew, written ``red_pilot="mat:red"`` or ``red_pilot="c1r1"``."""
        changes = []
        for name, place in places.items():
            at = place if place == "lost" or ":" in place else f"square:{place}"
            changes.append({"fact": "crew", "crew": name.replace("_", "-"), "value": at})
        self.correct(*changes)
        return self

    def aboard(self, saucer: str, *crew: str) -> CrashTable:
        """Correct all crew of a saucer; former crew is lost."""
        was = [one for one in self.saucer(saucer)["crew"] if one not in crew]
        changes = [(one, "lost") for one in was] + [(one, f"mat:{saucer}") for one in crew]
        if changes:
            self.correct(*[{"fact": "crew", "crew": one, "value": place} for one, place in changes])
        return self

    def own(self, saucer: str, *upgrades: str) -> CrashTable:
        """Add upgrades to a saucer."""
        for one in upgrades:
            self.set("upgrade", f"mat:{saucer}", upgrade=one)
        return self

    def tokens(self, saucer: str, energy: int = 0, boosters: int = 0) -> CrashTable:
        """Set the energy and boosters of a mat."""
        tokens = {"energy": energy, "boosters": boosters}
        self.correct(*[{"fact": fact, "saucer": saucer, "value": n} for fact, n in tokens.items()])
        return self

    def card(self, card: str, dir: str | None = None, distance: int | None = None) -> Played:
        """Play a movement card."""
        fields: Json = {"card": card, "dir": dir, "distance": distance}
        return self.say("move", **{name: value for name, value in fields.items() if value is not None})

    # Inspecting.

    @property
    def ask_saucer(self) -> str | None:
        """The saucer of the open question."""
        return getattr(self.ask, "saucer", None)

    def saucer(self, name: str) -> Json:
        found: Json = self.facts["saucers"][name]
        return found

    def where(self, *names: str) -> list[str | None]:
        """The squares of saucers."""
        return [self.saucer(name)["at"] for name in names]

    def stock(self, name: str) -> tuple[int, int]:
        """Energy and boosters on a mat."""
        return self.saucer(name)["energy"], self.saucer(name)["boosters"]

    def site(self, number: int) -> str:
        """The square of a crash site."""
        found: str = self.facts["board"]["sites"][str(number)]
        return found

    @property
    def uses(self) -> list[tuple[str, str | None]]:
        """The usable upgrades, with their directions."""
        return [(answer["upgrade"], answer.get("dir")) for answer in self.legal("use")]


def types_of(*colours: str) -> list[str]:
    """All crew of these colours, sorted."""
    return sorted(f"{colour}-{kind}" for colour in colours for kind in TYPES)


def told(played: Played) -> list[str]:
    """The announcements of an answer."""
    return [plain(todo.text or "") for todo in played.instructions if todo.verb == "tell"]
