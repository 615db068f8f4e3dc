"""Random games of Escape Plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.core.asks import is_chance
from companion.games.escape.answers import Escape
from companion.games.escape.content import SHEETS
from companion.table.table import Table
from tests.games.chaos import Chaos
from tests.games.escape.box import (
    BUSINESS,
    CONTACTS,
    GAME,
    KEYS,
    LOCKERS,
    PLANS,
    SAFE_HOUSES,
    STACKS,
    TILES,
    Json,
    box,
)
from tests.games.escape.helpers import conserved

SEATS = ("ann", "ben", "cat", "dan", "eve")
TYPES = ("red", "blue", "grey", "green", "pink", "none")
ASSETS = ("badge1", "badge2", "badge3", "extra", "card1", "card2", "card3")
COUNTED = ("notoriety", "wounds", "handcuffs", "cubes", "gangs", "equipment", "gas", "keys", "lockers", "assets",
           "contacts", "cash")  # fmt: skip
NOT_THE_END = ("Move", "Rest", "Done")


DOES = (
    "cash +3", "cash -1, others", "notoriety +2", "notoriety -1, most notoriety", "wounds +1, everybody", "gangs +1",
    "cubes -1", "equipment +1", "gas -1", "handcuffs +1, somebody", "key +1", "locker +2", "asset +1", "rest +1",
    "first aid -1", "pay $2k", "pay you $1k, somebody", "draw 2 contacts", "take 1 open contact, others",
    "discard 1 contact", "add 1 officer", "remove 1 officer", "move 2 officers", "move 1 officer to fewer",
    "add 2 gang members", "remove 1 gang member", "move 1 gang member", 'note "Laugh."', 'note "Clap.", everybody',
)  # fmt: skip
ENDS = ("score +3k", "score -1k for each wounds", "score +2k for each notoriety at most 5k", "wounds not counted")
COUNTS = ("notoriety", "wounds of others", "keys", "contacts", "income", "day", "exit officers", "escaped", "others",
          "escaped after", "most keys of me", "fewest contacts", "somebody", "cash")  # fmt: skip


LATER = ("at the start of the day every time this card ({0})", "in the income phase ({0})",
         "at the end of the day every time this game ({0})")  # fmt: skip


def random_sentence(r: Random, some: Sequence[str], depth: int = 0) -> str:
    """An effect, or one that holds others."""
    inner = [random_sentence(r, some, depth + 1) for _ in range(2)] if depth < 2 and r.random() < 0.5 else []
    if not inner:
        return r.choice(some)
    return r.choice(
        [
            "choose ({0}) or ({1})", "choose by somebody ({0}) or ({1})", 'if "it rains" then ({0}) else ({1})',
            f"if {r.choice(COUNTS)} at least {r.randint(0, 3)} then ({{0}}) else ({{1}})",
            *([] if depth else [f"for each {r.choice(COUNTS)} ({{0}})", "for each somebody (wounds +1, them; {0})"]),
            *([] if some is ENDS else LATER),
        ]
    ).format(*inner)  # fmt: skip


def random_cards(r: Random) -> Json:
    """Contacts and plans, most of which do something; none at all in every third box."""
    cards = box()
    if r.random() < 1 / 3:
        return {}
    for contact in cards["contacts"]:
        when = r.choice(["use", "daily", "hired", "end"])
        some = ENDS if when == "end" else DOES
        contact |= {"when": when, "effects": SHEETS.phrases.read_list(random_sentence(r, some))}
    for plan in cards["escape_plans"]:
        plan["effects"] = SHEETS.phrases.read_list(random_sentence(r, ENDS))
    return {name: cards[name] for name in ("contacts", "escape_plans")}


class EscapeChaos(Chaos):
    """``tests.games.chaos.Chaos`` of the second game."""

    game = GAME
    a_fact = "order"
    longest = 150
    names = (*SEATS, *TYPES, *ASSETS, *TILES, "c01", "c32", "p1", "b1", "h1", "1", "2", "officers", "stack:A", "gas",
             "key:gold", "wounds", "patrol", "contacts")  # fmt: skip

    def random_box(self, r: Random) -> Json:
        """Random splits, exits, spaces and score sheet."""
        return box(
            exits=dict(zip("123", r.sample(TILES, 3), strict=True)),
            spaces=_spaces(r),
            officers=dict(zip(TYPES, _split(r, 30, r.randint(1, len(TYPES)), least=0), strict=False)),
            locker_types=_spread(r, LOCKERS, 15),
            key_colours=_spread(r, KEYS, 9),
            backs=_spread(r, ("sun", "moon"), 10),
            notoriety=r.choice([(0, 10), (2, None), (1, 3), (0, 0), (99, 99)]),
            exit_cost=r.choice(
                [None, {"2": [0, 4], "5": [0, 1, 2, 3, 9]}, {"1": [3], "3": [1, 1, 1], "4": [0, 2, 4, 6]}]
            ),
            scoring=_sheet(r),
            players_min=r.randint(1, 2),
            **random_cards(r),
        )

    def random_seats(self, r: Random, data: Json) -> list[str]:
        return r.sample(SEATS, r.randint(data["players_min"], 5))

    def random_settings(self, r: Random) -> dict[str, str]:
        every = {
            "plans": r.choice(["hand", "private"]),
            "ep.cash_ledger": r.choice(["off", "private"]),
            "ep.asset_notoriety": r.choice(["1,2", "0", "0,1,2,3", "99"]),
        }
        return {key: value for key, value in every.items() if r.random() < 0.7}

    def random_answer(self, r: Random, table: Table) -> Any:
        """Mostly uniform; turns end often enough to finish three days, and on the last one players escape."""
        answers = list(table.legal() or [])
        if is_chance(table.ask):
            return r.choices(answers, table.odds())[0]
        ending = [answer for answer in answers if type(answer).__name__ in NOT_THE_END]
        escapes = [answer for answer in answers if isinstance(answer, Escape)]
        if escapes and r.random() < 0.1:
            return r.choice(escapes)
        return r.choice(ending) if ending and r.random() < 0.85 else r.choice(answers)

    def random_change(self, r: Random, facts: Json) -> Json:
        seat, tile, card = r.choice(facts["seats"]), r.choice(TILES), r.choice(CONTACTS)
        what = r.choice(list(facts["stock"]))
        some = r.sample(facts["seats"], r.randint(0, len(facts["seats"])))
        place = r.choice(["board", "box", f"tile:{tile}"])
        counts = {"notoriety": 3, "wounds": 4, "gangs": 2, "equipment": 9, "gas": 4, "handcuffs": 10}
        fact = r.choice(list(counts))
        return r.choice(
            [
                {"fact": fact, "seat": seat, "value": r.randint(0, counts[fact])},
                {"fact": what, "seat": seat, "value": r.randint(0, 5)},
                {"fact": "cubes", "seat": seat, "value": sorted(r.sample(range(9), r.randint(0, 9)))},
                {"fact": r.choice(["rest", "first_aid", f"asset:{r.choice(ASSETS)}"]), "seat": seat,
                 "value": r.random() < 0.5},
                {"fact": "stock", "what": what, "value": r.randint(0, 9)},
                {"fact": "officers", "tile": tile, "type": r.choice(list(facts["bag"])), "value": r.randint(0, 12)},
                {"fact": "gang", "at": r.choice(["board", f"tile:{tile}"]), "value": r.randint(0, 5)},
                {"fact": "contact", "card": card,
                 "value": r.choice(["deck", "display", "discard", f"player:{seat}"])},
                {"fact": "business", "business": r.choice(BUSINESS), "value": place},
                {"fact": "safe_house", "safe_house": r.choice(SAFE_HOUSES), "value": place},
                {"fact": "patrol", "exit": r.choice("123"), "value": r.randint(0, 2)},
                {"fact": "order", "value": r.sample(facts["seats"], len(facts["seats"]))},
                {"fact": "queue", "value": some},
                {"fact": "queue", "value": r.choices(facts["seats"], k=r.randint(0, 4))},
                {"fact": "escaped", "value": some if r.random() < 0.3 else []},
                {"fact": "cash", "seat": seat, "value": r.randint(-999, 999)},
            ]
        )  # fmt: skip

    def anything(self, r: Random, facts: Json) -> Iterator[Json]:
        seats, whats = facts["seats"], [what for what in facts["players"][facts["seats"][0]] if what != "contacts"]
        kinds = list(facts["bag"])
        tile, by, seat = r.choice(TILES), r.choice([-1, 1, 1, 2]), r.choice(seats)
        for verb in ("pass", "move", "rest", "draw_contact", "done", "share", "refill", "reshuffle"):
            yield {"do": verb}
        yield {"do": "unlock", "asset": r.choice(ASSETS)}
        yield {"do": "use", "card": r.choice(CONTACTS)}
        yield {"do": "plan", "card": r.choice(PLANS)}
        yield {"do": "option", "n": r.randint(0, 3)}
        yield {"do": "person", "seat": seat}
        yield {"do": "holds", "holds": r.random() < 0.5}
        yield {"do": "place", "tile": tile}
        yield {"do": "place", "tile": tile, "business": r.choice(BUSINESS)}
        yield {"do": "place", "tile": tile, "business": r.choice(BUSINESS), "safe_house": r.choice(SAFE_HOUSES)}
        yield {"do": r.choice(["take", "discard"]), "card": r.choice(CONTACTS)}
        yield {"do": "extra", "seats": r.sample(seats, r.randint(0, len(seats)))}
        yield {"do": "handcuffs", "take": r.random() < 0.5}
        yield {"do": "value", "value": r.randint(-60, 260)}
        yield {"do": r.choice(["winner", "escape"]), "seat": seat}
        yield {"do": "adjust", "seat": seat, "what": r.choice(whats), "by": by}
        yield {"do": "stock", "what": r.choice(list(facts["stock"])), "by": by}
        yield {"do": "officer", "tile": tile, "type": r.choice(kinds), "by": by}
        yield {"do": "pull_officer", "tile": tile}
        yield {"do": "gang", "tile": tile, "by": by}
        yield {"do": "cash", "seat": seat, "by": r.choice([-5, -1, 1, 5, 2])}
        yield {"do": "draw", "deck": "patrol", "card": r.choice("123")}
        yield {"do": "draw", "deck": "contacts", "card": r.choice(CONTACTS)}
        yield {"do": "draw", "deck": "plans", "card": r.choice(PLANS)}
        letter = r.choice("ABCD")
        yield {"do": "draw", "deck": f"stack:{letter}", "card": r.choice(STACKS[letter])}
        yield {"do": "pull", "bag": "officers", "token": r.choice(kinds)}

    def may_be_unlisted(self, answer: Json, listed: Sequence[Json], facts: Json) -> bool:
        """Never: answers have a unique form."""
        return False

    conserved = staticmethod(conserved)


def _split(r: Random, total: int, parts: int, *, least: int = 1) -> list[int]:
    """A total split into parts."""
    counts = [least] * parts
    for _ in range(total - least * parts):
        counts[min(r.randrange(parts), r.randrange(parts))] += 1
    return counts


def _spread(r: Random, kinds: Sequence[str], total: int) -> list[str]:
    """A number of items of some kinds, at least one each, shuffled."""
    every = [kind for kind, n in zip(kinds, _split(r, total, len(kinds)), strict=True) for _ in range(n)]
    return r.sample(every, total)


def _spaces(r: Random) -> dict[str, str]:
    """Spaces for at most six business tiles, three safe houses and three gangs, often on one tile."""
    spaces: dict[str, str] = {}
    for space, most in (("business", 6), ("safe_house", 3), ("gang", 3)):
        for tile in r.sample(TILES, r.randint(0, most)):
            spaces[tile] = f"{spaces.get(tile, '')} {space}"
    return spaces


def _sheet(r: Random) -> list[Json] | None:
    if r.random() < 0.3:
        return None
    lines: list[Json] = []
    for n in range(r.randint(1, 4)):
        line: Json = {"line": f"line{n}", "sign": r.choice([1, -1])}
        if r.random() < 0.4:
            lines.append({**line, "from": "free"})
        else:
            worth = {"per_unit": r.randint(-3, 9)} if r.random() < 0.5 else {"table": r.choices(range(-5, 20), k=3)}
            lines.append({**line, "from": r.choice(COUNTED), **worth})
    return lines
