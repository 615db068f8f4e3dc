"""Setting up (R-CG-05 to R-CG-20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.answers import Answer, Pick
from companion.core.asks import ChooseAsk
from companion.core.piles import UNKNOWN, Deck, fit_pile
from companion.core.steps.chance import uniform
from companion.core.steps.listed import ForcedStep, ListedStep
from companion.core.texts import T
from companion.core.todo import place, shuffle, tell
from companion.games.crash import answers as say
from companion.games.crash.answers import RotationAsk, TileAsk
from companion.games.crash.content import BOOSTER_FROM, PILOT, CrashPack, LaidTile, Rotation, fitting
from companion.games.crash.rules.movement import PlaceByDie
from companion.games.crash.rules.pieces import gain
from companion.games.crash.rules.rounds import BeginRound
from companion.games.crash.rules.upgrades import EFFECTS
from companion.games.crash.state import CGStep, CrashNow, CrashWorld, Saucer, State, crew_id

ONE_OUT = T("Put the upgrade back into the box that is not used with two players.")
"""R-CG-08, while that card is unknown."""


def lay_out(pack: CrashPack, seats: Sequence[str], settings: Mapping[str, str]) -> State:
    """The table before the first question, without chance (R-CG-04 to R-CG-20)."""
    world = CrashWorld(pack, seats, settings)
    world.effects = EFFECTS
    energy = 1 if not world.pair or world.options.energy_each else 0
    box = (world.only_for_more or [UNKNOWN]) if world.pair else []
    unknown = world.unknown - box.count(UNKNOWN)
    return State(
        world,
        CrashNow(
            saucers={saucer: Saucer(energy=energy) for saucer in world.saucers},
            lost=list(world.crew),
            deck=Deck.of([card for card in world.upgrades if card not in box], unknown),
            box=list(box),
            probe=world.seats[0],
            tiles=world.start_board or (None,) * len(world.slots),
            markers=list(world.start_markers),
        ),
        list(reversed(_steps(world))),
    )


def know(state: State) -> None:
    """Update the deck to the upgrades that the box knows now, without the card of R-CG-08."""
    now, w = state.now, state.world
    on_mats = [card for saucer in now.saucers.values() for card in saucer.upgrades]
    out_of_game = [card for card in w.upgrades if card in now.box or (w.pair and card in w.only_for_more)]
    now.box = fit_pile(now.box, out_of_game, [*now.deck.pile, *now.deck.discard, *now.deck.display, *on_mats])
    now.deck.fit(w.upgrades, [*on_mats, *now.box])


def _steps(world: CrashWorld) -> list[CGStep]:
    tiles: list[CGStep] = [LayBoardTile(number) for number in range(1, len(world.slots) + 1)]
    random_board = not world.light and world.start_board is None
    asks_energy = world.pair and not world.options.energy_each
    of_two: list[CGStep] = [FirstPilot(world.seats[0]), FirstBooster(world.seats[-1])]  # R-CG-16
    return [
        PrepareDeck(),
        *(tiles if random_board else []),
        *([StartEnergy(seat) for seat in world.seats] if asks_energy else []),
        *[PlaceByDie(f"saucer:{saucer}", world.seat_of[saucer], "R-CG-15") for saucer in world.saucers],
        *(of_two if world.pair else _start_of_many(world)),
        BeginRound(),
    ]


def _start_of_many(world: CrashWorld) -> list[CGStep]:
    """R-CG-17, R-CG-18: a booster for the last of four or more; a Pilot on the board for all but the first."""
    others = list(world.seats[1:])
    booster: list[CGStep] = []
    if len(world.seats) >= BOOSTER_FROM:
        booster = [TakeBooster(others.pop())]
    return [*booster, *[_pilot(world.saucers_of[seat][0], seat, "R-CG-18") for seat in others]]


def _pilot(saucer: str, seat: str, rule: str) -> PlaceByDie:
    return PlaceByDie(f"crew:{crew_id(saucer, PILOT)}", seat, rule)


class PrepareDeck(CGStep, frozen=True, tag="prepare_deck"):
    """R-CG-08, R-CG-09: the upgrade deck is shuffled; with two players without the card for more."""

    def run(self, s: State) -> None:
        for card in s.now.box:
            name = s.world.called(f"upgrade:{card}")
            text = T("{upgrade} is not used with two players.", upgrade=name)
            tell(s, ONE_OUT if card == UNKNOWN else text, "deck:upgrades", "R-CG-08")
        shuffle(s, "upgrades", "R-CG-09")


class LayBoardTile(ForcedStep[State], frozen=True, tag="lay_tile"):
    """R-CG-05: the tile for a slot; not asked if only one is left."""

    slot: int

    def ask(self, s: State) -> TileAsk:
        return TileAsk(None, "R-CG-05", "tile", self._among(s), slot=self.slot)

    def legal(self, s: State) -> Sequence[Answer]:
        return [Pick("tile", tile) for tile in self._among(s)]

    def odds(self, s: State) -> list[float]:
        return uniform(len(self._among(s)))

    def take(self, s: State, answer: Pick) -> None:
        s.agenda.append(TurnBoardTile(self.slot, str(answer.one)))

    def _among(self, s: State) -> list[str]:
        laid = {there.tile for there in s.now.tiles if there is not None}
        pool = s.world.slots[self.slot - 1].tile_pool
        return [tile.id for tile in s.world.pack.tiles if tile.id in pool and tile.id not in laid]


class TurnBoardTile(ForcedStep[State], frozen=True, tag="turn_tile"):
    """R-CG-05: the rotation of a tile; not asked if only one fits."""

    slot: int
    tile: str

    def ask(self, s: State) -> RotationAsk:
        return RotationAsk(None, "R-CG-05", "rotation", self._among(s), slot=self.slot, tile=self.tile)

    def legal(self, s: State) -> Sequence[Answer]:
        return [Pick("rotation", rotation) for rotation in self._among(s)]

    def odds(self, s: State) -> list[float]:
        return uniform(len(self._among(s)))

    def take(self, s: State, answer: Pick) -> None:
        tiles = list(s.now.tiles)
        rotation = next(rotation for rotation in self._among(s) if rotation == answer.one)
        tiles[self.slot - 1] = LaidTile(self.tile, rotation)
        s.now.tiles = tuple(tiles)
        place(s, f"tile:{self.tile}@{rotation}", f"slot:{self.slot}", rule="R-CG-05")

    def _among(self, s: State) -> list[Rotation]:
        return fitting(s.world.tiles[self.tile], s.world.slots[self.slot - 1])


class OfTwo(ListedStep[State], frozen=True):
    """A player with two saucers chooses one."""

    seat: str

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.SaucerChoice(saucer) for saucer in s.world.saucers_of[self.seat]]

    def take(self, s: State, answer: say.SaucerChoice) -> None:
        self.chosen(s, answer.saucer)

    def chosen(self, s: State, saucer: str) -> None:
        """Apply the choice."""
        raise NotImplementedError


class StartEnergy(OfTwo, frozen=True, tag="start_energy"):
    """R-CG-07, G-CG-01: the saucer that gets the player's energy."""

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-CG-07", "start_energy")

    def chosen(self, s: State, saucer: str) -> None:
        gain(s, saucer, 1, 0, "R-CG-07")


class FirstPilot(OfTwo, frozen=True, tag="first_pilot"):
    """R-CG-16: the starting player places the Pilot of one of their saucers."""

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-CG-16", "pilot")

    def chosen(self, s: State, saucer: str) -> None:
        s.agenda.append(_pilot(saucer, self.seat, "R-CG-16"))


class FirstBooster(OfTwo, frozen=True, tag="first_booster"):
    """R-CG-16: the other player gives one of their saucers a booster, and places the other one's Pilot."""

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-CG-16", "booster")

    def chosen(self, s: State, saucer: str) -> None:
        gain(s, saucer, 0, 1, "R-CG-16")
        twin = s.world.twin(saucer)
        assert twin is not None
        s.agenda.append(_pilot(twin, self.seat, "R-CG-16"))


class TakeBooster(CGStep, frozen=True, tag="take_booster"):
    """R-CG-17."""

    seat: str

    def run(self, s: State) -> None:
        gain(s, s.world.saucers_of[self.seat][0], 0, 1, "R-CG-17")
