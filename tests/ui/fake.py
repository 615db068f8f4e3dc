"""A scripted table for testing screens without rules.

Board, cards and sentences are placeholders of New York's size: twenty places, four seats, long names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, ClassVar

from msgspec import structs

from companion.core.answers import Answer, Draw, Pick, Pull, Roll
from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PickAsk, PullAsk, RollAsk
from companion.core.instructions import Instruction
from companion.core.refusals import Refused
from companion.core.texts import T, Words
from companion.scene.scene import Board, Card, Choice, DieView, Group, Line, Piece, Prompt, Scene, SeatView, Spot, Track
from companion.table.history import Played, PlayedEntry
from companion.table.log import Entry, ReadingId

SIDES = {"red": ["PHYS"] * 3 + ["MENT", "SOC", "WILD"], "blue": ["MENT"] * 3 + ["PHYS", "SOC", "WILD"]}
SIDES["yellow"] = ["SOC"] * 3 + ["MENT", "PHYS", "WILD"]
SIDES["grey"] = ["MENT", "MENT", "PHYS", "PHYS", "SOC", "SOC"]

NAMES = [
    "Inwood", "The Heights", "Harlem", "East Harlem", "Central Park", "Morningside", "Riverside", "Times Square",
    "Midtown East", "Chelsea", "Garment District", "Murray Hill", "Greenwich", "Gramercy", "East Village", "SoHo",
    "Little Italy", "Lower East Side", "Financial District", "Seaport",
]  # fmt: skip
PLACES = [
    (0.13, 0.1), (0.38, 0.08), (0.62, 0.1), (0.87, 0.12), (0.62, 0.31), (0.37, 0.29), (0.12, 0.3), (0.38, 0.51),
    (0.63, 0.52), (0.12, 0.7), (0.13, 0.5), (0.88, 0.53), (0.37, 0.71), (0.62, 0.72), (0.87, 0.73), (0.38, 0.92),
    (0.63, 0.92), (0.88, 0.33), (0.13, 0.9), (0.87, 0.92),
]  # fmt: skip
LINKS = [
    (0, 1), (1, 2), (2, 3), (0, 6), (1, 5), (2, 4), (3, 17), (6, 5), (5, 4), (4, 17), (6, 10), (4, 7), (4, 8), (17, 11),
    (10, 7), (7, 8), (8, 11), (10, 9), (7, 12), (8, 13), (11, 14), (9, 12), (12, 13), (13, 14), (9, 18), (12, 15),
    (13, 16), (14, 19), (18, 15), (15, 16), (16, 19),
]  # fmt: skip


def spot_id(name: str) -> str:
    """``square:`` and the name in lower case."""
    return "square:" + name.lower().replace(" ", "_").replace("'", "")


class Go(Answer, frozen=True, tag="go"):
    """A move to a place."""

    to: str


class Pay(Answer, frozen=True, tag="pay"):
    """Something paid with dice."""

    what: str
    dice: tuple[str, ...] = ()


class End(Answer, frozen=True, tag="end"):
    """The turn is over."""


def board() -> Board:
    """Twenty places with every kind of piece."""
    pieces = {
        1: [Piece("mafia", T("mafia")), Piece("info:yellow", T("information"))],
        4: [Piece("mafia", T("mafia"), 2)],
        5: [Piece("info:blue", T("information"))],
        7: [Piece("figure:father", T("Father")), Piece("figure:son", T("Son")), Piece("info:blue3", T("information"))],
        8: [Piece("car", T("police car"))],
        9: [Piece("item:bike", T("bike"))],
        11: [Piece("fbi", T("FBI"))],
        13: [Piece("car", T("police car"))],
        14: [Piece("figure:mother", T("Mother")), Piece("item:raincoat", T("raincoat"))],
        15: [Piece("info:red", T("information")), Piece("mafia", T("mafia")), Piece("token:bomb", T("bomb"), 3)],
    }
    stations = {1, 7, 11, 15, 18}
    spots = [
        Spot(spot_id(name), name, x, y, pieces.get(i, []), "station" if i in stations else None, i == 7, i in (8, 11))
        for i, (name, (x, y)) in enumerate(zip(NAMES, PLACES, strict=True))
    ]
    return Board(spots, [(spot_id(NAMES[a]), spot_id(NAMES[b])) for a, b in LINKS])


def seats() -> list[SeatView]:
    """Four players with full hands."""
    skill = Piece("skill", T("skill"), 2)
    return [
        SeatView(
            "father", T("Father"), "figure:father",
            [skill, Piece("item:phone", T("phone")), Piece("item:cash", T("cash"))], T("Times Square"), True,
        ),
        SeatView("mother", T("Mother"), "figure:mother", [skill, Piece("wound:red", T("wound"), 2)], T("East Village")),
        SeatView("daughter", T("Daughter"), "figure:daughter", [Piece("skill", T("skill"))], T("Inwood"), done=True),
        SeatView("son", T("Son"), "figure:son", [skill, Piece("item:drone", T("drone"))], T("Times Square")),
    ]  # fmt: skip


TRACKS = [
    Track("alert", T("Alert"), 7, 20, {9: "car", 13: "car", 17: "car"}, "alert"),
    Track("story", T("Story"), 4, 12, {6: "mark:story", 9: "mark:story", 12: "mark:story"}, "story"),
]
STORY = [
    Card("story", "book", T("The first night"), None, T(
        "A light goes out on the fortieth floor, and nobody in the street below looks up. Your brother should have "
        "been home by nine. What he left on the kitchen table is a key, a map with three crosses, and a number.")),
    Card("story", "book", T("A voice on the line"), None, T("Two of the three crosses are a trap. Which two?")),
]  # fmt: skip
POLICE = Card(
    "police", "car", T("Central Park"), T("Event of the round"), T("Stations closed: no subway until the round ends.")
)


def scene(prompt: Prompt, **more: Any) -> Scene:
    """A scene with everything on the table."""
    return structs.replace(
        Scene(prompt, TRACKS, board(), seats(), notices=[T("Stations closed: no subway until the round ends.")]),
        **{"story": STORY[:1], **more},
    )


POOL = [
    DieView("red1", "red", "PHYS"), DieView("red2", "red", "WILD"), DieView("blue1", "blue", "MENT", spent=True),
    DieView("yellow1", "yellow", "SOC"), DieView("grey1", "grey", "MENT"),
]  # fmt: skip


def moves(*places: int) -> list[Choice]:
    """Steps to places, as one group."""
    return [
        Choice(Go(spot_id(NAMES[i])), T("Move to {place}", place=NAMES[i]), None, [], "move", spot_id(NAMES[i]))
        for i in places
    ]


def turn() -> Scene:
    """The middle of a turn."""
    choices = [
        Choice(Pay("clue", ("blue1", "grey1")), T("Collect clue"), T("both blue"), ["face:MENT", "face:MENT"], "clue",
               pays="dice"),
        Choice(Pay("clue", ("blue1", "red2")), T("Collect clue"), T("with wild, alert +1"), ["face:MENT", "face:WILD"],
               "clue", pays="dice"),
        *moves(4, 6, 10),
        Choice(Go("inwood"), T("Go home"), None, [], "move", "square:inwood"),
        Choice(Pay("reroll", ("red1", "red2")), T("Re-roll"), None, [], None, pays="dice"),
        Choice(End(), T("End turn"), None, [], None, None, primary=True),
        Choice(Pay("phone"), T("Use the phone"), T("one mental result"), ["item:phone"], "phone"),
        Choice(Pay("cash"), T("Heal yourself with cash"), T("the wound goes"), ["item:cash", "wound:red"], "cash"),
    ]  # fmt: skip
    groups = [
        Group("clue", T("Collect clue"), T("or with wild, alert +1"), ["face:MENT", "face:MENT"]),
        Group("move", T("Move"), T("tap a green square"), on_map=True),
        Group("phone", T("Phone"), None, ["item:phone"], True),
        Group("cash", T("Cash"), None, ["item:cash"], True),
    ]
    prompt = Prompt(T("Round {n} · {who}", n=3, who=T("Father")), T("2 actions left"))
    return scene(prompt, choices=choices, groups=groups, dice=POOL)


def police() -> list[Line]:
    """The instructions of a police card."""
    park = spot_id("Central Park")
    return [
        Line("+", "car", T("police car"), park, "R-NYC-33"),
        Line("−", "mafia", T("{n} mafia", n=2), park, "R-NYC-33"),
        Line("→", "marker:alert", T("alert {a} → {b}", a=5, b=7), None, "R-NYC-33", "warn"),
    ]


def lay_out() -> list[Line]:
    """Six things to put out."""
    goods = ["mask", "bike", "cash", "drone", "gloves", "laptop", "radio"]
    return [
        Line("+", f"item:{kind}", T("{item} on {place}", item=kind.capitalize(), place=NAMES[i * 2 + 1]),
             spot_id(NAMES[i * 2 + 1]), "R-NYC-13")
        for i, kind in enumerate(goods)
    ]  # fmt: skip


@dataclass
class Beat:
    """A moment of the script: the ask, the scene, and the effect of any answer."""

    ask: Ask
    scene: Scene
    legal: Sequence[Answer] | None = None
    lines: list[Line] = field(default_factory=list)
    card: Card | None = None
    digital: bool = True


def script() -> list[Beat]:
    """A short game that visits every screen."""
    draw = DrawAsk(None, "R-NYC-30", "police", 2)
    cards = [Draw("police", name.lower()) for name in NAMES]
    here = scene(Prompt(T("Round {n} · Police {a} of {b}", n=3, a=2, b=3), T("Draw a police card"),
                        T("Its car goes where the card says.")))  # fmt: skip
    return [
        Beat(PickAsk(None, "R-NYC-13", "square", ["a"]), here, [Pick("square", "a")]),
        Beat(PullAsk(None, "R-NYC-13", "items"), here, [Pull("items", "mask")], lay_out()),
        Beat(draw, here, cards, police(), POLICE),
        Beat(draw, here, cards, police()[:1], None, digital=False),
        Beat(RollAsk("father", "R-NYC-58", ["blue1", "grey1", "red1", "red2", "yellow1"]), scene(
            Prompt(T("Round {n} · {who}", n=3, who=T("Father")), T("Roll for {who}", who=T("Father"))))),
        Beat(ChooseAsk("father", "R-NYC-43", "play"), turn(), None, police()),
        Beat(ChooseAsk("father", "R-NYC-43", "play"), structs.replace(turn(), story=STORY), None),
        Beat(Over(None, "R-NYC-113", {"outcome": "win"}), scene(
            Prompt(T("Round {n}", n=7), T("You have won"), T("Two steps before the last alert.")), result="win")),
    ]  # fmt: skip


class FakeGame:
    """The parts of a game that screens use."""

    name = "newyork"
    title: Words = T("New York Crisis")
    chance_items = ("police", "mafia", "info", "items", "squares", "dice")
    dice: ClassVar = {f"{colour}{n}": sides for colour, sides in SIDES.items() for n in (1, 2, 3)}

    def __init__(self) -> None:
        self.moments: list[Beat] = []
        self.rules = self.presenter = self

    def lines(self, state: Any, instructions: Sequence[Instruction]) -> list[Line]:
        return [line for todo in instructions for line in self.moments[int(todo.rule or 0)].lines]

    def card(self, state: Any, answer: Answer) -> Card | None:
        return POLICE if isinstance(answer, Draw) else None

    def reveals(self, *about: Any) -> list[Any]:
        return []

    def stakes(self, state: Any, spot: str) -> None:
        return None

    def doubt(self, state: Any, answer: Answer) -> None:
        return None

    def follows(self, state: Any) -> None:
        return None

    def in_hand(self, state: Any, answer: Answer, instructions: Sequence[Instruction]) -> bool:
        return False

    def together(self, state: Any) -> Sequence[str]:
        return ()

    def asked_ahead(self, state: Any, seat: str) -> None:
        return None

    def goes_along(self, ask: Any) -> bool:
        return isinstance(ask, PullAsk | PickAsk)

    def chapter(self, state: Any) -> Words:
        return T("Round {n}", n=3)

    def play(self, state: Any, answer: Answer) -> list[Instruction]:
        return []

    def chance_name(self, item: str) -> Words:
        return T(item.capitalize())

    def printed_at(self, state: Any, answer: Answer) -> str | None:
        return None

    def describe(self, state: Any, answer: Answer) -> Words:
        if isinstance(answer, Draw):
            return T("Card {card}", card=answer.card.capitalize())
        return T("Answer {what}", what=type(answer).__name__)

    def rule(self, number: str) -> Words | None:
        return T("What rule {number} says, in one plain sentence.", number=number)

    def heading(self, number: str) -> Words | None:
        return T("Player phase: Actions")


class FakeHistory:
    """The log of a fake table, read-only."""

    undone = 0

    def __init__(self, table: Any) -> None:
        self.table = table

    @property
    def line(self) -> list[PlayedEntry]:
        played = [entry for entry in self.table.entries if entry.kind not in ("undo", "redo")]
        return [PlayedEntry(entry, [], Go(spot_id(NAMES[entry.rev % 20]))) for entry in played]

    decisions = entries = line

    @property
    def mark(self) -> int:
        return len(self.line)

    done = mark

    def state_at(self, position: int) -> Any:
        return self.table.state

    def replay(self, state: Any, played: PlayedEntry) -> None:
        self.table.game.rules.play(state, played.answer)

    def undoing(self, position: int) -> None:
        return None


class FakeTable:
    """A table that follows a script, whatever the answer."""

    def __init__(self, moments: list[Beat] | None = None, at: int = 0) -> None:
        self.moments = script() if moments is None else moments
        self.at = at
        self.game = FakeGame()
        self.game.moments = self.moments
        self.state: Any = None
        self.game_id = None
        self.opening: list[Instruction] = []
        self.entries: list[Entry] = []
        self.answers: list[tuple[Answer, str]] = []
        self.readings: list[ReadingId] = []
        """The readings that have come this far, with an answer or without one."""
        self.chance = dict.fromkeys(self.game.rules.chance_items, "digital")
        self.confirmed = 0
        self.refuse: Refused | None = None
        self.unsaved = 0
        self.not_saved = None
        self.undoing: int | None = None
        self.on_saved: Callable[[], None] | None = None
        self.notes: dict[str, Any] = {}
        self.box = SimpleNamespace(name="Fake Streets")
        self.history = FakeHistory(self)
        self.setup = SimpleNamespace(box=None, pack="")

    @property
    def rev(self) -> int:
        return len(self.entries)

    @property
    def ask(self) -> Ask:
        return self.moments[self.at].ask

    @property
    def can_deal(self) -> bool:
        moment = self.moments[self.at]
        return isinstance(moment.ask, DrawAsk | PullAsk | PickAsk | RollAsk) and moment.digital

    def legal(self) -> Sequence[Answer] | None:
        moment = self.moments[self.at]
        return moment.legal if moment.legal is not None else [choice.answer for choice in moment.scene.choices]

    def faces(self) -> dict[str, list[str]] | None:
        ask = self.ask
        return {die: self.game.rules.dice[die] for die in ask.dice} if isinstance(ask, RollAsk) else None

    def scene(self) -> Scene:
        return self.moments[self.at].scene

    def since(self, rev: int) -> Played:
        return Played(self.rev, [])

    def note(self, key: str, value: Any) -> None:
        self.notes[key] = value

    @property
    def people(self) -> dict[str, str]:
        return self.notes.get("people", {})

    def confirm(self, rev: int) -> None:
        self.confirmed = rev

    def mark_read(self, readings: Sequence[ReadingId]) -> None:
        self.readings += readings

    def answer(
        self, answer: Answer, source: str = "touch", rev: int | None = None, *, readings: Sequence[ReadingId] = ()
    ) -> Played:
        if rev is not None and rev != self.rev:
            raise Refused("stale", T("The table has moved on."))
        if self.refuse is not None:
            no, self.refuse = self.refuse, None
            raise no
        self.answers.append((answer, source))
        self.readings += readings
        return self._step("answer", answer, source)

    def deal(self, n: int = 1, rev: int | None = None, *, tapped: bool = False) -> Played:
        ask = self.ask
        answer: Answer = (
            Roll({die: self.game.rules.dice[die][0] for die in ask.dice})
            if isinstance(ask, RollAsk)
            else self.legal()[0]
        )
        return self._step("chance", answer, "dealer")

    def deal_rest(
        self,
        known: Mapping[str, str],
        source: str = "touch",
        rev: int | None = None,
        *,
        readings: Sequence[ReadingId] = (),
    ) -> Played:
        ask = self.ask
        assert isinstance(ask, RollAsk)
        rolled = Roll({die: self.game.rules.dice[die][-1] for die in ask.dice} | dict(known))
        return self.answer(rolled, source, rev, readings=readings)

    def undo(self, n: int = 1, source: str = "touch") -> Played:
        if self.at == 0:
            raise Refused("nothing", T("There is nothing to undo."))
        self.at -= 1
        entry = Entry(self.rev + 1, "undo", "touch", 0.0, n=1)
        self.entries.append(entry)
        todo = [] if self.undoing is None else [Instruction("tell", rule=str(self.undoing))]
        return Played(self.rev, [PlayedEntry(entry, todo)])

    redo = jump = undo

    def set_chance(self, item: str, mode: Any) -> Played:
        self.chance[item] = mode
        return Played(self.rev, [])

    def _step(self, kind: Any, answer: Answer, source: Any) -> Played:
        played = self.at
        self.at = min(self.at + 1, len(self.moments) - 1)
        entry = Entry(self.rev + 1, kind, source, 0.0)
        self.entries.append(entry)
        todo = [Instruction("tell", rule=str(played))] if self.moments[played].lines else []
        return Played(self.rev, [PlayedEntry(entry, todo, answer)])
