"""Buttons and a rotary encoder on GPIO pins, through gpiozero. At the end is what they mean while a roll is entered.

Debouncing is pure: the times of edges are arguments. A level counts once it has been stable for ``settle`` seconds. The
result depends only on the times of the edges, not on when they are processed.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from companion.core.texts import P, T
from companion.session.tray import DiceTray
from hardware.inputs import Action, Button, Health, Sink
from hardware.panel.gpio import is_simulated

if TYPE_CHECKING:
    import gpiozero

SETTLE = 0.020
HOLD = 0.8


class Debouncer:
    """Debounces one contact. Times are seconds; ``pressed`` is its initial state."""

    def __init__(self, *, settle: float = SETTLE, hold: float = HOLD, pressed: bool = False) -> None:
        self._settle = settle
        self._hold = hold
        self._stable = pressed
        self._level = pressed
        self._since = float("-inf")
        self._hold_at: float | None = None

    def edge(self, pressed: bool, at: float) -> list[tuple[Action, float]]:
        """The contact changed to ``pressed``; returns the actions decided by then, with their times."""
        at = max(at, self._since)
        done = self._certain(at)
        self._level, self._since = pressed, at
        return done

    def look(self, pressed: bool, now: float) -> list[tuple[Action, float]]:
        """No edge until ``now``; the contact was read again and is ``pressed``.

        Reading it again detects missed edges and prevents a hold after the release.
        """
        done = self._certain(now)
        if pressed != self._level:
            self._level, self._since = pressed, max(now, self._since)
        elif self._stable and pressed and self._hold_at is not None and now >= self._hold_at:
            self._hold_at = None
            done.append(("hold", now))
        return done

    def due(self) -> float | None:
        """When to call ``look`` next; None: not before the next edge."""
        if self._level != self._stable:
            return self._since + self._settle
        return self._hold_at

    def _certain(self, now: float) -> list[tuple[Action, float]]:
        if self._level == self._stable or now < self._since + self._settle:
            return []
        self._stable = self._level
        self._hold_at = self._since + self._hold if self._stable else None
        return [("press" if self._stable else "release", self._since)]


log = logging.getLogger(__name__)


class Buttons:
    """A source of ``Button`` events. ``pins`` are BCM numbers by name; each button connects its pin to ground.

    Driver threads only enqueue edges with their times. gpiozero's bounce time is off, because its meaning differs
    between pin factories; ``Debouncer`` replaces it.
    """

    name = "buttons"

    def __init__(
        self,
        pins: Mapping[str, int],
        factory: Any,
        *,
        settle: float = SETTLE,
        hold: float = HOLD,
        simulated: bool = False,
    ) -> None:
        self._pins = dict(pins)
        self._factory = factory
        self._times = {"settle": settle, "hold": hold}
        self._simulated = simulated
        self._contacts: dict[str, gpiozero.DigitalInputDevice] = {}
        self._edges: queue.SimpleQueue[tuple[str, bool, float] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._health = Health("waiting", T("The buttons are not in use."))

    def start(self, sink: Sink) -> None:
        """Start listening. If a pin cannot be used, ``health`` is an ``error``."""
        if self._thread is not None:
            return
        self._edges = queue.SimpleQueue()
        try:
            for name, pin in self._pins.items():
                self._contacts[name] = self._contact(name, pin)
        except Exception as problem:  # That of lgpio, for a pin that is taken or missing, is nothing more special.
            self._let_go()
            self._health = Health(
                "error", T("The pin of a button cannot be used: {problem}. Check [buttons].", problem=str(problem))
            )
            return
        if self._simulated:
            self._health = Health("waiting", T("This machine has no pins: the buttons are simulated."))
        else:
            self._health = Health("ready", P("{n} button is ready.", "{n} buttons are ready.", len(self._pins)))
        # Here and not in the thread: what is pressed until that runs is a press.
        bouncers = {
            name: Debouncer(pressed=contact.is_active, **self._times) for name, contact in self._contacts.items()
        }
        work = (sink, self._edges, bouncers)
        self._thread = threading.Thread(target=self._run, args=work, name="buttons", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            self._edges.put(None)
            thread.join()
        self._let_go()
        self._health = Health("waiting", T("The buttons are not in use."))

    def health(self) -> Health:
        return self._health

    def push(self, name: str, down: bool) -> None:
        """Press or release a button, if its pin is simulated."""
        contact = self._contacts.get(name)
        if contact is not None and is_simulated(contact.pin):
            contact.pin.drive_low() if down else contact.pin.drive_high()

    def _contact(self, name: str, pin: int) -> gpiozero.DigitalInputDevice:
        import gpiozero  # noqa: PLC0415 - see ``gpio.pin_factory``

        # Not gpiozero.Button: its hold thread wakes ten times per second for each button, and may report a hold after
        # the release (gpiozero #697).
        contact = gpiozero.DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=self._factory)

        contact.when_activated = lambda: self._edges.put((name, True, time.monotonic()))
        contact.when_deactivated = lambda: self._edges.put((name, False, time.monotonic()))
        return contact

    def _let_go(self) -> None:
        for contact in self._contacts.values():
            contact.close()
        self._contacts.clear()

    def _run(
        self,
        sink: Sink,
        edges: queue.SimpleQueue[tuple[str, bool, float] | None],
        bouncers: Mapping[str, Debouncer],
    ) -> None:
        while True:
            dues = [due for bouncer in bouncers.values() if (due := bouncer.due()) is not None]
            try:
                edge = edges.get(timeout=max(0.0, min(dues) - time.monotonic()) if dues else None)
            except queue.Empty:
                now = time.monotonic()
                for name, bouncer in bouncers.items():
                    due = bouncer.due()
                    if due is not None and now >= due:
                        _tell(sink, name, bouncer.look(self._contacts[name].is_active, now))
                continue
            if edge is None:
                return
            name, pressed, at = edge
            _tell(sink, name, bouncers[name].edge(pressed, at))


def _tell(sink: Sink, name: str, steps: list[tuple[Action, float]]) -> None:
    for action, at in steps:
        try:
            sink(Button(name, action, at))
        except Exception:
            log.exception("the event of a button was not taken")


def _step(sink: Sink, name: str) -> None:
    at = time.monotonic()
    _tell(sink, name, [("press", at), ("release", at)])


STEP = ("a", "ab", "b", "")
"""The closed contacts during a step to the right, in order."""


class Encoder:
    """Each step to the right is a press of ``next``, each to the left of ``previous``.

    ``a`` and ``b`` are BCM pin numbers; the common contact goes to ground. The push button of the encoder is an
    ordinary button (``confirm``). Steps need no debouncing: gpiozero decodes whole steps, and bouncing only goes back
    and forth within one.
    """

    name = "encoder"

    def __init__(self, a: int, b: int, factory: Any, *, simulated: bool = False) -> None:
        self._pins = {"a": a, "b": b}
        self._factory = factory
        self._simulated = simulated
        self._encoder: gpiozero.RotaryEncoder | None = None
        self._health = Health("waiting", T("The encoder is not in use."))

    def start(self, sink: Sink) -> None:
        """Start listening. If the pins cannot be used, ``health`` is an ``error``."""
        if self._encoder is not None:
            return
        try:
            import gpiozero  # noqa: PLC0415 - see ``gpio.pin_factory``

            self._encoder = gpiozero.RotaryEncoder(
                self._pins["a"], self._pins["b"], bounce_time=None, max_steps=0, pin_factory=self._factory
            )
        except Exception as problem:  # That of lgpio, for a pin that is taken or missing, is nothing more special.
            self._health = Health(
                "error", T("The encoder cannot be used: {problem}. Check [buttons.encoder].", problem=str(problem))
            )
            return
        self._encoder.when_rotated_clockwise = partial(_step, sink, "next")
        self._encoder.when_rotated_counter_clockwise = partial(_step, sink, "previous")
        if self._simulated:
            self._health = Health("waiting", T("This machine has no pins: the encoder is simulated."))
        else:
            self._health = Health("ready", T("The encoder is ready."))

    def stop(self) -> None:
        encoder, self._encoder = self._encoder, None
        if encoder is not None:
            encoder.close()
        self._health = Health("waiting", T("The encoder is not in use."))

    def health(self) -> Health:
        return self._health

    def turn(self, steps: int) -> None:
        """Turn it by ``steps`` (negative: to the left), if its pins are simulated."""
        if self._encoder is None:
            return
        pins = {name: self._factory.pin(number) for name, number in self._pins.items()}
        if not all(map(is_simulated, pins.values())):
            return
        for _ in range(abs(steps)):
            for closed in STEP if steps > 0 else (*STEP[-2::-1], STEP[-1]):
                for name, pin in pins.items():
                    pin.drive_low() if name in closed else pin.drive_high()


# Entering a roll with four buttons, or with two: green and white alone are enough to enter and correct everything.
#
# * **white** steps through the faces of the die at the cursor, shown on the screen. Held, it moves the cursor to the
#   next die.
# * **green** accepts the offered face and moves on to the next die; for an uncertain die it confirms the reader's face.
#   When all dice are set it is the primary action: it gives the roll.
# * **red** withdraws the offered face, else clears the last die; on an empty tray it is the table's undo.
# * **black** moves the cursor to the next die. With a single die it steps back through the faces: white is +, black −.

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
