"""The view model of a game. Front ends draw scenes and know no rules.

A game builds one ``Scene`` from its state. ``icon`` names are drawn by the front end; each game lists those it uses.
Locations are those of the instructions (``kind:id``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import Struct, structs

from companion.core.answers import Answer
from companion.core.instructions import Instruction, ident
from companion.core.texts import Words, listed

# Parts of a scene besides the map: rows of places, clock, order of play, players' boards, tiles, ranking.


class Piece(Struct, frozen=True):
    """A stack of equal pieces: icon, name and number. ``face_down``: it is used up.

    ``n`` 0 is shown only where the place of an absent piece is kept.
    """

    icon: str
    name: Words
    n: int = 1
    face_down: bool = False


class Card(Struct, frozen=True):
    """A card to look at: deck, title, heading and text. ``id`` is its id in the box, for its picture; empty if it has
    none."""

    deck: str
    icon: str
    title: Words
    heading: Words | None = None
    text: Words | None = None
    id: str = ""


class Fix(Struct, frozen=True):
    """A tap that corrects: the changes of one correction, and the reason for the log."""

    changes: list[dict[str, Any]]
    why: Words


class NoteTap(Struct, frozen=True):
    """A tap that notes what the rules do not know: the note ``key`` of the table (``Table.note``) gets ``name``, with
    this value. Notes are neither answers nor facts; the undo of an answer leaves them alone."""

    key: str
    name: str
    value: Any


Tap: TypeAlias = Answer | Fix | NoteTap
"""The action of a tap: an answer to the open ask, a correction, or a note."""


class RowPlace(Struct, frozen=True):
    """A place in a row: its label in large type, its name, and its content.

    ``cells`` is a row of card slots, each an icon or empty (None). ``state`` colours the box: ``alarm`` is closed or
    lost, ``good`` is favourable, ``quiet`` is empty. ``badge`` is an icon in the corner. A tap opens the choices whose
    ``spot`` is ``id``.
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


FACT = "fact:"
"""The start of the ids of boxes that show a fact of the rules; ``good`` are those of the player to move."""


class Row(Struct, frozen=True):
    """A row of places under a heading. ``size`` depends on how much each box shows."""

    id: str
    name: Words
    boxes: list[RowPlace]
    size: Literal["large", "small"] = "large"


class Clock(Struct, frozen=True):
    """The day (``day`` of ``days``, from 1), its parts (icon and name), and the current ``part``, from 0, or None."""

    day: int
    days: int
    parts: list[tuple[str, Words]]
    part: int | None = None


class Standing(Struct, frozen=True):
    """A player in a list: seat, name, icon, and the figure that sorts the list. ``holds`` is what the player has of
    each kind that the list counts; a name other than that of the kind says which ones."""

    seat: str
    name: Words
    icon: str
    value: Words = ""
    active: bool = False
    done: bool = False
    holds: list[Piece] = []


class Order(Struct, frozen=True):
    """The players in order of play; ``what`` names their figures, ``kinds`` what is counted besides."""

    name: Words
    what: Words
    seats: list[Standing]
    kinds: list[Piece] = []


class Cell(Struct, frozen=True):
    """A cell of a counter, on or off. ``tap`` None: read-only.

    ``changed``: people changed it in a draft. ``called`` is its name if it shows only a picture.
    """

    label: Words
    on: bool
    icon: str | None = None
    tap: Tap | None = None
    changed: bool = False
    called: Words = ""


class Counter(Struct, frozen=True):
    """A counter: a number that goes up and down, or a row of cells.

    ``more`` and ``less`` are None at the limits. ``value`` is shown large. ``id`` is the same for the same counter on
    every board. ``was`` is the former value of a number changed in a draft. ``listed``: its cells are text, one per
    line, and the counter has a place of its own. ``every_turn``: its player looks at it in every turn, so it comes
    first, large. ``secret``: its value stands in the private view of the seat only.
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
    every_turn: bool = False
    secret: bool = False


class PlaceGroup(Struct, frozen=True):
    """A group of places: the board, the tracks, the players."""

    id: str
    name: Words
    icon: str


class Place(Struct, frozen=True):
    """A place on the table with all that should lie there; the taps of its counters are corrections (``Fix``).

    ``id`` is that of a spot, box, tile or seat of the scene, if there is one, so that it can be tapped. ``deck`` is the
    chance item whose cards lie there; the place does not exist while that item is digital.
    """

    id: str
    name: Words
    group: PlaceGroup
    icon: str
    counters: list[Counter]
    deck: str | None = None


class Holding(Struct, frozen=True):
    """A card or tile on a player's board, and its taps (words, tap). ``card`` is its content."""

    id: str
    piece: Piece
    taps: list[tuple[Words, Tap]] = []
    card: Card | None = None


class SeatBoard(Struct, frozen=True):
    """The board of a player (``seat``), or the common one (``seat`` None). ``plays``: its player's turn is played on
    it, so it is shown when that begins."""

    seat: str | None
    name: Words
    icon: str
    counters: list[Counter]
    holdings: list[Holding] = []
    note: Words | None = None
    active: bool = False
    done: bool = False
    plays: bool = False


class MapTile(Struct, frozen=True):
    """A tile of a map that people lay: the icons of its edges, clockwise from the top, and what lies on it.

    The rules require it to touch at least ``touching`` others when laid, and to continue at least ``joining`` edges.
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
    """A square of a grid, ``column`` and ``row`` from 0, rows downwards.

    ``id`` is its location in instructions, and the ``spot`` of its choices. ``tile`` numbers the tile it belongs to.
    ``label`` and ``sign`` (an icon) are printed there. ``here``: the current subject stands on it.
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
    """A board of squares; ``sides`` is what lies above it, to its right, below it, and to its left. Columns are named
    by letters from A, after Z by numbers, rows by numbers from 1."""

    squares: list[Square]
    sides: list[Piece] = []


def column_name(column: int) -> str:
    """The name of a column of a grid, numbered from 0."""
    return chr(ord("A") + column) if column < 26 else str(column + 1)


class Way(Struct, frozen=True):
    """A direction: its icon and name, and its answer; None if it is not possible."""

    icon: str
    name: Words
    answer: Answer | None = None


class Amount(Struct, frozen=True):
    """A distance: its label in large type, a line below with its effect, an icon or None.

    ``ways`` lead up, right, down and left on the board, as people see it. ``still`` is the answer for not moving.
    """

    label: Words
    detail: Words | None = None
    icon: str | None = None
    ways: list[Way] = []
    still: Answer | None = None


class Pad(Struct, frozen=True):
    """A decision on a number and a direction, or on a direction alone, with one amount.

    The same answers are among the choices of the scene, for front ends without a pad.
    """

    amounts: list[Amount]

    def only(self, answers: Collection[Answer]) -> Pad:
        """The pad with nothing but these answers. An amount with one of them needs no direction."""
        kept = []
        for amount in self.amounts:
            ways = [way if way.answer in answers else structs.replace(way, answer=None) for way in amount.ways]
            open_ = [way for way in ways if way.answer is not None]
            if amount.still in answers:
                kept.append(amount)
            elif len(open_) == 1:
                kept.append(structs.replace(amount, ways=[], still=open_[0].answer))
            elif open_:
                kept.append(structs.replace(amount, ways=ways))
        return Pad(kept)


class Side(Struct, frozen=True):
    """A player compared with the others: strength, capacity and goods.

    ``figure`` sorts the players. ``strength`` is compared, ``made_of`` lists its terms. ``slots`` are icons, ``room``
    is the same in words. ``against`` is the open comparison ("7 > 5"), and ``open`` whether it can be chosen; None if
    there is no comparison. A tap opens the choices whose ``spot`` is ``id``.
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
    """An amount to enter, from 0 to ``most``."""

    id: str
    name: Words
    icon: str
    most: int


class Named(Struct, frozen=True):
    """An option to choose by name."""

    id: str
    name: Words
    icon: str
    detail: Words | None = None


class Filling(Struct, frozen=True):
    """A form: an answer that people fill in; ``template`` is the listed answer.

    ``portions`` are numbers to enter, ``named`` options of which several can be chosen, ``one_of`` options of which one
    is. ``exact``: every portion must be its maximum, and ``most_named`` options be chosen. ``slots`` are icons to put
    the portions on, where goods are carried. ``most_named`` None: any number. ``Game.filled`` makes the answer from
    amounts by portion id and the chosen ids; ``Game.allows`` validates it. A choice with the same template opens the
    form; a form without one is all that is asked. ``start``: what it begins with, amounts and chosen ids. ``unused`` is
    what giving it empty would waste, for a confirmation.
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
    start: tuple[Mapping[str, int], Sequence[str]] | None = None
    unused: Words | None = None


class Tip(Struct, frozen=True):
    """A hint for first-time players, in one or two sentences."""

    id: str
    """Unique for ever: once read, it is not shown again."""
    words: Words
    at: str
    """What it is about: the id of a place (box, spot, side) or of a group of choices, the verb of an answer,
    ``primary`` (the thing to do now), ``turn`` (what a player looks at in every turn), ``dice``, ``form`` (the amounts
    of one), ``pad``, ``track:ID``, ``clock``, ``order``, or ``about:`` and a subject shown elsewhere (``undo``,
    ``items``, ``players``, ``city``, ``story``, ``log``, ``menu``)."""


class NumberEntry(Struct, frozen=True):
    """A number to enter, from ``low`` to ``high``; ``answers[n - low]`` is the answer for ``n``."""

    name: Words
    low: int
    high: int
    answers: list[Answer]


class Several(Struct, frozen=True):
    """Any number of ``options``; ``answers`` by the set of chosen seats. ``start``: those chosen at first."""

    options: list[Standing]
    answers: dict[frozenset[str], Answer]
    none: Words
    """The label for choosing nobody."""
    start: frozenset[str] = frozenset()

    @property
    def started(self) -> Words:
        """Those chosen at first, in words."""
        return listed([one.name for one in self.options if one.seat in self.start]) if self.start else self.none


class Scored(Struct, frozen=True):
    """A step of the scoring: what is counted, its value, and a note."""

    name: Words
    value: Words
    note: Words | None = None


class Rank(Struct, frozen=True):
    """A line of the final ranking; ``rank`` None is out of it. ``steps`` are the terms of ``value``."""

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

    ``fixes`` correct which cards it holds. They name all candidates, so they must stay hidden with the secret.
    """

    seat: str
    name: Words
    icon: str
    cards: list[Card] = []
    counters: list[Counter] = []
    fixes: list[Counter] = []


# The scene itself.

Tone: TypeAlias = Literal["normal", "good", "warn", "quiet"]


class Track(Struct, frozen=True):
    """A track with one marker: ``at`` of ``length``, and icons by position still ahead."""

    id: str
    name: Words
    at: int
    length: int
    marks: dict[int, str] = {}
    tone: Literal["alert", "story", "plain"] = "plain"
    open: bool = False
    """Nobody has said where it ends: ``length`` is how much of it is shown."""

    @property
    def of(self) -> str:
        """What stands behind the number: where it ends, if that is known."""
        return "" if self.open else f"/{self.length}"


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
    """The board as a map: its spots and links. ``drawn``: it has a pattern, so its spots stay where they are on it."""

    spots: list[Spot]
    links: list[tuple[str, str]]
    drawn: bool = False


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
    the board, as ``detail`` says, so it needs no button if the board can be tapped. ``by_card``: the card that lies
    there (``Scene.card``) does it, so it is shown beside that. ``tally`` as in ``Choice``.
    ``spot``: the place of the board where it is tapped, in the first of two steps; its choices lie elsewhere.
    """

    id: str
    label: Words
    detail: Words | None = None
    icons: list[str] = []
    sheet: bool = False
    on_map: bool = False
    by_card: bool = False
    tally: list[Piece] = []
    spot: str | None = None


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
    is the label of a button that opens the player's board, for events without a choice. ``checklist`` is what hands do
    now, line by line, to tick; the primary choice says that all of it is done. ``lasting`` are the cards that still do
    something later, with what that is.
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
    entry: NumberEntry | None = None
    several: Several | None = None
    ranking: list[Rank] = []
    secrets: list[str] = []
    tips: list[Tip] = []
    grid: Grid | None = None
    pad: Pad | None = None
    sides: list[Side] = []
    fillings: list[Filling] = []
    otherwise: Words | None = None
    checklist: list[Cell] = []
    lasting: list[Card] = []


PlayerT = TypeVar("PlayerT", Side, SeatView, SeatBoard, Standing)
"""What shows whose turn it is."""


def with_turn_of(now: Scene, before: Scene) -> Scene:
    """The scene ``now`` with the heading of ``before``, and with whose turn it was then: for what comes of an answer
    that has already passed the turn on."""
    turns = {(type(one), _whose(one)): (one.active, one.done) for one in _players(before)}
    states = {box.id: box.state for row in before.rows for box in row.boxes if box.id.startswith(FACT)}

    def turned(players: Sequence[PlayerT]) -> list[PlayerT]:
        found = ((one, turns.get((type(one), _whose(one)), (False, one.done))) for one in players)
        return [structs.replace(one, active=active, done=done) for one, (active, done) in found]

    def lit(row: Row) -> Row:
        boxes = [structs.replace(box, state=states[box.id]) if box.id in states else box for box in row.boxes]
        return structs.replace(row, boxes=boxes)

    return structs.replace(
        now,
        prompt=structs.replace(now.prompt, over=before.prompt.over),
        seats=turned(now.seats),
        sides=turned(now.sides),
        boards=turned(now.boards),
        order=None if now.order is None else structs.replace(now.order, seats=turned(now.order.seats)),
        rows=[lit(row) for row in now.rows] if states else now.rows,
    )


def _players(scene: Scene) -> Iterator[Side | SeatView | SeatBoard | Standing]:
    """All places at which a scene shows whose turn it is."""
    yield from scene.seats
    yield from scene.sides
    yield from scene.boards
    yield from scene.order.seats if scene.order is not None else ()


def _whose(one: Side | SeatView | SeatBoard | Standing) -> str | None:
    return one.id if isinstance(one, SeatView) else one.seat


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


# Searches in a scene.


def form_of(scene: Scene, answer: Answer) -> Filling | None:
    """The form that a choice with this answer opens; None if there is none."""
    return next((form for form in scene.fillings if form.template == answer), None)


def only_form(scene: Scene) -> Filling | None:
    """The form that no choice opens, because it is all that is asked."""
    offered = [choice.answer for choice in scene.choices]
    alone = [form for form in scene.fillings if form.template not in offered]
    return alone[0] if alone else None


def people(scene: Scene) -> dict[str, tuple[str, Words]]:
    """The icon and name of each seat, from whichever part of the scene has them."""
    found: dict[str, tuple[str, Words]] = {}
    if scene.order is not None:
        found |= {one.seat: (one.icon, one.name) for one in scene.order.seats}
    found |= {one.seat: (one.icon, one.name) for one in scene.boards if one.seat is not None}
    found |= {one.id: (one.icon, one.name) for one in scene.seats}
    return found


def turn_board(scene: Scene) -> SeatBoard | None:
    """The board on which the player to move plays; None if nobody's turn is played like that."""
    return next((board for board in scene.boards if board.plays), None)


# What is asked for or told beside a scene: the stakes of a place, and reveals.


class Stake(Struct, frozen=True):
    """One stake in a line; ``share`` is its probability (0 to 1), None if it is certain."""

    words: Words
    share: float | None = None


class Stakes(Struct, frozen=True):
    """The cost, the risks and the gains of acting at a place; or what ``follows`` from an answer."""

    name: Words
    cost: list[Stake] = []
    risk: list[Stake] = []
    chance: list[Stake] = []
    follows: list[Stake] = []


Occasion: TypeAlias = Literal["card", "bids", "alert", "crew", "raid", "story", "round", "last", "end"]
"""A card is turned up; secret bids are opened; a marker climbs; the last member of a crew is found; a player takes from
another; the story takes a turn; a round or day begins; the last one begins; the game is over."""


class Opened(Struct, frozen=True):
    """What is revealed of one player: the pieces, the figure that counts, and whether it leads."""

    name: Words
    icon: str
    pieces: list[Piece] = []
    value: Words = ""
    ahead: bool = False


class Reveal(Struct, frozen=True):
    """``of`` is the kind of event, ``words`` describe it in a line.

    ``opened`` are the players involved: the bidders in seating order, which reveals nothing; or who takes, and from
    whom. ``pieces`` are what was taken or found, the latest last. A marker climbs from ``start`` to ``end`` of
    ``length``.
    """

    of: Occasion
    words: Words
    icon: str = ""
    opened: list[Opened] = []
    pieces: list[Piece] = []
    start: int = 0
    end: int = 0
    length: int = 0


def climbed(instructions: Iterable[Instruction], marker: str) -> tuple[int, int] | None:
    """The start and end of a marker's climb on its track; None if it has not climbed."""
    moves = [todo for todo in instructions if todo.verb == "move" and todo.piece == marker]
    if not moves:
        return None
    start, end = int(ident(moves[0].source)), int(ident(moves[-1].to))
    return (start, end) if end > start else None
