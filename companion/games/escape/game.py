"""Escape Plan: rules, presenter and player."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.core.answers import Answer, Draw, Pull, check_fields, check_unknown, read_answer
from companion.core.asks import Ask, DrawAsk, Over, is_chance
from companion.core.instructions import Pieces
from companion.core.learning import Stock
from companion.core.piles import UNKNOWN
from companion.core.refusals import known
from companion.core.rules import Rules
from companion.core.setup import SetupChoice
from companion.core.texts import Words
from companion.games.escape import facts
from companion.games.escape.answers import AnyAnswer
from companion.games.escape.checks import blank_pack, blank_words, read_pack
from companion.games.escape.content import ASSETS, EXITS, SEATS, SHEETS, STOCKS, EscapePack
from companion.games.escape.facts import FACTS, balance
from companion.games.escape.options import setup_choices
from companion.games.escape.player import EscapePlanPlayer
from companion.games.escape.presenter import EscapePlanPresenter
from companion.games.escape.rules.setup import know, lay_out
from companion.games.escape.state import EscapeWorld, State, officer_types
from companion.games.game import Game

SECRET: Mapping[tuple[Any, ...], str] = MappingProxyType(
    {
        ("draw", None, "plans"): "card",
        ("value", None, None): "value",
        ("cash", None, None): "by",
        (None, "cash", None): "value",
    }
)
"""The field that only one seat may know, by verb, fact and deck."""


class EscapePlanRules(Rules[State]):
    """The rules of Escape Plan."""

    name = "escape"
    title: Words = "Escape Plan"
    bundled_pack = "lanternhead"
    pack_type = EscapePack
    sheets = SHEETS
    chance_items = ("stacks", "officers", "contacts", "plans", "patrol")
    dice: Mapping[str, Sequence[str]] = MappingProxyType({})
    corrections = FACTS

    def lay_out(self, pack: EscapePack, seats: Sequence[str], settings: Mapping[str, str]) -> State:
        """R-EP-11 to R-EP-39."""
        return lay_out(EscapeWorld(pack, seats, settings))

    def stocks(self, pack: EscapePack) -> Mapping[str, Stock]:
        """Contacts, escape plans and officers."""
        return STOCKS

    def know(self, state: State) -> None:
        """Decks and bag hold what the box knows now."""
        know(state)

    def over(self, state: State) -> Over:
        """The ranking (R-EP-89)."""
        assert state.now.result is not None
        return Over(None, "R-EP-89", state.now.result)

    def balance(self, state: State) -> None:
        """R-GEN-04, after the last change of a correction."""
        balance(state)

    def chance_item(self, ask: Ask) -> str:
        """Which chance item a chance ask belongs to (WIRE.md, "Start")."""
        if isinstance(ask, DrawAsk):
            return "stacks" if ask.deck.startswith("stack:") else ask.deck
        return "officers"

    def parse(self, state: State, raw: object) -> Answer:
        """An answer out of JSON, its fields and names checked (WIRE.md, "Refusals")."""
        answer: AnyAnswer = read_answer(raw, AnyAnswer)
        world = state.world
        names: dict[str, Any] = {
            "seat": world.seats,
            "seats": world.seats,
            "tile": world.tiles,
            "type": officer_types(state),
            "asset": ASSETS,
            "business": world.business,
            "safe_house": world.safe_houses,
            "what": world.printed if answer.__struct_config__.tag == "stock" else world.whats,
        }
        check_unknown(answer, (*_decks(world), "officers"), world.partial)
        if isinstance(answer, Draw):
            decks = _decks(world)
            known(answer.deck, decks)
            known(answer.card, decks[answer.deck])
        elif isinstance(answer, Pull):
            known(answer.bag, ("officers",))
            known(answer.token, world.officers)
        else:
            check_fields(answer, names | {"card": _contacts(state)})
        return answer

    def public(self, settings: Mapping[str, str], raw: Mapping[str, Any]) -> dict[str, Any]:
        """Plan cards, steps of the ledger and entered values stay with their seat (WIRE.md, "View")."""
        secret = SECRET.get((raw.get("do"), raw.get("fact"), raw.get("deck")))
        return dict(raw) if secret is None else {**raw, secret: None}

    def pieces(self, state: State) -> Pieces:
        """What lies on the table (WIRE.md, "Pieces")."""
        return facts.pieces(state)

    def face_down(self, state: State) -> Pieces:
        """First aid and rest tiles that were used (R-EP-79, R-EP-83)."""
        return facts.face_down(state)

    def facts(self, state: State) -> dict[str, Any]:
        """The whole picture (WIRE.md, "Facts")."""
        return facts.facts(state)

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        """The facts without the secrets of others (WIRE.md, "View")."""
        return facts.view(state, seat)

    def read_pack(self, data: object) -> EscapePack:
        """Check one JSON value against the schema (WIRE.md, "Pack")."""
        return read_pack(data)

    def blank_pack(self) -> dict[str, Any]:
        """An empty box, with what is printed in every one."""
        return blank_pack()

    def blank_words(self) -> Mapping[str, Words]:
        """What is printed in every box, in words."""
        return blank_words()

    def seats(self, pack: EscapePack) -> list[tuple[str, Words]]:
        """The five player colours (R-EP-28)."""
        return list(SEATS.items())

    def seat_limits(self, pack: EscapePack) -> tuple[int, int]:
        """How many players the pack is for."""
        return pack.players_min, pack.players_max

    def setup_choices(self, pack: EscapePack) -> Sequence[SetupChoice]:
        """How plans are dealt, whether cash is followed, and the house rule."""
        return setup_choices()

    def goes_along(self, ask: Ask) -> bool:
        """Tiles, officers, contacts and plans are dealt together; each patrol card by itself (R-EP-58)."""
        return is_chance(ask) and self.chance_item(ask) != "patrol"


def _decks(world: EscapeWorld) -> Mapping[str, Any]:
    """The cards of every deck."""
    stacks = {f"stack:{letter}": tiles for letter, tiles in world.stacks.items()}
    return {**stacks, "contacts": world.contacts, "plans": world.plans, "patrol": EXITS}


def _contacts(s: State) -> Collection[str]:
    """The contacts, with ``UNKNOWN`` while an unknown one is open or held."""
    lying = [*s.now.contacts.display, *(card for player in s.now.players.values() for card in player.contacts)]
    return [*s.world.contacts, UNKNOWN] if UNKNOWN in lying else s.world.contacts


GAME = Game(EscapePlanRules(), EscapePlanPresenter, EscapePlanPlayer)
