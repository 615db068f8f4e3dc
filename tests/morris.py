"""Nine Men's Morris as somebody writes it who has read the page about writing games: rules alone, in two languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from companion.core import todo
from companion.core.answers import Answer
from companion.core.asks import Ask, ChooseAsk, Over
from companion.core.facts import Facts
from companion.core.instructions import Pieces
from companion.core.rules import Rules
from companion.core.setup import PlainWorld
from companion.core.state import State
from companion.core.steps.agenda import GameEnded
from companion.core.steps.listed import ListedStep
from companion.core.texts import T, Words, own_name
from companion.games.game import Game

TITLE: Words = {"en": "Nine Men's Morris", "es": "Juego del molino"}
LINES = (
    "a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "a4 b4 c4", "e4 f4 g4", "c5 d5 e5", "b6 d6 f6", "a7 d7 g7",
    "a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7",
)  # fmt: skip
MILLS = [tuple(line.split()) for line in LINES]
PLACES = sorted({place for mill in MILLS for place in mill})
PAIRS = [pair for one, two, three in MILLS for pair in ((one, two), (two, three))]
BESIDE = {place: [one if two == place else two for one, two in PAIRS if place in (one, two)] for place in PLACES}

POSITIONS = {place: ("abcdefg".index(place[0]), 7 - int(place[1])) for place in PLACES}


class Put(Answer, frozen=True, tag="put"):
    label: ClassVar = {"en": "Put on {to}", "es": "Poner en {to}"}
    to: str


class Move(Answer, frozen=True, tag="move"):
    label: ClassVar = {"en": "From {start} to {to}", "es": "De {start} a {to}"}
    start: str
    to: str


class Take(Answer, frozen=True, tag="take"):
    label: ClassVar = {"en": "Take the one on {at}", "es": "Quitar la de {at}"}
    at: str


class Now(Struct):
    seat: str
    hand: dict[str, int]
    board: dict[str, str] = {}


S: TypeAlias = "State[PlainWorld, Now]"


class Turn(ListedStep[S], frozen=True, tag="turn"):
    """NMM-1: put a man; NMM-2: with none in hand move one, anywhere with three left."""

    def ask(self, s: S) -> Ask:
        return ChooseAsk(s.now.seat, *(("NMM-1", "put") if s.now.hand[s.now.seat] else ("NMM-2", "move")))

    def legal(self, s: S) -> Sequence[Answer]:
        free = [place for place in PLACES if place not in s.now.board]
        own = _of(s, s.now.seat)
        if s.now.hand[s.now.seat]:
            return [Put(place) for place in free]
        return [Move(start, to) for start in own for to in free if len(own) == 3 or to in BESIDE[start]]

    def take(self, s: S, answer: Answer) -> None:
        me, man, to = s.now.seat, f"man:{s.now.seat}", answer.to  # type: ignore[attr-defined]
        if isinstance(answer, Move):
            del s.now.board[answer.start]
            todo.move(s, man, f"place:{answer.start}", f"place:{to}", rule="NMM-2")
        else:
            s.now.hand[me] -= 1
            todo.move(s, man, f"hand:{me}", f"place:{to}", rule="NMM-1")
        s.now.board[to] = me
        s.agenda += [self, Mill(to)]


class Mill(ListedStep[S], frozen=True, tag="mill"):
    """NMM-3: three in a row take one of the others, out of a mill only if there is no other. NMM-4: the end."""

    at: str

    def asks(self, s: S) -> bool:
        return _in_a_mill(s, self.at)

    def run(self, s: S) -> None:
        _pass_on(s)

    def ask(self, s: S) -> Ask:
        return ChooseAsk(s.now.seat, "NMM-3", "take")

    def legal(self, s: S) -> Sequence[Answer]:
        theirs = _of(s, _other(s))
        return [Take(at) for at in [at for at in theirs if not _in_a_mill(s, at)] or theirs]

    def take(self, s: S, answer: Answer) -> None:
        at: str = answer.at  # type: ignore[attr-defined]
        todo.remove(s, f"man:{s.now.board.pop(at)}", f"place:{at}", rule="NMM-3")
        text = T({"en": "{seat} has {n} men on the board.", "es": "{seat} tiene {n} fichas en el tablero."},
                 seat=own_name(_other(s)), n=len(_of(s, _other(s))))  # fmt: skip
        todo.tell(s, text, rule="NMM-3")
        _pass_on(s)


def _of(s: S, seat: str) -> list[str]:
    return sorted(place for place, whose in s.now.board.items() if whose == seat)


def _other(s: S) -> str:
    return next(seat for seat in s.world.seats if seat != s.now.seat)


def _in_a_mill(s: S, at: str) -> bool:
    return any({s.now.board.get(place) for place in mill} in ({"white"}, {"black"}) for mill in MILLS if at in mill)


def _pass_on(s: S) -> None:
    s.now.seat = _other(s)
    own, free = _of(s, s.now.seat), set(PLACES) - s.now.board.keys()
    stuck = len(own) > 3 and not any(free & set(BESIDE[start]) for start in own)
    if not s.now.hand[s.now.seat] and (len(own) < 3 or stuck):
        raise GameEnded


FACTS: Facts[S] = Facts({"seat": lambda s: s.world.seats, "place": lambda s: PLACES})
FACTS.number("hand", range(10), "seat", label={"en": "In hand", "es": "En la mano"}, icon="hand", followed=True)


@FACTS.fact(
    "board", str | None, "place", get=lambda s, place: s.now.board.get(place),
    values=lambda s, place: (None, *s.world.seats), label={"en": "On the board", "es": "En el tablero"},
)  # fmt: skip
def _stands(s: S, place: str, whose: str | None) -> None:
    s.now.board.pop(place, None)
    if whose is not None:
        s.now.board[place] = whose


class Morris(Rules[S]):
    name, title = "morris", TITLE
    answers = Put | Move | Take
    players = (2, 2)
    corrections = FACTS
    places, beside = POSITIONS, BESIDE
    COLOURS: ClassVar[list[tuple[str, Words]]] = [
        ("white", {"en": "White", "es": "Blancas"}),
        ("black", {"en": "Black", "es": "Negras"}),
    ]

    def seats(self, pack: Any) -> list[tuple[str, Words]]:
        return self.COLOURS

    def lay_out(self, pack: Any, seats: Sequence[str], settings: Mapping[str, str]) -> S:
        return State(self.world(pack, seats, settings), Now(seats[0], dict.fromkeys(seats, 9)), [Turn()])

    def pieces(self, state: S) -> Pieces:
        found = {f"place:{place}": {f"man:{whose}": 1} for place, whose in state.now.board.items()}
        return found | {f"hand:{seat}": {f"man:{seat}": n} for seat, n in state.now.hand.items() if n}

    def over(self, state: S) -> Over:
        return Over(None, "NMM-4", {"winner": _other(state)})


GAME = Game(Morris())
