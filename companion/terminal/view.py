"""A scene as text: tracks, boards, days, cities, seats, instructions and choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Styled

from companion.core.instructions import ident
from companion.core.texts import P, Say, T, Words
from companion.scene.menu import MenuItem
from companion.scene.scene import (
    Board,
    Card,
    Cell,
    Clock,
    Counter,
    DieView,
    Grid,
    Holding,
    Line,
    MapTile,
    Order,
    Piece,
    Private,
    Rank,
    Row,
    RowPlace,
    Scene,
    SeatBoard,
    SeatView,
    Side,
    Square,
    Track,
    column_name,
    turn_board,
)
from companion.session.odds import OutcomeOdds

HERE, QUIET, THERE = "bold yellow", "dim", "bold"
WIDTH: Final = 4
"""Width of a square in characters."""
SIGNED: Final = "+"
"""Marks a square with a printed sign."""


def grid_lines(grid: Grid, say: Say) -> list[Styled]:
    """The lines of the board with the pieces at its sides, then the legend of the pieces' letters."""
    squares = {(square.column, square.row): square for square in grid.squares}
    columns = range(max(column for column, _ in squares) + 1)
    rows = range(max(row for _, row in squares) + 1)
    names = Letters(grid.squares, say)
    sides = [say(side.name) for side in grid.sides] or ["", "", "", ""]
    margin = len(sides[3]) + 4
    head = Styled(" " * margin + "".join(f"{column_name(column):^{WIDTH}}" for column in columns), style=QUIET)
    middle = margin + len(columns) * WIDTH // 2
    found = [Styled(f"{sides[0]:^{2 * middle}}".rstrip()), head]
    for row in rows:
        number = f"{row + 1} "
        left = sides[3] if row == len(rows) // 2 else ""
        line = Styled(f"{left:<{margin - len(number)}}{number}", style=QUIET)
        for column in columns:
            line.append_text(_square(squares.get((column, row)), names))
        if row == len(rows) // 2:
            line.append(f" {sides[1]}", style="not bold dim")
        found.append(line)
    found.append(Styled(f"{sides[2]:^{2 * middle}}".rstrip()))
    return [*found, *names.meaning()]


class Letters:
    """Assigns a letter to every piece: the first unused one of its name, else a number."""

    def __init__(self, squares: Sequence[Square], say: Say) -> None:
        self._say = say
        self._of: dict[tuple[str, str], str] = {}
        for large in (True, False):
            used: set[str] = set()
            for square in squares:
                for piece in square.pieces:
                    if _is_large(piece) == large:
                        self._name(piece, used, large=large)

    def _name(self, piece: Piece, used: set[str], *, large: bool) -> None:
        name = self._say(piece.name)
        letters = [one.upper() if large else one.lower() for one in name if one.isalpha()]
        free = [one for one in [*letters, *map(str, range(1, 100))] if one not in used]
        used.add(free[0])
        self._of[piece.icon, name] = free[0]

    def of(self, piece: Piece) -> str:
        return self._of[piece.icon, self._say(piece.name)]

    def meaning(self) -> list[Styled]:
        if not self._of:
            return []
        return [Styled("  " + "  ".join(f"{letter} {name}" for (_, name), letter in self._of.items()), style=QUIET)]


def _is_large(piece: Piece) -> bool:
    """Pieces with only a number are large; those that also have a kind are small."""
    return piece.icon.count(":") < 2


def _square(square: Square | None, letters: Letters) -> Styled:
    if square is None:
        return Styled(" " * WIDTH)
    printed = SIGNED if square.sign is not None else square.label
    there = "".join(map(letters.of, square.pieces))
    style = HERE if square.here else THERE if there else ""
    return Styled(f"{there + (':' if there and printed else '') + printed or '·':^{WIDTH}}", style=style)


STATES = {"alarm": "bold red", "good": "bold green", "quiet": QUIET, "normal": "bold"}


class PartsView:
    """Writes to ``console``, translated by ``say``."""

    def __init__(self, console: Console, say: Say) -> None:
        self.console = console
        self.say = say

    def parts(self, scene: Scene) -> None:
        """Render the parts of a scene other than board, tracks and seats."""
        if scene.clock is not None:
            self._clock(scene.clock)
        if scene.order is not None:
            self._order(scene.order)
        if scene.sides:
            self._sides(scene.sides)
        for row in scene.rows:
            self._row(row)
        if scene.tiles:
            self._city(scene.tiles)
        for rank in scene.ranking:
            self._rank(rank)

    def _clock(self, clock: Clock) -> None:
        line = Styled(self.say(T("Day {day} of {days}", day=clock.day, days=clock.days)), style="bold")
        for number, (_, name) in enumerate(clock.parts):
            line.append("  ")
            line.append(self.say(name), style=HERE if number == clock.part else "not bold dim")
        self.console.print(line)

    def _order(self, order: Order) -> None:
        line = Styled(self.say(T("{order} ({what}):", order=order.name, what=order.what)), style="bold")
        for number, seat in enumerate(order.seats, 1):
            style = HERE if seat.active else "not bold dim" if seat.done else "not bold"
            line.append(f"  {number}. {self.say(seat.name)} {self.say(seat.value)}", style=style)
        self.console.print(line)
        for seat in order.seats if order.kinds else ():
            counted = [
                self.say(T("{place}: {what}", place=kind.name, what=held.n if held.name == kind.name else held.name))
                for kind, held in zip(order.kinds, seat.holds, strict=True)
            ]
            self.console.print(f"   {self.say(seat.name)} · {' · '.join(counted)}", style="not bold", highlight=False)

    def _sides(self, sides: Sequence[Side]) -> None:
        """Players side by side: turn order, compared values, hand, and items in front of them."""
        grid = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
        for column in ("", "#", T("strength"), T("slots"), T("there"), ""):
            grid.add_column(self.say(column), overflow="fold")
        for side in sides:
            style = HERE if side.active else QUIET if side.done else "bold"
            said = [self.say(part) for part in (side.against, side.note) if part is not None]
            sum_ = side.made_of if side.made_of is not None else side.strength
            cells = (side.name, side.figure, sum_, side.room, self.pieces(side.goods), " · ".join(said))
            shown = ("red" if side.open is False else "green") if side.open is not None else QUIET
            styles = (style, "", "", "", "", shown)
            grid.add_row(*(Styled(self.say(cell), style=one) for cell, one in zip(cells, styles, strict=True)))
        self.console.print(grid)

    def _row(self, row: Row) -> None:
        self.console.print(Styled(self.say(row.name), style=HERE))
        if row.size == "small":
            self.console.print(Styled("  " + ", ".join(self._short(box) for box in row.boxes)))
            return
        grid = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
        for box in row.boxes:
            grid.add_row(*self._box(box))
        self.console.print(grid)

    def _short(self, box: RowPlace) -> str:
        label, name = self.say(box.label), self.say(box.name)
        return name if label in ("", name) else f"{label} {name}"

    def _box(self, box: RowPlace) -> list[Styled]:
        name = Styled(f"  {self.say(box.label)}  {self.say(box.name)}", style=STATES[box.state])
        cells = " ".join("▮" if cell is not None else "▯" for cell in box.cells)
        there = "  ".join(part for part in (cells, self.pieces(box.pieces)) if part)
        return [name, Styled(there), Styled(self.say(box.note), style=QUIET)]

    def _city(self, tiles: Sequence[MapTile]) -> None:
        self.console.print(Styled(self.say(T("City")), style=HERE))
        grid = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
        for tile in tiles:
            style = STATES["alarm" if tile.blocked else "normal"]
            grid.add_row(Styled(f"  {self.say(tile.name)}", style=style), Styled(self.pieces(tile.pieces)))
        self.console.print(grid)

    def _rank(self, rank: Rank) -> None:
        place = "–" if rank.rank is None else f"{rank.rank}."
        style = HERE if rank.winner else QUIET if rank.rank is None else ""
        parts = [self.say(part) for part in (rank.value, rank.note, T("winner") if rank.winner else None) if part]
        self.console.print(Styled(f"{place:>3} {self.say(rank.name)}  {' · '.join(parts)}", style=style))
        for step in rank.steps:
            said = [self.say(part) for part in (step.name, step.note) if part is not None]
            self.console.print(Styled(f"    {self.say(step.value):>8}  {': '.join(said)}", style=QUIET))

    def pieces(self, pieces: Sequence[Piece]) -> str:
        there = [piece for piece in pieces if piece.n]
        words = [piece.name if piece.n == 1 else T("{n} × {piece}", n=piece.n, piece=piece.name) for piece in there]
        return ", ".join(map(self.say, words))

    def at_a_glance(self, scene: Scene) -> None:
        """Write what the player to move looks at in every turn, in a line."""
        board = turn_board(scene)
        if board is None:
            return
        line = Styled()
        for one in board.counters:
            if one.every_turn:
                line.append(f"  {self.say(one.name)} ", style="not bold")
                line.append("•••" if one.secret else self.say(one.value), style=HERE)
        self.console.print(line)

    def board(self, board: SeatBoard) -> None:
        """Render a board, with numbers for everything that can be tapped."""
        self.console.print()
        self.console.print(Styled(self.say(board.name), style=HERE))
        if board.note is not None:
            self.console.print(Styled(self.say(board.note), style=QUIET))
        self._counters([*board.counters, *board.holdings])

    def private(self, private: Private, card: Callable[[Card], None]) -> None:
        """Render what only one seat may see; ``card`` renders a card."""
        self.console.print(Styled(self.say(private.name), style=HERE))
        for one in private.cards:
            card(one)
        self._counters([*private.counters, *private.fixes])

    def _counters(self, things: Sequence[Counter | Holding]) -> None:
        for number, thing in enumerate(things, 1):
            line = Styled(f"{number:>3}  ")
            if isinstance(thing, Holding):
                line.append(self.say(thing.piece.name), style="bold")
                if thing.card is not None:
                    line.append(f"  {self.say(thing.card.text)}", style="not bold dim")
                for which, (words, _) in enumerate(thing.taps, 1):
                    line.append(f"  {which}: {self.say(words)}", style="not bold dim")
            else:
                self._counter(line, thing)
            self.console.print(line)

    def _counter(self, line: Styled, counter: Counter) -> None:
        line.append(self.say(counter.name), style="bold")
        line.append(f" {self.say(counter.value)}".rstrip(), style=HERE)
        for cell in counter.cells:
            label = self.say(cell.label)
            line.append(f" {'■' if cell.on else '□'}{label}", style="not bold")
        ways = " ".join(sign for sign, tap in (("+", counter.more), ("−", counter.less)) if tap is not None)
        if ways:
            line.append(f"  {ways}", style="not bold dim")

    def alone(self, *, here: bool) -> None:
        """Enter (``here``) or leave the terminal's alternate screen, so that no secret stays visible.

        Without an alternate screen the text is scrolled out of view.
        """
        if not self.console.set_alt_screen(here) and not here:
            self.console.print("\n" * self.console.height)


ALERT, STORY, GOOD = "red", "cyan", "green"
DICE = {"red": "red", "blue": "cyan", "yellow": "yellow", "grey": "white"}
SHAPES = {"PHYS": "▲", "MENT": "◆", "SOC": "●", "WILD": "★"}
TONES = {"warn": "yellow", "good": GOOD, "quiet": QUIET, "normal": ""}


def face_meant(word: str, scene: Scene, say: Say) -> str | None:
    """The face for a number of the list or a prefix of its name; None if invalid."""
    if word.isdecimal():
        return scene.faces[int(word) - 1] if 1 <= int(word) <= len(scene.faces) else None
    names = {face: (face, say(scene.face_names.get(face, face))) for face in scene.faces}
    meant = [face for face, both in names.items() if any(n.lower().startswith(word.lower()) for n in both)]
    return meant[0] if len(meant) == 1 else None


def _letter(piece: Piece) -> str:
    """A letter for a piece: that of its player's disc, else the first of its name."""
    return (ident(piece.icon).rpartition(":")[2] or piece.icon)[:1].upper()


class TerminalView(PartsView):
    """Writes whole scenes."""

    def note(self, words: Words, style: str = "") -> None:
        """Write a sentence on a line of its own."""
        self.console.print(Styled(self.say(words), style=style))

    def picture(self, scene: Scene) -> None:
        self.console.rule(style=QUIET)
        width = max((len(self.say(track.name)) for track in scene.tracks), default=0)
        for track in scene.tracks:
            self._track(track, width)
        if scene.board is not None and scene.board.spots:
            if scene.board.drawn and self._in_lines(scene.board):
                self._pattern(scene.board)
            else:
                self.console.print(self._board(scene.board))
        if scene.grid is not None:
            for line in grid_lines(scene.grid, self.say):
                self.console.print(line)
        self._seats(scene.seats)
        self.parts(scene)
        for notice in scene.notices:
            self.note(T("! {notice}", notice=notice), "yellow")
        for card in scene.lasting:
            self.note(T("{what}: {which}", what=card.title, which=card.text or ""))

    def prompt(self, scene: Scene, where: Words | None = None) -> None:
        """Write the question, and ``where`` its rule is found."""
        prompt = scene.prompt
        self.console.print()
        self.turn(prompt.over)
        title = Styled(self.say(prompt.title), style="bold")
        if prompt.hint is not None:
            title.append(f"  {self.say(prompt.hint)}", style="not bold")
        if where is not None:
            title.append(f"  {self.say(where)}", style="not bold dim")
        self.console.print(title)
        if scene.dice:
            self._dice(scene)

    def turn(self, over: Words) -> None:
        """Write where the game is, and whose turn it is."""
        self.console.print(Styled(self.say(over).upper(), style=HERE))

    def other_ways(self, scene: Scene) -> None:
        """Write what can be typed besides numbers of the list: several at once, or an amount."""
        if scene.several is not None:
            self.note(T("Type all the numbers of those who do: 1 2. Enter: {none}.", none=scene.several.started), QUIET)
        if scene.entry is not None:
            self.note(T("Type a number from {low} to {high}.", low=scene.entry.low, high=scene.entry.high), QUIET)

    def choices(self, items: Sequence[MenuItem], first: int = 1) -> None:
        """Write the choices, numbered from ``first``."""
        for number, item in enumerate(items, first):
            primary = item.choice is not None and item.choice.primary
            line = Styled(f"{number:>3}  ", style=HERE if primary else "")
            line.append(self.say(item.label), style=HERE if primary else "bold")
            if item.detail is not None:
                line.append(f"  {self.say(item.detail)}", style="not bold dim")
            if item.group is not None and not self.say(item.label).endswith("…"):
                line.append(" …", style="not bold dim")
            self.console.print(line)

    def ticks(self, lines: Sequence[Cell], first: int) -> None:
        """Write the lines of a checklist to tick, numbered from ``first``."""
        for number, one in enumerate(lines, first):
            self.console.print(Styled(f"{number:>3}  {'☑' if one.on else '☐'} {self.say(one.label)}", style="bold"))

    def checklist(self, lines: Sequence[Line]) -> None:
        for line in lines:
            words = Styled("  » " if line.read else "  ☐ ")
            if line.sign:
                words.append(f"{line.sign} ", style=HERE)
            words.append(self.say(line.words), style=TONES[line.tone])
            self.console.print(words)

    def card(self, card: Card) -> None:
        body = Styled()
        for part, style in ((card.heading, HERE), (card.text, "")):
            if part is not None:
                body.append(("\n" if body else "") + self.say(part), style=style)
        title = Styled(self.say(card.title), style="bold")
        self.console.print(Panel(body, title=title, title_align="left", width=min(72, self.console.width)))

    def odds(self, found: Sequence[OutcomeOdds]) -> None:
        """Write the possible outcomes, most likely first."""
        of: Words | None = None
        for one in found:
            if one.of is not None and one.of != of:
                of = one.of
                self.note(of, HERE)
            line = Styled(f"  {self.say(one.share)}", style="bold")
            self.console.print(line.append(f"  {', '.join(one.names)}", style="not bold"))

    def help(self, *, club: bool = False) -> None:
        """Write the commands; ``club``: including the call for help."""
        calling: list[tuple[Words, Words]] = [("call", T("call for help; once more takes it back"))] if club else []
        found: list[tuple[Words, Words]] = [
            (T("number"), T("choose it; dice numbers after it pay with those dice: 2 1 4")),
            (T("Enter"), T("the yellow line; or let the companion draw, or roll")),
            ("d", T("let the companion draw or roll this once, also where you do it yourselves")),
            ("f 1 2 3", T("what the dice show, in order; the f can be left out")),
            ("2 1 3", T("how many of each, where amounts are asked; after a / numbers of names: 2 1 3 / 4 7")),
            ("u, r", T("undo, redo; u 3 takes back three")),
            ("change 12", T("another answer for entry 12; change alone shows the last entries")),
            ("check", T("what should lie where, and correcting what is otherwise")),
            ("new", T("a card or piece that is not in the list: tell it, or do what it says")),
            ("mend 12", T("the card of entry 12 says otherwise")),
            ("b", T("the whole table")),
            ("seat 2", T("the board with that number: then 3 for one more, 3 - for one less, 3 5 for its cell 5")),
            ("secret 2", T("what only the player with that board may see")),
            ("name 1 Ana", T("who sits in that seat; name alone shows all")),
            ("plays 2 good", T("the companion plays that seat: easy, good or strong; person gives it back")),
            ("s", T("the story so far")),
            ("why", T("the rules behind what you read last")),
            ("opinion", T("what the companion would do here, and its chances")),
            ("odds", T("what a card, a token or a die could bring now")),
            *calling,
            ("h", T("this help")),
            ("q", T("leave")),
        ]
        for key, words in found:
            line = Styled(f"  {self.say(key):<11}", style=HERE)
            self.console.print(line.append(self.say(words), style="not bold white"))

    def _track(self, track: Track, width: int) -> None:
        colour = {"alert": ALERT, "story": STORY}.get(track.tone, GOOD)
        line = Styled(f"{self.say(track.name):<{width}} ", style="bold")
        line.append(f"{track.at:>2}{track.of:<4}", style=f"bold {colour}")
        for position in range(1, track.length + 1):
            mark = "▮" if position <= track.at else "!" if position in track.marks else "·"
            line.append(mark, style=f"not bold {colour}" if mark != "·" else "not bold dim")
        self.console.print(line)

    def _in_lines(self, board: Board) -> bool:
        """True if the places stand in so few rows and columns that letters can show them."""
        across, down = ({getattr(spot, axis) for spot in board.spots} for axis in "xy")
        names = max(len(self.say(spot.name)) for spot in board.spots)
        crowded = len(across) * len(down) <= 4 * len(board.spots)
        return crowded and len(across) * (names + 4) <= self.console.width

    def _pattern(self, board: Board) -> None:
        """The places of a board with a pattern where they are on it, with lines, and a letter for what lies there; then
        what lies there in words."""
        across, down = (sorted({getattr(spot, axis) for spot in board.spots}) for axis in "xy")
        at = {spot.id: (across.index(spot.x), down.index(spot.y)) for spot in board.spots}
        said = {at[spot.id]: " ".join([self.say(spot.name), *map(_letter, spot.pieces)]) for spot in board.spots}
        wide = max(map(len, said.values())) + 2
        paper = [[" "] * (wide * len(across)) for _ in range(2 * len(down) - 1)]
        for one, other in board.links:
            (left, top), (right, low) = sorted((at[one], at[other]))
            if top == low:
                paper[2 * top][wide * left : wide * right] = "─" * (wide * (right - left))
            elif left == right:
                for line in range(2 * min(top, low) + 1, 2 * max(top, low)):
                    paper[line][wide * left] = "│"
        for (x, y), words in said.items():
            paper[2 * y][wide * x : wide * x + len(words) + 1] = f"{words} "
        for row in paper:
            self.console.print(Styled("".join(row).rstrip()))
        lies = [spot for spot in board.spots if spot.pieces]
        if lies:
            self.console.print(self._board(Board(lies, [])))

    def _board(self, board: Board) -> Table:
        names = {spot.id: self.say(spot.name) for spot in board.spots}
        near: dict[str, list[str]] = {spot.id: [] for spot in board.spots}
        for one, other in board.links:
            near[one].append(names[other])
            near[other].append(names[one])
        grid = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
        columns = (T("square"), T("there"), T("next to")) if board.links else (T("square"), T("there"))
        for column in columns:
            grid.add_column(self.say(column), overflow="fold")
        for spot in board.spots:
            style = HERE if spot.here else "red" if spot.blocked else "bold" if spot.pieces else ""
            name = Styled(names[spot.id] + (" Ⓜ" if spot.badge == "station" else ""), style=style)
            cells = [name, Styled(self._pieces(spot.pieces)), Styled(", ".join(sorted(near[spot.id])), style=QUIET)]
            grid.add_row(*cells[: len(columns)])
        return grid

    def _pieces(self, pieces: Sequence[Piece]) -> str:
        words = [piece.name if piece.n == 1 else T("{n} × {piece}", n=piece.n, piece=piece.name) for piece in pieces]
        return ", ".join(map(self.say, words))

    def _seats(self, seats: Sequence[SeatView]) -> None:
        for seat in seats:
            style = HERE if seat.active else QUIET if seat.done else "bold"
            line = Styled(self.say(seat.name), style=style)
            if seat.note is not None:
                line.append(f" · {self.say(seat.note)}", style="not bold")
            if seat.pieces:
                line.append(f": {self._pieces(seat.pieces)}", style="not bold")
            self.console.print(line)

    def _dice(self, scene: Scene) -> None:
        line = Styled()
        for number, die in enumerate(scene.dice, 1):
            line.append(f"{number}:", style=QUIET)
            line.append(self._die(die, scene), style=QUIET if die.spent else DICE.get(die.colour, ""))
            line.append("  ")
        self.console.print(line)
        if scene.faces:
            names = [self.say(scene.face_names[face]) for face in scene.faces]
            keys = ", ".join(name if name == str(n) else f"{n} {name}" for n, name in enumerate(names, 1))
            count = sum(die.face is None for die in scene.dice)
            typed = P(
                "Type the face of the die ({faces}), or press Enter to let the companion roll.",
                "Type the faces of the {n} dice in order ({faces}), or press Enter to let the companion roll.",
                count,
                faces=keys,
            )
            self.note(typed, QUIET)

    def _die(self, die: DieView, scene: Scene) -> str:
        name = self.say(die.name)
        if die.face is None:
            return f"{name} ?"
        shown = f"{name} {SHAPES.get(die.face, '')}{self.say(scene.face_names.get(die.face, die.face))}"
        return self.say(T("{die} (spent)", die=shown)) if die.spent else shown
