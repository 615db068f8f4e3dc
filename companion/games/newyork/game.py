"""New York Crisis as the table sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import structs

from companion.core.answers import Answer
from companion.core.asks import Ask, DrawAsk, Over, PickAsk, PullAsk
from companion.core.game import Figure, Gauge, SetupChoice
from companion.core.instructions import Instruction, Pieces
from companion.core.rulebook import Rulebook
from companion.core.texts import T, Words
from companion.games.newyork import facts
from companion.games.newyork.answers import read_answer
from companion.games.newyork.content.pack import Pack, read_pack
from companion.games.newyork.corrections.checks import FACTS, balance, keep_going
from companion.games.newyork.names import check_names
from companion.games.newyork.player import choose
from companion.games.newyork.presenter import log_lines as describing
from companion.games.newyork.presenter.gauges import gauges
from companion.games.newyork.presenter.labels import CHANCE, SEATS
from companion.games.newyork.presenter.lines import lines
from companion.games.newyork.presenter.picture import tracks as tracks_of
from companion.games.newyork.presenter.places import places
from companion.games.newyork.presenter.prompts import chapter
from companion.games.newyork.presenter.scene import scene
from companion.games.newyork.presenter.setup_choices import setup_choices
from companion.games.newyork.rules.setup import lay_out
from companion.games.newyork.rules.tasks import check_form
from companion.games.newyork.state import State
from companion.games.newyork.why import WHY
from companion.games.newyork.words import ROLES, SIDES
from companion.games.newyork.world import World
from companion.scene.scene import Card, Line, Place, Private, Scene


class NewYork(Rulebook[State]):
    """The rulebook of New York Crisis; the methods are those of ``companion.core.game.Game``."""

    name = "newyork"
    title: Words = "New York Crisis"
    bundled_pack = "manhattan_nights"
    chance_items = ("police", "mafia", "info", "items", "squares", "dice")

    corrections = FACTS
    dice = SIDES
    why = WHY

    def lay_out(self, pack: Pack, seats: Sequence[str], settings: Mapping[str, str]) -> State:
        """RULES 1.3: the table before the first question."""
        return lay_out(World(pack, seats, settings))

    def over(self, state: State) -> Over:
        """How it ended (wire section 9)."""
        result = state.now.result
        assert result is not None
        return Over(None, result["rule"], result)

    def balance(self, state: State) -> None:
        """R-GEN-04 over all pieces (wire section 11)."""
        balance(state)

    def keep_going(self, state: State) -> list[dict[str, Any]]:
        """A low alert and no FBI: nobody loses."""
        return keep_going(state)

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

    def pieces(self, state: State) -> Pieces:
        """What lies on the table (wire section 10)."""
        return facts.pieces(state)

    def face_down(self, state: State) -> Pieces:
        """Items that were used this round (R-NYC-86)."""
        return facts.face_down(state)

    def facts(self, state: State) -> dict[str, Any]:
        """The whole picture (wire section 9)."""
        return facts.facts(state)

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        """The same for every seat and for the shared screen (wire section 9)."""
        return facts.view(state)

    def read_pack(self, data: object) -> Pack:
        """Check one JSON value against the schema (wire section 12)."""
        return read_pack(data)

    def seats(self, pack: Pack) -> list[tuple[str, Words]]:
        """The four members of the family (R-NYC-03)."""
        names = {character.role: character.name for character in pack.characters}
        return [(role, T("{role} ({name})", role=SEATS[role], name=names[role])) for role in ROLES]

    def seat_limits(self, pack: Pack) -> tuple[int, int]:
        """One to four players."""
        return 1, len(ROLES)

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

    def places(self, state: State) -> list[Place]:
        """What should lie where, place by place."""
        return places(state)

    def lines(self, state: State, instructions: Sequence[Instruction]) -> list[Line]:
        """Instructions in words, in the order in which hands do them."""
        return lines(state, instructions)

    def card(self, state: State, answer: Answer) -> Card | None:
        """The card that an answer has just turned up, None if it was no card."""
        return describing.card(state, answer)

    def figures(self, state: State) -> list[Figure]:
        """Whether it was won, how many rounds it took, where the tracks stood."""
        won = state.now.result is not None and state.now.result["outcome"] == "win"
        tracks = [Figure(track.name, track.at) for track in tracks_of(state)]
        return [Figure(T("won"), won, share=True), Figure(T("rounds"), state.now.round), *tracks]

    def describe(self, state: State, answer: Answer) -> Words:
        """An answer in words, for the log and the undo list."""
        return describing.describe(state.world, answer)

    def outcome(self, state: State, answer: Answer) -> Words:
        """The square of a card, or what a token is: what one waits for, without the rest of the card."""
        return describing.outcome(state.world, answer)

    def gauges(self, state: State) -> list[Gauge]:
        """The tracks, and what lies on the board against the family."""
        return gauges(state)

    def chapter(self, state: State) -> Words:
        """The round that is being played."""
        return chapter(state)
