"""Escape Plan as the table sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.core.answers import Answer, Draw, Pull
from companion.core.asks import Ask, DrawAsk, Over
from companion.core.games import Figure
from companion.core.incoming import check_fields, read_answer
from companion.core.instructions import Pieces
from companion.core.refusals import known
from companion.core.rulebook import Rulebook
from companion.core.texts import Words
from companion.games.escape import facts
from companion.games.escape.answers import AnyAnswer
from companion.games.escape.content.pack import Pack, read_pack
from companion.games.escape.correctable import FACTS, balance
from companion.games.escape.ending import figures
from companion.games.escape.player import choose
from companion.games.escape.setup import lay_out
from companion.games.escape.state import State
from companion.games.escape.words import ASSETS, EXITS
from companion.games.escape.world import World


class EscapePlan(Rulebook[State]):
    """The rulebook of Escape Plan; the methods are those of ``companion.core.games.Game``."""

    name = "escape"
    title: Words = "Escape Plan"
    bundled_pack = "lanternhead"
    chance_items = ("stacks", "officers", "contacts", "plans", "patrol")
    dice: Mapping[str, Sequence[str]] = MappingProxyType({})
    corrections = FACTS

    def lay_out(self, pack: Pack, seats: Sequence[str], settings: Mapping[str, str]) -> State:
        """R-EP-11 to R-EP-39."""
        return lay_out(World(pack, seats, settings))

    def over(self, state: State) -> Over:
        """The ranking (R-EP-89)."""
        assert state.now.result is not None
        return Over(None, "R-EP-89", state.now.result)

    def balance(self, state: State) -> None:
        """R-GEN-04, after the last change of a correction."""
        balance(state)

    def chance_item(self, ask: Ask) -> str:
        """Which chance item a chance ask belongs to (wire, "Start")."""
        if isinstance(ask, DrawAsk):
            return "stacks" if ask.deck.startswith("stack:") else ask.deck
        return "officers"

    def parse(self, state: State, raw: object) -> Answer:
        """An answer out of JSON, its fields and names checked (wire, "Refusals")."""
        answer: AnyAnswer = read_answer(raw, AnyAnswer)
        world = state.world
        names: dict[str, Any] = {
            "seat": world.seats,
            "seats": world.seats,
            "tile": world.tiles,
            "type": world.officers,
            "asset": ASSETS,
            "business": world.business,
            "safe_house": world.safe_houses,
            "what": world.printed if answer.__struct_config__.tag == "stock" else world.whats,
        }
        if isinstance(answer, Draw):
            decks = _decks(world)
            known(answer.deck, decks)
            known(answer.card, decks[answer.deck])
        elif isinstance(answer, Pull):
            known(answer.bag, ("officers",))
            known(answer.token, world.officers)
        else:
            check_fields(answer, names | {"card": world.contacts})
        return answer

    def pieces(self, state: State) -> Pieces:
        """What lies on the table (wire, "Pieces")."""
        return facts.pieces(state)

    def facts(self, state: State) -> dict[str, Any]:
        """The whole picture (wire, "Facts")."""
        return facts.facts(state)

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        """The facts without the secrets of others (wire, "View")."""
        return facts.view(state, seat)

    def advise(self, state: State, legal: Sequence[Answer], luck: Callable[[], float]) -> Answer:
        """What a sensible player would answer."""
        return choose(state, legal, luck)

    def figures(self, state: State) -> list[Figure]:
        """How many escaped, what the winner has, whether it was the first player."""
        return figures(state)

    def read_pack(self, data: object) -> Pack:
        """Check one JSON value against the schema (wire, "Pack")."""
        return read_pack(data)


def _decks(world: World) -> Mapping[str, Any]:
    """The cards of every deck."""
    stacks = {f"stack:{letter}": tiles for letter, tiles in world.stacks.items()}
    return {**stacks, "contacts": world.contacts, "plans": world.plans, "patrol": EXITS}
