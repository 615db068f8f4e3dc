"""A scripted table with forms and players side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk
from companion.core.texts import T
from companion.scene.scene import Choice, Filling, Group, Named, Piece, Portion, Prompt, Scene, SeatBoard, Side
from tests.ui.fake import Beat, FakeGame, FakeTable

GOODS = {"red": "red crystals", "blue": "blue crystals", "white": "white crystals", "relics": "relics"}
MOST = 3
"""The total that a form accepts unless it is exact."""
LOAD, RAID, BID, HOME = 0, 1, 2, 3


class Carry(Answer, frozen=True, tag="carry"):
    """Amounts and names, or the template if ``amounts`` is None."""

    what: str
    amounts: tuple[tuple[str, int], ...] | None = None
    names: tuple[str, ...] = ()


class FormGame(FakeGame):
    """Accepts exact forms exactly, others up to a total of three."""

    def filled(self, state: Any, template: Carry, amounts: Mapping[str, int], names: Sequence[str]) -> Answer:
        return Carry(template.what, tuple(sorted(amounts.items())), tuple(names))

    def allows(self, state: Any, answer: Carry) -> bool:
        amounts = dict(answer.amounts or ())
        if answer.what != "home":
            return 0 < sum(amounts.values()) + len(answer.names) <= MOST
        relics = [name for name in answer.names if name.startswith("relic:")]
        return amounts == {"red": 1, "blue": 2, "white": 0} and len(relics) == 2 and len(answer.names) == 3


def portions(*most: int) -> list[Portion]:
    """Portions with these maxima."""
    icons = [f"crystal:{good}" if good != "relics" else "relic" for good in GOODS]
    return [Portion(good, name, icon, n) for (good, name), icon, n in zip(GOODS.items(), icons, most, strict=False)]


def relics(n: int) -> list[Named]:
    """Relics by name."""
    return [Named(f"relic:{k}", f"Broken lantern {k}", "weapon", "combat 2, worth 3 points") for k in range(n)]


SLOTS = ["slot:red", "slot:blue", "slot:white"]
LOADING = Filling(Carry("load"), T("From the camp home"), portions(2, 5, 1, 1), slots=SLOTS, detail="3 slots")
BIDDING = Filling(Carry("bid"), T("The bid"), portions(9, 9, 9))
AT_HOME = Filling(
    Carry("home"), T("What is at home"), portions(1, 2, 0), relics(7),
    [Named(f"mission:{good}", f"mission of {good}", f"mission:{good}") for good in GOODS],
    exact=True, detail="2 relics", most_named=2,
)  # fmt: skip


def sides() -> list[Side]:
    """Four players: the active one, two that can be raided, of which one is away, and one that is too strong."""
    stock = [Piece("crystal:red", "red", 2), Piece("crystal:blue", "blue", 1), Piece("crystal:white", "white", 12)]
    stock.append(Piece("relic", "relics", 3))
    slots = [*SLOTS, "slot:red", "slot:red", "slot:white"]
    look = {"figure_icon": "initiative"}
    return [
        Side("camp:ana", "ana", "Ana", "company:1", "9", strength="7", made_of="7 = 3 + 2 + 2", slots=slots,
             goods=stock, active=True, note="an agent lies face down", **look),
        Side("camp:leo", "leo", "Leo", "company:2", "10", strength="5", made_of="5 = 5", slots=SLOTS, goods=stock,
             against="7 > 5", open=True, **look),
        Side("camp:jorge", "jorge", "Jorge", "company:3", "6", strength="12", made_of="12 = 5 + 3 + 2 + 2",
             slots=slots, goods=stock[:1], against="7 < 12", open=False, done=True, **look),
        Side("camp:mia", "mia", "Maximiliana", "company:4", "11", goods=stock[1:], note="gone: the camp is deserted",
             against="deserted", open=True, **look),
    ]  # fmt: skip


def action() -> Scene:
    """An action: load, raid one of two camps (to one or two destinations), or pass."""
    raids = [Filling(Carry(f"raid {to}"), f"From {to}", portions(2, 1, 3, 1), slots=SLOTS) for to in ("leo", "mia")]
    bank = Filling(Carry("raid leo bank"), "From Leo to the bank", portions(2, 1, 3, 1), slots=SLOTS)
    choices = [
        Choice(LOADING.template, T("Load home"), T("3 slots"), ["home"]),
        Choice(raids[0].template, T("Raid Leo"), None, [], "raid", "camp:leo"),
        Choice(bank.template, T("Raid Leo for the bank"), None, ["bank"], "raid", "camp:leo"),
        Choice(raids[1].template, T("Raid Mia"), None, [], "raid", "camp:mia"),
        Choice(Carry("pass", ()), T("Nothing"), primary=True),
    ]
    prompt = Prompt(T("Round {n} · Action", n=3), T("Ana: one action"))
    fillings = [LOADING, *raids, bank]
    groups = [Group("raid", T("Raid"), T("tap a camp"), ["combat"])]
    return Scene(prompt, choices=choices, groups=groups, fillings=fillings, sides=sides())


def table(at: int) -> FakeTable:
    """The table at one of its moments."""
    bid = Scene(Prompt(T("Round {n} · Bids", n=3), T("What did Ana bid?")), fillings=[BIDDING])
    home = Scene(
        Prompt(T("The end"), T("What is behind the screen of Ana?")), fillings=[AT_HOME], secrets=["ana"],
        boards=[SeatBoard(side.seat, side.name, side.icon, []) for side in sides()],
    )  # fmt: skip
    act, said = ChooseAsk("ana", "R-KR-40", "act"), ChooseAsk("ana", "R-KR-20", "bid")
    asks = [act, act, said, ChooseAsk("ana", "R-KR-20", "bid", only="ana")]
    made = FakeTable([Beat(ask, shown) for ask, shown in zip(asks, [action(), action(), bid, home], strict=True)], at)
    made.game = FormGame()
    made.game.moments = made.moments
    return made
