"""The tables that fill decks and bags, and the validation of their rows (WIRE, Boxes known in part)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, get_args

from companion.core.learning import Stock
from companion.core.refusals import Fault, Refused
from companion.core.texts import T
from companion.core.validation import examine
from companion.games.newyork.content.effect_data import Colour
from companion.games.newyork.content.effect_parsing import prepare_effects, unknown_squares
from companion.games.newyork.content.pack_data import InfoTokenData, ItemData, MafiaCard, Pack, PoliceCard
from companion.games.newyork.words import kind_of

RESERVES = tuple(f"reserve:{colour}" for colour in get_args(Colour))


def _token(row: Mapping[str, Any]) -> str:
    return kind_of(str(row["colour"]), int(row["cost"]))


STOCKS = MappingProxyType(
    {
        "mafia_cards": Stock(T("Mafia cards"), "mafia", ("mafia",), MafiaCard),
        "police_cards": Stock(T("Police cards"), "police", ("police",), PoliceCard),
        "info_tokens": Stock(
            T("Info tokens"), "info", ("info", *RESERVES), InfoTokenData, ("colour", "cost"), drawn_as=_token
        ),
        "items": Stock(T("Items"), "items", ("items",), ItemData, ("kind",)),
    }
)


def check_row(pack: Pack, table: str, row: object) -> None:
    """Refuse an invalid row as ``malformed``, and a square that is not on the board as ``unknown``."""
    problems: list[Fault] = []
    found = examine(STOCKS[table].row, _ready(row, problems))
    problems += found.problems
    if problems:
        raise Refused("malformed", T("This is no row of that table: {problem}.", problem=problems[0]))
    for problem in unknown_squares(found.references, {square.id for square in pack.board.squares}):
        raise Refused("unknown", T("This row names something that is not there: {problem}.", problem=problem))


def _ready(row: object, problems: list[Fault]) -> Any:
    event = row.get("event") if isinstance(row, dict) else None
    if not isinstance(row, dict) or not isinstance(event, dict):
        return row
    return row | {"event": event | {"effects": prepare_effects(event.get("effects"), "event.effects", problems)}}
