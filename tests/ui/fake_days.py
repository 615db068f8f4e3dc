"""Scripted scenes with days, rows of places, order of play, players' boards and a ranking.

Names are long, and every state of a box occurs.
"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, DrawAsk, Over
from companion.core.texts import T
from companion.scene.scene import (
    Choice,
    Clock,
    Group,
    Line,
    Order,
    Piece,
    Prompt,
    Rank,
    Row,
    RowPlace,
    Scene,
    SeatBoard,
    Standing,
)
from tests.ui.fake import Beat, FakeTable, board

SEATS = [("vinnie", "Vinnie"), ("scar", "Scar"), ("claws", "Claws"), ("joey", "Joey"), ("mad_dog", "Mad Dog")]
DISCS = {seat: f"seat:{n}:{name[0]}" for n, (seat, name) in enumerate(SEATS)}
PARTS = [("morning", "Morning"), ("afternoon", "Afternoon"), ("evening", "Evening"), ("night", "Night"),
         ("dawn", "Dawn")]  # fmt: skip
OFFICER = {kind: Piece(f"officer:{kind}", T("officer")) for kind in ("red", "blue", "yellow")}
CONTACTS = [
    "The Pilot", "Night Porter", "Old Locksmith", "Harbour Master", "Mags the Ferrywoman", "The Twins", "Bookmaker",
]  # fmt: skip


class Do(Answer, frozen=True, tag="do"):
    """Something done, maybe with something."""

    what: str
    to: str = ""


def clock(day: int = 2, part: int | None = 2) -> Clock:
    return Clock(day, 3, [(f"part:{sign}", T(name)) for sign, name in PARTS], part)


def order(n: int = 5) -> Order:
    """``n`` players; the second plays, the first has played."""
    return Order(T("Order"), T("notoriety"), [
        Standing(seat, T(name), DISCS[seat], str(12 - 3 * k), active=k == 1, done=k == 0)
        for k, (seat, name) in enumerate(SEATS[:n])
    ])  # fmt: skip


def patrol() -> Row:
    return Row("patrol", T("Patrol"), [
        RowPlace("exit:1", "1", T("Exit {n}", n=1), "door", cells=["patrol:1", None], note=T("open")),
        RowPlace("exit:2", "2", T("Exit {n}", n=2), "door", cells=[None, None], note=T("open")),
        RowPlace("exit:3", "3", T("Exit {n}", n=3), "door:blocked", cells=["patrol:3", "patrol:3"],
            pieces=[Piece("exit_stack", T("exit tiles"))], note=T("blocked · Riverside Park"), state="alarm"),
    ])  # fmt: skip


def display() -> Row:
    return Row("display", T("Display"), [
        RowPlace("tile:a1", "A", T("Old Market"), None, "business", [OFFICER["blue"], OFFICER["red"]]),
        RowPlace("tile:b2", "B", T("Railway Yard"), None, None, [OFFICER["yellow"]], note=T("bank, 2 tiles below")),
        RowPlace("tile:c1", "C", T("Harbour"), None, "door:2",
            [OFFICER["blue"], OFFICER["yellow"], Piece("exit_stack", T("exit tiles"))]),
        RowPlace("tile:d3", "D", T("Riverside Park"), None, "gang:member", [OFFICER["red"], OFFICER["yellow"]],
            state="good"),
    ])  # fmt: skip


def contacts(n: int = 7) -> Row:
    boxes = [RowPlace(f"contact:{k}", "", T(name), "contact") for k, name in enumerate(CONTACTS[:n])]
    return Row("contacts", T("Contacts: 18 in the deck, 4 discarded"), boxes, "small")


def boards() -> list[SeatBoard]:
    return [SeatBoard(seat, T(name), DISCS[seat], []) for seat, name in SEATS]


def scene(prompt: Prompt, **more: Any) -> Scene:
    """A scene with every part of a day."""
    whole = Scene(
        prompt, clock=clock(), order=order(), rows=[patrol(), display(), contacts()], boards=boards(),
        notices=[T("Exit 2 is the only way out."), T("1 exit stack left · Bag 20: red 7, blue 6 and yellow 7")],
    )  # fmt: skip
    return structs.replace(whole, **more)


def turn(**more: Any) -> Scene:
    """The middle of a day: the active player, and tracked values."""
    take = [
        Choice(Do("take", str(k)), T("Take {name}", name=name), group="take", spot=f"contact:{k}")
        for k, name in enumerate(CONTACTS)
    ]
    drop = [Choice(Do("discard", str(k)), T("Discard it"), None, spot=f"contact:{k}") for k in range(3)]
    gang = [
        Choice(Do("gang", "+"), T("A gang member comes"), icons=["gang:member"], spot="tile:d3"),
        Choice(Do("gang", "-"), T("A gang member goes"), icons=["gang:member"], spot="tile:d3"),
        Choice(Do("pull", "d3"), T("Pull an officer from the bag"), icons=["bag"], spot="tile:d3"),
    ]
    rest = [
        Choice(Do("rest"), T("Rest"), T("refreshes what is used"), ["rest"]),
        Choice(Do("contact"), T("Draw a contact"), None, ["contacts"]),
        Choice(Do("escape"), T("Escaped"), T("pays $5k"), ["escape"]),
        Choice(Do("done"), T("Turn done"), primary=True),
    ]
    prompt = Prompt(
        T("Day {n} · {part}", n=2, part=T("Evening")), T("{who} plays", who="Scar"), T("Up to 3 steps, then an action.")
    )
    groups = [Group("take", T("Take a contact"), T("tap its card"), ["contact"], on_map=True)]
    return scene(prompt, **{"choices": [*rest, *take, *drop, *gang], "groups": groups, **more})


def ranking() -> list[Rank]:
    return [
        Rank("claws", T("Claws"), DISCS["claws"], 1, "$120k", T("escaped second"), winner=True),
        Rank("vinnie", T("Vinnie"), DISCS["vinnie"], 2, "$95k", T("escaped first")),
        Rank("joey", T("Joey"), DISCS["joey"], 2, "$95k", T("escaped third")),
        Rank("scar", T("Scar"), DISCS["scar"], None, "", T("arrested")),
        Rank("mad_dog", T("Mad Dog"), DISCS["mad_dog"], None, "", T("arrested")),
    ]


BLOCKED = [
    Line("+", "patrol:3", T("patrol card {n} on space {n}", n=3), "exit:3", "R-EP-52"),
    Line("+", "exit_stack", T("the other stack on exit {n}", n=3), "exit:3", "R-EP-53"),
]
OFFICERS = [
    Line("+", f"officer:{kind}", T("officer on {place}", place=name), spot, "R-EP-69")
    for (kind, name, spot) in [
        ("red", "Old Market", "tile:a1"), ("blue", "Old Market", "tile:a1"), ("yellow", "Railway Yard", "tile:b2"),
        ("blue", "Harbour", "tile:c1"), ("yellow", "Harbour", "tile:c1"), ("red", "Riverside Park", "tile:d3"),
    ]
]  # fmt: skip


def script() -> list[Beat]:
    """A turn; a draw; a draw with much to lay out; a turn; a map with rows; one row to choose from; the end."""
    draw = Prompt(T("Day {n} · Patrol {a} of {b}", n=2, a=2, b=2), T("Turn up a patrol card"))
    tile = Prompt(T("Day {n} · City", n=2), T("{who} takes a contact", who="Scar"))
    only = [Choice(Do("take", str(k)), T("Take {name}", name=name), spot=f"contact:{k}")
            for k, name in enumerate(CONTACTS)]  # fmt: skip
    end = Prompt(T("Day {n}", n=3), T("{who} has won", who="Claws"), T("Two did not get out of the city."))
    return [
        Beat(ChooseAsk("scar", "R-EP-79", "turn"), turn(), lines=BLOCKED),
        Beat(DrawAsk(None, "R-EP-50", "patrol", 3), scene(draw), [Do("draw")], BLOCKED),
        Beat(DrawAsk(None, "R-EP-69", "officers", 3), scene(draw), [Do("draw")], OFFICERS),
        Beat(ChooseAsk("scar", "R-EP-79", "turn"), turn()),
        Beat(ChooseAsk("scar", "R-EP-79", "turn"), turn(board=board(), rows=[patrol(), contacts()])),
        Beat(ChooseAsk("scar", "R-EP-79", "take"), scene(tile, choices=only)),
        Beat(Over(None, "R-EP-89", {}), scene(end, result="end", ranking=ranking())),
    ]


def table(at: int = 0) -> FakeTable:
    """A table at one of the moments of the script."""
    return FakeTable(script(), at)
