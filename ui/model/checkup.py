"""The doctor at the screen: looks at one part of the machine after the other, while the picture goes on moving."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from threading import Thread

from companion.doctor import Check, Part, look


class Checkup:
    """What was found up to now. ``changed`` is called, in a thread of its own, whenever there is more."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._parts: Mapping[str, Part] = {}
        self._found: dict[str, list[Check] | None] = {}

    @property
    def looking(self) -> bool:
        """True while some part has not been looked at yet."""
        return None in self._found.values()

    def checks(self) -> list[Check]:
        """All that was found: what is wrong first, else in the order in which it was looked at."""
        found = [check for some in self._found.values() for check in some or ()]
        return sorted(found, key=lambda check: check.well)

    def look(self, now: Iterable[Check], parts: Mapping[str, Part]) -> None:
        """Begin anew: ``now`` was found by the caller, each of ``parts`` is looked at in its turn."""
        self._parts = parts
        found = self._found = {"": list(now), **dict.fromkeys(parts)}
        self._beside(found, parts)

    def again(self, name: str) -> None:
        """Look once more at a part in which something has changed; until that is done the former stands."""
        if self._found.get(name) is not None:
            self._beside(self._found, {name: self._parts[name]})

    def _beside(self, found: dict[str, list[Check] | None], parts: Mapping[str, Part]) -> None:
        # A look that was begun before another one writes into what nobody reads any more.
        def run() -> None:
            for name, part in parts.items():
                found[name] = look(name, part)
                self._changed()

        Thread(target=run, name="doctor", daemon=True).start()
