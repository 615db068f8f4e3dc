"""A scripted table of players' boards, tiles and secrets that records taps.

Three to five seats; every counter is a number or a row of cells, every tap an answer or a correction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from companion.core.answers import Answer, Draw
from companion.core.asks import Ask, ChooseAsk, DrawAsk
from companion.core.instructions import Instruction
from companion.core.refusals import Refused
from companion.core.texts import T, Words
from companion.scene.scene import (
    Card,
    Cell,
    Choice,
    Clock,
    Counter,
    Fix,
    Holding,
    Line,
    MapTile,
    NumberEntry,
    Order,
    Piece,
    Private,
    Prompt,
    Row,
    Scene,
    SeatBoard,
    Several,
    Standing,
    Tap,
)
from companion.table.history import Played, PlayedEntry
from companion.table.log import Entry as LogEntry
from tests.ui.fake import Beat, FakeGame, FakeTable

SEATS = ("vinnie", "scar", "claws", "joey", "longjohn")
NUMBERS = {
    "notoriety": ("Notoriety", "notoriety"), "gangs": ("Gang markers", "gang_marker"),
    "equipment": ("Equipment", "equipment"), "gas": ("Gas cans", "gas"), "handcuffs": ("Handcuffs", "handcuffs"),
    "key:red": ("Red keys", "key:red"), "key:blue": ("Blue keys", "key:blue"),
    "key:yellow": ("Yellow keys", "key:yellow"), "locker:a": ("Lockers A", "locker:a"),
    "locker:b": ("Lockers B", "locker:b"), "locker:c": ("Lockers C", "locker:c"),
}  # fmt: skip
ASSETS = ("1", "2", "3", "+", "A", "B", "C")
TILES = ("Old Market", "Hospital Hill", "Rail Yard", "Harbour Steps", "Lantern Row", "Saint Blaise")


class Adjust(Answer, frozen=True, tag="adjust"):
    """One more or less of something."""

    seat: str
    what: str
    by: int = 1


class Act(Answer, frozen=True, tag="act"):
    """Any other answer."""

    what: str
    arg: str = ""


class Chosen(Answer, frozen=True, tag="chosen"):
    """Who acts."""

    seats: tuple[str, ...] = ()


class Value(Answer, frozen=True, tag="value"):
    """A number keyed in."""

    value: int


TURN = "turn"


def disc(seat: str) -> str:
    """The icon of a seat."""
    return f"seat:{SEATS.index(seat)}:{seat[0].upper()}"


class BoardGame(FakeGame):
    """The parts of a game with boards that screens use."""

    name = "escape"
    title: Words = T("Escape Plan")
    chance_items = ("stacks", "officers", "contacts")

    def lines(self, state: Any, instructions: Sequence[Instruction]) -> list[Line]:
        return [
            Line("−" if todo.verb == "remove" else "+", todo.piece or "cube", todo.text or "") for todo in instructions
        ]

    def card(self, state: Any, answer: Answer) -> Card | None:
        return Card("contacts", "contact", T("Contact"), None, answer.card) if isinstance(answer, Draw) else None

    def goes_along(self, ask: Ask) -> bool:
        return isinstance(ask, DrawAsk)

    def private(self, state: Any, seat: str) -> Private | None:
        cash = state.cash[seat]
        counter = Counter("cash", T("Cash"), "cash", f"${cash}k", Adjust(seat, "cash", 1), Adjust(seat, "cash", -1))
        plan = Card("plans", "plan", T("The long way round"), None, T("End in the harbour with two keys."))
        return Private(seat, seat.capitalize(), disc(seat), [plan], [counter])


class BoardTable(FakeTable):
    """A table of boards. Its ask goes from turn to turn; asks put into ``asks`` come first."""

    def __init__(self, seats: int = 3) -> None:
        super().__init__([Beat(ChooseAsk(None, "", TURN), Scene(Prompt("", "")))])
        self.game = BoardGame()
        self.chance = dict.fromkeys(self.game.rules.chance_items, "digital")
        self.state = self
        self.seats = SEATS[:seats]
        self.turn = 0
        self.asks: list[Ask] = []
        self.counts: dict[tuple[str, str], int] = {}
        self.cells: dict[str, set[str]] = {seat: {f"c{n}" for n in range(9)} | {"a+"} for seat in self.seats}
        self.cash = dict.fromkeys(self.seats, 9)
        self.cards: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.cards[self.seats[0]] = ["Magda the forger", "A driver who asks nothing"]
        self.tiles = [MapTile(f"t{n}", name, start=n < 2) for n, name in enumerate(TILES[:4])]
        self.choosing: dict[str, Any] = {}
        self.only: str | None = None
        self.fixes: list[Fix] = []
        self.confirmations: list[int] = []
        self.past: list[tuple[str, str, int]] = []
        self.speak = True

    # The interface that screens use.

    @property
    def ask(self) -> Ask:
        if self.asks:
            return structs.replace(self.asks[0], only=self.only)
        return ChooseAsk(self.seats[self.turn % len(self.seats)], "R", TURN, only=self.only)

    @property
    def can_deal(self) -> bool:
        return isinstance(self.ask, DrawAsk) and self.chance["contacts"] == "digital"

    def legal(self) -> Sequence[Answer] | None:
        if isinstance(self.ask, DrawAsk):
            return [Draw("contacts", "Nobody's aunt"), Draw("contacts", "The night porter")]
        return [choice.answer for choice in self.scene().choices]

    def confirm(self, rev: int) -> None:
        self.confirmed = rev
        self.confirmations.append(rev)

    def answer(self, answer: Answer, source: str = "touch", rev: int | None = None) -> Played:
        if rev is not None and rev != self.rev:
            raise Refused("stale", T("The table has moved on."))
        if self.refuse is not None:
            no, self.refuse = self.refuse, None
            raise no
        self.answers.append((answer, source))
        asked = self.asks.pop(0) if self.asks else None
        if isinstance(answer, Adjust):
            if asked is not None:
                self.asks.insert(0, asked)
            return self._adjust(answer)
        if isinstance(answer, Act) and answer.what == "draw_contact":
            self.asks.append(DrawAsk(answer.arg, "R", "contacts"))
        elif isinstance(answer, Act) and answer.what == "move":
            self.turn += 1
        self.choosing, self.only = {}, None
        return self._played("answer", answer, [])

    def deal(self, n: int = 1, rev: int | None = None, *, tapped: bool = False) -> Played:
        draw = self.legal()[0]
        self.cards[self.asks.pop(0).who or self.seats[0]].append(draw.card)
        return self._played("chance", draw, [])

    def correct(self, changes: list[dict[str, Any]], why: str, source: str = "touch", rev: int | None = None) -> Played:
        self.fixes.append(Fix(changes, why))
        seat, what = changes[0]["seat"], changes[0]["what"]
        self.cells[seat] ^= {what}
        todo = [
            Instruction("place" if what in self.cells[seat] else "remove", "cube", text=T("cube on {n}", n=what[1:]))
        ]
        return self._played("correct", None, todo)

    def undo(self, n: int = 1, source: str = "touch") -> Played:
        if not self.past:
            raise Refused("nothing", T("There is nothing to undo."))
        seat, what, by = self.past.pop()
        self.counts[seat, what] = self.counts.get((seat, what), 0) - by
        return self._played("undo", None, [_told(what, -by)])

    def _adjust(self, answer: Adjust) -> Played:
        if answer.what == "cash":
            self.cash[answer.seat] += answer.by
            return self._played("answer", answer, [])
        key = (answer.seat, answer.what)
        self.counts[key] = self.counts.get(key, 0) + answer.by
        self.past.append((*key, answer.by))
        if answer.what == "wounds" and self.counts[key] > 3:
            self.counts[key] = 3
            self.asks.append(ChooseAsk(answer.seat, "R", "handcuffs"))
        return self._played("answer", answer, [_told(answer.what, answer.by)])

    def _played(self, kind: Any, answer: Answer | None, todo: list[Instruction]) -> Played:
        entry = LogEntry(self.rev + 1, kind, "touch", 0.0)
        self.entries.append(entry)
        return Played(self.rev, [PlayedEntry(entry, todo if self.speak else [], answer)])

    # The scene.

    def scene(self) -> Scene:
        ask = self.ask
        who = ask.who or ""
        title = T("{who} acts", who=who.capitalize()) if isinstance(ask, ChooseAsk) else T("Draw a contact")
        prompt = Prompt(T("Day {n}", n=2), title)
        if isinstance(ask, ChooseAsk) and ask.choice == "handcuffs":
            choices = [
                Choice(Act("handcuffs", "yes"), T("Take handcuffs")),
                Choice(Act("handcuffs"), T("No handcuffs")),
            ]
        elif isinstance(ask, ChooseAsk):
            choices = [
                Choice(Act("move"), T("Turn done"), primary=True), Choice(Act("rest"), T("Rest"), icons=["rest"]),
                Choice(Act("escape"), T("Escaped"), icons=["escape"]),
                Choice(Act("draw_contact", who), T("Draw a contact"), icons=["contact"]),
                *[Choice(Act("pull", tile.id), T("Pull an officer"), spot=f"tile:{tile.id}") for tile in self.tiles],
                *[Choice(Act("gang", tile.id), T("A gang member more"), spot=f"tile:{tile.id}") for tile in self.tiles],
            ]  # fmt: skip
        else:
            choices = []
        standings = [Standing(seat, seat.capitalize(), disc(seat), str(n)) for n, seat in enumerate(self.seats)]
        return Scene(
            prompt, choices=choices, boards=[*(self._board(seat) for seat in self.seats), self._stock()],
            clock=Clock(2, 3, [("part:morning", T("morning")), ("part:night", T("night"))], 0),
            order=Order(T("Order"), T("notoriety"), standings), rows=[Row("patrol", T("Patrol"), [])],
            tiles=[structs.replace(tile, id=f"tile:{tile.id}") for tile in self.tiles],
            secrets=list(self.seats), **self.choosing,
        )  # fmt: skip

    def _board(self, seat: str) -> SeatBoard:
        numbers = [self._number(seat, what) for what in NUMBERS]
        wounds = self.counts.get((seat, "wounds"), 0)
        wound_cells = [
            Cell(str(n + 1), n < wounds, "wound", Adjust(seat, "wounds", -1 if n < wounds else 1)) for n in range(3)
        ]
        covered = [n for n in range(9) if f"c{n}" in self.cells[seat]]
        cubes = [Cell(str(n), n in covered, "cube", self._fix(seat, f"c{n}")) for n in range(9)]
        income = min(set(range(10)) - set(covered))
        assets = [Cell(one, f"a{one}" in self.cells[seat], "asset:open", self._fix(seat, f"a{one}")) for one in ASSETS]
        flags = [
            Counter(name, T(words), icon, cells=[Cell("", name in self.cells[seat], icon, self._fix(seat, name))])
            for name, words, icon in (("first_aid", "First aid used", "first_aid"), ("rest", "Rested", "rest"))
        ]
        full = Adjust(seat, "wounds") if wounds == 3 else None
        counters = [
            numbers[0], Counter("wounds", T("Wounds"), "wound", cells=wound_cells, more=full),
            Counter("cubes", T("Income"), "cube", f"${income}k", cells=cubes), *numbers[1:], *flags,
            Counter("assets", T("Assets"), "asset", cells=assets),
        ]  # fmt: skip
        holdings = [
            Holding(card, Piece("contact", card), [(T("Discard it"), Act("discard", card))])
            for card in self.cards[seat]
        ]
        return SeatBoard(seat, seat.capitalize(), disc(seat), counters, holdings, active=seat == self.ask.who)

    def _number(self, seat: str, what: str) -> Counter:
        name, icon = NUMBERS[what]
        n = self.counts.get((seat, what), 0)
        less: Tap | None = Adjust(seat, what, -1) if n > 0 else None
        return Counter(what, T(name), icon, str(n), Adjust(seat, what, 1), less)

    def _fix(self, seat: str, what: str) -> Fix:
        return Fix([{"fact": "cell", "seat": seat, "what": what}], f"{seat} {what}")

    def _stock(self) -> SeatBoard:
        numbers = [
            Counter(f"stock:{what}", T(NUMBERS[what][0]), NUMBERS[what][1], "6") for what in NUMBERS if what != "gangs"
        ]
        draw = Holding("refill", Piece("contacts", T("Contacts")), [(T("Fill up the display"), Act("refill"))])
        return SeatBoard(None, T("Stock"), "stock", numbers, [draw])


def _told(what: str, by: int) -> Instruction:
    name, icon = NUMBERS.get(what, ("Wound", "wound"))
    return Instruction("remove" if by < 0 else "place", icon, text=T(name))


def several(table: BoardTable) -> None:
    """The table asks which seats act."""
    options = [Standing(seat, seat.capitalize(), disc(seat)) for seat in table.seats]
    sets: list[tuple[str, ...]] = [()]
    for seat in table.seats:
        sets += [(*chosen, seat) for chosen in sets]
    answers: dict[frozenset[str], Answer] = {frozenset(chosen): Chosen(chosen) for chosen in sets}
    table.asks = [ChooseAsk(None, "R", "extra")]
    table.choosing = {"several": Several(options, answers, T("Nobody has another action"))}


def number(table: BoardTable, seat: str | None = None) -> None:
    """The table asks for a number, publicly or of one seat."""
    answers: list[Answer] = [Value(n) for n in range(-50, 250)]
    table.asks = [ChooseAsk(seat, "R", "line")]
    table.only = seat
    table.choosing = {"entry": NumberEntry(T("Total of {who}", who=(seat or "all").capitalize()), -50, 249, answers)}
