"""Privacy: which seats have private views, and what logs may print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.krysis.options import Options
from companion.games.krysis.state import State
from companion.games.krysis.words import RELICS


def secrets(s: State) -> list[str]:
    """The seats with a private view: all, if anything private is tracked."""
    known = s.world.options
    any_ = known.knows_home or known.knows_agents or known.knows_missions
    return list(s.world.seats) if any_ and s.now.result is None else []


def public(known: Options, raw: Mapping[str, Any]) -> dict[str, Any]:
    """An answer or a change of a correction, with null for private parts (R-GEN-06)."""
    said = dict(raw)
    verb, fact = raw.get("do"), raw.get("fact")
    if verb == "load" and isinstance(raw.get("goods"), Mapping) and known.knows_relics:
        said["goods"] = {**raw["goods"], RELICS: None}
    hidden = {
        "draw": ("card", True),
        "bid": ("crystals", known.knows_home),
        "play": ("agent", known.knows_agents),
        "discard": ("agent", True),
        "take": ("agent", True),
        "keep": ("relic", True),
        "steal": ("relic", True),
    }
    field, hides = hidden.get(verb or "", ("", False))
    if verb == "pick" and raw.get("what") == "relic":
        field, hides = "one", True
    if fact is not None:
        field, hides = _hidden_change(known, raw)
    return {**said, field: None} if hides else said


def _hidden_change(known: Options, raw: Mapping[str, Any]) -> tuple[str, bool]:
    """The private field of a change, and whether it is private."""
    value = str(raw.get("value"))
    match raw["fact"]:
        case "home":
            return "value", known.knows_home
        case "relics":
            return "value", str(raw.get("at")).startswith("home:")
        case "mission":
            return "value", True
        case "relic":
            return "relic", known.knows_relics and not value.startswith(("up:", "discard"))
        case "agent":
            return "agent", known.knows_agents and value not in ("team", "discard")
    return "", False
