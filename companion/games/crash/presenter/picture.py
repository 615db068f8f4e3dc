"""What lies on the table, as a picture: the board of squares, the order of the round, the lost crew."""

from __future__ import annotations

from itertools import product

from companion.core.asks import Ask
from companion.core.texts import T
from companion.games.crash.content.board import square_id
from companion.games.crash.names import crew_name, saucer_name
from companion.games.crash.presenter.labels import (
    crew_icon,
    marker_icon,
    mat_name,
    rotation_words,
    saucer_icon,
    square_name,
)
from companion.games.crash.state import State, board
from companion.games.crash.world import type_of
from companion.scene.scene import Box, Grid, Order, Piece, Row, Square, Standing


def looked_at(s: State, ask: Ask) -> str | None:
    """The saucer that the open question is about, else that of the turn."""
    asked = getattr(ask, "saucer", None)
    if isinstance(asked, str):
        return asked
    return None if s.now.turn is None else s.now.turn.saucer


def grid(s: State, ask: Ask) -> Grid | None:
    """The board, with what is printed on the tiles that lie there; None where it is not followed."""
    w, printed = s.world, board(s)
    if w.light:
        return None
    numbers = {square: str(number) for number, square in printed.sites.items()}
    pieces = on_squares(s)
    saucer = looked_at(s, ask)
    here = None if saucer is None else s.now.saucers[saucer].at
    squares = []
    for number, slot in enumerate(w.slots, 1):
        for column, row in product(range(slot.x, slot.x + slot.w), range(slot.y, slot.y + slot.h)):
            at = square_id(column, row)
            squares.append(
                Square(
                    f"square:{at}",
                    square_name(s, at),
                    column,
                    row,
                    number,
                    numbers.get(at, ""),
                    "accelerator" if at in printed.accelerators else None,
                    pieces.get(at, []),
                    here=at == here,
                )
            )
    sides = [Piece(marker_icon(w, direction), w.word(direction)) for direction in s.now.markers]
    return Grid(squares, sides)


def on_squares(s: State) -> dict[str, list[Piece]]:
    """Saucers and crew by where they are on the board."""
    found: dict[str, list[Piece]] = {}
    for name, saucer in s.now.saucers.items():
        if saucer.at is not None:
            found.setdefault(saucer.at, []).append(Piece(saucer_icon(s.world, name), saucer_name(s.world, name)))
    for crew, at in s.now.out.items():
        found.setdefault(at, []).append(Piece(crew_icon(s.world, crew), crew_name(s.world, crew)))
    return found


def order(s: State) -> Order:
    """The order of the round, each saucer with its seated crew; before it is known, clockwise from the probe."""
    now, w = s.now, s.world
    moving = None if now.turn is None else now.turn.index
    saucers = in_order(s)
    standings = [
        Standing(
            saucer,
            mat_name(w, saucer),
            saucer_icon(w, saucer),
            str(now.saucers[saucer].seated),
            active=index == moving,
            done=index < len(now.moved) and index != moving,
        )
        for index, saucer in enumerate(saucers)
    ]
    return Order(rotation_words(now.rotation), T("seated"), standings)


def in_order(s: State) -> list[str]:
    """The saucers as they play in this round; with two players those that nobody has chosen yet in colour order."""
    now, w = s.now, s.world
    if not now.order:
        return w.saucers_from(now.probe)
    left = {seat: [saucer for saucer in w.saucers_of[seat] if saucer not in now.moved] for seat in w.seats}
    return [now.moved[index] if index < len(now.moved) else left[seat].pop(0) for index, seat in enumerate(now.order)]


def rows(s: State) -> list[Row]:
    """The lost crew by type, the front row first; where the board is not followed also what is on it."""
    w = s.world
    boxes = []
    for kind in w.pack.types:
        crew = [one for one in s.now.lost if type_of(one) == kind]
        pieces = [Piece(crew_icon(w, one), crew_name(w, one)) for one in crew]
        boxes.append(
            Box(
                f"lost:{kind}",
                str(len(crew)),
                w.word(kind),
                f"crew:{kind}",
                pieces=pieces,
                state="normal" if crew else "quiet",
            )
        )
    found = [Row("lost", T("Lost crew"), boxes)]
    if w.light:
        there = [piece for pieces in on_squares(s).values() for piece in pieces]
        found.insert(
            0,
            Row("board", T("On the board"), [Box("board:table", str(len(there)), T("Board"), "site", pieces=there)]),
        )
    return found
