"""The view model of a game. Front ends draw scenes and know no rules.

A game builds one ``Scene`` from its state. ``icon`` names are drawn by the front end; each game lists those it uses.
Locations are those of the instructions (``kind:id``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from companion.core.answers import Answer
from companion.core.instructions import Instruction
from companion.core.texts import Words
from companion.scene.parts import (
    Amount,
    Box,
    Card,
    Cell,
    Clock,
    Counter,
    Entry,
    Filling,
    Fix,
    Grid,
    Holding,
    MapTile,
    Named,
    Order,
    Pad,
    Piece,
    Place,
    PlaceGroup,
    Portion,
    Private,
    Rank,
    Row,
    Scored,
    SeatBoard,
    Several,
    Side,
    Square,
    Standing,
    Tap,
    Tip,
    Way,
)

__all__ = [
    "Amount",
    "Board",
    "Box",
    "Card",
    "Cell",
    "Choice",
    "Clock",
    "Counter",
    "DieView",
    "Entry",
    "Filling",
    "Fix",
    "Gain",
    "Grid",
    "Group",
    "Holding",
    "Line",
    "MapTile",
    "Named",
    "Order",
    "Pad",
    "Piece",
    "Place",
    "PlaceGroup",
    "Portion",
    "Private",
    "Prompt",
    "Rank",
    "Row",
    "Scene",
    "Scored",
    "SeatBoard",
    "SeatView",
    "Several",
    "Side",
    "Spot",
    "Square",
    "Standing",
    "Tap",
    "Tip",
    "Tone",
    "Track",
    "Way",
    "for_hands",
]

Tone: TypeAlias = Literal["normal", "good", "warn", "quiet"]


class Track(Struct, frozen=True):
    """A track with one marker: ``at`` of ``length``, and icons by position still ahead."""

    id: str
    name: Words
    at: int
    length: int
    marks: dict[int, str] = {}
    tone: Literal["alert", "story", "plain"] = "plain"


class Spot(Struct, frozen=True):
    """A place on the board; ``x`` and ``y`` from 0 (left, top) to 1."""

    id: str
    name: Words
    x: float
    y: float
    pieces: list[Piece] = []
    badge: str | None = None
    here: bool = False
    blocked: bool = False


class Board(Struct, frozen=True):
    """The board as a map: its spots and links."""

    spots: list[Spot]
    links: list[tuple[str, str]]


class DieView(Struct, frozen=True):
    """A die of the roll or pool: its colour, its face (None: unknown), and whether it is spent.

    ``name`` is for people and need not be unique.
    """

    id: str
    colour: str
    face: str | None = None
    spent: bool = False
    name: Words = ""


class Choice(Struct, frozen=True):
    """Something to tap. ``spot`` is its place on the board, ``group`` the group it belongs to.

    A group is one button that opens its choices; ``group`` None stands alone. ``icons`` are its costs or gains.
    ``pays`` is the field of the answer that lists dice of the pool (ids): people may pay with other dice. ``closing``
    ends a turn or passes, and always stays visible at the foot. ``usual`` is the default of several choices at a place.
    ``unused`` is what would be wasted, for a confirmation. ``counts``: it records on a counter what hands have already
    done. ``tally`` is ``detail`` in figures, shown instead of it in a picture.
    """

    answer: Answer
    label: Words
    detail: Words | None = None
    icons: list[str] = []
    group: str | None = None
    spot: str | None = None
    primary: bool = False
    pays: str | None = None
    closing: bool = False
    usual: bool = False
    unused: Words | None = None
    counts: bool = False
    tally: list[Piece] = []


class Group(Struct, frozen=True):
    """A button that groups choices, with a line below.

    ``sheet``: it is shown on the sheet of items and skills, not beside the board. ``on_map``: its choices are places of
    the board, as ``detail`` says, so it needs no button if the board can be tapped. ``tally`` as in ``Choice``.
    """

    id: str
    label: Words
    detail: Words | None = None
    icons: list[str] = []
    sheet: bool = False
    on_map: bool = False
    tally: list[Piece] = []


class SeatView(Struct, frozen=True):
    """A player's place: name, icon, pieces."""

    id: str
    name: Words
    icon: str
    pieces: list[Piece] = []
    note: Words | None = None
    active: bool = False
    done: bool = False


class Prompt(Struct, frozen=True):
    """What to do now (``title``), with the context above it and a hint below."""

    over: Words
    title: Words
    hint: Words | None = None
    rule: str | None = None


class Scene(Struct, frozen=True):
    """Everything that a front end shows of a game at one moment.

    ``faces`` are the possible faces of an open roll, ``face_names`` the names of all faces. ``entry`` and ``several``
    replace choices that are too many to list. ``tiles`` are a map that people lay themselves (their positions are a
    note of the table, not part of the game). ``grid`` is a board of squares, ``pad`` a choice of number and direction.
    ``secrets`` are the seats with private content. ``tips`` are for first-time players, most useful first; a front end
    shows each once. ``result`` is ``end`` in games that are not won or lost together, with ``ranking``. ``otherwise``
    is the label of a button that opens the player's board, for events without a choice.
    """

    prompt: Prompt
    tracks: list[Track] = []
    board: Board | None = None
    seats: list[SeatView] = []
    dice: list[DieView] = []
    faces: list[str] = []
    face_names: dict[str, Words] = {}
    choices: list[Choice] = []
    groups: list[Group] = []
    notices: list[Words] = []
    card: Card | None = None
    story: list[Card] = []
    result: Literal["win", "loss", "end"] | None = None
    clock: Clock | None = None
    order: Order | None = None
    rows: list[Row] = []
    tiles: list[MapTile] = []
    boards: list[SeatBoard] = []
    entry: Entry | None = None
    several: Several | None = None
    ranking: list[Rank] = []
    secrets: list[str] = []
    tips: list[Tip] = []
    grid: Grid | None = None
    pad: Pad | None = None
    sides: list[Side] = []
    fillings: list[Filling] = []
    otherwise: Words | None = None


class Gain(Struct, frozen=True):
    """A change of ``n`` pieces with an ``icon``, with the sign of its line: whose they are, in words, and that player's
    figure."""

    words: Words
    figure: str
    n: int
    icon: str


class Line(Struct, frozen=True):
    """An instruction to show: a sign (+, −, →), an icon, words, the place, and the rule.

    ``deck`` is the chance item whose cards are handled: while it is digital there is nothing to do (see ``for_hands``).
    ``read``: it is an announcement without anything to do. ``gain`` is the same as the words, as a figure.
    """

    sign: str
    icon: str
    words: Words
    spot: str | None = None
    rule: str | None = None
    tone: Tone = "normal"
    instruction: Instruction | None = None
    deck: str | None = None
    read: bool = False
    gain: Gain | None = None


def choice_of(scene: Scene, answer: Answer) -> Choice | None:
    """The choice with this answer; None if there is none. Answers that hold lists are not hashable, hence the
    search."""
    return next((choice for choice in scene.choices if choice.answer == answer), None)


def for_hands(lines: Iterable[Line], chance: Mapping[str, str]) -> list[Line]:
    """The lines that hands must follow; ``chance`` says who answers each chance item (``Table.chance``)."""
    return [line for line in lines if line.deck is None or chance.get(line.deck) != "digital"]
