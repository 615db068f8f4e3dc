"""Renders a scene as text: tracks, board, seats, instructions and choices."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text as Styled

from companion.chance.odds import Likely
from companion.core.texts import P, Say, T, Words
from companion.scene.menu import Item
from companion.scene.scene import Board, Card, DieView, Line, Piece, Scene, SeatView, Track
from companion.terminal.grid import grid_lines
from companion.terminal.scene_parts import PartsView

YELLOW, QUIET, ALERT, STORY, GOOD = "bold yellow", "dim", "red", "cyan", "green"
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


class View:
    """Writes to ``console``, translated by ``say``."""

    def __init__(self, console: Console, say: Say) -> None:
        self.console = console
        self.say = say
        self.days = PartsView(console, say)

    def note(self, words: Words, style: str = "") -> None:
        """Write a sentence on a line of its own."""
        self.console.print(Styled(self.say(words), style=style))

    def picture(self, scene: Scene) -> None:
        """Write the whole table."""
        self.console.rule(style=QUIET)
        width = max((len(self.say(track.name)) for track in scene.tracks), default=0)
        for track in scene.tracks:
            self._track(track, width)
        if scene.board is not None:
            self.console.print(self._board(scene.board))
        if scene.grid is not None:
            for line in grid_lines(scene.grid, self.say):
                self.console.print(line)
        self._seats(scene.seats)
        self.days.picture(scene)
        for notice in scene.notices:
            self.note(T("! {notice}", notice=notice), "yellow")

    def prompt(self, scene: Scene, where: Words | None = None) -> None:
        """Write the question, and ``where`` its rule is found."""
        prompt = scene.prompt
        self.console.print()
        self.console.print(Styled(self.say(prompt.over).upper(), style=YELLOW))
        title = Styled(self.say(prompt.title), style="bold")
        if prompt.hint is not None:
            title.append(f"  {self.say(prompt.hint)}", style="not bold")
        if where is not None:
            title.append(f"  {self.say(where)}", style="not bold dim")
        self.console.print(title)
        if scene.dice:
            self._dice(scene)

    def other_ways(self, scene: Scene) -> None:
        """Write what can be typed besides numbers of the list: several at once, or an amount."""
        if scene.several is not None:
            self.note(T("Type all the numbers of those who do: 1 2. Enter: {none}.", none=scene.several.none), QUIET)
        if scene.entry is not None:
            self.note(T("Type a number from {low} to {high}.", low=scene.entry.low, high=scene.entry.high), QUIET)

    def choices(self, items: Sequence[Item], first: int = 1) -> None:
        """Write the choices, numbered from ``first``."""
        for number, item in enumerate(items, first):
            primary = item.choice is not None and item.choice.primary
            line = Styled(f"{number:>3}  ", style=YELLOW if primary else "")
            line.append(self.say(item.label), style=YELLOW if primary else "bold")
            if item.detail is not None:
                line.append(f"  {self.say(item.detail)}", style="not bold dim")
            if item.group is not None:
                line.append(" …", style="not bold dim")
            self.console.print(line)

    def checklist(self, lines: Sequence[Line]) -> None:
        """Write instructions, line by line."""
        for line in lines:
            words = Styled("  » " if line.read else "  ☐ ")
            if line.sign:
                words.append(f"{line.sign} ", style=YELLOW)
            words.append(self.say(line.words), style=TONES[line.tone])
            self.console.print(words)

    def card(self, card: Card) -> None:
        """Write a card."""
        body = Styled()
        for part, style in ((card.heading, YELLOW), (card.text, "")):
            if part is not None:
                body.append(("\n" if body else "") + self.say(part), style=style)
        title = Styled(self.say(card.title), style="bold")
        self.console.print(Panel(body, title=title, title_align="left", width=min(72, self.console.width)))

    def odds(self, found: Sequence[Likely]) -> None:
        """Write the possible outcomes, most likely first."""
        of: Words | None = None
        for one in found:
            if one.of is not None and one.of != of:
                of = one.of
                self.note(of, YELLOW)
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
            ("s", T("the story so far")),
            ("why", T("the rules behind what you read last")),
            ("odds", T("what a card, a token or a die could bring now")),
            *calling,
            ("h", T("this help")),
            ("q", T("leave")),
        ]
        for key, words in found:
            line = Styled(f"  {self.say(key):<11}", style=YELLOW)
            self.console.print(line.append(self.say(words), style="not bold white"))

    def _track(self, track: Track, width: int) -> None:
        colour = {"alert": ALERT, "story": STORY}.get(track.tone, GOOD)
        line = Styled(f"{self.say(track.name):<{width}} ", style="bold")
        line.append(f"{track.at:>2}/{track.length:<3}", style=f"bold {colour}")
        for position in range(1, track.length + 1):
            mark = "▮" if position <= track.at else "!" if position in track.marks else "·"
            line.append(mark, style=f"not bold {colour}" if mark != "·" else "not bold dim")
        self.console.print(line)

    def _board(self, board: Board) -> Grid:
        names = {spot.id: self.say(spot.name) for spot in board.spots}
        near: dict[str, list[str]] = {spot.id: [] for spot in board.spots}
        for one, other in board.links:
            near[one].append(names[other])
            near[other].append(names[one])
        grid = Grid(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
        for column in (T("square"), T("there"), T("next to")):
            grid.add_column(self.say(column), overflow="fold")
        for spot in board.spots:
            style = YELLOW if spot.here else "red" if spot.blocked else "bold" if spot.pieces else ""
            name = Styled(names[spot.id] + (" Ⓜ" if spot.badge == "station" else ""), style=style)
            grid.add_row(name, Styled(self._pieces(spot.pieces)), Styled(", ".join(sorted(near[spot.id])), style=QUIET))
        return grid

    def _pieces(self, pieces: Sequence[Piece]) -> str:
        words = [piece.name if piece.n == 1 else T("{n} × {piece}", n=piece.n, piece=piece.name) for piece in pieces]
        return ", ".join(map(self.say, words))

    def _seats(self, seats: Sequence[SeatView]) -> None:
        for seat in seats:
            style = YELLOW if seat.active else QUIET if seat.done else "bold"
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
