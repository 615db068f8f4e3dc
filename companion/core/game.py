"""The core's face: what a rulebook must be able to do for the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

from msgspec import Struct

from companion.core.answers import Answer, Face
from companion.core.asks import Ask
from companion.core.instructions import Instruction, Picture, Pieces
from companion.core.state import State
from companion.core.texts import Words
from companion.scene.scene import Card, Line, Place, Private, Scene


class Pack(Protocol):
    """The content of a box, checked. What else is in it is the game's business."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> Words: ...


class LoadedPack(Protocol):
    """A checked pack, a fingerprint of its content, and where it came from (an id or a path)."""

    @property
    def pack(self) -> Any: ...

    @property
    def hash(self) -> str: ...

    @property
    def source(self) -> str: ...


class SetupChoice(Struct, frozen=True):
    """One thing to choose before a game begins: its ``--set`` key, its values in words, the default.

    ``basic`` choices belong on the first page of a set-up, the others among the house rules.
    """

    key: str
    name: Words
    values: list[tuple[str, Words]]
    default: str
    basic: bool = False
    detail: Words | None = None


class Figure(Struct, frozen=True):
    """A number of a game that has ended, for comparing many games; ``share`` is one that is meant in per cent."""

    name: Words
    value: float
    share: bool = False


Colour: TypeAlias = Literal["red", "blue", "yellow", "green", "rose", "grey"]
Marker: TypeAlias = Literal["triangle", "diamond", "disc", "square", "hexagon", "house"]


class Gauge(Struct, frozen=True):
    """Something that is followed over a whole game, as it stands now; everybody may know it.

    Gauges of the same ``chart`` are drawn together; there ``colour`` and ``marker`` both differ. ``most`` is where it
    ends, None where nothing does. ``weight`` says how much a change by one counts when the turning points of a game
    are looked for, 0 not at all.
    """

    id: str
    chart: Words
    name: Words
    value: int
    icon: str
    colour: Colour
    marker: Marker
    most: int | None = None
    weight: float = 0


class Game(Protocol):
    """A rulebook as code. One instance serves all tables; everything that changes is in the state.

    The sequences of ``--set`` pairs come in as ``settings``; ``chance.*`` keys are the table's and never reach
    the game.
    """

    name: str
    title: Words
    bundled_pack: str
    """The id of the pack that is played with if no other is named."""
    chance_items: tuple[str, ...]
    """What can be digital or asked, as in ``--set chance.ITEM=asked``."""
    hideable: tuple[str, ...]
    """Those of them whose cards the companion need not know: then it asks for none of them (``hidden``)."""
    dice: Mapping[str, Sequence[Face]]
    """All dice of the box with their faces, one entry a side; empty for a game without dice."""

    def read_pack(self, data: object) -> Any:
        """Check one JSON value against the game's schema; raises ``BadPack`` with every broken invariant."""

    def seats(self, pack: Any) -> list[tuple[str, Words]]:
        """The seats that may be taken, with their names."""

    def seat_limits(self, pack: Any) -> tuple[int, int]:
        """The least and the most players."""

    def setup_choices(self, pack: Any) -> Sequence[SetupChoice]:
        """What can be set before the game begins."""

    def settings_for(self, pack: Any, seats: Sequence[str]) -> dict[str, str]:
        """What follows for the settings from the seats that people have chosen; what they set themselves goes first."""

    def begin(self, pack: Any, seats: Sequence[str], settings: Mapping[str, str]) -> State[Any, Any]:
        """A new game, settled at its first question; ``BadSetup`` for a seat, key or value it does not know."""

    def ask(self, state: State[Any, Any]) -> Ask:
        """The one open question; ``Over`` at the end."""

    def legal(self, state: State[Any, Any]) -> Sequence[Answer] | None:
        """The answers to list (WIRE, ``legal``); None for a roll."""

    def odds(self, state: State[Any, Any]) -> list[float] | None:
        """The chance of each legal answer in order, where the open ask is chance and not a roll."""

    def chance_item(self, ask: Ask) -> str:
        """Which of ``chance_items`` a chance ask belongs to."""

    def chance_name(self, item: str) -> Words:
        """What people call one of ``chance_items``."""

    def goes_along(self, ask: Ask) -> bool:
        """True for chance that is dealt together with what was before it, without being asked for by itself."""

    def parse(self, state: State[Any, Any], raw: object) -> Answer:
        """An answer from outside; ``Refused`` ``malformed`` if it is no verb, or its fields are wrong."""

    def filled(
        self, state: State[Any, Any], template: Answer, amounts: Mapping[str, int], names: Sequence[str]
    ) -> Answer:
        """A listed template (``Filling``) filled in: ``amounts`` by portion, ``names`` that were chosen."""

    def entered(
        self, state: State[Any, Any], template: Answer, answer: Answer
    ) -> tuple[dict[str, int], list[str]] | None:
        """What fills ``template`` in so that it is ``answer``: amounts and names, as ``filled`` takes them; None if
        ``answer`` is not that template filled in."""

    def allows(self, state: State[Any, Any], answer: Answer) -> bool:
        """Whether the rules take this answer now; nothing changes."""

    def play(self, state: State[Any, Any], answer: Answer) -> list[Instruction]:
        """Take an answer, settle, and say what hands must do; or raise ``Refused``, state unchanged."""

    def correct(self, state: State[Any, Any], changes: Sequence[Any]) -> list[Instruction]:
        """Set facts (WIRE, Corrections), all or none; raises ``Refused``, state unchanged."""

    def corrected(self, state: State[Any, Any], changes: Sequence[Any]) -> State[Any, Any]:
        """The table with these facts set, for looking at what lies there: nothing follows from it, nobody is asked.

        ``state`` stays as it is; refuses what ``correct`` refuses.
        """

    def keep_going(self, state: State[Any, Any]) -> list[dict[str, Any]]:
        """The corrections that keep this game from ending soon, for long measurements; empty where none are needed."""

    def public(self, settings: Mapping[str, str], raw: Mapping[str, Any]) -> dict[str, Any]:
        """An answer, or a change of a correction, as JSON, with null for what only one seat may know (R-GEN-06).

        ``settings`` are those that the game began with: what is a secret at one table is said aloud at another.
        """

    def pieces(self, state: State[Any, Any]) -> Pieces:
        """What lies on the table, everywhere."""

    def picture(self, state: State[Any, Any]) -> Picture:
        """The same, with what lies there used side up."""

    def facts(self, state: State[Any, Any]) -> dict[str, Any]:
        """The whole picture, for machines."""

    def view(self, state: State[Any, Any], seat: str | None) -> dict[str, Any]:
        """What that seat may know; None is the shared screen."""

    def scene(self, state: State[Any, Any]) -> Scene:
        """The whole picture, for people at the shared screen."""

    def private(self, state: State[Any, Any], seat: str) -> Private | None:
        """What only that seat may see, for its own eyes; None where it has no secrets."""

    def places(self, state: State[Any, Any]) -> list[Place]:
        """Everything that lies on the table, place by place, for comparing; empty where a game does not say it."""

    def lines(self, state: State[Any, Any], instructions: Sequence[Instruction]) -> list[Line]:
        """Instructions in words, in the order in which hands do them."""

    def card(self, state: State[Any, Any], answer: Answer) -> Card | None:
        """The card that an answer turned up, to be shown large; None if it was no card."""

    def advise(self, state: State[Any, Any], legal: Sequence[Answer], luck: Callable[[], float]) -> Answer:
        """What a sensible player would answer to a question that people answer.

        ``luck`` gives numbers from 0 up to 1, as ``random.Random().random`` does.
        """

    def figures(self, state: State[Any, Any]) -> list[Figure]:
        """The numbers that many games are compared by, once it has ended: always the same ones, in the same order."""

    def describe(self, state: State[Any, Any], answer: Answer) -> Words:
        """An answer in words, for the log and the undo list."""

    def outcome(self, state: State[Any, Any], answer: Answer) -> Words:
        """What a chance answer brings, as short as people say it; answers that come to the same may share it."""

    def rule(self, number: str) -> Words | None:
        """The rule of that number, as asks, lines and refusals name it, in plain words; None if it has no such rule."""

    def gauges(self, state: State[Any, Any]) -> list[Gauge]:
        """What is followed over the game: always the same ones in the same order; none where nothing is."""

    def chapter(self, state: State[Any, Any]) -> Words:
        """Where in the game this is, in a word or two ("Round 3"): the headings of its log."""
