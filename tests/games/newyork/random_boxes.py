"""Random boxes, tables, answers and corrections: everything allowed, and much that is refused."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.core.answers import Roll
from companion.games.newyork.options import VALUES
from companion.table.table import Table
from tests.games.newyork.box import ITEMS, SKILLS, Json, box, links

COLOURS = ("blue", "red", "yellow")
WHO = (*SKILLS, "all", "active", "here")
TARGETS = ("random", "event", "each_character", "challenge", "here")
MODIFIED = ("mafia_per_turn", "info_cost", "item_cost", "actions", "steps", "extra_step_alert", "wild_alert", "red",
            "yellow", "blue", "grey")  # fmt: skip
FORBIDDEN = ("subway", "extra_step", "reroll", "items", "skills")
SQUARES = "abcdefghij"
"""Few squares, so that people, mafia and police meet."""


def nonzero(r: Random, most: int) -> int:
    return r.choice([n for n in range(-most, most + 1) if n])


def target(r: Random) -> str:
    return r.choice([*TARGETS, r.choice(SQUARES)])


def effect(r: Random, *, tasks: bool = True) -> Json:
    """A random effect of WIRE.md 6."""
    until = r.choice(["round", "scenario"])
    simple: list[Json] = [
        {"op": "alert", "n": nonzero(r, 2)},
        {"op": "place_mafia", "at": target(r), "n": r.randint(1, 2)},
        {"op": "remove_mafia", "at": target(r), "n": r.choice([1, 2, "all"])},
        {"op": "place_info", "at": target(r), "colour": r.choice([None, *COLOURS]), "n": r.randint(1, 2)},
        {"op": "place_item", "at": target(r)},
        {"op": "bag_add", r.choice(COLOURS): r.randint(0, 3)},
        {"op": "move_car", "from": r.choice(["choose", r.choice(SQUARES)]),
         "to": r.choice(["beside", "random", "event", "challenge", "here", r.choice(SQUARES)])},
        {"op": "add_car", "n": r.randint(1, 2)},
        {"op": "heal", "who": r.choice(WHO), "n": r.choice([1, 2, "all"])},
        {"op": "wound", "who": r.choice(WHO), "n": r.randint(1, 2)},
        {"op": "gain_skill", "who": r.choice(WHO)},
        {"op": "gain_item", "who": r.choice(WHO)},
        {"op": "gain_action", "n": r.randint(1, 2)},
        {"op": "story", "n": r.randint(1, 2)},
        {"op": "token", "at": target(r), "token": r.choice(["agent", "door"]), "n": nonzero(r, 3)},
        {"op": "modify", "what": r.choice(MODIFIED), "n": nonzero(r, 2), "until": until},
        {"op": "forbid", "what": r.choice(FORBIDDEN), "until": until},
        {"op": "close", "at": target(r), "until": until},
        {"op": "note", "text": "The table does this."},
        {"op": "earthquake", "text": "Nobody knows this op."},
    ]  # fmt: skip
    if tasks and r.random() < 0.2:
        return {
            "op": "task", "id": r.choice(["one", "two"]), "at": r.choice([None, "event", "here", r.choice(SQUARES)]),
            "need": need(r), "text": "A task.", "until": until,
            "then": [effect(r, tasks=False)], "else": [effect(r, tasks=False)],
        }  # fmt: skip
    return r.choice(simple)


def need(r: Random) -> Json:
    """A random need of a task."""
    every: Json = {
        "clear": True,
        "together": r.randint(1, 2),
        "gone": "agent",
        "pay": {kind: r.randint(1, 2) for kind in r.sample(["PHYS", "MENT", "SOC"], r.randint(1, 2))},
        "items": r.randint(1, 2),
        "table": True,
    }
    return {name: every[name] for name in r.sample(sorted(every), r.randint(1, 2))}


def effects(r: Random, most: int) -> list[Json]:
    return [effect(r) for _ in range(r.randint(0, most))]


def random_box(r: Random) -> Json:
    """A box with random cards on ten squares; the other squares are not connected to them."""
    cards = []
    for index in range(r.randint(2, 6)):
        card: Json = {
            "mafia_per_turn": r.randint(0, 3),
            "bag_add": {colour: r.randint(0, 4) for colour in COLOURS},
            "effects": effects(r, 2),
        }
        if index == 0:
            card |= {"alert_cars": sorted(r.sample(range(1, 9), r.randint(0, 3))), "first_round_cars": r.randint(0, 2)}
        else:
            card["position"] = index * 2 - 1
        cards.append(card)
    final = {"square": r.choice(SQUARES), "text": "The end.", "need": need(r)}
    cards[-1]["final_challenge"] = final
    places = [*SQUARES, "-"]
    mafia = [".".join(r.choice(places) for _ in range(3)) + "'" * n for n in range(45)]
    events = {
        square: {"effects": effects(r, 2), "random_location": r.random() < 0.3} for square in "abcdefghijklmnopqrstuvw"
    }
    data = box(
        mafia=mafia,
        events=events,
        cards=cards,
        costly=r.random() < 0.7,
        tracks=(20, 12),
        alert_limit=r.choice([None, 9, 15]),
        start_squares=r.choice([None, {"father": "a", "mother": "a"}, dict.fromkeys(SKILLS, "b")]),
        dice={role: {colour: r.randint(0, 2) for colour in ("red", "yellow")} | {"blue": 1} for role in SKILLS},
        items=dict(zip(ITEMS, r.choice([[2] * 10, [3, 2, 4, 1, 1, 1, 1, 1, 4, 2], [0, 0, 6, 0, 0, 0, 4, 4, 6, 0]]),
                       strict=True)),
    )  # fmt: skip
    return small_town(data)


def small_town(data: Json) -> Json:
    """The ten squares in a ring with two chords, and police cards only on them."""
    near = {square: [other for other in links()[square] if other in SQUARES] for square in SQUARES}
    for one, other in (("a", "j"), ("b", "g"), ("d", "h")):
        near[one].append(other)
        near[other].append(one)
    data["board"]["squares"] = [
        {"id": square, "name": square.upper(), "neighbours": near[square], "subway": square in "cfj"}
        for square in SQUARES
    ]
    for index, card in enumerate(data["police_cards"]):
        card["square"] = SQUARES[index % len(SQUARES)]
    for scenario in data["scenarios"][1:]:
        scenario["start_squares"] = None
    return data


def random_seats(r: Random) -> list[str]:
    return r.sample(sorted(SKILLS), r.randint(1, 4))


def random_settings(r: Random) -> dict[str, str]:
    """Random options, light mode in one game of four."""
    chosen = {key: r.choice(values) for key, values in VALUES.items() if key != "nyc.follow" and r.random() < 0.5}
    if r.random() < 0.25:
        chosen["nyc.follow"] = "light"
    return chosen


def random_answer(r: Random, table: Table) -> Any:
    """A listed answer or a roll, biased towards longer turns."""
    answers = table.legal()
    if answers is None:
        return Roll({die: r.choice(sides) for die, sides in (table.faces() or {}).items()})
    doing = [answer for answer in answers if type(answer).__name__ not in ("End", "EndedTurn")]
    return r.choice(doing) if doing and r.random() < 0.85 else r.choice(list(answers))


def random_change(r: Random, facts: Json) -> Json:
    """A random correction, mostly valid."""
    square, seat, item = r.choice(SQUARES), r.choice(facts["seats"]), r.choice(ITEMS)
    cards = {"mafia": sorted(facts["decks"]["mafia"]["discard"] + facts["decks"]["mafia"]["display"]),
             "police": sorted(facts["decks"]["police"]["discard"] + facts["decks"]["police"]["display"])}  # fmt: skip
    deck = r.choice(["mafia", "police"])
    out = r.sample(cards[deck], r.randint(0, len(cards[deck])))
    cut = r.randint(0, len(out))
    until = r.choice(["round", "scenario"])
    task = {"id": r.choice(["one", "three"]), "square": r.choice([None, square]), "need": need(r), "text": "Mended.",
            "then": [effect(r, tasks=False)], "else": [], "until": until, "rule": "R-NYC-37"}  # fmt: skip
    return r.choice(
        [
            {"fact": "alert", "value": r.randint(0, 14)},
            {"fact": "limit", "value": r.randint(5, 20)},
            {"fact": "limit_hit", "value": r.choice([None, "police", "players"])},
            {"fact": "story", "value": r.randint(0, 12)},
            {"fact": "mafia_per_turn", "value": r.randint(0, 4)},
            {"fact": "revealed", "value": r.randint(1, 4)},
            {"fact": "round", "value": r.randint(1, 9)},
            {"fact": "mafia", "square": square, "value": r.randint(0, 2)},
            {"fact": "fbi", "square": square, "value": r.randint(0, 1)},
            {"fact": "car", "at": r.choice([f"square:{square}", "alert:7", "beside:police", "deck:police"]),
             "value": r.randint(0, 2)},
            {"fact": "info", "at": r.choice([f"square:{square}", "bag:info", "kept:info"]), "token": r.choice(COLOURS),
             "value": r.randint(0, 3)},
            {"fact": "item", "square": square, "value": r.choice([None, item])},
            {"fact": "hand", "seat": seat, "item": item, "value": {"ready": r.randint(0, 1), "used": r.randint(0, 1)}},
            {"fact": "box", "item": item, "value": r.randint(0, 1)},
            {"fact": "token", "square": square, "token": "agent", "value": r.randint(0, 3)},
            {"fact": "position", "seat": seat, "value": square},
            {"fact": "lost", "seat": seat, "colour": r.choice(COLOURS), "value": r.randint(0, 2)},
            {"fact": "wounds", "seat": seat, "value": r.randint(0, 3)},
            {"fact": "skill", "seat": seat, "value": r.randint(0, 2)},
            {"fact": "played", "seat": seat, "value": r.random() < 0.5},
            {"fact": "deck", "deck": deck, "value": {"discard": out[:cut], "display": out[cut:]}},
            {"fact": "event", "value": r.choice([None, {"card": "c", "square": r.choice([None, square])}])},
            {"fact": "effects", "value": [{"op": "close", "square": square, "until": until},
                                          {"op": "modify", "what": r.choice(MODIFIED), "n": 1, "until": until}]},
            {"fact": "tasks", "value": [task]},
            {"fact": "actions", "value": r.randint(0, 3)},
            {"fact": "steps", "value": r.randint(0, 3)},
            {"fact": "extra_used", "value": False},
            {"fact": "fight_open", "value": True},
            {"fact": "visited", "value": [square]},
            {"fact": "ignored", "value": [square]},
            {"fact": "dealt", "square": square, "value": r.choice([None, "faced", "evaded"])},
            {"fact": "die", "die": r.choice(["red1", "blue1", "grey1", "mask1"]),
             "value": r.choice([None, {"face": "SOC", "spent": False}])},
            {"fact": "phase", "value": r.choice(["police", "players", {"phase": "turn", "seat": seat},
                                                 {"phase": "play", "seat": seat}])},
        ]
    )  # fmt: skip
