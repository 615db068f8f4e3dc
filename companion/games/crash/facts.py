"""The facts of a game, its pieces, and corrections (WIRE.md, "Facts", "Pieces", "Corrections")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct, to_builtins

from companion.core.facts import MOST, Facts, limit
from companion.core.instructions import Pieces, ident, kind, put_piece
from companion.core.piles import lay
from companion.core.refusals import known, known_each
from companion.core.rules import Rules
from companion.core.texts import T
from companion.games.crash.content import CARDS, LIGHT, LOST, POSITIONS, ROTATIONS, SIDES, LaidTile, fitting
from companion.games.crash.rules.pieces import mat
from companion.games.crash.rules.upgrades import DISCARD, DRAWN, asleep, wake
from companion.games.crash.state import Saucer, State, board, front, holder, place_of, seated, turn, type_of

MOST_CREW_OUT = 24
AS_THEY_ARE = ("phase", "round", "probe", "rotation", "order", "moved", "turn", "used", "fresh", "box", "result")
"""Facts with the same name in the state."""

FACTS: Facts[State] = Facts(
    {
        "seat": lambda s: s.world.seats,
        "saucer": lambda s: s.now.saucers,
        "crew": lambda s: s.world.all_crew,
        "upgrade": lambda s: s.world.upgrades,
        "slot": lambda s: range(1, len(s.world.slots) + 1),
    },
    numbers={"slot"},
)
fact = FACTS.fact


class TileValue(Struct, frozen=True, forbid_unknown_fields=True):
    """The tile and rotation in a slot."""

    tile: str
    rotation: int


def _of_saucer(s: State, saucer: str) -> Saucer:
    return s.now.saucers[saucer]


FACTS.number("energy", range(MOST + 1), "saucer", of=_of_saucer, label=T("Energy"), icon="token:energy")
FACTS.number("boosters", range(MOST + 1), "saucer", of=_of_saucer, label=T("Boosters"), icon="token:booster")


# What is followed over the whole game, by player: over both saucers with two players.

ONE_SEATED = 1.5
"""Weight of a crew that is seated or lost: one alone turns no game, one that changes its saucer, or two at once, do."""


def _mats(s: State, seat: str) -> list[Saucer]:
    return [s.now.saucers[saucer] for saucer in s.world.saucers_of[seat]]


FACTS.follow("seated", seated, "seat", label=T("Seated crew"), weight=ONE_SEATED,
             most=lambda s, seat: POSITIONS * len(_mats(s, seat)))  # fmt: skip
FACTS.follow("energy", lambda s, seat: sum(mat.energy for mat in _mats(s, seat)), "seat", label=T("Energy"),
             weight=0)  # fmt: skip
FACTS.follow("boosters", lambda s, seat: sum(mat.boosters for mat in _mats(s, seat)), "seat", label=T("Boosters"),
             weight=0)  # fmt: skip
FACTS.follow("upgrades", lambda s, seat: sum(len(mat.upgrades) for mat in _mats(s, seat)), "seat",
             label=T("Upgrades"), weight=0)  # fmt: skip


def _on_board(s: State) -> list[str]:
    """The places on the board: a square, or the board as a whole."""
    return [LIGHT] if s.world.light else s.world.squares


def _saucer_place(s: State, saucer: str, value: str | None) -> None:
    if value is not None:
        known(value, _on_board(s))


@fact("saucer", str | None, "saucer", names=_saucer_place, get=lambda s, saucer: s.now.saucers[saucer].at)
def _saucer(s: State, saucer: str, value: str | None) -> None:
    """Put a saucer on the board or take it off, which is not a crash."""
    s.now.saucers[saucer].at = value


def crew_place(s: State, crew: str) -> str:
    """The place of crew: lost, on the board, on a mat; else in the box."""
    if crew in s.now.lost:
        return LOST
    if crew in s.now.out:
        return place_of(s.now.out[crew])
    aboard = holder(s, crew)
    return "box" if aboard is None else mat(aboard)


def _crew_places(s: State, crew: str, value: str) -> None:
    known(value, {LOST, *map(mat, s.now.saucers), *map(place_of, _on_board(s))})


@fact("crew", str, "crew", names=_crew_places, get=crew_place)
def _crew(s: State, crew: str, value: str) -> None:
    """Move crew: aboard, on the board or lost. The number still to be placed is unchanged."""
    limit(crew in s.world.crew, T("That crew is not in this game."))
    now = s.now
    for saucer in now.saucers.values():
        saucer.crew = [other for other in saucer.crew if other != crew]
    now.lost = [other for other in now.lost if other != crew]
    now.out.pop(crew, None)
    if value == LOST:
        now.lost = sorted([*now.lost, crew])
    elif kind(value) == "mat":
        now.saucers[ident(value)].crew = sorted([*now.saucers[ident(value)].crew, crew])
    else:
        now.out[crew] = ident(value)


def _piles(s: State) -> dict[str, list[str]]:
    """The upgrades by place, except those just drawn."""
    hands = {mat(name): saucer.upgrades for name, saucer in s.now.saucers.items()}
    return {"deck": s.now.deck.pile, "discard": s.now.deck.discard, "box": s.now.box, **hands}


def upgrade_place(s: State, upgrade: str) -> str:
    """The place of an upgrade; ``somewhere`` if it was drawn before it was known."""
    if upgrade in s.now.deck.display:
        return "drawn"
    return next((pile for pile, cards in _piles(s).items() if upgrade in cards), "somewhere")


@fact("upgrade", str, "upgrade", names=lambda s, upgrade, value: known(value, _piles(s)), get=upgrade_place)
def _upgrade(s: State, upgrade: str, value: str) -> None:
    """Move an upgrade. One acquired this turn can then be used at once."""
    limit(upgrade not in s.now.deck.display, T("That card has just been drawn. Keep it or discard it first."))
    if value != upgrade_place(s, upgrade):
        wake(s, upgrade)
    piles = _piles(s)
    lay(piles, upgrade, value)
    for cards in piles.values():
        cards.sort()
    s.now.fresh = [card for card in s.now.fresh if card != upgrade]


@fact("probe", str, names=lambda s, value: known(value, s.world.seats), get=lambda s: s.now.probe,
      label=T("The probe"), icon="token:probe")  # fmt: skip
def _probe(s: State, value: str) -> None:
    s.now.probe = value


def _in_turn(s: State) -> bool:
    return s.now.turn is not None


FACTS.number("crew_out", range(MOST_CREW_OUT + 1), of=lambda s: s.now.turn, possible=_in_turn,
             label=T("Crew to be placed"), icon="crew:pilot")  # fmt: skip


@fact("crashed", list[str], possible=_in_turn, names=lambda s, value: known_each(value, s.now.saucers))
def _crashed(s: State, value: list[str]) -> None:
    limit(len(set(value)) == len(value), T("Each saucer can be in this list only once."))
    turn(s).crashed = value


def complete(s: State) -> bool:
    """True if the board is tracked and all its tiles are laid."""
    return not s.world.light and all(there is not None for there in s.now.tiles)


def _tile_name(s: State, slot: int, value: TileValue) -> None:
    known(value.tile, s.world.tiles)
    known(value.rotation, ROTATIONS)


@fact("tile", TileValue, "slot", possible=complete, names=_tile_name)
def _tile(s: State, slot: int, value: TileValue) -> None:
    """Pools and shapes are validated after the last change, so that two tiles can be swapped."""
    tiles = list(s.now.tiles)
    tiles[slot - 1] = LaidTile(value.tile, next(rotation for rotation in ROTATIONS if rotation == value.rotation))
    s.now.tiles = tuple(tiles)


def _directions(s: State, value: Sequence[str]) -> None:
    for direction in value:
        known(direction, s.world.pack.directions)


@fact("markers", list[str], possible=lambda s: not s.world.light, names=_directions, get=lambda s: s.now.markers)
def _markers(s: State, value: list[str]) -> None:
    limit(sorted(value) == sorted(s.world.pack.directions), T("Each of the four markers goes at one side."))
    s.now.markers = value


class CrashFacts(Rules[State]):
    """All facts and corrections; none is secret."""

    corrections = FACTS

    def balance(self, s: State) -> None:
        """After the last change: every tile is laid once, in a slot that it fits."""
        laid = [there for there in s.now.tiles if there is not None]
        limit(len({there.tile for there in laid}) == len(laid), T("Each tile lies on the board once."))
        for slot, there in zip(s.world.slots, s.now.tiles, strict=True):
            if there is not None:
                turns = fitting(s.world.tiles[there.tile], slot)
                limit(there.tile in slot.tile_pool and there.rotation in turns, T("That tile does not fit there."))

    def corrected(self, s: State, changes: Sequence[Any]) -> State:
        """After the last change, a piece put on a square must be alone there; not in light mode."""
        trial = super().corrected(s, changes)
        if not s.world.light:
            there = [saucer.at for saucer in trial.now.saucers.values()] + list(trial.now.out.values())
            for change in changes:
                at = _put(trial, change)
                limit(at is None or there.count(at) == 1, T("Two pieces cannot be on one square."))
        return trial

    def facts(self, s: State) -> dict[str, Any]:
        """All facts."""
        now, w, deck = s.now, s.world, s.now.deck
        return {
            "game": self.name,
            "pack": w.pack.id,
            "house": dict(w.options.house),
            "seats": list(w.seats),
            **{name: to_builtins(getattr(now, name)) for name in AS_THEY_ARE},
            "saucers": {
                name: {**to_builtins(saucer), "seat": w.seat_of[name], "seated": saucer.seated}
                for name, saucer in now.saucers.items()
            },
            "lost": {kind: sorted(crew for crew in now.lost if type_of(crew) == kind) for kind in w.pack.types},
            "front": front(s),
            "crew_on_board": dict(now.out),
            "crew_target": w.crew_target,
            "deck": {"draw": len(deck.pile), "discard": len(deck.discard)},
            "drawn": sorted(deck.display),
            "discard": list(deck.discard),
            "board": None if w.light else self._board(s),
            **({"asleep": list(asleep(s))} if asleep(s) else {}),
            "pieces": self.pieces(s),
        }

    def _board(self, s: State) -> dict[str, Any]:
        printed = board(s)
        return {
            "tiles": [to_builtins(there) for there in s.now.tiles],
            "markers": dict(zip(SIDES, s.now.markers, strict=True)),
            "sites": {str(number): square for number, square in printed.sites.items()},
            "accelerators": sorted(printed.accelerators),
        }

    def pieces(self, s: State) -> Pieces:
        """The pieces at each place."""
        now, found = s.now, Pieces()
        lay = partial(put_piece, found)
        if not s.world.light:
            for slot, there in enumerate(now.tiles, 1):
                if there is not None:
                    lay(f"slot:{slot}", f"tile:{there.tile}@{there.rotation}")
            for side, direction in zip(SIDES, now.markers, strict=True):
                lay(f"side:{side}", f"marker:{direction}")
        for name, saucer in now.saucers.items():
            lay(mat(name) if saucer.at is None else place_of(saucer.at), f"saucer:{name}")
            lay(mat(name), f"movement:{name}", len(CARDS))
            lay(mat(name), "token:energy", saucer.energy)
            lay(mat(name), "token:booster", saucer.boosters)
            lay(mat(name), "token:override", int(saucer.override))
        for crew in s.world.crew:
            at = crew_place(s, crew)
            lay(f"lost:{type_of(crew)}" if at == LOST else at, f"crew:{crew}")
        for card in now.deck.display:
            lay(DRAWN, f"upgrade:{card}")
        for pile, cards in _piles(s).items():
            if pile not in ("deck", "box"):
                for card in cards:
                    lay(DISCARD if pile == "discard" else pile, f"upgrade:{card}")
        lay(f"seat:{now.probe}", "token:probe")
        return found

    def face_down(self, s: State) -> Pieces:
        """The upgrades that are turned over until the next round."""
        found = Pieces()
        for card in asleep(s):
            put_piece(found, upgrade_place(s, card), f"upgrade:{card}")
        return found


def _put(s: State, change: Mapping[str, Any]) -> str | None:
    """The square that a change has put something on."""
    if change["fact"] == "saucer":
        return s.now.saucers[change["saucer"]].at
    return s.now.out.get(change["crew"]) if change["fact"] == "crew" else None
