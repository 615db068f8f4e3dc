"""Entering a roll with four buttons, or with two.

* **white** steps through the faces of the die at the cursor, shown on the screen. Held, it moves the cursor to the next
  die.
* **green** accepts the offered face and moves on to the next die; for an uncertain die it confirms the reader's face.
  When all dice are set it is the primary action: it gives the roll.
* **red** withdraws the offered face, else clears the last die; on an empty tray it is the table's undo.
* **black** moves the cursor to the next die. With a single die it steps back through the faces, so that white is + and
  black is −.

Green and white alone are enough to enter and correct everything.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from companion.session.tray import DiceTray
from hardware.inputs import Button

Result: TypeAlias = Literal["taken", "primary", "undo", "nothing"]


def press(tray: DiceTray, event: Button) -> Result:
    """Apply a button to a tray: ``taken`` if the tray or its offer changed, else what the owner should do."""
    if event.name == "white" and event.action == "hold":
        return _next_die(tray)
    if event.action != "press":
        return "nothing"
    does = {"white": _next_face, "green": _green, "red": _back, "black": _black}
    return does[event.name](tray) if event.name in does else "nothing"


def _black(tray: DiceTray) -> Result:
    return _next_face(tray, -1) if len(tray.slots) == 1 else _next_die(tray)


def _next_face(tray: DiceTray, step: int = 1) -> Result:
    """Offer the next or previous face; if there is none yet, the first or the last."""
    die = tray.cursor
    if die is None:
        return "nothing"
    faces = list(dict.fromkeys(tray.sides[die]))
    now = tray.offered or tray.slots[die].face
    first = 0 if step > 0 else -1
    tray.offer(faces[(faces.index(now) + step) % len(faces)] if now in faces else faces[first])
    return "taken"


def _next_die(tray: DiceTray) -> Result:
    tray.select_next()
    return "taken"


def _green(tray: DiceTray) -> Result:
    die = tray.cursor
    if die is not None and tray.offered is not None:
        tray.set_face(die, tray.offered, "gpio")
        return "taken"
    if tray.ready:
        return "primary"
    if die is not None and die in tray.doubts and tray.slots[die].face is not None:
        tray.confirm(die, "gpio")
        return "taken"
    return "nothing"


def _back(tray: DiceTray) -> Result:
    if tray.offered is not None:
        tray.offer(None)
        return "taken"
    return "taken" if tray.clear_last() else "undo"
