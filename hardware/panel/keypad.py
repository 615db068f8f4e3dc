"""Entering a roll with four buttons, or with two.

* **white** steps through the faces of the die at the cursor; the screen shows the one that is offered. Held, it moves
  the cursor to the next die instead.
* **green** takes the offered face and goes on to the next die; on a doubtful die it confirms what the reader saw.
  When every die has its face it does the primary thing: it gives the roll.
* **red** takes back the offered face, or else the die that was filled last; on an empty tray it is the table's undo.
* **black** moves the cursor to the next die. A roll of one die has no next one: there black steps back through its
  faces, so that white is + and black is − for a number.

So green and white alone can enter and mend everything.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from hardware.dice.tray import DiceTray
from hardware.inputs import Button

Result: TypeAlias = Literal["taken", "primary", "undo", "nothing"]


class Keypad:
    """The buttons of one tray. ``offered`` is the face that green would take now."""

    def __init__(self, tray: DiceTray) -> None:
        self._tray = tray
        self.offered: str | None = None
        self._offered_for: str | None = None

    def button(self, event: Button) -> Result:
        """What a button did: ``taken`` when the tray or the offer changed, else what the owner should do."""
        if self._offered_for != self._tray.cursor:
            self._offer(None)
        if event.name == "white" and event.action == "hold":
            return self._next_die()
        if event.action != "press":
            return "nothing"
        does = {"white": self._next_face, "green": self._green, "red": self._back, "black": self._black}
        return does[event.name]() if event.name in does else "nothing"

    def _offer(self, face: str | None) -> None:
        self.offered = face
        self._offered_for = self._tray.cursor

    def _black(self) -> Result:
        return self._next_face(-1) if len(self._tray.slots) == 1 else self._next_die()

    def _next_face(self, step: int = 1) -> Result:
        """Offer the next face, or the one before; the first, or the last, where none is there yet."""
        die = self._tray.cursor
        if die is None:
            return "nothing"
        faces = list(dict.fromkeys(self._tray.sides[die]))
        now = self.offered or self._tray.slots[die].face
        first = 0 if step > 0 else -1
        self._offer(faces[(faces.index(now) + step) % len(faces)] if now in faces else faces[first])
        return "taken"

    def _next_die(self) -> Result:
        self._tray.select_next()
        self._offer(None)
        return "taken"

    def _green(self) -> Result:
        die = self._tray.cursor
        if die is not None and self.offered is not None:
            self._tray.set_face(die, self.offered, "gpio")
            self._offer(None)
            return "taken"
        if self._tray.ready:
            return "primary"
        if die is not None and die in self._tray.doubts and self._tray.slots[die].face is not None:
            self._tray.confirm(die, "gpio")
            return "taken"
        return "nothing"

    def _back(self) -> Result:
        if self.offered is not None:
            self._offer(None)
            return "taken"
        return "taken" if self._tray.clear_last() else "undo"
