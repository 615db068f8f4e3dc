"""Escape Plan: rules, presenter and player."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.core.answers import Answer, Draw, Pull, check_fields, check_unknown, read_answer
from companion.core.asks import Ask, DrawAsk, Over, is_chance
from companion.core.piles import UNKNOWN
from companion.core.refusals import known
from companion.core.rules import Rules
from companion.core.texts import Words
from companion.games.escape.answers import AnyAnswer, ShowPlan
from companion.games.escape.checks import blank_pack, blank_words, read_pack
from companion.games.escape.content import ASSETS, EXITS, SEATS, SHEETS, STOCKS, EscapePack
from companion.games.escape.facts import FACTS, balance, face_down, facts, pieces
from companion.games.escape.player import EscapePlanPlayer
from companion.games.escape.presenter import EscapePlanPresenter
from companion.games.escape.rules.setup import know, lay_out
from companion.games.escape.state import SETUP_CHOICES, EscapeWorld, State, officer_types
from companion.games.game import Game


class EscapePlanRules(Rules[State]):
    """The rules of Escape Plan."""

    name = "escape"
    title: Words = "Escape Plan"
    bundled_pack = "lanternhead"
    pack_type = EscapePack
    sheets = SHEETS
    chance_items = ("stacks", "officers", "contacts", "plans", "patrol")
    choices = SETUP_CHOICES
    corrections = FACTS
    box_stocks = STOCKS
    secret_facts = ("secret",)

    # These are defined where their subject is.
    read_pack = staticmethod(read_pack)
    blank_pack = staticmethod(blank_pack)
    blank_words = staticmethod(blank_words)
    lay_out = staticmethod(lay_out)
    know = staticmethod(know)
    balance = staticmethod(balance)
    facts = staticmethod(facts)
    pieces = staticmethod(pieces)
    face_down = staticmethod(face_down)

    def unused_secrets(self, state: State) -> Collection[str]:
        """Cash where no ledger is kept, and plans that lie on the table as cards."""
        options = state.world.options
        used = {"cash": options.ledger, "plan": options.private_plans}
        return [name for name, is_used in used.items() if not is_used]

    def view(self, state: State, seat: str | None) -> dict[str, Any]:
        """WIRE.md, "View": it does not say whose it is."""
        return self.seen(state, seat)

    def seats(self, pack: EscapePack) -> list[tuple[str, Words]]:
        """The five player colours (R-EP-28)."""
        return list(SEATS.items())

    def seat_limits(self, pack: EscapePack) -> tuple[int, int]:
        """How many players the pack is for."""
        return pack.players_min, pack.players_max

    def told_by_title(self, pack: EscapePack, table: str) -> bool:
        """Contacts and escape plans are carried out by their players."""
        return True

    def over(self, state: State) -> Over:
        """The ranking (R-EP-89)."""
        assert state.now.result is not None
        return Over(None, "R-EP-89", state.now.result)

    def chance_item(self, ask: Ask) -> str:
        """The chance item of a chance ask (WIRE.md, "Start")."""
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
            cards = [*world.plans, UNKNOWN] if isinstance(answer, ShowPlan) else _contacts(state)
            check_fields(answer, names | {"card": cards})
        return answer

    def deck_cards(self, state: State, place: str) -> Collection[str]:
        """Escape plans: nobody knows which the others have (R-EP-37)."""
        return state.world.plans if place == "plans" else ()

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
