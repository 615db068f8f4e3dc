"""Random games of Crash & Grab."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.core.answers import Roll
from companion.core.asks import is_chance
from companion.games.crash.content import DICE
from companion.games.crash.options import CHOICES
from companion.table.table import Table
from tests.games.chaos import Chaos
from tests.games.crash.box import COLOURS, DIRECTIONS, GAME, TYPES, Json
from tests.games.crash.helpers import SEATS, conserved
from tests.games.crash.random_boxes import random_box

UPGRADES = tuple(f"u{n}" for n in range(1, 24))
SUN = ("sun", "asteroids", "meteor", "stars")
CREW = tuple(f"{colour}-{kind}" for colour in COLOURS for kind in TYPES)


class CrashChaos(Chaos):
    """``tests.games.chaos.Chaos`` of the third game."""

    game = GAME
    a_fact = "probe"
    longest = 110
    names = (*COLOURS, *CREW, *SUN, *UPGRADES, *DIRECTIONS, "2", "3", "0-5", "c1r1", "ann", "upgrades", "pass", "cw")

    def random_box(self, r: Random) -> Json:
        return random_box(r)

    def random_seats(self, r: Random, data: Json) -> list[str]:
        return r.sample(SEATS.split(), r.choice([2, 2, 3, 4, 5, 6]))

    def random_settings(self, r: Random) -> dict[str, str]:
        house = {key: r.choice(values) for key, values in CHOICES.items() if r.random() < 0.7}
        return house if r.random() < 0.3 else {**house, "cg.follow": "full"}

    def random_answer(self, r: Random, table: Table) -> Any:
        """Mostly uniform; upgrades are used and bought often, and light moves are short."""
        answers = table.legal()
        if answers is None:
            return Roll({die: r.choice(sides) for die, sides in (table.faces() or {}).items()})
        if is_chance(table.ask):
            return r.choices(answers, table.odds())[0]
        kinds = sorted({type(answer).__name__ for answer in answers})
        kind = r.choice(kinds)
        return r.choice([answer for answer in answers if type(answer).__name__ == kind])

    def random_change(self, r: Random, facts: Json) -> Json:
        """Upgrades often move onto mats, so that their windows open."""
        saucers = sorted(facts["saucers"])
        saucer, crew = r.choice(saucers), r.choice(CREW)
        squares = [f"c{r.randint(1, 6)}r{r.randint(1, 6)}" for _ in range(3)]
        places = ["board:table"] if facts["board"] is None else [f"square:{square}" for square in squares]
        at: str = "table" if facts["board"] is None else squares[0]
        hand = {"fact": "upgrade", "upgrade": r.choice(UPGRADES), "value": f"mat:{saucer}"}
        tiles = [there for there in (facts["board"] or {}).get("tiles", []) if there is not None]
        turned = {**r.choice(tiles), "rotation": r.choice([0, 90, 180, 270])} if tiles else {"tile": "site1"}
        return r.choice(
            [
                hand, hand, hand, hand,
                {"fact": "saucer", "saucer": saucer, "value": r.choice([None, at, at])},
                {"fact": "saucer", "saucer": saucer, "value": at},
                {"fact": "crew", "crew": crew, "value": r.choice(["lost", f"mat:{saucer}", *places])},
                {"fact": "crew", "crew": crew, "value": r.choice(places)},
                {"fact": "energy", "saucer": saucer, "value": r.randint(0, 9)},
                {"fact": "boosters", "saucer": saucer, "value": r.choice([0, 1, 5, 99, 100])},
                {"fact": "upgrade", "upgrade": r.choice(UPGRADES), "value": r.choice(["deck", "discard", "box"])},
                {"fact": "probe", "value": r.choice(facts["seats"])},
                {"fact": "crew_out", "value": r.randint(0, 25)},
                {"fact": "crashed", "value": r.choices(saucers, k=r.randint(0, 2))},
                {"fact": "tile", "slot": r.randint(1, 14), "value": turned},
                {"fact": "markers", "value": r.sample(SUN, 4)},
            ]
        )  # fmt: skip

    def anything(self, r: Random, facts: Json) -> Iterator[Json]:
        saucer, direction, crew = r.choice(COLOURS), r.choice(SUN), r.choice(CREW)
        upgrade, seat = r.choice(UPGRADES), r.choice(facts["seats"])
        for verb in ("ready", "pass", "energy", "upgrade", "stop", "done", "boost"):
            yield {"do": verb}
        for verb in ("saucer", "crashed"):
            yield {"do": verb, "saucer": saucer}
        for verb in ("crew", "take", "steal"):
            yield {"do": verb, "crew": crew}
        for verb in ("boost", "direction"):
            yield {"do": verb, "dir": direction}
        yield {"do": "picked", "saucer": saucer, "crew": crew}
        yield {"do": "give", "crew": crew, "to": seat}
        yield {"do": "keep", "upgrade": upgrade}
        yield {"do": "use", "upgrade": upgrade}
        yield {"do": "use", "upgrade": upgrade, "dir": direction}
        yield {"do": "draw", "deck": "upgrades", "card": upgrade}
        yield {"do": "pick", "what": "tile", "one": r.choice(["site1", "plain1", "plain2"])}
        yield {"do": "pick", "what": "rotation", "one": r.choice([0, 90, 180, 270])}
        card = r.choice(["2", "3", "0-5"])
        yield {"do": "move", "card": card}
        yield {"do": "move", "card": card, "dir": direction}
        yield {"do": "move", "card": card, "distance": r.randint(-1, 10)}
        yield {"do": "move", "card": card, "dir": direction, "distance": r.randint(-1, 10)}
        die = r.choice(sorted(DICE))
        yield {"do": "roll", "faces": {die: r.choice(DICE[die])}}

    def may_be_unlisted(self, answer: Json, listed: Sequence[Json], facts: Json) -> bool:
        """Never: answers have a unique form."""
        return False

    conserved = staticmethod(conserved)
