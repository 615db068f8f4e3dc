"""The rules of a game: what the core asks, what can be answered, and what an answer does.

A rulebook is written as steps on an agenda (``companion.core.steps``). ``Rules`` runs them and gives the table what is
the same in every game. Nothing here knows how anything looks: that is the presenter's business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct, json

from companion.core.answers import Answer, Draw, Face, Pick, Pull, Roll
from companion.core.asks import Ask, DrawAsk, Over, PickAsk, PullAsk
from companion.core.content.learning import Stock, Told, Untold, check_row
from companion.core.content.sheets import BoxSheets
from companion.core.facts import Facts
from companion.core.instructions import Instruction, Picture, Pieces, changes_between, placements
from companion.core.parsing import check_kind, check_side, read_answer
from companion.core.refusals import Refused, known
from companion.core.setup import PlainWorld, SetupChoice, named_seats, numbered_seats, plain_world
from companion.core.state import State
from companion.core.steps.agenda import Step
from companion.core.texts import T, Words

S = TypeVar("S", bound=State[Any, Any])


class Pack(Protocol):
    """The content of a box, checked. What else is in it is the game's business."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> Words: ...


class Box(Protocol):
    """The box of a table: a checked pack, a fingerprint of its content, and where it came from (an id or a path)."""

    @property
    def pack(self) -> Any: ...

    @property
    def hash(self) -> str: ...

    @property
    def source(self) -> str: ...

    @property
    def data(self) -> Any:
        """What it says, as JSON."""

    @property
    def name(self) -> Words:
        """What people call it; empty where it has no name."""

    def learned(self, rules: Rules[Any], table: str, row: Any) -> Box:
        """The box with one row more, or one replaced; ``Refused`` if it cannot be so."""


class NoBox(Struct, frozen=True):
    """The pack of a game that needs no box."""

    id: str = ""
    name: str = ""


class Rules(Generic[S]):
    """The rules of one game. One instance serves all tables; everything that changes is in the state.

    A game gives ``name``, ``title``, ``lay_out`` and ``over``, ``answers`` or ``parse``, ``facts`` or
    ``corrections``, and ``pieces`` if anything lies on its table.
    """

    name: str
    """What it is called in saved games and on the command line: small letters."""
    title: Words
    """What people call it."""
    bundled_pack: str | None = None
    """The id of the pack that is played with if no other is named; None: it is played with ``box``."""
    pack_type: Any = None
    """The record of its packs, from which forms are made; None for a game without packs."""
    sheets: BoxSheets | None = None
    """How its boxes are laid out as sheets; None if they are JSON only."""
    box: Any = NoBox()
    """The box that is played with where there is no pack."""
    players: tuple[int, int] = (1, 4)
    """The least and the most players."""
    choices: Sequence[SetupChoice] = ()
    """What can be set before the game begins."""
    answers: Any = Answer
    """The union of all answers that people and chance can give."""
    chance_items: tuple[str, ...] = ()
    """What can be digital or asked, as in ``--set chance.ITEM=asked``."""
    hideable: tuple[str, ...] = ()
    """Those of them whose cards the companion need not know: then it asks for none of them (``hidden``)."""
    dice: Mapping[str, Sequence[Face]] = {}
    """All dice of the box with their faces, one entry a side; empty for a game without dice."""
    corrections: Facts[S] = Facts({})
    """The facts that can be corrected."""
    told_later: frozenset[str] = frozenset()
    """Fields of a box that nobody need tell while its board is laid in part."""
    dealt_along: tuple[type[Ask], ...] = (PullAsk, PickAsk)
    """Chance that is dealt together with what was before it, without being asked for by itself."""

    # Setting up.

    def read_pack(self, data: object) -> Any:
        """Check one JSON value against the game's schema; raises ``BadPack`` with every broken invariant."""
        return self.box

    def blank_pack(self) -> dict[str, Any]:
        """The JSON of an empty box without id and name: what every box has is filled in, the rest unknown or missing.

        Names in it are words, to be said in the language of the box. Empty for a game without packs.
        """
        return {}

    def blank_words(self) -> Mapping[str, Words]:
        """What the ids of an empty box are called."""
        return {}

    def seats(self, pack: Any) -> list[tuple[str, Words]]:
        """The seats that may be taken, with their names."""
        return numbered_seats(self.seat_limits(pack)[1])

    def seat_limits(self, pack: Any) -> tuple[int, int]:
        """The least and the most players."""
        return self.players

    def setup_choices(self, pack: Any) -> Sequence[SetupChoice]:
        """What can be set before the game begins: by default ``choices``."""
        return self.choices

    def settings_for(self, pack: Any, seats: Sequence[str]) -> dict[str, str]:
        """What follows for the settings from the seats that people have chosen; what they set themselves goes first."""
        return {}

    def world(self, pack: Any, seats: Sequence[str], settings: Mapping[str, str]) -> PlainWorld:
        """What never changes, for a game that needs only ``players`` and ``choices``; refuses as ``lay_out``."""
        return plain_world(pack, named_seats(seats, *self.players), self.choices, settings)

    def lay_out(self, pack: Any, seats: Sequence[str], settings: Mapping[str, str]) -> S:
        """The table before the first step has run; ``BadSetup`` for a seat, key or value that is not known.

        ``chance.*`` keys are the table's and never get here.
        """
        raise NotImplementedError

    def begin(self, pack: Any, seats: Sequence[str], settings: Mapping[str, str]) -> S:
        """A new game, settled at its first question; all that lies there is put there by its instructions."""
        state = self.lay_out(pack, seats, settings)
        state.todo = placements(self.pieces(state))
        state.settle()
        return state

    # Boxes known in part (WIRE).

    def stocks(self, pack: Any) -> Mapping[str, Stock]:
        """The tables of a pack that fill decks and bags, by their path: by default none."""
        return {}

    def stocks_at(self, state: S) -> Mapping[str, Stock]:
        """The same, with decks and bags by the names that the asks of this table use."""
        return self.stocks(state.world.pack)

    def printed(self, state: S, place: str) -> Sequence[str]:
        """All that a deck, or what is picked, can bring, wherever it lies now, where no table of the box tells it."""
        return []

    def check_row(self, pack: Any, table: str, row: object) -> None:
        """Refuse ``malformed`` what is no row of that table, ``unknown`` a name in it that the pack has not."""
        check_row(self.stocks(pack)[table], row)

    def know(self, state: S) -> None:
        """Let decks and bags hold what the box knows now (``unknown.fit``)."""

    def tells(self, state: S, answer: Answer) -> Told | None:
        """What this answer to the open question says that a box known in part can keep."""
        return state.agenda[-1].tells(state, answer) if state.agenda else None

    def untold(self, state: S) -> Untold | None:
        """What the open question lets people tell as a whole."""
        return state.agenda[-1].untold(state) if state.agenda else None

    # What is asked and answered.

    def over(self, state: S) -> Over:
        """The last ask, with the result. Called only when nothing is left to do."""
        raise NotImplementedError

    def ask(self, state: S) -> Ask:
        """The one open question; ``Over`` at the end."""
        return state.agenda[-1].ask(state) if state.agenda else self.over(state)

    def legal(self, state: S) -> Sequence[Answer] | None:
        """The answers to list (WIRE, ``legal``); None for a roll, none at the end."""
        return state.listed(state.agenda[-1]) if state.agenda else []

    def odds(self, state: S) -> list[float] | None:
        """The chance of each legal answer in order, where the open ask is chance and not a roll."""
        return state.agenda[-1].odds(state) if state.agenda else None

    def parse(self, state: S, raw: object) -> Answer:
        """An answer from outside; ``Refused`` ``malformed`` if it is no verb, or its fields are wrong.

        Dice and their faces are those of the game.
        """
        answer: Answer = read_answer(raw, self.answers | Draw | Pull | Pick | Roll)
        if isinstance(answer, Roll):
            for face in answer.faces.values():
                check_kind(face, [side for sides in self.dice.values() for side in sides])
            for die, face in answer.faces.items():
                known(die, self.dice)
                check_side(face, self.dice[die])
        return answer

    def allows(self, state: S, answer: Answer) -> bool:
        """Whether the rules take this answer now; nothing changes. Tried on a copy."""
        try:
            self.play(state.copy(), answer)
        except Refused:
            return False
        return True

    def play(self, state: S, answer: Answer) -> list[Instruction]:
        """Take an answer, settle, and say what hands must do; or raise ``Refused`` with nothing changed."""
        if not state.agenda:
            raise Refused("over", T("The game has ended."))
        state.play(answer)
        return state.take_todo()

    # Chance.

    def chance_item(self, ask: Ask) -> str:
        """Which of ``chance_items`` a chance ask belongs to: by default the deck, the bag, what is picked, ``dice``."""
        if isinstance(ask, DrawAsk):
            return ask.deck
        if isinstance(ask, PullAsk):
            return ask.bag
        return ask.what if isinstance(ask, PickAsk) else "dice"

    def goes_along(self, ask: Ask) -> bool:
        """True for chance that is dealt together with what was before it."""
        return isinstance(ask, self.dealt_along)

    # What is known.

    def facts(self, state: S) -> dict[str, Any]:
        """The whole picture, for machines: by default what lies there, all that changes, and what can be corrected."""
        now = json.decode(json.encode(state.now))
        return {"game": self.name, "pieces": self.pieces(state), **now, **self.corrections.now(state)}

    def view(self, state: S, seat: str | None) -> dict[str, Any]:
        """What that seat may know; None is the shared screen. By default nothing is secret."""
        return {**self.facts(state), "you": seat}

    def public(self, settings: Mapping[str, str], raw: Mapping[str, Any]) -> dict[str, Any]:
        """An answer, or a change of a correction, as JSON, with null for what only one seat may know (R-GEN-06).

        ``settings`` are those that the game began with: what is a secret at one table is said aloud at another.
        """
        return dict(raw)

    def pieces(self, state: S) -> Pieces:
        """What lies on the table, everywhere: by default nothing."""
        return {}

    def face_down(self, state: S) -> Pieces:
        """Which of the pieces lie with their used side up; by default none can."""
        return {}

    def picture(self, state: S) -> Picture:
        """All that hands could see: what lies where, and which way up."""
        return Picture(self.pieces(state), self.face_down(state))

    # Corrections (WIRE, Corrections).

    def balance(self, state: S) -> None:
        """R-GEN-04, after the last change of a correction: work out what the supplies hold.

        ``Refused`` ``illegal`` if more is out than was printed. By default there is nothing to work out.
        """

    def after_correction(self) -> list[Step[S]]:
        """Steps that run once facts have been set, before the open question is looked at anew: none by default."""
        return []

    def correct(self, state: S, changes: Sequence[Any]) -> list[Instruction]:
        """Set facts, all or none, or raise ``Refused`` with nothing changed.

        Gives what hands must do: the difference on the table, and what follows from the question that is open then.
        """
        trial = self.corrected(state, changes)
        trial.todo = changes_between(self.picture(state), self.picture(trial))
        trial.agenda += self.after_correction()
        trial.settle()
        state.replace_with(trial)
        return trial.take_todo()

    def corrected(self, state: S, changes: Sequence[Any]) -> S:
        """The table with these facts set and nothing that follows from them; ``state`` stays as it is.

        Refuses what ``correct`` refuses.
        """
        if not state.agenda:
            raise Refused("over", T("The game has ended. Undo instead."))
        if not changes:
            raise Refused("malformed", T("A correction needs at least one change."))
        trial = state.copy()
        for change in changes:
            self.corrections.apply(trial, change)
        self.balance(trial)
        return trial
