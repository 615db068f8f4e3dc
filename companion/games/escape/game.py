"""Escape Plan as the table sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.core.answers import Answer, Draw, Pull
from companion.core.asks import Ask, DrawAsk, Over, is_chance
from companion.core.game import Figure, Gauge, SetupChoice
from companion.core.instructions import Instruction, Pieces
from companion.core.parsing import check_fields, read_answer
from companion.core.refusals import known
from companion.core.rulebook import Rulebook
from companion.core.texts import Words
from companion.games.escape import facts
from companion.games.escape.answers import AnyAnswer
from companion.games.escape.content.pack import Pack, read_pack
from companion.games.escape.corrections import FACTS, balance
from companion.games.escape.names import SEATS
from companion.games.escape.player import choose
from companion.games.escape.presenter import log_lines as describing
from companion.games.escape.presenter.gauges import gauges
from companion.games.escape.presenter.labels import CHANCE
from companion.games.escape.presenter.lines import lines
from companion.games.escape.presenter.places import places
from companion.games.escape.presenter.private import private
from companion.games.escape.presenter.prompts import chapter
from companion.games.escape.presenter.scene import scene
from companion.games.escape.presenter.setup_choices import setup_choices
from companion.games.escape.rules.ending import figures
from companion.games.escape.rules.setup import lay_out
from companion.games.escape.state import State
from companion.games.escape.why import WHY
from companion.games.escape.words import ASSETS, EXITS
from companion.games.escape.world import World
from companion.scene.scene import Card, Line, Place, Private, Scene

SECRET: Mapping[tuple[Any, ...], str] = MappingProxyType(
    {
        ("draw", None, "plans"): "card",
        ("value", None, None): "value",
        ("cash", None, None): "by",
        (None, "cash", None): "value",
    }
)
"""By verb, fact and deck: the field that only one seat may know."""


class EscapePlan(Rulebook[State]):
    """The rulebook of Escape Plan; the methods are those of ``companion.core.game.Game``."""

    name = "escape"
    title: Words = "Escape Plan"
    bundled_pack = "lanternhead"
    chance_items = ("stacks", "officers", "contacts", "plans", "patrol")
    dice: Mapping[str, Sequence[str]] = MappingProxyType({})
    corrections = FACTS
    why = WHY

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

    def public(self, settings: Mapping[str, str], raw: Mapping[str, Any]) -> dict[str, Any]:
        """Plan cards, steps of the ledger and entered values stay with their seat (wire, "View")."""
        secret = SECRET.get((raw.get("do"), raw.get("fact"), raw.get("deck")))
        return dict(raw) if secret is None else {**raw, secret: None}

    def pieces(self, state: State) -> Pieces:
        """What lies on the table (wire, "Pieces")."""
        return facts.pieces(state)

    def face_down(self, state: State) -> Pieces:
        """First aid and rest tiles that were used (R-EP-79, R-EP-83)."""
        return facts.face_down(state)

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

    def seats(self, pack: Pack) -> list[tuple[str, Words]]:
        """The five player colours (R-EP-28)."""
        return list(SEATS.items())

    def seat_limits(self, pack: Pack) -> tuple[int, int]:
        """How many players the pack is for."""
        return pack.players_min, pack.players_max

    def setup_choices(self, pack: Pack) -> Sequence[SetupChoice]:
        """How plans are dealt, whether cash is followed, and the house rule."""
        return setup_choices()

    def goes_along(self, ask: Ask) -> bool:
        """Tiles, officers, contacts and plans come all at once; a patrol card is looked at by itself (R-EP-58)."""
        return is_chance(ask) and self.chance_item(ask) != "patrol"

    def chance_name(self, item: str) -> Words:
        """What people call a chance item."""
        return CHANCE[item]

    def scene(self, state: State) -> Scene:
        """The whole picture, for people at the shared screen."""
        return scene(state, self.ask(state))

    def private(self, state: State, seat: str) -> Private | None:
        """The escape plan, the cash and the entered lines of a seat, for its own eyes (wire, "View")."""
        return private(state, seat, frozenset(self.legal(state) or ()))

    def places(self, state: State) -> list[Place]:
        """What should lie where, place by place."""
        return places(state)

    def lines(self, state: State, instructions: Sequence[Instruction]) -> list[Line]:
        """Instructions in words, in the order in which hands do them."""
        return lines(state, instructions)

    def card(self, state: State, answer: Answer) -> Card | None:
        """The card that an answer has just turned up for everybody, None if it was none."""
        return describing.card(state, answer)

    def describe(self, state: State, answer: Answer) -> Words:
        """An answer in words, for the log and the undo list, without what only one seat may know."""
        return describing.describe(state.world, answer)

    def outcome(self, state: State, answer: Answer) -> Words:
        """The exit, the contact, the tile or the officer that chance brings, and nothing else."""
        return describing.outcome(state.world, answer)

    def gauges(self, state: State) -> list[Gauge]:
        """Notoriety and income of everybody, and how the city closes."""
        return gauges(state)

    def chapter(self, state: State) -> Words:
        """The day and its part (R-EP-43, R-EP-76)."""
        return chapter(state)


def _decks(world: World) -> Mapping[str, Any]:
    """The cards of every deck."""
    stacks = {f"stack:{letter}": tiles for letter, tiles in world.stacks.items()}
    return {**stacks, "contacts": world.contacts, "plans": world.plans, "patrol": EXITS}
