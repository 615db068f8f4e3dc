"""A monkey test: random taps while a dice reader sends.

``python -m tests.ui.monkey GAME TAPS [SEED]`` taps for longer than a test does, and reports memory.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ui.base.environment import prepare

if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
    prepare(fullscreen=False, size=(800, 480))

from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch
from msgspec import structs

from companion.bench import play_on
from companion.core.asks import RollAsk
from companion.table.history import Played, Revision
from companion.table.table import Table
from tests.ui.gallery import SETTINGS
from tests.ui.hands import Hands
from tests.ui.rig import PATIENCE, Rig
from ui.device.display import give_back
from ui.widgets.buttons import TapButton
from ui.widgets.drawn import tap_guard

AMBER = 0.4
"""Probability of tapping the primary button, so that games progress."""
ANYWHERE = 0.4
"""Probability of tapping anywhere, instead of on a target."""
THROW = 0.2
"""Probability of a roll, asked for or not."""
BACK = 0.3
"""Probability of returning to the table."""
HOME_EVERY = 200
"""Number of taps after which it looks for the way home."""
DEPTHS = (0, 20, 60, 150, 400)
"""Most log entries of a game to start from; some are over by then."""
QUICK = 0.1
"""Probability that the next tap comes before the effect of this one is visible."""
HOME_WITHIN = 25
"""Number of taps within which home must be reached."""
MEASURED = 200
"""Number of taps between memory measurements."""
MOST_GROWTH = 12.0
"""Megabytes that the second half of a long run may add, while caches fill."""

VERBS = {
    "answer": "answer", "deal": "chance", "undo": "undo", "redo": "redo", "correct": "correct", "learn": "learn",
}  # fmt: skip
"""The methods of a table and the kind of their log entry; a tapped deal is an answer."""


class Tally:
    """Counts what a table accepts, by hand or reader; ``check`` compares it with the log."""

    def __init__(self, table: Table) -> None:
        self.table, self.began = table, table.rev
        self.accepted: Counter[str] = Counter()
        self.repeated: set[int] = set()
        """The entries that a revision has given again as they were: no new answers."""
        for verb in (*VERBS, "revise"):  # A jump is an undo or a redo.
            setattr(table, verb, self._counted(verb, getattr(table, verb)))

    def _counted(self, verb: str, do: Callable[..., Played]) -> Callable[..., Played]:
        def counted(*args: Any, **kwargs: Any) -> Played:
            before, begun = self.table.rev, self.table.begun
            played = do(*args, **kwargs)
            assert self.table.rev == before + len(played.entries), f"{verb} made entries that nobody was told of"
            kinds = Counter(part.entry.kind for part in played.entries)
            dealt = kinds.pop("chance", 0)
            if verb in VERBS:
                kind = "answer" if begun and kwargs.get("tapped") else VERBS[verb]
                self.accepted[kind] += 1
                dealt -= kind == "chance"
            else:
                self.accepted += kinds
                self._note_repeated(played, *args, **kwargs)
            self.accepted["chance"] += dealt
            return played

        return counted

    def _note_repeated(self, played: Played, revision: Revision, *_: Any) -> None:
        """A revision undoes, gives again what came before the answer, gives the answer, then again what is kept."""
        before, kept = len(revision.before), len(revision.kept)
        _, *entries = [part.entry for part in played.entries[: 2 + before + kept]]
        again = entries[:before] + entries[before + 1 :]
        for entry, was in zip(again, (*revision.before, *revision.kept), strict=True):
            assert structs.replace(entry, rev=was.entry.rev) == was.entry, f"{entry} is not what was kept: {was.entry}"
            self.repeated.add(entry.rev)

    def check(self) -> None:
        """Assert that accepted inputs and log entries correspond one to one."""
        entries = Counter(entry.kind for entry in self.table.log[self.began :])
        assert entries == +self.accepted, f"accepted {+self.accepted}, but the log has {entries}"


class Monkey:
    """Taps through one game after another; all randomness comes from ``seed``."""

    def __init__(self, rig: Rig, game: str, seed: str, *, told: bool = False) -> None:
        self.rig, self.hands, self.game = rig, rig.hands, game
        self.luck, self.told = random.Random(seed), told
        self.memory: list[float] = []
        self.games: set[str] = set()
        self.accepted: Counter[str] = Counter()
        """Accepted inputs at all former tables, by kind."""
        self._tally: Tally | None = None
        self._read = 0
        """Number of log entries from a reader, even if the rest of the roll was tapped."""
        inputs = rig.app.inputs
        self._poll, inputs._poll = inputs._poll, self._count_read
        self.hands.app.stop = self._leave
        self.begin()

    def _leave(self) -> None:
        """Closing the companion is ignored."""

    def _count_read(self) -> None:
        """Readings are handled even while a finger is down."""
        session = self.hands.app.session
        before = session.rev if session is not None else 0
        self._poll()
        if session is not None:
            self._read += session.rev - before

    def begin(self) -> None:
        """Start a game with the fewest players, somewhere in its course."""
        library = self.hands.app.library
        seats = [seat for seat, _ in library.seats(self.game)]
        settings = self.luck.choice(SETTINGS.get(self.game, ({},)))
        count = max(2, library.seat_limits(self.game)[0])
        self.hands.app.start_game(self.game, self.luck.sample(seats, count), dict(settings))
        session = self.hands.app.session
        assert session is not None
        play_on(session, self.luck.choice(DEPTHS), self.luck)
        self.hands.look()
        self._watch()

    def _watch(self) -> None:
        """Start counting at a new table; close the count of the last one."""
        session, tally = self.hands.app.session, self._tally
        if session is not None and tally is not None and tally.table is session.table:
            return
        if tally is not None:
            tally.check()
            self.accepted += tally.accepted
        self._tally = Tally(session.table) if session is not None else None

    def tap_for(self, taps: int) -> None:
        """That many taps."""
        for n in range(1, taps + 1):
            self.tap()
            self._watch()
            if self.luck.random() < THROW:
                self.throw()
            if self.luck.random() < BACK:
                self.begin() if self.hands.app.session is None else self.hands.app.go("game")
            if n % HOME_EVERY == 0:
                self.go_home()
                self._watch()
                self.look_at_the_log()
                self.begin()
            if n % MEASURED == 0 or n == taps:
                # Simulates a pause of two seconds.
                give_back()
                self.memory.append(resident())
                if self.told:
                    print(f"{n} taps, {self.memory[-1]:.0f} MB", flush=True)

    def memory_growth(self) -> float:
        """Megabytes added in the second half; the first half fills caches."""
        return self.memory[-1] - self.memory[len(self.memory) // 2]

    def tap(self) -> None:
        """Tap somewhere; one tap gives at most one answer."""
        session = self.hands.app.session
        table, before = (session.table, session.rev) if session is not None else (None, 0)
        read, tally = self._read, self._tally
        targets, primary = self.hands.targets(), getattr(self.hands.screen, "primary", None)
        if primary in targets and self.luck.random() < AMBER:
            x, y = primary.center
        elif targets and self.luck.random() > ANYWHERE:
            x, y = self.luck.choice(targets).center
        else:
            x, y = self.luck.random() * (Window.width - 1), self.luck.random() * (Window.height - 1)
        if Window.rotation == 180:
            x, y = Window.width - x, Window.height - y
        touch = UnitTestTouch(x, y)
        touch.is_double_tap = self.luck.random() < 0.1
        touch.touch_down()
        if self.luck.random() < 0.5:
            self.hands.look()
        touch.touch_up()
        if self.luck.random() > QUICK:
            tap_guard.reset()
        self.hands.look()
        if table is not None:
            self.games.add(str(table.game_id))
            repeated = tally.repeated if tally is not None else ()
            new = [one for one in table.log[before:] if one.rev not in repeated]
            given = [one for one in new if one.kind == "answer" and one.source == "touch"]
            # The session passes by itself where nothing else can follow an answer.
            given = [one for n, one in enumerate(given) if n == 0 or one.answer != {"do": "pass"}]
            assert len(given) <= 1 + self._read - read, f"one tap gave {given}"

    def throw(self) -> None:
        """Roll dice: those asked for, some of them, or others."""
        reader, session = self.rig.app.inputs.hub.simulator, self.hands.app.session
        if reader is None or not reader.dice or reader.busy:
            return
        wanted = session.table.ask.dice if session is not None and isinstance(session.table.ask, RollAsk) else []
        there = [die for die in wanted if die in reader.dice] or list(reader.dice)
        crooked = there[:1] if self.luck.random() < 0.2 else []
        reader.throw(self.luck.sample(there, self.luck.randint(1, len(there))), crooked=crooked)
        if self.luck.random() < 0.1:
            reader.duplicate()
        self.hands.look(2)

    def go_home(self) -> None:
        """Go to the home screen by touch, from anywhere."""
        trail: list[str] = []
        while self.hands.root.name != "home":
            trail.append(self.hands.root.name)
            assert len(trail) < HOME_WITHIN, f"no way home: {trail}"
            x, y = self._homeward().center
            if Window.rotation == 180:
                x, y = Window.width - x, Window.height - y
            self.hands.touch(x, y)

    def _homeward(self) -> Any:
        """The next tap on the way home."""
        root = self.hands.root
        if root.slip.shown:
            return root.slip.close
        if root.banner.shown:
            return root.banner
        buttons = [part for part in self.hands.parts() if isinstance(part, TapButton) and part.enabled and part.action]
        for icon in ("home", "menu", "back"):
            found = [button for button in buttons if button.icon == icon and button.role != "chosen"]
            if found:
                return found[0]
        return self.hands.screen.primary

    def look_at_the_log(self) -> None:
        """Assert that every log on disk is complete and without duplicates."""
        journal = self.rig.journal
        assert journal.flush(PATIENCE), self.hands.app.library.error
        for game in sorted(self.games):
            log = journal.load(game)[2]
            assert [entry.rev for entry in log] == list(range(1, len(log) + 1))
        self.games.clear()
        assert journal.verify() == []


def resident() -> float:
    """Resident memory in megabytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(game: str, taps: int, seed: str) -> None:
    """Tap, and report."""
    import tempfile  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        from ui.base import settings  # noqa: PLC0415

        settings.path = lambda: Path(folder) / "screen.json"
        os.environ["HOME"] = folder
        hands = Hands()
        hands.begin()
        rig = Rig(hands, Path(folder) / "journal.db")
        monkey = Monkey(rig, game, seed, told=True)
        monkey.tap_for(taps)
        rig.close()
        hands.end()
    accepted = ", ".join(f"{count} {kind}" for kind, count in sorted(monkey.accepted.items()))
    print(f"{game}: {taps} taps; accepted, and each once in its log: {accepted}")
    print(f"memory in MB after each {MEASURED}:", *map(round, monkey.memory))
    assert monkey.memory_growth() <= MOST_GROWTH, f"it grew by {monkey.grown():.0f} MB"


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "monkey")
