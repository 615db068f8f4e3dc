"""The facade of all hardware of this machine, for the touchscreen and the terminal.

The owner calls ``poll`` regularly, and ``acknowledge`` for every ``DieRead``: once the answer made from it is on disk,
or at once if it is not used. Until then the reader keeps the reading.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.core.answers import Face
from companion.core.texts import T, Text
from companion.table.log import DieRead, ReadingId
from hardware.config import Config, LightName
from hardware.dice.dr1 import Hello
from hardware.dice.link import KnownDevices
from hardware.dice.ports import FallbackPorts, Port, candidates, open_port
from hardware.dice.reader import Readers, ReaderSettings, SerialReader
from hardware.dice.simulator import SimulatedReader
from hardware.inputs import Acknowledging, Event, Health, HealthChange, Source
from hardware.panel.buttons import Buttons, Encoder
from hardware.panel.gpio import Buzzer, NoPins, PanelLight, give_back, is_pi, is_simulated, pin_factory
from hardware.panel.remote import RemotePins


class Hub:
    """Starts and stops all sources of ``config`` and gathers their events.

    ``known`` says whether the journal has a reading already (called in the reader's thread). ``notify`` is called, in
    any thread, when there is something to poll. With ``fallback`` the port ``auto`` means a simulated reader as long as
    no real one has answered. ``dice`` are those of the simulated reader; without dice there is none (see ``use``).
    """

    def __init__(
        self,
        config: Config,
        *,
        dice: Mapping[str, Sequence[Face]] | None = None,
        known: Callable[[ReadingId], bool] | None = None,
        notify: Callable[[], None] | None = None,
        fallback: bool = False,
    ) -> None:
        self.config = config
        self._dice = dice or {}
        self._factory: Any = None
        self._simulator: SimulatedReader | None = None
        self._wants_fallback = fallback and config.reader.ports == ["auto"]
        self._readers: Readers | None = None
        self._devices = KnownDevices()
        self._fallback: FallbackPorts | None = None
        self._known = known
        self._notify = notify or (lambda: None)
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._sources: list[Source] = []
        self._broken: dict[str, Health] = {}
        self._lights: dict[LightName, PanelLight] = {}
        self._buzzer = Buzzer(None, None)

    @property
    def simulator(self) -> SimulatedReader | None:
        """The simulated reader while it is in use, else None."""
        if self._fallback is not None and not self._fallback.active:
            return None
        return self._simulator

    @property
    def standing_in(self) -> bool:
        """True while the simulated reader stands in for one that nobody has plugged in, also before it has answered."""
        return self._fallback is not None and (self._fallback.active or self._fallback.alone)

    def start(self) -> None:
        """Start all sources. Missing hardware raises nothing: it shows in ``health`` and is waited for."""
        if self._sources:
            return
        self._broken.clear()
        self._sources = [*self._reader(), *self._pins()]
        for source in self._sources:
            source.start(self.put)

    def stop(self) -> None:
        """Stop all sources and release ports and pins. Events not polled yet stay."""
        sources, self._sources = self._sources, []
        for source in reversed(sources):
            source.stop()
        for light in self._lights.values():
            light.close()
        self._buzzer.close()
        if self._factory is not None:
            give_back(self._factory)
            self._factory = None
        if self._simulator is not None:
            self._simulator.stop()
            self._simulator = self._fallback = None

    def use(self, dice: Mapping[str, Sequence[Face]]) -> None:
        """Set the dice of the current game with their faces, one entry per side (``Game.dice``).

        A simulated reader gets these dice. An empty mapping changes nothing: a game without dice needs no reader.
        """
        if not dice:
            return
        self._dice = dice
        if self._simulator is not None:
            self._simulator.use(dice)
        elif self._sources:
            self._simulate()
            if self._readers is not None:
                self._readers.look()

    def put(self, event: Event) -> None:
        """Add an event, such as a key that stands for a button. Thread-safe."""
        self._events.put(event)
        self._notify()

    def poll(self, limit: int = 100) -> list[Event]:
        """The events since the last call, at most ``limit``, oldest first; does not block."""
        events: list[Event] = []
        while len(events) < limit:
            try:
                events.append(self._events.get_nowait())
            except queue.Empty:
                break
        return events

    def acknowledge(self, event: DieRead) -> None:
        for source in self._sources:
            if isinstance(source, Acknowledging):
                source.acknowledge(event)

    def tell_face(self, origin: ReadingId, face: int) -> None:
        """Tell the readers which side people say was up in a reading (1 to the number of sides)."""
        for source in self._sources:
            if isinstance(source, Acknowledging):
                source.tell_face(origin, face)

    def health(self) -> dict[str, Health]:
        """The health of each source by name, including those that could not be created."""
        readers = self._readers.healths() if self._readers is not None and self._sources else {}
        return {source.name: source.health() for source in self._sources} | readers | self._broken

    def devices(self) -> Mapping[str, Hello]:
        """The dice readers that have answered, by their name in ``health``."""
        return {} if self._readers is None else self._readers.devices()

    def show(self, **lights: bool) -> None:
        """Switch lights on or off: ``light``, ``saved``, ``alert``; missing ones are ignored."""
        for name, light in self._lights.items():
            light.show(lights.get(name, light.lit))

    def lit(self, name: LightName) -> bool:
        return name in self._lights and self._lights[name].lit

    def beep(self, times: int) -> None:
        self._buzzer.beep(times)

    @property
    def pin_problems(self) -> dict[str, Text]:
        """Problems of lights and the buzzer, by name in the configuration."""
        found = {str(name): light.problem for name, light in self._lights.items()} | {"buzzer": self._buzzer.problem}
        return {name: problem for name, problem in found.items() if problem is not None}

    def push(self, button: str, down: bool) -> None:
        """Press or release a simulated button; real ones are not affected. ``next`` and ``previous`` turn the
        encoder."""
        for source in self._sources:
            if isinstance(source, Buttons):
                source.push(button, down)
            elif isinstance(source, Encoder) and down and button in ("next", "previous"):
                source.turn(1 if button == "next" else -1)

    def _cannot(self, name: str, why: Text) -> None:
        health = self._broken[name] = Health("error", why)
        self.put(HealthChange(name, health))

    def _reader(self) -> list[Source]:
        ports = self.config.reader.ports
        if ports == ["none"]:
            return []
        self._simulate()
        find: Callable[[], Sequence[str]] | None = None
        if ports == ["simulated"]:
            find = self._simulated
        elif "auto" in ports:
            find = partial(candidates, "auto")
        self._readers = Readers(
            self._serial,
            named=[port for port in ports if port not in ("auto", "simulated")],
            find=find,
            fallback=self._with_fallback if self._wants_fallback else None,
            opener=lambda url: open_port(url, self.config.reader.baud),
        )
        return [self._readers]

    def _with_fallback(self, find: Callable[[], Sequence[str]]) -> FallbackPorts:
        self._fallback = FallbackPorts(find, self._simulated)
        return self._fallback

    def _simulate(self) -> None:
        """Create the simulated reader, if one is wanted and there are dice for it."""
        if not self._dice or not (self._wants_fallback or self.config.reader.ports == ["simulated"]):
            return
        self._broken.pop("reader", None)
        try:
            self._simulator = SimulatedReader(self._dice)
        except OSError as problem:
            why = str(problem.strerror)
            self._cannot("reader", T("No pseudo-terminal for the simulated reader: {problem}.", problem=why))

    def _simulated(self) -> list[str]:
        return [] if self._simulator is None else [self._simulator.port]

    def _serial(
        self,
        name: str,
        ports: Callable[[], Sequence[str]],
        opener: Callable[[str], Port],
        stays: Callable[[str, bool], bool],
    ) -> SerialReader:
        own = self.config.readers.items()
        return SerialReader(
            ports, name=name, names=self.config.dice,
            own={serial: ReaderSettings(one.dice, one.confidence) for serial, one in own}, devices=self._devices,
            dice=lambda: self._dice, known=self._known, opener=opener, stays=stays,
        )  # fmt: skip

    def _pins(self) -> list[Source]:
        wanted = self.config.buttons
        try:
            factory = pin_factory(wanted.gpio)
        except NoPins as problem:
            self._cannot(Buttons.name, problem.text)
            return []
        if factory is None:
            return []
        self._factory = factory
        simulated = wanted.gpio == "mock" or not is_pi()
        self._lights = {name: PanelLight(pin, factory, name) for name, pin in wanted.lights.items()}
        self._buzzer = Buzzer(None if wanted.buzzer == "none" else wanted.buzzer, factory)
        sources: list[Source] = [
            Buttons(
                {str(name): pin for name, pin in wanted.pins.items()},
                factory,
                settle=wanted.settle_ms / 1000,
                hold=wanted.hold_ms / 1000,
                simulated=simulated,
            )
        ]
        if wanted.encoder is not None:
            sources.append(Encoder(wanted.encoder.a, wanted.encoder.b, factory, simulated=simulated))
        if is_simulated(factory):
            buzzer = {} if wanted.buzzer == "none" else {"buzzer": wanted.buzzer}
            outputs = {str(name): pin for name, pin in wanted.lights.items()} | buzzer
            sources.append(RemotePins(set(wanted.used) - set(outputs.values()), outputs, factory))
        return sources
