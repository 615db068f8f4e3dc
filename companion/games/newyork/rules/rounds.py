"""Rounds and turns: the police phase, who plays, and what a player may do (RULES.md 4 to 9; WIRE.md 3.3, 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import structs

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, DrawAsk, RollAsk
from companion.core.piles import UNKNOWN
from companion.core.refusals import Refused, not_this
from companion.core.steps.listed import Verbs, VerbStep
from companion.core.texts import T, Words
from companion.core.todo import move, place, tell
from companion.games.newyork.answers import (
    CarriedOut,
    Caused,
    Collect,
    End,
    Evade,
    ExtraWalk,
    Face,
    Fight,
    Flee,
    Fulfil,
    GiveItem,
    NextSeat,
    RerollDice,
    Ride,
    Skill,
    TakeItem,
    UseItem,
    Walk,
)
from companion.games.newyork.content import FIRST_ROUND_CARS, MOST_DICE, Event
from companion.games.newyork.rules import pieces
from companion.games.newyork.rules.actions import (
    Collecting,
    DiceStep,
    Evading,
    ExtraStep,
    Facing,
    Fighting,
    Giving,
    Rerolling,
    Riding,
    Stepping,
    Taking,
)
from companion.games.newyork.rules.effects import CardEffects, MafiaText, due, expire
from companion.games.newyork.rules.items import Skills, Using, by_themselves, check_usable
from companion.games.newyork.rules.light import ReportTurn, by_cards, caused
from companion.games.newyork.rules.people import LoseDice
from companion.games.newyork.rules.pieces import (
    CardInfo,
    CardItem,
    DrawMafia,
    Location,
    PoliceDraw,
    lose,
    put_car,
    raise_alert,
    refill,
)
from companion.games.newyork.rules.story import Fulfilling
from companion.games.newyork.state import (
    EventNow,
    InForce,
    NewYorkTurn,
    NYStep,
    NYVerb,
    State,
    TaskInForce,
    guarded,
    here,
    modified,
    parted,
    relatives,
    shut,
    turn,
)
from companion.scene.layout import nearest

# Rounds and the police phase (RULES.md 4, 5; WIRE.md 3.3).


class NewRound(NYStep, frozen=True, tag="new_round"):
    """R-NYC-24, WIRE.md 3.3 step 1: what lasted until the end of the round ends, the next round begins.

    R-NYC-86: all items face up. R-NYC-27: the cars of round 1. The ``else`` effects of tasks that nobody
    fulfilled come last and count as police phase.
    """

    def run(self, s: State) -> None:
        now = s.now
        ended: list[NYStep] = []
        if now.round:
            ended = [*due(s, "round_end"), *expire(s, "round")]
            now.effects = [_one_round_less(effect) for effect in now.effects]
            now.tasks = [_unpaid(_one_round_less(task)) for task in now.tasks]
        begun = due(s, "round_start", once=now.round > 0)
        now.phase = "police"
        now.round += 1
        pieces.turn_up_all(s)
        if s.world.options.light and now.round > 1:
            tell(s, T("Turn all your item tokens face up again."), rule="R-NYC-86")
        if now.round == 1:
            self._first_cars(s)
        s.agenda += round_agenda()
        s.agenda += [*begun, *ended]

    def _first_cars(self, s: State) -> None:
        wanted = s.world.scenario.cards[0].first_round_cars
        cars = min(s.now.cars.supply, FIRST_ROUND_CARS if wanted is None else wanted)
        s.now.cars.supply -= cars
        s.now.cars.beside += cars
        place(s, "car", "beside:police", cars, "R-NYC-27")


Lasting = TypeVar("Lasting", InForce, TaskInForce)


def _one_round_less(one: Lasting) -> Lasting:
    """What was to last through the next round lasts through this one."""
    return structs.replace(one, until="round") if one.until == "next_round" else one


def _unpaid(task: TaskInForce) -> TaskInForce:
    """What is paid together is paid in one round."""
    return structs.replace(task, paid={}) if task.paid else task


def round_agenda() -> list[NYStep]:
    """The steps of a round from its police phase on, last things first."""
    return [NewRound(), PlayerPhase(), PolicePhase()]


class PolicePhase(NYStep, frozen=True, tag="police_phase"):
    """WIRE.md 3.3 step 2: the event of the last round ends, cars come off the board, waiting cars join.

    R-NYC-26: cars beside the deck. R-NYC-39: the display to the discard. R-NYC-28, R-NYC-109: only when a car
    was waiting, the discard is shuffled into the deck.
    """

    def run(self, s: State) -> None:
        now = s.now
        now.phase = "police"
        now.event = None
        ended = expire(s, "event")
        for character in now.characters.values():
            character.played = False
        for square, n in sorted(now.cars.squares.items()):
            move(s, "car", s.world.at[square], "beside:police", n, "R-NYC-26")
            now.cars.beside += n
        now.cars.squares = {}
        pieces.discard_display(s, "police", "R-NYC-39")
        if now.cars.waiting:
            move(s, "car", "deck:police", "beside:police", now.cars.waiting, "R-NYC-28")
            now.cars.beside += now.cars.waiting
            now.cars.waiting = 0
            pieces.reshuffle(s, "police", "R-NYC-28")
        s.agenda += [ReadEvent(), DrawCars(), *ended]


class DrawCars(PoliceDraw, frozen=True, tag="draw_cars"):
    """R-NYC-30, R-NYC-31: a card for each car beside the deck; its car is put on its square at once.

    R-NYC-40: with no card left, the remaining cars stay beside the deck. While the board is not whole, hands put the
    car of a card without a known square where it belongs; for the companion it stays beside the deck, where R-NYC-26
    brings it.
    """

    def due(self, s: State) -> int:
        """The number of cars that still get a card."""
        by_hand = len(s.now.police_deck.display) - sum(s.now.cars.squares.values())
        return max(
            0, s.now.cars.beside + min(0, modified(s, "cars")) - (0 if s.world.pack.board.whole else max(0, by_hand))
        )

    def asks(self, s: State) -> bool:
        return self.due(s) > 0 and bool(s.now.police_deck.pile)

    def run(self, s: State) -> None:
        if self.due(s) and refill(s, "R-NYC-40"):
            s.agenda.append(self)

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(None, "R-NYC-30", "police", self.due(s), "car")

    def done(self, s: State, card: str) -> None:
        pieces.draw_card(s, "police", card, "R-NYC-30")
        s.agenda.append(self)
        square = s.world.police_cards[card].square
        if square:
            s.now.cars.beside -= 1
            put_car(s, "beside:police", square, "R-NYC-31")
        elif card != UNKNOWN:
            tell(s, self.without_square, "deck:police", "R-NYC-31")


class ReadEvent(NYStep, frozen=True, tag="read_event"):
    """R-NYC-36, R-NYC-37: the event of the last card on display is read and applied."""

    def run(self, s: State) -> None:
        display = s.now.police_deck.display
        if not display:
            return
        s.now.event = EventNow(display[-1])
        if display[-1] == UNKNOWN:
            return
        event = s.world.police_cards[display[-1]].event
        if untold(s, display[-1]):
            tell(s, _do_it(event), "display:police", "R-NYC-36")
            s.agenda.append(TellEvent(display[-1]))
            return
        tell(s, event.text or _do_it(event), "display:police", "R-NYC-36")
        s.agenda.append(CardEffects(event.effects, "R-NYC-37"))
        if event.random_location:
            s.agenda.append(EventLocation(display[-1]))


def _do_it(event: Event) -> Words:
    return T("“{event}”: do what it says.", event=event.title) if event.title else T("Do what the card says.")


def untold(s: State, card: str) -> bool:
    """True for an event of which only the title was told, on a board that is not whole."""
    event = s.world.police_cards[card].event
    return card != UNKNOWN and not s.world.pack.board.whole and not (event.text or event.effects)


class TellEvent(NYStep, frozen=True, tag="tell_event"):
    """R-NYC-37: what an event has done of which only the title was told.

    Once the box learns its effects they are applied, and the question is over; without any, hands have done it all.
    """

    card: str

    def asks(self, s: State) -> bool:
        return untold(s, self.card)

    def run(self, s: State) -> None:
        if s.now.event is not None and s.now.event.card == self.card:
            s.agenda.append(CardEffects(s.world.police_cards[self.card].event.effects, "R-NYC-37"))

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(None, "R-NYC-37", "event")

    def legal(self, s: State) -> Sequence[Answer]:
        return [CarriedOut()]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, CarriedOut):
            raise not_this("R-NYC-37")


class EventLocation(Location, frozen=True, tag="event_location"):
    """R-NYC-38: the random location of the event; not drawn if a correction has put another event in force."""

    card: str

    def awaited(self, s: State) -> bool:
        """True while the event that wants a location is in force."""
        return s.now.event is not None and s.now.event.card == self.card

    def asks(self, s: State) -> bool:
        return self.awaited(s) and super().asks(s)

    def run(self, s: State) -> None:
        if self.awaited(s):
            super().run(s)

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(None, "R-NYC-38", "police", 1, "location")

    def found(self, s: State, square: str) -> None:
        s.now.event = EventNow(self.card, square)


# The player phase: who plays, the forced move, mafia cards, the roll, the end of a turn (RULES.md 6, 7).

FREE_ACTIONS, HELD_ACTIONS = 2, 1
HELD = T("If police are on your square, move to a free one beside it first; then you have one action instead of two.")
ROLL = T(
    "Roll your dice, without those you have lost, and a grey one for each of the family with you, two at most. Then "
    "each action is two steps, or another roll. An item that was used lies face down."
)
"""What hands do in light mode, where nobody is asked for it: R-NYC-34, R-NYC-35; R-NYC-58, R-NYC-59, R-NYC-85."""


class PlayerPhase(NYStep, frozen=True, tag="player_phase"):
    """R-NYC-41: the police phase is over, the player phase begins."""

    def run(self, s: State) -> None:
        s.now.phase = "players"
        s.agenda.append(NextTurn())


class NextTurn(NYStep, frozen=True, tag="next_turn"):
    """R-NYC-25, R-NYC-42: the table says who plays next; the last seat plays without being asked.

    When all have played the round is over: R-NYC-110, R-NYC-111: lost if the alert limit has been reached.
    """

    def waiting(self, s: State) -> list[str]:
        """The seats that have not played this round, in seat order."""
        return [seat for seat, character in s.now.characters.items() if not character.played]

    def asks(self, s: State) -> bool:
        return len(self.waiting(s)) > 1

    def run(self, s: State) -> None:
        waiting = self.waiting(s)
        if waiting:
            self._begin(s, waiting[0])
        elif s.now.limit_hit:
            lose(s, "R-NYC-110" if s.now.limit_hit == "players" else "R-NYC-111")

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(None, "R-NYC-42", "next")

    def legal(self, s: State) -> Sequence[Answer]:
        return [*(NextSeat(seat) for seat in self.waiting(s)), *by_cards(s)]

    def play(self, s: State, answer: Answer) -> None:
        if isinstance(answer, Caused):
            effects = caused(s, answer)
            s.agenda += [self, CardEffects(effects, "R-NYC-37")]
            return
        if not isinstance(answer, NextSeat):
            raise not_this("R-NYC-42")
        if answer.seat not in self.waiting(s):
            raise Refused("illegal", T("{seat} has played this round already.", seat=answer.seat), "R-NYC-25")
        self._begin(s, answer.seat)

    def _begin(self, s: State, seat: str) -> None:
        s.agenda += [self, OpenTurn(seat)]


class OpenTurn(NYStep, frozen=True, tag="begin_turn"):
    """R-NYC-43: the order inside a turn. R-NYC-34, R-NYC-35, G-NYC-14: who is held is decided now.

    R-NYC-44: mafia cards that a correction has left on display are discarded first; R-NYC-51 must not follow them.
    ``nyc.forced_move_first``: the forced move comes before the mafia cards, or after them.
    """

    seat: str

    def run(self, s: State) -> None:
        pieces.discard_display(s, "mafia", "R-NYC-44")
        s.now.turn = fresh_turn(s, self.seat)
        if s.world.options.light and s.world.options.forced_move_first:
            tell(s, HELD, f"hand:{self.seat}", "R-NYC-34", self.seat)
        draws: list[NYStep] = [
            SetStep("mafia"),
            DrawTurnMafia(self.seat),
            CardInfo(self.seat, "R-NYC-51"),
            CardItem(self.seat, "R-NYC-54"),
            *([MafiaText()] if s.world.mafia_speaks else []),
        ]
        forced: list[NYStep] = [SetStep("forced"), ForcedMove(self.seat)] if held(s, self.seat) else []
        order = forced + draws if s.world.options.forced_move_first else draws + forced
        order += playing_agenda(s, self.seat)
        s.agenda += [*reversed(order), *by_themselves(s, self.seat, "turn_start"), *due(s, "turn_start")]


def held(s: State, seat: str) -> bool:
    """G-NYC-14: a car (with ``nyc.fbi_on_character=as_police`` also FBI) stands on the square of the seat."""
    square = s.now.characters[seat].square
    if square is None or s.world.options.light:
        return False
    as_police = s.world.options.fbi_on_character == "as_police" and square in s.now.fbi
    return square in s.now.cars.squares or as_police


def fresh_turn(s: State, seat: str) -> NewYorkTurn:
    """R-NYC-35, R-NYC-59: a turn begins with two actions, held with one; its square counts as visited."""
    actions = HELD_ACTIONS if held(s, seat) else FREE_ACTIONS
    square = s.now.characters[seat].square
    return NewYorkTurn(seat, max(0, actions + modified(s, "actions", square)), visited={square} if square else set())


def playing_agenda(s: State, seat: str) -> list[NYStep]:
    """The rest of a turn from the roll on, in order."""
    if s.world.options.light:
        return [SetStep("play"), ReportTurn(seat), FinishTurn(seat)]
    return [SetStep("roll"), FirstRoll(seat), SetStep("play"), PlayTurn(seat), FinishTurn(seat)]


class SetStep(NYStep, frozen=True, tag="moment"):
    """Where in the turn we are (``facts.turn.step``)."""

    name: str

    def run(self, s: State) -> None:
        turn(s).step = self.name
        if self.name == "play" and s.world.options.light:
            seat = turn(s).seat
            if not s.world.options.forced_move_first:
                tell(s, HELD, f"hand:{seat}", "R-NYC-34", seat)
            tell(s, ROLL, f"hand:{seat}", "R-NYC-58", seat)


class ForcedMove(NYStep, frozen=True, tag="forced_move"):
    """R-NYC-34: a held character moves to an open adjacent square; the move is no action and ignores mafia.

    G-NYC-15: if none is open, to the nearest open one; if there is none at all it stays. G-NYC-23: the raincoat
    lets it stay with two actions.
    """

    seat: str

    def ways(self, s: State) -> list[str]:
        """Where the character can flee to."""
        square, barred = here(s), shut(s)
        near = [other for other in s.world.neighbours[square] if other not in barred and not parted(s, square, other)]
        if near:
            return near
        return nearest(s.world.neighbours, square, set(s.world.squares) - barred)

    def asks(self, s: State) -> bool:
        return bool(self.ways(s))

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-NYC-34", "forced")

    def coat(self, s: State) -> UseItem:
        """The raincoat against the police here."""
        return UseItem("raincoat", square=here(s), ignore="police")

    def legal(self, s: State) -> Sequence[Answer]:
        answers: list[Answer] = [Flee(square) for square in self.ways(s)]
        try:
            self._check_coat(s, self.coat(s))
        except Refused:
            return answers
        return [*answers, self.coat(s)]

    def play(self, s: State, answer: Answer) -> None:
        if isinstance(answer, UseItem):
            self._check_coat(s, answer)
            self._stay(s)
        elif isinstance(answer, Flee) and answer.to in self.ways(s):
            pieces.set_figure(s, self.seat, answer.to, "R-NYC-34")
            turn(s).visited.add(answer.to)
        else:
            raise not_this("R-NYC-34")

    def _check_coat(self, s: State, answer: UseItem) -> None:
        check_usable(s, answer.item)
        if answer.item not in s.now.characters[self.seat].ready:
            raise Refused("illegal", T("This item is not face up in your hand."), "R-NYC-85")
        if answer != self.coat(s) or not s.world.options.raincoat_vs_forced:
            raise not_this("R-NYC-34")
        if not guarded(s, here(s)):
            raise Refused("illegal", T("There are no police and no FBI to ignore."), "R-NYC-125")

    def _stay(self, s: State) -> None:
        pieces.turn_down(s, "raincoat", self.seat, "R-NYC-85")
        raise_alert(s, 1, "R-NYC-106")
        turn(s).ignored.add(here(s))
        turn(s).actions = max(0, FREE_ACTIONS + modified(s, "actions"))


class DrawTurnMafia(NYStep, frozen=True, tag="draw_turn_mafia"):
    """R-NYC-44: as many mafia cards as the last story card says, and effects add."""

    seat: str

    def run(self, s: State) -> None:
        cards = max(0, s.now.mafia_per_turn + modified(s, "mafia_per_turn"))
        s.agenda.append(DrawMafia(self.seat, cards, "R-NYC-44"))


class FirstRoll(DiceStep, frozen=True, tag="first_roll"):
    """R-NYC-58: the character's dice but those lost to wounds, and a grey die a relative here, at most two."""

    seat: str

    def dice(self, s: State) -> list[str]:
        lost = s.now.characters[self.seat].lost
        counts = {colour: n - lost.get(colour, 0) for colour, n in s.world.dice[self.seat].items()}
        counts["grey"] = min(2, len(relatives(s, self.seat)))
        return sorted(
            f"{colour}{i + 1}"
            for colour, n in counts.items()
            for i in range(max(0, min(MOST_DICE, n + modified(s, colour))))
        )

    def ask(self, s: State) -> RollAsk:
        return RollAsk(self.seat, "R-NYC-58", s.cached(self.dice))


class FinishTurn(NYStep, frozen=True, tag="end_turn"):
    """R-NYC-44: the mafia cards of the turn are put away, and the seat has played."""

    seat: str

    def run(self, s: State) -> None:
        ended = [*by_themselves(s, self.seat, "turn_end"), *due(s, "turn_end")]
        if ended:
            s.agenda += [CloseTurn(self.seat), *ended]
        else:
            CloseTurn(self.seat).run(s)


class CloseTurn(NYStep, frozen=True, tag="close_turn"):
    """The end of a turn, once everything that was to be done at it is done."""

    seat: str

    def run(self, s: State) -> None:
        pieces.discard_display(s, "mafia", "R-NYC-44")
        s.now.characters[self.seat].played = True
        ended = expire(s, "turn")
        s.now.turn = None
        s.agenda += ended


# What the active player can do (RULES.md 7 to 9; WIRE.md 4).


class TurnEnding(NYVerb[End]):
    """R-NYC-76, R-NYC-80: the turn ends; undealt mafia here wounds, once for each token."""

    def options(self, s: State) -> Iterable[Answer]:
        return [End()]

    def check(self, s: State, answer: End) -> None:
        return

    def do(self, s: State, answer: End) -> None:
        s.agenda.pop()
        wounds = pieces.wounds_here(s)
        turn(s).step = "wounds"
        s.agenda.append(LoseDice(turn(s).seat, wounds, "R-NYC-81"))


VERBS: Verbs[State] = {
    Walk: Stepping(),
    ExtraWalk: ExtraStep(),
    Ride: Riding(),
    RerollDice: Rerolling(),
    Collect: Collecting(),
    TakeItem: Taking(),
    Fight: Fighting(),
    Face: Facing(),
    Evade: Evading(),
    GiveItem: Giving(),
    Skill: Skills(),
    UseItem: Using(),
    Fulfil: Fulfilling(),
    End: TurnEnding(),
}


class PlayTurn(VerbStep[State], frozen=True, tag="play"):
    """R-NYC-43, R-NYC-82: actions, spending and free actions in any mix, until the turn is ended."""

    seat: str

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-NYC-43", "play")

    def verbs(self, s: State) -> Verbs[State]:
        return VERBS
