"""New York Crisis as the table sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import structs

from companion.core.answers import Answer
from companion.core.asks import Ask, DrawAsk, Over, PickAsk, PullAsk
from companion.core.games import SetupChoice
from companion.core.instructions import Instruction, Pieces, difference
from companion.core.refusals import Refused
from companion.core.scenes import Card, Line, Private, Scene
from companion.core.steps import Ended, play_top, settle
from companion.core.texts import T, Words
from companion.games.newyork import corrections, facts
from companion.games.newyork.answers import read_answer
from companion.games.newyork.content.pack import Pack, read_pack
from companion.games.newyork.naming import check_names
from companion.games.newyork.player import choose
from companion.games.newyork.setup import lay_out
from companion.games.newyork.show import describing
from companion.games.newyork.show.lines import lines
from companion.games.newyork.show.scene import scene
from companion.games.newyork.show.setup_choices import setup_choices
from companion.games.newyork.show.wording import CHANCE, SEATS
from companion.games.newyork.state import State
from companion.games.newyork.tasks import check_form
from companion.games.newyork.words import ROLES, SIDES
from companion.games.newyork.world import World


class NewYork:
    """The rulebook of New York Crisis; the methods are those of ``companion.core.games.Game``."""

    name = "newyork"
    title: Words = "New York Crisis"
    bundled_pack = "manhattan_nights"
    chance_items = ("police", "mafia", "info", "items", "squares", "dice")

    def begin(self, pack: Pack, seats: Sequence[str], settings: Mapping[str, str]) -> State:
        """RULES 1.3: lay out the table and settle at the first question."""
        state = lay_out(World(pack, seats, settings))
        state.todo = difference({}, facts.pieces(state))
        self._settle(state)
        return state

    def ask(self, state: State) -> Ask:
        """The one open question."""
        result = state.now.result
        if result is not None:
            return Over(None, result["rule"], result)
        return state.agenda[-1].ask(state)

    def legal(self, state: State) -> Sequence[Answer] | None:
        """The answers to list; none at the end."""
        return state.agenda[-1].legal(state) if state.agenda else []

    def odds(self, state: State) -> list[float] | None:
        """The chance of each legal answer where the ask is chance and not a roll."""
        return state.agenda[-1].odds(state) if state.agenda else None

    def sides(self, die: str) -> Sequence[str]:
        """The faces of a die."""
        return SIDES[die]

    def chance_item(self, ask: Ask) -> str:
        """Which chance item a chance ask belongs to (wire section 1)."""
        if isinstance(ask, DrawAsk):
            return ask.deck
        if isinstance(ask, PullAsk):
            return "items" if ask.bag == "items" else "info"
        return "squares" if isinstance(ask, PickAsk) else "dice"

    def chance_name(self, item: str) -> Words:
        """What people call a chance item."""
        return CHANCE[item]

    def parse(self, state: State, raw: object) -> Answer:
        """An answer out of JSON, its fields and names checked (wire section 4)."""
        answer = read_answer(raw, state.world.options.light)
        check_form(state, answer)
        check_names(state, answer)
        for field in ("with_", "dice"):
            value = getattr(answer, field, None)
            if value:
                answer = structs.replace(answer, **{field: tuple(sorted(value))})
        return answer

    def play(self, state: State, answer: Answer) -> list[Instruction]:
        """Take an answer, or refuse it with nothing changed."""
        if not state.agenda:
            raise Refused("over", T("The game has ended."))
        try:
            play_top(state, state.agenda, answer)
        except Ended:
            state.agenda.clear()
        self._settle(state)
        return state.take_todo()

    def _settle(self, state: State) -> None:
        try:
            settle(state, state.agenda)
        except Ended:
            state.agenda.clear()

    def pieces(self, state: State) -> Pieces:
        """What lies on the table (wire section 10)."""
        return facts.pieces(state)

    def facts(self, state: State) -> dict[str, Any]:
        """The whole picture (wire section 9)."""
        return facts.facts(state)

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        """The same for every seat and for the shared screen (wire section 9)."""
        return facts.view(state)

    def correct(self, state: State, changes: Sequence[Any]) -> list[Instruction]:
        """Set facts, all or none (wire section 11)."""
        return corrections.correct(state, changes)

    def read_pack(self, data: object) -> Pack:
        """Check one JSON value against the schema (wire section 12)."""
        return read_pack(data)

    def seats(self, pack: Pack) -> list[tuple[str, Words]]:
        """The four members of the family (R-NYC-03)."""
        names = {character.role: character.name for character in pack.characters}
        return [(role, T("{role} ({name})", role=SEATS[role], name=names[role])) for role in ROLES]

    def advise(self, state: State, legal: Sequence[Answer], luck: Callable[[], float]) -> Answer:
        """What a sensible player would answer."""
        return choose(state, legal, luck)

    def setup_choices(self, pack: Pack) -> Sequence[SetupChoice]:
        """Story, what is followed, and every house rule."""
        return setup_choices(pack)

    def scene(self, state: State) -> Scene:
        """The whole picture, for people at the shared screen."""
        return scene(state, self.ask(state))

    def private(self, state: State, seat: str) -> Private | None:
        """Nobody has secrets (wire section 9)."""
        return None

    def lines(self, state: State, instructions: Sequence[Instruction]) -> list[Line]:
        """Instructions in words, in the order in which hands do them."""
        return lines(state, instructions)

    def card(self, state: State, answer: Answer) -> Card | None:
        """The card that an answer has just turned up, None if it was no card."""
        return describing.card(state, answer)

    def describe(self, state: State, answer: Answer) -> Words:
        """An answer in words, for the log and the undo list."""
        return describing.describe(state.world, answer)
