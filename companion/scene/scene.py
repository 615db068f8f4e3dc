"""What a game wants shown, without a word about how: the screen and the terminal draw scenes, and know no rule.

A game builds one ``Scene`` from its state. ``icon`` names are drawn by the front end; each game lists the
icons that it uses. Locations are those of the instructions (``kind:id``).
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
    """A track with one marker: ``at`` of ``length``, and the icons that lie on positions still ahead."""

    id: str
    name: Words
    at: int
    length: int
    marks: dict[int, str] = {}
    tone: Literal["alert", "story", "plain"] = "plain"


class Spot(Struct, frozen=True):
    """A place on the board: ``x`` and ``y`` run from 0 (left, top) to 1."""

    id: str
    name: Words
    x: float
    y: float
    pieces: list[Piece] = []
    badge: str | None = None
    here: bool = False
    blocked: bool = False


class Board(Struct, frozen=True):
    """The board as a map: its spots and which of them are joined."""

    spots: list[Spot]
    links: list[tuple[str, str]]


class DieView(Struct, frozen=True):
    """A die of the roll or the pool: its colour, what it shows (None: not known yet), whether it is used up.

    ``name`` is what people call it; several dice may have the same.
    """

    id: str
    colour: str
    face: str | None = None
    spent: bool = False
    name: Words = ""


class Choice(Struct, frozen=True):
    """One thing that can be tapped. ``spot`` ties it to a place on the board, ``group`` gathers variants.

    Choices of the same group are one button first, and one more tap chooses among them; ``group`` None stands alone.
    ``icons`` are what it costs or gives. ``pays`` names the field of the answer that lists dice of the pool (ids):
    people may tap other dice first, and these go into that field instead. ``closing`` ends a turn, or passes: it stays
    in reach, however much else there is, and has one place on a screen, at the foot. ``usual`` is what a tap on its
    place means where several things can be done there; the others stand in their groups. ``unused`` says what is given
    up with it: people are asked once whether they mean it. ``counts``: it notes on a counter of the player's board what
    hands have done, so that nothing is to be done for it. ``tally``: what ``detail`` says in figures, which a picture
    shows in its place.
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
    """A button that gathers choices: what it is called, and a line below.

    ``sheet`` puts it on the sheet of items and skills, one tap away, instead of beside the board. ``on_map``: tapping
    places of the board does it all, and ``detail`` says so; where a board can be tapped it needs no button. ``tally``
    is that of a choice.
    """

    id: str
    label: Words
    detail: Words | None = None
    icons: list[str] = []
    sheet: bool = False
    on_map: bool = False
    tally: list[Piece] = []


class SeatView(Struct, frozen=True):
    """A player's place: name, icon, what lies there."""

    id: str
    name: Words
    icon: str
    pieces: list[Piece] = []
    note: Words | None = None
    active: bool = False
    done: bool = False


class Prompt(Struct, frozen=True):
    """What to do now, in a line (``title``), with where we are above it and a hint below."""

    over: Words
    title: Words
    hint: Words | None = None
    rule: str | None = None


class Scene(Struct, frozen=True):
    """Everything that a front end shows of a game at one moment.

    ``faces`` are those that the dice of an open roll can show, ``face_names`` says what any face is called.
    ``entry`` and ``several`` take the place of choices that are too many to list; ``tiles`` are a map that people
    lay themselves (where each lies is a note of the table, not of the game). ``grid`` is a board of squares,
    ``pad`` what can be chosen by a number and a direction. ``secrets`` are the seats that have something to look at
    alone. ``tips`` are for people who play this game for the first time, the most useful one first; they teach what
    is open now, and a front end shows each once. ``result`` is ``end`` where there is no winning or losing
    together, with ``ranking``. ``otherwise`` is what people tap when something happens that no choice names: it opens
    the board of whoever plays.
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
    """So many pieces (``n``, an ``icon``) that come to somebody or go (the ``sign`` of the line): whose they are and
    what, and the figure of whoever that is."""

    words: Words
    figure: str
    n: int
    icon: str


class Line(Struct, frozen=True):
    """An instruction ready to be shown: a sign (+, −, →), an icon, words, the place, and the rule.

    ``deck`` is the chance item whose cards are handled: while that item is digital there is no such deck on the
    table, and nothing to do (see ``for_hands``). ``read``: it is said to everybody, and there is nothing to do for it.
    ``gain`` says the same as the words, in a figure.
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
    """How a scene offers an answer, None if it does not. Answers are compared, not looked up: those that hold lists
    have no hash."""
    return next((choice for choice in scene.choices if choice.answer == answer), None)


def for_hands(lines: Iterable[Line], chance: Mapping[str, str]) -> list[Line]:
    """The lines that there is something to do for, where ``chance`` says per item who answers it (``Table.chance``)."""
    return [line for line in lines if line.deck is None or chance.get(line.deck) != "digital"]
