"""Krysis: rules, presenter and player."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from companion.core.answers import (
    Answer,
    Draw,
    DrawUnknown,
    Pick,
    PullUnknown,
    check_fields,
    check_unknown,
    read_answer,
)
from companion.core.asks import Ask, ChooseAsk, DrawAsk, PickAsk
from companion.core.learning import Stock, UnknownCard
from companion.core.piles import UNKNOWN
from companion.core.refusals import Refused, inconsistent, known
from companion.core.rules import Rules
from companion.core.texts import T, Words, translated
from companion.games.game import Game
from companion.games.krysis import answers as say
from companion.games.krysis.checks import NO_NUMBERS, blank_pack, blank_words, check_row, read_pack
from companion.games.krysis.content import (
    AT_MISSIONS,
    COLOURS,
    DECKS,
    FILLS,
    LEAST_SEATS,
    MISSION_CARDS,
    MOST_SEATS,
    RELICS,
    SHEETS,
    KrysisPack,
    MissionCard,
    deck_path,
    stocks,
)
from companion.games.krysis.facts import FACTS, balance, check_agent_counts, exchanged_goods, facts, pieces, shows
from companion.games.krysis.player import KrysisPlayer
from companion.games.krysis.presenter import KrysisPresenter
from companion.games.krysis.rules.ending import DeclareHome, mission_of
from companion.games.krysis.rules.setup import know, lay_out
from companion.games.krysis.state import KrysisWorld, State, setup_choices

DESTINATIONS = ("home", "bank", "camp")


class Krysis(Rules[State]):
    """The rules of Krysis."""

    name = "krysis"
    title: Words = "Krysis"
    bundled_pack = "deepvein"
    pack_type = KrysisPack
    sheets = SHEETS
    players = LEAST_SEATS, MOST_SEATS
    chance_items = ("miners", "relics", "agents", "missions")
    hideable = ("relics", "agents", "missions")
    corrections = FACTS
    secret_facts = ("secrets",)
    secret_places = ("home",)
    open_at_end = False

    # These are defined where their subject is.
    read_pack = staticmethod(read_pack)
    blank_pack = staticmethod(blank_pack)
    blank_words = staticmethod(blank_words)
    check_row = staticmethod(check_row)
    stocks = staticmethod(stocks)
    setup_choices = staticmethod(setup_choices)
    lay_out = staticmethod(lay_out)
    know = staticmethod(know)
    balance = staticmethod(balance)
    facts = staticmethod(facts)
    pieces = staticmethod(pieces)

    def seats(self, pack: KrysisPack) -> list[tuple[str, Words]]:
        """The companies (R-KR-05)."""
        return [(company.id, translated(pack.texts, company.name)) for company in pack.companies]

    def settings_for(self, pack: KrysisPack, seats: Sequence[str]) -> dict[str, str]:
        """A seat named after a company plays it; other seats follow no rule."""
        known_seats = {company.id for company in pack.companies}
        return {"companies": ",".join(seats)} if set(seats) <= known_seats else {}

    def stocks_at(self, state: State) -> Mapping[str, Stock]:
        """The decks of a company are named after its seat."""
        return state.world.stocks

    def printed(self, state: State, place: str) -> Sequence[str]:
        """Missions, which are the same in every box; and the relics that can lie in another camp, as far as whoever
        takes one of them can see."""
        if place == "missions":
            return sorted(state.world.missions)
        if place != "relic":
            return []
        now = state.now
        seen = {*now.relic_discard, *(relic for player in now.players.values() for relic in player.up)}
        if now.active is not None:
            own = now.players[now.active]
            seen |= {*own.camp.relics, *own.drawn, *(own.home.relics if own.home is not None else ())}
        unknown = [UNKNOWN] if state.world.unknown[RELICS] else []
        return [*sorted({*state.world.relics} - seen - {UNKNOWN}), *unknown]

    def deck_cards(self, state: State, place: str) -> Collection[str]:
        """Relics and missions: nobody knows which the others have (R-KR-13, R-KR-72)."""
        return sorted(state.world.relics) if place == RELICS else self.printed(state, place)

    def unknown_card(self, state: State) -> UnknownCard | None:
        """An agent or a relic that is turned up, where the board is not whole."""
        w, ask = state.world, self.ask(state)
        if w.pack.whole or not isinstance(ask, ChooseAsk) or ask.who is None:
            return None
        if ask.choice == "mission":
            return UnknownCard(say.NameMission(UNKNOWN), (MISSION_CARDS,), lambda row: say.NameMission(str(row["id"])))
        if ask.choice == "agent" and not w.options.knows_agents:
            tables = tuple(deck_path(w.companies[ask.who], deck) for deck in FILLS)
            return UnknownCard(say.Play(UNKNOWN), tables, lambda row: say.Play(str(row["id"])))
        if ask.choice == "turn" and not w.options.knows_relics:
            return UnknownCard(say.Use(UNKNOWN), (RELICS,), lambda row: say.Use(str(row["id"])))
        return None

    def untold_row(self, state: State) -> tuple[str, str] | None:
        """The mission of which only the name was told, at the end."""
        ask = self.ask(state)
        if not isinstance(ask, ChooseAsk) or ask.choice != "mission" or ask.who is None:
            return None
        mission = mission_of(state, ask.who)
        return None if mission in (None, UNKNOWN) else (MISSION_CARDS, str(mission))

    def goes_with(self, row: Mapping[str, Any], effect: Mapping[str, Any]) -> bool:
        """A mission counts at the end."""
        mission = row.keys() <= {*MissionCard.__struct_fields__}
        return not mission or effect["op"] in AT_MISSIONS

    def can_be_told(self, state: State, table: str) -> bool:
        """Special agents only where they are played."""
        return state.world.options.advanced or not table.endswith(".special")

    def left_out(self, pack: KrysisPack, table: str) -> frozenset[str]:
        """The numbers of an agent, which hands add."""
        return frozenset() if pack.whole or table == RELICS else frozenset(NO_NUMBERS)

    def exchanged(self, state: State) -> Sequence[State]:
        """With other goods behind the screens, where cards of the box may do something with them."""
        w, ask = state.world, self.ask(state)
        return exchanged_goods(state, ask) if w.has_effects and w.options.knows_home else ()

    def chance_item(self, ask: Ask) -> str:
        """The chance item of a chance ask (WIRE.md 1)."""
        if isinstance(ask, PickAsk):
            return "miners" if ask.what == "miner" else "relics"
        if isinstance(ask, DrawAsk) and ask.deck in ("relics", "missions"):
            return ask.deck
        return "agents"

    def goes_along(self, ask: Ask) -> bool:
        """All dealing: only the owners have anything to look at."""
        return isinstance(ask, PickAsk | DrawAsk)

    def parse(self, state: State, raw: object) -> Answer:
        """An answer from JSON: first its form is checked, then its names (WIRE.md 3).

        Refused as ``malformed`` for its form, as ``unknown`` for a name that does not exist.
        """
        answer: say.AnyAnswer | DrawUnknown | PullUnknown = read_answer(raw, say.AnyAnswer)
        if isinstance(answer, DrawUnknown | PullUnknown):
            check_unknown(answer, _decks(state.world), state.world.partial)
            return answer
        _check_form(state, answer)
        _check_names(state, answer)
        return answer

    def revealed(self, state: State, answer: Answer) -> bool:
        """Goods carried away are told by number, whatever they are; an agent, once it lies face up in its team."""
        return isinstance(answer, say.LoadGoods) or (isinstance(answer, say.Play) and shows(state, answer.agent))

    def corrected(self, state: State, changes: Sequence[Any]) -> State:
        """Like every game; in addition every place keeps its number of agents."""
        trial = super().corrected(state, changes)
        check_agent_counts(state, trial)
        return trial


def _check_form(s: State, answer: say.AnyAnswer) -> None:
    """Templates must be filled in, lists sorted without duplicates, and relics named if they are known."""
    say.check_filled(answer)
    if isinstance(answer, Pick) and not isinstance(answer.one, str):
        raise inconsistent("pick")
    if isinstance(answer, say.LoadGoods) and answer.goods is not None:
        relics = answer.goods.relics
        if isinstance(relics, int) == s.world.options.knows_relics:
            raise inconsistent("load")
        _check_list([] if isinstance(relics, int) else relics)
    if isinstance(answer, say.Declare):
        if isinstance(answer.relics, list):
            _check_list(answer.relics)
        top = s.agenda[-1] if s.agenda else None
        given = [name for name in ("crystals", RELICS, "mission") if getattr(answer, name) is not UNSET]
        if isinstance(top, DeclareHome) and given != top.needs(s):
            raise inconsistent("declare")


def _check_list(names: Sequence[str]) -> None:
    named = [name for name in names if name != UNKNOWN]
    if list(names) != sorted(names) or len(set(named)) < len(named):
        raise Refused("malformed", T("A list of names is sorted, and each stands in it once."))


def _decks(w: KrysisWorld) -> Mapping[str, Collection[str]]:
    """The cards of every deck."""
    decks = {f"{deck}:{seat}": w.agents for deck in DECKS for seat in w.seats}
    return {RELICS: w.relics, "missions": w.missions, **decks}


def _relics(s: State) -> Collection[str]:
    """The relics, with ``UNKNOWN`` while an unknown one may be outside the deck."""
    players = s.now.players.values()
    if s.world.options.knows_relics:
        homes = [player.home.relics for player in players if player.home is not None]
        there = any(UNKNOWN in pile for player in players for pile in (player.camp.relics, player.drawn, *homes))
    else:
        there = s.world.unknown[RELICS] > 0
    return (*s.world.relics, UNKNOWN) if there else s.world.relics


def _agents(s: State) -> Collection[str]:
    """The agents, with ``UNKNOWN`` while there may be an unknown one."""
    held = [(*player.hand, *player.fighters, *player.transporters) for player in s.now.players.values()]
    if any(UNKNOWN in cards for cards in held) or any(n for table, n in s.world.unknown.items() if table != RELICS):
        return (*s.world.agents, UNKNOWN)
    return s.world.agents


def _check_names(s: State, answer: say.AnyAnswer) -> None:
    w = s.world
    if isinstance(answer, Draw):
        cards = _decks(w)
        known(answer.deck, cards)
        known(answer.card, cards[answer.deck])
    elif isinstance(answer, Pick):
        known(answer.what, ("miner", "relic"))
        known(str(answer.one), w.seats if answer.what == "miner" else _relics(s))
    elif isinstance(answer, say.LoadGoods):
        known(answer.to, DESTINATIONS)
        for relic in answer.goods.relics if answer.goods and isinstance(answer.goods.relics, list) else ():
            known(relic, _relics(s))
    else:
        check_fields(
            answer,
            {
                "agent": _agents(s),
                "relic": _relics(s),
                "relics": _relics(s),
                "space": w.level_of,
                "camp": w.seats,
                "from_": w.seats,
                "to": DESTINATIONS,
                "give": COLOURS,
                "deck": DECKS,
                "mission": [*w.missions, UNKNOWN] if w.other_missions else w.missions,
                "seat": w.seats,
            },
        )


GAME = Game(Krysis(), KrysisPresenter, KrysisPlayer)
