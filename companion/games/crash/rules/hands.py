"""All changes to pieces, each made and instructed at once (R-GEN-10; wire, "Pieces")."""

from __future__ import annotations

from companion.core.texts import T
from companion.core.todo import move, place, remove, tell
from companion.games.crash.rules.ending import check_win
from companion.games.crash.state import State, holder, place_of, turn
from companion.games.crash.world import type_of


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
