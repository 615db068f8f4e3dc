"""Setting up (R-KR-05 to R-KR-17, R-KR-63, R-KR-64, R-KR-72, R-KR-85)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NoReturn

from companion.core.answers import Answer, DrawUnknown, Pick
from companion.core.asks import ChooseAsk, DrawAsk
from companion.core.piles import UNKNOWN, fit_pile, with_unknown
from companion.core.steps.chance import DO_LATER, DrawStep, uniform
from companion.core.steps.listed import ForcedStep
from companion.core.todo import move, remove, tell
from companion.games.krysis import answers as say
from companion.games.krysis.answers import SpaceAsk
from companion.games.krysis.content import (
    CRYSTALS,
    DECKS,
    DISCARDS_A_LEVEL,
    HOME_AT_START,
    RELICS,
    KrysisPack,
)
from companion.games.krysis.rules.effects import EFFECTS
from companion.games.krysis.rules.ending import DrawAgent, StartRound, known_home
from companion.games.krysis.rules.mining import TakeShown
from companion.games.krysis.rules.pieces import check_company, from_bank, move_miner, put_relic
from companion.games.krysis.state import (
    AGENTS,
    DRAWN_AT_START,
    TACTICAL_HAND,
    KRStep,
    KrysisNow,
    KrysisSeat,
    KrysisWorld,
    Stash,
    State,
    camp_at,
    sees_agents,
)

SQUAD_DISCARDS = 6
"""R-KR-64."""


def lay_out(pack: KrysisPack, seats: Sequence[str], settings: Mapping[str, str]) -> State:
    """The table before the first question, without chance (R-KR-05 to R-KR-17)."""
    world = KrysisWorld(pack, seats, settings)
    world.effects, world.known_home = EFFECTS, known_home
    options = world.options
    bank = None
    if options.limited and CRYSTALS not in world.missing:
        bank = {colour: n - HOME_AT_START[colour] * len(seats) for colour, n in pack.crystals.amounts().items()}
    players = {seat: _player(world, seat) for seat in world.seats}
    homes = None
    if not options.knows_home:
        homes = Stash({colour: n * len(seats) for colour, n in HOME_AT_START.items()})
    relics = with_unknown(world.relics, world.unknown["relics"])
    return State(
        world,
        KrysisNow(
            players,
            bank,
            sorted(relics) if options.knows_relics else [UNKNOWN] * len(relics),
            homes,
            sorted(world.missions) if options.missions else [],
        ),
        list(reversed(_steps(world))),
    )


def _player(world: KrysisWorld, seat: str) -> KrysisSeat:
    player = KrysisSeat()
    if world.options.knows_home:
        player.home = Stash(dict(HOME_AT_START))
    if world.options.knows_agents:
        decks = world.full_decks(seat)
        player.fighters, player.transporters = decks["fighters"], decks["transporters"]
    else:
        player.reserve = AGENTS
    return player


def know(state: State) -> None:
    """Update tracked decks to what the box knows now."""
    now, options = state.now, state.world.options
    if options.knows_relics:
        stores = [*(player.camp for player in now.players.values()), *(p.home for p in now.players.values() if p.home)]
        out = [relic for store in stores for relic in store.relics]
        out += [relic for player in now.players.values() for relic in (*player.up, *player.drawn)]
        now.relic_deck = fit_pile(now.relic_deck, state.world.relics, [*out, *now.relic_discard])
    if state.world.other_missions and len(now.dealt) < len(now.players):
        dealt = {player.mission for player in now.players.values()}
        now.missions = sorted(mission for mission in state.world.missions if mission not in dealt)
    if options.knows_agents:
        for seat in state.world.seats:
            _know_agents(state, seat)


def _know_agents(s: State, seat: str) -> None:
    """Update both decks of a seat; a special agent may turn out to be of the other kind.

    Where more agents are known than may lie there, those that were learned first do, whenever this is called.
    """
    player, known = s.now.players[seat], s.world.rows_of[seat]
    out = [*player.hand, *player.box, *player.team, *player.discard, *([player.given] if player.given else [])]
    for deck in DECKS:
        player.deck(deck)[:] = fit_pile(player.deck(deck), known[deck], out)
    for deck, other in (DECKS, DECKS[::-1]):
        missing = [agent for agent in known[deck] if agent not in out and agent not in player.deck(deck)]
        if not missing:
            continue
        may_be = s.world.unknown_agents(seat, other) + s.world.unknown_special(seat)
        for _ in missing[: max(player.deck(other).count(UNKNOWN) - may_be, 0)]:
            player.deck(other).remove(UNKNOWN)
            player.deck(deck).append(UNKNOWN)
        player.deck(deck)[:] = fit_pile(player.deck(deck), known[deck], out)


def _steps(world: KrysisWorld) -> list[KRStep]:
    seats, options = world.seats, world.options
    steps: list[KRStep] = []
    if options.knows_agents:
        if options.advanced:
            steps += [DiscardAgent(seat, left) for seat in seats for left in range(SQUAD_DISCARDS, 0, -1)]
        for seat in seats:
            if options.tactical:
                steps += [TakeAgent(seat, left) for left in range(TACTICAL_HAND, 0, -1)]
            else:
                steps += [DrawAgent(seat, deck, "R-KR-11") for deck in DECKS for _ in range(DRAWN_AT_START)]
    steps += [FirstRelic(seat) for seat in seats]
    if options.missions:
        steps += [DealMission(seat) for seat in seats]
    return [*steps, *map(PlaceMiner, world.starts), StartRound()]


class DiscardAgent(ForcedStep[State], frozen=True, tag="discard_agent"):
    """R-KR-64: an agent leaves the game unseen, two of each star level."""

    seat: str
    left: int

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-KR-64", "squad", self.left, only=sees_agents(s, self.seat))

    def legal(self, s: State) -> Sequence[Answer]:
        player, agents = s.now.players[self.seat], s.world.agents
        gone = Counter(agents[agent].stars for agent in player.box)
        own = sorted([*player.fighters, *player.transporters])
        return [
            say.Discard(agent)
            for agent in dict.fromkeys(own)
            if agent == UNKNOWN or gone[agents[agent].stars] < DISCARDS_A_LEVEL
        ]

    def refuse(self, s: State, answer: Answer) -> NoReturn:
        if isinstance(answer, say.Discard):
            check_company(s, self.seat, answer.agent)
        super().refuse(s, answer)

    def take(self, s: State, answer: say.Discard) -> None:
        player = s.now.players[self.seat]
        deck = _take_out(player, answer.agent)
        player.box = sorted([*player.box, answer.agent])
        remove(s, "agent", f"{deck}:{self.seat}", rule="R-KR-64")


class TakeAgent(ForcedStep[State], frozen=True, tag="take_agent"):
    """R-KR-85: in the tactical game the first hand is chosen."""

    seat: str
    left: int

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-KR-85", "hand", self.left, only=sees_agents(s, self.seat))

    def legal(self, s: State) -> Sequence[Answer]:
        player = s.now.players[self.seat]
        return [say.Take(agent) for agent in sorted({*player.fighters, *player.transporters})]

    def refuse(self, s: State, answer: Answer) -> NoReturn:
        if isinstance(answer, say.Take):
            check_company(s, self.seat, answer.agent)
        super().refuse(s, answer)

    def take(self, s: State, answer: say.Take) -> None:
        player = s.now.players[self.seat]
        deck = _take_out(player, answer.agent)
        player.hand = sorted([*player.hand, answer.agent])
        move(s, "agent", f"{deck}:{self.seat}", f"hand:{self.seat}", rule="R-KR-85")


def _take_out(player: KrysisSeat, agent: str) -> str:
    """Take an agent out of its deck, an unknown one out of the first with unknown agents; returns the deck."""
    deck = next(deck for deck in DECKS if agent in player.deck(deck))
    player.deck(deck).remove(agent)
    return deck


class FirstRelic(DrawStep[State], frozen=True, tag="first_relic"):
    """R-KR-12: a relic face down into each camp."""

    by_hand = DO_LATER

    seat: str

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return RELICS, s.now.relic_deck

    def asks(self, s: State) -> bool:
        return s.world.options.knows_relics and bool(s.now.relic_deck)

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(self.seat, "R-KR-12", RELICS, only=self.seat)

    def run(self, s: State) -> None:
        if s.now.relic_deck:
            self.done(s, UNKNOWN)

    def done(self, s: State, relic: str) -> None:
        s.now.relic_deck.remove(relic)
        put_relic(s.now.players[self.seat].camp.relics, relic)
        move(s, "relic", "deck:relics", camp_at(self.seat), rule="R-KR-12")


class DealMission(DrawStep[State], frozen=True, tag="deal_mission"):
    """R-KR-72: a mission for a seat alone to see."""

    by_hand = DO_LATER

    seat: str

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return "missions", s.now.missions

    def asks(self, s: State) -> bool:
        return s.world.options.knows_missions

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(self.seat, "R-KR-72", "missions", only=self.seat)

    def legal(self, s: State) -> Sequence[Answer]:
        """Where the board is not whole there may be missions besides those that are known."""
        more = [DrawUnknown("missions", None)] if self._may_be_new(s) else []
        return [*super().legal(s), *more]

    def play(self, s: State, answer: Answer) -> None:
        if answer == DrawUnknown("missions", None) and self._may_be_new(s):
            tell(s, self.by_hand, "deck:missions", "R-KR-72")
            self.done(s, UNKNOWN)
        else:
            super().play(s, answer)

    def _may_be_new(self, s: State) -> bool:
        return "missions" in s.world.partial

    def done(self, s: State, mission: str) -> None:
        if mission != UNKNOWN:
            s.now.missions.remove(mission)
        s.now.players[self.seat].mission = mission
        self.run(s)

    def run(self, s: State) -> None:
        s.now.dealt = [*s.now.dealt, self.seat]
        move(s, "mission", "deck:missions", f"mission:{self.seat}", rule="R-KR-72")


class PlaceMiner(ForcedStep[State], frozen=True, tag="place_miner"):
    """R-KR-15 to R-KR-17: the next miner from the bag goes on a start space, whose crystals go into its camp."""

    space: str

    def ask(self, s: State) -> SpaceAsk:
        return SpaceAsk(None, "R-KR-15", "miner", self._among(s), space=self.space)

    def legal(self, s: State) -> Sequence[Answer]:
        return [Pick("miner", seat) for seat in self._among(s)]

    def odds(self, s: State) -> list[float]:
        return uniform(len(self._among(s)))

    def take(self, s: State, answer: Pick) -> None:
        seat = str(answer.one)
        move_miner(s, seat, self.space, "R-KR-15")
        if self.space in s.world.missing:
            s.agenda.append(TakeShown(seat, self.space, "R-KR-17"))
            return
        crystals = s.world.start_spaces[self.space].crystals.amounts()
        from_bank(s, s.now.players[seat].camp, camp_at(seat), crystals, "R-KR-17")

    def _among(self, s: State) -> list[str]:
        return [seat for seat in s.world.seats if s.now.players[seat].miner is None]
