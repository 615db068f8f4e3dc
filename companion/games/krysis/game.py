"""Krysis: rules, presenter and player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.answers import Answer
from companion.core.asks import Ask, DrawAsk, Over, PickAsk
from companion.core.instructions import Pieces
from companion.core.learning import Stock
from companion.core.rules import Rules
from companion.core.setup import SetupChoice
from companion.core.texts import Words, translated
from companion.games.game import Game
from companion.games.krysis import facts
from companion.games.krysis.content.blank import blank_pack, blank_words
from companion.games.krysis.content.pack import read_pack
from companion.games.krysis.content.pack_data import Pack
from companion.games.krysis.content.sheets import SHEETS
from companion.games.krysis.content.stocks import stocks
from companion.games.krysis.corrections.agents import same_counts
from companion.games.krysis.corrections.facts import FACTS, balance
from companion.games.krysis.options import read_options
from companion.games.krysis.parsing import parse
from companion.games.krysis.player import KrysisPlayer
from companion.games.krysis.presenter.presenter import KrysisPresenter
from companion.games.krysis.presenter.questions.setup_choices import settings_for, setup_choices
from companion.games.krysis.presenter.secrecy import public
from companion.games.krysis.rules.setup import know, lay_out
from companion.games.krysis.state import State
from companion.games.krysis.words import LEAST_SEATS, MISSIONS, MOST_SEATS
from companion.games.krysis.world import World


class Krysis(Rules[State]):
    """The rules of Krysis."""

    name = "krysis"
    title: Words = "Krysis"
    bundled_pack = "deepvein"
    pack_type = Pack
    sheets = SHEETS
    chance_items = ("miners", "relics", "agents", "missions")
    hideable = ("relics", "agents", "missions")
    corrections = FACTS

    def lay_out(self, pack: Pack, seats: Sequence[str], settings: Mapping[str, str]) -> State:
        """R-KR-05 to R-KR-17."""
        return lay_out(World(pack, seats, settings))

    def stocks(self, pack: Pack) -> Mapping[str, Stock]:
        """The relics, and the agents of each company."""
        return stocks(pack)

    def stocks_at(self, state: State) -> Mapping[str, Stock]:
        """The decks of a company are named after its seat."""
        return state.world.stocks

    def printed(self, state: State, place: str) -> Sequence[str]:
        """Missions, which are the same in every box; and relics picked from a camp."""
        return {"missions": sorted(MISSIONS), "relic": sorted(state.world.relics)}.get(place, [])

    def know(self, state: State) -> None:
        """Update tracked decks to what the box knows now."""
        know(state)

    def over(self, state: State) -> Over:
        """The ranking (R-KR-83, R-KR-84)."""
        assert state.now.result is not None
        return Over(None, state.now.result["rule"], state.now.result)

    def balance(self, state: State) -> None:
        """After the last change of a correction."""
        balance(state)

    def corrected(self, state: State, changes: Sequence[Any]) -> State:
        """Like every game; in addition every place keeps its number of agents."""
        trial = super().corrected(state, changes)
        same_counts(state, trial)
        return trial

    def chance_item(self, ask: Ask) -> str:
        """Which chance item a chance ask belongs to (wire, section 1)."""
        if isinstance(ask, PickAsk):
            return "miners" if ask.what == "miner" else "relics"
        if isinstance(ask, DrawAsk) and ask.deck in ("relics", "missions"):
            return ask.deck
        return "agents"

    def parse(self, state: State, raw: object) -> Answer:
        """An answer out of JSON, its fields and names checked (wire, section 3)."""
        return parse(state, raw)

    def pieces(self, state: State) -> Pieces:
        """What lies on the table (wire, section 8)."""
        return facts.pieces(state)

    def facts(self, state: State) -> dict[str, Any]:
        """The whole picture (wire, section 6)."""
        return facts.facts(state)

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        """What a seat may see (wire, section 7)."""
        return facts.view(state, seat)

    def seat_limits(self, pack: Pack) -> tuple[int, int]:
        """Two to four players."""
        return LEAST_SEATS, MOST_SEATS

    def read_pack(self, data: object) -> Pack:
        """Check one JSON value against the schema (wire, section 11)."""
        return read_pack(data)

    def blank_pack(self) -> dict[str, Any]:
        """An empty box, with what is printed in every one."""
        return blank_pack()

    def blank_words(self) -> Mapping[str, Words]:
        """What is printed in every box, in words."""
        return blank_words()

    def seats(self, pack: Pack) -> list[tuple[str, Words]]:
        """The companies (R-KR-05)."""
        return [(company.id, translated(pack.texts, company.name)) for company in pack.companies]

    def setup_choices(self, pack: Pack) -> Sequence[SetupChoice]:
        """The game mode, which cards are physical, and the house rules."""
        return setup_choices(pack)

    def settings_for(self, pack: Pack, seats: Sequence[str]) -> dict[str, str]:
        """A seat named after a company plays it."""
        return settings_for(pack, seats)

    def goes_along(self, ask: Ask) -> bool:
        """All dealing: only the owners have anything to look at."""
        return isinstance(ask, PickAsk | DrawAsk)

    def public(self, settings: Mapping[str, str], raw: Mapping[str, Any]) -> dict[str, Any]:
        """Bids, face-down agents, relics and missions are private if the companion knows them."""
        return public(read_options(settings), raw)


GAME = Game(Krysis(), KrysisPresenter, KrysisPlayer)
