"""Renders days, rows of places, players' boards, a city and a ranking as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text as Styled

from companion.core.texts import Say, T
from companion.scene.scene import (
    Box,
    Card,
    Clock,
    Counter,
    Holding,
    MapTile,
    Order,
    Piece,
    Private,
    Rank,
    Row,
    Scene,
    SeatBoard,
    Side,
)

HERE, QUIET = "bold yellow", "dim"
STATES = {"alarm": "bold red", "good": "bold green", "quiet": QUIET, "normal": "bold"}


class PartsView:
    """Writes to ``console`` in the language of ``say``."""

    def __init__(self, console: Console, say: Say) -> None:
        self.console = console
        self.say = say

    def picture(self, scene: Scene) -> None:
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

    def _sides(self, sides: Sequence[Side]) -> None:
        """Players side by side: turn order, compared values, hand, and items in front of them."""
        grid = Grid(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
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
        grid = Grid(box=None, padding=(0, 2, 0, 0), show_header=False)
        for box in row.boxes:
            grid.add_row(*self._box(box))
        self.console.print(grid)

    def _short(self, box: Box) -> str:
        label, name = self.say(box.label), self.say(box.name)
        return name if label in ("", name) else f"{label} {name}"

    def _box(self, box: Box) -> list[Styled]:
        name = Styled(f"  {self.say(box.label)}  {self.say(box.name)}", style=STATES[box.state])
        cells = " ".join("▮" if cell is not None else "▯" for cell in box.cells)
        there = "  ".join(part for part in (cells, self.pieces(box.pieces)) if part)
        return [name, Styled(there), Styled(self.say(box.note), style=QUIET)]

    def _city(self, tiles: Sequence[MapTile]) -> None:
        self.console.print(Styled(self.say(T("City")), style=HERE))
        grid = Grid(box=None, padding=(0, 2, 0, 0), show_header=False)
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
        """Pieces as text, with their counts."""
        there = [piece for piece in pieces if piece.n]
        words = [piece.name if piece.n == 1 else T("{n} × {piece}", n=piece.n, piece=piece.name) for piece in there]
        return ", ".join(map(self.say, words))

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
