"""Everything that can be seen of a table of Escape Plan, for secrecy tests."""

from __future__ import annotations

import pprint
import re
from typing import Any

import msgspec

from companion.core.texts import plain
from companion.table.history import label
from companion.table.table import Table

encode = msgspec.json.Encoder(order="deterministic").encode


def shared(table: Table) -> dict[str, bytes]:
    """All text and data on the shared screen."""
    state, game = table.state, table.game
    todo = [*table.opening, *table.since(0).instructions]
    answers = [part.answer for part in table.history.entries if part.answer is not None]
    return {
        "view": encode(table.view(None)),
        "ask": encode(table.ask),
        "scene": repr(_without_entry(table)).encode(),
        "lines": encode(game.presenter.lines(state, todo)),
        "instructions": encode(todo),
        "describe": encode([game.presenter.describe(state, answer) for answer in answers]),
        "timeline": encode([plain(label(game, state, played)) for played in table.history.decisions]),
        "card": encode([game.presenter.card(state, answer) for answer in answers[-1:]]),
    }


def _without_entry(table: Table) -> Any:
    return msgspec.structs.replace(table.scene(), choices=[], entry=None) if table.ask.only else table.scene()


def everything(table: Table) -> dict[str, bytes]:
    """All output of the table, including its own memory."""
    state = table.state
    seen = {
        "state": msgspec.msgpack.encode([state.now, state.agenda]),
        "hash": table.hash().encode(),
        "facts": encode(table.facts()),
        "legal": encode(table.legal()),
        "odds": encode(table.odds()),
        "log": encode(list(table.log)),
        "printed": pprint.pformat([state.now, state.agenda]).encode(),
        "repr": re.sub(" at 0x[0-9a-f]+", "", repr([table, state, table.history, state.now])).encode(),
    }
    views = {f"view {seat}": encode(table.view(seat)) for seat in table.setup.seats}
    alone = {f"private {seat}": encode(table.game.presenter.private(state, seat)) for seat in table.setup.seats}
    return shared(table) | seen | views | alone
