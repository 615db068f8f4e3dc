"""Parts of a scene beside the map: rows of places, the clock, the order of play, players' boards, tiles, the ranking.

Like all of a scene they say what is there and what a tap on it would answer, never how it looks or why it is allowed.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from companion.core.answers import Answer
from companion.core.texts import Words


class Piece(Struct, frozen=True):
    """A stack of equal pieces: its icon, how many, what it is called; ``face_down``: it lies there used up.

    ``n`` 0 is shown only where something keeps its place although there is none of it.
    """

    icon: str
    name: Words
    n: int = 1
    face_down: bool = False


class Card(Struct, frozen=True):
    """A card to look at: the deck that it comes from, title, heading and text; and its ``id`` in the box (empty: it has
    none), which may have a picture of it."""

    deck: str
    icon: str
    title: Words
    heading: Words | None = None
    text: Words | None = None
    id: str = ""


class Fix(Struct, frozen=True):
    """A tap that corrects instead of answering: the changes of one correction, and why, as the log is to say it."""

    changes: list[dict[str, Any]]
    why: Words


Tap: TypeAlias = Answer | Fix
"""What a tap does: it answers the open ask, or it corrects what the companion believes."""


class Box(Struct, frozen=True):
    """A place in a row of places: what is written large on it, its name, what lies there.

    ``cells`` is a small row of card places, filled with an icon or empty (None). ``state`` colours the whole box:
    ``alarm`` is closed or lost, ``good`` is where one wants to be, ``quiet`` is empty. ``badge`` is an icon in its
    corner. Choices whose ``spot`` is ``id`` open with a tap on it.
    """

    id: str
    label: Words
    name: Words
    icon: str | None = None
    badge: str | None = None
    pieces: list[Piece] = []
    cells: list[str | None] = []
    note: Words | None = None
    state: Literal["normal", "alarm", "good", "quiet"] = "normal"


class Row(Struct, frozen=True):
    """Places beside each other under one heading. ``size`` is how much there is to see in each box."""

    id: str
    name: Words
    boxes: list[Box]
    size: Literal["large", "small"] = "large"


class Clock(Struct, frozen=True):
    """The day (``day`` of ``days``, from 1) and its parts (icon and name), ``part`` from 0; None: not in any part."""

    day: int
    days: int
    parts: list[tuple[str, Words]]
    part: int | None = None


class Standing(Struct, frozen=True):
    """A player in a list of players: seat, name, icon, and the figure that puts the list in order."""

    seat: str
    name: Words
    icon: str
    value: Words = ""
    active: bool = False
    done: bool = False


class Order(Struct, frozen=True):
    """Players in the order in which they play; ``what`` says what their figures count."""

    name: Words
    what: Words
    seats: list[Standing]


class Cell(Struct, frozen=True):
    """A small field of a counter, on or off, with what is written on it; ``tap`` None: it only shows.

    ``changed``: people have just made it another, and nobody has said yet that it is right. ``called`` is what people
    say where only a picture is written on it.
    """

    label: Words
    on: bool
    icon: str | None = None
    tap: Tap | None = None
    changed: bool = False
    called: Words = ""


class Counter(Struct, frozen=True):
    """Something that is counted on a player's board: either a number that goes up and down, or a row of cells.

    ``more`` and ``less`` are None where the number cannot go further. ``value`` is shown large. ``id`` stays the
    same for the same counter of every board. ``was`` is the former value where people have just made it another.
    ``listed``: its cells are words to be read, one below the other; such a counter has its place to itself.
    """

    id: str
    name: Words
    icon: str
    value: Words = ""
    more: Tap | None = None
    less: Tap | None = None
    cells: list[Cell] = []
    low: bool = False
    was: Words | None = None
    listed: bool = False


class PlaceGroup(Struct, frozen=True):
    """Places that are looked at together: those of the board, the tracks, the players."""

    id: str
    name: Words
    icon: str


class Place(Struct, frozen=True):
    """Somewhere on the table with all that should lie there; the taps of its counters are corrections (``Fix``).

    ``id`` is that of a spot, box, tile or seat of the scene where there is one, so that a picture of it can be tapped.
    ``deck`` is the chance item whose cards lie there: while that item is digital there is no such place.
    """

    id: str
    name: Words
    group: PlaceGroup
    icon: str
    counters: list[Counter]
    deck: str | None = None


class Holding(Struct, frozen=True):
    """A card or tile on a player's board, by name, and what a tap on it offers (words, tap).

    ``card`` is what can be read on it.
    """

    id: str
    piece: Piece
    taps: list[tuple[Words, Tap]] = []
    card: Card | None = None


class SeatBoard(Struct, frozen=True):
    """The board of a player (``seat``), or what belongs to all (``seat`` None)."""

    seat: str | None
    name: Words
    icon: str
    counters: list[Counter]
    holdings: list[Holding] = []
    note: Words | None = None
    active: bool = False
    done: bool = False


class MapTile(Struct, frozen=True):
    """A tile of a map that people lay: what its edges join (icons, clockwise from the top), and what lies on it.

    By the rules it touches at least ``touching`` others when it is laid, and at least ``joining`` of its edges go on
    there.
    """

    id: str
    name: Words
    edges: list[str | None] = []
    signs: list[str] = []
    pieces: list[Piece] = []
    blocked: bool = False
    start: bool = False
    touching: int = 0
    joining: int = 0


class Square(Struct, frozen=True):
    """A square of a grid, ``column`` and ``row`` from 0, rows downwards: what is printed on it, what stands on it.

    ``id`` is its location in instructions, and the ``spot`` of what can be done there. ``tile`` numbers the tile that
    it is part of. ``label`` and ``sign`` (an icon) are printed there. ``here``: what is looked at now stands on it.
    """

    id: str
    name: Words
    column: int
    row: int
    tile: int
    label: str = ""
    sign: str | None = None
    pieces: list[Piece] = []
    here: bool = False


class Grid(Struct, frozen=True):
    """A board of squares; ``sides`` is what lies above it, at its right, below it and at its left."""

    squares: list[Square]
    sides: list[Piece] = []


class Way(Struct, frozen=True):
    """A direction that can be taken: its icon and name, and what taking it answers; None where it is not possible."""

    icon: str
    name: Words
    answer: Answer | None = None


class Amount(Struct, frozen=True):
    """How far one can go: what is written large, a line below it (what it brings), an icon or None.

    ``ways`` go up, right, down and left on the board, as people see it. ``still`` is the answer for not moving at all.
    """

    label: Words
    detail: Words | None = None
    icon: str | None = None
    ways: list[Way] = []
    still: Answer | None = None


class Pad(Struct, frozen=True):
    """A decision that is a number and a direction, or a direction alone: then there is one amount.

    The same answers stand among the choices of the scene, for front ends that have no pad.
    """

    amounts: list[Amount]


class Side(Struct, frozen=True):
    """A player beside the others: what counts against each other, what can be carried, what lies in front of it.

    ``figure`` puts the players in order; ``strength`` is compared, ``made_of`` says what it is the sum of. ``slots``
    are icons, ``room`` says the same in words. ``against`` is the comparison with whom is asked ("7 > 5") and ``open``
    whether it can be chosen; None where nothing is compared. Choices whose ``spot`` is ``id`` open with a tap on it.
    """

    id: str
    seat: str
    name: Words
    icon: str
    figure: Words = ""
    figure_icon: str | None = None
    strength: Words = ""
    made_of: Words | None = None
    slots: list[str] = []
    goods: list[Piece] = []
    note: Words | None = None
    against: Words | None = None
    open: bool | None = None
    active: bool = False
    done: bool = False
    room: Words = ""


class Portion(Struct, frozen=True):
    """Something of which a number is entered, from 0 to ``most``."""

    id: str
    name: Words
    icon: str
    most: int


class Named(Struct, frozen=True):
    """Something that is chosen by name, several at once."""

    id: str
    name: Words
    icon: str
    detail: Words | None = None


class Filling(Struct, frozen=True):
    """An answer that people fill in: amounts, names, or one of some words; ``template`` is what the game lists.

    ``portions`` are entered as numbers, ``named`` are chosen by name (any of them), ``one_of`` is one word. ``exact``:
    all portions must be as much as there is, and ``most_named`` be named. ``slots`` are icons to lay the portions on,
    where things are carried. ``most_named`` is how many of ``named`` there can be, None: any number. ``Game.filled``
    makes the answer, from amounts by the id of the portion and the ids of all that was chosen by name, and
    ``Game.allows`` says whether it can be given. A choice with the same template as its answer opens a form; a form
    without such a choice is all that is asked.
    """

    template: Answer
    name: Words
    portions: list[Portion] = []
    named: list[Named] = []
    one_of: list[Named] = []
    exact: bool = False
    slots: list[str] = []
    detail: Words | None = None
    most_named: int | None = None


class Tip(Struct, frozen=True):
    """What somebody who plays for the first time wants to know now, in one or two sentences."""

    id: str
    """Never used for anything else: once it is read, it is not shown again."""
    words: Words
    at: str
    """What it is about: the id of a place (box, spot, side) or of a group of choices, the verb of an answer,
    ``primary`` (the thing to do now), ``dice``, ``form`` (the amounts of one), ``pad``, ``track:ID``, ``clock``,
    ``order``, or ``about:`` and what is looked at elsewhere (``undo``, ``items``, ``players``, ``city``, ``story``,
    ``log``, ``menu``)."""


class Entry(Struct, frozen=True):
    """A number to be keyed in, from ``low`` to ``high``: ``answers[n - low]`` is what ``n`` answers."""

    name: Words
    low: int
    high: int
    answers: list[Answer]


class Several(Struct, frozen=True):
    """Any number of ``options`` at once; ``answers`` by the set of the chosen seats."""

    options: list[Standing]
    answers: dict[frozenset[str], Answer]
    none: Words
    """What choosing nobody means."""


class Scored(Struct, frozen=True):
    """A step of the scoring: what is counted, what it brings, and what was there to be counted."""

    name: Words
    value: Words
    note: Words | None = None


class Rank(Struct, frozen=True):
    """A line of the final ranking; ``rank`` None is out of it. ``steps`` lay out what ``value`` is the sum of."""

    seat: str
    name: Words
    icon: str
    rank: int | None
    value: Words
    note: Words | None = None
    winner: bool = False
    steps: list[Scored] = []


class Private(Struct, frozen=True):
    """What only one seat may see: its cards and counters.

    ``fixes`` are what else it can correct, cards that are others than the companion believes; they name all of them, so
    nothing of it may be seen while the secret is hidden.
    """

    seat: str
    name: Words
    icon: str
    cards: list[Card] = []
    counters: list[Counter] = []
    fixes: list[Counter] = []
