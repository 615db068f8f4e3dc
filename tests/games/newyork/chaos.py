"""Random games of New York Crisis: boxes, answers, corrections, and messages of which most are refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.core.answers import Roll
from companion.games.newyork.state import VALUES
from companion.table.table import Table
from tests.games.chaos import Chaos
from tests.games.newyork.helpers import GAME, ITEMS, SKILLS, Json, box, conserved, links

# Random boxes, tables, answers and corrections: everything allowed, and much that is refused.

COLOURS = ("blue", "red", "yellow")
WHO = (*SKILLS, "all", "active", "here", "others", "somebody", "wounded", "most_items", "fewest_skill")
TARGETS = ("random", "event", "each_character", "challenge", "here", "choose", "choose_near", "choose_station", "near",
           "stations", "with_car", "with_mafia", "most_mafia", "toward_nearest", "toward_most_wounds", "with_info",
           "with_father", "with_son")  # fmt: skip
ONE_TARGET = (
    "toward_nearest",
    "toward_active",
    "random",
    "event",
    "challenge",
    "here",
    "choose",
    "choose_near",
    "choose_station",
    "with_mother",
)
UNTIL = ("turn", "round", "next_round", "card", "story_card", "scenario")
DEEDS = ("move", "ride", "info", "red_info", "item", "use", "fight")
WHEN = ("round_start", "round_end", "turn_start", "turn_end")
PIECES = ("car", "mafia", "fbi", "info", "item", "car_square", "mafia_square", "station", "square_near")
PEOPLE = ("player", "other", "player_here", "wounded_player", "somebody", "most_items", "fewest_wounds")
NUMBERS = ("held_item", "held_wound", "held_skill", "alert", "round", "together", "PHYS", "WILD")
MODIFIED = ("mafia_per_turn", "info_cost", "item_cost", "actions", "steps", "extra_step_alert", "wild_alert", "red",
            "yellow", "blue", "grey", "cars", "blue_info", "mafia_wounds", "mafia_cost")  # fmt: skip
FORBIDDEN = ("subway", "extra_step", "reroll", "items", "skills", "bike", "drone")
SQUARES = "abcdefghij"
"""Few squares, so that people, mafia and police meet."""


def nonzero(r: Random, most: int) -> int:
    return r.choice([n for n in range(-most, most + 1) if n])


def target(r: Random) -> str:
    return r.choice([*TARGETS, r.choice(SQUARES)])


def holding(r: Random, depth: int, *, tasks: bool) -> Json:
    """A random effect that holds others (core/WIRE.md, Effects)."""

    def some(least: int = 1) -> list[Json]:
        return [effect(r, tasks=tasks, depth=depth + 1) for _ in range(r.randint(least, 2))]

    person = r.choice(PEOPLE)
    counted: Json = {"op": "if", "of": r.choice([*PIECES, *PEOPLE, *NUMBERS]), r.choice(["least", "most"]): 1}
    inside = r.choice(
        [
            {"op": "wound", "who": "them"},
            {"op": "lose_item", "who": "them"},
            {"op": "place_mafia", "at": "it"},
            {"op": "move_figure", "who": "them", "to": "choose_near"},
        ]
    )
    return r.choice(
        [
            {"op": "choose", "options": [{"do": some(0)}, {"do": some()}], "by": r.choice(WHO)},
            counted | {"then": some(), "else": some(0)},
            {"op": "if", "ask": "Is that so?", "then": some()},
            {"op": "each", "of": r.choice(PIECES), "every": r.randint(1, 2), "do": [
                r.choice([{"op": "place_mafia", "at": "it"}, {"op": "remove_mafia", "at": "it"}, *some()])]},
            {"op": "each", "of": person, "do": [inside, *some(0)]},
            {"op": "die", "die": r.choice(["grey", "red"]), "on": [{"faces": ["PHYS", "SOC"], "do": some()}]},
            {"op": "later", "when": r.choice(WHEN), "do": some(), "until": r.choice([None, None, *UNTIL])},
            {"op": "later", "when": r.choice(DEEDS), "do": some(), "until": r.choice([None, *UNTIL]),
             "at": r.choice([None, target(r)]), "to": r.choice([None, "near", r.choice(SQUARES)]),
             "first": r.random() < 0.5},
        ]
    )  # fmt: skip


def effect(r: Random, *, tasks: bool = True, depth: int = 0) -> Json:
    """A random effect of WIRE.md 6."""
    until = r.choice(UNTIL)
    if depth < 2 and r.random() < 0.3:
        return holding(r, depth, tasks=tasks)
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
        {"op": "modify", "what": r.choice(MODIFIED), "n": nonzero(r, 2), "until": until, "at": target(r)},
        {"op": "forbid", "what": r.choice(FORBIDDEN), "until": until},
        {"op": "forbid", "what": r.choice(FORBIDDEN), "until": until, "at": target(r)},
        {"op": "result", "what": r.choice(["PHYS", "MENT", "SOC"]), "n": nonzero(r, 2)},
        {"op": "close", "at": target(r), "until": until},
        {"op": "close", "at": r.choice(SQUARES), "to": r.choice(SQUARES), "until": until},
        {"op": "move_piece", "what": r.choice(["mafia", "info", "item"]), "n": r.choice([1, "all"]),
         "from": r.choice(["choose", "with_mafia", "a"]), "to": r.choice([*ONE_TARGET, r.choice(SQUARES)])},
        {"op": "move_piece", "what": "token", "token": "agent", "from": "choose", "to": r.choice(ONE_TARGET)},
        {"op": "move_piece", "what": "info", "from": "with_info", "to": "bag", "n": "all"},
        {"op": "move_figure", "who": r.choice(WHO), "to": r.choice([*ONE_TARGET, r.choice(SQUARES)])},
        {"op": "take_car", "from": r.choice(["choose", "beside", r.choice(SQUARES)])},
        {"op": "lose_item", "who": r.choice(WHO), "n": r.randint(1, 2)},
        {"op": "pass_item", "who": r.choice(WHO), "to": r.choice(["left", "right", *WHO])},
        {"op": "pass_item", "who": r.choice(WHO), "to": r.choice(["left", "board", *WHO]), "back": True},
        {"op": "lose_skill", "who": r.choice(WHO)},
        {"op": "turn_item", "who": r.choice(WHO), "n": r.randint(1, 2), "up": r.random() < 0.5},
        {"op": "lose_action"},
        {"op": "note", "text": "The table does this."},
        {"op": "earthquake", "text": "Nobody knows this op."},
    ]  # fmt: skip
    if tasks and r.random() < 0.2:
        return {
            "op": "task", "id": r.choice(["one", "two"]),
            "at": r.choice([None, "event", "here", "choose", r.choice(SQUARES)]),
            "need": need(r), "text": "A task.", "until": until,
            "then": [effect(r, tasks=False, depth=depth)], "else": [effect(r, tasks=False, depth=depth)],
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
    found = {name: every[name] for name in r.sample(sorted(every), r.randint(1, 2))}
    if "pay" in found and r.random() < 0.3:
        return found | {"shared": True}
    return {"any": [found, {"together": 2}]} if r.random() < 0.2 else found


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
    until = r.choice(["turn", "round", "next_round", "event", "story_card", "scenario"])
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
            {"fact": "effects", "value": [
                {"op": "close", "square": square, "to": r.choice(SQUARES), "until": until},
                {"op": "later", "when": r.choice(WHEN), "until": r.choice([until, "once"]), "rule": "R-NYC-37",
                 "do": [effect(r)]}]},
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


# All possible messages, valid or not, and which unlisted ones the rules may accept.


def anything(r: Random, facts: Json) -> Iterator[Json]:
    """Every verb with existing names."""
    pool = sorted((facts["turn"] or {}).get("pool", {})) or ["red1"]
    tokens = [*COLOURS, *(f"{colour}3" for colour in COLOURS)]
    squares, seats, tasks = list(SQUARES), list(SKILLS), [task["id"] for task in facts["tasks"]] or ["one"]

    def dice() -> list[str]:
        return r.sample(pool, r.randint(1, min(3, len(pool))))

    def one(things: Sequence[str]) -> str:
        return r.choice(things)

    for _ in range(2):
        yield {"do": "draw", "deck": one(["mafia", "police"]), "card": one(["blank01", "a", "b", "k"])}
        yield {"do": "pull", "bag": one(["info", "items", "reserve:red"]), "token": one([*tokens, *ITEMS])}
        yield {"do": "pick", "what": "square", "one": one(squares)}
        yield {"do": "roll", "faces": {die: one(["PHYS", "WILD"]) for die in dice()}}
        yield {"do": one(["start", "removed", "taken"]), "square": one(squares)}
        yield {"do": "turn", "seat": one(seats)}
        for verb in ("flee", "step", "extra", "ride"):
            yield {"do": verb, "to": one(squares)}
        yield {"do": "reroll", "dice": dice()}
        yield {"do": "collect", "token": one(tokens), "with": dice()}
        for verb in ("take", "face", "evade"):
            yield {"do": verb, "with": dice()}
        yield {"do": "fight", "square": one(squares), "with": dice()}
        yield {"do": "give", "item": one(ITEMS), "used": r.random() < 0.5, "seat": one(seats)}
        yield {"do": "skill", "die": one(pool)}
        yield {"do": "skill", "seat": one(seats), "colour": one(COLOURS)}
        yield {"do": one(["lose", "heal"]), "colour": one(COLOURS)}
        yield {"do": "car", "from": one(squares)}
        yield {"do": "fulfil", "task": one(tasks)}
        yield {"do": "fulfil", "task": one(tasks), "with": dice()}
        yield {"do": "fulfil", "task": one(tasks), "items": [{"item": one(ITEMS), "used": False}]}
        yield {"do": one(["end", "advanced", "used_skill"])}
        yield {"do": "collected", "square": one(squares), "token": one(tokens)}
        yield {"do": "given", "item": one(ITEMS), "seat": one(seats)}
        yield {"do": "discarded", "item": one(ITEMS)}
        yield {"do": "raised", "n": r.randint(-1, 8), "why": one(["wild", "other"])}
        yield {"do": "moved_car", "from": one(squares), "to": one(squares)}
        yield {"do": "option", "n": r.randint(0, 3)}
        yield {"do": "holds", "holds": r.random() < 0.5}
        yield {"do": "person", "seat": one(seats)}
        yield {"do": "square", "square": one(squares)}
        yield {"do": "hand_in", "item": one(ITEMS), "used": r.random() < 0.5}
        yield {"do": "turn_over", "item": one(ITEMS)}
        yield {"do": "healed", "seat": one(seats)}
        yield {"do": "ended", "wounds": r.randint(-1, 22)}
        yield {"do": "use", "item": one(["phone", "mask", "gloves", "bike"])}
        yield {"do": "use", "item": "laptop", "square": one(squares), "token": one(tokens), "with": dice()}
        yield {"do": "use", "item": "cash", "seat": one(seats), "colour": one(COLOURS)}
        yield {"do": "use", "item": "cash", "square": one(squares)}
        yield {"do": "use", "item": "newspaper", "to": one(squares)}
        yield {"do": "use", "item": "radio", "from": one(squares), "to": one(squares)}
        yield {"do": "use", "item": "drone", "square": one(squares), "with": dice()}
        yield {"do": "use", "item": "drone", "seat": one(seats), "send": one(ITEMS), "used": r.random() < 0.5}
        yield {"do": "use", "item": "raincoat", "ignore": "mafia"}
        yield {"do": "use", "item": "raincoat", "ignore": "police", "square": one(squares)}


def is_longer_form(answer: Json, listed: Sequence[Json], facts: Json) -> bool:
    """WIRE.md 5: True if an unlisted answer may be accepted, because an equivalent one is listed."""
    same = [other for other in listed if other["do"] == answer["do"]]
    if answer["do"] == "raised":
        return 1 <= answer["n"] <= 6 and any(other["why"] == answer["why"] for other in same)
    if answer["do"] == "ended":
        return 0 <= answer["wounds"] <= 20 and bool(same)
    pool = (facts["turn"] or {}).get("pool", {})
    if answer["do"] == "reroll":
        real = all(die in pool and die.rstrip("123") in (*COLOURS, "grey") for die in answer["dice"])
        return real and bool(same)
    return any(_pays_alike(answer, other, pool, facts) or _pays_a_part(answer, other, pool, facts) for other in same)


def _pays_a_part(answer: Json, other: Json, pool: Json, facts: Json) -> bool:
    """WIRE.md 7, ``shared``: as much as a seat can pay of its own is listed, and any part of what is left is taken."""
    if answer["do"] != "fulfil" or answer.keys() != other.keys() or answer["task"] != other["task"]:
        return False
    task = next(task for task in facts["tasks"] if task["id"] == answer["task"])
    need = task["need"]
    if not need.get("shared") or any(pool[die]["spent"] for die in answer.get("with", [])):
        return False
    left = {kind: n - task.get("paid", {}).get(kind, 0) for kind, n in need["pay"].items()}
    given, most = (Counter(pool[die]["face"] for die in paid.get("with", [])) for paid in (answer, other))
    fits = all(n <= left.get(face, 0) for face, n in given.items() if face != "WILD")
    # Where what is listed pays all of it, wildcards may take the place of its own results.
    wild = given["WILD"] <= most["WILD"] or most.total() == sum(left.values())
    return fits and wild and 0 < given.total() <= sum(left.values())


def _pays_alike(answer: Json, other: Json, pool: Json, facts: Json) -> bool:
    if answer.keys() != other.keys():
        return False
    if any(answer[name] != other[name] for name in answer if name not in ("with", "items")):
        return False
    faces = [Counter(pool[die]["face"] for die in paid.get("with", [])) for paid in (answer, other)]
    if any(pool[die]["spent"] for die in answer.get("with", [])):
        return False
    alike = faces[0] == faces[1]
    if answer["do"] == "fulfil":
        alike = faces[0]["WILD"] == faces[1]["WILD"] and faces[0].total() == faces[1].total()
        hand = facts["characters"][facts["turn"]["seat"]]["items"]
        wanted = Counter((held["item"], held["used"]) for held in answer.get("items", []))
        alike &= all(n <= hand["used" if used else "ready"].get(item, 0) for (item, used), n in wanted.items())
        alike &= len(answer.get("items", [])) == len(other.get("items", []))
    return alike


# Random games of New York Crisis.


class NewYorkChaos(Chaos):
    """``tests.games.chaos.Chaos`` of the first game."""

    game = GAME
    a_fact = "story"
    longest = 120
    names = (*SQUARES, *SKILLS, *ITEMS, *COLOURS)

    random_box = staticmethod(random_box)
    random_settings = staticmethod(random_settings)
    random_answer = staticmethod(random_answer)
    random_change = staticmethod(random_change)
    anything = staticmethod(anything)
    may_be_unlisted = staticmethod(is_longer_form)
    conserved = staticmethod(conserved)

    def random_seats(self, r: Random, data: Json) -> list[str]:
        return random_seats(r)
