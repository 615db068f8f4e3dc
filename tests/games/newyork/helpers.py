"""A table of New York Crisis with a small made-up box, and helpers to set up, answer and inspect situations."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.core.asks import is_chance
from companion.games.newyork.game import GAME
from companion.table.history import Played
from tests.games import base
from tests.games.base import GameTable

# A small synthetic box of New York Crisis with descriptive ids.
# Squares are the letters ``a`` to ``z``: each is adjacent to the next, and ``z`` to ``a``; but ``w`` and ``x`` are not
# adjacent, ``w`` and ``u`` are. So ``p q r`` and ``x y z`` are lines, and ``w`` leads only to ``u`` and ``v``. The
# subway stops at ``c``, ``j`` and ``t``.
# A mafia card ``a.b.c`` puts mafia on ``a``, info on ``b``, an item on ``c``; ``-`` is a blank section. A police card
# has the name of its square, ``a`` to ``w``.

SQUARES = string.ascii_lowercase
STATIONS = "cjt"
ITEMS = ("phone", "laptop", "cash", "mask", "gloves", "bike", "newspaper", "radio", "drone", "raincoat")
SKILLS = {"father": "heal", "mother": "fight", "daughter": "hacker", "son": "charm"}
FINAL = {"square": "f", "text": "Do it.", "need": {"pay": {"MENT": 2}}}
"""The default final challenge."""

Json = dict[str, Any]


def links() -> dict[str, list[str]]:
    """The adjacent squares."""
    pairs = [pair for pair in zip(SQUARES, SQUARES[1:] + "a", strict=True) if pair != ("w", "x")] + [("u", "w")]
    found: dict[str, list[str]] = {square: [] for square in SQUARES}
    for one, other in pairs:
        found[one].append(other)
        found[other].append(one)
    return found


def mafia_cards(wanted: Sequence[str]) -> list[Json]:
    """The named cards, followed by blank ones (``blank01``, ``blank02``, …) up to 50."""
    cards = []
    for name in wanted:
        parts = name.rstrip("'").split(".")
        mafia, info, item = (None if part == "-" else part for part in parts)
        cards.append({"id": name, "mafia": mafia, "info": info, "item": item})
    blank = [{"id": f"blank{n + 1:02}", "mafia": None, "info": None, "item": None} for n in range(50 - len(cards))]
    return cards + blank


def police_card(square: str, event: Json) -> Json:
    """The card of a square, by default without an effect."""
    return {
        "id": square,
        "square": square,
        "event": {"title": square, "text": f"Event {square}.", "random_location": False, "effects": [], **event},
    }


def story_card(index: int, card: Json, last: bool) -> Json:
    """A story card; card 0 has no effect, the others are two positions apart."""
    full: Json = {
        "index": index,
        "position": index * 2 or None,
        "text": f"Story card {index}.",
        "mafia_per_turn": 0,
        "bag_add": {"blue": 0, "red": 0, "yellow": 0},
        "effects": [],
        "final_challenge": FINAL if last else None,
    }
    if index == 0:
        full |= {"alert_cars": [], "first_round_cars": None}
    return full | card


def scenario(name: str, cards: Sequence[Json], **more: Any) -> Json:
    """A story with these overrides of its cards."""
    return {
        "id": name,
        "name": name,
        "tutorial": name == "tale",
        "alert_limit": None,
        "start_squares": dict.fromkeys(SKILLS, "a"),
        "cards": [story_card(index, card, index == len(cards) - 1) for index, card in enumerate(cards)],
        **more,
    }


def box(
    *,
    mafia: Sequence[str] = (),
    events: Mapping[str, Json] | None = None,
    cards: Sequence[Json] = ({}, {}, {}),
    dice: Mapping[str, Json] | None = None,
    costly: bool = False,
    tracks: tuple[int, int] = (20, 12),
    items: Mapping[str, int] | None = None,
    **story: Any,
) -> Json:
    """The box as JSON.

    ``mafia`` are the mafia cards that are not blank, ``events`` the events by square, ``cards`` the story cards of the
    story ``tale``, ``story`` its other fields. ``costly``: two tokens of each colour cost 3.
    """
    events, dice, items = events or {}, dice or {}, items or {}
    rest = 15 - len(cards)
    shares = [rest - 2 * (rest // 3), rest // 3, rest // 3]
    counts = [(2, 8), (3, 2)] if costly else [(2, 10)]
    return {
        "game": "newyork",
        "schema": 1,
        "id": "letters",
        "name": "Letters",
        "board": {
            "squares": [
                {"id": square, "name": square.upper(), "neighbours": near, "subway": square in STATIONS}
                for square, near in links().items()
            ]
        },
        "tracks": {"alert": {"length": tracks[0]}, "story": {"length": tracks[1]}},
        "characters": [
            {
                "id": role,
                "role": role,
                "name": role.title(),
                "dice": dice.get(role, {"red": 2, "yellow": 1, "blue": 1}),
                "skill": skill,
            }
            for role, skill in SKILLS.items()
        ],
        "items": [{"kind": kind, "count": items.get(kind, 2)} for kind in ITEMS],
        "info_tokens": [
            {"colour": colour, "cost": cost, "count": count}
            for colour in ("blue", "red", "yellow")
            for cost, count in counts
        ],
        "mafia_cards": mafia_cards(mafia),
        "police_cards": [police_card(square, events.get(square, {})) for square in SQUARES[:23]],
        "scenarios": [
            scenario("tale", cards, **story),
            *(scenario(f"other{n}", [{}] * share) for n, share in enumerate(shares)),
        ],
    }


loaded = partial(base.loaded, GAME)
"""The box of this JSON, validated and cached."""


# A table of New York Crisis with helpers to set up, answer and inspect situations.

PRINTED = {"mafia": 25, "car": 5, "fbi": 5, "marker:alert": 1, "marker:story": 1, "card:mafia": 50, "card:police": 23}


def conserved(facts: Json, printed: Json) -> None:
    """R-GEN-04: table and supplies hold exactly the printed pieces."""
    lying: Counter[str] = Counter()
    for pieces in facts["pieces"].values():
        lying.update(pieces)
    supplies = {"mafia": facts["mafia"]["reserve"], "car": facts["cars"]["supply"], "fbi": facts["fbi"]["supply"]}
    for piece, count in PRINTED.items():
        assert lying[piece] + supplies.get(piece, 0) == count, piece
    own = [{"kind": item["id"], "count": item["count"]} for item in printed.get("own_items", [])]
    for item in [*printed["items"], *own]:
        kind, count = item["kind"], item["count"]
        assert lying[f"item:{kind}"] + facts["items"]["supply"].get(kind, 0) == count, kind
    for token in printed["info_tokens"]:
        kind = token["colour"] + ("3" if token["cost"] == 3 else "")
        assert lying[f"info:{kind}"] + facts["info"]["reserve"].get(kind, 0) == token["count"], kind
    assert sum(n for piece, n in lying.items() if piece.startswith("token:")) <= 10
    assert all(facts["pieces"].get(f"hand:{seat}", {}).get("skill", 0) <= 2 for seat in facts["seats"])
    story = next(scenario for scenario in printed["scenarios"] if scenario["id"] == facts["scenario"])
    assert lying["card:story"] == len(story["cards"]) or facts["phase"] == "setup"
    for name, total in (("mafia", 50), ("police", 23)):
        deck = facts["decks"][name]
        assert deck["deck"] + len(deck["discard"]) + len(deck["display"]) == total


class NewYorkTable(GameTable):
    """A table of New York Crisis, by default with father and mother."""

    def __init__(
        self, seats: str = "father mother", settings: Mapping[str, str] | None = None, *, data: Json | None = None,
        **pack: Any,
    ) -> None:  # fmt: skip
        super().__init__(GAME, loaded(data or box(**pack)), seats, settings)

    conserved = staticmethod(conserved)

    # Chance.

    def pick(self, square: str) -> None:
        self.say("pick", what="square", one=square)

    def roll(self, faces: str = "", **named: str) -> None:
        """Roll all open dice: ``"PHYS PHYS SOC"`` in order, or each by name."""
        shown = dict(zip(self.ask.dice, faces.split(), strict=True)) if faces else named
        self.say("roll", faces=shown)

    def throw(self) -> None:
        """Roll all open dice to their most frequent face, grey ones to MENT."""
        self.say("roll", faces={die: sides[0] for die, sides in (self.table.faces() or {}).items()})

    # Setting up.

    def set_up(self, items: Sequence[str] = "abcdef") -> NewYorkTable:
        """The setup up to the first police card: blank mafia cards, and no items on the board."""
        for square in items:
            self.pick(square)
            self.say(**_first(self))
        while self.facts["phase"] == "setup":
            self.say(**_first(self, "blank"))
        self.correct(*({"fact": "item", "square": square, "value": None} for square in items))
        return self

    def turn(self, seat: str, **counts: int) -> NewYorkTable:
        """The start of ``seat``'s turn in round 1, without police on the board."""
        return self._on({"phase": "turn", "seat": seat}, **counts)

    def playing(self, seat: str, pool: Mapping[str, str] | None = None, **counts: int) -> NewYorkTable:
        """The middle of ``seat``'s turn, with these dice in the pool; ``counts`` are numbers of the turn."""
        self._on({"phase": "play", "seat": seat}, **counts)
        for die, face in (pool or {}).items():
            self.set("die", {"face": face, "spent": False}, die=die)
        return self

    def _on(self, phase: Json, **counts: int) -> NewYorkTable:
        if self.facts["phase"] == "setup":
            self.set_up()
        self.correct({"fact": "phase", "value": phase})
        for name, n in counts.items():
            self.set(name, n)
        return self

    def holds(self, seat: str, *items: str) -> NewYorkTable:
        """One face-up item of each kind in a hand."""
        for item in items:
            self.set("hand", {"ready": 1, "used": 0}, seat=seat, item=item)
        return self

    def rest(self) -> None:
        """The rest of the turn without events: blank cards, plain dice, the end."""
        while self.choice != "play":
            if self.table.faces():
                self.throw()
            else:
                self.say(**_first(self, "blank"))
        self.say("end")

    def effect(self, *effects: Json, rule: str = "R-NYC-37") -> Played:
        """Apply effects in the open turn, as the result of a task."""
        known = [task for task in self.facts["tasks"] if task["id"] != "do_it"]
        todo = {"id": "do_it", "square": None, "need": {"table": True}, "text": "Do it.", "then": list(effects),
                "else": [], "until": "scenario", "rule": rule}  # fmt: skip
        self.set("tasks", [*known, todo])
        return self.say("fulfil", task="do_it")

    # Inspecting.

    @property
    def now(self) -> Json:
        """The running turn."""
        turn: Json = self.facts["turn"]
        return turn

    @property
    def alert(self) -> int:
        return int(self.facts["alert"]["at"])

    def on(self, square: str) -> Json:
        """The pieces on a square."""
        return self.lies(f"square:{square}")

    def hand(self, seat: str) -> Json:
        """The pieces in front of a seat."""
        return self.lies(f"hand:{seat}")

    def who(self, seat: str) -> Json:
        found: Json = self.facts["characters"][seat]
        return found


def _first(game: NewYorkTable, start: str = "") -> Json:
    """The first listed answer, or the first whose card starts with ``start``."""
    assert is_chance(game.ask)
    answers = game.legal()
    named = [answer for answer in answers if str(answer.get("card", "")).startswith(start)]
    return (named or answers)[0]
