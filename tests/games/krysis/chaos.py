"""Random games of Krysis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from companion.core.answers import Answer
from companion.core.asks import is_chance
from companion.games.krysis.answers import AnyAnswer
from companion.games.krysis.state import CHOICES
from companion.table.table import Table
from tests.games.chaos import Chaos, as_json
from tests.games.krysis.box import COLOURS, GAME, GOODS, Json, crystals
from tests.games.krysis.brute import can_be_laid
from tests.games.krysis.helpers import HIDEABLE, SEATS, conserved, filled
from tests.games.krysis.random_boxes import random_box

RELICS = tuple(f"r{n}" for n in range(1, 25))
AGENTS = tuple(f"a{n}" for n in range(1, 97))
SPACES = ("I", "II", "III", "IV", *(f"s{n}" for n in range(21)))


class KrysisChaos(Chaos):
    """``tests.games.chaos.Chaos`` of the fourth game; ``relics`` are those of the box, for the final declarations."""

    game = GAME
    a_fact = "vp"
    longest = 130
    names = (*SEATS.split(), *COLOURS, "relics", "home", "bank", "camp", "r1", "r24", "a1", "a50", "s7", "III",
             "missions", "fighters", "fighters:ann", "miner")  # fmt: skip

    def __init__(self, relics: Sequence[str] = RELICS) -> None:
        self.relics = relics

    def random_box(self, r: Random) -> Json:
        return random_box(r)

    def random_seats(self, r: Random, data: Json) -> list[str]:
        return r.sample(SEATS.split(), r.randint(2, 4))

    def random_settings(self, r: Random) -> dict[str, str]:
        return {key: r.choice(values) for key, values in CHOICES.items() if r.random() < 0.8}

    def random_chance(self, r: Random, settings: Json, *, digital: bool) -> dict[str, str]:
        """Relics are tracked one by one only with ledgers."""
        how = super().random_chance(r, settings, digital=digital)
        for item in HIDEABLE:
            if r.random() < 0.4 or (item == "relics" and settings.get("kr.home_ledger") != "private"):
                how[item] = "hidden"
        return how

    def random_answer(self, r: Random, table: Table) -> Any:
        """Uniform among verbs."""
        answers = list(table.legal() or [])
        if is_chance(table.ask):
            return r.choices(answers, table.odds())[0]
        kind = r.choice(sorted({type(answer).__name__ for answer in answers}))
        answer = r.choice([answer for answer in answers if type(answer).__name__ == kind])
        return self.filled(r, answer, table.facts())

    def filled(self, r: Random, answer: Answer, facts: Json) -> Answer:
        template = as_json(answer)
        if None not in template.values():
            return answer
        said = filled(template)
        if template["do"] == "bid":
            said["crystals"] = {colour: r.randint(0, min(3, n)) for colour, n in template["max"].items()}
        elif template["do"] == "declare":
            said |= self._declared(r, template, facts)
        else:
            said["goods"] = self._goods(r, template, facts)
        built: Answer = msgspec.convert(said, AnyAnswer)
        return built

    def _goods(self, r: Random, template: Json, facts: Json) -> Json:
        """Random goods that fit; relics by id if they must be named."""
        some: Json = dict.fromkeys(GOODS, 0)
        for _ in range(r.choice([0, 1, 3, 8, 20])):
            good = r.choice(GOODS)
            more = {**some, good: some[good] + 1}
            if more[good] <= template["max"][good] and can_be_laid(template["slots"], more):
                some = more
        if template["do"] == "load" and facts["known"]["relics"]:
            own = facts["secrets"][facts["active"]]["camp_relics"]
            return {**some, "relics": sorted(r.sample(own, some["relics"]))}
        return some

    def _declared(self, r: Random, template: Json, facts: Json) -> Json:
        most, exact = template.get("max"), template.get("exact")
        said: Json = {}
        if "crystals" in template:
            said["crystals"] = {colour: most[colour] if exact else r.randint(0, most[colour]) for colour in COLOURS}
        if "relics" in template:
            taken = {relic for fields in facts["declared"].values() for relic in fields.get("relics", [])}
            n = most["relics"] if exact else r.randint(0, most["relics"])
            said["relics"] = sorted(r.sample([relic for relic in self.relics if relic not in taken], n))
        if "mission" in template:
            said["mission"] = r.choice(template["missions"])
        return said

    def random_change(self, r: Random, facts: Json) -> Json:
        seat, agent, relic, good = r.choice(facts["seats"]), r.choice(AGENTS), r.choice(RELICS), r.choice(COLOURS)
        ledger = facts["known"]["home"]
        home = f"home:{seat}" if ledger else "homes"
        other = r.choice([there for there in SPACES if there in facts["miners"].values()] or list(SPACES))
        return r.choice(
            [
                {"fact": "vp", "seat": seat, "value": r.randint(-1, 60)},
                {"fact": "camp", "seat": seat, "good": good, "value": r.randint(0, 9)},
                {"fact": "home", **({"seat": seat} if ledger else {}), "good": good, "value": r.randint(0, 12)},
                {"fact": "relics", "at": r.choice([f"camp:{seat}", home, "discard"]), "value": r.randint(0, 9)},
                {"fact": "relic", "relic": relic,
                 "value": r.choice(["deck", "discard", f"camp:{seat}", f"up:{seat}", home])},
                {"fact": "miner", "seat": seat, "value": r.choice([r.choice(SPACES), other])},
                {"fact": "agent", "agent": agent, "value": r.choice(["team", "discard", "hand", "deck", "reserve"])},
                {"fact": "mission", "seat": seat, "value": r.choice(GOODS)},
                {"fact": "order", "value": r.sample(facts["seats"], len(facts["seats"]))},
            ]
        )  # fmt: skip

    def anything(self, r: Random, facts: Json) -> Iterator[Json]:
        seat, agent, relic = r.choice(facts["seats"]), r.choice(AGENTS), r.choice(RELICS)
        few: Json = {colour: r.randint(0, 3) for colour in COLOURS}
        named = sorted(r.sample(RELICS, r.randint(0, 2)))
        yield {"do": "option", "n": r.randint(0, 3)}
        yield {"do": "person", "seat": seat}
        yield {"do": "holds", "holds": r.random() < 0.5}
        for verb in ("discard", "take", "play"):
            yield {"do": verb, "agent": agent}
        for verb in ("keep", "use", "steal"):
            yield {"do": verb, "relic": relic}
        for verb in ("bid", "overtime"):
            yield {"do": verb, "crystals": few}
        yield {"do": "overtime", "crystals": crystals(1, 1, 1)}
        yield {"do": "draw", "deck": "relics", "card": relic}
        yield {"do": "draw", "deck": "missions", "card": r.choice(GOODS)}
        yield {"do": "draw", "deck": f"{r.choice(['fighters', 'transporters'])}:{seat}", "card": agent}
        yield {"do": "pick", "what": "miner", "one": seat}
        yield {"do": "pick", "what": "relic", "one": relic}
        yield {"do": "mine", "space": r.choice(SPACES[:-1]), "option": r.randint(0, 3)}
        yield {"do": "deck", "deck": r.choice(["fighters", "transporters"])}
        own = r.choice([agent, *facts["abilities"]])
        yield {"do": "ability", "agent": own}
        yield {"do": "ability", "agent": own, "from": seat}
        yield {"do": "ability", "agent": own, "n": r.randint(0, 2)}
        yield {"do": "ability", "agent": own, "give": r.choice(COLOURS), "n": r.randint(0, 4)}
        some = r.choice([r.randint(0, 2), named])
        yield {"do": "load", "to": r.choice(["home", "bank", "camp"]), "goods": {**few, "relics": some}}
        yield {"do": "raid", "camp": seat, "to": "camp", "goods": {**few, "relics": r.randint(0, 2)}}
        yield {"do": "declare", "crystals": few, "relics": named}
        yield {"do": "declare", "relics": named, "mission": r.choice(GOODS)}

    def may_be_unlisted(self, answer: Json, listed: Sequence[Json], facts: Json) -> bool:
        """Recomputes from the facts what a listed template allows."""
        blanks = {name for name in ("crystals", "goods", "relics", "mission") if name in answer}
        given = {name: value for name, value in answer.items() if name not in blanks}
        like = [one for one in listed if None in one.values() and given.items() <= one.items()]
        if not like:
            return False
        template = like[0]
        if answer["do"] in ("load", "raid"):
            return _can_be_carried(answer, template, facts)
        amounts = dict(answer.get("crystals", {}))
        if "relics" in answer:
            amounts["relics"] = len(answer["relics"])
        exact = template.get("exact", False)
        return all(n == template["max"][good] if exact else n <= template["max"][good] for good, n in amounts.items())

    conserved = staticmethod(conserved)


def _can_be_carried(answer: Json, template: Json, facts: Json) -> bool:
    """True if the available goods fit into the slots, by brute force (R-KR-43)."""
    goods, camp = dict(answer["goods"]), answer.get("camp") or facts["active"]
    if isinstance(goods["relics"], list):
        assert set(goods["relics"]) <= set(facts["secrets"][camp]["camp_relics"])
        goods["relics"] = len(goods["relics"])
    there = facts["camps"][camp]
    # An agent may carry more to a certain place than elsewhere.
    assert all(template["slots"][good] >= n for good, n in facts["slots"].items())
    return can_be_laid(template["slots"], goods) and all(goods[good] <= there[good] for good in GOODS)
