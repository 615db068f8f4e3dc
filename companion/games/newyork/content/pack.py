"""Reads and validates the content of a box of New York Crisis."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.refusals import BadPack, Fault
from companion.core.texts import T
from companion.core.validation import below, entries, examine, pack_object
from companion.games.newyork.content.effect_parsing import need_problems, prepare_effects, unknown_squares
from companion.games.newyork.content.pack_checks import broken_invariants, square_ids
from companion.games.newyork.content.pack_data import Pack
from companion.games.newyork.content.untold import without_untold

SCHEMA = 1
USUAL_DICE = 4
"""The number of dice of both characters whose dice are printed."""


def read_pack(data: object) -> Pack:
    """Validate a JSON value against section 12 of wire/newyork.md and return a pack.

    Raises ``BadPack`` with every fault as ``field.path: sentence``; for another game or a newer schema, with only that
    fault.
    """
    data = pack_object(data, "newyork")
    schema = data.get("schema")
    if isinstance(schema, int) and schema > SCHEMA:
        newer = T(
            "this box is in format {theirs}, this companion reads {ours}; update the companion",
            theirs=schema,
            ours=SCHEMA,
        )
        raise BadPack([Fault("schema", newer)])
    problems: list[Fault] = []
    ready = _prepared(data, problems)
    told, untold = without_untold({name: value for name, value in ready.items() if name != "untold"})
    findings = examine(Pack, told)
    problems = [*findings.problems, *problems, *broken_invariants(ready)]
    if isinstance(data.get("board"), dict) and isinstance(data["board"].get("squares"), list):
        problems += unknown_squares(findings.references, set(square_ids(ready)))
    if problems:
        raise BadPack(problems)
    return msgspec.convert({**told, "untold": untold}, Pack)


def warnings(pack: Pack) -> list[str]:
    """Suspicious but valid parts of a pack, each as ``field.path: sentence``."""
    return [
        f"characters[{index}].dice: {character.dice.total} dice; {USUAL_DICE} are usual"
        for index, character in enumerate(pack.characters)
        if character.dice.total != USUAL_DICE
    ]


def _prepared(data: dict[str, Any], problems: list[Fault]) -> dict[str, Any]:
    ready = dict(data)
    if isinstance(data.get("police_cards"), list):
        ready["police_cards"] = [
            _with_event(card, f"police_cards[{index}]", problems) for index, card in enumerate(data["police_cards"])
        ]
    if isinstance(data.get("scenarios"), list):
        ready["scenarios"] = [
            _with_cards(scenario, f"scenarios[{index}]", problems) for index, scenario in enumerate(data["scenarios"])
        ]
    return ready


def _with_event(card: object, path: str, problems: list[Fault]) -> object:
    if not isinstance(card, dict) or not isinstance(card.get("event"), dict):
        return card
    return card | {"event": _with_effects(card["event"], below(path, "event"), problems)}


def _with_cards(scenario: object, path: str, problems: list[Fault]) -> object:
    if not isinstance(scenario, dict) or not isinstance(scenario.get("cards"), list):
        return scenario
    for place, card in entries(scenario, "cards"):
        challenge = card.get("final_challenge")
        if isinstance(challenge, dict):
            problems.extend(need_problems(challenge.get("need"), f"{path}.{place}.final_challenge.need"))
    cards = [_with_effects(card, f"{path}.cards[{index}]", problems) for index, card in enumerate(scenario["cards"])]
    return scenario | {"cards": cards}


def _with_effects(card: Any, path: str, problems: list[Fault]) -> Any:
    if not isinstance(card, dict) or "effects" not in card:
        return card
    return card | {"effects": prepare_effects(card["effects"], below(path, "effects"), problems)}
