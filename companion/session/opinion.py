"""What the companion would do in the place of people, if they ask: thought out once, and gone with the next change."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from msgspec import Struct

from companion.chance.playing import decides, is_free
from companion.chance.thinking import OPINION, Dilemma, ThinkingProcess, Thought, packed
from companion.core.asks import Over
from companion.core.learning import known_in_part
from companion.core.texts import T, Text, Words
from companion.scene.scene import Choice, choice_of
from companion.session.companions import Thinking, chance_in_words, luck_of, whose_turn
from companion.session.open_choices import OpenChoices
from companion.table.companions import knows_enough
from companion.table.table import Table


class Opinion(Struct, frozen=True):
    """An answer, the chance to win with it, from 0 to 1, and its place on the board; None if it has none."""

    words: Words
    chance: float
    spot: str | None = None

    @property
    def said(self) -> Words:
        """The chance in words."""
        return chance_in_words(self.chance)


def places_of(best: Iterable[Opinion]) -> dict[str, int]:
    """The places of answers on the board, each with the number of the best answer there, from 1."""
    found: dict[str, int] = {}
    for n, one in enumerate(best, 1):
        if one.spot is not None:
            found.setdefault(one.spot, n)
    return found


class Opinions:
    """The companion's opinion of the open question of a table.

    Nothing is thought until somebody asks, and the process that thinks ends with its answer. What everybody reads is
    thought out from what everybody may see; what is asked of one seat alone, or read by it alone, from what that seat
    may see.
    """

    def __init__(self, table: Table, left: OpenChoices | None = None, *, alone: bool = False) -> None:
        """``left`` are the choices that were left open, if people may be asked for them; ``alone``: only the seat that
        decides reads it."""
        self._table = table
        self._left = left
        self._alone = alone
        self._mind: Thinking | None = None
        self._heard: queue.SimpleQueue[tuple[int, Thought | None]] = queue.SimpleQueue()
        self._number = 0
        self._rev: int | None = None
        self._found: Sequence[Opinion] | None = None

    @property
    def best(self) -> Sequence[Opinion] | None:
        """The best answers, the best one first; None if nobody has asked, or while it thinks."""
        return self._found if self._rev == self._table.rev else None

    @property
    def thinks(self) -> bool:
        return self._mind is not None

    @property
    def why_not(self) -> Text | None:
        """Why it has no opinion here; None if it has one."""
        return next((words for no, words in self._hindrances() if no), None)

    def _hindrances(self) -> Iterator[tuple[bool, Text]]:
        """What can be in the way of an opinion, one after another: whether it is, and how to say so."""
        table = self._table
        player, ask = table.game.player, table.ask
        later = self._left is not None and self._left.due is not None
        yield later, T("This choice was left open: the companion has no opinion of that.")
        nothing = isinstance(ask, Over) or ask.chance or whose_turn(table) is not None
        yield nothing, T("There is nothing for you to decide now.")
        if player.apart is not None:
            yield True, player.apart
        guesses = not knows_enough(table.game, table.setup.settings) or known_in_part(table.history.boxes.now.pack)
        yield guesses, T("In this game the companion does not know enough of what is hidden: it would only guess.")
        yield decides(ask) is None, T("Here everybody decides at once: the companion has no opinion of that.")
        yield not is_free(table.legal()), T("There is only one answer here.")
        yield player.is_fixed(table.state), T("That was chosen before, and lies face down.")
        weighed = self._rev != table.rev or self._found is None or bool(self._found)
        yield not weighed, T("The companion cannot weigh these answers.")

    def ask(self, notify: Callable[[], object], mind: Callable[..., Thinking] = ThinkingProcess) -> None:
        """Begin to think, unless it does, or has. ``notify`` is called in any thread when there is something to
        ``listen`` to."""
        table, setup = self._table, self._table.setup
        if self._rev == table.rev or self.why_not is not None:
            return
        self.forget()
        self._rev, self._number = table.rev, self._number + 1

        def heard(number: int, thought: Thought | None) -> None:
            self._heard.put((number, thought))
            notify()

        self._mind = mind(heard)
        self._mind.think(
            Dilemma(self._number, OPINION, table.game.name, table.box.data, setup.seats, setup.settings,
                    packed(table.state), luck_of(table, OPINION), alone=self._alone)
        )  # fmt: skip

    def listen(self) -> None:
        """Take up what was thought out."""
        with suppress(queue.Empty):
            while True:
                number, thought = self._heard.get_nowait()
                if number == self._number and self._mind is not None:
                    self._end()
                    self._found = self._told([trials for trials in thought or () if trials.games])

    def forget(self) -> None:
        """Think no more; the next one who asks starts anew."""
        self._end()
        self._rev = self._found = None

    def forget_the_past(self) -> None:
        """The same if the table is another one by now."""
        if self._rev not in (None, self._table.rev):
            self.forget()

    def _end(self) -> None:
        mind, self._mind = self._mind, None
        if mind is not None:
            mind.close()

    def _told(self, thought: Thought) -> Sequence[Opinion]:
        table = self._table
        presenter, scene = table.game.presenter, table.scene()
        found = []
        for trials in sorted(thought, key=lambda one: -one.chance):
            choice = choice_of(scene, trials.answer) or presenter.choice(table.state, trials.answer)
            # To do nothing is called as on its button: the log has few words for it.
            words = choice.label if choice.closing else presenter.describe(table.state, trials.answer)
            found.append((words, choice, trials.chance))
        said = [words for words, _, _ in found]
        return tuple(
            Opinion(words if said.count(words) == 1 else self._told_apart(words, choice), chance, choice.spot)
            for words, choice, chance in found
        )

    def _told_apart(self, words: Words, choice: Choice) -> Words:
        """An answer that the log tells in the same words as another one."""
        # The log hides from all what the seat that is asked alone may read.
        first = words if self._table.ask.only is None else choice.label
        return first if choice.detail is None else T("{answer}: {detail}", answer=first, detail=choice.detail)
