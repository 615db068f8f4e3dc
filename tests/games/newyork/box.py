"""A small synthetic box of New York Crisis with descriptive ids.

Squares are the letters ``a`` to ``z``: each is adjacent to the next, and ``z`` to ``a``; but ``w`` and ``x`` are not
adjacent, ``w`` and ``u`` are. So ``p q r`` and ``x y z`` are lines, and ``w`` leads only to ``u`` and ``v``. The subway
stops at ``c``, ``j`` and ``t``.

A mafia card ``a.b.c`` puts mafia on ``a``, info on ``b``, an item on ``c``; ``-`` is a blank section. A police card has
the name of its square, ``a`` to ``w``.
"""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.games.newyork.game import GAME
from tests.games import base

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
