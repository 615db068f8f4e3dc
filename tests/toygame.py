"""Lanterns: a tiny game built from the same parts as the real ones.

There is a shelf with a lamp, a deck of six cards, a bag of five tokens and two dice. First the wind is picked at
random. Then the player draws a card, pulls a token (which goes on the shelf), throws the dice, gambles (two throws in a
row), or stops. The game ends by stopping, or when the deck is empty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, cast

import msgspec
from msgspec import Struct

from companion.core.answers import Answer, Draw, Pick, Pull, Roll, read_answer
from companion.core.asks import Ask, ChooseAsk, DrawAsk, Over, PickAsk, PullAsk, RollAsk
from companion.core.facts import Facts, limit, set_count
from companion.core.instructions import Instruction, Pieces
from companion.core.piles import Bag, Deck, probabilities, put, take
from companion.core.refusals import BadPack, BadSetup, Fault, Refused
from companion.core.rules import Rules
from companion.core.state import State
from companion.core.steps.agenda import GameEnded, Step
from companion.core.texts import T, Words
from companion.games.game import Game

SHELF = "place:shelf"
WINDS = ["north", "south"]
SIDES = {"left": ["A", "A", "B"], "right": ["A", "B", "C"]}


class Box(Struct, frozen=True):
    """The pack: six cards and a bag."""

    id: str = "lanterns_box"
    name: str = "Lanterns"
    cards: tuple[str, ...] = ("ash", "birch", "cedar", "elm", "fir", "oak")
    bag: tuple[tuple[str, int], ...] = (("blue", 2), ("red", 3))


class Loaded(Struct, frozen=True):
    """A loaded box."""

    pack: Box = Box()
    hash: str = "box-1"
    source: str = "lanterns_box"
    name: str = "Lanterns"
    data: Mapping[str, Any] = {}


class Do(Answer, frozen=True, tag="do"):
    """The decision: ``draw``, ``pull``, ``throw``, ``gamble`` or ``stop``."""

    what: str


S: TypeAlias = "State[Box, Now]"
DEEDS = ["draw", "gamble", "pull", "stop", "throw"]


class Deed(Step[S], frozen=True, tag="deed"):
    """TOY-1: choose what to do."""

    def asks(self, s: S) -> bool:
        return True

    def ask(self, s: S) -> Ask:
        return ChooseAsk(s.now.seat, "TOY-1", "deed")

    def legal(self, s: S) -> Sequence[Answer]:
        return [Do(deed) for deed in DEEDS if deed != "pull" or s.now.bag]

    def play(self, s: S, answer: Answer) -> None:
        if not isinstance(answer, Do):
            raise Refused("illegal", T("Choose what to do."), "TOY-1")
        if answer.what not in DEEDS:
            raise Refused("unknown", T("There is no {what}.", what=answer.what), "TOY-1")
        if answer not in self.legal(s):
            raise Refused("illegal", T("The bag is empty."), "TOY-3")
        s.agenda.append(self)
        if answer.what == "stop":
            raise GameEnded
        s.agenda += {"draw": [Drawing()], "pull": [Pulling()], "throw": [Throwing()]}.get(
            answer.what, [Throwing(), Throwing()]
        )


class Wind(Step[S], frozen=True, tag="wind"):
    """TOY-0: the wind is picked at random."""

    def asks(self, s: S) -> bool:
        return True

    def ask(self, s: S) -> Ask:
        return PickAsk(None, "TOY-0", "wind", WINDS)

    def legal(self, s: S) -> Sequence[Answer]:
        return [Pick("wind", wind) for wind in WINDS]

    def odds(self, s: S) -> list[float]:
        return [0.5, 0.5]

    def play(self, s: S, answer: Answer) -> None:
        if answer not in self.legal(s):
            raise Refused("illegal", T("The wind blows from north or south."), "TOY-0")
        s.now.wind = cast(Pick, answer).one


class Drawing(Step[S], frozen=True, tag="drawing"):
    """TOY-2: a card is drawn. The last one ends the game."""

    def asks(self, s: S) -> bool:
        return True

    def ask(self, s: S) -> Ask:
        return DrawAsk(s.now.seat, "TOY-2", "trees", len(s.now.deck.pile))

    def legal(self, s: S) -> Sequence[Answer]:
        return [Draw("trees", card) for card in s.now.deck.pile]

    def odds(self, s: S) -> list[float]:
        return [1 / len(s.now.deck.pile)] * len(s.now.deck.pile)

    def play(self, s: S, answer: Answer) -> None:
        if answer not in self.legal(s):
            raise Refused("illegal", T("That card cannot come now."), "TOY-2")
        s.now.deck.draw(cast(Draw, answer).card)
        s.todo.append(Instruction("place", "card", 1, at=SHELF, rule="TOY-2"))
        if not s.now.deck.pile:
            raise GameEnded


class Pulling(Step[S], frozen=True, tag="pulling"):
    """TOY-3: a token is pulled and put on the shelf."""

    def asks(self, s: S) -> bool:
        return bool(s.now.bag)

    def ask(self, s: S) -> Ask:
        return PullAsk(s.now.seat, "TOY-3", "tokens", SHELF)

    def legal(self, s: S) -> Sequence[Answer]:
        return [Pull("tokens", token) for token in sorted(s.now.bag)]

    def odds(self, s: S) -> list[float]:
        return probabilities(s.now.bag)

    def play(self, s: S, answer: Answer) -> None:
        if answer not in self.legal(s):
            raise Refused("illegal", T("That token is not in the bag."), "TOY-3")
        token = cast(Pull, answer).token
        take(s.now.bag, token)
        put(s.now.shelf, token)
        s.todo.append(Instruction("place", f"token:{token}", 1, at=SHELF, rule="TOY-3"))


class Throwing(Step[S], frozen=True, tag="throwing"):
    """TOY-4: both dice are thrown."""

    def asks(self, s: S) -> bool:
        return True

    def ask(self, s: S) -> Ask:
        return RollAsk(s.now.seat, "TOY-4", sorted(SIDES))

    def legal(self, s: S) -> None:
        return None

    def play(self, s: S, answer: Answer) -> None:
        if not isinstance(answer, Roll) or answer.faces.keys() != SIDES.keys():
            raise Refused("illegal", T("Throw both dice."), "TOY-4")
        if any(face not in SIDES[die] for die, face in answer.faces.items()):
            raise Refused("unknown", T("A die has no such face."), "TOY-4")
        s.now.throws.append("".join(answer.faces[die] for die in sorted(SIDES)))


class Now(Struct):
    """The mutable state."""

    seat: str
    deck: Deck
    bag: Bag
    shelf: Bag = {}
    lamps: int = 1
    wind: str | None = None
    throws: list[str] = []


def _on_the_shelf(s: S, token: str) -> int:
    return s.now.shelf.get(token, 0)


def _of_all_tokens(s: S, token: str) -> range:
    return range(sum(dict(s.world.bag).values()) + 1)


FACTS: Facts[S] = Facts({"seat": lambda s: [s.now.seat], "token": lambda s: dict(s.world.bag)})
FACTS.number("lamps", range(10), followed=True)


@FACTS.fact(
    "shelf:token",
    int,
    possible=lambda s: s.now.wind is not None,
    get=_on_the_shelf,
    values=_of_all_tokens,
    followed=True,
)
def _shelf(s: S, token: str, value: int) -> None:
    """Taken from or returned to the bag."""
    set_count(s.now.shelf, token, value)


@FACTS.fact("wind", Literal["north", "south"], get=lambda s: s.now.wind, possible=lambda s: s.now.wind is not None)
def _wind(s: S, value: str) -> None:
    s.now.wind = value


class Lanterns(Rules[S]):
    """The rules; there is no presenter."""

    name = "lanterns"
    title: Words = "Lanterns"
    box = Box()
    chance_items = ("wind", "trees", "tokens", "dice")
    corrections = FACTS
    dice = SIDES

    def read_pack(self, data: object) -> Box:
        try:
            return msgspec.convert(data, Box)
        except msgspec.ValidationError as no:
            raise BadPack([Fault("", T("{why}", why=str(no)))]) from no

    def seats(self, pack: Box) -> list[tuple[str, Words]]:
        return [("ann", "Ann"), ("bob", "Bob")]

    def seat_limits(self, pack: Box) -> tuple[int, int]:
        return 1, 2

    def lay_out(self, pack: Box, seats: Sequence[str], settings: Mapping[str, str]) -> S:
        for seat in seats:
            if seat not in ("ann", "bob"):
                raise BadSetup(T("There is no seat {seat}: ann, bob.", seat=seat))
        if unknown := settings.keys() - {"lamps"}:
            raise BadSetup(T("There is no setting {key}: lamps.", key=min(unknown)))
        lamps = int(settings.get("lamps", "1"))
        return State(pack, Now(seats[0], Deck.of(list(pack.cards)), dict(pack.bag), lamps=lamps), [Deed(), Wind()])

    def over(self, state: S) -> Over:
        return Over(None, "TOY-9", {"outcome": "win", "cards": len(state.now.deck.display)})

    def balance(self, state: S) -> None:
        left = {token: n - state.now.shelf.get(token, 0) for token, n in state.world.bag}
        limit(min(left.values()) >= 0)
        state.now.bag = {token: n for token, n in left.items() if n}

    def parse(self, state: S, raw: object) -> Answer:
        answer: Answer = read_answer(raw, Do | Draw | Pull | Pick | Roll)
        return answer

    def pieces(self, state: S) -> Pieces:
        shelf = {f"token:{token}": n for token, n in state.now.shelf.items()}
        shelf |= {"lamp": state.now.lamps, "card": len(state.now.deck.display)}
        here = {piece: n for piece, n in shelf.items() if n}
        return {SHELF: here} if here else {}

    def facts(self, state: S) -> dict[str, Any]:
        now = state.now
        return {"wind": now.wind, "cards": now.deck.display, "bag": now.bag, "throws": now.throws, "lamps": now.lamps}

    def view(self, state: S, seat: str | None) -> dict[str, Any]:
        return {"seat": seat, **self.facts(state)}


GAME = Game(Lanterns())
