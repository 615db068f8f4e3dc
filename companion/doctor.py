"""What is well on this machine and what is not. ``companion doctor`` says it in the terminal, the screen on a page."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from importlib.metadata import entry_points
from typing import TypeAlias

from msgspec import Struct

from companion.core.texts import T, Words

GROUP = "companion.doctor"
"""The entry points of all that looks at a part of the machine."""

log = logging.getLogger(__name__)


class Check(Struct, frozen=True):
    """One thing that was looked at: ``name``, whether it is ``well``, and what was found, or the one thing to do."""

    name: Words
    well: bool
    text: Words


Part: TypeAlias = Callable[[], Iterable[Check]]
"""Looks at a part of the machine, for some seconds if need be."""


def parts(**instead: Part) -> dict[str, Part]:
    """All that looks at this machine, by name and in its order; ``instead`` takes the place of parts of the same name,
    where somebody knows better where to look."""
    found = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return {point.name: instead[point.name] if point.name in instead else point.load() for point in found}


def look(name: str, part: Part) -> list[Check]:
    """What a part finds; where it fails there is a check that is not well in place of the rest."""
    found: list[Check] = []
    try:
        found.extend(part())
    except Exception as problem:
        log.exception("the doctor could not look at %s", name)
        found.append(Check(name, False, T("This could not be looked at: {problem}. Try again.", problem=str(problem))))
    return found
