"""How Krysis looks and reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import ValidationError, convert

from companion.core.answers import Answer
from companion.core.asks import Ask
from companion.core.instructions import Instruction, ident, kind
from companion.core.texts import Words
from companion.core.validation import entries
from companion.games.krysis.content.pack_data import Agent, Relic
from companion.games.krysis.presenter import picture, scoring
from companion.games.krysis.presenter.boards import boards
from companion.games.krysis.presenter.gauges import gauges
from companion.games.krysis.presenter.places import cards_of, places
from companion.games.krysis.presenter.private import private
from companion.games.krysis.presenter.questions import choices as offered
from companion.games.krysis.presenter.questions.forms import entered, filled, fillings
from companion.games.krysis.presenter.questions.prompts import chapter, prompt
from companion.games.krysis.presenter.questions.tips import tips
from companion.games.krysis.presenter.reveals import reveals
from companion.games.krysis.presenter.secrecy import secrets
from companion.games.krysis.presenter.sides import sides
from companion.games.krysis.presenter.stakes import stakes
from companion.games.krysis.presenter.words import log_lines as describing
from companion.games.krysis.presenter.words.box import BOX, ICONS
from companion.games.krysis.presenter.words.labels import CHANCE, agent_face, relic_face, seat_name
from companion.games.krysis.presenter.words.lines import lines
from companion.games.krysis.presenter.words.notices import notices
from companion.games.krysis.state import State
from companion.games.krysis.why import WHY
from companion.games.krysis.why.headings import HEADINGS
from companion.scene.gauges import Gauge
from companion.scene.presenter import Presenter
from companion.scene.reveals import Reveal
from companion.scene.scene import Card, Line, Place, Private, Scene
from companion.scene.stakes import Stakes
from companion.scene.wording import SEAT


class KrysisPresenter(Presenter[State]):
    """The presenter of Krysis."""

    why = WHY
    headings = HEADINGS
    box = BOX
    decks = ("agents.*.fighters", "agents.*.transporters", "agents.*.special", "relics", "missions")
    box_icons = ICONS

    words = CHANCE

    def word(self, state: State, name: str) -> Words:
        """The name of a thing; a seat is called as its company is, if it has that name."""
        return seat_name(state.world, ident(name)) if kind(name) == SEAT else super().word(state, name)

    def named_in(self, data: Mapping[str, Any], sort: str) -> Mapping[str, Words]:
        """Companies, which group the agents."""
        companies = [] if sort else entries(data, "companies")
        return {str(company.get("id")): company.get("name", "") for _, company in companies}

    def box_card(self, data: Mapping[str, Any], table: str, row: Mapping[str, Any]) -> Card | None:
        """Complete agents and relics."""
        try:
            if table.startswith("agents."):
                agent = convert(row, Agent)
                return agent_face(agent, agent.name)
            return relic_face(convert(row, Relic)) if table == "relics" else None
        except ValidationError:
            return None

    def filled(self, state: State, template: Answer, amounts: Mapping[str, int], names: Sequence[str]) -> Answer:
        """A bid, goods that are carried, or a home, filled in."""
        return filled(state, template, amounts, names)

    def entered(self, state: State, template: Answer, answer: Answer) -> tuple[dict[str, int], list[str]] | None:
        """What fills in a bid, goods that are carried, or a home."""
        return entered(state, template, answer)

    def scene(self, state: State) -> Scene:
        """The whole picture, for people at the shared screen."""
        ask, answers = self.rules.ask(state), self.rules.legal(state) or []
        found = offered.choices(state, ask, answers)
        return Scene(
            prompt=prompt(state, ask),
            choices=found,
            groups=offered.groups(state, found),
            notices=notices(state),
            result=self._result(ask),
            order=picture.order(state),
            rows=picture.rows(state),
            boards=boards(state),
            ranking=scoring.ranking(state),
            secrets=secrets(state),
            tips=tips(ask),
            sides=sides(state),
            fillings=fillings(state, answers),
        )

    def private(self, state: State, seat: str) -> Private | None:
        """Hand, relics, home and mission of a seat, for its own eyes."""
        return private(state, seat)

    def cards_of(self, state: State, item: str) -> list[Place]:
        return cards_of(state, item)

    def places(self, state: State) -> list[Place]:
        """What should lie where, place by place."""
        return places(state)

    def stakes(self, state: State, spot: str) -> Stakes | None:
        """A camp, or a space of the mine."""
        return stakes(state, spot)

    def lines(self, state: State, instructions: Sequence[Instruction]) -> list[Line]:
        """Instructions in words, in the order in which hands do them."""
        return lines(state, instructions)

    def card(self, state: State, answer: Answer) -> Card | None:
        """The relic that was turned up, None if it was none."""
        return describing.card(state, answer)

    def reveals(
        self, state: State, answer: Answer, asked: Ask | None, instructions: Sequence[Instruction]
    ) -> list[Reveal]:
        """Bids that are opened together, and raids."""
        return reveals(state, answer, asked, instructions)

    def describe(self, state: State, answer: Answer) -> Words:
        """An answer in words, for the log and the undo list; never what only one seat may know."""
        return describing.describe(state, answer)

    def outcome(self, state: State, answer: Answer) -> Words:
        """The card or the miner that chance brings."""
        return describing.outcome(state, answer)

    def gauges(self, state: State) -> list[Gauge]:
        """Points, value in the camp and combat of everybody."""
        return gauges(state)

    def chapter(self, state: State) -> Words:
        """The round and its phase."""
        return chapter(state)
