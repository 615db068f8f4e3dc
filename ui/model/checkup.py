"""Runs the doctor's checks in the background, one part of the machine after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from threading import Thread

from companion.doctor import Check, Part
from companion.doctor import look as look_at


class Checkup:
    """The results so far. ``changed`` is called in a background thread whenever there are more."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._parts: Mapping[str, Part] = {}
        self._found: dict[str, list[Check] | None] = {}

    @property
    def looking(self) -> bool:
        """True while a part is still to be checked."""
        return None in self._found.values()

    def checks(self) -> list[Check]:
        """All results: problems first, else in the order of the checks."""
        found = [check for some in self._found.values() for check in some or ()]
        return sorted(found, key=lambda check: check.well)

    def look(self, now: Iterable[Check], parts: Mapping[str, Part]) -> None:
        """Start over: ``now`` are results of the caller; each of ``parts`` is checked in turn."""
        self._parts = parts
        found = self._found = {"": list(now), **dict.fromkeys(parts)}
        self._beside(found, parts)

    def again(self, name: str) -> None:
        """Repeat the check of a part that has changed; the old result stays until it is done."""
        if self._found.get(name) is not None:
            self._beside(self._found, {name: self._parts[name]})

    def _beside(self, found: dict[str, list[Check] | None], parts: Mapping[str, Part]) -> None:
        # A run that was superseded writes into a dictionary nobody reads any more.
        def run() -> None:
            for name, part in parts.items():
                found[name] = look_at(name, part)
                self._changed()

        Thread(target=run, name="doctor", daemon=True).start()
