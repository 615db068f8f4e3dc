"""A table of any game with helpers to set up, answer and inspect situations, and simulated hands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
import pytest

from companion.core.instructions import Pieces, apply_instructions
from companion.core.refusals import Refused
from companion.games.game import Game
from companion.packs.loader import LoadedPack
from companion.table.history import Played
from companion.table.table import Table

Json = dict[str, Any]


def wire(do: str, fields: Mapping[str, Any]) -> Json:
    """An answer as JSON; a trailing underscore avoids Python keywords."""
    return {"do": do, **{name.rstrip("_"): value for name, value in fields.items()}}


class Evening:
    """A table with asked chance that asserts R-GEN-10 and R-GEN-04 after every change.

    ``hidden`` chance is not asked. A game defines with ``conserved`` what must be preserved.
    """

    def __init__(
        self,
        game: Game,
        loaded: LoadedPack,
        seats: str,
        settings: Mapping[str, str] | None = None,
        *,
        hidden: Collection[str] = (),
    ) -> None:
        self.table = Table(
            game,
            loaded,
            seats.split(),
            settings or {},
            chance={item: "hidden" if item in hidden else "asked" for item in game.rules.chance_items},
            clock=lambda: 0.0,
        )
        self.hands: Pieces = apply_instructions({}, self.table.opening)
        self._look()

    def conserved(self, facts: Json) -> None:
        """Assert R-GEN-04."""
        raise NotImplementedError

    # Answering.

    def say(self, do: str, **fields: Any) -> Played:
        """Give an answer, which must be accepted."""
        return self._did(self.table.answer(wire(do, fields)))

    def set(self, fact: str, value: Any, **selects: Any) -> Played:
        """Correct one fact."""
        return self.correct({"fact": fact, **selects, "value": value})

    def correct(self, *changes: Json) -> Played:
        """Correct several facts at once."""
        return self._did(self.table.correct(list(changes), "the table is right"))

    def undo(self, n: int = 1) -> Played:
        return self._did(self.table.undo(n))

    def redo(self, n: int = 1) -> Played:
        return self._did(self.table.redo(n))

    def refuses(self, code: str, rule: str | None, do: str, **fields: Any) -> None:
        """Assert that the answer is refused with this code and rule, and nothing changes."""
        self.refuses_raw(code, rule, wire(do, fields))

    def refuses_raw(self, code: str, rule: str | None, answer: object) -> None:
        """The same for arbitrary input."""
        before = self._stand()
        with pytest.raises(Refused) as refused:
            self.table.answer(answer)
        assert (refused.value.code, refused.value.rule) == (code, rule), str(refused.value)
        assert self._stand() == before

    def refuses_correction(self, code: str, *changes: Any, rule: str = "R-GEN-04") -> None:
        """Assert that the correction is refused with this code, and rule if ``illegal``, and nothing changes."""
        before = self._stand()
        with pytest.raises(Refused) as refused:
            self.table.correct(list(changes), "a mistake")
        expected = {"illegal": rule, "over": self.ask.rule}.get(code)
        assert (refused.value.code, refused.value.rule) == (code, expected), str(refused.value)
        assert self._stand() == before

    def _stand(self) -> tuple[Any, ...]:
        return self.table.hash(), self.table.rev, self.table.ask, self.table.legal(), self.table.facts()

    def _did(self, played: Played) -> Played:
        apply_instructions(self.hands, played.instructions)
        self._look()
        return played

    def _look(self) -> None:
        facts = self.table.facts()
        assert self.hands == facts["pieces"]
        self.conserved(facts)

    # Chance.

    def draw(self, *cards: str) -> None:
        """Draw these cards from the open deck."""
        for card in cards:
            self.say("draw", deck=self.ask.deck, card=card)

    def pull(self, *tokens: str) -> None:
        """Pull these tokens from the open bag."""
        for token in tokens:
            self.say("pull", bag=self.ask.bag, token=token)

    # Inspecting.

    @property
    def ask(self) -> Any:
        return self.table.ask

    @property
    def choice(self) -> str | None:
        """The open decision; None for chance and at the end."""
        return getattr(self.ask, "choice", None)

    @property
    def facts(self) -> Json:
        return self.table.facts()

    def legal(self, *verbs: str) -> list[Json]:
        """The listed answers with these verbs, as JSON."""
        answers: list[Json] = msgspec.to_builtins(list(self.table.legal() or []))
        return [answer for answer in answers if not verbs or answer["do"] in verbs]
