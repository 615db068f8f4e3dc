"""Checks of this machine, for ``companion doctor`` and for a page of the touchscreen."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from importlib.metadata import entry_points
from typing import TypeAlias

from msgspec import Struct

from companion.core.texts import T, Words

GROUP = "companion.doctor"
"""The entry point group of checks."""

log = logging.getLogger(__name__)


class Check(Struct, frozen=True):
    """The result of a check: ``name``, whether it is ``well``, and what was found or what to do."""

    name: Words
    well: bool
    text: Words


Part: TypeAlias = Callable[[], Iterable[Check]]
"""Runs the checks of one part of the machine; may take some seconds."""


def parts(**instead: Part) -> dict[str, Part]:
    """All registered parts by name, sorted; ``instead`` overrides parts of the same name."""
    found = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return {point.name: instead[point.name] if point.name in instead else point.load() for point in found}


def look(name: str, part: Part) -> list[Check]:
    """Run a part; an exception becomes a failed check in place of the rest."""
    found: list[Check] = []
    try:
        found.extend(part())
    except Exception as problem:
        log.exception("the doctor could not look at %s", name)
        found.append(Check(name, False, T("This could not be looked at: {problem}. Try again.", problem=str(problem))))
    return found
