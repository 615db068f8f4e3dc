"""Every change to pieces, made and instructed at once (R-GEN-10), passing crew (R-CG-56), and the win (R-CG-74)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.answers import Answer
from companion.core.steps.agenda import GameEnded
from companion.core.steps.listed import ListedStep
from companion.core.texts import T
from companion.core.todo import move, place, remove, tell
from companion.games.crash import answers as say
from companion.games.crash.answers import SaucerAsk
from companion.games.crash.content import POSITIONS
from companion.games.crash.state import CGStep, State, colour_of, holder, place_of, turn, type_of


def mat(saucer: str) -> str:
    """The location of a saucer's mat."""
    return f"mat:{saucer}"


def set_saucer(s: State, saucer: str, square: str, rule: str) -> None:
    """A saucer onto a square, from its mat or from where it is."""
    here = s.now.saucers[saucer]
    source = mat(saucer) if here.at is None else place_of(here.at)
    here.at = square
    move(s, f"saucer:{saucer}", source, place_of(square), rule=rule)


def lift_saucer(s: State, saucer: str, rule: str) -> None:
    """A saucer off the board onto its mat."""
    here = s.now.saucers[saucer]
    assert here.at is not None
    move(s, f"saucer:{saucer}", place_of(here.at), mat(saucer), rule=rule)
    here.at = None


def crash(s: State, saucer: str) -> None:
    """R-CG-40: a saucer leaves the board."""
    tell(s, T("{saucer} leaves the board.", saucer=s.world.called(f"saucer:{saucer}")), mat(saucer), "R-CG-40")
    lift_saucer(s, saucer, "R-CG-40")
    turn(s).crashed.append(saucer)


def pick_up(s: State, saucer: str, crew: str) -> None:
    """R-CG-49: crew of the board comes aboard; the board wants another for it (R-CG-64)."""
    at = s.now.out.pop(crew)
    turn(s).crew_out += 1
    text = T(
        "{saucer} picks up {crew}.", saucer=s.world.called(f"saucer:{saucer}"), crew=s.world.called(f"crew:{crew}")
    )
    tell(s, text, mat(saucer), "R-CG-49")
    _come_aboard(s, saucer, crew, place_of(at), "R-CG-49")


def hand_over(s: State, crew: str, to: str, rule: str) -> None:
    """Crew goes from one saucer to another."""
    source = holder(s, crew)
    assert source is not None
    s.now.saucers[source].crew.remove(crew)
    _come_aboard(s, to, crew, mat(source), rule)


def _come_aboard(s: State, saucer: str, crew: str, source: str, rule: str) -> None:
    here = s.now.saucers[saucer]
    here.crew = sorted([*here.crew, crew])
    move(s, f"crew:{crew}", source, mat(saucer), rule=rule)
    check_win(s, s.world.seat_of[saucer])


def put_out(s: State, crew: str, square: str, rule: str) -> None:
    """Lost crew comes onto the board."""
    s.now.lost.remove(crew)
    s.now.out[crew] = square
    move(s, f"crew:{crew}", f"lost:{type_of(crew)}", place_of(square), rule=rule)


def gain(s: State, saucer: str, energy: int, boosters: int, rule: str) -> None:
    """Energy and boosters from the supply, which is unlimited (R-CG-03)."""
    here = s.now.saucers[saucer]
    here.energy += energy
    here.boosters += boosters
    place(s, "token:energy", mat(saucer), energy, rule)
    place(s, "token:booster", mat(saucer), boosters, rule)


def pay(s: State, saucer: str, energy: int, boosters: int, rule: str) -> None:
    """Energy and boosters to the supply; the caller has checked that they are there."""
    here = s.now.saucers[saucer]
    here.energy -= energy
    here.boosters -= boosters
    remove(s, "token:energy", mat(saucer), energy, rule)
    remove(s, "token:booster", mat(saucer), boosters, rule)


def set_probe(s: State, seat: str, rule: str) -> None:
    """The probe goes to a player (R-CG-72)."""
    move(s, "token:probe", f"seat:{s.now.probe}", f"seat:{seat}", rule=rule)
    s.now.probe = seat


# Passing crew between the two saucers of a player (R-CG-56).

PASSING_RULE = "R-CG-56"


def exchangeable(s: State, saucer: str) -> list[str]:
    """The crew aboard the player's other saucer; empty with more than two players."""
    pair = s.world.saucers_of[s.world.seat_of[saucer]]
    return [
        crew for one in pair for crew in s.now.saucers[one].crew if colour_of(crew) != one and colour_of(crew) in pair
    ]


class PassCrew(ListedStep[State], frozen=True, tag="pass_crew"):
    """R-CG-56: next to each other, both may take the crew of their colour, one after the other."""

    saucer: str

    def asks(self, s: State) -> bool:
        return s.world.pair and self._side_by_side(s) and bool(exchangeable(s, self.saucer))

    def ask(self, s: State) -> SaucerAsk:
        return SaucerAsk(s.world.seat_of[self.saucer], PASSING_RULE, "pass_crew", saucer=self.saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        return [*map(say.TakeCrew, exchangeable(s, self.saucer)), say.Decline()]

    def take(self, s: State, answer: Answer) -> None:
        if isinstance(answer, say.TakeCrew):
            s.agenda.append(self)
            hand_over(s, answer.crew, colour_of(answer.crew), PASSING_RULE)

    def _side_by_side(self, s: State) -> bool:
        twin = s.world.twin(self.saucer)
        here = s.now.saucers[self.saucer].at
        there = None if twin is None else s.now.saucers[twin].at
        return here is not None and there is not None and there in s.world.beside[here]


# The immediate win (R-CG-74 to R-CG-76).

WIN_RULE = "R-CG-74"


def check_win(s: State, seat: str) -> None:
    """R-CG-74 to R-CG-76: a crew in each position, on both saucers with two players; ends everything at once."""
    if all(s.now.saucers[saucer].seated == POSITIONS for saucer in s.world.saucers_of[seat]):
        s.now.phase = "over"
        s.now.result = {"winner": seat, "round": s.now.round, "rule": WIN_RULE}
        tell(s, T("{seat} has a crew in every position and wins.", seat=s.world.called(f"seat:{seat}")), rule=WIN_RULE)
        raise GameEnded


class CheckWins(CGStep, frozen=True, tag="check_wins"):
    """Check for a win after a correction (WIRE.md, "Corrections")."""

    def run(self, s: State) -> None:
        for seat in s.world.seats:
            check_win(s, seat)
