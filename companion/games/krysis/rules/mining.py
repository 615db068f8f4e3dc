"""Phase 1: mining (R-KR-18 to R-KR-27). Phase 2: teams of three (R-KR-28 to R-KR-32)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NoReturn

from msgspec import UNSET

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, DrawAsk
from companion.core.effects import ChoosePerson
from companion.core.learning import LearnedFields
from companion.core.piles import UNKNOWN
from companion.core.refusals import Refused, not_this
from companion.core.steps.agenda import Step
from companion.core.steps.chance import DO_LATER, DrawStep
from companion.core.steps.listed import ForcedStep
from companion.core.texts import T
from companion.core.todo import move, tell
from companion.games.krysis import answers as say
from companion.games.krysis.answers import AgentAsk, GoodsAsk, LevelAsk, OrderAsk
from companion.games.krysis.content import COLOURS, GOODS, RELICS, TEAM, Crystals, Goods, MoreSpeed, Multiplier
from companion.games.krysis.rules.pieces import check_company, from_bank, move_miner, put_relic, refill_deck, to_bank
from companion.games.krysis.state import (
    KRStep,
    State,
    always,
    camp_at,
    give,
    home_at,
    home_of,
    none,
    rank,
    sees_agents,
    unsure,
    worth,
)

MOST_SHOWN = 9
"""Most goods of one kind on a space."""
MOST_GROUPS = 4
"""Most groups of a question mark."""
HIDE_BIDS = T("All of you hide crystals from behind your screen in your hand, or none; then open your hands together.")
PLAY_AGENTS = T("All of you lay an agent from your hand face down; then turn them up together.")
"""What hands do where the companion does not know what they hold."""
UNKNOWN_AGENTS = T(
    "Some agents are not known here: add their speed, combat and slots yourselves, and correct here what is different."
)


# Bids, and the spaces of the mine.


class StartMining(KRStep, frozen=True, tag="start_mining"):
    """R-KR-03, R-KR-18: everybody bids."""

    def run(self, s: State) -> None:
        now = s.now
        now.phase, now.revealed = "mining", False
        for player in now.players.values():
            player.bid = None
        if not s.world.options.knows_home:
            tell(s, HIDE_BIDS, rule="R-KR-18")
        s.agenda += reversed([*map(GiveBid, s.world.seats), RevealBids()])


class GiveBid(Step[State], frozen=True, tag="give_bid"):
    """R-KR-18: a secret bid of crystals from the home; not asked if there can be none."""

    seat: str

    together: ClassVar[bool] = True

    def asks(self, s: State) -> bool:
        return any(s.cached(self._most).values())

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-KR-18", "bid", only=self.seat if s.world.options.knows_home else None)

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.Bid(None, Crystals(**s.cached(self._most)))]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, say.Bid):
            raise not_this("R-KR-18")
        say.check_filled(answer)
        assert answer.crystals is not None
        bid, most = answer.crystals.amounts(), s.cached(self._most)
        if any(bid[colour] > most[colour] for colour in COLOURS):
            raise Refused("illegal", T("There are not that many crystals at home."), "R-KR-18")
        s.now.players[self.seat].bid = bid

    def run(self, s: State) -> None:
        s.now.players[self.seat].bid = none()

    def _most(self, s: State) -> dict[str, int]:
        """The crystals at home; without ledgers, those in all homes that are not bid yet."""
        left = dict(home_of(s, self.seat).crystals)
        if s.now.homes is not None:
            for player in s.now.players.values():
                for colour, n in (player.bid or {}).items():
                    left[colour] -= n
        return left


class RevealBids(KRStep, frozen=True, tag="reveal"):
    """R-KR-19 to R-KR-22: all bids are revealed and paid; the highest value chooses first, then the miner ahead."""

    def run(self, s: State) -> None:
        now = s.now
        bids = {seat: player.bid or none() for seat, player in now.players.items()}
        for seat, bid in bids.items():
            to_bank(s, home_of(s, seat), home_at(s, seat), bid, "R-KR-20")
        now.revealed = True
        now.order = sorted(s.world.seats, key=lambda seat: (-worth(bids[seat]), -rank(s, seat)))
        now.done = []
        tell(s, T("All bids are open."), rule="R-KR-19")
        s.agenda += map(NextMiner, reversed(range(len(now.order))))


class NextMiner(KRStep, frozen=True, tag="next_miner"):
    """R-KR-21: the seat at this position of the order chooses a space."""

    place: int

    def run(self, s: State) -> None:
        assert s.now.order is not None
        s.now.active = s.now.order[self.place]
        s.agenda += [MinerDone(), ChooseSpace(s.now.active)]


class MinerDone(KRStep, frozen=True, tag="miner_done"):
    """The goods of the space are taken."""

    def run(self, s: State) -> None:
        assert s.now.active is not None
        s.now.done = [*s.now.done, s.now.active]
        s.now.active = None


class ChooseSpace(ForcedStep[State], frozen=True, tag="choose_space"):
    """R-KR-21 to R-KR-26: a free space of the next level and one of its options; its goods go into the camp."""

    seat: str

    def ask(self, s: State) -> LevelAsk:
        return LevelAsk(self.seat, "R-KR-21", "mine", level=s.now.round)

    def legal(self, s: State) -> Sequence[Answer]:
        taken = _taken(s)
        return [answer for space, mines in s.world.mines[s.now.round - 1] if space not in taken for answer in mines]

    def refuse(self, s: State, answer: Answer) -> NoReturn:
        if isinstance(answer, say.Mine):
            if s.world.level_of[answer.space] != s.now.round:
                raise Refused("illegal", T("That space is not on the next level."), "R-KR-21")
            if answer.space in _taken(s):
                raise Refused("illegal", T("There is a miner on that space already."), "R-KR-23")
            if answer.option >= len(s.world.spaces[answer.space].options):
                raise Refused("illegal", T("That space has no such option."), "R-KR-25")
        super().refuse(s, answer)

    def take(self, s: State, answer: say.Mine) -> None:
        move_miner(s, self.seat, answer.space, "R-KR-21")
        if answer.space in s.world.missing:
            s.agenda.append(TakeShown(self.seat, answer.space, "R-KR-24"))
            return
        _take_goods(s, self.seat, s.world.spaces[answer.space].options[answer.option], "R-KR-24")


def _taken(s: State) -> set[str | None]:
    return {player.miner for player in s.now.players.values()}


def _take_goods(s: State, seat: str, goods: Goods, rule: str) -> None:
    """R-KR-17, R-KR-24, R-KR-26: move the goods of a space into the camp."""
    from_bank(s, s.now.players[seat].camp, camp_at(seat), goods.amounts(), rule)
    s.agenda.append(Symbols(seat, goods.relics))


class TakeShown(Step[State], frozen=True, tag="take_shown"):
    """R-KR-17, R-KR-24: the player on a space that is not in the box enters its goods.

    An entrance of the mine has only crystals. R-KR-25: the groups of a question mark are entered one by one; ``groups``
    are the ones so far.
    """

    seat: str
    space: str
    rule: str
    groups: tuple[Goods, ...] = ()

    def asks(self, s: State) -> bool:
        return True

    def ask(self, s: State) -> GoodsAsk:
        group = len(self.groups) + 1 if self.groups else UNSET
        return GoodsAsk(self.seat, self.rule, "goods", space=self.space, group=group)

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.SpaceGoods(None, self._most(s))]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, say.SpaceGoods):
            raise not_this(self.rule)
        say.check_filled(answer)
        assert answer.goods is not None
        goods, most = answer.goods, self._most(s)
        if any(getattr(goods, good) > getattr(most, good) for good in GOODS):
            raise Refused("illegal", T("No space shows that much."), self.rule)
        divided = answer.more is True or answer.choice is True
        if divided and (self.space in s.world.start_spaces or len(self.groups) + 1 >= MOST_GROUPS):
            raise Refused("illegal", T("No space shows that much."), self.rule)
        groups = (*self.groups, goods)
        if answer.more is True:
            s.agenda.append(TakeShown(self.seat, self.space, self.rule, groups))
        elif self.groups:
            s.agenda.append(TakeOneGroup(self.seat, groups))
        else:
            _take_goods(s, self.seat, goods, self.rule)

    def learned_from(self, s: State, answer: Answer) -> LearnedFields | None:
        if not isinstance(answer, say.SpaceGoods) or answer.goods is None or True in (answer.choice, answer.more):
            return None
        if self.space in s.world.start_spaces:
            return LearnedFields("start_spaces", "index", self.space, {"crystals": answer.goods.amounts()})
        level = s.world.level_of[self.space] - 1
        # What is entered twice is one group: no two may be equal in a box.
        options = [goods.count() for goods in dict.fromkeys((*self.groups, answer.goods))]
        return LearnedFields(f"levels.{level}.spaces", "id", self.space, {"options": options})

    def _most(self, s: State) -> Goods:
        relics = 0 if self.space in s.world.start_spaces else MOST_SHOWN
        return Goods(MOST_SHOWN, MOST_SHOWN, MOST_SHOWN, relics)


class TakeOneGroup(ForcedStep[State], frozen=True, tag="take_one_group"):
    """R-KR-25: one of the groups just entered."""

    seat: str
    groups: tuple[Goods, ...]

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-KR-25", "group")

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.TakeGroup(goods) for goods in dict.fromkeys(self.groups)]

    def take(self, s: State, answer: say.TakeGroup) -> None:
        _take_goods(s, self.seat, answer.goods, "R-KR-25")


# Relic symbols: of two relics drawn, one is kept.


class Symbols(KRStep, frozen=True, tag="symbols"):
    """R-KR-26: the relic symbols one by one; ``left`` of them."""

    seat: str
    left: int

    def run(self, s: State) -> None:
        if not self.left:
            return
        s.agenda.append(Symbols(self.seat, self.left - 1))
        if s.world.options.knows_relics:
            s.agenda.append(DrawRelic(self.seat, self.left, 2))
        else:
            _draw_unseen(s, self.seat)


def _draw_unseen(s: State, seat: str) -> None:
    """Draw one into the camp and one onto the discard, as far as possible, unidentified."""
    drawn: list[str] = []
    for _ in range(2):
        refill_deck(s)
        if s.now.relic_deck:
            drawn.append(s.now.relic_deck.pop())
    for relic, pile, at in zip(
        drawn, (s.now.players[seat].camp.relics, s.now.relic_discard), (camp_at(seat), "discard:relics"), strict=False
    ):
        put_relic(pile, relic)
        move(s, "relic", "deck:relics", at, rule="R-KR-26")


class DrawRelic(DrawStep[State], frozen=True, tag="draw_relic"):
    """R-KR-26, R-KR-27: draw a relic for the seat to look at; ``more`` are still to draw for this symbol."""

    by_hand = DO_LATER

    seat: str
    symbols: int
    more: int

    def cards(self, s: State) -> tuple[str, Sequence[str]]:
        return RELICS, s.now.relic_deck

    def ask(self, s: State) -> DrawAsk:
        return DrawAsk(self.seat, "R-KR-26", RELICS, only=self.seat)

    def done(self, s: State, relic: str) -> None:
        s.now.relic_deck.remove(relic)
        put_relic(s.now.players[self.seat].drawn, relic)
        move(s, "relic", "deck:relics", f"drawn:{self.seat}", rule="R-KR-26")
        following = DrawRelic(self.seat, self.symbols, self.more - 1) if self.more > 1 else None
        s.agenda.append(following or KeepRelic(self.seat, self.symbols))

    def run(self, s: State) -> None:
        if s.now.relic_discard:
            refill_deck(s)
            s.agenda.append(self)
        else:
            s.agenda.append(KeepRelic(self.seat, self.symbols))


class KeepRelic(ForcedStep[State], frozen=True, tag="keep_relic"):
    """R-KR-26: one goes face down into the camp, the other is discarded face up."""

    seat: str
    symbols: int

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-KR-26", "keep", only=self.seat if s.world.options.knows_relics else None)

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.Keep(relic) for relic in dict.fromkeys(s.now.players[self.seat].drawn)]

    def take(self, s: State, answer: say.Keep) -> None:
        player = s.now.players[self.seat]
        kept = player.drawn.index(answer.relic)
        for n, relic in enumerate(player.drawn):
            put_relic(player.camp.relics if n == kept else s.now.relic_discard, relic)
            move(
                s, "relic", f"drawn:{self.seat}", camp_at(self.seat) if n == kept else "discard:relics", rule="R-KR-26"
            )
        player.drawn = []


# Phase 2: teams of three (R-KR-28 to R-KR-32).


class StartTeams(KRStep, frozen=True, tag="start_teams"):
    """R-KR-28, R-KR-29: three times everybody plays an agent face down, then all are turned up.

    Players who hold their agents themselves turn them up before they say which ones they are.
    """

    def run(self, s: State) -> None:
        s.now.phase, s.now.order, s.now.done = "team", None, []
        steps: list[KRStep] = []
        for n in range(1, TEAM + 1):
            steps += [*[GiveAgent(seat, n) for seat in s.world.seats], TurnUpAgents()]
        s.agenda += reversed([*steps, SetOrder()])
        if not s.world.options.knows_agents:
            tell(s, PLAY_AGENTS, rule="R-KR-28")


class GiveAgent(ForcedStep[State], frozen=True, tag="give_agent"):
    """R-KR-28: an agent out of the hand, face down."""

    seat: str
    n: int

    together: ClassVar[bool] = True

    def asks(self, s: State) -> bool:
        """Also where nothing but an agent that is not known can come, on a board that is not whole: it can be told."""
        told = not s.world.pack.whole and not s.world.options.knows_agents
        return (told and bool(s.listed(self))) or super().asks(s)

    def ask(self, s: State) -> AgentAsk:
        return AgentAsk(self.seat, "R-KR-28", "agent", n=self.n, only=sees_agents(s, self.seat))

    def legal(self, s: State) -> Sequence[Answer]:
        player = s.now.players[self.seat]
        if s.world.options.knows_agents:
            return list(map(give, dict.fromkeys(player.hand)))
        out = {*player.team, *player.discard}
        found: list[Answer] = [answer for agent, answer in s.world.plays_of[self.seat] if agent not in out]
        return [*found, give(UNKNOWN)] if self.seat in s.world.partly_known else found

    def refuse(self, s: State, answer: Answer) -> NoReturn:
        if isinstance(answer, say.Play):
            check_company(s, self.seat, answer.agent)
        super().refuse(s, answer)

    def take(self, s: State, answer: say.Play) -> None:
        player = s.now.players[self.seat]
        player.given = answer.agent
        if s.world.options.knows_agents:
            player.hand.remove(answer.agent)
        else:
            player.reserve -= 1
        source = "hand" if s.world.options.knows_agents else "reserve"
        move(s, "agent", f"{source}:{self.seat}", f"team:{self.seat}", rule="R-KR-28")


class TurnUpAgents(KRStep, frozen=True, tag="turn_up"):
    """R-KR-28: the agents are revealed together."""

    def run(self, s: State) -> None:
        for player in s.now.players.values():
            if player.given is not None:
                player.team = [*player.team, player.given]
                player.given = None
        if s.world.options.knows_agents:
            tell(s, T("Turn up the agents."), rule="R-KR-28")
        elif all(len(player.team) < TEAM for player in s.now.players.values()):
            tell(s, PLAY_AGENTS, rule="R-KR-28")


class SetOrder(KRStep, frozen=True, tag="set_order"):
    """R-KR-30 to R-KR-32: initiative and order, once for the whole phase."""

    def run(self, s: State) -> None:
        now = s.now
        now.phase = "action"
        now.initiative = {seat: initiative(s, seat) for seat in s.world.seats}
        found = now.initiative
        now.order = sorted(s.world.seats, key=lambda seat: (-found[seat], -rank(s, seat)))
        now.done = []
        tell(s, T("The teams are complete."), rule="R-KR-32")
        if any(unsure(s, seat) for seat in s.world.seats):
            s.agenda += [NextTeam(place) for place in reversed(range(len(now.order) - 1))]
        elif any(UNKNOWN in player.team for player in now.players.values()):
            tell(s, UNKNOWN_AGENTS, rule="R-KR-30")


class NextTeam(ForcedStep[State], frozen=True, tag="next_team"):
    """R-KR-32: whose team acts at this place of the order, where only people know how fast all agents are."""

    place: int

    def ask(self, s: State) -> OrderAsk:
        return OrderAsk(None, "R-KR-32", "order", place=self.place)

    def legal(self, s: State) -> Sequence[Answer]:
        return [ChoosePerson(seat) for seat in (s.now.order or [])[self.place :]]

    def take(self, s: State, answer: ChoosePerson) -> None:
        assert s.now.order is not None
        before, after = s.now.order[: self.place], s.now.order[self.place :]
        s.now.order = [*before, answer.seat, *(seat for seat in after if seat != answer.seat)]


def initiative(s: State, seat: str) -> int:
    """R-KR-30, R-KR-31: the sum of speeds, some of which count crystals of the player's camp."""
    player = s.now.players[seat]
    total = 0
    for agent in player.team:
        speed = s.world.agents[agent].speed
        if isinstance(speed, Multiplier):
            total += speed.times * player.camp.crystals[speed.per]
        else:
            total += speed
    more = always(s, seat) if s.world.has_effects else ()
    return total + sum(one.n for one in more if isinstance(one, MoreSpeed))
