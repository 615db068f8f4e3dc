"""All possible messages, valid or not, and which unlisted ones the rules may accept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from tests.games.newyork.box import ITEMS, SKILLS, Json
from tests.games.newyork.random_boxes import COLOURS, SQUARES


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
    return any(_pays_alike(answer, other, pool, facts) for other in same)


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
