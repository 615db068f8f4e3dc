"""Cups: everybody has five dice under a cup, and bids how many dice of a face lie under all cups together.

Each bid is higher than the one before: more dice, or as many of a higher face. Instead of bidding, doubt the bid: the
cups are lifted. If the bid was right, who doubted loses a die, otherwise who bid. Then everybody left rolls again, and
who lost the die bids first. Who has dice last has won.

What lies under a cup is its owner's secret. It is said in three places: ``cup`` is a ``Secret`` field of the state, the
fact of that name is ``secret``, and the roll is asked of ``only`` one seat. What a doubt lifts moves to ``lifted``.
"""

from typing import ClassVar

from msgspec import Struct

from companion.core.answers import Answer, Face
from companion.core.asks import ChooseAsk, Over, RollAsk
from companion.core.facts import Facts, limit
from companion.core.rules import Rules
from companion.core.secrets import Secret
from companion.core.state import State
from companion.core.steps.agenda import GameEnded
from companion.core.steps.chance import RollStep
from companion.core.steps.listed import ListedStep
from companion.core.texts import T, own_name
from companion.core.todo import tell
from companion.games.game import Game

DICE = [f"die{n}" for n in range(1, 6)]
FACES = range(1, 7)


class Bid(Answer, frozen=True, tag="bid"):
    """At least ``n`` dice of ``face`` lie under the cups."""

    label = T("{n} × {face}")

    n: int
    face: int


class Doubt(Answer, frozen=True, tag="doubt"):
    """Not as many: the cups are lifted."""

    label: ClassVar = {"en": "I doubt it", "es": "No me lo creo"}


class Now(Struct):
    """``left`` are the dice that each seat has, ``bid`` the highest bid of the round and ``by`` who made it."""

    turn: str
    left: dict[str, int]
    cup: Secret[dict[str, list[Face]]] = {}
    lifted: dict[str, list[Face]] = {}
    bid: tuple[int, int] = (0, 0)
    by: str = ""
    round: int = 1


class Shake(RollStep, frozen=True, tag="shake"):
    """CUPS-1: a seat rolls under its cup, and alone looks at it."""

    seat: str

    def dice(self, s):
        return DICE[: s.now.left[self.seat]]

    def ask(self, s):
        return RollAsk(self.seat, "CUPS-1", self.dice(s), only=self.seat)

    def rolled(self, s, faces):
        s.now.cup[self.seat] = sorted(faces.values())


class BidStep(ListedStep, frozen=True, tag="bid"):
    """CUPS-2: whose turn it is bids higher, or doubts."""

    def asks(self, s):
        return True

    def ask(self, s):
        return ChooseAsk(s.now.turn, "CUPS-2", "bid")

    def legal(self, s):
        bids = [Bid(n, face) for n in range(1, sum(s.now.left.values()) + 1) for face in FACES]
        doubt = [Doubt()] if s.now.by else []
        return doubt + [bid for bid in bids if (bid.n, bid.face) > s.now.bid]

    def take(self, s, answer):
        if isinstance(answer, Bid):
            s.now.bid, s.now.by, s.now.turn = (answer.n, answer.face), s.now.turn, after(s, s.now.turn)
            s.agenda.append(self)
        else:
            lift(s)


def lift(s):
    """CUPS-3: all see what lies there, one loses a die, and a new round begins."""
    now = s.now
    n, face = now.bid
    now.lifted, now.cup = dict(now.cup), {}
    there = sum(dice.count(face) for dice in now.lifted.values())
    loser = now.turn if there >= n else now.by
    now.left[loser] -= 1
    for seat, dice in now.lifted.items():
        tell(s, T("{seat}: {what}", seat=own_name(seat), what=", ".join(map(str, dice))), None, "CUPS-3")
    now.turn = loser if now.left[loser] else after(s, loser)
    if sum(left > 0 for left in now.left.values()) == 1:
        raise GameEnded
    now.bid, now.by, now.round = (0, 0), "", now.round + 1
    s.agenda += a_round(now)


def a_round(now):
    """All who have dice roll, in order; then it is bid."""
    return [BidStep(), *(Shake(seat) for seat in reversed(now.left) if now.left[seat])]


def after(s, seat):
    """Who of those with dice comes after this seat."""
    seats = list(s.now.left)
    at = seats.index(seat)
    return next(one for one in [*seats[at + 1 :], *seats[:at]] if s.now.left[one])


FACTS = Facts({"seat": lambda s: s.world.seats})
FACTS.number("left", range(6), "seat", label={"en": "Dice", "es": "Dados"}, icon="dice", followed=True,
             possible=lambda s: not s.now.cup)  # fmt: skip


@FACTS.fact("bid", tuple[int, int] | None, get=lambda s: s.now.bid if s.now.by else None,
            possible=lambda s: bool(s.now.by),
            label={"en": "Bid: dice, face", "es": "Apuesta: dados, cara"})  # fmt: skip
def _bid(s, bid):
    """Of dice that lie under the cups, and a face that dice have."""
    limit(bid is not None and bid[0] in range(1, sum(s.now.left.values()) + 1) and bid[1] in FACES)
    s.now.bid = bid


@FACTS.fact("cup", list[int], "seat", get=lambda s, seat: s.now.cup.get(seat, []), secret=True,
            icon="dice", label={"en": "Under the cup", "es": "Bajo el cubilete"})  # fmt: skip
def _cup(s, seat, faces):
    """As many dice as lie there, and only faces that dice have."""
    limit(len(faces) == len(s.now.cup.get(seat, [])) and set(faces) <= set(FACES))
    s.now.cup[seat] = sorted(faces)


class Cups(Rules):
    """The rules."""

    name, title = "cups", {"en": "Cups", "es": "Cubiletes"}
    answers = Bid | Doubt
    players = (2, 6)
    dice: ClassVar = {die: list(FACES) for die in DICE}
    chance_items = ("dice",)
    corrections = FACTS

    def lay_out(self, pack, seats, settings):
        now = Now(seats[0], dict.fromkeys(seats, 5))
        return State(self.world(pack, seats, settings), now, a_round(now))

    def over(self, state):
        winner = max(state.now.left, key=state.now.left.get)
        return Over(None, "CUPS-4", {"outcome": "won", "winner": winner, "scores": dict(state.now.left)})


GAME = Game(Cups())
