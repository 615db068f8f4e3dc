"""The table as parts of the scene: board, order of the round, lost crew, mats, notices."""

from __future__ import annotations

from collections import Counter as Counted
from itertools import product

from msgspec import structs

from companion.core.asks import Ask
from companion.core.texts import P, T, Text, Words, listed
from companion.games.crash.content.board import square_id
from companion.games.crash.presenter.naming import Naming, seated_words
from companion.games.crash.state import State, board, seated
from companion.games.crash.words import OVERRIDES
from companion.games.crash.world import colour_of, type_of
from companion.scene.parts import Counter
from companion.scene.scene import (
    Box,
    Cell,
    Grid,
    Holding,
    Order,
    Piece,
    Rank,
    Row,
    SeatBoard,
    Square,
    Standing,
)

ROTATIONS: dict[str | None, Text] = {"cw": T("Clockwise"), "ccw": T("Counter-clockwise")}
"""The direction of a round as a heading."""


class Table(Naming):
    """What lies on the table."""

    def grid(self, s: State, ask: Ask) -> Grid | None:
        """The board with its tiles; None if it is not tracked."""
        w, printed = s.world, board(s)
        if w.light:
            return None
        pieces = self._on_squares(s)
        saucer = looked_at(s, ask)
        here = None if saucer is None else s.now.saucers[saucer].at
        squares = []
        for number, slot in enumerate(w.slots, 1):
            for column, row in product(range(slot.x, slot.x + slot.w), range(slot.y, slot.y + slot.h)):
                at = square_id(column, row)
                squares.append(
                    Square(
                        f"square:{at}",
                        self.square(s, at),
                        column,
                        row,
                        number,
                        str(printed.site_on.get(at, "")),
                        "accelerator" if at in printed.accelerators else None,
                        pieces.get(at, []),
                        here=at == here,
                    )
                )
        return Grid(squares, [self.piece(s, f"marker:{direction}") for direction in s.now.markers])

    def _on_squares(self, s: State) -> dict[str, list[Piece]]:
        """Saucers and crew by square."""
        found: dict[str, list[Piece]] = {}
        there = [(saucer.at, f"saucer:{name}") for name, saucer in s.now.saucers.items()]
        there += [(at, f"crew:{crew}") for crew, at in s.now.out.items()]
        for at, piece in there:
            if at is not None:
                found.setdefault(at, []).append(self.piece(s, piece))
        return found

    def _rows(self, s: State, ask: Ask) -> list[Row]:
        """The lost crew by type, front row first; in light mode also what is on the board."""
        boxes = []
        for kind in s.world.pack.types:
            crew = [self.piece(s, f"crew:{one}") for one in s.now.lost if type_of(one) == kind]
            box = Box(f"lost:{kind}", str(len(crew)), s.world.word(kind), f"crew:{kind}", pieces=crew)
            boxes.append(box if crew else structs.replace(box, state="quiet"))
        lost = Row("lost", T("Lost crew"), boxes)
        if not s.world.light:
            return [lost]
        there = [piece for pieces in self._on_squares(s).values() for piece in pieces]
        on_board = Box("board:table", str(len(there)), T("Board"), "site", pieces=there)
        return [Row("board", T("On the board"), [on_board]), lost]

    def order(self, s: State) -> Order:
        """The order of the round with seated crew; before it is known, clockwise from the probe."""
        now = s.now
        moving = None if now.turn is None else now.turn.index
        standings = [
            Standing(
                saucer,
                self.mat(s, saucer),
                self.icon(s, f"saucer:{saucer}"),
                str(now.saucers[saucer].seated),
                active=index == moving,
                done=index < len(now.moved) and index != moving,
            )
            for index, saucer in enumerate(in_order(s))
        ]
        return Order(ROTATIONS.get(now.rotation, T("Order")), T("seated"), standings)

    def _boards(self, s: State, ask: Ask) -> list[SeatBoard]:
        """The mats, clockwise from the first player; read-only after the end."""
        return [self._mat(s, saucer, active=saucer == looked_at(s, ask)) for saucer in s.world.saucers]

    def _mat(self, s: State, saucer: str, *, active: bool) -> SeatBoard:
        now, here = s.now, s.now.saucers[saucer]
        places = seats_taken(s, saucer)
        cells = [
            Cell(
                s.world.word(kind),
                crew is not None,
                f"crew:{kind}" if crew is None else self.icon(s, f"crew:{crew}"),
            )
            for kind, crew in places.items()
        ]
        tokens = self.tokens(s, saucer)
        if now.result is not None:
            tokens = [structs.replace(one, more=None, less=None) for one in tokens]
        counters = [Counter("crew", T("Crew"), "players", str(here.seated), cells=cells), *tokens]
        if len(s.world.seats) in OVERRIDES:
            token = "token:override"
            counters.append(Counter("override", T("Override token"), token, cells=[Cell("", here.override, token)]))
        extra = [
            Holding(f"crew:{crew}", self.piece(s, f"crew:{crew}")) for crew in here.crew if crew not in places.values()
        ]
        upgrades = [
            Holding(
                f"upgrade:{card}",
                Piece("upgrade", self.word(s, f"upgrade:{card}"), n, face_down=card in now.used or card in now.fresh),
                card=self.upgrade(s, card),
            )
            for card, n in Counted(here.upgrades).items()
        ]
        return SeatBoard(
            saucer,
            self.mat(s, saucer),
            self.icon(s, f"saucer:{saucer}"),
            counters,
            [*extra, *upgrades],
            T("{n}, {what}", n=seated_words(here.seated), what=self.whereabouts(s, here.at)),
            active=active,
            done=saucer in now.moved and (now.turn is None or saucer != now.turn.saucer),
        )

    def _ranking(self, s: State, ask: Ask) -> list[Rank]:
        """The winner (R-CG-74), then the others by seated crew."""
        if s.now.result is None:
            return []
        winner, crew = s.now.result["winner"], {seat: seated(s, seat) for seat in s.world.seats}
        others = sorted((seat for seat in crew if seat != winner), key=lambda seat: -crew[seat])
        return [
            Rank(
                seat,
                self.word(s, f"seat:{seat}"),
                self.icon(s, f"seat:{seat}"),
                1 if seat == winner else 2 + sum(crew[other] > crew[seat] for other in others),
                seated_words(crew[seat]),
                winner=seat == winner,
            )
            for seat in [winner, *others]
        ]

    def notices(self, s: State) -> list[Words]:
        """The notices, most urgent first."""
        now = s.now
        if now.result is not None:
            return []
        found: list[Words] = []
        if now.turn is not None and now.turn.crashed:
            crashed = listed([self.word(s, f"saucer:{saucer}") for saucer in now.turn.crashed])
            found.append(T("Crashed in this turn: {saucers}", saucers=crashed))
        if now.turn is not None and now.turn.crew_out:
            n = now.turn.crew_out
            found.append(
                P("{n} crew comes onto the board after the turn", "{n} crew come onto the board after the turn", n)
            )
        tokens = [self.word(s, f"saucer:{name}") for name, saucer in now.saucers.items() if saucer.override]
        if tokens and now.phase in ("planning", "turn"):
            found.append(T("Override token: {saucers}", saucers=listed(tokens)))
        found.append(T("The probe: {seat}", seat=self.word(s, f"seat:{now.probe}")))
        deck, discard = len(now.deck.pile), len(now.deck.discard)
        return [*found, T("Upgrades: {deck} in the deck, {discard} discarded", deck=deck, discard=discard)]


def looked_at(s: State, ask: Ask) -> str | None:
    """The saucer of the open question, else that of the turn."""
    asked = getattr(ask, "saucer", None)
    if isinstance(asked, str):
        return asked
    return None if s.now.turn is None else s.now.turn.saucer


def in_order(s: State) -> list[str]:
    """The saucers in order of play; with two players, unchosen ones in colour order."""
    now, w = s.now, s.world
    if not now.order:
        return w.saucers_from(now.probe)
    left = {seat: [saucer for saucer in w.saucers_of[seat] if saucer not in now.moved] for seat in w.seats}
    return [now.moved[index] if index < len(now.moved) else left[seat].pop(0) for index, seat in enumerate(now.order)]


def seats_taken(s: State, saucer: str) -> dict[str, str | None]:
    """The crew seated in each position; of several, the one of the saucer's colour, which is at the bottom
    (R-CG-55)."""
    found: dict[str, str | None] = {}
    for kind in s.world.pack.types:
        same = [crew for crew in s.now.saucers[saucer].crew if type_of(crew) == kind]
        found[kind] = next((crew for crew in same if colour_of(crew) == saucer), same[0] if same else None)
    return found
