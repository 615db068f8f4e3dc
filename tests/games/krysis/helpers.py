"""A table of Krysis with helpers to set up, answer and inspect situations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.table.history import Played
from tests.games.base import GameTable
from tests.games.krysis.box import COLOURS, GAME, GOODS, RELICS, Json, box, crystals, goods, loaded

SEATS = "ann ben cat dan"
"""Seats in order; their companies are a to d."""
HIDEABLE = ("relics", "agents", "missions")
ALL = "home relics agents missions"


def conserved(facts: Json, printed: Json) -> None:
    """R-GEN-04: every crystal, relic, agent, miner, cube and mission exists exactly once."""
    lying: Counter[str] = Counter()
    for pieces in facts["pieces"].values():
        lying.update(pieces)
    for colour in COLOURS:
        out = facts["homes"][colour] + sum(camp[colour] for camp in facts["camps"].values())
        assert out == lying[f"crystal:{colour}"]
        assert facts["bank"] is None or out + facts["bank"][colour] == printed["crystals"][colour]
    drawn = sum(pieces.get("relic", 0) for at, pieces in facts["pieces"].items() if at.startswith("drawn:"))
    in_camps = sum(camp["relics"] + len(camp["up"]) for camp in facts["camps"].values())
    piles = facts["relics"]["deck"] + facts["relics"]["discard"]
    assert piles + in_camps + drawn + facts["homes"]["relics"] == lying["relic"] == len(RELICS)
    seats = facts["seats"]
    if facts["known"]["relics"]:
        _named_relics(facts)
    for seat in seats:
        assert (lying[f"miner:{seat}"], lying[f"cube:{seat}"]) == (facts["miners"][seat] is not None, 1)
        assert facts["pieces"][f"score:{facts['vp'][seat]}"][f"cube:{seat}"] == 1
        _agents(facts, seat)
    dealt = 4 + (len(printed.get("mission_cards", [])) if printed.get("whole", True) else 0)
    assert lying["mission"] == (dealt if facts["options"]["kr.missions"] == "on" else 0)
    missions = [secret["mission"] for secret in facts["secrets"].values() if secret["mission"] not in (None, "?")]
    assert len(missions) == len(set(missions))


def _named_relics(facts: Json) -> None:
    named = list(facts["relics"]["discarded"])
    for seat, camp in facts["camps"].items():
        secret = facts["secrets"][seat]
        assert (len(secret["camp_relics"]), len(secret["home_relics"])) == (camp["relics"], secret["home"]["relics"])
        named += [*camp["up"], *secret["camp_relics"], *secret["home_relics"], *secret["drawn"]]
    assert len(named) == len(set(named)) == len(RELICS) - facts["relics"]["deck"]


def _agents(facts: Json, seat: str) -> None:
    """18 of a company; 24 until the six of the advanced game are out."""
    agents, secret, team = facts["agents"][seat], facts["secrets"][seat], facts["teams"][seat]["agents"]
    seen = [*team, *agents["discard"], *(secret["hand"] or []), *(secret["box"] or [])]
    seen += [secret["agent"]] if secret["agent"] else []
    assert len(seen) == len(set(seen))
    if facts["known"]["agents"]:
        assert agents["hand"] == len(secret["hand"])
        total = len(seen) + agents["fighters"] + agents["transporters"]
        assert total == (24 if facts["options"]["advanced"] == "on" else 18)
    else:
        assert len(seen) + agents["reserve"] == 18
    there = sum(pieces.get("agent", 0) for at, pieces in facts["pieces"].items() if at.endswith(f":{seat}"))
    assert there == (total if facts["known"]["agents"] else 18) - len(secret["box"] or [])


def filled(template: Json, names: list[str] | None = None, **amounts: Any) -> Json:
    """A template with these amounts, default nothing; ``names`` are relics."""
    answer = {name: value for name, value in template.items() if name not in ("max", "slots", "exact", "missions")}
    if "goods" in answer:
        answer["goods"] = goods(**{"relics": [] if names is not None else 0, **amounts})
        if names is not None:
            answer["goods"]["relics"] = names
    if "crystals" in answer:
        answer["crystals"] = crystals(**{colour: amounts.get(colour, 0) for colour in COLOURS})
    if answer["do"] == "declare":
        if "relics" in answer:
            answer["relics"] = names or []
        if "mission" in answer:
            answer["mission"] = amounts.get("mission", template["missions"][0])
    return answer


class KrysisTable(GameTable):
    """A table of Krysis: seats of ``SEATS``, ``known`` of ``ALL``, options without ``kr.``, overrides of the box."""

    def __init__(
        self,
        players: int = 3,
        known: str = "",
        options: Mapping[str, str] | None = None,
        companies: str | None = None,
        **made: Any,
    ) -> None:
        self.knows = known.split()
        chosen = {name if name in ("advanced", "tactical") else f"kr.{name}": v for name, v in (options or {}).items()}
        if "home" in self.knows:
            chosen["kr.home_ledger"] = "private"
        if companies is not None:
            chosen["companies"] = companies
        hidden = [item for item in HIDEABLE if item not in self.knows]
        super().__init__(GAME, loaded(box(**made)), " ".join(SEATS.split()[:players]), chosen, hidden=hidden)

    conserved = staticmethod(conserved)

    # Setting up.

    def dull(self) -> None:
        """Give the answer with the least effect: no bids, loads or raids."""
        answers = self.legal()
        match self.at:
            case "turn":
                self.overtime() if self.ask.acted is None else self.say(**answers[0])
            case "bid":
                self.say(**filled(answers[0]))
            case "home":
                self.declare()
            case "mine":
                self.say(**answers[0])
            case _:
                self.say(**answers[0])

    def until(self, what: str, who: str | None = None, round: int = 0) -> KrysisTable:
        """Play without events until ``what`` is asked, of that seat, in that round or later."""
        while not (self.at == what and who in (None, self.ask.who) and self.facts["round"] >= round):
            assert self.at != "over", f"{what} is never asked"
            self.dull()
        return self

    def miners(self, *seats: str) -> KrysisTable:
        """Pull the miners in this order, and play until the first miner moves."""
        self.until("miner")
        for seat in seats:
            if self.at == "miner":
                self.say("pick", what="miner", one=seat)
        return self

    def bid(self, red: int = 0, blue: int = 0, white: int = 0) -> Played:
        return self.say("bid", crystals=crystals(red, blue, white))

    def teams(self, **teams: str) -> KrysisTable:
        """Play on to the action phase with these agents, written without company; others are arbitrary."""
        self.until("agent")
        round = self.facts["round"]
        while self.at == "agent" and self.facts["round"] == round:
            seat, can = self.ask.who, [answer["agent"] for answer in self.legal()]
            wanted = teams.get(seat, "").split()
            agent = f"{self.facts['companies'][seat]}_{wanted[self.ask.n - 1]}" if wanted else can[0]
            self.say("play", agent=agent)
        return self

    def camp(self, seat: str, relics: int | list[str] = 0, **amounts: int) -> KrysisTable:
        """Correct the goods of a camp; relics by id if they are known."""
        changes = [
            {"fact": "camp", "seat": seat, "good": colour, "value": amounts.get(colour, 0)} for colour in COLOURS
        ]
        at = f"camp:{seat}"
        if isinstance(relics, list):
            there = [relic for relic in self.secret(seat)["camp_relics"] if relic not in relics]
            changes += [{"fact": "relic", "relic": relic, "value": "deck"} for relic in there]
            changes += [{"fact": "relic", "relic": relic, "value": at} for relic in relics]
        elif "relics" not in self.knows:
            changes.append({"fact": "relics", "at": at, "value": relics})
        self.correct(*changes)
        return self

    def load(self, to: str, **amounts: Any) -> Played:
        amounts.setdefault("relics", [] if "relics" in self.knows else 0)
        return self.say("load", to=to, goods=goods(**amounts))

    def raid(self, camp: str, to: str, **amounts: int) -> Played:
        return self.say("raid", camp=camp, to=to, goods=goods(**amounts))

    def overtime(self) -> Played:
        """A different combination each round, so that no colour runs out."""
        answers = self.legal("overtime")
        return self.say(**answers[self.facts["round"] % len(answers)])

    def ability(self, agent: str, **fields: Any) -> Played:
        return self.say("ability", agent=agent, **fields)

    def declare(self, names: list[str] | None = None, **amounts: Any) -> Played:
        """Declare a home; by default the rest, for the last one."""
        template = self.legal()[0]
        if template.get("exact"):
            taken = {relic for fields in self.facts["declared"].values() for relic in fields.get("relics", [])}
            free = [relic for relic in RELICS if relic not in taken]
            amounts = {**template["max"], **amounts}
            names = free[: template["max"]["relics"]] if names is None else names
        return self.say(**filled(template, names, **amounts))

    # Inspecting.

    def secret(self, seat: str) -> Json:
        found: Json = self.facts["secrets"][seat]
        return found

    def camp_of(self, seat: str) -> tuple[int, int, int, int]:
        """Red, blue, white and face-down relics of a camp."""
        camp = self.facts["camps"][seat]
        return camp["red"], camp["blue"], camp["white"], camp["relics"]

    def home_of(self, seat: str) -> tuple[int, int, int, int]:
        """The same for a home, if it is tracked."""
        red, blue, white, relics = (self.secret(seat)["home"][good] for good in GOODS)
        return red, blue, white, relics

    @property
    def uses(self) -> list[Json]:
        """The offered abilities, without their verb."""
        return [{name: value for name, value in use.items() if name != "do"} for use in self.legal("ability")]

    @property
    def raids(self) -> list[str]:
        """The camps that can be raided."""
        return sorted({answer["camp"] for answer in self.legal("raid")})


def change(fact: str, value: Any, **selects: Any) -> Json:
    """A correction."""
    return {"fact": fact, **selects, "value": value}


def second_turn(evening: KrysisTable) -> KrysisTable:
    """The second turn of the first round; the first player has done overtime."""
    evening.until("agent")
    if not evening.facts["known"]["agents"]:
        evening.teams(ann="f1 f2 f3", ben="f2 f3 f4", cat="f2 f3 f4")
    evening.until("turn")
    return evening.until("turn", evening.facts["order"][1])
