"""Replays a recorded game on the screen with a simulated finger."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec

from companion.chance.dealer import Dealer, parted
from companion.core.answers import Answer
from companion.core.asks import ChooseAsk, is_chance
from companion.scene.scene import Fix
from companion.session.session import Session
from companion.table.log import Setup
from companion.table.table import Table
from tests.playthroughs.recording import frozen_pack, mark, read, replay
from tests.ui.finger import Finger, settle
from tests.ui.hands import Hands

MOST_PAGES = 40
"""Most taps on instructions between two answers."""


class Recorded(Dealer):
    """A dealer that gives the recorded outcomes."""

    def __init__(self, answers: list[Answer | None]) -> None:
        super().__init__("recorded")
        self.answers = answers

    def deal(self, *_asked: Any) -> Answer:
        answer = self.answers[_asked[-1]]
        assert answer is not None
        return answer


class Given(NamedTuple):
    """An answer of a person: its question, answer, screen, and number of taps."""

    question: str
    answer: Answer
    screen: str
    taps: int

    @property
    def kind(self) -> str:
        """Question and verb."""
        return f"{self.question} {self.answer.__struct_config__.tag}"


class Replay:
    """The recording ``name`` at ``hands``; the companion rolls, everything else is as recorded.

    ``by`` gives the answers. ``given`` are the answers of people, ``between`` counts the taps on instructions by
    screen.
    """

    def __init__(self, hands: Hands, name: str, by: type[Finger] = Finger) -> None:
        self.lines = read(name)
        asked = set()
        for (_, history), line in zip_longest(replay(self.lines), self.lines[1:]):
            if line is not None and line["kind"] == "answer" and is_chance(history.ask):
                asked.add(history.game.rules.chance_item(history.ask))
        self.answers = [part.answer for part in history.entries]
        assert len(self.answers) == len(self.lines) - 1, "this recording goes back"
        setup = msgspec.convert(self.lines[0]["setup"], Setup)
        chance = parted(setup.settings)[1] | dict.fromkeys(asked - {"dice"}, "asked")
        self.table = Table(
            history.game, frozen_pack(setup.game, setup.pack), setup.seats, setup.settings,
            chance=chance, dealer=Recorded(self.answers), auto=False,
        )  # fmt: skip
        self.hands, self.finger = hands, by(hands)
        self.given: list[Given] = []
        self.between: Counter[str] = Counter()
        hands.app.play(Session(self.table))
        settle()

    @property
    def taps(self) -> int:
        """All taps of the game."""
        return self.finger.taps

    def play(self, until: int | None = None) -> None:
        """Play to the end, or until there are so many entries; the state after every answer must be as recorded."""
        while self.hands.session.mode != "over" and (until is None or self.table.rev < until):
            self.step()
        assert until is not None or self.table.rev == len(self.answers)

    def step(self) -> None:
        """The next action of people."""
        rev, before = self.table.rev, self.finger.taps
        kind, screen = self._question(), self.hands.root.name
        if self.answers[rev : rev + 1] == [None] and not self.hands.session.pages:
            self._correct(self.lines[rev + 1])
        elif not self._in_between():
            answer = self.answers[rev]
            assert answer is not None
            self.finger.give(answer)
            self.given.append(Given(kind, answer, screen, self.finger.taps - before))
            assert self.table.history.entries[rev].answer == answer
            assert self.hands.session.refused is None
        assert mark(self.table.state) == self.lines[self.table.rev]["hash"]

    def _correct(self, line: dict[str, Any]) -> None:
        """Apply a recorded correction; its taps are counted elsewhere."""
        self.hands.app.apply_tap(Fix(line["changes"], line["why"]))
        settle()

    def _question(self) -> str:
        ask = self.table.ask
        return ask.choice if isinstance(ask, ChooseAsk) else str(type(ask).__struct_config__.tag)

    def _in_between(self) -> bool:
        """Follow instructions before the question, if there are any."""
        screen, session = self.hands.root.name, self.hands.session
        mode = session.mode
        laying = screen == "city" and self.hands.screen._laying is not None
        if not laying and mode in ("choose", "list"):
            return False
        if laying:
            self.finger.label("Skip")
        else:
            self.finger.amber()
        self.between["city" if laying else mode] += 1
        return True
