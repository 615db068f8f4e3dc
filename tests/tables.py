"""Tables of the toy game, one that only asks for dice, and a store in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.chance.dealer import Dealer
from companion.core.answers import Answer, Roll
from companion.core.asks import Ask, RollAsk
from companion.core.instructions import Pieces
from companion.core.piles import Deck
from companion.core.refusals import Refused
from companion.core.state import State
from companion.core.steps.agenda import Step
from companion.core.texts import T
from companion.games.game import Game
from companion.games.newyork.content import SIDES
from companion.table.log import Entry, ReadingId, Setup
from companion.table.result import GameResult
from companion.table.table import Table
from tests.hands import apply_instructions
from tests.toygame import GAME, Box, Do, Lanterns, Loaded, Now, S

DRAW, PULL, THROW, GAMBLE, STOP = (Do(what) for what in ("draw", "pull", "throw", "gamble", "stop"))


class MemoryStore:
    """A store whose writes complete when the test says so."""

    def __init__(self) -> None:
        self.setups: dict[str, Setup] = {}
        self.entries: dict[str, list[Entry]] = {}
        self.notes: list[dict[str, Any]] = []
        self.waiting: list[Callable[[], None]] = []
        self.readings: list[tuple[ReadingId, int]] = []
        """Each with the rev of its entry, 0 for none."""

    def create(self, setup: Setup, chance: dict[str, str]) -> str:
        self.setups["g1"] = setup
        self.entries["g1"] = []
        self.notes.append({"chance": chance})
        return "g1"

    def append(
        self,
        game_id: str,
        entry: Entry,
        saved: Callable[[], None] | None = None,
        readings: Sequence[ReadingId] = (),
    ) -> None:
        self.readings += [(reading, entry.rev) for reading in readings]
        self.append_all(game_id, [entry], saved)

    @property
    def error(self) -> None:
        return None

    def append_all(self, game_id: str, entries: Sequence[Entry], saved: Callable[[], None] | None = None) -> None:
        for entry in entries:
            assert entry.rev == len(self.entries[game_id]) + 1
            self.entries[game_id].append(entry)
        if saved is not None:
            self.waiting.append(saved)

    def mark_read(self, readings: Sequence[ReadingId], saved: Callable[[], None] | None = None) -> None:
        self.readings += [(reading, 0) for reading in readings]
        if saved is not None:
            self.waiting.append(saved)

    def note(
        self,
        game_id: str,
        *,
        chance: dict[str, str] | None = None,
        confirmed: int | None = None,
        finished: bool | None = None,
        result: GameResult | None = None,
        notes: dict[str, Any] | None = None,
    ) -> None:
        assert finished is not True or result is not None
        said = {"chance": chance, "confirmed": confirmed, "finished": finished, "notes": notes}
        self.notes.append({name: value for name, value in said.items() if value is not None})

    def write(self) -> None:
        """Complete all pending writes."""
        waiting, self.waiting = self.waiting, []
        for saved in waiting:
            saved()


def new_table(seed: str = "oak", **options: Any) -> Table:
    """A table with one seat, a seeded dealer and a fixed clock."""
    return Table(GAME, Loaded(), ["ann"], {}, **{"dealer": Dealer(seed), "clock": lambda: 1000.0, **options})


def resumed(table: Table, **options: Any) -> Table:
    """The same game, refolded from its setup and log."""
    options = {"chance": table.chance, "clock": lambda: 1000.0, **options}
    return Table.resume(GAME, Loaded(), table.setup, list(table.log), **options)


def hands_of(table: Table) -> Pieces:
    """A simulated table after following all instructions."""
    placements = GAME.rules.begin(table.pack, table.setup.seats, table.setup.settings).todo
    return apply_instructions({}, placements + table.since(0).instructions)


class RollAgain(Step[S], frozen=True, tag="roll_again"):
    """The same dice, again and again."""

    dice: list[str]

    def asks(self, s: S) -> bool:
        return True

    def ask(self, s: S) -> Ask:
        return RollAsk(s.now.seat, "TOY-5", self.dice)

    def legal(self, s: S) -> None:
        return None

    def play(self, s: S, answer: Answer) -> None:
        if not isinstance(answer, Roll) or [*answer.faces] != self.dice or s.now.lamps == 0:
            raise Refused("illegal", T("Throw these dice."), "TOY-5")
        s.agenda.append(self)


class DiceOnly(Lanterns):
    """A game of rolls, with the dice of New York Crisis."""

    def __init__(self, names: Sequence[str]) -> None:
        self.dice = {die: SIDES[die] for die in names}

    def lay_out(self, pack: Box, seats: Sequence[str], settings: Mapping[str, str]) -> S:
        return State(pack, Now(seats[0], Deck.of([]), {}), [RollAgain([*self.dice])])


def dice_table(names: Sequence[str], store: MemoryStore) -> Table:
    """A table that asks for these dice, again and again, and is sent readings."""
    game = Game(DiceOnly(names))
    return Table(game, Loaded(), ["ann"], {}, chance={"dice": "asked"}, store=store, clock=lambda: 1000.0)
